//! A timing setup as the timing desk's form holds it: every field is the text that a person typed.
//!
//! People write lists with commas, minimums as `20:00`, and the gun as the time on the clock at the start. This module reads
//! these texts into a [`Setup`], or returns problems at the fields of the setup, so that the form, a pasted file and the server
//! share one check.

use serde::{Deserialize, Serialize};

use super::length;
use super::setup::{BibRange, Contest, FinishPoint, Leg, Ranking, Setup, SplitPoint, Sport, StartPoint};
use crate::dates::{self, RaceDate, StartTime, Tz};
use crate::error::{CoreError, Problems};

/// A [`Setup`] as texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SetupDraft {
    /// The contests in the order in which screens list them.
    pub contests: Vec<ContestDraft>,
    /// As [`Setup::timer_code`]; blank when there is none.
    #[serde(default)]
    pub timer_code: String,
}

/// A [`Contest`] as texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContestDraft {
    /// As [`Contest::name`].
    pub name: String,
    /// A length as [`length::metres`] reads it: `10K`, `10000`.
    pub distance_metres: String,
    /// As [`Contest::sport`].
    pub sport: Sport,
    /// As [`Contest::ranking`].
    pub ranking: Ranking,
    /// The time of the gun on the race's clock, `8:30:00.000 AM`; blank until the gun is set.
    pub gun: String,
    /// The bib ranges: `1000-1999, 5500-9499`.
    pub bibs: String,
    /// As [`Contest::accept_unlisted`].
    pub accept_unlisted: bool,
    /// The names of the mats: `FINISH1, FINISH2`.
    pub start_mats: String,
    /// How long after the gun a read at the start is still a start: `20:00`.
    pub minimum_lap: String,
    /// The splits in the order in which they are passed.
    pub splits: Vec<SplitDraft>,
    /// The names of the mats: `FINISH1, FINISH2`.
    pub finish_mats: String,
    /// How long after the own start a read is not yet a finish: `25:00`.
    pub finish_minimum: String,
    /// The discipline of the last stretch.
    pub finish_leg: Leg,
}

/// A [`SplitPoint`] as texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SplitDraft {
    /// As [`SplitPoint::label`].
    pub label: String,
    /// The length from the start: `5K`, `3.1 mi`, `5000`.
    pub metres: String,
    /// The names of the mats: `5K, 5K-BACKUP`.
    pub mats: String,
    /// How long after the own start a read here does not count yet: `10:00`.
    pub minimum: String,
    /// The discipline since the point before.
    pub leg: Leg,
}

/// The result of reading a form: a setup, or everything wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupResult {
    /// The setup, when nothing is wrong.
    pub setup: Option<Setup>,
    /// The problems, as [`SetupDraft::read`] returns them.
    pub problems: Problems,
}

impl SetupResult {
    /// Converts the result of [`SetupDraft::read`].
    pub fn of(read: Result<Setup, Problems>) -> Self {
        match read {
            Ok(setup) => Self { setup: Some(setup), problems: Problems::default() },
            Err(problems) => Self { setup: None, problems },
        }
    }
}

impl SetupDraft {
    /// The form for a setup. Guns are shown as times of day; while the race has no date, as full instants.
    pub fn of(setup: &Setup, day: Option<RaceDate>, zone: Tz) -> Self {
        let contests = setup.contests.iter().map(|contest| ContestDraft::of(contest, day, zone)).collect();
        Self { contests, timer_code: setup.timer_code.clone().unwrap_or_default() }
    }

    /// The form for a setup file, even when its values are wrong: the problems are shown at the fields once the form is read.
    ///
    /// # Errors
    /// `unreadable_setup` when the text is not the JSON of a setup.
    pub fn load(json: &str, day: Option<RaceDate>, zone: Tz) -> Result<Self, CoreError> {
        let setup: Setup = serde_json::from_str(json)
            .map_err(|error| CoreError::new("unreadable_setup", format!("This is not a timing setup: {error}.")))?;
        Ok(Self::of(&setup, day, zone))
    }

