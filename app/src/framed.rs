//! The files of a page in a frame: those that the page around it wants to be open.

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::Languages;
use leptos::prelude::*;

use crate::base64;
use crate::document::FileId;
use crate::files::{self, Opened};
use crate::platform::changes;
use crate::platform::editor::{self, NoParams};
use crate::platform::files::PickedFile;
use crate::platform::frame::{self, Given, Wish};
use crate::platform::window;
use crate::settings::Side;
use crate::sharing::view_of;
use crate::workbench::Workbench;

/// Opens the files of a wish in place of those that are open, and answers it.
pub fn open(workbench: Workbench, wish: Wish) {
    let documents = workbench.documents;
    leptos::task::spawn_local(async move {
        // What the person has just written belongs to the files that go, and the page around hears of it.
        changes::ask_for_half_typed();
        window::pause(Duration::ZERO).await;
        changes::settled().await;
        let before: Vec<FileId> =
            documents.files.with_untracked(|it| it.iter().map(|it| it.id).collect());
        documents.close_all(&before);
        // What the person is asked is about files that are gone.
        workbench.dialogs.close_if(|_| true);
        // What another one had given is not for this one to open again.
        documents.closed.set_value(Vec::new());
        let mut given = Vec::new();
        for (name, language, data) in wish.files {
            given.push(open_file(workbench, name, language, &data).await);
        }
        if let Some(Given::Open(shown)) = given.get(wish.shown)
            && let Some(file) = documents.by_uri(shown)
        {
            documents.show(file.id);
        }
        if let Some(view) = wish.view.or_else(frame::wanted_view) {
            // What the file turns out to be may have another view; it is open all the same.
            show(workbench, &view);
        }
        frame::answer(wish.id, &given);
    });
}

/// Opens a file, and asks the person nothing: it is the page around that knows what the file is.
async fn open_file(workbench: Workbench, name: String, language: String, data: &str) -> Given {
    let Some(bytes) = base64::decode(data) else {
        return Given::Refused("its content cannot be decoded".to_owned());
    };
    let language = Some(language).filter(|it| !it.is_empty());
    if let Some(name) = &language
        && let Some(why) = why_unknown(workbench, name).await
    {
        return Given::Refused(why);
    }
    let open = workbench.documents.files;
    let n_before = open.with_untracked(Vec::len);
    let file = PickedFile { name: files::clean(&name), bytes };
    match workbench.files.open_or_refuse(file, language).await {
        Ok(Opened { file: Some(file), .. }) => return Given::Open(file.uri.clone()),
        // What was made of the bytes is the newest.
        Ok(_) => {}
        Err(it) => return Given::Refused(it.why().to_owned()),
    }
    let uri = open.with_untracked(|it| it.get(n_before..)?.last().map(|it| it.uri.clone()));
    uri.map_or_else(
        || Given::Refused("it holds no file that can be opened".to_owned()),
        Given::Open,
    )
}

/// Returns the reason why a name is that of no language.
async fn why_unknown(workbench: Workbench, name: &str) -> Option<String> {
    let mut known = workbench.documents.languages.get_untracked();
    if known.is_empty() {
        // The server has not told them yet.
        let answer = editor::request::<_, Languages>(Languages::METHOD, &NoParams {}).await.ok()?;
        known = Arc::new(answer.languages);
    }
    let names: Vec<_> = known.iter().map(|it| it.name.as_str()).collect();
    (!names.contains(&name))
        .then(|| format!("there is no language `{name}`; there are {}", names.join(", ")))
}

/// Shows a view of the shown file, its text, or both, and answers the page around.
pub fn answer_show(workbench: Workbench, id: u32, view: &str) {
    let file = workbench.documents.shown();
    let offered = workbench.documents.offered_views();
    let is_absent = view_of(view).is_some_and(|it| !offered.is_empty() && !offered.contains(&it));
    let outcome = match file {
        None => Given::Refused("no file is open".to_owned()),
        Some(file) if is_absent => Given::Refused(format!("{} has no view \"{view}\"", file.name)),
        Some(file) => {
            show(workbench, view);
            Given::Open(file.uri.clone())
        }
    };
    frame::answer(id, &[outcome]);
}

/// Gives a view, or the text, all the room, or shares it.
fn show(workbench: Workbench, view: &str) {
    match view {
        "text" => workbench.settings.maximise(Some(Side::Text)),
        word => match view_of(word) {
            Some(kind) => {
                workbench.navigation.show_view(kind);
                workbench.settings.maximise(Some(Side::View));
            }
            None => workbench.settings.maximise(None),
        },
    }
}
