//! Bindings of the slice `announcements`, for the administrators' page.

use super::Ts;
use crate::announcements::words::{self, AnnouncementQuestion};
use crate::announcements::{
    self, AnnouncementForm, AnnouncementMail, AnnouncementProgress, Audience, MailFacts, Placeholder, RecipientState,
};
use crate::error::FieldError;

exports! {
    /// The problems of an announcement.
    announcementCheck(form: Ts<AnnouncementForm>) -> Vec<Ts<FieldError>> = announcements::problems(&form).0;

    /// The mail of an announcement, filled for these entrants.
    announcementMail(form: Ts<AnnouncementForm>, facts: Ts<MailFacts>) -> Ts<AnnouncementMail> = announcements::mail(&form, &facts);

    /// The placeholders that there are.
    announcementPlaceholders() -> Vec<Ts<Placeholder>> = announcements::placeholders();

    /// Who gets an announcement.
    announcementAudience(audience: Ts<Audience>) -> String = words::audience(&audience);

    /// The question before an announcement goes to so many people of a race.
    announcementQuestion(race: &str, people: u32) -> Ts<AnnouncementQuestion> = words::question(race, people);

    /// How far an announcement is.
    announcementProgress(progress: Ts<AnnouncementProgress>) -> String = progress.text();

    /// What became of an address.
    announcementRecipient(state: Ts<RecipientState>) -> String = state.label().to_owned();
}
