//! DKIM: what the mail server got is checked by another implementation (`tests/smtp/dkim.mjs`).

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use splitline_server::config::DkimArgs;
use splitline_server::mail::{self, Letter, Mail, Signer};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::mail::SmtpServer;
use crate::util::{NOW, TestApp, config};

const FROM: &str = "Races <races@example.test>";

fn script() -> Command {
    let mut command = Command::new("node");
    command.arg("dkim.mjs").current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smtp"));
    command
}

/// Writes a new key of this kind into a folder.
async fn key(folder: &Path, kind: &str) -> PathBuf {
    let made = script().args(["key", kind]).output().await.unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let file = folder.join(format!("{kind}.pem"));
    std::fs::write(&file, made.stdout).unwrap();
    file
}

fn args(selector: &str, key: &Path) -> DkimArgs {
    DkimArgs { dkim_selector: Some(selector.into()), dkim_key: Some(key.into()) }
}

/// What the other implementation says of a mail's only signature.
async fn verify(mail: &str, signer: &Signer) -> Value {
    let (name, text) = (signer.record_name(), signer.record_text());
    let mut process =
        script().args(["verify", &name, &text]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node is needed");
    process.stdin.take().unwrap().write_all(mail.as_bytes()).await.unwrap();
    let done = process.wait_with_output().await.unwrap();
    let results: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(results.as_array().unwrap().len(), 1, "{results}");
    results[0].clone()
}

#[tokio::test]
async fn the_signature_of_a_mail_is_right_and_that_of_a_changed_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut smtp = SmtpServer::start(0).await;
    for kind in ["rsa-pkcs1", "rsa-pkcs8", "ed25519"] {
        let signer = args("mail2027", &key(folder.path(), kind).await).signer(FROM).unwrap().unwrap();
        let url = format!("smtp://127.0.0.1:{}", smtp.port).into();
        let destination = Mail::from_settings(Some(&url), FROM, "unused".into()).unwrap().signed(Some(signer.clone()));
        let app = TestApp::with_mail(config(&[]), destination).await;
        let letter = Letter {
            to: "ada@example.test".into(),
            subject: "Grüße: a subject that is so long that it has to be written in two lines · Splitline".into(),
            body: "Grüße  an alle, \t\n.\nbis bald\n\nhttps://example.test/a\n\n\n".into(),
        };
        let one_click = format!("https://example.test/api/unsubscribe?token={}", "x".repeat(120));
        let write = move |tx: &splitline_server::db::Tx<'_>| mail::enqueue_of_announcement(tx, NOW, &letter, 1, &one_click);
        app.app.db().write(write).await.unwrap();
        assert_eq!(app.app.send_mail().await.unwrap(), 1);
        let got = smtp.next().await["text"].as_str().unwrap().to_owned();
        let right = verify(&got, &signer).await;
        assert_eq!(right["result"], "pass", "{kind}: {right}: {got}");
        assert_eq!((right["domain"].as_str(), right["selector"].as_str()), (Some("example.test"), Some("mail2027")));
        let headers = right["headers"].as_str().unwrap().to_lowercase();
        for header in ["from", "subject", "date", "message-id", "list-unsubscribe", "list-unsubscribe-post"] {
            assert!(headers.split(':').any(|one| one.trim() == header), "{header} is not signed: {headers}");
        }
        let (head, body) = got.split_once("\r\n\r\n").unwrap();
        let changed = format!("{head}\r\n\r\n{}", body.replacen("text/plain", "text/plane", 1));
        assert_ne!(changed, got);
        let wrong = verify(&changed, &signer).await;
        assert!(wrong["result"] != "pass" && wrong["why"].as_str().unwrap().contains("body hash"), "{kind}: {wrong}");
        let subject = got.replacen("Splitline", "Splitlime", 1).replacen("To: ada", "To: eve", 1);
        assert_ne!(verify(&subject, &signer).await["result"], "pass", "{kind}");
        let other = args("mail2027", &key(folder.path(), kind).await).signer(FROM).unwrap().unwrap();
        assert_ne!(verify(&got, &other).await["result"], "pass", "another key");
    }
}

#[tokio::test]
async fn half_of_the_settings_and_a_wrong_key_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    // Installs what the scripts need.
    drop(SmtpServer::start(0).await);
    let good = key(folder.path(), "ed25519").await;
    let garbage = folder.path().join("garbage.pem");
    std::fs::write(&garbage, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").unwrap();
    assert!(DkimArgs::default().signer(FROM).unwrap().is_none());
    let half = |selector: Option<&str>, key: Option<&Path>| DkimArgs {
        dkim_selector: selector.map(Into::into),
        dkim_key: key.map(Into::into),
    };
    for (args, why) in [
        (half(Some("mail"), None), "--dkim-key is not"),
        (half(None, Some(&good)), "--dkim-selector is not"),
        (args("a b", &good), "letters, digits and hyphens"),
        (args("mail", Path::new("/nowhere.pem")), "No such file"),
        (args("mail", &garbage), "a private key in PEM is needed"),
        (args("mail", &key(folder.path(), "rsa-1024").await), "has 1024 bits, and 2048 to 4096 are needed"),
        (args("mail", &key(folder.path(), "ec").await), "a private key in PEM is needed"),
    ] {
        let refused = args.signer(FROM).err().unwrap().to_string();
        assert!(refused.contains(why), "{why}: {refused}");
    }
    // The program says so, and prints the record of a right one.
    let program = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_splitline"));
        command.args(words).arg("--data").arg(folder.path().join("data")).output().unwrap()
    };
    let refused = program(&["serve", "--listen", "127.0.0.1:0", "--dkim-selector", "mail"]);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("DKIM needs both"));
    let record = program(&["dkim-record", "--dkim-selector", "mail", "--dkim-key", good.to_str().unwrap(), "--mail-from", FROM]);
    let line = String::from_utf8_lossy(&record.stdout).into_owned();
    assert!(line.starts_with("mail._domainkey.example.test. IN TXT ( \"v=DKIM1; k=ed25519; p="), "{line}");
    let rsa = key(folder.path(), "rsa-pkcs8").await;
    let line = args("mail", &rsa).signer(FROM).unwrap().unwrap().record_line();
    let pieces: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
    assert!(pieces.len() == 2 && pieces.iter().all(|piece| piece.len() <= 255), "{line}");
}
