//! Editing a part from end to end: the browser's request is read by the server's form, and changes the race as the editor showed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::collections::BTreeMap;

use core_wasm::editor::edit::{
    self, AboutEdit, CardEdit, ContentEdit, CourseEdit, Edit, EditRequest, FeaturesEdit, HeaderEdit, MediaEdit, MemoriesEdit,
    Part, PartnersEdit, PrizesEdit, Versions,
};
use core_wasm::editor::images::PrizeKind;
use core_wasm::editor::{create, duplicate};
use core_wasm::flag::Flag;
use core_wasm::race::{Accommodation, Button, CommunityPartners, DistanceStart, Image, MemImage, Partner, Race};
use core_wasm::timing::Setup;

fn image(name: &str) -> Image {
    let url = Some(format!("/images/{name}/1200"));
    Image { content_type: "image/webp".into(), url, width: Some(1200), height: Some(800), ..Image::default() }
}

fn partner(name: &str) -> Partner {
    Partner { link: format!("https://{name}.example"), image: Some(image(name)) }
}

fn memory(name: &str) -> MemImage {
    MemImage { image_id: name.into(), image: image(name) }
}

fn button(link: &str) -> Vec<Button> {
    vec![Button { enabled: Flag::TRUE, link: link.into() }]
}

fn race() -> Race {
    Race {
        medal_image: Some(image("medal")),
        shirt_image: Some(image("shirt")),
        race_logo: Some(image("logo")),
        mem_images: vec![memory("m1"), memory("m2")],
        community_partners: CommunityPartners {
            enabled: Flag::TRUE,
            partners: vec![partner("one"), partner("two"), partner("three")],
        },
        ..create::to_race(create::CreateForm { race: "Spring Half".into(), date: "2024-06-15".into(), ..Default::default() })
    }
}

/// The same race with every text of every part changed.
fn edited() -> Race {
    let mut race = race();
    race.name = "Spring Half 2025".into();
    race.date = "June 14, 2025".into();
    race.day = "Saturday".into();
    race.distance = "Half, 5K".into();
    race.distance_start_times = vec![
        DistanceStart { distance: "Half".into(), start_time: "7:45 AM".into() },
        DistanceStart { distance: "5K".into(), start_time: "8:00 AM".into() },
    ];
    race.start_time = "7:45 AM".into();
    (race.max_capacity, race.is_canceled, race.military_base) = (Flag::TRUE, Flag::TRUE, Flag::TRUE);
    race.link = "https://register.example/spring".into();
    race.time_zone = "America/Chicago".into();
    race.coordinates = "40.8448, -73.8648".into();
    race.military_base_form_link = "https://base.example/form".into();
    for text in [
        &mut race.about,
        &mut race.string_address,
        &mut race.military_base_name,
        &mut race.military_base_deadline,
        &mut race.packet_pick_up,
        &mut race.timing,
        &mut race.more_info,
        &mut race.course_description,
        &mut race.course1,
        &mut race.course2,
        &mut race.course3,
        &mut race.award_text,
        &mut race.training,
        &mut race.safety,
        &mut race.refund,
        &mut race.card_location,
        &mut race.info,
        &mut race.race_map,
        &mut race.youtube_link,
        &mut race.smug_mug_embed,
    ] {
        *text = "Changed: \"quoted\"\nand a second line".into();
    }
    (race.rules, race.amenities) = (vec!["One".into(), String::new()], vec!["Water".into()]);
    race.accommodation = vec![Accommodation { enabled: Flag::TRUE, description: "Hotel".into() }];
    race.donate_button = button("https://donate.example");
    race.volunteer_button = button("https://volunteer.example");
    race.sponsor_button = button("https://sponsor.example");
    race
}

/// The race after a request, as the server applies it.
fn saved<E: Edit>(request: &EditRequest, mut race: Race) -> Race {
    let edit: E = match (&request.json, &request.fields) {
        (Some(json), None) => serde_json::from_str(json).unwrap(),
        (None, Some(fields)) => {
            let fields: BTreeMap<_, _> = fields.iter().map(|field| (field.name.clone(), field.value.clone())).collect();
            edit::from_fields(&fields).unwrap()
        }
        neither => panic!("{neither:?}"),
    };
    assert!(edit.race_name().is_empty() || edit.race_name() == "Spring Half");
    let versions: Vec<_> = edit.versions().0.values().collect();
    assert_eq!(versions, ["v1"], "{request:?}");
    edit.apply(&mut race);
    race
}

