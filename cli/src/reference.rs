//! The reference documents of the languages, section by section.

use bobbin_protocol::{HelpBlock, HelpSection};

/// The documents, by the name under which they are cited.
const DOCUMENTS: [(&str, &str); 3] = [
    ("coil", include_str!("../../docs/languages/coil.md")),
    ("pinsight", include_str!("../../docs/languages/pinsight.md")),
    ("sprokit", include_str!("../../docs/languages/sprokit.md")),
];

/// Returns the keys of the sections that a sentence cites, such as `sprokit#macros` for
/// `(sprokit.md#macros)`, and the sentence without the citation.
pub(crate) fn cited(summary: &str) -> (String, Vec<String>) {
    let Some((sentence, citation)) = summary.rsplit_once(" (") else {
        return (summary.to_owned(), Vec::new());
    };
    let words = citation.split(|it: char| it.is_whitespace() || "(),;".contains(it));
    let key = |word: &str| {
        let (page, anchor) = word.split_once(".md#")?;
        Some(format!("{page}#{anchor}"))
    };
    let keys: Vec<String> = words.filter_map(key).collect();
    if keys.is_empty() { (summary.to_owned(), keys) } else { (sentence.to_owned(), keys) }
}

/// Returns a section by its key.
pub(crate) fn section(key: &str) -> Option<HelpSection> {
    let (page, wanted) = key.split_once('#')?;
    let (_, document) = DOCUMENTS.iter().find(|it| it.0 == page)?;
    let mut lines = document.lines();
    let title = lines.find_map(|line| heading(line).filter(|it| anchor(it) == wanted))?;
    let mut is_fenced = false;
    let body = lines.take_while(|line| {
        is_fenced ^= line.starts_with("```");
        is_fenced || heading(line).is_none()
    });
    Some(HelpSection { title: title.to_owned(), blocks: blocks(body) })
}

fn heading(line: &str) -> Option<&str> {
    line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
}

/// Returns the anchor of a heading, as the usual viewers make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// Reads the blocks of a section.
fn blocks<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<HelpBlock> {
    let mut res: Vec<HelpBlock> = Vec::new();
    // True if a line continues the last block.
    let mut is_open = false;
    let mut is_fenced = false;
    for line in lines {
        let text = line.trim();
        if text.starts_with("```") {
            is_fenced = !is_fenced;
            if is_fenced {
                res.push(HelpBlock::Verbatim(String::new()));
            }
            is_open = false;
            continue;
        }
        if is_fenced {
            if let Some(HelpBlock::Verbatim(all)) = res.last_mut() {
                all.push_str(line);
                all.push('\n');
            }
            continue;
        }
        if text.is_empty() {
            is_open = false;
        } else if let Some(cells) = text.strip_prefix('|') {
            let cells = cells.trim_end_matches('|').replace("\\|", "\u{1}");
            let cells: Vec<String> =
                cells.split('|').map(|it| plain(&it.replace('\u{1}', "|"))).collect();
            if !cells.iter().all(|it| it.chars().all(|it| "-: ".contains(it)) && !it.is_empty()) {
                res.push(HelpBlock::Row(cells));
            }
            is_open = false;
        } else if let Some(item) = item(text) {
            res.push(HelpBlock::Item(plain(item)));
            is_open = true;
        } else if is_open && let Some(HelpBlock::Text(all) | HelpBlock::Item(all)) = res.last_mut()
        {
            all.push(' ');
            all.push_str(&plain(text));
        } else {
            res.push(HelpBlock::Text(plain(text)));
            is_open = true;
        }
    }
    res
}

/// Returns the text of a list's item.
fn item(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
    line.strip_prefix("- ").or(rest.strip_prefix(". ").filter(|_| rest.len() < line.len()))
}

/// Drops emphasis and the targets of links; code keeps its backticks.
fn plain(text: &str) -> String {
    let mut res = String::new();
    for (nth, part) in text.trim().split('`').enumerate() {
        if nth > 0 {
            res.push('`');
        }
        if nth % 2 == 1 {
            res.push_str(part);
            continue;
        }
        let part = part.replace("**", "");
        let mut rest = part.as_str();
        while let Some((before, link)) = rest.split_once('[') {
            let Some((words, behind)) = link.split_once("](") else { break };
            let Some((_, behind)) = behind.split_once(')') else { break };
            res.push_str(before);
            res.push_str(words);
            rest = behind;
        }
        res.push_str(rest);
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_lead_to_sections() {
        let (sentence, keys) = cited("it is so (sprokit.md#macros and pinsight.md#lines)");
        assert_eq!(sentence, "it is so");
        assert_eq!(keys, ["sprokit#macros", "pinsight#lines"]);
        assert_eq!(cited("it is so (004 §2)"), ("it is so (004 §2)".to_owned(), Vec::new()));
        let section = section("sprokit#macros").unwrap();
        assert_eq!(section.title, "Macros");
        assert!(
            matches!(section.blocks.first(), Some(HelpBlock::Text(it)) if it.starts_with("The pattern is `$`"))
        );
    }

    #[test]
    fn blocks_are_told_apart() {
        let text = "One **bold**\nsentence, [a link](#x).\n\n- an item\n  of two lines\n2. second\n\n| a | b |\n|---|---|\n| `x\\|y` | 2 |\n\n```\n # code\n```\nEnd";
        assert_eq!(
            blocks(text.lines()),
            [
                HelpBlock::Text("One bold sentence, a link.".into()),
                HelpBlock::Item("an item of two lines".into()),
                HelpBlock::Item("second".into()),
                HelpBlock::Row(vec!["a".into(), "b".into()]),
                HelpBlock::Row(vec!["`x|y`".into(), "2".into()]),
                HelpBlock::Verbatim(" # code\n".into()),
                HelpBlock::Text("End".into()),
            ]
        );
    }
}
