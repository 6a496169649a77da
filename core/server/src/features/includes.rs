//! `bobbin/includes`: which document includes which file.

use bobbin_core::text::Files;
use bobbin_protocol as protocol;

use crate::documents::Documents;

/// Returns the includes of all open documents.
pub(crate) fn includes(documents: &Documents) -> protocol::Includes {
    let mut found = protocol::Includes::default();
    for (uri, analysis) in documents.analyses() {
        let own = &analysis.snapshot().input().path;
        for it in analysis.snapshot().document().includes() {
            let path = it.location.path.map(|it| Files::normalise(&it));
            if path.is_none_or(|it| it == *own) {
                found.includes.push(protocol::Inclusion {
                    uri: uri.to_owned(),
                    range: analysis.lines().range(it.location.range),
                    name: it.name,
                    target: it.path.map(|it| documents.uri_of(&it, uri)),
                });
            }
        }
    }
    // What a text finds by itself counts; what it finds where another one includes it, only where it
    // finds nothing alone.
    for (uri, analysis) in documents.analyses() {
        let own = &analysis.snapshot().input().path;
        for it in analysis.snapshot().document().includes() {
            let path = it.location.path.map(|it| Files::normalise(&it)).filter(|it| it != own);
            let Some((path, target)) = path.zip(it.path) else { continue };
            let Some(text) = analysis.other_text(&path) else { continue };
            let includer = documents.uri_of(&path, uri);
            let mut same = found.includes.iter_mut().filter(|known| {
                known.target.is_none() && known.uri == includer && known.name == it.name
            });
            let range = analysis.lines_of(text).range(it.location.range);
            if let Some(known) = same.find(|known| known.range == range) {
                known.target = Some(documents.uri_of(&target, uri));
            }
        }
    }
    found
}
