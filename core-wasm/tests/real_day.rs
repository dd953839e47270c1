//! A complete recorded race day: its counts equal those of an independent count, and the standings are the same bytes in whatever
//! order the reads are ingested.
//!
//! The recorded day is stored outside the repository (`SPLITLINE_DATA`, by default `../shared/data`); without it the tests print
//! that they were skipped.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "the test reads files and prints that it was skipped")]

use std::path::PathBuf;

use core_wasm::dates::{self, DEFAULT_ZONE};
use core_wasm::timing::engine::{CheckList, Field, RaceFacts};
use core_wasm::timing::formats::{self, Context};
use core_wasm::timing::replay::{self, RecordedFile};
use core_wasm::timing::standing::Row;
use core_wasm::timing::{Read, Setup};

/// A file of the day: its mat and its content.
type File = (String, String);

fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("SPLITLINE_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let folder = data.join("road-race-2021");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no {}", folder.display());
    None
}

/// The setup in which each wave is a contest, and all files of reads, in the order of their names.
fn recorded() -> Option<(Setup, Vec<File>)> {
    recorded_with("setup.json")
}

/// A setup of the day, and all files of reads.
fn recorded_with(setup: &str) -> Option<(Setup, Vec<File>)> {
    let folder = folder()?;
    let setup = Setup::from_json(&std::fs::read_to_string(folder.join(setup)).unwrap()).unwrap();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(&path).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "csv") {
                let mat = path.file_name().unwrap().to_string_lossy().into_owned();
                files.push((file.clone(), mat, std::fs::read_to_string(file).unwrap()));
            }
        }
    }
    files.sort();
    Some((setup, files.into_iter().map(|(_, mat, text)| (mat, text)).collect()))
}

fn reads_of(mat: &str, text: &str) -> Vec<Read> {
    let context = Context { mat: Some(mat), ..Context::default() };
    let parsed = formats::parse(formats::CHRONOTRACK, &context, text.as_bytes()).unwrap();
    assert!(parsed.rejected.is_empty(), "{:?}", parsed.rejected);
    parsed.reads
}

fn all_reads(files: &[File]) -> Vec<Read> {
    files.iter().flat_map(|(mat, text)| reads_of(mat, text)).collect()
}

fn field(setup: &Setup) -> Field {
    let facts = RaceFacts {
        id: "r1".into(),
        name: "Recorded".into(),
        event_name: "Recorded day".into(),
        date: "2021-05-08".parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "test".into(),
    };
    Field::new(facts, setup.clone(), Vec::new())
}

fn field_of(setup: &Setup, reads: &[Read]) -> Field {
    let mut field = field(setup);
    for read in reads {
        field.ingest(read);
    }
    field.refresh(0);
    field
}

/// Shuffles with a small generator (xorshift64), so that a seed gives the same order on every machine.
fn shuffled<T: Clone>(items: &[T], seed: u64) -> Vec<T> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut items = items.to_vec();
    for i in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(i, usize::try_from(state % (i as u64 + 1)).unwrap());
    }
    items
}

fn rows(field: &Field, contest: usize) -> Vec<&Row> {
    let mut rows: Vec<&Row> = field.rows().filter(|row| row.contest == contest).collect();
    rows.sort_by_key(|row| (row.finish.is_none(), row.overall_rank, row.bib.clone()));
    rows
}

#[test]
fn the_counts_of_the_marathon_wave_equal_the_independent_count() {
    let Some((setup, files)) = recorded() else { return };
    let field = field_of(&setup, &all_reads(&files));
    let marathon = rows(&field, 0);

    let started = marathon.iter().filter(|row| row.start.is_some() && !row.has(Row::START_ASSUMED)).count();
    let finished = marathon.iter().filter(|row| row.finish.is_some()).count();
    assert_eq!((started, finished), (756, 749));

    // Four of the 749 have no start read (they start with the gun), so they are not among the 756 with one.
    let mut assumed: Vec<&str> =
        marathon.iter().filter(|row| row.has(Row::START_ASSUMED) && row.finish.is_some()).map(|row| &*row.bib).collect();
    assumed.sort_unstable();
    assert_eq!(assumed, ["193", "200", "224", "225"]);

    let first = marathon[0];
    assert_eq!((&*first.bib, first.overall_rank, first.finish), ("801", 1, Some(((2 * 60 + 29) * 60 + 27) * 1000 + 780)));
    eprintln!("{:?}\n{:?}", field.counts(), field.runner_counts());
    for (i, contest) in setup.contests.iter().enumerate() {
        let rows = rows(&field, i);
        eprintln!(
            "{}: {} shown, {} start reads, {} finished, first {:?}",
            contest.name,
            rows.len(),
            rows.iter().filter(|row| row.start.is_some() && !row.has(Row::START_ASSUMED)).count(),
            rows.iter().filter(|row| row.finish.is_some()).count(),
            rows.first().map(|row| (row.bib.clone(), row.finish)),
        );
    }
}