    /// Reads the setup from the form, for a race on this day in this zone. A race has no day until its date is set.
    ///
    /// # Errors
    /// Everything wrong with it, each problem at its field of the setup (`contests.0.splits.1.metres`): first the texts that
    /// can't be read, then the problems that [`Setup::check`] finds in the other fields.
    pub fn read(&self, day: Option<RaceDate>, zone: Tz) -> Result<Setup, Problems> {
        let mut problems = Problems::default();
        let contests = self.contests.iter().enumerate().map(|(i, contest)| {
            contest.read(&mut |part: &str, error: CoreError| problems.0.push(error.at(format!("contests.{i}.{part}"))), day, zone)
        });
        let setup = Setup {
            contests: contests.collect(),
            timer_code: Some(self.timer_code.trim().to_owned()).filter(|code| !code.is_empty()),
        };
        // A text that could not be read is a default value in the setup, so a problem that the check finds in it is left out.
        let unread: Vec<String> = problems.0.iter().map(|problem| problem.field.clone()).collect();
        problems.0.extend(setup.check().0.into_iter().filter(|problem| !unread.contains(&problem.field)));
        if problems.is_empty() { Ok(setup) } else { Err(problems) }
    }
}

impl ContestDraft {
    fn of(contest: &Contest, day: Option<RaceDate>, zone: Tz) -> Self {
        Self {
            name: contest.name.clone(),
            distance_metres: length::text(contest.distance_metres),
            sport: contest.sport,
            ranking: contest.ranking,
            gun: contest.gun.as_deref().map(|gun| gun_text(gun, day, zone)).unwrap_or_default(),
            bibs: bibs_text(&contest.bibs),
            accept_unlisted: contest.accept_unlisted,
            start_mats: contest.start.mats.join(", "),
            minimum_lap: span_text(contest.start.minimum_lap_seconds),
            splits: contest.splits.iter().map(SplitDraft::of).collect(),
            finish_mats: contest.finish.mats.join(", "),
            finish_minimum: span_text(contest.finish.minimum_seconds),
            finish_leg: contest.finish.leg,
        }
    }

    fn read(&self, refuse: &mut impl FnMut(&str, CoreError), day: Option<RaceDate>, zone: Tz) -> Contest {
        fn take<T: Default>(part: &str, read: Result<T, CoreError>, refuse: &mut impl FnMut(&str, CoreError)) -> T {
            read.unwrap_or_else(|error| {
                refuse(part, error);
                T::default()
            })
        }
        Contest {
            name: self.name.trim().to_owned(),
            distance_metres: take("distanceMetres", length::metres(&self.distance_metres), refuse),
            gun: take("gun", gun(&self.gun, day, zone), refuse),
            ranking: self.ranking,
            bibs: take("bibs", bibs(&self.bibs), refuse),
            accept_unlisted: self.accept_unlisted,
            sport: self.sport,
            start: StartPoint {
                mats: list(&self.start_mats),
                minimum_lap_seconds: take("start.minimumLapSeconds", span(&self.minimum_lap), refuse),
            },
            splits: self
                .splits
                .iter()
                .enumerate()
                .map(|(j, split)| SplitPoint {
                    label: split.label.trim().to_owned(),
                    metres: take(&format!("splits.{j}.metres"), length::metres(&split.metres), refuse),
                    mats: list(&split.mats),
                    minimum_seconds: take(&format!("splits.{j}.minimumSeconds"), span(&split.minimum), refuse),
                    leg: split.leg,
                })
                .collect(),
            finish: FinishPoint {
                mats: list(&self.finish_mats),
                minimum_seconds: take("finish.minimumSeconds", span(&self.finish_minimum), refuse),
                leg: self.finish_leg,
            },
        }
    }
}

impl SplitDraft {
    fn of(split: &SplitPoint) -> Self {
        Self {
            label: split.label.clone(),
            metres: length::text(split.metres),
            mats: split.mats.join(", "),
            minimum: span_text(split.minimum_seconds),
            leg: split.leg,
        }
    }
}

/// Reads a gun as a person types it: a time of the race's day, `8:30 AM`, `8:30:00.25 AM`, `08:30:00`, or an instant with
/// its offset. A blank text means that the gun is not set. The result is RFC 3339.
///
/// # Errors
/// `unreadable_gun`; `undated_gun` for a time of day while the race has no day.
pub fn gun(text: &str, day: Option<RaceDate>, zone: Tz) -> Result<Option<String>, CoreError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if let Ok(ms) = dates::parse_instant(text) {
        return Ok(Some(dates::format_instant(ms, zone)));
    }
    let unreadable = || CoreError::new("unreadable_gun", "Give the gun as the race's clock showed it, like 8:30:00.250 AM.");
    let (minutes, within_ms) = clock(text).ok_or_else(unreadable)?;
    let minute = StartTime::from_minutes(minutes).ok_or_else(unreadable)?;
    let undated = || CoreError::new("undated_gun", "A time of day needs the race's date. Set the date first.");
    let day = day.ok_or_else(undated)?;
    Ok(Some(dates::format_instant(dates::local_to_instant(day, minute, zone) + within_ms, zone)))
}

