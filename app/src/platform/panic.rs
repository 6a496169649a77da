//! The last resort when the page itself fails: it tells the user and saves the texts.

use leptos::prelude::*;

/// Reports panics to the console and to the user from now on. `save` stores the texts.
pub fn install_hook(save: impl Fn() + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |info| {
        leptos::logging::error!("{info}");
        save();
        super::starts::fail();
        show();
    }));
}

/// Shows the message without Leptos, which may be what failed.
fn show() {
    let Some(body) = document().body() else { return };
    let Ok(note) = document().create_element("div") else { return };
    note.set_class_name("page-failure");
    let _ = note.set_attribute("role", "alertdialog");
    note.set_text_content(Some(
        "The page has failed. Your texts are kept; reload the page to continue.",
    ));
    let _ = body.append_child(&note);
}
