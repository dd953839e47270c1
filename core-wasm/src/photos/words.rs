//! The sentences about photos.

use serde::{Deserialize, Serialize};

use crate::dates::{self, Tz};
use crate::error::CoreError;
use crate::text::grouped;

/// A code for programs and a sentence for people.
pub type Words = (&'static str, &'static str);

/// 404 for a photo that there is not, or that is not shown.
pub const NO_SUCH_PHOTO: Words = ("NO_SUCH_PHOTO", "There is no such photo.");
/// 404 for an upload that was never begun, or was given up.
pub const NO_SUCH_UPLOAD: Words = ("NO_SUCH_UPLOAD", "This upload was not begun. Choose the file again.");
/// 409 for a piece that does not follow what has arrived.
pub const WRONG_PLACE: Words = ("WRONG_PLACE", "This piece does not follow what has arrived.");
/// 409 for a file whose bytes are not those that were announced.
pub const DAMAGED: Words = ("PHOTO_DAMAGED", "The file arrived damaged or incomplete, so it has to be sent again.");
/// 409 for a race that has no room for further photos.
pub const RACE_FULL: Words = ("PHOTOS_FULL", "This race has no room for more photos. Delete some first.");
/// 409 for an installation that has no room for further photos.
pub const STORE_FULL: Words = ("PHOTOS_FULL", "There is no room for more photos on this site.");
/// 409 while too much is being sent at once.
pub const TOO_MUCH_AT_ONCE: Words = ("UPLOADS_FULL", "Too many files are being sent at once. Try again when some have arrived.");
/// 404 for a runner of whom nothing is known.
pub const NO_SUCH_RUNNER: Words = ("NO_SUCH_RUNNER", "There is no such runner in this race.");
/// 429 for too many removals from one address, or of one race.
pub const TOO_MANY_REMOVALS: Words =
    ("TOO_MANY", "Too many photos were removed from here. Write to the race, and they will remove the rest.");
/// 404 for a camera that took none of the race's photos.
pub const NO_SUCH_CAMERA: Words = ("NO_SUCH_CAMERA", "None of this race’s photos is from this camera.");

/// A zip file within a zip file.
pub fn zip_within() -> CoreError {
    CoreError::new("zip_within", "A zip file in a zip file is not opened. Unpack it, and choose its photos.")
}

/// A zip file that cannot be read.
pub fn zip_unreadable() -> CoreError {
    CoreError::new("zip_unreadable", "The zip file cannot be read.")
}

/// A zip file with too many files.
pub fn zip_too_many() -> CoreError {
    CoreError::new("zip_too_many", "The zip file has more than 20,000 files. Make several of it.")
}

/// A zip file that is much larger inside than photos can be.
pub fn zip_too_large() -> CoreError {
    CoreError::new("zip_too_large", "The zip file is much larger inside than photos can be, so the rest was left out.")
}

/// A file in a zip file whose name leads out of it.
pub fn zip_bad_name() -> CoreError {
    CoreError::new("zip_name", "The file’s name leads out of the zip file.")
}

/// A second file of the same name in a zip file.
pub fn zip_twice() -> CoreError {
    CoreError::new("zip_twice", "The zip file has a file of this name already.")
}

/// The sentences of the administrator's page that depend on nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PhotoWords {
    /// Above the choice of files.
    pub choose: String,
    /// While nothing is sent.
    pub none: String,
    /// Above the cameras.
    pub cameras: String,
    /// Below a camera's form.
    pub offset: String,
    /// Above the photos without a bib.
    pub unmatched: String,
    /// Above the photos that were removed on request.
    pub removed: String,
    /// When a list has no photo.
    pub empty: String,
    /// The question before a photo is deleted for good.
    pub delete: String,
    /// While the network is lost.
    pub offline: String,
}

/// The sentences of the administrator's page.
pub fn words() -> PhotoWords {
    let own = str::to_owned;
    PhotoWords {
        choose: own(
            "Choose photos, a folder, or zip files up to 5 GB. What has arrived stays: after a lost network or a reload choose the same \
             files again, and only the rest is sent.",
        ),
        none: own("This race has no photos yet."),
        cameras: own(
            "A camera at the finish matches its photos by time once you say how far its clock is off. Photograph the race clock to know it.",
        ),
        offset: own(
            "In seconds, or in minutes and seconds, like +1:35 for a clock that is ahead, -2.5 for one that is behind, 0 for one that is right.",
        ),
        unmatched: own("Nobody’s photos yet: give their bibs by hand. Visitors do not see them."),
        removed: own("Hidden on a visitor’s request. Restore one, or delete it for good."),
        empty: own("No photo is in this list."),
        delete: own("The photo is deleted for good, in all its sizes."),
        offline: own("The network is lost. Sending goes on by itself when it is back."),
    }
}

/// How far the uploads are, as a sentence.
///
/// ```
/// # use core_wasm::photos::words::progress;
/// assert_eq!(progress(2000, 2000, 1990, 9, 1), "All 2,000 files are done: 1,990 new, 9 there already, 1 refused.");
/// assert_eq!(progress(3, 2, 1, 1, 0), "2 of 3 files are done: 1 new, 1 there already.");
/// ```
pub fn progress(files: usize, done: usize, new: usize, known: usize, refused: usize) -> String {
    let counts = [(new, "new"), (known, "there already"), (refused, "refused")];
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{} {word}", grouped(*count)));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let head = match (done == files, files) {
        (true, 1) => "The file is done".to_owned(),
        (true, _) => format!("All {} files are done", grouped(files)),
        (false, 1) => "The file is being sent".to_owned(),
        (false, _) => format!("{} of {} files are done", grouped(done), grouped(files)),
    };
    if counts.is_empty() { format!("{head}.") } else { format!("{head}: {counts}.") }
}

/// How many photos matching anew changed, as a sentence.
pub fn matched(changed: i64) -> String {
    match changed {
        0 => "Nothing changed.".into(),
        1 => "1 photo has other runners now.".into(),
        _ => format!("{} photos have other runners now.", grouped(usize::try_from(changed).unwrap_or_default())),
    }
}

/// When a photo was removed, with a short mark by which removals from one address are recognized.
pub fn removed_at(at_ms: i64, zone: Tz, mark: &str) -> String {
    let at = dates::minute_text(at_ms, zone);
    if mark.is_empty() { format!("Removed {at} by a visitor.") } else { format!("Removed {at} by visitor {mark}.") }
}

/// What a runner's page says of the photos.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerPhotoWords {
    /// When there are none.
    pub none: &'static str,
    /// What the button below a photo is for.
    pub ask: &'static str,
    /// After a photo was removed.
    pub removed: &'static str,
}

/// The sentences of a runner's page.
pub const FOR_RUNNERS: RunnerPhotoWords = RunnerPhotoWords {
    none: "There are no photos of this runner yet.",
    ask: "You are in a photo and do not want it here? Remove it: nobody will see it any more.",
    removed: "The photo is removed. Nobody sees it any more.",
};
