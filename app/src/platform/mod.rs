//! The only place that talks to the browser.
//!
//! Nothing here knows documents; the rest of the page uses `web_sys` only for the types of events.

pub mod canvas;
pub mod changes;
pub mod database;
pub mod disk;
pub mod dom;
pub mod editor;
pub mod exports;
pub mod files;
pub mod frame;
pub mod install;
pub mod launch;
pub mod links;
pub mod machine;
pub mod moves;
pub mod panic;
pub mod search;
pub mod second_window;
pub mod service_worker;
pub mod starts;
pub mod storage;
pub mod turning;
pub mod window;
