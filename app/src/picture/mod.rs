//! Pictures of views: shapes and letters, as SVG and as PNG, and saved with the text that they show.

mod marks;
mod png;
mod saving;
mod svg;

pub use marks::{Anchor, Mark, Picture};
pub use png::png;
pub use saving::{PictureKind, PictureMenu, Pictures, use_pictures};
pub use svg::svg;
