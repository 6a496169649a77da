//! Stretches that can be hidden but for their first line.

use text_size::TextRange;

use crate::file::File;
use crate::token::Kind;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::slice;

/// Returns the folds of processes, sections, clusters, blocks, and runs of comment lines.
pub fn folds(file: &File) -> Vec<TextRange> {
    let source = file.source();
    let text: &str = &file.input().text;
    let mut res: Vec<TextRange> = Vec::new();
    let own = |at: TokenIdx| source.is_own(at);
    res.extend(
        file.model()
            .holders
            .iter()
            .filter(|it| own(it.head.start))
            .map(|it| source.span_range(it.span)),
    );
    for block in file.model().blocks.iter().filter(|it| own(it.open)) {
        if let Some(close) = block.close.filter(|&it| own(it)) {
            res.push(source.span_range(TokenSpan::new(block.open, close.next())));
        }
    }
    comments(file, &mut res);
    res.retain(|&it| slice(text, it).contains('\n'));
    res.order_by_key(|it| (it.start(), std::cmp::Reverse(it.end())));
    res
}

/// Folds three comment lines or more with nothing between them.
fn comments(file: &File, res: &mut Vec<TextRange>) {
    const LEAST: usize = 3;
    let text: &str = &file.input().text;
    let mut run: Option<(TextRange, usize)> = None;
    let mut flush = |run: Option<(TextRange, usize)>| {
        if let Some((range, n)) = run
            && n >= LEAST
        {
            res.push(range);
        }
    };
    for (_, token) in file.source().own_tokens() {
        let range = TextRange::new(token.start.into(), token.end.into());
        match (token.kind, run) {
            (Kind::Blank, _) if slice(text, range).matches('\n').count() <= 1 => (),
            (Kind::Comment, None) => run = Some((range, 1)),
            (Kind::Comment, Some((whole, n))) => run = Some((whole.cover(range), n + 1)),
            _ => flush(run.take()),
        }
    }
    flush(run);
}
