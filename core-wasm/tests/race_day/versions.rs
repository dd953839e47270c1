//! The versions of a field: gun presses, setups and renames are told as deltas; two processes tell the same ones; and a field that was
//! built anew continues them.

use std::collections::HashMap;

use core_wasm::live::Board;
use core_wasm::live::board::{BoardQuery, List};
use core_wasm::privacy::Shown;
use core_wasm::timing::age::AgeBand;
use core_wasm::timing::engine::{Field, RaceFacts, StoredVersions};
use core_wasm::timing::setup::Ranking;
use core_wasm::timing::{Correction, Decision, Entrant, Override, Read, Setup};
use proptest::prelude::*;

use crate::{at, entrant, facts, read, setup, status};

/// What is stored of a race.
#[derive(Default)]
struct Tables {
    name: String,
    setup: Setup,
    entrants: Vec<Entrant>,
    reads: Vec<Read>,
    corrections: Vec<Correction>,
    /// The versions, and how many reads and corrections the newest contains.
    versions: Option<(StoredVersions, usize, usize)>,
    /// Whether setup or entrants changed since the newest version.
    is_edited: bool,
    epochs: usize,
}

/// A process, and how many reads and corrections it has read.
struct Process {
    field: Field,
    reads: usize,
    corrections: usize,
}

impl Process {
    /// Builds a field from the tables, and continues the stored versions if it can.
    fn start(tables: &mut Tables) -> Self {
        tables.epochs += 1;
        let facts = RaceFacts {
            name: tables.name.clone(),
            event_name: tables.name.clone(),
            epoch: format!("e{}", tables.epochs),
            ..facts()
        };
        let field = Field::new(facts, tables.setup.clone(), tables.entrants.clone());
        let mut process = Self { field, reads: 0, corrections: 0 };
        if let Some((versions, reads, corrections)) = &tables.versions {
            process.read(tables, *reads, *corrections);
            let is_resumed = process.field.resume(versions);
            assert!(is_resumed || tables.is_edited, "only setups and entrants hinder");
        }
        process
    }

    fn read(&mut self, tables: &Tables, reads: usize, corrections: usize) {
        tables.reads[self.reads..reads].iter().for_each(|read| _ = self.field.ingest(read));
        tables.corrections[self.corrections..corrections].iter().for_each(|one| _ = self.field.correct(one));
        (self.reads, self.corrections) = (reads, corrections);
        self.field.compute();
    }

    /// Reads what is new, takes the versions of others, and tells the next one.
    fn turn(&mut self, tables: &mut Tables, now: i64) {
        self.field.set_setup(tables.setup.clone());
        self.field.set_entrants(tables.entrants.clone());
        self.field.rename(tables.name.clone(), tables.name.clone());
        self.read(tables, tables.reads.len(), tables.corrections.len());
        if let Some((versions, ..)) = &tables.versions
            && (versions.epoch.as_str(), versions.number) != self.field.told()
        {
            let later = self.later(versions);
            if !later.is_some_and(|later| self.field.follow(&later)) && !self.field.resume(versions) {
                *self = Self::start(tables);
                self.read(tables, tables.reads.len(), tables.corrections.len());
            }
        }
        if let Some(next) = self.field.next_version(now) {
            let mut all = self.field.all_versions(&next);
            // What is stored is added to, and frames that are forgotten are deleted.
            if let Some((known, ..)) = tables.versions.take().filter(|(known, ..)| known.epoch == all.epoch) {
                let frames = known.frames.into_iter().chain(next.added.frames.clone()).filter(|(n, _)| *n > next.added.first);
                assert_eq!(frames.collect::<Vec<_>>(), all.frames);
                let bibs = known.bibs.into_iter().chain(next.added.bibs.clone()).collect::<Vec<_>>();
                assert_eq!(bibs, all.bibs);
                all.bibs = bibs;
            }
            tables.versions = Some((all, self.reads, self.corrections));
            tables.is_edited = false;
            self.field.publish(next);
        }
    }

    /// The versions after the newest of this field; `None` when they are of another epoch.
    fn later(&self, versions: &StoredVersions) -> Option<StoredVersions> {
        let (epoch, number) = self.field.told();
        let numbered = self.field.numbered();
        (versions.epoch == epoch).then(|| StoredVersions {
            frames: versions.frames.iter().filter(|(n, _)| *n > number).cloned().collect(),
            numbered,
            bibs: versions.bibs.iter().skip(numbered).cloned().collect(),
            ..versions.clone()
        })
    }
}

