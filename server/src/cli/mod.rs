//! The command line.
//!
//! Output for the person at the terminal is written to standard output, and only here; the log is written to standard error.
#![allow(clippy::print_stdout, reason = "this is the output of the command line")]

mod admin;
mod allocator;
mod metrics;
mod moving;
mod serve;
mod store;
mod timing;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, DataArgs, DkimArgs, MAIL_FROM};
use crate::error::{Error, Result};
use crate::replay::{self, ReplayArgs};

/// The website and race-day system of a company that puts on races.
#[derive(Parser, Debug)]
#[command(name = "splitline", version, propagate_version = true)]
pub struct Cli {
    #[command(flatten)]
    data: DataArgs,

    /// What to log, for example info or splitline_server=debug,info
    #[arg(long, env = "SPLITLINE_LOG", default_value = "info", global = true, value_parser = filter)]
    log: String,

    /// How the log is written: text for people, or json, one object a line, for programs
    #[arg(long, env = "SPLITLINE_LOG_FORMAT", default_value = "text", global = true)]
    log_format: LogFormat,

    #[command(subcommand)]
    command: Command,
}

/// How the log is written.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum LogFormat {
    Text,
    Json,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Serve the site and its API
    Serve(Box<Config>),
    /// Manage administrators
    Admin {
        #[command(subcommand)]
        command: admin::Command,
    },
    /// Set a race's timing up without a browser
    Timing {
        #[command(subcommand)]
        command: timing::Command,
    },
    /// Print the DNS record that belongs to the key with which mail is signed
    DkimRecord {
        #[command(flatten)]
        dkim: DkimArgs,
        /// Sender of the site's mail
        #[arg(long, env = "SPLITLINE_MAIL_FROM", default_value = MAIL_FROM)]
        mail_from: String,
    },
    /// Send a recorded race as its timing boxes would have
    Replay(ReplayArgs),
    /// Check the audit record
    Audit {
        #[command(subcommand)]
        command: store::AuditCommand,
    },
    /// Move everything in a database into an empty one, of SQLite or PostgreSQL (stop the site first); one that was broken off goes on when
    /// it is run again. The old database stays as it is. Photos and mails in files are not moved
    Move(moving::MoveArgs),
    /// Write a complete copy of the database to a new file, also while the site is being served; and to FILE.anchor the number of rows of
    /// the audit record and the hash of the last one. The file is one of SQLite, also of a database on a server, and either can be restored
    /// from it
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Replace the database by a copy (stop the site first); the old file is kept under another name, a database on a server must be empty
    Restore {
        /// The copy
        file: PathBuf,
        /// Delete what an unfinished restore has left in a database on a server, and begin anew
        #[arg(long)]
        start_over: bool,
    },
}

/// Checks that a log filter can be parsed, and returns its text.
fn filter(text: &str) -> std::result::Result<String, String> {
    EnvFilter::try_new(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// How many threads may block on files and the database: the allocator keeps memory for each, and without a limit eight uploads
/// would start a hundred.
const BLOCKING: usize = 16;

/// Runs the command and returns the exit code.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let filter = EnvFilter::try_new(&cli.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let _ = match cli.log_format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(true).with_span_list(false).try_init(),
    };
    if matches!(cli.command, Command::Serve(_)) {
        allocator::restart_with_settings();
    }
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = match builder.worker_threads(workers()).max_blocking_threads(BLOCKING).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "could not start");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(dispatch(cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{}", error.words());
            ExitCode::FAILURE
        }
    }
}

/// How many threads read requests and send answers: half as many as there are processors. What takes time runs on pools of its own, and
/// threads that wait for each other's few requests would mostly switch.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, |processors| processors.get().div_ceil(2))
}

async fn dispatch(cli: Cli) -> Result<()> {
    let data = cli.data;
    match cli.command {
        Command::Serve(config) => serve::serve(*config, &data, cli.log_format).await,
        Command::Admin { command } => admin::run(command, &data).await,
        Command::Timing { command } => timing::run(command, &data).await,
        Command::DkimRecord { dkim, mail_from } => dkim_record(&dkim, &mail_from),
        Command::Replay(args) => replay::run(&args).await.map(|_| ()),
        Command::Audit { command: store::AuditCommand::Verify { anchor } } => store::verify_audit(&data, anchor.as_deref()).await,
        Command::Move(args) => moving::run(&args),
        Command::Backup { file } => store::backup(&data, &file),
        Command::Restore { file, start_over } => store::restore(&data, &file, start_over).await,
    }
}

fn dkim_record(dkim: &DkimArgs, mail_from: &str) -> Result<()> {
    let signer = dkim.signer(mail_from)?;
    let signer = signer.ok_or_else(|| Error::message("no key: set --dkim-selector and --dkim-key as for serve"))?;
    println!("{}", signer.record_line());
    Ok(())
}
