//! The pane "Problems": the diagnostics of the shown text.

mod lines;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{Fix, Severity};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use self::lines::{Kind, Line};
use crate::document::problem::{ProblemFilter, shown_number};
use crate::document::{DocumentStore, FileId, OpenFile, Problem, commands, use_documents};
use crate::files::{name_of, use_files};
use crate::following::{effect, memo};
use crate::navigation::use_navigation;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::editor::{Focus, Location};
use crate::platform::window;
use crate::settings::{Settings, use_settings};
use crate::widgets::aria::aria;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, live, part};
use crate::widgets::empty::EmptyNote;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, counted, plain, sentence};
use crate::widgets::rows::Rows;
use crate::widgets::search_field::SearchField;
use crate::widgets::toast::{Toasts, use_toasts};

/// The height of a row, in pixels; the style sheet has the same.
const ROW_HEIGHT: f64 = 24.0;

/// The height of what is above the rows, in pixels.
const HEAD_HEIGHT: f64 = 36.0;

/// The time in which a second press on a row may follow, which must still find it there.
const DOUBLE_PRESS: Duration = Duration::from_millis(500);

/// Returns the height in which these many rows are all seen, in pixels.
fn height_of(n_rows: usize) -> f64 {
    HEAD_HEIGHT + n_rows.max(1) as f64 * ROW_HEIGHT
}

#[must_use]
pub fn icon_of(severity: Severity) -> Icon {
    match severity {
        Severity::Error => Icon::Error,
        Severity::Warning => Icon::Warning,
        Severity::Hint => Icon::Hint,
    }
}

/// The time that errors last before they count as more than half a line that is being typed.
const HALF_A_LINE: Duration = Duration::from_secs(3);

/// Shows the pane the first time that a file has errors.
pub fn follow_errors(documents: DocumentStore, settings: Settings) {
    let raised = StoredValue::new(BTreeSet::<FileId>::new());
    let has_errors = |file: &OpenFile| {
        file.problems.with(|it| it.iter().any(|it| it.severity == Severity::Error))
    };
    effect(move || {
        documents.active.track();
        settings.are_problems_raised.set(false);
    });
    effect(move || {
        let Some(file) = documents.active.get() else { return };
        if !has_errors(&file) || raised.with_value(|it| it.contains(&file.id)) {
            return;
        }
        let raise = move || {
            let is_shown = documents.shown().is_some_and(|it| it.id == file.id);
            if is_shown && untrack(|| has_errors(&file)) {
                raised.update_value(|it| {
                    it.insert(file.id);
                });
                settings.are_problems_raised.set(true);
            }
        };
        if documents.shown().is_some_and(|it| it.is_modified.get_untracked()) {
            set_timeout(raise, HALF_A_LINE);
        } else {
            raise();
        }
    });
}

/// The row that is picked, and which problem of its group that is.
struct Picked {
    file: Option<FileId>,
    row: Option<usize>,
    inside: Option<(Kind, usize)>,
}

