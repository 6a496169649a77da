//! From Markdown to sections.

use bobbin_protocol::{HelpBlock, HelpSpan, HelpText, ReferenceSection};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Reads the sections of the document with this name.
pub(super) fn sections(name: &str, text: &str) -> Vec<ReferenceSection> {
    let mut reader = Reader { name, events: Parser::new_ext(text, Options::ENABLE_TABLES) };
    let mut sections: Vec<ReferenceSection> = Vec::new();
    while let Some(event) = reader.events.next() {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            let title = words(&reader.text());
            let level = match level {
                HeadingLevel::H1 => 1,
                HeadingLevel::H2 => 2,
                HeadingLevel::H3 => 3,
                _ => 4,
            };
            let anchor = anchor(&title);
            sections.push(ReferenceSection { anchor, level, title, blocks: Vec::new() });
        } else if let Some(section) = sections.last_mut() {
            section.blocks.extend(reader.block(event));
        }
    }
    sections
}

/// Returns the anchor of a heading, as the usual viewers make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

fn words(text: &HelpText) -> String {
    let mut res = String::new();
    HelpBlock::Text(text.clone()).add_words(&mut res);
    res.trim_end().to_owned()
}

struct Reader<'t> {
    name: &'t str,
    events: Parser<'t>,
}

impl<'t> Reader<'t> {
    /// Reads the block that begins with an event.
    fn block(&mut self, event: Event<'t>) -> Option<HelpBlock> {
        match event {
            Event::Start(Tag::Paragraph) => Some(HelpBlock::Text(self.text())),
            Event::Start(Tag::CodeBlock(_)) => {
                let text = self.text().into_iter().map(|it| match it {
                    HelpSpan::Words(it) => it,
                    _ => String::new(),
                });
                Some(HelpBlock::Verbatim(text.collect()))
            }
            Event::Start(Tag::List(start)) => {
                let start = start.and_then(|it| u32::try_from(it).ok());
                let mut items = Vec::new();
                while let Some(Event::Start(Tag::Item)) = self.events.next() {
                    items.push(self.item());
                }
                Some(HelpBlock::List { start, items })
            }
            Event::Start(Tag::Table(_)) => {
                let mut lines = Vec::new();
                loop {
                    match self.events.next() {
                        Some(Event::Start(Tag::TableHead | Tag::TableRow)) => {
                            lines.push(Vec::new())
                        }
                        Some(Event::Start(Tag::TableCell)) => {
                            let cell = self.text();
                            if let Some(line) = lines.last_mut() {
                                line.push(cell);
                            }
                        }
                        Some(Event::End(TagEnd::Table)) | None => break,
                        Some(_) => {}
                    }
                }
                let mut lines = lines.into_iter();
                let head = lines.next().unwrap_or_default();
                Some(HelpBlock::Table { head, rows: lines.collect() })
            }
            _ => None,
        }
    }

    /// Reads the blocks of an item. Text that is no paragraph of its own is made one.
    fn item(&mut self) -> Vec<HelpBlock> {
        let mut blocks = Vec::new();
        let mut bare = HelpText::new();
        loop {
            let event = self.events.next();
            let is_end = matches!(event, Some(Event::End(TagEnd::Item)) | None);
            let is_block = matches!(
                event,
                Some(Event::Start(
                    Tag::Paragraph | Tag::CodeBlock(_) | Tag::List(_) | Tag::Table(_)
                ))
            );
            if (is_end || is_block) && !bare.is_empty() {
                blocks.push(HelpBlock::Text(std::mem::take(&mut bare)));
            }
            match event {
                Some(event) if is_block => blocks.extend(self.block(event)),
                Some(event) if !is_end => self.span(event, &mut bare),
                _ => return blocks,
            }
        }
    }

    /// Reads the text of the element that has just begun, up to its end.
    fn text(&mut self) -> HelpText {
        let mut res = HelpText::new();
        loop {
            match self.events.next() {
                Some(Event::End(_)) | None => return res,
                Some(event) => self.span(event, &mut res),
            }
        }
    }

    /// Adds the stretch of text that an event begins. Stretches of plain words are joined.
    fn span(&mut self, event: Event<'t>, to: &mut HelpText) {
        let words = match event {
            Event::Text(it) | Event::Html(it) | Event::InlineHtml(it) => it.into_string(),
            Event::SoftBreak | Event::HardBreak => " ".to_owned(),
            Event::Code(it) => return to.push(HelpSpan::Code(it.into_string())),
            Event::Start(Tag::Strong) => return to.push(HelpSpan::Strong(self.text())),
            Event::Start(Tag::Emphasis) => return to.push(HelpSpan::Emphasis(self.text())),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let text = self.text();
                return to.push(HelpSpan::Link { text, to: self.target(&dest_url) });
            }
            _ => return,
        };
        match to.last_mut() {
            Some(HelpSpan::Words(last)) => last.push_str(&words),
            _ => to.push(HelpSpan::Words(words)),
        }
    }

    /// Returns the key of the section that a link leads to.
    fn target(&self, address: &str) -> String {
        match address.split_once('#') {
            Some(("", anchor)) => format!("{}#{anchor}", self.name),
            Some((page, anchor)) => format!("{}#{anchor}", page.trim_end_matches(".md")),
            None => address.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(words: &str) -> HelpSpan {
        HelpSpan::Words(words.to_owned())
    }

    fn text(words: &str) -> HelpBlock {
        HelpBlock::Text(vec![span(words)])
    }

    #[test]
    fn blocks_are_told_apart() {
        let source = "# Of `x` & y\n\nOne **bold**\nsentence, [a link](#x), [another](coil.md#values).\n\n\
             - an item\n  of two lines\n- second\n  1. nested\n\n\
             | a | b |\n|---|---|\n| `x\\|y` | 2 |\n\n```\n # code\n```\nEnd";
        let found = sections("sprokit", source);
        let [section] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((section.title.as_str(), section.anchor.as_str()), ("Of x & y", "of-x--y"));
        let link =
            |words: &str, to: &str| HelpSpan::Link { text: vec![span(words)], to: to.into() };
        assert_eq!(
            section.blocks,
            [
                HelpBlock::Text(vec![
                    span("One "),
                    HelpSpan::Strong(vec![span("bold")]),
                    span(" sentence, "),
                    link("a link", "sprokit#x"),
                    span(", "),
                    link("another", "coil#values"),
                    span("."),
                ]),
                HelpBlock::List {
                    start: None,
                    items: vec![
                        vec![text("an item of two lines")],
                        vec![
                            text("second"),
                            HelpBlock::List { start: Some(1), items: vec![vec![text("nested")]] },
                        ],
                    ],
                },
                HelpBlock::Table {
                    head: vec![vec![span("a")], vec![span("b")]],
                    rows: vec![vec![vec![HelpSpan::Code("x|y".into())], vec![span("2")]]],
                },
                HelpBlock::Verbatim(" # code\n".into()),
                text("End"),
            ]
        );
    }
}
