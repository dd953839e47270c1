//! A race's pictures: where each belongs in the record, and how it travels.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use core_wasm::race::{Image, MemImage, Race};
use serde::Deserialize;

use crate::db::{Tx, params};
use crate::error::Result;
use crate::images::store;

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
        let image = stored.travel(tx, pictures)?;
        match Kind::parse(&kind) {
            Some(Kind::RaceLogo) => race.race_logo = Some(image),
            Some(Kind::Shirt) => race.shirt_image = Some(image),
            Some(Kind::Medal) => race.medal_image = Some(image),
            Some(Kind::Medals3) => race.medals3_image = Some(image),
            Some(Kind::Acrylic) => race.acrylic_image = Some(image),
            Some(Kind::Memory) => race.mem_images.push(MemImage { image_id: id, image }),
            Some(Kind::Partner) => {
                if let Some(partner) = race.community_partners.partners.get_mut(position as usize) {
                    partner.image = Some(image);
                }
            }
            None => {}
        }
    }
    Ok(())
}

/// The card's picture alone.
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
    stored.map(|stored| stored.travel(tx, pictures)).transpose()
}

struct Stored {
    hash: String,
    content_type: String,
    width: u32,
    height: u32,
}

impl Stored {
    fn travel(self, tx: &Tx<'_>, pictures: Pictures) -> Result<Image> {
        let image = Image { content_type: self.content_type, ..Image::default() };
        Ok(match pictures {
            Pictures::Data => {
                let bytes = store::largest(tx, &self.hash)?.unwrap_or_default();
                Image { data: Some(STANDARD.encode(bytes)), ..image }
            }
            Pictures::Url => Image {
                url: Some(format!("/images/{}/{}", self.hash, self.width)),
                width: Some(self.width),
                height: Some(self.height),
                ..image
            },
        })
    }
}
