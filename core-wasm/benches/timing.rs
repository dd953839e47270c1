//! Benchmarks of timing: the recorded day (`SPLITLINE_DATA`, by default `../shared/data`; without it those benches are skipped),
//! and generated fields of 10,000, 31,984 and 100,000 runners with ten reads each.

#![allow(
    missing_docs,
    clippy::print_stdout,
    clippy::type_complexity,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a bench reads files and has a clock"
)]

mod recorded;

use std::hint::black_box;

use core_wasm::live::Board;
use core_wasm::live::board::{BoardQuery, List};
use core_wasm::live::filters::ChosenFilters;
use core_wasm::timing::correction::ReadRef;
use core_wasm::timing::engine::Field;
use core_wasm::timing::{Correction, Decision, Entrant, Override, Read, Setup};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use recorded::{facts, field, parse};

const RUNNERS: u32 = 10_000;
const GUN: i64 = 1_813_062_600_000;

/// One contest of so many runners: a start line, eight splits, a finish.
fn generated(runners: u32) -> (Setup, Vec<Entrant>, Vec<Read>) {
    let splits: Vec<serde_json::Value> = (1..=8)
        .map(|i| serde_json::json!({"label": format!("{i}K"), "metres": i * 1000, "mats": [format!("{i}K")], "minimumSeconds": i * 150}))
        .collect();
    let setup = serde_json::json!({"contests": [{
        "name": "10K", "distanceMetres": 10000, "gun": "2027-06-15T08:30:00.000-04:00", "ranking": "chip",
        "bibs": [{"from": 1, "to": 199999}], "acceptUnlisted": true,
        "start": {"mats": ["LINE"], "minimumLapSeconds": 600}, "splits": splits,
        "finish": {"mats": ["LINE"], "minimumSeconds": 1500}}]});
    let setup = Setup::from_json(&setup.to_string()).unwrap();

    let firsts = ["Ana", "José", "Lucía", "Tom", "Mia", "Zoë", "Omar", "Ida", "Łukasz", "Grace"];
    let lasts = ["Ng", "Muñoz", "Okafor", "Smith", "Ørsted", "Kowalski", "Day", "Ibáñez", "Fox", "O'Brien"];
    let pick = |list: &[&str; 10], n: u32| list[(n % 10) as usize].to_owned();
    let entrants = (1..=runners)
        .map(|bib| Entrant {
            bib: bib.to_string(),
            first_name: pick(&firsts, bib / 7),
            last_name: format!("{}{}", pick(&lasts, bib), bib / 100),
            gender: ["m", "f", "a"][(bib % 31 % 3) as usize].into(),
            age: Some(10 + bib % 70),
            ..Entrant::default()
        })
        .collect();
    let mut reads = Vec::new();
    for bib in 1..=runners {
        let start = GUN + i64::from(bib % 300) * 1000;
        let pace = 240_000 + i64::from(bib.wrapping_mul(2_654_435_761) % 200_000);
        let mut read = |mat: String, time| {
            reads.push(Read { source: mat.clone(), mat, bib: Some(bib.to_string()), time, ..Read::default() })
        };
        read("LINE".into(), start);
        for i in 1..=8 {
            read(format!("{i}K"), start + pace * i);
        }
        // Every tenth runner has not finished.
        if bib % 10 != 0 {
            read("LINE".into(), start + pace * 10);
        }
    }
    (setup, entrants, reads)
}

/// One correction of each group: it concerns the ranking, one read, the reads of one chip.
fn corrections(reads: &[Read]) -> Vec<(&'static str, Correction)> {
    let last = reads.iter().rev().find(|read| read.bib.as_deref() == Some("77")).unwrap();
    let one = |decision| Correction { id: 1, decision };
    vec![
        ("one status", one(Decision::Status { bibs: vec!["77".into()], status: Some(Override::Dq) })),
        ("one read voided", one(Decision::Void { read: ReadRef::of(last) })),
        ("one chip given", one(Decision::Chip { chip: "SPARE".into(), bib: Some("77".into()), from: None, to: None })),
    ]
}

fn real_day(c: &mut Criterion) {
    let Some((setup, files)) = recorded::day("setup.json") else {
        eprintln!("skipped: the recorded day was not found");
        return;
    };
    let reads = parse(&files);
    let mut group = c.benchmark_group("real day");
    group.sample_size(10);
    group.bench_function("parse 64,990 lines", |b| b.iter(|| parse(black_box(&files))));
    group.bench_function("ingest 64,990 reads and refresh", |b| {
        b.iter(|| field("2021-05-08", setup.clone(), Vec::new(), black_box(&reads)))
    });
    group.finish();
}

