//! Changing parts of views, with their closures behind one type.
//!
//! Leptos generates code for the type of each closure that a view follows. The page has hundreds,
//! and most do the same, so they go through pointers, which makes the module a quarter smaller.

use std::sync::{Arc, Mutex, PoisonError};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::{OwnedView, SharedReactiveFunction};
use leptos::tachys::view::keyed;

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
    let places = RowPlaces::here();
    let view = move || {
        follower.note();
        let places = places.clone();
        let row = move |_, (_, make): (String, MakeRow)| {
            let place = places.add();
            let view = place.with(|| make());
            (drop::<usize>, OwnedView::new_with_owner(view, place))
        };
        keyed::keyed(rows(), |(key, _)| key.clone(), row)
    };
    view.into_any()
}

/// The places of the rows of a list, in groups.
///
/// A place of the reactive graph keeps a record of each place that was ever made inside it, so a list
/// that is there as long as the page would grow with each row that comes and goes. Here it keeps one of
/// each group, which goes with the last of its rows.
#[derive(Clone)]
struct RowPlaces {
    list: Owner,
    newest: Arc<Mutex<Group>>,
}

/// Some of the places, inside one of their own.
struct Group {
    place: Owner,
    n_rows: usize,
}

impl RowPlaces {
    const GROUP: usize = 64;

    fn here() -> RowPlaces {
        let list = Owner::current().unwrap_or_default();
        let newest = Group { place: list.child(), n_rows: 0 };
        RowPlaces { list, newest: Arc::new(Mutex::new(newest)) }
    }

    /// Makes the place of another row.
    fn add(&self) -> Owner {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.n_rows == RowPlaces::GROUP {
            *newest = Group { place: self.list.child(), n_rows: 0 };
        }
        newest.n_rows += 1;
        let (group, row) = (newest.place.clone(), newest.place.child());
        row.with(|| on_cleanup(move || drop(group)));
        row
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_place_as_long_as_it_is_there_and_no_longer() {
        let list = Owner::new();
        let n_gone = Arc::new(Mutex::new(0));
        let (places, mut rows) = list.with(|| {
            provide_context(7_u8);
            let places = RowPlaces::here();
            let rows: Vec<Owner> = (0..=RowPlaces::GROUP).map(|_| places.add()).collect();
            (places, rows)
        });
        for row in &rows {
            let n_gone = Arc::clone(&n_gone);
            row.with(|| {
                assert_eq!(use_context::<u8>(), Some(7));
                on_cleanup(move || *n_gone.lock().unwrap() += 1);
            });
        }
        drop(places);
        assert_eq!(*n_gone.lock().unwrap(), 0, "rows keep their group");
        drop(rows.remove(0));
        assert_eq!(*n_gone.lock().unwrap(), 1);
        drop(list);
        assert_eq!(*n_gone.lock().unwrap(), 1 + RowPlaces::GROUP, "the list takes them with it");
    }
}
