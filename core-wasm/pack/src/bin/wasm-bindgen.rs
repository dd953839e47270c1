//! `wasm-bindgen`, built by cargo from exactly the version that core-wasm links.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os())
}
