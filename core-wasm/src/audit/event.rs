//! The events, and how a row identifies who made a change and what was changed.
//!
//! A row can't be changed once it is written, so it identifies people, races and keys by their ids. Their names at that
//! time are stored next to the id, in a place from which they can be erased (docs/decisions/0029).

use std::fmt;

use serde::Serialize;

/// The kind of object that was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A race: its page or its timing.
    Race,
    /// An account.
    User,
    /// A timing key.
    Key,
    /// A link of the packet desk.
    Link,
    /// A support ticket.
    Ticket,
    /// The database as a whole.
    Database,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::Race, Self::User, Self::Key, Self::Link, Self::Ticket, Self::Database];

    /// The word before an object's id: `race`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::User => "user",
            Self::Key => "key",
            Self::Link => "link",
            Self::Ticket => "ticket",
            Self::Database => "database",
        }
    }
}

/// An object that was changed; written `race:<id>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Object {
    /// Its kind.
    pub kind: Kind,
    /// Its id within its kind; never a name.
    pub id: String,
}

impl Object {
    /// Reads the written form.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(':')?;
        let kind = Kind::ALL.into_iter().find(|known| known.as_str() == kind)?;
        (!id.is_empty()).then(|| Self { kind, id: id.to_owned() })
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.as_str(), self.id)
    }
}

/// The object of a change and its name at that time. Its kind is determined by the event.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
}

/// Who made a change; written `user:<id>`, `key:<id>`, `link:<id>` or `system`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// A user who is logged in, by the account's id.
    User(String),
    /// A timing box, by the id of its key.
    Key(String),
    /// A volunteer at the packet desk, by the id of the link.
    Link(String),
    /// The program itself, or a person at its command line.
    System,
}

/// The written form of [`Actor::System`].
const SYSTEM: &str = "system";

impl Actor {
    /// Reads the written form.
    pub fn parse(text: &str) -> Option<Self> {
        if text == SYSTEM {
            return Some(Self::System);
        }
        match Object::parse(text)? {
            Object { kind: Kind::User, id } => Some(Self::User(id)),
            Object { kind: Kind::Key, id } => Some(Self::Key(id)),
            Object { kind: Kind::Link, id } => Some(Self::Link(id)),
            Object { kind: Kind::Race | Kind::Ticket | Kind::Database, .. } => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(id) => write!(f, "{}:{id}", Kind::User.as_str()),
            Self::Key(id) => write!(f, "{}:{id}", Kind::Key.as_str()),
            Self::Link(id) => write!(f, "{}:{id}", Kind::Link.as_str()),
            Self::System => f.write_str(SYSTEM),
        }
    }
}

/// The table of events: one line each, with variant, name in the record, kind of object, and label.
macro_rules! events {
    ($($variant:ident, $name:literal, $kind:ident, $label:literal;)*) => {
        /// A kind of change in the audit record.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Event {
            $(#[doc = $label] $variant,)*
        }

        impl Event {
            /// Every event, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name in the record, its object's kind, and its label.
            pub fn info(self) -> EventInfo {
                match self {
                    $(Self::$variant => EventInfo { name: $name, kind: Kind::$kind, label: $label },)*
                }
            }
        }
    };
}

/// The table's line for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EventInfo {
    /// Its name in the record: `race.created`.
    pub name: &'static str,
    /// The kind of object that it changes.
    pub kind: Kind,
    /// Its label.
    pub label: &'static str,
}

