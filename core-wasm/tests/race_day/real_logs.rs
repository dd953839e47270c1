//! The complete logs of the recorded day through the framers. They are stored outside the repository (`SPLITLINE_DATA`, by default
//! `../shared/data`); without them the tests print that they were skipped.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "the test reads files and prints that it was skipped")]

use std::path::{Path, PathBuf};

use core_wasm::dates::parse_instant;
use core_wasm::timing::formats::{Context, Format, Framer, Parsed};
use core_wasm::timing::mark::{Mark, MarkKind};

/// Every file of the day with its mat.
fn files(extension: &str) -> Vec<(String, Vec<u8>)> {
    let data = std::env::var_os("SPLITLINE_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let folder = data.join("road-race-2021");
    if !folder.is_dir() {
        eprintln!("skipped: there is no {}", folder.display());
        return Vec::new();
    }
    let paths = |folder: &Path| {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mats = paths(&folder).into_iter().filter(|path| path.is_dir());
    mats.flat_map(|mat| {
        let name = mat.file_name().unwrap().to_string_lossy().into_owned();
        let files = paths(&mat).into_iter().filter(|path| path.extension().is_some_and(|found| found == extension));
        files.map(move |path| (name.clone(), std::fs::read(path).unwrap())).collect::<Vec<_>>()
    })
    .collect()
}

fn whole(mat: &str, body: &[u8]) -> Parsed {
    Format::Chronotrack.parse(&Context { mat: Some(mat), ..Context::default() }, body).unwrap()
}

#[test]
fn real_logs_in_portions_of_any_size_give_the_same_reads() {
    for (mat, body) in files("csv").into_iter().chain(files("mrk")) {
        let context = Context { mat: Some(&mat), ..Context::default() };
        let expected = whole(&mat, &body);
        assert_eq!(expected.rejected, [], "{mat}");
        for size in [1, 7, 1460, 65_536] {
            let (mut framer, mut parsed) = (Framer::new(Format::Chronotrack), Parsed::default());
            for portion in body.chunks(size) {
                framer.push(&context, portion, &mut parsed).unwrap();
            }
            framer.finish(&context, &mut parsed).unwrap();
            assert!(parsed == expected, "{mat} in portions of {size}");
        }
    }
}

#[test]
fn the_guns_of_the_recorded_day_are_in_the_marks_of_the_finish() {
    let marks: Vec<Mark> = files("mrk").iter().flat_map(|(mat, body)| whole(mat, body).marks).collect();
    if marks.is_empty() {
        return;
    }
    let day = parse_instant("2021-05-08T12:00:00-04:00").unwrap();
    let guns =
        marks.iter().filter(|mark| mark.kind == MarkKind::Gun && mark.mat == "FINISH1" && (mark.time - day).abs() < 43_200_000);
    let times: Vec<i64> = guns.map(|mark| mark.time).collect();
    // The six guns of the contests, and a button that was pressed in the afternoon.
    let expected = ["08:00:55.16", "08:05:55.52", "08:15:55.42", "08:20:55.42", "08:35:55.54", "09:00:55.32", "16:56:19.41"];
    assert_eq!(times, expected.map(|clock| parse_instant(&format!("2021-05-08T{clock}-04:00")).unwrap()));

    // FINISH2 began with the clock of 1980.
    let set = marks.iter().find(|mark| mark.kind == MarkKind::ClockChange && mark.mat == "FINISH2").unwrap();
    assert_eq!(set.time, parse_instant("2021-05-08T07:13:40-04:00").unwrap());
    assert_eq!(set.was, Some(parse_instant("1980-01-01T00:01:28.240-05:00").unwrap()));
    let kinds = |kind: MarkKind| marks.iter().filter(|mark| mark.kind == kind).count();
    assert_eq!((kinds(MarkKind::Gun), kinds(MarkKind::ClockChange), kinds(MarkKind::Button)), (13, 11, 3));
}
