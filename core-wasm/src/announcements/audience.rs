//! Who gets an announcement: the addresses of a race's entrants, each once.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Addressee;
use crate::account::login;
use crate::packets::search;
use crate::race::{DistanceStart, name};
use crate::timing::{Entrant, Setup};

/// An address, and the entrants who have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct People {
    /// As the first of them wrote it.
    pub address: String,
    /// Equal for two addresses that count as the same one.
    pub key: String,
    /// The bibs, in the order of the list.
    pub bibs: Vec<String>,
}

/// How many people an announcement reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(rename_all = "camelCase")]
pub struct Audience {
    /// Addresses that get it.
    pub people: u32,
    /// Entrants of the race.
    pub entrants: u32,
    /// Entrants without an address, or with one that can be none.
    pub without_address: u32,
    /// Addresses that have unsubscribed.
    pub unsubscribed: u32,
}

/// The addresses of a race's entrants, in the order of the list, and how many entrants have none.
pub fn audience(entrants: &[Entrant]) -> (Vec<People>, u32) {
    let mut people: Vec<People> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut without = 0;
    for entrant in entrants {
        let Some(address) = address_of(entrant) else {
            without += 1;
            continue;
        };
        let key = name::key(&address);
        let at = *known.entry(key.clone()).or_insert(people.len());
        match people.get_mut(at) {
            Some(one) => one.bibs.push(entrant.bib.clone()),
            None => people.push(People { address, key, bibs: vec![entrant.bib.clone()] }),
        }
    }
    (people, without)
}

/// The address of an entrant, if it can be one.
fn address_of(entrant: &Entrant) -> Option<String> {
    login::email(entrant.email.as_deref()?).ok()
}

impl People {
    /// Whether an entrant has this address.
    pub fn has(&self, entrant: &Entrant) -> bool {
        address_of(entrant).is_some_and(|address| name::key(&address) == self.key)
    }
}

/// An entrant as a mail names them; `rows` are the start times of the race's page.
pub fn addressee(entrant: &Entrant, rows: &[DistanceStart], time_zone: &str, setup: &Setup) -> Addressee {
    let start = search::own_start(rows, time_zone, setup, entrant);
    Addressee {
        name: format!("{} {}", entrant.first_name, entrant.last_name).trim().to_owned(),
        bib: entrant.bib.clone(),
        start: start.map(|time| time.to_string()).unwrap_or_default(),
    }
}
