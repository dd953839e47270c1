//! The settings of an installation: every flag has a `SPLITLINE_…` variable; `--help` describes them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use ipnet::IpNet;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::db::{self, Db, Schema};
use crate::error::{Error, Result};

/// The sender of mail while none is set.
pub(crate) const MAIL_FROM: &str = "Splitline <no-reply@localhost>";

/// Where the installation stores what it has.
#[derive(Args, Clone, Debug)]
pub struct DataArgs {
    /// Folder of the database, photos and, without an SMTP server, mail
    #[arg(long, env = "SPLITLINE_DATA", default_value = "data", global = true)]
    pub data: PathBuf,
    /// Address of a PostgreSQL database: postgres://user:password@host/database; without it, the database is a file in that folder
    #[arg(long, env = "SPLITLINE_DATABASE", hide_env_values = true, global = true)]
    pub database: Option<SecretString>,
    /// Address of a replica of that database, from which visitors read what is public as long as it is at most five seconds behind
    #[arg(long, env = "SPLITLINE_DATABASE_READ", hide_env_values = true, global = true, requires = "database")]
    pub database_read: Option<SecretString>,
}

impl DataArgs {
    /// Everything in a folder, the database, too.
    #[must_use]
    pub fn folder(data: &Path) -> Self {
        Self { data: data.to_owned(), database: None, database_read: None }
    }

    /// The file of the database in the folder; `None` when it is on a server.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        self.database.is_none().then(|| self.data.join(db::FILE))
    }

    /// Where the database is, to move it.
    #[must_use]
    pub fn place(&self) -> db::Database {
        match &self.database {
            Some(address) => db::Database::Server(address.clone()),
            None => db::Database::File(self.data.join(db::FILE)),
        }
    }

    /// Opens the database, and creates or migrates it.
    ///
    /// # Errors
    /// As [`Db::open`] and [`Db::connect`].
    pub fn open(&self) -> Result<Db> {
        self.open_with(Schema::Migrated)
    }

    /// Opens the database.
    ///
    /// # Errors
    /// As [`Db::open_with`] and [`Db::connect_with`], and when no file is there that must be.
    pub fn open_with(&self, schema: Schema) -> Result<Db> {
        let replica = self.database_read.as_ref().filter(|_| schema == Schema::Migrated).map(ExposeSecret::expose_secret);
        match &self.database {
            Some(address) => Db::connect_with(address.expose_secret(), replica, schema),
            None => {
                if schema == Schema::Present {
                    self.check_exists()?;
                }
                Db::open_with(&self.data.join(db::FILE), schema)
            }
        }
    }

    /// Checks that the file of the database exists; whether one on a server does is seen when it is opened.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn check_exists(&self) -> Result<()> {
        match self.file().filter(|file| !file.exists()) {
            Some(missing) => Err(Error::message(format!("there is no database at {}", missing.display()))),
            None => Ok(()),
        }
    }
}

/// The settings of DKIM; both or none.
#[derive(Args, Clone, Debug, Default)]
pub struct DkimArgs {
    /// DKIM: the selector, the name of the key in DNS; `splitline dkim-record` prints the record that belongs there
    #[arg(long, env = "SPLITLINE_DKIM_SELECTOR")]
    pub dkim_selector: Option<String>,

    /// DKIM: the file of the private key (PEM; RSA of 2048 bits or more, or Ed25519) with which all mail is signed for the domain of the
    /// sender
    #[arg(long, env = "SPLITLINE_DKIM_KEY")]
    pub dkim_key: Option<PathBuf>,
}

