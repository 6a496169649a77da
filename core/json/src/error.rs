//! The reason why a text was not read.

use std::fmt;

use serde::de;

/// The reason why a text was not read.
#[derive(Debug)]
pub struct Error(Box<Reason>);

#[derive(Debug)]
struct Reason {
    message: String,
    /// In bytes from the start of the text; `None` until the reader adds it.
    offset: Option<usize>,
}

impl Error {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error(Box::new(Reason { message: message.into(), offset: None }))
    }

    /// Adds a place, unless it has one.
    #[cold]
    pub(crate) fn at(mut self, offset: usize) -> Error {
        self.0.offset.get_or_insert(offset);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match self.0.offset {
            Some(offset) => write!(f, " at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(fmt::format(format_args!("{message}")))
    }
}
