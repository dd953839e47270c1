//! `GET /tickets`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::results::leaderboard::after;
use core_wasm::ticket::{RequestType, TicketList, TicketQuery, TicketStatus, WantedTickets, median, ticket_id};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Tickets;
use super::store::{self, SELECT, Ticket};
use crate::account::{Admin, store as users};
use crate::db::{Params, Tx, params};
use crate::error::Result;
use crate::http::extract::Query;

/// How far tickets are counted.
const MOST_COUNTED: i64 = 10_000;
/// How many tickets with a searched word are looked at: the newest ones.
const MOST_LOOKED_AT: i64 = 5_000;
/// How many tickets a search finds.
const MOST_FOUND: usize = 1_000;
/// The median is that of so many first answers, the latest ones.
const ANSWERS: i64 = 100;

/// Which tickets are asked for, as in the address of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// open (when absent), mine, waiting, solved or spam.
    status: Option<String>,
    /// A request type.
    #[serde(rename = "type")]
    request_type: Option<String>,
    /// A race's name, as the details of the race have it.
    race: Option<String>,
    /// day or week: the age at least.
    age: Option<String>,
    /// The username of who takes care of them.
    assignee: Option<String>,
    /// The beginnings of words: of a number, name, contact, title or message.
    q: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 25 when absent, 100 at most.
    page_size: Option<String>,
}

/// A page of the tickets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketPage {
    /// The newest activity first.
    items: Vec<TicketLine>,
    /// From 1.
    page: u32,
    /// Tickets on a page.
    page_size: u32,
    /// How many there are on all pages; at most 10,000 are counted, and a search finds at most 1,000.
    total: i64,
    counts: TicketCounts,
    /// Half of the last 100 first answers came within this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    median_first_answer_ms: Option<i64>,
}

/// How many tickets each list has, without filters; at most 10,000 are counted. With a search, how many of those that it finds, so that it is
/// seen where they are.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct TicketCounts {
    open: i64,
    /// Of the caller, and not done.
    mine: i64,
    waiting: i64,
    solved: i64,
    spam: i64,
}

/// A ticket in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketLine {
    /// `T-1042`.
    ticket_id: String,
    /// Empty after the account of its runner was deleted, as the name.
    title: String,
    name: String,
    request_type: RequestType,
    status: TicketStatus,
    /// The username of who takes care of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    assignee: Option<String>,
    /// In epoch milliseconds.
    created_at: i64,
    /// Of the newest activity, in epoch milliseconds.
    updated_at: i64,
    /// How many it has, with the description.
    messages: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    race_details: Option<String>,
    /// The version; a change of many names the ones that its author has seen.
    version: i64,
    /// The number of the ticket of which it has become a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    joined_into: Option<String>,
}

impl TicketCounts {
    /// The number of a list.
    fn of(&mut self, status: TicketStatus) -> &mut i64 {
        match status {
            TicketStatus::Open => &mut self.open,
            TicketStatus::Waiting => &mut self.waiting,
            TicketStatus::Solved => &mut self.solved,
            TicketStatus::Spam => &mut self.spam,
        }
    }

    /// Those of all tickets.
    fn of_all(tx: &Tx<'_>, me: &str) -> Result<Self> {
        let mut counts = Self { mine: count(tx, MINE, params![me, MOST_COUNTED])?, ..Self::default() };
        for status in TicketStatus::ALL {
            *counts.of(status) = count(tx, OF_STATUS, params![status.as_str(), MOST_COUNTED])?;
        }
        Ok(counts)
    }
}

impl From<Ticket> for TicketLine {
    fn from(ticket: Ticket) -> Self {
        Self {
            ticket_id: ticket_id(ticket.number),
            title: ticket.title,
            name: ticket.name,
            request_type: ticket.request_type,
            status: ticket.status,
            assignee: ticket.assignee,
            created_at: ticket.created_at,
            updated_at: ticket.updated_at,
            messages: ticket.messages,
            race_details: Some(ticket.race_details).filter(|details| !details.is_empty()),
            version: ticket.version,
            joined_into: ticket.joined_into.map(ticket_id),
        }
    }
}

/// List the tickets, the newest activity first.
#[utoipa::path(get, path = "/tickets", tag = "ticket", security(("session" = ["admin"])), params(Asked),
    responses((status = 200, body = TicketPage), (status = 400, description = "A filter can't be read")))]
