//! Bindings of the slice `editor`, and of what only the editors ask of `race`.

use super::Ts;
use crate::editor::create::{self, CreateForm, CreatePhase, Filled, FormField, FormSectionInfo};
use crate::editor::defaults::{self, RuleSettings};
use crate::editor::fields::Field;
use crate::editor::table::FIELDS;
use crate::error::FieldError;
use crate::links;
use crate::notice::Notice;
use crate::race::embed::{self, EmbedKind};
use crate::race::start_picker::{self, StartPicker};
use crate::race::{DistanceStart, Frame, Race, RaceListItem, listing, schedule, sections};

exports! {
    /// Every field of a race, as the editors ask for it.
    raceFields() -> Vec<Ts<Field>> = FIELDS.iter().copied();

    /// The sections of the form, in their order.
    createSections() -> Vec<Ts<FormSectionInfo>> = create::sections();

    /// The form that would make this race. `courses` says how many course maps it asks for, where that is known.
    createForm(race: Ts<Race>, courses: Option<u32>) -> Ts<CreateForm> = create::form(&race, courses);

    /// The fields of a form as the record holds them, just as they were typed.
    createRecord(form: Ts<CreateForm>) -> Ts<Race> = Race::from(form);

    /// A new form.
    createDefaults() -> Ts<CreateForm> = CreateForm::default();

    /// A draft that the browser kept, laid over `createDefaults`; refused when it cannot be read.
    createDraft(draft: Ts<CreateForm>) -> Ts<CreateForm> = draft;

    /// Everything wrong with a form; empty when it may be sent.
    createCheck(form: Ts<CreateForm>, today: &str, extra_hosts: Vec<String>) -> Vec<Ts<FieldError>> =
        create::check(&form, today.parse()?, &extra_hosts).0;

    /// What a person put into a form, and where it still holds the usual words of a new one.
    createFilled(form: Ts<CreateForm>) -> Ts<Filled> = create::filled(&form);

    /// The fields to send, beside the files.
    createFields(form: Ts<CreateForm>) -> Vec<Ts<FormField>> = form.fields();

    /// The race that a form makes, for the preview.
    createRace(form: Ts<CreateForm>, extra_hosts: Vec<String>) -> Ts<Race> = create::to_race(form).with_frames(&extra_hosts);

    /// What the form says after it was sent.
    createOutcome(phase: Ts<CreatePhase>, status: Option<u16>, message: Option<String>) -> Ts<Notice> =
        create::outcome(phase, status, message.as_deref());

    /// After how many milliseconds the form resets once its race is made.
    createResetAfterMs() -> u32 = create::RESET_AFTER_MS;

    /// The rules of a new race.
    defaultRules(settings: Ts<RuleSettings>) -> Vec<String> = defaults::rules(settings);

    /// Whether somebody has written rules of their own.
    hasOwnRules(rules: Vec<String>, settings: Ts<RuleSettings>) -> bool = defaults::has_own(&rules, settings);

    /// The rules after their settings changed.
    retunedRules(rules: Vec<String>, before: Ts<RuleSettings>, after: Ts<RuleSettings>) -> Vec<String> =
        defaults::retuned(rules, before, after);

    /// A link as it was meant, with the `https://` that people leave out.
    linkTyped(link: &str) -> String = links::typed(link);

    /// A website path as it was meant, with the `https://` of another site's address.
    pathTyped(path: &str) -> String = links::typed_path(path);

    /// An administrator's list in its order.
    listingAdmin(items: Vec<Ts<RaceListItem>>, today: &str) -> Vec<Ts<RaceListItem>> =
        listing::sorted_admin(items, today.parse()?);

    /// The frame of what an admin pasted; undefined for a blank.
    embedParse(kind: Ts<EmbedKind>, pasted: &str, extra_hosts: Vec<String>) -> Option<Ts<Frame>> =
        embed::parse(kind, pasted, &extra_hosts)?;

    /// The map of where a race is.
    embedLocation(coordinates: &str, address: &str) -> Option<Ts<Frame>> = embed::location(coordinates, address);

    /// The distances' names, joined.
    distanceJoin(rows: Vec<Ts<DistanceStart>>) -> String = schedule::join(&rows);

    /// A row that is added in the editor.
    distanceNew() -> Ts<DistanceStart> = schedule::new_row();

    /// The pickers of a start time.
    startPicker(written: &str) -> Ts<StartPicker> = start_picker::picker(written);

    /// The start time of three choices, blank ones taken from another.
    startPicked(hour: &str, minute: &str, half: &str, fallback: &str) -> String =
        start_picker::picked(hour, minute, half, fallback);

    /// Whether a row may be taken away.
    distanceCanRemove(rows: Vec<Ts<DistanceStart>>) -> bool = schedule::can_remove_row(&rows);

    /// What stands at a course map, counted from 1: which distance it will be shown for.
    courseHint(number: usize, rows: Vec<Ts<DistanceStart>>) -> String = sections::course_hint(number, &rows);
}
