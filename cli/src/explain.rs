//! `bobbin explain`: what the code of a diagnostic means, and why the real program does that.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::ExitCode;

use bobbin_core::diagnostics::nearest;
use bobbin_languages::LanguageId;
use bobbin_protocol::{
    CodeExample, CodeHelp, Help, HelpBlock, HelpSpan, HelpText, ReferenceSection,
};
use clap::Args;
use serde::Serialize;

use crate::examples::example;
use crate::json::json;
use crate::load::write;
use crate::reference::{cited, section};
use crate::say::escaped;

/// What is printed with `--json`.
#[derive(Serialize)]
struct Explained<'h> {
    codes: Vec<&'h CodeHelp>,
    /// The explanations of the wanted names that are no codes, by these names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    messages: BTreeMap<&'static str, &'static str>,
    /// The sections that the codes cite, by their keys.
    sections: BTreeMap<&'h str, &'static ReferenceSection>,
}

/// The words of `bobbin explain`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Codes of diagnostics, by the names of Bobbin or of its reference; without one, all are listed
    #[arg(value_name = "CODE")]
    codes: Vec<OsString>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints what is known about codes; without one, the list of all. The exit code is 1 if one is not
/// known.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let help = help();
    let names: Vec<String> =
        arguments.codes.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let wanted = |it: &&CodeHelp| names.is_empty() || names.iter().any(|name| is_called(it, name));
    let found: Vec<&CodeHelp> = help.codes.iter().filter(wanted).collect();
    let mut text = String::new();
    if arguments.json {
        let keys = found.iter().flat_map(|it| &it.sections);
        let sections = keys.filter_map(|it| Some((it.as_str(), section(it)?))).collect();
        let is_named = names.iter().any(|it| is_of_run_time(it));
        let messages = is_named.then_some((OF_RUN_TIME_NAME, OF_RUN_TIME)).into_iter().collect();
        text = json(&Explained { codes: found.clone(), messages, sections })?;
    } else if names.is_empty() {
        for it in &found {
            text.push_str(&format!("{} ({}, {})\n", it.name, it.language, it.severity.word()));
        }
    } else {
        for it in &found {
            text.push_str(&page(it));
        }
        if names.iter().any(|it| is_of_run_time(it)) {
            text.push_str(&format!("{OF_RUN_TIME_NAME}\n\n{OF_RUN_TIME}\n\n"));
        }
    }
    write(None, text.as_bytes())?;
    let is_found = |name: &str| found.iter().any(|it| is_called(it, name));
    let unknown: Vec<&String> =
        names.iter().filter(|name| !is_found(name) && !is_of_run_time(name)).collect();
    for name in &unknown {
        let known = help.codes.iter().map(|it| it.name.as_str());
        let known = known.chain(help.codes.iter().filter_map(|it| it.reference.as_deref()));
        let similar = nearest(name, known).map(|it| format!("; did you mean `{it}`?"));
        let similar = similar.unwrap_or_default();
        complain!("bobbin: there is no code `{}`{similar}", escaped(name));
    }
    if !unknown.is_empty() {
        complain!("    help: `bobbin explain` lists all codes");
    }
    Ok(if unknown.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Complaints of the real programs that a code stands for under a name of its own: why the reading of a file
/// stops is in its message.
const CAUSES: [(&str, &str); 1] = [("default_header_has_extra_parts", "reading-stopped")];

/// A message of PInsight that only a running program gives.
const OF_RUN_TIME_NAME: &str = "mode_switched";

/// The explanation of that message.
const OF_RUN_TIME: &str = "PInsight says it while a program runs, when the end of a window switches the \
    mode of a domain (window_end_action). No text has it, so there is no diagnostic.";

fn is_of_run_time(name: &str) -> bool {
    name.eq_ignore_ascii_case(OF_RUN_TIME_NAME)
}

/// Returns true if a code has this name, here or in the reference, in any case. As in logs of SARIF, a
/// language may stand in front: `sprokit/unknown-key`.
fn is_called(code: &CodeHelp, name: &str) -> bool {
    let name = match name.split_once('/') {
        Some((language, name)) if language.eq_ignore_ascii_case(&code.language) => name,
        _ => name,
    };
    let causes = CAUSES.into_iter().filter(|it| it.1 == code.name).map(|it| it.0);
    let names = std::iter::once(code.name.as_str()).chain(code.reference.as_deref()).chain(causes);
    names.into_iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Collects what is known about all codes.
pub(crate) fn help() -> Help {
    let mut help = Help::default();
    for language in LanguageId::ALL {
        let info = language.info();
        for code in info.codes {
            let (summary, sections) = cited(code.summary);
            help.codes.push(CodeHelp {
                name: code.name.to_owned(),
                language: info.name.to_owned(),
                severity: code.severity,
                meaning: code.meaning.map(str::to_owned),
                summary,
                reference: code.reference.map(str::to_owned),
                sections,
                example: example(language, code.name),
            });
        }
    }
    help.codes.sort_by(|a, b| (&a.name, &a.language).cmp(&(&b.name, &b.language)));
    help
}

/// Returns all that is known about a code, as lines for people.
pub(crate) fn page(code: &CodeHelp) -> String {
    let CodeHelp { name, language, severity, summary, reference, sections, example, .. } = code;
    let also =
        reference.as_ref().map(|it| format!(", in the reference `{it}`")).unwrap_or_default();
    let mut text = format!(
        "{name} ({language}{also})\n\n{}: {}.\n{summary}.\n",
        severity.word(),
        code.meaning()
    );
    if let Some(CodeExample { failing, message, mended, fix, .. }) = example {
        let how = match fix {
            Some(label) => format!("Without it (quick fix: {label})"),
            None => "Without it".to_owned(),
        };
        let (failing, mended) = (indented(&failing.text, "    "), indented(&mended.text, "    "));
        text.push_str(&format!("\nWith the problem: {message}\n\n{failing}\n{how}\n\n{mended}"));
    }
    for section in sections.iter().filter_map(|it| section(it)) {
        text.push_str(&format!("\n{}\n\n", section.title));
        for block in &section.blocks {
            let block = block.about(reference.as_deref().unwrap_or(name));
            text.push_str(&printed(&block));
            text.push('\n');
        }
    }
    text.push('\n');
    text
}

/// Returns a block as plain text, with a line end.
fn printed(block: &HelpBlock) -> String {
    match block {
        HelpBlock::Text(text) => format!("{}\n", marked(text)),
        HelpBlock::Verbatim(text) => indented(text, "    "),
        HelpBlock::List { start, items } => {
            let mut res = String::new();
            for (nth, item) in (0..).zip(items) {
                let inner: String = item.iter().map(printed).collect();
                let sign = start.map_or_else(|| "- ".to_owned(), |it| format!("{}. ", it + nth));
                let inner = indented(&inner, &" ".repeat(sign.len()));
                res.push_str(&sign);
                res.push_str(inner.trim_start());
            }
            res
        }
        HelpBlock::Table { head, rows } => {
            let is_named = head.iter().any(|it| !it.is_empty());
            let lines = is_named.then_some(head).into_iter().chain(rows);
            let line = |cells: &Vec<HelpText>| {
                let cells: Vec<String> = cells.iter().map(marked).collect();
                format!("  {}\n", cells.join("  |  "))
            };
            lines.map(line).collect()
        }
    }
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|it| format!("{}\n", format!("{by}{it}").trim_end())).collect()
}

/// Returns text within a line with its code in backticks.
fn marked(text: &HelpText) -> String {
    let span = |it: &HelpSpan| match it {
        HelpSpan::Words(it) => it.clone(),
        HelpSpan::Code(it) => format!("`{it}`"),
        HelpSpan::Strong(text) | HelpSpan::Emphasis(text) | HelpSpan::Link { text, .. } => {
            marked(text)
        }
    };
    text.iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_from_the_reference() {
        let help = help();
        assert!(help.codes.len() > 200, "{}", help.codes.len());
        for code in &help.codes {
            assert!(!code.summary.is_empty() && !code.summary.contains(".md#"), "{code:?}");
            for key in &code.sections {
                assert!(section(key).is_some(), "{}: no section {key}", code.name);
            }
        }
        let without = help.codes.iter().filter(|it| it.sections.is_empty());
        let without: Vec<&str> = without.map(|it| it.name.as_str()).collect();
        let of_bobbin = [
            "beyond-budget",
            "beyond-budget",
            "beyond-budget",
            "opposite-flags",
            "unlisted-problems",
            "unread-catalogue",
        ];
        assert_eq!(without, of_bobbin);
    }

    #[test]
    fn the_page_has_the_same_help() {
        let file = expect_test::expect_file!["../../public/help/codes.json"];
        file.assert_eq(&format!("{}\n", serde_json::to_string(&help()).unwrap()));
    }
}
