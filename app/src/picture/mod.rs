//! Pictures of views: shapes and letters, as SVG and as PNG, and saved with the text that they show.

mod png;
mod saving;

pub use bobbin_picture::{Anchor, Mark, Picture, svg};
pub use png::png;
pub use saving::{PictureKind, PictureMenu, Pictures, use_pictures};
