//! The binary that a text stands for.

use std::borrow::Cow;

use super::binary::format::FLAG_COMPRESSED;
use super::binary::{byte_map, encode};
use super::check;
use super::file::File;
use bobbin_core::edit::Refusal;
use bobbin_core::view::{Binary, Compiled};

/// Compiles a text, compressed if the text has the flag.
pub(super) fn compile(file: &File) -> Result<Compiled, Refusal> {
    compile_as(file, Packing::AsWritten)
}

/// Compiles a text, always compressed.
pub(super) fn compile_compressed(file: &File) -> Result<Compiled, Refusal> {
    compile_as(file, Packing::Compressed)
}

/// Chooses the form of a binary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// Compressed if the text has the flag.
    AsWritten,
    /// Compressed in any case.
    Compressed,
}

fn compile_as(file: &File, packing: Packing) -> Result<Compiled, Refusal> {
    if let Some(error) = check::first_error(file) {
        return Err(Refusal { reason: error.message, at: Some(error.range) });
    }
    let lowered = file.lowered();
    let mut model = Cow::Borrowed(&lowered.model);
    if packing == Packing::Compressed {
        model.to_mut().flags |= FLAG_COMPRESSED;
    }
    let encoded = encode::encode(&model)
        .map_err(|_| Refusal::bad_value("the binary would be larger than 4 GiB"))?;
    let (fields, bit_names) = byte_map::fields(&model, &lowered.sources, &encoded);
    let file_name = file_name(&file.input().path);
    let is_compressed = model.flags & FLAG_COMPRESSED != 0;
    let bytes = Binary { data: encoded.data, fields, bit_names, is_compressed };
    Ok(Compiled { file_name, bytes })
}

/// Returns `box.coilcfg` for `some/box.coilcfg.txt`.
pub(super) fn file_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.strip_suffix(".txt").unwrap_or(name);
    let stem = stem.strip_suffix(".coilcfg").unwrap_or(stem);
    let stem = if stem.is_empty() { "configuration" } else { stem };
    format!("{stem}.coilcfg")
}
