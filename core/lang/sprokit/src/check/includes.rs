//! Includes that lead nowhere (sprokit.md#include-search).

use crate::file::File;
use text_size::TextRange;

use crate::diagnostics::{Findings, syntax};
use crate::edit::statements;
use crate::macros::{self, Macro};
use crate::source::{Target, folder, joined_path};
use bobbin_core::HostFacts;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::syntax::TokenIdx;
use bobbin_core::text::{Files, offset, slice};

/// The number of open files of one name above which none is offered.
const MOST_ALIKE: usize = 5;

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    let (root, source) = (file, file.source());
    for it in source.includes() {
        let range = source.range(it.name);
        let written = source.text(it.name);
        if written.starts_with(['"', '\'']) {
            let is_found = matches!(it.target, Target::Opened { .. });
            findings.push(it.name, syntax::include_quotes(range, written, is_found));
        } else if written.starts_with('=') {
            let message = "this line includes a file whose name begins with `=`";
            findings.push(
                it.name,
                syntax::include_name(range, message)
                    .with_help("a key called `include` needs `=` without a space before it"),
            );
        }
        if let Some(unknown) =
            macros::find(written).find(|it| !matches!(it.provider, "ENV" | "SYSENV"))
        {
            let message = format!("`${}` is not expanded in an include", unknown.provider);
            findings.push(it.name, syntax::include_name(range, &message));
        }
        let lacking = macros::find(written).find_map(|it| lacking(&root.input().host, &it));
        let lacking = lacking.as_deref();
        match it.target {
            Target::Opened { .. } => (),
            Target::Directory => {
                findings.push(it.name, syntax::include_directory(range, &it.expanded));
            }
            Target::Missing => {
                let finding = match (root.input().host.has_all_files, &it.unreadable) {
                    (true, Some((path, why))) => {
                        syntax::include_unreadable(range, &it.expanded, path, why)
                    }
                    (true, None) => {
                        let directory = it.directory.as_deref();
                        syntax::include_not_found(range, &it.expanded, directory, lacking)
                    }
                    (false, _) => {
                        let alike = alike(root, &it.expanded);
                        let finding =
                            syntax::include_not_open(range, &it.expanded, &alike, lacking);
                        with_moves(root, it.name, &it.expanded, finding)
                    }
                };
                findings.push(it.name, finding);
            }
            Target::Cycle { file } => {
                let chain = source.chain(file, it.name);
                // From the start of the line, where the word `include` stands.
                let text = slice(&root.input().text, TextRange::up_to(range.start()));
                let line = text.rsplit('\n').next().unwrap_or_default();
                let start = range.start() - offset(line.trim_start().len());
                let removal = statements::remove_words(root, TextRange::new(start, range.end()));
                findings.push(it.name, syntax::include_cycle(range, &it.expanded, &chain, removal));
            }
            Target::TooMany => findings.push(it.name, syntax::include_too_many(range)),
        }
    }
}

/// Returns why a macro in the name of an include stays in it, if it does (sprokit.md#includes).
fn lacking(host: &HostFacts, it: &Macro<'_>) -> Option<String> {
    let name = it.name;
    let is_there = match it.provider {
        "ENV" => host.env.contains_key(name),
        "SYSENV" => macros::system(host, name).is_some(),
        _ => true,
    };
    if is_there {
        return None;
    }
    let is_fact = macros::SYSTEM_NAMES.iter().any(|it| it.0 == name);
    let text = format!("${}{{{name}}}", it.provider);
    Some(match it.provider {
        _ if name.is_empty() => format!("`{text}` names nothing, so it stays in the name"),
        "ENV" => {
            format!("there is no environment variable `{name}`, so `{text}` stays in the name")
        }
        _ if is_fact => format!("what `{text}` stands for is not known here"),
        _ => format!("`SYSENV` has no `{name}`, so `{text}` stays in the name"),
    })
}

/// Returns how to include the open files that the name of an include most likely means.
fn alike(file: &File, name: &str) -> Vec<String> {
    let own = Files::normalise(&file.input().path);
    let folder = folder(&own);
    let from_here = |path: &str| match folder {
        "" => path.to_owned(),
        _ => {
            let below = path.strip_prefix(folder.trim_end_matches('/'));
            below.and_then(|it| it.strip_prefix('/')).unwrap_or(path).to_owned()
        }
    };
    file.input().files.alike(name, &own).into_iter().take(MOST_ALIKE).map(from_here).collect()
}

/// Offers to take one of these open files for the one that is included.
fn with_moves(file: &File, include: TokenIdx, name: &str, finding: Diagnostic) -> Diagnostic {
    let including = file.source().files().get(file.source().file_of(include) as usize);
    let from_home = name.starts_with('~');
    let Some(including) = including.filter(|_| !from_home) else { return finding };
    let wanted = match name.starts_with('/') {
        true => name.to_owned(),
        false => joined_path(folder(&including.path), name),
    };
    let wanted = Files::normalise(&wanted);
    // A file that stands around the include is not the one in it.
    let is_around = |path: &str| path == Files::normalise(&including.path);
    let found = file.input().files.alike(name, &file.input().path).into_iter();
    let found = found.filter(|it| !is_around(it)).take(MOST_ALIKE);
    found.fold(finding, |res, it| res.with_move(it, &wanted))
}
