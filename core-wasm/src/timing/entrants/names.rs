//! A full name in one cell.

/// Endings that belong to the last name.
const ENDINGS: [&str; 7] = ["jr", "sr", "ii", "iii", "iv", "v", "esq"];
/// Words that begin a last name of several words.
const PARTICLES: [&str; 22] = [
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "st", "ter", "ten", "bin", "ibn",
    "al", "el", "zu", "mac",
];

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word.trim_end_matches('.')))
}

/// First and last name of a full name: "Byron, Ada", "Ada Byron", "Ada van der Berg", "Ada Byron Jr.".
///
/// ```
/// use core_wasm::timing::entrants::names::split;
/// assert_eq!(split("Byron, Ada"), ("Ada".into(), "Byron".into()));
/// assert_eq!(split("Ada de la Cruz"), ("Ada".into(), "de la Cruz".into()));
/// ```
pub fn split(name: &str) -> (String, String) {
    let parts: Vec<&str> = name.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        // "Ng, Jr., Ann" and "Ng, Ann, Jr."; "Ann Ng, Jr." is first name first.
        [last, ending, first] if is_one_of(ending, &ENDINGS) => ((*first).to_owned(), format!("{last} {ending}")),
        [last, first, ending] if is_one_of(ending, &ENDINGS) => ((*first).to_owned(), format!("{last} {ending}")),
        [name, ending] if is_one_of(ending, &ENDINGS) => {
            let (first, last) = first_name_first(name);
            (first, format!("{last}, {ending}"))
        }
        [last, first @ ..] if !first.is_empty() => (first.join(" "), (*last).to_owned()),
        _ => first_name_first(&name.replace(',', " ")),
    }
}

fn first_name_first(name: &str) -> (String, String) {
    let words: Vec<&str> = name.split_whitespace().collect();
    // The last word that is no ending, and before it the particles; the first word is always a first name.
    let ending = words.iter().rev().take_while(|word| is_one_of(word, &ENDINGS)).count();
    let mut begin = words.len().saturating_sub(ending + 1).max(1);
    while begin > 1 && words.get(begin - 1).is_some_and(|word| is_one_of(word, &PARTICLES)) {
        begin -= 1;
    }
    let (first, last) = words.split_at(begin.min(words.len()));
    (first.join(" "), last.join(" "))
}
