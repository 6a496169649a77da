//! Cases with observed outcomes, one adapter per language.
//!
//! Each adapter reads its case file from `testdata/<language>/oracle/`, and a further file or folder
//! of cases of the same shape if the environment variable `BOBBIN_ORACLES` names one. Where Bobbin
//! differs on purpose, the case stands in the adapter's list of exceptions with the reason.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod coil_hardware;
mod coil_target;
mod pinsight;
mod sprokit;
