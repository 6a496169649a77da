//! A file with its views as something that leaves the page: a web page, JSON, paper.

mod control;
mod json;
mod page;
mod paper;

pub use control::Exports;
