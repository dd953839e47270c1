//! The bibs in the name of a photo's file.

/// The longest name of a file of which bibs are looked for, in characters; what follows is ignored.
const LONGEST: usize = 200;

/// What cameras and phones write before their own running number.
const CAMERA: [&str; 24] = [
    "img",
    "image",
    "dsc",
    "dscf",
    "dscn",
    "mg",
    "p",
    "pxl",
    "photo",
    "pic",
    "picture",
    "gopr",
    "gp",
    "dji",
    "sam",
    "pana",
    "imgp",
    "cimg",
    "mvi",
    "vid",
    "hdr",
    "kp",
    "wp",
    "screenshot",
];

/// A part of a name that may be a bib: the ways in which the race may write it, as it stands in the name first.
pub type Spellings = Vec<String>;

/// The parts of a file's name that may be bibs of the race, in their order. Only those that the race has are bibs.
///
/// A part is what stands between separators: anything but a letter or a digit. No bib is
/// - the number after a camera's word (`IMG_1234`), the camera's own running number;
/// - a number in brackets (`(2)`), by which computers tell copies apart;
/// - a date, also written in three parts, and the time after it (`20270615_083012`, `2027-06-15 08.30.12`);
/// - a last number of one or two digits after a longer one (`1234_2`), the running number of a runner's photos;
/// - anything without a digit.
///
/// `bib` before a number is a label: `bib456`.
///
/// ```
/// # use core_wasm::photos::names::candidates;
/// assert_eq!(candidates("IMG_1234_0456-0789.jpg"), [vec!["0456", "456"], vec!["0789", "789"]]);
/// assert_eq!(candidates("finish/DSC01234.JPG"), [vec!["DSC01234"]]);
/// ```
pub fn candidates(file: &str) -> Vec<Spellings> {
    let name: String = file.rsplit(['/', '\\']).next().unwrap_or_default().chars().take(LONGEST).collect();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let parts = parts(stem);
    let texts: Vec<&str> = parts.iter().map(|part| part.text).collect();
    let mut found: Vec<Spellings> = Vec::new();
    let mut at = 0;
    while let Some(part) = parts.get(at) {
        let date = date_length(texts.get(at..).unwrap_or_default());
        if date > 0 {
            at += date;
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| texts.get(before)).copied().unwrap_or_default();
        let running =
            at + 1 == parts.len() && is_number(part.text) && part.text.len() <= 2 && is_number(before) && before.len() > 2;
        let own = is_number(part.text) && CAMERA.contains(&before.to_lowercase().as_str());
        if !(own || running || part.bracketed) && part.text.bytes().any(|byte| byte.is_ascii_digit()) {
            let spellings = spellings(without_label(part.text));
            if !found.contains(&spellings) {
                found.push(spellings);
            }
        }
        at += 1;
    }
    found
}

/// The bibs of a name, of those that the race has.
pub fn bibs(file: &str, has: impl Fn(&str) -> bool) -> Vec<String> {
    known(candidates(file), has)
}

/// The first spelling of each part that the race has.
pub fn known(candidates: Vec<Spellings>, has: impl Fn(&str) -> bool) -> Vec<String> {
    let mut bibs: Vec<String> = Vec::new();
    for bib in candidates.into_iter().filter_map(|spellings| spellings.into_iter().find(|bib| has(bib))) {
        if !bibs.contains(&bib) {
            bibs.push(bib);
        }
    }
    bibs
}

struct Part<'a> {
    text: &'a str,
    /// Whether it stands alone in brackets.
    bracketed: bool,
}

fn parts(stem: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = stem;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let (gap, from) = rest.split_at(start);
        let end = from.find(|c: char| !c.is_alphanumeric()).unwrap_or(from.len());
        let (text, after) = from.split_at(end);
        parts.push(Part { text, bracketed: gap.ends_with(['(', '[']) && after.starts_with([')', ']']) });
        rest = after;
    }
    parts
}

/// How many parts the date at the beginning of these has, with the time that follows it; 0 for no date.
fn date_length(parts: &[&str]) -> usize {
    let number = |at: usize, digits: usize, range: std::ops::RangeInclusive<u32>| {
        let text = parts.get(at).filter(|text| text.len() == digits && is_number(text))?;
        text.parse::<u32>().ok().filter(|number| range.contains(number))
    };
    let together = |at: usize| {
        let day = number(at, 8, 19_900_101..=20_991_231)?;
        ((1..=12).contains(&(day / 100 % 100)) && (1..=31).contains(&(day % 100))).then_some(day)
    };
    let apart = || number(0, 4, 1990..=2099).and(number(1, 2, 1..=12)).and(number(2, 2, 1..=31));
    let days = match (together(0), apart()) {
        (Some(_), _) => 1,
        (None, Some(_)) => 3,
        (None, None) => return 0,
    };
    let time = |at: usize| number(at, 2, 0..=23).and(number(at + 1, 2, 0..=59)).and(number(at + 2, 2, 0..=59));
    // Phones add milliseconds: 083012345.
    if number(days, 6, 0..=235_959).or(number(days, 9, 0..=235_959_999)).is_some() {
        days + 1
    } else if time(days).is_some() {
        days + 3
    } else {
        days
    }
}

fn is_number(text: &str) -> bool {
    crate::text::is_number(text)
}

fn without_label(text: &str) -> &str {
    let is_label = |(label, number): &(&str, &str)| label.eq_ignore_ascii_case("bib") && is_number(number);
    text.split_at_checked(3).filter(is_label).map_or(text, |(_, number)| number)
}

/// A part as it stands, in capitals, and without zeros before its number.
fn spellings(text: &str) -> Spellings {
    let bare = text.trim_start_matches('0');
    let mut spellings: Spellings = Vec::new();
    for spelling in [text.to_owned(), text.to_uppercase(), if bare.is_empty() { "0" } else { bare }.to_owned()] {
        if !spellings.contains(&spelling) {
            spellings.push(spelling);
        }
    }
    spellings
}
