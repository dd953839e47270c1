//! The schemas of the types whose wire form is written by hand; every other type that travels derives its own.

use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::editor::edit::{Part, Versions};
use crate::flag::Flag;
use crate::timing::Status;
use crate::timing::standing::Row;

impl PartialSchema for Flag {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some([Self::TRUE, Self::FALSE].map(Self::as_str))).into()
    }
}

impl ToSchema for Flag {}

impl PartialSchema for Versions {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new().description(Some("The version of each part that is known"));
        Part::ALL.into_iter().fold(object, |object, part| object.property(part.id(), Option::<String>::schema())).into()
    }
}

impl ToSchema for Versions {}

impl PartialSchema for Row {
    fn schema() -> RefOr<Schema> {
        let (text, number, time) = (String::schema, i64::schema, Option::<i64>::schema);
        let splits = ArrayBuilder::new().items(time()).into();
        let [bib, first_name, last_name, gender] = [text(), text(), text(), text()];
        let [group, contest, flags, wave] = std::array::from_fn(|_| number());
        let (status, start, finish) = (Status::schema(), time(), time());
        // In the order in which they are sent (`timing::sent`).
        let fields = [bib, first_name, last_name, gender, group, contest, status, start, splits, finish, flags, wave];
        let inline = fields.into_iter().filter_map(|field| match field {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(_) => None,
        });
        ArrayBuilder::new().prefix_items(inline).items(ArrayItems::False).into()
    }
}

impl ToSchema for Row {}
