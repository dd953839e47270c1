//! The preview of a shared link to a runner: only what the live board shows every visitor.

use super::share_card::ShareCard;
use crate::live::participant::Participant;
use crate::race::distance::tone;
use crate::timing::Override;

/// The runner's name: `Ada Miller`; `Bib 101` when no name is known.
pub(super) fn name(runner: &Participant) -> String {
    let name = [runner.firstname.trim(), runner.lastname.trim()].join(" ");
    let name = name.trim();
    if name.is_empty() { format!("Bib {}", runner.bib) } else { name.to_owned() }
}

/// The headline of the link: `Ada Miller, bib 101`.
pub(super) fn headline(runner: &Participant) -> String {
    let (name, bib) = (name(runner), &runner.bib);
    if name == format!("Bib {bib}") { name } else { format!("{name}, bib {bib}") }
}

/// The runner's state, shortest first: `44:44`, `Chip time`, `Place 1`.
pub(super) fn facts(runner: &Participant) -> Vec<String> {
    let last = runner.splits.iter().rev().find(|split| !split.chip.is_empty());
    let mut facts = if is_out(runner) {
        vec![runner.status.clone()]
    } else if !runner.finish.chip.is_empty() {
        let gun = runner.official == "Gun time" && !runner.gun_time.is_empty();
        let time = if gun { &runner.gun_time } else { &runner.finish.chip };
        vec![time.clone(), runner.official.clone()]
    } else if let Some(split) = last {
        vec![split.chip.clone(), format!("At {}", split.label)]
    } else if !runner.start.chip.is_empty() {
        vec!["On the course".to_owned()]
    } else {
        vec!["At the start".to_owned()]
    };
    if runner.overall_rank > 0 {
        facts.push(format!("Place {}", runner.overall_rank));
    }
    facts
}

/// The description of the link: `10K at Spring Half: 44:44, Chip time, Place 1.`
pub(super) fn description(runner: &Participant) -> String {
    format!("{} at {}: {}.", runner.race.contest_name, runner.race.event_name, facts(runner).join(", "))
}

/// The texts of a runner's share picture: the bib and the current state.
pub fn runner_card(runner: &Participant) -> ShareCard {
    let name = name(runner);
    // The given names are in the first line, the family name in the second.
    let lines = name.rsplit_once(' ').map_or(vec![name.clone()], |(given, family)| vec![given.to_owned(), family.to_owned()]);
    ShareCard {
        name: runner.race.event_name.trim().to_owned(),
        numerals: runner.bib.clone(),
        distances: runner.race.contest_name.to_uppercase(),
        tone: tone(&runner.race.contest_name),
        lines,
        details: facts(runner),
        button: None,
        stamp: None,
    }
}

/// Whether a person set the status DNF, DQ or DNS: the times are then not shown.
fn is_out(runner: &Participant) -> bool {
    Override::parse(&runner.status).is_some()
}
