//! The packet desk, which holds the packets of a race: in the module of its phones.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Argument, Output};
use crate::error::CoreError;
use crate::packets::PacketAction;
use crate::packets::desk::{self, PacketCount, PacketInfo, PacketLine, PacketsFound};

/// The packets of a race on this device.
#[wasm_bindgen]
#[derive(Default)]
pub struct PacketDesk(desk::PacketDesk);

#[wasm_bindgen]
impl PacketDesk {
    /// An empty desk.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a list: entrants replace those before, actions are added.
    pub fn load(&mut self, bytes: &[u8]) -> Result<Ts<PacketInfo>, CoreError> {
        Output::write(self.0.load(bytes)?)
    }

    /// Everything as a list that can be loaded.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }

    /// The packets that fit a search.
    pub fn find(&self, search: &str, pending: Vec<Ts<PacketAction>>) -> Result<Ts<PacketsFound>, CoreError> {
        Output::write(self.0.find(search, &pending.read()?))
    }

    /// The packet of a bib.
    pub fn packet(&self, bib: &str, pending: Vec<Ts<PacketAction>>) -> Result<Option<Ts<PacketLine>>, CoreError> {
        Output::write(self.0.packet(bib, &pending.read()?))
    }

    /// How many packets are handed out.
    pub fn counts(&self, pending: Vec<Ts<PacketAction>>) -> Result<Vec<Ts<PacketCount>>, CoreError> {
        Output::write(self.0.counts(&pending.read()?))
    }
}
