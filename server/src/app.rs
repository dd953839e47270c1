//! The running application: the state of all slices, created once.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::FromRef;
use tokio::net::TcpListener;

use crate::account::{self, Accounts};
use crate::announcements::{self, Announcements};
use crate::audit_log::{self, AuditLog};
use crate::clock::Clock;
use crate::config::{Config, DataArgs};
use crate::course::Courses;
use crate::db::Db;
use crate::drawing::Drawings;
use crate::editor::Desk;
use crate::error::{Error, Result};
use crate::http::Connections;
use crate::http::compress::Compressor;
use crate::http::headers::Policy;
use crate::http::unread::UnreadBudget;
use crate::images::Images;
use crate::leases::Leases;
use crate::leaving::Exports;
use crate::live::{Boards, Push};
use crate::mail::{self, Mail};
use crate::metrics::Metrics;
use crate::packets::Packets;
use crate::photos::{self, Photos};
use crate::previews;
use crate::profile;
use crate::race::Races;
use crate::results::Results;
use crate::site::Site;
use crate::ticket::{self, Mailbox, PutOff, Tickets};
use crate::timed;
use crate::timing::{self, MylapsLimits, Timing};
use crate::venue::Venue;

/// The folder of uploads in progress, inside the data folder.
const SPOOL: &str = "spool";

/// The running application. A handler receives the part that it needs ([`FromRef`]), never the whole.
///
/// A request clones it several times, once for each route that it passes through: that is one count.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of the application.
pub struct Parts {
    pub(crate) config: Arc<Config>,
    data: PathBuf,
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) leases: Leases,
    pub(crate) mail: Mail,
    /// Locked for reading while a mail is sent.
    sending: Arc<tokio::sync::RwLock<()>>,
    pub(crate) images: Images,
    pub(crate) boards: Boards,
    pub(crate) push: Push,
    pub(crate) accounts: Accounts,
    pub(crate) exports: Exports,
    pub(crate) races: Races,
    pub(crate) desk: Desk,
    pub(crate) timing: Timing,
    pub(crate) results: Results,
    pub(crate) packets: Packets,
    pub(crate) venue: Venue,
    pub(crate) courses: Courses,
    pub(crate) photos: Photos,
    pub(crate) tickets: Tickets,
    pub(crate) announcements: Announcements,
    pub(crate) audit_log: AuditLog,
    pub(crate) site: Site,
    pub(crate) connections: Connections,
    pub(crate) unread: UnreadBudget,
    pub(crate) compressor: Arc<Compressor>,
    pub(crate) policy: Policy,
    pub(crate) metrics: Metrics,
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parts").field("data", &self.data).finish_non_exhaustive()
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Each handler's state: a clone of the part of this type.
macro_rules! parts {
    ($($part:ident: $of:ty),* $(,)?) => {$(
        impl FromRef<App> for $of {
            fn from_ref(app: &App) -> Self {
                app.$part.clone()
            }
        }
    )*};
}

parts! {
    config: Arc<Config>,
    db: Db,
    clock: Clock,
    mail: Mail,
    images: Images,
    boards: Boards,
    push: Push,
    accounts: Accounts,
    exports: Exports,
    races: Races,
    desk: Desk,
    timing: Timing,
    results: Results,
    packets: Packets,
    venue: Venue,
    courses: Courses,
    photos: Photos,
    tickets: Tickets,
    announcements: Announcements,
    audit_log: AuditLog,
    site: Site,
    connections: Connections,
    unread: UnreadBudget,
    compressor: Arc<Compressor>,
    policy: Policy,
    metrics: Metrics,
}

impl App {
    /// Opens the data folder (creating it and its database when new) and creates the state of all slices.
    ///
    /// # Errors
    /// When the folder or the database cannot be used, or a setting is invalid.
    pub async fn open(config: Config, stores: &DataArgs, clock: Clock, mail: Mail) -> Result<Self> {
        // The folder comes first: the database may be in it.
        let images = Images::start(stores.data.join(SPOOL))?;
        Self::assemble(stores.open()?, images, config, &stores.data, clock, mail).await
    }

