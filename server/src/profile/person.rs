//! The account whose profile is read.

use core_wasm::race::Image;
use core_wasm::signup::Racer;

use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::images;

/// What a profile needs of an account.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub(super) id: String,
    pub(super) username: String,
    pub(super) racer: Racer,
    pub(super) is_private: bool,
    pub(super) hide_age: bool,
    pub(super) initials_only: bool,
    pub(super) active_title: String,
    pub(super) picture: Option<Image>,
}

const SELECT: &str =
    "SELECT u.id, u.username, u.first_name, u.last_name, u.dob, u.gender, u.cell_phone, u.email, u.is_private, u.hide_age,
       u.initials_only, u.active_title, i.hash, i.content_type, i.width, i.height
     FROM users u LEFT JOIN images i ON i.hash = u.picture";

fn person(row: &Row<'_>) -> Result<Person> {
    let picture: Option<String> = row.get(12)?;
    Ok(Person {
        id: row.get(0)?,
        username: row.get(1)?,
        racer: Racer {
            first_name: row.get(2)?,
            last_name: row.get(3)?,
            dob: row.get(4)?,
            gender: row.get(5)?,
            cell_phone: row.get(6)?,
            email: row.get(7)?,
        },
        is_private: row.get(8)?,
        hide_age: row.get(9)?,
        initials_only: row.get(10)?,
        active_title: row.get(11)?,
        picture: match picture {
            Some(hash) => Some(images::by_address(&hash, &row.get::<String>(13)?, row.get(14)?, row.get(15)?)),
            None => None,
        },
    })
}

/// The account with this id.
pub(super) fn by_id(tx: &Tx<'_>, id: &str) -> Result<Option<Person>> {
    tx.query_opt(&format!("{SELECT} WHERE u.id = $1"), params![id], person)
}

/// The account with this username that the public may see, or that of this viewer.
pub(super) fn visible(tx: &Tx<'_>, username: &str, viewer_id: &str) -> Result<Option<Person>> {
    let key = crate::account::store::key(username);
    tx.query_opt(
        &format!("{SELECT} WHERE u.username_key = $1 AND (u.is_private = 0 OR u.id = $2)"),
        params![key, viewer_id],
        person,
    )
}

/// The account with this username, for an administrator.
pub(super) fn by_username(tx: &Tx<'_>, username: &str) -> Result<Option<Person>> {
    let key = crate::account::store::key(username);
    tx.query_opt(&format!("{SELECT} WHERE u.username_key = $1"), params![key], person)
}

/// The persons of races (race and opaque id) that an account was granted, the latest race first.
pub(super) fn granted(tx: &Tx<'_>, user_id: &str) -> Result<Vec<(String, String)>> {
    tx.query_all(
        "SELECT v.race_id, c.public_id FROM result_claims c JOIN results r ON r.public_id = c.public_id
         JOIN result_versions v ON v.id = r.version_id AND v.current = 1
         WHERE c.user_id = $1 AND c.state = 'granted' ORDER BY v.race_date COLLATE \"C\" DESC, c.public_id COLLATE \"C\"",
        params![user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
