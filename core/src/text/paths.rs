//! File names as texts.
//!
//! On most systems a file name is any bytes. Documents and includes name files by texts, so each
//! byte that is no UTF-8 becomes a character of its own, which leads back to the byte.

/// The character that stands for the byte 0x00; only bytes from 0x80 on are ever no UTF-8. At the
/// end of the last private plane, where file names have nothing.
const FIRST: u32 = 0x0010_fe00;

/// Returns the byte that a character of [`to_text`] stands for; `None` if it stands for itself.
#[must_use]
pub fn stray_byte(it: char) -> Option<u8> {
    u32::from(it).checked_sub(FIRST).and_then(|it| u8::try_from(it).ok()).filter(|&it| it >= 0x80)
}

/// Returns the bytes of a file name as a text.
#[must_use]
pub fn to_text(bytes: &[u8]) -> String {
    let mut res = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for it in chunk.valid().chars() {
            // A name that happens to have such a character keeps it, byte by byte.
            match stray_byte(it) {
                Some(_) => it.encode_utf8(&mut [0; 4]).bytes().for_each(|it| res.push(stray(it))),
                None => res.push(it),
            }
        }
        chunk.invalid().iter().for_each(|&it| res.push(stray(it)));
    }
    res
}

/// Returns the bytes of the file name that a text of [`to_text`] stands for.
#[must_use]
pub fn to_bytes(text: &str) -> Vec<u8> {
    let mut res = Vec::with_capacity(text.len());
    for it in text.chars() {
        match stray_byte(it) {
            Some(byte) => res.push(byte),
            None => res.extend_from_slice(it.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    res
}

fn stray(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back() {
        let plain = "/a b/é.pipe".as_bytes();
        assert_eq!(to_text(plain).as_bytes(), plain);
        let names: [&[u8]; 5] =
            [plain, b"caf\xe9.pipe", b"\xff\xfe", "\u{10fee9}".as_bytes(), b"\xf0\x9f\x8e"];
        for name in names {
            assert_eq!(to_bytes(&to_text(name)), name);
        }
        assert_ne!(to_text(b"\xe9"), to_text(b"\xe8"));
    }
}
