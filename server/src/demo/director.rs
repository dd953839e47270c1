//! The demo's administrator: a random password, stored next to the database so that the next start can show it again.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use core_wasm::account::Role;
use secrecy::SecretString;

use crate::account::{self, password, store};
use crate::app::App;
use crate::error::{Error, Result};

/// The file in the data folder; only its owner may read it.
const FILE: &str = "demo-admin.txt";
const USERNAME: &str = "director";
const DOMAIN: &str = "example.com";

/// The administrator's login.
pub(crate) struct Director {
    /// The name to log in with.
    pub email: String,
    /// As plain text: this is a demo, and the password is used nowhere else.
    pub password: String,
}

/// Reads the administrator from the file; creates both if there is none.
///
/// The account is the demo's own, whatever other accounts there are: where somebody else has its name or address, such as the administrator of
/// the settings, or where its password has been changed, it gets another name.
pub(super) async fn open(app: &App) -> Result<Director> {
    let file = app.data().join(FILE);
    if let Some(director) = read(&file) {
        match account_of(app, &director).await? {
            Account::Own => return Ok(director),
            // The last start was interrupted before the account was made.
            Account::None => return create(app, director).await,
            Account::Other => {}
        }
    }
    let director = Director { email: free_email(app).await?, password: new_password() };
    write(&file, &director)?;
    create(app, director).await
}

/// What the database has under a director's name and address.
enum Account {
    None,
    /// The account to which the director's password belongs.
    Own,
    /// Somebody else's.
    Other,
}

async fn account_of(app: &App, director: &Director) -> Result<Account> {
    let email = director.email.clone();
    let username = name_of(&email).to_owned();
    let found = app.db().read(move |tx| Ok((store::by_email(tx, &email)?, store::by_username(tx, &username)?))).await?;
    Ok(match found {
        (None, None) => Account::None,
        (Some(user), _) if user.role == Role::Admin && password::verify_now(&director.password, &user.password_hash) => {
            Account::Own
        }
        _ => Account::Other,
    })
}

async fn create(app: &App, director: Director) -> Result<Director> {
    let secret = SecretString::from(director.password.clone());
    account::admin::create(app.db(), name_of(&director.email), &director.email, &secret, app.now_ms()).await?;
    Ok(director)
}

/// The first address of `director@…`, `director2@…` and so on of which neither the name nor the address is taken.
async fn free_email(app: &App) -> Result<String> {
    app.db()
        .read(|tx| {
            for number in 1_u32.. {
                let username = if number == 1 { USERNAME.to_owned() } else { format!("{USERNAME}{number}") };
                let email = format!("{username}@{DOMAIN}");
                if store::by_email(tx, &email)?.is_none() && store::by_username(tx, &username)?.is_none() {
                    return Ok(email);
                }
            }
            Err(Error::message("the demo's administrator finds no free name"))
        })
        .await
}

fn name_of(email: &str) -> &str {
    email.split('@').next().unwrap_or(email)
}

fn read(file: &Path) -> Option<Director> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
    Some(Director { email: lines.next()?, password: lines.next()? })
}

/// Writes the file anew; one that is there is replaced as a whole.
fn write(file: &Path, director: &Director) -> Result<()> {
    let new = file.with_extension("new");
    let _ = fs::remove_file(&new);
    let mut opened = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    write!(opened, "{}\n{}\n", director.email, director.password)?;
    Ok(fs::rename(&new, file)?)
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

#[cfg(test)]
pub(in crate::demo) mod tests {
    use super::*;

    /// An application with a fixed clock, in an empty folder.
    pub(in crate::demo) async fn app(now: i64) -> (tempfile::TempDir, App) {
        use clap::{CommandFactory, FromArgMatches};
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            config: crate::config::Config,
        }
        let folder = tempfile::tempdir().unwrap();
        let flags = Flags::from_arg_matches(&Flags::command().get_matches_from(["test"])).unwrap();
        let mail = crate::mail::Mail::memory();
        let app = App::open(flags.config, &crate::config::DataArgs::folder(folder.path()), crate::clock::Clock::fixed(now), mail)
            .await
            .unwrap();
        (folder, app)
    }

    async fn is_admin(app: &App, director: &Director) -> bool {
        matches!(account_of(app, director).await.unwrap(), Account::Own)
    }

    #[tokio::test]
    async fn the_director_is_somebody_else_than_the_administrator_of_the_settings() {
        let secret = SecretString::from("blue line to the finish".to_owned());
        for (email, expected) in [
            (None, "director@example.com"),
            (Some("somebody@club.example"), "director@example.com"),
            (Some("director@club.example"), "director2@example.com"),
            (Some("director@example.com"), "director2@example.com"),
        ] {
            let (_folder, app) = app(1_800_000_000_000).await;
            account::admin::first(app.db(), email, Some(&secret), app.now_ms()).await.unwrap();
            let director = open(&app).await.unwrap();
            assert_eq!(director.email, expected, "{email:?}");
            assert!(is_admin(&app, &director).await, "{email:?}");
            let again = open(&app).await.unwrap();
            assert_eq!((again.email, again.password), (director.email, director.password), "{email:?}");
        }
    }

    #[tokio::test]
    async fn a_start_that_was_interrupted_goes_on_and_a_changed_password_makes_another_account() {
        let (_folder, app) = app(1_800_000_000_000).await;
        let planned = Director { email: "director@example.com".into(), password: new_password() };
        write(&app.data().join(FILE), &planned).unwrap();
        let director = open(&app).await.unwrap();
        assert_eq!(director.password, planned.password);

        let secret = SecretString::from("blue line to the finish".to_owned());
        account::admin::reset(app.db(), "director", &secret, false, app.now_ms()).await.unwrap();
        let other = open(&app).await.unwrap();
        assert_eq!(other.email, "director2@example.com");
        assert!(is_admin(&app, &other).await && !is_admin(&app, &director).await);
    }
}
