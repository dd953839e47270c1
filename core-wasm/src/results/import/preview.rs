//! A file of past results as people see it before it is imported: what needs their eyes first, then each line.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Became, Column, FileLine, Import, Options, PlaceDifference};
use crate::dates;
use crate::results::published::ResultRow;
use crate::text;
use crate::timing::entrants::words::{counted, grouped};
use crate::timing::entrants::{ListColumn, Refused};
use crate::timing::human::is_superhuman;
use crate::timing::table::{columns, write};

/// The most lines of one page.
pub const LONGEST_PAGE: usize = 500;
/// The most refused lines and differences that an answer lists; the pages have all of them.
pub const MOST_LISTED: usize = 1000;

/// How many lines become what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ImportCounts))]
#[serde(rename_all = "camelCase")]
pub struct ImportCounts {
    /// Lines of the file.
    pub lines: usize,
    /// Lines that are results.
    pub accepted: usize,
    /// Lines that are refused.
    #[serde(rename = "refusedLines")]
    pub refused: usize,
    /// Lines of other contests.
    pub left_out: usize,
    /// Results with a place or an age that is not the file's.
    pub differing: usize,
    /// Results with a bib that was made because the file has none.
    pub numbered: usize,
    /// Results that are faster than any human.
    pub too_fast: usize,
    /// Results whose chip time is longer than the gun time.
    pub over_gun: usize,
}

/// Which lines are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ImportShow))]
#[serde(rename_all = "camelCase")]
pub enum ImportShow {
    /// Every line.
    #[default]
    All,
    /// Lines that are results.
    Accepted,
    /// Lines that are refused.
    Refused,
    /// Results with a difference.
    Differing,
    /// Lines of other contests.
    LeftOut,
    /// Results with a made bib.
    Numbered,
    /// Results that are faster than any human.
    TooFast,
    /// Results whose chip time is longer than the gun time.
    OverGun,
}

/// Something that a person should know before the file is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ImportWarning {
    /// A sentence.
    pub text: String,
    /// Which lines it is about, if it is about some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<ImportShow>,
    /// Whether the file can't be imported while it holds.
    pub blocks: bool,
}

/// A line, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ImportLine {
    /// Counted from 1 with the header.
    pub line: usize,
    /// The bib; of a refused line as it is written there.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// `accepted`, `refused` or `leftOut`.
    pub kind: ImportShow,
    /// Why it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it becomes: `Place 12 · 1:02:03 · Female · 30-39`.
    pub becomes: String,
    /// Where the file has another place or age.
    pub differences: Vec<PlaceDifference>,
}

/// A part of the lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ImportPage {
    /// The number of lines that were asked for, of which these are some.
    pub total: usize,
    /// The lines.
    pub lines: Vec<ImportLine>,
}

/// The lines that are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportQuery {
    /// Of which kind.
    pub show: ImportShow,
    /// Words of a bib or a name.
    pub q: String,
    /// How many lines come before.
    pub offset: usize,
    /// How many lines at most; 0 is the longest page.
    pub limit: usize,
}

impl Import {
    /// How many lines become what.
    pub fn counts(&self, options: &Options<'_>) -> ImportCounts {
        let refused = self.lines.iter().filter(|line| matches!(line.became, Became::Refused(_))).count();
        let left_out = self.lines.iter().filter(|line| line.became == Became::LeftOut).count();
        let mut differing: Vec<usize> = self.differences.iter().map(|difference| difference.line).collect();
        differing.dedup();
        let numbered = self.results().filter(|(_, line, _)| line.is_numbered).count();
        let too_fast = self.results().filter(|(_, _, row)| is_too_fast(row, options)).count();
        let over_gun = self.results().filter(|(_, _, row)| is_over_gun(row)).count();
        let (lines, accepted) = (self.lines.len(), self.results().count());
        ImportCounts { lines, accepted, refused, left_out, differing: differing.len(), numbered, too_fast, over_gun }
    }

