//! Includes that lead nowhere (facts, sprokit §6).

use super::super::File;
use text_size::TextRange;

use super::super::diagnostics::{Findings, syntax};
use super::super::edit;
use super::super::macros;
use super::super::source::Target;
use crate::text::{offset, slice};

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
                let is_known = file.input.host.has_all_files;
                findings.push(it.name, syntax::include_missing(range, &it.expanded, is_known));
            }
            Target::Cycle { file } => {
                let chain = source.chain(file, it.name);
                // From the start of the line, where the word `include` stands.
                let text = slice(&root.input.text, TextRange::up_to(range.start()));
                let line = text.rsplit('\n').next().unwrap_or_default();
                let start = range.start() - offset(line.trim_start().len());
                let removal = edit::remove_words(root, TextRange::new(start, range.end()));
                findings.push(it.name, syntax::include_cycle(range, &it.expanded, &chain, removal));
            }
            Target::TooMany => findings.push(it.name, syntax::include_too_many(range)),
        }
    }
}
