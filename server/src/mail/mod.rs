//! Mail: saved in the outbox in the transaction of the change that causes it, sent from there, and retried with growing pauses.

mod announced;
mod dkim;
mod html;
mod outbox;
mod thread;

pub use announced::{
    announced_and_fresh, enqueue_of_announcement, is_waiting_or_failed, stop_announcement, take_back, unsent_of_announcement,
};
pub use dkim::Signer;
pub(crate) use html::html;
pub use outbox::{
    OfTicket, enqueue, enqueue_and_forget, enqueue_of_ticket, is_being_sent, run, send_due, send_one, states_of_ticket, stop,
};

pub use thread::{Thread, note_bounce, set_thread};

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::{ExposeSecret, SecretString};
use tokio::io::AsyncWriteExt;

use crate::disk::private_folder;
use crate::error::{Error, Result};

/// See [`Mail::Smtp`].
const PATIENCE: Duration = Duration::from_secs(120);

/// A mail before it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The recipient's address.
    pub to: String,
    /// Must not contain anything that a visitor typed.
    pub subject: String,
    /// Plain text, from which the HTML is made as well.
    pub body: String,
}

/// What stands in the head of a mail beside the sender, the recipient and the subject.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// Of a ticket's mail.
    pub thread: Thread,
    /// Of an announcement: the address at which a program for mail can unsubscribe (RFC 8058).
    pub one_click: Option<String>,
    /// Whether a person wrote it to this recipient. All others say that a program sends them, so that no answering machine answers (RFC 3834).
    pub by_person: bool,
}

/// The destination of mail.
#[derive(Clone)]
pub enum Mail {
    /// To a mail server.
    Smtp {
        /// The connection, reused for the next mails.
        transport: Box<AsyncSmtpTransport<Tokio1Executor>>,
        /// The sender.
        from: Box<Mailbox>,
        /// How long the server may take for a mail: well below the time for which the outbox reserves it, since the clocks of two machines may
        /// differ.
        patience: Duration,
        /// Who signs, if a key is configured.
        signer: Option<Signer>,
    },
    /// To files in a folder, one for each mail, for installations without a mail server.
    File {
        /// The folder.
        folder: PathBuf,
        /// The sender.
        from: Box<Mailbox>,
        /// Who signs, if a key is configured.
        signer: Option<Signer>,
    },
    /// To a list that a test reads. `splitline serve` never uses this one.
    Memory(Arc<Mutex<Vec<Letter>>>),
}

impl Mail {
    /// The destination in the settings: the server at `smtp_url`, or else files in `folder`.
    ///
    /// # Errors
    /// When the address or the sender cannot be parsed.
    pub fn from_settings(smtp_url: Option<&SecretString>, from: &str, folder: PathBuf) -> Result<Self> {
        let from: Mailbox = from.parse().map_err(|error| Error::message(format!("the sender {from:?}: {error}")))?;
        let from = Box::new(from);
        let Some(url) = smtp_url else { return Ok(Self::File { folder, from, signer: None }) };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .map_err(|error| Error::message(format!("the mail server's address: {error}")))?;
        let transport = builder.timeout(Some(Duration::from_secs(20))).build();
        Ok(Self::Smtp { transport: Box::new(transport), from, patience: PATIENCE, signer: None })
    }

    /// The same destination, whose mails are signed.
    #[must_use]
    pub fn signed(self, signer: Option<Signer>) -> Self {
        match self {
            Self::Smtp { transport, from, patience, .. } => Self::Smtp { transport, from, patience, signer },
            Self::File { folder, from, .. } => Self::File { folder, from, signer },
            memory @ Self::Memory(_) => memory,
        }
    }

