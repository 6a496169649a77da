//! Effects and memos that leave what they follow when their place in the page goes.
//!
//! The reactive graph forgets who followed a signal when that changes, and who followed a memo when they
//! run again: whoever is gone by then stays in its list. Each file that is opened and closed would leave
//! thousands of bytes with what lives as long as the page.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::reactive::effect::EffectFunction;
use leptos::reactive::graph::{AnySubscriber, Observer, Subscriber, ToAnySubscriber};

/// Makes a memo.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    make: impl Fn(Option<&T>) -> T + Send + Sync + 'static,
) -> Memo<T> {
    #[expect(clippy::disallowed_methods, reason = "the only place")]
    let memo = Memo::new(make);
    leave_with_place(ArcMemo::from(memo).to_any_subscriber());
    memo
}

/// Makes an effect.
pub fn effect<T: 'static, M>(run: impl EffectFunction<T, M> + 'static) -> Effect<LocalStorage> {
    #[expect(clippy::disallowed_methods, reason = "the only place")]
    let effect = Effect::new(run);
    leave_with_place(effect.to_any_subscriber());
    effect
}

fn leave_with_place(follower: AnySubscriber) {
    on_cleanup(move || follower.clear_sources(&follower));
}

/// An effect that others make of a closure, and that is not known before it runs.
#[derive(Clone)]
pub struct Follower(Arc<Mutex<Following>>);

enum Following {
    NotYet,
    /// Held, because a row of a list drops its effects before its place goes, and an effect that is no
    /// more cannot leave.
    Held(AnySubscriber, Arc<dyn Subscriber + Send + Sync>),
    Left,
}

impl Follower {
    /// Makes one that leaves what it follows when the current place goes.
    pub fn here() -> Follower {
        let follower = Follower(Arc::new(Mutex::new(Following::NotYet)));
        let leaving = follower.clone();
        on_cleanup(move || {
            let held = leaving.0.lock().ok();
            let held = held.map(|mut it| std::mem::replace(&mut *it, Following::Left));
            if let Some(Following::Held(name, it)) = held {
                it.clear_sources(&name);
            }
        });
        follower
    }

    /// Notes the effect that runs; to be called in its closure.
    pub fn note(&self) {
        let Ok(mut following) = self.0.lock() else {
            return;
        };
        if matches!(*following, Following::Left) {
            return;
        }
        let Some(name) = Observer::get() else { return };
        if let Some(it) = name.1.upgrade() {
            *following = Following::Held(name, it);
        }
    }
}
