//! The keys with which this installation signs, kept in its database.

use crate::db::{Db, params};
use crate::error::Result;

/// The key with this name: 32 random bytes, made at the first start.
pub(crate) async fn key(db: &Db, name: &'static str) -> Result<Vec<u8>> {
    let fresh: [u8; 32] = rand::random();
    db.write(move |tx| {
        tx.execute("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", params![name, fresh])?;
        tx.query_one("SELECT value FROM secrets WHERE name = $1", params![name], |row| row.get(0))
    })
    .await
}
