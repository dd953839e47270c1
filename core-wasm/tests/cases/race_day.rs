//! Days of a race as cases: a setup, entrants and reads, and what becomes of them, one line of text for each runner.

use std::collections::BTreeMap;

use core_wasm::dates::{self, DEFAULT_ZONE};
use core_wasm::live::legs;
use core_wasm::privacy::Shown;
use core_wasm::timing::correction::{Asked, ReadRef};
use core_wasm::timing::engine::{Field, RaceFacts};
use core_wasm::timing::read::clean_bib;
use core_wasm::timing::standing::{Row, bib_order};
use core_wasm::timing::{Correction, Decision, Entrant, Override, Read, Setup};
use core_wasm::venue::VenueBoard;
use core_wasm::venue::announcer::{AnnouncerAsked, AnnouncerPage};
use core_wasm::venue::embed::EmbedList;
use core_wasm::venue::finish::ArrivedPage;
use core_wasm::venue::people::{self, AnnouncerList};
use core_wasm::venue::status::StatusPage;
use serde_json::{Value, json};

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
    /// Decisions of a person, in order; the first has the number 1.
    #[serde(default)]
    corrections: Vec<Decided>,
}

/// A correction of a day.
#[derive(serde::Deserialize, Clone)]
#[serde(untagged)]
pub(crate) enum Decided {
    TakeBack {
        /// The number of the correction that is taken back.
        #[serde(rename = "takeBack")]
        take_back: i64,
    },
    /// As [`Asked`], with times of day, and a read as in the day's reads.
    Decision(serde_json::Map<String, serde_json::Value>),
}

/// The corrections of a day: its statuses first, which have negative numbers.
fn corrections(day: &Day) -> Vec<Correction> {
    let statuses = (1i64..).zip(&day.statuses).map(|(at, (bib, status))| Correction {
        id: -at,
        decision: Decision::Status { bibs: vec![bib.clone()], status: Some(*status) },
    });
    let decided = (1i64..).zip(&day.corrections).map(|(id, decided)| Correction { id, decision: decision(decided) });
    // An exchange replaces the chips that the runner had by the corrections before it.
    let mut before = Field::new(facts(), day.setup.clone(), day.entrants.clone());
    let complete = |Correction { id, decision }| {
        let decision = match decision {
            Decision::Exchange { .. } => before.complete(decision).unwrap(),
            decision => decision,
        };
        let correction = Correction { id, decision };
        before.correct(&correction);
        before.refresh(0);
        correction
    };
    statuses.chain(decided).map(complete).collect()
}

fn decision(decided: &Decided) -> Decision {
    let mut fields = match decided {
        Decided::TakeBack { take_back } => return Decision::TakeBack { correction: *take_back },
        Decided::Decision(fields) => fields.clone(),
    };
    for field in ["time", "from", "to"] {
        if let Some(time) = fields.get(field).and_then(|time| time.as_str()) {
            let time = instant_text(time);
            fields.insert(field.into(), time.into());
        }
    }
    let read = fields.remove("read").map(|read| parse(read.as_str().unwrap()));
    if let Some(read) = &read {
        fields.insert("readId".into(), read.identity().into());
    }
    fields.insert("reason".into(), "case".into());
    let asked: Asked = serde_json::from_value(fields.into()).unwrap();
    let (mut decision, _) = asked.decision().unwrap_or_else(|problems| panic!("{problems:?}"));
    if let (Some(sent), Decision::Void { read } | Decision::Restore { read } | Decision::Retime { read, .. }) =
        (&read, &mut decision)
    {
        *read = ReadRef::of(sent);
    }
    decision
}

/// What is asked, as a decision with its reason, or the problems.
pub(crate) fn asked(asked: &Asked) -> Value {
    match asked.decision() {
        Ok((decision, reason)) => json!({"decision": decision, "reason": reason}),
        Err(problems) => json!(problems),
    }
}

/// A decision that is taken after a day, with what only the field knows, or the problems.
pub(crate) fn complete(day: &Day, decided: &Decided) -> Value {
    let reads: Vec<Read> = day.reads.iter().map(|read| parse(read)).collect();
    let field = field(day, reads.iter(), corrections(day).iter(), false);
    match field.complete(decision(decided)) {
        Ok(decision) => json!(decision),
        Err(problems) => json!(problems),
    }
}

fn facts() -> RaceFacts {
    RaceFacts {
        id: "r1".into(),
        name: "Race".into(),
        event_name: "Race".into(),
        date: "June 15, 2027".parse().unwrap(),
        zone: DEFAULT_ZONE,
        epoch: "e".into(),
    }
}

