//! A file of today in the dialect of the document, where that has words for it.

use crate::file::File;
use crate::header::{Action, Dialect, Target};
use crate::lower::Section;
use crate::misreading;
use bobbin_core::edit::{Refusal, Replacement, TextEdit};
use bobbin_core::text::slice;

/// Converts the text so that its header parts stand inside the brackets.
///
/// # Errors
///
/// What the dialect of the document cannot say.
pub(super) fn seed_text(file: &File) -> Result<String, Refusal> {
    if file.is_seed() {
        return Err(Refusal::bad_value("the text is already in that dialect"));
    }
    let text = file.text();
    let mut edits = Vec::new();
    for section in &file.layout().sections {
        let header = &section.header;
        if let Some(what) = beyond_seed(file, section) {
            let reason = format!("the dialect of the document has no {what}");
            return Err(Refusal { reason, at: Some(header.range) });
        }
        for (_, pair) in file.layout().pairs_of(section) {
            let key = slice(text, pair.key);
            let is_new = matches!(key, "trace_mode" | "device_activity")
                || key.starts_with("window_")
                || key.starts_with("Python.")
                || key.starts_with("HIP.");
            if is_new {
                let reason = format!("the dialect of the document has no key `{key}`");
                return Err(Refusal { reason, at: Some(pair.key) });
            }
        }
        if header.inherit.is_none() && header.constraints.is_none() {
            continue;
        }
        let part = |it| slice(text, it);
        let mut new = format!("[{}", part(header.target_range));
        let inherit = header.inherit.map(part).unwrap_or_default();
        let constraints = header.constraints.map(part).unwrap_or_default();
        match (inherit, constraints) {
            ("", "") => (),
            (_, "") => new.push_str(&format!(": {inherit}")),
            ("", _) => new.push_str(&format!(": : {constraints}")),
            _ => new.push_str(&format!(": {inherit}: {constraints}")),
        }
        new.push(']');
        edits.push(Replacement { range: header.range, text: new });
    }
    Ok(TextEdit::from_replacements(edits).apply(text))
}

/// Returns the part of a header that the dialect of the document lacks.
fn beyond_seed(file: &File, section: &Section) -> Option<&'static str> {
    let header = &section.header;
    let text = file.text();
    if header.dialect == Dialect::Seed || misreading::has_seed_mark(file, section) {
        return None;
    }
    if header.action_range.is_some() && header.action != Action::Set {
        return Some("actions");
    }
    if header.close.is_none() || header.ignored.is_some() {
        return Some("header of this form; fix it first");
    }
    match header.target {
        Target::DomainDefault(Some(domain)) if !domain.in_seed() => Some("such domain"),
        Target::DomainDefault(_) if header.inherit.is_some() => Some("parents of a domain default"),
        Target::DomainDefault(_) | Target::RegionDefault => None,
        Target::Punits => {
            let part = slice(text, header.range);
            let is_new = part.contains("Python.") || part.contains("HIP.");
            is_new.then_some("such domain")
        }
        Target::Regions(list) => {
            let list = slice(text, list).trim();
            let is_address = list.starts_with("0x") || list.starts_with("0X");
            (!is_address || list.contains(',')).then_some("regions but by one address")
        }
        Target::DomainRegionDefault(_) => Some("default for the regions of one domain"),
        Target::Knob | Target::Energy | Target::Manifest => Some("section of this kind"),
        Target::Dead => Some("section of this name"),
    }
}
