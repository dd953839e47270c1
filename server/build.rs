//! Makes the release binary follow the built site that it carries.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A debug build reads the site from disk as it runs: it need not be compiled again for it.
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let site = Path::new("../web/dist");
    // A folder that is not there would make cargo build anew every time. An empty one means: not built, and says so.
    if let Err(error) = std::fs::create_dir_all(site) {
        println!("cargo:warning=web/dist could not be made: {error}");
    }
    println!("cargo:rerun-if-changed={}", site.display());
}
