//! Hidden pages: seen by administrators alone until they are published (DESIGN §5). A new page may be hidden, a copy always is.

use serde::Serialize;

use super::words::Dialog;
use crate::flag::Flag;

/// What is said of hidden pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VisibilityWords {
    /// The mark of a hidden page in lists and over its editor.
    pub hidden: &'static str,
    /// What it means.
    pub hidden_text: &'static str,
    /// The button that shows a page to everybody.
    pub publish: &'static str,
    /// The button that hides it.
    pub hide: &'static str,
    /// The switch of the Create Race form.
    pub create_hidden: &'static str,
    /// What that switch does.
    pub create_hidden_text: &'static str,
    /// After a hidden page was made.
    pub created_hidden: &'static str,
    /// Before a page is duplicated: what is copied, and what becomes of the copy.
    pub duplicate: &'static [&'static str],
}

/// Those words.
pub const WORDS: VisibilityWords = VisibilityWords {
    hidden: "Hidden",
    hidden_text: "Only administrators see this page. Visitors are told that it does not exist; no list, feed, search engine or live \
                  page names it.",
    publish: "Publish",
    hide: "Hide",
    create_hidden: "Keep this page hidden until it is published",
    create_hidden_text: "Only administrators see a hidden page. Publish it in Edit Pages when it is ready.",
    created_hidden: "It is hidden: publish it in Edit Pages when it is ready.",
    duplicate: &[
        "Copied: every text, link and picture, the distances with their start times, and the contests and mats of its timing.",
        "Not copied: the date, the registration link, the website path of its card, canceled and full; entrants, timing keys, guns \
         and reads.",
        "The copy is hidden until you publish it.",
    ],
};

/// Before a page is published, or hidden from everybody.
pub fn confirm(name: &str, hide: Flag) -> Dialog {
    let (title, text) = if hide.0 {
        (
            "Hide this page?",
            format!(
                "{name} disappears for visitors at once: its page, its place in lists and calendars, its live times. Administrators \
                 still see it, and its timing goes on. You can publish it again at any time."
            ),
        )
    } else {
        (
            "Publish this page?",
            format!("{name} shows to everybody at once: its page, and its place in lists, calendars and feeds."),
        )
    };
    Dialog { title: title.into(), text }
}

/// After it was done.
pub fn done(name: &str, hidden: Flag) -> String {
    if hidden.0 { format!("{name} is hidden now.") } else { format!("{name} is published now.") }
}
