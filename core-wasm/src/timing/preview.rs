//! A plan as people see it before they apply it: what needs their eyes first, then counts, then each line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entrants::words::{counted, grouped, listed};
use super::entrants::{Entrant, EntrantList, Field, ListColumn, quoted};
use super::plan::{Outcome, Plan, PlannedLine};
use super::table::{columns, write};
use crate::text;

/// The maximum number of lines that one page of a preview has.
pub const LONGEST_PAGE: usize = 500;

/// The most odd bibs that are named.
const MOST_NAMED: usize = 3;

/// How many lines become what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LineCounts {
    /// New entrants.
    pub added: usize,
    /// Entrants whose fields change.
    pub changed: usize,
    /// Entrants whom the list does not change.
    pub unchanged: usize,
    /// Lines that change nothing, because something is wrong with them.
    pub refused: usize,
    /// Of those changed, how many lose the value of a field.
    pub emptied: usize,
    /// Of those changed, how many change to another contest.
    pub moved: usize,
    /// Of those not refused, how many have a wave that their contest does not have, or none although it has several.
    pub waves: usize,
}

impl LineCounts {
    /// The number of lines that would change something.
    pub fn changes(&self) -> usize {
        self.added + self.changed
    }

    /// The counts as a sentence: "12 added, 3 changed, 40 unchanged, 1 refused."
    pub fn summary(&self) -> String {
        let Self { added, changed, unchanged, refused, .. } = *self;
        let [added, changed, unchanged, refused] = [added, changed, unchanged, refused].map(grouped);
        format!("{added} added, {changed} changed, {unchanged} unchanged, {refused} refused.")
    }
}

/// Which lines of a preview are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// Every line.
    #[default]
    All,
    /// New entrants.
    Added,
    /// Entrants whose fields change.
    Changed,
    /// Entrants whom the list does not change.
    Unchanged,
    /// Lines that change nothing, because something is wrong with them.
    Refused,
    /// Entrants who lose the value of a field.
    Emptied,
    /// Entrants who change to another contest.
    Moved,
    /// Entrants with a wave that their contest does not have, or with none although it has several.
    Waves,
}

/// Something about a list that a person should know before it is applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListWarning {
    /// A sentence.
    pub text: String,
    /// Which lines it is about, if it is about some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// Whether the list can't be applied while it holds.
    pub blocks: bool,
}

/// What becomes of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// A new entrant.
    Added,
    /// An entrant whose fields change.
    Changed,
    /// An entrant whom the list does not change.
    Unchanged,
    /// The line changes nothing, because something is wrong with it.
    Refused,
}

/// A line of a list, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListLine {
    /// The line, element or row, counted from 1 with the header.
    pub line: usize,
    /// The bib; of a line that could not be read as it is written there, perhaps empty.
    pub bib: String,
    /// The name after the change; of a refused line the one that is written there.
    pub name: String,
    /// What becomes of it.
    pub kind: LineKind,
    /// Why the line is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The fields that it sets, other than bib and a new entrant's name.
    pub fields: Vec<FieldChange>,
}

/// A field of an entrant before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FieldChange {
    /// The field's label.
    pub label: String,
    /// Empty when there was none.
    pub before: String,
    /// Empty when there is none any more.
    pub after: String,
}

/// A part of the lines of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListPage {
    /// The number of lines that were asked for, of which these are some.
    pub total: usize,
    /// The lines.
    pub lines: Vec<ListLine>,
}

/// The lines that are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    /// Of which kind.
    pub show: Show,
    /// Words of a bib or a name.
    pub q: String,
    /// How many lines come before.
    pub offset: usize,
    /// How many lines at most; 0 is the longest page.
    pub limit: usize,
}

impl PlannedLine {
    fn is_shown(&self, show: Show) -> bool {
        match (show, &self.outcome) {
            (Show::All, _)
            | (Show::Added, Outcome::Added(_))
            | (Show::Changed, Outcome::Changed(_))
            | (Show::Unchanged, Outcome::Same(_))
            | (Show::Refused, Outcome::Refused(_)) => true,
            (Show::Emptied, Outcome::Changed(change)) => change.emptied().next().is_some(),
            (Show::Moved, Outcome::Changed(change)) => change.moved.is_some(),
            (Show::Waves, _) => self.without_wave.is_some(),
            _ => false,
        }
    }

