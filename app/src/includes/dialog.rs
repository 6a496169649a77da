//! The tree of includes in its dialog.

use std::collections::BTreeSet;

use bobbin_protocol::{Includes, Inclusion, Range};
use bobbin_sorting::Gathering as _;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::tree::{Direction, Node, Row, rows};
use crate::document::{DocumentStore, use_documents};
use crate::files::{name_of, use_files};
use crate::following::{effect, memo};
use crate::platform::dom;
use crate::platform::editor::{self, NoParams};
use crate::widgets::aria::aria;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::{list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::sentence;
use crate::widgets::segments::{Segment, Segments};

const ROW: &str = "[role=treeitem]";

/// The state and the ways to act that all rows of the tree share.
#[derive(Clone, Copy)]
struct Tree {
    documents: DocumentStore,
    includes: RwSignal<Vec<Inclusion>>,
    direction: RwSignal<Direction>,
    toggled: RwSignal<BTreeSet<String>>,
    /// The row that Tab reaches, if it is not the first.
    stop: RwSignal<Option<String>>,
    go: Callback<Row>,
}

impl Tree {
    fn rows(self) -> Vec<Row> {
        rows(&self.includes.read(), self.direction.get(), &self.toggled.read())
    }

    fn toggle(self, key: &str) {
        self.toggled.update(|all| {
            if !all.remove(key) {
                all.insert(key.to_owned());
            }
        });
    }

    fn name(self, uri: &str) -> String {
        self.documents.by_uri(uri).map_or_else(|| name_of(uri), |it| it.name.clone())
    }

    fn include(self, row: &Row) -> Option<Inclusion> {
        self.includes.with_untracked(|all| all.get(row.include?).cloned())
    }
}

/// Shows which file includes which, from both ends.
#[component]
pub fn IncludesDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let answer = RwSignal::new(None::<Result<(), String>>);
    let includes = RwSignal::new(Vec::new());
    effect(move || {
        // The server may still be getting to know some of them.
        documents.files.with(|files| files.iter().for_each(|it| it.problems.track()));
        leptos::task::spawn_local(async move {
            let found = editor::ask::<_, Includes>(Includes::METHOD, &NoParams {}).await;
            let found = found.map(|it| {
                let _ = includes.try_set(it.includes);
            });
            let _ = answer.try_set(Some(found));
        });
    });
    let go = Callback::new(move |row: Row| {
        let place = includes.with_untracked(|all: &Vec<Inclusion>| {
            let include = all.get(row.include?)?;
            Some((include.uri.clone(), include.range))
        });
        let (uri, range) = match (place, row.node) {
            (Some(place), _) => place,
            (None, Node::Open(uri)) => (uri, Range::default()),
            (None, Node::Missing(name)) => {
                close.run(());
                return files.offer_to_open(&name, None);
            }
        };
        close.run(());
        request_animation_frame(move || files.go_to(&uri, &name_of(&uri), range));
    });
    let direction = RwSignal::new(Direction::Includes);
    let (toggled, stop) = (RwSignal::default(), RwSignal::new(None));
    let tree = Tree { documents, includes, direction, toggled, stop, go };
    let pick = move |idx: usize| {
        stop.set(None);
        toggled.set(BTreeSet::new());
        direction.set(if idx == 0 { Direction::Includes } else { Direction::IncludedBy });
    };
    let content = move || {
        let empty = match answer.get()? {
            Err(why) => Some(sentence(&why)),
            Ok(()) if includes.with(Vec::is_empty) => {
                Some("No open file includes another one.".to_owned())
            }
            Ok(()) => None,
        };
        Some(match empty {
            Some(why) => view! {
                <p class="includes__summary" role="status">
                    {why}
                </p>
            }
            .into_any(),
            None => view! {
                <div class="includes__head">
                    <p class="includes__summary" role="status">
                        {part(move || summary(tree))}
                    </p>
                    <Segments
                        label="Follow"
                        segments=vec![Segment::new("Includes"), Segment::new("Included by")]
                        picked=Signal::derive(move || {
                            Some(usize::from(direction.get() == Direction::IncludedBy))
                        })
                        on_pick=pick
                    />
                </div>
                <IncludesTree tree=tree />
            }
            .into_any(),
        })
    };
    // The part stays as it is while the tree in it changes.
    let state = memo(move |_| (answer.get(), includes.with(Vec::is_empty)));
    view! {
        <ModalDialog title="Includes" is_wide=true on_close=close>
            <div class="includes">
                {part(move || {
                    // A memo that nobody reads is never computed.
                    state.with(|_| untrack(content))
                })}
            </div>
        </ModalDialog>
    }
}

