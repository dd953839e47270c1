//! Reads pasted markup: a strict reader that requires exactly one frame and uses only its address.
//!
//! It is not an HTML parser and need not be one: the markup is never shown, so it only has to find the one
//! address that the administrator wants to show, or the reason why there is none.
//!
//! Some providers give out a placeholder in place of a frame, which their script replaces with a frame: Strava a `<div>` with a
//! number, Flickr a link around a picture. A placeholder counts as the frame that the script would make. The script itself is
//! removed, and the caller must check that it is the provider's own ([`Pasted::scripts`]).

use crate::error::CoreError;

/// The elements that providers put around their frames.
const WRAPPERS: [&str; 14] =
    ["a", "b", "br", "center", "div", "em", "figure", "i", "p", "section", "small", "span", "strong", "iframe"];

/// The contents of pasted markup.
#[derive(Debug, Default)]
pub(super) struct Pasted {
    /// The address of the frame, or of the frame that its placeholder stands for; `None` when there is neither.
    pub(super) frame: Option<String>,
    /// The addresses of the scripts after the frame, as written.
    pub(super) scripts: Vec<String>,
    /// All other addresses in the markup, which identify the provider when there is no frame.
    pub(super) others: Vec<String>,
}

/// Reads pasted markup.
///
/// # Errors
/// `unreadable_markup`, `two_frames`, `script`, `srcdoc`; `no_frame` for a frame without an address.
pub(super) fn read(markup: &str) -> Result<Pasted, CoreError> {
    let (mut rest, mut pasted) = (markup, Pasted::default());
    // A picture is accepted only within a link: galleries show a preview of the linked page in this way.
    let mut within_link = false;
    while let Some((_, tail)) = rest.split_once('<') {
        let (tag, after) = Tag::read(tail).ok_or_else(unreadable)?;
        rest = after;
        tag.refuse_code()?;
        match tag.name.as_str() {
            "script" => {
                rest = empty_script(&tag, rest)?;
                pasted.scripts.push(tag.source()?.ok_or_else(script)?);
                continue;
            }
            "img" if within_link => continue,
            name if !WRAPPERS.contains(&name) => {
                let message = format!(
                    "The pasted code holds <{name}>, which can't be shown. Please paste only its <iframe …></iframe> part."
                );
                return Err(CoreError::new("unreadable_markup", message));
            }
            _ => {}
        }
        let placeholder = tag.placeholder()?;
        if tag.name == "a" {
            within_link = !tag.closing;
        }
        let frame = if tag.name == "iframe" && !tag.closing { Some(tag.source()?.ok_or_else(no_frame)?) } else { placeholder };
        match frame {
            Some(_) if pasted.frame.is_some() => {
                return Err(CoreError::new("two_frames", "The pasted code holds more than one frame. Please paste one."));
            }
            Some(_) if !pasted.scripts.is_empty() => return Err(script()),
            Some(frame) => pasted.frame = Some(frame),
            None => pasted.others.extend(tag.one("href")?),
        }
    }
    Ok(pasted)
}

/// Returns the text after a script that has an address and no code of its own.
fn empty_script<'a>(tag: &Tag<'_>, after: &'a str) -> Result<&'a str, CoreError> {
    let (body, end) = after.split_once('<').ok_or_else(script)?;
    let (close, rest) = Tag::read(end).ok_or_else(script)?;
    let empty = body.trim().is_empty() && close.closing && close.name == "script" && close.attributes.is_empty();
    if empty && !tag.closing { Ok(rest) } else { Err(script()) }
}

fn unreadable() -> CoreError {
    CoreError::new("unreadable_markup", "The pasted code can't be read. Please copy the provider's embed code again, all of it.")
}

/// The error for markup without a frame.
pub(super) fn no_frame() -> CoreError {
    CoreError::new("no_frame", "The pasted code holds no frame. Please paste code with an <iframe>, or an address.")
}

/// The error for markup that runs code.
pub(super) fn script() -> CoreError {
    CoreError::new("script", "The pasted code holds a script. Please paste only its <iframe …></iframe> part.")
}

struct Tag<'a> {
    closing: bool,
    /// In lower case.
    name: String,
    /// Names in lower case, values as written.
    attributes: Vec<(String, &'a str)>,
}

impl<'a> Tag<'a> {
    /// Reads a tag from the text after its `<`, and returns the tag and the text after its `>`. Comments and declarations are not
    /// tags here.
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

    /// Refuses attributes that run code.
    fn refuse_code(&self) -> Result<(), CoreError> {
        if self.attributes.iter().any(|(name, _)| name.starts_with("on")) {
            return Err(script());
        }
        if self.attributes.iter().any(|(name, _)| name == "srcdoc") {
            return Err(CoreError::new(
                "srcdoc",
                "The frame brings its own page (srcdoc). Only frames with an address can be shown.",
            ));
        }
        Ok(())
    }

    /// The address of a frame or a script.
    fn source(&self) -> Result<Option<String>, CoreError> {
        Ok(self.one("src")?.filter(|source| !source.is_empty()))
    }

    /// The value of an attribute. Of two attributes with one name browsers use the first and a reader may see the last, so that
    /// is refused.
    fn one(&self, wanted: &str) -> Result<Option<String>, CoreError> {
        let mut values = self.attributes.iter().filter(|(name, _)| name == wanted);
        match (values.next(), values.next()) {
            (Some((_, value)), None) => Ok(Some(value.trim().replace("&amp;", "&").replace("&#38;", "&"))),
            (None, _) => Ok(None),
            _ => Err(unreadable()),
        }
    }

    /// The page for which the provider's script would show a frame in place of this tag.
    fn placeholder(&self) -> Result<Option<String>, CoreError> {
        if self.closing {
            return Ok(None);
        }
        let classes = self.one("class")?.unwrap_or_default();
        match self.name.as_str() {
            "div" if classes.split_ascii_whitespace().any(|class| class == "strava-embed-placeholder") => {
                let part = |name| Ok::<_, CoreError>(self.one(name)?.unwrap_or_default());
                Ok(Some(format!("https://strava-embeds.com/{}/{}", part("data-embed-type")?, part("data-embed-id")?)))
            }
            "a" if self.one("data-flickr-embed")?.is_some() => self.one("href"),
            _ => Ok(None),
        }
    }
}

/// The value after an attribute's name: none, quoted, or unquoted.
fn value(text: &str) -> Option<(&str, &str)> {
    let Some(rest) = text.trim_start().strip_prefix('=') else { return Some(("", text)) };
    let rest = rest.trim_start();
    if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return rest.get(1..)?.split_once(quote);
    }
    Some(take(rest, |c| !c.is_ascii_whitespace() && c != '>'))
}

/// Splits the text after the longest prefix whose characters all match.
fn take(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !fits(c)).unwrap_or(text.len()))
}
