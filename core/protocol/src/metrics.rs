//! Sizes of text, by which the layout makes room and a client cuts.

pub use bobbin_core::layout::{
    BOLD, COMMENT_LINE, COMMENT_PADDING, SMALL_SIZE, TITLE_SIZE, WIDEST_PORT, comment_height,
    letter_width, text_width,
};
