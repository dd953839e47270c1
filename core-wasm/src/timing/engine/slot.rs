//! One bib: its reads, and the runner's row, finisher and counts that are computed from them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::corrections::{Corrections, Runner};
use super::course::Rules;
use super::store::Stored;
use crate::dates::RaceDate;
use crate::privacy::Shown;
use crate::timing::age::{self, AgeBand};
use crate::timing::counts::Counts;
use crate::timing::entrants::Entrant;
use crate::timing::passing::{self, Course, Hit, PASSING_MS, Passings, Use};
use crate::timing::rank::{Finisher, Place};
use crate::timing::standing::{Row, gender_text};
use crate::timing::status::{Override, Status};

/// A bib with an entry, a read, or both.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) bib: String,
    /// Whether this is a chip that no runner had when it was read; `bib` is then the chip.
    pub(super) is_chip: bool,
    pub(super) entrant: Option<usize>,
    /// `None` when the bib belongs to no runner of the race.
    pub(super) contest: Option<usize>,
    /// The index of the wave in the contest.
    pub(super) wave: usize,
    pub(super) reads: Vec<Stored>,
    /// The row that is shown; `None` when the bib is not shown.
    pub(super) row: Option<Row>,
    /// The input of the ranking; `None` when the runner is not ranked.
    pub(super) finisher: Option<Finisher>,
    /// For a finisher, whether each split was read, as it is counted in the contest.
    pub(super) finish_counted: Option<Box<[bool]>>,
    /// Whether a person accepted the last passing.
    pub(super) accepted: bool,
    pub(super) counts: Counts,
    /// The runner's number in what is sent; `None` before the row is shown for the first time.
    pub(super) number: Option<u32>,
}

/// What the computation of a slot needs of the rest of the field.
pub(super) struct RaceContext<'a> {
    pub(super) rules: &'a [Rules],
    pub(super) age_bands: &'a [AgeBand],
    pub(super) own_timers: &'a [bool],
    pub(super) day: &'a RangeInclusive<i64>,
    pub(super) race_date: RaceDate,
    pub(super) corrections: &'a Corrections,
}

/// What becomes of a read before the rules of the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadFate {
    /// It may be a passing.
    Valid(Hit),
    /// Its sender withdrew it.
    Invalid,
    /// A person decided that it does not count.
    Voided,
    /// It is from another race's timer.
    Foreign,
    /// Its time is outside the race.
    Impossible,
}

/// What is computed from a slot.
pub(super) struct Computed {
    /// The runner's row without ranks; `None` when the bib is not shown.
    pub(super) row: Option<Row>,
    /// The input of the ranking; `None` when the runner is not ranked.
    pub(super) finisher: Option<Finisher>,
    /// Whether a person accepted the last passing.
    pub(super) accepted: bool,
    /// The counts of the reads.
    pub(super) counts: Counts,
}

impl Slot {
    pub(super) fn new(bib: &str, is_chip: bool) -> Self {
        Self {
            bib: bib.to_owned(),
            is_chip,
            entrant: None,
            contest: None,
            wave: 0,
            reads: Vec::new(),
            row: None,
            finisher: None,
            finish_counted: None,
            accepted: false,
            counts: Counts::default(),
            number: None,
        }
    }