/// Lists all diagnostics with a filter, and the picked one in full.
#[component]
pub fn ProblemsPane(
    /// The height that the pane can use, in pixels: more is of no use to it.
    useful: RwSignal<f64>,
) -> impl IntoView {
    let documents = use_documents();
    let navigation = use_navigation();
    let problems: Memo<Arc<Vec<Problem>>> =
        memo(move |_| documents.active.get().map(|it| it.problems.get()).unwrap_or_default());
    let filter = RwSignal::new(ProblemFilter::default());
    let listed = memo(move |_| filter.with(|it| it.apply(&problems.read())));
    // The kinds whose groups are open.
    let opened = RwSignal::new(BTreeSet::<Kind>::new());
    let rows =
        memo(move |_| listed.with(|listed| lines::lines(&problems.read(), listed, &opened.read())));
    let n_rows = memo(move |_| rows.with(Vec::len));
    let picked = RwSignal::new(None::<usize>);
    let problem_at = move |row: usize| {
        let idx = rows.with(|rows| match rows.get(row)? {
            Line::Problem { idx, .. } => Some(*idx),
            Line::Group { .. } => None,
        })?;
        problems.with(|it| it.get(idx).cloned())
    };
    let picked_problem = memo(move |_| problem_at(picked.get()?));
    // Without the heading of its group the row of the picked problem is another one's.
    effect(move |before: Option<Picked>| {
        let file = documents.active.get().map(|it| it.id);
        let row = picked.get();
        let inside = rows.with(|rows| {
            lines::place_inside(rows, row?).map(|(kind, place)| (kind.clone(), place))
        });
        if let Some(Picked { file: of, row: at, inside: Some((kind, place)) }) = before
            && (of, at) == (file, row)
            && let Some(row) =
                rows.with(|it| lines::row_outside(it, &problems.read(), &kind, place))
        {
            picked.set(Some(row));
        }
        Picked { file, row, inside }
    });
    // While a text is written problems come and go; the panes above do not move with each of them.
    let most = memo(move |before: Option<&(Option<FileId>, usize)>| {
        let file = documents.active.get().map(|it| it.id);
        let n_rows = n_rows.get();
        match before {
            Some((of, n)) if *of == file => (file, n_rows.max(*n)),
            _ => (file, n_rows),
        }
    });
    let explained = memo(move |before: Option<&(Option<FileId>, bool)>| {
        let file = documents.active.get().map(|it| it.id);
        // On the way over a heading, which explains nothing, the pane stays as it is.
        let was = before.is_some_and(|(of, was)| *was && *of == file);
        let is_any = picked.get().is_some_and(|it| it < n_rows.get());
        (file, picked_problem.with(Option::is_some) || (was && is_any))
    });
    effect(move || {
        let height = height_of(most.get().1);
        if !explained.get().1 {
            return useful.set(height);
        }
        // What explains one of them takes all that it can get.
        let timer = window::after(DOUBLE_PRESS, move || useful.set(f64::INFINITY));
        // Dropped when it is put away.
        StoredValue::new_local(timer);
    });
    let pick = move |row: usize, focus: Focus| {
        picked.set(Some(row));
        if let Some(problem) = picked_problem.get_untracked() {
            navigation.go_to_text(problem.range, focus);
        }
    };
    // The group at a row, and whether it is open.
    let group_at = move |row: usize| {
        rows.with_untracked(|rows| match rows.get(row)? {
            Line::Group { kind, is_open, .. } => Some((kind.clone(), *is_open)),
            Line::Problem { .. } => None,
        })
    };
    let turn = move |row: usize| {
        let Some((kind, is_open)) = group_at(row) else { return };
        picked.set(Some(row));
        opened.update(|it| {
            if is_open {
                it.remove(&kind);
            } else {
                it.insert(kind);
            }
        });
    };
    let on_key = move |event: KeyboardEvent| {
        let n_rows = n_rows.get_untracked();
        let group = picked.get_untracked().and_then(group_at).map(|(_, is_open)| is_open);
        let row = match (event.key().as_str(), picked.get_untracked()) {
            ("ArrowDown", Some(row)) => (row + 1).min(n_rows.saturating_sub(1)),
            ("ArrowUp", Some(row)) => row.saturating_sub(1),
            ("ArrowDown" | "ArrowUp", None) => 0,
            ("Enter", Some(row)) => {
                event.prevent_default();
                return if group.is_some() { turn(row) } else { pick(row, Focus::Editor) };
            }
            ("ArrowRight", Some(row)) if group == Some(true) => row + 1,
            ("ArrowRight", Some(row)) if group == Some(false) => {
                event.prevent_default();
                return turn(row);
            }
            ("ArrowLeft", Some(row)) if group == Some(true) => {
                event.prevent_default();
                return turn(row);
            }
            // To the heading.
            ("ArrowLeft", Some(row)) => {
                match rows.with_untracked(|it| lines::heading_of(it, row)) {
                    Some(heading) => heading,
                    None => return,
                }
            }
            _ => return,
        };
        event.prevent_default();
        pick(row, Focus::Stays);
    };
    let row = move |row: usize| {
        let line = memo(move |_| rows.with(|it| it.get(row).cloned()));
        let problem = memo(move |_| problem_at(row));
        let nth = memo(move |_| line.with(|it| it.as_ref().map(Line::nth)).unwrap_or_default());
        let is_inside =
            move || line.with(|it| matches!(it, Some(Line::Problem { is_inside: true, .. })));
        let is_picked = move || picked.get() == Some(row);
        let expanded = move || {
            line.with(|it| match it {
                Some(Line::Group { is_open, .. }) => Some(if *is_open { "true" } else { "false" }),
                _ => None,
            })
        };
        let content = move || {
            line.get().and_then(|line| match line {
                Line::Group { kind, message, severity, n_problems, is_open, .. } => {
                    let text = format!("{}: {message}", counted(n_problems, "problem"));
                    Some(group_line(text, severity, kind.code, is_open).into_any())
                }
                Line::Problem { .. } => problem.get().map(|it| problem_line(it).into_any()),
            })
        };
        view! {
            <div
                class="problem"
                class:problem--picked=is_picked
                class:problem--inside=live(is_inside)
                role="treeitem"
                id=row_id(row)
                {..aria("aria-level", live(move || if is_inside() { "2" } else { "1" }))}
                aria-posinset=live(move || nth.get().0.to_string())
                aria-setsize=live(move || nth.get().1.to_string())
                aria-expanded=live(expanded)
                aria-selected=live(move || if is_picked() { "true" } else { "false" })
                on:click=move |_| {
                    if group_at(row).is_some() { turn(row) } else { pick(row, Focus::Stays) }
                }
                on:dblclick=move |_| {
                    if group_at(row).is_none() {
                        pick(row, Focus::Editor);
                    }
                }
            >
                {part(content)}
            </div>
        }
        .into_any()
    };
    let none = move || {
        let file = documents.active.get();
        let text = match file {
            _ if problems.with(|it| !it.is_empty()) => "No problem matches the filter.",
            None => "No file is open.",
            Some(file) if file.fault().is_some_and(|it| it.is_limit()) => {
                "The text has no problems. The binary is too large to be read to its end."
            }
            Some(file) if file.fault().is_some() => {
                "The text has no problems. The binary that it was read from is damaged."
            }
            Some(_) => "No problems in this file.",
        };
        view! { <EmptyNote class="problems__none">{text}</EmptyNote> }
    };
    view! {
        <section class="problems" role="region" aria-label="Problems">
            <ProblemsHead filter=filter />
            <div class="problems__body">
                <When when=move || n_rows.get() == 0>{none()}</When>
                <When when=move || { n_rows.get() > 0 }>
                    <Rows
                        n_rows=n_rows
                        row_height=ROW_HEIGHT
                        row=row
                        revealed=picked
                        label="Problems"
                        role="tree"
                        active=Signal::derive(move || picked.get().map(row_id))
                        on:keydown=on_key
                    />
                    {part(move || {
                        picked_problem
                            .get()
                            .map(|problem| view! { <ProblemDetail problem=problem /> })
                    })}
                </When>
            </div>
        </section>
    }
}

