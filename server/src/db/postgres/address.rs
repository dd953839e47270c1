//! Where a PostgreSQL server is: `postgres://user:password@host/database`, with the parameters that libpq knows.
//!
//! TLS is verified always, against the roots of the web or those in `sslrootcert`; only a server on this machine (a loopback address or a
//! socket) is spoken to without it, unless `sslmode` asks for it. `sslmode=disable` is for a network that nobody else is in.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use postgres::{Client, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::client::Driver;
use super::error;
use crate::error::{Error, Result, chain};

/// How long a connection may take to be made, and how long what was sent may stay unanswered by a machine that is gone.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// A server and a database on it.
#[derive(Clone)]
pub(in crate::db) struct Address {
    config: tokio_postgres::Config,
    tls: Option<MakeRustlsConnect>,
    /// For the log: no user, no password.
    shown: String,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// When it is none, or the file of `sslrootcert` cannot be read.
    pub(in crate::db) fn parse(text: &str) -> Result<Self> {
        let unreadable = |why: &dyn fmt::Display| Error::message(format!("the address of the database cannot be read: {why}"));
        let mut url = url::Url::parse(text).map_err(|why| unreadable(&why))?;
        let (mut mode, mut roots, mut rest) = (None, None, Vec::new());
        for (name, value) in url.query_pairs() {
            match &*name {
                "sslmode" => mode = Some(value.into_owned()),
                "sslrootcert" => roots = Some(value.into_owned()),
                _ => rest.push((name.into_owned(), value.into_owned())),
            }
        }
        url.set_query(None);
        if !rest.is_empty() {
            url.query_pairs_mut().extend_pairs(rest);
        }
        let mut config: tokio_postgres::Config = url.as_str().parse().map_err(|why| unreadable(&why))?;
        if config.get_hosts().is_empty() {
            return Err(unreadable(&"it names no host"));
        }
        let here =
            config.get_hosts().iter().zip(config.get_hostaddrs().iter().map(Some).chain(std::iter::repeat(None))).all(is_here);
        let wanted = match mode.as_deref() {
            None | Some("prefer" | "allow") => !here,
            Some("disable") => false,
            Some("require" | "verify-ca" | "verify-full") => true,
            Some(other) => return Err(unreadable(&format!("sslmode={other} is not known"))),
        };
        config.ssl_mode(if wanted { SslMode::Require } else { SslMode::Disable });
        config.keepalives_interval(TIMEOUT);
        config.connect_timeout(TIMEOUT).tcp_user_timeout(TIMEOUT * 2).keepalives_idle(Duration::from_secs(30));
        if config.get_application_name().is_none() {
            config.application_name("splitline");
        }
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let shown = format!("{}{port}{}", url.host_str().unwrap_or("localhost"), url.path());
        Ok(Self { config, tls: wanted.then(|| tls(roots.as_deref())).transpose()?, shown })
    }

    /// Makes a connection that waits without a limit for the answers of the server: for migrations.
    ///
    /// # Errors
    /// When the server cannot be reached, or refuses the connection.
    pub(super) fn connect(&self) -> Result<Client> {
        let config = postgres::Config::from(self.config.clone());
        let connected = match &self.tls {
            Some(tls) => config.connect(tls.clone()),
            None => config.connect(NoTls),
        };
        connected.map_err(|failure| match failure.code() {
            // A wrong password, no such database, or that it is starting.
            Some(_) => Error::message(format!("the database {self} refuses the connection: {}", error(failure))),
            // A wrong name, a refused connection or a certificate that cannot be verified; it names neither user nor password.
            None => Error::message(format!("the database {self} cannot be reached: {}", chain(&failure))),
        })
    }

    /// Makes a connection: what sends statements, and the future that drives the connection.
    pub(super) async fn open(&self) -> Result<(tokio_postgres::Client, Driver), postgres::Error> {
        Ok(match &self.tls {
            Some(tls) => {
                let (client, driver) = self.config.connect(tls.clone()).await?;
                (client, Box::pin(driver))
            }
            None => {
                let (client, driver) = self.config.connect(NoTls).await?;
                (client, Box::pin(driver))
            }
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

fn is_here((host, address): (&Host, Option<&std::net::IpAddr>)) -> bool {
    match (address, host) {
        (Some(address), _) => address.is_loopback(),
        (None, Host::Tcp(name)) => {
            name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        (None, Host::Unix(_)) => true,
    }
}

fn tls(roots: Option<&str>) -> Result<MakeRustlsConnect> {
    let mut store = RootCertStore::empty();
    match roots {
        Some(file) => {
            let unreadable = |why: &dyn fmt::Display| Error::message(format!("sslrootcert {file} cannot be read: {why}"));
            for root in CertificateDer::pem_file_iter(file).map_err(|why| unreadable(&why))? {
                store.add(root.map_err(|why| unreadable(&why))?).map_err(|why| unreadable(&why))?;
            }
        }
        None => store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(Error::internal)?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(store).with_no_client_auth()))
}
