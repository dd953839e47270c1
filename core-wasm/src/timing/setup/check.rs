//! The checks of a timing setup, with messages for the timing desk.

use std::collections::BTreeSet;

use super::{BibRange, Contest, Setup};
use crate::dates;
use crate::error::Problems;
use crate::text;
use crate::timing::age::{AgeBand, MOST_BANDS};

pub(super) fn check(setup: &Setup) -> Problems {
    let mut problems = Problems::default();
    if setup.contests.is_empty() {
        problems.add("contests", "no_contests", "Add at least one contest.");
    }
    let mut names = BTreeSet::new();
    let ranges = ranges(setup);
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
        waves(i, contest, &mut problems);
        bibs(i, contest, &ranges, &mut problems);
        points(i, contest, &mut problems);
    }
    age_bands(&setup.age_bands, &mut problems);
    problems
}

fn waves(i: usize, contest: &Contest, problems: &mut Problems) {
    let at = |part: &str| format!("contests.{i}.{part}");
    if !contest.waves.is_empty() && contest.gun.is_some() {
        problems.add(at("gun"), "gun_of_wave", "This contest has waves: give each wave its gun, and the contest none.");
    }
    if !contest.waves.is_empty() && !contest.bibs.is_empty() {
        problems.add(at("bibs"), "bibs_of_wave", "This contest has waves: give the bibs to its waves.");
    }
    let mut names = BTreeSet::new();
    for (j, wave) in contest.waves.iter().enumerate() {
        let at = |part: &str| format!("contests.{i}.waves.{j}.{part}");
        if text::is_blank(&wave.name) {
            problems.add(at("name"), "wave_name_required", "Give the wave a name, for example Second wave.");
        }
        let own: BTreeSet<String> =
            std::iter::once(&wave.name).chain(&wave.wave_names).map(|name| text::lowercase(name.trim())).collect();
        if let Some(taken) = own.iter().find(|name| !name.is_empty() && names.contains(*name)) {
            problems.add(at("name"), "wave_name_taken", format!("Two waves of {} are named {taken}.", contest.name.trim()));
        }
        names.extend(own);
        if let Some(gun) = wave.gun.as_deref() {
            problems.take(&at("gun"), dates::parse_instant(gun));
        }
    }
}

/// A range of bibs in the setup.
struct Range {
    contest: usize,
    field: String,
    /// The contest or wave that the bibs belong to.
    owner: String,
    bibs: BibRange,
}

/// The ranges of all contests and waves, in the order of the setup.
fn ranges(setup: &Setup) -> Vec<Range> {
    let mut ranges = Vec::new();
    for (i, contest) in setup.contests.iter().enumerate() {
        let name = contest.name.trim();
        let mut take = |at: String, owner: String, bibs: &[BibRange]| {
            ranges.extend(bibs.iter().enumerate().map(|(j, range)| Range {
                contest: i,
                field: format!("{at}.{j}"),
                owner: owner.clone(),
                bibs: *range,
            }));
        };
        take(format!("contests.{i}.bibs"), name.to_owned(), &contest.bibs);
        for (k, wave) in contest.waves.iter().enumerate() {
            take(format!("contests.{i}.waves.{k}.bibs"), format!("{name} ({})", wave.name.trim()), &wave.bibs);
        }
    }
    ranges
}

fn age_bands(bands: &[AgeBand], problems: &mut Problems) {
    if bands.len() > MOST_BANDS {
        problems.add("ageBands", "too_many_age_bands", format!("A race has at most {MOST_BANDS} age groups."));
        return;
    }
    let mut labels = BTreeSet::new();
    let mut next = Some(0);
    for (i, band) in bands.iter().enumerate() {
        let at = |part: &str| format!("ageBands.{i}.{part}");
        if text::is_blank(&band.label) {
            problems.add(at("label"), "age_band_label_required", "Give the age group a label, for example 40-49.");
        } else if !labels.insert(text::lowercase(band.label.trim())) {
            problems.add(at("label"), "age_band_label_taken", format!("There are two age groups {}.", band.label.trim()));
        }
        let in_order = next.is_some_and(|next| band.from >= next) && band.to.is_none_or(|to| to >= band.from);
        if !in_order {
            problems.add(
                at("from"),
                "age_bands_out_of_order",
                "Age groups go from the youngest to the oldest and don't overlap.",
            );
        }
        next = band.to.and_then(|to| to.checked_add(1));
    }
}

fn bibs(i: usize, contest: &Contest, ranges: &[Range], problems: &mut Problems) {
    for (at, Range { field, owner, bibs, .. }) in ranges.iter().enumerate().filter(|(_, range)| range.contest == i) {
        if bibs.from > bibs.to {
            problems.add(field.clone(), "bad_bib_range", format!("The bibs {} to {} run backwards.", bibs.from, bibs.to));
            continue;
        }
        let clash = ranges.iter().take(at).find(|other| other.bibs.from <= bibs.to && bibs.from <= other.bibs.to);
        if let Some(other) = clash {
            let bib = other.bibs.from.max(bibs.from);
            problems.add(field.clone(), "bibs_overlap", format!("Bib {bib} would belong to {} and to {owner}.", other.owner));
        }
    }
    if contest.accept_unlisted && contest.bibs.is_empty() && contest.waves.iter().all(|wave| wave.bibs.is_empty()) {
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
        maximum(&at("maximumSeconds"), split.minimum_seconds, split.maximum_seconds, problems);
    }

    let finish = &contest.finish;
    mats(&at("finish.mats".into()), &finish.mats, true, problems);
    seconds(&at("finish.minimumSeconds".into()), finish.minimum_seconds, problems);
    maximum(&at("finish.maximumSeconds".into()), finish.minimum_seconds, finish.maximum_seconds, problems);
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

fn maximum(field: &str, minimum: f64, maximum: Option<f64>, problems: &mut Problems) {
    let Some(maximum) = maximum else { return };
    if !(maximum.is_finite() && maximum > minimum && maximum <= 1_000_000.0) {
        problems.add(field, "bad_maximum", "The longest time must be longer than the shortest.");
    }
}
