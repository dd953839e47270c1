//! A correction as a person or a program sends it, and its check.

use serde::{Deserialize, Serialize};

use super::{Decision, ReadRef, StartChoice};
use crate::dates;
use crate::error::{CoreError, Problems};
use crate::text;
use crate::timing::desk::{self, LONGEST_BIB};
use crate::timing::read::clean_bib;
use crate::timing::status::Override;

/// The longest reason of a correction, in characters.
pub const LONGEST_REASON: usize = 200;
/// The most runners whose status one correction sets.
pub const MOST_BIBS: usize = 100_000;
/// The longest name of a mat, a box or a chip, in characters.
const LONGEST_NAME: usize = 100;
/// The longest id that a sender gives its correction, in characters.
const LONGEST_KEY: usize = 64;
/// The largest clock offset, in milliseconds: a clock that was never set may be decades off.
const LARGEST_OFFSET_MS: i64 = 100 * 366 * dates::DAY_MS;

/// A correction as it is sent. Which fields are needed depends on the kind; the others are ignored. Times are RFC 3339.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = CorrectionRequest))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Asked {
    /// `void`, `restore`, `retime` (`readId`; `time`), `add` (`bib`, `mat`, `time`), `chip` (`chip`, `bib` or none, `from`, `to`),
    /// `exchange` (`bib`, `chip`, `from`), `accept` and `refuse` (`bib`, `time`), `start` (`bib`, `start`), `offset` (`source`,
    /// `offsetMs`, `from`, `to`), `status` (`bib` or `bibs`, `status`), `remove` (`bib`).
    pub kind: String,
    /// The runner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub bib: Option<String>,
    /// Several runners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub bibs: Vec<String>,
    /// The chip.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub chip: Option<String>,
    /// The read, as in the answer about its runner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub read_id: Option<String>,
    /// The mat, by its name in the setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub mat: Option<String>,
    /// The time that counts, or the passing that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub time: Option<String>,
    /// The beginning of an interval; open when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub from: Option<String>,
    /// The end of an interval; open when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub to: Option<String>,
    /// The box, by the name that it gives itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub source: Option<String>,
    /// Milliseconds that are added to the box's times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub offset_ms: Option<i64>,
    /// The start that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub start: Option<StartChoice>,
    /// DNF, DQ or DNS; none for the status that follows from the reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub status: Option<Override>,
    /// The sender's own id of at most 64 characters: the same correction sent twice is stored once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub key: Option<String>,
    /// Why, in at most [`LONGEST_REASON`] characters.
    pub reason: String,
}

impl Asked {
    /// Checks and cleans a reason.
    ///
    /// # Errors
    /// `no_reason`.
    pub fn reason(typed: &str) -> Result<String, CoreError> {
        reason(typed)
    }

    /// The decision, as far as this request says it, and its reason: of a read its identity only, and of an exchange not the chips
    /// that are replaced ([`crate::timing::engine::Field::complete`] adds them).
    ///
    /// # Errors
    /// The problems, each at its field.
    pub fn decision(&self) -> Result<(Decision, String), Problems> {
        let mut problems = Problems::default();
        let reason = problems.take("reason", reason(&self.reason));
        let decision = self.read(&mut problems);
        if self.key.as_ref().is_some_and(|key| text::is_blank(key) || key.chars().count() > LONGEST_KEY) {
            problems.add("key", "no_key", format!("The id of a correction has at most {LONGEST_KEY} characters."));
        }
        match (decision, reason) {
            (Some(decision), Some(reason)) if problems.is_empty() => Ok((decision, reason)),
            _ => Err(problems),
        }
    }

    fn read(&self, problems: &mut Problems) -> Option<Decision> {
        let mut of = Fields { asked: self, problems };
        Some(match self.kind.as_str() {
            "void" => Decision::Void { read: of.read()? },
            "restore" => Decision::Restore { read: of.read()? },
            "retime" => {
                let (read, time) = (of.read(), of.time());
                Decision::Retime { read: read?, time: time? }
            }
            "add" => {
                let (bib, mat, time) = (of.bib(), of.name("mat", self.mat.as_deref()), of.time());
                Decision::Add { bib: bib?, mat: mat?, time: time? }
            }
            "chip" => {
                let chip = of.chip();
                let bib = if self.bib.is_some() { Some(of.bib()?) } else { None };
                let (from, to) = of.interval()?;
                Decision::Chip { chip: chip?, bib, from, to }
            }
            "exchange" => {
                let (bib, chip) = (of.bib(), of.chip());
                let from = of.instant("from", self.from.as_deref());
                if self.to.is_some() {
                    of.problems.add("to", "no_end", "A chip that replaces another one is worn from then on: leave the end out.");
                }
                Decision::Exchange { bib: bib?, chip: chip?, replaces: Vec::new(), from: from? }
            }
            "accept" => {
                let (bib, time) = (of.bib(), of.time());
                Decision::Accept { bib: bib?, time: time? }
            }
            "refuse" => {
                let (bib, time) = (of.bib(), of.time());
                Decision::Refuse { bib: bib?, time: time? }
            }
            "start" => {
                let bib = of.bib();
                let missing =
                    || CoreError::new("no_choice", "Choose the runner's own crossing of the start or the gun of the wave.");
                let choice = of.problems.take("start", self.start.ok_or_else(missing));
                Decision::Start { bib: bib?, choice: choice? }
            }
            "offset" => {
                let source = of.name("source", self.source.as_deref());
                let offset = of.problems.take("offsetMs", offset(self.offset_ms));
                let (from, to) = of.interval()?;
                Decision::Offset { source: source?, from, to, offset_ms: offset? }
            }
            "status" => Decision::Status { bibs: of.bibs()?, status: self.status },
            "remove" => Decision::Remove { bib: of.bib()? },
            _ => {
                of.problems.add("kind", "unknown_kind", "There is no such correction.");
                return None;
            }
        })
    }
}