/// The text of a gun for the form: its time of day, or the full instant when it is not on the race's day or the race has no date.
pub fn gun_text(gun: &str, day: Option<RaceDate>, zone: Tz) -> String {
    let Ok(ms) = dates::parse_instant(gun) else { return gun.to_owned() };
    if Some(dates::date_in(ms, zone)) != day {
        return dates::format_instant(ms, zone);
    }
    let text = dates::clock_text(ms, zone);
    let (clock, half) = text.split_once(' ').unwrap_or((&text, ""));
    format!("{clock}.{:03} {half}", ms.rem_euclid(dates::SECOND_MS)).trim_end().to_owned()
}

/// Returns the minutes after midnight, and the milliseconds after that minute.
fn clock(text: &str) -> Option<(u32, i64)> {
    let upper = text.to_ascii_uppercase();
    let (digits, noon) = match (upper.strip_suffix("PM"), upper.strip_suffix("AM")) {
        (Some(digits), _) => (digits.trim_end(), Some(12)),
        (_, Some(digits)) => (digits.trim_end(), Some(0)),
        _ => (upper.as_str(), None),
    };
    let mut parts = digits.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next().unwrap_or("0"));
    if parts.next().is_some() {
        return None;
    }
    let hour = match (whole(hour)?, noon) {
        (hour @ 1..=12, Some(noon)) => hour % 12 + noon,
        (hour @ 0..=23, None) => hour,
        _ => return None,
    };
    let minute = whole(minute).filter(|minute| *minute < 60)?;
    Some((hour * 60 + minute, seconds_ms(second)?))
}

/// Reads seconds below 60 with up to three decimals, in milliseconds.
fn seconds_ms(text: &str) -> Option<i64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = whole(seconds).filter(|seconds| *seconds < 60)?;
    let fraction = whole(&format!("{fraction:0<3}")).filter(|_| (1..=3).contains(&fraction.len()))?;
    Some(i64::from(seconds) * dates::SECOND_MS + i64::from(fraction))
}

fn whole(digits: &str) -> Option<u32> {
    let clean = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    clean.then(|| digits.parse().ok()).flatten()
}

