//! The chips of an entrant: several, each for a time or for a leg.

use serde::{Deserialize, Serialize};

use super::{BIB_CHARS, Entrant, FIELD_CHARS, quoted};
use crate::dates;
use crate::text;
use crate::timing::read::clean_bib;
use crate::timing::status::Override;

/// A chip that an entrant wears for a part of the race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct EntrantChip {
    /// The chip's code.
    pub chip: String,
    /// Reads from this time on are the entrant's, RFC 3339; all earlier ones too when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Reads before this time are the entrant's, RFC 3339; all later ones too when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The leg of a relay that is done with it, by its name in the setup. It counts at the points of that leg only, and at the
    /// exchange before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leg: Option<String>,
    /// The name of the team's member who wears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The status that a person gave that member: the whole team then has it, and no place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Override>,
}

/// The time in which a chip is an entrant's, in epoch milliseconds: from the first, until before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChipSpan {
    /// The first millisecond.
    pub from: i64,
    /// The millisecond after the last.
    pub to: i64,
}

impl ChipSpan {
    /// The span without ends.
    pub const ALWAYS: Self = Self { from: i64::MIN, to: i64::MAX };

    /// Whether it contains an instant.
    pub fn contains(self, ms: i64) -> bool {
        (self.from..self.to).contains(&ms)
    }

    /// Whether two spans have an instant in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }
}

impl EntrantChip {
    /// When it is the entrant's. An end that can't be read counts as absent.
    pub fn span(&self) -> ChipSpan {
        let at = |text: &Option<String>| text.as_deref().and_then(|text| dates::parse_instant(text).ok());
        ChipSpan { from: at(&self.from).unwrap_or(i64::MIN), to: at(&self.to).unwrap_or(i64::MAX) }
    }

    /// Keeps only the fields that a timing box needs.
    #[must_use]
    pub(super) fn for_boxes(self) -> Self {
        Self { name: None, status: None, ..self }
    }

    /// Reads the cell of a list: a JSON array of chips, or codes with blanks, commas or semicolons between them. Returns the array.
    ///
    /// # Errors
    /// Why the line is refused.
    pub(super) fn read(cell: &str) -> Result<String, String> {
        let chips: Vec<Self> = if cell.trim_start().starts_with('[') {
            serde_json::from_str(cell).map_err(|error| format!("The chips can't be read: {error}."))?
        } else {
            let codes = cell.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|code| !text::is_blank(code));
            codes.map(|code| Self { chip: code.to_owned(), ..Self::default() }).collect()
        };
        let chips = chips.into_iter().map(Self::cleaned).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::written(&chips))
    }

    /// Writes chips as the cell of a list: a JSON array, or nothing when there are none.
    pub(super) fn written(chips: &[Self]) -> String {
        let array = (!chips.is_empty()).then(|| serde_json::to_string(chips).ok()).flatten();
        array.unwrap_or_default()
    }

    /// The chip in words: `B (Run, Ann, until 2027-06-15T09:00:00-04:00)`.
    fn words(&self) -> String {
        let end = |word: &str, at: &Option<String>| at.as_ref().map(|at| format!("{word} {at}"));
        let status = self.status.map(|status| status.word().to_owned());
        let parts = [self.leg.clone(), self.name.clone(), end("from", &self.from), end("until", &self.to), status];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { self.chip.clone() } else { format!("{} ({})", self.chip, parts.join(", ")) }
    }

    /// Cleans the texts of a list, or returns the reason why its line is refused.
    fn cleaned(self) -> Result<Self, String> {
        let code = clean_bib(&text::cleaned(&self.chip));
        if text::is_blank(&code) || code.chars().count() > BIB_CHARS.max(FIELD_CHARS) {
            return Err("A chip has no code, or too long a one.".into());
        }
        for at in [&self.from, &self.to].into_iter().flatten() {
            if dates::parse_instant(at).is_err() {
                return Err(format!("The time {} of chip {} is not like 2027-06-15T08:52:11-04:00.", quoted(at), quoted(&code)));
            }
        }
        let span = self.span();
        if span.from >= span.to {
            return Err(format!("The time of chip {} ends before it begins.", quoted(&code)));
        }
        let short = |text: Option<String>| {
            let text = text.map(|text| text::cleaned(&text).chars().take(FIELD_CHARS).collect::<String>());
            text.filter(|text| !text::is_blank(text))
        };
        Ok(Self { chip: code, leg: short(self.leg), name: short(self.name), ..self })
    }
}

impl Entrant {
    /// All chips of the entrant, each with the time in which it is the entrant's and its index in [`Entrant::chips`].
    pub fn worn_chips(&self) -> impl Iterator<Item = (&str, ChipSpan, Option<usize>)> {
        let whole = self.chip.as_deref().map(|chip| (chip, ChipSpan::ALWAYS, None));
        whole.into_iter().chain(self.chips.iter().enumerate().map(|(at, chip)| (chip.chip.as_str(), chip.span(), Some(at))))
    }

    /// The further chips in words.
    pub fn chips_in_words(&self) -> String {
        self.chips.iter().map(EntrantChip::words).collect::<Vec<_>>().join("; ")
    }

    /// Whether any chip is entered.
    pub fn has_chip(&self) -> bool {
        self.chip.is_some() || !self.chips.is_empty()
    }

    /// The status that a member of the team was given, if any; a disqualification before the others.
    pub fn member_status(&self) -> Option<Override> {
        let given = || self.chips.iter().filter_map(|chip| chip.status);
        given().find(|status| *status == Override::Dq).or_else(|| given().next())
    }
}
