use crate::links;
use crate::race::{Race, name};
use crate::text;

/// Updates the link to the race's own page after the race was renamed. `Info` is changed only when it leads to the race's own
/// page; any other link was chosen by the administrator and is not changed.
pub fn update_own_link(before: &Race, after: &mut Race) {
    if before.name != after.name
        && before.info == after.info
        && let Some(rest) = own_page(&before.info, &before.name)
    {
        after.info = format!("/race/{}{rest}", links::encode(&after.name));
    }
}

/// The rest of a website path after the page of the race of this name; `None` when it leads to another page.
fn own_page<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let path = info.trim().trim_start_matches('/');
    let (first, rest) = path.split_at_checked("race/".len())?;
    let (segment, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let named = name::key(&name::from_segment(&links::decode(segment)));
    (text::lowercase(first) == "race/" && named == name::key(name)).then_some(rest)
}
