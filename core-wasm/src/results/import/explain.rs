//! Why a file has other places: which rule of its own gives them.
//!
//! The places of the file are compared with those that other rules give: another ranking, ties one after the other, disqualified
//! runners with a place, age groups without the overall winners. A rule is a reason only when it gives more of all places of the file
//! than ours does. What no rule explains is said of the runner alone: the order of the file's own times, or places that it skips.

use crate::dates;
use crate::timing::age::AgeBand;
use crate::timing::entrants::words::counted;
use crate::timing::rank::{self, Finisher};
use crate::timing::setup::Ranking;
use crate::timing::status::Override;
use crate::timing::table::key;

use super::line::Line;
use super::place;

/// The most rules of a file that are told apart.
const MOST_RULES: usize = 6;
/// How many winners of each gender some races take out of the age groups.
const WINNERS: u32 = 3;

/// Among whom a place counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    All,
    Gender,
    Group,
}

/// A line whose place is compared.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The index of its line.
    at: usize,
    bib: String,
    finisher: Option<Finisher>,
    status: Option<Override>,
    unplaced: bool,
    /// The file's own age group, as [`key`] makes it.
    file_group: String,
    pub(super) file: Option<u32>,
    pub(super) ours: Option<u32>,
}

impl Entry {
    pub(super) fn new(at: usize, line: &Line, bands: &[AgeBand], file: Option<u32>, ours: i32) -> Self {
        let ours = u32::try_from(ours).ok();
        let finisher = place::finisher(bands, line);
        let (status, unplaced) = (line.status, line.unplaced);
        Self { at, bib: line.bib.clone(), finisher, status, unplaced, file_group: key(&line.group), file, ours }
    }

    pub(super) fn agrees(&self) -> bool {
        self.file == self.ours
    }

    /// The official time by a ranking that is not hybrid.
    fn time(&self, ranking: Ranking) -> Option<i64> {
        let finisher = self.finisher.as_ref()?;
        Some(if ranking == Ranking::Gun { finisher.gun } else { finisher.chip })
    }

    fn gender(&self) -> &str {
        self.finisher.as_ref().map(|finisher| &*finisher.gender).unwrap_or_default()
    }
}

/// How equal times are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ties {
    Shared,
    InOrder,
    WithoutGaps,
}

/// Among whom the file may count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Own,
    /// Non-binary runners among the men, or among the women.
    NonBinaryIn(&'static str),
    WithoutWinners,
    FileGroups,
    FileGroupsWithoutWinners,
    AllGenders,
}

/// Rules by which a file may count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rule {
    ranking: Ranking,
    ties: Ties,
    disqualified: bool,
    scope: Scope,
}

/// A rule that gives places of the file, and the places that it gives.
struct Cause {
    rule: Rule,
    score: usize,
    /// How far the rule is from ours: another ranking counts twice.
    points: usize,
    /// By entry; 0 for none.
    places: Vec<u32>,
}

/// The reasons for the places of one list of a file.
pub(super) struct Explainer {
    own: Rule,
    class: Class,
    entries: Vec<Entry>,
    /// The places of refused lines, sorted.
    holes: Vec<u32>,
    /// The best first; ours last.
    causes: Vec<Cause>,
    /// For each entry one that the file has in the wrong order with it, by the file's own times.
    inverted: Vec<Option<usize>>,
}

impl Explainer {
    pub(super) fn new(ranking: Ranking, class: Class, entries: Vec<Entry>, mut holes: Vec<u32>) -> Self {
        holes.sort_unstable();
        let own = Rule { ranking, ties: Ties::Shared, disqualified: false, scope: Scope::Own };
        let mut explainer = Self { own, class, inverted: vec![None; entries.len()], entries, holes, causes: Vec::new() };
        explainer.find_causes();
        explainer.find_inverted();
        explainer
    }

    /// Every difference: the index of its line, the entry, and why.
    pub(super) fn differing(&self) -> impl Iterator<Item = (usize, &Entry, String)> {
        let differing = self.entries.iter().enumerate().filter(|(_, entry)| !entry.agrees());
        differing.map(|(at, entry)| (entry.at, entry, self.why(at, entry)))
    }

