//! The formats that a hardware description can be turned into.

mod c_header;
mod json;

use super::binary::decode::decode_part;
use super::binary::plain::{order, plain};
use super::binary::reader::ByteOrder;
use super::diagnostics::{ARCH_LEFT_OUT, RESOURCE_LEFT_OUT};
use super::file::{File, parse};
use super::{bytes, check, decompile, salvage};
use crate::bridge::{TargetRequest, architectures, target, units};
use bobbin_core::Input;
use bobbin_core::edit::Refusal;
use bobbin_core::view::{
    ConversionChoice, ConversionEffect, ConversionInfo, Converted, ConvertedBinary, DecodeError,
    Remark,
};

/// The formats that a hardware description can be turned into.
pub static CONVERSIONS: &[ConversionInfo] = &[
    ConversionInfo {
        id: "c-header",
        title: "C header with the binary",
        about: "The bytes of the binary as an array, for programs that carry their configuration with them.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "json",
        title: "JSON",
        about: "Everything the binary holds, with names instead of numbers. Comments and features that are off are \
                lost.",
        effect: ConversionEffect::Download,
    },
    ConversionInfo {
        id: "coil-target",
        title: "COIL target configuration",
        about: "A target for one unit. Resources, all calling conventions but the first, and features without a \
                name there are lost.",
        effect: ConversionEffect::Open,
    },
];

/// The option of an id, behind a question mark.
const ARCHITECTURE: &str = "architecture";

/// Reads the request for a target in an id; none if it is another conversion's.
fn request(id: &str) -> Option<TargetRequest<'_>> {
    let (rest, answer) = id.split_once('?').map_or((id, None), |(rest, it)| (rest, Some(it)));
    let (name, unit) = rest.split_once(':').unwrap_or((rest, ""));
    let architecture = match answer.map(|it| it.split_once('=')) {
        None => None,
        Some(Some((ARCHITECTURE, architecture))) => Some(architecture),
        Some(_) => return None,
    };
    (name == "coil-target").then_some(TargetRequest { unit, architecture })
}

/// Carries out a conversion. `coil-target:gpu:0` says which of several units is meant, and
/// `coil-target?architecture=x86` what the text may leave open.
pub(super) fn convert(file: &File, id: &str) -> Result<Converted, Refusal> {
    if let Some(error) = check::first_error(file) {
        return Err(Refusal { reason: error.message, at: Some(error.range) });
    }
    let binary = bytes::file_name(&file.input().path);
    let stem = binary.strip_suffix(".coilcfg").unwrap_or(&binary);
    // What is left out on request is in no result.
    let left_out = file.lowered().diagnostics.iter();
    let mut remarks: Vec<Remark> = left_out
        .filter(|it| [&ARCH_LEFT_OUT, &RESOURCE_LEFT_OUT].contains(&it.code))
        .map(|it| Remark { message: it.message.clone(), range: Some(it.range) })
        .collect();
    let (file_name, media_type, text, language) = match id {
        "c-header" => {
            let data = bytes::compile(file)?.bytes.data;
            (format!("{stem}.h"), "text/x-c", c_header::c_header(stem, &data, LITTLE), None)
        }
        "json" => {
            (format!("{stem}.json"), "application/json", json::json(&file.lowered().model), None)
        }
        id => {
            let unsupported = || Refusal::unsupported(&format!("the conversion `{id}`"));
            let request = request(id).ok_or_else(unsupported)?;
            if !units(file, request).is_empty() {
                let reason = "a target is for one unit, and there are several; choose one";
                return Err(Refusal::bad_value(reason));
            }
            let (name, text) = target(file, request, &mut remarks)?;
            (format!("{stem}-{name}.coilcfg"), "text/plain", text, Some("coil-target"))
        }
    };
    Ok(Converted { file_name, media_type, data: text.into_bytes(), language, remarks }.in_order())
}

/// The byte order of numbers in what texts compile to.
const LITTLE: &str = "little-endian";

/// Converts a binary: what has to do with its bytes is made of them, all else of its text.
pub(super) fn convert_binary(name: &str, bytes: &[u8], id: &str) -> ConvertedBinary {
    let (text, fault) = match decompile(bytes) {
        Ok(it) => (it.text, None),
        Err(error) => (salvage(bytes, &error), Some(error)),
    };
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.strip_suffix(".coilcfg").unwrap_or(stem);
    let own = |extension: &str, media_type, text: String| Converted {
        file_name: format!("{stem}.{extension}"),
        media_type,
        data: text.into_bytes(),
        language: None,
        remarks: Vec::new(),
    };
    let file = parse(&Input::alone(&format!("{name}.txt"), &text));
    let mut result = match id {
        "c-header" => {
            let header = c_header::c_header(stem, bytes, &spelling(bytes));
            Ok(own("h", "text/x-c", header))
        }
        "json" => Ok(own("json", "application/json", json::json(&decode_part(bytes).0.model))),
        id => convert(&file, id),
    };
    if let (Ok(converted), Some(error)) = (&mut result, &fault) {
        let so = match id {
            "c-header" => "the array has its bytes all the same",
            _ => "only what could be read is here",
        };
        let DecodeError { offset, message, code, .. } = error;
        let what = if error.is_limit() { "read only up to" } else { "damaged at" };
        let message = format!("the binary is {what} byte {offset:#x}, so {so}: {message} ({code})");
        converted.remarks.insert(0, Remark { message, range: None });
    }
    let choices = if result.is_err() { choices(&file, id) } else { Vec::new() };
    ConvertedBinary { text, result, choices }
}

/// Says how the bytes of a binary spell numbers.
fn spelling(bytes: &[u8]) -> String {
    let endian = match order(bytes) {
        Some(ByteOrder::Big) => "big-endian",
        _ => LITTLE,
    };
    match plain(bytes).is_ok_and(|it| it.is_compressed) {
        true => format!("{endian}, compressed"),
        false => endian.to_owned(),
    }
}

/// Returns the units to choose from, if there are several, else the architectures, if the text does not
/// say which one its unit has.
pub(super) fn choices(file: &File, id: &str) -> Vec<ConversionChoice> {
    let Some(request) = request(id).filter(|_| check::first_error(file).is_none()) else {
        return Vec::new();
    };
    let units = units(file, request);
    if !units.is_empty() {
        let (name, answer) =
            id.find('?').and_then(|at| id.split_at_checked(at)).unwrap_or((id, ""));
        let choice = |(unit, about): (String, String)| ConversionChoice {
            id: format!("{name}:{unit}{answer}"),
            title: unit,
            about,
        };
        return units.into_iter().map(choice).collect();
    }
    let with_unit = id.split('?').next().unwrap_or_default();
    let choices = architectures(file, request).into_iter().map(|(name, about)| {
        let id = format!("{with_unit}?{ARCHITECTURE}={name}");
        ConversionChoice { id, title: name.to_owned(), about }
    });
    choices.collect()
}
