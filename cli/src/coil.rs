//! `bobbin coil`: the commands for COIL configurations under one word.

use std::process::ExitCode;

use bobbin_languages::LanguageId;
use clap::{Args, Subcommand};

use crate::{compile, convert, machine, query, validate};

/// The words of `bobbin coil`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Hardware text to binary
    Compile(compile::Compile),
    /// Hardware binary to text
    Decompile(compile::Decompile),
    /// Print values of a hardware text or binary, by path
    Query(query::Arguments),
    /// Describe this machine as a hardware text
    Detect(machine::Arguments),
    /// Check target configurations, as coil-config-validate
    Validate(validate::Arguments),
    /// Convert a configuration to another format
    Convert(convert::Arguments),
}

/// Does what the same command does without `coil` before it.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    match &arguments.command {
        Command::Compile(it) => compile::compile(it),
        Command::Decompile(it) => compile::decompile(it),
        Command::Query(it) => query::run(it),
        Command::Detect(it) => machine::run(it),
        Command::Validate(it) => validate::run(it),
        Command::Convert(it) => convert::run_as("bobbin coil convert", it, |language| {
            matches!(language, LanguageId::CoilHardware | LanguageId::CoilTarget)
        }),
    }
}
