//! A mailbox that is read by IMAP: unread mails are taken, and are read then.
//!
//! The connection lasts for one look at the mailbox. Nothing is deleted.

use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_imap::Session;
use core_wasm::ticket::incoming::MOST_MAIL_BYTES;
use futures_util::TryStreamExt;
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use url::Url;

use super::mailbox::Fetched;
use super::{Marked, mailbox_error};
use crate::error::{Error, Result};

/// The time limit of a command, and of fetching a mail.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Where a mailbox is, and who reads it.
#[derive(Clone)]
pub(crate) struct ImapPlace {
    host: String,
    port: u16,
    has_tls: bool,
    user: String,
    password: SecretString,
    folder: String,
}

impl ImapPlace {
    /// Reads `imaps://user:password@host/INBOX`.
    pub(super) fn parse(url: &SecretString) -> std::result::Result<Self, &'static str> {
        let url = Url::parse(url.expose_secret()).map_err(|_| "an address is needed, like imaps://user:password@host/INBOX")?;
        // Of this scheme the parser does not tell addresses from names.
        let host = url.host_str().ok_or("a host is needed")?.trim_matches(['[', ']']).to_owned();
        let has_tls = match url.scheme() {
            "imaps" => true,
            "imap" if is_here(&host) => false,
            "imap" => return Err("a password is sent without TLS to this machine only: use imaps://"),
            _ => return Err("imaps:// is needed"),
        };
        let decoded =
            |text: &str| percent_decode_str(text).decode_utf8().map(|text| text.into_owned()).map_err(|_| "it is no UTF-8");
        let (user, password) = (decoded(url.username())?, decoded(url.password().unwrap_or_default())?);
        if user.is_empty() || password.is_empty() {
            return Err("a user and a password are needed");
        }
        let folder = decoded(url.path().trim_matches('/'))?;
        Ok(Self {
            host,
            port: url.port().unwrap_or(if has_tls { 993 } else { 143 }),
            has_tls,
            user,
            password: password.into(),
            folder: if folder.is_empty() { "INBOX".to_owned() } else { folder },
        })
    }
}

fn is_here(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A connection, with TLS or without.
trait Connection: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Debug> Connection for T {}

/// An opened mailbox.
pub(super) struct Imap(Session<Box<dyn Connection>>);

impl Imap {
    pub(super) async fn open(place: &ImapPlace) -> Result<Self> {
        timeout(TIMEOUT, Self::connect(place)).await.map_err(|_| Error::message("the mail server did not answer in time"))?
    }

    async fn connect(place: &ImapPlace) -> Result<Self> {
        let stream = TcpStream::connect((place.host.as_str(), place.port)).await;
        let stream = stream.map_err(|error| mailbox_error("the mail server cannot be reached", &error))?;
        let stream: Box<dyn Connection> = match place.has_tls {
            false => Box::new(stream),
            true => {
                let name = ServerName::try_from(place.host.clone()).map_err(Error::internal)?;
                let secured = tls()?.connect(name, stream).await;
                Box::new(secured.map_err(|error| mailbox_error("TLS with the mail server", &error))?)
            }
        };
        let mut client = async_imap::Client::new(stream);
        client.read_response().await?.ok_or_else(|| Error::message("the mail server does not greet"))?;
        // The error may repeat what was sent: it is not logged.
        let session = client.login(&place.user, place.password.expose_secret()).await;
        let mut session = session.map_err(|_| Error::message("the mail server refuses the user or the password"))?;
        session.select(&place.folder).await.map_err(|error| mailbox_error("the folder of the mailbox", &error))?;
        Ok(Self(session))
    }

    pub(super) async fn new_mails(&mut self) -> Result<Vec<String>> {
        let found = timeout(TIMEOUT, self.0.uid_search("UNSEEN")).await.map_err(|_| late())?;
        let mut uids: Vec<u32> = found.map_err(|error| mailbox_error("the search of the mailbox", &error))?.into_iter().collect();
        uids.sort_unstable();
        Ok(uids.iter().map(u32::to_string).collect())
    }

    /// A mail. That there is none is an error, also when somebody has removed it: servers end the connection over a mail that they cannot read, or
    /// refuse it, and the library tells neither from an answer without a mail.
    pub(super) async fn fetch(&mut self, uid: &str) -> Result<Fetched> {
        // `PEEK`, since a mail is read only once it is stored.
        let query = format!("(UID RFC822.SIZE BODY.PEEK[]<0.{MOST_MAIL_BYTES}>)");
        let fetch = async { self.0.uid_fetch(uid, query).await?.try_collect::<Vec<_>>().await };
        let fetched = timeout(TIMEOUT, fetch).await.map_err(|_| late())?;
        let fetched = fetched.map_err(|error| mailbox_error("fetching a mail", &error))?;
        let found = fetched.iter().find_map(|mail| {
            let bytes = mail.body()?.to_vec();
            let is_cut = mail.size.is_some_and(|size| size as usize > MOST_MAIL_BYTES);
            Some(Fetched { bytes, is_cut })
        });
        found.ok_or_else(|| Error::message("the mail server did not give a mail"))
    }

    pub(super) async fn mark(&mut self, uid: &str, marked: Marked) -> Result<()> {
        let flags = if marked == Marked::Aside { "+FLAGS.SILENT (\\Seen \\Flagged)" } else { "+FLAGS.SILENT (\\Seen)" };
        let store = async { self.0.uid_store(uid, flags).await?.try_collect::<Vec<_>>().await };
        timeout(TIMEOUT, store).await.map_err(|_| late())?.map_err(|error| mailbox_error("marking a mail", &error))?;
        Ok(())
    }

    pub(super) async fn close(mut self) {
        // The connection ends either way.
        let _ = timeout(Duration::from_secs(5), self.0.logout()).await;
    }
}

fn late() -> Error {
    Error::message("the mail server did not answer in time")
}

fn tls() -> Result<TlsConnector> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(Error::internal)?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_a_user_and_a_folder() {
        let place = ImapPlace::parse(&"imaps://support%40example.com:p%3Aw@mail.example.com/Help%20desk".into()).unwrap();
        assert_eq!((place.host.as_str(), place.port, place.has_tls), ("mail.example.com", 993, true));
        assert_eq!(
            (place.user.as_str(), place.password.expose_secret(), place.folder.as_str()),
            ("support@example.com", "p:w", "Help desk")
        );
        let here = ImapPlace::parse(&"imap://a:b@127.0.0.1:1143".into()).unwrap();
        assert_eq!((here.port, here.has_tls, here.folder.as_str()), (1143, false, "INBOX"));
        for wrong in ["imap://a:b@mail.example.com", "imaps://mail.example.com", "https://a:b@mail.example.com", "x"] {
            assert!(ImapPlace::parse(&wrong.into()).is_err(), "{wrong}");
        }
    }
}
