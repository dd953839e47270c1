//! A version of a field and the answers made of it, kept within so many bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use core_wasm::live::filters::Chosen;
use core_wasm::timing::engine::Field;
use core_wasm::timing::standing::number_since;

use crate::error::{Error, Result};
use crate::http::answer::Kept;
use crate::work::{Common, lock};

/// Answers kept for one version, or being made for it.
const KEPT: usize = 256;
/// Bytes of answers kept for one version, beside the whole document.
const KEPT_BYTES: usize = 16 * 1024 * 1024;
/// A screen further behind than this many versions gets the whole document, which all such screens share.
const BEHIND: u64 = 64;
/// What keeping an answer takes beside its bytes and what was asked: a rough figure for a place in each list.
const PLACE: usize = 512;

/// What can be asked of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    /// The document: all of it, or what changed since a version of the same field.
    Document(Option<u64>),
    /// The spec's two lists.
    Participants {
        /// A contest's name; blank means all.
        distance: String,
        /// A label; blank means all.
        age_group: String,
        /// `m`, `f` or `a`; blank means all.
        gender: String,
    },
    /// The live page's filters.
    Filters,
    /// Who won.
    Winners,
}

impl Ask {
    pub(super) fn render(&self, field: &Field) -> Vec<u8> {
        match self {
            Self::Document(None) => field.live_document(None).into(),
            Self::Document(Some(number)) => {
                let version = field.version();
                let epoch = version.rsplit_once('-').map_or("", |(epoch, _)| epoch);
                field.live_document(Some(&format!("{epoch}-{number}"))).into()
            }
            Self::Participants { distance, age_group, gender } => {
                let chosen = Chosen { distance: distance.clone(), age_group: age_group.clone(), gender: gender.clone() };
                json(&field.participants(&chosen))
            }
            Self::Filters => json(&field.filters()),
            Self::Winners => json(&field.winners()),
        }
    }
}

/// What an answer takes in memory: its bytes, and twice what was asked, by which it is found and by which it is let go.
fn kept_bytes(ask: &Ask, answer: &Kept) -> usize {
    let asked = match ask {
        Ask::Participants { distance, age_group, gender } => distance.capacity() + age_group.capacity() + gender.capacity(),
        Ask::Document(_) | Ask::Filters | Ask::Winners => 0,
    };
    answer.size() + 2 * asked + PLACE
}

/// The core's own types, which always can be written.
fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// A version of a field.
pub(super) struct Snapshot {
    version: String,
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    by_ask: HashMap<Ask, Common<Kept>>,
    /// Those that are made, the oldest first, each with its bytes; not the whole document.
    made: VecDeque<(Ask, usize)>,
    bytes: usize,
}

impl Snapshot {
    pub(super) fn new(version: String) -> Self {
        Self { version, answers: Mutex::default() }
    }

    /// The field's version.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// What to ask for, for a screen that says that it has the version `since`.
    pub(super) fn document_since(&self, since: Option<&str>) -> Ask {
        let number = since.and_then(|since| number_since(&self.version, since));
        let newest = number_since(&self.version, &self.version).unwrap_or_default();
        Ask::Document(number.filter(|number| newest - number <= BEHIND))
    }

    /// The answer that is there or under way, or the one that `make` begins.
    ///
    /// # Errors
    /// 503 when too many different ones are being made.
    pub(super) fn answer(&self, ask: Ask, make: impl FnOnce(Ask) -> Common<Kept>) -> Result<Common<Kept>> {
        let mut answers = lock(&self.answers);
        if let Some(answer) = answers.by_ask.get(&ask) {
            return Ok(answer.clone());
        }
        while answers.by_ask.len() >= KEPT {
            let (oldest, size) = answers.made.pop_front().ok_or_else(Error::busy)?;
            answers.bytes -= size;
            answers.by_ask.remove(&oldest);
        }
        let answer = make(ask.clone());
        answers.by_ask.insert(ask, answer.clone());
        Ok(answer)
    }