    /// Compares the file with every rule that applies to the list.
    fn find_causes(&mut self) {
        let scopes: &[Scope] = match self.class {
            Class::All => &[Scope::Own],
            Class::Gender => &[Scope::Own, Scope::NonBinaryIn("m"), Scope::NonBinaryIn("f")],
            Class::Group => &[
                Scope::Own,
                Scope::WithoutWinners,
                Scope::FileGroups,
                Scope::FileGroupsWithoutWinners,
                Scope::AllGenders,
                Scope::NonBinaryIn("m"),
                Scope::NonBinaryIn("f"),
            ],
        };
        let own = self.own;
        let own_places = self.places(own, &self.order(own));
        let own_score = self.score(&own_places);
        let mut causes: Vec<Cause> = Vec::new();
        for ranking in [Ranking::Gun, Ranking::Chip, Ranking::Hybrid] {
            for disqualified in [false, true] {
                let order = self.order(Rule { ranking, disqualified, ..own });
                let ties = [Ties::Shared, Ties::InOrder, Ties::WithoutGaps];
                for rule in ties
                    .into_iter()
                    .flat_map(|ties| scopes.iter().map(move |scope| Rule { ranking, ties, disqualified, scope: *scope }))
                {
                    let places = self.places(rule, &order);
                    let score = self.score(&places);
                    if rule != own && score > own_score {
                        let points = 2 * usize::from(ranking != own.ranking)
                            + usize::from(rule.ties != own.ties)
                            + usize::from(disqualified)
                            + usize::from(rule.scope != own.scope);
                        causes.push(Cause { rule, score, points, places });
                        causes.sort_by_key(|cause| (std::cmp::Reverse(cause.score), cause.points));
                        causes.truncate(MOST_RULES);
                    }
                }
            }
        }
        causes.push(Cause { rule: own, score: own_score, points: 0, places: own_places });
        self.causes = causes;
    }

    /// The entries that a rule ranks in their order, each with the rank that those with equal times share.
    fn order(&self, rule: Rule) -> Vec<(usize, i32)> {
        let ranked = self.entries.iter().enumerate().filter(|(_, entry)| {
            !entry.unplaced && (entry.status.is_none() || (rule.disqualified && entry.status == Some(Override::Dq)))
        });
        let (pool, finishers): (Vec<usize>, Vec<&Finisher>) =
            ranked.filter_map(|(at, entry)| Some((at, entry.finisher.as_ref()?))).unzip();
        let ranks = rank::rank(rule.ranking, &finishers);
        let mut order: Vec<(usize, i32)> = pool.into_iter().zip(ranks).map(|(at, ranks)| (at, ranks.overall)).collect();
        // Those with equal times stand as in the file.
        order.sort_by_key(|(at, rank)| (*rank, self.entries.get(*at).and_then(|entry| entry.file), *at));
        order
    }

