//! The families of languages in parts of the module of their own, for the page's worker.
//!
//! A part is fetched when a message needs it. `cargo xtask build` cuts the module at these functions.

use std::cell::RefCell;
use std::collections::BTreeSet;

use bobbin_languages::late;
use wasm_bindgen::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

thread_local! {
    static THERE: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Returns the families that a message needs and that are not there yet.
#[wasm_bindgen]
pub fn needs(message: &str) -> Vec<String> {
    let needed = bobbin_server::needs(message).into_iter();
    THERE.with_borrow(|there| needed.filter(|it| !there.contains(*it)).map(str::to_owned).collect())
}

/// Fetches a family. Fails if it does not come; it can be asked for again.
#[wasm_bindgen(js_name = fetchFamily)]
pub async fn fetch_family(family: String) -> Result<(), JsError> {
    let fetched = match family.as_str() {
        "sprokit" => sprokit().await,
        "pinsight" => pinsight().await,
        "coil" => coil().await,
        _ => return Err(JsError::new(&format!("there is no family `{family}`"))),
    };
    if fetched.is_err() {
        return Err(JsError::new(&format!("the part for {family} could not be loaded")));
    }
    THERE.with_borrow_mut(|there| there.insert(family));
    Ok(())
}

#[wasm_split(sprokit, fallible)]
fn sprokit() -> Result<(), SplitLoaderError> {
    late::sprokit::install();
    Ok(())
}

#[wasm_split(pinsight, fallible)]
fn pinsight() -> Result<(), SplitLoaderError> {
    late::pinsight::install();
    Ok(())
}

#[wasm_split(coil, fallible)]
fn coil() -> Result<(), SplitLoaderError> {
    late::coil_hardware::install();
    late::coil_target::install();
    Ok(())
}