    fn matches(&self, search: &str) -> bool {
        if text::is_blank(search) || self.bib == search.trim() {
            return true;
        }
        text::matches_search(&[&self.bib, " ", &self.shown_name()].concat(), search)
    }

    /// The name after the change; of a refused line the one that is written there.
    fn shown_name(&self) -> String {
        self.outcome.entrant().map_or_else(|| self.name.clone(), Entrant::full_name)
    }

    fn shown(&self) -> ListLine {
        let nobody = Entrant::default();
        let name = self.shown_name();
        let (kind, fields, reason) = match &self.outcome {
            Outcome::Added(entrant) => {
                let named = |change: &FieldChange| {
                    ![Field::Bib, Field::First, Field::Last].map(Field::label).contains(&change.label.as_str())
                };
                (LineKind::Added, field_changes(&nobody, entrant).into_iter().filter(named).collect(), None)
            }
            Outcome::Changed(change) => (LineKind::Changed, field_changes(&change.before, &change.after), None),
            Outcome::Same(_) => (LineKind::Unchanged, Vec::new(), None),
            Outcome::Refused(reason) => (LineKind::Refused, Vec::new(), Some(reason.clone())),
        };
        ListLine { line: self.line, bib: self.bib.clone(), name, kind, reason, fields }
    }
}

fn field_changes(before: &Entrant, after: &Entrant) -> Vec<FieldChange> {
    let change =
        |field: Field| FieldChange { label: field.label().into(), before: before.shown(field), after: after.shown(field) };
    before.differences(after).into_iter().map(change).collect()
}

impl Plan {
    /// How many lines become what.
    pub fn counts(&self) -> LineCounts {
        let mut counts = LineCounts::default();
        for line in &self.lines {
            counts.waves += usize::from(line.without_wave.is_some());
            match &line.outcome {
                Outcome::Added(_) => counts.added += 1,
                Outcome::Same(_) => counts.unchanged += 1,
                Outcome::Refused(_) => counts.refused += 1,
                Outcome::Changed(change) => {
                    counts.changed += 1;
                    counts.emptied += usize::from(change.emptied().next().is_some());
                    counts.moved += usize::from(change.moved.is_some());
                }
            }
        }
        counts
    }

    /// A part of the lines.
    pub fn page(&self, query: &PageQuery) -> ListPage {
        let limit = if query.limit == 0 { LONGEST_PAGE } else { query.limit.min(LONGEST_PAGE) };
        let mut found = self.lines.iter().filter(|line| line.is_shown(query.show) && line.matches(&query.q));
        let before = found.by_ref().take(query.offset).count();
        let lines: Vec<ListLine> = found.by_ref().take(limit).map(PlannedLine::shown).collect();
        ListPage { total: before + lines.len() + found.count(), lines }
    }

    /// What a person should know before the list is applied, the gravest first.
    pub fn warnings(&self, list: &EntrantList) -> Vec<ListWarning> {
        let about = |show, text| ListWarning { text, show, blocks: false };
        let mut warnings = Vec::new();
        warnings.extend(self.emptied().map(|text| about(Some(Show::Emptied), text)));
        warnings.extend(self.moved().map(|text| about(Some(Show::Moved), text)));
        warnings.extend(self.without_wave().into_iter().chain(self.in_no_wave()).map(|text| about(Some(Show::Waves), text)));
        warnings.extend(list.question().map(|question| ListWarning { text: question.message, show: None, blocks: true }));
        warnings.extend(self.odd_bibs().map(|text| about(None, text)));
        let refused = self.counts().refused;
        if refused > 0 {
            let text =
                counted(refused, "line is refused and would change nothing.", "lines are refused and would change nothing.");
            warnings.push(about(Some(Show::Refused), text));
        }
        let left_out: Vec<&ListColumn> = list.columns.iter().filter(|column| column.is_left_out()).collect();
        if !left_out.is_empty() {
            warnings.push(about(None, format!("Left out: {}.", columns::names(left_out.into_iter()))));
        }
        warnings.extend(list.notes.iter().map(|note| about(None, note.clone())));
        warnings
    }

