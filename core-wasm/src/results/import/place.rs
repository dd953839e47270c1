//! The rows of a file's results, with the places of the live standings.

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
    Some(Finisher { gun, chip, gender: line.gender.as_str().into(), group: group_of(bands, line) })
}

/// Makes the rows of all lines that are results, in the order of the list.
pub(super) fn rows(import: &mut Import, options: &Options<'_>) {
    let Some(contest) = options.setup.contests.get(options.contest) else { return };
    let bands = age::bands(&options.setup.age_bands);
    let kept: Vec<usize> = (0..import.lines.len())
        .filter(|at| import.lines.get(*at).is_some_and(|line| matches!(line.became, Became::Row(_))))
        .collect();
    let (mut ranked, mut finishers) = (Vec::new(), Vec::new());
    for at in &kept {
        let Some(line) = import.lines.get(*at).filter(|line| line.line.is_ranked()) else { continue };
        if let Some(finisher) = finisher(&bands, &line.line) {
            ranked.push(*at);
            finishers.push(finisher);
        }
    }
    let mut place_of = vec![Place::NONE; import.lines.len()];
    for (at, place) in ranked.into_iter().zip(places(contest.ranking, &finishers)) {
        if let Some(of) = place_of.get_mut(at) {
            *of = place;
        }
    }
    let mut rows: Vec<(usize, ResultRow)> = kept
        .into_iter()
        .filter_map(|at| {
            let (line, place) = (import.lines.get(at)?, place_of.get(at)?);
            let group = group_of(&bands, &line.line).and_then(|group| bands.get(group));
            Some((at, row(&line.line, *place, group.map(|band| band.label.clone()), contest.splits.len())))
        })
        .collect();
    let order = |row: &ResultRow| {
        let rank = u32::try_from(row.overall_rank).unwrap_or(u32::MAX);
        (row.status.is_set(), rank, row.official.unwrap_or(i64::MAX))
    };
    rows.sort_by(|(_, a), (_, b)| order(a).cmp(&order(b)).then_with(|| bib_order(&a.bib, &b.bib)));
    for (index, (at, _)) in rows.iter().enumerate() {
        if let Some(line) = import.lines.get_mut(*at) {
            line.became = Became::Row(index);
        }
    }
    (import.line_of, import.rows) = rows.into_iter().unzip();
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
