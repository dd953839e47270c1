//! A race's pictures: where each belongs in the record, and how it travels.

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use core_wasm::race::{Image, MemImage, Race};
use serde::Deserialize;

use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::ids::new_id;
use crate::images::{self, store};
use crate::words;

/// The width in pixels at which a list carries pictures in bytes: the smallest that is kept.
const CARD_WIDTH: u32 = images::WIDTHS[0];

/// How a read carries pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pictures {
    /// `{contentType, data}` in base64, as the spec has it.
    #[default]
    Data,
    /// `{contentType, url, width, height}`, as the site asks for.
    Url,
}

/// What a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the spec's names")]
pub enum Kind {
    RaceLogo,
    Shirt,
    Medal,
    Medals3,
    Acrylic,
    /// Of the memories gallery.
    Memory,
    /// The logo of the sponsor at its position.
    Partner,
}

impl Kind {
    const ALL: [Self; 7] = [Self::RaceLogo, Self::Shirt, Self::Medal, Self::Medals3, Self::Acrylic, Self::Memory, Self::Partner];

    /// As stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RaceLogo => "raceLogo",
            Self::Shirt => "shirt",
            Self::Medal => "medal",
            Self::Medals3 => "medals3",
            Self::Acrylic => "acrylic",
            Self::Memory => "memory",
            Self::Partner => "partner",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Where a record has this picture; `None` for a kind that it has several of.
    pub(crate) fn place(self, race: &mut Race) -> Option<&mut Option<Image>> {
        match self {
            Self::RaceLogo => Some(&mut race.race_logo),
            Self::Shirt => Some(&mut race.shirt_image),
            Self::Medal => Some(&mut race.medal_image),
            Self::Medals3 => Some(&mut race.medals3_image),
            Self::Acrylic => Some(&mut race.acrylic_image),
            Self::Memory | Self::Partner => None,
        }
    }
}

/// Puts a race's pictures into its record.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn attach(tx: &Tx<'_>, race_id: &str, race: &mut Race, pictures: Pictures) -> Result<()> {
    let rows = tx.query_all(
        "SELECT r.kind, r.position, r.id, i.hash, i.content_type, i.width, i.height
         FROM race_images r JOIN images i ON i.hash = r.hash WHERE r.race_id = $1 ORDER BY r.kind, r.position",
        params![race_id],
        |row| {
            let stored = Stored { hash: row.get(3)?, content_type: row.get(4)?, width: row.get(5)?, height: row.get(6)? };
            Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?, row.get::<_, String>(2)?, stored))
        },
    )?;
    for (kind, position, id, stored) in rows {
        let image = stored.travel(tx, pictures, u32::MAX)?;
        let Some(kind) = Kind::parse(&kind) else { continue };
        match kind {
            Kind::Memory => race.mem_images.push(MemImage { image_id: id, image }),
            Kind::Partner => {
                if let Some(partner) = race.community_partners.partners.get_mut(position as usize) {
                    partner.image = Some(image);
                }
            }
            _ => {
                if let Some(place) = kind.place(race) {
                    *place = Some(image);
                }
            }
        }
    }
    Ok(())
}

/// About how many bytes a race's pictures take in an answer that carries them so; of its cards alone, or all of them.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn weight(tx: &Tx<'_>, race_id: &str, pictures: Pictures, cards: bool) -> Result<usize> {
    if pictures == Pictures::Url {
        return Ok(0);
    }
    let (width, kinds) = if cards { (CARD_WIDTH, Kind::RaceLogo.as_str()) } else { (u32::MAX, "%") };
    let sql = "SELECT hash FROM race_images WHERE race_id = $1 AND kind LIKE $2";
    let hashes = tx.query_all(sql, params![race_id, kinds], |row| row.get::<_, String>(0))?;
    let mut bytes = 0;
    for hash in hashes {
        let length = store::length_at_least(tx, &hash, i64::from(width))?.map_or(0, |(_, length)| length);
        bytes += length.div_ceil(3) * 4;
    }
    Ok(bytes)
}

