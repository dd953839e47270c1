//! Numbers in sentences about lists.

/// A number with its noun: `1 chip`, `1,204 chips`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A whole number with commas: `31,984`.
pub(crate) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