#[test]
fn one_finish_waits_for_a_person() {
    for name in ["setup.json", "setup-waves.json"] {
        let Some((setup, files)) = recorded_with(name) else { return };
        let field = field_of(&setup, &all_reads(&files));
        let waiting: Vec<&Row> = field.rows().filter(|row| row.has(Row::WAITING)).collect();
        assert_eq!(waiting.iter().map(|row| &*row.bib).collect::<Vec<_>>(), ["2550"], "{name}");
        assert!(waiting.iter().all(|row| row.finish.is_some() && row.overall_rank == -1), "{name}: shown and not ranked");
        assert_eq!(field.checks(CheckList::Waiting, "", 0, 1).checks.first().map(|check| check.bib.as_str()), Some("2550"));
        assert_eq!(field.runner_counts().suspicious, 0, "{name}: no stretch is faster than any human");
    }
}

/// The runners of the later waves whose last read at the start is more than six seconds before their own gun, as an independent
/// program counted them.
const LEFT_EARLY: [(&str, &[&str]); 2] = [
    ("Marathon", &["2509", "2555", "2587", "2588", "2605", "2606"]),
    (
        "Half",
        &[
            "5072", "5073", "5114", "5119", "5121", "5140", "5190", "5204", "5206", "5207", "5208", "5215", "5217", "5219",
            "5220", "5239",
        ],
    ),
];

#[test]
fn runners_who_left_with_an_earlier_wave_are_timed_from_their_own_crossing() {
    let Some((setup, files)) = recorded_with("setup-waves.json") else { return };
    let field = field_of(&setup, &all_reads(&files));
    for (number, (contest, expected)) in LEFT_EARLY.iter().enumerate() {
        let mut early: Vec<&str> =
            field.rows().filter(|row| row.contest == number && row.has(Row::EARLIER_WAVE)).map(|row| &*row.bib).collect();
        early.sort_unstable();
        assert_eq!(early, *expected, "{contest}");
    }
    assert_eq!(field.checks(CheckList::EarlierWave, "", 0, 0).total, 22);
    assert_eq!(field.runner_counts().earlier_wave, 22);

    // 5114 crossed the start 4:48 before the own gun. Timed from that gun, the runner would have won.
    let row = field.rows().find(|row| &*row.bib == "5114").unwrap();
    assert_eq!((row.start, row.wave), (Some(-288_350), 1));
    assert!(row.overall_rank != 1 && row.gun_time() == row.finish);

    // The same runners with each wave as a contest are timed from their own gun, as before.
    let Some((setup, files)) = recorded() else { return };
    let field = field_of(&setup, &all_reads(&files));
    assert!(field.rows().all(|row| !row.has(Row::EARLIER_WAVE)));
}

#[test]
fn a_contest_with_waves_is_one_ranking() {
    let Some((setup, files)) = recorded_with("setup-waves.json") else { return };
    let field = field_of(&setup, &all_reads(&files));
    for number in 0..2 {
        let ranked: Vec<&Row> = rows(&field, number).into_iter().filter(|row| row.overall_rank > 0).collect();
        assert_eq!(ranked.iter().filter(|row| row.overall_rank == 1).count(), 1);
        assert!(ranked.iter().any(|row| row.wave == 0) && ranked.iter().any(|row| row.wave == 1));
        // Runners are ranked by chip time, whatever wave they ran in.
        assert!(ranked.is_sorted_by_key(|row| row.finish));
        let last = i32::try_from(ranked.len()).unwrap();
        assert!(ranked.last().is_some_and(|row| row.overall_rank <= last && row.overall_rank > last - 10));
    }
    let first = field.rows().find(|row| row.contest == 0 && row.overall_rank == 1).unwrap();
    assert_eq!((&*first.bib, first.finish), ("801", Some(((2 * 60 + 29) * 60 + 27) * 1000 + 780)));
}

