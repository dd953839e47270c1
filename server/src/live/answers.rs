//! A version of a field and the answers made from it, cached within a limit of bytes.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use core_wasm::live::filters::ChosenFilters;
use core_wasm::timing::engine::Field;
use core_wasm::timing::feed::shared_since;
use core_wasm::timing::standing::{later_number, number_since};

use crate::error::{Error, Result};
use crate::http::answer::CachedBody;
use crate::work::{SharedWork, lock};

/// How many answers of one version may be cached or under way.
const MAX_ANSWERS: usize = 256;
/// How many bytes of answers of one version are cached, not counting the whole document.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// An estimate, in bytes, of what a cache entry needs in addition to the answer and twice its key.
const ENTRY_OVERHEAD: usize = 512;

/// The answers that can be made from a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum AnswerKind {
    /// The whole live document.
    Document,
    /// What happened since this version of the same field.
    Since(u64),
    /// The two lists of participants (`/getLiveTimes`).
    Participants {
        /// A contest's name; blank means all.
        distance: String,
        /// A label; blank means all.
        age_group: String,
        /// `m`, `f` or `a`; blank means all.
        gender: String,
        /// A team's name; blank means all.
        team: String,
    },
    /// The filters of the live page.
    Filters,
}

impl AnswerKind {
    /// The answer to a request for a version of the field. The field may have been built anew since: then its versions have the same
    /// numbers, and another epoch, and whoever asked for what happened since one of them gets the whole field, as when that is forgotten.
    pub(super) fn render(&self, version: &str, field: &Field) -> Rendered {
        match self {
            Self::Document => Rendered::Whole(field.live_document()),
            Self::Since(number) => {
                let epoch = version.rsplit_once('-').map(|(epoch, _)| epoch);
                let since = epoch.and_then(|epoch| field.live_since(&format!("{epoch}-{number}")));
                since.map_or_else(|| Rendered::Whole(field.live_document()), Rendered::Since)
            }
            Self::Participants { distance, age_group, gender, team } => {
                let chosen = ChosenFilters {
                    distance: distance.clone(),
                    age_group: age_group.clone(),
                    gender: gender.clone(),
                    team: team.clone(),
                    ..ChosenFilters::default()
                };
                Rendered::Json(json(&field.participants(&chosen)))
            }
            Self::Filters => Rendered::Json(json(&field.filters())),
        }
    }
}

/// An answer before it is compressed.
pub(super) enum Rendered {
    /// The whole field, as a board loads it.
    Whole(Vec<u8>),
    /// What happened since a version.
    Since(Vec<u8>),
    /// JSON.
    Json(Vec<u8>),
}

impl Rendered {
    /// The answer compressed. The whole field is also compressed with brotli: a device loads it over a bad connection at the start line.
    pub(super) fn compressed(self) -> CachedBody {
        const BINARY: &str = "application/octet-stream";
        match self {
            Self::Whole(bytes) => CachedBody::new(BINARY, bytes).with_brotli(),
            Self::Since(bytes) => CachedBody::new(BINARY, bytes),
            Self::Json(bytes) => CachedBody::json(bytes),
        }
    }
}

/// The memory of a cache entry: the answer's bytes, and twice the key, which is in the map and in the queue of the oldest.
fn cached_bytes(kind: &AnswerKind, answer: &CachedBody) -> usize {
    let key_bytes = match kind {
        AnswerKind::Participants { distance, age_group, gender, team } => {
            distance.capacity() + age_group.capacity() + gender.capacity() + team.capacity()
        }
        AnswerKind::Document | AnswerKind::Since(_) | AnswerKind::Filters => 0,
    };
    answer.size() + 2 * key_bytes + ENTRY_OVERHEAD
}

/// Serializes a type of the core, which cannot fail.
fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// A version of a field, and its answers.
pub(super) struct Snapshot {
    version: String,
    /// The number of the oldest version whose difference to this one is known.
    oldest: u64,
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    by_kind: HashMap<AnswerKind, SharedWork<CachedBody>>,
    /// The keys of finished answers, the oldest first, each with its bytes; without the whole document.
    finished: VecDeque<(AnswerKind, usize)>,
    bytes: usize,
}

