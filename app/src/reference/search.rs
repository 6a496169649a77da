//! Full text search over the sections of the reference.

use bobbin_protocol::Reference;
use bobbin_sorting::Sorting as _;

use super::place::Place;

/// The most results that are shown.
pub const MOST: usize = 60;
/// The characters of the text that a result shows before the first find, and in all.
const BEFORE: usize = 28;
const LENGTH: usize = 130;

/// A section that a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub place: Place,
    pub title: String,
    /// The short title of the document.
    pub document: String,
    /// A part of the text, in stretches that are finds or not.
    pub snippet: Vec<(String, bool)>,
}

/// A section as it is searched.
struct Entry {
    place: Place,
    title: String,
    document: String,
    text: String,
    /// Both in lower case, with every byte where it was.
    title_to_find: String,
    text_to_find: String,
}

/// The sections of all documents.
pub struct Index(Vec<Entry>);

impl Index {
    #[must_use]
    pub fn new(reference: &Reference) -> Index {
        let mut entries = Vec::new();
        for document in &reference.documents {
            for section in &document.sections {
                let mut text = String::new();
                section.blocks.iter().for_each(|it| it.add_words(&mut text));
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                entries.push(Entry {
                    place: Place::new(&document.name, &section.anchor),
                    title: section.title.clone(),
                    document: document.title.clone(),
                    title_to_find: section.title.to_ascii_lowercase(),
                    text_to_find: text.to_ascii_lowercase(),
                    text,
                });
            }
        }
        Index(entries)
    }

    /// Returns the sections that have all words of `query`, best first; those of `document` before equals.
    #[must_use]
    pub fn search(&self, query: &str, document: &str) -> Vec<Hit> {
        let query = query.to_ascii_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        let phrase = words.join(" ");
        let mut found: Vec<(u32, bool, &Entry)> = self
            .0
            .iter()
            .filter_map(|it| Some((it.fit(&words, &phrase)?, it.place.document == document, it)))
            .collect();
        // The sort is stable: what is equal stays in the order of the documents.
        found.order_by_key(|(fit, is_own, _)| std::cmp::Reverse((*fit, *is_own)));
        found.into_iter().map(|(_, _, it)| it.hit(&words, &phrase)).collect()
    }
}

impl Entry {
    /// Rates the section; `None` if a word is missing.
    fn fit(&self, words: &[&str], phrase: &str) -> Option<u32> {
        let is_in_title = |it: &&str| self.title_to_find.contains(*it);
        if !words.iter().all(|it| is_in_title(it) || self.text_to_find.contains(*it)) {
            return None;
        }
        let n_in_title = words.iter().filter(|it| is_in_title(it)).count() as u32;
        let is_whole = starts_word(&self.text_to_find, phrase);
        let bonus = |is_so: bool, by: u32| if is_so { by } else { 0 };
        let n_finds: usize =
            words.iter().map(|it| self.text_to_find.matches(it).take(9).count()).sum();
        Some(
            n_in_title * 20
                + n_finds as u32
                + bonus(self.title_to_find == phrase, 100)
                + bonus(self.title_to_find.starts_with(phrase), 40)
                + bonus(is_whole, 10)
                + bonus(self.text_to_find.contains(phrase), 5),
        )
    }

    fn hit(&self, words: &[&str], phrase: &str) -> Hit {
        let first = self
            .text_to_find
            .find(phrase)
            .or_else(|| words.iter().filter_map(|it| self.text_to_find.find(it)).min());
        Hit {
            place: self.place.clone(),
            title: self.title.clone(),
            document: self.document.clone(),
            snippet: self.snippet(first.unwrap_or(0), words),
        }
    }

