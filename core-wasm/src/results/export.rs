//! Results as CSV, with the names of columns that RunSignup and USATF read.

use serde::{Deserialize, Serialize};

use super::leaderboard::ResultLine;
use crate::timing::table::write::{row, table};

/// The columns, in this order.
const COLUMNS: [&str; 19] = [
    "Race",
    "Race Date",
    "Event",
    "Distance",
    "Place",
    "Bib",
    "First Name",
    "Last Name",
    "Gender",
    "Age Group",
    "Wave",
    "Team",
    "Status",
    "Gun Time",
    "Chip Time",
    "Pace",
    "Gender Place",
    "Age Group Place",
    "Result ID",
];

/// The columns of USATF's results files for road races: place, names, age, sex, division and times (the gun time is `Time`). Age,
/// city and state are not public and stay blank.
const USATF: [&str; 13] = [
    "Place",
    "First Name",
    "Last Name",
    "Age",
    "Sex",
    "Age Division",
    "City",
    "State",
    "Time",
    "Net Time",
    "Bib",
    "Team",
    "Status",
];

/// As which table lines are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CsvFormat {
    /// The columns of registration systems.
    #[default]
    RunSignup,
    /// The columns that USATF asks for.
    Usatf,
}

/// The beginning of a file: its line of names.
pub fn begin(format: CsvFormat) -> String {
    let names: &[&str] = match format {
        CsvFormat::RunSignup => &COLUMNS,
        CsvFormat::Usatf => &USATF,
    };
    table(names.iter().map(|name| (*name).to_owned()).collect(), std::iter::empty())
}

/// Adds lines to a file; no cell of it is run as a formula.
pub fn add(file: &mut String, format: CsvFormat, lines: &[ResultLine]) {
    for line in lines {
        let cells = match format {
            CsvFormat::RunSignup => cells(line),
            CsvFormat::Usatf => usatf(line),
        };
        row(file, &cells);
    }
}

fn place(rank: i32) -> String {
    if rank > 0 { rank.to_string() } else { String::new() }
}

fn sex(gender: &str) -> &'static str {
    match gender {
        "m" => "M",
        "f" => "F",
        "a" => "X",
        _ => "",
    }
}

fn usatf(line: &ResultLine) -> Vec<String> {
    let has_place = line.overall_rank > 0;
    let status = if has_place || line.status == "finished" { String::new() } else { line.status.clone() };
    vec![
        place(line.overall_rank),
        line.firstname.clone(),
        line.lastname.clone(),
        String::new(),
        sex(&line.gender).to_owned(),
        line.age_group.clone(),
        String::new(),
        String::new(),
        line.gun_time.clone(),
        line.chip_time.clone(),
        line.bib.clone(),
        line.team.clone(),
        status,
    ]
}

fn cells(line: &ResultLine) -> Vec<String> {
    vec![
        line.race.clone(),
        line.date.clone(),
        line.contest.clone(),
        line.distance.clone(),
        place(line.overall_rank),
        line.bib.clone(),
        line.firstname.clone(),
        line.lastname.clone(),
        sex(&line.gender).to_owned(),
        line.age_group.clone(),
        line.wave.clone(),
        line.team.clone(),
        line.status.clone(),
        line.gun_time.clone(),
        line.chip_time.clone(),
        line.pace.clone(),
        place(line.gender_rank),
        place(line.age_group_rank),
        line.public_id.clone(),
    ]
}