    /// The places that a rule gives, by entry; 0 for none.
    fn places(&self, rule: Rule, order: &[(usize, i32)]) -> Vec<u32> {
        #[derive(Default)]
        struct Count {
            counted: u32,
            distinct: u32,
            last: i32,
            place: u32,
        }
        let mut counts = std::collections::HashMap::<(&str, &str), Count>::new();
        let mut winners = std::collections::HashMap::<&str, u32>::new();
        let groups: Vec<String> = (0..=crate::timing::age::MOST_BANDS).map(|group| group.to_string()).collect();
        let mut places = vec![0; self.entries.len()];
        for (at, rank) in order {
            let Some(entry) = self.entries.get(*at) else { continue };
            let gender = match (entry.gender(), rule.scope) {
                ("a", Scope::NonBinaryIn(other)) => other,
                (gender, _) => gender,
            };
            let own_group = entry.finisher.as_ref().and_then(|finisher| groups.get(finisher.group?)).map(String::as_str);
            let class = match (self.class, rule.scope) {
                (Class::All, _) => Some(("", "")),
                (Class::Gender, _) => Some((gender, "")),
                (Class::Group, Scope::FileGroups | Scope::FileGroupsWithoutWinners) => Some((gender, entry.file_group.as_str())),
                (Class::Group, Scope::AllGenders) => own_group.map(|group| ("", group)),
                (Class::Group, _) => own_group.map(|group| (gender, group)),
            };
            if matches!(rule.scope, Scope::WithoutWinners | Scope::FileGroupsWithoutWinners) {
                let before = winners.entry(gender).or_default();
                *before += 1;
                if *before <= WINNERS {
                    continue;
                }
            }
            let unknown = gender.is_empty() && self.class != Class::All && rule.scope != Scope::AllGenders;
            let Some(class) = class.filter(|_| !unknown) else { continue };
            let count = counts.entry(class).or_default();
            count.counted += 1;
            if count.last != *rank {
                count.distinct += 1;
                count.place = count.counted;
                count.last = *rank;
            }
            let place = match rule.ties {
                Ties::Shared => count.place,
                Ties::InOrder => count.counted,
                Ties::WithoutGaps => count.distinct,
            };
            if let Some(of) = places.get_mut(*at) {
                *of = place;
            }
        }
        places
    }

    /// How many places of the file a rule gives.
    fn score(&self, places: &[u32]) -> usize {
        self.entries.iter().zip(places).filter(|(entry, place)| self.is_given(entry, **place)).count()
    }

    /// Whether the file's place is this one, counted with the refused lines before it.
    fn is_given(&self, entry: &Entry, place: u32) -> bool {
        match entry.file {
            Some(file) => place > 0 && place + self.holes_before(file) == file,
            None => place == 0,
        }
    }

    fn holes_before(&self, place: u32) -> u32 {
        u32::try_from(self.holes.partition_point(|hole| *hole < place)).unwrap_or(u32::MAX)
    }

