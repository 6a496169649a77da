//! The beginning of the start page as markup, out of `gallery/index.json`: the browser paints it, and
//! fetches its first pictures, before the page's module is there.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::workspace::read_text;

/// Stands in index.html for what this module writes.
const MARK: &str = "<!-- gallery -->\n";

/// The examples of a language, as the page's `gallery` module reads them.
#[derive(Debug, Deserialize)]
struct Shelf {
    title: String,
    examples: Vec<Example>,
}

#[derive(Debug, Deserialize)]
struct Example {
    file: String,
    title: String,
    about: String,
}

/// Puts the languages and the first examples into the staged page, as the page itself shows them.
pub fn fill_in(html: &str, staging: &Path) -> Result<String> {
    filled(html, &read_text(&staging.join("gallery/index.json"))?)
}

fn filled(html: &str, list: &str) -> Result<String> {
    let shelves: Vec<Shelf> = serde_json::from_str(list).context("gallery/index.json")?;
    let first = shelves.first().context("gallery/index.json lists no examples")?;
    let (before, after) = html.split_once(MARK).context("index.html has no place for examples")?;
    let titles: String = shelves.iter().map(|it| language(&it.title)).collect();
    let cards: String = first.examples.iter().map(card).collect();
    Ok(format!(
        "{before}<div class=\"welcome__new\">\n<span>Start empty: </span>\n\
         <ul class=\"welcome__languages\">\n{titles}</ul>\n</div>\n\
         <h2 class=\"welcome__subtitle\">Examples</h2>\n\
         <div class=\"examples\">\n<section class=\"examples__language\">\n\
         <h3 class=\"examples__title\">{title}</h3>\n\
         <ul class=\"examples__list\">\n{cards}</ul>\n</section>\n</div>\n{after}",
        title = escaped(&first.title),
    ))
}

fn language(title: &str) -> String {
    let title = escaped(title);
    format!("<li><button type=\"button\" class=\"link\" disabled>{title}</button></li>\n")
}

/// Writes an example. Who has chosen a theme may see the picture of the system's first.
fn card(Example { file, title, about }: &Example) -> String {
    let [file, title, about] = [file, title, about].map(|it| escaped(it));
    format!(
        "<li><button type=\"button\" class=\"example\" disabled>\n<picture>\
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"gallery/pictures/{file}.dark.webp\">\
         <img class=\"example__picture\" src=\"gallery/pictures/{file}.light.webp\" alt=\"\" \
         width=\"448\" height=\"252\" fetchpriority=\"high\"></picture>\n\
         <span class=\"example__title\">{title}</span>\
         <span class=\"example__about\">{about}</span>\
         <span class=\"example__file\">{file}</span>\n</button></li>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_examples_and_all_languages_are_filled_in() {
        let list = r#"[
            {"language": "a", "title": "A & B", "examples": [
                {"file": "x.pipe", "title": "X", "about": "Less < more."}]},
            {"language": "c", "title": "C", "examples": [
                {"file": "y.trace", "title": "Y", "about": "Later."}]}]"#;
        let html = filled("<body>\n<!-- gallery -->\n</body>", list).unwrap();
        for there in ["A &amp; B", ">C<", "x.pipe.dark.webp", "Less &lt; more."] {
            assert!(html.contains(there), "{there}: {html}");
        }
        assert!(!html.contains("y.trace"));
        assert!(filled("<body></body>", list).is_err());
    }
}
