//! What the columns of a list are, whatever its lines are about: what a person says, and how the columns are shown.

use serde::{Deserialize, Serialize};

use super::Table;
use crate::error::CoreError;
use crate::timing::entrants::quoted;
use crate::timing::entrants::words::listed;

/// The number of values of a column that are shown as examples.
const SAMPLES: usize = 3;
/// Says that a column is left out.
pub const LEFT_OUT: &str = "-";

/// What a column can be in lists of one kind.
pub trait ColumnMeaning: Copy + PartialEq + 'static {
    /// Everything that a column can be, in the order in which it is offered.
    fn all() -> Vec<Self>;
    /// Its name in requests; [`LEFT_OUT`] for a column that is left out.
    fn word(self) -> &'static str;
    /// Its label.
    fn label(self) -> &'static str;

    /// Reads its name in requests.
    fn parse(word: &str) -> Option<Self> {
        Self::all().into_iter().find(|meaning| meaning.word() == word.trim())
    }
}

/// A column of a list, and what it was read as.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListColumn {
    /// Its name in the list, or its number.
    pub name: String,
    /// What it is: a field, `name` for first and last name, `-` when it is left out; empty while a person has to say it.
    pub meaning: String,
    /// Some of its values.
    pub samples: Vec<String>,
}

impl ListColumn {
    /// What it is; `None` while a person has to say it.
    pub(crate) fn means<M: ColumnMeaning>(&self) -> Option<M> {
        M::parse(&self.meaning)
    }

    /// Whether a person has to say what it is.
    pub fn is_asked(&self) -> bool {
        self.meaning.is_empty()
    }

    /// Whether it is left out.
    pub fn is_left_out(&self) -> bool {
        self.meaning == LEFT_OUT
    }
}

/// A choice of what a column is, with its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ColumnChoice {
    /// The name in requests.
    pub value: String,
    /// The label that is shown.
    pub label: String,
}

/// Everything that a column can be.
pub fn choices<M: ColumnMeaning>() -> Vec<ColumnChoice> {
    let choice = |meaning: M| ColumnChoice { value: meaning.word().into(), label: meaning.label().into() };
    M::all().into_iter().map(choice).collect()
}

/// Reads what a person says about the columns, in their order: `bib,firstname,-,gender`.
///
/// # Errors
/// `unknown_column` for another word.
pub fn parse<M: ColumnMeaning>(text: &str, list: &str) -> Result<Vec<M>, CoreError> {
    let read = |word| {
        M::parse(word).ok_or_else(|| {
            let all: Vec<&str> = M::all().into_iter().map(M::word).collect();
            let words = format!("{} is no column of {list}. There are: {}.", quoted(word), all.join(", "));
            CoreError::new("unknown_column", words)
        })
    };
    text.split(',').map(read).collect()
}

/// The columns as people see them: the name, what each is, and some of its values.
pub(crate) fn described<M: ColumnMeaning>(table: &Table, meanings: &[Option<M>]) -> Vec<ListColumn> {
    let name = |at: usize| {
        let named = table.header.as_ref().and_then(|names| names.get(at)).map(|name| name.trim().to_owned());
        named.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("Column {}", at + 1))
    };
    let column = |(at, meaning): (usize, &Option<M>)| ListColumn {
        name: name(at),
        meaning: meaning.map(M::word).unwrap_or_default().to_owned(),
        samples: values(table, at).take(SAMPLES).map(|value| value.chars().take(40).collect()).collect(),
    };
    meanings.iter().enumerate().map(column).collect()
}

/// The values of a column that are not blank.
pub(crate) fn values(table: &Table, at: usize) -> impl Iterator<Item = &str> + Clone {
    let cells = table.rows.iter().filter(|row| row.fault.is_none()).filter_map(move |row| row.cells.get(at)?.as_deref());
    cells.map(str::trim).filter(|value| !value.is_empty())
}

/// What a person says about the columns, if it fits the list.
///
/// # Errors
/// `other_columns`, `column_twice`.
pub(crate) fn checked<M: ColumnMeaning>(table: &Table, said: &[M]) -> Result<Vec<Option<M>>, CoreError> {
    if said.len() != table.width {
        let words = format!("The list has {} columns, but {} are described.", table.width, said.len());
        return Err(CoreError::new("other_columns", words));
    }
    let twice = said
        .iter()
        .enumerate()
        .find(|(at, meaning)| meaning.word() != LEFT_OUT && said.iter().take(*at).any(|before| before == *meaning));
    if let Some((_, meaning)) = twice {
        let words = format!("Two columns can't both be the same: {}. Leave one of them out.", meaning.label());
        return Err(CoreError::new("column_twice", words));
    }
    Ok(said.iter().copied().map(Some).collect())
}

/// The names of columns in a sentence.
pub(crate) fn names<'a>(columns: impl Iterator<Item = &'a ListColumn>) -> String {
    listed(&columns.map(|column| column.name.clone()).collect::<Vec<_>>())
}
