//! JSON as people read it, written piece by piece.

/// A writer of indented JSON. What it writes is sound if each value follows a key or stands in a
/// list, and all that is opened is closed.
#[derive(Debug, Default)]
pub struct JsonWriter {
    out: String,
    /// True for each open object or list that has something in it.
    filled: Vec<bool>,
    /// True if a key stands in front of the next value.
    has_key: bool,
}

impl JsonWriter {
    /// Opens an object or a list: `{` or `[`.
    pub fn open(&mut self, bracket: char) {
        self.place();
        self.out.push(bracket);
        self.filled.push(false);
    }

    /// Closes it: `}` or `]`.
    pub fn close(&mut self, bracket: char) {
        if self.filled.pop() == Some(true) {
            self.line();
        }
        self.out.push(bracket);
    }

    /// Writes the key of the next value.
    pub fn key(&mut self, key: &str) {
        self.place();
        self.quote(key);
        self.out.push_str(": ");
        self.has_key = true;
    }

    /// Writes a string.
    pub fn string(&mut self, value: &str) {
        self.place();
        self.quote(value);
    }

    /// Writes a number, `true`, `false` or `null`, as it shall stand.
    pub fn word(&mut self, value: &str) {
        self.place();
        self.out.push_str(value);
    }

    /// Writes a key with a string.
    pub fn pair(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value);
    }

    /// Writes a key with a number, `true`, `false` or `null`.
    pub fn pair_word(&mut self, key: &str, value: &str) {
        self.key(key);
        self.word(value);
    }

    /// Writes a key with a list of strings.
    pub fn pair_list<S: AsRef<str>>(&mut self, key: &str, values: &[S]) {
        self.key(key);
        self.open('[');
        for it in values {
            self.string(it.as_ref());
        }
        self.close(']');
    }

    /// Returns all that was written, with a line end.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }

    /// Makes room for the next key or value.
    fn place(&mut self) {
        if std::mem::take(&mut self.has_key) {
            return;
        }
        let Some(filled) = self.filled.last_mut() else { return };
        if std::mem::replace(filled, true) {
            self.out.push(',');
        }
        self.line();
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.filled.len() {
            self.out.push_str("  ");
        }
    }

    fn quote(&mut self, text: &str) {
        self.out.push('"');
        for it in text.chars() {
            match it {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                it if it < ' ' => self.out.push_str(&format!("\\u{:04x}", u32::from(it))),
                it => self.out.push(it),
            }
        }
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn json_is_indented_and_escaped() {
        let mut json = JsonWriter::default();
        json.open('{');
        json.pair("a \"b\"", "é\n\u{1}\\");
        json.key("empty");
        json.open('[');
        json.close(']');
        json.pair_list("list", &["x", "y"]);
        json.pair_word("n", "-1");
        json.close('}');
        let text = json.finish();
        expect![[r#"
            {
              "a \"b\"": "é\n\u0001\\",
              "empty": [],
              "list": [
                "x",
                "y"
              ],
              "n": -1
            }
        "#]]
        .assert_eq(&text);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["a \"b\""], "é\n\u{1}\\");
    }
}
