//! Changing parts of views, with their closures behind one type.
//!
//! Leptos generates code for the type of each closure that a view follows. The page has hundreds,
//! and most do the same, so they go through pointers, which makes the module a quarter smaller.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

use crate::following::{Follower, memo};

/// Makes an attribute, a class or a style that changes.
pub fn live<T: 'static>(mut read: impl FnMut() -> T + Send + 'static) -> SharedReactiveFunction<T> {
    let follower = Follower::here();
    Arc::new(Mutex::new(move || {
        follower.note();
        read()
    }))
}

/// Makes content that changes.
pub fn part<V: IntoView + 'static>(
    show: impl Fn() -> V + Send + 'static,
) -> SharedReactiveFunction<AnyView> {
    let follower = Follower::here();
    Arc::new(Mutex::new(move || {
        follower.note();
        show().into_any()
    }))
}

/// Wraps a handler of an event that an element also sends when it is removed: by then the signals
/// of its view are gone, and the handler must not run.
pub fn while_here<E>(mut handle: impl FnMut(E) + 'static) -> impl FnMut(E) + 'static {
    let place = StoredValue::new(());
    move |event| {
        if !place.is_disposed() {
            handle(event);
        }
    }
}

/// Makes a row of a list.
type MakeRow = Arc<dyn Fn() -> AnyView + Send + Sync>;

/// Shows rows that come and go. A row stays as it is while its key exists, so it has to follow
/// changes inside it by itself.
pub fn list<T, V>(
    each: impl Fn() -> Vec<T> + Send + Sync + 'static,
    key: impl Fn(&T) -> String + Send + Sync + 'static,
    row: impl Fn(T) -> V + Send + Sync + 'static,
) -> AnyView
where
    T: Clone + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let row = Arc::new(row);
    keyed(Arc::new(move || {
        let made = each().into_iter().map(|it| {
            let row = Arc::clone(&row);
            let key = key(&it);
            let make: MakeRow = Arc::new(move || row(it.clone()).into_any());
            (key, make)
        });
        made.collect()
    }))
}

fn keyed(rows: Arc<dyn Fn() -> Vec<(String, MakeRow)> + Send + Sync>) -> AnyView {
    let follower = Follower::here();
    let rows = move || {
        follower.note();
        rows()
    };
    view! { <For each=rows key=|(key, _)| key.clone() children=|(_, make)| make() /> }.into_any()
}

/// Shows its children while a condition holds.
#[component]
pub fn When(
    /// The condition, which is followed.
    #[prop(into)]
    when: Signal<bool>,
    /// The content, made afresh each time.
    children: ChildrenFn,
) -> impl IntoView {
    // Equal answers must not make the content again.
    let when = memo(move |_| when.get());
    part(move || when.get().then(|| children()))
}
