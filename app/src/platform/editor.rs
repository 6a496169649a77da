//! The editor bundle, which the start script makes available as `globalThis.bobbinEditor`.
//!
//! It owns the texts and the worker with the language server. All values cross as JSON.

use bobbin_protocol::{
    Command, DiagnosticData, DocumentEdit, DocumentInfo, Encoding, ItemPath, Position, Range,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::changes::{self, UnderWay};
use super::turning;

mod js {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = onEvent)]
        pub fn on_event(callback: &JsValue);
        #[wasm_bindgen(js_namespace = bobbinEditor, catch)]
        pub async fn request(method: &str, params: &str) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, catch)]
        pub async fn perform(
            method: &str,
            params: &str,
            label: &str,
            kept: Option<&str>,
        ) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn notify(method: &str, params: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn cancel(method: &str, some: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn mount(host: &web_sys::HtmlElement);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = openDocument)]
        pub fn open_document(json: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = showDocument)]
        pub fn show_document(uri: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = closeDocument)]
        pub fn close_document(uri: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = setLanguage)]
        pub fn set_language(uri: &str, language: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = documentText, catch)]
        pub fn document_text(uri: &str) -> Result<String, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = documentVersion)]
        pub fn document_version(uri: &str) -> i32;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = markSaved)]
        pub fn mark_saved(uri: &str, text: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = markUnsaved)]
        pub fn mark_unsaved(uri: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = renameDocument)]
        pub fn rename_document(uri: &str, new_uri: &str, name: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = retryDocument)]
        pub fn retry_document(uri: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = claimTab, catch)]
        pub async fn claim_tab(deployment: &str) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = openTabs, catch)]
        pub async fn open_tabs(deployment: &str) -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = storageUse, catch)]
        pub async fn storage_use() -> Result<JsValue, JsValue>;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = applyEdits)]
        pub fn apply_edits(json: &str) -> bool;
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn note(uri: &str, done: &str, undone: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn select(uri: &str, range: &str, focus: bool);
        #[wasm_bindgen(js_namespace = bobbinEditor)]
        pub fn highlight(uri: &str, ranges: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = runCommand)]
        pub fn run_command(name: &str) -> bool;
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = setTheme)]
        pub fn set_theme(name: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = setLook)]
        pub fn set_look(wraps_lines: bool, tab_size: u32);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = setKeys)]
        pub fn set_keys(habits: &str);
        #[wasm_bindgen(js_namespace = bobbinEditor, js_name = restartWorker)]
        pub fn restart_worker();
    }
}

/// Lets the keys of the text follow the habits of an editor: `usual`, `vim` or `emacs`.
pub fn set_keys(habits: &str) {
    js::set_keys(habits);
}

/// The cause of a move of the caret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CaretMover {
    /// The user, by keys or pointer in the text, undo and redo.
    User,
    /// The page, which selected a place.
    Page,
    /// An edit of the page that moved the caret along with its text.
    Edit,
}

/// An event of the editor.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EditorEvent {
    /// The worker started, died or came back.
    Worker {
        state: WorkerState,
        #[serde(default)]
        reason: String,
    },
    /// The text has changed.
    Change { uri: String, version: i32, can_undo: bool, can_redo: bool, pristine: bool },
    /// The history has another step beside the text; `recalled` are the steps that undo or redo
    /// met.
    Step { uri: String, can_undo: bool, can_redo: bool, recalled: Vec<String> },
    /// The caret has moved.
    Selection { uri: String, position: Position, range: Range, moved_by: CaretMover },
    /// The diagnostics of the newest version.
    Diagnostics { uri: String, diagnostics: Vec<LspDiagnostic> },
    /// The server sent `bobbin/document`.
    Document(DocumentInfo),
    /// The number of times the worker died over a text; `is_left_out` if the worker is no longer
    /// given the text.
    Deaths { uri: String, deaths: u8, is_left_out: bool },
    /// The server sent `bobbin/progress`.
    Progress { uri: String, percent: u32 },
    /// A message for the user; a passing one answers a key press.
    Notice {
        kind: NoticeKind,
        #[serde(default)]
        is_passing: bool,
        text: String,
        /// The names of files that are gone: it is true until one of them is there again.
        #[serde(default)]
        gone: Vec<String>,
    },
    /// A definition, a reference or a link leads to a text that the editor does not have.
    OpenLocation { uri: String, name: String, range: Range },
    /// An edit creates a new file; `label` says how.
    Create { name: String, language: String, text: String, label: String },
    /// The user takes an open file for the one that another file names; both are paths of the server.
    Move { from: String, to: String },
    /// The user wants to open the file that is looked for at a path of the server.
    OpenWanted { path: String },
    /// A step, or its undoing, gives an open file another name.
    Rename { uri: String, name: String },
    /// A key of the text asks for an action, by its id.
    Run { action: String },
    /// Another program has changed the file of a document on disk.
    /// `writer` is the open document that was saved to the same file, if it was one.
    ChangedOnDisk { uri: String, writer: Option<String> },
    /// The file of a document is no longer where it was on disk; its text counts as not saved.
    LostOnDisk { uri: String },
    /// The user opened files with the installed page.
    Launched(super::disk::Found),
    /// The page around the frame wants other files to be open.
    Framed(super::frame::Wish),
    /// The page around the frame wants to see something else of the shown file.
    FramedView { id: u32, view: String },
    /// Undo removes a file that an edit created.
    Withdraw { uri: String },
}

