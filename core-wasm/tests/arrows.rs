//! Checks of the dependency rules of DESIGN §1, by reading the source: which module may use which, that the bindings contain no
//! decisions, and that the native build contains no JavaScript.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    missing_docs
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The modules that every module may use.
const SHARED: [&str; 9] = ["dates", "error", "flag", "links", "notice", "order", "privacy", "sorted", "text"];

/// Each slice with the slices whose functions it may use. Of every other slice it may use plain types only.
const SLICES: [(&str, &[&str]); 17] = [
    // The age group of a profile is that of a race.
    ("account", &["timing"]),
    // An address is checked as at the login and compared as that of an account, and a start is that of the race's day.
    ("announcements", &["account", "packets", "race"]),
    // The record is written as a file like every table.
    ("audit", &["timing"]),
    // Distances of a course are those of the contest that is timed on it.
    ("course", &["timing"]),
    ("editor", &["race"]),
    // Whether a race is live is part of its phase; the board shows the standing that was timed, and runners on the drawn course.
    ("live", &["course", "race", "timing"]),
    // A bib is searched among the standings of the live board, and the start of a wave is that of its gun or of the race's page.
    ("packets", &["live", "race", "timing"]),
    // An address is checked as at the login and compared as that of an account.
    ("people", &["account", "race"]),
    // A photo's runners are those who finished then.
    ("photos", &["timing"]),
    ("profile", &[]),
    ("race", &[]),
    // What is published was timed, paces are those of the live page, and the finish video is a frame like those of a race.
    ("results", &["live", "race", "timing"]),
    // An address is checked as at the login.
    ("signup", &["account"]),
    // The pages without scripts use the rules of races.
    ("site", &["race"]),
    // An address is checked as at the login, and a number as on a profile.
    ("ticket", &["account"]),
    ("timing", &[]),
    // The boards show the standing of the live board, and a link of the packet desk's kind opens one.
    ("venue", &["live", "packets", "timing"]),
];

fn sources(under: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let folder = PathBuf::from("src").join(under);
    // A slice starts as one file and becomes a folder when the file is too long (DESIGN §1).
    let file = folder.with_extension("rs");
    if !folder.is_dir() {
        return vec![(file.clone(), std::fs::read_to_string(file).unwrap())];
    }
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let text = std::fs::read_to_string(&entry).unwrap();
                found.push((entry, text));
            }
        }
    }
    found
}

/// The code of a file, without comments and tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.starts_with("//"))
}

/// Every path that begins with `crate`: `crate::race::{Race, listing}` gives `["race", "Race"]` and `["race", "listing"]`.
fn crate_paths(text: &str) -> Vec<Vec<String>> {
    let joined = code(text).collect::<Vec<_>>().join(" ");
    let mut paths = Vec::new();
    for tail in joined.split("crate::").skip(1) {
        let end = tail.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(tail.len());
        let (path, rest) = tail.split_at(end);
        let path: Vec<String> = path.split("::").filter(|part| !part.is_empty()).map(String::from).collect();
        match rest.strip_prefix('{').and_then(|list| list.split('}').next()) {
            None => paths.push(path),
            // `self` in a list is the module before it.
            Some(list) => paths.extend(list.split(',').map(str::trim).filter(|item| !item.is_empty()).map(|item| {
                let own = item.split("::").map(String::from).filter(|part| part != "self");
                path.iter().cloned().chain(own).collect()
            })),
        }
    }
    paths
}

#[test]
fn a_slice_uses_the_shared_modules_and_other_slices_plain_types() {
    for (slice, may_use) in SLICES {
        for (file, text) in sources(slice) {
            for path in crate_paths(&text) {
                let Some(first) = path.first() else { panic!("{file:?} imports the whole crate") };
                let own = first == slice || SHARED.contains(&first.as_str()) || may_use.contains(&first.as_str());
                // A type or a constant of any module of the slice, but no function.
                let plain = path.last().is_some_and(|last| last.starts_with(char::is_uppercase));
                let known = SLICES.iter().any(|(name, _)| name == first);
                assert!(own || (known && plain), "{}: crate::{} may not be used by {slice}", file.display(), path.join("::"));
            }
        }
    }
}

