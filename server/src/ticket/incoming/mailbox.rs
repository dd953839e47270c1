//! Where mails come from: a mailbox of a mail server, or a folder.

use std::path::PathBuf;

use super::imap::{Imap, ImapPlace};
use super::maildir::Maildir;
use super::{Marked, mailbox_error};
use crate::config::Config;
use crate::error::{Error, Result};

/// A mail as it was fetched.
pub(super) struct Fetched {
    pub(super) bytes: Vec<u8>,
    /// Whether it goes on: only its beginning is read.
    pub(super) is_cut: bool,
}

/// The place of the mails of an installation; cheap to clone.
#[derive(Clone)]
pub(crate) enum Mailbox {
    /// A mailbox that is read by IMAP.
    Imap(ImapPlace),
    /// A folder in the form of a maildir.
    Maildir(PathBuf),
}

impl Mailbox {
    /// The mailbox in the settings; `None` without one.
    ///
    /// # Errors
    /// When its address cannot be read.
    pub(crate) fn from_settings(config: &Config) -> Result<Option<Self>> {
        if let Some(url) = &config.imap_url {
            let place = ImapPlace::parse(url).map_err(|why| Error::message(format!("the mailbox's address: {why}")))?;
            return Ok(Some(Self::Imap(place)));
        }
        Ok(config.maildir.clone().map(Self::Maildir))
    }

    pub(super) async fn open(&self) -> Result<Opened> {
        Ok(match self {
            Self::Imap(place) => Opened::Imap(Box::new(Imap::open(place).await?)),
            Self::Maildir(folder) => {
                Opened::Maildir(Maildir::open(folder).map_err(|error| mailbox_error("the maildir", &error))?)
            }
        })
    }
}

/// A mailbox that is being read.
pub(super) enum Opened {
    Imap(Box<Imap>),
    Maildir(Maildir),
}

impl Opened {
    /// The ids of mails that were not taken yet, the oldest first.
    pub(super) async fn new_mails(&mut self) -> Result<Vec<String>> {
        match self {
            Self::Imap(imap) => imap.new_mails().await,
            Self::Maildir(folder) => Ok(folder.new_mails()?),
        }
    }

    /// A mail; `None` if somebody else has removed it from the folder.
    pub(super) async fn fetch(&mut self, id: &str) -> Result<Option<Fetched>> {
        match self {
            Self::Imap(imap) => imap.fetch(id).await.map(Some),
            Self::Maildir(folder) => Ok(folder.fetch(id)?),
        }
    }

    /// Marks a mail, so that it is not taken again.
    pub(super) async fn mark(&mut self, id: &str, marked: Marked) -> Result<()> {
        match self {
            Self::Imap(imap) => imap.mark(id, marked).await,
            Self::Maildir(folder) => Ok(folder.mark(id, marked)?),
        }
    }

    pub(super) async fn close(self) {
        if let Self::Imap(imap) = self {
            imap.close().await;
        }
    }
}
