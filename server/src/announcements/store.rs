//! The rows of announcements, and what their mails are filled with.

use core_wasm::announcements::{
    Addressee, AnnouncementForm, AnnouncementProgress, Audience, MailFacts, People, addressee, audience,
};
use core_wasm::race::DistanceStart;
use core_wasm::timing::{Entrant, Setup};

use super::Announcements;
use super::link::Links;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::mail::{self, Letter};
use crate::race::store as pages;
use crate::timed::store as timed;

/// What the mails of a race are filled with.
pub(super) struct RaceFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) date: String,
    pub(super) is_hidden: bool,
    pub(super) is_canceled: bool,
    rows: Vec<DistanceStart>,
    zone: String,
    setup: Setup,
}

impl RaceFacts {
    /// The facts of a race; `None` when it is deleted.
    pub(super) fn load(tx: &Tx<'_>, race_id: &str) -> Result<Option<Self>> {
        let Some(pages::Stored { id, race, .. }) = pages::bare(tx, race_id)? else { return Ok(None) };
        let setup = timed::state(tx, race_id)?.setup;
        Ok(Some(Self {
            id,
            name: race.name,
            date: race.date,
            is_hidden: race.is_hidden.0,
            is_canceled: race.is_canceled.0,
            rows: race.distance_start_times,
            zone: race.time_zone,
            setup,
        }))
    }

    /// An entrant as a mail names them.
    pub(super) fn addressee(&self, entrant: &Entrant) -> Addressee {
        addressee(entrant, &self.rows, &self.zone, &self.setup)
    }

    /// The mail of an announcement for some entrants who share an address; `link` is that to unsubscribe.
    pub(super) fn letter(
        &self,
        here: &Announcements,
        form: &AnnouncementForm,
        to: &str,
        entrants: Vec<Addressee>,
        link: String,
    ) -> Letter {
        let facts = MailFacts { race: self.name.clone(), site: here.config.site_name.clone(), link, entrants };
        let mail = core_wasm::announcements::mail(form, &facts);
        Letter { to: to.to_owned(), subject: mail.subject, body: mail.text }
    }
}

/// Whether an address gets no announcements of a race; `address` is what stands for it.
pub(super) fn is_unsubscribed(tx: &Tx<'_>, address: &str, race_id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM unsubscribes WHERE address = $1 AND race_id IN ('', $2) LIMIT 1";
    Ok(tx.query_opt(sql, params![address, race_id], |row| row.get::<i64>(0))?.is_some())
}

/// Who gets an announcement to a race now, each with what stands for the address, and the counts.
pub(super) fn reached(tx: &Tx<'_>, links: &Links, race_id: &str) -> Result<(Vec<(People, String)>, Audience)> {
    let entrants = timed::entrants(tx, race_id)?;
    let (people, without) = audience(&entrants);
    let mut getting = Vec::with_capacity(people.len());
    let mut unsubscribed = 0;
    for one in people {
        let address = links.address(&one.address);
        if is_unsubscribed(tx, &address, race_id)? {
            unsubscribed += 1;
        } else {
            getting.push((one, address));
        }
    }
    let counts =
        Audience { people: count(getting.len()), entrants: count(entrants.len()), without_address: without, unsubscribed };
    Ok((getting, counts))
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// An announcement as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) form: AnnouncementForm,
    /// The username of who sent it.
    pub(super) author: Option<String>,
    pub(super) created_at: i64,
    pub(super) is_stopped: bool,
}

pub(super) const SELECT: &str = "SELECT a.id, a.subject, a.body, u.username, a.created_at, a.stopped_at FROM announcements a LEFT JOIN users u ON u.id = a.author";

impl Stored {
    /// Reads a row of [`SELECT`].
    pub(super) fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            form: AnnouncementForm { subject: row.get(1)?, text: row.get(2)? },
            author: row.get(3)?,
            created_at: row.get(4)?,
            is_stopped: row.get::<Option<i64>>(5)?.is_some(),
        })
    }
}

/// The announcement of a race with this number.
pub(super) fn find(tx: &Tx<'_>, race_id: &str, id: i64) -> Result<Option<Stored>> {
    tx.query_opt(&format!("{SELECT} WHERE a.id = $1 AND a.race_id = $2"), params![id, race_id], Stored::read)
}

/// How far an announcement is.
pub(super) fn progress(tx: &Tx<'_>, announcement: &Stored) -> Result<AnnouncementProgress> {
    let (mut mailed, mut waiting, mut not_sent) = (0, 0, 0);
    let states = "SELECT state, count(*) FROM announcement_recipients WHERE announcement_id = $1 GROUP BY state";
    tx.for_each(states, params![announcement.id], |row| {
        let number: i64 = row.get(1)?;
        match row.get::<String>(0)?.as_str() {
            "mailed" => mailed += number,
            "waiting" => waiting += number,
            _ => not_sent += number,
        }
        Ok(())
    })?;
    let (unsent, failed) = mail::unsent_of_announcement(tx, announcement.id)?;
    let number = |number: i64| u32::try_from(number).unwrap_or(0);
    Ok(AnnouncementProgress {
        total: number(mailed + waiting + not_sent),
        // A mail that was sent a week ago is not there any more.
        sent: number(mailed - unsent - failed),
        waiting: number(waiting + unsent),
        failed: number(failed),
        not_sent: number(not_sent),
        stopped: announcement.is_stopped,
    })
}
