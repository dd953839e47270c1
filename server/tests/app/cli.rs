//! The command line.

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
fn an_operator_creates_administrators_backs_up_and_restores() {
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

    let reset = |name: &str| {
        let mut command = splitline(&data, &["admin", "reset", "--username", name]);
        command.env("SPLITLINE_ADMIN_PASSWORD", "quite another one").output().unwrap()
    };
    assert_eq!(done(&reset("Ada")), "The administrator Ada can log in with the new password. Passkeys removed: 0.\n");
    let refused = reset("eve");
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("there is no administrator eve"));

    let verdict = splitline(&data, &["audit", "verify"]).output().unwrap();
    assert_eq!(done(&verdict), "The audit record is whole: 3 rows.\n");

    let copy = folder.path().join("copy.db");
    done(&splitline(&data, &["backup", copy.to_str().unwrap()]).output().unwrap());
    let elsewhere = folder.path().join("elsewhere");
    done(&splitline(&elsewhere, &["restore", copy.to_str().unwrap()]).output().unwrap());
    // The rows of the copy, and the row of the restore.
    let anchor = format!("{}.anchor", copy.display());
    let verdict = splitline(&elsewhere, &["audit", "verify", "--anchor", &anchor]).output().unwrap();
    assert_eq!(done(&verdict), "The audit record is whole: 4 rows.\n");
}

#[test]
fn removed_newest_rows_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for name in ["ada", "ben", "cleo"] {
        let create = ["admin", "create", "--username", name, "--email", &format!("{name}@example.test")];
        done(&splitline(&data, &create).env("SPLITLINE_ADMIN_PASSWORD", "correct horse battery").output().unwrap());
    }
    let copy = folder.path().join("copy.db");
    let said = done(&splitline(&data, &["backup", copy.to_str().unwrap()]).output().unwrap());
    let beside = folder.path().join("copy.db.anchor");
    assert!(said.contains("copy.db.anchor"), "{said}");
    let anchor = std::fs::read_to_string(&beside).unwrap();
    assert!(anchor.starts_with("3:") && anchor.trim_end().len() == 2 + 64, "{anchor}");
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&beside).unwrap().permissions().mode() & 0o777, 0o600);

    let verify = |anchor: &str| splitline(&data, &["audit", "verify", "--anchor", anchor]).output().unwrap();
    for anchor in [beside.to_str().unwrap(), anchor.trim_end()] {
        assert_eq!(done(&verify(anchor)), "The audit record is whole: 3 rows.\n");
    }
    let cut = "DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE id = 3";
    splitline_server::db::change_file(&data.join("splitline.db"), cut).unwrap();
    assert_eq!(done(&splitline(&data, &["audit", "verify"]).output().unwrap()), "The audit record is whole: 2 rows.\n");
    for anchor in [beside.to_str().unwrap(), anchor.trim_end()] {
        let refused = verify(anchor);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains("cut off") && said.contains("3 rows, 2 are left"), "{said}");
    }
    // As many rows as before, but another one: the chain is valid, but it does not match the anchor.
    let create = ["admin", "create", "--username", "eve", "--email", "eve@example.test"];
    done(&splitline(&data, &create).env("SPLITLINE_ADMIN_PASSWORD", "correct horse battery").output().unwrap());
    let refused = verify(beside.to_str().unwrap());
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("rewritten: row 3"));
    for nonsense in ["3", "3:abc", "x:", folder.path().join("nothing").to_str().unwrap()] {
        let refused = verify(nonsense);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains("the number of rows, a colon and the hash"), "{nonsense}: {said}");
    }
}

#[test]
fn a_username_of_invisible_characters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["\u{3164}", " ", "\u{2800}\u{fe0f}", "ada\u{200b}"] {
        let create = ["admin", "create", "--username", name, "--email", "ada@example.test"];
        let refused =
            splitline(folder.path(), &create).env("SPLITLINE_ADMIN_PASSWORD", "correct horse battery").output().unwrap();
        assert!(String::from_utf8_lossy(&refused.stderr).contains("username"), "{name:?} was taken");
        assert!(!refused.status.success(), "{name:?} was taken");
    }
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
fn the_help_lists_every_setting() {
    let help = Command::new(env!("CARGO_BIN_EXE_splitline")).args(["serve", "--help"]).output().unwrap();
    let help = done(&help);
    for variable in ["LISTEN", "DATA", "PUBLIC_URL", "SITE_NAME", "SMTP_URL", "MAIL_FROM", "TRUSTED_PROXIES", "EMBED_HOSTS"] {
        assert!(help.contains(&format!("SPLITLINE_{variable}")), "{variable}: {help}");
    }
}

#[test]
fn an_invalid_setting_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, value, why) in [
        ("--listen", "nonsense", "invalid"),
        ("--public-url", "ftp://races.test", "http or https"),
        ("--public-url", "https://races.test/path", "without path"),
        ("--public-url", "https://ada:secret@races.test", "without path, query or user"),
        ("--allow-origin", "https://races.test/?q", "without path"),
        ("--embed-hosts", "https://maps.test/", "a host is needed"),
        ("--trusted-proxies", "10.0.0.300", "invalid"),
        ("--social", "javascript:1", "http or https"),
        ("--log", "===", "invalid"),
    ] {
        let refused = splitline(folder.path(), &["serve", flag, value]).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{flag} {value}: {said}");
        assert!(said.contains(flag) && said.contains(why), "{flag} {value}: {said}");
    }
}

#[test]
fn an_unusable_data_folder_is_named_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("splitline.db"), "not a database, but long enough to be taken for one".repeat(30)).unwrap();
    for (data, why) in [(&file, "os error"), (&broken, "not a database")] {
        let refused = splitline(data, &["serve", "--listen", "127.0.0.1:0"]).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success(), "{said}");
        assert!(said.contains(&format!("the data folder {} cannot be used", data.display())) && said.contains(why), "{said}");
    }
}

#[test]
fn a_timing_key_may_begin_with_a_hyphen() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["replay", folder.path().to_str().unwrap(), "--race", "Spring Half", "--key", "-sFDp_EKwJYKUhXv"];
    let refused = splitline(folder.path(), &words).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "an empty folder: {}", String::from_utf8_lossy(&refused.stderr));
}
