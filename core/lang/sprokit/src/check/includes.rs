//! Includes that lead nowhere (sprokit.md#include-search).

use crate::file::File;
use text_size::TextRange;

use crate::diagnostics::{Findings, syntax};
use crate::edit::statements;
use crate::macros;
use crate::source::{Target, folder};
use bobbin_core::text::{Files, offset, slice};

/// The number of open files of one name above which none is offered.
const MOST_ALIKE: usize = 5;

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    let (root, source) = (file, &file.source);
    for it in source.includes() {
        let range = source.range(it.name);
        let written = source.text(it.name);
        if written.starts_with(['"', '\'']) {
            findings.push(it.name, syntax::include_quotes(range, written));
        } else if written.starts_with('=') {
            let message = "this line includes a file whose name begins with `=`";
            findings.push(
                it.name,
                syntax::include_name(range, message)
                    .with_help("a key called `include` needs `=` without a blank before it"),
            );
        }
        if let Some(unknown) =
            macros::find(written).find(|it| !matches!(it.provider, "ENV" | "SYSENV"))
        {
            let message = format!("`${}` is not expanded in an include", unknown.provider);
            findings.push(it.name, syntax::include_name(range, &message));
        }
        match it.target {
            Target::Opened { .. } => (),
            Target::Missing => {
                let finding = match root.input.host.has_all_files {
                    true => syntax::include_not_found(range, &it.expanded),
                    false => {
                        let alike = alike(root, &it.expanded);
                        syntax::include_not_open(range, &it.expanded, &alike)
                    }
                };
                findings.push(it.name, finding);
            }
            Target::Cycle { file } => {
                let chain = source.chain(file, it.name);
                // From the start of the line, where the word `include` stands.
                let text = slice(&root.input.text, TextRange::up_to(range.start()));
                let line = text.rsplit('\n').next().unwrap_or_default();
                let start = range.start() - offset(line.trim_start().len());
                let removal = statements::remove_words(root, TextRange::new(start, range.end()));
                findings.push(it.name, syntax::include_cycle(range, &it.expanded, &chain, removal));
            }
            Target::TooMany => findings.push(it.name, syntax::include_too_many(range)),
        }
    }
}

/// Returns how to include the open files that the name of an include most likely means: those that
/// share the longest tail of folders with it, and at least the name of the file.
fn alike(file: &File, name: &str) -> Vec<String> {
    let own = Files::normalise(&file.input.path);
    let common = |path: &str| {
        let both = name.rsplit('/').zip(path.rsplit('/'));
        both.take_while(|(one, other)| one == other).count()
    };
    let others = || file.input.files.paths().filter(|it| *it != own);
    let most = others().map(common).max().unwrap_or_default();
    if most == 0 {
        return Vec::new();
    }
    let folder = folder(&own);
    let from_here = |path: &str| match folder {
        "" => path.to_owned(),
        _ => {
            let below = path.strip_prefix(folder.trim_end_matches('/'));
            below.and_then(|it| it.strip_prefix('/')).unwrap_or(path).to_owned()
        }
    };
    others().filter(|it| common(it) == most).take(MOST_ALIKE).map(from_here).collect()
}
