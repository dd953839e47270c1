//! Folders that only their owner can read.

use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

/// Creates a folder, and missing ones above it, that only its owner can read: it contains personal data and keys.
///
/// # Errors
/// When it cannot be created; an existing folder is left unchanged.
pub fn private_folder(path: &Path) -> std::io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}