/// Times a day. The result has a line for each runner, in the order of bibs: bib, start after the own gun, splits, finish, rank
/// and flags; then lines for unknown tags and for timer codes that leave runners out. The reads are also ingested backwards and one
/// by one, with the same result.
pub(crate) fn time(day: &Day) -> Vec<String> {
    let problems = day.setup.check();
    assert!(problems.is_empty(), "{problems:?}");
    let reads: Vec<Read> = day.reads.iter().map(|read| parse(read)).collect();
    let corrections = corrections(day);
    let whole = field(day, reads.iter(), corrections.iter(), false);
    assert_eq!(whole.standings(), field(day, reads.iter().rev(), corrections.iter().rev(), true).standings());

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

/// What the announcer's page asks on a day.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnAir {
    /// A time of the day.
    now: String,
    #[serde(default)]
    distance: String,
    #[serde(default, rename = "calledOff")]
    called_off: bool,
    /// By bib, whether the runner is private, shows initials only, hides the age.
    #[serde(default)]
    hidden: BTreeMap<String, [bool; 3]>,
}

/// The venue's board of a day, with ages and towns.
fn venue(day: &Day, hidden: &BTreeMap<String, [bool; 3]>) -> VenueBoard {
    let reads: Vec<Read> = day.reads.iter().map(|read| parse(read)).collect();
    let shown = |mut entrant: Entrant| {
        if let Some([private, initials, age]) = hidden.get(&entrant.bib) {
            entrant.shown = Shown::of(*private, *initials, *age);
        }
        entrant
    };
    let mut field = field(day, reads.iter(), corrections(day).iter(), false);
    field.set_entrants(day.entrants.iter().cloned().map(shown).collect());
    field.refresh(0);
    let mut board = VenueBoard::new();
    board.load(&field.live_document()).unwrap();
    let people = Some(people::of_field(&field));
    let list = AnnouncerList { race_id: "r1".into(), race: "Race".into(), people, ..AnnouncerList::default() };
    board.take_people(&serde_json::to_vec(&list).unwrap()).unwrap();
    board
}

/// The announcer's page at a time of a day.
pub(crate) fn announcer(day: &Day, asked: &OnAir) -> AnnouncerPage {
    let now = dates::parse_instant(&instant_text(&asked.now)).unwrap();
    venue(day, &asked.hidden).announcer(&AnnouncerAsked { distance: asked.distance.clone(), now, called_off: asked.called_off })
}

/// The last finishers of a day.
pub(crate) fn arrived(day: &Day, distance: &str, count: usize) -> ArrivedPage {
    venue(day, &BTreeMap::new()).arrived(distance, count)
}

/// What a frame of another site shows of a day: each title with its runners' bibs, or why there are none.
pub(crate) fn embed(day: &Day, search: &str) -> Vec<String> {
    let page = venue(day, &BTreeMap::new()).embed(search);
    let line = |list: &EmbedList| {
        let bibs: Vec<&str> = list.rows.iter().map(|row| row.bib.as_str()).collect();
        format!("{}: {}", list.title, bibs.join(" "))
    };
    page.lists.iter().map(line).chain(Some(page.empty.clone()).filter(|empty| !empty.is_empty())).collect()
}

/// The state of a day's race.
pub(crate) fn status(day: &Day) -> StatusPage {
    venue(day, &BTreeMap::new()).status()
}

fn field<'a>(
    day: &Day,
    reads: impl Iterator<Item = &'a Read>,
    corrections: impl Iterator<Item = &'a Correction>,
    each: bool,
) -> Field {
    let mut field = Field::new(facts(), day.setup.clone(), day.entrants.clone());
    let mut corrections = corrections.peekable();
    if each {
        for correction in corrections.by_ref() {
            field.correct(correction);
            field.refresh(0);
        }
    }
    for read in reads {
        field.ingest(read);
        if each {
            field.refresh(0);
        }
    }
    field.refresh(0);
    for correction in corrections {
        field.correct(correction);
        field.refresh(0);
    }
    field
}

fn parse(text: &str) -> Read {
    let mut parts = text.split_whitespace();
    let mut next = || parts.next().unwrap_or_default();
    let (mat, tag, time, timer) = (next(), next(), next(), next());
    let time = instant_text(time);
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

fn instant_text(time: &str) -> String {
    if time.contains('T') { time.to_owned() } else { format!("2027-06-15T{time:0>8}-04:00") }
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
        (Row::NOT_OPENED, "not opened"),
    ];
    parts.extend(flags.into_iter().filter(|(flag, _)| row.has(*flag)).map(|(_, word)| word.to_owned()));
    parts.join(" ")
}
