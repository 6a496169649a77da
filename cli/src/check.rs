//! `bobbin check`: prints diagnostics the way other command line tools do, and applies their fixes.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::{HostFacts, Snapshot};
use bobbin_languages::LanguageId;
use bobbin_server::Context;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::arguments::Reading;
use crate::files::{Expanded, Given, expand, say_links};
use crate::fix::{Scope, all_fixed};
use crate::host;
use crate::json::json;
use crate::load::{is_ours, load_to_check, write};
use crate::parts::{context_of, includes_of, wholes};
use crate::paths::text_of;
use crate::report;

/// The words of `bobbin check`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files, folders, and patterns such as `**/*.pipe`; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The form of the output; by default full on a terminal and short elsewhere
    #[arg(long, value_name = "FORM", overrides_with = "json")]
    format: Option<Format>,
    /// The same as `--format json`
    #[arg(long, overrides_with = "format")]
    json: bool,
    /// Apply the fix of each error and warning that has exactly one, if it keeps every name and number
    /// that is written and sets nothing else, and write the files
    #[arg(long)]
    fix: bool,
    /// With --fix: apply also those of hints, and those that replace or remove what is written, such
    /// as a name that is taken for a misspelt one, or set what is not; the comments of what is removed
    /// go with it, above and indented below
    #[arg(long, requires = "fix")]
    unsafe_fixes: bool,
    /// End with 1 for a warning, too, as for an error: what the program ignores or misreads
    #[arg(long)]
    deny_warnings: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the lines that a diagnostic is about, to standard error
    Full,
    /// `FILE:LINE:COLUMN: SEVERITY: MESSAGE (CODE)`, with what helps and other places indented below it, to standard
    /// error
    Short,
    /// A list with the diagnostics of each file, with their helps and fixes; `check` in
    /// docs/command.schema.json describes it
    Json,
    /// A log of SARIF 2.1.0
    Sarif,
    /// Commands of GitHub's workflows
    Github,
}

/// The result for one file, as `--json` prints it.
#[derive(Debug, Serialize)]
struct Checked {
    path: String,
    diagnostics: Vec<bobbin_protocol::Diagnostic>,
}

/// What is to be said about a file.
#[derive(Debug, Default)]
struct Outcome {
    /// The report of its fixes, in lines for people.
    noted: String,
    /// The complaints that it could not be read or, where it was to be mended, written.
    failures: Vec<String>,
    /// Its diagnostics in lines, ready for a terminal or for GitHub.
    said: String,
    /// Its diagnostics as values for programs.
    data: Vec<Value>,
    has_error: bool,
    has_warning: bool,
    /// The files that it includes.
    includes: Vec<PathBuf>,
}

