//! Reading JSON into types, in little code.
//!
//! Half of what serde's derive makes of a type reads it from an array, and a third of the rest reads
//! numbers and keys in forms that JSON does not have. A reader that never asks for those leaves the
//! linker free to drop them, which [`serde_json`](https://docs.rs/serde_json) cannot: it accepts an
//! array in a structure's place. Half of a surrogate pair, which strings of JavaScript may hold, is read
//! as U+FFFD. Everything else is read as it does, and a test compares the two.

mod error;
mod number;
mod reader;
mod scan;

use serde::Deserialize;

pub use error::Error;
use reader::Reader;

/// Reads a value from JSON. Strings are copied, also those of types that could borrow them.
///
/// # Errors
///
/// The text is not JSON, has something behind the value, or does not fit the type. Objects only, not
/// arrays, are structures.
pub fn from_str<'a, T: Deserialize<'a>>(text: &str) -> Result<T, Error> {
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader).map_err(|it| it.at(reader.offset()))?;
    reader.end()?;
    Ok(value)
}

#[cfg(test)]
mod tests;