events! {
    RaceCreated, "race.created", Race, "Page created";
    RaceUpdated, "race.updated", Race, "Page changed";
    RaceHidden, "race.hidden", Race, "Page hidden";
    RacePublished, "race.published", Race, "Page published";
    RaceDeleted, "race.deleted", Race, "Page deleted";
    RaceRestored, "race.restored", Race, "Page restored";
    RaceCourseSet, "race.course.set", Race, "Course of a contest changed";
    RacePurged, "race.purged", Race, "Deleted page taken out for good";
    TimingSetupSet, "timing.setup.set", Race, "Timing setup changed";
    TimingGunSet, "timing.gun.set", Race, "Gun time changed";
    TimingEntrantsPut, "timing.entrants.put", Race, "List of entrants taken in";
    TimingEntrantsExported, "timing.entrants.exported", Race, "List of entrants downloaded";
    TimingEntrantAdded, "timing.entrant.added", Race, "Entrant added";
    TimingEntrantChanged, "timing.entrant.changed", Race, "Entrant changed";
    TimingEntrantWithdrawn, "timing.entrant.withdrawn", Race, "Entrant withdrawn";
    TimingEntrantsUndone, "timing.entrants.undone", Race, "Change of entrants undone";
    TimingContestRenamed, "timing.contest.renamed", Race, "Entrants moved to the new name of a contest or wave";
    TimingStatusSet, "timing.status.set", Race, "Status of a runner changed";
    TimingCorrected, "timing.corrected", Race, "Times corrected";
    TimingCorrectionUndone, "timing.correction.undone", Race, "Correction of times taken back";
    TimingRunStarted, "timing.run.started", Race, "Timing started anew";
    TimingRunTakenBack, "timing.run.revoked", Race, "New timing run taken back";
    TimingPullsSet, "timing.pulls.set", Race, "Pulls from timers' services changed";
    TimingMylapsSet, "timing.mylaps.set", Race, "Addresses and points of the MYLAPS port changed";
    ResultsPublished, "results.published", Race, "Results published";
    ResultsAwardsSet, "results.awards.set", Race, "Rules of the awards changed";
    ResultsImported, "results.imported", Race, "Results imported";
    FinishVideoSet, "results.video.set", Race, "Video of the finish line changed";
    ResultsUnpublished, "results.unpublished", Race, "Results taken back";
    PhotosAdded, "photos.added", Race, "Photo added";
    PhotosAssigned, "photos.assigned", Race, "Runners of a photo set by hand";
    PhotosCameraSet, "photos.camera.set", Race, "Clock of a camera set";
    PhotosMatched, "photos.matched", Race, "Photos matched with runners anew";
    PhotosRemoved, "photos.removed", Race, "Photo removed on request";
    PhotosRestored, "photos.restored", Race, "Removed photo restored";
    PhotosDeleted, "photos.deleted", Race, "Photo deleted for good";
    TimingKeyMade, "timing.key.made", Key, "Timing key made";
    TimingKeyRevoked, "timing.key.revoked", Key, "Timing key revoked";
    PacketsLinkMade, "packets.link.made", Link, "Link of the day made";
    PacketsLinkRevoked, "packets.link.revoked", Link, "Link of the day revoked";
    PacketsPlacesSet, "packets.places.set", Race, "Packet places and pens changed";
    AccountCreated, "account.created", User, "Account created";
    AccountResultsClaimed, "account.results.claimed", User, "Results claimed";
    AccountClaimDecided, "account.claim.decided", User, "Claim of a result decided";
    AccountLogin, "account.login", User, "Logged in";
    AccountLogout, "account.logout", User, "Logged out";
    AccountPrivacySet, "account.privacy.set", User, "Privacy changed";
    AccountExported, "account.exported", User, "Copy of one's own data made";
    AccountDeleted, "account.deleted", User, "Account deleted";
    AccountProfileChanged, "account.profile.changed", User, "Profile changed";
    AccountPictureSet, "account.picture.set", User, "Picture of a profile changed";
    AccountPasswordChanged, "account.password.changed", User, "Password changed";
    AccountEmailChanged, "account.email.changed", User, "E-mail address changed";
    AccountSessionsEnded, "account.sessions.ended", User, "Sessions of an account ended";
    AccountRoleSet, "account.role.set", User, "Role changed";
    AccountPasswordReset, "account.password.reset", User, "New password chosen by the link of a mail";
    AccountPasskeyAdded, "account.passkey.added", User, "Passkey added";
    AccountPasskeyRemoved, "account.passkey.removed", User, "Passkey removed";
    AccountReset, "account.reset", User, "Password set and passkeys removed at the command line";
    AgeTableLoaded, "results.agetable.loaded", Database, "Table of age grades loaded";
    LeagueSettingsSet, "league.settings.set", Database, "Settings of a season of the race league changed";
    LeagueJoined, "league.people.joined", Database, "Two runners of the race league joined as one person";
    LeagueSplit, "league.people.split", Database, "Result taken out of a person of the race league";
    LeagueUndone, "league.people.undone", Database, "Decision about persons of the race league taken back";
    PeopleInvited, "people.invited", Database, "Somebody invited to a role";
    PeopleInvitationRevoked, "people.invitation.revoked", Database, "Invitation revoked";
    PeoplePolicySet, "people.policy.set", Database, "Whether administrators need a passkey changed";
    TicketCreated, "ticket.created", Ticket, "Ticket created";
    TicketReplied, "ticket.replied", Ticket, "Reply of the runner to a ticket";
    TicketAnswered, "ticket.answered", Ticket, "Ticket answered";
    TicketNoted, "ticket.noted", Ticket, "Note about a ticket";
    TicketPictureAdded, "ticket.picture.added", Ticket, "Picture sent for a ticket";
    TicketMailDone, "ticket.mail.done", Database, "Mail taken off the list of those that were set aside";
    TicketChanged, "ticket.changed", Ticket, "Status or assignee of a ticket changed";
    TicketJoined, "ticket.joined", Ticket, "Ticket joined with another one";
    SavedReplyChanged, "ticket.reply.saved", Database, "Saved reply written or changed";
    SavedReplyDeleted, "ticket.reply.deleted", Database, "Saved reply deleted";
    AuditExported, "audit.exported", Database, "Audit record downloaded";
    AnnouncementSent, "announcement.sent", Race, "Announcement to entrants sent";
    AnnouncementStopped, "announcement.stopped", Race, "Announcement to entrants stopped";
    DatabaseRestored, "database.restored", Database, "Database restored from a copy";
}

impl Event {
    /// The event of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.info().name == name)
    }

    /// The object with this id that the event changes.
    pub fn object(self, id: &str) -> Object {
        Object { kind: self.info().kind, id: id.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_names_are_unique_and_can_be_parsed() {
        for event in Event::ALL {
            assert_eq!(Event::parse(event.info().name), Some(*event));
        }
        assert_eq!(Event::parse("race.eaten"), None);
    }

    #[test]
    fn event_names_are_dotted_lower_case_and_labels_have_no_period() {
        for EventInfo { name, label, .. } in Event::ALL.iter().map(|event| event.info()) {
            assert!(name.contains('.') && name.chars().all(|c| c.is_ascii_lowercase() || c == '.'), "{name}");
            assert!(label.starts_with(char::is_uppercase) && !label.ends_with('.'), "{label}");
        }
    }
}
