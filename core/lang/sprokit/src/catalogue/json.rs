//! The little of JSON that a catalogue needs.

/// A JSON value.
#[derive(Debug)]
pub enum Json {
    /// `null`, a number or a word: as it stands in the text.
    Plain(String),
    /// A JSON string.
    Text(String),
    /// A JSON array.
    List(Vec<Json>),
    /// An object, in its order.
    Map(Vec<(String, Json)>),
}

/// The depth to which lists and objects may be nested.
const MOST_DEPTH: usize = 32;

impl Json {
    /// Returns the member of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Map(members) => members.iter().find(|it| it.0 == name).map(|it| &it.1),
            _ => None,
        }
    }

    /// Returns the items of a list; empty for anything else.
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the text of a string, number or word.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Plain(it) | Json::Text(it) => Some(it),
            _ => None,
        }
    }

    /// Returns the text of a member; empty if there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.get(name).and_then(Json::text).filter(|it| *it != "null").unwrap_or_default()
    }

    /// Returns true if a member is `true`.
    pub fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Json::Plain(it)) if it == "true")
    }
}

/// Reads a text.
///
/// # Errors
///
/// The line, counted from 1, on which it is no JSON.
pub fn read(text: &str) -> Result<Json, usize> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { rest: text, depth: 0 };
    let value = reader.value();
    reader.blanks();
    match value {
        Some(value) if reader.rest.is_empty() => Ok(value),
        _ => {
            let done = text.len() - reader.rest.len();
            Err(text.get(..done).unwrap_or_default().matches('\n').count() + 1)
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    /// Takes `mark` if it stands next, behind blanks.
    fn take(&mut self, mark: char) -> bool {
        self.blanks();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Json> {
        if self.take('"') {
            return self.string().map(Json::Text);
        }
        if self.depth == MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let res = if self.take('[') {
            self.list()
        } else if self.take('{') {
            self.map()
        } else {
            self.plain()
        };
        self.depth -= 1;
        res
    }

    fn plain(&mut self) -> Option<Json> {
        let is_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '+' | '.');
        let end = self.rest.find(|it| !is_word(it)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        let is_number = word.starts_with(|it: char| it == '-' || it.is_ascii_digit());
        if !is_number && !matches!(word, "true" | "false" | "null") {
            return None;
        }
        self.rest = rest;
        Some(Json::Plain(word.to_owned()))
    }

    fn list(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        if self.take(']') {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.take(']') {
                return Some(Json::List(items));
            }
            self.take(',').then_some(())?;
        }
    }

    fn map(&mut self) -> Option<Json> {
        let mut members = Vec::new();
        if self.take('}') {
            return Some(Json::Map(members));
        }
        loop {
            self.take('"').then_some(())?;
            let name = self.string()?;
            self.take(':').then_some(())?;
            members.push((name, self.value()?));
            if self.take('}') {
                return Some(Json::Map(members));
            }
            self.take(',').then_some(())?;
        }
    }

    /// Reads the rest of a string behind its first quote.
    fn string(&mut self) -> Option<String> {
        let mut res = String::new();
        loop {
            let end = self.rest.find(['"', '\\'])?;
            res.push_str(self.rest.get(..end)?);
            let is_end = self.rest.get(end..)?.starts_with('"');
            self.rest = self.rest.get(end + 1..)?;
            if is_end {
                return Some(res);
            }
            let escape = self.rest.chars().next()?;
            self.rest = self.rest.get(escape.len_utf8()..)?;
            match escape {
                'n' => res.push('\n'),
                't' => res.push('\t'),
                'r' => res.push('\r'),
                'b' => res.push('\u{8}'),
                'f' => res.push('\u{c}'),
                'u' => {
                    let mut code = self.hex()?;
                    if (0xd800..0xdc00).contains(&code) {
                        self.rest = self.rest.strip_prefix("\\u")?;
                        let low = self.hex()?.checked_sub(0xdc00)?;
                        code = 0x1_0000 + ((code - 0xd800) << 10) + low;
                    }
                    res.push(char::from_u32(code)?);
                }
                '"' | '\\' | '/' => res.push(escape),
                _ => return None,
            }
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let read = read("{\"a\": [1, -2.5e3, true, \"x\\n\\u00e9\\ud83c\\udf89\"], \"b\": {}}\n");
        let read = read.unwrap();
        let items: Vec<_> = read.get("a").unwrap().items().iter().filter_map(Json::text).collect();
        assert_eq!(items, ["1", "-2.5e3", "true", "x\né🎉"]);
        assert!(read.get("b").unwrap().items().is_empty() && read.get("c").is_none());
    }

    #[test]
    fn what_is_no_json_has_a_line() {
        let line = |text: &str| read(text).err();
        assert_eq!(line("{\n\"a\": 1,\n}"), Some(3));
        assert_eq!(line("[1 2]"), Some(1));
        assert_eq!(line(""), Some(1));
        assert_eq!(line("\"\\ud83c\""), Some(1));
        assert_eq!(line(&"[".repeat(100_000)), Some(1));
    }
}
