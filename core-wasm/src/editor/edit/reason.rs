//! Why something could not be saved, and what leads on from there. SPEC §8 gives most sections one sentence for every failure; this
//! stands under it.

use serde::{Deserialize, Serialize};

use super::outcome::{EditEnd, outcome};
use super::part::Part;
use crate::editor::create::CreatePhase;

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
pub struct Reason {
    /// A sentence or two.
    pub text: String,
    /// What leads on.
    pub way: Way,
}

/// Why a save failed. `None` where the failure's own words say it.
pub fn reason(part: Part, end: &EditEnd) -> Option<Reason> {
    let status = end.status.filter(|_| end.end == CreatePhase::Answered);
    let say = |text: &str, way| Some(Reason { text: text.into(), way });
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
        _ => unsaid(part, end).map(|text| Reason { text, way: Way::Mend }),
    }
}

/// The server's words, where the part's own sentence leaves them out.
fn unsaid(part: Part, end: &EditEnd) -> Option<String> {
    let server = end.message.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
    let said = outcome(part, end).notice?;
    (!said.text.contains(server)).then(|| server.to_owned())
}
