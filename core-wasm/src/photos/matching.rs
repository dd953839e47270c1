//! Whose photo it is.

use serde::{Deserialize, Serialize};

use crate::timing::engine::Field;

/// The most runners of one photo.
pub const MOST_BIBS: usize = 20;

/// How it is known that a runner is in a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PhotoSource))]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// By the file's name and by the time.
    Both,
    /// By the file's name.
    Name,
    /// By the time of the finish.
    Time,
    /// A person said so.
    Hand,
}

impl Source {
    /// Its word in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Name => "name",
            Self::Time => "time",
            Self::Hand => "hand",
        }
    }

    /// The source with this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Both, Self::Name, Self::Time, Self::Hand].into_iter().find(|source| source.word() == word)
    }
}

/// A runner in a photo.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PhotoBib))]
pub struct Found {
    /// The runner's bib.
    pub bib: String,
    /// How it is known.
    pub by: Source,
}

/// Decides whose photo it is, from the race's bibs in the file's name and the runners who finished when it was taken, nearest first.
///
/// A bib that is found both ways wins: then only such bibs count, because the other numbers of the name may be no bibs, and the others
/// who finished at that time are only neighbours. Otherwise the name counts, and without a bib in the name the time.
pub fn decide(named: &[String], timed: &[String]) -> Vec<Found> {
    let both: Vec<&String> = named.iter().filter(|bib| timed.contains(bib)).collect();
    let found =
        |bibs: Vec<&String>, by: Source| bibs.into_iter().take(MOST_BIBS).map(|bib| Found { bib: bib.clone(), by }).collect();
    if !both.is_empty() {
        found(both, Source::Both)
    } else if !named.is_empty() {
        found(named.iter().collect(), Source::Name)
    } else {
        found(timed.iter().collect(), Source::Time)
    }
}

/// The bibs of a race, and when they finished.
#[derive(Debug, Clone, Default)]
pub struct Finishes {
    /// Sorted.
    bibs: Vec<Box<str>>,
    /// The time of each finish in epoch milliseconds, sorted, and whose it is.
    times: Vec<(i64, Box<str>)>,
}

impl Finishes {
    /// Those of a race that is or was timed here.
    pub fn of(field: &Field) -> Self {
        let head = field.head();
        let at = |row: &crate::timing::standing::Row| {
            let gun = head.contests.get(row.contest)?.gun_of(row.wave)?;
            Some(gun.saturating_add(row.start?).saturating_add(row.finish?))
        };
        let times = field.rows().filter_map(|row| Some((at(row)?, row.bib.clone()))).collect();
        Self::new(field.rows().map(|row| row.bib.clone()).collect(), times)
    }

    /// From a list of bibs, and of finishes in epoch milliseconds.
    pub fn new(mut bibs: Vec<Box<str>>, mut times: Vec<(i64, Box<str>)>) -> Self {
        bibs.sort_unstable();
        times.sort_unstable();
        Self { bibs, times }
    }

    /// Whether the race has this bib.
    pub fn has(&self, bib: &str) -> bool {
        self.bibs.binary_search_by(|own| (**own).cmp(bib)).is_ok()
    }

    /// Who finished at most `window_ms` before or after a time, the nearest first.
    pub fn near(&self, at_ms: i64, window_ms: i64) -> Vec<String> {
        let from = self.times.partition_point(|(time, _)| *time < at_ms.saturating_sub(window_ms));
        let inside = self.times.iter().skip(from).take_while(|(time, _)| *time <= at_ms.saturating_add(window_ms));
        let mut near: Vec<(u64, &str)> = inside.map(|(time, bib)| (time.abs_diff(at_ms), &**bib)).collect();
        near.sort_unstable();
        near.into_iter().take(MOST_BIBS).map(|(_, bib)| bib.to_owned()).collect()
    }
}
