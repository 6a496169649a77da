//! The parts of the page's module that only some views need; [`desk`](crate::desk) is the one that
//! every file needs.
//!
//! `cargo xtask build` cuts the module at these functions, with the condition `split`; other builds,
//! such as Trunk's, have all in one.

use std::time::Duration;

use leptos::prelude::*;

use crate::bytes_pane::BytesPane;
use crate::canvas::Canvas;
use crate::coverage::CoveragePane;
use crate::following::effect;
use crate::inspector::Inspector;
use crate::open_dialog::Dialog;
use crate::platform::window;
use crate::resolved_pane::ResolvedPane;
use crate::timeline::TimelinePane;
use crate::touch::TOUCH;
use crate::widgets::later::{part, part_view};

use super::dialogs::dialog_of;

part! {
    /// The graph.
    GRAPH = graph, fetch_graph, mark_graph
}
part_view!("graph" "01"; fn graph() { view! { <Canvas /> } });

part! {
    /// The form and the effective values.
    FORM = form, fetch_form, mark_form
}
part_view!("form" "01"; fn form() { view! { <Inspector /> } });
part_view!("form" "02"; fn values() { view! { <ResolvedPane /> } });

part! {
    /// The bytes.
    BYTES = bytes, fetch_bytes, mark_bytes
}
part_view!("bytes" "01"; fn bytes() { view! { <BytesPane /> } });

part! {
    /// The coverage map and the timeline.
    COVERAGE = coverage, fetch_coverage, mark_coverage
}
part_view!("coverage" "01"; fn coverage() { view! { <CoveragePane /> } });
part_view!("coverage" "02"; fn timeline() { view! { <TimelinePane /> } });

part! {
    /// All dialogs but those of the start page.
    DIALOGS = dialogs, fetch_dialogs, mark_dialogs
}
part_view!("dialogs" "01"; fn dialog(dialog: Dialog, close: Callback<()>) { dialog_of(dialog, close) });

/// The time for what is shown first to come before the rest.
const A_WHILE: Duration = Duration::from_millis(800);
/// The time until a part that did not come is asked for again.
const LONGER: Duration = Duration::from_secs(5);

/// Fetches these parts, one after the other, when the page `is_idle`, so that they are here when they
/// are asked for.
pub fn follow(is_idle: impl Fn() -> bool + 'static) {
    effect(move |was_idle: Option<bool>| {
        if was_idle == Some(true) {
            return true;
        }
        let is_idle = is_idle();
        if is_idle {
            leptos::task::spawn_local(async {
                window::pause(A_WHILE).await;
                // What waits for it does not ask.
                while !TOUCH.fetch().await {
                    window::pause(LONGER).await;
                }
                for part in [&GRAPH, &FORM, &DIALOGS, &COVERAGE, &BYTES] {
                    // One that does not come is asked for again when it is needed.
                    part.fetch().await;
                }
            });
        }
        is_idle
    });
}
