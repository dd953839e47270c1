//! A timing setup as the timing desk's form holds it: every field is the text that a person typed.
//!
//! People write lists with commas, minimums as `20:00`, and the gun as the time on the clock at the start. This module reads
//! these texts into a [`Setup`], or returns problems at the fields of the setup, so that the form, a pasted file and the server
//! share one check.

mod texts;
mod waves;

use serde::{Deserialize, Serialize};
use texts::{bibs, bibs_text, list, maximum, maximum_text, span, span_text};
pub use texts::{gun, gun_text, time_text};

use super::age::AgeBand;
use super::length;
use super::setup::{Contest, FinishPoint, Leg, Ranking, Setup, SplitPoint, Sport, StartPoint, Wave};
use crate::dates::{RaceDate, Tz};
use crate::error::{CoreError, Problems};

/// A [`Setup`] as texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SetupDraft {
    /// The contests in the order in which screens list them.
    pub contests: Vec<ContestDraft>,
    /// The timer codes, separated by commas, or `all`; blank when none is named.
    #[serde(default)]
    pub timer_code: String,
    /// As [`Setup::tags_are_bibs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tags_are_bibs: Option<bool>,
    /// As [`Setup::age_bands`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub age_bands: Vec<AgeBand>,
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
    /// The waves; when there are some, `gun` and `bibs` of the contest are blank.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub waves: Vec<WaveDraft>,
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
    /// How long after the own start a read is no finish any more; blank when there is no limit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub finish_maximum: String,
    /// The discipline of the last stretch.
    pub finish_leg: Leg,
    /// The name of the leg that ends at the finish; blank for that of its discipline.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub finish_leg_name: String,
}

/// A [`Wave`] as texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WaveDraft {
    /// As [`Wave::name`].
    pub name: String,
    /// As [`ContestDraft::gun`].
    pub gun: String,
    /// As [`ContestDraft::bibs`].
    pub bibs: String,
    /// The wave's names in lists of entrants, separated by commas.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wave_names: String,
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
    /// How long after the own start a read here does not count any more; blank when there is no limit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub maximum: String,
    /// The discipline since the point before.
    pub leg: Leg,
    /// The name of the leg; blank for that of its discipline.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub leg_name: String,
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
        let (tags_are_bibs, age_bands) = (setup.tags_are_bibs, setup.age_bands.clone());
        Self { contests, timer_code: setup.timer_codes.join(", "), tags_are_bibs, age_bands }
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
            timer_codes: list(&self.timer_code),
            tags_are_bibs: self.tags_are_bibs,
            age_bands: self.age_bands.clone(),
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
            waves: contest.waves.iter().map(|wave| WaveDraft::of(wave, day, zone)).collect(),
            accept_unlisted: contest.accept_unlisted,
            start_mats: contest.start.mats.join(", "),
            minimum_lap: span_text(contest.start.minimum_lap_seconds),
            splits: contest.splits.iter().map(SplitDraft::of).collect(),
            finish_mats: contest.finish.mats.join(", "),
            finish_minimum: span_text(contest.finish.minimum_seconds),
            finish_maximum: maximum_text(contest.finish.maximum_seconds),
            finish_leg: contest.finish.leg,
            finish_leg_name: contest.finish.leg_name.clone().unwrap_or_default(),
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
            waves: self
                .waves
                .iter()
                .enumerate()
                .map(|(j, wave)| Wave {
                    name: wave.name.trim().to_owned(),
                    gun: take(&format!("waves.{j}.gun"), gun(&wave.gun, day, zone), refuse),
                    bibs: take(&format!("waves.{j}.bibs"), bibs(&wave.bibs), refuse),
                    wave_names: list(&wave.wave_names),
                })
                .collect(),
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
                    maximum_seconds: take(&format!("splits.{j}.maximumSeconds"), maximum(&split.maximum), refuse),
                    leg: split.leg,
                    leg_name: named(&split.leg_name),
                })
                .collect(),
            finish: FinishPoint {
                mats: list(&self.finish_mats),
                minimum_seconds: take("finish.minimumSeconds", span(&self.finish_minimum), refuse),
                maximum_seconds: take("finish.maximumSeconds", maximum(&self.finish_maximum), refuse),
                leg: self.finish_leg,
                leg_name: named(&self.finish_leg_name),
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
            maximum: maximum_text(split.maximum_seconds),
            leg: split.leg,
            leg_name: split.leg_name.clone().unwrap_or_default(),
        }
    }
}

impl WaveDraft {
    fn of(wave: &Wave, day: Option<RaceDate>, zone: Tz) -> Self {
        Self {
            name: wave.name.clone(),
            gun: wave.gun.as_deref().map(|gun| gun_text(gun, day, zone)).unwrap_or_default(),
            bibs: bibs_text(&wave.bibs),
            wave_names: wave.wave_names.join(", "),
        }
    }
}

/// The name of a leg; none when it is blank.
fn named(name: &str) -> Option<String> {
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::setup::BibRange;

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
                    minimum: "600 s".into(),
                    leg: Leg::Run,
                    ..SplitDraft::default()
                }],
                finish_mats: "LINE".into(),
                finish_minimum: "25:00".into(),
                ..ContestDraft::default()
            }],
            ..SetupDraft::default()
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
    fn a_bare_number_is_minutes_and_other_units_are_said() {
        for (typed, seconds) in
            [("20", 1200.0), ("20 min", 1200.0), ("1.5", 90.0), ("600 s", 600.0), ("90sec", 90.0), ("20:00", 1200.0)]
        {
            assert_eq!(texts::span(typed), Ok(seconds), "{typed}");
        }
        assert_eq!(texts::span(&texts::span_text(62.5)), Ok(62.5), "what is shown is read again");
        assert!(["twenty", "20 km", "-3", "s", "inf"].into_iter().all(|typed| texts::span(typed).is_err()));
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
