//! What the adversaries of all languages are made of.

use std::sync::Arc;

use bobbin_core::Input;
use bobbin_core::text::Files;

/// A kind of text: its name, and what makes an input of it whose texts have about that many bytes.
pub type Adversary = (&'static str, fn(usize) -> Input);

/// Returns a name of `n` bytes.
pub(super) fn name(n: usize) -> String {
    "long_name_".chars().cycle().take(n.max(1)).collect()
}

/// Returns a text of about `n` bytes: what `line` makes of 0, 1, 2, … behind `head`.
pub(super) fn lines(n: usize, head: &str, line: impl Fn(usize) -> String) -> String {
    joined(n, head, "\n", line) + "\n"
}

/// Returns about `n` bytes behind `head`: what `part` makes of 0, 1, 2, …, with `between` them.
pub(super) fn joined(
    n: usize,
    head: &str,
    between: &str,
    part: impl Fn(usize) -> String,
) -> String {
    let mut res = head.to_owned();
    let mut nth = 0;
    while nth == 0 || res.len() < n {
        if nth > 0 {
            res.push_str(between);
        }
        res.push_str(&part(nth));
        nth += 1;
    }
    res
}

/// Returns an input that includes files; those have paths of their own.
pub(super) fn with_files(
    path: &str,
    text: &str,
    files: impl IntoIterator<Item = (String, String)>,
) -> Input {
    let mut all = Files::default();
    for (path, text) in files {
        all.insert(&path, text.into());
    }
    Input { files: Arc::new(all), ..Input::alone(path, text) }
}