/// Returns the id of the element of a row.
fn row_id(row: usize) -> String {
    format!("problem-{row}")
}

fn group_line(text: String, severity: Severity, code: String, is_open: bool) -> impl IntoView {
    view! {
        <span class="twist" class:twist--open=is_open>
            <IconView icon=Icon::ChevronRight />
        </span>
        <span
            class="problem__icon"
            data-severity=severity.word()
            role="img"
            aria-label=severity.word()
        >
            <IconView icon=icon_of(severity) />
        </span>
        <span class="problem__message">
            <Prose text=text />
        </span>
        <span class="problem__code">{code}</span>
    }
}

fn problem_line(problem: Problem) -> impl IntoView {
    let start = problem.range.start;
    view! {
        <span
            class="problem__icon"
            data-severity=problem.severity.word()
            role="img"
            aria-label=problem.severity.word()
        >
            <IconView icon=icon_of(problem.severity) />
        </span>
        <span class="problem__message">
            <Prose text=problem.message />
        </span>
        {(!problem.fixes.is_empty() || !problem.moves.is_empty())
            .then(|| {
                view! {
                    <span class="problem__fixable" role="img" title="Has a fix">
                        <IconView icon=Icon::Fix />
                    </span>
                }
            })}
        <span class="problem__code">{problem.code}</span>
        <span class="problem__place">{format!("{}:{}", start.line + 1, start.character + 1)}</span>
    }
}

