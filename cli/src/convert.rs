//! `bobbin convert`: a text turned into something else.

use std::process::ExitCode;

use bobbin_core::lang::{LanguageId, LanguageInfo};

use crate::arguments::Arguments;
use crate::load::{load, write};
use crate::{check, host};

/// Converts a file, or lists the conversions there are.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.list {
        for language in LanguageId::ALL {
            print!("{}", listed(language.info()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let path = arguments.only_file()?;
    let Some(id) = &arguments.to else {
        return Err("say `--to NAME`; `bobbin convert --list` lists the names".to_owned());
    };
    let host = host::facts(&arguments.host)?.into();
    let snapshot = load(path, arguments.language, &host)?.snapshot;
    let language = snapshot.language().info();
    if !language.conversions.iter().any(|it| it.id == id) {
        let names: Vec<&str> = language.conversions.iter().map(|it| it.id).collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        return Err(format!("a {} converts to {names}, not to `{id}`", language.title));
    }
    match snapshot.document().convert(id) {
        Ok(converted) => {
            for it in &converted.remarks {
                let at = it.range.map(|it| check::place(&snapshot, it));
                let at = at.unwrap_or_else(|| snapshot.input().path.clone());
                complain!("{at}: note: {}", it.message);
            }
            write(arguments.out.as_deref(), &converted.data)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            let at = refusal.at.map(|it| check::place(&snapshot, it));
            let at = at.unwrap_or_else(|| snapshot.input().path.clone());
            complain!("{at}: not converted: {}", refusal.reason);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The conversions of a language, one a line.
fn listed(language: &LanguageInfo) -> String {
    let mut res = String::new();
    for it in language.conversions {
        res.push_str(&format!("{:<14} {:<22} {}: {}\n", language.name, it.id, it.title, it.about));
    }
    res
}