impl Snapshot {
    pub(super) fn new(version: String, oldest: u64) -> Self {
        Self { version, oldest, answers: Mutex::default() }
    }

    /// The field's version.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Whether `since` is a later version than this one: a page has it from another server.
    pub(super) fn is_before(&self, since: &str) -> bool {
        later_number(&self.version, since).is_some()
    }

    /// The answer for a client that has the version `since`; `None` when that is this one, or a later one.
    pub(super) fn document_since(&self, since: Option<&str>) -> Option<AnswerKind> {
        if since.is_some_and(|since| self.is_before(since)) {
            return None;
        }
        let number_of = |version| number_since(&self.version, version);
        match since.and_then(number_of) {
            Some(number) if Some(number) == number_of(&self.version) => None,
            Some(number) if number >= self.oldest => {
                let newest = number_of(&self.version).unwrap_or(number);
                Some(AnswerKind::Since(shared_since(number, newest, self.oldest)))
            }
            _ => Some(AnswerKind::Document),
        }
    }

    /// Returns the cached or running answer, or the one that `make` starts.
    ///
    /// # Errors
    /// 503 when too many different answers are being made.
    pub(super) fn answer(
        &self,
        kind: AnswerKind,
        make: impl FnOnce(AnswerKind) -> SharedWork<CachedBody>,
    ) -> Result<SharedWork<CachedBody>> {
        let mut answers = lock(&self.answers);
        if let Some(answer) = answers.by_kind.get(&kind) {
            return Ok(answer.clone());
        }
        while answers.by_kind.len() >= MAX_ANSWERS {
            let (oldest, size) = answers.finished.pop_front().ok_or_else(Error::busy)?;
            answers.bytes -= size;
            answers.by_kind.remove(&oldest);
        }
        let answer = make(kind.clone());
        answers.by_kind.insert(kind, answer.clone());
        Ok(answer)
    }

    /// An answer that is made already.
    pub(super) fn ready(&self, kind: &AnswerKind) -> Option<CachedBody> {
        lock(&self.answers).by_kind.get(kind)?.peek()?.as_ref().ok().cloned()
    }

