//! The description of the fields of a race's page; [`super::table`] lists them, one per line.
//!
//! From that list are generated: the Create Race form, the calls that save a part, the fields of each part and section, the
//! checks, and the labels at the inputs and in the history.

use serde::Serialize;

use super::edit::Part;
use crate::flag::Flag;
use crate::race::embed::EmbedKind;

/// The kind of a field's input, which also decides how the field is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Input {
    /// One line of text.
    Line,
    /// Several lines of text.
    Lines,
    /// A list of texts whose order can be changed.
    Entries,
    /// A list of other sites, each as its https address.
    Sites,
    /// On or off.
    Switch,
    /// A whole number.
    Number,
    /// A date.
    Date,
    /// A time zone.
    Zone,
    /// Latitude and longitude.
    Point,
    /// A link to another site.
    Link,
    /// A path of this site, or a link to another site.
    Path,
    /// The address or the embed code of a frame.
    Frame,
    /// One picture.
    Picture,
    /// A special input, made for this field only.
    Own,
    /// No input: the field is derived from other fields of its part.
    Derived,
    /// No input here: the input is in another part, and this part contains the field too.
    Shared,
}

/// A field of a race's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// Its name in the record.
    pub name: &'static str,
    /// The part of the page that it belongs to.
    pub part: Part,
    /// The label at its input and in the history of its part.
    pub label: &'static str,
    /// The label at its input when it differs from `label`; blank otherwise.
    pub input_label: &'static str,
    /// A sentence below the input's label.
    pub hint: &'static str,
    /// The placeholder of the empty input.
    pub placeholder: &'static str,
    /// The kind of its input.
    pub input: Input,
    /// The use of a pasted frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub frame: Option<EmbedKind>,
    /// The name of one entry of a list.
    pub item: &'static str,
    /// Its names in the Create Race form and in problems, when they differ from its name in the record.
    pub names: &'static [&'static str],
    /// Whether form, calls and record have it under one name and with one type, so that its value is copied unchanged.
    #[serde(skip)]
    pub direct: bool,
    /// Whether filling in this field completes its section of the form, in some sections together with other fields.
    #[serde(skip)]
    pub completes: bool,
    /// Whether a new form has a default text in it (SPEC §9).
    #[serde(skip)]
    pub prefilled: bool,
    /// The switch that shows this field; when it is off, the field is not visible and not checked.
    #[serde(skip)]
    pub shown_by: &'static str,
}

/// A field with this kind of input. The table sets the part.
pub(super) const fn field(name: &'static str, label: &'static str, input: Input) -> Field {
    Field {
        name,
        part: Part::Header,
        label,
        input_label: "",
        hint: "",
        placeholder: "",
        input,
        frame: None,
        item: "",
        names: &[],
        direct: false,
        completes: false,
        prefilled: false,
        shown_by: "",
    }
}

/// A field for the pasted code or address of a frame.
pub(super) const fn frame(name: &'static str, label: &'static str, kind: EmbedKind) -> Field {
    Field { frame: Some(kind), ..field(name, label, Input::Frame) }
}

