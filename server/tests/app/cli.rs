//! The program itself, as an operator runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn splitline(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_splitline"));
    command.args(words).arg("--data").arg(data).env_remove("SPLITLINE_ADMIN_PASSWORD");
    command
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_operator_looks_after_an_installation() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let create = ["admin", "create", "--username", "ada", "--email", "ada@example.test"];
    let made = splitline(&data, &create).env("SPLITLINE_ADMIN_PASSWORD", "correct horse battery").output().unwrap();
    assert_eq!(done(&made), "The administrator ada can log in.\n");
    let again = splitline(&data, &create).env("SPLITLINE_ADMIN_PASSWORD", "correct horse battery").output().unwrap();
    assert!(!again.status.success());

    let mut typed = splitline(&data, &["admin", "create", "--username", "bo", "--email", "bo@example.test"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    typed.stdin.take().unwrap().write_all(b"another good one\n").unwrap();
    done(&typed.wait_with_output().unwrap());

    let verdict = splitline(&data, &["audit", "verify"]).output().unwrap();
    assert_eq!(done(&verdict), "The audit record is whole: 2 rows.\n");

    let copy = folder.path().join("copy.db");
    done(&splitline(&data, &["backup", copy.to_str().unwrap()]).output().unwrap());
    let elsewhere = folder.path().join("elsewhere");
    done(&splitline(&elsewhere, &["restore", copy.to_str().unwrap()]).output().unwrap());
    let verdict = splitline(&elsewhere, &["audit", "verify"]).output().unwrap();
    assert_eq!(done(&verdict), "The audit record is whole: 2 rows.\n");
}

#[test]
fn a_short_password_makes_no_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let create = ["admin", "create", "--username", "ada", "--email", "ada@example.test"];
    let refused = splitline(folder.path(), &create).env("SPLITLINE_ADMIN_PASSWORD", "short").output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("at least 10 characters"));
}

#[test]
fn every_setting_is_told() {
    let help = Command::new(env!("CARGO_BIN_EXE_splitline")).args(["serve", "--help"]).output().unwrap();
    let help = done(&help);
    for variable in ["LISTEN", "DATA", "PUBLIC_URL", "SITE_NAME", "SMTP_URL", "MAIL_FROM", "TRUSTED_PROXIES", "EMBED_HOSTS"] {
        assert!(help.contains(&format!("SPLITLINE_{variable}")), "{variable}: {help}");
    }
}
