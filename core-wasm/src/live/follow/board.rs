//! The followed runners of a board: what each row shows, and what is told.

use serde::{Deserialize, Serialize};

use super::news::{FollowNotice, Followed, ToldBy, news, notice};
use super::{FollowOffer, may_follow, offered};
use crate::live::board::{Board, full_name};
use crate::live::participant::RunnerClock;
use crate::timing::standing::{LiveContest, Row};
use crate::{dates, live::text};

/// What a screen asks about followed runners.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FollowAsked {
    /// The followed runners of the race, in their order.
    pub followed: Vec<Followed>,
    /// By which way something would be told now.
    pub by: ToldBy,
    /// When something was told last, in epoch milliseconds.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub told_at: Option<i64>,
    /// The time of this device, in epoch milliseconds.
    pub now: i64,
}

/// The followed runners, and what is to be told of them now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowPage {
    /// A row for each followed runner, in the order of the question.
    pub rows: Vec<FollowedRow>,
    /// What has been told of each once the notice is shown; the caller keeps it before it shows the notice.
    pub followed: Vec<Followed>,
    /// What is to be told now, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub notice: Option<FollowNotice>,
}

/// A followed runner as a row, as texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowedRow {
    /// The runner's bib.
    pub bib: String,
    /// First and last name; "Bib 12" for who is not on the list.
    pub name: String,
    /// The contest's name, or empty.
    pub distance: String,
    /// The last point that was read, the status that a person set, or why nothing is shown.
    pub point: String,
    /// The time there: the official one of a finisher, else the chip time; empty when there is none.
    pub time: String,
    /// The time of day there in the race's zone, or empty.
    pub tod: String,
    /// Whether the board has a runner of this bib who may be followed.
    pub known: bool,
}

impl Board {
    /// The followed runners, and what is to be told of them now. When something was told a moment ago, nothing is, and what is new is told
    /// by a later call ([`ToldBy`]).
    pub fn followed(&self, asked: &FollowAsked) -> FollowPage {
        let is_due = asked.by.is_due(asked.told_at, asked.now);
        let mut page = FollowPage::default();
        let mut passed = Vec::new();
        for followed in &asked.followed {
            let row = self.row_of(&followed.bib);
            let row = row.as_ref();
            page.rows.push(self.followed_row(&followed.bib, row));
            let news = news(self.document(), row, followed, asked.now);
            // The beginning of a following needs no pause.
            if is_due || followed.point.is_none() || news.passed.is_empty() {
                passed.extend(news.passed);
                page.followed.push(news.followed);
            } else {
                page.followed.push(followed.clone());
            }
        }
        page.notice = notice(&self.document().event_name, passed);
        page
    }

    /// The runners of a link that can be added to the followed ones.
    pub fn offered(&self, followed: &[String], link: &str) -> FollowOffer {
        offered(followed, link, |bib| self.row_of(bib).is_some())
    }

    fn followed_row(&self, bib: &str, row: Option<&Row>) -> FollowedRow {
        let Some(row) = row else {
            return FollowedRow {
                bib: bib.into(),
                name: format!("Bib {bib}"),
                point: "Not on the list of this race".into(),
                ..FollowedRow::default()
            };
        };
        let no_contest = LiveContest::default();
        let contest = self.document().contests.get(row.contest).unwrap_or(&no_contest);
        let seen =
            FollowedRow { bib: bib.into(), name: full_name(row), distance: contest.name.clone(), ..FollowedRow::default() };
        if !may_follow(row) {
            return FollowedRow { point: "Private: nothing is told".into(), ..seen };
        }
        let clock = RunnerClock { contest, row, tz: dates::zone_or_default(&self.document().time_zone) };
        let (point, time, at) = if row.status.is_set() {
            (row.status.label().to_owned(), String::new(), None)
        } else if let Some(finish) = row.finish {
            ("Finish".to_owned(), row.time_text(row.official().unwrap_or(finish)), Some(finish))
        } else if let Some((split, at)) = row.last_split() {
            (contest.splits.get(split).map(|split| split.label.clone()).unwrap_or_default(), text::time(at), Some(at))
        } else if row.start.is_some() {
            ("Start".to_owned(), String::new(), Some(0))
        } else {
            ("Not started".to_owned(), String::new(), None)
        };
        FollowedRow { point, time, tod: clock.chip_time(at).tod, known: true, ..seen }
    }
}
