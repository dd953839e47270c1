//! Writes race days of generated fields for `web/bench/board.mjs`: `race_days <folder> <runners>…`.
//!
//! A day has a marathon, a half, a 10K and a 5K. For its middle and for an hour with many finishes (`mid`, `finish`) the folder of each size has
//! the whole field at the beginning of the hour (`document-mid`, and its rows as JSON for the others, `rows-mid.json`) and at its end (`after-mid`), the bytes of 720 polls (`deltas-mid`, each after its
//! length as a 32-bit number), the same as plain numbers (`passed-mid.json`: of each poll runner's number, point, time in epoch milliseconds, one
//! after the other), and the spec's lists (`lists-mid.json`, `lists-after-mid.json`). A poll of a larger field has more passings; deltas of the
//! same number of passings, from the beginning of the hour on, are in `deltas-even-mid`.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "an example writes files"
)]

mod names;

use std::fs;
use std::path::Path;

use core_wasm::dates::DEFAULT_ZONE;
use core_wasm::live::filters::ChosenFilters;
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::feed::{self, Received};
use core_wasm::timing::standing::{LiveDocument, Row};
use core_wasm::timing::{Entrant, Read, Setup};
use names::{name, scattered};
use serde_json::{Value, json};

/// The 15th of June 2027, 8:00 in New York.
const EIGHT: i64 = 1_813_060_800_000;
const POLLS: i64 = 720;
const SECONDS: i64 = 5;
/// How many reads each delta of the same number of passings has, and how many such deltas there are at most.
const EVEN: (usize, usize) = (20, 360);

/// A contest: its name, its length in km, the part of the field up to which it goes, its gun in minutes after eight, and the fastest and slowest
/// usual times in minutes.
struct Contest(&'static str, f64, f64, i64, f64, f64);

const CONTESTS: [Contest; 4] = [
    Contest("Marathon", 42.195, 0.3, 0, 150.0, 370.0),
    Contest("Half Marathon", 21.0975, 0.65, 30, 70.0, 185.0),
    Contest("10K", 10.0, 0.9, 60, 33.0, 95.0),
    Contest("5K", 5.0, 1.0, 75, 16.0, 55.0),
];

fn contest_of(n: u32, runners: u32) -> usize {
    CONTESTS.iter().position(|contest| f64::from(n) < contest.2 * f64::from(runners)).unwrap_or(3)
}

fn setup(runners: u32) -> Setup {
    let contests = CONTESTS.iter().enumerate().map(|(at, Contest(name, length, _, gun, ..))| {
        let bibs: Vec<u32> = (0..runners).filter(|n| contest_of(*n, runners) == at).map(|n| n + 1).collect();
        let (from, to) = (bibs[0], bibs[bibs.len() - 1]);
        let half = from + (to - from) / 2;
        let clock = |minutes: i64| format!("2027-06-15T{:02}:{:02}:00.000-04:00", 8 + minutes / 60, minutes % 60);
        let splits: Vec<Value> = (1..=8u32)
            .filter(|i| f64::from(i * 5) < *length)
            .map(|i| json!({"label": format!("{}K", i * 5), "metres": i * 5000, "mats": [format!("{name} {i}")], "minimumSeconds": i * 700}))
            .collect();
        let ranking = ["chip", "hybrid", "hybrid", "gun"][at];
        json!({"name": name, "distanceMetres": length * 1000.0, "ranking": ranking, "acceptUnlisted": true,
            "waves": [{"name": "Red", "gun": clock(*gun), "bibs": [{"from": from, "to": half}]},
                      {"name": "Blue", "gun": clock(gun + 10), "bibs": [{"from": half + 1, "to": to}]}],
            "start": {"mats": [format!("{name} S")], "minimumLapSeconds": 300}, "splits": splits,
            "finish": {"mats": [format!("{name} F")], "minimumSeconds": 700}})
    });
    let contests: Vec<Value> = contests.collect();
    Setup::from_json(&json!({ "contests": contests }).to_string()).unwrap()
}

fn entrant(n: u32, runners: u32) -> Entrant {
    let gender = match scattered(n, 20) {
        part if part < 0.47 => "f",
        part if part < 0.985 => "m",
        _ => "a",
    };
    let (first_name, last_name) = name(n, gender);
    Entrant {
        bib: (n + 1).to_string(),
        first_name,
        last_name,
        gender: gender.into(),
        age: Some(14 + (60.0 * (scattered(n, 21) + scattered(n, 22)) / 2.0) as u32),
        contest: CONTESTS[contest_of(n, runners)].0.into(),
        ..Entrant::default()
    }
}

/// The reads of a runner: a few do not come, a few stop on the way, a mat misses one of a hundred.
fn reads(n: u32, runners: u32) -> Vec<Read> {
    let at = contest_of(n, runners);
    let Contest(name, length, low, gun, fast, slow) = &CONTESTS[at];
    let first = if at == 0 { 0.0 } else { CONTESTS[at - 1].2 } * f64::from(runners);
    let is_blue = f64::from(n) > first + (low * f64::from(runners) - first) / 2.0 + 1.0;
    let start = (gun + if is_blue { 10 } else { 0 }) as f64 * 60.0 + 2.0 + 480.0 * scattered(n, 30);
    let spread = (scattered(n, 31) + scattered(n, 32) + scattered(n, 33)) / 3.0;
    let total = 60.0 * (fast + (slow - fast) * spread);
    if scattered(n, 34) < 0.04 {
        return Vec::new();
    }
    let stops = if scattered(n, 35) < 0.02 { scattered(n, 36) } else { 2.0 };
    let points = (1..=8u32).filter(|i| f64::from(i * 5) < *length).map(|i| (i.to_string(), f64::from(i) * 5.0 / length));
    let points = [("S".to_owned(), 0.0)].into_iter().chain(points).chain([("F".to_owned(), 1.0)]);
    let read = |(point, part): (String, f64)| {
        // Most slow down.
        let time = start + total * (part * (0.94 + 0.06 * part)) / 1.0;
        let mat = format!("{name} {point}");
        let time = EIGHT + (time * 1000.0) as i64;
        Read { source: mat.clone(), mat, bib: Some((n + 1).to_string()), time, ..Read::default() }
    };
    points
        .enumerate()
        .filter(|(i, (_, part))| *part < stops && (*part == 0.0 || *part == 1.0 || scattered(n, 40 + *i as u32) > 0.01))
        .map(|(_, point)| read(point))
        .collect()
}

fn lists(field: &Field) -> String {
    serde_json::to_string(&field.participants(&ChosenFilters::default())).unwrap()
}

/// The passings of a runner whose whole row was sent.
fn points_of(head: &LiveDocument, number: u32, row: &Row) -> Vec<(u32, usize, i64)> {
    let Some(start) = row.start.zip(head.contests[row.contest].gun_of(row.wave)).map(|(start, gun)| start + gun) else {
        return Vec::new();
    };
    let later = row.splits.iter().copied().chain([row.finish]).enumerate();
    let later = later.filter_map(|(i, at)| Some((number, i + 1, start + at?)));
    [(number, 0, start)].into_iter().chain(later).collect()
}

fn push(deltas: &mut Vec<u8>, delta: &[u8]) {
    deltas.extend(u32::try_from(delta.len()).unwrap().to_le_bytes());
    deltas.extend(delta);
}

/// Deltas that have the same number of reads each, within the hour.
fn even_deltas<'a>(mut field: Field, from: i64, reads: impl Iterator<Item = &'a Read>) -> Vec<u8> {
    let reads: Vec<&Read> = reads.take_while(|read| read.time < from + POLLS * SECONDS * 1000).collect();
    let mut deltas = Vec::new();
    for reads in reads.chunks_exact(EVEN.0).take(EVEN.1) {
        let version = field.version();
        for read in reads {
            field.ingest(read);
        }
        field.refresh(reads[reads.len() - 1].time);
        push(&mut deltas, &field.live_since(&version).unwrap());
    }
    deltas
}

