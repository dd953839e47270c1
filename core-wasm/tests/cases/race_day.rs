//! Days of a race as cases: a setup, entrants and reads, and what becomes of them, one line of text for each runner.

use std::collections::BTreeMap;

use core_wasm::dates::{self, DEFAULT_ZONE};
use core_wasm::live::legs;
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::read::clean_bib;
use core_wasm::timing::standing::{Row, bib_order};
use core_wasm::timing::{Entrant, Override, Read, Setup};

/// A day. Everything takes place on June 15, 2027, in New York, unless a time has a date.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Day {
    setup: Setup,
    #[serde(default)]
    entrants: Vec<Entrant>,
    /// Each is `mat tag time`, and a timer code where it matters: `LINE 1001 8:30:05`, `LINE chip:A7 8:30:05 160`.
    reads: Vec<String>,
    #[serde(default)]
    statuses: BTreeMap<String, Override>,
}

/// Times a day. The result has a line for each runner, in the order of bibs: bib, start after the own gun, splits, finish, rank
/// and flags; then lines for unknown tags and for timer codes that leave runners out. The reads are also ingested backwards and one
/// by one, with the same result.
pub(crate) fn time(day: &Day) -> Vec<String> {
    let problems = day.setup.check();
    assert!(problems.is_empty(), "{problems:?}");
    let reads: Vec<Read> = day.reads.iter().map(|read| parse(read)).collect();
    let whole = field(day, reads.iter(), false);
    assert_eq!(whole.standings(), field(day, reads.iter().rev(), true).standings());

    let head = whole.head();
    let mut rows: Vec<&Row> = whole.rows().collect();
    rows.sort_by(|a, b| bib_order(&a.bib, &b.bib));
    let mut lines: Vec<String> = rows.iter().map(|row| line(row)).collect();
    for row in rows {
        let legs = head.contests.get(row.contest).map(|contest| legs::legs(contest, row)).unwrap_or_default();
        if !legs.is_empty() {
            let legs: Vec<String> = legs.into_iter().map(|leg| [leg.leg, leg.time].join(" ")).collect();
            lines.push(format!("{} legs: {}", row.bib, legs.join(", ")));
        }
    }
    lines.extend(whole.unknown_tags().iter().map(|tag| format!("unknown {}: {}", tag.tag, tag.reads)));
    let left_out = whole.timer_counts().into_iter().filter(|timer| timer.left_out > 0);
    lines.extend(left_out.map(|timer| format!("timer {} leaves out {}", timer.code, timer.left_out)));
    lines
}

fn field<'a>(day: &Day, reads: impl Iterator<Item = &'a Read>, each: bool) -> Field {
    let facts = RaceFacts {
        name: "Race".into(),
        event_name: "Race".into(),
        date: "June 15, 2027".parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "e".into(),
    };
    let mut field = Field::new(facts, day.setup.clone(), day.entrants.clone(), day.statuses.clone());
    for read in reads {
        field.ingest(read);
        if each {
            field.refresh(0);
        }
    }
    field.refresh(0);
    field
}

fn parse(text: &str) -> Read {
    let mut parts = text.split_whitespace();
    let mut next = || parts.next().unwrap_or_default();
    let (mat, tag, time, timer) = (next(), next(), next(), next());
    let time = if time.contains('T') { time.to_owned() } else { format!("2027-06-15T{time:0>8}-04:00") };
    let chip = tag.strip_prefix("chip:").map(clean_bib);
    Read {
        source: mat.into(),
        mat: mat.into(),
        bib: chip.is_none().then(|| tag.to_owned()),
        chip,
        time: dates::parse_instant(&time).unwrap_or_else(|error| panic!("{text}: {error:?}")),
        timer: Some(timer.to_owned()).filter(|timer| !timer.is_empty()),
        ..Read::default()
    }
}

fn line(row: &Row) -> String {
    let text = |ms: Option<i64>| ms.map_or_else(|| "-".to_owned(), dates::duration_text);
    let times: Vec<String> = [row.start].into_iter().chain(row.splits.iter().copied()).chain([row.finish]).map(text).collect();
    let mut parts = vec![row.bib.to_string(), times.join(" | ")];
    if row.overall_rank > 0 {
        parts.push(format!("#{}", row.overall_rank));
    }
    if row.status.is_set() {
        parts.push(row.status.word().to_owned());
    }
    let flags = [
        (Row::SUSPICIOUS, "suspicious"),
        (Row::START_ASSUMED, "assumed"),
        (Row::EARLIER_WAVE, "earlier wave"),
        (Row::READ_BEFORE, "read before"),
        (Row::WAITING, "waiting"),
    ];
    parts.extend(flags.into_iter().filter(|(flag, _)| row.has(*flag)).map(|(_, word)| word.to_owned()));
    parts.join(" ")
}
