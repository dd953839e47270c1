//! What a column is, by its name. The names are those of RunSignup's, RACE RESULT's, UltraSignup's and ChronoTrack's exports,
//! and what people write in spreadsheets.

use super::field::{Field, Meaning};
use crate::timing::table::key;

/// What a column's name says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// This is what it is; of two columns with one meaning, the one with the lower number is it.
    As(Meaning, usize),
    /// It is the contest, if its values are names of contests.
    PerhapsContest,
    /// It is known, and no field of an entrant.
    LeftOut,
    /// The name says nothing: a person is asked.
    Unknown,
}

/// The names of each meaning, the plainest first, as [`key`] makes them.
const NAMES: [(Meaning, &[&str]); 14] = [
    (
        Meaning::Of(Field::Bib),
        &[
            "bib",
            "bibnumber",
            "bibno",
            "bibnum",
            "bibnr",
            "racenumber",
            "raceno",
            "startnumber",
            "startno",
            "number",
            "num",
            "no",
            "nr",
        ],
    ),
    (Meaning::Of(Field::First), &["firstname", "first", "fname", "givenname", "forename", "athletefirstname", "vorname"]),
    (Meaning::Of(Field::Last), &["lastname", "last", "lname", "surname", "familyname", "athletelastname", "nachname"]),
    (
        Meaning::FullName,
        &[
            "name",
            "fullname",
            "athlete",
            "athletename",
            "participant",
            "participantname",
            "runner",
            "runnername",
            "racer",
            "entrant",
        ],
    ),
    (Meaning::Of(Field::Gender), &["gender", "sex", "mf", "mfx", "genderidentity"]),
    (
        Meaning::Of(Field::Dob),
        &["dob", "dateofbirth", "birthdate", "birthday", "birthdt", "born", "yearofbirth", "birthyear", "yob"],
    ),
    (Meaning::Of(Field::Age), &["age", "ageonraceday", "raceage", "ageatrace", "ageonracedate", "ageatevent"]),
    (
        Meaning::Of(Field::Contest),
        &[
            "contest",
            "contestname",
            "distance",
            "event",
            "eventname",
            "subevent",
            "regchoice",
            "registrationchoice",
            "racedistance",
        ],
    ),
    (
        Meaning::Of(Field::Chip),
        &[
            "chip",
            "chipcode",
            "chipid",
            "chipnumber",
            "chipno",
            "tag",
            "tagid",
            "tagcode",
            "tagnumber",
            "transponder",
            "transponder1",
            "rfid",
            "epc",
        ],
    ),
    (Meaning::Of(Field::Chips), &["chips", "chipcodes", "tags", "transponders"]),
    (Meaning::Of(Field::Wave), &["wave", "wavename", "startwave", "corral", "startgroup", "pen"]),
    (Meaning::Of(Field::Email), &["email", "emailaddress", "mail"]),
    (Meaning::Of(Field::Team), &["team", "teamname", "club", "clubteam"]),
    (Meaning::Of(Field::Town), &["town", "city", "hometown", "cityofresidence", "cityname", "citytown", "residence", "wohnort"]),
];

/// Columns that say which contest it is in some exports, and something else in others.
const PERHAPS_CONTEST: [&str; 8] = ["race", "racename", "competition", "category", "course", "division", "type", "series"];

/// Columns of exports that are no field of an entrant.
const LEFT_OUT: [&str; 41] = [
    "address",
    "address1",
    "address2",
    "street",
    "state",
    "province",
    "county",
    "zip",
    "zipcode",
    "postalcode",
    "postcode",
    "country",
    "nation",
    "nationality",
    "phone",
    "phonenumber",
    "cellphone",
    "mobile",
    "tshirt",
    "tshirtsize",
    "shirt",
    "shirtsize",
    "registrationid",
    "registrationdate",
    "registrationdatetime",
    "registeredat",
    "orderid",
    "orderdate",
    "transactionid",
    "userid",
    "amountpaid",
    "pricepaid",
    "emergencycontact",
    "emergencycontactname",
    "emergencyphone",
    "emergencycontactphone",
    "emergencycontactphonenumber",
    "middlename",
    "notes",
    "comment",
    "comments",
];

/// Whether a column of this name is the list of an entrant's chips.
pub(super) fn is_chips(name: &str) -> bool {
    matches!(meaning(name), Known::As(Meaning::Of(Field::Chips), _))
}

/// What a column of this name is.
pub(super) fn meaning(name: &str) -> Known {
    let key = key(name);
    let named = NAMES.iter().find_map(|(meaning, names)| {
        let rank = names.iter().position(|known| *known == key)?;
        Some(Known::As(*meaning, rank))
    });
    match named {
        Some(known) => known,
        None if PERHAPS_CONTEST.contains(&key.as_str()) => Known::PerhapsContest,
        None if LEFT_OUT.contains(&key.as_str()) => Known::LeftOut,
        None => Known::Unknown,
    }
}

/// How much these cells look like the names of columns: the number of meanings among them, when they name the bib or two others.
pub(super) fn likeness(cells: &[String]) -> usize {
    let mut meanings: Vec<Meaning> = cells
        .iter()
        .filter_map(|cell| match meaning(cell) {
            Known::As(meaning, _) => Some(meaning),
            Known::PerhapsContest | Known::LeftOut | Known::Unknown => None,
        })
        .collect();
    meanings.sort_unstable();
    meanings.dedup();
    if meanings.contains(&Meaning::Of(Field::Bib)) || meanings.len() > 1 { meanings.len() } else { 0 }
}