fn hour(folder: &Path, which: &str, runners: u32, from: i64, reads: &[Read]) {
    let facts = RaceFacts {
        id: "r1".into(),
        name: "Bench".into(),
        event_name: "Bench".into(),
        date: "June 15, 2027".parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "bench".into(),
    };
    let mut field = Field::new(facts, setup(runners), (0..runners).map(|n| entrant(n, runners)).collect());
    let mut rest = reads.iter().peekable();
    while let Some(read) = rest.next_if(|read| read.time < from) {
        field.ingest(read);
    }
    field.refresh(from);
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name.replace("hour", which)), bytes).unwrap();
    write("document-hour", &field.live_document());
    write("lists-hour.json", lists(&field).as_bytes());
    let Some(Received::Whole(head)) = feed::read(&field.live_document()) else { panic!("a whole field") };
    let rows: Vec<Row> = head.runners.iter().collect();
    write("rows-hour.json", serde_json::json!({ "contests": head.contests, "runners": rows }).to_string().as_bytes());
    write("deltas-even-hour", &even_deltas(field.clone(), from, rest.clone()));
    let (mut deltas, mut passed) = (Vec::new(), Vec::new());
    for poll in 1..=POLLS {
        let version = field.version();
        let until = from + poll * SECONDS * 1000;
        while let Some(read) = rest.next_if(|read| read.time < until) {
            field.ingest(read);
        }
        field.refresh(until);
        let delta = field.live_since(&version).unwrap();
        push(&mut deltas, &delta);
        let Some(Received::Since(_, steps)) = feed::read(&delta) else { panic!("what happened") };
        let rows = steps.iter().flat_map(|step| &step.rows).flat_map(|(n, row)| points_of(&head, *n, row));
        let numbers = steps.iter().flat_map(|step| &step.passed).copied().chain(rows);
        passed.push(numbers.flat_map(|(n, point, at)| [i64::from(n), point as i64, at]).collect::<Vec<_>>());
    }
    write("deltas-hour", &deltas);
    write("passed-hour.json", serde_json::to_string(&passed).unwrap().as_bytes());
    write("after-hour", &field.live_document());
    write("lists-after-hour.json", lists(&field).as_bytes());
    let passings: usize = passed.iter().map(|poll| poll.len() / 3).sum();
    println!("{runners} runners, {which}: {passings} passings in {POLLS} polls");
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap();
    for runners in arguments.map(|runners| runners.parse::<u32>().unwrap()) {
        let folder = Path::new(&folder).join(runners.to_string());
        fs::create_dir_all(&folder).unwrap();
        let mut reads: Vec<Read> = (0..runners).flat_map(|n| reads(n, runners)).collect();
        reads.sort_by_key(|read| read.time);
        for (which, minutes) in [("mid", 75), ("finish", 135)] {
            hour(&folder, which, runners, EIGHT + minutes * 60_000, &reads);
        }
    }
}
