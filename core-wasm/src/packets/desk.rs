//! The packet desk on a device: who has which packet, searched without a connection.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::place;
use super::search::{MAX_FOUND, best};
use super::{PacketAction, PacketEntry, PacketState, Place};
use crate::dates::{self, Tz};
use crate::error::CoreError;
use crate::live::board::SearchText;

/// An entrant, with what the packet desk needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PacketPerson {
    /// Unique within the race.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// The code of the chip; empty when it is the bib.
    pub chip: String,
}

/// What a link opens: the entrants, unless the device has them, and what was done since a number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PacketList {
    /// The race's id, which stays when it is renamed. Empty in a list that a device stored before lists had it.
    #[serde(rename = "raceID", default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub race_id: String,
    /// The race's name.
    pub race: String,
    /// `June 15, 2027`; empty while it has none.
    pub date: String,
    /// The race's IANA zone; times of day are shown in it.
    pub time_zone: String,
    /// The label of the link.
    pub link: String,
    /// Until when the link is valid, in words.
    pub until: String,
    /// The version of the entrants.
    pub revision: String,
    /// Where packets are, and the pens.
    pub places: Vec<Place>,
    /// The entrants; null when the device has this version of them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub people: Option<Vec<PacketPerson>>,
    /// What was done after `since`, in its order.
    pub entries: Vec<PacketEntry>,
}

/// The head of what the device has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PacketInfo {
    /// The race's id, by which a device keeps what waits there; empty while it is not known.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// The race's name.
    pub race: String,
    /// The label of the link.
    pub link: String,
    /// Until when the link is valid, in words.
    pub until: String,
    /// The version of the entrants, for the next request.
    pub revision: String,
    /// The number of the last action, for the next request.
    pub seq: i64,
}

/// A packet as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PacketLine {
    /// The bib on it.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name.
    pub wave: String,
    /// The code of the chip, or the bib.
    pub chip: String,
    /// Where it is.
    pub packet: String,
    /// The runner's pen.
    pub pen: String,
    /// The size that the shirt was changed to.
    pub shirt: String,
    /// The note.
    pub note: String,
    /// The id of its hand-out, for taking that back; empty while it is not handed out.
    pub out: String,
    /// `Handed out 9:03 AM, Table A (Volunteers)`; empty while it is not handed out.
    pub state: String,
    /// Whether something about it waits on this device.
    pub waiting: bool,
}

/// What a search has found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PacketsFound {
    /// How many packets fit.
    pub total: usize,
    /// The first of them.
    pub lines: Vec<PacketLine>,
    /// What to do: type, type more, or where to send the runner.
    pub hint: String,
}

/// How many packets of a contest are handed out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PacketCount {
    /// The contest's name; empty for all together.
    pub distance: String,
    /// How many are handed out.
    pub out: usize,
    /// How many there are.
    pub total: usize,
}

/// The packets of a race, as a device has them.
#[derive(Debug, Clone, Default)]
pub struct PacketDesk {
    /// Everything but `people`, which are in [`Self::people`].
    list: PacketList,
    people: Vec<PacketPerson>,
    by_bib: HashMap<String, usize>,
    names: SearchText,
    states: HashMap<String, PacketState>,
    seq: i64,
}

impl PacketDesk {
    /// An empty desk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a list: entrants replace those before, actions are added. Of another race, whose name this one has now, nothing stays.
    ///
    /// # Errors
    /// `unreadable_packets`: the bytes are no such list; the desk is unchanged.
    pub fn load(&mut self, bytes: &[u8]) -> Result<PacketInfo, CoreError> {
        let list: PacketList = serde_json::from_slice(bytes)
            .map_err(|error| CoreError::new("unreadable_packets", format!("The list of packets could not be read: {error}.")))?;
        Ok(self.take(list))
    }

    /// Takes a list that was read.
    pub fn take(&mut self, mut list: PacketList) -> PacketInfo {
        if !self.list.race_id.is_empty() && self.list.race_id != list.race_id {
            *self = Self::default();
        }
        if let Some(people) = list.people.take() {
            self.names = SearchText::new(people.iter().map(|person| (person.name.clone(), person.bib.as_str())));
            self.by_bib = people.iter().enumerate().map(|(at, person)| (person.bib.clone(), at)).collect();
            self.people = people;
        }
        let mut entries = std::mem::take(&mut self.list.entries);
        for entry in std::mem::take(&mut list.entries) {
            if entry.seq > self.seq {
                self.seq = entry.seq;
                self.states.entry(entry.bib.clone()).or_default().apply(&entry);
                entries.push(entry);
            }
        }
        self.list = PacketList { entries, ..list };
        let PacketList { race_id, race, link, until, revision, .. } = self.list.clone_head();
        PacketInfo { race_id, race, link, until, revision, seq: self.seq }
    }

    /// Everything as a list that [`Self::load`] reads, to be stored for use without a network.
    pub fn bytes(&self) -> Vec<u8> {
        let list = PacketList { people: Some(self.people.clone()), ..self.list.clone() };
        serde_json::to_vec(&list).unwrap_or_default()
    }