    /// The same on a database that is open already: for tests.
    ///
    /// # Errors
    /// As [`App::open`].
    pub async fn open_on(db: Db, config: Config, data: &Path, clock: Clock, mail: Mail) -> Result<Self> {
        Self::assemble(db, Images::start(data.join(SPOOL))?, config, data, clock, mail).await
    }

    async fn assemble(db: Db, images: Images, config: Config, data: &Path, clock: Clock, mail: Mail) -> Result<Self> {
        let config = Arc::new(config);
        timed::store::fill_people(&db).await?;
        let leases = Leases::new(db.clone(), clock.clone());
        let boards = Boards::start(db.clone(), clock.clone())?;
        let limit = config.connections.unwrap_or_else(Connections::default_limit);
        let connections = Connections::new(limit, config.trusted_proxies.clone());
        let unread = UnreadBudget::new(connections.clone());
        let drawings = Drawings::start()?;
        let sending: Arc<tokio::sync::RwLock<()>> = Arc::default();
        let results =
            Results::open(db.clone(), clock.clone(), boards.clone(), config.clone(), drawings.clone(), unread.clone()).await?;
        Ok(Self(Arc::new(Parts {
            push: Push::open(db.clone(), clock.clone(), leases.clone(), boards.clone(), &config).await?,
            accounts: Accounts::open(db.clone(), clock.clone(), config.clone()).await?,
            exports: Exports::default(),
            races: Races { db: db.clone(), clock: clock.clone(), config: config.clone(), unread: unread.clone() },
            desk: Desk {
                db: db.clone(),
                clock: clock.clone(),
                config: config.clone(),
                images: images.clone(),
                boards: boards.clone(),
            },
            courses: Courses::start(db.clone(), clock.clone())?,
            packets: Packets::new(db.clone(), clock.clone(), boards.clone(), unread.clone()),
            venue: Venue::new(db.clone(), boards.clone(), unread.clone()),
            photos: Photos::open(db.clone(), clock.clone(), config.clone(), images.clone(), boards.clone(), data)?,
            tickets: Tickets::open(db.clone(), clock.clone(), config.clone(), mail.clone(), sending.clone(), images.clone())
                .await?,
            announcements: Announcements::open(db.clone(), clock.clone(), leases.clone(), config.clone()).await?,
            audit_log: AuditLog::new(db.clone(), clock.clone(), leases.clone()),
            site: Site::new(
                db.clone(),
                clock.clone(),
                config.clone(),
                boards.clone(),
                drawings.clone(),
                results.certificates.clone(),
            ),
            results,
            timing: Timing::start(db.clone(), clock.clone(), leases.clone(), boards.clone(), unread.clone(), &config)?,
            policy: Policy::new(&config),
            metrics: Metrics::default(),
            compressor: Arc::new(Compressor::start()?),
            data: data.to_owned(),
            config,
            db,
            clock,
            leases,
            mail,
            sending,
            images,
            boards,
            connections,
            unread,
        })))
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// The clock; it is the only source of the time in the server.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The current time, in epoch milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// The live boards.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The state of the calls that create and change pages.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The destination of mail.
    #[must_use]
    pub fn mail(&self) -> &Mail {
        &self.mail
    }

    /// The folder of everything that this installation stores.
    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder of uploads in progress; emptied at every start.
    #[must_use]
    pub fn spool(&self) -> &Path {
        self.images.spool()
    }

    /// Serves timers that speak the protocol of MYLAPS on `listener`.
    pub fn serve_mylaps(&self, listener: TcpListener, limits: MylapsLimits) -> impl Future<Output = ()> + Send + use<> {
        timing::serve_mylaps(listener, self.timing.clone(), limits)
    }

    /// Sends push messages about followed runners, for ever.
    pub(crate) fn push_for_ever(&self) -> impl Future<Output = ()> + Send + use<> {
        self.push.clone().run()
    }

    /// Does the same once, and deletes what is over: for tests.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn push_once(&self) -> Result<()> {
        self.push.tidy().await?;
        self.push.round().await
    }

