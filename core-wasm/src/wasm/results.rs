//! Bindings of the slice `results`: the import of past results.

use super::Ts;
use crate::error::Problems;
use crate::results::import::contest::AskedContest;

exports! {
    /// What is wrong with the contest of an import, each at its field; `isKnown` when the race or its last results have it.
    importCheck(asked: Ts<AskedContest>, is_known: bool) -> Ts<Problems> = asked.check(is_known);
}
