//! The width of text, as the layout measures it, and cutting it to fit.

use bobbin_core::layout::letter_width;
pub use bobbin_core::layout::{
    BOLD, SMALL_SIZE as SMALL, TITLE_SIZE as TITLE, WIDEST_PORT, text_width as width,
};

/// The space between the edge of a vertex and its text; the layout makes room with the same number.
pub const PADDING: f64 = 12.0;
/// The font size of a title seen from afar; the style sheet has it, too.
const FAR: f64 = 26.0;

/// Cuts a title in its middle if it is wider than the room for it.
#[must_use]
pub fn title(text: &str, room: f64) -> String {
    fitted(text, room / BOLD, TITLE)
}

/// Fits a title seen from afar.
#[must_use]
pub fn far_title(text: &str, room: f64) -> String {
    fitted(text, room / BOLD, FAR)
}

/// Cuts text in its middle, if it is wider than there is room: names that are long mostly differ at
/// their ends.
#[must_use]
pub fn fitted(text: &str, room: f64, size: f64) -> String {
    // What the layout made room for, but for rounding.
    if width(text, size) <= room + 1.0 {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let mut left = room - letter_width('…') * size;
    let (mut start, mut end) = (0, letters.len());
    // From both ends in turn.
    while start < end {
        let from_start = start <= letters.len() - end;
        let next = if from_start { letters.get(start) } else { letters.get(end - 1) };
        left -= next.map_or(0.0, |it| letter_width(*it) * size);
        if left < 0.0 {
            break;
        }
        if from_start { start += 1 } else { end -= 1 }
    }
    letters.iter().take(start).chain(&['…']).chain(letters.iter().skip(end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_in_the_middle() {
        for (text, room, cut) in [
            ("detector", 100.0, "detector"),
            ("aaaaaaaaaaaaaaaaaaaa", 66.0, "aaaa…aaaa"),
            ("äöüäöüäöüäöü", 55.0, "äö…öü"),
            ("detector", 0.0, "…"),
            ("", 10.0, ""),
        ] {
            assert_eq!(fitted(text, room, SMALL), cut, "{text} {room}");
        }
        assert_eq!(title("reader", 120.0), "reader");
        assert_eq!(far_title("reader", 120.0), "reader");
        assert_eq!(far_title("a_rather_long_reader", 120.0), "a_r…der");
    }
}