/// The state of the worker with the language server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WorkerState {
    Starting,
    Ready,
    /// Died, was started again, and answers.
    Restarted,
    Failed,
}

/// The severity of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    Info,
    Error,
}

/// A diagnostic as the language server sends it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LspDiagnostic {
    pub range: Range,
    pub severity: Option<u8>,
    #[serde(default)]
    pub code: Option<serde_json::Value>,
    pub message: String,
    #[serde(default)]
    pub related_information: Vec<RelatedInformation>,
    #[serde(default)]
    pub data: Option<DiagnosticData>,
}

/// Another place that a diagnostic refers to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RelatedInformation {
    pub location: Location,
    pub message: String,
}

/// A range of a document.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Location {
    pub uri: String,
    pub range: Range,
}

/// A text to open.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenDocument<'a> {
    pub uri: &'a str,
    pub name: &'a str,
    pub language: &'a str,
    pub text: &'a str,
    pub encoding: Encoding,
    /// True if the user has the text on disk.
    pub pristine: bool,
    /// The number of times the worker died over it.
    pub deaths: u8,
    /// True if another document stays in the view.
    pub is_behind: bool,
}

/// Edits of open documents that form one step in the history.
#[derive(Debug, Clone, Serialize)]
pub struct LabelledEdits {
    /// The document of the request.
    pub uri: String,
    /// The version of the text that the edits refer to.
    pub version: i32,
    pub documents: Vec<DocumentEdit>,
    /// For the history, such as "connect a.out to b.in".
    pub label: String,
    /// The facts that change beside the texts, and are undone with them.
    pub beside: Option<Beside>,
    /// True if they mend what is selected: a caret is left behind it.
    #[serde(rename = "isFix")]
    pub is_fix: bool,
}

/// The messages that redo and undo of a step send as [`EditorEvent::Step`].
#[derive(Debug, Clone, Serialize)]
pub struct Beside {
    done: String,
    undone: String,
}

impl Beside {
    #[must_use]
    pub fn new(done: &impl Serialize, undone: &impl Serialize) -> Beside {
        Beside { done: json(done), undone: json(undone) }
    }
}

/// The reason why nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refused {
    /// In words for people.
    pub reason: String,
    /// The place that stands in the way.
    pub at: Option<Range>,
}

/// The notes on a change that was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Done {
    /// One sentence each without a full stop; mostly empty.
    pub notes: Vec<String>,
    /// The items that the change created.
    pub created: Vec<ItemPath>,
    /// The commands that remove what the change left without effect.
    pub leftovers: Vec<Command>,
    /// The version of the text after the change.
    #[serde(default)]
    pub version: i32,
    /// The first lines of the text that the change altered.
    #[serde(default)]
    pub lines: Vec<ChangedLine>,
}

/// A line that a change altered; one that is new or gone has one side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ChangedLine {
    /// Its number, from 1.
    pub line: u32,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The parameters of requests without any.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct NoParams {}

/// The reason why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// The text has changed, or the request was cancelled; callers that still need the answer ask
    /// again.
    Stale,
    /// An error message for people.
    Failed(String),
}

/// Hears all events from now on, in JSON; earlier ones are delivered at once.
pub fn listen(on_event: impl Fn(String) + 'static) {
    let callback = Closure::<dyn Fn(String)>::new(on_event);
    js::on_event(callback.as_ref().unchecked_ref());
    // The page listens to the editor for as long as it lives.
    callback.forget();
}

/// Reads an event; one that is not understood is told to the console.
#[must_use]
pub fn read_event(json: &str) -> Option<EditorEvent> {
    bobbin_json::from_str(json)
        .inspect_err(|error| {
            leptos::logging::warn!("editor event not understood: {error}: {json}");
        })
        .ok()
}

/// Sends a request to the language server.
pub async fn request<P: Serialize, R: DeserializeOwned>(
    method: &str,
    params: &P,
) -> Result<R, RequestError> {
    let answer = request_json(method, params).await?;
    bobbin_json::from_str(&answer).map_err(|it| RequestError::Failed(it.to_string()))
}

