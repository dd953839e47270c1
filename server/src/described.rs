//! How the document describes what is the core's: forms by their fields, answers by a specimen that the core itself writes.

mod answers;

pub(crate) use answers::{complete, for_administrators};

use core_wasm::editor::edit::{Call, ContentEdit, Part};
use core_wasm::editor::fields::Input;
use core_wasm::editor::table::FIELDS;
use core_wasm::race::{Accommodation, Button, DistanceStart, Race};
use serde_json::{Value, json};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{AllOfBuilder, Ref, RefOr};

/// The kind of a form's field.
#[derive(Clone, Copy)]
enum Field {
    /// A text.
    Text,
    /// `True` or `False`.
    Flag,
    /// A list of texts.
    Texts,
    /// JSON as a text, as a multipart form must have it.
    Json(&'static str),
    /// A number.
    Number,
    /// One picture.
    File,
    /// Several pictures; an empty file means no picture.
    Files,
    /// The version of each part as it was read: what changed since is not written over.
    Versions,
}

use Field::{File, Files, Flag, Json, Number, Text, Texts, Versions};

impl Field {
    fn schema(self) -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let file = || text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        match self {
            Text => text().into(),
            Flag => text().enum_values(Some(["True", "False"])).into(),
            Texts => ArrayBuilder::new().items(text()).into(),
            Json(what) => text().description(Some(format!("JSON text: {what}"))).into(),
            Number => ObjectBuilder::new().schema_type(Type::Integer).into(),
            File => file().into(),
            Files => ArrayBuilder::new().items(file()).into(),
            Versions => ObjectBuilder::new()
                .description(Some("Optional: the version of each part as it was read; 409 EDIT_CONFLICT when one is another now"))
                .additional_properties(Some(text()))
                .into(),
        }
    }
}

/// The fields of a page's parts that a form holds as the core's table has them; its lists are of this kind.
fn of_parts(parts: &[Part], lists: Field) -> impl Iterator<Item = (&'static str, Field)> {
    FIELDS.iter().filter(|field| field.direct && parts.contains(&field.part)).map(move |field| {
        let kind = match field.input {
            Input::Switch => Flag,
            Input::Number => Number,
            Input::Entries => lists,
            _ => Text,
        };
        (field.name, kind)
    })
}