    /// The packets that fit a search, with what waits on this device.
    pub fn find(&self, search: &str, pending: &[PacketAction]) -> PacketsFound {
        let person = |at: usize| self.people.get(at).map(|person| (person.bib.as_str().into(), person.name.clone()));
        let (total, best) = best(&self.names, search, person);
        let lines = best.into_iter().filter_map(|at| Some(self.line(self.people.get(at)?, pending))).collect();
        let hint = match (self.people.is_empty(), search.trim(), total) {
            (true, ..) => "This race has no entrants yet. The race director takes the list in at the timing desk.".to_owned(),
            (_, "", _) => "Type a bib or a name.".to_owned(),
            (.., 0) => {
                "Nobody fits. Check the spelling, or type only the bib. Who is not on the list goes to the registration desk."
                    .to_owned()
            }
            (.., total) if total > MAX_FOUND => format!("{total} runners fit; the first {MAX_FOUND} are shown. Type more."),
            _ => String::new(),
        };
        PacketsFound { total, lines, hint }
    }

    /// The packet of a bib; `None` when no entrant has it.
    pub fn packet(&self, bib: &str, pending: &[PacketAction]) -> Option<PacketLine> {
        Some(self.line(self.people.get(*self.by_bib.get(bib)?)?, pending))
    }

    /// How many packets are handed out: of all together, and then of each contest in the order of its first bib.
    pub fn counts(&self, pending: &[PacketAction]) -> Vec<PacketCount> {
        let pending = by_bib(pending);
        let is_out = |bib: &str| {
            let own = self.states.get(bib);
            match pending.get(bib) {
                Some(waiting) => own.cloned().unwrap_or_default().with(waiting).out.is_some(),
                None => own.is_some_and(|state| state.out.is_some()),
            }
        };
        counts(&self.people, is_out)
    }

    fn line(&self, person: &PacketPerson, pending: &[PacketAction]) -> PacketLine {
        let own = by_bib(pending).remove(person.bib.as_str()).unwrap_or_default();
        let state = self.states.get(&person.bib).cloned().unwrap_or_default().with(&own);
        let place = place::of(&self.list.places, &person.bib);
        let PacketPerson { bib, name, distance, wave, chip } = person.clone();
        // The chip on the list is the present one, unless an exchange waits here.
        let waits = own.iter().rev().find(|action| action.kind == super::PacketKind::Chip).map(|action| action.value.clone());
        let chip = waits.or(Some(chip).filter(|chip| !chip.is_empty())).unwrap_or_else(|| bib.clone());
        PacketLine {
            bib,
            name,
            distance,
            wave,
            chip,
            packet: place.map(|place| place.packet.clone()).unwrap_or_default(),
            pen: place.map(|place| place.pen.clone()).unwrap_or_default(),
            shirt: state.shirt,
            note: state.note,
            out: state.out.as_ref().map(|out| out.id.clone()).unwrap_or_default(),
            state: state.out.map(|out| format!("Handed out {}", out.text(self.zone()))).unwrap_or_default(),
            waiting: !own.is_empty(),
        }
    }

    fn zone(&self) -> Tz {
        dates::zone_or_default(&self.list.time_zone)
    }
}

impl PacketList {
    /// The list without entrants and actions.
    fn clone_head(&self) -> Self {
        let Self { race_id, race, date, time_zone, link, until, revision, .. } = self;
        let [race_id, race, date, time_zone, link, until, revision] =
            [race_id, race, date, time_zone, link, until, revision].map(Clone::clone);
        Self { race_id, race, date, time_zone, link, until, revision, ..Self::default() }
    }
}

impl PacketState {
    /// The state after actions that wait on this device.
    fn with(mut self, pending: &[&PacketAction]) -> Self {
        pending.iter().for_each(|action| self.apply(&(*action).clone().entry(0, "", action.at)));
        self
    }
}

fn by_bib(pending: &[PacketAction]) -> HashMap<&str, Vec<&PacketAction>> {
    let mut own: HashMap<&str, Vec<&PacketAction>> = HashMap::new();
    for action in pending {
        own.entry(&action.bib).or_default().push(action);
    }
    own
}

/// How many packets are handed out: of all together, and then of each contest in the order in which they come.
pub fn counts(people: &[PacketPerson], is_out: impl Fn(&str) -> bool) -> Vec<PacketCount> {
    let mut all = PacketCount::default();
    let mut each: Vec<PacketCount> = Vec::new();
    for person in people {
        let out = usize::from(is_out(&person.bib));
        all.out += out;
        all.total += 1;
        let at = each.iter().position(|count| count.distance == person.distance);
        match at.and_then(|at| each.get_mut(at)) {
            Some(count) => {
                count.out += out;
                count.total += 1;
            }
            None => each.push(PacketCount { distance: person.distance.clone(), out, total: 1 }),
        }
    }
    std::iter::once(all).chain(each.into_iter().filter(|count| !count.distance.is_empty())).collect()
}
