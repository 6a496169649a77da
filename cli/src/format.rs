//! `bobbin format`: the canonical layout.

use std::path::Path;
use std::process::ExitCode;

use bobbin_core::text::SourceText;

use crate::arguments::Arguments;
use crate::host;
use crate::load::{load, read, shown, write};

/// Lays files out in place, or tells which are not laid out.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.host)?.into();
    let (mut differs, mut is_whole) = (false, true);
    for path in arguments.some_files()? {
        // One file that cannot be read does not keep the others from being laid out.
        let loaded = match load(path, arguments.language, &host) {
            Ok(loaded) => loaded,
            Err(message) => {
                complain!("bobbin: {message}");
                is_whole = false;
                continue;
            }
        };
        let snapshot = &loaded.snapshot;
        let Some(edit) = snapshot.document().format() else {
            let title = snapshot.info().title;
            return Err(format!("there is no canonical layout for a {title}"));
        };
        let formatted = edit.apply(snapshot.text());
        let is_same = formatted == **snapshot.text();
        differs |= !is_same;
        let is_standard = path == Path::new("-");
        if arguments.check {
            if !is_same {
                say!("{}", shown(path));
            }
        } else if is_standard || !is_same {
            let bytes = SourceText::encode(&formatted, loaded.encoding);
            if is_standard {
                write(None, &bytes)?;
            } else if read(path)? == loaded.bytes {
                write(Some(path), &bytes)?;
            } else {
                // Somebody else has written it; their text counts.
                complain!("bobbin: {} has changed meanwhile and is left as it is", shown(path));
                is_whole = false;
            }
        }
    }
    Ok(match (is_whole, differs && arguments.check) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    })
}
