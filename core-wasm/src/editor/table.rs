//! The table of the race's fields: a new field needs one line here, under its part, and its line in the record.

use std::convert::identity;

use serde::{Deserialize, Serialize};

use super::create::PartnerLink;
use super::edit::{Call, MemoryAction, Part, PartnerEdit, Versions, rows};
use super::fields::Input::{
    Date, Derived, Entries, Line, Lines, Link, Number, Own, Path, Picture, Point, Shared, Sites, Switch, Zone,
};
use super::fields::{Field, FieldValue, field, frame, race_fields};
use super::images::PrizeKind;
use crate::flag::Flag;
use crate::race::embed::EmbedKind;
use crate::race::{Accommodation, DistanceStart, Race};

race_fields! {
    form {
        race: String,
        distance_start_times: Vec<DistanceStart>,
        /// Whether only administrators see the page until it is published.
        #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
        #[serde(rename = "isHidden")]
        is_hidden: Flag,
        /// 2 or 3.
        number_of_courses: u32,
        accommodation_enabled: Flag,
        accommodation: Vec<Accommodation>,
        donate_button_enabled: Flag,
        donate_link: String,
        volunteer_button_enabled: Flag,
        volunteer_link: String,
        sponsor_button_enabled: Flag,
        sponsor_link: String,
        community_partners_enabled: Flag,
        community_partners_data: Vec<PartnerLink>,
    }

    /// `PUT /updateHeaderText`
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call HeaderEdit {
        /// The new name.
        edited_name: Option<String>,
        /// Ignored: it is derived from `Date`.
        day: Option<String>,
        /// Ignored when rows are sent: it is then derived from them (SPEC §5). Otherwise a blank text means the names of the
        /// rows.
        distance: Option<String>,
        /// JSON text, or the list itself.
        #[serde(deserialize_with = "rows")]
        distance_start_times: Option<Vec<DistanceStart>>,
    }
    part Header {
        race = field("Race", "Race name", Line).hint("The page's address is made from it.").completes();
        day = field("Day", "Day", Derived);
        date: String = field("Date", "Date", Date).completes();
        start_time = field("StartTime", "Start time", Derived);
        distance = field("Distance", "Distance", Shared);
        rows = field("DistanceStartTimes", "Distances and start times", Own).item("distance");
        max_capacity: Flag = field("MaxCapacity", "At max capacity", Switch).input_label("Race is at max capacity");
        is_canceled: #[serde(rename = "isCanceled")] Flag = field("isCanceled", "Canceled", Switch).input_label("Race is canceled");
        link: String = field("Link", "Registration link", Link);
        time_zone: String = field("TimeZone", "Time zone", Zone);
    }

    /// `PUT /updateAboutDirectionsText`
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call AboutEdit {}
    part Location {
        about: String = field("About", "About", Lines).completes();
        string_address: String = field("StringAddress", "Address", Line).completes()
            .hint("Places the map where there are no coordinates.").placeholder("Street, town, state");
        coordinates: String = field("Coordinates", "Coordinates", Point).completes()
            .hint("Latitude and longitude; they go before the address.").placeholder("40.8448, -73.8648");
        military_base: Flag = field("MilitaryBase", "On a military base", Switch).input_label("The race is on a military base");
        military_base_name: String = field("MilitaryBaseName", "Military base", Line).input_label("Name of the base");
        military_base_deadline: String = field("MilitaryBaseDeadline", "Military base deadline", Line)
            .input_label("Deadline for the form").placeholder("May 1");
        military_base_form_link: String = field("MilitaryBaseFormLink", "Military base form", Link)
            .input_label("Link to the form").shown_by("MilitaryBase");
    }

    /// `PUT /updateContentSections`
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call ContentEdit {}
    part Details {
        packet_pick_up: String = field("PacketPickUp", "Packet pick-up", Lines).completes().prefilled();
        amenities: Vec<String> = field("Amenities", "Amenities", Entries).item("amenity").completes();
        timing: String = field("Timing", "Timing", Lines).completes().prefilled();
        more_info: String = field("MoreInfo", "More information", Lines).completes();
    }
    part Awards {
        award_text: String = field("AwardText", "Award text", Lines).completes().prefilled();
    }
    part Training {
        training: String = field("Training", "Training", Lines).completes();
    }
    part Rules {
        rules: Vec<String> = field("Rules", "Rules", Entries).item("rule").completes().prefilled();
        // This and the next two fields are the settings of the default rules (SPEC §3).
        require_id: #[serde(rename = "requireID")] Flag = field("requireID", "Photo ID at packet pick-up", Switch)
            .input_label("A photo ID is required at packet pick-up").completes();
        no_coaches: #[serde(rename = "noCoaches")] Flag = field("noCoaches", "No coaches or pacers", Switch)
            .input_label("No coaches or pacers on the course").completes();
        age_requirement: u32 = field("AgeRequirement", "Youngest age", Number)
            .input_label("Youngest age in years").hint("0 lets everyone run.").completes();
    }
    part Safety {
        safety: String = field("Safety", "Safety", Lines).input_label("Safety information").completes();
    }
    part Refund {
        refund: String = field("Refund", "Refund policy", Lines).completes().prefilled();
    }

    /// The texts of `PUT /updateCommunityPartners`.
    call PartnersEdit {
        /// Whether the section is shown.
        community_partners_enabled: Option<Flag>,
        /// The new list of sponsors, in order.
        community_partners_data: Option<Vec<PartnerEdit>>,
    }
    part Partners {
        community_partners = field("CommunityPartners", "Community partners", Own).item("partner").completes()
            .names(&["CommunityPartnersEnabled", "CommunityPartnersData", "communityPartnerImages"]);
    }

    /// `PUT /updateInteractiveFeatures`
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call FeaturesEdit {
        donate_button_enabled: Option<Flag>,
        donate_link: Option<String>,
        volunteer_button_enabled: Option<Flag>,
        volunteer_link: Option<String>,
        sponsor_button_enabled: Option<Flag>,
        sponsor_link: Option<String>,
        accommodation_enabled: Option<Flag>,
        accommodation_description: Option<String>,
    }
    part Buttons {
        donate_button = field("DonateButton", "Donate button", Own).completes().names(&["DonateButtonEnabled", "DonateLink"]);
        volunteer_button = field("VolunteerButton", "Volunteer button", Own).completes()
            .names(&["VolunteerButtonEnabled", "VolunteerLink"]);
        sponsor_button = field("SponsorButton", "Become a Sponsor button", Own).completes()
            .names(&["SponsorButtonEnabled", "SponsorLink"]);
    }
    part Accommodation {
        accommodation = field("Accommodation", "Accommodation", Own).completes().names(&["AccommodationEnabled", "Accommodation"]);
    }

    /// `PUT /updateCourse3Text` and `PUT /updateCourse2Text`. Without a third course the race has two afterwards, like a race
    /// that was created with two.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call CourseEdit {}
    part Course {
        course_description: String = field("CourseDescription", "Course description", Lines).completes();
        course1: #[serde(alias = "CourseEmbed1")] String = frame("Course1", "First course map", EmbedKind::Course)
            .input_label("Course map 1").completes();
        course2: #[serde(alias = "CourseEmbed2")] String = frame("Course2", "Second course map", EmbedKind::Course)
            .input_label("Course map 2").completes();
        course3: #[serde(alias = "CourseEmbed3")] String = frame("Course3", "Third course map", EmbedKind::Course)
            .input_label("Course map 3").names(&["Course3", "NumberOfCourses"]);
    }

    /// The texts of `PUT /updatePrizeImages/{race}`.
    call PrizesEdit {
        /// The prizes whose pictures are deleted.
        #[serde(rename = "imagesToDelete")]
        images_to_delete: Vec<PrizeKind>,
    }
    part Prizes {
        medal_image = field("MedalImage", "Medal", Picture).names(&["medal"]).completes();
        shirt_image = field("ShirtImage", "Shirt", Picture).names(&["shirt"]).completes();
        medals3_image = field("Medals3Image", "Medals", Picture).input_label("Age-group medals").names(&["medals3"]).completes();
        acrylic_image = field("AcrylicImage", "Acrylic award", Picture).hint("With it, the page shows four prizes.")
            .names(&["acrylic"]).completes();
    }

    /// The texts of `PUT /{race}/memory-images`.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call MemoriesEdit {
        /// The action.
        #[serde(rename = "action")]
        action: MemoryAction,
        /// The id of the picture to delete.
        #[serde(rename = "imageId")]
        image_id: Option<String>,
        /// The ids of the pictures to delete, or all ids in their new order.
        #[serde(rename = "imageIds")]
        image_ids: Vec<String>,
    }
    part Memories {
        mem_images = field("MemImages", "Memories", Own).names(&["memImages"]).completes();
    }

    /// The texts of `PUT /updateRaceCard/{raceName}`. A blank `Distance` means the names of the rows.
    call CardEdit {}
    part Card {
        distance: String = field("Distance", "Distance", Line);
        card_location: String = field("CardLocation", "Location", Line).placeholder("Brooklyn, NY").completes();
        info: String = field("Info", "Website path", Path).placeholder("/race/Name").completes();
        race_logo = field("RaceLogo", "Card picture", Picture).input_label("Race image").names(&["raceLogo"]).completes();
    }

    /// `PUT /updateRaceMedia`
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    call MediaEdit {}
    part Media {
        race_map: String = frame("RaceMap", "Live map", EmbedKind::RaceMap).completes();
        youtube_link: String = frame("YoutubeLink", "Live stream", EmbedKind::Video).hint("The address of the video.").completes();
        smug_mug_embed: String = frame("SmugMugEmbed", "Photo gallery", EmbedKind::Gallery)
            .hint("An address, or the embed code of the gallery.").completes();
        live_sites: #[cfg_attr(target_arch = "wasm32", serde(default, deserialize_with = "crate::text::or_default"))]
            Vec<String> = field("LiveSites", "Sites that may show live results", Sites).item("site")
            .hint("Only these sites can show the race's live results in a frame of their own pages. Without any, no site can.")
            .placeholder("https://www.example.com");
    }
}

/// Finds a field by its name in the record.
pub fn find(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.name == name && field.input != Shared)
}
