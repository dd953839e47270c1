//! One bib: its reads, and the runner's row, finisher and counts that are computed from them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::course::Rules;
use super::store::Stored;
use crate::dates::RaceDate;
use crate::timing::age::{self, AgeBand};
use crate::timing::counts::Counts;
use crate::timing::entrants::Entrant;
use crate::timing::passing::{self, Hit, Passings, Use};
use crate::timing::rank::{Finisher, Place};
use crate::timing::standing::Row;
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
    pub(super) counts: Counts,
    /// The version at which the row last changed.
    pub(super) changed: u64,
}

/// What the computation of a slot needs of the rest of the field.
pub(super) struct RaceContext<'a> {
    pub(super) rules: &'a [Rules],
    pub(super) age_bands: &'a [AgeBand],
    pub(super) own_timers: &'a [bool],
    pub(super) day: &'a RangeInclusive<i64>,
    pub(super) race_date: RaceDate,
}

/// What is computed from a slot.
pub(super) struct Computed {
    /// The runner's row without ranks; `None` when the bib is not shown.
    pub(super) row: Option<Row>,
    /// The input of the ranking; `None` when the runner is not ranked.
    pub(super) finisher: Option<Finisher>,
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
            counts: Counts::default(),
            changed: 0,
        }
    }

    /// Computes the runner's row without ranks, the input of the ranking, and the counts of the reads.
    pub(super) fn compute(&self, context: &RaceContext<'_>, entrant: Option<&Entrant>, set: Option<Override>) -> Computed {
        let mut counts = Counts::default();
        let rules = self.contest.and_then(|contest| context.rules.get(contest));
        let mut hits = self.valid_hits(context, entrant.zip(rules), &mut counts);
        let course = rules.and_then(|rules| rules.courses.get(self.wave));
        let (Some(contest), Some(rules), Some(course)) = (self.contest, rules, course) else {
            counts.unknown += hits.len() as u64;
            return Computed { row: None, finisher: None, counts };
        };
        hits.sort_unstable();
        let found = passing::passings(course, &hits);
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
            return Computed { row: None, finisher: None, counts };
        }
        let mut row = self.row(&found, contest, course.gun, entrant, context);
        let set = set.or_else(|| entrant.and_then(Entrant::member_status));
        row.status = set.map_or_else(|| status(&found), Override::status);
        if row.start.is_some() && rules.speeds.is_superhuman(row.splits.iter().copied().chain([row.finish])) {
            row.flags |= Row::SUSPICIOUS;
        }
        let ranked = set.is_none() && !row.has(Row::SUSPICIOUS);
        let finisher = row.gun_time().zip(row.finish).filter(|_| ranked).map(|(gun, chip)| Finisher {
            gun,
            chip,
            gender: row.gender.clone(),
            group: usize::try_from(row.group).ok(),
        });
        Computed { row: Some(row), finisher, counts }
    }

    /// Returns the reads that may be passings, and counts the others.
    fn valid_hits(&self, context: &RaceContext<'_>, runner: Option<(&Entrant, &Rules)>, counts: &mut Counts) -> Vec<Hit> {
        let cancelled: HashSet<_> = self.reads.iter().filter(|read| read.invalid).map(Stored::cancel_key).collect();
        let mut hits = Vec::with_capacity(self.reads.len());
        for read in &self.reads {
            counts.reads += 1;
            let is_own = |timer: u16| context.own_timers.get(usize::from(timer)).copied().unwrap_or(true);
            if !cancelled.is_empty() && cancelled.contains(&read.cancel_key()) {
                counts.invalid += 1;
            } else if !read.timer.is_none_or(is_own) {
                counts.foreign += 1;
            } else if !context.day.contains(&read.time) {
                counts.impossible += 1;
            } else {
                let leg = runner
                    .zip(read.chip)
                    .and_then(|((entrant, rules), chip)| rules.leg_named(entrant.chips.get(usize::from(chip))?.leg.as_deref()?));
                hits.push(Hit { time: read.time, mat: read.mat, leg });
            }
        }
        hits
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
        let age = entrant.and_then(|entrant| age_of(entrant, context.race_date));
        let group = age.and_then(|age| age::group_in(context.age_bands, age));
        let assumed = found.start.is_some() && !found.start_read;
        let flag = |set: bool, flag: u16| if set { flag } else { 0 };
        Row {
            bib: self.bib.as_str().into(),
            first_name: first_name.into(),
            last_name: last_name.into(),
            gender: entrant.map(|entrant| entrant.gender.as_str()).unwrap_or_default().into(),
            group: group.and_then(|group| i32::try_from(group).ok()).unwrap_or(-1),
            contest,
            status: Status::Registered,
            start: found.start.zip(gun).map(|(start, gun)| start - gun),
            splits: splits.map(|at| after_start(*at)).collect(),
            finish: after_start(found.finish()),
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            flags: flag(assumed, Row::START_ASSUMED)
                | flag(assumed && found.read_before, Row::READ_BEFORE)
                | flag(found.earlier_wave, Row::EARLIER_WAVE),
            wave: self.wave,
        }
    }
}

/// The runner's status as it follows from the reads alone.
fn status(found: &Passings) -> Status {
    if found.finish().is_some() {
        Status::Finished
    } else if found.points.iter().any(Option::is_some) {
        Status::OnCourse
    } else if found.start.is_some() {
        Status::Started
    } else {
        Status::Registered
    }
}

/// The age on race day: from the date of birth, or else as the entrant list gives it.
fn age_of(entrant: &Entrant, race_date: RaceDate) -> Option<u32> {
    let born = entrant.dob.as_deref().and_then(|dob| dob.parse::<RaceDate>().ok());
    born.and_then(|born| age::on_race_day(born.naive(), race_date.naive())).or(entrant.age)
}

/// Writes the result of a ranking into a row; returns whether that changed it.
pub(super) fn set_place(row: &mut Row, place: Place, waits: bool) -> bool {
    let of = |row: &Row| (row.overall_rank, row.gender_rank, row.group_rank, row.flags);
    let before = of(row);
    let Place { ranks, tenths } = place;
    (row.overall_rank, row.gender_rank, row.group_rank) = (ranks.overall, ranks.gender, ranks.group);
    row.flags &= !Row::OF_RANKING;
    for (set, flag) in [(ranks.by_gun, Row::BY_GUN), (tenths, Row::TENTHS), (waits, Row::WAITING)] {
        if set {
            row.flags |= flag;
        }
    }
    of(row) != before
}