/// A page that is open, and its version.
#[derive(Default)]
struct Page {
    board: Board,
    version: Option<String>,
    /// The version that it had before that one.
    earlier: Option<String>,
    polls: usize,
}

/// What was answered: the whole fields by their versions, and deltas by their versions and what they follow.
#[derive(Default)]
struct Answers {
    wholes: HashMap<String, Vec<u8>>,
    deltas: HashMap<(String, String), Vec<u8>>,
}

impl Page {
    /// Asks a process what has happened, and compares the page with one that is opened now.
    fn poll(&mut self, field: &Field, answers: &mut Answers) {
        let whole = field.live_document();
        assert_eq!(answers.wholes.entry(field.version()).or_insert_with(|| whole.clone()), &whole, "one version, one field");
        // Every other time it is sent what happened since a version that it had earlier, as pages that share an answer are.
        self.polls += 1;
        let earlier = self.earlier.take().filter(|earlier| self.polls.is_multiple_of(2) && field.live_since(earlier).is_some());
        self.earlier.clone_from(&self.version);
        let since = earlier.or_else(|| self.version.clone()).unwrap_or_default();
        let delta = field.live_since(&since);
        if let Some(delta) = &delta {
            assert_eq!(answers.deltas.entry((since, field.version())).or_insert_with(|| delta.clone()), delta);
        }
        self.version = Some(self.board.load(delta.as_ref().unwrap_or(&whole)).unwrap().version);
        let mut fresh = Board::new();
        let opened = fresh.load(&whole).unwrap();
        let followed = self.board.load(&whole).unwrap();
        assert!(!followed.changed);
        assert_eq!(self.board.document(), fresh.document());
        assert_eq!((followed.race, followed.active, self.board.filters()), (opened.race, opened.active, fresh.filters()));
        for list in [List::Active, List::Finished] {
            for (distance, age_group, search) in
                [("", "", ""), ("10K", "", ""), ("", "30-39", ""), ("", "", "ann"), ("Mile", "", "")]
            {
                let query = BoardQuery {
                    list,
                    distance: distance.into(),
                    age_group: age_group.into(),
                    search: search.into(),
                    count: 50,
                    ..BoardQuery::default()
                };
                let (shown, wanted) = (self.board.query(&query), fresh.query(&query));
                assert_eq!((shown.rows, shown.course, shown.counted), (wanted.rows, wanted.course, wanted.counted));
            }
        }
        for bib in ["1001", "1002", "5001"] {
            assert_eq!(self.board.runner(bib, false), fresh.runner(bib, false));
        }
    }
}