    /// Records that an answer is finished, or has failed, and removes the oldest answers to make room for it. Returns `false` for a
    /// difference that does not fit: its callers then get the whole document, which is cached anyway.
    pub(super) fn finished(&self, kind: &AnswerKind, answer: Option<&CachedBody>) -> bool {
        let mut answers = lock(&self.answers);
        let Some(answer) = answer else {
            answers.by_kind.remove(kind);
            return true;
        };
        if matches!(kind, AnswerKind::Document) {
            return true;
        }
        let size = cached_bytes(kind, answer);
        if matches!(kind, AnswerKind::Since(_)) && answers.bytes + size > MAX_BYTES {
            return false;
        }
        answers.finished.push_back((kind.clone(), size));
        answers.bytes += size;
        while answers.bytes > MAX_BYTES && answers.finished.len() > 1 {
            let Some((oldest, size)) = answers.finished.pop_front() else { break };
            answers.bytes -= size;
            answers.by_kind.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::timing::Setup;
    use core_wasm::timing::engine::RaceFacts;

    use super::*;
    use crate::work::start_shared;

    fn answer(bytes: usize) -> CachedBody {
        let mut answer = CachedBody::json(vec![0; bytes]);
        answer.gzip = None;
        answer
    }

    #[test]
    fn spellings_of_the_same_version_share_one_answer() {
        let snapshot = Snapshot::new("e-70".into(), 6);
        for since in ["e-6", "e-06", "e-006", "e-+6"] {
            assert_eq!(snapshot.document_since(Some(since)), Some(AnswerKind::Since(6)), "{since}");
        }
    }

    #[test]
    fn a_field_that_was_built_anew_meanwhile_is_sent_as_a_whole() {
        let facts = |epoch: &str| RaceFacts {
            id: "r1".into(),
            name: "Spring 10K".into(),
            event_name: "Spring 10K".into(),
            date: "June 15, 2027".parse().unwrap(),
            zone: core_wasm::dates::DEFAULT_ZONE,
            epoch: epoch.into(),
        };
        let mut field = Field::new(facts("new"), Setup::default(), Vec::new());
        field.refresh(1);
        let is_whole = |version: &str| matches!(AnswerKind::Since(1).render(version, &field), Rendered::Whole(_));
        assert_eq!([is_whole("new-1"), is_whole("old-1")], [false, true]);
    }

    #[test]
    fn clients_that_were_away_for_different_times_share_answers() {
        let snapshot = Snapshot::new("e-5000".into(), 7);
        let answers: std::collections::HashSet<_> =
            (7..5000).filter_map(|since| snapshot.document_since(Some(&format!("e-{since}")))).collect();
        assert!(answers.len() < 120, "{}", answers.len());
        assert_eq!(snapshot.document_since(Some("e-4990")), Some(AnswerKind::Since(4990)));
    }

    #[test]
    fn a_client_that_is_far_behind_gets_the_whole_document() {
        let snapshot = Snapshot::new("e-70".into(), 6);
        for since in [None, Some("e-5"), Some("e-0"), Some("other-69"), Some("e-"), Some("e--1")] {
            assert_eq!(snapshot.document_since(since), Some(AnswerKind::Document), "{since:?}");
        }
        assert_eq!(snapshot.document_since(Some("e-70")), None);
        // Another server has told a later version: this one has nothing for that page.
        assert_eq!(snapshot.document_since(Some("e-71")), None);
    }

    #[test]
    fn differences_over_the_limit_of_bytes_are_not_cached() {
        let snapshot = Snapshot::new("e-9".into(), 0);
        assert!(snapshot.finished(&AnswerKind::Document, Some(&answer(MAX_BYTES * 2))), "the whole document is always cached");
        assert!(snapshot.finished(&AnswerKind::Since(1), Some(&answer(MAX_BYTES / 2))));
        assert!(!snapshot.finished(&AnswerKind::Since(2), Some(&answer(MAX_BYTES))));
        assert_eq!(lock(&snapshot.answers).bytes, MAX_BYTES / 2 + ENTRY_OVERHEAD);
    }

    #[test]
    fn the_key_of_an_answer_counts_to_its_bytes() {
        let snapshot = Snapshot::new("e-9".into(), 0);
        for n in 0..8 {
            let kind = AnswerKind::Participants {
                distance: n.to_string(),
                age_group: "x".repeat(MAX_BYTES / 16),
                gender: String::new(),
                team: "x".repeat(MAX_BYTES / 16),
            };
            snapshot.finished(&kind, Some(&answer(1)));
        }
        assert!(lock(&snapshot.answers).finished.len() < 4, "each key is stored twice");
    }

    #[tokio::test]
    async fn the_cache_of_lists_has_a_limit_of_bytes_and_of_answers() {
        let snapshot = Snapshot::new("e-9".into(), 0);
        let list = |n: usize| AnswerKind::Participants {
            distance: n.to_string(),
            age_group: String::new(),
            gender: String::new(),
            team: String::new(),
        };
        let make = |bytes| move |_| start_shared(async move { Ok(answer(bytes)) });
        for n in 0..40 {
            snapshot.answer(list(n), make(MAX_BYTES / 10)).unwrap().await.unwrap();
            snapshot.finished(&list(n), Some(&answer(MAX_BYTES / 10)));
        }
        assert!(lock(&snapshot.answers).bytes <= MAX_BYTES && lock(&snapshot.answers).by_kind.len() <= 10);
        for n in 100..100 + MAX_ANSWERS * 2 {
            snapshot.answer(list(n), make(1)).unwrap().await.unwrap();
            snapshot.finished(&list(n), Some(&answer(1)));
        }
        assert_eq!(lock(&snapshot.answers).by_kind.len(), MAX_ANSWERS);
        // While all of them are still being made there is no room for another one: 503.
        let snapshot = Snapshot::new("e-9".into(), 0);
        let never = |_| start_shared(std::future::pending());
        assert!((0..MAX_ANSWERS).all(|n| snapshot.answer(list(n), never).is_ok()));
        assert_eq!(snapshot.answer(list(MAX_ANSWERS), never).err().map(|busy| busy.status().as_u16()), Some(503));
    }
}
