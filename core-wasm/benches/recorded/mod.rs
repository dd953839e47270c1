//! The recorded day for benches: `SPLITLINE_DATA`, by default `../shared/data`.

use std::path::PathBuf;

use core_wasm::dates::DEFAULT_ZONE;
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::formats::{self, Context};
use core_wasm::timing::{Entrant, Read, Setup};

/// A file of reads: its mat, and what a timing box wrote.
pub(crate) type File = (String, Vec<u8>);

/// One of the day's setups, and its files of reads in the order of their mats; `None` when the day is not there.
pub(crate) fn day(setup: &str) -> Option<(Setup, Vec<File>)> {
    let data = std::env::var_os("SPLITLINE_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let folder = data.join("road-race-2021");
    let setup = Setup::from_json(&std::fs::read_to_string(folder.join(setup)).ok()?).unwrap();
    let mut files = Vec::new();
    for mat in std::fs::read_dir(&folder).ok()?.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(mat.path()).ok()?.flatten().filter(|f| f.path().extension().is_some_and(|e| e == "csv")) {
            files.push((mat.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap()));
        }
    }
    files.sort();
    Some((setup, files))
}

/// The reads in these files.
pub(crate) fn parse(files: &[File]) -> Vec<Read> {
    let read = |(mat, text): &File| {
        let context = Context { mat: Some(mat), ..Context::default() };
        formats::parse(formats::CHRONOTRACK, &context, text).unwrap().reads
    };
    files.iter().flat_map(read).collect()
}

/// The field of a race on a date after these reads.
pub(crate) fn field(date: &str, setup: Setup, entrants: Vec<Entrant>, reads: &[Read]) -> Field {
    let mut field = Field::new(facts(date), setup, entrants);
    for read in reads {
        field.ingest(read);
    }
    field.refresh(0);
    field
}

/// What a race's page says, with a date.
pub(crate) fn facts(date: &str) -> RaceFacts {
    RaceFacts {
        id: "r1".into(),
        name: "Bench".into(),
        event_name: "Bench".into(),
        date: date.parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "bench".into(),
    }
}