/// Prints the diagnostics of all files; fails if one of them is an error, or a warning where those count.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let Expanded { files, complaints } = expand(&arguments.files);
    let mut host = host::facts(&arguments.reading.host)?;
    host.beside = files.iter().map(|it| text_of(&it.path)).collect();
    let host = host.into();
    for it in &complaints {
        complain!("bobbin: {it}");
    }
    let by_itself = if io::stderr().is_terminal() { Format::Full } else { Format::Short };
    let json_wish = arguments.json.then_some(Format::Json);
    let format = arguments.format.or(json_wish).unwrap_or(by_itself);
    let language = arguments.reading.language;
    let is_ours = |it: &Given| !it.is_found || language.is_some() || is_ours(&it.path);
    let files: Vec<Given> = files.into_par_iter().filter(is_ours).collect();
    let scope = if arguments.unsafe_fixes { Scope::All } else { Scope::Keeping };
    if arguments.fix {
        say_links(&files);
    }
    let said = match arguments.fix {
        true => all_fixed(&files, language, &host, scope),
        false => files.iter().map(|_| Ok(String::new())).collect(),
    };
    let judged = |given: &Given, said: &Result<String, String>, context: Option<&Context>| {
        outcome(&given.path, said.clone(), language, format, &host, context)
    };
    let mut outcomes: Vec<Outcome> =
        files.par_iter().zip(&said).map(|(it, said)| judged(it, said, None)).collect();
    let includes: Vec<&[PathBuf]> = outcomes.iter().map(|it| it.includes.as_slice()).collect();
    let wholes = wholes(&files, &includes);
    let given = files.par_iter().zip(&said).zip(&wholes);
    outcomes.par_iter_mut().zip(given).for_each(|(outcome, ((given, said), wholes))| {
        // What is wrong with a part only because it stands alone is wrong with nothing that there is.
        if outcome.has_error
            && let Some(context) = context_of(&given.path, wholes, language, &host)
        {
            *outcome = judged(given, said, Some(&context));
        }
    });
    let is_denied = |it: &Outcome| it.has_error || arguments.deny_warnings && it.has_warning;
    let is_any_denied = outcomes.iter().any(is_denied);
    let (mut data, mut failures) = (Vec::new(), complaints);
    for it in outcomes {
        data.extend(it.data);
        // The reader may be gone; what does not go to a terminal loses its colours.
        drop(anstream::stderr().write_all(it.noted.as_bytes()));
        it.failures.iter().for_each(|it| complain!("bobbin: {it}"));
        failures.extend(it.failures);
        match format {
            Format::Github => write(None, it.said.as_bytes())?,
            _ => drop(anstream::stderr().write_all(it.said.as_bytes())),
        }
    }
    match format {
        Format::Json => write(None, json(&data)?.as_bytes())?,
        Format::Sarif => write(None, json(&report::sarif(data, &failures))?.as_bytes())?,
        Format::Full | Format::Short | Format::Github => (),
    }
    Ok(match (failures.is_empty(), is_any_denied) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    })
}

/// Checks a file, of which its fixes said something, in the context of those that include it, if it is
/// given. One that cannot be read must not hide the diagnostics of the others, and one that cannot be mended
/// has its own.
fn outcome(
    path: &Path,
    said: Result<String, String>,
    language: Option<LanguageId>,
    format: Format,
    host: &Arc<HostFacts>,
    context: Option<&Context>,
) -> Outcome {
    let (noted, mut failures) = match said {
        Ok(noted) => (noted, Vec::new()),
        Err(message) => (String::new(), vec![message]),
    };
    let snapshot = match load_to_check(path, language, host) {
        Ok(snapshot) => snapshot,
        Err(message) => {
            // Whoever was to mend it may have said so already.
            if !failures.contains(&message) {
                failures.push(message);
            }
            return Outcome { noted, failures, ..Outcome::default() };
        }
    };
    let counts = |it: &Diagnostic| context.is_none_or(|context| context.counts(&snapshot, it));
    let listed: Vec<&Diagnostic> = snapshot.diagnostics().iter().filter(|it| counts(it)).collect();
    let has = |severity| listed.iter().any(|it| it.code.severity == severity);
    let (has_error, has_warning) = (has(Severity::Error), has(Severity::Warning));
    let includes = includes_of(&snapshot);
    let (mut said, mut data) = (String::new(), Vec::new());
    match format {
        Format::Full => said = report::full(&snapshot, &listed),
        Format::Short => said = report::short(&snapshot, &listed),
        Format::Github => said = report::github(&snapshot, &listed),
        Format::Sarif => data = report::sarif_results(&snapshot, &listed),
        Format::Json => {
            let listed: Vec<bool> = snapshot.diagnostics().iter().map(counts).collect();
            data.extend(checked(snapshot, &listed));
        }
    }
    Outcome { noted, failures, said, data, has_error, has_warning, includes }
}

/// Returns the diagnostics of a text that are `listed`.
fn checked(snapshot: Snapshot, listed: &[bool]) -> Option<Value> {
    let path = snapshot.input().path.clone();
    let all = report::analysis(snapshot).diagnostics().into_iter().zip(listed);
    let diagnostics = all.filter(|it| *it.1).map(|it| it.0).collect();
    serde_json::to_value(Checked { path, diagnostics }).ok()
}

/// Returns true if one of the diagnostics is an error.
pub(crate) fn fails(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|it| it.code.severity == Severity::Error)
}
