//! To which addresses the server connects for pulls.
//!
//! A name is resolved once, and the connection goes to an address of that answer: a second answer, with another address, cannot come
//! in between.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use core_wasm::timing::pulls;
use ipnet::IpNet;

use crate::http::public::is_public;

/// How long the name service may take.
const RESOLVE: Duration = Duration::from_secs(5);

/// Resolves a host and returns its addresses to which the server connects.
///
/// # Errors
/// The sentence for the desk: no such host, or only addresses that are not allowed.
pub(super) async fn resolve(host: &str, port: u16, allowed: &[IpNet]) -> Result<Vec<SocketAddr>, String> {
    let found = tokio::time::timeout(RESOLVE, tokio::net::lookup_host((host, port))).await;
    let found: Vec<SocketAddr> = found.map_err(|_| pulls::SLOW)?.map_err(|_| pulls::UNREACHABLE)?.collect();
    let good: Vec<SocketAddr> = found.iter().copied().filter(|address| may_connect(address.ip(), allowed)).collect();
    match (found.is_empty(), good.is_empty()) {
        (true, _) => Err(pulls::UNREACHABLE.into()),
        (_, true) => Err(pulls::NOT_ALLOWED.into()),
        _ => Ok(good),
    }
}

/// Whether the server may connect to an address: a public one, or one that its operator allows.
fn may_connect(address: IpAddr, allowed: &[IpNet]) -> bool {
    let address = address.to_canonical();
    is_public(address) || allowed.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_and_those_of_the_operator() {
        for (address, public) in [
            ("93.184.216.34", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.7.20", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("198.18.0.1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("::1", false),
            ("::", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:93.184.216.34", true),
            ("64:ff9b::7f00:1", false),
            ("2002:7f00:1::1", false),
            ("2001:0:7f00:1::1", false),
            ("fd00::7", false),
            ("fe80::1", false),
            ("ff02::1", false),
            ("2001:db8::1", false),
            ("2606:2800:220:1::1", true),
        ] {
            assert_eq!(may_connect(address.parse().unwrap(), &[]), public, "{address}");
        }
        let lan = ["192.168.7.0/24".parse().unwrap()];
        assert!(may_connect("192.168.7.20".parse().unwrap(), &lan));
        assert!(may_connect("::ffff:192.168.7.20".parse().unwrap(), &lan));
        assert!(!may_connect("192.168.8.20".parse().unwrap(), &lan));
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_connected_to() {
        assert_eq!(resolve("localhost", 80, &[]).await.unwrap_err(), pulls::NOT_ALLOWED);
        let loopback = ["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        assert!(!resolve("localhost", 80, &loopback).await.unwrap().is_empty());
    }
}