/// The settings of `splitline serve`.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on
    #[arg(long, env = "SPLITLINE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Address and port for MYLAPS timers (Timing & Scoring, ToolKit). The protocol has no key and no encryption: only what the
    /// timing desk allows is taken
    #[arg(long, env = "SPLITLINE_MYLAPS_LISTEN")]
    pub mylaps_listen: Option<SocketAddr>,

    /// Address and port of the metrics for a Prometheus server, at /metrics: one that visitors cannot reach. Without it there are none
    #[arg(long, env = "SPLITLINE_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,

    /// How many seconds the program still takes requests after it was told to stop, while /readyz says that it will. Behind a proxy that
    /// has another copy to send visitors to, 5; else 0
    #[arg(long, env = "SPLITLINE_DRAIN", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=30))]
    pub drain: u64,

    /// Fill an empty database with a company, its races, and one live race
    #[arg(long, env = "SPLITLINE_DEMO")]
    pub demo: bool,

    /// The site's address as visitors see it; https here means that a proxy in front does TLS
    #[arg(long, env = "SPLITLINE_PUBLIC_URL", value_parser = own_address)]
    pub public_url: Option<Url>,

    /// Name in titles and mail
    #[arg(long, env = "SPLITLINE_SITE_NAME", default_value = "Splitline")]
    pub site_name: String,

    /// Another origin whose pages may use the API (repeat, or separate by commas)
    #[arg(long, env = "SPLITLINE_ALLOW_ORIGIN", value_delimiter = ',', value_parser = own_address)]
    pub allow_origin: Vec<Url>,

    /// Mail server, smtp://host:port or smtps://user:password@host:port; without it mail goes to files under data/mail
    #[arg(long, env = "SPLITLINE_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,

    /// Sender of the site's mail
    #[arg(long, env = "SPLITLINE_MAIL_FROM", default_value = MAIL_FROM)]
    pub mail_from: String,

    /// Address to which mails of tickets are answered. Each mail has one of its own, support+t1042-…@example.com, so the mailbox must take
    /// what follows a plus; without it mails are answered to the sender
    #[arg(long, env = "SPLITLINE_REPLY_ADDRESS", value_parser = reply_address)]
    pub reply_address: Option<String>,

    /// Mailbox of the answers, imaps://user:password@host/INBOX, which nobody else reads: mails that are read are taken to be done
    /// (imap:// without TLS is for this machine only)
    #[arg(long, env = "SPLITLINE_IMAP_URL", hide_env_values = true, conflicts_with = "maildir")]
    pub imap_url: Option<SecretString>,

    /// Folder of the answers in the form of a maildir, in place of a mailbox
    #[arg(long, env = "SPLITLINE_MAILDIR")]
    pub maildir: Option<PathBuf>,

    /// The key with which mail is signed.
    #[command(flatten)]
    pub dkim: DkimArgs,

    /// Proxies (address or network, 10.0.0.0/8) whose X-Forwarded-For is trusted; empty: none
    #[arg(long, env = "SPLITLINE_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Connections at once; one address may have an eighth of them, a trusted proxy all. Without it as many as the process may
    /// open files for, at most 4096
    #[arg(long, env = "SPLITLINE_CONNECTIONS")]
    pub connections: Option<usize>,

    /// Further hosts that may be framed (maps, videos, galleries)
    #[arg(long, env = "SPLITLINE_EMBED_HOSTS", value_delimiter = ',', value_parser = embed_host)]
    pub embed_hosts: Vec<String>,

    /// Geocoding service that the browser uses
    #[arg(long, env = "SPLITLINE_GEOCODING_URL", default_value = "https://geocoding-api.open-meteo.com/v1/search", value_parser = web_address)]
    pub geocoding_url: Url,

    /// Forecast service that the browser uses
    #[arg(long, env = "SPLITLINE_FORECAST_URL", default_value = "https://api.open-meteo.com/v1/forecast", value_parser = web_address)]
    pub forecast_url: Url,

    /// Networks (192.168.7.0/24) to which the server may connect for timers beside public addresses, such as that of ChronoTrack boxes
    /// or of a test; repeat, or separate by commas
    #[arg(long, env = "SPLITLINE_PULL_NETWORKS", value_delimiter = ',', value_parser = network)]
    pub pull_networks: Vec<IpNet>,

    /// Networks in which a push service of one's own may be, beside the public ones of browsers; there it may also speak http
    #[arg(long, env = "SPLITLINE_PUSH_NETWORKS", value_delimiter = ',', value_parser = network)]
    pub push_networks: Vec<IpNet>,

    /// RACE RESULT's Simple API, from which the server fetches reads
    #[arg(long, env = "SPLITLINE_RACE_RESULT_URL", default_value = "https://api.raceresult.com/", value_parser = web_address)]
    pub race_result_url: Url,

    /// RunSignup, from which the server fetches results
    #[arg(long, env = "SPLITLINE_RUNSIGNUP_URL", default_value = "https://runsignup.com/", value_parser = web_address)]
    pub runsignup_url: Url,

    /// Where photos of races and the files that are being sent are stored: a folder, or a bucket that speaks S3's protocol (s3://bucket/prefix), whose keys, region and
    /// address are in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL; without it a folder in the data folder
    #[arg(long, env = "SPLITLINE_PHOTOS")]
    pub photos: Option<PhotoPlace>,

    /// How many bytes the photos of one race may have, in all their sizes: a number, or with K, M, G or T
    #[arg(long, env = "SPLITLINE_PHOTOS_PER_RACE", default_value = "20G", value_parser = bytes)]
    pub photos_per_race: u64,

    /// How many bytes all photos may have
    #[arg(long, env = "SPLITLINE_PHOTOS_LIMIT", default_value = "200G", value_parser = bytes)]
    pub photos_limit: u64,

    /// Script that counts visits; pages load it only for visitors who accepted analytics
    #[arg(long, env = "SPLITLINE_ANALYTICS_URL", value_parser = web_address)]
    pub analytics_url: Option<Url>,

    /// Mail address that the footer and the information pages show
    #[arg(long, env = "SPLITLINE_CONTACT")]
    pub contact: Option<String>,

    /// The company's profiles on social sites, whole addresses (repeat, or separate by commas)
    #[arg(long, env = "SPLITLINE_SOCIAL", value_delimiter = ',', value_parser = web_address)]
    pub social: Vec<Url>,

    /// E-mail address of the first administrator, created at the first start
    #[arg(long, env = "SPLITLINE_ADMIN_EMAIL")]
    pub admin_email: Option<String>,

    /// Password of the first administrator (taken from the variable, so that no process list shows it)
    #[arg(long, env = "SPLITLINE_ADMIN_PASSWORD", hide_env_values = true)]
    pub admin_password: Option<SecretString>,
}

