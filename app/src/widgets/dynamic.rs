//! Changing parts of views, with their closures behind one type.
//!
//! Leptos makes code for the type of each closure that a view follows. There are hundreds in the
//! page, and most do the same, so they go by pointers: the module is a quarter smaller for it.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// An attribute, a class or a style that changes.
pub fn live<T: 'static>(read: impl FnMut() -> T + Send + 'static) -> SharedReactiveFunction<T> {
    Arc::new(Mutex::new(read))
}

/// Content that changes.
pub fn part<V: IntoView + 'static>(
    show: impl Fn() -> V + Send + 'static,
) -> SharedReactiveFunction<AnyView> {
    Arc::new(Mutex::new(move || show().into_any()))
}

/// A handler of what an element also tells when it is taken away: by then the signals of its view are
/// gone, and nothing is done.
pub fn while_here<E>(mut handle: impl FnMut(E) + 'static) -> impl FnMut(E) + 'static {
    let place = StoredValue::new(());
    move |event| {
        if !place.is_disposed() {
            handle(event);
        }
    }
}

/// How a row of a list is made.
type MakeRow = Arc<dyn Fn() -> AnyView + Send + Sync>;

/// Rows that come and go. A row stays as it is for as long as its key is there, so what changes
/// inside it, it follows by itself.
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
    view! { <For each=move || rows() key=|(key, _)| key.clone() children=|(_, make)| make() /> }
        .into_any()
}

/// Content that is there at times.
#[component]
pub fn When(
    /// Whether it is there.
    #[prop(into)]
    when: Signal<bool>,
    /// The content, made anew each time.
    children: ChildrenFn,
) -> impl IntoView {
    // Equal answers shall not make the content anew.
    let when = Memo::new(move |_| when.get());
    part(move || when.get().then(|| children()))
}