#[derive(Debug, Clone)]
enum Step {
    Read(&'static str, &'static str, i64),
    Status(&'static str, Option<Override>),
    Gun(&'static str, Option<i64>),
    Waves(bool),
    Contest(&'static str),
    Ranking(Ranking),
    Label(&'static str),
    Split(bool),
    Ages(&'static str),
    Rename(&'static str),
    Entrants(usize),
    Hide(usize, u8),
    Turn(usize, usize),
    Restart(usize),
}

fn any_step() -> impl Strategy<Value = Step> {
    use prop::sample::select;
    let bib = || select(vec!["1001", "1002", "1003", "1004", "5001", "5002"]);
    prop_oneof![
        6 => (select(vec!["LINE1", "LINE1", "5K"]), bib(), -5i64..80).prop_map(|(mat, bib, minute)| Step::Read(mat, bib, minute)),
        1 => (bib(), select(vec![None, Some(Override::Dnf), Some(Override::Dq)])).prop_map(|(bib, status)| Step::Status(bib, status)),
        2 => (select(vec!["10K", "5K"]), prop::option::of(-5i64..10)).prop_map(|(contest, minute)| Step::Gun(contest, minute)),
        1 => any::<bool>().prop_map(Step::Waves),
        1 => select(vec!["5K", "Mile"]).prop_map(Step::Contest),
        1 => select(vec![Ranking::Gun, Ranking::Chip, Ranking::Hybrid]).prop_map(Step::Ranking),
        1 => select(vec!["5K", "Bridge"]).prop_map(Step::Label),
        1 => any::<bool>().prop_map(Step::Split),
        1 => select(vec!["30-39", "40-49"]).prop_map(Step::Ages),
        1 => select(vec!["Lakeside", "Seaside"]).prop_map(Step::Rename),
        1 => (0usize..6).prop_map(Step::Entrants),
        1 => (0usize..5, 0u8..4).prop_map(|(at, what)| Step::Hide(at, what)),
        6 => (0usize..2, 0usize..2).prop_map(|(process, page)| Step::Turn(process, page)),
        1 => (0usize..2).prop_map(Step::Restart),
    ]
}

fn entrants() -> Vec<Entrant> {
    vec![
        entrant("1001", "Ann", "Ng", "f", 30, "10K"),
        entrant("1002", "Bo", "Day", "m", 34, "10K"),
        entrant("1003", "Cy", "Fox", "f", 71, "10K"),
        entrant("5001", "Ann", "Lee", "f", 12, "5K"),
        entrant("5002", "明", "王", "f", 33, "5K"),
    ]
}

fn change(tables: &mut Tables, step: &Step) {
    let clock = |minute: i64| at("08:30:00") + minute * 60_000;
    let zone = core_wasm::dates::DEFAULT_ZONE;
    let before = (tables.setup.clone(), tables.entrants.clone());
    match step {
        Step::Read(mat, bib, minute) => {
            tables.reads.push(Read { time: clock(*minute), ..read(mat, bib, "08:30:00") });
        }
        Step::Status(bib, set) => {
            let id = tables.corrections.len() as i64 + 1;
            tables.corrections.push(status(id, bib, *set));
        }
        Step::Gun(contest, minute) => {
            let gun = minute.map(|minute| core_wasm::dates::format_instant(clock(minute), zone));
            // A contest with waves has no gun of its own, and one may be named otherwise now.
            let _ = tables.setup.set_gun(contest, None, gun.clone());
            let _ = tables.setup.set_gun(contest, Some("A"), gun);
        }
        Step::Waves(are_two) => {
            let waves = r#"[{"name": "A", "gun": "2027-06-15T08:30:00.000-04:00", "bibs": [{"from": 1000, "to": 1002}]},
                            {"name": "B", "gun": "2027-06-15T08:35:00.000-04:00", "bibs": [{"from": 1003, "to": 1999}]}]"#;
            let waves = if *are_two { serde_json::from_str(waves).unwrap() } else { Vec::new() };
            tables.setup.contests[0].waves = waves;
        }
        Step::Contest(name) => tables.setup.contests[1].name = (*name).into(),
        Step::Ranking(ranking) => tables.setup.contests[0].ranking = *ranking,
        Step::Label(label) => tables.setup.contests[0].splits.iter_mut().for_each(|split| split.label = (*label).into()),
        Step::Split(is_there) => {
            tables.setup.contests[0].splits = if *is_there { setup().contests.remove(0).splits } else { Vec::new() };
        }
        Step::Ages(band) => {
            let [from, to] = [&band[..2], &band[3..]].map(|age| age.parse().unwrap());
            tables.setup.age_bands = vec![AgeBand { label: (*band).into(), from, to: Some(to) }];
        }
        Step::Rename(name) => tables.name = (*name).into(),
        Step::Entrants(count) => tables.entrants = entrants().into_iter().take(*count).collect(),
        Step::Hide(at, what) => {
            if let Some(entrant) = tables.entrants.get_mut(*at) {
                entrant.shown = Shown::of(*what == 1, *what == 2, *what == 3);
            }
        }
        Step::Turn(..) | Step::Restart(_) => {}
    }
    tables.is_edited |= before != (tables.setup.clone(), tables.entrants.clone());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Two processes on one database tell the same versions, whoever tells the next one, also when one of them begins anew; and a page
    /// that follows either of them shows what a page shows that is opened now.
    #[test]
    fn a_page_that_follows_shows_what_a_new_one_shows(steps in prop::collection::vec(any_step(), 1..80)) {
        let mut tables = Tables { name: "Lakeside".into(), setup: setup(), entrants: entrants(), ..Tables::default() };
        let mut processes = [Process::start(&mut tables), Process::start(&mut tables)];
        let (mut pages, mut answers) = ([Page::default(), Page::default()], Answers::default());
        for (now, step) in (1..).zip(steps.iter().chain(&[Step::Turn(0, 0), Step::Turn(1, 0), Step::Turn(0, 1), Step::Turn(1, 1)])) {
            change(&mut tables, step);
            match step {
                Step::Turn(process, page) => {
                    let process = &mut processes[*process];
                    process.turn(&mut tables, now);
                    pages[*page].poll(&process.field, &mut answers);
                }
                Step::Restart(process) => processes[*process] = Process::start(&mut tables),
                _ => {}
            }
        }
        let [one, other] = &processes;
        prop_assert_eq!(one.field.version(), other.field.version());
        prop_assert_eq!(one.field.standings(), other.field.standings());
        prop_assert_eq!(one.field.live_from(), other.field.live_from());
        // Nobody has anything to tell any more, and whoever begins now continues.
        prop_assert!(one.field.next_version(1_000).is_none() && other.field.next_version(1_000).is_none());
        if !tables.is_edited {
            let mut again = Process::start(&mut tables);
            again.turn(&mut tables, 1_001);
            prop_assert_eq!(again.field.version(), one.field.version());
            prop_assert_eq!(again.field.live_document(), one.field.live_document());
        }
    }
}

/// A race with two processes, of which the first has told the first version.
fn two() -> (Tables, Process, Process) {
    let mut tables = Tables { name: "Lakeside".into(), setup: setup(), entrants: entrants(), ..Tables::default() };
    let mut first = Process::start(&mut tables);
    first.turn(&mut tables, 1);
    let second = Process::start(&mut tables);
    (tables, first, second)
}

#[test]
fn a_gun_a_setup_and_a_name_are_deltas_within_the_epoch() {
    let (mut tables, mut process, _) = two();
    let (mut page, mut answers) = (Page::default(), Answers::default());
    page.poll(&process.field, &mut answers);
    for step in [
        Step::Gun("10K", Some(1)),
        Step::Read("LINE1", "1001", 2),
        Step::Waves(true),
        Step::Label("Bridge"),
        Step::Rename("Seaside"),
        Step::Contest("Mile"),
    ] {
        let before = process.field.version();
        change(&mut tables, &step);
        process.turn(&mut tables, 2);
        assert!(process.field.live_since(&before).is_some_and(|delta| delta.len() < 700), "{step:?}");
        page.poll(&process.field, &mut answers);
    }
    assert_eq!(page.board.document().race, "Seaside");
    assert_eq!(process.field.version(), "e1-7");
}

#[test]
fn who_was_ahead_tells_only_what_the_other_has_not_told() {
    let (mut tables, mut first, mut second) = two();
    change(&mut tables, &Step::Read("LINE1", "1001", 1));
    first.turn(&mut tables, 2);
    change(&mut tables, &Step::Read("LINE1", "1002", 1));
    second.turn(&mut tables, 3);
    assert_eq!(second.field.version(), "e1-3", "the version of the first, and one with the other read");
    first.turn(&mut tables, 4);
    assert_eq!(first.field.live_document(), second.field.live_document());
    assert_eq!(first.field.live_since("e1-1"), second.field.live_since("e1-1"));
}

#[test]
fn what_is_hidden_while_no_process_runs_is_in_no_frame() {
    let (mut tables, mut first, _) = two();
    let mut zoe = entrants();
    zoe.push(entrant("1005", "Zoe", "Oakes", "f", 40, "10K"));
    tables.entrants = zoe;
    first.turn(&mut tables, 2);
    assert!(String::from_utf8_lossy(&first.field.live_since("e1-1").unwrap()).contains("Oakes"));
    tables.entrants[5].shown = Shown::of(true, false, false);
    tables.is_edited = true;
    let mut again = Process::start(&mut tables);
    again.turn(&mut tables, 3);
    assert_eq!(again.field.live_since("e1-1"), None);
    assert!(tables.versions.unwrap().0.frames.is_empty());
}

#[test]
fn frames_that_were_removed_are_not_told_and_the_epoch_goes_on() {
    let (mut tables, mut first, _) = two();
    for minute in 0..4 {
        change(
            &mut tables,
            &Step::Read(
                if minute == 0 { "LINE1" } else { "5K" },
                ["1001", "1001", "1002", "1003"][minute],
                minute as i64 * 9 + 1,
            ),
        );
        first.turn(&mut tables, 2);
    }
    let (versions, ..) = tables.versions.as_mut().unwrap();
    let newest = versions.number;
    versions.frames.remove(0);
    let mut again = Process::start(&mut tables);
    assert_eq!(again.field.version(), format!("e1-{newest}"));
    assert_eq!(again.field.live_from(), first.field.live_from() + 1);
    let decision = Decision::Status { bibs: vec!["1001".into()], status: Some(Override::Dnf) };
    tables.corrections.push(Correction { id: 1, decision });
    again.turn(&mut tables, 3);
    assert_eq!(Process::start(&mut tables).field.version(), format!("e1-{}", newest + 1));
}
