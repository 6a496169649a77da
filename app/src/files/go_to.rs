//! Going to a place in another text: in one that is open, or else in one that the user has to open.

use std::sync::Arc;

use bobbin_protocol::Range;
use leptos::prelude::*;

use super::FileControl;
use crate::document::{OpenFile, uri_of};

impl FileControl {
    /// Shows a place in the text at `uri`, or else in the open one with the same name.
    pub fn go_to(self, uri: &str, name: &str, range: Range) {
        match self.documents.by_uri(uri).or_else(|| self.named(name)) {
            Some(file) => self.navigation.show_place(file.id, &file.uri, range),
            None => self.offer_to_open(name, Some(range)),
        }
    }

    /// Says that a text is not open, with a way to open it; then the place in it is shown, if there
    /// is one.
    pub fn offer_to_open(self, name: &str, range: Option<Range>) {
        let wanted = name.to_owned();
        let open = Callback::new(move |()| {
            let wanted = wanted.clone();
            self.pick_and(move || {
                if let (Some(file), Some(range)) = (self.named(&wanted), range) {
                    self.navigation.show_place(file.id, &file.uri, range);
                }
            });
        });
        let text = format!("`{name}` is not open. Open it to go there.");
        self.toasts.answer_with(text, Some(("Open…".to_owned(), open)));
    }

    /// Lets the person pick the file that is looked for at a path of the server, and puts it there; what includes it
    /// stays in sight.
    pub fn open_for(self, path: &str) {
        let wanted = path.to_owned();
        let documents = self.documents;
        let ids = move || {
            let files = documents.files.get_untracked();
            files.iter().map(|it| it.id).collect::<Vec<_>>()
        };
        let (before, including) = (ids(), documents.shown().map(|it| it.id));
        self.pick_and(move || {
            let is_there = documents.by_uri(&uri_of(wanted.trim_start_matches('/'))).is_some();
            let picked: Vec<_> = ids()
                .into_iter()
                .filter(|it| !before.contains(it))
                .filter_map(|id| documents.by_id(id))
                .collect();
            let last = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
            let is_named = |it: &&Arc<OpenFile>| last(&it.name) == last(&wanted);
            // Of several it is the one of that name.
            let meant = picked.iter().find(is_named);
            let meant = meant.or(picked.first().filter(|_| picked.len() == 1));
            if let Some(file) = meant.filter(|_| !is_there) {
                self.take_for(&format!("/{}", file.name), &wanted);
            }
            if let Some(including) = including {
                documents.show(including);
            }
        });
    }

    fn named(self, name: &str) -> Option<Arc<OpenFile>> {
        self.documents.files.with_untracked(|files| {
            let has_name = |it: &&Arc<OpenFile>| it.name.rsplit('/').next() == Some(name);
            files.iter().find(|it| it.name == name).or_else(|| files.iter().find(has_name)).cloned()
        })
    }
}

/// Returns the last part of a URI as people know it.
#[must_use]
pub fn name_of(uri: &str) -> String {
    let last = uri.rsplit('/').next().unwrap_or(uri);
    let mut bytes = Vec::with_capacity(last.len());
    let mut rest = last.bytes();
    while let Some(byte) = rest.next() {
        let digits = || {
            let mut ahead = rest.clone();
            let digit = |it: u8| char::from(it).to_digit(16);
            Some((digit(ahead.next()?)? * 16 + digit(ahead.next()?)?, ahead))
        };
        match digits().filter(|_| byte == b'%') {
            Some((value, ahead)) => {
                bytes.push(value as u8);
                rest = ahead;
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| last.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_what_people_call_them() {
        for (uri, name) in [
            ("bobbin:///common.pipe", "common.pipe"),
            ("bobbin:///parts/a%20%C3%A9.pipe", "a é.pipe"),
            ("bobbin:///100%.pipe", "100%.pipe"),
            ("bobbin:///%FF.pipe", "%FF.pipe"),
        ] {
            assert_eq!(name_of(uri), name);
        }
    }
}
