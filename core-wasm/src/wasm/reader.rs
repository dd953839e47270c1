//! JavaScript values on their way in.
//!
//! A struct is read field by field in the order of its declaration, and whatever doesn't fit is refused without saying where: code
//! that finds fields by their names, and texts that describe the mistake, would be a fifth of the module that every visitor
//! downloads (decision 33). So a type that the pages read has no `serde(default)`, `alias` or `flatten` in the browser's build; a
//! field that may be missing is an `Option`, or read with [`crate::text::or_default`].

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

/// A value as a rule's type.
///
/// # Errors
/// `bad_argument`.
pub(super) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    T::deserialize(Reader(value)).map_err(|_| CoreError::new("bad_argument", "An argument does not have the form of its type."))
}

/// The value has another form than the type.
#[derive(Debug)]
pub(crate) struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unreadable")
    }
}

impl std::error::Error for Unreadable {}

impl de::Error for Unreadable {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Numbers beyond this are not whole in JavaScript.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

struct Reader(JsValue);

impl Reader {
    fn is_nothing(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }

    fn whole(&self) -> Result<i64, Unreadable> {
        let number = self.0.as_f64().ok_or(Unreadable)?;
        let whole = number as i64;
        if whole as f64 == number && number.abs() <= MAX_SAFE_INTEGER { Ok(whole) } else { Err(Unreadable) }
    }

    fn items(&self) -> Result<Items<'_>, Unreadable> {
        let array = self.0.dyn_ref::<Array>().ok_or(Unreadable)?;
        Ok(Items { array, at: 0 })
    }
}

/// The methods of several types that are read in one way.
macro_rules! read_as {
    ($($method:ident)* => |$self:ident, $visitor:ident| $read:expr) => {
        $(fn $method<V: Visitor<'de>>($self, $visitor: V) -> Result<V::Value, Unreadable> { $read })*
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
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

    read_as!(deserialize_bool => |self, visitor| visitor.visit_bool(self.0.as_bool().ok_or(Unreadable)?));
    read_as!(deserialize_f32 deserialize_f64 => |self, visitor| visitor.visit_f64(self.0.as_f64().ok_or(Unreadable)?));
    read_as!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 => |self, visitor| visitor.visit_i64(self.whole()?));
    read_as!(deserialize_str deserialize_string deserialize_identifier => |self, visitor| {
        visitor.visit_string(self.0.as_string().ok_or(Unreadable)?)
    });
    read_as!(deserialize_seq => |self, visitor| visitor.visit_seq(self.items()?));

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.is_nothing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        if !self.0.is_object() {
            return Err(Unreadable);
        }
        visitor.visit_seq(Values { object: self.0.unchecked_ref(), names: fields })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(Variant(index(&self.0, variants)?))
    }

    forward_to_deserialize_any! { char bytes byte_buf i128 u128 unit unit_struct tuple tuple_struct map ignored_any }
}

/// The number of the variant that a text names.
fn index(value: &JsValue, variants: &[&str]) -> Result<u32, Unreadable> {
    let name = value.as_string().ok_or(Unreadable)?;
    let at = variants.iter().position(|variant| *variant == name).ok_or(Unreadable)?;
    u32::try_from(at).map_err(|_| Unreadable)
}

/// The items of an array.
struct Items<'a> {
    array: &'a Array,
    at: u32,
}

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        if self.at >= self.array.length() {
            return Ok(None);
        }
        let item = self.array.get(self.at);
        self.at += 1;
        seed.deserialize(Reader(item)).map(Some)
    }
}

/// The values of an object's fields, in the order of a type's.
struct Values<'a> {
    object: &'a Fields,
    names: &'static [&'static str],
}

impl<'de> de::SeqAccess<'de> for Values<'_> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        seed.deserialize(Reader(self.object.field(name))).map(Some)
    }
}

/// A variant without data, by its number; no type of the pages has another.
struct Variant(u32);

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Unreadable> {
        let number: U32Deserializer<Unreadable> = self.0.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Unreadable> {
        Err(Unreadable)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Unreadable> {
        Err(Unreadable)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Unreadable> {
        Err(Unreadable)
    }
}
