//! Bindings of the slice `editor`, and of those functions of `race` that only the editors use.

use super::Ts;
use crate::course;
use crate::dates::RaceDate;
use crate::editor::create::{self, CreateForm, CreatePhase, Filled, FormField, FormSection, FormSectionInfo, SectionProgress};
use crate::editor::defaults::{self, RuleSettings};
use crate::editor::edit::{self, LogoSource};
use crate::editor::fields::Field;
use crate::editor::table::FIELDS;
use crate::error::FieldError;
use crate::links;
use crate::notice::Notice;
use crate::race::embed::{self, EmbedKind};
use crate::race::phase::RaceStage;
use crate::race::sections::{self, EditedMedia, SectionFacts};
use crate::race::start_picker::{self, StartPicker};
use crate::race::{DistanceStart, Frame, Race, RaceListItem, listing, schedule};

exports! {
    /// Every field of a race, with its input, label and hint.
    raceFields() -> Vec<Ts<Field>> = FIELDS.iter().copied();

    /// The sections of the form, in their order.
    createSections() -> Vec<Ts<FormSectionInfo>> = create::sections();

    /// The form that would create this race. `courses` is the number of course maps in it, when that is known.
    createForm(race: Ts<Race>, courses: Option<u32>) -> Ts<CreateForm> = create::form(&race, courses);

    /// Converts the fields of a form to the record, as they were typed.
    createRecord(form: Ts<CreateForm>) -> Ts<Race> = Race::from(form);

    /// A new form.
    createDefaults() -> Ts<CreateForm> = CreateForm::default();

    /// A draft from the browser's storage, merged into `createDefaults`; throws when it can't be read.
    createDraft(draft: Ts<CreateForm>) -> Ts<CreateForm> = draft;

    /// Everything wrong with a form; empty when it may be sent.
    createCheck(form: Ts<CreateForm>, today: &str, extra_hosts: Vec<String>) -> Vec<Ts<FieldError>> =
        create::check(&form, today.parse()?, &extra_hosts).0;

    /// The fields that a person filled in, and those that still have the default text.
    createFilled(form: Ts<CreateForm>) -> Ts<Filled> = create::filled(&form);

    /// The state of every section of the form.
    createProgress(filled: Ts<Filled>, wrong: Vec<String>, confirmed: Vec<Ts<FormSection>>) -> Vec<Ts<SectionProgress>> =
        create::progress(&filled, &wrong, &confirmed);

    /// The sponsors whose logos the sponsors of a replaced list keep.
    logoSources(before: Vec<String>, after: Vec<String>) -> Vec<Ts<LogoSource>> = edit::logo_sources(&before, &after);

    /// The fields to send, without the files.
    createFields(form: Ts<CreateForm>) -> Vec<Ts<FormField>> = form.fields();

    /// The race that a form would create, for the preview.
    createRace(form: Ts<CreateForm>, extra_hosts: Vec<String>) -> Ts<Race> = create::to_race(form).with_frames(&extra_hosts);

    /// The message of the form after it was sent.
    createOutcome(phase: Ts<CreatePhase>, status: Option<u16>, message: Option<String>) -> Ts<Notice> =
        create::outcome(phase, status, message.as_deref());

    /// The time in milliseconds after which the form is reset once its race is created.
    createResetAfterMs() -> u32 = create::RESET_AFTER_MS;

    /// The rules of a new race.
    defaultRules(settings: Ts<RuleSettings>) -> Vec<String> = defaults::rules(settings);

    /// Whether the rules differ from the default ones.
    hasOwnRules(rules: Vec<String>, settings: Ts<RuleSettings>) -> bool = defaults::has_own(&rules, settings);

    /// The rules after their settings changed.
    updatedRules(rules: Vec<String>, before: Ts<RuleSettings>, after: Ts<RuleSettings>) -> Vec<String> =
        defaults::updated_rules(rules, before, after);

    /// A link with the `https://` that people leave out.
    linkCompleted(link: &str) -> String = links::completed(link);

    /// A website path; another site's address gets the `https://` that people leave out.
    pathCompleted(path: &str) -> String = links::completed_path(path);

    /// An age in years that was typed as any number, `NaN` for a blank field; throws for a number that the record can't store.
    readAge(typed: f64) -> u32 = create::read_age(typed)?;

    /// An administrator's list in its order.
    listingAdmin(items: Vec<Ts<RaceListItem>>, today: &str) -> Vec<Ts<RaceListItem>> =
        listing::sorted_admin(items, today.parse()?);

    /// The frame for the text that an administrator pasted; undefined for a blank text.
    embedParse(kind: Ts<EmbedKind>, pasted: &str, extra_hosts: Vec<String>) -> Option<Ts<Frame>> =
        embed::parse(kind, pasted, &extra_hosts)?;

    /// The map of a race's place.
    embedLocation(coordinates: &str, address: &str) -> Option<Ts<Frame>> = embed::location(coordinates, address);

    /// The names of the distances, joined with commas.
    distanceJoin(rows: Vec<Ts<DistanceStart>>) -> String = schedule::join(&rows);

    /// A row that is added in the editor.
    distanceNew() -> Ts<DistanceStart> = schedule::new_row();

    /// The pickers of a start time.
    startPicker(written: &str) -> Ts<StartPicker> = start_picker::picker(written);

    /// The start time of three choices; blank ones are taken from `fallback`.
    startPicked(hour: &str, minute: &str, half: &str, fallback: &str) -> String =
        start_picker::picked(hour, minute, half, fallback);

    /// Whether a row may be removed.
    distanceCanRemove(rows: Vec<Ts<DistanceStart>>) -> bool = schedule::can_remove_row(&rows);

    /// Why a course file of so many bytes is not sent; nothing when it may be.
    courseFileProblem(size: f64) -> Option<String> = course::check_size(size as u64).err().map(|error| error.message);

    /// The hint at a course map, counted from 1: the distance for which it will be shown.
    courseHint(number: usize, rows: Vec<Ts<DistanceStart>>) -> String = sections::course_hint(number, &rows);

    /// The title of a course map in the editor, counted from 1.
    courseTitle(number: usize, rows: Vec<Ts<DistanceStart>>) -> String = sections::course_title(number, &rows);

    /// The parts of the media page in the order of their editor, with the texts for a missing part.
    editedMedia(race: Ts<SectionFacts>, stage: Ts<RaceStage>) -> Vec<Ts<EditedMedia>> = sections::edited_media(&race, stage);

    /// A date in the spec's form: `June 15, 2024`.
    dateWrite(text: &str) -> String = text.parse::<RaceDate>()?.to_string();
}
