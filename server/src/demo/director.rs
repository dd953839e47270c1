//! The demo's administrator: a random password, stored next to the database so that the next start can show it again.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use secrecy::SecretString;

use crate::account;
use crate::app::App;
use crate::db::params;
use crate::error::Result;

/// The file in the data folder; only its owner may read it.
const FILE: &str = "demo-admin.txt";
const USERNAME: &str = "director";
const EMAIL: &str = "director@example.com";

/// The administrator's login.
pub(crate) struct Director {
    /// The name to log in with.
    pub email: String,
    /// As plain text: this is a demo, and the password is used nowhere else.
    pub password: String,
}

/// Reads the administrator from the file; creates both if there is none.
pub(super) async fn open(app: &App) -> Result<Director> {
    let file = app.data().join(FILE);
    let password = match fs::read_to_string(&file) {
        Ok(text) => text.lines().nth(1).unwrap_or_default().trim().to_owned(),
        Err(_) => {
            let password = new_password();
            write(&file, &password)?;
            password
        }
    };
    let exists: i64 = app
        .db()
        .read(|tx| tx.query_one("SELECT count(*) FROM users WHERE email_key = $1", params![EMAIL], |row| row.get(0)))
        .await?;
    if exists == 0 {
        account::admin::create(app.db(), USERNAME, EMAIL, &SecretString::from(password.clone()), app.now_ms()).await?;
    }
    Ok(Director { email: EMAIL.into(), password })
}

fn write(file: &Path, password: &str) -> Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    Ok(write!(file, "{EMAIL}\n{password}\n")?)
}

/// Four groups of four characters, without letters that look like digits: 80 bits.
fn new_password() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let groups: Vec<String> = rand::random::<[[u8; 4]; 4]>()
        .iter()
        .map(|group| group.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
        .collect();
    groups.join("-")
}
