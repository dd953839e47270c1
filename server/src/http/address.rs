//! The address that a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;

use super::Peer;
use crate::config::Config;

/// The client's address: the peer address of the connection, or the rightmost forwarded one that does not belong to a trusted
/// proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The address under which one visitor is counted: an IPv4 address, or the first of the /64 network that one IPv6 customer has.
    pub(crate) fn visitor(&self) -> IpAddr {
        match canonical(self.0) {
            IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
            address => address,
        }
    }

    /// [`visitor`](Self::visitor) as it is stored.
    #[must_use]
    pub fn subject(&self) -> String {
        match self.visitor() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

impl ClientAddress {
    /// The address behind a request of this peer with these headers.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        Self(client(peer, headers, trusted))
    }

    /// The network of the address, as it is shown and stored where a person is concerned: /24 of IPv4, /48 of IPv6.
    #[must_use]
    pub fn network(&self) -> String {
        match canonical(self.0) {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}::/48")
            }
        }
    }
}

/// The address itself, or the IPv4 address that it stands for: mapped (`::ffff:0:0/96`), translated (`64:ff9b::/96`, RFC 6052) or 6to4
/// (`2002::/16`, RFC 3056), so that nobody counts as two visitors.
fn canonical(address: IpAddr) -> IpAddr {
    let IpAddr::V6(long) = address else { return address };
    let of = |high: u16, low: u16| IpAddr::V4((u32::from(high) << 16 | u32::from(low)).into());
    match long.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => of(high, low),
        _ => address.to_canonical(),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
        Ok(Self::of(peer, &parts.headers, &Arc::<Config>::from_ref(state).trusted_proxies))
    }
}

/// Whether the request came through a trusted proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThroughProxy(pub(crate) bool);

impl<S: Send + Sync> FromRequestParts<S> for ThroughProxy
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip().to_canonical());
        Ok(Self(peer.is_some_and(|peer| is_trusted(&peer, &Arc::<Config>::from_ref(state).trusted_proxies))))
    }
}

/// Whether this is the address of a trusted proxy.
pub(crate) fn is_trusted(address: &IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(address))
}

fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| is_trusted(&address.to_canonical(), trusted);
    let mut client = peer.to_canonical();
    if !is_trusted(&client) {
        return client;
    }
    let values = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
    for hop in hops.iter().rev() {
        // A trusted proxy writes readable addresses: the last address that a trusted proxy gave is used.
        // Some proxies write the port, too.
        let hop = hop.trim();
        let with_port = || hop.parse::<std::net::SocketAddr>().map(|address| address.ip());
        let Ok(address) = hop.parse::<IpAddr>().or_else(|_| with_port()) else { break };
        client = address.to_canonical();
        if !is_trusted(&client) {
            break;
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(peer: &str, forwarded: &str, trusted: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let trusted: Vec<IpNet> = trusted.split_whitespace().map(|net| net.parse().unwrap()).collect();
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn no_proxy_is_trusted_by_default() {
        assert_eq!(from("203.0.113.9", "198.51.100.1", ""), "203.0.113.9");
    }

    #[test]
    fn the_rightmost_untrusted_hop_counts() {
        assert_eq!(from("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "10.0.0.0/8"), "198.51.100.1");
        assert_eq!(from("::ffff:10.0.0.1", "1.2.3.4, 198.51.100.1", "10.0.0.0/8"), "198.51.100.1");
    }

    #[test]
    fn a_proxy_may_write_ports() {
        assert_eq!(from("10.0.0.1", "198.51.100.1:5511", "10.0.0.0/8"), "198.51.100.1");
        assert_eq!(from("10.0.0.1", "[2001:db8::1]:443, 10.0.0.2:80", "10.0.0.0/8"), "2001:db8::1");
    }

    #[test]
    fn an_unreadable_hop_ends_the_search() {
        assert_eq!(from("10.0.0.1", "1.2.3.4, what", "10.0.0.0/8"), "10.0.0.1");
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_visitor() {
        let a = ClientAddress("2001:db8:1:2:3::1".parse().unwrap()).subject();
        let b = ClientAddress("2001:db8:1:2:ffff::9".parse().unwrap()).subject();
        assert_eq!(a, b);
    }

    #[test]
    fn an_ipv4_address_is_one_visitor_however_it_is_written() {
        for written in ["203.0.113.7", "::ffff:203.0.113.7", "64:ff9b::203.0.113.7", "2002:cb00:7107::1", "2002:cb00:7107:5::9"] {
            let address = ClientAddress(written.parse().unwrap());
            assert_eq!((address.subject().as_str(), address.network().as_str()), ("203.0.113.7", "203.0.113.0/24"), "{written}");
        }
    }
}
