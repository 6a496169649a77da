//! General parts of the page, which know no documents.

pub mod aria;
pub mod button;
pub mod dialog;
pub mod dynamic;
pub mod empty;
pub mod icon;
pub mod later;
pub mod menu;
pub mod middle_cut;
pub mod picker;
pub mod placeholder;
pub mod prose;
pub mod rows;
pub mod search_field;
pub mod segments;
pub mod slider;
pub mod splitter;
pub mod tabs;
pub mod toast;
