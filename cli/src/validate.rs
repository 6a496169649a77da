//! `coil-config-validate`: the validator that the COIL documents describe (coil.md#validation).

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bobbin_coil::target;
use bobbin_coil::target::check::{Finding, Strictness, findings};
use bobbin_core::HostFacts;
use bobbin_core::diagnostics::Severity;
use bobbin_core::text::SourceText;
use bobbin_languages::{Detected, LanguageId, detect};
use clap::Args;

use crate::arguments::HostArguments;
use crate::files::{Expanded, Given, expand};
use crate::host;
use crate::load::{parse, read, shown};
use crate::settings::refuse_unknown;

/// The words of `bobbin validate`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// COIL target configurations: files, folders, and patterns such as `**/*.coilcfg`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    host: HostArguments,
}

/// Prints the diagnostics of COIL target configurations, with place and code in the words of the
/// reference. The exit code is 2 if a file cannot be read or none is a target, else 1 if one has an error,
/// else 0; warnings never change it.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    // Read first, since the name of standard input counts from then on.
    let host: Arc<HostFacts> = host::facts(&arguments.host)?.into();
    let Expanded { files, complaints } = expand(&arguments.files);
    for it in &complaints {
        complain!("bobbin: {it}");
    }
    let (mut fails, mut is_whole) = (false, complaints.is_empty());
    let is_meant = |it: &&Given| !it.is_found || is_target(&it.path);
    let meant: Vec<&Given> = files.iter().filter(is_meant).collect();
    if meant.is_empty() && is_whole {
        complain!("bobbin: none of these files is a COIL target configuration");
        is_whole = false;
    }
    for Given { path, .. } in meant {
        match validate(path, arguments.host.strict, &host) {
            Ok(findings) => {
                for it in &findings {
                    complain!("{}", line(it, &shown(path)));
                    fails |= it.diagnostic.code.severity == Severity::Error;
                }
            }
            Err(message) => {
                complain!("{message}");
                is_whole = false;
            }
        }
    }
    Ok(match (is_whole, fails) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    })
}

/// Returns true for a file that is a COIL target configuration, or cannot be read, which is to be said.
fn is_target(path: &Path) -> bool {
    let is_target = |bytes: &[u8]| {
        matches!(
            detect(&shown(path), bytes),
            Detected::Text { language: LanguageId::CoilTarget, .. }
        )
    };
    read(path).map_or(true, |bytes| is_target(&bytes))
}

fn validate(path: &Path, is_strict: bool, host: &Arc<HostFacts>) -> Result<Vec<Finding>, String> {
    let shown = shown(path);
    let bytes = read(path).map_err(|error| format!("{shown}:0: error: {error}"))?;
    let source = SourceText::decode(&bytes);
    refuse_unknown(&shown, LanguageId::CoilTarget, host)?;
    // Parsing finds the included files; the diagnostics with the documents' places come from the
    // language itself.
    let snapshot = parse(LanguageId::CoilTarget, &shown, &source, host);
    let strictness = if is_strict { Strictness::Strict } else { Strictness::Normal };
    Ok(findings(&target::parse(snapshot.input()), strictness))
}

/// Renders `FILE:LINE: error: [Section] Key: message (CODE)`.
fn line(it: &Finding, main: &str) -> String {
    let severity = match it.diagnostic.code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    };
    let mut res = format!("{}:{}: {severity}: ", it.path.as_deref().unwrap_or(main), it.line);
    if let Some(section) = &it.section {
        res.push_str(&format!("[{section}] "));
    }
    if let Some(key) = it.key.as_ref().filter(|it| !it.is_empty()) {
        res.push_str(&format!("{key}: "));
    }
    let code = it.diagnostic.code.reference.unwrap_or(it.diagnostic.code.name);
    res.push_str(&it.diagnostic.message);
    if let Some(help) = &it.diagnostic.help {
        res.push_str(&format!("; {help}"));
    }
    res.push_str(&format!(" ({code})"));
    res
}
