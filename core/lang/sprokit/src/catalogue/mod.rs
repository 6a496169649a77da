//! Process types with their ports and keys: those of KWIVER
//! (sprokit.md#catalogue-of-process-types), and those that a user brings as JSON.
//!
//! `table.txt` is written from `testdata/sprokit/kwiver_catalog.json` by a test, which also keeps the
//! two in step.

mod json;
mod table;
mod types;
mod user;

pub use table::{built_in, data_types};
pub use types::*;
pub use user::read;

use bobbin_core::diagnostics::nearest;

/// Returns the built-in type that a name is most likely meant for: what replaced it, or what is
/// spelled alike.
pub fn nearest_type(name: &str) -> Option<&'static str> {
    let stale = table::stale_types().iter().find(|it| it.0 == name).map(|it| it.1);
    stale.or_else(|| nearest(name, built_in().iter().map(|it| it.name.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::types::matches;
    use super::*;
    use bobbin_core::view::PortSide;

    #[test]
    fn types_are_found() {
        let types = built_in().iter().all(|it| find(built_in(), &it.name).is_some());
        assert!(types && find(built_in(), "nope").is_none());
        let sink = find(built_in(), "sink").unwrap();
        assert_eq!(sink.port(PortSide::Input, "sink").unwrap().data_type, "_any");
        assert_eq!(sink.port(PortSide::Output, "_heartbeat").unwrap().data_type, "_none");
        assert!(sink.port(PortSide::Input, "_heartbeat").is_none());
        assert_eq!(nearest_type("frame_list_process"), Some("frame_list_input"));
        assert_eq!(nearest_type("image_viewr"), Some("image_viewer"));
    }

    #[test]
    fn every_pattern_is_known() {
        for it in built_in().iter().flat_map(|it| &it.dynamic) {
            assert!(matches(&it.pattern, "x").is_some(), "{}", it.pattern);
        }
        let collate = find(built_in(), "collate").unwrap();
        assert!(collate.dynamic_port(PortSide::Input, "coll/a/b").is_some());
        assert!(collate.dynamic_port(PortSide::Input, "coll/a").is_none());
        assert!(collate.dynamic_port(PortSide::Output, "res/").is_none());
    }

    #[test]
    fn keys_of_an_algorithm_belong_to_it() {
        let filter = find(built_in(), "image_filter").unwrap();
        assert_eq!(filter.key("filter:type").unwrap().name, "filter");
        assert!(filter.key("filters").is_none());
    }
}