#[component]
fn ProblemsHead(filter: RwSignal<ProblemFilter>) -> impl IntoView {
    let settings = use_settings();
    let documents = use_documents();
    let counts =
        memo(move |_| documents.active.get().map(|it| it.problem_counts()).unwrap_or_default());
    let toggles = Severity::ALL
        .into_iter()
        .enumerate()
        .map(|(idx, severity)| {
            let n = move || counts.get().get(idx).copied().unwrap_or(0);
            let is_shown = move || filter.with(|it| it.shown.get(idx).copied().unwrap_or(true));
            view! {
                <button
                    type="button"
                    class="severity-toggle"
                    data-severity=severity.word()
                    aria-pressed=live(move || if is_shown() { "true" } else { "false" })
                    title=live(move || {
                        format!("{} {}s", if is_shown() { "Hide" } else { "Show" }, severity.word())
                    })
                    aria-label=live(move || counted(n(), severity.word()))
                    on:click=move |_| {
                        filter
                            .update(|it| {
                                if let Some(is_shown) = it.shown.get_mut(idx) {
                                    *is_shown = !*is_shown;
                                }
                            });
                    }
                >
                    <IconView icon=icon_of(severity) />
                    {move || shown_number(severity, counts.get())}
                </button>
            }
        })
        .collect_view();
    let close = move |()| settings.hide_problems();
    view! {
        <header class="pane-head">
            <h2 class="pane-head__title">"Problems"</h2>
            <div class="severity-toggles" role="group" aria-label="Shown problems">
                {toggles}
            </div>
            <SearchField
                label="Filter problems"
                placeholder="Filter"
                class="problems__filter"
                on_type=move |words| filter.update(|it| it.words = words)
            />
            <Button label="Hide problems" icon=Icon::ChevronDown is_bare=true on_press=close />
        </header>
    }
}

/// Shows help and fixes for a diagnostic.
#[component]
fn ProblemDetail(problem: Problem) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let toasts = use_toasts();
    let dialogs = use_dialogs();
    let code = problem.code.clone();
    let explain = move |_| {
        let language = documents.shown().map(|it| it.language.get_untracked()).unwrap_or_default();
        dialogs.open(Dialog::Code { name: code.clone(), language });
    };
    let moves = problem.moves.clone();
    let moves = moves
        .into_iter()
        .map(|it| {
            let label = plain(&it.label);
            let on_press = move |()| files.take_for(&it.from, &it.to);
            view! { <Button label=label icon=Icon::Fix on_press=on_press /> }
        })
        .collect_view();
    let open_wanted = problem.wanted.clone().map(|wanted| {
        let on_press = move |()| files.open_for(&wanted);
        view! { <Button label="Open the file…" icon=Icon::Open on_press=on_press /> }
    });
    let fixes = problem.fixes.clone();
    let buttons = fixes
        .into_iter()
        .map(|fix| {
            let label = plain(&fix.label);
            let on_press = move |()| apply(documents, toasts, &fix);
            view! { <Button label=label icon=Icon::Fix on_press=on_press /> }
        })
        .collect_view();
    let related = problem
        .related
        .into_iter()
        .map(|it| {
            let Location { uri, range } = it.location;
            let line = format!("line {}", range.start.line + 1);
            let shown = documents.shown();
            let place = match name_of(&uri) {
                name if shown.is_none_or(|it| it.uri != uri) => format!("{line} of {name}"),
                _ => line,
            };
            let go = move |_| files.go_to(&uri, &name_of(&uri), range);
            view! {
                <li>
                    <button type="button" class="link" on:click=go>
                        {place}
                    </button>
                    " "
                    <Prose text=it.message />
                </li>
            }
        })
        .collect_view();
    view! {
        <aside class="problem-detail" aria-label="Selected problem">
            <p class="problem-detail__message">
                <Prose text=sentence(&problem.message) />
            </p>
            {(!problem.help.is_empty())
                .then(|| {
                    view! {
                        <p class="problem-detail__help">
                            <Prose text=sentence(&problem.help) />
                        </p>
                    }
                })}
            <ul class="problem-detail__related">{related}</ul>
            <div class="problem-detail__fixes">{moves} {open_wanted} {buttons}</div>
            <p class="problem-detail__code">
                <button type="button" class="link" on:click=explain>
                    {format!("Why {}?", problem.code)}
                </button>
            </p>
        </aside>
    }
}

fn apply(documents: DocumentStore, toasts: Toasts, fix: &Fix) {
    let Some(file) = documents.shown() else { return };
    let version = file.info.with_untracked(|it| it.as_ref().map(|it| it.version));
    let version = version.unwrap_or_else(|| file.version.get_untracked());
    if !commands::apply_fix(&file, version, fix) {
        toasts.complain("The text has changed since; the fix was not applied. Try again.");
    }
}
