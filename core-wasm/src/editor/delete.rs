//! Deleting a race, which is kept for a while.

use crate::race::name;

/// For so many days a deleted race can be restored.
pub const KEPT_DAYS: i64 = 30;

/// Whether what was typed confirms that this race is to be deleted: its name, whatever the case.
pub fn confirmed(name: &str, typed: &str) -> bool {
    !typed.trim().is_empty() && name::key(name) == name::key(typed)
}
