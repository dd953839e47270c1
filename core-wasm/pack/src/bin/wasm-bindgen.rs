//! `wasm-bindgen`, built by cargo from exactly the version that core-wasm links.
//!
//! It drops the section of function names, which only a debugger reads: a sixth of the compressed size. (Stripping at link
//! time would also drop the section that tells wasm-bindgen the enabled features.)

use std::ffi::OsString;

fn main() -> anyhow::Result<()> {
    let arguments = std::env::args_os().chain([OsString::from("--remove-name-section")]);
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments)
}
