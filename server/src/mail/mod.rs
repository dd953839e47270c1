//! Mail: saved in the outbox with the change that caused it, sent from there, tried again with growing pauses.

mod outbox;

pub use outbox::{enqueue, run, send_due};

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lettre::message::{Mailbox, header::ContentType};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::{ExposeSecret, SecretString};
use tokio::io::AsyncWriteExt;

use crate::disk::private_folder;
use crate::error::{Error, Result};

/// A mail before it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The address it goes to.
    pub to: String,
    /// Never holds what a visitor typed.
    pub subject: String,
    /// Plain text.
    pub body: String,
}

/// Where mail goes.
#[derive(Clone)]
pub enum Mail {
    /// To a mail server.
    Smtp {
        /// The connection, kept between mails.
        transport: Box<AsyncSmtpTransport<Tokio1Executor>>,
        /// The sender.
        from: Box<Mailbox>,
    },
    /// To files in a folder, one a mail, for installations without a mail server.
    File {
        /// The folder.
        folder: PathBuf,
        /// The sender.
        from: Box<Mailbox>,
    },
    /// To a list that a test reads. `splitline serve` never makes this one.
    Memory(Arc<Mutex<Vec<Letter>>>),
}

impl Mail {
    /// By the settings: to the server at `smtp_url`, or else to files in `folder`.
    ///
    /// # Errors
    /// When the address or the sender cannot be read.
    pub fn from_settings(smtp_url: Option<&SecretString>, from: &str, folder: PathBuf) -> Result<Self> {
        let from: Mailbox = from.parse().map_err(|error| Error::message(format!("the sender {from:?}: {error}")))?;
        let from = Box::new(from);
        let Some(url) = smtp_url else { return Ok(Self::File { folder, from }) };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .map_err(|error| Error::message(format!("the mail server's address: {error}")))?;
        let transport = builder.timeout(Some(std::time::Duration::from_secs(20))).build();
        Ok(Self::Smtp { transport: Box::new(transport), from })
    }

    /// A list in memory, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    /// The mails sent so far, when they go to memory.
    #[must_use]
    pub fn sent(&self) -> Vec<Letter> {
        match self {
            Self::Memory(list) => list.lock().map(|list| list.clone()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Sends one mail now.
    ///
    /// # Errors
    /// When the server or the disk refuses it.
    pub async fn send(&self, letter: &Letter) -> Result<()> {
        match self {
            Self::Memory(list) => {
                list.lock().map_err(|_| Error::message("a test panicked"))?.push(letter.clone());
                Ok(())
            }
            Self::Smtp { transport, from } => {
                transport.send(message(from, letter)?).await.map_err(Error::internal)?;
                Ok(())
            }
            Self::File { folder, from } => {
                let text = message(from, letter)?.formatted();
                let file = folder.join(format!("{}.eml", crate::ids::new_id()));
                write_private(folder, &file, &text).await?;
                tracing::info!(file = %file.display(), subject = letter.subject, "no mail server is set: the mail is in a file");
                Ok(())
            }
        }
    }
}

/// For nobody else on the machine to read, also when the folder was made by hand: a mail may hold a link that opens an account.
async fn write_private(folder: &Path, file: &Path, text: &[u8]) -> Result<()> {
    private_folder(folder)?;
    tokio::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).await?;
    let mut file = tokio::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file).await?;
    file.write_all(text).await?;
    Ok(file.sync_all().await?)
}

fn message(from: &Mailbox, letter: &Letter) -> Result<Message> {
    let to: Mailbox = letter.to.parse().map_err(Error::internal)?;
    Message::builder()
        .from(from.clone())
        .to(to)
        .subject(letter.subject.replace(char::is_control, " "))
        .header(ContentType::TEXT_PLAIN)
        .body(letter.body.clone())
        .map_err(Error::internal)
}
