//! `bobbin explain`: what the code of a diagnostic means, and why the real program does that.

use std::process::ExitCode;

use bobbin_languages::LanguageId;
use bobbin_protocol::{CodeHelp, Help, HelpBlock};

use crate::arguments::Arguments;
use crate::json::json;
use crate::load::write;
use crate::reference::{cited, section};
use crate::say::escaped;

/// Prints what is known about codes; without one, the list of all. The exit code is 1 if one is not
/// known.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let help = help();
    let names: Vec<String> =
        arguments.files.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let wanted = |it: &&CodeHelp| names.is_empty() || names.contains(&it.name);
    let found: Vec<&CodeHelp> = help.codes.iter().filter(wanted).collect();
    let mut text = String::new();
    if arguments.json {
        let codes: Vec<CodeHelp> = found.iter().map(|it| (*it).clone()).collect();
        let mut sections = help.sections.clone();
        sections.retain(|key, _| codes.iter().any(|it| it.sections.contains(key)));
        text = json(&Help { codes, sections })?;
    } else if names.is_empty() {
        for it in &found {
            text.push_str(&format!("{} ({}, {})\n", it.name, it.language, it.severity.word()));
        }
    } else {
        for it in &found {
            text.push_str(&page(&help, it));
        }
    }
    write(None, text.as_bytes())?;
    let unknown: Vec<&String> =
        names.iter().filter(|name| !found.iter().any(|it| it.name == **name)).collect();
    for name in &unknown {
        complain!("bobbin: there is no code `{}`; `bobbin explain` lists them", escaped(name));
    }
    Ok(if unknown.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Collects what is known about all codes.
pub(crate) fn help() -> Help {
    let mut help = Help::default();
    for language in LanguageId::ALL {
        let info = language.info();
        for code in info.codes {
            let (summary, sections) = cited(code.summary);
            for key in &sections {
                if let Some(section) = section(key) {
                    help.sections.insert(key.clone(), section);
                }
            }
            help.codes.push(CodeHelp {
                name: code.name.to_owned(),
                language: info.name.to_owned(),
                severity: code.severity,
                summary,
                reference: code.reference.map(str::to_owned),
                sections,
            });
        }
    }
    help.codes.sort_by(|a, b| (&a.name, &a.language).cmp(&(&b.name, &b.language)));
    help
}

fn page(help: &Help, code: &CodeHelp) -> String {
    let CodeHelp { name, language, severity, summary, reference, sections } = code;
    let also =
        reference.as_ref().map(|it| format!(", in the documents `{it}`")).unwrap_or_default();
    let mut text = format!(
        "{name} ({language}{also})\n\n{}: {}.\n{summary}.\n",
        severity.word(),
        severity.meaning()
    );
    for section in sections.iter().filter_map(|it| help.sections.get(it)) {
        text.push_str(&format!("\n{}\n\n", section.title));
        for block in &section.blocks {
            text.push_str(&match block {
                HelpBlock::Text(it) => format!("{it}\n\n"),
                HelpBlock::Item(it) => format!("- {it}\n"),
                HelpBlock::Verbatim(it) => format!("{it}\n"),
                HelpBlock::Row(cells) => format!("  {}\n", cells.join("  |  ")),
            });
        }
    }
    text.push('\n');
    text
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
                assert!(help.sections.contains_key(key), "{}: no section {key}", code.name);
            }
        }
        // The target configurations' own document is cited in the messages.
        let without = help.codes.iter().filter(|it| it.sections.is_empty());
        let others: Vec<&str> =
            without.filter(|it| it.language != "coil-target").map(|it| it.name.as_str()).collect();
        let of_bobbin = ["beyond-budget", "beyond-budget", "opposite-flags", "unread-catalogue"];
        assert_eq!(others, of_bobbin);
    }

    #[test]
    fn the_page_has_the_same_help() {
        let file = expect_test::expect_file!["../../public/help/codes.json"];
        file.assert_eq(&format!("{}\n", serde_json::to_string(&help()).unwrap()));
    }
}
