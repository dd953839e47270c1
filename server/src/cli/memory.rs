//! Memory that was freed goes back to the machine.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// What glibc is told: two pools instead of eight for every core, and whatever is large is the machine's again once it is freed.
/// Left to itself it learns from the first large picture to keep all later ones: 194 MB for eight uploads of 49 MB at once, some 110 MB so.
const TOLD: [(&str, &str); 3] =
    [("MALLOC_ARENA_MAX", "2"), ("MALLOC_MMAP_THRESHOLD_", "1048576"), ("MALLOC_TRIM_THRESHOLD_", "1048576")];

/// Starts the program anew, as the same process, with the allocator's settings beside those of its environment: glibc reads
/// them there alone, and before anything else runs. What is set already is kept.
pub(super) fn give_back() {
    let missing: Vec<_> = TOLD.into_iter().filter(|(name, _)| std::env::var_os(name).is_none()).collect();
    if !cfg!(target_env = "gnu") || missing.is_empty() {
        return;
    }
    let mut words = std::env::args_os();
    let (Ok(program), Some(name)) = (std::env::current_exe(), words.next()) else { return };
    let error = Command::new(program).arg0(name).args(words).envs(missing).exec();
    // Only a failure comes here; the program runs as well without.
    tracing::warn!(%error, "memory that was freed is kept for later");
}
