//! The shapes of `bobbin_core` as they cross to a client: with a [`Range`] wherever they hold a place.

pub use bobbin_core::HostFacts;
pub use bobbin_core::diagnostics::{FileMove, Severity};
pub use bobbin_core::edit::{Command, ItemPath, PortRef, UnitRange};
pub use bobbin_core::layout::Room;
pub use bobbin_core::text::{Encoding, Position, Range};
pub use bobbin_core::view::{
    Axis, Badge, BinaryRemark, Cache, Catalogue, CatalogueEntry, CellRows, CellState, Choice,
    Control, ConversionChoice, ConversionEffect, FieldKind, FieldProblem, FurtherPorts, Gpu,
    ItemAction, Machine, OriginKind, OutlineKind, Point, Port, PortSide, QuickKey, Rect, Stretch,
    TableColumn, Total, Verdict, ViewKind, WrittenList,
};
pub use bobbin_core::wire::{pack, unpack};

use bobbin_core::{diagnostics, edit, text, view};

/// [`diagnostics::Diagnostic`] with lines and columns.
pub type Diagnostic = diagnostics::Diagnostic<Range>;
/// [`diagnostics::Related`] with lines and columns.
pub type Related = diagnostics::Related<Range>;
/// [`diagnostics::Fix`] with lines and columns.
pub type Fix = diagnostics::Fix<Range>;
/// [`diagnostics::DiagnosticData`] with lines and columns.
pub type DiagnosticData = diagnostics::DiagnosticData<Range>;
/// [`edit::TextEdit`] with lines and columns.
pub type TextEdit = edit::TextEdit<Range>;
/// [`edit::Replacement`] with lines and columns.
pub type Replacement = edit::Replacement<Range>;
/// [`text::Location`] with lines and columns.
pub type Location = text::Location<Range>;
/// [`view::Outline`] with lines and columns.
pub type Outline = view::Outline<Range>;
/// [`view::OutlineEntry`] with lines and columns.
pub type OutlineEntry = view::OutlineEntry<Range>;
/// [`view::Graph`] with lines and columns.
pub type Graph = view::Graph<Range>;
/// [`view::Vertex`] with lines and columns.
pub type Vertex = view::Vertex<Range>;
/// [`view::Comment`] with lines and columns.
pub type Comment = view::Comment<Range>;
/// [`view::Banner`] with lines and columns.
pub type Banner = view::Banner<Range>;
/// [`view::CopyPart`] with lines and columns.
pub type CopyPart = view::CopyPart<Range>;
/// [`view::Edge`] with lines and columns.
pub type Edge = view::Edge<Range>;
/// [`view::Form`] with lines and columns.
pub type Form = view::Form<Range>;
/// [`view::FormTable`] with lines and columns.
pub type FormTable = view::FormTable<Range>;
/// [`view::TableRow`] with lines and columns.
pub type TableRow = view::TableRow<Range>;
/// [`view::TableCell`] with lines and columns.
pub type TableCell = view::TableCell<Range>;
/// [`view::FieldGroup`] with lines and columns.
pub type FieldGroup = view::FieldGroup<Range>;
/// [`view::Field`] with lines and columns.
pub type Field = view::Field<Range>;
/// [`view::Resolved`] with lines and columns.
pub type Resolved = view::Resolved<Range>;
/// [`view::ResolvedRow`] with lines and columns.
pub type ResolvedRow = view::ResolvedRow<Range>;
/// [`view::ResolvedValue`] with lines and columns.
pub type ResolvedValue = view::ResolvedValue<Range>;
/// [`view::Origin`] with lines and columns.
pub type Origin = view::Origin<Range>;
/// [`view::Reason`] with lines and columns.
pub type Reason = view::Reason<Range>;
/// [`view::Explanation`] with lines and columns.
pub type Explanation = view::Explanation<Range>;
/// [`view::Coverage`] with lines and columns.
pub type Coverage = view::Coverage<Range>;
/// [`view::Decider`] with lines and columns.
pub type Decider = view::Decider<Range>;
/// [`view::Selection`] with lines and columns.
pub type Selection = view::Selection<Range>;
/// [`view::Timeline`] with lines and columns.
pub type Timeline = view::Timeline<Range>;
/// [`view::Handle`] with lines and columns.
pub type Handle = view::Handle<Range>;
/// [`view::ByteField`] with lines and columns.
pub type ByteField = view::ByteField<Range>;
/// [`view::Remark`] with lines and columns.
pub type Remark = view::Remark<Range>;
/// [`view::QueryHit`] with lines and columns.
pub type QueryHit = view::QueryHit<Range>;
/// [`view::Difference`] with lines and columns.
pub type Difference = view::Difference<Range>;
/// [`view::Wizard`] with lines and columns.
pub type Wizard = view::Wizard<Range>;
/// [`view::OwnBytes`] as they cross to a client.
pub type OwnBytes = view::OwnBytes<crate::Bytes>;
/// [`view::ConversionInfo`] for who keeps it.
pub type ConversionInfo = view::ConversionInfo<String>;
/// A [`view::Template`] that owns its texts.
pub type Template = view::Template<String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_added_with_keys_and_values() {
        let values = vec![("k".to_owned(), "v".to_owned())];
        let name = "n".to_owned();
        let command = Command::AddItem { kind: "process".to_owned(), name, values };
        let json = serde_json::to_string(&command).unwrap();
        let expected = r#"{"kind":"addItem","itemKind":"process","name":"n","values":[{"key":"k","value":"v"}]}"#;
        assert_eq!(json, expected);
    }

    #[test]
    fn commands_come_back_as_they_were_sent() {
        #[track_caller]
        fn check(command: Command) {
            let json = serde_json::to_string(&command).unwrap();
            assert_eq!(serde_json::from_str::<Command>(&json).unwrap(), command, "{json}");
        }
        let item = || ItemPath(vec!["process".to_owned(), "a".to_owned()]);
        let port = |port: &str| PortRef { item: item(), port: port.to_owned() };
        let (key, value, name) = (|| "k".to_owned(), || "v".to_owned(), || "n".to_owned());
        check(Command::SetValue { item: item(), key: key(), value: value() });
        check(Command::Unset { item: item(), key: key() });
        check(Command::SetOnly { item: item(), key: key() });
        let values = vec![(key(), value())];
        check(Command::AddItem { kind: "process".to_owned(), name: name(), values });
        check(Command::Remove { item: item() });
        check(Command::Rename { item: item(), name: name() });
        check(Command::Connect { from: port("x"), to: port("y") });
        check(Command::Disconnect { from: port("x"), to: port("y") });
        check(Command::Reconnect { item: item(), from: None, to: Some(port("y")) });
        check(Command::Reconnect { item: item(), from: Some(port("x")), to: None });
        check(Command::Splice { item: item(), input: port("x"), output: port("y") });
        check(Command::Insert { text: value(), copied_from: None });
        check(Command::Insert { text: value(), copied_from: Some(name()) });
        check(Command::Extract { items: vec![item()], name: name() });
        check(Command::Inline { item: item() });
        check(Command::Move { item: item(), before: None });
        check(Command::Move { item: item(), before: Some(item()) });
        check(Command::Duplicate { item: item(), name: name() });
        let units = vec![UnitRange { axis: "OpenMP.thread".to_owned(), low: 0, high: 3 }];
        check(Command::Paint { item: item(), is_on: true, units });
    }

    #[test]
    fn a_command_without_its_fields_is_refused() {
        let error = serde_json::from_str::<Command>(r#"{"kind":"rename","item":["a"]}"#);
        assert_eq!(error.unwrap_err().to_string(), "missing field `name`");
    }

    #[test]
    fn every_wide_number_is_written_like_that() {
        let sources =
            [include_str!("../../src/view/form.rs"), include_str!("../../src/view/timeline.rs")];
        let mut n_found = 0;
        for source in sources {
            let lines: Vec<&str> = source.lines().map(str::trim).collect();
            for (idx, line) in lines.iter().enumerate() {
                let is_wide =
                    ["u64,", "i64,", "u64>,", "i64>,"].iter().any(|it| line.ends_with(it));
                if is_wide && !line.starts_with("///") {
                    let above = &lines[idx.saturating_sub(3)..idx];
                    assert!(above.iter().any(|it| it.contains("wire::exact")), "{line}");
                    n_found += 1;
                }
            }
        }
        assert!(n_found > 10, "{n_found}");
    }

    #[test]
    fn numbers_are_those_that_javascript_reads() {
        let json = |value: u64| {
            let total = Total { label: String::new(), value, help: String::new() };
            serde_json::to_value(total).unwrap()["value"].clone()
        };
        assert_eq!(json(7), 7);
        assert_eq!(json(9_007_199_254_740_991), 9_007_199_254_740_991_u64);
        assert_eq!(json(u64::MAX), 9_007_199_254_740_991_u64);
        let bounds = FieldKind::Integer { min: i64::MIN, max: i64::MAX };
        let bounds = serde_json::to_value(bounds).unwrap();
        assert_eq!(bounds["min"], -9_007_199_254_740_991_i64);
        assert_eq!(bounds["max"], 9_007_199_254_740_991_i64);
    }

    #[test]
    fn numbers_are_written_in_full_where_that_is_asked_for() {
        let bounds = FieldKind::Integer { min: i64::MIN, max: i64::MAX };
        let json = || serde_json::to_value(&bounds).unwrap();
        let bounded = json();
        let expected = serde_json::json!({
            "kind": "integer",
            "min": { "$bigint": "-9223372036854775808" },
            "max": { "$bigint": "9223372036854775807" },
        });
        assert_eq!(bobbin_core::wire::in_full(json), expected);
        assert_eq!(json(), bounded);
    }

    #[test]
    fn packed_pairs_come_back() {
        let pairs = [(0, 31), (32, 1), (1023, 1024), (u32::MAX, 0), (5, 33_554_432)];
        assert_eq!(unpack(&pack(&pairs)).unwrap(), pairs);
        assert_eq!(pack(&[(2, 0), (32, 1)]), "CAgBB");
        assert_eq!(unpack("").unwrap(), []);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["A", "AAA", "A!", "gA", "A,A", "é", "AAg", "//////////", "A//////E"] {
            assert_eq!(unpack(text), None, "{text:?}");
        }
    }
}
