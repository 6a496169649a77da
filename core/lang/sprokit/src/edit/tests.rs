//! Tests of what commands do to texts.

mod clipboard;
mod entries;
mod graph;
mod headers;
mod kept;
mod placing;

use bobbin_core::Input;
use bobbin_core::edit::{Command, ItemPath, PortRef};
use bobbin_testing::edits::edited;
use expect_test::Expect;

use crate::parse;

/// Checks the text after the command, or the reason why there is none; the inverse must restore the
/// text.
#[track_caller]
pub(super) fn check(before: &str, command: &Command, expect: Expect) {
    let file = parse(&Input::alone("t.pipe", before));
    let after = edited(&file, ("t.pipe", before), command);
    let after = after.unwrap_or_else(|it| format!("refused: {}\n", it.reason));
    expect.assert_eq(&after.replace('\r', "␍"));
}

pub(super) fn process(name: &str) -> ItemPath {
    ItemPath::new(["process", name])
}

pub(super) fn set(item: ItemPath, key: &str, value: &str) -> Command {
    Command::SetValue { item, key: key.to_owned(), value: value.to_owned() }
}

pub(super) fn port(item: ItemPath, port: &str) -> PortRef {
    PortRef { item, port: port.to_owned() }
}

pub(super) fn connect(from: (&str, &str), to: (&str, &str)) -> Command {
    Command::Connect { from: port(process(from.0), from.1), to: port(process(to.0), to.1) }
}

pub(super) const TWO: &str = "\
# The source.
process in
  :: numbers
  start = 1   # first
  end   = 100

# ================================
process out :: print_number
  :output numbers.txt

connect from in.number
        to   out.number
";

pub(super) fn connection(from: &str, to: &str) -> ItemPath {
    ItemPath::new(["connection", from, to])
}
