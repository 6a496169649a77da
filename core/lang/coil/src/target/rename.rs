//! New names for sections and keys that the document does not define, in all files.

use std::collections::BTreeMap;

use text_size::{TextRange, TextSize};

use super::config::Config;
use super::file::File;
use super::includers::{everywhere, includers};
use super::occurrences::{Spot, headers, same, settings, spot};
use super::source_file::Header;
use super::{schema, value};
use bobbin_core::edit::{Refusal, Replacement, SourceChange, TextEdit};

/// Returns the name that [`rename`] can change: what the document does not define.
pub(super) fn renamable(file: &File, at: TextSize) -> Option<TextRange> {
    let main = file.config().main()?;
    match spot(main, at)? {
        Spot::Section(name, range) if schema::section(name).is_none() => Some(range),
        Spot::Key(section, pair) => {
            let is_fixed = is_fixed_key(section, main.slice(pair.key));
            (!is_fixed).then_some(pair.key)
        }
        _ => None,
    }
}

/// Renames a section or key that the document does not define, in all open files that mean it.
pub(super) fn rename(file: &File, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let config = file.config();
    let name = value::trim(name);
    let main = config.main().ok_or_else(|| Refusal::unsupported("this change"))?;
    let includers = includers(config);
    let found = match spot(main, at) {
        Some(Spot::Section(old, range)) => {
            check_free_name(schema::section(old).is_some(), old, range)?;
            if !value::is_section_name(name) {
                let reason = format!("`{name}` cannot be the name of a section");
                return Err(Refusal::bad_value(reason));
            }
            if value::is_vendor_section(old) && !value::is_vendor_section(name) {
                return Err(Refusal::bad_value(no_vendor_name(name)));
            }
            let found = everywhere(config, &includers, |it| same(it, old, None));
            if name != old && found.configs.iter().any(|it| headers(it, name).next().is_some()) {
                let reason = format!("there is a `[{name}]` already");
                return Err(Refusal { reason, at: Some(range) });
            }
            found
        }
        Some(Spot::Key(section, pair)) => {
            let old = main.slice(pair.key);
            check_free_name(is_fixed_key(section, old), old, pair.key)?;
            if !value::is_key(name) {
                return Err(Refusal::bad_value(format!("`{name}` is not a valid key")));
            }
            let found = everywhere(config, &includers, |it| same(it, section, Some(old)));
            let has_it = |it: &&Config| settings(it, section, name).next().is_some();
            if name != old && found.configs.iter().any(has_it) {
                let reason = format!("`[{section}]` has a key `{name}` already");
                return Err(Refusal { reason, at: Some(pair.key) });
            }
            found
        }
        Some(Spot::Include(_)) | None => {
            return Err(Refusal::bad_value("no section and no key is named here"));
        }
    };
    let mut by_path: BTreeMap<String, Vec<Replacement>> = BTreeMap::new();
    for (path, range) in found.places {
        let edits = by_path.entry(path).or_default();
        edits.push(Replacement { range, text: name.to_owned() });
    }
    let mut res = SourceChange::default();
    for (path, edits) in by_path {
        res.edits.insert(path, TextEdit::from_replacements(edits));
    }
    Ok(res)
}

/// True if the document defines the key.
fn is_fixed_key(section: &str, key: &str) -> bool {
    schema::section(section).is_some_and(|it| it.key(key).is_some())
}

/// Says why a vendor's section cannot have a name: its keys would get another meaning, or a warning.
fn no_vendor_name(name: &str) -> String {
    let why = match schema::section(name) {
        Some(_) => format!("`[{name}]` is the document's own section"),
        None => format!("`{name}` is not the name of a vendor's section"),
    };
    format!("{why}; a vendor's is named like `VENDOR_Name`")
}

fn check_free_name(is_fixed: bool, name: &str, at: TextRange) -> Result<(), Refusal> {
    if is_fixed {
        return Err(Refusal {
            reason: format!("`{name}` is the document's own name"),
            at: Some(at),
        });
    }
    Ok(())
}

/// Renames the section below `header`, which the document must not define.
pub(super) fn rename_section(
    file: &File,
    header: &Header,
    name: &str,
) -> Result<SourceChange, Refusal> {
    let old = file.config().main().map(|it| it.name(header)).unwrap_or_default();
    check_free_name(schema::section(old).is_some(), &format!("[{old}]"), header.name)?;
    rename(file, header.name.start(), name)
}
