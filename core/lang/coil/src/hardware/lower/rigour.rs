//! The strictness of reading a text.

use crate::hardware::value;
use bobbin_core::HostFacts;

/// The strictness of reading a text (coil.md#unknown-resource-kinds and coil.md#architecture-tail).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rigour {
    /// Leaves out what the document has no place for: facts about architectures. The reference
    /// converter calls it `--strict-spec`.
    pub strict: bool,
    /// Leaves out resources of unknown kinds instead of refusing the text: `--lenient`.
    pub lenient: bool,
}

impl Rigour {
    /// Returns the rigour that the surroundings ask for.
    #[must_use]
    pub fn of(host: &HostFacts) -> Rigour {
        let is_set = |name: &str| {
            let named = |key: &str| key.trim_start_matches('-') == name;
            let last = host.settings.iter().rfind(|it| named(&it.0));
            last.is_some_and(|it| it.1.is_empty() || value::boolean(&it.1) == Some(true))
        };
        Rigour { strict: host.strict || is_set("strict-spec"), lenient: is_set("lenient") }
    }
}
