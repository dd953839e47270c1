//! `splitline timing`

use std::path::{Path, PathBuf};

use clap::Subcommand;
use core_wasm::timing::Setup;
use core_wasm::timing::entrants::{parse_csv, parse_json};

use crate::account::Viewer;
use crate::audit::Actor;
use crate::clock::Clock;
use crate::db::{self, Db};
use crate::error::{Error, Result};
use crate::race::names;
use crate::timed::TimedRace;
use crate::timing::{make_key, put_list, put_setup};

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Set the contests, mats and guns, from a JSON file in the form of PUT /api/timing/{RaceName}/setup
    Setup {
        /// Name of the race
        #[arg(long)]
        race: String,
        /// The JSON file
        file: PathBuf,
    },
    /// Add and correct entrants from a .csv or .json file; prints which lines were refused
    Entrants {
        /// Name of the race
        #[arg(long)]
        race: String,
        /// The file
        file: PathBuf,
    },
    /// Create a timing key and print it; it is never shown again
    Key {
        /// Name of the race
        #[arg(long)]
        race: String,
        /// What the key is for
        #[arg(long)]
        label: String,
    },
}

/// Changes the database directly; a running server notices within a second.
pub(super) async fn run(command: Command, data: &Path) -> Result<()> {
    let file = data.join(db::FILE);
    if !file.exists() {
        return Err(Error::message(format!("there is no database at {}", file.display())));
    }
    let (db, now, actor) = (Db::open(&file)?, Clock::System.now_ms(), Actor::system());
    match command {
        Command::Setup { race, file } => {
            let race = find(&db, race).await?;
            let setup = Setup::from_json(&read(&file)?).map_err(|problems| {
                let lines = problems.0.iter().map(|problem| format!("\n  {}: {}", problem.field, problem.message));
                Error::message(format!("{} is not a timing setup:{}", file.display(), lines.collect::<String>()))
            })?;
            let setup = put_setup(&db, &race, &actor, setup, None, now).await?;
            println!("{}: {} contests are timed.", race.name, setup.contests.len());
        }
        Command::Entrants { race, file } => {
            let race = find(&db, race).await?;
            let text = read(&file)?;
            let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
            let list = if is_json { parse_json(text.as_bytes()) } else { parse_csv(text.as_bytes()) }?;
            let plan = put_list(&db, &race, &actor, list, now).await?;
            for refused in &plan.refused {
                println!("line {}: {}", refused.line, refused.reason);
            }
            if plan.refused_total > plan.refused.len() {
                println!("and {} lines more", plan.refused_total - plan.refused.len());
            }
            println!("{}: {}", race.name, plan.summary());
        }
        Command::Key { race, label } => {
            let race = find(&db, race).await?;
            let key = make_key(&db, &race, &actor, &label, now).await?;
            println!("{}", key.key);
        }
    }
    Ok(())
}

async fn find(db: &Db, named: String) -> Result<TimedRace> {
    db.read(move |tx| names::timed(tx, &named, &Viewer::Staff)).await
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|error| Error::message(format!("{}: {error}", file.display())))
}