    /// Returns the text around an offset, with the words in it marked.
    fn snippet(&self, around: usize, words: &[&str]) -> Vec<(String, bool)> {
        let head = self.text.get(..around).unwrap_or_default();
        let start = match head.char_indices().rev().nth(BEFORE) {
            // It starts with a whole word.
            Some((idx, _)) => {
                head.get(idx..).and_then(|it| it.find(' ')).map_or(idx, |it| idx + it + 1)
            }
            None => 0,
        };
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.char_indices().nth(LENGTH).map_or(rest.len(), |it| it.0);
        let end = start + length;
        let mut res = Vec::new();
        if start > 0 {
            res.push(("…".to_owned(), false));
        }
        let mut at = start;
        while at < end {
            let to_find = self.text_to_find.get(at..end).unwrap_or_default();
            let find = |it: &&str| Some((to_find.find(*it)?, it.len()));
            // At the same place the longest word counts.
            let next =
                words.iter().filter_map(find).min_by_key(|it| (it.0, std::cmp::Reverse(it.1)));
            let (before, length) = next.unwrap_or((end - at, 0));
            let stretches = [(at, at + before, false), (at + before, at + before + length, true)];
            for (from, to, is_find) in stretches {
                let text = self.text.get(from..to).unwrap_or_default();
                if !text.is_empty() {
                    res.push((text.to_owned(), is_find));
                }
            }
            at += before + length;
        }
        if end < self.text.len() {
            res.push(("…".to_owned(), false));
        }
        res
    }
}

/// Returns true if a word of `text` starts with `part`.
fn starts_word(text: &str, part: &str) -> bool {
    text.match_indices(part).any(|(idx, _)| {
        text.get(..idx).and_then(|it| it.chars().next_back()).is_none_or(|it| !it.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{HelpBlock, HelpSpan, ReferenceDocument, ReferenceSection};

    use super::*;

    fn index() -> Index {
        let section = |title: &str, text: &str| ReferenceSection {
            anchor: title.to_lowercase(),
            level: 2,
            title: title.to_owned(),
            blocks: vec![HelpBlock::Text(vec![
                HelpSpan::Code(text.to_owned()),
                HelpSpan::Words(" and more".to_owned()),
            ])],
        };
        let document = |name: &str, sections| ReferenceDocument {
            name: name.to_owned(),
            title: name.to_uppercase(),
            languages: Vec::new(),
            sections,
        };
        Index::new(&Reference {
            documents: vec![
                document(
                    "a",
                    vec![section("Lines", "W_ABI über Zeilen"), section("Macros", "lines, lines")],
                ),
                document("b", vec![section("Tokens", "lines of outlines"), section("Empty", "")]),
            ],
        })
    }

    #[track_caller]
    fn check(query: &str, document: &str, expected: &[&str]) {
        let found = index().search(query, document);
        let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, expected, "{query}");
    }

    #[test]
    fn sections_are_found_by_title_and_text() {
        check("lines", "a", &["Lines", "Macros", "Tokens"]);
        // What is in the document that is read comes first.
        check("lines", "b", &["Lines", "Tokens", "Macros"]);
        check("w_abi", "a", &["Lines"]);
        check("MORE lines", "a", &["Lines", "Macros", "Tokens"]);
        check("outlines more", "a", &["Tokens"]);
        check("missing", "a", &[]);
        check("  ", "a", &[]);
    }

    #[test]
    fn snippets_mark_the_finds() {
        let found = index().search("ZEILEN abi", "a");
        let marked: Vec<&str> = found
            .iter()
            .flat_map(|it| &it.snippet)
            .filter(|it| it.1)
            .map(|it| it.0.as_str())
            .collect();
        assert_eq!(marked, ["ABI", "Zeilen"]);
        let all: String = found.iter().flat_map(|it| &it.snippet).map(|it| it.0.as_str()).collect();
        assert_eq!(all, "W_ABI über Zeilen and more");
    }

    #[test]
    fn long_texts_are_cut_at_words() {
        let text = format!("{} needle {}", "früh ".repeat(50), "spät ".repeat(80));
        let entry = Entry {
            place: Place::default(),
            title: String::new(),
            document: String::new(),
            title_to_find: String::new(),
            text_to_find: text.to_ascii_lowercase(),
            text,
        };
        let snippet = entry.hit(&["needle"], "needle").snippet;
        let all: String = snippet.iter().map(|it| it.0.as_str()).collect();
        assert!(all.starts_with("…früh") && all.ends_with('…'), "{all}");
        assert_eq!(snippet.iter().filter(|it| it.1).count(), 1);
    }
}
