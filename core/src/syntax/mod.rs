//! The parts all grammars share: tokens with trivia, spans, recovered errors, highlighting.

mod expected;
mod highlight;
mod layout;
mod recovered;
mod token_table;
mod trivia;

pub use expected::expected_phrase;
pub use highlight::{Highlight, TokenClass};
pub use layout::{LaidLine, LineKind, lay_out};
pub use recovered::{Recovered, Recovery};
pub use token_table::{TokenIdx, TokenSpan, TokenTable};
pub use trivia::{CommentStyle, STROKES, line_end_after, line_indent};
