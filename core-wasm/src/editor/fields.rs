//! The fields of a race's page as the editors know them; [`super::table`] lists them, one a line.
//!
//! From that list follow the Create Race form, the calls that save a part, which field belongs to which part and section, what is
//! checked of it, and what it is called at its input and in its history.

use serde::Serialize;

use super::edit::Part;
use crate::flag::Flag;
use crate::race::embed::EmbedKind;

/// How a field is asked for, which decides what is checked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Input {
    /// One line of text.
    Line,
    /// Several lines of text.
    Lines,
    /// Texts in an order that can be changed.
    Entries,
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
    /// A path of this site, or a link.
    Path,
    /// An address or the code of a frame.
    Frame,
    /// One picture.
    Picture,
    /// An input of its own, made for this field alone.
    Own,
    /// None: it follows from other fields of its part.
    Derived,
    /// None: another part asks for it, and this one holds it too.
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
    /// What people call it, at its input and in the history of its part.
    pub label: &'static str,
    /// What its input says where that is another thing than the label; blank otherwise.
    pub asks: &'static str,
    /// A sentence under the input's label.
    pub hint: &'static str,
    /// What stands in the empty input.
    pub placeholder: &'static str,
    /// How it is asked for.
    pub input: Input,
    /// What a pasted frame is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub frame: Option<EmbedKind>,
    /// What one entry of a list is called.
    pub item: &'static str,
    /// Its names in the Create Race form and in problems, where those are not its name in the record.
    pub names: &'static [&'static str],
    /// Whether form, calls and record hold it under one name and in one type.
    #[serde(skip)]
    pub alike: bool,
    /// Whether a section of the form is done once this field, or in some sections this and others, was filled in.
    #[serde(skip)]
    pub completes: bool,
    /// Whether a new form begins with words in it (SPEC §9).
    #[serde(skip)]
    pub prefilled: bool,
    /// The switch without which nobody sees it, so that nothing checks it.
    #[serde(skip)]
    pub behind: &'static str,
}

/// A field that is asked for in this way. The part is the table's to say.
pub(super) const fn field(name: &'static str, label: &'static str, input: Input) -> Field {
    Field {
        name,
        part: Part::Header,
        label,
        asks: "",
        hint: "",
        placeholder: "",
        input,
        frame: None,
        item: "",
        names: &[],
        alike: false,
        completes: false,
        prefilled: false,
        behind: "",
    }
}

/// A field that holds what is pasted for a frame.
pub(super) const fn frame(name: &'static str, label: &'static str, kind: EmbedKind) -> Field {
    Field { frame: Some(kind), ..field(name, label, Input::Frame) }
}

impl Field {
    pub(super) const fn of(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// `of` is the type in which form, calls and record hold it.
    pub(super) const fn alike(self, of: &'static str) -> Self {
        Self { alike: !of.is_empty(), ..self }
    }

    pub(super) const fn asks(self, asks: &'static str) -> Self {
        Self { asks, ..self }
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

    pub(super) const fn behind(self, switch: &'static str) -> Self {
        Self { behind: switch, ..self }
    }

    /// Its names in the Create Race form and in problems.
    pub fn form_names(&self) -> &[&'static str] {
        if self.names.is_empty() { std::slice::from_ref(&self.name) } else { self.names }
    }
}

/// The value of a field that the form and the record hold alike.
#[derive(Debug, Clone, Copy)]
pub(super) enum Held<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Switch(Flag),
    Number(u32),
}

impl<'a> From<&'a String> for Held<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Vec<String>> for Held<'a> {
    fn from(texts: &'a Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl From<&Flag> for Held<'_> {
    fn from(flag: &Flag) -> Self {
        Self::Switch(*flag)
    }
}

impl From<&u32> for Held<'_> {
    fn from(number: &u32) -> Self {
        Self::Number(*number)
    }
}

/// Makes of the table: [`super::table::FIELDS`], the Create Race form, and a struct for each call that saves parts.
///
/// A line with a type is a field that form, record and call hold under the same name. A line without one has no place of its own in
/// them: `form` and the calls' own fields hold what belongs to it, and the code beside them says how.
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
        pub static FIELDS: &[Field] = &[$($($($info.of(Part::$part)$(.alike(stringify!($type)))?,)*)+)*];

        impl Part {
            /// The fields of the record that it owns. `Distance` is both the header's and the card's: each sees the other's change.
            pub fn fields(self) -> &'static [&'static str] {
                match self { $($(Self::$part => const { &[$($info.name),*] },)+)* }
            }
        }

        /// All fields of the Create Race form but its files. The names are those of the multipart fields (SPEC §7).
        ///
        /// `Day`, `StartTime` and the frames are derived when the race is made. A missing field has its default, so that a draft of
        /// an older form can be read.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        #[serde(rename_all = "PascalCase")]
        #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
        #[allow(missing_docs, reason = "the fields are those of Race")]
        pub struct CreateForm {
            $($(#[$own_meta])* pub $own: $own_type,)*
            $($($($($(#[$meta])* pub $field: $type,)?)*)+)*
        }

        impl CreateForm {
            /// A form with nothing in it.
            pub(super) fn blank() -> Self {
                Self { $($own: Default::default(),)* $($($($($field: <$type>::default(),)?)*)+)* }
            }

            /// The fields that a record holds alike; the others are blank.
            pub(super) fn alike(race: Race) -> Self {
                Self { $($($($($field: identity::<$type>(race.$field),)?)*)+)* ..Self::blank() }
            }

            /// Gives a record the fields that it holds alike.
            pub(super) fn give_alike(self, race: &mut Race) {
                $($($($(race.$field = identity::<$type>(self.$field);)?)*)+)*
            }

            /// The values of the fields that a record holds alike, in the table's order.
            pub(super) fn held(&self) -> Vec<(&'static Field, Held<'_>)> {
                vec![$($($($({
                    const FIELD: &Field = &$info.of(Part::$part);
                    (FIELD, Held::from(&self.$field as &$type))
                },)?)*)+)*]
            }
        }

        $(
            $(#[$call_meta])*
            #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
            #[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
            #[allow(missing_docs, reason = "the fields are those of Race")]
            pub struct $call {
                /// The race's name so far; not needed where the path has it.
                pub race_name: String,
                $($(#[$extra_meta])* pub $extra: $extra_type,)*
                $($($($(#[$meta])* pub $field: Option<$type>,)?)*)+
                /// As in [`Call::versions`].
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
                fn give_alike(&self, race: &mut Race) {
                    $($($(if let Some(sent) = &self.$field { <$type>::clone_from(&mut race.$field, sent); })?)*)+
                }
            }
        )*
    };
}

pub(super) use race_fields;
