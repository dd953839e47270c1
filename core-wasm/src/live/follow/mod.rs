//! Followed runners: which may be followed and how many, the link that carries them, and what is told of them.
//!
//! Whoever follows a runner is told each passing once: [`Followed`] is what has been told so far, and [`news`] what is new since. The
//! browser and the server, which sends push messages, use the same two. Nobody who follows is named anywhere.
//!
//! A private runner is not followed: nothing but the bib is public, and a passing told with it would say where a person is.

mod board;
mod news;

pub use board::{FollowAsked, FollowPage, FollowedRow};
pub use news::{FollowNotice, Followed, News, Passed, TOO_OLD_MS, ToldBy, news, notice};

use serde::{Deserialize, Serialize};

use crate::dates::DAY_MS;
use crate::live::window;
use crate::race::RaceDateEntry;
use crate::text;
use crate::timing::standing::Row;

/// How many runners of one race may be followed on one device, and in one account.
pub const MOST_FOLLOWED: usize = 20;

/// How many bibs of a link are looked at.
const MOST_SHARED: usize = 500;

/// How many bibs a sentence names; the others are counted.
const MOST_NAMED: usize = 5;

/// The longest bib that a link carries, in characters.
const LONGEST_BIB: usize = 20;

/// 400: what a browser sent to get push messages is not of a push service.
pub const UNUSABLE: (&str, &str) = ("UNUSABLE_SUBSCRIPTION", "This browser's push service cannot be used.");
/// 429: there are too many subscriptions.
pub const FULL: (&str, &str) =
    ("PUSH_FULL", "Too many devices get notices about this race. Notices come while this page is open.");

/// Followed runners after some were added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowAdded {
    /// The bibs that are followed now, in the order in which they were added.
    pub bibs: Vec<String>,
    /// Why not all were added; empty when they were.
    pub refused: String,
}

/// Whether a runner may be followed.
pub fn may_follow(row: &Row) -> bool {
    !row.has(Row::PRIVATE)
}

/// Adds bibs to the followed ones, as long as there is room ([`MOST_FOLLOWED`]). None is ever removed for another.
pub fn add(followed: Vec<String>, bibs: Vec<String>) -> FollowAdded {
    let mut bibs: Vec<String> = followed.into_iter().chain(bibs).collect();
    let mut seen = std::collections::HashSet::new();
    bibs.retain(|bib| seen.insert(bib.clone()));
    let is_full = bibs.len() > MOST_FOLLOWED;
    bibs.truncate(MOST_FOLLOWED);
    FollowAdded { bibs, refused: if is_full { full() } else { String::new() } }
}

fn full() -> String {
    format!("You follow {MOST_FOLLOWED} runners of this race, and more are not possible. Unfollow one first.")
}

/// The value of `follow` in a link that carries followed runners: `12,345`.
pub fn link(bibs: &[String]) -> String {
    bibs.iter().map(String::as_str).filter(|bib| is_carried(bib)).collect::<Vec<_>>().join(",")
}

/// The bibs in the value of `follow` in a link. What is no bib is left out, and so is what is more than may be followed.
pub fn shared(text: &str) -> Vec<String> {
    add(Vec::new(), carried(text).take(4 * MOST_FOLLOWED).map(str::to_owned).collect()).bibs
}

fn carried(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|bib| is_carried(bib))
}

/// What a link offers to somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FollowOffer {
    /// The bibs that can be added to the followed ones.
    pub bibs: Vec<String>,
    /// Which runners of the link are left out, and why; empty when none is.
    pub left_out: String,
}

/// The runners of a link that can be added to the followed ones, as long as there is room: those of the race who are not followed yet.
pub fn offered(followed: &[String], link: &str, is_of_race: impl Fn(&str) -> bool) -> FollowOffer {
    let mut seen: std::collections::HashSet<&str> = followed.iter().map(String::as_str).collect();
    let new = carried(link).take(MOST_SHARED).filter(|bib| seen.insert(bib));
    let (mut bibs, strangers): (Vec<&str>, Vec<&str>) = new.partition(|bib| is_of_race(bib));
    let room = MOST_FOLLOWED.saturating_sub(followed.len());
    let over = bibs.split_off(room.min(bibs.len()));
    let too_many = match over.len() {
        0 => String::new(),
        _ if room == 0 => full(),
        1 => format!("At most {MOST_FOLLOWED} runners of a race can be followed. Left out of this link: {}.", named(&over)),
        more => {
            format!(
                "At most {MOST_FOLLOWED} runners of a race can be followed. Left out of this link are {more}: {}.",
                named(&over)
            )
        }
    };
    let unknown = if strangers.is_empty() { String::new() } else { format!("Not in this race: {}.", named(&strangers)) };
    let left_out = [too_many, unknown].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    FollowOffer { bibs: bibs.into_iter().map(str::to_owned).collect(), left_out }
}

/// `bib 7`, `bibs 7, 8 and 9`; of many the first and how many more.
fn named(bibs: &[&str]) -> String {
    match bibs {
        [one] => format!("bib {one}"),
        [first @ .., last] if bibs.len() <= MOST_NAMED => format!("bibs {} and {last}", first.join(", ")),
        _ => {
            let first: Vec<&str> = bibs.iter().take(MOST_NAMED).copied().collect();
            format!("bibs {} and {} more", first.join(", "), bibs.len().saturating_sub(MOST_NAMED))
        }
    }
}

/// Whether push messages about a race have ended, a day after its live window; for a race without a window a month after somebody
/// subscribed to them. A race that is timed again later than its date has a day from then. Times are in epoch milliseconds.
pub fn has_ended(entry: &RaceDateEntry, subscribed_at: i64, now_ms: i64) -> bool {
    let ends = match window::window(entry) {
        Some(window) => window.closes.max(subscribed_at).saturating_add(DAY_MS),
        None => subscribed_at.saturating_add(30 * DAY_MS),
    };
    now_ms > ends
}

fn is_carried(bib: &str) -> bool {
    let is_hidden = |c: char| c.is_control() || text::is_bidi(c) || text::is_invisible(c);
    !bib.is_empty() && bib.chars().count() <= LONGEST_BIB && !bib.contains(|c: char| is_hidden(c) || c == ',')
}
