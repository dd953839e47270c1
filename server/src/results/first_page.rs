//! What other slices read of the leaderboard: what the server writes into the HTML of the page of results, so that it is read before the
//! app is loaded and without scripts; and the results of a name.

use axum::extract::Query;
use axum::http::Uri;
use core_wasm::results::awards;
use core_wasm::results::leaderboard::{ResultLine, Wanted, words};
use core_wasm::site::noscript::{ResultsList, ResultsPage};

use super::{awards as of_race, leaderboard, records};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::privacy::Eyes;
use crate::race::names;
use crate::race::store::Stored;
use crate::timed::TimedRace;

/// The first published lines that an address of the page of results chooses, as every visitor may see them; `None` for an address that
/// the leaderboard refuses, and for the awards of no race.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn first_page(tx: &Tx<'_>, address: &Uri) -> Result<Option<ResultsPage>> {
    let Ok(Query(asked)) = Query::<leaderboard::Asked>::try_from_uri(address) else { return Ok(None) };
    let Ok(wanted) = asked.wanted() else { return Ok(None) };
    let query = address.query().unwrap_or_default();
    let show = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "show").map(|(_, view)| view.into_owned());
    match show.as_deref() {
        Some("awards") => wanted.race.as_deref().map_or(Ok(None), |race| awards_of(tx, race)),
        Some("records") => Ok(Some(records_of(tx, &wanted)?)),
        _ => Ok(Some(lines_of(tx, &wanted)?)),
    }
}

fn lines_of(tx: &Tx<'_>, wanted: &Wanted) -> Result<ResultsPage> {
    let page = leaderboard::answer(tx, &Eyes::Public, wanted, &[])?;
    let race = page.items.first().filter(|_| wanted.race.is_some()).map(|line| line.race.clone());
    Ok(ResultsPage::of_lines(race, page.rule, page.items))
}

fn awards_of(tx: &Tx<'_>, race: &str) -> Result<Option<ResultsPage>> {
    let Some(Stored { id, race, .. }) = names::bare(tx, race, &Viewer::Visitor)? else { return Ok(None) };
    let race = TimedRace::new(id, &race);
    let found = of_race::answer(tx, &Eyes::Public, race)?;
    let contests = found.contests.into_iter().map(|contest| (contest.contest, contest.awards)).collect();
    Ok(Some(ResultsPage::of_awards(found.race, found.rule.to_owned(), contests)))
}

fn records_of(tx: &Tx<'_>, wanted: &Wanted) -> Result<ResultsPage> {
    let found = records::answer(tx, &Eyes::Public, wanted)?;
    let lists = found.distances.into_iter().map(|distance| ResultsList {
        title: distance.distance,
        lines: distance
            .records
            .into_iter()
            .flat_map(|best| {
                let of = awards::list_name(&best.gender, &best.age_group);
                best.lines.into_iter().map(move |line| (of.clone(), line))
            })
            .collect(),
    });
    Ok(ResultsPage::of_records(found.race, found.of.to_owned(), lists.collect()))
}

/// The most results of a name.
const MOST_NAMED: u32 = 100;

/// The published results of runners who have the words of a name, as every visitor sees them, the latest race first.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn named(tx: &Tx<'_>, first_name: &str, last_name: &str) -> Result<Vec<ResultLine>> {
    let words = words(&[first_name, " ", last_name].concat());
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = Wanted { words, page: 1, page_size: MOST_NAMED, ..Wanted::default() };
    Ok(leaderboard::answer(tx, &Eyes::Public, &wanted, &[])?.items)
}
