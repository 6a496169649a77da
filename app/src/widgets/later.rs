//! Parts of the page's module that are fetched when they are first shown.

use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

use crate::asked::Asked;
use crate::platform::window;
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic;
use crate::widgets::placeholder::Placeholder;

/// Something that comes later.
pub type Promise<T> = Pin<Box<dyn Future<Output = T>>>;

/// The times to wait before a part that did not come is asked for again, in milliseconds.
const PAUSES: [u64; 2] = [200, 800];

/// The time after which it is looked again whether a part is still on its way.
const A_MOMENT: Duration = Duration::from_millis(20);

/// A part of the page's module that is fetched when it is first needed.
pub struct Part {
    fetch: fn() -> Promise<Result<(), SplitLoaderError>>,
    is_here: AtomicBool,
    /// True while it is on its way.
    is_coming: AtomicBool,
    /// Calls of functions of the part from before it was here, in their order.
    waiting: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
}

impl Part {
    /// Makes a part that `fetch` brings here.
    #[must_use]
    pub const fn new(fetch: fn() -> Promise<Result<(), SplitLoaderError>>) -> Part {
        Part {
            fetch,
            is_here: AtomicBool::new(false),
            is_coming: AtomicBool::new(false),
            waiting: Mutex::new(Vec::new()),
        }
    }

    fn is_here(&self) -> bool {
        self.is_here.load(Ordering::Relaxed)
    }

    /// Fetches the part unless it is here; returns true if it is here then. Whoever asks while it is
    /// on its way waits for that.
    pub async fn fetch(&self) -> bool {
        if self.is_coming.swap(true, Ordering::Relaxed) {
            while self.is_coming.load(Ordering::Relaxed) {
                window::pause(A_MOMENT).await;
            }
            return self.is_here();
        }
        for pause in PAUSES.map(Some).into_iter().chain([None]) {
            if self.is_here() {
                break;
            }
            match ((self.fetch)().await, pause) {
                (Ok(()), _) => self.arrive(),
                (Err(_), Some(pause)) => window::pause(Duration::from_millis(pause)).await,
                (Err(_), None) => {}
            }
        }
        self.is_coming.store(false, Ordering::Relaxed);
        self.is_here()
    }

    /// Calls what was to be called before. A call may lead to another one, which is then behind them.
    fn arrive(&self) {
        let next = || {
            let mut waiting = self.waiting.lock().ok()?;
            (!waiting.is_empty()).then(|| waiting.remove(0))
        };
        if self.is_here() {
            return;
        }
        while let Some(call) = next() {
            call();
        }
        self.is_here.store(true, Ordering::Relaxed);
    }

    /// Calls a function of the part: at once if it is here, else when it comes, under the same owner.
    pub fn run(&'static self, call: impl FnOnce() + Send + 'static) {
        if self.is_here() {
            return call();
        }
        self.wait(call);
        // Where it does not come, the person asks for it again; whoever fetches it already goes on.
        leptos::task::spawn_local(async {
            self.fetch().await;
        });
    }

    /// Calls a function of the part when it comes, under the same owner, without asking for it.
    fn wait(&'static self, call: impl FnOnce() + Send + 'static) {
        let owner = Owner::current();
        let call = move || match owner {
            Some(owner) => owner.with(call),
            None => call(),
        };
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.push(Box::new(call));
        }
    }
}