/// Counts what is worth a look.
fn summary(tree: Tree) -> String {
    let includes = tree.includes.read();
    let missing: BTreeSet<&str> =
        includes.iter().filter(|it| it.target.is_none()).map(|it| it.name.as_str()).gather();
    let found = match includes.len() {
        1 => "1 include".to_owned(),
        n => format!("{n} includes"),
    };
    match missing.len() {
        0 => format!("{found}; all included files are open."),
        1 => format!("{found}; 1 file is not open."),
        n => format!("{found}; {n} files are not open."),
    }
}

#[component]
fn IncludesTree(tree: Tree) -> impl IntoView {
    let stop = memo(move |_| {
        let rows = tree.rows();
        let known = tree.stop.get().filter(|it| rows.iter().any(|row| row.key == *it));
        known.or_else(|| rows.first().map(|it| it.key.clone()))
    });
    // A row is made anew when anything about it changes but whether it is open.
    let key = |row: &Row| format!("{} {} {}", row.key, row.n_places, row.is_open.is_some());
    view! {
        <div
            class="includes__tree"
            role="tree"
            aria-label="Includes"
            on:keydown=|event: KeyboardEvent| {
                match event.key().as_str() {
                    "ArrowDown" => dom::focus_neighbour(&event, ROW, 1),
                    "ArrowUp" => dom::focus_neighbour(&event, ROW, -1),
                    "Home" => dom::focus_end(&event, ROW, false),
                    "End" => dom::focus_end(&event, ROW, true),
                    _ => return,
                }
                event.prevent_default();
            }
        >
            {list(move || tree.rows(), key, move |row| view! { <IncludeRow tree=tree row=row stop=stop /> })}
        </div>
    }
}

#[component]
fn IncludeRow(tree: Tree, row: Row, stop: Memo<Option<String>>) -> impl IntoView {
    let key = StoredValue::new(row.key.clone());
    let is_open = memo(move |_| {
        let rows = tree.rows();
        key.with_value(|key| rows.iter().find(|it| it.key == *key).and_then(|it| it.is_open))
    });
    let is_stop = move || stop.with(|it| key.with_value(|key| it.as_ref() == Some(key)));
    let toggle = move || key.with_value(|key| tree.toggle(key));
    let include = tree.include(&row);
    let (name, is_missing) = match &row.node {
        Node::Open(uri) => (tree.name(uri), false),
        Node::Missing(name) => (name.clone(), true),
    };
    let shared = (row.n_places > 1).then(|| format!("in {} places", row.n_places));
    let line = include.as_ref().map(|it| format!("line {}", it.range.start.line + 1));
    let place = include.as_ref().zip(line.clone());
    let place = place.map(|(it, line)| format!("{line} of {}", tree.name(&it.uri)));
    let mut label = vec![name.clone()];
    label.extend(is_missing.then(|| "not open".to_owned()));
    label.extend(row.is_circle.then(|| "circle".to_owned()));
    label.extend(shared.clone());
    label.extend(place.clone());
    let icon = if is_missing { Icon::Warning } else { Icon::Include };
    let (level, depth, is_circle) = (row.depth + 1, row.depth, row.is_circle);
    let of_keys = row.clone();
    let on_key = move |event: KeyboardEvent| {
        match (event.key().as_str(), is_open.get_untracked()) {
            ("Enter" | " ", _) => tree.go.run(of_keys.clone()),
            ("ArrowRight", Some(false)) | ("ArrowLeft", Some(true)) => toggle(),
            ("ArrowRight", Some(true)) => dom::focus_next_row(&event),
            ("ArrowLeft", _) => dom::focus_row_around(&event),
            _ => return,
        }
        event.prevent_default();
    };
    let expanded = move || is_open.get().map(|it| if it { "true" } else { "false" });
    view! {
        <div
            class="includes__row"
            class:includes__row--missing=is_missing
            role="treeitem"
            {..aria("aria-level", level.to_string())}
            aria-expanded=live(expanded)
            aria-label=label.join(", ")
            tabindex=live(move || if is_stop() { "0" } else { "-1" })
            style:padding-left=format!("{}px", 4 + depth * 18)
            title=place
            on:click=move |_| tree.go.run(row.clone())
            on:focus=move |_| tree.stop.set(Some(key.get_value()))
            on:keydown=on_key
        >
            <span
                class="includes__twist twist"
                class:twist--open=move || is_open.get() == Some(true)
                on:click=move |event| {
                    if is_open.get_untracked().is_some() {
                        event.stop_propagation();
                        toggle();
                    }
                }
            >
                {part(move || is_open.get().map(|_| view! { <IconView icon=Icon::ChevronRight /> }))}
            </span>
            <span class="includes__icon">
                <IconView icon=icon />
            </span>
            <span class="includes__name">{name}</span>
            {is_missing.then(|| view! { <span class="includes__mark includes__mark--warning">"not open"</span> })}
            {is_circle.then(|| view! { <span class="includes__mark includes__mark--warning">"circle"</span> })}
            {shared.map(|it| view! { <span class="includes__mark">{it}</span> })}
            <span class="includes__line">{line}</span>
        </div>
    }
}
