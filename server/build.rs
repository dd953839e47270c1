//! Makes the binary follow the built site and the typeface that it carries.

use std::path::Path;

/// The typeface of the share pictures (src/site/picture/face.rs), as npm unpacks it.
const TYPEFACE: &str = "../web/node_modules/@fontsource-variable/archivo/files";
const SITE: &str = "../web/dist";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    follow(Path::new(TYPEFACE));
    // Without the site inside, a debug build reads it from disk as it runs: it need not be compiled again for it.
    if std::env::var("PROFILE").as_deref() == Ok("release") || std::env::var_os("CARGO_FEATURE_SITE_INSIDE").is_some() {
        follow(Path::new(SITE));
    }
}

fn follow(folder: &Path) {
    // A folder that is not there would make cargo build anew every time. An empty one means: not built, and says so.
    if let Err(error) = std::fs::create_dir_all(folder) {
        println!("cargo:warning={} could not be made: {error}", folder.display());
    }
    println!("cargo:rerun-if-changed={}", folder.display());
}