    /// The counts as a sentence: "Of 120 lines 118 are results, 2 are refused."
    pub fn summary(&self, counts: &ImportCounts) -> String {
        let ImportCounts { lines, accepted, refused, left_out, .. } = *counts;
        let is = |count: usize, what: &str, one: &str| {
            format!("{} {} {}", grouped(count), if count == 1 { "is" } else { "are" }, if count == 1 { one } else { what })
        };
        let mut parts = vec![is(accepted, "results", "a result"), is(refused, "refused", "refused")];
        if left_out > 0 {
            parts.push(is(left_out, "of other contests", "of another contest"));
        }
        format!("Of {} {}.", counted(lines, "line", "lines"), parts.join(", "))
    }

    /// What a person should know, the gravest first.
    pub fn warnings(&self, counts: &ImportCounts) -> Vec<ImportWarning> {
        let mut warnings = Vec::new();
        let mut about = |count: usize, show: ImportShow, one: &str, many: &str| {
            if count > 0 {
                warnings.push(ImportWarning { text: counted(count, one, many), show: Some(show), blocks: false });
            }
        };
        about(counts.refused, ImportShow::Refused, "line is refused.", "lines are refused.");
        about(counts.too_fast, ImportShow::TooFast, "result is faster than any human.", "results are faster than any human.");
        about(
            counts.over_gun,
            ImportShow::OverGun,
            "result has a chip time that is longer than the gun time.",
            "results have a chip time that is longer than the gun time. Are the columns swapped?",
        );
        about(
            counts.differing,
            ImportShow::Differing,
            "result has another place or age than in the file.",
            "results have other places or ages than in the file.",
        );
        about(
            counts.numbered,
            ImportShow::Numbered,
            "result has no bib in the file and gets one that begins with N.",
            "results have no bib in the file and get ones that begin with N.",
        );
        about(counts.left_out, ImportShow::LeftOut, "line is of another contest.", "lines are of other contests.");
        if let Some(question) = &self.question {
            warnings.insert(0, ImportWarning { text: question.message.clone(), show: None, blocks: true });
        }
        let plain = |text: String| ImportWarning { text, show: None, blocks: false };
        let left_out: Vec<&ListColumn> = self.columns.iter().filter(|column| column.is_left_out()).collect();
        if !left_out.is_empty() {
            warnings.push(plain(format!("Left out: {}.", columns::names(left_out.into_iter()))));
        }
        warnings.extend(self.other_groups().map(plain));
        warnings.extend(self.notes.iter().cloned().map(plain));
        warnings
    }

    /// Says that the file has other age groups than the race.
    fn other_groups(&self) -> Option<String> {
        let key = crate::timing::table::key;
        let differs = |(_, line, row): &(usize, &FileLine, &ResultRow)| {
            !line.line.group.is_empty() && !row.age_group.is_empty() && key(&line.line.group) != key(&row.age_group)
        };
        let (_, line, row) = self.results().find(differs)?;
        let (file, ours) = (&line.line.group, &row.age_group);
        Some(format!(
            "The file has other age groups than the race: line {} is in “{file}” there and in {ours} here.",
            line.number
        ))
    }

    /// The first refused lines.
    pub fn refused(&self) -> Vec<Refused> {
        let refused = self.lines.iter().filter_map(|line| match &line.became {
            Became::Refused(reason) => Some(Refused { line: line.number, reason: reason.clone() }),
            _ => None,
        });
        refused.take(MOST_LISTED).collect()
    }

