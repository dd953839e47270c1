//! One runner for the timing desk: every read with what became of it, the times that follow, and what a person may decide.

use serde::{Deserialize, Serialize};

use super::checks::last_passing;
use super::corrections::{BY_HAND, Runner};
use super::slot::{ReadFate, Slot};
use super::store::{Stored, Tag};
use super::{Field, Rules};
use crate::dates;
use crate::error::Problems;
use crate::timing::correction::{Decision, ReadRef};
use crate::timing::passing::{self, Course, Hit, PASSING_MS, Passings, Use};
use crate::timing::standing::Row;
use crate::timing::status::{Override, Status};

/// A runner as the timing desk shows it. Times are in epoch milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerPage {
    /// The bib; of a chip that is nobody's, the chip.
    pub bib: String,
    /// First and last name; "Bib 1234" when no name is known.
    pub name: String,
    /// Whether an entrant has the bib.
    pub entered: bool,
    /// Whether the bib is a runner of the race; if not, its reads are those of an unknown tag.
    pub in_race: bool,
    /// The contest's name.
    pub contest: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// The chips that are the runner's now.
    pub chips: Vec<String>,
    /// The runner's status.
    pub status: Status,
    /// The overall rank; absent when the runner has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// The official time as text; empty before the finish.
    pub time: String,
    /// The start, the splits and the finish in the order of the course.
    pub points: Vec<RunnerPoint>,
    /// All reads in order of the time that counts.
    pub reads: Vec<RunnerRead>,
    /// What a person should know about the times, in words.
    pub findings: Vec<String>,
    /// The last passing, which can be accepted; a finish can be refused too. Absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_passing: Option<i64>,
    /// Whether the last passing is the finish.
    pub finished: bool,
    /// Whether the time is not ranked until a person accepts it.
    pub undecided: bool,
    /// Whether a person accepted the last passing.
    pub accepted: bool,
    /// Whether the runner did not start with the own wave, so that a person decides about the start.
    pub odd_start: bool,
}

/// A point of the course as a runner passed it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerPoint {
    /// `Start`, the label of the split, or `Finish`.
    pub label: String,
    /// The mats of the point; a read by hand is entered at one of them.
    pub mats: Vec<String>,
    /// When it was passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
    /// The time since the own gun, as text; empty where the point was not passed.
    pub gun_time: String,
    /// The time since the own start, as text; empty at the start, and where the point was not passed.
    pub chip_time: String,
}

/// A read of a runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerRead {
    /// Its identity, by which a correction names it.
    pub id: String,
    /// The time that counts: the box's, unless a person moved it.
    pub time: i64,
    /// The time that the box sent.
    pub sent: i64,
    /// The mat.
    pub mat: String,
    /// The box.
    pub source: String,
    /// The chip that was read; empty when the box sent the bib.
    pub chip: String,
    /// The number of the correction by which a person made it; absent for a box's read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<i64>,
    /// Whether a person voided it.
    pub voided: bool,
    /// Whether it made a time, or belongs to a passing that did.
    pub used: bool,
    /// What became of it, in a few words: the point that it counts for, or the reason why it makes no time.
    pub result: String,
}

impl Field {
    /// A bib's page; `None` when no runner and no read has it.
    pub fn runner(&self, bib: &str) -> Option<RunnerPage> {
        let bib = crate::timing::read::clean_bib(bib);
        let slots = self.by_bib.get(&bib).into_iter().chain(self.by_chip.get(&bib)).filter_map(|at| self.slots.get(*at));
        // A slot of a bib stays when its reads are given to another one.
        let slot = slots.into_iter().find(|slot| slot.entrant.is_some() || !slot.reads.is_empty())?;
        let entrant = slot.entrant.and_then(|at| self.entrants.get(at));
        let nobody = Runner::default();
        let decided = self.corrections.runner(&slot.bib).unwrap_or(&nobody);
        let context = self.context();
        let course = slot.course(&context, decided);
        let mut valid: Vec<Hit> = Vec::new();
        let judged: Vec<(&Stored, ReadFate)> = slot.judged(&context, entrant, decided).collect();
        valid.extend(judged.iter().filter_map(|(_, fate)| if let ReadFate::Valid(hit) = fate { Some(*hit) } else { None }));
        valid.sort_unstable();
        let found = course.map(|(_, _, course)| passing::passings(course, &valid, decided.start));
        let mut reads: Vec<RunnerRead> =
            judged.into_iter().map(|(read, fate)| self.runner_read(read, fate, course, found.as_ref())).collect();
        reads.sort_by(|a, b| (a.time, a.sent, &a.mat, &a.id).cmp(&(b.time, b.sent, &b.mat, &b.id)));

        let latest = reads.last().map_or(i64::MAX, |read| read.sent);
        let mut page =
            RunnerPage { bib: slot.bib.clone(), chips: self.chips_of(&slot.bib, latest), reads, ..RunnerPage::default() };
        page.entered = entrant.is_some();
        page.name = format!("Bib {}", slot.bib);
        if let Some(entrant) = entrant {
            let name = format!("{} {}", entrant.first_name, entrant.last_name);
            if !name.trim().is_empty() {
                name.trim().clone_into(&mut page.name);
            }
        }
        if let Some(contest) = course.and_then(|(contest, ..)| self.setup.contests.get(contest)) {
            page.in_race = true;
            page.contest.clone_from(&contest.name);
            if let Some(wave) = contest.waves.get(slot.wave) {
                page.wave.clone_from(&wave.name);
            }
        }
        if let (Some(found), Some((contest, _, course))) = (&found, course) {
            page.points = self.runner_points(contest, course, found, slot.row.as_ref());
        }
        self.add_row(&mut page, slot);
        Some(page)
    }