    /// Notes that an answer was made, or could not be, and lets older ones go for it; `false` for a difference for which there is
    /// no room beside the others: the whole document, which is there for everybody, takes its place.
    pub(super) fn made(&self, ask: &Ask, answer: Option<&Kept>) -> bool {
        let mut answers = lock(&self.answers);
        let Some(answer) = answer else {
            answers.by_ask.remove(ask);
            return true;
        };
        if matches!(ask, Ask::Document(None)) {
            return true;
        }
        let size = kept_bytes(ask, answer);
        if matches!(ask, Ask::Document(_)) && answers.bytes + size > KEPT_BYTES {
            return false;
        }
        answers.made.push_back((ask.clone(), size));
        answers.bytes += size;
        while answers.bytes > KEPT_BYTES && answers.made.len() > 1 {
            let Some((oldest, size)) = answers.made.pop_front() else { break };
            answers.bytes -= size;
            answers.by_ask.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::common;

    fn answer(bytes: usize) -> Kept {
        Kept { plain: vec![0; bytes].into(), gzip: None }
    }

    #[test]
    fn however_a_version_is_spelt_it_is_one_answer() {
        let snapshot = Snapshot::new("e-70".into());
        for since in ["e-6", "e-06", "e-006", "e-+6"] {
            assert_eq!(snapshot.document_since(Some(since)), Ask::Document(Some(6)), "{since}");
        }
    }

    #[test]
    fn whoever_is_far_behind_gets_the_whole_that_all_share() {
        let snapshot = Snapshot::new("e-70".into());
        for since in [None, Some("e-5"), Some("e-0"), Some("e-71"), Some("other-69"), Some("e-"), Some("e--1")] {
            assert_eq!(snapshot.document_since(since), Ask::Document(None), "{since:?}");
        }
        assert_eq!(Snapshot::new("e-0".into()).document_since(Some("e-0")), Ask::Document(Some(0)));
    }

    #[test]
    fn differences_that_do_not_fit_beside_the_others_are_not_kept() {
        let snapshot = Snapshot::new("e-9".into());
        assert!(snapshot.made(&Ask::Document(None), Some(&answer(KEPT_BYTES * 2))), "the whole is always kept");
        assert!(snapshot.made(&Ask::Document(Some(1)), Some(&answer(KEPT_BYTES / 2))));
        assert!(!snapshot.made(&Ask::Document(Some(2)), Some(&answer(KEPT_BYTES))));
        assert_eq!(lock(&snapshot.answers).bytes, KEPT_BYTES / 2 + PLACE);
    }

    #[test]
    fn what_was_asked_counts_to_what_is_kept() {
        let snapshot = Snapshot::new("e-9".into());
        for n in 0..8 {
            let ask = Ask::Participants { distance: n.to_string(), age_group: "x".repeat(KEPT_BYTES / 8), gender: String::new() };
            snapshot.made(&ask, Some(&answer(1)));
        }
        assert!(lock(&snapshot.answers).made.len() < 4, "each is held twice");
    }

    #[tokio::test]
    async fn lists_are_kept_within_so_many_bytes_and_so_many_answers() {
        let snapshot = Snapshot::new("e-9".into());
        let list = |n: usize| Ask::Participants { distance: n.to_string(), age_group: String::new(), gender: String::new() };
        let make = |bytes| move |_| common(async move { Ok(answer(bytes)) });
        for n in 0..40 {
            snapshot.answer(list(n), make(KEPT_BYTES / 10)).unwrap().await.unwrap();
            snapshot.made(&list(n), Some(&answer(KEPT_BYTES / 10)));
        }
        assert!(lock(&snapshot.answers).bytes <= KEPT_BYTES && lock(&snapshot.answers).by_ask.len() <= 10);
        for n in 100..100 + KEPT * 2 {
            snapshot.answer(list(n), make(1)).unwrap().await.unwrap();
            snapshot.made(&list(n), Some(&answer(1)));
        }
        assert_eq!(lock(&snapshot.answers).by_ask.len(), KEPT);
        // While all of them are still being made there is no room for another one.
        let snapshot = Snapshot::new("e-9".into());
        let never = |_| common(std::future::pending());
        assert!((0..KEPT).all(|n| snapshot.answer(list(n), never).is_ok()));
        assert_eq!(snapshot.answer(list(KEPT), never).err().map(|busy| busy.status().as_u16()), Some(503));
    }
}
