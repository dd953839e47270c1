//! A real IMAP server (Debian's dovecot-imapd) on the loopback interface, as an unprivileged user, in a folder of its own.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, geteuid, kill_process};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::program::is_missing;

/// Where Debian's package puts it.
const PROGRAM: &str = "/usr/sbin/dovecot";
const PASSWORD: &str = "pass-word";

/// A running server. It ends when this value is dropped.
pub struct Dovecot {
    port: u16,
    secure_port: u16,
    folder: tempfile::TempDir,
    /// Who owns the mails: somebody else when the tests run as root, which dovecot does not serve.
    user: String,
    process: Child,
}

impl Dovecot {
    /// Starts the server; `None`, and a line that says why, when there is none on this machine.
    pub async fn start() -> Option<Self> {
        if is_missing(PROGRAM, "dovecot-imapd, so no mail was read by IMAP") {
            return None;
        }
        // Not below the folder of the user, which others may not enter.
        let folder = tempfile::Builder::new().prefix("dovecot").tempdir_in("/tmp").unwrap();
        let path = folder.path().to_owned();
        let (user, group) = match geteuid().is_root() {
            true => ("nobody".to_owned(), said("id", &["-gn", "nobody"]).await),
            false => (said("id", &["-un"]).await, said("id", &["-gn"]).await),
        };
        for name in ["mail", "mail/new", "mail/cur", "mail/tmp", "run", "state"] {
            std::fs::create_dir(path.join(name)).unwrap();
        }
        let subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-x509", "-newkey", "rsa:2048"];
        let (key, certificate) = (path.join("key.pem"), path.join("certificate.pem"));
        let files = ["-keyout", key.to_str().unwrap(), "-out", certificate.to_str().unwrap()];
        said("openssl", &[["req"].as_slice(), &subject, &files].concat()).await;
        let [port, secure_port] = [free_port(), free_port()];
        std::fs::write(path.join("dovecot.conf"), settings(&path.display().to_string(), &user, &group, [port, secure_port]))
            .unwrap();
        if geteuid().is_root() {
            said("chown", &["-R", &format!("{user}:{group}"), path.to_str().unwrap()]).await;
        }
        let mut command = Command::new(PROGRAM);
        command.arg("-F").arg("-c").arg(path.join("dovecot.conf")).stdout(Stdio::null()).kill_on_drop(true);
        let process = command.spawn().unwrap();
        let server = Self { port, secure_port, folder, user, process };
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Some(server);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("dovecot does not answer: {}", std::fs::read_to_string(path.join("log")).unwrap_or_default());
    }

    /// The setting of the mailbox.
    pub fn url(&self) -> String {
        format!("imap://support%40races.example.test:{PASSWORD}@127.0.0.1:{}/INBOX", self.port)
    }

    /// The same by TLS, with a certificate for which nobody vouches.
    pub fn unknown_url(&self) -> String {
        format!("imaps://support%40races.example.test:{PASSWORD}@localhost:{}/INBOX", self.secure_port)
    }

    /// Delivers a mail, as a mail server does: written elsewhere, then moved.
    pub fn deliver(&self, name: &str, mail: &[u8]) {
        let (tmp, new) = (self.folder.path().join("mail/tmp").join(name), self.folder.path().join("mail/new").join(name));
        std::fs::write(&tmp, mail).unwrap();
        if geteuid().is_root() {
            let done = std::process::Command::new("chown").arg(&self.user).arg(&tmp).status().unwrap();
            assert!(done.success());
        }
        std::fs::rename(tmp, new).unwrap();
    }

    /// How many mails have these flags, in the letters of a maildir.
    pub fn with_flags(&self, flags: &str) -> usize {
        let files = std::fs::read_dir(self.folder.path().join("mail/cur")).unwrap();
        files.filter(|file| file.as_ref().unwrap().file_name().to_str().unwrap().ends_with(&format!(":2,{flags}"))).count()
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // Its processes end with the first one, when that is asked to end.
        if let Some(id) = self.process.id().and_then(|id| Pid::from_raw(id.try_into().unwrap())) {
            let _ = kill_process(id, Signal::TERM);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

async fn said(program: &str, arguments: &[&str]) -> String {
    let done = Command::new(program).args(arguments).output().await.unwrap();
    assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().trim().to_owned()
}

fn settings(path: &str, user: &str, group: &str, [port, secure_port]: [u16; 2]) -> String {
    format!(
        "base_dir = {path}/run
state_dir = {path}/state
log_path = {path}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{path}/certificate.pem
ssl_key = <{path}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain
mail_location = maildir:{path}/mail
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={path}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {secure_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
"
    )
}
