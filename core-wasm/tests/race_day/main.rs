//! The rules of a race day, from a box's line to a row on the board. The tests of the recorded day are in `real_day.rs`.

mod board;
mod corrections;
mod entrants;
mod field;
mod formats;
mod framers;
mod guns;
mod mats;
mod packets;
mod passings;
mod random;
mod real_logs;
mod rules;
mod setup;
mod streams;
mod versions;

use core_wasm::dates::{DEFAULT_ZONE, parse_instant};
use core_wasm::live::Board;
use core_wasm::live::board::BoardInfo;
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::{Correction, Decision, Entrant, Override, Read, Setup};

/// A 10K with one split and a 5K, with the same start and finish line; the guns are at 8:30 and 9:00.
pub(crate) fn setup() -> Setup {
    Setup::from_json(SETUP).unwrap()
}

pub(crate) const SETUP: &str = r#"{"contests": [
  {"name": "10K", "distanceMetres": 10000, "gun": "2027-06-15T08:30:00.000-04:00", "ranking": "chip",
   "bibs": [{"from": 1000, "to": 1999}], "acceptUnlisted": true, "sport": "run",
   "start": {"mats": ["LINE1", "LINE2"], "minimumLapSeconds": 600},
   "splits": [{"label": "5K", "metres": 5000, "mats": ["5K"], "minimumSeconds": 600, "leg": "run"}],
   "finish": {"mats": ["LINE1", "LINE2"], "minimumSeconds": 1500}},
  {"name": "5K", "distanceMetres": 5000, "gun": "2027-06-15T09:00:00.000-04:00", "ranking": "gun",
   "bibs": [{"from": 5000, "to": 5999}], "acceptUnlisted": false, "sport": "run",
   "start": {"mats": ["LINE1", "LINE2"], "minimumLapSeconds": 300},
   "splits": [],
   "finish": {"mats": ["LINE1", "LINE2"], "minimumSeconds": 700}}]}"#;

pub(crate) fn facts() -> RaceFacts {
    RaceFacts {
        id: "r1".into(),
        name: "Lakeside".into(),
        event_name: "Lakeside 10K".into(),
        date: "June 15, 2027".parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "e1".into(),
    }
}

pub(crate) fn field(entrants: Vec<Entrant>) -> Field {
    Field::new(facts(), setup(), entrants)
}

/// A status that a person set.
pub(crate) fn status(id: i64, bib: &str, status: Option<Override>) -> Correction {
    Correction { id, decision: Decision::Status { bibs: vec![bib.into()], status } }
}

/// Loads what happened since a version that a board has, or the whole field, as the live page does.
pub(crate) fn follow(board: &mut Board, field: &Field, version: Option<&str>) -> BoardInfo {
    let since = version.and_then(|version| field.live_since(version));
    board.load(&since.unwrap_or_else(|| field.live_document())).unwrap()
}

/// An instant of the race's day: `08:30:00.5`.
pub(crate) fn at(clock: &str) -> i64 {
    parse_instant(&format!("2027-06-15T{clock}-04:00")).unwrap()
}

/// A read of a bib at a mat.
pub(crate) fn read(mat: &str, bib: &str, clock: &str) -> Read {
    Read { source: mat.into(), mat: mat.into(), bib: Some(bib.into()), time: at(clock), ..Read::default() }
}

pub(crate) fn entrant(bib: &str, first: &str, last: &str, gender: &str, age: u32, contest: &str) -> Entrant {
    Entrant {
        bib: bib.into(),
        first_name: first.into(),
        last_name: last.into(),
        gender: gender.into(),
        age: Some(age),
        contest: contest.into(),
        ..Entrant::default()
    }
}

/// A refreshed field with these reads.
pub(crate) fn timed(entrants: Vec<Entrant>, reads: &[Read]) -> Field {
    let mut field = field(entrants);
    for read in reads {
        field.ingest(read);
    }
    field.refresh(1);
    field
}
