//! The create form's fields: converted to a request and read again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

use std::collections::BTreeMap;

use core_wasm::editor::create::{self, CreateForm};

fn fields(form: &CreateForm) -> BTreeMap<String, String> {
    form.fields().into_iter().map(|field| (field.name, field.value)).collect()
}

#[test]
fn a_form_can_be_read_from_its_own_fields() {
    let form = CreateForm { race: "Spring \"Half\"".into(), rules: vec![String::new(), "One".into()], ..CreateForm::default() };
    assert_eq!(CreateForm::from_fields(&fields(&form)), Ok(form));
}

#[test]
fn line_ends_are_converted_to_line_feeds() {
    let sent = [("About".to_owned(), "One\r\n\r\nTwo".to_owned())].into();
    assert_eq!(CreateForm::from_fields(&sent).unwrap().about, "One\n\nTwo");
}

#[test]
fn fields_that_cannot_be_read_are_refused_by_name() {
    let mut sent = fields(&CreateForm::default());
    for (name, value) in [("Rules", "[1"), ("MaxCapacity", "Perhaps"), ("AgeRequirement", "twelve"), ("Rase", "Spring Half")] {
        sent.insert(name.into(), value.into());
    }
    let problems = CreateForm::from_fields(&sent).unwrap_err();
    let found: Vec<_> = problems.0.iter().map(|p| (p.field.as_str(), p.code.as_str())).collect();
    assert_eq!(
        found,
        [
            ("AgeRequirement", "unreadable_field"),
            ("MaxCapacity", "unreadable_field"),
            ("Rase", "unknown_field"),
            ("Rules", "unreadable_field"),
        ]
    );
}

#[test]
fn alternative_names_are_read_and_derived_fields_are_ignored() {
    let sent = [("Race", "Spring"), ("CourseEmbed1", "x"), ("Day", "Monday"), ("StartTime", "7:30 AM")];
    let sent = sent.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    assert_eq!(CreateForm::from_fields(&sent).unwrap().course1, "x");
}

#[test]
fn a_missing_switch_does_not_hide_the_fields_that_were_sent() {
    let read = |sent: &[(&str, &str)]| {
        let sent = sent.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        create::to_race(CreateForm::from_fields(&sent).unwrap())
    };
    let inn = ("Accommodation", r#"[{"Enabled":"True","Description":"The inn."}]"#);
    let race = read(&[("Course3", "https://example.com/map"), inn]);
    assert_eq!(race.course3, "https://example.com/map");
    assert!(race.accommodation[0].enabled.0);
    // A switch that was sent takes precedence over them.
    let race = read(&[("Course3", "https://example.com/map"), ("NumberOfCourses", "2"), inn, ("AccommodationEnabled", "False")]);
    assert_eq!(race.course3, "");
    assert!(!race.accommodation[0].enabled.0);
}
