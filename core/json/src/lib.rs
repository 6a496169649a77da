//! Reading JSON into types, in little code.
//!
//! Half of what serde's derive makes of a type reads it from an array, and a third of the rest reads
//! numbers and keys in forms that JSON does not have. A reader that never asks for those leaves the
//! linker free to drop them, which [`serde_json`](https://docs.rs/serde_json) cannot: it accepts an
//! array in a structure's place. Everything else is read as it does, and a test compares the two.

mod access;
mod number;
mod scan;

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Visitor};

use access::{Items, Members, Variant};
use scan::Scanner;

/// The deepest nesting of arrays and objects.
const MAX_DEPTH: u8 = 128;

/// Reads a value from JSON. Strings are copied, also those of types that could borrow them.
///
/// # Errors
///
/// The text is not JSON, has something behind the value, or does not fit the type. Objects only, not
/// arrays, are structures.
pub fn from_str<'a, T: Deserialize<'a>>(text: &str) -> Result<T, Error> {
    let mut reader = Reader { scanner: Scanner::new(text), depth: 0 };
    let value = T::deserialize(&mut reader).map_err(|it| it.at(reader.scanner.offset()))?;
    reader.scanner.end()?;
    Ok(value)
}

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
    fn new(message: impl Into<String>) -> Error {
        Error(Box::new(Reason { message: message.into(), offset: None }))
    }

    #[cold]
    fn at(mut self, offset: usize) -> Error {
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

/// Reads one value after the other.
struct Reader<'a> {
    scanner: Scanner<'a>,
    depth: u8,
}

impl<'a> Reader<'a> {
    /// Goes one level deeper.
    fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Error::new("recursion limit exceeded")) } else { Ok(()) }
    }

    fn leave(&mut self, close: u8) -> Result<(), Error> {
        self.depth -= 1;
        self.scanner.expect(close)
    }

    fn visit_string<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let text = self.scanner.string()?;
        visitor.visit_str(&text)
    }

    fn visit_members<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        self.scanner.open(b'{', "an object")?;
        self.enter()?;
        let value = visitor.visit_map(Members::new(self))?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn visit_items<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        self.scanner.open(b'[', "an array")?;
        self.enter()?;
        let value = visitor.visit_seq(Items::new(self))?;
        self.leave(b']')?;
        Ok(value)
    }
}

/// Declares that unsigned and signed integers and floating-point numbers are read.
macro_rules! numbers {
    ($($deserialize:ident, $visit:ident, $read:ident;)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(number::$read(self.scanner.number()?)?)
        })*
    };
}

impl<'de> de::Deserializer<'de> for &mut Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.scanner.peek() {
            Some(b'{') => self.visit_members(visitor),
            Some(b'[') => self.visit_items(visitor),
            Some(b'"') => self.visit_string(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            _ => {
                let text = self.scanner.number()?;
                if let Ok(number) = number::unsigned(text) {
                    visitor.visit_u64(number)
                } else if let Ok(number) = number::signed(text) {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number::float(text)?)
                }
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("true") {
            visitor.visit_bool(true)
        } else if self.scanner.take("false") {
            visitor.visit_bool(false)
        } else {
            Err(self.scanner.unexpected("a boolean"))
        }
    }

    numbers! {
        deserialize_u8, visit_u64, unsigned;
        deserialize_u16, visit_u64, unsigned;
        deserialize_u32, visit_u64, unsigned;
        deserialize_u64, visit_u64, unsigned;
        deserialize_i8, visit_i64, signed;
        deserialize_i16, visit_i64, signed;
        deserialize_i32, visit_i64, signed;
        deserialize_i64, visit_i64, signed;
        deserialize_f32, visit_f64, float;
        deserialize_f64, visit_f64, float;
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("null") { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("null") {
            visitor.visit_unit()
        } else {
            Err(self.scanner.unexpected("null"))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.scanner.peek() == Some(b'"') {
            return visitor.visit_enum(Variant { reader: self, has_content: false });
        }
        self.scanner.open(b'{', "a variant")?;
        self.enter()?;
        let value = visitor.visit_enum(Variant { reader: self, has_content: true })?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.skip()?;
        visitor.visit_unit()
    }
}

impl Reader<'_> {
    /// Passes over a value.
    fn skip(&mut self) -> Result<(), Error> {
        let mut is_first = true;
        match self.scanner.peek() {
            Some(b'{') => {
                self.scanner.expect(b'{')?;
                self.enter()?;
                while self.scanner.next(&mut is_first, b'}')? {
                    self.scanner.string()?;
                    self.scanner.expect(b':')?;
                    self.skip()?;
                }
                self.leave(b'}')
            }
            Some(b'[') => {
                self.scanner.expect(b'[')?;
                self.enter()?;
                while self.scanner.next(&mut is_first, b']')? {
                    self.skip()?;
                }
                self.leave(b']')
            }
            Some(b'"') => self.scanner.string().map(drop),
            _ if ["null", "true", "false"].into_iter().any(|it| self.scanner.take(it)) => Ok(()),
            _ => self.scanner.number().map(drop),
        }
    }
}

#[cfg(test)]
mod tests;