    /// Adds what the shown row says.
    fn add_row(&self, page: &mut RunnerPage, slot: &Slot) {
        let head = self.head();
        let Some((row, contest)) = slot.row.as_ref().and_then(|row| Some((row, head.contests.get(row.contest)?))) else { return };
        page.name = format!("{} {}", row.first_name, row.last_name).trim().to_owned();
        page.status = row.status;
        page.rank = Some(row.overall_rank).filter(|rank| *rank > 0);
        page.time = row.official().map(|time| row.time_text(time)).unwrap_or_default();
        page.last_passing = last_passing(contest, row);
        page.finished = row.finish.is_some();
        page.accepted = slot.accepted;
        page.undecided = (row.has(Row::SUSPICIOUS) || row.has(Row::WAITING)) && !row.status.is_set();
        page.odd_start = row.has(Row::EARLIER_WAVE) || row.has(Row::READ_BEFORE) || self.start_is_decided(&slot.bib);
        page.findings = self.findings(contest, row);
        if slot.accepted {
            page.findings.push("A person accepted the last passing.".to_owned());
        }
    }

    fn runner_points(&self, contest: usize, course: &Course, found: &Passings, row: Option<&Row>) -> Vec<RunnerPoint> {
        let Some(contest) = self.setup.contests.get(contest) else { return Vec::new() };
        let since = |from: Option<i64>, time: Option<i64>| {
            from.zip(time).map(|(from, time)| dates::duration_text(time - from)).unwrap_or_default()
        };
        // A finish is rounded as the results are.
        let passed = |from: Option<i64>, time: Option<i64>, label: &str| match (from.zip(time), label) {
            (Some((from, time)), "Finish") => row.cloned().unwrap_or_default().time_text(time - from),
            _ => since(from, time),
        };
        // Where the start was not read the gun counts, but nobody was seen there.
        let started = found.start.filter(|_| found.start_read);
        let start = RunnerPoint {
            label: "Start".into(),
            mats: contest.start.mats.clone(),
            time: started,
            gun_time: since(course.gun, started),
            chip_time: String::new(),
        };
        let names = contest.splits.iter().map(|split| (split.label.as_str(), &split.mats));
        let names = names.chain([("Finish", &contest.finish.mats)]);
        let points = names.zip(&found.points).map(|((label, mats), time)| RunnerPoint {
            label: label.to_owned(),
            mats: mats.clone(),
            time: *time,
            gun_time: passed(course.gun, *time, label),
            chip_time: passed(found.start, *time, label),
        });
        std::iter::once(start).chain(points).collect()
    }

    fn runner_read(
        &self,
        read: &Stored,
        fate: ReadFate,
        course: Option<(usize, &Rules, &Course)>,
        found: Option<&Passings>,
    ) -> RunnerRead {
        let source = self.sources.name(read.source);
        let chip = match self.tags.get(read.tag as usize) {
            Some(Tag::Chip(chip)) => chip.clone(),
            _ => String::new(),
        };
        let (time, used, result) = match (fate, course.zip(found)) {
            (ReadFate::Valid(hit), Some(((contest, _, course), found))) => {
                let (used, result) = self.result_of(contest, course, found, hit);
                (hit.time, used, result)
            }
            (ReadFate::Valid(hit), None) => (hit.time, false, "Of no runner of the race".to_owned()),
            (ReadFate::Invalid, _) => (read.time, false, "Taken back by its box".to_owned()),
            (ReadFate::Voided, _) => (read.time, false, "Voided".to_owned()),
            (ReadFate::Foreign, _) => (read.time, false, "Of another race's timer".to_owned()),
            (ReadFate::Impossible, _) => (read.time, false, "Outside the time of the race".to_owned()),
        };
        RunnerRead {
            id: format!("{:032x}", read.id),
            time,
            sent: read.time,
            mat: self.mats.name(read.mat).to_owned(),
            source: source.to_owned(),
            chip,
            by_hand: read.seq.filter(|id| source == BY_HAND && self.corrections.is_read(*id)),
            voided: fate == ReadFate::Voided,
            used,
            result,
        }
    }

