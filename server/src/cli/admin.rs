//! `splitline admin`

use std::io::{IsTerminal, Read};

use clap::Subcommand;
use secrecy::SecretString;

use crate::account;
use crate::clock::Clock;
use crate::config::DataArgs;
use crate::db::Schema;
use crate::error::{Error, Result};

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Create an administrator; the password comes from SPLITLINE_ADMIN_PASSWORD or from standard input
    Create {
        /// Name to log in with
        #[arg(long)]
        username: String,
        /// E-mail address, for a forgotten password
        #[arg(long, env = "SPLITLINE_ADMIN_EMAIL")]
        email: String,
    },
    /// Let an administrator in again who lost the password or the passkeys: set a new password, which comes from
    /// SPLITLINE_ADMIN_PASSWORD or from standard input, remove the account's passkeys and end its sessions
    Reset {
        /// Name to log in with
        #[arg(long)]
        username: String,
        /// Also stop demanding a passkey of administrators
        #[arg(long)]
        end_demand: bool,
    },
}

pub(super) async fn run(command: Command, data: &DataArgs) -> Result<()> {
    let secret = match std::env::var("SPLITLINE_ADMIN_PASSWORD") {
        Ok(secret) => SecretString::from(secret),
        Err(_) => from_standard_input()?,
    };
    let db = match command {
        Command::Create { .. } => {
            crate::disk::private_folder(&data.data)?;
            data.open_with(Schema::Made)?
        }
        Command::Reset { .. } => data.open_with(Schema::Present)?,
    };
    let now = Clock::System.now_ms();
    match command {
        Command::Create { username, email } => {
            account::admin::create(&db, &username, &email, &secret, now).await?;
            println!("The administrator {username} can log in.");
        }
        Command::Reset { username, end_demand } => {
            let passkeys = account::admin::reset(&db, &username, &secret, end_demand, now).await?;
            println!("The administrator {username} can log in with the new password. Passkeys removed: {passkeys}.");
        }
    }
    Ok(())
}

fn from_standard_input() -> Result<SecretString> {
    if std::io::stdin().is_terminal() {
        println!("Password (it shows as you type):");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\r', '\n']).into());
    }
    let mut text = String::new();
    std::io::stdin().take(1024).read_to_string(&mut text)?;
    let password = text.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(Error::message("no password: set SPLITLINE_ADMIN_PASSWORD or send it on standard input"));
    }
    Ok(password.into())
}
