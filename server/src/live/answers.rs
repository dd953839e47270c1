//! A version of a field and the answers made from it, cached within a limit of bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use core_wasm::live::filters::ChosenFilters;
use core_wasm::timing::engine::Field;
use core_wasm::timing::standing::number_since;

use crate::error::{Error, Result};
use crate::http::answer::Kept;
use crate::work::{Common, lock};

/// How many answers of one version may be cached or under way.
const KEPT: usize = 256;
/// How many bytes of answers of one version are cached, not counting the whole document.
const KEPT_BYTES: usize = 16 * 1024 * 1024;
/// A client that is more than this many versions behind gets the whole document, which all such clients share.
const BEHIND: u64 = 64;
/// An estimate, in bytes, of what a cache entry needs in addition to the answer and twice its key.
const PLACE: usize = 512;

/// The answers that can be made from a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    /// The live document: the whole, or what changed since this version of the same field.
    Document(Option<u64>),
    /// The two lists of participants (`/getLiveTimes`).
    Participants {
        /// A contest's name; blank means all.
        distance: String,
        /// A label; blank means all.
        age_group: String,
        /// `m`, `f` or `a`; blank means all.
        gender: String,
    },
    /// The filters of the live page.
    Filters,
    /// The winners.
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
                let chosen = ChosenFilters { distance: distance.clone(), age_group: age_group.clone(), gender: gender.clone() };
                json(&field.participants(&chosen))
            }
            Self::Filters => json(&field.filters()),
            Self::Winners => json(&field.winners()),
        }
    }
}

/// The memory of a cache entry: the answer's bytes, and twice the key, which is in the map and in the queue of the oldest.
fn kept_bytes(ask: &Ask, answer: &Kept) -> usize {
    let asked = match ask {
        Ask::Participants { distance, age_group, gender } => distance.capacity() + age_group.capacity() + gender.capacity(),
        Ask::Document(_) | Ask::Filters | Ask::Winners => 0,
    };
    answer.size() + 2 * asked + PLACE
}

/// Serializes a type of the core, which cannot fail.
fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// A version of a field, and its answers.
pub(super) struct Snapshot {
    version: String,
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    by_ask: HashMap<Ask, Common<Kept>>,
    /// The keys of finished answers, the oldest first, each with its bytes; without the whole document.
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

    /// The answer for a client that has the version `since`.
    pub(super) fn document_since(&self, since: Option<&str>) -> Ask {
        let number = since.and_then(|since| number_since(&self.version, since));
        let newest = number_since(&self.version, &self.version).unwrap_or_default();
        Ask::Document(number.filter(|number| newest - number <= BEHIND))
    }

    /// Returns the cached or running answer, or the one that `make` starts.
    ///
    /// # Errors
    /// 503 when too many different answers are being made.
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

    /// Records that an answer is finished, or has failed, and removes the oldest answers to make room for it. Returns `false` for a
    /// difference that does not fit: its callers then get the whole document, which is cached anyway.
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
    fn spellings_of_the_same_version_share_one_answer() {
        let snapshot = Snapshot::new("e-70".into());
        for since in ["e-6", "e-06", "e-006", "e-+6"] {
            assert_eq!(snapshot.document_since(Some(since)), Ask::Document(Some(6)), "{since}");
        }
    }

    #[test]
    fn a_client_that_is_far_behind_gets_the_whole_document() {
        let snapshot = Snapshot::new("e-70".into());
        for since in [None, Some("e-5"), Some("e-0"), Some("e-71"), Some("other-69"), Some("e-"), Some("e--1")] {
            assert_eq!(snapshot.document_since(since), Ask::Document(None), "{since:?}");
        }
        assert_eq!(Snapshot::new("e-0".into()).document_since(Some("e-0")), Ask::Document(Some(0)));
    }

    #[test]
    fn differences_over_the_limit_of_bytes_are_not_cached() {
        let snapshot = Snapshot::new("e-9".into());
        assert!(snapshot.made(&Ask::Document(None), Some(&answer(KEPT_BYTES * 2))), "the whole document is always cached");
        assert!(snapshot.made(&Ask::Document(Some(1)), Some(&answer(KEPT_BYTES / 2))));
        assert!(!snapshot.made(&Ask::Document(Some(2)), Some(&answer(KEPT_BYTES))));
        assert_eq!(lock(&snapshot.answers).bytes, KEPT_BYTES / 2 + PLACE);
    }

    #[test]
    fn the_key_of_an_answer_counts_to_its_bytes() {
        let snapshot = Snapshot::new("e-9".into());
        for n in 0..8 {
            let ask = Ask::Participants { distance: n.to_string(), age_group: "x".repeat(KEPT_BYTES / 8), gender: String::new() };
            snapshot.made(&ask, Some(&answer(1)));
        }
        assert!(lock(&snapshot.answers).made.len() < 4, "each key is stored twice");
    }

    #[tokio::test]
    async fn the_cache_of_lists_has_a_limit_of_bytes_and_of_answers() {
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
        // While all of them are still being made there is no room for another one: 503.
        let snapshot = Snapshot::new("e-9".into());
        let never = |_| common(std::future::pending());
        assert!((0..KEPT).all(|n| snapshot.answer(list(n), never).is_ok()));
        assert_eq!(snapshot.answer(list(KEPT), never).err().map(|busy| busy.status().as_u16()), Some(503));
    }
}
