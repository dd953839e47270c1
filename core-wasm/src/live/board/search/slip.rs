//! One slip of the finger.

/// Whether a text begins with a word in which one letter is missing, too many, another one, or changed with its neighbour. The first letter
/// is right, unless it changed with the second.
pub(super) fn is_one_slip(word: &[u8], text: &[u8]) -> bool {
    let same = common(word, text);
    let (word, text) = (after(word, same), after(text, same));
    let is_changed =
        matches!((word, text), ([a, b, ..], [c, d, ..]) if a == d && b == c) && after(text, 2).starts_with(after(word, 2));
    let is_other = !text.is_empty() && after(text, 1).starts_with(after(word, 1));
    let (is_superfluous, is_missing) = (text.starts_with(after(word, 1)), !text.is_empty() && after(text, 1).starts_with(word));
    is_changed || (same > 0 && (is_other || is_superfluous || is_missing))
}

/// Whether a longer text that begins with this one may be one slip away from the word.
pub(super) fn may_begin(word: &[u8], text: &[u8]) -> bool {
    let same = common(word, text);
    let (word, text) = (after(word, same), after(text, same));
    let is_changed = match (word, text) {
        (_, []) => true,
        ([_, b, ..], [c]) => b == c,
        ([a, b, ..], [c, d, ..]) => a == d && b == c && after(word, 2).starts_with(after(text, 2)),
        _ => false,
    };
    let is_other = after(word, 1).starts_with(after(text, 1));
    let (is_superfluous, is_missing) = (after(word, 1).starts_with(text), word.starts_with(after(text, 1)));
    is_changed || (same > 0 && (is_other || is_superfluous || is_missing))
}

/// Whether a text may be one slip away from the word, or begin such a text, by its second and third letters alone: a fast check for many texts.
/// The first letter is that of the word, or the second one.
pub(super) fn is_near(word: &[u8], text: &[u8]) -> bool {
    let ([first, second, third, ..], [begin, b, c, ..]) = (word, text) else { return true };
    // The second letter is right, or a slip is in it and the third one is what follows.
    let is_near = b == second || b == third || c == second || c == third;
    if begin == first { is_near } else { b == first }
}

fn common(word: &[u8], text: &[u8]) -> usize {
    word.iter().zip(text).take_while(|(a, b)| a == b).count()
}

fn after(text: &[u8], of: usize) -> &[u8] {
    text.get(of..).unwrap_or_default()
}
