//! Colours of data types: the same type has the same colour in every graph, unless two types of
//! one graph would share it.

/// The number of colours in the style sheet (`--type-0` …).
pub const N_COLOURS: usize = 10;

/// Returns the colours of sorted, distinct types, by their order.
#[must_use]
pub fn assign(types: &[String]) -> Vec<usize> {
    let mut is_taken = [false; N_COLOURS];
    types
        .iter()
        .map(|name| {
            let wanted = hash(name) as usize % N_COLOURS;
            let free = (0..N_COLOURS).map(|step| (wanted + step) % N_COLOURS);
            let colour =
                free.into_iter().find(|it| is_taken.get(*it) == Some(&false)).unwrap_or(wanted);
            if let Some(is_taken) = is_taken.get_mut(colour) {
                *is_taken = true;
            }
            colour
        })
        .collect()
}

/// Hashes by FNV-1a: short, and the same everywhere.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_one_graph_differ_as_long_as_there_are_colours() {
        let types: Vec<String> = (0..14).map(|it| format!("type{it:02}")).collect();
        let mut colours = assign(&types[..N_COLOURS]);
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), N_COLOURS);
        assert!(assign(&types).iter().all(|it| *it < N_COLOURS));
        assert_eq!(assign(&types[..1]), assign(&types)[..1], "a lone type keeps its colour");
    }
}
