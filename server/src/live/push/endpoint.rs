//! The address and the keys of a subscription, as a browser sends them: a stranger chooses them, so they are checked before the server
//! connects to anything.

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ipnet::IpNet;
use p256::PublicKey;
use url::{Host, Url};

/// The longest address, in bytes. Those of the known services have up to some hundred.
const LONGEST: usize = 1024;

/// Reads the address of a push service: https at its usual port and with a name, which is resolved to public addresses only when a message
/// is sent. An address in a network that the operator allows may be of any of these. `None` when it is something else.
pub(super) fn parse(text: &str, allowed: &[IpNet]) -> Option<Url> {
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let url = Url::parse(text).ok()?;
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return None;
    }
    let is_allowed = |address: IpAddr| allowed.iter().any(|network| network.contains(&address));
    let fits = match url.host()? {
        Host::Domain(name) => url.scheme() == "https" && url.port().is_none() && name.contains('.'),
        Host::Ipv4(address) => matches!(url.scheme(), "http" | "https") && is_allowed(address.into()),
        Host::Ipv6(address) => matches!(url.scheme(), "http" | "https") && is_allowed(address.into()),
    };
    fits.then_some(url)
}

/// Reads a browser's public key (an uncompressed point of P-256) and its secret, both as base64url without padding.
pub(super) fn keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    let (key, auth) = (bytes(p256dh).filter(|key| key.len() == 65)?, bytes(auth).filter(|auth| auth.len() == 16)?);
    PublicKey::from_sec1_bytes(&key).ok()?;
    Some((key, auth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_named_host_with_https_or_what_the_operator_allows() {
        for (text, good) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/g?x=1", true),
            ("http://fcm.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com:8443/fcm", false),
            ("https://me@fcm.googleapis.com/", false),
            ("https://me:secret@fcm.googleapis.com/", false),
            ("https://fcm.googleapis.com/#x", false),
            ("https://localhost/", false),
            ("https://127.0.0.1/", false),
            ("https://2130706433/", false),
            ("https://0x7f.1/", false),
            ("https://[::1]/", false),
            ("https://[::ffff:127.0.0.1]/", false),
            ("https://93.184.216.34/", false),
            ("file:///etc/passwd", false),
            ("/relative", false),
            ("", false),
        ] {
            assert_eq!(parse(text, &[]).is_some(), good, "{text}");
        }
        let loopback = ["127.0.0.0/8".parse().unwrap()];
        assert!(parse("http://127.0.0.1:9999/push/1", &loopback).is_some());
        assert!(parse("http://10.0.0.1/push/1", &loopback).is_none());
        assert!(parse(&format!("https://push.example/{}", "x".repeat(LONGEST)), &[]).is_none());
    }

    #[test]
    fn keys_are_a_point_of_the_curve_and_sixteen_bytes() {
        let (key, auth) =
            ("BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY", "_ordMnz7uTCmrpBTeUV4Bw");
        assert!(keys(key, auth).is_some());
        assert!(keys(&format!("{key}="), &format!("{auth}==")).is_some(), "with padding");
        assert!(keys(&key.replace("BLn9", "BLn8"), auth).is_none(), "not on the curve");
        assert!(keys(key, "_ordMnz7uTCmrpBTeUV4").is_none());
        assert!(keys("", "").is_none());
    }
}
