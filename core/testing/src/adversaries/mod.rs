//! Texts made to take all memory or time: deep nesting, long names, many keys, many includes, wide
//! fan-out, towers of macros, lists, huge numbers, one long line.

mod hardware;
mod pinsight;
mod shapes;
mod sprokit;
mod target;

use bobbin_core::Input;

pub use shapes::Adversary;

/// Returns the adversaries of a language, by its name; none if there is no such language.
pub fn of(language: &str) -> &'static [Adversary] {
    match language {
        "sprokit" => sprokit::ALL,
        "pinsight" => pinsight::ALL,
        "coil-hardware" => hardware::ALL,
        "coil-target" => target::ALL,
        _ => &[],
    }
}

/// Returns the bytes of the text and of the files that it may include.
pub fn size(input: &Input) -> usize {
    let others = input.files.paths().filter(|it| *it != input.path);
    let others: usize = others.filter_map(|it| input.files.get(it)).map(|it| it.len()).sum();
    input.text.len() + others
}
