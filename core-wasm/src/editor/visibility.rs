//! Hidden pages, which only administrators see until they are published (DESIGN §5). A new page may be hidden, a copy always is.

use serde::Serialize;

use super::words::Dialog;
use crate::flag::Flag;

/// The texts about hidden pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VisibilityWords {
    /// The label of a hidden page in lists and over its editor.
    pub hidden: &'static str,
    /// The explanation of that label.
    pub hidden_text: &'static str,
    /// The button that publishes a page.
    pub publish: &'static str,
    /// The button that hides it.
    pub hide: &'static str,
    /// The switch of the Create Race form.
    pub create_hidden: &'static str,
    /// The explanation of that switch.
    pub create_hidden_text: &'static str,
    /// The message after a hidden page was created.
    pub created_hidden: &'static str,
    /// The dialog's texts before a page is duplicated: what is copied, what is not, and that the copy is hidden.
    pub duplicate: &'static [&'static str],
}

/// The texts about hidden pages.
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

/// The dialog before a page is published or hidden.
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

/// The message after a page was published or hidden.
pub fn done(name: &str, hidden: Flag) -> String {
    if hidden.0 { format!("{name} is hidden now.") } else { format!("{name} is published now.") }
}
