//! `bobbin graph`: the graph of a pipeline, for other programs that draw.

use std::path::PathBuf;
use std::process::ExitCode;

use bobbin_core::Language;
use bobbin_core::view::Converted;
use clap::{Args, ValueEnum};

use crate::arguments::{Output, Reading};
use crate::load::load;
use crate::mark::Maker;
use crate::say::escaped;
use crate::{convert, host};

/// The words of `bobbin graph`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the graph
    #[arg(long, value_name = "FORM", default_value = "dot")]
    to: Form,
    /// The colours of an SVG picture [default: light]
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,
    /// Draw each cluster of an SVG picture as one box, without what is inside
    #[arg(long)]
    closed: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A graph of Graphviz
    Dot,
    /// A picture, laid out as on the page
    Svg,
    /// Processes, ports and connections as JSON
    Json,
    /// A flowchart of Mermaid, as in Markdown
    Mermaid,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Theme {
    /// On white, for paper
    Light,
    /// On nearly black
    Dark,
}

/// Prints the graph of a file.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.to != Form::Svg && (arguments.theme.is_some() || arguments.closed) {
        let option = if arguments.closed { "--closed" } else { "--theme" };
        return Err(format!("`{option}` is about pictures; it goes with `--to svg`"));
    }
    let id = match arguments.to {
        Form::Dot => "dot",
        Form::Json => "json",
        Form::Mermaid => "mermaid",
        Form::Svg => return draw(arguments),
    };
    let Arguments { file, output, reading, .. } = arguments;
    convert::convert(Maker::Graph, file, id, output, reading, |language| {
        match language.conversions {
            // Each language with a graph writes it as one of Graphviz, and JSON may be anything.
            conversions if conversions.iter().any(|it| it.id == "dot") => Ok(()),
            _ => Err(no_graph(language)),
        }
    })
}

fn no_graph(language: &Language) -> String {
    format!("a {} has no graph", language.title)
}

/// Draws the graph of a file as SVG.
fn draw(arguments: &Arguments) -> Result<ExitCode, String> {
    let Arguments { file, theme, closed, output, reading, .. } = arguments;
    let host = host::facts(&reading.host)?.into();
    let snapshot = load(file, reading.language, &host)?.snapshot;
    let theme = match theme {
        None | Some(Theme::Light) => bobbin_picture::Theme::Light,
        Some(Theme::Dark) => bobbin_picture::Theme::Dark,
    };
    let Some(figure) = bobbin_picture::figure(&snapshot, *closed, theme, escaped) else {
        return Err(no_graph(snapshot.info()));
    };
    let Some(svg) = figure.svg else {
        complain!("{}: not drawn: no process is there to draw", snapshot.input().path);
        return Ok(ExitCode::FAILURE);
    };
    let converted = Converted {
        file_name: figure.file_name,
        media_type: "image/svg+xml",
        data: svg.into_bytes(),
        language: None,
        remarks: figure.remarks,
    };
    convert::deliver(Maker::Graph, &converted, output, &snapshot)?;
    Ok(convert::code_of(&snapshot, &converted.remarks))
}
