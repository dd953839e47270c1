//! Whose reads of the MYLAPS port belong to a race.
//!
//! The protocol has no key. So a race names the addresses from which its timer sends and the timing points that are its own;
//! nothing else that arrives is taken.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::error::Problems;
use crate::text;

/// The most points or addresses of a race.
const MOST: usize = 100;
/// The longest name of a point, in characters.
const POINT_CHARS: usize = 100;

/// The addresses and timing points of a race. Without both, nothing is taken.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MylapsSenders {
    /// The names of the timing points, as the timer's program sends them; each is a mat of the setup.
    pub points: Vec<String>,
    /// The addresses, or networks like `192.168.7.0/24`.
    pub addresses: Vec<String>,
}

impl MylapsSenders {
    /// Returns it without blanks around its names and without repetitions.
    ///
    /// # Errors
    /// The problems, each at its field: a blank or too long name of a point, one with a character that ends a part of a message,
    /// an address that can't be read, a network of everybody, or too many of either.
    pub fn checked(self) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        for (i, point) in self.points.iter().enumerate() {
            let field = format!("points.{i}");
            if text::is_blank(point) {
                problems.add(field, "point_required", "Give the name of the timing point.");
            } else if point.trim().chars().count() > POINT_CHARS {
                problems.add(field, "point_too_long", format!("The name is longer than {POINT_CHARS} characters."));
            } else if point.contains(|c: char| c.is_control() || matches!(c, '@' | '$')) {
                problems.add(field, "bad_point", "The name of a timing point has neither @ nor $.");
            }
        }
        for (i, address) in self.addresses.iter().enumerate() {
            let field = format!("addresses.{i}");
            match Network::parse(address.trim()) {
                None => {
                    problems.add(field, "bad_address", "Give an address like 192.168.7.20, or a network like 192.168.7.0/24.")
                }
                Some(Network { bits: 0, .. }) => {
                    problems.add(field, "everybody", "This would allow everybody. Name the timer's own addresses.");
                }
                Some(_) => {}
            }
        }
        for (field, count) in [("points", self.points.len()), ("addresses", self.addresses.len())] {
            if count > MOST {
                problems.add(field, "too_many", format!("These are more than {MOST}."));
            }
        }
        let clean = |names: Vec<String>| {
            let mut clean: Vec<String> = Vec::new();
            for name in names.iter().map(|name| name.trim()) {
                if clean.iter().all(|known| known != name) {
                    clean.push(name.to_owned());
                }
            }
            clean
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Self { points: clean(self.points), addresses: clean(self.addresses) })
    }

    /// Whether reads from this address may be the race's.
    pub fn allows(&self, address: IpAddr) -> bool {
        self.addresses.iter().filter_map(|text| Network::parse(text)).any(|network| network.contains(address))
    }

    /// Whether this timing point is the race's.
    pub fn has(&self, point: &str) -> bool {
        self.points.iter().any(|known| known == point.trim())
    }

    /// A timing point that both have and that one address could send for both.
    pub fn shared_point<'a>(&'a self, other: &Self) -> Option<&'a str> {
        let networks = |senders: &Self| senders.addresses.iter().filter_map(|text| Network::parse(text)).collect::<Vec<_>>();
        let (own, others) = (networks(self), networks(other));
        let meet = own.iter().any(|own| others.iter().any(|other| own.contains(other.address) || other.contains(own.address)));
        self.points.iter().map(String::as_str).find(|point| meet && other.has(point))
    }
}

/// An address, or all addresses with the same first bits.
#[derive(Debug, Clone, Copy)]
struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    fn parse(text: &str) -> Option<Self> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().ok()?.to_canonical();
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(all), |bits| bits.parse().ok())?;
        (bits <= all).then_some(Self { address, bits })
    }

    fn contains(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => same(own.to_bits().into(), other.to_bits().into(), 32, self.bits),
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128, self.bits),
            _ => false,
        }
    }
}

/// Whether the first `bits` of two numbers with `all` bits are the same.
fn same(one: u128, other: u128, all: u32, bits: u8) -> bool {
    (one ^ other).checked_shr(all - u32::from(bits)).unwrap_or_default() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn senders(points: &[&str], addresses: &[&str]) -> MylapsSenders {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        MylapsSenders { points: owned(points), addresses: owned(addresses) }
    }

    #[test]
    fn addresses_and_networks() {
        let senders = senders(&["Start"], &["192.168.7.20", "10.1.0.0/16", "2001:db8::/32"]);
        for (address, allowed) in [
            ("192.168.7.20", true),
            ("::ffff:192.168.7.20", true),
            ("192.168.7.21", false),
            ("10.1.255.1", true),
            ("10.2.0.1", false),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
        ] {
            assert_eq!(senders.allows(address.parse().unwrap()), allowed, "{address}");
        }
        assert!(!MylapsSenders::default().allows("127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn problems_are_named_at_their_fields() {
        let problems = senders(&[" ", "a@b", "Start"], &["home", "0.0.0.0/0", "10.0.0.0/33", "::1"]).checked().unwrap_err();
        let fields: Vec<_> = problems.0.iter().map(|problem| (problem.field.as_str(), problem.code.as_str())).collect();
        assert_eq!(
            fields,
            [
                ("points.0", "point_required"),
                ("points.1", "bad_point"),
                ("addresses.0", "bad_address"),
                ("addresses.1", "everybody"),
                ("addresses.2", "bad_address")
            ]
        );
        assert_eq!(senders(&[" Start ", "Start"], &["10.0.0.1 "]).checked().unwrap(), senders(&["Start"], &["10.0.0.1"]));
    }

    #[test]
    fn two_races_share_a_point_only_with_a_common_address() {
        let spring = senders(&["Start", "5K"], &["10.1.0.0/16"]);
        assert_eq!(spring.shared_point(&senders(&["5K"], &["10.1.2.3"])), Some("5K"));
        assert_eq!(spring.shared_point(&senders(&["5K"], &["10.2.2.3"])), None);
        assert_eq!(spring.shared_point(&senders(&["10K"], &["10.1.2.3"])), None);
    }
}
