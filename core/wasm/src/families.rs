//! The families of languages, and what one does with their texts, in parts of the module of their
//! own, for the page's worker.
//!
//! A part is fetched when a message needs it. `cargo xtask build` cuts the module at these functions.

use std::cell::RefCell;
use std::collections::BTreeSet;

use bobbin_languages::late;
use wasm_bindgen::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The part with the tools of the server, and for each family the one with those of its languages.
const TOOLS: &str = "tools";
const FAMILIES_TOOLS: [(&str, &str); 3] =
    [("sprokit", "sprokit-tools"), ("pinsight", "pinsight-tools"), ("coil", "coil-tools")];

thread_local! {
    static THERE: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

fn is_there(part: &str) -> bool {
    THERE.with_borrow(|there| there.contains(part))
}

/// Returns the parts that a message needs and that are not there yet.
#[wasm_bindgen]
pub fn needs(message: &str) -> Vec<String> {
    let bobbin_server::Needs { families, tools } = bobbin_server::needs(message);
    let mut parts = families.clone();
    if tools {
        parts.extend(tools_with(&families));
    }
    parts.into_iter().filter(|it| !is_there(it)).map(str::to_owned).collect()
}

/// Returns the parts with the tools of all that is there, as far as they are not there yet: what will
/// be needed next.
#[wasm_bindgen(js_name = needsSoon)]
pub fn needs_soon() -> Vec<String> {
    let tools = tools_with(&[]).into_iter();
    tools.filter(|it| !is_there(it)).map(str::to_owned).collect()
}

/// Returns the parts with the tools for families that are there, and for `coming` ones.
fn tools_with(coming: &[&str]) -> Vec<&'static str> {
    let of_families = FAMILIES_TOOLS.iter().filter(|it| is_there(it.0) || coming.contains(&it.0));
    std::iter::once(TOOLS).chain(of_families.map(|it| it.1)).collect()
}

/// Fetches a part. Fails if it does not come; it can be asked for again.
#[wasm_bindgen(js_name = fetchPart)]
pub async fn fetch_part(part: String) -> Result<(), JsError> {
    let fetched = match part.as_str() {
        "sprokit" => sprokit().await,
        "pinsight" => pinsight().await,
        "coil" => coil().await,
        "tools" => tools().await,
        "sprokit-tools" => sprokit_tools().await,
        "pinsight-tools" => pinsight_tools().await,
        "coil-tools" => coil_tools().await,
        _ => return Err(JsError::new(&format!("there is no part `{part}`"))),
    };
    if fetched.is_err() {
        return Err(JsError::new(&format!("the part `{part}` could not be loaded")));
    }
    THERE.with_borrow_mut(|there| there.insert(part));
    Ok(())
}

#[wasm_split(sprokit, fallible)]
fn sprokit() -> Result<(), SplitLoaderError> {
    // No other family has graphs.
    bobbin_server::install_drawing();
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

#[wasm_split(tools, fallible)]
fn tools() -> Result<(), SplitLoaderError> {
    bobbin_server::install_tools();
    Ok(())
}

#[wasm_split(sprokit_tools, fallible)]
fn sprokit_tools() -> Result<(), SplitLoaderError> {
    late::sprokit::install_tools();
    Ok(())
}

#[wasm_split(pinsight_tools, fallible)]
fn pinsight_tools() -> Result<(), SplitLoaderError> {
    late::pinsight::install_tools();
    Ok(())
}

#[wasm_split(coil_tools, fallible)]
fn coil_tools() -> Result<(), SplitLoaderError> {
    late::coil_hardware::install_tools();
    late::coil_target::install_tools();
    Ok(())
}
