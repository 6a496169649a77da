//! A text is read again after an edit of one key: that key has changed and nothing else.

use text_size::TextRange;

use super::header::{CONSTRAINTS, INHERITANCE};
use super::lines;
use crate::file::{File, parse};
use crate::lower::Pair;
use bobbin_core::Input;
use bobbin_core::edit::{Refusal, TextEdit};

/// Refuses an edit that gives `key` of a section another value than `value`, or that changes how
/// another line is read: the program reads long lines in pieces, and what broke off goes on with
/// what comes behind.
pub(super) fn check(
    file: &File,
    section: usize,
    key: &str,
    value: Option<&str>,
    edit: &TextEdit,
) -> Result<(), Refusal> {
    let text = edit.apply(file.text()).into();
    let after = parse(&Input { text, ..file.input().clone() });
    let (old, new) = (Said { file, section, key }, Said { file: &after, section, key });
    let same = |all: &[TextRange], others: &[TextRange]| {
        let (mut all, mut others) = (old.words(all), new.words(others));
        all.by_ref().eq(others.by_ref())
    };
    let (old_headers, new_headers) = (old.headers(), new.headers());
    if !same(&old_headers, &new_headers) || !same(&old.others(), &new.others()) {
        let reason = "other lines would be read differently after that; fix the text around it";
        return Err(Refusal { reason: reason.to_owned(), at: old.place() });
    }
    if [INHERITANCE, CONSTRAINTS].contains(&key) || new.value() == value {
        return Ok(());
    }
    let reason = match value {
        Some(it) => format!("`{key}` would not be read as `{it}` there; fix the text around it"),
        None => format!("`{key}` would still be read there; fix the text around it"),
    };
    Err(Refusal { reason, at: old.place() })
}

/// A text, and the key that is edited in it.
struct Said<'f> {
    file: &'f File,
    /// The index of the section in the layout.
    section: usize,
    key: &'f str,
}

impl<'f> Said<'f> {
    fn words<'w>(&'w self, ranges: &'w [TextRange]) -> impl Iterator<Item = &'f str> + 'w {
        ranges.iter().map(|&it| self.file.text_at(it))
    }

    /// Returns the headers, without those of the section: an edit may be about a part of its
    /// header.
    fn headers(&self) -> Vec<TextRange> {
        let all = self.file.layout().sections.iter().enumerate();
        let (empty, is_header) = (TextRange::default(), self.is_header());
        let kept = |idx: usize, range| if idx == self.section && is_header { empty } else { range };
        all.map(|(idx, it)| kept(idx, it.header.range)).collect()
    }

    fn is_header(&self) -> bool {
        [INHERITANCE, CONSTRAINTS].contains(&self.key)
    }

    fn named(&self) -> impl DoubleEndedIterator<Item = &'f Pair> {
        let file = self.file;
        let section = file.layout().sections.get(self.section);
        let pairs = section.into_iter().flat_map(|it| file.layout().pairs_of(it));
        pairs.map(|it| it.1).filter(move |it| lines::key(file, it) == self.key)
    }

    /// Keys and values of all lines that are not the key's, with an empty range where a section
    /// begins.
    fn others(&self) -> Vec<TextRange> {
        let layout = self.file.layout();
        let mut starts = layout.sections.iter().map(|it| it.pairs.start).peekable();
        let mut named = self.named().peekable();
        let mut res = Vec::new();
        for (idx, pair) in layout.pairs.iter().enumerate() {
            while starts.next_if(|&it| it <= idx).is_some() {
                res.push(TextRange::default());
            }
            if named.next_if(|it| std::ptr::eq(*it, pair)).is_none() {
                res.extend([pair.key, pair.value]);
            }
        }
        res.extend(starts.map(|_| TextRange::default()));
        res
    }

    /// Returns the value in force, if the key is written.
    fn value(&self) -> Option<&'f str> {
        self.named().next_back().map(|it| self.file.text_at(it.value))
    }

    fn place(&self) -> Option<TextRange> {
        let header = self.file.layout().sections.get(self.section).map(|it| it.header.range);
        self.named().next_back().map(|it| it.key.cover(it.value)).or(header)
    }
}
