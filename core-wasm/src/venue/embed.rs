//! The live results in a frame of another site: the first of each contest, or whom a search finds.
//!
//! Not here: which sites may show them ([`crate::race::framing`]).

use serde::{Deserialize, Serialize};

use super::{VenueBoard, words};
use crate::live::board::{BoardPage, BoardQuery, BoardRow, List};
use crate::live::words::found;
use crate::text;

/// How many leaders of a contest are shown.
const LEADERS: usize = 5;
/// How many runners of a search are shown.
const FOUND: usize = 20;

/// What the frame shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EmbedPage {
    /// Runners under a title: by contest, or those who were found.
    pub lists: Vec<EmbedList>,
    /// Why there are none; empty when there are some.
    pub empty: String,
}

/// Runners under a title.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EmbedList {
    /// The contest's name, or how many were found.
    pub title: String,
    /// The runners.
    pub rows: Vec<BoardRow>,
}

impl VenueBoard {
    /// Whom a search finds, finishers first. Without a search the first of each contest: those who have finished, or those who are farthest
    /// while nobody has.
    pub fn embed(&self, search: &str) -> EmbedPage {
        let of = |list: List, distance: &str, count: usize| {
            let (distance, search) = (distance.to_owned(), search.to_owned());
            self.board.query(&BoardQuery { list, distance, search, count, ..BoardQuery::default() })
        };
        if !text::is_blank(search) {
            let (BoardPage { total: finished, mut rows, .. }, active) =
                (of(List::Finished, "", FOUND), of(List::Active, "", FOUND));
            rows.extend(active.rows);
            rows.truncate(FOUND);
            let title = found(active.total, finished);
            return match rows.is_empty() {
                true => EmbedPage { lists: Vec::new(), empty: title },
                false => EmbedPage { lists: vec![EmbedList { title, rows }], empty: String::new() },
            };
        }
        let leaders = |distance: &str| {
            let finished = of(List::Finished, distance, LEADERS).rows;
            if finished.is_empty() { of(List::Active, distance, LEADERS).rows } else { finished }
        };
        let contests = self.board.document().contests.iter();
        let mut lists: Vec<EmbedList> =
            contests.map(|contest| EmbedList { title: contest.name.clone(), rows: leaders(&contest.name) }).collect();
        lists.retain(|list| !list.rows.is_empty());
        let empty = if lists.is_empty() { words::NO_RUNNERS.to_owned() } else { String::new() };
        EmbedPage { lists, empty }
    }
}
