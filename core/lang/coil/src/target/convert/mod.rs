//! The formats that a target can be turned into.

mod flat;
mod json;

mod origins;

use std::collections::HashSet;

use super::check::{self, Finding, Strictness};
use super::diagnostics::{
    ENCODING, INCLUDE_CYCLE, INCLUDE_DEPTH, INCLUDE_NOT_FOUND, LIST_ELEMENT, SECTION_NAME,
};
use super::file::{File, parse};
use crate::bridge::hardware;
use bobbin_core::Input;
use bobbin_core::diagnostics::{Code, Severity};
use bobbin_core::edit::Refusal;
use bobbin_core::view::{ConversionEffect, ConversionInfo, Converted, Remark};

/// The completed schema of the document (coil.md#json-schema).
const SCHEMA: &str = include_str!("../coil-config.schema.json");

/// The formats that a target can be turned into.
pub static CONVERSIONS: &[ConversionInfo] = &[
    ConversionInfo {
        id: "json",
        title: "JSON",
        about: "The settings in force after includes, as JSON in the form of the schema, which lists powers of \
                two up to 2147483648 only. Comments and the order of overridden values are lost.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "json-origins",
        title: "JSON with origins",
        about: "The settings in force, each with file and line, what it overrides, and the defaults of keys \
                that are not set, as a JSON list.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "json-schema",
        title: "JSON Schema",
        about: "The schema of all targets after parsing to JSON; the same for every text.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "flat",
        title: "One flat file",
        about: "The settings in force after includes, without an include. Comments are lost.",
        effect: ConversionEffect::Open,
    },
    ConversionInfo {
        id: "coil-hardware",
        title: "COIL hardware configuration",
        about: "A description of hardware that this target suits. Optimization, preprocessor, linker, stack \
                growth and alignment are lost.",
        effect: ConversionEffect::Open,
    },
];

/// Carries out a conversion.
pub(super) fn convert(file: &File, id: &str) -> Result<Converted, Refusal> {
    let config = file.config();
    let path = config.main().map(|it| it.path.as_str()).unwrap_or_default();
    let stem = stem(path);
    let mut remarks = Vec::new();
    let (file_name, media_type, text, language) = match id {
        "json" => {
            let text = json::json(config);
            remarks.extend(faults_of_result(file, id));
            remarks.extend(json::beyond_schema(config));
            (format!("{stem}.json"), "application/json", text, None)
        }
        "json-origins" => {
            remarks.extend(faults_of_result(file, id));
            let text = origins::origins(config);
            (format!("{stem}.origins.json"), "application/json", text, None)
        }
        "json-schema" => {
            let name = "coil-config.schema.json".to_owned();
            (name, "application/schema+json", SCHEMA.to_owned(), None)
        }
        "flat" => {
            remarks.extend(faults_of_result(file, id));
            let text = flat::flat(config);
            (format!("{stem}.flat.coilcfg"), "text/plain", text, Some("coil-target"))
        }
        "coil-hardware" => {
            let text = hardware(config, &mut remarks)?;
            remarks.extend(faults(file, |_| "the target has this error"));
            (format!("{stem}.coilcfg.txt"), "text/plain", text, Some("coil-hardware"))
        }
        _ => return Err(Refusal::unsupported(&format!("the conversion `{id}`"))),
    };
    Ok(Converted { file_name, media_type, data: text.into_bytes(), language, remarks }.in_order())
}

/// Returns the name of a file without folder and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.strip_suffix(".coilcfg").unwrap_or(name);
    if stem.is_empty() { "target" } else { stem }
}

/// Returns the errors of the text, and says whether a result with the settings in force has them, too.
fn faults_of_result(file: &File, id: &str) -> Vec<Remark> {
    let flat = parse(&Input::alone("", &flat::flat(file.config())));
    let kind = |it: &Finding| {
        let names = (it.section.clone(), it.key.clone());
        (it.diagnostic.code.name, names, it.diagnostic.message.clone())
    };
    let left: HashSet<_> = check::findings(&flat, Strictness::Normal).iter().map(kind).collect();
    faults(file, |it| {
        let code = it.diagnostic.code.name;
        let is_one_of = |codes: &[&Code]| codes.iter().any(|it| it.name == code);
        match () {
            // What is written is there only in a text.
            () if id != "flat" && is_one_of(&[&LIST_ELEMENT]) => {
                "the result leaves the empty element out"
            }
            () if left.contains(&kind(it)) => "the result has this error too",
            () if is_one_of(&[&ENCODING]) => "the result lacks all of this text",
            () if is_one_of(&[&SECTION_NAME]) => "the result lacks this section",
            () if is_one_of(&[&INCLUDE_CYCLE, &INCLUDE_DEPTH, &INCLUDE_NOT_FOUND]) => {
                "the result lacks what this line includes"
            }
            () => "the result lacks this line",
        }
    })
}

/// Returns the errors of the text, each behind the words that say what it is to the result.
fn faults(file: &File, what: impl Fn(&Finding) -> &'static str) -> Vec<Remark> {
    let findings = check::findings(file, Strictness::Normal);
    let errors = findings.into_iter().filter(|it| it.diagnostic.code.severity == Severity::Error);
    let remarks = errors.map(|it| {
        let what = what(&it);
        let diagnostic = it.in_main_file();
        let message = format!("{what}: {}", diagnostic.message);
        Remark { message, range: Some(diagnostic.range) }
    });
    remarks.collect()
}
