//! Which race a ticket is about, from what somebody types.

use crate::text::fold;

/// How many words of a name in a row tell a race that is not named in whole: one is often that of many races.
const FEWEST_WORDS: usize = 2;

/// The one of `names` that is named in the details of a ticket; `None` when there is none, or when they fit several alike.
///
/// A name counts that occurs as whole words, regardless of case, accents and punctuation; of several the longest. Without one, the race
/// of whose name the most words in a row occur, at least two.
///
/// ```
/// use core_wasm::ticket::named_race;
///
/// let names = ["Harbor Half Marathon", "Canyon Half Marathon", "Spring 10K", "Spring 10K Night Run"].map(str::to_owned);
/// assert_eq!(named_race("bib 12, harbor half-marathon on sunday", &names), Some("Harbor Half Marathon"));
/// assert_eq!(named_race("the Spring 10K Night Run", &names), Some("Spring 10K Night Run"));
/// assert_eq!(named_race("spring 10k", &names), Some("Spring 10K"));
/// assert_eq!(named_race("Canyon half", &names), Some("Canyon Half Marathon"));
/// assert_eq!(named_race("some half marathon", &names), None);
/// ```
pub fn named_race<'a>(details: &str, names: &'a [String]) -> Option<&'a str> {
    let details = words(details);
    let mut best = (0, 0);
    let mut found = None;
    for name in names {
        let words = words(name);
        let run = longest_run(&details, &words);
        // A name in whole is better than any part of another one.
        let fit = (usize::from(run > 0 && run == words.len()), run);
        if (fit.0 == 0 && run < FEWEST_WORDS) || fit < best {
            continue;
        }
        found = (fit > best).then_some(name.as_str());
        best = fit;
    }
    found
}

fn words(text: &str) -> Vec<String> {
    fold(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// How many words of a name occur in a text, one after the other.
fn longest_run(text: &[String], name: &[String]) -> usize {
    let run = |at: usize, of: usize| text.iter().skip(at).zip(name.iter().skip(of)).take_while(|(a, b)| a == b).count();
    (0..text.len()).flat_map(|at| (0..name.len()).map(move |of| run(at, of))).max().unwrap_or_default()
}