pub(super) async fn list(
    State(tickets): State<Tickets>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
) -> Result<Answer<TicketPage>> {
    let query = TicketQuery {
        status: asked.status.unwrap_or_default(),
        request_type: asked.request_type.unwrap_or_default(),
        race: asked.race.unwrap_or_default(),
        age: asked.age.unwrap_or_default(),
        assignee: asked.assignee.unwrap_or_default(),
        q: asked.q.unwrap_or_default(),
        page: asked.page.unwrap_or_default(),
        page_size: asked.page_size.unwrap_or_default(),
    };
    let wanted = query.wanted()?;
    let now = tickets.clock.now_ms();
    Ok(Answer(tickets.db.read(move |tx| page(tx, &wanted, &caller.user_id, now)).await?))
}

/// What a ticket has to be, beside its words.
struct Filter<'a> {
    wanted: &'a WantedTickets,
    /// The caller.
    me: &'a str,
    /// Whom they are assigned to.
    assignee: Option<String>,
    /// When they were created at the latest.
    until: Option<i64>,
}

fn page(tx: &Tx<'_>, wanted: &WantedTickets, me: &str, now: i64) -> Result<TicketPage> {
    let assignee = match &wanted.assignee {
        // Nobody has this id.
        Some(name) => Some(users::by_username(tx, name)?.map_or_else(String::new, |user| user.id)),
        None => None,
    };
    let filter = Filter { wanted, me, assignee, until: wanted.age_ms.map(|age| now - age) };
    let (items, total, counts) = if wanted.nothing {
        (Vec::new(), 0, TicketCounts::default())
    } else if wanted.words.is_empty() && wanted.race.is_empty() {
        let (items, total) = listed(tx, &filter)?;
        (items, total, TicketCounts::of_all(tx, me)?)
    } else {
        found(tx, &filter)?
    };
    let mut answers = tx.query_all(
        "SELECT first_answer_at - created_at FROM tickets WHERE first_answer_at IS NOT NULL ORDER BY first_answer_at DESC LIMIT $1",
        params![ANSWERS],
        |row| row.get::<i64>(0),
    )?;
    let items = items.into_iter().map(TicketLine::from).collect();
    let (page, page_size) = (wanted.page, wanted.page_size);
    Ok(TicketPage { items, page, page_size, total, counts, median_first_answer_ms: median(&mut answers) })
}

const OF_STATUS: &str = "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE status = $1 LIMIT $2) AS found";
const MINE: &str =
    "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE assignee = $1 AND status IN ('open', 'waiting') LIMIT $2) AS found";

/// A number of rows, as far as they are counted.
fn count(tx: &Tx<'_>, sql: &str, params: impl Params) -> Result<i64> {
    tx.query_one(sql, params, |row| row.get(0))
}

/// A page of a list without a search, along an index.
fn listed(tx: &Tx<'_>, filter: &Filter<'_>) -> Result<(Vec<Ticket>, i64)> {
    let Filter { wanted, me, assignee, until } = filter;
    let (size, skipped) = (i64::from(wanted.page_size), i64::from(wanted.page - 1) * i64::from(wanted.page_size));
    match (wanted.list, wanted.request_type) {
        (TicketList::Of(status), None) => {
            let total = count(
                tx,
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE status = $1 AND ($2 IS NULL OR created_at <= $2)
                   AND ($3 IS NULL OR assignee = $3) LIMIT $4) AS found",
                params![status.as_str(), until, assignee, MOST_COUNTED],
            )?;
            let sql = format!(
                "{SELECT} WHERE t.status = $1 AND ($2 IS NULL OR t.created_at <= $2) AND ($3 IS NULL OR t.assignee = $3)
                 ORDER BY t.updated_at DESC, t.id DESC LIMIT $4 OFFSET $5"
            );
            Ok((tx.query_all(&sql, params![status.as_str(), until, assignee, size, skipped], Ticket::read)?, total))
        }
        (TicketList::Of(status), Some(kind)) => {
            let total = count(
                tx,
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE status = $1 AND request_type = $2 AND ($3 IS NULL OR created_at <= $3)
                   AND ($4 IS NULL OR assignee = $4) LIMIT $5) AS found",
                params![status.as_str(), kind.as_str(), until, assignee, MOST_COUNTED],
            )?;
            let sql = format!(
                "{SELECT} WHERE t.status = $1 AND t.request_type = $2 AND ($3 IS NULL OR t.created_at <= $3)
                   AND ($4 IS NULL OR t.assignee = $4) ORDER BY t.updated_at DESC, t.id DESC LIMIT $5 OFFSET $6"
            );
            let values = params![status.as_str(), kind.as_str(), until, assignee, size, skipped];
            Ok((tx.query_all(&sql, values, Ticket::read)?, total))
        }
        (TicketList::Mine, kind) => {
            let kind = kind.map(RequestType::as_str);
            let total = count(
                tx,
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE assignee = $1 AND status IN ('open', 'waiting')
                   AND ($2 IS NULL OR request_type = $2) AND ($3 IS NULL OR created_at <= $3) AND ($4 IS NULL OR assignee = $4) LIMIT $5) AS found",
                params![me, kind, until, assignee, MOST_COUNTED],
            )?;
            let sql = format!(
                "{SELECT} WHERE t.assignee = $1 AND t.status IN ('open', 'waiting') AND ($2 IS NULL OR t.request_type = $2)
                   AND ($3 IS NULL OR t.created_at <= $3) AND ($4 IS NULL OR t.assignee = $4)
                 ORDER BY t.updated_at DESC, t.id DESC LIMIT $5 OFFSET $6"
            );
            Ok((tx.query_all(&sql, params![me, kind, until, assignee, size, skipped], Ticket::read)?, total))
        }
    }
}