#[test]
fn every_read_is_counted_once_under_its_reason() {
    let Some((setup, files)) = recorded() else { return };
    let reads = all_reads(&files);
    let field = field_of(&setup, &reads);
    let counts = field.counts();
    assert_eq!(counts.reads, 64_990);
    let sum = counts.used
        + counts.before_start
        + counts.spare
        + counts.off_course
        + counts.unknown
        + counts.foreign
        + counts.invalid
        + counts.impossible;
    assert_eq!(sum, counts.reads);
    // Timer codes 32 and 36 have one read each; the event codes 18, 29 and 32 under timer 160 belong to runners of this race.
    assert_eq!(counts.foreign, 2);
    // START1/5012018.csv was written six days earlier: 677 reads, one of them from the foreign timer.
    assert_eq!(counts.impossible, 676);
    assert_eq!(counts.invalid, 0);
    assert!(field.unknown_tags().iter().any(|unknown| unknown.tag == "99995"));
    assert_eq!(field.boxes(0).iter().map(|mat| mat.reads).sum::<u64>(), counts.reads);
}

#[test]
fn order_repetition_and_portions_do_not_change_the_standings() {
    let Some((setup, files)) = recorded() else { return };
    let reads = all_reads(&files);
    let expected = field_of(&setup, &reads).standings();

    for seed in 1..=4 {
        assert!(field_of(&setup, &shuffled(&reads, seed)).standings() == expected, "seed {seed} gives different standings");
    }
    let twice = [reads.clone(), shuffled(&reads, 7)].concat();
    assert!(field_of(&setup, &twice).standings() == expected, "sent twice");
    let backwards: Vec<Read> = reads.iter().rev().cloned().collect();
    assert!(field_of(&setup, &backwards).standings() == expected, "in reverse order");

    // Refreshed repeatedly during the day instead of once at its end.
    for (seed, portion) in [(11, 1), (12, 50), (13, 5_000)] {
        let mut field = field(&setup);
        // Portions of one need a refresh for each read, so only a part of the day is done this way.
        let single = if portion == 1 { 4_000 } else { 0 };
        let order = shuffled(&reads, seed);
        for (i, read) in order.iter().enumerate() {
            field.ingest(read);
            if i < single || (portion > 1 && i % portion == 0) {
                field.refresh(i64::try_from(i).unwrap());
            }
        }
        field.refresh(0);
        assert!(field.standings() == expected, "in portions of {portion}");
    }
}

#[test]
fn a_replay_gives_the_standings_of_the_whole_day() {
    let Some((setup, files)) = recorded() else { return };
    let recorded: Vec<RecordedFile<'_>> = files.iter().map(|(mat, text)| RecordedFile { mat, text }).collect();
    let lines = replay::replay_lines(&recorded);
    assert_eq!(lines.len(), 64_990);
    assert!(lines.is_sorted_by_key(|line| line.offset_ms));
    assert!(lines.last().is_some_and(|last| last.offset_ms < 16 * 3_600_000));
    let reads: Vec<Read> = lines.iter().flat_map(|line| reads_of(line.mat, line.line)).collect();
    assert!(field_of(&setup, &reads).standings() == field_of(&setup, &all_reads(&files)).standings());
}

#[test]
fn a_runner_of_a_later_wave_at_the_line_does_not_win_the_10k() {
    let Some((setup, files)) = recorded() else { return };
    let reads = all_reads(&files);
    let tenk = setup.contests.iter().position(|contest| contest.name == "10K").unwrap();
    let gun = setup.contests[tenk].gun_ms().unwrap();

    // There are such reads: bibs of the 10 km at the line, 24 to 27 minutes after the gun.
    let at_line: Vec<&Read> = reads
        .iter()
        .filter(|read| setup.contest_of(read.tag()) == Some(tenk) && setup.contests[tenk].finish.mats.contains(&read.mat))
        .filter(|read| (24 * 60_000..27 * 60_000).contains(&(read.time - gun)))
        .collect();
    assert!(!at_line.is_empty(), "the recorded day has no such read");
    let timed = field_of(&setup, &reads);
    let fastest = rows(&timed, tenk)[0].finish.unwrap();
    assert!(fastest > 27 * 60_000, "the setup's minimum is not applied: {}", dates::duration_text(fastest));

    // If the minimum were set too low, the split that follows would show that it is no finish.
    let mut careless = setup.clone();
    careless.contests[tenk].finish.minimum_seconds = 20.0 * 60.0;
    assert_eq!(rows(&field_of(&careless, &reads), tenk)[0].finish, Some(fastest));

    // Without a split, such a time would be faster than any human, and so be shown but not win.
    careless.contests[tenk].splits.clear();
    let timed = field_of(&careless, &reads);
    let suspicious: Vec<&Row> = timed.rows().filter(|row| row.has(Row::SUSPICIOUS)).collect();
    assert!(!suspicious.is_empty());
    assert!(suspicious.iter().all(|row| row.overall_rank == -1));
    let winner = timed.rows().find(|row| row.contest == tenk && row.overall_rank == 1).unwrap();
    assert!(winner.finish.unwrap() > 26 * 60_000);
}
