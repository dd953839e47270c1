//! The multipart calls: their texts. The files are the server's to add.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Call, Edit, link};
use crate::editor::images::PrizeKind;
use crate::editor::table::{CardEdit, MemoriesEdit, PartnersEdit, PrizesEdit};
use crate::error::Problems;
use crate::links;
use crate::race::{Image, Partner, Race, schedule};

/// A sponsor as the editor sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct PartnerEdit {
    /// Where the logo leads; may be blank.
    pub link: String,
    /// The position, from 0, at which the sponsor stood whose logo this one keeps. Without it, the next file is its logo; where
    /// there is none, it keeps the logo of the sponsor that has the same link (SPEC §7 sends links alone).
    #[serde(rename = "keep")]
    pub keep: Option<usize>,
    /// The logo that is kept, by its address as the record names it. It goes before the position, where another sponsor may have
    /// come to stand since the list was loaded.
    pub image: Option<Image>,
}

impl Edit for PartnersEdit {
    /// Logos that are kept move with their sponsors; the files are the server's to add, and go before a logo that was kept by its link.
    fn apply(&self, race: &mut Race) {
        let partners = &mut race.community_partners;
        if let Some(enabled) = self.community_partners_enabled {
            partners.enabled = enabled;
        }
        if let Some(sent) = &self.community_partners_data {
            let there = |keep: usize| partners.partners.get(keep)?.image.clone();
            let named = |sent: &PartnerEdit| sent.image.clone().filter(|image| image.url.is_some());
            let logo = |sent: &PartnerEdit| sent.keep.and_then(|keep| named(sent).or_else(|| there(keep)));
            // Each old logo goes to one sponsor: of two with the same link the first takes the first.
            let kept: Vec<usize> = sent.iter().filter_map(|sent| sent.keep).collect();
            let mut left: Vec<&Partner> =
                (0..).zip(&partners.partners).filter(|(at, _)| !kept.contains(at)).map(|(_, partner)| partner).collect();
            let mut of_link = |link: &str| {
                let at = left.iter().position(|there| there.link.trim() == link)?;
                left.remove(at).image.clone()
            };
            let mut partner = |sent: &PartnerEdit| Partner {
                link: sent.link.clone(),
                image: if sent.keep.is_some() { logo(sent) } else { of_link(sent.link.trim()) },
            };
            partners.partners = sent.iter().map(&mut partner).collect();
        }
        for partner in &mut partners.partners {
            partner.link = link(partners.enabled, &partner.link);
        }
    }
}

impl Edit for CardEdit {
    fn apply(&self, race: &mut Race) {
        self.give_alike(race);
        race.info = links::typed_path(&race.info);
        schedule::fill_distance(race);
    }
}

impl Edit for PrizesEdit {
    /// Takes the pictures away; new ones are the server's to add, and go before a deletion of the same kind.
    fn apply(&self, race: &mut Race) {
        for kind in &self.images_to_delete {
            *match kind {
                PrizeKind::Medal => &mut race.medal_image,
                PrizeKind::Shirt => &mut race.shirt_image,
                PrizeKind::Medals3 => &mut race.medals3_image,
                PrizeKind::Acrylic => &mut race.acrylic_image,
            } = None;
        }
    }
}

/// What is done to the memories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MemoryAction {
    /// The files under `memories` join them.
    #[default]
    Add,
    /// The pictures `imageId` and `imageIds` go.
    Remove,
    /// The pictures stand in the order of `imageIds`.
    Order,
}

impl Edit for MemoriesEdit {
    /// Takes pictures away or sorts them; new ones are the server's to add. A picture that an order does not name, because somebody
    /// added it meanwhile, stands behind those that it names.
    fn apply(&self, race: &mut Race) {
        let place = |id: &String| self.image_ids.iter().position(|named| named == id);
        match self.action {
            MemoryAction::Add => {}
            MemoryAction::Remove => {
                race.mem_images
                    .retain(|memory| Some(&memory.image_id) != self.image_id.as_ref() && place(&memory.image_id).is_none());
            }
            MemoryAction::Order => race.mem_images.sort_by_key(|memory| place(&memory.image_id).unwrap_or(usize::MAX)),
        }
    }
}

/// The fields of a multipart call that are JSON text.
const JSON_FIELDS: [&str; 4] = ["CommunityPartnersData", "imagesToDelete", "imageIds", "Versions"];

/// Reads the texts of a multipart call.
///
/// # Errors
/// `unreadable_field` for a list that is no JSON and for a field that the call does not have.
pub fn from_fields<E: Edit>(fields: &BTreeMap<String, String>) -> Result<E, Problems> {
    let mut problems = Problems::default();
    let mut call = Map::new();
    for (name, text) in fields {
        // A multipart body has every line end in CR and LF; kept so, an unchanged text would look changed.
        let value = if JSON_FIELDS.contains(&name.as_str()) {
            serde_json::from_str(text.trim())
        } else {
            Ok(Value::String(text.replace("\r\n", "\n")))
        };
        match value {
            Ok(value) => drop(call.insert(name.clone(), value)),
            Err(_) => problems.add(name, "unreadable_field", format!("The field {name} can't be read.")),
        }
    }
    let call =
        serde_json::from_value(Value::Object(call)).map_err(|error| problems.add("", "unreadable_field", error.to_string()));
    call.ok().filter(|_| problems.is_empty()).ok_or(problems)
}
