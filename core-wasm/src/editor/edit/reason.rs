//! Why something could not be saved, and what leads on from there. SPEC §8 gives most sections one sentence for every failure; this
//! stands under it.

use serde::{Deserialize, Serialize};

use super::outcome::{EditEnd, outcome};
use super::part::Part;
use crate::editor::create::CreatePhase;
use crate::text::is_blank;

/// What leads on after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Way {
    /// Logging in, beside what was typed.
    LogIn,
    /// Bringing the deleted race back.
    Restore,
    /// Waiting: it is sent again by itself once the server answers, or by a press.
    Wait,
    /// Another try, by a press.
    Retry,
    /// Mending what was typed.
    Mend,
}

/// Why something could not be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Reason {
    /// A sentence or two.
    pub text: String,
    /// What leads on.
    pub way: Way,
    /// What the button says that leads on; nothing where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// Sent again by itself so long after the server answers, in milliseconds; nothing where only a press sends it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub again_ms: Option<u64>,
}

/// From the server's return until something is sent again by itself: whoever sits there presses sooner.
const PAUSE_MS: u64 = 2000;
/// The longest such pause: a proxy may answer for a server that is away for hours.
const LONGEST_PAUSE_MS: u64 = 60_000;

/// Why a save failed. `None` where the failure's own words say it.
///
/// `vain` says how often in a row it had been sent before, in vain: each time the pause doubles. `changed` says that the form is no
/// longer what was sent, so that nothing may be sent without a press.
pub fn reason(part: Part, end: &EditEnd, vain: u32, changed: bool) -> Option<Reason> {
    let found = find(part, end)?;
    if found.way != Way::Wait {
        return Some(found);
    }
    if changed {
        return Some(Reason { text: "The server could not be reached, or takes no changes just now.".into(), ..found });
    }
    let pause = PAUSE_MS.saturating_mul(1 << vain.min(10)).min(LONGEST_PAUSE_MS);
    Some(Reason { again_ms: Some(pause), ..found })
}

fn find(part: Part, end: &EditEnd) -> Option<Reason> {
    let status = end.status.filter(|_| end.end == CreatePhase::Answered);
    let say = |text: &str, way| Some(Reason::new(text, way));
    match (end.end, status, end.code.as_deref()) {
        (CreatePhase::SetupFailed, ..) => None,
        (CreatePhase::NoResponse, ..) | (_, None, _) => say(
            "The server can't be reached. What you typed stays here and is sent again as soon as there is a connection.",
            Way::Wait,
        ),
        (_, Some(200..=399), _) => None,
        (_, Some(401), _) => say("Your session is over. Log in again; what you typed stays here.", Way::LogIn),
        (_, Some(403), _) => {
            say("This account may not change pages. Log in as an administrator; what you typed stays here.", Way::LogIn)
        }
        (_, Some(404), Some("RACE_NOT_FOUND")) => {
            say("This race was deleted meanwhile. Bring it back, and what you typed is saved.", Way::Restore)
        }
        (_, Some(502..=504), _) => {
            say("The server takes no changes just now. What you typed stays here and is sent again by itself.", Way::Wait)
        }
        (_, Some(429 | 500..), _) => {
            say("The server could not save it. What you typed stays here: please try again in a moment.", Way::Retry)
        }
        // Not the server's own answer, which has words and a code: most likely that of a proxy before it.
        (_, Some(413), None) => say(
            "It is too large for the server. Shorten the text, or choose smaller pictures or fewer of them; the rest of what you \
             typed stays here.",
            Way::Mend,
        ),
        (_, Some(status), None) if is_blank(end.message.as_deref().unwrap_or_default()) => {
            let text = format!(
                "The server refused it without saying why (status {status}). What you typed stays here: please try again, or \
                 change it."
            );
            say(&text, Way::Retry)
        }
        _ => unsaid(part, end).map(|text| Reason::new(&text, Way::Mend)),
    }
}

impl Reason {
    fn new(text: &str, way: Way) -> Self {
        let button = match way {
            Way::LogIn => Some("Log in"),
            Way::Restore => Some("Bring the race back"),
            Way::Wait | Way::Retry => Some("Try again"),
            Way::Mend => None,
        };
        Self { text: text.to_owned(), way, button: button.map(str::to_owned), again_ms: None }
    }
}

/// The server's words, where the part's own sentence leaves them out.
fn unsaid(part: Part, end: &EditEnd) -> Option<String> {
    let server = end.message.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
    let said = outcome(part, end).notice?;
    (!said.text.contains(server)).then(|| server.to_owned())
}
