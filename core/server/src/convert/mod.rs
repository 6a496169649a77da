//! Conversion of the core's answers for a client: places become lines and UTF-16 columns, bytes
//! become Base64.

mod conversion;
mod data;
mod depth;
mod earlier;
mod graph;
mod inspect;
mod outline;
mod texts;
mod view;

pub use conversion::{converted, converted_binary};
pub use data::{base64, from_base64};
pub(crate) use depth::MAX_DEPTH;
pub use graph::{Drawn, Rows, begin_layout, folded, same_layout, show_comments};
pub use inspect::{binary_comparison, own_bytes};
pub use outline::outline;
pub use texts::Texts;
pub use view::{bytes, first_fields, form_of_nothing, query, resolved, views};
