//! What messages of a ticket have beside their texts: the mail by which one came, and pictures.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::pictures::{self, TicketPicture};
use crate::db::{Tx, params};
use crate::error::Result;

/// The mail by which a message came.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TicketMailOrigin)]
pub(super) struct Origin {
    /// Its sender, who may be another one than the contact of the ticket.
    pub(super) sender: String,
    /// Whether a machine has written it.
    pub(super) automatic: bool,
    /// What it quotes of earlier mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quoted: Option<String>,
    /// Which attachments were left out, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_out: Option<String>,
}

/// What the messages of a ticket have, by their ids; that of the description is 0.
pub(super) struct Extras {
    mails: HashMap<i64, Origin>,
    pictures: HashMap<i64, Vec<TicketPicture>>,
}

impl Extras {
    pub(super) fn of(tx: &Tx<'_>, ticket: i64) -> Result<Self> {
        let filled = |text: String| Some(text).filter(|text| !text.is_empty());
        let mails = tx.query_all(
            "SELECT message_id, sender, automatic, quoted, left_out FROM ticket_mail_texts WHERE ticket_id = $1",
            params![ticket],
            |row| {
                let (quoted, left_out) = (filled(row.get(3)?), filled(row.get(4)?));
                Ok((row.get::<i64>(0)?, Origin { sender: row.get(1)?, automatic: row.get(2)?, quoted, left_out }))
            },
        )?;
        let mut by_message: HashMap<i64, Vec<TicketPicture>> = HashMap::new();
        for (message, picture) in pictures::of_ticket(tx, ticket)? {
            by_message.entry(message).or_default().push(picture);
        }
        Ok(Self { mails: mails.into_iter().collect(), pictures: by_message })
    }

    /// The mail by which a message came, once.
    pub(super) fn mail(&mut self, message: i64) -> Option<Origin> {
        self.mails.remove(&message)
    }

    /// The pictures of a message, once.
    pub(super) fn pictures(&mut self, message: i64) -> Vec<TicketPicture> {
        self.pictures.remove(&message).unwrap_or_default()
    }
}
