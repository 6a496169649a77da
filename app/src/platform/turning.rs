//! Characters that nobody sees and that turn the order of others around: what follows them is not read as it is
//! written. Where texts are shown, others stand for them, which fonts draw as boxes.
//!
//! Those are characters that Unicode keeps for such use within programs, so what is shown can be turned back into what
//! is written: a command that names a shown item names the written one.

/// The characters that change the order of others.
const TURNING: [char; 12] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// The first of those that stand for them, in the same order.
const FIRST_MARK: u32 = 0xfdd0;

/// Stands before a character of the text itself that would be taken for a mark.
const OWN: char = '\u{fddc}';

fn mark_of(turning: char) -> Option<char> {
    let at = TURNING.iter().position(|it| *it == turning)?;
    char::from_u32(FIRST_MARK + at as u32)
}

fn written(mark: char) -> Option<char> {
    let at = u32::from(mark).checked_sub(FIRST_MARK)?;
    TURNING.get(at as usize).copied()
}

/// Returns a text that is only read, as it is shown; one that is shown already stays as it is.
#[must_use]
pub fn marked(text: String) -> String {
    if text.is_ascii() || !text.chars().any(|it| mark_of(it).is_some()) {
        return text;
    }
    text.chars().map(|it| mark_of(it).unwrap_or(it)).collect()
}

/// Returns a text as it is shown where it can be edited or named; [`meant`] turns it back.
#[must_use]
pub fn shown(text: String) -> String {
    let is_own = |it: char| it == OWN || written(it).is_some();
    // Nearly every text has none.
    if text.is_ascii() || !text.chars().any(|it| is_own(it) || mark_of(it).is_some()) {
        return text;
    }
    let mut res = String::with_capacity(text.len());
    for it in text.chars() {
        if is_own(it) {
            res.push(OWN);
        }
        res.push(mark_of(it).unwrap_or(it));
    }
    res
}

/// Returns what a shown text stands for.
#[must_use]
pub fn meant(text: String) -> String {
    if text.is_ascii() || !text.chars().any(|it| it == OWN || written(it).is_some()) {
        return text;
    }
    let mut res = String::with_capacity(text.len());
    let mut all = text.chars();
    while let Some(it) = all.next() {
        res.push(match it {
            OWN => all.next().unwrap_or(OWN),
            it => written(it).unwrap_or(it),
        });
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_the_order_is_shown_by_marks() {
        let text = "name = a\u{202e}b\u{2069} é".to_owned();
        assert_eq!(shown(text.clone()), "name = a\u{fdd7}b\u{fddb} é");
        assert_eq!(meant(shown(text.clone())), text);
        for own in ["\u{fdd7}", "a\u{fddc}\u{202e}\u{fdd0}b", "\u{fddc}\u{fddc}"] {
            assert_eq!(meant(shown(own.to_owned())), own, "marks of the text itself stay");
        }
        assert_eq!(shown("é עברית".to_owned()), "é עברית", "letters that run from the right stay");
    }
}
