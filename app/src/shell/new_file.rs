//! Starting points of new files.

use bobbin_protocol::{LanguageInfo, Template};
use leptos::prelude::*;

use crate::document::use_documents;
use crate::files::use_files;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::widgets::dialog::ModalDialog;
use crate::widgets::icon::Icon;
use crate::widgets::picker::{Picker, PickerItem};

/// A starting point.
#[derive(Clone)]
enum Start {
    Template(Template),
    /// The wizard of a language.
    Wizard,
    Empty,
}

#[derive(Clone)]
struct Beginning {
    language: String,
    start: Start,
}

/// Returns the templates of all languages, the wizards of some, and an empty file of each, with
/// their headings.
fn beginnings(languages: &[LanguageInfo]) -> (Vec<Beginning>, Vec<PickerItem>, Vec<String>) {
    let (mut all, mut items, mut headings) = (Vec::new(), Vec::new(), Vec::new());
    for language in languages {
        let wizard = language.has_wizard.then_some(Start::Wizard);
        let templates = language.templates.iter().cloned().map(Start::Template);
        for start in wizard.into_iter().chain(templates).chain([Start::Empty]) {
            let item = match &start {
                Start::Wizard => PickerItem::new(
                    "Step by step…",
                    "Answer a few questions; every answer leads to a valid file.",
                ),
                Start::Template(it) => PickerItem::new(&it.title, &it.about),
                Start::Empty => PickerItem::new("Empty file", &language.extensions.join(" ")),
            };
            items.push(PickerItem { icon: Some(Icon::NewFile), ..item });
            headings.push(language.title.clone());
            all.push(Beginning { language: language.name.clone(), start });
        }
    }
    (all, items, headings)
}

/// Lets the user choose a starting point.
#[component]
pub fn NewFileDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let dialogs = use_dialogs();
    let files = use_files();
    let (all, items, headings) = beginnings(&documents.languages.get_untracked());
    let on_pick = move |idx: usize| {
        close.run(());
        let Some(Beginning { language, start }) = all.get(idx).cloned() else { return };
        match start {
            Start::Template(it) => files.open_text(it.file_name, language, it.text),
            Start::Wizard => dialogs.open(Dialog::Wizard(language)),
            Start::Empty => files.open_new(&language),
        }
    };
    view! {
        <ModalDialog title="New file" is_plain=true is_wide=true on_close=close>
            <Picker
                placeholder="New file: type a language or a purpose"
                items=items
                headings=headings
                on_pick=on_pick
            />
        </ModalDialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::picker::search;

    #[test]
    fn templates_come_before_the_empty_file_and_are_found_by_language() {
        let template = |title: &str| Template {
            id: title.to_lowercase(),
            title: title.into(),
            about: "a beginning".into(),
            file_name: "x.pipe".into(),
            text: String::new(),
        };
        let language = |title: &str, templates: Vec<Template>| LanguageInfo {
            name: title.to_lowercase(),
            title: title.into(),
            extensions: vec![".x".into()],
            comment: "#".into(),
            views: Vec::new(),
            conversions: Vec::new(),
            has_wizard: title == "Trace",
            templates,
        };
        let languages =
            [language("Pipeline", vec![template("Detector")]), language("Trace", Vec::new())];
        let (all, items, headings) = beginnings(&languages);
        let titles: Vec<&str> = items.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(titles, ["Detector", "Empty file", "Step by step…", "Empty file"]);
        assert_eq!(search(&items, &headings, "trace").first(), Some(&2));
        assert_eq!(all[2].language, "trace");
    }
}