impl Config {
    /// The site's address: as configured, or the address listened on.
    #[must_use]
    pub fn site_url(&self) -> String {
        match &self.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.listen),
        }
    }

    /// Whether visitors use TLS: cookies are then bound to the host, and browsers are told to stay on https.
    #[must_use]
    pub fn behind_tls(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if matches!(url.scheme(), "http" | "https") && url.host_str().is_some() {
        Ok(url)
    } else {
        Err("an http or https address is needed".into())
    }
}

/// An address with scheme, host and port only: links are made by adding a path.
fn own_address(text: &str) -> Result<Url, String> {
    let url = web_address(text)?;
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    if bare && url.username().is_empty() && url.password().is_none() {
        Ok(url)
    } else {
        Err("an address without path, query or user is needed, like https://races.example.com".into())
    }
}

/// A host that the core accepts; the core would silently ignore any other.
fn embed_host(text: &str) -> Result<String, String> {
    let host = text.trim().to_owned();
    let frames = |hosts: &[String]| core_wasm::race::embed::frame_sources(hosts).len();
    if frames(std::slice::from_ref(&host)) > frames(&[]) {
        Ok(host)
    } else {
        Err("a host is needed, like maps.example.com or *.example.com".into())
    }
}

/// An address that the core can sign.
fn reply_address(text: &str) -> Result<String, String> {
    core_wasm::ticket::incoming::reply_base(text).ok_or_else(|| {
        "an address is needed with at most 20 characters and no plus before the @, like support@example.com".into()
    })
}

/// A number of bytes: `20G` is 20 × 2³⁰.
fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, shift) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (text.get(..text.len() - 1), 10),
        Some(b'M') => (text.get(..text.len() - 1), 20),
        Some(b'G') => (text.get(..text.len() - 1), 30),
        Some(b'T') => (text.get(..text.len() - 1), 40),
        _ => (Some(text), 0),
    };
    let number = number.and_then(|number| number.trim().parse::<u64>().ok());
    number.and_then(|number| number.checked_mul(1 << shift)).ok_or_else(|| "a number of bytes is needed, like 20G".into())
}

/// A network, or a single address as a network of one.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<std::net::IpAddr>().map(IpNet::from);
    address.or_else(|_| text.parse::<IpNet>()).map_err(|error| error.to_string())
}

/// Where photos are stored (`SPLITLINE_PHOTOS`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhotoPlace {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A bucket, and the beginning of the keys in it.
    Bucket(String, String),
}

impl FromStr for PhotoPlace {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.split_once("://") {
            Some(("s3", rest)) => {
                let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
                let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
                if bucket.is_empty() || !bucket.chars().all(is_name) {
                    return Err("a bucket is needed, like s3://races-photos or s3://races-photos/site".into());
                }
                Ok(Self::Bucket(bucket.to_owned(), prefix.trim_matches('/').to_owned()))
            }
            Some(_) => Err("a folder or a bucket is needed, like /srv/photos or s3://races-photos".into()),
            None if text.trim().is_empty() => Err("a folder or a bucket is needed, like /srv/photos or s3://races-photos".into()),
            None => Ok(Self::Folder(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_folder_or_a_bucket() {
        assert_eq!("/srv/photos".parse(), Ok(PhotoPlace::Folder("/srv/photos".into())));
        assert_eq!("s3://a-b/c/d/".parse(), Ok(PhotoPlace::Bucket("a-b".into(), "c/d".into())));
        for wrong in ["", "s3://", "s3:///x", "https://a", "s3://a b"] {
            assert!(wrong.parse::<PhotoPlace>().is_err(), "{wrong}");
        }
    }
}