/// Reads names that are separated by commas, semicolons or line ends.
fn list(text: &str) -> Vec<String> {
    text.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn bibs(text: &str) -> Result<Vec<BibRange>, CoreError> {
    list(text)
        .iter()
        .map(|range| {
            let (from, to) = range.split_once(['-', '–']).unwrap_or((range, range));
            match (whole(from.trim()), whole(to.trim())) {
                (Some(from), Some(to)) => Ok(BibRange { from, to }),
                _ => Err(CoreError::new(
                    "unreadable_bibs",
                    "Give bibs as ranges with commas between them, like 1000-1999, 5500-9499.",
                )),
            }
        })
        .collect()
}

fn bibs_text(ranges: &[BibRange]) -> String {
    let text = |range: &BibRange| {
        if range.from == range.to { range.from.to_string() } else { format!("{}-{}", range.from, range.to) }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Reads a time span in seconds: `20:00`, `1:40:00`, or `600` seconds. A blank text is 0.
fn span(text: &str) -> Result<f64, CoreError> {
    let text = text.trim();
    let parts: Vec<&str> = text.split(':').collect();
    let seconds = match parts.as_slice() {
        [""] => Some(0.0),
        [seconds] => seconds.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0),
        [minutes, seconds] => whole(minutes).filter(|m| *m < 100_000).zip(below_60(seconds)).map(|(m, s)| f64::from(m * 60 + s)),
        [hours, minutes, seconds] => match (whole(hours), below_60(minutes), below_60(seconds)) {
            (Some(h @ ..=999), Some(m), Some(s)) => Some(f64::from(h * 3600 + m * 60 + s)),
            _ => None,
        },
        _ => None,
    };
    seconds.ok_or_else(|| {
        CoreError::new("unreadable_span", "Give minutes and seconds like 20:00, hours like 1:40:00, or seconds like 600.")
    })
}

fn below_60(digits: &str) -> Option<u32> {
    whole(digits).filter(|number| *number < 60)
}

fn span_text(seconds: f64) -> String {
    let whole_seconds = seconds.fract() == 0.0 && (0.0..1e9).contains(&seconds);
    #[expect(clippy::cast_possible_truncation, reason = "below a thousand million, just checked")]
    if whole_seconds { dates::duration_text(seconds as i64 * dates::SECOND_MS) } else { format!("{seconds}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> Option<RaceDate> {
        Some("May 8, 2021".parse().expect("a date"))
    }
    const ZONE: Tz = Tz::NEW_YORK;

    fn draft() -> SetupDraft {
        SetupDraft {
            contests: vec![ContestDraft {
                name: "10K".into(),
                distance_metres: "10,000".into(),
                gun: "8:35:55.54 am".into(),
                bibs: "1000–1999, 5500-9499".into(),
                accept_unlisted: true,
                start_mats: "LINE".into(),
                minimum_lap: "20:00".into(),
                splits: vec![SplitDraft {
                    label: "5K".into(),
                    metres: "5000".into(),
                    mats: "5K, 5K-B".into(),
                    minimum: "600".into(),
                    leg: Leg::Run,
                }],
                finish_mats: "LINE".into(),
                finish_minimum: "25:00".into(),
                ..ContestDraft::default()
            }],
            timer_code: String::new(),
        }
    }

    fn problems(change: impl FnOnce(&mut ContestDraft)) -> Vec<(String, String)> {
        let mut draft = draft();
        if let Some(contest) = draft.contests.first_mut() {
            change(contest);
        }
        let problems = draft.read(day(), ZONE).err().unwrap_or_default();
        problems.0.into_iter().map(|problem| (problem.field, problem.code)).collect()
    }

    #[test]
    fn texts_become_a_setup_and_back() {
        let setup = draft().read(day(), ZONE).expect("a good draft");
        let contest = setup.contests.first().expect("its contest");
        assert_eq!(contest.gun.as_deref(), Some("2021-05-08T08:35:55.540-04:00"));
        assert_eq!(contest.bibs, [BibRange { from: 1000, to: 1999 }, BibRange { from: 5500, to: 9499 }]);
        assert_eq!(contest.start.minimum_lap_seconds, 1200.0);
        let again = SetupDraft::of(&setup, day(), ZONE);
        let shown = again.contests.first().expect("its contest");
        assert_eq!(shown.gun, "8:35:55.540 AM");
        assert_eq!(shown.bibs, "1000-1999, 5500-9499");
        assert_eq!(shown.splits.first().map(|split| split.minimum.as_str()), Some("10:00"));
        assert_eq!(again.read(day(), ZONE), Ok(setup));
    }

    #[test]
    fn each_text_is_refused_at_its_field_and_only_once() {
        let at = |field: &str, code: &str| vec![(format!("contests.0.{field}"), code.to_owned())];
        assert_eq!(problems(|c| c.gun = "half past".into()), at("gun", "unreadable_gun"));
        assert_eq!(problems(|c| c.gun = "13:00 PM".into()), at("gun", "unreadable_gun"));
        assert_eq!(problems(|c| c.bibs = "1000 to 1999".into()), at("bibs", "unreadable_bibs"));
        assert_eq!(problems(|c| c.distance_metres = "ten".into()).first(), at("distanceMetres", "unreadable_metres").first());
        assert_eq!(problems(|c| c.minimum_lap = "20:99".into()), at("start.minimumLapSeconds", "unreadable_span"));
        assert_eq!(problems(|c| c.name = " ".into()), at("name", "name_required"));
    }

    #[test]
    fn a_gun_of_another_day_is_shown_in_full() {
        assert_eq!(gun_text("2021-05-07T08:00:00-04:00", day(), ZONE), "2021-05-07T08:00:00.000-04:00");
        assert_eq!(gun("08:00", day(), ZONE), Ok(Some("2021-05-08T08:00:00.000-04:00".into())));
        assert_eq!(gun("12:05:00 AM", day(), ZONE), Ok(Some("2021-05-08T00:05:00.000-04:00".into())));
        assert_eq!(gun(" ", day(), ZONE), Ok(None));
    }

    #[test]
    fn without_a_day_a_gun_must_be_an_instant() {
        let fired = "2021-05-08T08:35:55.540-04:00";
        assert_eq!(gun_text(fired, None, ZONE), fired);
        assert_eq!(gun(fired, None, ZONE), Ok(Some(fired.into())));
        assert_eq!(gun("", None, ZONE), Ok(None));
        assert_eq!(gun("8:30 AM", None, ZONE).map_err(|error| error.code), Err("undated_gun".into()));
        let setup = draft().read(day(), ZONE).expect("a good draft");
        assert_eq!(SetupDraft::of(&setup, None, ZONE).read(None, ZONE), Ok(setup));
    }
}
