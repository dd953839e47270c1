//! Bindings of the slice `packets` for the administrator's panel.

use super::Ts;
use crate::packets::link::{self, LinkChoice, PacketLinkForm, PacketLinkResult};
use crate::packets::place;

exports! {
    /// What a link can open.
    linkChoices() -> Vec<Ts<LinkChoice>> = link::choices();

    /// Checks what is typed about a new link.
    packetLink(form: Ts<PacketLinkForm>, race_date: &str, time_zone: &str, now_ms: f64) -> Ts<PacketLinkResult> =
        link::checked(&form, race_date, time_zone, now_ms as i64);

    /// Checks the places and pens as they are typed; throws what is wrong with the first line that can't be read.
    packetPlaces(typed: &str) -> String = place::written(&place::read(typed)?);
}
