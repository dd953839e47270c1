//! Reads the elements of a JSON array one after the other, so that a long list is never held in memory as JSON values.

use std::fmt;

use serde::de::{Deserializer as _, SeqAccess, Visitor};
use serde_json::Value;

/// Calls `handle` with the number, counted from 1, and the value of each element of a JSON array.
///
/// # Errors
/// When the text is not a JSON array. The elements before the fault have been handled by then.
pub(super) fn for_each(bytes: &[u8], handle: impl FnMut(usize, Value)) -> serde_json::Result<()> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    json.deserialize_seq(ElementVisitor(handle))?;
    json.end()
}

struct ElementVisitor<F>(F);

impl<'de, F: FnMut(usize, Value)> Visitor<'de> for ElementVisitor<F> {
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
