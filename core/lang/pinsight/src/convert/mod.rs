//! Conversions: into the other dialect, and into listings and drawings.

mod defaults;
pub(crate) mod header;
mod listing;
mod seed;
pub(crate) mod today;

use crate::file::{File, NAME};
use bobbin_core::edit::Refusal;
use bobbin_core::view::{ConversionEffect, ConversionInfo, Converted};

/// The formats that a text can be turned into.
pub(crate) static CONVERSIONS: [ConversionInfo; 4] = [
    ConversionInfo {
        id: "current",
        title: "Today's dialect",
        about: "The text as today's program reads it, from the dialect of the document or from \
                spellings of the months after it; ids, triples and constraints stay",
        effect: ConversionEffect::Replace,
    },
    ConversionInfo {
        id: "seed",
        title: "Dialect of the document",
        about: "Header parts inside the brackets, as in the document of February 2026; refused where \
                that dialect has no words",
        effect: ConversionEffect::Replace,
    },
    ConversionInfo {
        id: "resolved",
        title: "Resolved values as JSON",
        about: "Every value in force today and as the documents intend it, with its line",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "coverage",
        title: "Coverage as SVG",
        about: "The map of units as a drawing",
        effect: ConversionEffect::Download,
    },
];

/// Turns the text into something else.
pub(crate) fn convert(file: &File, id: &str) -> Result<Converted, Refusal> {
    let stem = file.input().path.rsplit('/').next().unwrap_or_default();
    let stem = stem.strip_suffix(".trace").or_else(|| stem.strip_suffix(".txt")).unwrap_or(stem);
    let stem = if stem.is_empty() { "trace_config" } else { stem };
    let (text, remarks, name, media_type) = match id {
        "current" => {
            let (text, mut remarks) = today::current(file);
            if text == file.text() {
                return Err(match remarks.drain(..).next() {
                    Some(it) => Refusal { reason: it.message, at: it.range },
                    None => Refusal::bad_value("the text is in today's form already"),
                });
            }
            (text, remarks, format!("{stem}.trace"), "text/plain")
        }
        "seed" => {
            let (text, remarks) = seed::seed_text(file)?;
            (text, remarks, format!("{stem}.trace"), "text/plain")
        }
        "resolved" => {
            (listing::resolved_json(file), Vec::new(), format!("{stem}.json"), "application/json")
        }
        "coverage" => {
            (listing::coverage_svg(file), Vec::new(), format!("{stem}.svg"), "image/svg+xml")
        }
        _ => return Err(Refusal::unsupported(&format!("the conversion `{id}`"))),
    };
    let language = (media_type == "text/plain").then_some(NAME);
    Ok(Converted { file_name: name, media_type, data: text.into_bytes(), language, remarks }
        .in_order())
}

#[cfg(test)]
mod tests;
