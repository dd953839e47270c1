//! The rules about which module may use which, checked by reading the source: slices use shared modules and the slices below them;
//! no slice uses the program that combines them.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules that every module may use. They use each other, but no slice. The audit record is one of them, because every change
/// is recorded.
const SHARED: [&str; 21] = [
    "attempts",
    "audit",
    "clock",
    "config",
    "db",
    "described",
    "disk",
    "drawing",
    "error",
    "escape",
    "http",
    "ids",
    "metrics",
    "leases",
    "previews",
    "privacy",
    "secrets",
    "timed",
    "words",
    "work",
    "workbook",
];

/// A slice, and the slices that it uses.
const SLICES: [(&str, &[&str]); 20] = [
    ("account", &["images", "mail"]),
    ("announcements", &["account", "mail", "race"]),
    ("audit_log", &["account", "race"]),
    ("course", &["account", "race"]),
    ("editor", &["account", "course", "images", "live", "race", "timing"]),
    ("images", &[]),
    ("leaving", &["account", "announcements", "images", "mail"]),
    ("live", &["account", "race"]),
    ("mail", &[]),
    ("packets", &["account", "live", "race", "timing"]),
    ("people", &["account"]),
    ("photos", &["account", "images", "live", "race"]),
    ("profile", &["account", "images", "race", "results", "signup"]),
    ("race", &["account", "images"]),
    ("results", &["account", "live", "race"]),
    ("signup", &["account", "leaving", "results"]),
    ("site", &["account", "live", "profile", "race", "results"]),
    ("ticket", &["account", "images", "mail", "results"]),
    ("timing", &["account", "course", "live", "race"]),
    ("venue", &["account", "live", "packets", "race", "timing"]),
];

/// The modules that combine the slices. They may use everything, and no slice uses them.
const PROGRAM: [&str; 5] = ["app", "cli", "demo", "replay", "router"];

/// The modules that each module's code uses, without its tests.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let mut uses = BTreeMap::new();
    for (path, text) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let first = path.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        if first == "lib" || first == "main" {
            continue;
        }
        let named = crate_modules(&text).into_iter().filter(|module| *module != first);
        uses.entry(first.clone()).or_insert_with(BTreeSet::new).extend(named);
    }
    uses
}

/// Every source file in a folder, by its path.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
        if entry.is_dir() {
            found.extend(sources(&entry).into_iter().map(|(path, text)| (format!("{name}/{path}"), text)));
        } else if name.ends_with(".rs") {
            found.push((name, std::fs::read_to_string(&entry).unwrap()));
        }
    }
    found
}

/// The first names of all paths that begin with `crate`: `crate::{race, http::{self, answer}}` gives `race` and `http`.
fn crate_modules(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut modules = BTreeSet::new();
    for tail in code.split("crate::").skip(1) {
        // The first name of the path, or of each path in a list.
        let (mut depth, mut word, mut begins) = (0, String::new(), true);
        for c in tail.chars() {
            let is_name = c.is_alphanumeric() || c == '_';
            if is_name && begins {
                word.push(c);
            } else if !word.is_empty() {
                modules.insert(std::mem::take(&mut word));
                begins = false;
            }
            depth += i32::from(c == '{') - i32::from(c == '}');
            begins |= depth == 1 && matches!(c, '{' | ',');
            if depth == 0 && !is_name {
                break;
            }
        }
    }
    modules.retain(|module| is_known(module));
    modules
}

fn is_known(module: &str) -> bool {
    SHARED.contains(&module) || PROGRAM.contains(&module) || SLICES.iter().any(|(slice, _)| *slice == module)
}

#[test]
fn every_module_is_in_one_of_the_lists() {
    for module in uses().into_keys() {
        assert!(is_known(&module), "{module} is in none of this file's lists");
    }
}

#[test]
fn shared_modules_use_no_slice() {
    for (module, used) in uses().into_iter().filter(|(module, _)| SHARED.contains(&module.as_str())) {
        let above: Vec<_> = used.iter().filter(|used| !SHARED.contains(&used.as_str())).collect();
        assert!(above.is_empty(), "{module} uses {above:?}");
    }
}

#[test]
fn slices_use_exactly_the_slices_below_them() {
    let mut uses = uses();
    for (slice, below) in SLICES {
        let used = uses.remove(slice).unwrap();
        let slices: BTreeSet<&str> = used.iter().map(String::as_str).filter(|used| !SHARED.contains(used)).collect();
        assert_eq!(slices, below.iter().copied().collect(), "what {slice} uses, and what it may");
    }
}

#[test]
fn there_are_no_circles_of_modules() {
    let uses = uses();
    for module in uses.keys() {
        let (mut reached, mut ahead) = (BTreeSet::new(), vec![module]);
        while let Some(at) = ahead.pop() {
            for next in uses.get(at).into_iter().flatten() {
                assert_ne!(next, module, "{module} uses {at} and {at} leads back to {module}");
                if reached.insert(next) {
                    ahead.push(next);
                }
            }
        }
    }
}

#[test]
fn paths_are_read_as_by_the_compiler() {
    let text = "use crate::race::{self, store};\nuse crate::{account, http::{self, answer}, live};\n// crate::site\n\
        let a = crate::ids::new_id();\n#[cfg(test)]\nuse crate::demo;";
    let modules: Vec<String> = crate_modules(text).into_iter().collect();
    assert_eq!(modules, ["account", "http", "ids", "live", "race"]);
}

#[test]
fn only_the_database_folder_names_an_engine() {
    let engine = ["rus", "qlite"].concat();
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for folder in ["src", "tests"] {
        for (path, text) in sources(&server.join(folder)) {
            seen += 1;
            let own = folder == "src" && path.starts_with("db/");
            assert!(own || !text.contains(&engine), "{folder}/{path} names the engine");
        }
    }
    assert!(seen > 100, "only {seen} sources were found");
}
