//! A mail's HTML, made from its text: so that both say the same, and a mail is written once.

use askama::Template;
use core_wasm::account::code::CODE_DIGITS;

/// The label of the button of a link; the text before it says where it leads.
const LABEL: &str = "Open";

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
}

/// The HTML of a text: paragraphs are apart by blank lines; one that is an address alone becomes a button, and one that is a code alone is
/// shown large.
///
/// # Errors
/// When the template fails.
pub(super) fn html(site: &str, subject: &str, text: &str) -> askama::Result<String> {
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    Page { site, subject, label: LABEL, parts: paragraphs.map(part).collect() }.render()
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
        let html = html("Splitline", "Subject", text).unwrap();
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
}
