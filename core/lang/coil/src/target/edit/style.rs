//! The layout of what is added: that of its neighbours.

use text_size::{TextRange, TextSize};

use crate::target::lines::line_range;
use crate::target::source_file::{Header, Pair, SourceFile};
use bobbin_core::text::slice;

/// The layout of the pairs of a section.
pub(super) struct Style {
    indent: String,
    before: String,
    after: String,
    /// The column of the `=` in all of them, counted from the key.
    column: Option<usize>,
}

impl Default for Style {
    fn default() -> Style {
        Style { indent: String::new(), before: " ".into(), after: " ".into(), column: None }
    }
}

impl Style {
    /// Reads the layout of the last pair below `header`, or of the header's line if it has none.
    pub(super) fn of(file: &SourceFile, header: &Header) -> Style {
        let pairs = file.pairs.get(header.pairs.clone()).unwrap_or_default();
        let Some(last) = pairs.last() else {
            return Style { indent: indent(&file.text, header.range.start()), ..Style::default() };
        };
        let column = |it: &Pair| usize::from(it.equals.start() - it.key.start());
        let is_aligned = pairs.len() > 1
            && pairs.iter().all(|it| column(it) == column(last))
            && pairs.iter().any(|it| it.key.len() != last.key.len());
        let between = |start: TextSize, end: TextSize| {
            slice(&file.text, TextRange::new(start, end)).to_owned()
        };
        Style {
            indent: indent(&file.text, last.key.start()),
            before: between(last.key.end(), last.equals.start()),
            after: last.value.map_or(" ".to_owned(), |it| between(last.equals.end(), it.start())),
            column: is_aligned.then(|| column(last)),
        }
    }

    /// Writes the line of a pair, without its line end.
    pub(super) fn write(&self, key: &str, value: &str) -> String {
        let Style { indent, before, after, column } = self;
        let before = match column {
            Some(column) => " ".repeat(column.saturating_sub(key.len()).max(1)),
            None => before.clone(),
        };
        if value.is_empty() {
            return format!("{indent}{key}{before}=");
        }
        format!("{indent}{key}{before}={after}{value}")
    }
}

/// Returns the blanks between the start of the line and `at`.
fn indent(text: &str, at: TextSize) -> String {
    let line = line_range(text, TextRange::empty(at));
    slice(text, TextRange::new(line.start(), at)).to_owned()
}
