//! Bytes to text and back without a loss.

use std::sync::Arc;

use text_size::TextSize;

/// The encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark (which stays in the text as U+FEFF).
    Utf8,
    /// ISO 8859-1: each byte is the character of the same number. Taken when a file is not UTF-8,
    /// because it maps every byte sequence to a text and back.
    Latin1,
}

/// The text of a file, with what is needed to write the same bytes again.
///
/// Line ends and a byte order mark are ordinary characters of the text: two of the languages give
/// them a meaning, and what is not taken out cannot be put back wrongly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The characters, all of them.
    pub text: Arc<str>,
    /// The encoding the bytes had.
    pub encoding: Encoding,
}

impl SourceText {
    /// Reads `bytes` as UTF-8, or else as Latin-1; never fails.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> SourceText {
        match std::str::from_utf8(bytes) {
            Ok(text) => SourceText { text: text.into(), encoding: Encoding::Utf8 },
            Err(_) => {
                let text: String = bytes.iter().map(|&it| char::from(it)).collect();
                SourceText { text: text.into(), encoding: Encoding::Latin1 }
            }
        }
    }

    /// Returns the place in the text where the bytes stopped being UTF-8; `None` if all of them
    /// are.
    #[must_use]
    pub fn utf8_fault(&self) -> Option<TextSize> {
        match self.encoding {
            Encoding::Utf8 => None,
            Encoding::Latin1 => {
                let bytes = SourceText::encode(&self.text, self.encoding);
                let n_sound = std::str::from_utf8(&bytes).err()?.valid_up_to();
                Some(self.text.chars().take(n_sound).map(TextSize::of).sum())
            }
        }
    }

    /// Encodes `text`; in UTF-8 after all if an edit brought in a character that Latin-1 lacks, so
    /// that nothing typed is lost.
    #[must_use]
    pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
        let latin1 = match encoding {
            Encoding::Utf8 => None,
            Encoding::Latin1 => text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect(),
        };
        latin1.unwrap_or_else(|| text.as_bytes().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], encoding: Encoding) {
        let source = SourceText::decode(bytes);
        assert_eq!(source.encoding, encoding);
        assert_eq!(SourceText::encode(&source.text, source.encoding), bytes);
    }

    #[test]
    fn every_byte_sequence_comes_back() {
        check(b"", Encoding::Utf8);
        check("\u{feff}k = é\r\n\r\x0c\0".as_bytes(), Encoding::Utf8);
        check(b"caf\xe9 \xff\x00\r\n", Encoding::Latin1);
        let all: Vec<u8> = (0..=255).collect();
        check(&all, Encoding::Latin1);
    }

    #[test]
    fn the_first_byte_that_is_not_utf8_is_found_in_the_text() {
        let fault = |bytes: &[u8]| SourceText::decode(bytes).utf8_fault().map(u32::from);
        assert_eq!(fault("é\n".as_bytes()), None);
        assert_eq!(fault(b"a\xe9"), Some(1));
        // Two sound bytes of one character are two characters of two bytes each in Latin-1.
        assert_eq!(fault(b"\xc3\xa9\n\xff"), Some(5));
    }

    #[test]
    fn a_character_beyond_latin1_is_not_lost() {
        assert_eq!(SourceText::encode("é→", Encoding::Latin1), "é→".as_bytes());
    }
}