    /// Computes the runner's row without ranks, the input of the ranking, and the counts of the reads.
    pub(super) fn compute(&self, context: &RaceContext<'_>, entrant: Option<&Entrant>) -> Computed {
        let mut counts = Counts::default();
        let nobody = Runner::default();
        let decided = context.corrections.runner(&self.bib).unwrap_or(&nobody);
        let mut hits = Vec::with_capacity(self.reads.len());
        for (_, fate) in self.judged(context, entrant, decided) {
            match fate {
                ReadFate::Valid(hit) => hits.push(hit),
                ReadFate::Invalid => counts.invalid += 1,
                ReadFate::Voided => counts.voided += 1,
                ReadFate::Foreign => counts.foreign += 1,
                ReadFate::Impossible => counts.impossible += 1,
            }
        }
        counts.reads += self.reads.len() as u64;
        let Some((contest, rules, course)) = self.course(context, decided) else {
            counts.unknown += hits.len() as u64;
            return Computed { row: None, finisher: None, accepted: false, counts };
        };
        hits.sort_unstable();
        let found = passing::passings(course, &hits, decided.start);
        for hit in hits {
            *match passing::use_of(course, &found, hit) {
                Use::Used => &mut counts.used,
                Use::BeforeStart => &mut counts.before_start,
                Use::Spare => &mut counts.spare,
                Use::OffCourse => &mut counts.off_course,
            } += 1;
        }
        // An unlisted tag becomes a runner with its start; a tag that is only read during a warm-up near the line does not.
        if entrant.is_none() && found.start.is_none() {
            return Computed { row: None, finisher: None, accepted: false, counts };
        }
        let mut row = self.row(&found, contest, course.gun, entrant, context);
        let set: Option<Override> = decided.status.or_else(|| entrant.and_then(Entrant::member_status));
        let accepted = self.is_accepted(context, course, &found, decided);
        row.status = set.map_or_else(|| status(&found), Override::status);
        if !accepted && row.start.is_some() && rules.speeds.is_superhuman(row.splits.iter().copied().chain([row.finish])) {
            row.flags |= Row::SUSPICIOUS;
        }
        let ranked = set.is_none() && !row.has(Row::SUSPICIOUS);
        let finisher = row.gun_time().zip(row.finish).filter(|_| ranked).map(|(gun, chip)| Finisher {
            gun,
            chip,
            gender: (&*row.gender).into(),
            group: usize::try_from(row.group).ok(),
            hides_age: row.has(Row::NO_AGE),
        });
        Computed { row: Some(row), finisher, accepted, counts }
    }

    /// Whether a person accepted the last passing: a read of it has, or had when it was accepted, the time that was accepted. The
    /// time of the passing itself changes with a late read of a backup box or a corrected clock.
    fn is_accepted(&self, context: &RaceContext<'_>, course: &Course, found: &passing::Passings, decided: &Runner) -> bool {
        let accepted = |time: i64| decided.finishes.get(&time) == Some(&true);
        if decided.finishes.is_empty() {
            return false;
        }
        let passings = course.points.iter().zip(&found.points);
        let Some((point, last)) = passings.rev().find_map(|(point, time)| Some((point, (*time)?))) else { return false };
        let of_passing = |read: &&Stored| {
            let time = context.corrections.time_of(read);
            point.mats.contains(&read.mat) && time.is_some_and(|time| time.abs_diff(last) <= PASSING_MS.unsigned_abs())
        };
        accepted(last) || self.reads.iter().filter(of_passing).any(|read| context.corrections.times_of(read).any(accepted))
    }

