//! `bobbin graph`: the graph of a pipeline, for other programs that draw.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::arguments::{Output, Reading};
use crate::convert;

/// The words of `bobbin graph`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the graph
    #[arg(long, value_name = "FORM", default_value = "dot")]
    to: Form,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Form {
    /// A graph of Graphviz
    Dot,
    /// Processes, ports and connections as JSON
    Json,
    /// A flowchart of Mermaid, as in Markdown
    Mermaid,
}

/// Prints the graph of a file.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let id = match arguments.to {
        Form::Dot => "dot",
        Form::Json => "json",
        Form::Mermaid => "mermaid",
    };
    let Arguments { file, output, reading, .. } = arguments;
    convert::convert(file, id, output, reading, |language| match language.conversions {
        // Each language with a graph writes it as one of Graphviz, and JSON may be anything.
        conversions if conversions.iter().any(|it| it.id == "dot") => Ok(()),
        _ => Err(format!("a {} has no graph", language.title)),
    })
}