    /// Fetches from timers' services and boxes what races have set, for ever.
    pub fn serve_pulls(&self) -> impl Future<Output = ()> + Send + use<> {
        timing::serve_pulls(self.timing.clone())
    }

    /// Fetches once what is due, and waits until it is stored: for tests.
    pub async fn pull_due(&self) {
        timing::pull_due(&self.timing).await;
    }

    /// Checks the audit record at the start and every day, for ever.
    pub fn check_record(&self) -> impl Future<Output = ()> + Send + use<> {
        audit_log::check_daily(self.audit_log.clone())
    }

    /// Deletes lists of dry runs that are stored for too long, for ever.
    pub fn forget_lists(&self) -> impl Future<Output = ()> + Send + use<> {
        previews::forget_old_for_ever(self.db.clone(), self.clock.clone())
    }

    /// Does the same once: for tests.
    ///
    /// # Errors
    /// When the rows cannot be deleted.
    pub async fn forget_lists_once(&self) -> Result<()> {
        previews::forget_old(&self.db, &self.clock).await
    }

    /// Tidies photos and uploads for ever.
    pub fn tidy_photos(&self) -> impl Future<Output = ()> + Send + use<> {
        photos::tidy_for_ever(self.photos.clone(), self.leases.clone())
    }

    /// Does the same once: for tests.
    pub async fn tidy_photos_once(&self) {
        self.photos.tidy(&self.leases).await;
    }

    /// Takes mails for tickets from the mailbox, for ever.
    pub(crate) fn take_mails(&self, mailbox: Mailbox) -> impl Future<Output = ()> + Send + use<> {
        ticket::take_mails(self.tickets.clone(), mailbox, self.leases.clone())
    }

    /// Does the same once, and returns how many mails were taken: for tests.
    ///
    /// # Errors
    /// When there is no mailbox in the settings, or it cannot be read.
    pub async fn take_mails_once(&self) -> Result<usize> {
        let mailbox = Mailbox::from_settings(&self.config)?.ok_or_else(|| Error::message("no mailbox is set"))?;
        ticket::take_mails_once(&self.tickets, &mailbox, &PutOff::default()).await
    }

    /// Deletes pictures of tickets whose message was never sent, every hour.
    pub fn tidy_tickets(&self) -> impl Future<Output = ()> + Send + use<> {
        ticket::pictures::tidy_hourly(self.tickets.clone())
    }

    /// Does the same once: for tests.
    ///
    /// # Errors
    /// When the rows cannot be deleted.
    pub async fn tidy_tickets_once(&self) -> Result<()> {
        ticket::pictures::tidy_now(&self.tickets).await
    }

    /// The open connections.
    #[must_use]
    pub fn connections(&self) -> &Connections {
        &self.connections
    }

    /// Writes the requested mails with password links to the outbox, and sends every mail that is due; returns how many were sent.
    ///
    /// # Errors
    /// When the outbox cannot be read or written.
    pub async fn send_mail(&self) -> Result<usize> {
        account::write_letters(&self.accounts).await?;
        profile::write_letters(&self.accounts).await?;
        mail::send_due(&self.db, &self.clock, &self.mail, &self.sending).await
    }

    /// Puts the mails of announcements into the outbox, some each second, for ever.
    pub fn deliver_announcements(&self) -> impl Future<Output = ()> + Send + use<> {
        announcements::run(self.announcements.clone())
    }

    /// Puts the next of them there once; returns how many: for tests.
    ///
    /// # Errors
    /// When the rows cannot be read or written.
    pub async fn deliver_announcements_once(&self) -> Result<usize> {
        self.announcements.deliver().await
    }

    /// Gives back what this copy does alone, so that another one goes on at once. Call it when the workers have ended.
    pub async fn give_leases_back(&self) {
        self.leases.give_all_back().await;
    }

    /// Waits for the mails and push messages that are being sent, and sends no further ones.
    pub async fn stop_sending(&self) {
        tokio::join!(mail::stop(&self.sending), self.push.stop());
    }
}
