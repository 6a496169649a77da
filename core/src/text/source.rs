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
    /// UTF-16 with its byte order mark, which is no part of the text, little end first. Editors of Windows write it.
    Utf16Le,
    /// The same, big end first.
    Utf16Be,
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

    /// Reads `bytes` as UTF-16 if they begin with its byte order mark and are sound.
    ///
    /// [`SourceText::decode`] does not: no program that reads our languages does, and what checks a file as they see
    /// it must not either.
    #[must_use]
    pub fn decode_utf16(bytes: &[u8]) -> Option<SourceText> {
        let (encoding, rest) = match bytes {
            [0xff, 0xfe, rest @ ..] => (Encoding::Utf16Le, rest),
            [0xfe, 0xff, rest @ ..] => (Encoding::Utf16Be, rest),
            _ => return None,
        };
        let (pairs, odd) = rest.as_chunks::<2>();
        let unit = |it: &[u8; 2]| match encoding {
            Encoding::Utf16Be => u16::from_be_bytes(*it),
            _ => u16::from_le_bytes(*it),
        };
        let text: String =
            char::decode_utf16(pairs.iter().map(unit)).collect::<Result<_, _>>().ok()?;
        odd.is_empty().then(|| SourceText { text: text.into(), encoding })
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
            Encoding::Utf16Le | Encoding::Utf16Be => Some(TextSize::new(0)),
        }
    }

    /// Encodes `text`; in UTF-8 after all if an edit brought in a character that Latin-1 lacks, so
    /// that nothing typed is lost.
    #[must_use]
    pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
        let other = match encoding {
            Encoding::Utf8 => None,
            Encoding::Latin1 => text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect(),
            Encoding::Utf16Le => Some(utf16(text, u16::to_le_bytes)),
            Encoding::Utf16Be => Some(utf16(text, u16::to_be_bytes)),
        };
        other.unwrap_or_else(|| text.as_bytes().to_vec())
    }
}

/// Encodes a text as UTF-16, behind a byte order mark.
fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes_of).collect()
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
    fn utf16_comes_back() {
        let le = b"\xff\xfek\0=\0\xe9\0\r\0\n\0\x3d\xd8\x00\xde";
        let source = SourceText::decode_utf16(le).unwrap();
        assert_eq!((source.text.as_ref(), source.encoding), ("k=é\r\n😀", Encoding::Utf16Le));
        assert_eq!(SourceText::encode(&source.text, source.encoding), le);
        let be = SourceText::encode("é→", Encoding::Utf16Be);
        assert_eq!(SourceText::decode_utf16(&be).unwrap().text.as_ref(), "é→");
        // Cut off, half of a pair, no mark.
        for bytes in [b"\xff\xfek".as_slice(), b"\xff\xfe\x3d\xd8", b"k\0"] {
            assert_eq!(SourceText::decode_utf16(bytes), None);
        }
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
