//! The server as a client meets it: messages in, messages out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod beyond;
mod client;
mod disk;
mod drawing;
mod host;
mod inspect;
mod large;
mod lifecycle;
#[cfg(feature = "native")]
mod manners;
mod merging;
mod moves;
#[cfg(feature = "native")]
mod names;
#[cfg(feature = "native")]
mod native;
#[cfg(feature = "native")]
mod parts;
#[cfg(feature = "picture")]
mod picture;
mod places;
#[cfg(feature = "native")]
mod pulling;
mod shapes;
mod sync;
mod twins;
#[cfg(feature = "native")]
mod unlisted;
#[cfg(feature = "native")]
mod waiting;
