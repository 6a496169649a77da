//! Applies what the editor reports to the store.

use std::sync::Arc;

use bobbin_protocol::{Languages, ViewKind};
use leptos::prelude::*;

use crate::actions::Actions;
use crate::document::store::{Caret, History, NewFile};
use crate::document::{OpenFile, Problem, Target, drafts, view_requests};
use crate::following::effect;
use crate::framed;
use crate::platform::editor::{
    self, CaretMover, EditorEvent, NoParams, NoticeKind, RequestError, WorkerState,
};
use crate::widgets::toast::{Toast, ToastKind};
use crate::workbench::Workbench;

/// Applies an event, in JSON.
pub fn hear(workbench: Workbench, actions: Actions, event: &str) {
    let Some(event) = editor::read_event(event) else { return };
    let documents = workbench.documents;
    match event {
        EditorEvent::Worker { state, reason } => {
            documents.worker_failure.set(reason);
            documents.worker.set(state);
            if matches!(state, WorkerState::Ready | WorkerState::Restarted) {
                ask_languages(workbench);
            }
        }
        EditorEvent::Change { uri, version, can_undo, can_redo, pristine } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            file.version.set(version);
            set_if_new(&file.history, History { can_undo, can_redo });
            set_if_new(&file.is_modified, !pristine);
            documents.note_change();
        }
        EditorEvent::Step { uri, can_undo, can_redo, recalled } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            set_if_new(&file.history, History { can_undo, can_redo });
            for it in recalled {
                if !workbench.files.recall(&file, &it) {
                    workbench.canvas.recall(file.id, &it);
                }
            }
        }
        EditorEvent::Selection { uri, position, range, moved_by } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            // Going to a definition may lead to another file.
            documents.show(file.id);
            let caret = Caret { position, range };
            let has_moved = file.caret.get_untracked() != caret;
            set_if_new(&file.caret, caret);
            workbench.navigation.note_place(file.id, position);
            if moved_by == CaretMover::User {
                file.target.set(Target::Caret(position));
            }
            if has_moved && moved_by != CaretMover::Edit {
                file.caret_moves.update(|it| *it = it.wrapping_add(1));
            }
        }
        EditorEvent::Diagnostics { uri, diagnostics } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            let problems: Vec<Problem> = diagnostics.into_iter().map(Problem::from).collect();
            if file.problems.with_untracked(|old| **old != problems) {
                file.problems.set(Arc::new(problems));
            }
        }
        EditorEvent::Document(info) => {
            let Some(file) = documents.by_uri(&info.uri) else { return };
            file.info.set(Some(Arc::new(info)));
        }
        EditorEvent::Deaths { uri, deaths, is_left_out } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            set_if_new(&file.is_left_out, is_left_out);
            if is_left_out {
                // What was found by the server that died is of no use any more.
                file.info.set(None);
                set_if_new(&file.problems, Arc::default());
                file.views.leave_out();
            }
            if file.deaths.get_untracked() != deaths {
                file.deaths.set(deaths);
                // The page may be loaded again before anything else is stored.
                drafts::save_now(documents);
            }
        }
        EditorEvent::Progress { uri, percent } => {
            let Some(file) = documents.by_uri(&uri) else { return };
            file.views.note_progress(percent);
        }
        EditorEvent::Create { name, language, text, label } => {
            let shown = documents.shown();
            let made = documents.open(NewFile::unsaved(name, language, text));
            if let Some(file) = shown {
                documents.show(file.id);
            }
            let text = format!("`{}` is a new file: {label}.", made.name);
            // The undo of the step that made it closes it.
            workbench.files.offer(made.id, text);
        }
        EditorEvent::Rename { uri, name } => {
            if let Some(file) = documents.by_uri(&uri) {
                documents.rename(file.id, &name);
            }
        }
        EditorEvent::Run { action } => actions.run(&action),
        EditorEvent::ChangedOnDisk { uri, writer } => {
            if let Some(file) = documents.by_uri(&uri) {
                workbench.files.tell_changed_on_disk(&file, writer.as_deref());
            }
        }
        EditorEvent::LostOnDisk { uri } => {
            if let Some(file) = documents.by_uri(&uri) {
                workbench.files.tell_lost_on_disk(&file);
            }
        }
        EditorEvent::Launched(found) => workbench.files.open_launched(found),
        EditorEvent::Framed(wish) => framed::open(workbench, wish),
        EditorEvent::FramedView { id, view } => framed::answer_show(workbench, id, &view),
        EditorEvent::Withdraw { uri } => {
            if let Some(file) = documents.by_uri(&uri) {
                documents.withdraw(file.id);
            }
        }
        EditorEvent::Move { from, to } => workbench.files.take_for(&from, &to),
        EditorEvent::OpenWanted { path } => workbench.files.open_for(&path),
        EditorEvent::OpenLocation { uri, name, range } => {
            workbench.files.go_to(&uri, &name, range);
        }
        EditorEvent::Notice { is_passing: true, text, .. } if text.is_empty() => {
            workbench.toasts.forget_answer();
        }
        EditorEvent::Notice { is_passing: true, text, .. } => workbench.toasts.answer(text),
        EditorEvent::Notice { kind: NoticeKind::Info, text, gone, .. } => {
            let toast = Toast { kind: ToastKind::Info, text, action: None };
            workbench.toasts.show_while(toast, move || {
                documents.files.with(|all| !all.iter().any(|it| gone.contains(&it.name)))
            });
        }
        EditorEvent::Notice { kind: NoticeKind::Error, text, .. } => {
            workbench.toasts.complain(text)
        }
    }
}

fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: &ArcRwSignal<T>, value: T) {
    if signal.with_untracked(|it| *it != value) {
        signal.set(value);
    }
}

fn ask_languages(workbench: Workbench) {
    leptos::task::spawn_local(async move {
        match editor::request::<_, Languages>(Languages::METHOD, &NoParams {}).await {
            Ok(answer) => {
                workbench.documents.languages.set(Arc::new(answer.languages));
            }
            Err(RequestError::Failed(why)) => workbench.toasts.complain(why),
            Err(RequestError::Stale) => {}
        }
    });
}

/// Keeps the views that are shown as new as the text.
pub fn follow_views(workbench: Workbench) {
    let documents = workbench.documents;
    // The news of a version comes when the server knows it; asking earlier would only wait.
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        if file.info.with(Option::is_none) {
            return;
        }
        let outlined = file.clone();
        file.views
            .outline_pace
            .changed(move || view_requests::refresh(outlined.clone(), ViewKind::Outline));
        match workbench.navigation.view.get() {
            Some(ViewKind::Outline) | None => {}
            Some(kind) if !is_measured(&file, kind) => {}
            Some(kind) => {
                let pace = file.views.pace.clone();
                pace.changed(move || view_requests::refresh(file.clone(), kind));
            }
        }
    });
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        file.target.track();
        let Some(kind) = workbench.navigation.view.get() else { return };
        if view_requests::follows_target(kind) && file.info.with_untracked(Option::is_some) {
            let pace = file.views.pace.clone();
            pace.changed(move || view_requests::refresh(file.clone(), kind));
        }
    });
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        let Some(kind) = workbench.navigation.view.get() else { return };
        match (file.views.choices(kind), file.views.options(kind)) {
            (Some(choices), _) => choices.track(),
            (None, Some(options)) => options.track(),
            (None, None) => return,
        }
        if file.info.with_untracked(Option::is_some) && is_measured(&file, kind) {
            view_requests::refresh(file.clone(), kind);
        }
    });
}

/// Returns false for a graph whose room is not known yet: it would be drawn twice. The canvas tells it
/// once it is on the page.
fn is_measured(file: &OpenFile, kind: ViewKind) -> bool {
    kind != ViewKind::Graph || file.views.graph_options.with_untracked(|it| it.room.is_some())
}