    /// Whether a read made a time, and the words about it.
    fn result_of(&self, contest: usize, course: &Course, found: &Passings, hit: Hit) -> (bool, String) {
        let words = match passing::use_of(course, found, hit) {
            Use::Used => {
                let points = course.points.iter().zip(&found.points).enumerate();
                let passed = points.filter_map(|(at, (point, time))| Some((at, point, (*time)?)));
                let mut passed = passed
                    .filter(|(_, point, time)| point.mats.contains(&hit.mat) && (*time..=time + PASSING_MS).contains(&hit.time));
                let words = match passed.next() {
                    Some((at, _, time)) if time == hit.time => self.label(contest, at),
                    Some((at, ..)) => format!("Same passing: {}", self.label(contest, at)),
                    None if found.crossing.is_some_and(|crossing| crossing > hit.time) => {
                        "At the start, before the last read there".to_owned()
                    }
                    None if found.start != Some(hit.time) => "Start; timed from the gun".to_owned(),
                    None => "Start".to_owned(),
                };
                return (true, words);
            }
            Use::BeforeStart => "Before the start opened",
            Use::Spare if hit.no_finish => "Refused as a finish",
            Use::Spare => "Makes no time: crossed again, too early or too late",
            Use::OffCourse => "At a mat that is not on the runner's course",
        };
        (false, words.to_owned())
    }

    fn label(&self, contest: usize, point: usize) -> String {
        let split = self.setup.contests.get(contest).and_then(|contest| contest.splits.get(point));
        split.map_or_else(|| "Finish".to_owned(), |split| split.label.clone())
    }

    /// The chips that are a bib's at a time: by the entrants, unless a correction says otherwise, and by corrections.
    fn chips_of(&self, bib: &str, ms: i64) -> Vec<String> {
        // An open end is the greatest number, and the end of a span is not in it.
        let ms = ms.min(i64::MAX - 1);
        let entrant = self.by_bib.get(bib).and_then(|at| self.slots.get(*at)?.entrant).and_then(|at| self.entrants.get(at));
        let own = entrant.into_iter().flat_map(super::Entrant::worn_chips);
        let own = own.filter(|(chip, span, _)| span.contains(ms) && self.corrections.owner_of(chip, ms).is_none());
        let mut chips: Vec<String> = own.map(|(chip, ..)| chip.to_owned()).collect();
        chips.extend(self.corrections.chips_of(bib, ms).map(str::to_owned));
        chips.sort();
        chips.dedup();
        chips
    }

