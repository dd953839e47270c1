//! What a column of a file of past results can be, and what it is by its name.

use crate::timing::table::columns::{ColumnMeaning, LEFT_OUT};
use crate::timing::table::{Subject, key};

/// The table of meanings: variant, name on the wire, label, and the names that columns of this meaning have, the plainest first.
macro_rules! meanings {
    ($($variant:ident, $word:expr, $label:literal, [$($name:literal),*];)*) => {
        /// What a column is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Column {
            $(#[doc = $label] $variant,)*
        }

        impl ColumnMeaning for Column {
            fn all() -> Vec<Self> {
                vec![$(Self::$variant,)*]
            }

            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)* }
            }
        }

        /// The names of each meaning, as [`key`] makes them.
        const NAMES: &[(Column, &[&str])] = &[$((Column::$variant, &[$($name),*]),)*];
    };
}

meanings! {
    Bib, "bib", "Bib", ["bib", "bibnumber", "bibno", "bibnum", "bibnr", "racenumber", "raceno", "startnumber", "startno", "number", "num", "no", "nr"];
    Name, "name", "Full name", ["name", "fullname", "athlete", "athletename", "participant", "participantname", "runner", "runnername", "racer", "finisher"];
    First, "firstname", "First name", ["firstname", "first", "fname", "givenname", "forename", "vorname"];
    Last, "lastname", "Last name", ["lastname", "last", "lname", "surname", "familyname", "nachname"];
    Gender, "gender", "Gender", ["gender", "sex", "mf", "mfx", "genderidentity"];
    Age, "age", "Age", ["age", "ageonraceday", "raceage", "ageatrace", "ageonracedate", "ageatevent"];
    Dob, "dob", "Date of birth", ["dob", "dateofbirth", "birthdate", "birthday", "born", "yearofbirth", "birthyear", "yob"];
    Gun, "gun", "Gun time", ["guntime", "gun", "clocktime", "grosstime", "gunelapsed", "guntimes", "elapsedtime", "finishgun", "bruttotime"];
    Chip, "chip", "Chip time", ["chiptime", "chip", "nettime", "net", "chipelapsed", "tagtime", "finishchip", "nettotime"];
    Time, "time", "Time that decides the place", ["time", "finishtime", "finish", "officialtime", "totaltime", "resulttime", "result", "duration", "overalltime"];
    Status, "status", "Status (DNF, DQ, DNS)", ["status", "finishstatus", "resultstatus", "racestatus"];
    Place, "place", "Place", ["place", "overallplace", "placeoverall", "overall", "rank", "overallrank", "position", "pos", "pl", "oplace", "overallposition", "plc", "placement"];
    GenderPlace, "genderplace", "Place within the gender", ["genderplace", "sexplace", "placegender", "genderrank", "sexrank", "placesex", "gplace", "genderposition", "sexpl", "genpl", "mfplace"];
    GroupPlace, "groupplace", "Place within the age group", ["agegroupplace", "divisionplace", "placeagegroup", "agegrouprank", "divisionrank", "divplace", "divpl", "agplace", "categoryplace", "placedivision", "divisionposition", "agegroupposition", "agplc"];
    Group, "agegroup", "Age group", ["agegroup", "division", "div", "ag", "agecategory", "agedivision", "agegrp", "category"];
    Contest, "contest", "Contest", ["contest", "contestname", "event", "eventname", "distance", "racedistance", "subevent", "individualresultsetname", "race", "racename"];
    Wave, "wave", "Wave", ["wave", "wavename", "startwave", "corral", "startgroup", "pen"];
    Team, "team", "Team", ["team", "teamname", "club", "clubteam"];
    LeftOut, LEFT_OUT, "Leave this column out", [
        "address", "city", "town", "hometown", "state", "province", "stateprovince", "county", "zip", "zipcode", "postalcode", "country", "countrycode", "nation", "nationality",
        "pace", "avgpace", "averagepace", "chippace", "gunpace", "minmile", "minkm", "speed", "agegrade", "agegraded", "agepercentage", "agegradedtime", "agegradedpercent",
        "email", "phone", "resultid", "resultsid", "publicid", "registrationid", "racedate", "date", "points", "score", "award", "prize", "notes", "comment", "comments",
        "line", "reason", "raceid", "guntimems", "chiptimems", "officialtimems", "middlename", "anonymous", "starttime", "gap", "behind", "diff", "difference", "timeback", "total", "gendertotal", "divisiontotal", "usatfnumber", "usatf"
    ];
}

/// What files of past results are about.
pub const SUBJECT: Subject = Subject {
    code: "unreadable_results",
    lines: "results",
    element: "This is not an object with a result's fields.",
    likeness,
    is_array: |_| false,
};

/// What a column of this name is, and how plain the name is for it; `None` when the name says nothing.
pub(super) fn meaning(name: &str) -> Option<(Column, usize)> {
    let key = key(name);
    // Times at splits, as RunSignup names them: results that were imported have no course.
    if name.trim().to_lowercase().starts_with("split") {
        return Some((Column::LeftOut, 0));
    }
    NAMES.iter().find_map(|(column, names)| Some((*column, names.iter().position(|known| *known == key)?)))
}

/// How much these cells look like the names of columns: the number of meanings among them, if there are two.
fn likeness(cells: &[String]) -> usize {
    let mut columns: Vec<Column> = cells
        .iter()
        .filter_map(|cell| meaning(cell))
        .map(|(column, _)| column)
        .filter(|column| *column != Column::LeftOut)
        .collect();
    columns.sort_unstable();
    columns.dedup();
    if columns.len() > 1 { columns.len() } else { 0 }
}