#[test]
fn the_slices_have_no_circular_dependency() {
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (slice, _) in SLICES {
        let paths = sources(slice).into_iter().flat_map(|(_, text)| crate_paths(&text));
        let named: BTreeSet<String> = paths.filter_map(|path| path.into_iter().next()).collect();
        uses.insert(slice, SLICES.iter().map(|(name, _)| *name).filter(|name| *name != slice && named.contains(*name)).collect());
    }
    // Plain types count as well. A slice that uses none of the remaining slices is on no circle.
    while let Some(free) = uses.iter().find(|(_, used)| used.iter().all(|name| !uses.contains_key(name))).map(|(slice, _)| *slice)
    {
        uses.remove(free);
    }
    assert!(uses.is_empty(), "circular dependency in {uses:?}");
}

#[test]
fn shared_modules_use_no_slice() {
    for (file, text) in sources("").into_iter().filter(|(file, _)| {
        let name = file.strip_prefix("src").unwrap().iter().next().unwrap().to_str().unwrap();
        SHARED.contains(&name.trim_end_matches(".rs"))
    }) {
        for path in crate_paths(&text) {
            let first = path.first().map(String::as_str).unwrap_or_default();
            // The browser's build uses functions of the browser (see src/text.rs).
            let platform = file == Path::new("src/text.rs") && path == ["wasm", "browser"];
            assert!(SHARED.contains(&first) || platform, "{}: crate::{} is not shared", file.display(), path.join("::"));
        }
    }
}

#[test]
fn the_bindings_contain_no_decisions() {
    // The reader of JavaScript values checks their form, which is not a business rule.
    for (file, text) in sources("wasm").into_iter().filter(|(file, _)| file != Path::new("src/wasm/reader.rs")) {
        for line in code(&text) {
            let words: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            let decides =
                ["if", "match", "while", "loop", "for"].iter().any(|word| words.contains(word)) && !line.starts_with("impl");
            assert!(!decides && !line.contains("&&") && !line.contains("||"), "{} contains a decision: {line}", file.display());
        }
    }
}

#[test]
fn only_the_bindings_use_javascript() {
    for (file, text) in sources("").into_iter().filter(|(file, _)| !file.starts_with("src/wasm")) {
        for line in code(&text) {
            let derive = line.contains("cfg_attr(target_arch = \"wasm32\"")
                || line.contains("tsify::Tsify)")
                || line.starts_with("tsify(");
            let names = ["wasm_bindgen", "js_sys", "web_sys", "JsValue", "tsify"];
            assert!(derive || !names.iter().any(|name| line.contains(name)), "{}: {line}", file.display());
        }
    }
}

#[test]
fn the_native_build_has_no_javascript_crate() {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let tree = std::process::Command::new(cargo)
        .args(["tree", "--offline", "--package", "core-wasm", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .output()
        .unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    assert!(tree.contains("serde"), "cargo tree printed nothing");
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        let javascript =
            ["wasm-bindgen", "js-sys", "web-sys", "tsify", "serde-wasm-bindgen", "gloo"].iter().any(|js| name.starts_with(js));
        assert!(!javascript, "the native build has {name}");
    }
}

#[test]
fn the_modules_for_the_browser_have_no_schemas() {
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap();
    let line = |name: &str| manifest.lines().find(|line| line.starts_with(&format!("{name} ="))).unwrap();
    assert!(line("utoipa").contains("optional = true") && line("schema").contains("dep:utoipa"));
    for feature in ["default", "page", "board", "packets", "venue", "desk", "picture", "strength"] {
        let named = line(feature);
        assert!(!named.contains("schema") && !named.contains("utoipa"), "{named}");
    }
}

#[test]
fn the_crate_has_no_clock() {
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap();
    let chrono = manifest.lines().find(|line| line.starts_with("chrono =")).unwrap();
    assert!(
        chrono.contains("default-features = false") && !chrono.contains("\"clock\"") && !chrono.contains("\"now\""),
        "{chrono}"
    );
}
