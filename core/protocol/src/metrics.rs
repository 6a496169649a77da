//! Sizes of text, by which the layout makes room and a client cuts.

pub use bobbin_core::layout::{
    BOLD, SMALL_SIZE, TITLE_SIZE, WIDEST_PORT, letter_width, text_width,
};