    /// A part of the lines.
    pub fn page(&self, query: &ImportQuery, options: &Options<'_>) -> ImportPage {
        let limit = if query.limit == 0 { LONGEST_PAGE } else { query.limit.min(LONGEST_PAGE) };
        let mut differences: HashMap<usize, Vec<&PlaceDifference>> = HashMap::new();
        for difference in &self.differences {
            differences.entry(difference.line).or_default().push(difference);
        }
        let is_shown = |line: &&FileLine| {
            let row = match line.became {
                Became::Row(row) => self.rows.get(row),
                _ => None,
            };
            match query.show {
                ImportShow::All => true,
                ImportShow::Accepted => row.is_some(),
                ImportShow::Refused => matches!(line.became, Became::Refused(_)),
                ImportShow::LeftOut => line.became == Became::LeftOut,
                ImportShow::Differing => row.is_some() && differences.contains_key(&line.number),
                ImportShow::Numbered => row.is_some() && line.is_numbered,
                ImportShow::TooFast => row.is_some_and(|row| is_too_fast(row, options)),
                ImportShow::OverGun => row.is_some_and(is_over_gun),
            }
        };
        let bib = self.columns.iter().position(|column| column.means() == Some(Column::Bib));
        let mut found = self.lines.iter().filter(|line| is_shown(line) && line.matches(&query.q));
        let before = found.by_ref().take(query.offset).count();
        let shown = |line: &FileLine| {
            let differences = differences.get(&line.number).into_iter().flatten().map(|one| (*one).clone()).collect();
            self.shown(line, bib, differences)
        };
        let lines: Vec<ImportLine> = found.by_ref().take(limit).map(shown).collect();
        ImportPage { total: before + lines.len() + found.count(), lines }
    }

    fn shown(&self, line: &FileLine, bib: Option<usize>, differences: Vec<PlaceDifference>) -> ImportLine {
        let (kind, reason, becomes) = match &line.became {
            Became::Row(row) => (ImportShow::Accepted, None, self.rows.get(*row).map(becomes).unwrap_or_default()),
            Became::Refused(reason) => (ImportShow::Refused, Some(reason.clone()), String::new()),
            Became::LeftOut => (ImportShow::LeftOut, None, line.line.contest.clone()),
        };
        let written = || {
            bib.and_then(|at| line.cells.get(at)).map(|cell| text::cleaned(cell).chars().take(20).collect()).unwrap_or_default()
        };
        let bib = if line.line.bib.is_empty() { written() } else { line.line.bib.clone() };
        ImportLine { line: line.number, bib, name: line.line.name(), kind, reason, becomes, differences }
    }

    /// The refused lines as a CSV file, with their cells as they were, so that a person can correct and send it.
    pub fn refused_csv(&self) -> String {
        let names = self.columns.iter().map(|column| column.name.clone());
        let header = ["Line", "Reason"].map(str::to_owned).into_iter().chain(names).collect();
        let rows = self.lines.iter().filter_map(|line| match &line.became {
            Became::Refused(reason) => {
                Some([line.number.to_string(), reason.clone()].into_iter().chain(line.cells.clone()).collect())
            }
            _ => None,
        });
        write::table(header, rows)
    }
}

impl FileLine {
    fn matches(&self, search: &str) -> bool {
        text::is_blank(search)
            || self.line.bib == search.trim()
            || text::matches_search(&[&self.line.bib, " ", &self.line.name()].concat(), search)
    }
}

fn is_too_fast(row: &ResultRow, options: &Options<'_>) -> bool {
    let contest = options.setup.contests.get(options.contest);
    contest.zip(row.chip.or(row.gun)).is_some_and(|(contest, ms)| is_superhuman(contest.sport, contest.distance_metres, ms))
}

/// A chip starts after the gun, so its time can't be longer.
fn is_over_gun(row: &ResultRow) -> bool {
    row.chip.zip(row.gun).is_some_and(|(chip, gun)| chip > gun)
}

fn becomes(row: &ResultRow) -> String {
    let place = if row.overall_rank > 0 { format!("Place {}", row.overall_rank) } else { row.status.label().to_owned() };
    let time = row.official.map(|ms| dates::decimals_text(ms, row.decimals)).unwrap_or_default();
    let gender = match row.gender.as_str() {
        "m" => "Male",
        "f" => "Female",
        "a" => "Non-Binary",
        _ => "",
    };
    let parts = [place.as_str(), &time, gender, &row.age_group, &row.wave, &row.team];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
