//! `wasm-pack`, built by cargo from the version pinned in Cargo.lock.
//!
//! It does no update check and installs nothing: the Makefile calls it with `--mode no-install`.

use clap::Parser;

fn main() -> anyhow::Result<()> {
    wasm_pack::command::run_wasm_pack(wasm_pack::Cli::parse().cmd)
}
