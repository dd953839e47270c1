//! Pictures of tickets: how many a message, a ticket and a day may have.

use super::words;
use crate::error::CoreError;

/// How many pictures a message may have.
pub const MOST_PICTURES: usize = 4;
/// The largest file of a picture, in bytes.
pub const MOST_PICTURE_BYTES: u64 = 10 * 1000 * 1000;
/// How many pictures a ticket may have.
pub const MOST_PICTURES_OF_TICKET: i64 = 40;
/// How many bytes the stored pictures of a ticket may have.
pub const MOST_BYTES_OF_TICKET: i64 = 40 * 1000 * 1000;
/// How many pictures of all tickets are taken in a day.
pub const MOST_PICTURES_A_DAY: i64 = 1000;
/// How many bytes they may have.
pub const MOST_BYTES_A_DAY: i64 = 400 * 1000 * 1000;
/// How many bytes the pictures of all tickets may have.
pub const MOST_BYTES_OF_ALL: i64 = 20 * 1000 * 1000 * 1000;
/// How long a picture waits for the message that it was chosen for, in milliseconds; then it is deleted.
pub const PICTURE_WAITS_MS: i64 = 24 * 3_600_000;

/// What is stored already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stored {
    /// Pictures of the ticket, also those that wait for their message.
    pub of_ticket: i64,
    /// Their bytes.
    pub ticket_bytes: i64,
    /// Pictures that came today, of all tickets.
    pub today: i64,
    /// Their bytes.
    pub today_bytes: i64,
    /// The bytes of all pictures.
    pub all_bytes: i64,
}

/// Checks whether one more picture of so many bytes is stored.
///
/// # Errors
/// `ticket_pictures_full`, `ticket_pictures_today`.
///
/// ```
/// use core_wasm::ticket::pictures::{MOST_PICTURES_OF_TICKET, Stored, check_stored};
///
/// assert!(check_stored(Stored::default(), 1000).is_ok());
/// let full = Stored { of_ticket: MOST_PICTURES_OF_TICKET, ..Stored::default() };
/// assert_eq!(check_stored(full, 1000).unwrap_err().code, "ticket_pictures_full");
/// ```
pub fn check_stored(stored: Stored, bytes: i64) -> Result<(), CoreError> {
    if stored.of_ticket >= MOST_PICTURES_OF_TICKET || stored.ticket_bytes + bytes > MOST_BYTES_OF_TICKET {
        return Err(CoreError::new("ticket_pictures_full", words::PICTURES_FULL));
    }
    let is_full = stored.today >= MOST_PICTURES_A_DAY || stored.today_bytes + bytes > MOST_BYTES_A_DAY;
    if is_full || stored.all_bytes + bytes > MOST_BYTES_OF_ALL {
        return Err(CoreError::new("ticket_pictures_today", words::PICTURES_TODAY));
    }
    Ok(())
}

/// Why a file of so many bytes can't be added to a message that has so many pictures; `None` if it can.
pub fn problem(has: usize, bytes: u64) -> Option<String> {
    if has >= MOST_PICTURES {
        return Some(words::too_many_pictures(MOST_PICTURES));
    }
    (bytes > MOST_PICTURE_BYTES).then(|| words::PICTURE_TOO_LARGE.to_owned())
}

/// Checks how many pictures a message has.
///
/// # Errors
/// `too_many_pictures`.
pub fn check_count(count: usize) -> Result<(), CoreError> {
    if count <= MOST_PICTURES {
        Ok(())
    } else {
        Err(CoreError::new("too_many_pictures", words::too_many_pictures(MOST_PICTURES)))
    }
}
