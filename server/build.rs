//! Makes cargo build the binary again when the embedded site or typeface has changed.

use std::path::Path;

/// The typeface of the share pictures (src/site/picture/face.rs), as npm installs it.
const TYPEFACE: &str = "../web/node_modules/@fontsource-variable/archivo/files";
const SITE: &str = "../web/dist";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    rerun_if_changed(Path::new(TYPEFACE));
    // A debug build without the embedded site reads it from disk at run time, so it need not be built again.
    if std::env::var("PROFILE").as_deref() == Ok("release") || std::env::var_os("CARGO_FEATURE_SITE_INSIDE").is_some() {
        rerun_if_changed(Path::new(SITE));
    }
}

fn rerun_if_changed(folder: &Path) {
    // A missing folder would make cargo build again every time. With an empty one the program serves a page that says "not built".
    if let Err(error) = std::fs::create_dir_all(folder) {
        println!("cargo:warning={} could not be made: {error}", folder.display());
    }
    println!("cargo:rerun-if-changed={}", folder.display());
}
