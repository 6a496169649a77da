//! The placeholder of a view without content.

use leptos::prelude::*;

use crate::asked::Asked;
use crate::widgets::prose::{Prose, sentence};

/// Explains why a view is empty: still computing, nothing to show, or a failure.
#[component]
pub fn Placeholder<T: 'static>(
    /// The state of the view.
    asked: Asked<T>,
    /// The message when there is nothing to show.
    absent: &'static str,
) -> impl IntoView {
    match asked {
        Asked::NotYet => view! {
            <div
                class="placeholder placeholder--waiting"
                role="status"
                aria-busy="true"
                aria-label="Loading"
            >
                <span class="skeleton"></span>
                <span class="skeleton skeleton--short"></span>
                <span class="skeleton"></span>
                <span class="skeleton skeleton--short"></span>
            </div>
        }
        .into_any(),
        Asked::Failed(why) => view! {
            <div class="placeholder">
                <p>
                    <Prose text=sentence(&why) />
                </p>
            </div>
        }
        .into_any(),
        Asked::Absent | Asked::Here(_) => {
            view! { <div class="placeholder"><p>{absent}</p></div> }.into_any()
        }
    }
}
