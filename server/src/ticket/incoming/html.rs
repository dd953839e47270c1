//! The text of a mail that is HTML only. What is shown is text: no markup of a mail is ever sent to a browser.

use core_wasm::ticket::incoming::MOST_MAIL_TEXT_BYTES;
use html2text::config;
use html2text::render::TextDecorator;
use mail_parser::decoders::html::html_to_text;

/// Lines are not broken at a width; browsers do that.
const WIDTH: usize = 10_000;

/// HTML that is nested deeper is read by a simpler reader, which marks no quotes: html2text takes time with the square of the depth.
const DEEPEST: usize = 200;
/// Elements without an end.
const EMPTY: [&str; 12] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "p", "li", "wbr"];

/// The text of HTML, of its beginning if it is very long; quotes are marked by `>`. Empty if it cannot be read.
pub(super) fn text(html: &str) -> String {
    let mut end = html.len().min(MOST_MAIL_TEXT_BYTES * 4);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let html = &html[..end];
    if depth(html) > DEEPEST {
        return html_to_text(html);
    }
    let made = config::with_decorator(Bare).raw_mode(true).allow_width_overflow().string_from_read(html.as_bytes(), WIDTH);
    made.unwrap_or_default()
}

/// How deep the elements are nested at most, as far as their marks tell it.
fn depth(html: &str) -> usize {
    let (mut now, mut most) = (0_usize, 0);
    for mark in html.split('<').skip(1) {
        let name: String = mark.chars().take_while(char::is_ascii_alphanumeric).take(10).collect::<String>().to_ascii_lowercase();
        if mark.starts_with('/') {
            now = now.saturating_sub(1);
        } else if !name.is_empty() && !EMPTY.contains(&name.as_str()) {
            now += 1;
            most = most.max(now);
        }
    }
    most
}

/// Marks quotes and lists, and nothing else.
#[derive(Clone)]
struct Bare;

impl TextDecorator for Bare {
    type Annotation = ();

    fn decorate_link_start(&mut self, _: &str) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_link_end(&mut self) -> String {
        String::new()
    }

    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_em_end(&self) -> String {
        String::new()
    }

    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strong_end(&self) -> String {
        String::new()
    }

    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }

    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_code_end(&self) -> String {
        String::new()
    }

    fn decorate_superscript_start(&self) -> (String, ()) {
        (String::new(), ())
    }

    fn decorate_superscript_end(&self) -> String {
        String::new()
    }

    fn decorate_preformat_first(&self) {}

    fn decorate_preformat_cont(&self) {}

    fn decorate_image(&mut self, _: &str, _: &str) -> (String, ()) {
        (String::new(), ())
    }

    fn header_prefix(&self, _: usize) -> String {
        String::new()
    }

    fn quote_prefix(&self) -> String {
        "> ".into()
    }

    fn unordered_item_prefix(&self) -> String {
        "* ".into()
    }

    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }

    fn make_subblock_decorator(&self) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn html_becomes_text_with_its_quotes_marked() {
        let html = "<style>p{color:red}</style><p>Hello &amp; <b>good</b> <a href='https://x.test'>day</a></p><script>alert(1)</script>\
                    <blockquote>old<blockquote>older</blockquote></blockquote>";
        let text = text(html);
        assert!(text.contains("Hello & good day"), "{text}");
        assert!(text.contains("> old") && text.contains("> > older"), "{text}");
        assert!(!text.contains("alert") && !text.contains("color"), "{text}");
    }

    #[test]
    fn html_of_any_depth_is_read() {
        let deep = format!("{}deep{}", "<div>".repeat(20_000), "</div>".repeat(20_000));
        assert!(text(&deep).contains("deep"));
        let tables = format!("{}deep", "<table><tr><td>".repeat(20_000));
        assert!(text(&tables).contains("deep"));
    }
}