fn send(part: Part, before: &Race, after: &Race) -> Race {
    send_over(part, before, after, before)
}

/// Like [`send`], with a race that was changed after it was loaded.
fn send_over(part: Part, before: &Race, after: &Race, now: &Race) -> Race {
    let versions = Versions(Part::ALL.into_iter().map(|part| (part, "v1".to_owned())).collect());
    let request = edit::request(part, before, after, &versions).unwrap();
    let run = match part {
        Part::Header => saved::<HeaderEdit>,
        Part::Location => saved::<AboutEdit>,
        Part::Details | Part::Awards | Part::Training | Part::Rules | Part::Safety | Part::Refund => saved::<ContentEdit>,
        Part::Buttons | Part::Accommodation => saved::<FeaturesEdit>,
        Part::Partners => saved::<PartnersEdit>,
        Part::Course => saved::<CourseEdit>,
        Part::Prizes => saved::<PrizesEdit>,
        Part::Memories => saved::<MemoriesEdit>,
        Part::Card => saved::<CardEdit>,
        Part::Media => saved::<MediaEdit>,
    };
    run(&request, now.clone())
}

#[test]
fn a_request_changes_its_part_as_the_editor_showed_and_no_other_part() {
    let (before, after) = (race(), edited());
    for part in Part::ALL {
        let saved = send(part, &before, &after);
        assert!(!edit::changed(part, &saved, &after), "{part}: {:?}", edit::changes(part, &saved, &after));
        let others = edit::changed_parts(&before, &saved);
        let shared = |other: &Part| *other == part || other.fields().iter().any(|field| part.fields().contains(field));
        assert!(others.iter().all(shared), "{part} changed {others:?}");
    }
}

#[test]
fn a_request_without_a_change_changes_nothing() {
    for race in [race(), edited()] {
        for part in Part::ALL {
            let before = Race { name: "Spring Half".into(), ..race.clone() };
            assert_eq!(edit::changed_parts(&before, &send(part, &before, &before)), [], "{part}");
        }
    }
}

#[test]
fn logos_move_with_their_sponsors() {
    let before = race();
    let mut after = race();
    after.community_partners.partners = vec![partner("three"), Partner { image: None, ..partner("new") }, partner("one")];
    let request = edit::request(Part::Partners, &before, &after, &Versions::default()).unwrap();
    assert_eq!(request.logos, Some(vec![1]));
    assert_eq!(send(Part::Partners, &before, &after).community_partners, after.community_partners);
}

#[test]
fn a_list_that_was_changed_meanwhile_does_not_mix_up_logos() {
    let (before, mut now) = (race(), race());
    now.community_partners.partners.remove(0);
    let mut mine = race();
    mine.community_partners.partners[2].link = "https://changed.example".into();
    assert_eq!(send_over(Part::Partners, &before, &mine, &now).community_partners, mine.community_partners);
}

#[test]
fn the_stored_values_of_a_part_restore_it_completely() {
    let (before, after) = (race(), edited());
    for part in Part::ALL {
        let mut race = after.clone();
        edit::restore(part, &edit::values(part, &before), &mut race).unwrap();
        assert!(!edit::changed(part, &race, &before), "{part}");
    }
    let mut race = race();
    edit::restore(Part::Prizes, &serde_json::Map::new(), &mut race).unwrap();
    assert_eq!((race.medal_image, race.about), (None, String::new()));
}

#[test]
fn a_check_of_a_part_reports_only_its_own_problems() {
    let today = "2024-01-01".parse().unwrap();
    let mut race = race();
    (race.name, race.link, race.coordinates) = (" ".into(), "http://a.example".into(), "north".into());
    race.donate_button = button("javascript:alert(1)");
    race.community_partners.partners[1].link = "nowhere".into();
    race.course2 = "https://evil.example/".into();
    let found: Vec<_> = Part::ALL
        .into_iter()
        .flat_map(|part| edit::check(part, &race, today, &[]).0.into_iter().map(move |problem| (part, problem.field)))
        .collect();
    let wanted = [
        (Part::Header, "Race"),
        (Part::Header, "Link"),
        (Part::Location, "Coordinates"),
        (Part::Partners, "CommunityPartnersData.1.Link"),
        (Part::Buttons, "DonateLink"),
        (Part::Course, "Course2"),
    ];
    assert_eq!(found, wanted.map(|(part, field)| (part, field.to_owned())));
}

