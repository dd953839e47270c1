//! The numbers that stand for a bib and for a time.

use crate::timing::standing::LONGEST;

/// A bib: twice the number, or twice the number of its text and one when it is not a number as it is usually written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bib(pub(super) u32);

impl Bib {
    /// A bib that is this text of the columns.
    pub(super) fn of_text(text: u32) -> Self {
        Self(text << 1 | 1)
    }

    /// A bib that is a number without leading zeros.
    pub(super) fn numbered(bib: &str) -> Option<Self> {
        let is_usual = bib.bytes().all(|byte| byte.is_ascii_digit()) && (bib == "0" || !bib.starts_with('0'));
        let number: u32 = bib.parse().ok().filter(|number| is_usual && *number < 1 << 31)?;
        Some(Self(number << 1))
    }

    /// What the bib is.
    pub(super) fn kind(self) -> BibKind {
        if self.0 & 1 == 0 { BibKind::Number(self.0 >> 1) } else { BibKind::Text(self.0 >> 1) }
    }
}

/// What a bib is.
pub(super) enum BibKind {
    /// A number without leading zeros.
    Number(u32),
    /// The text of the columns with this number.
    Text(u32),
}

/// A time in milliseconds; the smallest number stands for none. Times beyond 24 days are 24 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time(i32);

impl Time {
    pub(super) const NONE: Self = Self(i32::MIN);

    pub(super) fn of(time: Option<i64>) -> Self {
        let known = |time: i64| i32::try_from(time.clamp(-LONGEST, LONGEST)).unwrap_or_default();
        time.map_or(Self::NONE, |time| Self(known(time)))
    }

    pub(super) fn get(self) -> Option<i64> {
        (self != Self::NONE).then_some(i64::from(self.0))
    }

    /// A number that is small for a small time and 0 for none.
    pub(super) fn code(self) -> u64 {
        self.get().map_or(0, |time| zigzag(time) + 1)
    }

    pub(super) fn from_code(code: u64) -> Self {
        Self::of(code.checked_sub(1).map(from_zigzag))
    }
}

/// A field has far fewer than four billion of everything.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

pub(super) fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

pub(super) fn from_zigzag(code: u64) -> i64 {
    (code >> 1).cast_signed() ^ -(code & 1).cast_signed()
}
