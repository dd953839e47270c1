//! The new part of a mail's text, apart from the earlier mail that it quotes.
//!
//! Only what is quoted before or after everything new is folded. Quotes between new lines are what these answer, and stay.

use serde::Serialize;

use crate::text;

/// A text in two parts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Folded {
    /// What the mail adds.
    pub text: String,
    /// What it quotes; empty if nothing.
    pub quoted: String,
}

/// How many lines the line above a quote ("On …, … wrote:") may be broken into.
const INTRODUCTION_LINES: usize = 3;
/// The longest such line, in bytes.
const LONGEST_INTRODUCTION: usize = 400;
/// How such lines end, by language.
const INTRODUCTION_ENDS: [&str; 14] = [
    "wrote:",
    "schrieb:",
    "geschrieben:",
    "a écrit :",
    "a écrit:",
    "escribió:",
    "escreveu:",
    "ha scritto:",
    "schreef:",
    "skrev:",
    "kirjoitti:",
    "napisał:",
    "napsal:",
    "написал:",
];
/// How such lines end where the name stands between: `schrieb Zoë <zoe@example.com>:`.
const INTRODUCTION_WORDS: [&str; 6] = [" wrote ", " schrieb ", " schreef ", " skrev ", " escribió ", " ha scritto "];
/// How such lines begin when they are broken into several, or with a number.
const INTRODUCTION_BEGINS: [&str; 12] =
    ["on ", "am ", "le ", "el ", "il ", "op ", "em ", "den ", "w dniu ", "dne ", "pe ", "de "];
/// Lines above a mail that is repeated as a whole.
const SEPARATORS: [&str; 7] = [
    "original message",
    "ursprüngliche nachricht",
    "originalnachricht",
    "message d'origine",
    "mensaje original",
    "messaggio originale",
    "oorspronkelijk bericht",
];
/// The first line of the head of a mail that is repeated, and the lines of which one follows.
const HEAD_BEGINS: [&str; 7] = ["from:", "von:", "de :", "de:", "da:", "van:", "från:"];
const HEAD_GOES_ON: [&str; 28] = [
    "sent:",
    "date:",
    "to:",
    "subject:",
    "gesendet:",
    "datum:",
    "an:",
    "betreff:",
    "envoyé :",
    "envoyé:",
    "à :",
    "à:",
    "objet :",
    "objet:",
    "enviado:",
    "enviado el:",
    "para:",
    "asunto:",
    "assunto:",
    "inviato:",
    "a:",
    "oggetto:",
    "verzonden:",
    "aan:",
    "onderwerp:",
    "skickat:",
    "till:",
    "ämne:",
];

/// Folds a mail's text.
///
/// ```
/// use core_wasm::ticket::incoming::fold;
///
/// let folded = fold("Thank you!\n\nOn Tue, Jun 1, 2027 at 9:00 AM Races <a@example.com> wrote:\n\n> Hello,\n> we did it.\n");
/// assert_eq!(folded.text, "Thank you!");
/// assert!(folded.quoted.ends_with("> we did it."));
/// ```
pub fn fold(typed: &str) -> Folded {
    let lines: Vec<&str> = typed.lines().map(str::trim_end).collect();
    // A mail that is repeated as a whole goes to the end of the text.
    let end = repeated(&lines).unwrap_or(lines.len());
    let (own, after) = lines.split_at(end.min(lines.len()));
    let (own, last) = without_last_quote(own);
    let (first, own) = without_first_quote(own);
    let quoted: Vec<&str> = first.iter().chain(last).chain(after).copied().collect();
    let folded = Folded { text: joined(own), quoted: joined(&quoted) };
    // A mail that only forwards something has nothing new but that.
    if text::is_blank(&folded.text) { Folded { text: joined(&lines), quoted: String::new() } } else { folded }
}

fn joined(lines: &[&str]) -> String {
    lines.join("\n").trim_matches('\n').trim_end().to_owned()
}

