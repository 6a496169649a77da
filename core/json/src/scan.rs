//! The parts of JSON that are read whatever the type is.

use std::borrow::Cow;

use crate::error::Error;

/// Goes through a text.
pub struct Scanner<'a> {
    /// What was not read yet.
    rest: &'a str,
    length: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Scanner { rest: text, length: text.len() }
    }

    /// Returns the place, in bytes from the start.
    pub fn offset(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Passes over blanks, and returns the byte behind them.
    pub fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
        self.rest.as_bytes().first().copied()
    }

    /// Passes over `word` if it comes next.
    pub fn take(&mut self, word: &str) -> bool {
        self.peek();
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Passes over a sign, which has to come next.
    pub fn expect(&mut self, sign: u8) -> Result<(), Error> {
        if self.peek() != Some(sign) {
            return Err(self.unexpected(&format!("`{}`", char::from(sign))));
        }
        self.skip(1);
        Ok(())
    }

    /// Passes over the sign that begins `what`.
    pub fn open(&mut self, sign: u8, what: &str) -> Result<(), Error> {
        if self.peek() != Some(sign) {
            return Err(self.unexpected(what));
        }
        self.skip(1);
        Ok(())
    }

    /// Goes to the next item before `close`; false if there is none.
    pub fn next(&mut self, is_first: &mut bool, close: u8) -> Result<bool, Error> {
        if self.peek() == Some(close) {
            return Ok(false);
        }
        if !std::mem::take(is_first) {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// Reads a string.
    pub fn string(&mut self) -> Result<Cow<'a, str>, Error> {
        self.open(b'"', "a string")?;
        let mut text = Cow::Borrowed("");
        loop {
            let special = |it: u8| it == b'"' || it == b'\\' || it < b' ';
            let end = self.rest.bytes().position(special);
            let (plain, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            if text.is_empty() {
                text = Cow::Borrowed(plain);
            } else {
                text.to_mut().push_str(plain);
            }
            self.rest = rest;
            match self.rest.as_bytes().first() {
                Some(b'"') => {
                    self.skip(1);
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.skip(1);
                    let letter = self.escaped()?;
                    text.to_mut().push(letter);
                }
                _ => return Err(self.unexpected("the end of the string")),
            }
        }
    }

    /// Reads what stands behind a backslash.
    fn escaped(&mut self) -> Result<char, Error> {
        let sign = self.rest.as_bytes().first().copied();
        self.skip(1);
        Ok(match sign {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(it @ (b'"' | b'\\' | b'/')) => char::from(it),
            Some(b'u') => return self.unit(),
            _ => return Err(Error::new("invalid escape").at(self.offset())),
        })
    }

    /// Reads the digits of one UTF-16 unit, or of a pair. Half a pair, which strings of JavaScript may hold and
    /// `JSON.stringify` writes, is U+FFFD, which it is in a file: one unit, so that all positions stay.
    fn unit(&mut self) -> Result<char, Error> {
        let unit = self.hex()?;
        if (0xd800..0xdc00).contains(&unit)
            && let Some(behind) = self.rest.strip_prefix("\\u")
            && let Some(low) = behind.get(..4).and_then(|it| u32::from_str_radix(it, 16).ok())
            && (0xdc00..0xe000).contains(&low)
        {
            self.skip(6);
            let pair = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            return Ok(char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, Error> {
        let digits = self.rest.get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
        let unit = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        let unit = unit.ok_or_else(|| Error::new("invalid escape").at(self.offset()))?;
        self.skip(4);
        Ok(unit)
    }

    /// Reads the text of a number.
    pub fn number(&mut self) -> Result<&'a str, Error> {
        self.peek();
        let is_part = |it: char| matches!(it, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
        let end = self.rest.find(|it| !is_part(it)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        if !is_number(text) {
            return Err(self.unexpected("a value"));
        }
        self.rest = rest;
        Ok(text)
    }

    /// Makes sure that nothing else comes.
    pub fn end(mut self) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end")),
        }
    }

    /// Says that something else was expected than what comes next.
    #[cold]
    pub fn unexpected(&self, expected: &str) -> Error {
        let found = match self.rest.chars().next() {
            Some(letter) => format!("found {letter:?}"),
            None => "found the end".to_owned(),
        };
        Error::new(format!("expected {expected}, {found}")).at(self.offset())
    }

    /// Passes over ASCII signs that were seen.
    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }
}

/// Returns true for a number as JSON writes it: no leading zero or plus, digits around a point.
pub fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
        }
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}
