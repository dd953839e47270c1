//! Which addresses of the internet are public: whatever somebody else names, the server connects to no other ones.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is a public one.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // Multicast, reserved and broadcast.
        || a >= 224
        // Carriers' own networks, protocol assignments, 6to4 relays, measurements.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b)))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Only 2000::/3 is public; of it, not the ranges that contain other addresses (Teredo and others, 6to4), nor documentation.
    (a & 0xe000) == 0x2000 && !(a == 0x2001 && (b < 0x200 || b == 0xdb8)) && a != 0x2002 && a != 0x3fff
}