fn ten_thousand(c: &mut Criterion) {
    let (setup, entrants, reads) = generated(RUNNERS);
    let timed = field("2027-06-15", setup, entrants, &reads);
    // The next finisher: one read that changes many ranks.
    let last = |n: i64| Read {
        source: "LINE".into(),
        mat: "LINE".into(),
        bib: Some("10".into()),
        time: GUN + 3_000_000 + n,
        ..Read::default()
    };
    let before = timed.version();
    let mut after = timed.clone();
    after.ingest(&last(0));
    after.refresh(1);

    let mut group = c.benchmark_group("10,000 runners");
    group.sample_size(20);
    group.bench_function("a finish: ingest and refresh", |b| {
        b.iter_batched_ref(
            || timed.clone(),
            |field| {
                field.ingest(&last(0));
                field.refresh(1)
            },
            BatchSize::LargeInput,
        )
    });
    group.bench_function("a spare read: ingest and refresh", |b| {
        b.iter_batched_ref(
            || timed.clone(),
            |field| {
                field.ingest(&Read { bib: Some("11".into()), ..last(5_000_000) });
                field.refresh(1)
            },
            BatchSize::LargeInput,
        )
    });
    group.bench_function("rebuild everything", |b| {
        // The same setup again would cost nothing.
        let mut setup = timed.setup().clone();
        setup.contests.iter_mut().for_each(|contest| contest.name.push('!'));
        b.iter_batched_ref(
            || timed.clone(),
            |field| {
                field.set_setup(setup.clone());
                field.refresh(1)
            },
            BatchSize::LargeInput,
        )
    });
    group.bench_function("write the whole document", |b| b.iter(|| timed.live_document()));
    group.bench_function("write a delta", |b| b.iter(|| after.live_since(&before)));
    group.bench_function("participants", |b| b.iter(|| timed.participants(&ChosenFilters::default())));
    group.finish();
}

fn board(c: &mut Criterion) {
    let (setup, entrants, reads) = generated(RUNNERS);
    let mut timed = field("2027-06-15", setup, entrants, &reads);
    let whole = timed.live_document();
    let before = timed.version();
    timed.ingest(&Read {
        source: "LINE".into(),
        mat: "LINE".into(),
        bib: Some("10".into()),
        time: GUN + 3_000_000,
        ..Read::default()
    });
    timed.refresh(1);
    let delta = timed.live_since(&before).unwrap_or_default();
    println!("whole document: {} bytes, delta: {} bytes", whole.len(), delta.len());
    let mut loaded = Board::new();
    loaded.load(&whole).unwrap();

    let mut group = c.benchmark_group("board of 10,000");
    group.sample_size(20);
    group.bench_function("load the whole field", |b| {
        b.iter_batched_ref(Board::new, |board| board.load(&whole).unwrap(), BatchSize::LargeInput)
    });
    group.bench_function("load a delta", |b| {
        b.iter_batched_ref(|| loaded.clone(), |board| board.load(&delta).unwrap(), BatchSize::LargeInput)
    });
    for (name, search) in [("no search", ""), ("one letter", "m"), ("a name", "munoz 12"), ("a bib", "4711")] {
        let query = BoardQuery { list: List::Finished, search: search.into(), count: 50, ..BoardQuery::default() };
        group.bench_function(format!("a keystroke: {name}"), |b| b.iter(|| loaded.query(black_box(&query))));
    }
    group.finish();
}

/// The times of a large race, from its first read to its last.
fn large(c: &mut Criterion) {
    for runners in [31_984, 100_000] {
        let (setup, entrants, reads) = generated(runners);
        let replayed = |count: usize| {
            let mut order: Vec<&Read> = reads.iter().collect();
            order.sort_by_key(|read| read.time);
            let rest: Vec<Read> = order.split_off(count).into_iter().take(500).cloned().collect();
            let reads: Vec<Read> = order.into_iter().cloned().collect();
            (field("2027-06-15", setup.clone(), entrants.clone(), &reads), rest)
        };
        let mut group = c.benchmark_group(format!("{runners} runners"));
        group.sample_size(10);
        group.bench_function("replay: ingest", |b| {
            b.iter_batched_ref(
                || Field::new(facts("2027-06-15"), setup.clone(), entrants.clone()),
                |field| {
                    for read in &reads {
                        field.ingest(read);
                    }
                },
                BatchSize::PerIteration,
            )
        });
        let mut ingested = Field::new(facts("2027-06-15"), setup.clone(), entrants.clone());
        for read in &reads {
            ingested.ingest(read);
        }
        group.bench_function("replay: refresh", |b| {
            b.iter_batched_ref(|| ingested.clone(), |field| field.refresh(1), BatchSize::PerIteration)
        });
        for (name, count) in [("500 reads mid race", reads.len() / 2), ("500 reads near the finish", reads.len() - 500)] {
            let (timed, rest) = replayed(count);
            group.bench_function(name, |b| {
                b.iter_batched_ref(
                    || timed.clone(),
                    |field| {
                        for read in &rest {
                            field.ingest(read);
                        }
                        field.refresh(1)
                    },
                    BatchSize::PerIteration,
                )
            });
        }
        let (mut timed, _) = replayed(reads.len());
        for (mat, time) in [("LINE", GUN + 1), ("1K", GUN + 200_000)] {
            let chip = Some("SPARE".into());
            timed.ingest(&Read { source: mat.into(), mat: mat.into(), chip, time, ..Read::default() });
        }
        timed.refresh(1);
        for (name, correction) in corrections(&reads) {
            group.bench_function(name, |b| {
                b.iter_batched_ref(
                    || timed.clone(),
                    |field| {
                        field.correct(&correction);
                        field.refresh(1)
                    },
                    BatchSize::PerIteration,
                )
            });
        }
        group.finish();
    }
}

criterion_group!(benches, real_day, ten_thousand, board, large);
criterion_main!(benches);
