//! `splitline replay`: sends a recorded race as its timing boxes would have.
//!
//! It is a client like any timing box: it has the server's address and a timing key, and uses HTTP only. A batch is sent again
//! until the server has answered it, whatever happens to the connection. The server stores a read that arrives twice only once, so
//! no read is lost or duplicated.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use axum::http::header::CONTENT_TYPE;
use clap::Args;
use core_wasm::dates;
use core_wasm::timing::formats::{self, CHRONOTRACK, Context};
use core_wasm::timing::replay::{self, RecordedFile, ReplayLine};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use crate::error::{Error, Result};

/// The most reads in one request.
const BATCH: usize = 1000;
/// How often a timing box sends what it has read meanwhile.
const TICK: Duration = Duration::from_millis(500);
/// How many reads are processed together at full speed.
const FULL_SPEED_BATCH: usize = 8 * BATCH;
/// The first pause after a lost connection; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause after a lost connection.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long one request may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The arguments: what to send, where, and how fast.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// Folder of the recorded race: one folder for each mat, with the .csv files of its timing box
    pub folder: PathBuf,

    /// Name of the race, as on its page
    #[arg(long)]
    pub race: String,

    /// How many times faster than the race; 0: as fast as the server accepts it
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    pub speed: f64,

    /// Address of the server
    #[arg(long, env = "SPLITLINE_SERVER", default_value = "http://127.0.0.1:8080")]
    pub server: Url,

    /// Timing key of the race (better in the variable, so that no process list shows it)
    #[arg(allow_hyphen_values = true, long, env = "SPLITLINE_TIMING_KEY", hide_env_values = true)]
    pub key: SecretString,
}

/// The counts of a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Lines sent.
    pub sent: usize,
    /// Reads that were new to the server.
    pub accepted: usize,
    /// Reads that the server had already.
    pub duplicate: usize,
    /// Lines that are not valid reads.
    pub rejected: usize,
    /// How often a request had to be sent again.
    pub retries: usize,
}

#[derive(Deserialize)]
struct Answer {
    accepted: usize,
    duplicate: usize,
    rejected: Vec<Rejected>,
    #[serde(rename = "rejectedTotal")]
    rejected_total: usize,
}

