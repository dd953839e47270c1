//! Deserializes JavaScript values.
//!
//! A struct is read field by field in the order of its declaration, and a value that does not fit is refused without saying
//! where: code that finds fields by their names, and texts that describe the error, would be a fifth of the module that every
//! visitor downloads (decision 33). So a type that the pages read has no `serde(default)`, `alias` or `flatten` in the browser's
//! build; a

use js_sys::Array;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, Visitor, value::U32Deserializer};
use serde::forward_to_deserialize_any;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::CoreError;

#[wasm_bindgen]
extern "C" {
    type Fields;
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn field(this: &Fields, name: &str) -> JsValue;
}

/// Converts a value to a rule's type.
///
/// # Errors
/// `bad_argument`.
pub(super) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    T::deserialize(Reader(value)).map_err(|_| CoreError::new("bad_argument", "An argument does not have the form of its type."))
}

/// The error that a value does not have the form of the type.
#[derive(Debug)]
pub(crate) struct WrongForm;

impl std::fmt::Display for WrongForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unreadable")
    }
}

impl std::error::Error for WrongForm {}

impl de::Error for WrongForm {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// JavaScript's integers are exact up to this number.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

struct Reader(JsValue);

impl Reader {
    fn is_nothing(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }

    fn whole(&self) -> Result<i64, WrongForm> {
        let number = self.0.as_f64().ok_or(WrongForm)?;
        let whole = number as i64;
        if whole as f64 == number && number.abs() <= MAX_SAFE_INTEGER { Ok(whole) } else { Err(WrongForm) }
    }

    fn items(&self) -> Result<Items<'_>, WrongForm> {
        let array = self.0.dyn_ref::<Array>().ok_or(WrongForm)?;
        Ok(Items { array, at: 0 })
    }
}

/// Defines the methods of several types that are read in the same way.
macro_rules! read_as {
    ($($method:ident)* => |$self:ident, $visitor:ident| $read:expr) => {
        $(fn $method<V: Visitor<'de>>($self, $visitor: V) -> Result<V::Value, WrongForm> { $read })*
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = WrongForm;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongForm> {
        if self.is_nothing() {
            visitor.visit_unit()
        } else if let Some(on) = self.0.as_bool() {
            visitor.visit_bool(on)
        } else if let Some(number) = self.0.as_f64() {
            visitor.visit_f64(number)
        } else {
            self.deserialize_string(visitor)
        }
    }

    read_as!(deserialize_bool => |self, visitor| visitor.visit_bool(self.0.as_bool().ok_or(WrongForm)?));
    read_as!(deserialize_f32 deserialize_f64 => |self, visitor| visitor.visit_f64(self.0.as_f64().ok_or(WrongForm)?));
    read_as!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 => |self, visitor| visitor.visit_i64(self.whole()?));
    read_as!(deserialize_str deserialize_string deserialize_identifier => |self, visitor| {
        visitor.visit_string(self.0.as_string().ok_or(WrongForm)?)
    });
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, WrongForm> {
        visitor.visit_seq(self.items()?)
    }

    read_as!(deserialize_seq => |self, visitor| visitor.visit_seq(self.items()?));

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongForm> {
        if self.is_nothing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, WrongForm> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongForm> {
        if !self.0.is_object() {
            return Err(WrongForm);
        }
        visitor.visit_seq(Values { object: self.0.unchecked_ref(), names: fields })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongForm> {
        visitor.visit_enum(Variant(index(&self.0, variants)?))
    }

    forward_to_deserialize_any! { char bytes byte_buf i128 u128 unit unit_struct tuple_struct map ignored_any }
}

/// The index of the variant that a text names.
fn index(value: &JsValue, variants: &[&str]) -> Result<u32, WrongForm> {
    let name = value.as_string().ok_or(WrongForm)?;
    let at = variants.iter().position(|variant| *variant == name).ok_or(WrongForm)?;
    u32::try_from(at).map_err(|_| WrongForm)
}

/// The items of an array.
struct Items<'a> {
    array: &'a Array,
    at: u32,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = WrongForm;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, WrongForm> {
        if self.at >= self.array.length() {
            return Ok(None);
        }
        let item = self.array.get(self.at);
        self.at += 1;
        seed.deserialize(Reader(item)).map(Some)
    }
}

/// The values of an object's fields, in the order of the type's fields.
struct Values<'a> {
    object: &'a Fields,
    names: &'static [&'static str],
}

impl<'de> de::SeqAccess<'de> for Values<'_> {
    type Error = WrongForm;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, WrongForm> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        seed.deserialize(Reader(self.object.field(name))).map(Some)
    }
}

/// A variant without data, by its index; the types of the pages have no other variants.
struct Variant(u32);

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = WrongForm;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), WrongForm> {
        let number: U32Deserializer<WrongForm> = self.0.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant {
    type Error = WrongForm;

    fn unit_variant(self) -> Result<(), WrongForm> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, WrongForm> {
        Err(WrongForm)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, WrongForm> {
        Err(WrongForm)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, WrongForm> {
        Err(WrongForm)
    }
}
