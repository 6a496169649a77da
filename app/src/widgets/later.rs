//! Parts of the page's module that are fetched when they are first shown.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

use crate::asked::Asked;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::placeholder::Placeholder;

/// What a function of a part makes, or why the part is not here.
pub type Made = Result<AnyView, SplitLoaderError>;

/// Something that comes later.
pub type Promise<T> = Pin<Box<dyn Future<Output = T>>>;

/// A part of the page's module that is fetched when it is first needed.
pub struct Part {
    fetch: fn() -> Promise<Result<(), SplitLoaderError>>,
    is_here: AtomicBool,
}

impl Part {
    /// Makes a part that `fetch` brings here.
    #[must_use]
    pub const fn new(fetch: fn() -> Promise<Result<(), SplitLoaderError>>) -> Part {
        Part { fetch, is_here: AtomicBool::new(false) }
    }

    /// Fetches the part unless it is here; returns true if it is here then.
    pub async fn fetch(&self) -> bool {
        if !self.is_here.load(Ordering::Relaxed) && (self.fetch)().await.is_ok() {
            self.is_here.store(true, Ordering::Relaxed);
        }
        self.is_here.load(Ordering::Relaxed)
    }
}

/// Shows what a function of a part makes, at once if the part is here; else says that it is coming,
/// and if it does not come, offers to try again.
pub fn later(needed: &'static Part, make: impl Fn() -> Promise<Made> + Send + 'static) -> AnyView {
    shown(needed, Box::new(make), None)
}

/// Shows the dialog that a function of a part makes, like [`later`]; nothing until the part is here.
pub fn dialog_later(
    needed: &'static Part,
    make: impl Fn() -> Promise<Made> + Send + 'static,
    close: Callback<()>,
) -> AnyView {
    shown(needed, Box::new(make), Some(close))
}

fn shown(
    needed: &'static Part,
    make: Box<dyn Fn() -> Promise<Made> + Send>,
    close: Option<Callback<()>>,
) -> AnyView {
    if needed.is_here.load(Ordering::Relaxed) {
        return at_once(make());
    }
    let state = RwSignal::new(None::<bool>);
    let try_again = Callback::new(move |()| {
        state.set(None);
        leptos::task::spawn_local(async move {
            let is_here = needed.fetch().await;
            // What asked for it may be gone.
            let _ = state.try_set(Some(is_here));
        });
    });
    try_again.run(());
    part(move || match (state.get(), close) {
        (Some(true), _) => at_once(make()),
        (Some(false), None) => missing(try_again),
        (Some(false), Some(close)) => view! {
            <ModalDialog title="Could not be loaded" on_close=close>
                {missing(try_again)}
            </ModalDialog>
        }
        .into_any(),
        (None, None) => {
            let asked: Asked<()> = Asked::NotYet;
            view! { <Placeholder asked=asked absent="" /> }.into_any()
        }
        (None, Some(_)) => ().into_any(),
    })
    .into_any()
}

/// Returns what a function of a part that is here makes.
fn at_once(mut made: Promise<Made>) -> AnyView {
    match made.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(view)) => view,
        Poll::Ready(Err(_)) | Poll::Pending => missing(Callback::new(|()| ())),
    }
}

fn missing(try_again: Callback<()>) -> AnyView {
    view! {
        <div class="placeholder" role="alert">
            <p>"This part of the page could not be loaded. Your files are kept."</p>
            <Button label="Try again" on_press=try_again />
        </div>
    }
    .into_any()
}
