use crate::links;
use crate::race::{Race, name};
use crate::text;

/// After a race was renamed: what repeats its name follows. `Info` does when it leads to the race's own page; any other one is a
/// choice of the administrator's and stays.
pub fn follow_name(before: &Race, after: &mut Race) {
    if before.name != after.name
        && before.info == after.info
        && let Some(rest) = own_page(&before.info, &before.name)
    {
        after.info = format!("/race/{}{rest}", links::encode(&after.name));
    }
}

/// What a website path has after the page of the race of this name; `None` when it leads elsewhere.
fn own_page<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let path = info.trim().trim_start_matches('/');
    let (first, rest) = path.split_at_checked("race/".len())?;
    let (segment, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let named = name::key(&name::from_segment(&links::decode(segment)));
    (text::lowercase(first) == "race/" && named == name::key(name)).then_some(rest)
}
