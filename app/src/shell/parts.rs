//! The parts of the page's module that a start page does without.
//!
//! `cargo xtask build` cuts the module at these functions, with the condition `split`; other builds,
//! such as Trunk's, have all in one.

use leptos::prelude::*;

use crate::bytes_pane::BytesPane;
use crate::canvas::Canvas;
use crate::coverage::CoveragePane;
use crate::inspector::Inspector;
use crate::open_dialog::Dialog;
use crate::resolved_pane::ResolvedPane;
use crate::timeline::TimelinePane;
use crate::widgets::later::{Made, Part};

use super::dialogs::dialog_of;

/// Declares a part and a function in it.
macro_rules! part {
    ($(#[$doc:meta])* $part:ident = $module:ident, $fetch:ident; fn $name:ident($($arg:ident: $type:ty),*) $body:block) => {
        $(#[$doc])*
        pub static $part: Part = Part::new(|| Box::pin($fetch()));

        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($module, wasm_split_path = leptos::wasm_split, preload($fetch), fallible)]
        pub fn $name($($arg: $type),*) -> Made {
            Ok($body.into_any())
        }

        #[cfg(not(split))]
        pub async fn $name($($arg: $type),*) -> Made {
            Ok($body.into_any())
        }

        #[cfg(not(split))]
        async fn $fetch() -> Result<(), leptos::wasm_split::SplitLoaderError> {
            Ok(())
        }
    };
}

part! {
    /// The graph.
    GRAPH = graph, fetch_graph;
    fn graph() { view! { <Canvas /> } }
}

part! {
    /// The form.
    FORM = form, fetch_form;
    fn form() { view! { <Inspector /> } }
}

part! {
    /// The bytes.
    BYTES = bytes, fetch_bytes;
    fn bytes() { view! { <BytesPane /> } }
}

part! {
    /// The effective values; in the same file as the form.
    VALUES = form, fetch_values;
    fn values() { view! { <ResolvedPane /> } }
}

part! {
    /// The coverage map.
    COVERAGE = coverage, fetch_coverage;
    fn coverage() { view! { <CoveragePane /> } }
}

part! {
    /// The timeline; in the same file as the map.
    TIMELINE = coverage, fetch_timeline;
    fn timeline() { view! { <TimelinePane /> } }
}

part! {
    /// All dialogs but the list of commands.
    DIALOGS = dialogs, fetch_dialogs;
    fn dialog(dialog: Dialog, close: Callback<()>) { dialog_of(dialog, close) }
}

/// Fetches all parts, one after the other, as soon as the page `is_idle`, so that they are here
/// when they are asked for.
pub fn follow(is_idle: impl Fn() -> bool + 'static) {
    Effect::new(move |was_idle: Option<bool>| {
        if was_idle == Some(true) {
            return true;
        }
        let is_idle = is_idle();
        if is_idle {
            leptos::task::spawn_local(async {
                for part in [&GRAPH, &FORM, &DIALOGS, &VALUES, &COVERAGE, &TIMELINE, &BYTES] {
                    // One that does not come is asked for again when it is needed.
                    part.fetch().await;
                }
            });
        }
        is_idle
    });
}