fn is_quote(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

fn is_empty(line: &str) -> bool {
    text::is_blank(line)
}

/// Where the head of a mail that is repeated as a whole begins, or an introduction after which nothing is marked.
fn repeated(lines: &[&str]) -> Option<usize> {
    (0..lines.len()).find_map(|at| {
        let rest = lines.get(at..)?;
        let line = text::lowercase(rest.first()?.trim());
        let bare = line.trim_matches(['-', '_', '*', ' ']);
        let is_ruled = line.starts_with("--") || line.starts_with("__");
        if is_ruled && SEPARATORS.contains(&bare) {
            return Some(at);
        }
        if is_ruled && bare.is_empty() && line.len() >= 20 {
            let next = rest.iter().skip(1).position(|line| !is_empty(line))?;
            return is_head(rest.get(next + 1..)?).then_some(at);
        }
        if is_head(rest) {
            return Some(at);
        }
        let length = introduction(rest)?;
        let next = rest.iter().skip(length).find(|line| !is_empty(line));
        next.is_some_and(|next| !is_quote(next) && has_address_or_year(rest, length)).then_some(at)
    })
}

/// Whether the lines begin with the head of a mail: `From:`, and among the next ones `Sent:`, `To:` or the like.
fn is_head(lines: &[&str]) -> bool {
    let begins = |line: &str, words: &[&str]| {
        let line = text::lowercase(line.trim_start_matches(['*', ' ']));
        let line = line.replace("*", "");
        words.iter().any(|word| line.starts_with(word))
    };
    let Some((first, rest)) = lines.split_first() else { return false };
    begins(first, &HEAD_BEGINS) && rest.iter().take(3).filter(|line| begins(line, &HEAD_GOES_ON)).count() >= 2
}

/// How many lines the introduction of a quote takes at the beginning of these; `None` if there is none.
fn introduction(lines: &[&str]) -> Option<usize> {
    let mut said = String::new();
    for (at, line) in lines.iter().take(INTRODUCTION_LINES).enumerate() {
        if is_empty(line) || is_quote(line) {
            return None;
        }
        said.push_str(line.trim());
        said.push(' ');
        if said.len() > LONGEST_INTRODUCTION {
            return None;
        }
        let folded = text::lowercase(said.trim());
        let begins =
            folded.starts_with(|c: char| c.is_ascii_digit()) || INTRODUCTION_BEGINS.iter().any(|word| folded.starts_with(word));
        if at > 0 && !begins {
            return None;
        }
        let named = folded.ends_with(':') && INTRODUCTION_WORDS.iter().any(|word| folded.contains(word));
        let has_date = folded.contains(|c: char| c.is_ascii_digit() || c == '@');
        if INTRODUCTION_ENDS.iter().any(|end| folded.ends_with(end)) || (named && has_date) {
            return Some(at + 1);
        }
    }
    None
}

/// Whether the first lines have an address or a year, as introductions have and sentences of people seldom do.
fn has_address_or_year(lines: &[&str], count: usize) -> bool {
    lines.iter().take(count).any(|line| {
        let is_year = |word: &str| word.len() == 4 && text::is_number(word) && (word.starts_with("20") || word.starts_with("19"));
        line.contains('@') || line.split(|c: char| !c.is_ascii_digit()).any(is_year)
    })
}

/// Splits off a quote at the end, with its introduction.
fn without_last_quote<'a, 'b>(lines: &'b [&'a str]) -> (&'b [&'a str], &'b [&'a str]) {
    let is_part = |line: &&&str| is_quote(line) || is_empty(line);
    let tail = lines.iter().rev().take_while(is_part).count();
    let begins = lines.len() - tail;
    let (own, quote) = lines.split_at(begins);
    if !quote.iter().any(|line| is_quote(line)) {
        return (lines, &[]);
    }
    // The introduction stands right above, maybe broken into lines.
    for length in (1..=INTRODUCTION_LINES.min(own.len())).rev() {
        let at = own.len() - length;
        if own.get(at..).and_then(introduction) == Some(length) {
            return lines.split_at(at);
        }
    }
    (own, quote)
}

/// Splits off a quote at the beginning, with its introduction, when something new follows.
fn without_first_quote<'a, 'b>(lines: &'b [&'a str]) -> (&'b [&'a str], &'b [&'a str]) {
    let blank = lines.iter().take_while(|line| is_empty(line)).count();
    let after = lines.get(blank..).unwrap_or_default();
    let begins = introduction(after).unwrap_or(0);
    let rest = after.get(begins..).unwrap_or_default();
    let quote = rest.iter().take_while(|line| is_quote(line) || is_empty(line)).count();
    let has_quote = rest.iter().take(quote).any(|line| is_quote(line));
    // Further quotes between new lines belong together with them.
    let is_mixed = rest.iter().skip(quote).any(|line| is_quote(line));
    if has_quote && !is_mixed { lines.split_at(blank + begins + quote) } else { (&[], lines) }
}
