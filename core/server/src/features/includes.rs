//! `bobbin/includes` and `bobbin/include`: which document includes which file.

use bobbin_core::text::Files;
use bobbin_protocol::{self as protocol, Inclusion};

use crate::Analysis;
use crate::documents::Documents;

/// Returns the includes of all open documents.
pub(crate) fn includes(documents: &Documents) -> protocol::Includes {
    let own = documents.analyses().flat_map(|(uri, it)| own_includes(documents, uri, it));
    let mut includes: Vec<Inclusion> = own.collect();
    find_for_includers(documents, &mut includes);
    protocol::Includes { includes }
}

/// Returns the first include of a document that begins on a line.
pub(crate) fn include(
    documents: &Documents,
    uri: &str,
    analysis: &Analysis,
    line: u32,
) -> Option<Inclusion> {
    let mut found = own_includes(documents, uri, analysis)
        .into_iter()
        .find(|it| it.range.start.line == line)?;
    if found.target.is_none() {
        find_for_includers(documents, std::slice::from_mut(&mut found));
    }
    Some(found)
}

/// Returns the includes that stand in a document, with the files that it finds by itself.
fn own_includes(documents: &Documents, uri: &str, analysis: &Analysis) -> Vec<Inclusion> {
    let own = &analysis.snapshot().input().path;
    let mut includes = analysis.snapshot().document().includes();
    includes.retain(|it| it.location.path.as_ref().is_none_or(|it| Files::normalise(it) == *own));
    let includes = includes.into_iter().map(|it| Inclusion {
        uri: uri.to_owned(),
        range: analysis.lines().range(it.location.range),
        name: it.name,
        target: it.path.map(|it| documents.uri_of(&it, uri)),
    });
    includes.collect()
}

/// Finds the files of includes that their own documents do not find, though others that include those do.
fn find_for_includers(documents: &Documents, includes: &mut [Inclusion]) {
    for (uri, analysis) in documents.analyses() {
        let own = &analysis.snapshot().input().path;
        for it in analysis.snapshot().document().includes() {
            let path = it.location.path.map(|it| Files::normalise(&it)).filter(|it| it != own);
            let Some((path, target)) = path.zip(it.path) else { continue };
            let Some(text) = analysis.other_text(&path) else { continue };
            let includer = documents.uri_of(&path, uri);
            let mut same = includes.iter_mut().filter(|known| {
                known.target.is_none() && known.uri == includer && known.name == it.name
            });
            let range = analysis.lines_at(&path, text).range(it.location.range);
            if let Some(known) = same.find(|known| known.range == range) {
                known.target = Some(documents.uri_of(&target, uri));
            }
        }
    }
}