/// The fields of a request, each read with its check.
struct Fields<'a> {
    asked: &'a Asked,
    problems: &'a mut Problems,
}

impl Fields<'_> {
    fn bib(&mut self) -> Option<String> {
        let typed = self.asked.bib.as_deref().unwrap_or_default();
        self.problems.take("bib", bib(typed))
    }

    /// The bibs of a list, each once, in the order of the list.
    fn bibs(&mut self) -> Option<Vec<String>> {
        let mut bibs: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, typed) in self.asked.bib.iter().chain(&self.asked.bibs).take(MOST_BIBS + 1).enumerate() {
            let in_list = at.checked_sub(usize::from(self.asked.bib.is_some()));
            let field = in_list.map_or_else(|| "bib".to_owned(), |at| format!("bibs.{at}"));
            let bib = self.problems.take(&field, bib(typed))?;
            if seen.insert(bib.clone()) {
                bibs.push(bib);
            }
        }
        if bibs.is_empty() || bibs.len() > MOST_BIBS {
            self.problems.add("bib", "no_bib", "Name at least one runner, and at most 100,000.");
            return None;
        }
        Some(bibs)
    }

    fn chip(&mut self) -> Option<String> {
        let chip = clean_bib(&without_bidi(self.asked.chip.as_deref().unwrap_or_default()));
        self.name("chip", Some(&chip))
    }

    fn name(&mut self, field: &str, text: Option<&str>) -> Option<String> {
        let name = text.unwrap_or_default().trim();
        let fits = !text::is_blank(name) && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        let refused = || {
            let what = match field {
                "chip" => "chip",
                "source" => "box",
                _ => "mat",
            };
            CoreError::new("no_name", format!("Name the {what} in at most {LONGEST_NAME} characters."))
        };
        self.problems.take(field, fits.then(|| name.to_owned()).ok_or_else(refused))
    }

    fn read(&mut self) -> Option<ReadRef> {
        let id = self.asked.read_id.as_deref().unwrap_or_default().trim().to_ascii_lowercase();
        let read = ReadRef { id, bib: None, chip: None, mat: String::new(), time: 0 };
        let known = read.fingerprint().is_some();
        let refused = || CoreError::new("no_read", "Name the read by the id that it has on its runner's page.");
        self.problems.take("readId", known.then_some(read).ok_or_else(refused))
    }

    fn time(&mut self) -> Option<i64> {
        self.instant("time", self.asked.time.as_deref())
    }

    fn instant(&mut self, field: &str, text: Option<&str>) -> Option<i64> {
        let missing = || CoreError::new("no_time", "Give the time of day.");
        let read = text.ok_or_else(missing).and_then(dates::parse_instant);
        self.problems.take(field, read)
    }

    fn interval(&mut self) -> Option<(Option<i64>, Option<i64>)> {
        let asked = self.asked;
        let mut end = |field: &str, text: Option<&str>| match text {
            Some(text) => self.instant(field, Some(text)).map(Some),
            None => Some(None),
        };
        let (from, to) = (end("from", asked.from.as_deref()), end("to", asked.to.as_deref()));
        let (from, to) = (from?, to?);
        if from.zip(to).is_some_and(|(from, to)| from >= to) {
            self.problems.add("to", "empty_interval", "The end has to be after the beginning.");
            return None;
        }
        Some((from, to))
    }
}

fn bib(typed: &str) -> Result<String, CoreError> {
    desk::bib(&without_bidi(typed))
        .map_err(|_| CoreError::new("no_bib", format!("Name the runner by a bib of at most {LONGEST_BIB} characters.")))
}

/// A bib or chip without the direction marks that spreadsheets put around numbers; entrants have none either.
fn without_bidi(typed: &str) -> String {
    typed.chars().filter(|c| !text::is_bidi(*c)).collect()
}

fn reason(typed: &str) -> Result<String, CoreError> {
    let reason = text::cleaned(typed);
    let fits = !text::is_blank(&reason) && reason.chars().count() <= LONGEST_REASON && !reason.chars().any(char::is_control);
    let refused = || CoreError::new("no_reason", format!("Say why, in at most {LONGEST_REASON} characters."));
    fits.then_some(reason).ok_or_else(refused)
}

fn offset(ms: Option<i64>) -> Result<i64, CoreError> {
    let refused = || CoreError::new("no_offset", "Say by how much the box's clock was off.");
    ms.filter(|ms| *ms != 0 && ms.unsigned_abs() <= LARGEST_OFFSET_MS.unsigned_abs()).ok_or_else(refused)
}
