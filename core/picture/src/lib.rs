//! Pictures of graphs: where the lines run, which letters fit, and the SVG file of it all.
//!
//! The page draws by it, in the colours of its style sheet, and so does `bobbin graph --to svg`, in
//! those of [`paper`].

pub mod colour;
pub mod comments;
mod document;
mod graph;
mod marks;
mod palette;
mod paper;
pub mod rects;
pub mod route;
mod svg;
pub mod text_metrics;
pub mod xml;

pub use document::{Figure, figure};
pub use graph::{Colours, Drawn, MARGIN, Paint, below_dot, data_types, label_of, picture, type_of};
pub use marks::{Anchor, HALO, Mark, Picture};
pub use palette::Theme;
pub use paper::{laid_out, paper};
pub use svg::{svg, titled_svg};