/// A picture of a record as `race_images` keeps it.
pub(super) struct Detached {
    kind: Kind,
    position: usize,
    /// Blank for a picture that is new.
    id: String,
    hash: String,
}

impl Detached {
    /// Makes it another race's picture, which has an id of its own.
    pub(super) fn renew(&mut self) {
        self.id = new_id();
    }
}

/// Takes the pictures out of a record, which names them by address: the opposite of [`attach`].
pub(super) fn detach(race: &mut Race) -> Vec<Detached> {
    let mut detached = Vec::new();
    let mut take = |kind, position, id, image: Option<Image>| {
        let hash = image.and_then(|image| images::hash_of(&image.url?).map(str::to_owned));
        detached.extend(hash.map(|hash| Detached { kind, position, id, hash }));
    };
    for kind in Kind::ALL {
        take(kind, 0, String::new(), kind.place(race).and_then(Option::take));
    }
    for (position, memory) in std::mem::take(&mut race.mem_images).into_iter().enumerate() {
        take(Kind::Memory, position, memory.image_id, Some(memory.image));
    }
    for (position, partner) in race.community_partners.partners.iter_mut().enumerate() {
        take(Kind::Partner, position, String::new(), partner.image.take());
    }
    detached
}

/// The kept pictures that a record names.
pub(crate) fn hashes(mut race: Race) -> impl Iterator<Item = String> {
    detach(&mut race).into_iter().map(|picture| picture.hash)
}

/// Makes these the pictures of a race.
///
/// # Errors
/// 400 when a picture is not kept; and when the rows cannot be written.
pub(super) fn put(tx: &Tx<'_>, race_id: &str, pictures: Vec<Detached>) -> Result<()> {
    tx.execute("DELETE FROM race_images WHERE race_id = $1", params![race_id])?;
    for Detached { kind, position, id, hash } in pictures {
        // A caller may name a picture by its address.
        if tx.query_opt("SELECT 1 FROM images WHERE hash = $1", params![hash], |row| row.get::<_, i64>(0))?.is_none() {
            return Err(Error::say(StatusCode::BAD_REQUEST, words::UNKNOWN_IMAGE));
        }
        let id = if id.is_empty() { new_id() } else { id };
        let position = u32::try_from(position).map_err(Error::internal)?;
        tx.execute(
            "INSERT INTO race_images (id, race_id, kind, position, hash) VALUES ($1, $2, $3, $4, $5)",
            params![id, race_id, kind.as_str(), position, hash],
        )?;
    }
    Ok(())
}

/// The card's picture alone; in bytes no wider than a card of a list needs it, since a list has one for every race.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn logo(tx: &Tx<'_>, race_id: &str, pictures: Pictures) -> Result<Option<Image>> {
    let stored = tx.query_opt(
        "SELECT i.hash, i.content_type, i.width, i.height FROM race_images r JOIN images i ON i.hash = r.hash
         WHERE r.race_id = $1 AND r.kind = 'raceLogo'",
        params![race_id],
        |row| Ok(Stored { hash: row.get(0)?, content_type: row.get(1)?, width: row.get(2)?, height: row.get(3)? }),
    )?;
    stored.map(|stored| stored.travel(tx, pictures, CARD_WIDTH)).transpose()
}

struct Stored {
    hash: String,
    content_type: String,
    width: u32,
    height: u32,
}

impl Stored {
    /// As the caller wants it; in bytes of the smallest kept size at least this wide, or else of the largest.
    fn travel(self, tx: &Tx<'_>, pictures: Pictures, width: u32) -> Result<Image> {
        Ok(match pictures {
            Pictures::Data => {
                let (content_type, bytes) = store::at_least(tx, &self.hash, i64::from(width))?.unwrap_or_default();
                Image { content_type, data: Some(STANDARD.encode(bytes)), ..Image::default() }
            }
            Pictures::Url => images::by_address(&self.hash, &self.content_type, self.width, self.height),
        })
    }
}
