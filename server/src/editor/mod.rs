//! Creating, changing and deleting race pages: for administrators only, which is checked before a body is read.
//!
//! The forms, their defaults, their checks and all their texts are in the core. All calls that change a page go through
//! [`edit::save`].

mod about;
mod card;
mod content;
mod course;
mod create;
mod delete;
mod deleted;
mod desk;
mod draft;
mod duplicate;
mod edit;
mod features;
mod header;
mod history;
mod media;
mod memories;
mod partners;
mod pictures;
mod prizes;
mod race_ref;
mod restore_race;
mod restore_section;
mod visibility;

pub use deleted::purge;
pub(crate) use deleted::run as purge_hourly;
pub use desk::Desk;

use axum::extract::{DefaultBodyLimit, FromRef};
use core_wasm::dates::{format_instant, zone_or_default};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::described::for_administrators;
use crate::http::UPLOAD_LIMIT;

/// The slice's calls.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Desk: FromRef<S>,
{
    let router = OpenApiRouter::new()
        .routes(routes!(create::create_page))
        .routes(routes!(card::update_race_card))
        .routes(routes!(memories::memory_images))
        .routes(routes!(partners::update_community_partners))
        .routes(routes!(prizes::update_prize_images))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(header::update_header_text))
        .routes(routes!(about::update_about_directions_text))
        .routes(routes!(content::update_content_sections))
        .routes(routes!(features::update_interactive_features))
        .routes(routes!(course::update_course3_text))
        .routes(routes!(course::update_course2_text))
        .routes(routes!(media::update_race_media))
        .routes(routes!(history::section_history))
        .routes(routes!(restore_section::restore_section))
        .routes(routes!(duplicate::duplicate_page))
        .routes(routes!(visibility::page_visibility))
        .routes(routes!(delete::delete_page))
        .routes(routes!(deleted::deleted_races))
        .routes(routes!(restore_race::restore_race))
        .routes(routes!(draft::get, draft::put, draft::delete));
    for_administrators(router)
}

/// A time in epoch milliseconds as RFC 3339, in the company's time zone.
fn rfc3339(ms: i64) -> String {
    format_instant(ms, zone_or_default(""))
}