    /// A doubt about new bibs with blanks or marks in them: perhaps their column is another one.
    fn odd_bibs(&self) -> Option<String> {
        let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        let odd = |line: &&PlannedLine| matches!(line.outcome, Outcome::Added(_)) && !line.bib.chars().all(is_plain);
        let odd: Vec<&PlannedLine> = self.lines.iter().filter(odd).collect();
        let mut named: Vec<String> = odd.iter().take(MOST_NAMED).map(|line| quoted(&line.bib)).collect();
        if odd.len() > MOST_NAMED {
            named.push(format!("{} more", grouped(odd.len() - MOST_NAMED)));
        }
        let text = format!(
            "{}: {}. Look whether this is the right column.",
            counted(odd.len(), "new bib has blanks or marks", "new bibs have blanks or marks"),
            listed(&named)
        );
        (!odd.is_empty()).then_some(text)
    }

    fn changed(&self) -> impl Iterator<Item = &super::plan::Changed> {
        self.lines.iter().filter_map(|line| match &line.outcome {
            Outcome::Changed(change) => Some(&**change),
            _ => None,
        })
    }

    fn emptied(&self) -> Option<String> {
        let mut fields = BTreeMap::<Field, usize>::new();
        for field in self.changed().flat_map(|change| change.emptied().collect::<Vec<_>>()) {
            *fields.entry(field).or_default() += 1;
        }
        let parts: Vec<String> = fields.into_iter().map(|(field, count)| field.counted(count)).collect();
        let text = format!("It would delete {}, whose cells are empty in the list.", listed(&parts));
        (!parts.is_empty()).then_some(text)
    }

    fn moved(&self) -> Option<String> {
        let mut ways = BTreeMap::<(&str, &str), usize>::new();
        for (from, to) in self.changed().filter_map(|change| change.moved.as_ref()) {
            *ways.entry((from, to)).or_default() += 1;
        }
        let total = ways.values().sum();
        let parts: Vec<String> =
            ways.into_iter().map(|((from, to), count)| format!("{} from {from} to {to}", grouped(count))).collect();
        let text = format!("It would move {} to another contest: {}.", counted(total, "entrant", "entrants"), listed(&parts));
        (!parts.is_empty()).then_some(text)
    }

    fn without_wave(&self) -> Option<String> {
        let mut waves = BTreeMap::<(&str, &str), usize>::new();
        for line in &self.lines {
            if let (Some(contest), Some(wave)) = (&line.without_wave, line.outcome.entrant().and_then(|one| one.wave.as_deref()))
            {
                *waves.entry((contest, wave)).or_default() += 1;
            }
        }
        let total = waves.values().sum();
        let parts: Vec<String> = waves
            .into_iter()
            .map(|((contest, wave), count)| format!("{} {} in {contest}", grouped(count), quoted(wave)))
            .collect();
        let text = format!(
            "{} in a wave that the contest does not have: {}. The bib says with which gun they start.",
            counted(total, "entrant is", "entrants are"),
            listed(&parts)
        );
        (!parts.is_empty()).then_some(text)
    }

    fn in_no_wave(&self) -> Option<String> {
        let mut contests = BTreeMap::<&str, usize>::new();
        for line in &self.lines {
            if let Some(contest) = &line.without_wave
                && line.outcome.entrant().is_some_and(|one| one.wave.is_none())
            {
                *contests.entry(contest).or_default() += 1;
            }
        }
        let total = contests.values().sum();
        let parts: Vec<String> =
            contests.into_iter().map(|(contest, count)| format!("{} in {contest}", grouped(count))).collect();
        let text = format!(
            "{} no wave, and the bib is in no wave’s range: {}. They start with the first wave.",
            counted(total, "entrant has", "entrants have"),
            listed(&parts)
        );
        (!parts.is_empty()).then_some(text)
    }

    /// The refused lines as a CSV file, with their cells as they were, so that a person can correct and send it.
    pub fn refused_csv(&self, list: &EntrantList) -> String {
        let names = list.columns.iter().map(|column| column.name.clone());
        let header = ["Line", "Reason"].map(str::to_owned).into_iter().chain(names).collect();
        let rows = list.lines.iter().zip(&self.lines).filter_map(|(read, line)| match &line.outcome {
            Outcome::Refused(reason) => {
                Some([line.line.to_string(), reason.clone()].into_iter().chain(read.cells.clone()).collect())
            }
            _ => None,
        });
        write::table(header, rows)
    }
}
