//! Words that could stand at a place, and what they replace there.

use std::collections::HashSet;

use text_size::{TextRange, TextSize};

use crate::syntax::TokenClass;
use crate::text::{len, offset, slice};

/// A word that could stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The word that is shown and matched.
    pub label: String,
    /// A few words beside the label, such as a type.
    pub detail: String,
    /// The documentation, in Markdown.
    pub documentation: String,
    /// The range to replace, within the line: the whole word that the place is in. What of it stands
    /// before the place is typed, and the editor filters by that.
    pub range: TextRange,
    /// The text to write there.
    pub insert: String,
    /// The class of the word, which chooses its icon.
    pub class: TokenClass,
}

/// The signs that words bring along.
const SIGNS: &[char] = &['(', ')', '[', ']', '{', '}', '"', '.', ':'];

impl Completion {
    /// Makes the words of a language ready: each label once, and none with signs that stand there already.
    #[must_use]
    pub fn finished(mut words: Vec<Completion>, text: &str) -> Vec<Completion> {
        let mut seen = HashSet::new();
        words.retain(|it| seen.insert(it.label.clone()));
        words.into_iter().map(|it| it.taking_over(text)).collect()
    }

    /// Takes over the signs at the end of the new text that stand behind the word already, as the bracket
    /// that an editor wrote with its partner.
    fn taking_over(mut self, text: &str) -> Completion {
        let behind = slice(text, TextRange::new(self.range.end(), len(text)));
        let n_before = self.insert.trim_end_matches(SIGNS).len();
        let mut signs = self.insert.get(n_before..).unwrap_or_default();
        while !signs.is_empty() && !behind.starts_with(signs) {
            signs = signs.get(1..).unwrap_or_default();
        }
        let end = self.range.end() + TextSize::of(signs);
        self.range = TextRange::new(self.range.start(), end);
        self
    }
}

/// Returns the range of the word that the place `at` is in, from `start`: what follows the place belongs
/// to it as far as `belongs` says.
#[must_use]
pub fn whole_word(
    text: &str,
    start: TextSize,
    at: TextSize,
    belongs: impl Fn(char) -> bool,
) -> TextRange {
    let behind = rest_of_line(text, at);
    let n_more = behind.find(|it| !belongs(it)).unwrap_or(behind.len());
    TextRange::new(start.min(at), at + offset(n_more))
}

/// Returns `word`, or the one behind the blanks after it if it is empty: for places that take a single word.
#[must_use]
pub fn next_word(text: &str, word: TextRange, belongs: impl Fn(char) -> bool) -> TextRange {
    if !word.is_empty() {
        return word;
    }
    let blanks = whole_word(text, word.end(), word.end(), |it| it == ' ' || it == '\t').end();
    let next = whole_word(text, blanks, blanks, belongs);
    if next.is_empty() { word } else { TextRange::new(word.start(), next.end()) }
}

/// Returns the text from a place to the end of its line.
#[must_use]
pub fn rest_of_line(text: &str, at: TextSize) -> &str {
    let behind = slice(text, TextRange::new(at, len(text)));
    behind.split(['\n', '\r']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, insert: &str, expected: &str) {
        let at = offset(text.find('|').unwrap());
        let text = text.replacen('|', "", 1);
        let completion = Completion {
            label: String::new(),
            detail: String::new(),
            documentation: String::new(),
            range: whole_word(&text, TextSize::new(0), at, char::is_alphanumeric),
            insert: insert.to_owned(),
            class: TokenClass::Name,
        };
        assert_eq!(slice(&text, completion.taking_over(&text).range), expected);
    }

    #[test]
    fn whole_words_and_their_signs_are_replaced() {
        check("ab|cd = 1", "x", "abcd");
        check("a|b\ncd", "x\n", "ab");
        check("a|b}}", "x}", "ab}");
        check("a|b]", "x)]", "ab]");
        check("a|b)]", "x)]", "ab)]");
        check("a|b]", "x", "ab");
        check("|{}", "CONFIG{", "{");
        check("a|.b", "x.", "a.");
    }
}
