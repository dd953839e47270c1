//! The parts of the OpenAPI document that do not come from types: multipart forms, and what applies to every call.
//!
//! Bodies and answers are described by their types, also by those of the core (its feature `schema`). A multipart form has no type:
//! its fields come from the core's table, its files from this module.

mod answers;
mod presence;

pub(crate) use answers::{complete, for_administrators};
pub(crate) use presence::settle;

use core_wasm::editor::edit::Part;
use core_wasm::editor::fields::Input;
use core_wasm::editor::table::FIELDS;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

/// The kind of a form's field.
#[derive(Clone, Copy)]
enum Field {
    /// A text.
    Text,
    /// `True` or `False`.
    Flag,
    /// JSON as a text, because a multipart form has only texts and files.
    Json(&'static str),
    /// A number.
    Number,
    /// One picture.
    File,
    /// Several pictures; an empty file means no picture.
    Files,
}

use Field::{File, Files, Flag, Json, Number, Text};

/// The version of each part that the caller has read: a part that has changed since then is not overwritten.
const VERSIONS: Field = Json("the version of each part as it was read; 409 EDIT_CONFLICT when one is another now");

impl Field {
    fn schema(self) -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let file = || text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        match self {
            Text => text().into(),
            Flag => text().enum_values(Some(["True", "False"])).into(),
            Json(what) => text().description(Some(format!("JSON text: {what}"))).into(),
            Number => ObjectBuilder::new().schema_type(Type::Integer).into(),
            File => file().into(),
            Files => ArrayBuilder::new().items(file()).into(),
        }
    }
}

/// The fields of a page's parts that a form has under the same names as the core's table.
fn of_parts(parts: &[Part]) -> impl Iterator<Item = (&'static str, Field)> {
    FIELDS.iter().filter(|field| field.direct && parts.contains(&field.part)).map(|field| {
        let kind = match field.input {
            Input::Switch => Flag,
            Input::Number => Number,
            Input::Entries => Json("a list of texts"),
            _ => Text,
        };
        (field.name, kind)
    })
}

/// Defines a form's schema. The fields before the semicolon are required; those of parts come from the core's table.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident { $($needed:literal: $needed_kind:expr),*; $([$parts:expr])? $($field:literal: $kind:expr),* $(,)? }) => {
        $(#[$doc])*
        pub(crate) struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                #[allow(unused_mut, reason = "a form may need nothing")]
                let mut object = ObjectBuilder::new();
                $(object = object.property($needed, $needed_kind.schema()).required($needed);)*
                $(for (name, kind) in of_parts($parts) {
                    object = object.property(name, kind.schema());
                })?
                $(object = object.property($field, $kind.schema());)*
                object.into()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

form! {
    /// `POST /createPage`
    CreatePage { "Race": Text; [&Part::ALL]
        "DistanceStartTimes": Json("a list of distance and startTime"), "isHidden": Flag, "NumberOfCourses": Number,
        "AccommodationEnabled": Flag, "Accommodation": Json("a list whose first item has Enabled and Description"),
        "DonateButtonEnabled": Flag, "DonateLink": Text, "VolunteerButtonEnabled": Flag, "VolunteerLink": Text,
        "SponsorButtonEnabled": Flag, "SponsorLink": Text, "CommunityPartnersEnabled": Flag,
        "CommunityPartnersData": Json("a list of Link"), "raceLogo": File, "shirt": File, "medal": File, "medals3": File,
        "acrylic": File, "memImages": Files, "communityPartnerImages": Files }
}

form! {
    /// `PUT /updateRaceCard/{raceName}`
    CardForm { ; [&[Part::Card]] "raceLogo": File, "Versions": VERSIONS }
}

form! {
    /// `PUT /updatePrizeImages/{race}`
    PrizesForm { ;
        "medal": File, "shirt": File, "medals3": File, "acrylic": File, "imagesToDelete": Json("a list of these four kinds"),
        "Versions": VERSIONS }
}

form! {
    /// `PUT /updateCommunityPartners`
    PartnersForm { "RaceName": Text;
        "CommunityPartnersEnabled": Flag,
        "CommunityPartnersData": Json("a list of Link and, for a sponsor that keeps its logo, keep: the position at which it stood"),
        "communityPartnerImages": Files, "Versions": VERSIONS }
}

form! {
    /// `PUT /profile/picture`
    PictureForm { ; "picture": File }
}

form! {
    /// `PUT /{race}/memory-images`, with files
    MemoriesForm { "action": Text; "memories": Files, "Versions": VERSIONS }
}