#[derive(Deserialize)]
struct Rejected {
    line: usize,
    reason: String,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

/// Reads the recorded folder and sends it; returns when the server has answered for every line.
///
/// # Errors
/// When the folder has no reads, or the server refuses (a wrong key, no such race). A lost connection is no error: the request is
/// repeated until the server answers.
pub async fn run(args: &ReplayArgs) -> Result<Sent> {
    let recorded = read_folder(&args.folder)?;
    let files: Vec<RecordedFile<'_>> = recorded.iter().map(|(mat, text)| RecordedFile { mat, text }).collect();
    let day = replay::replay_lines(&files);
    if day.is_empty() {
        return Err(Error::message(format!("no reads in {}: expected <mat>/*.csv", args.folder.display())));
    }
    let clock = RaceClock::of(&day);
    let mut sender = Sender::new(args)?;
    let mut progress = Progress::new(day.len());
    progress.note(&format!("{} reads for {}, {}", day.len(), args.race, pace(args.speed)))?;

    let began = Instant::now();
    let mut next = 0;
    while next < day.len() {
        let until = if args.speed > 0.0 {
            let passed = began.elapsed().as_secs_f64() * 1000.0 * args.speed;
            day.partition_point(|sending| sending.offset_ms as f64 <= passed)
        } else {
            day.len().min(next + FULL_SPEED_BATCH)
        };
        // Each timing box sends what it has read since it last sent.
        let mut by_mat = BTreeMap::<&str, Vec<&str>>::new();
        for sending in &day[next..until] {
            by_mat.entry(sending.mat).or_default().push(sending.line);
        }
        for (mat, lines) in by_mat {
            for batch in lines.chunks(BATCH) {
                sender.send(mat, batch, &mut progress).await?;
                progress.show(&sender.sent, &clock.at(&day[until - 1]))?;
            }
        }
        next = until;
        if next < day.len() && args.speed > 0.0 {
            tokio::time::sleep(TICK).await;
        }
    }
    progress.end(&sender.sent, began.elapsed())?;
    Ok(sender.sent)
}

/// The time of day at the race.
struct RaceClock {
    first_ms: i64,
}

impl RaceClock {
    /// Computed from the middle of the recording, when the clocks of all boxes are set.
    fn of(day: &[ReplayLine<'_>]) -> Self {
        // Any time zone will do: the local time of the boxes is only printed again.
        let context = Context { mat: Some("box"), zone: dates::Tz::UTC, ..Context::default() };
        let time = |line: &str| Some(formats::parse(CHRONOTRACK, &context, line.as_bytes()).ok()?.reads.first()?.time);
        let middle = day.iter().skip(day.len() / 2).take(200);
        let first_ms = middle.filter_map(|sending| Some(time(sending.line)? - sending.offset_ms)).max();
        Self { first_ms: first_ms.unwrap_or_default() }
    }

    fn at(&self, sending: &ReplayLine<'_>) -> String {
        dates::clock_text(self.first_ms + sending.offset_ms, dates::Tz::UTC)
    }
}

/// Returns the text of every recorded file with its mat, in the order of the file names. Files of marks (`.mrk`) are ignored.
fn read_folder(folder: &Path) -> Result<Vec<(String, String)>> {
    let told = |path: &Path| {
        let path = path.display().to_string();
        move |error: io::Error| Error::message(format!("{path}: {error}"))
    };
    let mut files = Vec::new();
    for mat in sorted(folder).map_err(told(folder))?.into_iter().filter(|path| path.is_dir()) {
        let name = mat.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for file in sorted(&mat).map_err(told(&mat))? {
            if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
                let bytes = fs::read(&file).map_err(told(&file))?;
                files.push((name.clone(), String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    Ok(files)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Sends batches, and repeats each until the server answers.
struct Sender<'a> {
    args: &'a ReplayArgs,
    client: reqwest::Client,
    sent: Sent,
}

impl<'a> Sender<'a> {
    fn new(args: &'a ReplayArgs) -> Result<Self> {
        let agent = concat!("splitline-replay/", env!("CARGO_PKG_VERSION"));
        let client = reqwest::Client::builder().timeout(TIMEOUT).user_agent(agent).build().map_err(Error::internal)?;
        Ok(Self { args, client, sent: Sent::default() })
    }

    async fn send(&mut self, mat: &str, lines: &[&str], progress: &mut Progress) -> Result<()> {
        let mut address = self.args.server.clone();
        address
            .path_segments_mut()
            .map_err(|()| Error::message("the server's address must be http or https"))?
            .pop_if_empty()
            .extend(["api", "timing", &self.args.race, "reads"]);
        address.query_pairs_mut().append_pair("mat", mat);
        let body = lines.join("\n");

        let mut pause = FIRST_PAUSE;
        let answer = loop {
            match self.try_once(&address, &body).await? {
                Ok(answer) => break answer,
                Err(why) => {
                    progress.note(&format!("{why}; trying again in {:.1} s", pause.as_secs_f64()))?;
                    self.sent.retries += 1;
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        };
        self.sent.sent += lines.len();
        self.sent.accepted += answer.accepted;
        self.sent.duplicate += answer.duplicate;
        if let (0, Some(first)) = (self.sent.rejected, answer.rejected.first()) {
            progress.note(&format!("{mat}, line {} of its batch was rejected: {}", first.line, first.reason))?;
        }
        self.sent.rejected += answer.rejected_total;
        Ok(())
    }

    /// One attempt: the answer, or the reason for another attempt; `Err` when another attempt is of no use.
    async fn try_once(&self, address: &Url, body: &str) -> Result<Result<Answer, String>> {
        let request = self.client.post(address.clone()).bearer_auth(self.args.key.expose_secret());
        let response = match request.header(CONTENT_TYPE, CHRONOTRACK).body(body.to_owned()).send().await {
            Ok(response) => response,
            Err(error) => return Ok(Err(format!("the server cannot be reached ({error})"))),
        };
        let status = response.status();
        let text = match response.text().await {
            Ok(text) => text,
            Err(error) => return Ok(Err(format!("the connection was lost ({error})"))),
        };
        if status.is_success() {
            return Ok(serde_json::from_str(&text).map_err(|error| format!("the answer could not be read ({error})")));
        }
        let message = serde_json::from_str::<Refusal>(&text).map_or_else(|_| status.to_string(), |refusal| refusal.message);
        if status.is_server_error() || matches!(status.as_u16(), 408 | 429) {
            return Ok(Err(format!("the server answered {}: {message}", status.as_u16())));
        }
        Err(Error::message(format!("the server refused the reads ({}): {message}", status.as_u16())))
    }
}

/// Prints the progress: one line that is overwritten on a terminal, otherwise a line every two seconds.
struct Progress {
    reads: usize,
    terminal: bool,
    shown: Option<Instant>,
}

impl Progress {
    fn new(reads: usize) -> Self {
        Self { reads, terminal: io::stdout().is_terminal(), shown: None }
    }

    /// Prints a line that is not overwritten.
    fn note(&mut self, text: &str) -> Result<()> {
        let clear = if self.terminal { "\r\x1b[K" } else { "" };
        Ok(writeln!(io::stdout(), "{clear}{text}")?)
    }

    fn show(&mut self, sent: &Sent, clock: &str) -> Result<()> {
        let every = Duration::from_millis(if self.terminal { 100 } else { 2000 });
        if self.shown.is_some_and(|shown| shown.elapsed() < every) {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        let percent = sent.sent * 100 / self.reads.max(1);
        let text = format!("{clock:>11}  {percent:3} %  {}", sent.words());
        let mut out = io::stdout();
        if self.terminal {
            write!(out, "\r\x1b[K{text}")?
        } else {
            writeln!(out, "{text}")?
        }
        Ok(out.flush()?)
    }

    fn end(&mut self, sent: &Sent, took: Duration) -> Result<()> {
        let seconds = took.as_secs_f64();
        let rate = sent.sent as f64 / seconds.max(0.001);
        self.note(&format!("Done in {seconds:.1} s ({rate:.0} reads a second): {}", sent.words()))
    }
}

impl Sent {
    fn words(&self) -> String {
        let Self { sent, accepted, duplicate, rejected, retries } = self;
        let again = if *retries > 0 { format!(", {retries} tries again") } else { String::new() };
        format!("{sent} sent, {accepted} accepted, {duplicate} duplicate, {rejected} rejected{again}")
    }
}

fn speed(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|speed| speed.is_finite() && *speed >= 0.0).ok_or_else(|| "a number, 0 or more".into())
}

fn pace(speed: f64) -> String {
    if speed > 0.0 { format!("{speed} times its speed") } else { "full speed".into() }
}
