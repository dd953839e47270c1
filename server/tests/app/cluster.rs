//! A PostgreSQL server of a story's own, which the story stops, kills and freezes. It keeps what it has answered (fsync), unlike that of all
//! stories (`.ci/with-postgres`).

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::home::Home;
use crate::program::{free_port, is_missing};

/// PostgreSQL does not run as root.
const NOBODY: u32 = 65534;

/// A server in a folder of its own; it ends when this value is dropped.
pub struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts one; `None`, and a line that says why, when there is no Debian package of PostgreSQL on this machine.
    pub fn start() -> Option<Self> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let newest =
            versions.map(|one| one.unwrap().path()).max_by_key(number).unwrap_or_else(|| "/usr/lib/postgresql/15".into());
        let programs = newest.join("bin");
        if is_missing(programs.join("postgres").to_str().unwrap(), "postgresql, so no server was stopped under load") {
            return None;
        }
        let cluster = Self::in_a_folder(programs);
        cluster.run("initdb", &["-U", "splitline", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
        cluster.begin();
        Some(cluster)
    }

    fn in_a_folder(programs: PathBuf) -> Self {
        let folder = tempfile::Builder::new().prefix("cluster").tempdir_in("/tmp").unwrap();
        if geteuid().is_root() {
            std::os::unix::fs::chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        Self { folder, programs, port: free_port() }
    }

    /// A replica of it (streaming replication).
    pub fn replica(&self) -> Self {
        let replica = Self::in_a_folder(self.programs.clone());
        let port = self.port.to_string();
        replica.run("pg_basebackup", &["-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1", "-p", &port, "-U", "splitline"]);
        replica.begin();
        replica
    }

    /// The address of a home's database on it.
    pub fn address_of(&self, home: &Home) -> String {
        let address = home.address();
        let (_, name) = address.rsplit_once('/').unwrap();
        format!("postgres://splitline@127.0.0.1:{}/{name}", self.port)
    }

    /// A home with a database on it.
    pub fn home(&self) -> Home {
        Home::on(format!("postgres://splitline@127.0.0.1:{}/postgres", self.port))
    }

    /// Starts it again, and waits until it answers.
    pub fn begin(&self) {
        let at = self.folder.path().display();
        let settings = format!("-p {} -k {at} -c listen_addresses=127.0.0.1 -c fsync=on -c synchronous_commit=on", self.port);
        self.run("pg_ctl", &["-w", "-t", "120", "-l", &format!("{at}/log"), "-o", &settings, "start"]);
    }

    /// Stops it: `fast` ends all connections, `immediate` is like a crash.
    pub fn stop(&self, mode: &str) {
        self.run("pg_ctl", &["-w", "-m", mode, "stop"]);
    }

    /// Stops all its processes without ending them: its connections stay open, and nothing is answered.
    pub fn freeze(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets a frozen one go on.
    pub fn thaw(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let file = std::fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        let first = file.lines().next().unwrap();
        let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap();
        for process in std::iter::once(first).chain(children.split_whitespace()) {
            // A backend may have ended meanwhile.
            let _ = kill_process(Pid::from_raw(process.parse().unwrap()).unwrap(), signal);
        }
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir("/").arg("-D").arg(self.folder.path().join("data")).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(command.status().unwrap().success(), "{program} {arguments:?}: {}", log());
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            self.thaw();
            self.stop("immediate");
        }
    }
}
