//! What a hardware description can be turned into.

mod c_header;
mod json;

use super::{File, file_name};
use crate::edit::Refusal;
use crate::lang::coil_bridge::target;
use crate::view::{ConversionEffect, ConversionInfo, Converted};

/// What a hardware description can be turned into.
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
        about: "A target for the unit that bare sections belong to. Resources, all calling conventions but the \
                first, and features without a name there are lost.",
        effect: ConversionEffect::Open,
    },
];

impl File {
    /// Carries out a conversion. `coil-target:gpu:0` asks for another unit than the first.
    pub(super) fn converted(&self, id: &str) -> Result<Converted, Refusal> {
        if let Some(error) = self.first_error() {
            return Err(Refusal { reason: error.message, at: Some(error.range) });
        }
        let binary = file_name(&self.input.path);
        let stem = binary.strip_suffix(".coilcfg").unwrap_or(&binary);
        let mut remarks = Vec::new();
        let (file_name, media_type, text, language) = match id.split_once(':').unwrap_or((id, "")) {
            ("c-header", "") => {
                let data = self.compiled()?.bytes.data;
                (format!("{stem}.h"), "text/x-c", c_header::c_header(stem, &data), None)
            }
            ("json", "") => {
                (format!("{stem}.json"), "application/json", json::json(&self.lowered.model), None)
            }
            ("coil-target", unit) => {
                let (name, text) = target(self, unit, &mut remarks)?;
                (format!("{stem}-{name}.coilcfg"), "text/plain", text, Some("coil-target"))
            }
            _ => return Err(Refusal::unsupported(&format!("the conversion `{id}`"))),
        };
        Ok(Converted { file_name, media_type, data: text.into_bytes(), language, remarks })
    }
}