    /// The contest, its rules and the course of the runner's wave; `None` when the bib belongs to no runner of the race.
    pub(super) fn course<'a>(&self, context: &RaceContext<'a>, decided: &Runner) -> Option<(usize, &'a Rules, &'a Course)> {
        let contest = self.contest.filter(|_| !decided.removed)?;
        let rules = context.rules.get(contest)?;
        Some((contest, rules, rules.courses.get(self.wave)?))
    }

    /// What becomes of each read before the rules of the course.
    pub(super) fn judged<'a>(
        &'a self,
        context: &'a RaceContext<'_>,
        entrant: Option<&'a Entrant>,
        decided: &'a Runner,
    ) -> impl Iterator<Item = (&'a Stored, ReadFate)> {
        let cancelled: HashSet<_> = self.reads.iter().filter(|read| read.invalid).map(Stored::cancel_key).collect();
        let course = self.course(context, decided);
        let finish = course.and_then(|(_, _, course)| course.points.last());
        let leg = move |read: &Stored| {
            let leg = entrant?.chips.get(usize::from(read.chip?))?.leg.as_deref()?;
            course?.1.leg_named(leg)
        };
        let refused = move |read: &Stored| {
            let near = |time: i64| time.saturating_sub(PASSING_MS)..=time;
            let is_near = |time: i64| decided.finishes.range(near(time)).any(|(_, accepted)| !accepted);
            !decided.finishes.is_empty()
                && finish.is_some_and(|finish| finish.mats.contains(&read.mat))
                && context.corrections.times_of(read).any(is_near)
        };
        self.reads.iter().map(move |read| {
            let is_own = |timer: u16| context.own_timers.get(usize::from(timer)).copied().unwrap_or(true);
            let fate = match context.corrections.time_of(read) {
                _ if !cancelled.is_empty() && cancelled.contains(&read.cancel_key()) => ReadFate::Invalid,
                None => ReadFate::Voided,
                Some(_) if !read.timer.is_none_or(is_own) => ReadFate::Foreign,
                Some(time) if !context.day.contains(&time) => ReadFate::Impossible,
                Some(time) => ReadFate::Valid(Hit { time, mat: read.mat, leg: leg(read), no_finish: refused(read) }),
            };
            (read, fate)
        })
    }

    /// The first and the last name: those of the entrant, or else the team's, or else the bib.
    fn name<'a>(&self, entrant: Option<&'a Entrant>) -> (Cow<'a, str>, &'a str) {
        let bib = || Cow::Owned(format!("Bib {}", self.bib));
        let Some(entrant) = entrant else { return (bib(), "") };
        if !(entrant.first_name.is_empty() && entrant.last_name.is_empty()) {
            return (Cow::Borrowed(&entrant.first_name), &entrant.last_name);
        }
        // A person's team does not tell the name, but that of a relay does.
        let team = entrant.team.as_deref().filter(|_| entrant.chips.iter().any(|chip| chip.leg.is_some()));
        (team.map_or_else(bib, Cow::Borrowed), "")
    }

    fn row(
        &self,
        found: &Passings,
        contest: usize,
        gun: Option<i64>,
        entrant: Option<&Entrant>,
        context: &RaceContext<'_>,
    ) -> Row {
        let after_start = |at: Option<i64>| Some(at? - found.start?);
        let splits = found.points.iter().take(found.points.len().saturating_sub(1));
        let (first_name, last_name) = self.name(entrant);
        let age = entrant.and_then(|entrant| entrant.age_on(context.race_date));
        let group = age.and_then(|age| age::group_in(context.age_bands, age));
        let assumed = found.start.is_some() && !found.start_read;
        let flag = |set: bool, flag: u16| if set { flag } else { 0 };
        Row {
            bib: self.bib.as_str().into(),
            first_name: first_name.into(),
            last_name: last_name.into(),
            team: entrant.and_then(|entrant| entrant.team.as_deref()).unwrap_or_default().into(),
            gender: gender_text(entrant.map(|entrant| entrant.gender.as_str()).unwrap_or_default()),
            group: group.and_then(|group| i32::try_from(group).ok()).unwrap_or(-1),
            contest,
            status: Status::Registered,
            start: found.start.zip(gun).map(|(start, gun)| start - gun),
            splits: splits.map(|at| after_start(*at)).collect(),
            finish: after_start(found.finish()),
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            hidden_ahead: 0,
            flags: flag(assumed, Row::START_ASSUMED)
                | flag(assumed && found.read_before, Row::READ_BEFORE)
                | flag(found.earlier_wave, Row::EARLIER_WAVE)
                | flag(found.not_opened, Row::NOT_OPENED)
                | Row::flags_of_shown(entrant.map_or(Shown::ALL, |entrant| entrant.shown)),
            wave: self.wave,
        }
    }
}

/// The runner's status as it follows from the reads alone.
fn status(found: &Passings) -> Status {
    Status::reached(found.start.is_some(), found.points.iter().any(Option::is_some), found.finish().is_some())
}

/// Writes the result of a ranking into a row. Returns whether the row is another one now.
pub(super) fn set_place(row: &mut Row, place: Place, waits: bool) -> bool {
    let of = |row: &Row| (row.overall_rank, row.gender_rank, row.group_rank, row.hidden_ahead, row.flags);
    let before = of(row);
    row.set_place(place);
    row.flags &= !Row::WAITING;
    if waits {
        row.flags |= Row::WAITING;
    }
    of(row) != before
}
