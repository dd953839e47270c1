//! The reason why a part could not be saved, and what the person can do next. SPEC §8 gives most sections one sentence for every
//! failure; the reason is shown below it.

use serde::{Deserialize, Serialize};

use super::outcome::{SaveResult, outcome};
use super::part::Part;
use crate::editor::create::CreatePhase;
use crate::text::is_blank;

/// What the person can do after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NextStep {
    /// Log in, while the typed text stays in the form.
    LogIn,
    /// Restore the deleted race.
    Restore,
    /// Wait: the request is sent again automatically once the server answers, or with the button.
    Wait,
    /// Send the request again with the button.
    Retry,
    /// Correct the input.
    Mend,
}

/// The reason why a part could not be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Reason {
    /// One or two sentences.
    pub text: String,
    /// What the person can do next.
    pub next_step: NextStep,
    /// The label of the button for the next step; absent when there is no button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// The time in milliseconds after which the request is sent again automatically once the server answers; absent when it is
    /// sent only with the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub again_ms: Option<u64>,
}

/// The pause in milliseconds between the server's return and the automatic request; the button sends it at once.
const PAUSE_MS: u64 = 2000;
/// The longest such pause: a proxy may answer for a server that is down for hours.
const LONGEST_PAUSE_MS: u64 = 60_000;

/// Returns the reason why a save failed; `None` when the failure's own message contains it.
///
/// `failed_before` is the number of consecutive failed requests before this one: each doubles the pause. `changed` is true when
/// the form was changed since the request, so that it is sent only with the button.
pub fn reason(part: Part, end: &SaveResult, failed_before: u32, changed: bool) -> Option<Reason> {
    let found = find(part, end)?;
    if found.next_step != NextStep::Wait {
        return Some(found);
    }
    if changed {
        return Some(Reason { text: "The server could not be reached, or takes no changes just now.".into(), ..found });
    }
    let pause = PAUSE_MS.saturating_mul(1 << failed_before.min(10)).min(LONGEST_PAUSE_MS);
    Some(Reason { again_ms: Some(pause), ..found })
}

fn find(part: Part, end: &SaveResult) -> Option<Reason> {
    let status = end.status.filter(|_| end.end == CreatePhase::Answered);
    let say = |text: &str, next_step| Some(Reason::new(text, next_step));
    match (end.end, status, end.code.as_deref()) {
        (CreatePhase::SetupFailed, ..) => None,
        (CreatePhase::NoResponse, ..) | (_, None, _) => say(
            "The server can't be reached. What you typed stays here and is sent again as soon as there is a connection.",
            NextStep::Wait,
        ),
        (_, Some(200..=399), _) => None,
        (_, Some(401), _) => say("Your session is over. Log in again; what you typed stays here.", NextStep::LogIn),
        (_, Some(403), _) => {
            say("This account may not change pages. Log in as an administrator; what you typed stays here.", NextStep::LogIn)
        }
        (_, Some(404), Some("RACE_NOT_FOUND")) => {
            say("This race was deleted meanwhile. Bring it back, and what you typed is saved.", NextStep::Restore)
        }
        (_, Some(502..=504), _) => {
            say("The server takes no changes just now. What you typed stays here and is sent again by itself.", NextStep::Wait)
        }
        (_, Some(429 | 500..), _) => {
            say("The server could not save it. What you typed stays here: please try again in a moment.", NextStep::Retry)
        }
        // The server's own answer would have a code, so this one is probably from a proxy.
        (_, Some(413), None) => say(
            "It is too large for the server. Shorten the text, or choose smaller pictures or fewer of them; the rest of what you \
             typed stays here.",
            NextStep::Mend,
        ),
        (_, Some(status), None) if is_blank(end.message.as_deref().unwrap_or_default()) => {
            let text = format!(
                "The server refused it without saying why (status {status}). What you typed stays here: please try again, or \
                 change it."
            );
            say(&text, NextStep::Retry)
        }
        _ => server_message(part, end).map(|text| Reason::new(&text, NextStep::Mend)),
    }
}

impl Reason {
    fn new(text: &str, next_step: NextStep) -> Self {
        let button = match next_step {
            NextStep::LogIn => Some("Log in"),
            NextStep::Restore => Some("Bring the race back"),
            NextStep::Wait | NextStep::Retry => Some("Try again"),
            NextStep::Mend => None,
        };
        Self { text: text.to_owned(), next_step, button: button.map(str::to_owned), again_ms: None }
    }
}

/// The server's message, when the part's own sentence does not contain it.
fn server_message(part: Part, end: &SaveResult) -> Option<String> {
    let server = end.message.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
    let said = outcome(part, end).notice?;
    (!said.text.contains(server)).then(|| server.to_owned())
}