#[test]
fn every_field_of_a_race_except_its_frames_belongs_to_a_part() {
    let mut race = edited();
    (race.medals3_image, race.acrylic_image) = (Some(image("medals3")), Some(image("acrylic")));
    let record = serde_json::to_value(race).unwrap();
    let owned: Vec<_> = Part::ALL.into_iter().flat_map(Part::fields).copied().collect();
    let without_part: Vec<_> = record.as_object().unwrap().keys().filter(|field| !owned.contains(&field.as_str())).collect();
    assert_eq!(without_part, ["Frames"]);
    assert!(owned.iter().all(|field| record.get(field).is_some()));
}

#[test]
fn the_form_of_a_race_creates_the_same_race() {
    let race = Race { course1: String::new(), military_base_form_link: "https://base.example/form".into(), ..edited() };
    let mut made = create::to_race(create::CreateForm::of(&race));
    for (made, partner) in made.community_partners.partners.iter_mut().zip(&race.community_partners.partners) {
        made.image.clone_from(&partner.image);
    }
    let pictures = Race { medal_image: None, shirt_image: None, race_logo: None, mem_images: Vec::new(), ..race };
    assert_eq!(made, pictures);
}

#[test]
fn a_form_survives_the_conversion_to_a_record_unchanged() {
    let typed = create::CreateForm {
        race: " Spring  Half".into(),
        date: "June 31".into(),
        link: "runsignup.com/Race".into(),
        number_of_courses: 3,
        course3: String::new(),
        donate_link: "not checked yet".into(),
        community_partners_data: vec![create::PartnerLink { link: "a.example".into() }],
        ..Default::default()
    };
    assert_eq!(create::form(&Race::from(typed.clone()), Some(3)), typed);
}

#[test]
fn every_field_of_the_form_is_in_exactly_one_section() {
    let sections = create::sections();
    let fields: Vec<_> = sections.iter().flat_map(|section| section.fields.iter().copied()).collect();
    let form = serde_json::to_value(create::CreateForm::default()).unwrap();
    for name in form.as_object().unwrap().keys() {
        assert_eq!(fields.iter().filter(|field| *field == name).count(), 1, "{name}");
    }
    for section in &sections {
        assert!(!section.done.is_empty() && section.done.iter().all(|field| section.fields.contains(field)), "{}", section.title);
    }
    let schedule = sections.iter().find(|section| section.all).unwrap();
    assert_eq!((schedule.title, &schedule.done), ("Name and Schedule", &vec!["Race", "Date"]));
}

#[test]
fn a_prize_is_deleted_and_a_memory_removed() {
    let mut race = race();
    PrizesEdit { images_to_delete: vec![PrizeKind::Shirt], ..Default::default() }.apply(&mut race);
    let removal = edit::memory_delete("Spring Half", "m1", &Versions::default());
    serde_json::from_str::<MemoriesEdit>(removal.json.as_deref().unwrap()).unwrap().apply(&mut race);
    assert_eq!((race.shirt_image, race.medal_image), (None, Some(image("medal"))));
    assert_eq!(race.mem_images, [memory("m2")]);
}

#[test]
fn unknown_and_unreadable_fields_of_a_request_are_refused() {
    let fields = |name: &str, value: &str| BTreeMap::from([(name.to_owned(), value.to_owned())]);
    assert!(edit::from_fields::<CardEdit>(&fields("Distanze", "x")).is_err());
    assert!(edit::from_fields::<PrizesEdit>(&fields("imagesToDelete", "medal")).is_err());
    assert!(edit::from_fields::<PrizesEdit>(&fields("imagesToDelete", "[\"cup\"]")).is_err());
    let card = edit::from_fields::<CardEdit>(&fields("CardLocation", "Bronx\r\nNY")).unwrap();
    assert_eq!(card.card_location.as_deref(), Some("Bronx\nNY"));
}

#[test]
fn a_copy_is_hidden_and_has_all_fields_except_those_of_one_date() {
    let copy = duplicate::copy(&edited(), "Spring Half 2026");
    let kept = Race {
        name: "Spring Half 2026".into(),
        day: String::new(),
        date: String::new(),
        max_capacity: Flag::FALSE,
        is_canceled: Flag::FALSE,
        is_hidden: Flag::TRUE,
        link: String::new(),
        info: String::new(),
        ..edited()
    };
    assert_eq!(copy, kept);
}

