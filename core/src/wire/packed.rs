//! Pairs of numbers as one short text, for views that have a hundred thousand of them.
//!
//! JSON would spell each pair as an array, and building so many takes the page longer than anything
//! else it does with the view. Numbers are written as source maps write theirs, but without a sign:
//! five bits a letter, the low ones first, with 32 added to all letters of a number but the last.

use serde::Serializer;
use serde::de::{Deserialize, Deserializer, Error};

const LETTERS: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Added to the number of a letter if more letters of the same number follow.
const MORE: u8 = 32;

/// Packs pairs into a text.
#[must_use]
pub fn pack(pairs: &[(u32, u32)]) -> String {
    let mut text = String::with_capacity(pairs.len() * 3);
    for mut number in pairs.iter().flat_map(|&(first, second)| [first, second]) {
        loop {
            let low = (number % u32::from(MORE)) as u8;
            number /= u32::from(MORE);
            let digit = if number == 0 { low } else { low + MORE };
            text.extend(LETTERS.get(usize::from(digit)).map(|&it| char::from(it)));
            if number == 0 {
                break;
            }
        }
    }
    text
}

/// Unpacks the pairs of a text; `None` if it is not what [`pack`] writes.
#[must_use]
pub fn unpack(text: &str) -> Option<Vec<(u32, u32)>> {
    let mut pairs = Vec::with_capacity(text.len() / 2);
    let mut letters = text.bytes().peekable();
    while letters.peek().is_some() {
        pairs.push((number(&mut letters)?, number(&mut letters)?));
    }
    Some(pairs)
}

fn number(letters: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(5) {
        let digit = match letters.next()? {
            it @ b'A'..=b'Z' => it - b'A',
            it @ b'a'..=b'z' => it - b'a' + 26,
            it @ b'0'..=b'9' => it - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        number |= u64::from(digit % MORE) << shift;
        if digit < MORE {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// Writes the pairs packed into one string, for `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(pairs: &[(u32, u32)], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&pack(pairs))
}

/// Reads the pairs packed into one string, for `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(u32, u32)>, D::Error> {
    let text = String::deserialize(from)?;
    unpack(&text).ok_or_else(|| D::Error::custom("these are no packed pairs"))
}