/// Defines a form's schema. The fields before the semicolon are required; those of parts come from the core's table.
macro_rules! form {
    ($(#[$doc:meta])* $name:ident { $($needed:literal: $needed_kind:expr),*; $([$parts:expr, lists $lists:expr])? $($field:literal: $kind:expr),* $(,)? }) => {
        $(#[$doc])*
        pub(crate) struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                #[allow(unused_mut, reason = "a form may need nothing")]
                let mut object = ObjectBuilder::new();
                $(object = object.property($needed, $needed_kind.schema()).required($needed);)*
                $(for (name, kind) in of_parts($parts, $lists) {
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
    CreatePage { "Race": Text; [&Part::ALL, lists Json("a list of texts")]
        "DistanceStartTimes": Json("a list of distance and startTime"), "isHidden": Flag, "NumberOfCourses": Number,
        "AccommodationEnabled": Flag, "Accommodation": Json("a list whose first item has Enabled and Description"),
        "DonateButtonEnabled": Flag, "DonateLink": Text, "VolunteerButtonEnabled": Flag, "VolunteerLink": Text,
        "SponsorButtonEnabled": Flag, "SponsorLink": Text, "CommunityPartnersEnabled": Flag,
        "CommunityPartnersData": Json("a list of Link"), "raceLogo": File, "shirt": File, "medal": File, "medals3": File,
        "acrylic": File, "memImages": Files, "communityPartnerImages": Files }
}

form! {
    /// `PUT /updateHeaderText`
    HeaderForm { "RaceName": Text; [&[Part::Header], lists Texts]
        "EditedName": Text, "Day": Text, "Distance": Text,
        "DistanceStartTimes": Json("a list of distance and startTime; or the list itself"), "Versions": Versions }
}

form! {
    /// `PUT /updateAboutDirectionsText`
    AboutForm { "RaceName": Text; [&[Part::Location], lists Texts] "Versions": Versions }
}

form! {
    /// `PUT /updateContentSections`
    ContentForm { "RaceName": Text; [ContentEdit::PARTS, lists Texts] "Versions": Versions }
}

form! {
    /// `PUT /updateInteractiveFeatures`
    FeaturesForm { "RaceName": Text;
        "DonateButtonEnabled": Flag, "DonateLink": Text, "VolunteerButtonEnabled": Flag, "VolunteerLink": Text,
        "SponsorButtonEnabled": Flag, "SponsorLink": Text, "AccommodationEnabled": Flag, "AccommodationDescription": Text,
        "Versions": Versions }
}

form! {
    /// `PUT /updateCourse3Text`
    Course3Form { "RaceName": Text; [&[Part::Course], lists Texts] "Versions": Versions }
}

form! {
    /// `PUT /updateCourse2Text`
    Course2Form { "RaceName": Text; "CourseDescription": Text, "Course1": Text, "Course2": Text, "Versions": Versions }
}

form! {
    /// `PUT /updateRaceMedia`
    MediaForm { "RaceName": Text; [&[Part::Media], lists Texts] "Versions": Versions }
}

form! {
    /// `PUT /updateRaceCard/{raceName}`
    CardForm { ; [&[Part::Card], lists Texts] "raceLogo": File, "Versions": Json("the version of each part as it was read") }
}

form! {
    /// `PUT /updatePrizeImages/{race}`
    PrizesForm { ;
        "medal": File, "shirt": File, "medals3": File, "acrylic": File, "imagesToDelete": Json("a list of these four kinds"),
        "Versions": Json("the version of each part as it was read") }
}

form! {
    /// `PUT /updateCommunityPartners`
    PartnersForm { "RaceName": Text;
        "CommunityPartnersEnabled": Flag,
        "CommunityPartnersData": Json("a list of Link and, for a sponsor that keeps its logo, keep: the position at which it stood"),
        "communityPartnerImages": Files, "Versions": Json("the version of each part as it was read") }
}

form! {
    /// `PUT /{race}/memory-images`, with files
    MemoriesForm { "action": Text; "memories": Files, "Versions": Json("the version of each part as it was read") }
}

form! {
    /// `PUT /{race}/memory-images`, without
    MemoryRemoval { "action": Text; "imageId": Text, "imageIds": Texts, "Versions": Versions }
}

/// A schema under its name, told by a value of it.
macro_rules! specimen {
    ($(#[$doc:meta])* $name:ident = $value:expr) => {
        $(#[$doc])*
        pub(crate) struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                like(&$value)
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

specimen! {
    /// A race's full record.
    RaceRecord = race()
}
specimen! {
    /// An item of `/getRaceDates`.
    RaceDates = json!({ "Date": "June 15, 2027", "DistanceStartTimes": [{ "distance": "Half", "startTime": "7:30 AM" }],
        "TimeZone": "America/New_York", "Race": "Spring Half", "isCanceled": "False" })
}
specimen! {
    /// An item of `/getRaceCards`.
    Card = json!({ "Race": "Spring Half", "Date": "June 15, 2027", "Day": "Tuesday", "Distance": "Half, 10K",
        "DistanceStartTimes": [{ "distance": "Half", "startTime": "7:30 AM" }], "CardLocation": "Trenton, NJ", "Info": "spring-half",
        "isCanceled": "False", "MaxCapacity": "False", "Link": "https://register.example.com/", "RaceLogo": image(),
        "TimeZone": "America/New_York" })
}
specimen! {
    /// What `/getAllPageRaces` answers.
    RaceNames = json!({ "races": [{ "id": "0b6e7c1f", "name": "Spring Half", "date": "June 15, 2027", "timeZone": "America/New_York", "isHidden": "True" }] })
}

/// `{race}`, as pages show it.
pub(crate) struct OneRace;

impl utoipa::PartialSchema for OneRace {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().property("race", Ref::from_schema_name("RaceRecord")).required("race").into()
    }
}

impl utoipa::ToSchema for OneRace {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("RaceRecord".into(), <RaceRecord as utoipa::PartialSchema>::schema()));
    }
}

/// `{race, versions}`, as an editor loads it.
pub(crate) struct EditableRace;

impl utoipa::PartialSchema for EditableRace {
    fn schema() -> RefOr<Schema> {
        let versions =
            ObjectBuilder::new().property("versions", Versions.schema()).required("versions").property("id", Text.schema());
        AllOfBuilder::new().item(Ref::from_schema_name("OneRace")).item(versions).into()
    }
}

impl utoipa::ToSchema for EditableRace {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        OneRace::schemas(schemas);
        schemas.push(("OneRace".into(), <OneRace as utoipa::PartialSchema>::schema()));
    }
}

/// How a page stands after a call.
pub(crate) struct SavedPage;

impl utoipa::PartialSchema for SavedPage {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        ObjectBuilder::new()
            .property("code", text().description(Some("NO_CHANGES when it stood so before; else missing")))
            .property("message", text())
            .property("updatedRace", Ref::from_schema_name("RaceRecord"))
            .property("versions", Versions.schema())
            .property("RaceName", text())
            .into()
    }
}

impl utoipa::ToSchema for SavedPage {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        OneRace::schemas(schemas);
    }
}

/// The kind of a value, and of everything in it; the value itself is the example.
fn like(value: &Value) -> RefOr<Schema> {
    let simple = |kind| ObjectBuilder::new().schema_type(kind).examples([value.clone()]).into();
    match value {
        Value::Null => ObjectBuilder::new().into(),
        Value::Bool(_) => simple(Type::Boolean),
        Value::Number(_) => simple(Type::Number),
        Value::String(_) => simple(Type::String),
        Value::Array(items) => ArrayBuilder::new().items(items.first().map_or_else(|| Text.schema(), like)).into(),
        Value::Object(fields) => {
            fields.iter().fold(ObjectBuilder::new(), |object, (name, value)| object.property(name, like(value))).into()
        }
    }
}

/// A record with every picture.
fn race() -> Value {
    let race = Race {
        is_hidden: core_wasm::flag::Flag::TRUE,
        distance_start_times: vec![DistanceStart::default()],
        accommodation: vec![Accommodation::default()],
        donate_button: vec![Button::default()],
        volunteer_button: vec![Button::default()],
        sponsor_button: vec![Button::default()],
        ..Race::default()
    };
    let Ok(Value::Object(mut fields)) = serde_json::to_value(race) else { return Value::Null };
    for name in ["RaceLogo", "MedalImage", "ShirtImage", "Medals3Image", "AcrylicImage"] {
        fields.insert(name.into(), image());
    }
    let mut memory = image();
    memory["imageId"] = "an id".into();
    fields.insert("MemImages".into(), json!([memory]));
    let partner = json!({ "Link": "https://sponsor.example.com/", "Image": image() });
    fields.insert("CommunityPartners".into(), json!({ "Enabled": "True", "Partners": [partner] }));
    Value::Object(fields)
}

/// A picture in both ways in which it travels.
fn image() -> Value {
    json!({ "contentType": "image/webp", "data": "base64, without images=url", "url": "/images/<hash>/1200, with images=url",
        "width": 1200, "height": 800 })
}
