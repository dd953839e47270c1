//! Flags, which are sent as the texts `"True"` and `"False"` (SPEC §3).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A yes or no that is sent as the text `"True"` or `"False"`.
///
/// Parsing also accepts any case, JSON booleans and a blank for no, since old records and forms contain all of these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "\"True\" | \"False\""))]
pub struct Flag(pub bool);

impl Flag {
    /// `"True"`.
    pub const TRUE: Self = Self(true);
    /// `"False"`.
    pub const FALSE: Self = Self(false);

    /// Whether it is `"False"`.
    pub fn is_false(&self) -> bool {
        !self.0
    }

    /// The text form.
    pub fn as_str(self) -> &'static str {
        if self.0 { "True" } else { "False" }
    }

    /// Parses a flag; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("true") {
            Some(Self::TRUE)
        } else if text.is_empty() || text.eq_ignore_ascii_case("false") {
            Some(Self::FALSE)
        } else {
            None
        }
    }
}

impl From<bool> for Flag {
    fn from(on: bool) -> Self {
        Self(on)
    }
}

impl Serialize for Flag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Flag;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("\"True\" or \"False\"")
            }
            fn visit_bool<E>(self, on: bool) -> Result<Flag, E> {
                Ok(Flag(on))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Flag, E> {
                Flag::parse(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