/// Sends a request to the language server, until the text does not change while it is answered.
pub async fn ask<P: Serialize, R: DeserializeOwned>(method: &str, params: &P) -> Result<R, String> {
    loop {
        match request(method, params).await {
            Ok(answer) => return Ok(answer),
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(why)) => return Err(why),
        }
    }
}

/// Sends a request to the language server; the answer is JSON.
pub async fn request_json<P: Serialize>(method: &str, params: &P) -> Result<String, RequestError> {
    request_text(method, json(params)).await
}

/// Asks for what is shown: a request in the words that are shown, answered in JSON with what can be shown.
pub async fn request_shown<P: Serialize>(method: &str, params: &P) -> Result<String, RequestError> {
    request_text(method, turning::meant(json(params))).await.map(turning::shown)
}

/// Sends a notification to the language server.
pub fn notify<P: Serialize>(method: &str, params: &P) {
    js::notify(method, &json(params));
}

async fn request_text(method: &str, params: String) -> Result<String, RequestError> {
    match js::request(method, &params).await {
        Ok(answer) => answer
            .as_string()
            .ok_or_else(|| RequestError::Failed(format!("`{method}` was not answered with text"))),
        Err(error) => Err(match error.dyn_into::<js_sys::Error>() {
            Ok(error) if error.name() == "Stale" => RequestError::Stale,
            Ok(error) => RequestError::Failed(error.message().into()),
            Err(other) => RequestError::Failed(format!("{other:?}")),
        }),
    }
}

/// Changes texts as one undoable step with this `label`, by a plan of the language server: `method`
/// and `params` are a request for one. If something is `kept` of what the step creates, undo and redo tell
/// what that is, with an [`EditorEvent::Step`].
pub async fn perform<P: Serialize>(
    method: &str,
    params: &P,
    label: &str,
    kept: Option<&str>,
) -> Result<Done, Refused> {
    let _under_way = UnderWay::begin();
    let answer = js::perform(method, &turning::meant(json(params)), label, kept).await;
    let done = read_json(answer).unwrap_or_else(|| {
        Err(Refused { reason: "the editor did not answer".to_owned(), at: None })
    });
    if done.is_err() {
        changes::note_refused();
    }
    done
}

/// Cancels the requests whose parameters include these; they become stale.
pub fn cancel<P: Serialize>(method: &str, some: &P) {
    js::cancel(method, &json(some));
}

/// Shows the editor inside `host`.
pub fn mount(host: &web_sys::HtmlElement) {
    js::mount(host);
}

/// Opens a text and shows it.
pub fn open_document(document: &OpenDocument<'_>) {
    js::open_document(&json(document));
}

/// Shows an open text.
pub fn show_document(uri: &str) {
    js::show_document(uri);
}

/// Forgets a text and its history.
pub fn close_document(uri: &str) {
    js::close_document(uri);
}

/// Reads a text as another language.
pub fn set_language(uri: &str, language: &str) {
    js::set_language(uri, language);
}

/// Returns the text with its own line ends; `None` if it is not open, which is not the same as
/// empty.
#[must_use]
pub fn document_text(uri: &str) -> Option<String> {
    js::document_text(uri).ok()
}

/// Returns the version of the newest text, of which no event may have told yet; 0 if it is not open.
#[must_use]
pub fn document_version(uri: &str) -> i32 {
    js::document_version(uri)
}

/// Notes that the user has `text` on disk, which was the document's text when it was written.
pub fn mark_saved(uri: &str, text: &str) {
    js::mark_saved(uri, text);
}

/// Notes that the file on disk holds other bytes than saving would write.
pub fn mark_unsaved(uri: &str) {
    js::mark_unsaved(uri);
}

/// Renames a text; its history stays.
pub fn rename_document(uri: &str, new_uri: &str, name: &str) {
    js::rename_document(uri, new_uri, name);
}

/// Lets the language server read a text again that it died over.
pub fn retry_document(uri: &str) {
    js::retry_document(uri);
}

/// The tabs of this browser that have the page open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tabs {
    /// This tab. It keeps its name when it is reloaded.
    pub own: String,
    /// All others that the browser reports.
    pub others: Vec<String>,
    /// True if this tab was there before: it is reloaded, or comes back with its browser.
    pub is_known: bool,
}

/// Identifies this tab, and announces it to the others.
pub async fn claim_tab(deployment: &str) -> Option<Tabs> {
    read_json(js::claim_tab(deployment).await)
}

/// Returns the tabs that have the page open now, as far as the browser reports them.
pub async fn open_tabs(deployment: &str) -> Vec<String> {
    read_json(js::open_tabs(deployment).await).unwrap_or_default()
}

