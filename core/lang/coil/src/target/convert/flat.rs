//! One file without includes.

use std::fmt::Write as _;

use crate::target::config::Config;

/// Writes the merged sections in their order, values as they are written. Vendor sections too
/// (coil.md#vendor-sections).
#[must_use]
pub(super) fn flat(config: &Config) -> String {
    let mut res = String::new();
    let paths: Vec<&str> = config.files.iter().map(|it| it.path.as_str()).collect();
    if let [main, others @ ..] = paths.as_slice()
        && !others.is_empty()
    {
        _ = writeln!(res, "# {main} with all that it includes: {}.", others.join(", "));
    }
    for section in &config.sections {
        let blank = if res.is_empty() { "" } else { "\n" };
        _ = writeln!(res, "{blank}[{}]", config.section_name(section));
        for setting in section.settings.iter().filter_map(|&it| config.at(it)) {
            let value = setting.raw();
            let space = if value.is_empty() { "" } else { " " };
            _ = writeln!(res, "{} ={space}{value}", setting.key());
        }
    }
    res
}
