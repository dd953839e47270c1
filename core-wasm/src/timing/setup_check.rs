//! The checks of a timing setup, with messages for the timing desk.

use std::collections::BTreeSet;

use super::setup::{Contest, Setup};
use crate::dates;
use crate::error::Problems;
use crate::text;

pub(super) fn check(setup: &Setup) -> Problems {
    let mut problems = Problems::default();
    if setup.contests.is_empty() {
        problems.add("contests", "no_contests", "Add at least one contest.");
    }
    let mut names = BTreeSet::new();
    for (i, contest) in setup.contests.iter().enumerate() {
        let at = |part: &str| format!("contests.{i}.{part}");
        if text::is_blank(&contest.name) {
            problems.add(at("name"), "name_required", "Give the contest a name.");
        } else if !names.insert(text::lowercase(contest.name.trim())) {
            problems.add(at("name"), "name_taken", format!("There are two contests named {}.", contest.name.trim()));
        }
        if !(contest.distance_metres.is_finite() && contest.distance_metres > 0.0 && contest.distance_metres <= 1_000_000.0) {
            problems.add(at("distanceMetres"), "bad_distance", "Give the distance in metres, above 0 and up to 1,000,000.");
        }
        if let Some(gun) = contest.gun.as_deref() {
            problems.take(&at("gun"), dates::parse_instant(gun));
        }
        bibs(setup, i, contest, &mut problems);
        points(i, contest, &mut problems);
    }
    problems
}

fn bibs(setup: &Setup, i: usize, contest: &Contest, problems: &mut Problems) {
    for (j, range) in contest.bibs.iter().enumerate() {
        let field = format!("contests.{i}.bibs.{j}");
        if range.from > range.to {
            problems.add(field, "bad_bib_range", format!("The bibs {} to {} run backwards.", range.from, range.to));
            continue;
        }
        let earlier =
            setup.contests.iter().enumerate().take(i + 1).flat_map(|(k, other)| {
                other.bibs.iter().take(if k == i { j } else { usize::MAX }).map(move |range| (other, range))
            });
        if let Some((other, clash)) = earlier.into_iter().find(|(_, r)| r.from <= range.to && range.from <= r.to) {
            let bib = clash.from.max(range.from);
            problems.add(
                field,
                "bibs_overlap",
                format!("Bib {bib} would belong to {} and to {}.", other.name.trim(), contest.name.trim()),
            );
        }
    }
    if contest.accept_unlisted && contest.bibs.is_empty() {
        problems.add(
            format!("contests.{i}.bibs"),
            "bibs_required",
            "Unlisted bibs can only be accepted within a range: give the contest's bibs.",
        );
    }
}

fn points(i: usize, contest: &Contest, problems: &mut Problems) {
    let at = |part: String| format!("contests.{i}.{part}");
    let start = &contest.start;
    mats(&at("start.mats".into()), &start.mats, false, problems);
    seconds(&at("start.minimumLapSeconds".into()), start.minimum_lap_seconds, problems);

    let mut labels = BTreeSet::new();
    let mut before = 0.0;
    for (j, split) in contest.splits.iter().enumerate() {
        let at = |part: &str| at(format!("splits.{j}.{part}"));
        if text::is_blank(&split.label) {
            problems.add(at("label"), "label_required", "Give the split a label, for example 5K.");
        } else if !labels.insert(text::lowercase(split.label.trim())) {
            problems.add(at("label"), "label_taken", format!("There are two splits labelled {}.", split.label.trim()));
        }
        // Transitions of a triathlon can have no length, so equal distances are allowed.
        if !split.metres.is_finite() || split.metres < before || split.metres > contest.distance_metres {
            problems.add(
                at("metres"),
                "bad_split_distance",
                "Splits go in the order of the course, each between the one before and the finish.",
            );
        }
        before = before.max(split.metres);
        mats(&at("mats"), &split.mats, true, problems);
        seconds(&at("minimumSeconds"), split.minimum_seconds, problems);
    }

    let finish = &contest.finish;
    mats(&at("finish.mats".into()), &finish.mats, true, problems);
    seconds(&at("finish.minimumSeconds".into()), finish.minimum_seconds, problems);
    let one_line = start.mats.iter().any(|mat| finish.mats.contains(mat));
    if one_line && finish.minimum_seconds <= start.minimum_lap_seconds {
        problems.add(
            at("finish.minimumSeconds".into()),
            "finish_within_start",
            "Start and finish share a mat: the finish's minimum must be longer than the start's minimum lap, or a fast finish would be \
             taken for a late start.",
        );
    }
    for (j, split) in contest.splits.iter().enumerate() {
        let shares_start = start.mats.iter().any(|mat| split.mats.contains(mat));
        if shares_start && split.minimum_seconds <= start.minimum_lap_seconds {
            problems.add(
                at(format!("splits.{j}.minimumSeconds")),
                "split_within_start",
                "This split shares a mat with the start: its minimum must be longer than the start's minimum lap.",
            );
        }
    }
}

fn mats(field: &str, mats: &[String], required: bool, problems: &mut Problems) {
    if required && mats.is_empty() {
        problems.add(field, "mats_required", "Name at least one mat.");
    }
    if mats.iter().any(|mat| text::is_blank(mat)) {
        problems.add(field, "blank_mat", "A mat needs a name: the one its box sends.");
    }
}

fn seconds(field: &str, seconds: f64, problems: &mut Problems) {
    if !(seconds.is_finite() && (0.0..=1_000_000.0).contains(&seconds)) {
        problems.add(field, "bad_seconds", "Give a number of seconds, 0 or more.");
    }
}