    /// Adds to a decision what only the field has: the chips that an exchange replaces. Refuses a decision about a bib that nobody
    /// has, about a passing that is none, and about the clock of a box that is none.
    ///
    /// # Errors
    /// The problems, each at its field.
    pub fn complete(&self, mut decision: Decision) -> Result<Decision, Problems> {
        let mut problems = Problems::default();
        let known = |bib: &String| {
            let slot = self.by_bib.get(bib).and_then(|at| self.slots.get(*at));
            slot.is_some_and(|slot| slot.entrant.is_some() || slot.row.is_some() || self.is_removed(bib))
        };
        // A read that is entered by hand and a chip that is given are kept for a bib that comes later; the answer says so.
        let needs_runner = !matches!(
            decision,
            Decision::Add { .. }
                | Decision::Chip { .. }
                | Decision::Void { .. }
                | Decision::Restore { .. }
                | Decision::Retime { .. }
        );
        if needs_runner && let Some((at, bib)) = decision.bibs().iter().enumerate().find(|(_, bib)| !known(bib)) {
            let field = if decision.bibs().len() > 1 { format!("bibs.{at}") } else { "bib".to_owned() };
            problems.add(field, "nobody", format!("Nobody has bib {bib}."));
            return Err(problems);
        }
        if let Decision::Chip { chip, bib: Some(bib), .. } = &decision
            && !known(bib)
            && self.chips.get(chip.as_str()).is_some_and(|owners| !owners.is_empty())
        {
            problems.add("bib", "nobody", format!("Nobody has bib {bib}, and the chip belongs to a runner."));
        }
        if let Decision::Chip { chip, bib: Some(_), .. } = &decision
            && !self.tag_numbers.contains_key(&Tag::Chip(chip.clone()))
            && self.tag_numbers.contains_key(&Tag::Bib(chip.clone()))
        {
            let words =
                format!("{chip} was not sent as a chip but as a bib. Enter a runner with this bib: then its reads count.");
            problems.add("chip", "sent_as_bib", words);
        }
        let moment = match &decision {
            Decision::Retime { time, .. } | Decision::Add { time, .. } => Some(("time", time)),
            Decision::Exchange { from, .. } => Some(("from", from)),
            _ => None,
        };
        if let Some((field, _)) = moment.filter(|(_, time)| !self.day.contains(time)) {
            problems.add(field, "outside", "This is outside the time of the race. Give the day and the time of day.");
        }
        match &mut decision {
            Decision::Exchange { bib, chip, replaces, from } => {
                *replaces = self.chips_of(bib, *from).into_iter().filter(|worn| worn != chip).collect();
                if self.has_legs(bib) {
                    let words = "This team has a chip for each leg, so it is not clear which one is replaced. Give the new chip to \
                                 the bib instead.";
                    problems.add("chip", "chips_of_legs", words);
                }
            }
            Decision::Accept { bib, time } | Decision::Refuse { bib, time } => {
                let page = self.runner(bib).unwrap_or_default();
                if page.last_passing != Some(*time) {
                    problems.add("time", "not_the_last", "The runner has another last passing by now. Look at it again.");
                }
            }
            Decision::Add { mat, .. } if !self.setup.contests.is_empty() => {
                let number = self.mats.names().position(|name| name == mat).and_then(|at| u16::try_from(at).ok());
                if !number.is_some_and(|number| self.has_mat(number)) {
                    problems.add("mat", "no_such_mat", format!("No point of the setup has the mat \"{mat}\"."));
                }
            }
            Decision::Offset { source, .. } if !self.sources.names().any(|name| name == source) => {
                problems.add("source", "no_such_box", format!("No box named \"{source}\" has sent a read."));
            }
            _ => {}
        }
        if let Decision::Refuse { bib, .. } = &decision
            && problems.is_empty()
            && !self.runner(bib).unwrap_or_default().finished
        {
            problems.add("time", "no_finish", "The runner has not finished.");
        }
        if problems.is_empty() { Ok(decision) } else { Err(problems) }
    }

    /// Whether a bib has a chip for each leg.
    fn has_legs(&self, bib: &str) -> bool {
        let entrant = self.by_bib.get(bib).and_then(|at| self.slots.get(*at)?.entrant).and_then(|at| self.entrants.get(at));
        entrant.is_some_and(|entrant| entrant.chips.iter().any(|chip| chip.leg.is_some()))
    }

    fn is_removed(&self, bib: &str) -> bool {
        self.corrections.runner(bib).is_some_and(|runner| runner.removed)
    }

    /// Whether a correction counts: none that counts takes it back. Of an unknown one it is `true`.
    pub fn correction_counts(&self, id: i64) -> bool {
        self.corrections.counts(id)
    }

    /// The status that a person set; `None` when there is none.
    pub fn set_status(&self, bib: &str) -> Option<Override> {
        self.corrections.runner(bib)?.status
    }

    /// The numbers of the newest corrections about a bib: those that name it, those about its reads and chips, and those that take
    /// one of these back. Looks at all corrections.
    pub fn corrections_about(&self, bib: &str, most: usize) -> Vec<i64> {
        let bib = crate::timing::read::clean_bib(bib);
        let slots = self.by_bib.get(&bib).into_iter().chain(self.by_chip.get(&bib)).filter_map(|at| self.slots.get(*at));
        let reads = slots.flat_map(|slot| &slot.reads).map(|read| format!("{:032x}", read.id)).collect();
        let mut chips = self.chips_of(&bib, i64::MAX);
        chips.push(bib.clone());
        self.corrections.about(&bib, &reads, &chips, most)
    }

    /// A runner's name; `None` when no runner has the bib.
    pub fn name_of(&self, bib: &str) -> Option<String> {
        let row = self.slots.get(*self.by_bib.get(bib)?)?.row.as_ref()?;
        Some(format!("{} {}", row.first_name, row.last_name).trim().to_owned())
    }

    /// The read with this identity, for a correction; `None` when the field has none. Looks at all reads.
    pub fn read_ref(&self, id: &str) -> Option<ReadRef> {
        let fingerprint = ReadRef { id: id.to_owned(), bib: None, chip: None, mat: String::new(), time: 0 }.fingerprint()?;
        let read = self.slots.iter().flat_map(|slot| &slot.reads).find(|read| read.id == fingerprint)?;
        let (bib, chip) = match self.tags.get(read.tag as usize)? {
            Tag::Bib(bib) => (Some(bib.clone()), None),
            Tag::Chip(chip) => (None, Some(chip.clone())),
        };
        Some(ReadRef { id: id.to_owned(), bib, chip, mat: self.mats.name(read.mat).to_owned(), time: read.time })
    }
}
