//! Deleting a race. A deleted race can be restored for some time.

use crate::race::name;

/// The number of days as a literal, for the constant and for the texts that contain it.
macro_rules! restorable_days {
    () => {
        30
    };
}
pub(crate) use restorable_days;

/// The number of days for which a deleted race can be restored.
pub const RESTORABLE_DAYS: i64 = restorable_days!();

/// Whether the typed text confirms the deletion: it is the race's name, ignoring case.
pub fn confirmed(name: &str, typed: &str) -> bool {
    !typed.trim().is_empty() && name::key(name) == name::key(typed)
}