/// Declares a part of the page's module. `$mark` is a function in it that does nothing, through which
/// it is fetched.
macro_rules! part {
    ($(#[$doc:meta])* $part:ident = $module:ident, $fetch:ident, $mark:ident) => {
        $(#[$doc])*
        pub static $part: $crate::widgets::later::Part =
            $crate::widgets::later::Part::new(|| Box::pin($fetch()));

        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($module, wasm_split_path = leptos::wasm_split, preload($fetch), fallible)]
        fn $mark() -> Result<(), leptos::wasm_split::SplitLoaderError> {
            Ok(())
        }

        #[cfg(not(split))]
        async fn $fetch() -> Result<(), leptos::wasm_split::SplitLoaderError> {
            Ok(())
        }
    };
}

/// Declares a function that lies in a part, for the macros below. `$nth` are two hexadecimal digits
/// that no other function of the part has; the splitter finds the two ends of a call by them.
///
/// The attribute of Leptos, which [`part`](macro@part) uses, makes functions that look for their part
/// themselves and answer later. What is in a part that is here has to happen at once: the browser
/// gives a clipboard or a chooser of files only while an event is handled.
macro_rules! in_part {
    ($module:literal $nth:literal fn $name:ident($($arg:ident: $type:ty),*) -> $made:ty $body:block) => {
        #[cfg(split)]
        #[allow(
            unsafe_code,
            improper_ctypes,
            improper_ctypes_definitions,
            reason = "both ends are here, in Rust, and the splitter joins them"
        )]
        fn $name($($arg: $type),*) -> $made {
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            unsafe extern "C" {
                #[link_name = concat!("__wasm_split_00", $module, "00_import_000000000000000000000000000000", $nth)]
                safe fn import($($arg: $type),*) -> $made;
            }

            #[unsafe(export_name = concat!("__wasm_split_00", $module, "00_export_000000000000000000000000000000", $nth))]
            extern "C" fn export($($arg: $type),*) -> $made $body

            import($($arg),*)
        }

        #[cfg(not(split))]
        fn $name($($arg: $type),*) -> $made $body
    };
}

/// Declares a function in a part that makes a view; to be called once the part is here.
macro_rules! part_view {
    ($module:literal $nth:literal; fn $name:ident($($arg:ident: $type:ty),*) $body:block) => {
        pub fn $name($($arg: $type),*) -> AnyView {
            $crate::widgets::later::in_part! {
                $module $nth fn make($($arg: $type),*) -> AnyView { $body.into_any() }
            }
            make($($arg),*)
        }
    };
}

/// Declares a function in a part that does something, once the part is here.
macro_rules! part_deed {
    ($(#[$doc:meta])* $part:ident $module:literal $nth:literal; fn $name:ident($($arg:ident: $type:ty),*) $body:block) => {
        $(#[$doc])*
        pub fn $name($($arg: $type),*) {
            $crate::widgets::later::in_part! {
                $module $nth fn call($($arg: $type),*) -> () $body
            }
            $part.run(move || call($($arg),*));
        }
    };
}

pub(crate) use {in_part, part, part_deed, part_view};

/// Shows what a function of a part makes, at once if the part is here; else says that it is coming,
/// and if it does not come, offers to try again.
pub fn later(needed: &'static Part, make: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    shown(needed, Box::new(make), None)
}

/// Shows the dialog that a function of a part makes, like [`later`]; until the part is here, an empty one, which says so
/// after a moment.
pub fn dialog_later(
    needed: &'static Part,
    make: impl Fn() -> AnyView + Send + 'static,
    close: Callback<()>,
) -> AnyView {
    shown(needed, Box::new(make), Some(close))
}

/// Shows what a function of a part makes once the part is here, and `instead` until then: for what
/// nobody has asked for.
pub fn later_instead(
    needed: &'static Part,
    make: impl Fn() -> AnyView + Send + 'static,
    instead: fn() -> AnyView,
) -> AnyView {
    let is_here = is_here(needed);
    if !is_here.get_untracked() {
        needed.run(|| {});
    }
    dynamic::part(move || if is_here.get() { make() } else { instead() }).into_any()
}

/// Shows what a function of a part makes once the part is here, and does not ask for it: for what shows
/// nothing until something of the part was done.
pub fn once_here(needed: &'static Part, make: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let is_here = is_here(needed);
    dynamic::part(move || is_here.get().then(&make)).into_any()
}

/// Tells whether the part is here, and follows that.
fn is_here(needed: &'static Part) -> RwSignal<bool> {
    let is_here = RwSignal::new(needed.is_here());
    if !needed.is_here() {
        needed.wait(move || {
            let _ = is_here.try_set(true);
        });
    }
    is_here
}

fn shown(
    needed: &'static Part,
    make: Box<dyn Fn() -> AnyView + Send>,
    close: Option<Callback<()>>,
) -> AnyView {
    if needed.is_here() {
        return make();
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
    dynamic::part(move || match (state.get(), close) {
        (Some(true), _) => make(),
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
        // Keys that are pressed until it is here are not for the text.
        (None, Some(close)) => view! {
            <ModalDialog title="Loading" is_plain=true on_close=close>
                <p class="dialog__coming" role="status">
                    "Loading…"
                </p>
            </ModalDialog>
        }
        .into_any(),
    })
    .into_any()
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