/// A page of what a search finds, and how much it finds in each list: tickets with one of the words, by the index of words; of these the ones
/// that have the others and fit.
fn found(tx: &Tx<'_>, filter: &Filter<'_>) -> Result<(Vec<Ticket>, i64, TicketCounts)> {
    let beginnings = filter.wanted.words.iter().map(|word| (word.clone(), after(word).unwrap_or_default()));
    // Nothing lies between a whole word and the word with a blank.
    let whole = filter.wanted.race.iter().map(|word| (word.clone(), format!("{word} ")));
    let mut words: Vec<(String, String)> = beginnings.chain(whole).collect();
    // The longest word leaves the fewest tickets.
    words.sort_by_key(|(word, _)| std::cmp::Reverse(word.chars().count()));
    let Some(((first, end), others)) = words.split_first() else {
        return Ok((Vec::new(), 0, TicketCounts::default()));
    };
    let mut numbers = tx.query_all(
        "SELECT DISTINCT ticket_id FROM ticket_words WHERE word >= $1 AND word < $2 LIMIT $3",
        params![first, end, MOST_LOOKED_AT],
        |row| row.get::<i64>(0),
    )?;
    numbers.sort_unstable_by_key(|number| std::cmp::Reverse(*number));
    let (mut all, mut counts) = (Vec::new(), TicketCounts::default());
    for number in numbers {
        if has_words(tx, number, others)?
            && let Some(ticket) = store::find(tx, number)?.filter(|ticket| fits(ticket, filter))
        {
            *counts.of(ticket.status) += 1;
            counts.mine += i64::from(is_in(TicketList::Mine, &ticket, filter.me));
            if all.len() < MOST_FOUND && is_in(filter.wanted.list, &ticket, filter.me) {
                all.push(ticket);
            }
        }
    }
    all.sort_by_key(|ticket| std::cmp::Reverse((ticket.updated_at, ticket.number)));
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let size = usize::try_from(filter.wanted.page_size).unwrap_or(usize::MAX);
    let skipped = usize::try_from(filter.wanted.page - 1).unwrap_or(usize::MAX).saturating_mul(size);
    Ok((all.into_iter().skip(skipped).take(size).collect(), total, counts))
}

fn has_words(tx: &Tx<'_>, number: i64, words: &[(String, String)]) -> Result<bool> {
    for (word, end) in words {
        let sql = "SELECT 1 FROM ticket_words WHERE ticket_id = $1 AND word >= $2 AND word < $3 LIMIT 1";
        if tx.query_opt(sql, params![number, word, end], |row| row.get::<i64>(0))?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a ticket is in a list of the caller.
fn is_in(list: TicketList, ticket: &Ticket, me: &str) -> bool {
    match list {
        TicketList::Of(status) => ticket.status == status,
        TicketList::Mine => {
            ticket.assignee_id.as_deref() == Some(me) && matches!(ticket.status, TicketStatus::Open | TicketStatus::Waiting)
        }
    }
}

/// Whether a ticket fits the filters beside the list.
fn fits(ticket: &Ticket, Filter { wanted, assignee, until, .. }: &Filter<'_>) -> bool {
    wanted.request_type.is_none_or(|kind| ticket.request_type == kind)
        && until.is_none_or(|until| ticket.created_at <= until)
        && assignee.as_ref().is_none_or(|id| ticket.assignee_id.as_deref() == Some(id.as_str()))
}
