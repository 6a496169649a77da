//! Prints lines for people. Their reader may be gone, such as `head` after its last line; then the
//! line is dropped, where the standard macros would panic.

use std::fmt::{Arguments, Write as _};
use std::io::{self, Write as _};

use bobbin_server::paths;

/// Prints a line to standard output.
pub(crate) fn out(line: Arguments) {
    let _ = writeln!(io::stdout(), "{}", escaped(&line.to_string()));
}

/// Prints a line to standard error.
pub(crate) fn err(line: Arguments) {
    let _ = writeln!(io::stderr(), "{}", escaped(&line.to_string()));
}

/// Prints lines that are escaped already to standard error.
pub(crate) fn complain_text(lines: &str) {
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// Escapes everything that moves the cursor, changes colours or reverses the writing direction: the
/// content of a file must not control the terminal. Bytes of file names that are not UTF-8 are
/// shown as they are.
pub(crate) fn escaped(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '\n' => res.push_str("\\n"),
            '\r' => res.push_str("\\r"),
            '\t' => res.push_str("\\t"),
            _ if it.is_ascii_control() => _ = write!(res, "\\x{:02x}", u32::from(it)),
            _ if it.is_control() || turns_direction(it) => {
                _ = write!(res, "{}", it.escape_unicode())
            }
            _ => match paths::stray_byte(it) {
                Some(byte) => _ = write!(res, "\\x{byte:02x}"),
                None => res.push(it),
            },
        }
    }
    res
}

/// Returns true for the characters of Unicode's bidirectional algorithm that reorder what follows.
fn turns_direction(it: char) -> bool {
    matches!(it, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
}

/// Prints like `println`, to a reader that may be gone.
macro_rules! say {
    ($($it:tt)*) => { crate::say::out(format_args!($($it)*)) };
}

/// Prints like `eprintln`, to a reader that may be gone.
macro_rules! complain {
    ($($it:tt)*) => { crate::say::err(format_args!($($it)*)) };
}
