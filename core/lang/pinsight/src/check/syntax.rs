//! Lines that the grammar could not use.

use bobbin_core::diagnostics::Diagnostic;
use crate::File;
use crate::diagnostics as say;
use crate::token::TokenKind;
use bobbin_core::text::slice;

impl File {
    pub(super) fn check_syntax(&self, res: &mut Vec<Diagnostic>) {
        for it in &self.recovered {
            if self.tokens.kind(it.span.start) == Some(TokenKind::Open) {
                continue;
            }
        }
        for &range in &self.layout.junk {
            res.push(say::missing_equals(range, slice(&self.input.text, range)));
        }
        for section in &self.layout.sections {
            let header = &section.header;
            if header.close.is_none() {
                res.push(say::missing_bracket(header.range, header.stops));
            }
            if let Some(range) = header.ignored {
                res.push(say::header_tail(range, slice(&self.input.text, range)));
            }
        }
    }
}
