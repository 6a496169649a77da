//! XML, as which drawings are saved and shown.

/// Returns a text as it stands between tags. Letters that no XML file can have, such as control
/// characters, are replaced by U+FFFD: a reader would refuse the whole file.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\r' => escaped.push(' '),
            '\n' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if letter.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_is_left_that_xml_cannot_have() {
        assert_eq!(escaped("a<b> & c\td"), "a&lt;b&gt; &amp; c d");
        assert_eq!(escaped("\0a\u{1b}\u{7f}\u{ffff}ä"), "\u{fffd}a\u{fffd}\u{fffd}\u{fffd}ä");
    }
}
