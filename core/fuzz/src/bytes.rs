//! Bytes as choices: from the front numbers, and what is left a text.

use bobbin_core::text::SourceText;
use bobbin_languages::LanguageId;
use bobbin_testing::Random;

/// Bytes of which choices are read. Behind the last byte every choice is the first.
#[derive(Debug)]
pub struct Bytes<'b> {
    left: &'b [u8],
}

impl<'b> Bytes<'b> {
    /// Reads from the beginning of these bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes { left: bytes }
    }

    /// True if all bytes are read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Reads a byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        *first
    }

    /// Reads a number below `limit`, from one byte or two; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let low = usize::from(self.byte());
        let number = if limit > 256 { low | usize::from(self.byte()) << 8 } else { low };
        number % limit.max(1)
    }

    /// Chooses one of several.
    pub fn one_of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        let nth = self.below(all.len());
        all.get(nth)
    }

    /// Chooses a language.
    pub fn language(&mut self) -> LanguageId {
        LanguageId::ALL[self.below(LanguageId::ALL.len())]
    }

    /// Reads the seed of a generator.
    pub fn random(&mut self) -> Random {
        let seed = u64::from(self.byte()) << 8 | u64::from(self.byte());
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Takes a number of bytes off the front.
    pub fn take(&mut self, n: usize) -> Bytes<'b> {
        let (taken, left) = self.left.split_at(n.min(self.left.len()));
        self.left = left;
        Bytes { left: taken }
    }

    /// Returns the bytes that are left as a text.
    #[must_use]
    pub fn rest(self) -> String {
        SourceText::decode(self.left).text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_first_and_end_with_zeros() {
        let mut bytes = Bytes::new(b"\x05\x02\x01ab");
        assert_eq!(bytes.below(4), 1);
        assert_eq!(bytes.below(1000), 258);
        let mut two = bytes.take(1);
        assert_eq!((two.byte(), two.byte(), two.is_empty()), (b'a', 0, true));
        assert_eq!(bytes.rest(), "b");
    }
}
