//! The elements of a JSON array, one after the other: a long list is never held whole as values.

use std::fmt;

use serde::de::{Deserializer as _, SeqAccess, Visitor};
use serde_json::Value;

/// Hands each element of a JSON array to `each` with its number, counted from 1.
///
/// # Errors
/// When the text is no JSON array. What came before the fault was handed on.
pub(super) fn each(bytes: &[u8], each: impl FnMut(usize, Value)) -> serde_json::Result<()> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    json.deserialize_seq(Each(each))?;
    json.end()
}

struct Each<F>(F);

impl<'de, F: FnMut(usize, Value)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(element) = elements.next_element()? {
            number += 1;
            (self.0)(number, element);
        }
        Ok(())
    }
}
