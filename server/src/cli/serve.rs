//! `splitline serve`

use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{LogFormat, metrics};
use crate::account::{self, admin::First};
use crate::app::App;
use crate::audit;
use crate::clock::Clock;
use crate::config::{Config, DataArgs};
use crate::demo;
use crate::disk::private_folder;
use crate::editor;
use crate::error::{Error, Result};
use crate::http::Connections;
use crate::mail::{self, Mail};
use crate::router::router;
use crate::ticket::Mailbox;
use crate::timing::MylapsLimits;

/// The contact and profiles in the footer of the demo, if nothing else is set: the sites' home pages, so nobody's real profiles.
const DEMO_CONTACT: &str = "hello@example.com";
const DEMO_SOCIAL: [&str; 4] =
    ["https://www.instagram.com/", "https://www.facebook.com/", "https://www.strava.com/", "https://www.youtube.com/"];

/// The file that is locked while a server runs.
const LOCK: &str = "serving.lock";

pub(super) async fn serve(mut config: Config, stores: &DataArgs, log_format: LogFormat) -> Result<()> {
    let data = &*stores.data;
    if config.demo {
        config.contact.get_or_insert_with(|| DEMO_CONTACT.into());
        if config.social.is_empty() {
            config.social = DEMO_SOCIAL.iter().filter_map(|site| site.parse().ok()).collect();
        }
    }
    // Before anything else: an address in use is the most common mistake, and must not leave an incomplete data folder.
    let listener = bind("--listen", config.listen).await?;
    let mylaps = match config.mylaps_listen {
        Some(address) => Some(bind("--mylaps-listen", address).await?),
        None => None,
    };
    let metrics = match config.metrics_listen {
        Some(address) => Some(bind("--metrics-listen", address).await?),
        None => None,
    };
    let letters = Mail::from_settings(config.smtp_url.as_ref(), &config.mail_from, data.join("mail"))?;
    let signer = config.dkim.signer(&config.mail_from)?;
    if let Some(signer) = &signer {
        tracing::info!(
            record = signer.record_name(),
            "mail is signed: `splitline dkim-record` prints the record that belongs in DNS"
        );
    }
    let letters = letters.signed(signer);
    let mailbox = Mailbox::from_settings(&config)?;
    if config.smtp_url.is_none() {
        tracing::info!(folder = %data.join("mail").display(), "no mail server is configured: mail is written to files");
    }
    if config.behind_tls() && config.trusted_proxies.is_empty() {
        tracing::warn!(
            "the public address is https and no proxy is trusted: all visitors seem to come from the proxy's address, and share what one \
             address may do. Name the proxy with --trusted-proxies"
        );
    }
    raise_file_limit();
    let unusable = |error: Error| Error::message(format!("the data folder {} cannot be used: {error}", data.display()));
    let _lock = lock_folder(data).map_err(unusable)?;
    let app = App::open(config, stores, Clock::System, letters).await;
    // What fails with a server's database names that.
    let app = if stores.database.is_some() { app? } else { app.map_err(unusable)? };
    let config = &app.config;
    match account::admin::first(app.db(), config.admin_email.as_deref(), config.admin_password.as_ref(), app.now_ms()).await? {
        First::Made => tracing::info!("made the first administrator"),
        // The demo makes its own.
        First::Missing if !config.demo => tracing::warn!(
            "there is no administrator, so nobody can create a race: `splitline admin create`, with the same --data and --database, makes \
             one, also while the site is served; so does a start with both --admin-email and SPLITLINE_ADMIN_PASSWORD"
        ),
        First::Present | First::Missing => {}
    }
    let router = router(&app);
    let mut workers = JoinSet::new();
    let mail_app = app.clone();
    workers.spawn(mail::run(move || {
        let app = mail_app.clone();
        async move { app.send_mail().await }
    }));
    workers.spawn(app.deliver_announcements());
    if let Some(mailbox) = mailbox {
        workers.spawn(app.take_mails(mailbox));
    }
    workers.spawn(app.tidy_tickets());
    workers.spawn(app.serve_pulls());
    workers.spawn(app.push_for_ever());
    workers.spawn(app.tidy_photos());
    workers.spawn(app.forget_lists());
    workers.spawn(editor::purge_hourly(app.desk.clone()));
    workers.spawn(audit::log_anchors(app.db.clone()));
    workers.spawn(app.check_record());
    workers.spawn(app.boards.warm_up());
    if let Some(listener) = metrics {
        let collectors = Connections::new(metrics::COLLECTORS, Vec::new());
        workers.spawn(crate::http::serve(
            listener,
            metrics::Service::new(&app),
            collectors,
            std::future::pending(),
            std::future::ready(()),
        ));
    }
    if let Some(mylaps) = mylaps {
        workers.spawn(app.serve_mylaps(mylaps, MylapsLimits::default()));
    }
    let company = match config.demo {
        true => demo::open(&app, router.clone(), &|text| println!("  {text}")).await?,
        false => None,
    };
    let started = format!("Splitline is at {}", config.site_url());
    match log_format {
        LogFormat::Text => println!("{started}"),
        // A collector reads both outputs as one stream of objects.
        LogFormat::Json => println!("{}", serde_json::json!({ "level": "INFO", "message": started })),
    }
    if let Some(company) = company {
        println!("Administrator: {}   Password: {}", company.director.email, company.director.password);
        workers.spawn(company.run());
    }
    let drain = Duration::from_secs(config.drain);
    let asked = times_asked_to_stop()?;
    let (mut first, mut second) = (asked.clone(), asked);
    let stop = async move {
        let _ = first.wait_for(|times| *times >= 1).await;
        tracing::info!(?drain, "stopping: running requests may finish");
    };
    // Whoever asks a second time does not want to wait.
    let drained = async move { drop(tokio::time::timeout(drain, second.wait_for(|times| *times >= 2)).await) };
    crate::http::serve(listener, router, app.connections.clone(), stop, drained).await;
    app.stop_sending().await;
    workers.shutdown().await;
    app.give_leases_back().await;
    // The anchor shows whether the record was changed after the server stopped.
    audit::log_anchor(&app.db, None).await;
    tracing::info!("stopped");
    Ok(())
}

/// Listens on the address of a setting.
async fn bind(setting: &str, address: SocketAddr) -> Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| Error::message(format!("cannot listen on {address} ({setting}): {error}")))
}

/// Raises the limit of open files to the allowed maximum: each connection uses one.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
    {
        tracing::warn!(%error, ?current, "the limit of open files could not be raised");
    }
}

/// Locks the data folder for as long as the returned file is open: a second server would delete the uploads in progress, and send
/// mail twice. The system releases the lock however the process ends.
pub(super) fn lock_folder(data: &Path) -> Result<File> {
    private_folder(data)?;
    let file = File::create(data.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::message("another Splitline program uses it")),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// How often the program was asked to stop, by SIGINT or SIGTERM.
fn times_asked_to_stop() -> Result<watch::Receiver<u32>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let (asked, times) = watch::channel(0);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            asked.send_modify(|times| *times += 1);
        }
    });
    Ok(times)
}
