//! A mail's HTML, made from its text: so that both say the same, and a mail is written once.

use askama::Template;
use core_wasm::account::code::CODE_DIGITS;

/// The label of the button of a link; the text before it says where it leads.
const LABEL: &str = "Open";

/// The line that divides a text from the reason why it was sent (RFC 3676).
const DIVIDER: &str = "\n-- \n";

/// A paragraph of a mail.
enum Part<'a> {
    /// Lines of text.
    Text(Vec<&'a str>),
    /// A code, which is shown large.
    Code(&'a str),
    /// An address, which is shown as a button and as text.
    Link(&'a str),
}

#[derive(Template)]
#[template(path = "mail.html")]
struct Page<'a> {
    site: &'a str,
    subject: &'a str,
    label: &'static str,
    parts: Vec<Part<'a>>,
    /// Why it was sent: lines in small letters below the text.
    why: Vec<Why<'a>>,
}

/// A line of the reason why a mail was sent, and the address at its end.
struct Why<'a> {
    text: &'a str,
    link: Option<&'a str>,
}

/// The HTML of a text: paragraphs are apart by blank lines; one that is an address alone becomes a button, and one that is a code alone is
/// shown large. What follows the line `-- ` is shown in small letters.
///
/// # Errors
/// When the template fails.
pub(crate) fn html(subject: &str, text: &str) -> askama::Result<String> {
    // The site's name stands after the last dot of every subject.
    let (_, site) = subject.rsplit_once(" · ").unwrap_or(("", subject));
    let (text, why) = text.split_once(DIVIDER).unwrap_or((text, ""));
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let why = why.lines().map(why_line).collect();
    Page { site, subject, label: LABEL, parts: paragraphs.map(part).collect(), why }.render()
}

fn why_line(line: &str) -> Why<'_> {
    let (text, last) = line.rsplit_once(' ').unwrap_or((line, ""));
    let is_link = ["https://", "http://"].iter().any(|scheme| last.starts_with(scheme));
    if is_link { Why { text, link: Some(last) } } else { Why { text: line, link: None } }
}

fn part(paragraph: &str) -> Part<'_> {
    let is_code = paragraph.len() == CODE_DIGITS && paragraph.bytes().all(|byte| byte.is_ascii_digit());
    let is_link = ["https://", "http://"].iter().any(|scheme| paragraph.starts_with(scheme));
    if is_code {
        Part::Code(paragraph)
    } else if is_link && !paragraph.contains(char::is_whitespace) {
        Part::Link(paragraph)
    } else {
        Part::Text(paragraph.lines().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_html_of_the_same_words() {
        let text = "Hello,\n\nfirst line & <b>\nsecond line\n\n123456\n\nhttps://example.test/a?b=1&c=2\n\nhttps://example.test and more";
        let html = html("Subject · Splitline", text).unwrap();
        for wanted in [
            "first line &amp; &lt;b&gt;<br>second line",
            ">123456</p>",
            "<a href=\"https://example.test/a?b=1&amp;c=2\"",
            "https://example.test and more</p>",
        ] {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
        assert_eq!(html.matches("<a ").count(), 1);
    }

    #[test]
    fn the_reason_is_small_and_its_address_a_link() {
        let html = html("A · Splitline", "Hello\n\n-- \nYou are entered in A & B.\nNo more: https://example.test/u#x\n").unwrap();
        for wanted in ["You are entered in A &amp; B.", "No more: <a href=\"https://example.test/u#x\"", "font-size:13px"] {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
        assert!(!html.contains("-- "), "{html}");
    }
}
