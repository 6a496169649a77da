//! Opening and saving files.

use std::sync::Arc;

use bobbin_protocol::{
    BinaryRemark, CompileParams, CompileResult, DescribeParams, DescribeResult, EncodeParams,
    EncodeResult, Encoding, OpenParams, OpenResult,
};

use leptos::prelude::*;

use super::commands::Refused;
use super::store::NewFile;
use super::{OpenFile, Provenance};
use crate::base64;
use crate::platform::editor::{self, RequestError};
use crate::platform::files::{self, PickedFile};
use crate::platform::machine;
use crate::workbench::{Dialog, Workbench};

/// Lets the user pick files and opens them.
pub fn pick(workbench: Workbench) {
    files::pick(move |picked| open_picked(workbench, picked));
}

/// Lets the user pick files and opens them; `on_open` is called behind each that was read.
pub fn pick_and(workbench: Workbench, on_open: impl Fn() + Clone + 'static) {
    files::pick(move |picked| {
        let on_open = on_open.clone();
        match picked {
            Ok(file) => leptos::task::spawn_local(async move {
                open_bytes(workbench, file, None).await;
                on_open();
            }),
            Err(why) => workbench.complain(why),
        }
    });
}

/// Opens a file that was picked or dropped.
pub fn open_picked(workbench: Workbench, picked: Result<PickedFile, String>) {
    match picked {
        Ok(file) => leptos::task::spawn_local(open_bytes(workbench, file, None)),
        Err(why) => workbench.complain(why),
    }
}

/// Opens the bytes of a file; `language` is the one it is known to have.
pub async fn open_bytes(workbench: Workbench, file: PickedFile, language: Option<String>) {
    let PickedFile { name, bytes } = file;
    let params = OpenParams { name: name.clone(), data: base64::encode(&bytes) };
    let answer = loop {
        match editor::request::<_, OpenResult>(OpenParams::METHOD, &params).await {
            Ok(answer) => break answer,
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(why)) => {
                return workbench.complain(format!("`{name}` was not opened: {why}"));
            }
        }
    };
    open_answer(workbench, name, answer, language);
}

fn open_answer(
    workbench: Workbench,
    name: String,
    answer: OpenResult,
    known_language: Option<String>,
) {
    let documents = workbench.documents;
    match answer {
        OpenResult::Text { language, others, text, encoding } => {
            let is_certain =
                known_language.is_some() || (others.is_empty() && !language.is_empty());
            documents.open(NewFile {
                name: name.clone(),
                language: known_language.unwrap_or(language),
                text,
                encoding,
                provenance: Provenance::Text,
                is_modified: false,
            });
            if !is_certain {
                workbench.dialog.set(Some(Dialog::Language));
            }
        }
        OpenResult::Binary { language, name: text_name, text, exact, report } => {
            let in_words = |it: BinaryRemark| match it.code {
                Some(code) => format!("{} ({code})", it.message),
                None => it.message,
            };
            let report = report.into_iter().map(in_words).collect();
            documents.open(NewFile {
                name: text_name,
                language,
                text,
                encoding: Encoding::Utf8,
                provenance: Provenance::Decompiled { binary: name, exact, report },
                // There is no such text on disk.
                is_modified: true,
            });
        }
        OpenResult::Unreadable { reason, offset } => {
            workbench.dialog.set(Some(Dialog::Unreadable { name, reason, offset }));
        }
    }
}

/// Opens an empty file of a language.
pub fn open_new(workbench: Workbench, language: &str) {
    let ending = workbench
        .documents
        .language(language)
        .and_then(|it| it.extensions.first().cloned())
        .unwrap_or_else(|| ".txt".to_owned());
    let dot = if ending.starts_with('.') { "" } else { "." };
    workbench.documents.open(NewFile {
        name: format!("untitled{dot}{ending}"),
        language: language.to_owned(),
        text: String::new(),
        encoding: Encoding::Utf8,
        provenance: Provenance::Text,
        is_modified: false,
    });
    // The dialog or menu that asked for it gives the keyboard back first.
    request_animation_frame(|| {
        editor::run_command("focus");
    });
}

/// Opens a new file with a text that is nowhere else.
pub fn open_text(workbench: Workbench, name: String, language: String, text: String) {
    workbench.documents.open(NewFile {
        name,
        language,
        text,
        encoding: Encoding::Utf8,
        provenance: Provenance::Text,
        // There is no such file on disk.
        is_modified: true,
    });
    request_animation_frame(|| {
        editor::run_command("focus");
    });
}

/// Opens a new text that describes the machine the page runs on, as far as the browser tells.
pub fn describe_machine(workbench: Workbench) {
    leptos::task::spawn_local(async move {
        let params = DescribeParams { machine: machine::look().await };
        match editor::request::<_, DescribeResult>(DescribeParams::METHOD, &params).await {
            Ok(DescribeResult { language, file_name, text }) => {
                open_text(workbench, file_name, language, text);
            }
            Err(RequestError::Failed(why)) => workbench.complain(why),
            // No text is asked about that could have changed meanwhile.
            Err(RequestError::Stale) => {}
        }
    });
}

/// Downloads the text of a file.
pub fn save(workbench: Workbench, file: Arc<OpenFile>) {
    leptos::task::spawn_local(async move {
        let text = file.text();
        let params = EncodeParams { text: text.clone(), encoding: file.encoding };
        match editor::request::<_, EncodeResult>(EncodeParams::METHOD, &params).await {
            Ok(EncodeResult { data }) => match base64::decode(&data) {
                Some(bytes) => {
                    files::download(&file.name, &bytes);
                    workbench.documents.note_saved(&file);
                }
                None => workbench.complain("The encoded text is damaged; it was not saved."),
            },
            // Rather a file in another encoding than none.
            Err(error) => {
                files::download(&file.name, text.as_bytes());
                workbench.documents.note_saved(&file);
                if let RequestError::Failed(why) = error {
                    workbench.complain(format!("`{}` was saved as UTF-8: {why}", file.name));
                }
            }
        }
    });
}

/// Compiles a file and downloads the binary, in the language's compressed form if that is asked for.
pub fn download_binary(workbench: Workbench, file: Arc<OpenFile>, compressed: bool) {
    leptos::task::spawn_local(async move {
        let params = CompileParams { uri: file.uri.clone(), compressed };
        let answer = loop {
            match editor::request::<_, CompileResult>(CompileParams::METHOD, &params).await {
                Err(RequestError::Stale) => {}
                answer => break answer,
            }
        };
        match answer {
            Ok(CompileResult::File { name, data }) => match base64::decode(&data) {
                Some(bytes) => {
                    files::download(&name, &bytes);
                    workbench.say(format!("`{name}` was downloaded, {} bytes.", bytes.len()));
                }
                None => workbench.complain("The compiled file is damaged; it was not saved."),
            },
            Ok(CompileResult::Refusal { reason, at }) => {
                workbench.show_refusal(&file, Refused { reason, at });
            }
            Err(RequestError::Failed(why)) => workbench.complain(why),
            Err(RequestError::Stale) => {}
        }
    });
}
