//! "Did you mean …?"

/// Longer words are no slips of the pen, and comparing two takes time by the product of their lengths.
const MOST_CHARS: usize = 200;

/// Returns the candidate that `word` is most likely a misspelling of, if any is near enough.
///
/// Near enough is one edit (insert, remove, change or swap of two neighbours) for each three
/// characters, at least one, unless nothing is left of the word; a difference in case alone always is. Of equally near candidates the first wins.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let n_chars = word.chars().count();
    if n_chars > MOST_CHARS {
        return None;
    }
    let limit = (n_chars / 3).max(1);
    let letters = letters_of(word);
    let mut lines = Lines::default();
    let mut best: Option<(usize, &str)> = None;
    for it in candidates {
        if it == word || it.chars().count().abs_diff(n_chars) > limit {
            continue;
        }
        // An edit adds one letter that the other word lacks, takes one away, or both.
        let theirs = letters_of(it);
        let n_lacking = (letters & !theirs).count_ones().max((theirs & !letters).count_ones());
        if n_lacking as usize > limit {
            continue;
        }
        let distance = if it.eq_ignore_ascii_case(word) { 0 } else { lines.distance(word, it) };
        let has_rest = distance < it.chars().count().max(n_chars);
        if distance <= limit && has_rest && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, it));
        }
    }
    best.map(|(_, it)| it)
}

/// Returns true for words that say "on" somewhere, and false for those that say "off", in any case. That
/// comes before [`nearest`]: by its letters, `on` is a misspelt `no`.
pub fn switch_meant(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "y" | "yes" | "t" | "true" | "1" | "enable" | "enabled" => Some(true),
        "off" | "of" | "n" | "no" | "not" | "f" | "false" | "0" | "none" | "never" | "disable"
        | "disabled" => Some(false),
        _ => None,
    }
}

/// Returns the set of the letters of a word as bits; several letters share a bit, among them those
/// that differ in case alone.
fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, it| bits | 1 << (u32::from(it) % 32))
}

/// Three lines of the table of distances between the beginnings of two words, in memory that is used
/// again for the next words.
#[derive(Default)]
struct Lines {
    other: Vec<char>,
    before: Vec<usize>,
    above: Vec<usize>,
    line: Vec<usize>,
}

impl Lines {
    /// Returns the Damerau–Levenshtein distance in its optimal string alignment form.
    fn distance(&mut self, a: &str, b: &str) -> usize {
        let Lines { other, before, above, line } = self;
        other.clear();
        other.extend(b.chars());
        before.clear();
        above.clear();
        above.extend(0..=other.len());
        let mut last = None;
        for (row, ca) in a.chars().enumerate() {
            line.clear();
            let mut left = row + 1;
            line.push(left);
            for (col, &cb) in other.iter().enumerate() {
                let diagonal = above.get(col).copied().unwrap_or_default();
                let up = above.get(col + 1).copied().unwrap_or_default();
                let mut cost = (diagonal + usize::from(ca != cb)).min(up + 1).min(left + 1);
                let previous = col.checked_sub(1).and_then(|it| other.get(it));
                if last == Some(cb) && previous == Some(&ca) && ca != cb {
                    let swapped = col.checked_sub(1).and_then(|it| before.get(it));
                    cost = cost.min(swapped.copied().unwrap_or(usize::MAX - 1) + 1);
                }
                line.push(cost);
                left = cost;
            }
            std::mem::swap(before, above);
            std::mem::swap(above, line);
            last = Some(ca);
        }
        above.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_misspelt() {
        let names = ["MPI_Send", "MPI_Recv", "omp_work", "ON"];
        assert_eq!(nearest("MPI_Sned", names), Some("MPI_Send"));
        assert_eq!(nearest("mpi_send", names), Some("MPI_Send"));
        assert_eq!(nearest("omp_wrk", names), Some("omp_work"));
        assert_eq!(nearest("on", names), Some("ON"));
        assert_eq!(nearest("elephant", names), None);
        assert_eq!(nearest("ON", names), None);
        // Of a single letter a slip leaves nothing.
        assert_eq!(nearest("p", ["q", "in"]), None);
        assert_eq!(nearest("p", ["q", "p2"]), Some("p2"));
        assert_eq!(nearest("p", ["P"]), Some("P"));
    }

    #[test]
    fn counts_edits() {
        // The memory of one pair of words is not seen by the next.
        let mut lines = Lines::default();
        assert_eq!(lines.distance("", "abc"), 3);
        assert_eq!(lines.distance("kitten", "sitting"), 3);
        assert_eq!(lines.distance("ab", "ba"), 1);
        assert_eq!(lines.distance("ca", "abc"), 3);
    }

    #[test]
    fn letters_rule_out_only_what_is_too_far() {
        // Three letters of nine are others: as many edits as are allowed.
        assert_eq!(nearest("threshold", ["thxyzhold"]), Some("thxyzhold"));
        assert_eq!(nearest("threshold", ["twxyzhold"]), None);
        assert_eq!(nearest("Größe", ["größe", "Grüße"]), Some("größe"));
        assert_eq!(nearest("ABC", ["abc"]), Some("abc"));
    }
}
