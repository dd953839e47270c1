//! The rows of a file's results, with the places of the live standings; beside them those of runners who stay from the results before.

use std::collections::HashSet;

use super::{Became, Import, Options};
use crate::results::published::ResultRow;
use crate::timing::age;
use crate::timing::age::AgeBand;
use crate::timing::rank::{Finisher, Place, places};
use crate::timing::standing::{Row, bib_order};
use crate::timing::status::{Override, Status};
use crate::timing::table::key;

use super::line::Line;

/// The age group of a line: by the age, or where none is known by the file's own, if the race has it.
pub(super) fn group_of(bands: &[AgeBand], line: &Line) -> Option<usize> {
    match line.age {
        Some(age) => age::group_in(bands, age),
        None if line.group.is_empty() => None,
        None => bands.iter().position(|band| key(&band.label) == key(&line.group)),
    }
}

/// A line as the ranking takes it.
pub(super) fn finisher(bands: &[AgeBand], line: &Line) -> Option<Finisher> {
    let (gun, chip) = line.times()?;
    Some(Finisher { gun, chip, gender: line.gender.as_str().into(), group: group_of(bands, line), hides_age: false })
}

/// Makes the rows of all lines that are results, in the order of the list.
pub(super) fn rows(import: &mut Import, options: &Options<'_>) {
    let Some(contest) = options.setup.contests.get(options.contest) else { return };
    let bands = age::bands(&options.setup.age_bands);
    let kept: Vec<usize> = (0..import.lines.len())
        .filter(|at| import.lines.get(*at).is_some_and(|line| matches!(line.became, Became::Row(_))))
        .collect();
    let bibs: HashSet<&str> = kept.iter().filter_map(|at| import.lines.get(*at)).map(|line| line.line.bib.as_str()).collect();
    let others: Vec<&ResultRow> = options.others.iter().filter(|row| !bibs.contains(row.bib.as_str())).collect();
    let of_lines = kept.iter().map(|at| {
        let line = import.lines.get(*at).filter(|line| line.line.is_ranked())?;
        finisher(&bands, &line.line)
    });
    let ranked: Vec<Option<Finisher>> = of_lines.chain(others.iter().map(|row| ranked_before(&bands, row))).collect();
    let finishers: Vec<Finisher> = ranked.iter().flatten().cloned().collect();
    let mut found = places(contest.ranking, &finishers).into_iter();
    let mut place_of = ranked.iter().map(|one| one.as_ref().and_then(|_| found.next()).unwrap_or(Place::NONE));
    let mut rows: Vec<(Option<usize>, ResultRow)> = Vec::new();
    for (at, place) in kept.iter().zip(place_of.by_ref()) {
        let Some(line) = import.lines.get(*at) else { continue };
        let group = group_of(&bands, &line.line).and_then(|group| bands.get(group));
        rows.push((Some(*at), row(&line.line, place, group.map(|band| band.label.clone()), contest.splits.len())));
    }
    rows.extend(others.into_iter().zip(place_of).map(|(row, place)| (None, placed(row, place))));
    let order = |row: &ResultRow| {
        let rank = u32::try_from(row.overall_rank).unwrap_or(u32::MAX);
        (row.status.is_set(), rank, row.official.unwrap_or(i64::MAX))
    };
    rows.sort_by(|(_, a), (_, b)| order(a).cmp(&order(b)).then_with(|| bib_order(&a.bib, &b.bib)));
    for (index, (at, _)) in rows.iter().enumerate() {
        if let Some(line) = at.and_then(|at| import.lines.get_mut(at)) {
            line.became = Became::Row(index);
        }
    }
    import.rows = rows.into_iter().map(|(_, row)| row).collect();
}

/// A runner of the results before as the ranking takes them; `None` for those who had no place.
fn ranked_before(bands: &[AgeBand], row: &ResultRow) -> Option<Finisher> {
    let (gun, chip) = (row.gun.or(row.chip)?, row.chip.or(row.gun)?);
    let group = bands.iter().position(|band| band.label == row.age_group);
    (row.overall_rank > 0).then(|| Finisher { gun, chip, gender: row.gender.as_str().into(), group, hides_age: false })
}

/// A runner of the results before, with the place among the new ones.
fn placed(row: &ResultRow, place: Place) -> ResultRow {
    let ranks = place.ranks;
    let official = if ranks.by_gun { row.gun.or(row.chip) } else { row.chip.or(row.gun) };
    ResultRow {
        official,
        decimals: usize::from(place.decimals),
        overall_rank: ranks.overall,
        gender_rank: ranks.gender,
        group_rank: ranks.group,
        flags: Row::flags_of(place),
        ..row.clone()
    }
}

fn row(line: &Line, place: Place, group: Option<String>, splits: usize) -> ResultRow {
    let flags = Row::flags_of(place);
    let ranks = place.ranks;
    let official = if ranks.by_gun { line.gun.or(line.chip) } else { line.chip.or(line.gun) };
    ResultRow {
        bib: line.bib.clone(),
        first_name: if line.name().is_empty() { format!("Bib {}", line.bib) } else { line.first.clone() },
        last_name: line.last.clone(),
        gender: line.gender.clone(),
        dob: line.dob.clone(),
        age_group: group.unwrap_or_default(),
        wave: line.wave.clone(),
        team: line.team.clone(),
        status: line.status.map_or(Status::Finished, Override::status),
        start: line.gun.zip(line.chip).map(|(gun, chip)| gun - chip),
        gun: line.gun,
        chip: line.chip,
        official,
        decimals: usize::from(place.decimals),
        splits: vec![None; splits],
        overall_rank: ranks.overall,
        gender_rank: ranks.gender,
        group_rank: ranks.group,
        flags,
    }
}
