//! The reference documents of the languages, section by section.

mod markdown;

use std::sync::LazyLock;

use bobbin_languages::LanguageId;
use bobbin_protocol::{Reference, ReferenceDocument, ReferenceSection};

/// The documents: the name under which each is cited, a short title, and the text.
const DOCUMENTS: [(&str, &str, &str); 3] = [
    ("sprokit", "KWIVER", include_str!("../../../docs/languages/sprokit.md")),
    ("pinsight", "PInsight", include_str!("../../../docs/languages/pinsight.md")),
    ("coil", "COIL", include_str!("../../../docs/languages/coil.md")),
];

/// The documents, read.
static REFERENCE: LazyLock<Reference> = LazyLock::new(|| {
    let document = |(name, title, text): (&str, &str, &str)| {
        let languages = LanguageId::ALL.into_iter().map(|it| it.info().name);
        ReferenceDocument {
            name: name.to_owned(),
            title: title.to_owned(),
            languages: languages.filter(|it| it.starts_with(name)).map(str::to_owned).collect(),
            sections: markdown::sections(name, text),
        }
    };
    Reference { documents: DOCUMENTS.into_iter().map(document).collect() }
});

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
pub(crate) fn section(key: &str) -> Option<&'static ReferenceSection> {
    let (name, anchor) = key.split_once('#')?;
    let document = REFERENCE.documents.iter().find(|it| it.name == name)?;
    document.sections.iter().find(|it| it.anchor == anchor)
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{HelpBlock, HelpSpan, HelpText};

    use super::*;

    #[test]
    fn citations_lead_to_sections() {
        let (sentence, keys) = cited("it is so (sprokit.md#macros and pinsight.md#lines)");
        assert_eq!(sentence, "it is so");
        assert_eq!(keys, ["sprokit#macros", "pinsight#lines"]);
        assert_eq!(cited("it is so (004 §2)"), ("it is so (004 §2)".to_owned(), Vec::new()));
        let section = section("sprokit#macros").unwrap();
        assert_eq!(section.title, "Macros");
        let mut words = String::new();
        section.blocks.iter().for_each(|it| it.add_words(&mut words));
        assert!(words.starts_with("The pattern is $"), "{words}");
    }

    #[test]
    fn every_language_has_a_document() {
        for language in LanguageId::ALL {
            let name = language.info().name.to_owned();
            let about = REFERENCE.documents.iter().filter(|it| it.languages.contains(&name));
            assert_eq!(about.count(), 1, "{name}");
        }
    }

    #[test]
    fn every_link_leads_to_a_section() {
        fn follow(text: &HelpText, n_links: &mut usize) {
            for span in text {
                match span {
                    HelpSpan::Words(_) | HelpSpan::Code(_) => {}
                    HelpSpan::Strong(inner) | HelpSpan::Emphasis(inner) => follow(inner, n_links),
                    HelpSpan::Link { text, to } => {
                        assert!(section(to).is_some(), "no section {to}");
                        follow(text, n_links);
                        *n_links += 1;
                    }
                }
            }
        }
        fn enter(block: &HelpBlock, n_links: &mut usize) {
            match block {
                HelpBlock::Verbatim(_) => {}
                HelpBlock::Text(text) => follow(text, n_links),
                HelpBlock::List { items, .. } => {
                    items.iter().flatten().for_each(|it| enter(it, n_links));
                }
                HelpBlock::Table { head, rows } => {
                    head.iter().chain(rows.iter().flatten()).for_each(|it| follow(it, n_links));
                }
            }
        }
        let mut n_links = 0;
        for document in &REFERENCE.documents {
            let mut anchors: Vec<&str> =
                document.sections.iter().map(|it| it.anchor.as_str()).collect();
            anchors.sort_unstable();
            let n_sections = anchors.len();
            anchors.dedup();
            assert_eq!(anchors.len(), n_sections, "an anchor twice in {}", document.name);
            let blocks = document.sections.iter().flat_map(|it| &it.blocks);
            blocks.for_each(|it| enter(it, &mut n_links));
        }
        assert!(n_links > 40, "{n_links}");
    }

    #[test]
    fn the_page_has_the_same_reference() {
        let file = expect_test::expect_file!["../../../public/help/reference.json"];
        file.assert_eq(&format!("{}\n", serde_json::to_string(&*REFERENCE).unwrap()));
    }
}
