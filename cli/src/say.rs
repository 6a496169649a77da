//! Lines for people. Whoever reads them may have gone, such as `head` after its last line, and then
//! nobody misses the rest; the standard macros panic.

use std::fmt::Arguments;
use std::io::{self, Write as _};

/// A line on the standard output.
pub(crate) fn out(line: Arguments) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// A line on the error output.
pub(crate) fn err(line: Arguments) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Like `println`, for readers that may be gone.
macro_rules! say {
    ($($it:tt)*) => { crate::say::out(format_args!($($it)*)) };
}

/// Like `eprintln`, for readers that may be gone.
macro_rules! complain {
    ($($it:tt)*) => { crate::say::err(format_args!($($it)*)) };
}