    /// A list in memory, for tests.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    /// Returns the mails sent so far to memory.
    #[must_use]
    pub fn sent(&self) -> Vec<Letter> {
        match self {
            Self::Memory(list) => list.lock().map(|list| list.clone()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Sends one mail now. `key` identifies it in its `Message-ID`: a mail that is sent a second time, because its first sending was
    /// interrupted, has the same one, so that the recipient's mail server can recognise it. `head` has what stands in its head beside that.
    ///
    /// # Errors
    /// When the server or the disk refuses it.
    pub async fn send(&self, letter: &Letter, key: &str, head: &Head) -> Result<()> {
        match self {
            Self::Memory(list) => {
                list.lock().map_err(|_| Error::message("a test panicked"))?.push(letter.clone());
                Ok(())
            }
            Self::Smtp { transport, from, patience, signer } => {
                let message = dkim::signed(message(from, letter, key, head)?, signer.as_ref());
                let sent = tokio::time::timeout(*patience, transport.send(message)).await;
                sent.map_err(|_| Error::message("it took too long"))?.map_err(Error::internal)?;
                Ok(())
            }
            Self::File { folder, from, signer } => {
                let text = dkim::signed(message(from, letter, key, head)?, signer.as_ref()).formatted();
                let file = folder.join(format!("{}.eml", crate::ids::new_id()));
                write_private(folder, &file, &text).await?;
                tracing::info!(file = %file.display(), subject = letter.subject, "no mail server is configured: the mail was written to a file");
                Ok(())
            }
        }
    }
}

/// The address in the setting of the sender; `None` if it cannot be read.
#[must_use]
pub fn address_of(from: &str) -> Option<String> {
    from.parse::<Mailbox>().ok().map(|from| from.email.to_string())
}

/// Writes a file that only its owner can read, also in a folder that was created by hand: a mail may contain a link that gives
/// access to an account.
async fn write_private(folder: &Path, file: &Path, text: &[u8]) -> Result<()> {
    private_folder(folder)?;
    tokio::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).await?;
    let mut file = tokio::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file).await?;
    file.write_all(text).await?;
    Ok(file.sync_all().await?)
}

fn message(from: &Mailbox, letter: &Letter, key: &str, Head { thread, one_click, by_person }: &Head) -> Result<Message> {
    let to: Mailbox = letter.to.parse().map_err(Error::internal)?;
    let subject = letter.subject.replace(char::is_control, " ");
    let html = html::html(&subject, &letter.body).map_err(Error::internal)?;
    let id = thread.mail_ref.clone().unwrap_or_else(|| format!("{key}@{}", from.email.domain()));
    let mut builder = Message::builder().from(from.clone()).to(to).message_id(Some(format!("<{id}>"))).subject(&subject);
    if let Some(address) = one_click {
        for (name, value) in
            [("List-Unsubscribe", format!("<{address}>")), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into())]
        {
            builder = builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
    }
    if let Some(last) = thread.answers.last() {
        let all: Vec<String> = thread.answers.iter().map(|id| format!("<{id}>")).collect();
        builder = builder.in_reply_to(format!("<{last}>")).references(all.join(" "));
    }
    if let Some(reply_to) = &thread.reply_to {
        // The address alone, without a name: lettre 0.11.23 panics over control characters in one.
        builder = builder.reply_to(Mailbox::new(None, reply_to.parse().map_err(Error::internal)?));
    }
    if !by_person {
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        builder = builder.raw_header(HeaderValue::new(name, "auto-generated".into()));
    }
    builder.multipart(MultiPart::alternative_plain_html(letter.body.clone(), html)).map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::Mailbox;

    #[test]
    fn every_address_that_the_core_takes_can_be_written_to() {
        let signs = "!#$%&'*+-/=?^_`{|}~";
        let mut addresses: Vec<String> = signs.chars().map(|sign| format!("a{sign}@example.com")).collect();
        addresses.extend(["zoë@example.com", "名前@例え.jp", "a.b-c@x-1.co.uk", "1@2.example"].map(str::to_owned));
        for address in addresses {
            assert!(core_wasm::account::login::email(&address).is_ok(), "{address}");
            assert!(address.parse::<Mailbox>().is_ok(), "{address}");
        }
    }
}
