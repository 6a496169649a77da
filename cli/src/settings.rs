//! The settings of `--setting`: which files take them.

use bobbin_core::HostFacts;
use bobbin_languages::LanguageId;
use bobbin_server::is_of_others;

/// Refuses a setting that no language has, and a value that it cannot have. Those of other languages are left
/// alone, as many files may be read at once, and a pipeline judges its own.
pub(crate) fn refuse_unknown(
    shown: &str,
    language: LanguageId,
    host: &HostFacts,
) -> Result<(), String> {
    let is_unknown =
        |key: &str| language != LanguageId::Sprokit && !key.contains(':') && !is_of_others(key);
    if let Some((key, _)) = host.settings.iter().find(|it| is_unknown(&it.0)) {
        return Err(format!(
            "{shown}: no setting is called `{key}`; there are dialect, lenient and strict-spec, and \
             `process:key` of a pipeline"
        ));
    }
    refuse_values(host).map_err(|it| format!("{shown}: {it}"))
}

/// Refuses a value that a setting cannot have, whatever is read.
pub(crate) fn refuse_values(host: &HostFacts) -> Result<(), String> {
    for (key, value) in host.settings.iter().filter(|it| is_of_others(&it.0)) {
        let (is_fine, values) = match key.as_str() {
            "dialect" => (matches!(value.as_str(), "seed" | "current"), "seed or current"),
            _ => (value.is_empty() || is_truth(value), "true or false"),
        };
        if !is_fine {
            return Err(format!("`{key}` cannot be `{value}`; it is {values}"));
        }
    }
    Ok(())
}

/// Returns true for the words that COIL has for true and false.
fn is_truth(value: &str) -> bool {
    let words = ["true", "yes", "1", "false", "no", "0"];
    words.iter().any(|it| it.eq_ignore_ascii_case(value))
}
