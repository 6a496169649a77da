//! The codes, and the functions that word the messages: about lines and includes in [`lines`],
//! about single values in [`values`], about what fits the target in [`target`].

mod codes;

pub mod lines;

pub mod target;

pub mod values;

pub use codes::*;

use text_size::TextRange;

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;

/// Offers to write `word` at `range`, if that is known.
fn change_to(diagnostic: Diagnostic, range: TextRange, word: Option<&str>) -> Diagnostic {
    match word {
        Some(word) => {
            diagnostic.with_fix(format!("Change to `{word}`"), TextEdit::replace(range, word))
        }
        None => diagnostic,
    }
}

/// Names in backticks: "`a`, `b` and `c`".
fn names<N: AsRef<str>>(names: &[N], conjunction: &str) -> String {
    let mut res = String::new();
    for (idx, name) in names.iter().enumerate() {
        if idx > 0 {
            let is_last = idx + 1 == names.len();
            res.push_str(if is_last { conjunction } else { ", " });
        }
        res.push('`');
        res.push_str(name.as_ref());
        res.push('`');
    }
    res
}