impl Field {
    pub(super) const fn of(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// `of` is the type that form, calls and record have in common.
    pub(super) const fn direct(self, of: &'static str) -> Self {
        Self { direct: !of.is_empty(), ..self }
    }

    pub(super) const fn input_label(self, input_label: &'static str) -> Self {
        Self { input_label, ..self }
    }

    pub(super) const fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    pub(super) const fn placeholder(self, placeholder: &'static str) -> Self {
        Self { placeholder, ..self }
    }

    pub(super) const fn item(self, item: &'static str) -> Self {
        Self { item, ..self }
    }

    pub(super) const fn names(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    pub(super) const fn completes(self) -> Self {
        Self { completes: true, ..self }
    }

    pub(super) const fn prefilled(self) -> Self {
        Self { prefilled: true, ..self }
    }

    pub(super) const fn shown_by(self, switch: &'static str) -> Self {
        Self { shown_by: switch, ..self }
    }

    /// Its names in the Create Race form and in problems.
    pub fn form_names(&self) -> &[&'static str] {
        if self.names.is_empty() { std::slice::from_ref(&self.name) } else { self.names }
    }
}

/// The value of a field that form and record have in common.
#[derive(Debug, Clone, Copy)]
pub(super) enum FieldValue<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Switch(Flag),
    Number(u32),
}

impl<'a> From<&'a String> for FieldValue<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Vec<String>> for FieldValue<'a> {
    fn from(texts: &'a Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl From<&Flag> for FieldValue<'_> {
    fn from(flag: &Flag) -> Self {
        Self::Switch(*flag)
    }
}

impl From<&u32> for FieldValue<'_> {
    fn from(number: &u32) -> Self {
        Self::Number(*number)
    }
}

/// Generates from the table: [`super::table::FIELDS`], the Create Race form, and a struct for each call that saves parts.
///
/// A line with a type is a field that form, record and call have under the same name. A line without a type has no field of its
/// own in them: `form` and the additional fields of the calls contain its values, and their `apply` and `From` code converts
/// them.
macro_rules! race_fields {
    (
        form { $($(#[$own_meta:meta])* $own:ident: $own_type:ty),* $(,)? }
        $(
            $(#[$call_meta:meta])*
            call $call:ident { $($(#[$extra_meta:meta])* $extra:ident: $extra_type:ty),* $(,)? }
            $(part $part:ident { $($field:ident $(: $(#[$meta:meta])* $type:ty)? = $info:expr;)* })+
        )*
    ) => {
        /// Every field, part by part.
        pub static FIELDS: &[Field] = &[$($($($info.of(Part::$part)$(.direct(stringify!($type)))?,)*)+)*];

        impl Part {
            /// The fields of the record that belong to the part. `Distance` belongs to both header and card: a change in one is
            /// visible in the other.
            pub fn fields(self) -> &'static [&'static str] {
                match self { $($(Self::$part => const { &[$($info.name),*] },)+)* }
            }
        }

        /// All fields of the Create Race form except its files. The names are those of the multipart fields (SPEC §7).
        ///
        /// `Day`, `StartTime` and the frames are derived when the race is created. A missing field gets its default, so that a
        /// draft of an older form can be read.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "PascalCase")]
        #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
        #[allow(missing_docs, reason = "the fields are those of Race")]
        pub struct CreateForm {
            $($(#[$own_meta])* pub $own: $own_type,)*
            $($($($($(#[$meta])* pub $field: $type,)?)*)+)*
        }

        impl CreateForm {
            /// A form whose fields are all blank.
            pub(super) fn blank() -> Self {
                Self { $($own: Default::default(),)* $($($($($field: <$type>::default(),)?)*)+)* }
            }

            /// A form with the direct fields of a record; the others are blank.
            pub(super) fn from_direct_fields(race: Race) -> Self {
                Self { $($($($($field: identity::<$type>(race.$field),)?)*)+)* ..Self::blank() }
            }

            /// Copies the direct fields to a record.
            pub(super) fn copy_direct_fields(self, race: &mut Race) {
                $($($($(race.$field = identity::<$type>(self.$field);)?)*)+)*
            }

            /// The values of the direct fields, in the table's order.
            pub(super) fn direct_values(&self) -> Vec<(&'static Field, FieldValue<'_>)> {
                vec![$($($($({
                    const FIELD: &Field = &$info.of(Part::$part);
                    (FIELD, FieldValue::from(&self.$field as &$type))
                },)?)*)+)*]
            }
        }

        $(
            $(#[$call_meta])*
            #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
            #[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
            #[allow(missing_docs, reason = "the fields are those of Race")]
            pub struct $call {
                /// The race's current name; blank when the path contains it.
                pub race_name: String,
                $($(#[$extra_meta])* pub $extra: $extra_type,)*
                $($($($(#[$meta])* pub $field: Option<$type>,)?)*)+
                /// The versions of the parts, as in [`Call::versions`].
                pub versions: Versions,
            }

            impl Call for $call {
                const PARTS: &'static [Part] = &[$(Part::$part),+];

                fn race_name(&self) -> &str {
                    &self.race_name
                }

                fn versions(&self) -> &Versions {
                    &self.versions
                }

                #[allow(unused_variables, reason = "a call may have no such field")]
                fn copy_direct_fields(&self, race: &mut Race) {
                    $($($(if let Some(sent) = &self.$field { <$type>::clone_from(&mut race.$field, sent); })?)*)+
                }
            }
        )*
    };
}

pub(super) use race_fields;