    /// Finds for each entry one with a better place in the file and a longer time, or the other way round.
    fn find_inverted(&mut self) {
        let ranking = self.own.ranking;
        let mut order: Vec<(u32, i64, usize)> = self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.ours.is_some())
            .filter_map(|(at, entry)| Some((entry.file?, entry.time(ranking)?, at)))
            .collect();
        order.sort_unstable();
        // Places count within the gender or group, so only those of one class are compared.
        let class = |at: usize| {
            let entry = self.entries.get(at);
            let group = entry.and_then(|entry| entry.finisher.as_ref()?.group).unwrap_or(usize::MAX);
            let gender = entry.map(|entry| entry.gender().to_owned()).unwrap_or_default();
            match self.class {
                Class::All => (String::new(), 0),
                Class::Gender => (gender, 0),
                Class::Group => (gender, group),
            }
        };
        let mut found = vec![None; self.entries.len()];
        let mut slowest = std::collections::HashMap::<(String, usize), (i64, usize, u32)>::new();
        for (place, time, at) in &order {
            let best = slowest.entry(class(*at)).or_insert((*time, *at, *place));
            if best.0 > *time && best.2 < *place {
                found.get_mut(*at).into_iter().for_each(|of: &mut Option<usize>| *of = Some(best.1));
            } else if *time > best.0 {
                *best = (*time, *at, *place);
            }
        }
        let mut fastest = std::collections::HashMap::<(String, usize), (i64, usize, u32)>::new();
        for (place, time, at) in order.iter().rev() {
            let best = fastest.entry(class(*at)).or_insert((*time, *at, *place));
            if best.0 < *time && best.2 > *place {
                found.get_mut(*at).into_iter().for_each(|of| *of = of.or(Some(best.1)));
            } else if *time < best.0 {
                *best = (*time, *at, *place);
            }
        }
        self.inverted = found;
    }

    fn why(&self, at: usize, entry: &Entry) -> String {
        if let Some(cause) =
            self.causes.iter().find(|cause| cause.places.get(at).is_some_and(|place| self.is_given(entry, *place)))
        {
            let holes = entry.file.map_or(0, |file| self.holes_before(file));
            let mut words = self.rule_words(cause.rule);
            if holes > 0 {
                let lines = counted(holes as usize, "refused line has", "refused lines have");
                words.push(format!("{lines} a better place in the file."));
            }
            if !words.is_empty() {
                return words.join(" ");
            }
        }
        match (entry.file, entry.ours) {
            (Some(_), None) => self.why_not_ours(entry),
            (None, Some(ours)) => format!("The file gives no place; by the times it is {ours}."),
            _ => self.why_other_order(at, entry),
        }
    }

    fn why_not_ours(&self, entry: &Entry) -> String {
        match (entry.status, self.class) {
            (Some(status), _) => format!("The file gives a place to a runner with the status {}.", status.word()),
            (None, _) if entry.unplaced => "The file says that the runner has no place (NP), and gives one.".into(),
            (None, Class::Gender) => "The gender is not known, so that there is no place within it.".into(),
            (None, _) if entry.gender().is_empty() => {
                "The gender is not known, so that there is no place within the age group.".into()
            }
            (None, _) => "The age is not known, or in no age group of the race.".into(),
        }
    }

    fn why_other_order(&self, at: usize, entry: &Entry) -> String {
        let (file, ours) = (entry.file.unwrap_or_default(), entry.ours.unwrap_or_default());
        let other = self.inverted.get(at).copied().flatten().and_then(|other| self.entries.get(other));
        if let Some(other) = other {
            let time = |entry: &Entry| entry.time(self.own.ranking).map(dates::result_text).unwrap_or_default();
            let place = |entry: &Entry| entry.file.unwrap_or_default();
            return format!(
                "The file’s places are not in the order of its own times: bib {} with {} has place {}, and bib {} with {} place {}.",
                entry.bib,
                time(entry),
                place(entry),
                other.bib,
                time(other),
                place(other)
            );
        }
        if file > ours {
            let more = counted((file - ours) as usize, "place that no runner of it has", "places that no runners of it have");
            return format!("The file counts {more} before {file}; by the times {} better.", those(ours - 1));
        }
        format!("By the times {} better; the file has some of them behind.", those(ours - 1))
    }

    /// What is not ours in a rule, as sentences.
    fn rule_words(&self, rule: Rule) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        if rule.ranking != self.own.ranking {
            let by = |ranking| match ranking {
                Ranking::Gun => "gun time",
                Ranking::Chip => "chip time",
                Ranking::Hybrid => "gun time for the first three and chip time for all others",
            };
            words.push(format!("The file ranks by {}; here it is {}.", by(rule.ranking), by(self.own.ranking)));
        }
        words.extend(match rule.ties {
            Ties::Shared => None,
            Ties::InOrder => Some("The file places equal times one after the other; here they share a place.".to_owned()),
            Ties::WithoutGaps => Some(
                "After a shared place the file goes on with the next number; here as many places are left out as are shared."
                    .to_owned(),
            ),
        });
        if rule.disqualified {
            words.push("The file counts disqualified runners; here they have no place.".into());
        }
        let winners = format!("The file takes the first {WINNERS} of each gender out of the age groups.");
        let groups = "The file counts within its own age groups; here those of the race are used.".to_owned();
        match rule.scope {
            Scope::Own => {}
            Scope::NonBinaryIn(gender) => {
                let among = if gender == "m" { "men" } else { "women" };
                words.push(format!("The file counts non-binary runners among the {among}; here they are counted by themselves."));
            }
            Scope::WithoutWinners => words.push(winners),
            Scope::FileGroups => words.push(groups),
            Scope::FileGroupsWithoutWinners => words.extend([groups, winners]),
            Scope::AllGenders => words.push("The file counts all genders of an age group together.".into()),
        }
        words
    }
}

fn those(count: u32) -> String {
    match count {
        0 => "nobody is".to_owned(),
        1 => "1 runner is".to_owned(),
        count => format!("{count} runners are"),
    }
}