#[test]
fn old_values_without_rule_settings_do_not_change_the_settings() {
    let mut race = Race { age_requirement: 16, ..race() };
    let old = serde_json::from_str(r#"{"Rules": ["One"]}"#).unwrap();
    edit::restore(Part::Rules, &old, &mut race).unwrap();
    assert_eq!((race.rules, race.age_requirement), (vec!["One".to_owned()], 16));
}

#[test]
fn the_timing_of_a_copy_has_no_guns() {
    let json = r#"{"contests": [{"name": "10K", "distanceMetres": 10000, "gun": "2027-06-15T08:30:00.000-04:00", "ranking": "gun",
        "bibs": [{"from": 1, "to": 99}], "finish": {"mats": ["FINISH"], "minimumSeconds": 1500}}]}"#;
    let setup = Setup::from_json(json).unwrap();
    let copy = duplicate::copy_setup(&setup);
    assert_eq!(copy.contests[0].gun, None);
    let mut fired = copy;
    fired.contests[0].gun.clone_from(&setup.contests[0].gun);
    assert_eq!(fired, setup);
}

#[test]
fn a_website_path_to_the_race_s_own_page_is_updated_when_the_race_is_renamed() {
    let renamed = |info: &str| {
        let before = Race { info: info.into(), ..race() };
        let mut after = Race { name: "Fall Half".into(), ..before.clone() };
        edit::update_own_link(&before, &mut after);
        after.info
    };
    for own in ["/race/Spring Half", "race/spring%20half", " /Race/:Spring%20Half ", "/race/SPRING HALF/"] {
        assert!(renamed(own).starts_with("/race/Fall%20Half"), "{own}: {}", renamed(own));
    }
    assert_eq!(renamed("/race/Spring%20Half/media"), "/race/Fall%20Half/media");
    for other in
        ["", "/races", "/race/Spring", "/race/Spring Half 2", "https://spring.example/race/Spring%20Half", "/media/Spring Half"]
    {
        assert_eq!(renamed(other), other);
    }
    // A path that is edited together with the name is not changed.
    let before = Race { info: "/race/Spring%20Half".into(), ..race() };
    let mut after = Race { name: "Fall Half".into(), info: "/races".into(), ..before.clone() };
    edit::update_own_link(&before, &mut after);
    assert_eq!(after.info, "/races");
}

#[test]
fn sent_rows_replace_the_distances() {
    let apply = |call: &str| {
        let mut race = Race { distance: "Half (new course)".into(), ..race() };
        serde_json::from_str::<HeaderEdit>(call).unwrap().apply(&mut race);
        race.distance
    };
    let rows = r#"[{"distance": "Mile", "startTime": "9:00 AM"}, {"distance": " ", "startTime": ""}]"#;
    assert_eq!(apply(&format!(r#"{{"DistanceStartTimes": {rows}}}"#)), "Mile");
    assert_eq!(apply(&format!(r#"{{"Distance": "Everything", "DistanceStartTimes": {rows}}}"#)), "Mile");
    assert_eq!(apply(r#"{"Distance": "Everything"}"#), "Everything");
    assert_eq!(apply(r#"{"Link": "https://register.example"}"#), "Half (new course)");
    let form = |distance: &str, rows: &str| {
        let fields = [("Race", "Mile"), ("Distance", distance), ("DistanceStartTimes", rows)];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        create::to_race(create::CreateForm::from_fields(&fields).unwrap()).distance
    };
    assert_eq!(form("Everything", rows), "Mile");
    assert_eq!(form("Everything", "[]"), "Everything");
}

#[test]
fn sponsors_sent_with_links_only_keep_the_logos_of_the_same_links() {
    let logos = |call: &str| {
        let mut race = race();
        let sent = BTreeMap::from([("CommunityPartnersData".to_owned(), call.to_owned())]);
        edit::from_fields::<PartnersEdit>(&sent).unwrap().apply(&mut race);
        let partners = race.community_partners.partners.into_iter();
        partners.map(|one| one.image.and_then(|image| image.url)).collect::<Vec<_>>()
    };
    let of = |name: &str| Some(format!("/images/{name}/1200"));
    let call = r#"[{"Link": "https://three.example"}, {"Link": "https://new.example"}, {"Link": " https://one.example "}]"#;
    assert_eq!(logos(call), [of("three"), None, of("one")]);
    // Each logo is used once, first by the sponsor that refers to it by `keep`.
    let call = r#"[{"Link": "https://two.example"}, {"Link": "https://two.example"}, {"Link": "https://one.example"},
        {"Link": "https://moved.example", "keep": 0}]"#;
    assert_eq!(logos(call), [of("two"), None, None, of("one")]);
}
