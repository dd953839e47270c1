//! The program `splitline`: reads the command line and calls the library.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    splitline_server::cli::run(splitline_server::cli::Cli::parse())
}
