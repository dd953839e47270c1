//! Texts in HTML and XML: of templates, feeds and mails.

use askama::filters::Escaper;

/// The escaper of the templates (`askama.toml`).
#[derive(Clone, Copy)]
pub(crate) struct Html;

impl Escaper for Html {
    fn write_escaped_str<W: std::fmt::Write>(&self, mut html: W, text: &str) -> std::fmt::Result {
        html.write_str(&escape(text))
    }
}

/// Escapes a text for HTML and XML, between tags and in quoted attributes. Control characters are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(sign),
            control if control.is_control() => {}
            other => safe.push(other),
        }
    }
    safe
}
