//! The place where a damaged binary cannot be read on.

use bobbin_protocol::DecodeFault;
use leptos::prelude::*;

use super::numbers::as_hex;
use super::state::BytesState;
use crate::document::use_documents;
use crate::widgets::button::Button;
use crate::widgets::dynamic::part;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// The number of wrong bytes that are shown as digits beside the reason.
const MAX_SHOWN: usize = 8;

/// Says why a binary cannot be read on, with the way to the place.
#[component]
pub fn FaultNote(state: BytesState) -> impl IntoView {
    let documents = use_documents();
    part(move || {
        let fault = state.fault.get()?;
        let name = documents.active.get()?.binary_name().unwrap_or_default().to_owned();
        let found = state.model.with(|it| found(&it.bytes, &fault));
        let what = if fault.is_limit() { "read only up to" } else { "damaged at" };
        let title = format!("`{name}` is {what} byte {} (0x{:x}). ", fault.offset, fault.offset);
        let reason = sentence(&format!("{} (`{}`)", fault.message, fault.code));
        Some(view! {
            <div class="notice notice--error" role="note">
                <IconView icon=Icon::Error />
                <div class="notice__text">
                    <p>
                        <strong><Prose text=title /></strong>
                        <Prose text=format!("{reason} {found}") />
                    </p>
                    <p class="bytes__aside">
                        "The text has only what could be read, and says what is left out. Until you edit it, the file \
                         is kept and downloaded as it is; its bytes cannot be changed here."
                    </p>
                </div>
                <Button label="Go to the fault" on_press=move |()| state.go_to_fault() />
            </div>
        })
    })
}

/// Describes the bytes at a fault.
fn found(bytes: &[u8], fault: &DecodeFault) -> String {
    let start = fault.offset as usize;
    let wrong = bytes.get(start..).unwrap_or_default();
    let wrong = wrong.get(..fault.len as usize).unwrap_or(wrong);
    match wrong {
        [] => "The file ends there.".to_owned(),
        _ if wrong.len() > MAX_SHOWN => {
            format!(
                "The bytes there are `{} …`.",
                as_hex(wrong.get(..MAX_SHOWN).unwrap_or_default())
            )
        }
        _ => format!("The bytes there are `{}`.", as_hex(wrong)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_at_a_fault_is_shown() {
        let fault =
            |offset, len| DecodeFault { offset, len, message: String::new(), code: String::new() };
        let bytes: Vec<u8> = (0..20).collect();
        assert_eq!(found(&bytes, &fault(2, 2)), "The bytes there are `02 03`.");
        assert_eq!(found(&bytes, &fault(19, 4)), "The bytes there are `13`.");
        assert_eq!(found(&bytes, &fault(20, 0)), "The file ends there.");
        assert_eq!(
            found(&bytes, &fault(0, 12)),
            "The bytes there are `00 01 02 03 04 05 06 07 …`."
        );
    }
}
