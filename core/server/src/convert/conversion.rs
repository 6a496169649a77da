//! Converted files, for `bobbin/convert` and `bobbin/convertBinary`.

use bobbin_core::edit::Refusal;
use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_core::view::{Converted, ConvertedBinary};
use bobbin_protocol as protocol;

use super::base64;

/// Converts the result of a conversion; `lines` are those of the text before.
#[must_use]
pub fn converted(it: Converted, mut lines: &LineIndex) -> protocol::ConvertResult {
    protocol::ConvertResult::File {
        name: it.file_name,
        media_type: it.media_type.to_owned(),
        content: content(it.data),
        language: it.language.map(str::to_owned),
        remarks: it.remarks.map_place(&mut lines),
    }
}

/// Converts the result of a conversion of a binary; `lines` are those of its text.
#[must_use]
pub fn converted_binary(it: ConvertedBinary, lines: &LineIndex) -> protocol::ConvertResult {
    match it.result {
        Ok(result) => converted(result, lines),
        Err(Refusal { reason, at }) => {
            let at = at.map(|it| lines.range(it));
            protocol::ConvertResult::Refusal { reason, at, choices: it.choices }
        }
    }
}

/// Returns the content of a file as text or as bytes. No text has a NUL, but a small binary may
/// happen to be UTF-8.
fn content(data: Vec<u8>) -> protocol::FileContent {
    if data.contains(&0) {
        return protocol::FileContent::Bytes { data: base64(&data) };
    }
    match String::from_utf8(data) {
        Ok(text) => protocol::FileContent::Text { text },
        Err(error) => protocol::FileContent::Bytes { data: base64(error.as_bytes()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_text_travels_as_text() {
        let text = |text: &str| protocol::FileContent::Text { text: text.to_owned() };
        let bytes = |data: &str| protocol::FileContent::Bytes { data: data.to_owned() };
        assert_eq!(content("é🎉\r\n".into()), text("é🎉\r\n"));
        assert_eq!(content(Vec::new()), text(""));
        assert_eq!(content(b"GFCC\0".to_vec()), bytes("R0ZDQwA="));
        assert_eq!(content(vec![0xff]), bytes("/w=="));
    }
}
