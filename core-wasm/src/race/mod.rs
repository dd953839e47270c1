//! A race: its record, its schedule, and what a page may show of it (SPEC §2, §3, §4).
//!
//! Nothing here loads or stores a race.

pub mod calendar;
pub mod date_text;
pub mod distance;
pub mod embed;
pub mod failure;
pub mod framing;
pub mod listing;
pub mod month_sheet;
pub mod name;
mod page_section;
pub mod phase;
pub mod picture;
mod record;
pub mod registration;
pub mod schedule;
pub mod sections;
pub mod start_picker;
pub mod weather;

pub use page_section::PageSection;
pub use record::{
    Accommodation, Button, CommunityPartners, DistanceStart, Frame, Frames, Image, MemImage, Partner, Race, RaceCard,
    RaceDateEntry, RaceListItem,
};
