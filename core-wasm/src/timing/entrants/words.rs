//! Numbers in sentences about lists.

pub(crate) use crate::text::grouped;

/// A number with its noun: `1 chip`, `1,204 chips`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Things in a sentence: `a, b and c`; after the first few their number.
pub(crate) fn listed(items: &[String]) -> String {
    const NAMED: usize = 6;
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if items.len() <= NAMED => format!("{} and {last}", first.join(", ")),
        _ => {
            let named: Vec<&str> = items.iter().take(NAMED).map(String::as_str).collect();
            format!("{} and {} more", named.join(", "), grouped(items.len() - NAMED))
        }
    }
}
