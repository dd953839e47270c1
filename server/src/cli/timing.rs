//! `splitline timing`

use std::path::{Path, PathBuf};

use clap::Subcommand;
use core_wasm::timing::Setup;
use core_wasm::timing::preview::{PageQuery, Show};

use crate::account::Viewer;
use crate::audit::Actor;
use crate::clock::Clock;
use crate::config::DataArgs;
use crate::db::{Db, Schema};
use crate::error::{Error, Result};
use crate::race::names;
use crate::timed::TimedRace;
use crate::timing::{Base, SentList, kind_of, make_key, put_list, put_setup};

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
    /// Add and correct entrants from a .csv, .xlsx or .json file; prints which lines were refused
    Entrants {
        /// Name of the race
        #[arg(long)]
        race: String,
        /// The file
        file: PathBuf,
        /// What its columns are, in their order, where their names don't tell: bib,firstname,-,contest
        #[arg(long)]
        columns: Option<String>,
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
pub(super) async fn run(command: Command, data: &DataArgs) -> Result<()> {
    let (db, now, actor) = (data.open_with(Schema::Present)?, Clock::System.now_ms(), Actor::system());
    match command {
        Command::Setup { race, file } => {
            let race = find(&db, race).await?;
            let setup = Setup::from_json(&read(&file)?).map_err(|problems| {
                let lines = problems.0.iter().map(|problem| format!("\n  {}: {}", problem.field, problem.message));
                Error::message(format!("{} is not a timing setup:{}", file.display(), lines.collect::<String>()))
            })?;
            let setup = put_setup(&db, &race, &actor, setup, Base::default(), now).await?;
            println!("{}: {} contests are timed.", race.name, setup.contests.len());
        }
        Command::Entrants { race, file, columns } => {
            let race = find(&db, race).await?;
            let body = std::fs::read(&file).map_err(|error| Error::message(format!("{}: {error}", file.display())))?;
            let list = SentList {
                kind: kind_of(&file).to_owned(),
                body: body.into(),
                columns,
                dates: None,
                name: file.file_name().map(|name| name.to_string_lossy().into_owned()),
            };
            let (_, plan) = put_list(&db, &race, &actor, list, None, now).await?;
            let refused = plan.page(&PageQuery { show: Show::Refused, ..PageQuery::default() });
            for line in &refused.lines {
                println!("line {}: {}", line.line, line.reason.as_deref().unwrap_or_default());
            }
            if refused.total > refused.lines.len() {
                println!("and {} lines more", refused.total - refused.lines.len());
            }
            println!("{}: {}", race.name, plan.counts().summary());
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
