//! One bib: its reads, and the runner's row, finisher and counts that are computed from them.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::store::Stored;
use crate::dates::RaceDate;
use crate::timing::counts::Counts;
use crate::timing::entrants::Entrant;
use crate::timing::passing::{self, Course, Hit, Passings, Use};
use crate::timing::rank::{Finisher, Ranks};
use crate::timing::setup::Setup;
use crate::timing::standing::Row;
use crate::timing::status::{Override, Status};
use crate::timing::{age, human};

/// A bib with an entry, a read, or both.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) bib: String,
    pub(super) entrant: Option<usize>,
    /// `None` when the bib belongs to no runner of the race.
    pub(super) contest: Option<usize>,
    pub(super) reads: Vec<Stored>,
    /// The row that is shown; `None` when the bib is not shown.
    pub(super) row: Option<Row>,
    /// The input of the ranking; `None` when the runner is not ranked.
    pub(super) finisher: Option<Finisher>,
    pub(super) counts: Counts,
    /// The version at which the row last changed.
    pub(super) changed: u64,
}

/// What the computation of a slot needs of the rest of the field.
pub(super) struct RaceContext<'a> {
    pub(super) setup: &'a Setup,
    pub(super) courses: &'a [Course],
    pub(super) own_timer: Option<u16>,
    pub(super) day: &'a RangeInclusive<i64>,
    pub(super) race_date: RaceDate,
}

impl Slot {
    pub(super) fn new(bib: &str) -> Self {
        Self {
            bib: bib.to_owned(),
            entrant: None,
            contest: None,
            reads: Vec::new(),
            row: None,
            finisher: None,
            counts: Counts::default(),
            changed: 0,
        }
    }

    /// Computes the runner's row without ranks, the finisher for the ranking, and the counts of the reads.
    pub(super) fn compute(
        &self,
        context: &RaceContext<'_>,
        entrant: Option<&Entrant>,
        set: Option<Override>,
    ) -> (Option<Row>, Option<Finisher>, Counts) {
        let mut counts = Counts::default();
        let mut hits = self.valid_hits(context, &mut counts);
        let course = self.contest.and_then(|contest| context.courses.get(contest));
        let contest = self.contest.and_then(|contest| context.setup.contests.get(contest));
        let (Some(number), Some(course), Some(contest)) = (self.contest, course, contest) else {
            counts.unknown += hits.len() as u64;
            return (None, None, counts);
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
            return (None, None, counts);
        }
        let mut row = self.row(&found, course, number, entrant, context);
        row.status = set.map_or_else(|| status(&found), Override::status);
        let finisher = row.finish.and_then(|chip| {
            if human::is_superhuman(contest.sport, contest.distance_metres, chip) {
                row.flags |= Row::SUSPICIOUS;
            }
            let ranked = set.is_none() && !row.has(Row::SUSPICIOUS);
            ranked.then_some(Finisher {
                gun: row.start? + chip,
                chip,
                gender: row.gender.to_string(),
                group: usize::try_from(row.group).ok(),
            })
        });
        (Some(row), finisher, counts)
    }

    /// Returns the reads that may be passings, and counts the others.
    fn valid_hits(&self, context: &RaceContext<'_>, counts: &mut Counts) -> Vec<Hit> {
        let cancelled: HashSet<_> = self.reads.iter().filter(|read| read.invalid).map(Stored::cancel_key).collect();
        let mut hits = Vec::with_capacity(self.reads.len());
        for read in &self.reads {
            counts.reads += 1;
            let foreign = matches!((read.timer, context.own_timer), (Some(timer), Some(own)) if timer != own);
            if !cancelled.is_empty() && cancelled.contains(&read.cancel_key()) {
                counts.invalid += 1;
            } else if foreign {
                counts.foreign += 1;
            } else if !context.day.contains(&read.time) {
                counts.impossible += 1;
            } else {
                hits.push(Hit { time: read.time, mat: read.mat });
            }
        }
        hits
    }

    fn row(
        &self,
        found: &Passings,
        course: &Course,
        contest: usize,
        entrant: Option<&Entrant>,
        context: &RaceContext<'_>,
    ) -> Row {
        let after_start = |at: Option<i64>| Some(at? - found.start?);
        let splits = found.points.iter().take(found.points.len().saturating_sub(1));
        let named = entrant.filter(|entrant| !(entrant.first_name.is_empty() && entrant.last_name.is_empty()));
        let (first_name, last_name) =
            named.map_or_else(|| (format!("Bib {}", self.bib), String::new()), |e| (e.first_name.clone(), e.last_name.clone()));
        let group = entrant.and_then(|entrant| age_of(entrant, context.race_date)).map(age::group);
        Row {
            bib: self.bib.as_str().into(),
            first_name: first_name.into(),
            last_name: last_name.into(),
            gender: entrant.map(|entrant| entrant.gender.as_str()).unwrap_or_default().into(),
            group: group.and_then(|group| i32::try_from(group).ok()).unwrap_or(-1),
            contest,
            status: Status::Registered,
            start: found.start.zip(course.gun).map(|(start, gun)| start - gun),
            splits: splits.map(|at| after_start(*at)).collect(),
            finish: after_start(found.finish()),
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            flags: if found.start.is_some() && !found.start_read { Row::START_ASSUMED } else { 0 },
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

/// Writes ranks into a row.
pub(super) fn set_ranks(row: &mut Row, ranks: Ranks) {
    row.overall_rank = ranks.overall;
    row.gender_rank = ranks.gender;
    row.group_rank = ranks.group;
    row.flags = (row.flags & !Row::BY_GUN) | if ranks.by_gun { Row::BY_GUN } else { 0 };
}
