//! A folder in the form of a maildir: a mail server puts each mail into `new`, and who has read it moves it to `cur`.

use std::fs::File;
use std::io::{ErrorKind, Read, Result};
use std::path::{Path, PathBuf};

use core_wasm::ticket::incoming::MOST_MAIL_BYTES;

use super::Marked;
use super::mailbox::Fetched;

/// An opened maildir.
pub(super) struct Maildir(PathBuf);

impl Maildir {
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let new = folder.join("new");
        if !new.is_dir() {
            return Err(std::io::Error::new(ErrorKind::NotFound, format!("{} is no folder", new.display())));
        }
        std::fs::create_dir_all(folder.join("cur"))?;
        Ok(Self(folder.to_owned()))
    }

    /// The names of files begin with the time of arrival.
    pub(super) fn new_mails(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(self.0.join("new"))? {
            let entry = entry?;
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'));
            // Links lead out of the folder.
            names.extend(name.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file())));
        }
        names.sort_unstable();
        Ok(names)
    }

    pub(super) fn fetch(&self, name: &str) -> Result<Option<Fetched>> {
        let file = match File::open(self.0.join("new").join(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        file.take(MOST_MAIL_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        let is_cut = bytes.len() > MOST_MAIL_BYTES;
        bytes.truncate(MOST_MAIL_BYTES);
        Ok(Some(Fetched { bytes, is_cut }))
    }

    pub(super) fn mark(&self, name: &str, marked: Marked) -> Result<()> {
        // A name in `new` may have flags already.
        let base = name.split(":2,").next().unwrap_or(name);
        let flags = if marked == Marked::Aside { "FS" } else { "S" };
        match std::fs::rename(self.0.join("new").join(name), self.0.join("cur").join(format!("{base}:2,{flags}"))) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }
}
