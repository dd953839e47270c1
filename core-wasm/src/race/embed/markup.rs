//! Pasted markup: a strict reader that wants exactly one frame and takes nothing from it but the address.
//!
//! It is no HTML parser and need not be one: nothing of the markup is ever shown, so all that matters is to find the one
//! address that the admin meant, and to say why when there is none.

use crate::error::CoreError;

/// What providers put around their frames.
const WRAPPERS: [&str; 14] =
    ["a", "b", "br", "center", "div", "em", "figure", "i", "p", "section", "small", "span", "strong", "iframe"];

/// The address of the one frame in the markup.
pub(super) fn frame_address(markup: &str) -> Result<String, CoreError> {
    let mut rest = markup;
    let mut found = None;
    while let Some((_, tail)) = rest.split_once('<') {
        let (tag, after) = Tag::read(tail).ok_or_else(unreadable)?;
        rest = after;
        tag.check()?;
        if tag.name == "iframe" && !tag.closing {
            if found.is_some() {
                return Err(CoreError::new("two_frames", "The pasted code holds more than one frame. Please paste one."));
            }
            found = Some(tag.source()?);
        }
    }
    found.ok_or_else(no_frame)
}

fn unreadable() -> CoreError {
    CoreError::new("unreadable_markup", "The pasted code can't be read. Please copy the provider's embed code again, all of it.")
}

fn no_frame() -> CoreError {
    CoreError::new("no_frame", "The pasted code holds no frame. Please paste code with an <iframe>, or an address.")
}

struct Tag<'a> {
    closing: bool,
    /// In lower case.
    name: String,
    /// Names in lower case, values as they stand.
    attributes: Vec<(String, &'a str)>,
}

impl<'a> Tag<'a> {
    /// Reads a tag from after its `<`, and gives what follows its `>`. Comments and declarations are no tags here.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let (closing, text) = text.strip_prefix('/').map_or((false, text), |text| (true, text));
        let (name, mut rest) = take(text, |c| c.is_ascii_alphanumeric());
        if !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/')
        {
            return None;
        }
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            if let Some(after) = rest.strip_prefix('>') {
                return Some((Self { closing, name: name.to_ascii_lowercase(), attributes }, after));
            }
            let (attribute, after) = take(rest, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'));
            if attribute.is_empty() {
                return None;
            }
            let (value, after) = value(after)?;
            attributes.push((attribute.to_ascii_lowercase(), value));
            rest = after;
        }
    }

    /// Refuses what runs code and what has no business in an embed code.
    fn check(&self) -> Result<(), CoreError> {
        if self.name == "script" || self.attributes.iter().any(|(name, _)| name.starts_with("on")) {
            return Err(CoreError::new(
                "script",
                "The pasted code holds a script. Please paste only its <iframe …></iframe> part.",
            ));
        }
        if self.attributes.iter().any(|(name, _)| name == "srcdoc") {
            return Err(CoreError::new(
                "srcdoc",
                "The frame brings its own page (srcdoc). Only frames with an address can be shown.",
            ));
        }
        if !WRAPPERS.contains(&self.name.as_str()) {
            let message = format!(
                "The pasted code holds <{}>, which can't be shown. Please paste only its <iframe …></iframe> part.",
                self.name
            );
            return Err(CoreError::new("unreadable_markup", message));
        }
        Ok(())
    }

    /// The frame's address. With two of them browsers take the first and people see the last, so that is refused.
    fn source(&self) -> Result<String, CoreError> {
        let mut sources = self.attributes.iter().filter(|(name, _)| name == "src");
        match (sources.next(), sources.next()) {
            (Some((_, source)), None) => Ok(source.trim().replace("&amp;", "&").replace("&#38;", "&")),
            (None, _) => Err(no_frame()),
            _ => Err(unreadable()),
        }
    }
}

/// The value after an attribute's name: none, quoted, or bare.
fn value(text: &str) -> Option<(&str, &str)> {
    let Some(rest) = text.trim_start().strip_prefix('=') else { return Some(("", text)) };
    let rest = rest.trim_start();
    if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return rest.get(1..)?.split_once(quote);
    }
    Some(take(rest, |c| !c.is_ascii_whitespace() && c != '>'))
}

/// The longest beginning whose characters all fit, and the rest.
fn take(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !fits(c)).unwrap_or(text.len()))
}