/// The room that the page takes of what the browser stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageUse {
    /// The room it takes, in bytes; `None` if the browser does not say.
    pub used: Option<u64>,
    /// True if the browser keeps it even when room gets short.
    pub is_kept: bool,
}

impl StorageUse {
    /// Describes it in a few words.
    #[must_use]
    pub fn in_words(self) -> String {
        let used = match self.used {
            Some(it) if it < 1_000_000 => format!("{} kB", it.div_ceil(1000)),
            Some(it) => format!("{:.1} MB", it as f64 / 1e6),
            None => "The browser does not say how much".to_owned(),
        };
        let kept = if self.is_kept {
            "kept even when the disk is nearly full"
        } else {
            "the browser may remove it when the disk is nearly full"
        };
        format!("{used}; {kept}")
    }
}

/// Returns the room that the page takes, if the browser can say anything about it.
pub async fn storage_use() -> Option<StorageUse> {
    read_json(js::storage_use().await)
}

fn read_json<T: DeserializeOwned>(answer: Result<JsValue, JsValue>) -> Option<T> {
    bobbin_json::from_str(&answer.ok()?.as_string()?).ok()
}

/// Changes texts as one undoable step; returns false if the text is newer than the edits.
pub fn apply_edits(edits: &LabelledEdits) -> bool {
    js::apply_edits(&json(edits))
}

/// Notes a change outside of a text as a step of its history: undo and redo send what to do as
/// [`EditorEvent::Step`].
pub fn note_step(uri: &str, done: &impl Serialize, undone: &impl Serialize) {
    js::note(uri, &json(done), &json(undone));
}

/// Selects a range and scrolls it into view.
pub fn select(uri: &str, range: Range, focus: Focus) {
    js::select(uri, &json(&range), focus == Focus::Editor);
}

/// The owner of the focus after a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    Editor,
    /// Whichever element has it now.
    Stays,
}

/// Highlights ranges; none removes the highlight.
pub fn highlight(uri: &str, ranges: &[Range]) {
    js::highlight(uri, &json(&ranges));
}

/// Runs a command of the editor; returns false if it does not apply.
pub fn run_command(name: &str) -> bool {
    js::run_command(name)
}

/// Tells the editor whether its background is dark.
pub fn set_theme(name: &str) {
    js::set_theme(name);
}

/// Wraps long lines, or not, and sets the distance of two tab stops in columns.
pub fn set_look(wraps_lines: bool, tab_size: u32) {
    js::set_look(wraps_lines, tab_size);
}

/// Starts the language server again.
pub fn restart_worker() {
    js::restart_worker();
}

fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists of them always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read() {
        let read = |json: &str| bobbin_json::from_str::<EditorEvent>(json).unwrap();
        assert_eq!(
            read(
                r#"{"change":{"uri":"bobbin:///a","version":3,"canUndo":true,"canRedo":false,"pristine":false}}"#
            ),
            EditorEvent::Change {
                uri: "bobbin:///a".into(),
                version: 3,
                can_undo: true,
                can_redo: false,
                pristine: false
            }
        );
        let state = WorkerState::Ready;
        let reason = String::new();
        assert_eq!(read(r#"{"worker":{"state":"ready"}}"#), EditorEvent::Worker { state, reason });
        let (kind, text) = (NoticeKind::Info, "Nothing to undo.".to_owned());
        assert_eq!(
            read(r#"{"notice":{"kind":"info","text":"Nothing to undo.","isPassing":true}}"#),
            EditorEvent::Notice { kind, is_passing: true, text, gone: Vec::new() }
        );
    }

    #[test]
    fn what_came_of_a_plan_is_read() {
        let read = |json: &str| bobbin_json::from_str::<Result<Done, Refused>>(json).unwrap();
        let done = read(r#"{"Ok":{"notes":["n"],"created":[["process","a"]],"leftovers":[]}}"#);
        assert_eq!(done.unwrap().created, [ItemPath(vec!["process".into(), "a".into()])]);
        let refused = read(r#"{"Err":{"reason":"`a` is taken"}}"#).unwrap_err();
        assert_eq!((refused.reason.as_str(), refused.at), ("`a` is taken", None));
    }

    #[test]
    fn diagnostics_are_read_with_and_without_our_data() {
        let plain = r#"{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"severity":1,"message":"m"}"#;
        let diagnostic: LspDiagnostic = bobbin_json::from_str(plain).unwrap();
        assert!(diagnostic.data.is_none() && diagnostic.related_information.is_empty());
        let full = r#"{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"severity":2,"code":"unknown-key","source":"bobbin","message":"m","data":{"message":"m","help":"h","fixes":[{"label":"l","edits":[]}]}}"#;
        let diagnostic: LspDiagnostic = bobbin_json::from_str(full).unwrap();
        assert_eq!(diagnostic.data.unwrap().fixes.len(), 1);
    }
}
