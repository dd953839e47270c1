//! Folders that only the program's own user may look into.

use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

/// Makes a folder, and those above it, that only the program's own user may look into: it holds addresses and keys.
///
/// # Errors
/// When it cannot be made; one that is there stays as it is.
pub fn private_folder(path: &Path) -> std::io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}
