//! The program as a process that can be killed.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use secrecy::ExposeSecret;
use serde_json::json;

use crate::home::Home;

const BINARY: &str = env!("CARGO_BIN_EXE_splitline");

/// A running `splitline serve`; dropping this value ends it.
pub struct Program {
    child: Child,
    /// Its standard output so far.
    said: Arc<Mutex<String>>,
    /// Its log so far.
    logged: Arc<Mutex<String>>,
}

/// Whether a program of a Debian package is missing: said loudly, and never so in the continuous integration. `of` is the package, and what was
/// not tested.
pub fn is_missing(program: &str, of: &str) -> bool {
    let missing = !std::path::Path::new(program).exists();
    if missing {
        eprintln!("\n*** NOT TESTED: {program} is missing, of Debian's {of}. `make test` installs it. ***\n");
        assert!(std::env::var_os("CI").is_none(), "{program} is needed");
    }
    missing
}

/// A port that is free now.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A command of the program on what a home has.
pub fn command(home: &Home, words: &[&str]) -> Command {
    command_of(BINARY.as_ref(), home, words)
}

fn command_of(program: &std::ffi::OsStr, home: &Home, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).arg("--data").arg(home.path());
    if let Some(database) = home.stores().database {
        command.env("SPLITLINE_DATABASE", database.expose_secret());
    }
    command
}

/// Runs a command of the program to its end.
pub fn run(home: &Home, words: &[&str]) -> Output {
    run_with(home, words, &[])
}

/// The same with variables of the environment.
pub fn run_with(home: &Home, words: &[&str], variables: &[(&str, &str)]) -> Output {
    let output = command(home, words).envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

impl Program {
    /// Starts the program, and waits until it answers.
    pub fn serve(home: &Home, port: u16, flags: &[&str]) -> Self {
        Self::serve_by(BINARY.as_ref(), home, port, flags)
    }

    /// The same with a program of another release.
    pub fn serve_by(program: &std::ffi::OsStr, home: &Home, port: u16, flags: &[&str]) -> Self {
        let mut child = command_of(program, home, &["serve", "--listen", &format!("127.0.0.1:{port}")])
            .env("SPLITLINE_LOG", "warn")
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (said, logged) = (collect_output(child.stdout.take().unwrap()), collect_output(child.stderr.take().unwrap()));
        let mut program = Self { child, said, logged };
        let began = Instant::now();
        while get(port, "/api/health").is_none() {
            assert!(program.child.try_wait().unwrap().is_none(), "the server ended: {} {}", program.said(), program.logged());
            assert!(began.elapsed() < Duration::from_secs(180), "the server does not answer: {}", program.said());
            std::thread::sleep(Duration::from_millis(50));
        }
        program.wait_for("Splitline is at");
        program
    }

    /// Waits until its standard output contains this.
    pub fn wait_for(&self, words: &str) {
        let began = Instant::now();
        while !self.said().contains(words) {
            assert!(began.elapsed() < Duration::from_secs(60), "it never printed {words:?}: {}", self.said());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until its log contains this.
    pub fn wait_for_log(&self, words: &str) {
        let began = Instant::now();
        while !self.logged().contains(words) {
            assert!(began.elapsed() < Duration::from_secs(60), "it never logged {words:?}: {}", self.logged());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Its standard output so far.
    pub fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Its log so far.
    pub fn logged(&self) -> String {
        self.logged.lock().unwrap().clone()
    }

    /// Its peak memory so far, in megabytes.
    pub fn peak_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    /// Asks it to stop (SIGTERM).
    pub fn ask_to_stop(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    /// Waits for its end; returns whether it succeeded.
    pub fn ended_well(&mut self) -> bool {
        self.child.wait().unwrap().success()
    }

    /// Ends it like a power cut (SIGKILL).
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Collects the output of a program.
fn collect_output(from: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let output = Arc::<Mutex<String>>::default();
    let all = output.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            *all.lock().unwrap() += &(line + "\n");
        }
    });
    output
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The body of an answer with a success status.
pub fn get(port: u16, path: &str) -> Option<String> {
    ureq::get(format!("http://127.0.0.1:{port}{path}")).call().ok()?.body_mut().read_to_string().ok()
}

/// Logs in to a program; returns the status.
pub fn log_in(port: u16, username: &str, password: &str) -> u16 {
    ureq::post(format!("http://127.0.0.1:{port}/api/login"))
        .header("origin", format!("http://127.0.0.1:{port}"))
        .header("content-type", "application/json")
        .send(json!({ "username": username, "password": password }).to_string())
        .unwrap()
        .status()
        .as_u16()
}
