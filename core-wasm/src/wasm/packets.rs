//! Bindings of the slice `packets` for the phones of volunteers, except those of the desk itself: a separate module.

use super::Ts;
use crate::packets::PacketAction;
use crate::packets::words::{self, PacketWords};

exports! {
    /// What the packet desk says while this many actions wait on the device.
    packetWords(waiting: usize) -> Ts<PacketWords> = words::packet_words(waiting);

    /// What waits on the device for other races: the name of each action's race.
    packetsWaitingElsewhere(races: Vec<String>) -> String = words::waiting_elsewhere(&races);

    /// An action with its texts cleaned; throws what is wrong with it.
    packetAction(action: Ts<PacketAction>) -> Ts<PacketAction> = action.check()?;
}
