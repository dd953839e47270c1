//! Waves in the form of a contest: adding and removing them. What a wave may contain is checked with the setup.

use super::{ContestDraft, WaveDraft};

/// The names that are proposed for waves, in the order of their starts; later ones are numbered.
const NAMES: [&str; 6] = ["First wave", "Second wave", "Third wave", "Fourth wave", "Fifth wave", "Sixth wave"];

impl ContestDraft {
    /// The contest with one more wave. The first time, its gun and bibs become those of its first wave, and a second one is added.
    #[must_use]
    pub fn with_wave(&self) -> Self {
        let mut contest = self.clone();
        if contest.waves.is_empty() {
            let (gun, bibs) = (std::mem::take(&mut contest.gun), std::mem::take(&mut contest.bibs));
            contest.waves.push(WaveDraft { name: contest.free_name(), gun, bibs, wave_names: String::new() });
        }
        contest.waves.push(WaveDraft { name: contest.free_name(), ..WaveDraft::default() });
        contest
    }

    /// The contest without the wave at this index. The last one that remains is no wave any more: its gun and bibs become the
    /// contest's.
    #[must_use]
    pub fn without_wave(&self, index: usize) -> Self {
        let mut contest = self.clone();
        if index < contest.waves.len() {
            contest.waves.remove(index);
        }
        if let [only] = contest.waves.as_mut_slice() {
            contest.gun = std::mem::take(&mut only.gun);
            contest.bibs = std::mem::take(&mut only.bibs);
            contest.waves.clear();
        }
        contest
    }

    /// The first proposed name that no wave has.
    fn free_name(&self) -> String {
        let taken = |name: &str| self.waves.iter().any(|wave| wave.name.trim().eq_ignore_ascii_case(name));
        let numbered = (NAMES.len() + 1..).map(|number| format!("Wave {number}"));
        NAMES.iter().map(|name| (*name).to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
    }
}
