//! Markdown without its marks, for clients that show texts as they are.

/// Returns a text in Markdown, as the languages write it, without marks.
pub(super) fn plain(markdown: &str) -> String {
    let mut is_block = false;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") && line.trim_start_matches([' ', '`']).len() < 20 {
            is_block = !is_block;
        } else if is_block {
            lines.push(line.to_owned());
        } else {
            let heading = line.trim_start_matches('#');
            let is_heading = heading.len() < line.len() && heading.starts_with(' ');
            lines.push(unmarked(if is_heading { heading.trim_start() } else { line }));
        }
    }
    lines.join("\n")
}

/// Returns a line without code spans, bold words, links and escapes.
fn unmarked(mut line: &str) -> String {
    let mut res = String::new();
    while let Some(it) = line.chars().next() {
        let behind = line.get(it.len_utf8()..).unwrap_or_default();
        let ticks = line.len() - line.trim_start_matches('`').len();
        if ticks > 0 {
            let (fence, inside) = line.split_at(ticks);
            if let Some((code, rest)) = inside.split_once(fence) {
                // The blanks around a span with backticks are not shown.
                let inner = code.strip_prefix(' ').and_then(|it| it.strip_suffix(' '));
                res.push_str(inner.filter(|_| ticks > 1).unwrap_or(code));
                line = rest;
                continue;
            }
        }
        if let Some(rest) = line.strip_prefix("**") {
            line = rest;
            continue;
        }
        if it == '\\'
            && let Some(escaped) = behind.chars().next().filter(char::is_ascii_punctuation)
        {
            res.push(escaped);
            line = behind.get(1..).unwrap_or_default();
            continue;
        }
        if it == '['
            && let Some((words, rest)) = behind.split_once("](")
            && let Some((_, rest)) = rest.split_once(')')
            && !words.contains([']', '['])
        {
            res.push_str(&unmarked(words));
            line = rest;
            continue;
        }
        res.push(it);
        line = behind;
    }
    res
}

#[cfg(test)]
mod tests {
    use bobbin_core::text::{bold, code};

    use super::*;

    #[test]
    fn marks_are_gone_and_words_stay() {
        for word in ["a_b*c", "x`y", "a\\b", "[x](y)", "``", "<i> & **"] {
            assert_eq!(
                plain(&format!("{} — {}.", bold(word), code(word))),
                format!("{word} — {word}.")
            );
        }
        assert_eq!(
            plain("# Head\n\n- `a` of [b `c`](d)\n```\n**x**\n```\nend"),
            "Head\n\n- a of b c\n**x**\nend"
        );
        assert_eq!(plain("2 * 3 ** 4 ` 5"), "2 * 3  4 ` 5");
    }
}
