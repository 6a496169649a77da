//! `bobbin compare`: the values that really differ between two files.

use std::process::ExitCode;

use bobbin_server::Analysis;

use crate::arguments::Arguments;
use crate::host;
use crate::json::json;
use crate::load::{load, shown, write};
use crate::resolve::columns;
use crate::say::escaped;

/// Stands for a value that a file does not have.
const NOTHING: &str = "-";

/// Prints the values that are in force in only one of two files; fails if there are any, as `diff`
/// does.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let [left, right] = arguments.files.as_slice() else {
        return Err(arguments.wrong_number("two files are"));
    };
    let host = host::facts(&arguments.host)?.into();
    let analysis =
        |path| Ok::<_, String>(Analysis::of(load(path, arguments.language, &host)?.snapshot));
    let differences = analysis(left)?.compare(&analysis(right)?)?;
    if arguments.json {
        write(None, json(&differences)?.as_bytes())?;
    } else if !differences.is_empty() {
        let mut rows =
            vec![vec![String::new(), String::new(), escaped(&shown(left)), escaped(&shown(right))]];
        for it in &differences {
            let value = |side: &Option<bobbin_protocol::Side>| {
                side.as_ref().map_or(NOTHING.to_owned(), |it| escaped(&it.value))
            };
            let item = escaped(&it.item.0.join(" › "));
            rows.push(vec![item, escaped(&it.key), value(&it.left), value(&it.right)]);
        }
        write(None, columns(&rows).as_bytes())?;
    }
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
