//! "Did you mean …?"

/// Longer words are no slips of the pen, and comparing two takes time by the product of their lengths.
const MOST_CHARS: usize = 200;

/// Returns the candidate that `word` is most likely a misspelling of, if any is near enough.
///
/// Near enough is one edit (insert, remove, change or swap of two neighbours) for each three
/// characters, at least one; a difference in case alone always is. Of equally near candidates the first wins.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let n_chars = word.chars().count();
    if n_chars > MOST_CHARS {
        return None;
    }
    let limit = (n_chars / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for it in candidates {
        if it == word || it.chars().count().abs_diff(n_chars) > limit {
            continue;
        }
        let distance = if it.eq_ignore_ascii_case(word) { 0 } else { distance(word, it) };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, it));
        }
    }
    best.map(|(_, it)| it)
}

/// Returns the Damerau–Levenshtein distance in its optimal string alignment form.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (row, ca) in a.chars().enumerate() {
        let mut line = Vec::with_capacity(b.len() + 1);
        let mut left = row + 1;
        line.push(left);
        for (col, &cb) in b.iter().enumerate() {
            let diagonal = above.get(col).copied().unwrap_or_default();
            let up = above.get(col + 1).copied().unwrap_or_default();
            let mut cost = (diagonal + usize::from(ca != cb)).min(up + 1).min(left + 1);
            let previous = col.checked_sub(1).and_then(|it| b.get(it));
            if last == Some(cb) && previous == Some(&ca) && ca != cb {
                let swapped = col.checked_sub(1).and_then(|it| before.get(it));
                cost = cost.min(swapped.copied().unwrap_or(usize::MAX - 1) + 1);
            }
            line.push(cost);
            left = cost;
        }
        before = std::mem::replace(&mut above, line);
        last = Some(ca);
    }
    above.last().copied().unwrap_or_default()
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
    }

    #[test]
    fn counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("ca", "abc"), 3);
    }
}
