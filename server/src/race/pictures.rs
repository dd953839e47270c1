//! A race's pictures: the field of the record that each belongs to, and how answers contain them.

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

/// The width in pixels of pictures in base64 in lists: the smallest stored size.
const CARD_WIDTH: u32 = images::WIDTHS[0];

/// How an answer contains pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// `{contentType, data}` in base64, as in the spec.
    #[default]
    Data,
    /// `{contentType, url, width, height}`, as the site requests them.
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
    /// A picture of the memories gallery.
    Memory,
    /// The logo of the sponsor at the same position.
    Partner,
}

impl Kind {
    const ALL: [Self; 7] = [Self::RaceLogo, Self::Shirt, Self::Medal, Self::Medals3, Self::Acrylic, Self::Memory, Self::Partner];

    /// The name in the database.
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

    /// The record's field for this picture; `None` for a kind of which a record has several.
    pub(crate) fn field(self, race: &mut Race) -> Option<&mut Option<Image>> {
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

/// Adds a race's pictures to its record, each by its address.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn attach(tx: &Tx<'_>, race_id: &str, race: &mut Race) -> Result<()> {
    let rows = tx.query_all(
        "SELECT r.kind, r.position, r.id, i.hash, i.content_type, i.width, i.height
         FROM race_images r JOIN images i ON i.hash = r.hash WHERE r.race_id = $1 ORDER BY r.kind COLLATE \"C\", r.position",
        params![race_id],
        |row| {
            let image = images::by_address(&row.get::<String>(3)?, &row.get::<String>(4)?, row.get(5)?, row.get(6)?);
            Ok((row.get::<String>(0)?, row.get::<u32>(1)?, row.get::<String>(2)?, image))
        },
    )?;
    for (kind, position, id, image) in rows {
        let Some(kind) = Kind::parse(&kind) else { continue };
        match kind {
            Kind::Memory => race.mem_images.push(MemImage { image_id: id, image }),
            Kind::Partner => {
                if let Some(partner) = race.community_partners.partners.get_mut(position as usize) {
                    partner.image = Some(image);
                }
            }
            _ => {
                if let Some(place) = kind.field(race) {
                    *place = Some(image);
                }
            }
        }
    }
    Ok(())
}

/// Converts the pictures of a record, which are given by address, to the requested form.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn convert(tx: &Tx<'_>, race: &mut Race, pictures: PictureFormat) -> Result<()> {
    if pictures == PictureFormat::Url {
        return Ok(());
    }
    for kind in Kind::ALL {
        if let Some(Some(image)) = kind.field(race) {
            *image = in_base64(tx, image, u32::MAX)?;
        }
    }
    let memories = race.mem_images.iter_mut().map(|memory| &mut memory.image);
    let logos = race.community_partners.partners.iter_mut().filter_map(|partner| partner.image.as_mut());
    for image in memories.chain(logos) {
        *image = in_base64(tx, image, u32::MAX)?;
    }
    Ok(())
}

/// The picture of a card in the requested form. In base64 it has at least the width of a card, not the full size, since a list has
/// one for every race.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn logo(tx: &Tx<'_>, race: &Race, pictures: PictureFormat) -> Result<Option<Image>> {
    match (&race.race_logo, pictures) {
        (Some(logo), PictureFormat::Data) => in_base64(tx, logo, CARD_WIDTH).map(Some),
        (logo, _) => Ok(logo.clone()),
    }
}

/// A picture in base64, for one given by address: the smallest stored size that is at least this wide, or else the largest.
fn in_base64(tx: &Tx<'_>, image: &Image, width: u32) -> Result<Image> {
    let hash = image.url.as_deref().and_then(images::hash_of).unwrap_or_default();
    let (content_type, bytes) = store::at_least(tx, hash, i64::from(width))?.unwrap_or_default();
    Ok(Image { content_type, data: Some(STANDARD.encode(bytes)), ..Image::default() })
}

/// About how many bytes all pictures of a race take in an answer that contains them in base64.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn encoded_size(tx: &Tx<'_>, race_id: &str) -> Result<usize> {
    let hashes = "SELECT hash FROM race_images WHERE race_id = $1";
    let hashes = tx.query_all(hashes, params![race_id], |row| row.get::<String>(0))?;
    hashes.iter().map(|hash| encoded_size_of(tx, hash, u32::MAX)).sum()
}

/// The same for the picture of a card.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn encoded_logo_size(tx: &Tx<'_>, race: &Race) -> Result<usize> {
    let hash = race.race_logo.as_ref().and_then(|logo| images::hash_of(logo.url.as_deref()?));
    hash.map_or(Ok(0), |hash| encoded_size_of(tx, hash, CARD_WIDTH))
}

fn encoded_size_of(tx: &Tx<'_>, hash: &str, width: u32) -> Result<usize> {
    let length = store::length_at_least(tx, hash, i64::from(width))?.map_or(0, |(_, length)| length);
    Ok(length.div_ceil(3) * 4)
}

/// A picture of a record, as a row of `race_images`.
#[derive(PartialEq, Eq)]
pub(super) struct Detached {
    kind: Kind,
    position: usize,
    /// Empty for a new picture.
    id: String,
    hash: String,
}

impl Detached {
    /// Gives it a new id, because it becomes another race's picture.
    pub(super) fn assign_new_id(&mut self) {
        self.id = new_id();
    }
}

/// Takes the pictures, which are given by address, out of a record: the inverse of [`attach`].
pub(super) fn detach(race: &mut Race) -> Vec<Detached> {
    let mut detached = Vec::new();
    let mut take = |kind, position, id, image: Option<Image>| {
        let hash = image.and_then(|image| images::hash_of(&image.url?).map(str::to_owned));
        detached.extend(hash.map(|hash| Detached { kind, position, id, hash }));
    };
    for kind in Kind::ALL {
        take(kind, 0, String::new(), kind.field(race).and_then(Option::take));
    }
    for (position, memory) in std::mem::take(&mut race.mem_images).into_iter().enumerate() {
        take(Kind::Memory, position, memory.image_id, Some(memory.image));
    }
    for (position, partner) in race.community_partners.partners.iter_mut().enumerate() {
        take(Kind::Partner, position, String::new(), partner.image.take());
    }
    detached
}

/// The hashes of the stored pictures that a record refers to.
pub(crate) fn hashes(mut race: Race) -> impl Iterator<Item = String> {
    detach(&mut race).into_iter().map(|picture| picture.hash)
}

/// Changes the rows of a race's pictures from `before` to `after`; rows of unchanged pictures are not written.
///
/// # Errors
/// 400 when a picture is not stored; and when the rows cannot be written.
pub(super) fn put(tx: &Tx<'_>, race_id: &str, before: Vec<Detached>, after: Vec<Detached>) -> Result<()> {
    for Detached { kind, position, .. } in before.iter().filter(|picture| !after.contains(picture)) {
        let position = u32::try_from(*position).map_err(Error::internal)?;
        tx.execute(
            "DELETE FROM race_images WHERE race_id = $1 AND kind = $2 AND position = $3",
            params![race_id, kind.as_str(), position],
        )?;
    }
    for Detached { kind, position, id, hash } in after.into_iter().filter(|picture| !before.contains(picture)) {
        // The address may come from a caller, so it may be of no stored picture.
        if tx.query_opt("SELECT 1 FROM images WHERE hash = $1", params![hash], |row| row.get::<i64>(0))?.is_none() {
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
