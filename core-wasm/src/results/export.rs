//! Results as CSV, with the names of columns that RunSignup and USATF read.

use super::leaderboard::ResultLine;
use crate::timing::entrants::write::table;

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

/// The lines as CSV with a line of names; no cell of it is run as a formula.
pub fn csv(lines: &[ResultLine]) -> String {
    table(COLUMNS.map(str::to_owned).to_vec(), lines.iter().map(cells))
}

fn cells(line: &ResultLine) -> Vec<String> {
    let place = |rank: i32| if rank > 0 { rank.to_string() } else { String::new() };
    let gender = match line.gender.as_str() {
        "m" => "M",
        "f" => "F",
        "a" => "X",
        _ => "",
    };
    vec![
        line.race.clone(),
        line.date.clone(),
        line.contest.clone(),
        line.distance.clone(),
        place(line.overall_rank),
        line.bib.clone(),
        line.firstname.clone(),
        line.lastname.clone(),
        gender.to_owned(),
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
