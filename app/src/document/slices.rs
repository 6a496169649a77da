//! Long views, which come in slices: one that came at once would stop the page for as long as it takes
//! to read.

use bobbin_protocol::{Graph, Outline, ViewKind, ViewParams};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::views::Views;
use crate::platform::editor::{self, RequestError};

/// A view that comes in slices.
pub trait Sliced: DeserializeOwned {
    /// Returns the number of slices that follow.
    fn n_slices_left(&self) -> u32;

    /// Takes the slice that follows.
    fn join(&mut self, next: Self);
}

impl Sliced for Graph {
    fn n_slices_left(&self) -> u32 {
        self.slices_left
    }

    fn join(&mut self, next: Graph) {
        self.vertices.extend(next.vertices);
        self.edges.extend(next.edges);
        self.banners.extend(next.banners);
        self.slices_left = next.slices_left;
    }
}

impl Sliced for Outline {
    fn n_slices_left(&self) -> u32 {
        self.slices_left
    }

    fn join(&mut self, next: Outline) {
        self.entries.extend(next.entries);
        self.n_left_out = next.n_left_out;
        self.slices_left = next.slices_left;
    }
}

#[derive(Deserialize)]
struct Slice<T> {
    version: i32,
    view: Option<T>,
}

/// Asks for a view, slice by slice: it, and the version of the text that it is of. None if there is no
/// such view.
///
/// # Errors
///
/// Why it did not come. It is stale if a newer one is asked for, or if the text changed between two
/// slices.
pub async fn ask_in_slices<T: Sliced>(
    views: &Views,
    kind: ViewKind,
    mut params: ViewParams,
) -> Result<Option<(i32, T)>, RequestError> {
    let mut all: Option<(i32, T)> = None;
    for nth in 0u32.. {
        params.options.slice = Some(nth);
        let answer = editor::request_shown(ViewParams::METHOD, &params).await?;
        let answer: Slice<T> =
            bobbin_json::from_str(&answer).map_err(|it| RequestError::Failed(it.to_string()))?;
        let Some(slice) = answer.view else { return Ok(None) };
        let n_left = slice.n_slices_left();
        match &mut all {
            None => all = Some((answer.version, slice)),
            Some((version, all)) if *version == answer.version => all.join(slice),
            Some(_) => return Err(RequestError::Stale),
        }
        if n_left == 0 {
            break;
        }
        if views.is_outdated(kind) {
            return Err(RequestError::Stale);
        }
    }
    Ok(all)
}
