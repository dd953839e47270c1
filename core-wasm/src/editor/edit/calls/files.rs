//! The texts of the multipart requests. The server adds the files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Call, Edit, link};
use crate::editor::images::PrizeKind;
use crate::editor::table::{CardEdit, MemoriesEdit, PartnersEdit, PrizesEdit};
use crate::error::Problems;
use crate::links;
use crate::race::{Image, Partner, Race, schedule};

/// A sponsor, as the editor sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
pub struct PartnerEdit {
    /// The address that the logo links to; may be blank.
    pub link: String,
    /// The index in the stored list of the sponsor whose logo this one keeps. Without it, the next file is its logo; when
    /// there is no file, it keeps the logo of the sponsor with the same link (SPEC §7 sends only links).
    #[serde(rename = "keep")]
    pub keep: Option<usize>,
    /// The logo that is kept, by its address in the record. It takes precedence over the index, at which another sponsor may be
    /// stored since the list was loaded.
    pub image: Option<Image>,
}

impl Edit for PartnersEdit {
    /// Kept logos move with their sponsors; the server adds the files, which replace a logo that was kept by its link.
    fn apply(&self, race: &mut Race) {
        let partners = &mut race.community_partners;
        if let Some(enabled) = self.community_partners_enabled {
            partners.enabled = enabled;
        }
        if let Some(sent) = &self.community_partners_data {
            let stored_logo = |keep: usize| partners.partners.get(keep)?.image.clone();
            let named = |sent: &PartnerEdit| sent.image.clone().filter(|image| image.url.is_some());
            let logo = |sent: &PartnerEdit| sent.keep.and_then(|keep| named(sent).or_else(|| stored_logo(keep)));
            // Each old logo is used once: of two sponsors with the same link, the first one gets the first logo.
            let kept: Vec<usize> = sent.iter().filter_map(|sent| sent.keep).collect();
            let mut left: Vec<(usize, &str)> = (0..)
                .zip(partners.partners.iter().map(|partner| partner.link.as_str()))
                .filter(|(at, _)| !kept.contains(at))
                .collect();
            let mut of_link = |link: &str| take_logo(&mut left, link).and_then(stored_logo);
            let mut partner = |sent: &PartnerEdit| Partner {
                link: sent.link.clone(),
                image: if sent.keep.is_some() { logo(sent) } else { of_link(&sent.link) },
            };
            partners.partners = sent.iter().map(&mut partner).collect();
        }
        for partner in &mut partners.partners {
            partner.link = link(partners.enabled, &partner.link);
        }
    }
}

/// Removes the first sponsor with this link from `left` (index and link of each) and returns its index.
fn take_logo(left: &mut Vec<(usize, &str)>, link: &str) -> Option<usize> {
    let at = left.iter().position(|(_, other)| other.trim() == link.trim())?;
    Some(left.remove(at).0)
}

/// The sponsor whose logo another one keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LogoSource {
    /// The index of that sponsor in the earlier list; missing where no sponsor has the same link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub at: Option<usize>,
}

/// Returns for each link of `after` the sponsor of `before` whose logo it keeps: the first one with the same link. Each logo is
/// used once, so of two sponsors with the same link the first one keeps the first logo.
pub fn logo_sources(before: &[String], after: &[String]) -> Vec<LogoSource> {
    let mut left: Vec<(usize, &str)> = (0..).zip(before.iter().map(String::as_str)).collect();
    after.iter().map(|link| LogoSource { at: take_logo(&mut left, link) }).collect()
}

impl Edit for CardEdit {
    fn apply(&self, race: &mut Race) {
        self.copy_direct_fields(race);
        race.info = links::completed_path(&race.info);
        schedule::fill_distance(race);
    }
}

impl Edit for PrizesEdit {
    /// Removes the pictures; the server adds new ones, which take precedence over a deletion of the same kind.
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

/// The action on the memories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MemoryAction {
    /// Add the files under `memories`.
    #[default]
    Add,
    /// Delete the pictures `imageId` and `imageIds`.
    Remove,
    /// Sort the pictures in the order of `imageIds`.
    Order,
}

impl Edit for MemoriesEdit {
    /// Deletes or sorts pictures; the server adds new ones. A picture that an order does not contain, because another person
    /// added it meanwhile, follows after those that it contains.
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

/// The fields of a multipart request that are JSON text.
const JSON_FIELDS: [&str; 4] = ["CommunityPartnersData", "imagesToDelete", "imageIds", "Versions"];

/// Reads the texts of a multipart request.
///
/// # Errors
/// `unreadable_field` for a list that is not JSON and for a field that the request does not have.
pub fn from_fields<E: Edit>(fields: &BTreeMap<String, String>) -> Result<E, Problems> {
    let mut problems = Problems::default();
    let mut call = Map::new();
    for (name, text) in fields {
        // A multipart body has CR LF at every line end; without this conversion an unchanged text would count as changed.
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
