//! Where the file's own places and ages are not those of the results, and why.

use serde::{Deserialize, Serialize};

use super::explain::{Class, Entry, Explainer};
use super::line::Line;
use super::{Became, Column, FileLine, Import, Options};
use crate::results::published::ResultRow;
use crate::timing::age;
use crate::timing::entrants::ListColumn;

/// A difference between the file and the results that are made of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceDifference {
    /// The line of the file.
    pub line: usize,
    /// The bib.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// `place`, `genderPlace`, `ageGroupPlace` or `age`.
    pub field: String,
    /// What the file has; empty for nothing.
    pub file: String,
    /// What the results have; empty for nothing.
    pub ours: String,
    /// Why they differ, as a sentence.
    pub why: String,
}

/// The places of a line in one list: what the file has, and what the results have.
struct Compared {
    field: &'static str,
    column: Column,
    class: Class,
    file: fn(&Line) -> Option<u32>,
    ours: fn(&ResultRow) -> i32,
}

const COMPARED: [Compared; 3] = [
    Compared { field: "place", column: Column::Place, class: Class::All, file: |line| line.place, ours: |row| row.overall_rank },
    Compared {
        field: "genderPlace",
        column: Column::GenderPlace,
        class: Class::Gender,
        file: |line| line.gender_place,
        ours: |row| row.gender_rank,
    },
    Compared {
        field: "ageGroupPlace",
        column: Column::GroupPlace,
        class: Class::Group,
        file: |line| line.group_place,
        ours: |row| row.group_rank,
    },
];

/// Every difference, in the order of the lines.
pub(super) fn all(import: &Import, options: &Options<'_>) -> Vec<PlaceDifference> {
    let Some(contest) = options.setup.contests.get(options.contest) else { return Vec::new() };
    let columns = import.column_places();
    let mut found: Vec<PlaceDifference> = import.results().filter_map(|(_, line, _)| of_age(line)).collect();
    for compared in COMPARED {
        let Some(at) = columns.iter().find(|(column, _)| *column == compared.column).map(|(_, at)| *at) else { continue };
        let bands = age::bands(&options.setup.age_bands);
        let entries: Vec<Entry> = import
            .results()
            .map(|(at, line, row)| Entry::new(at, &line.line, &bands, (compared.file)(&line.line), (compared.ours)(row)))
            .collect();
        if entries.iter().all(Entry::agrees) {
            continue;
        }
        let refused = import.lines.iter().filter(|line| matches!(line.became, Became::Refused(_)));
        let holes = refused.filter_map(|line| line.cells.get(at)?.trim().trim_end_matches('.').parse().ok()).collect();
        let explainer = Explainer::new(contest.ranking, compared.class, entries, holes);
        found.extend(explainer.differing().filter_map(|(at, entry, why)| {
            let line = import.lines.get(at)?;
            let place = |place: Option<u32>| place.map(|place| place.to_string()).unwrap_or_default();
            Some(PlaceDifference {
                field: compared.field.into(),
                file: place(entry.file),
                ours: place(entry.ours),
                why,
                ..about(line)
            })
        }));
    }
    found.sort_by_key(|difference| difference.line);
    found
}

fn about(line: &FileLine) -> PlaceDifference {
    PlaceDifference { line: line.number, bib: line.line.bib.clone(), name: line.line.name(), ..PlaceDifference::default() }
}

fn of_age(line: &FileLine) -> Option<PlaceDifference> {
    let file = line.line.other_age?;
    let age = line.line.age?;
    let (ours, why) = (age.to_string(), format!("By the date of birth the age on race day is {age}."));
    Some(PlaceDifference { field: "age".into(), file: file.to_string(), ours, why, ..about(line) })
}

impl Import {
    /// The lines that are results, each with its index and its row.
    pub(super) fn results(&self) -> impl Iterator<Item = (usize, &FileLine, &ResultRow)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| match line.became {
            Became::Row(row) => Some((at, line, self.rows.get(row)?)),
            Became::Refused(_) | Became::LeftOut => None,
        })
    }

    /// What each column is, with its index.
    fn column_places(&self) -> Vec<(Column, usize)> {
        let of = |(at, column): (usize, &ListColumn)| Some((column.means()?, at));
        self.columns.iter().enumerate().filter_map(of).collect()
    }
}
