//! `textDocument/definition`, `textDocument/references` and `textDocument/documentLink`.

use bobbin_core::text::{LineIndex, Location};
use bobbin_protocol as protocol;

use super::edit::Target;
use crate::{Analysis, lsp};

/// Returns the places that declare the name at a place.
pub(crate) fn definition(
    analysis: &Analysis,
    target: &Target<'_>,
    at: protocol::Position,
) -> Vec<lsp::Location> {
    let at = analysis.lines().offset(at);
    locations(analysis, target, &analysis.snapshot().document().definition(at))
}

/// Returns all places that name the thing at a place.
pub(crate) fn references(
    analysis: &Analysis,
    target: &Target<'_>,
    at: protocol::Position,
    with_declaration: bool,
) -> Vec<lsp::Location> {
    let document = analysis.snapshot().document();
    let at = analysis.lines().offset(at);
    let mut references = document.references(at);
    if !with_declaration {
        let declarations = document.definition(at);
        references.retain(|it| !declarations.contains(it));
    }
    locations(analysis, target, &references)
}

/// Returns the words that name files.
pub(crate) fn document_links(analysis: &Analysis, target: &Target<'_>) -> Vec<lsp::DocumentLink> {
    let links = analysis.snapshot().document().links().into_iter();
    let links = links.map(|it| lsp::DocumentLink {
        range: analysis.lines().range(it.range),
        target: target.uri_of(&it.path),
    });
    links.collect()
}

fn locations(
    analysis: &Analysis,
    target: &Target<'_>,
    locations: &[Location],
) -> Vec<lsp::Location> {
    let mut res = Vec::with_capacity(locations.len());
    // Those of one text stand together, so its lines are counted once.
    let mut last: Option<(&str, LineIndex)> = None;
    for it in locations {
        let other = it.path.as_deref().and_then(|path| Some((path, analysis.other_text(path)?)));
        let Some((path, text)) = other else {
            let range = analysis.lines().range(it.range);
            res.push(lsp::Location { uri: target.uri.to_owned(), range });
            continue;
        };
        let lines = match last.take() {
            Some((of, lines)) if of == path => lines,
            _ => analysis.lines_at(path, text),
        };
        let range = lines.range(it.range);
        res.push(lsp::Location { uri: target.uri_of(path), range });
        last = Some((path, lines));
    }
    // A file that has several names has one URI.
    #[cfg(feature = "native")]
    let mut seen = std::collections::BTreeSet::new();
    #[cfg(feature = "native")]
    res.retain(|it| seen.insert((it.uri.clone(), it.range.start)));
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::fake;

    /// Checks places, written as `file:line:character`.
    #[track_caller]
    fn check(
        places: impl Fn(&Analysis, &Target<'_>, protocol::Position) -> Vec<lsp::Location>,
        expected: &[&str],
    ) {
        let (analysis, documents) = fake::analysis();
        let target =
            Target { uri: fake::URI, documents: &documents, takes_document_changes: false };
        let places = places(&analysis, &target, protocol::Position { line: 0, character: 0 });
        let found: Vec<String> = places
            .iter()
            .map(|it| format!("{} {}:{}", it.uri, it.range.start.line, it.range.start.character))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn places_in_other_texts_count_their_own_lines() {
        check(definition, &["bobbin:///part%20%C3%A9.pipe 1:0"]);
        check(
            |analysis, target, at| references(analysis, target, at, true),
            &["bobbin:///main.pipe 0:3", "bobbin:///part%20%C3%A9.pipe 1:0"],
        );
        check(
            |analysis, target, at| references(analysis, target, at, false),
            &["bobbin:///main.pipe 0:3"],
        );
    }

    #[test]
    fn links_lead_to_documents() {
        let (analysis, documents) = fake::analysis();
        let target =
            Target { uri: fake::URI, documents: &documents, takes_document_changes: false };
        let links = document_links(&analysis, &target);
        let targets: Vec<&str> = links.iter().map(|it| it.target.as_str()).collect();
        assert_eq!(targets, ["bobbin:///part%20%C3%A9.pipe", "bobbin:///closed.pipe"]);
    }
}
