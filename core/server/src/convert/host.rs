//! Facts about the machine that texts will run on.

use bobbin_core::HostFacts;
use bobbin_protocol as protocol;

/// Reads facts about the machine from the wire.
#[must_use]
pub fn host(it: protocol::HostParams) -> HostFacts {
    fn pairs(them: Vec<protocol::KeyValue>) -> impl Iterator<Item = (String, String)> {
        them.into_iter().map(|it| (it.key, it.value))
    }
    HostFacts {
        env: pairs(it.env).collect(),
        system: pairs(it.system).collect(),
        settings: pairs(it.settings).collect(),
        include_path: it.include_path,
        catalogues: it.catalogues.into_iter().map(Into::into).collect(),
        strict: it.strict,
        // A client has files that it has not opened.
        has_all_files: false,
    }
}
