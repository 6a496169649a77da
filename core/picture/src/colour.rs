//! Colours of data types: a type has the same colour in every graph, whatever else is there.

/// The number of colours in the style sheet (`--type-0` …).
pub const N_COLOURS: usize = 10;

/// The start of the hash. With this one ten types that often stand in one graph have ten colours; others share theirs.
const SEED: u32 = 0x1141;

/// Returns the colour of a type.
#[must_use]
pub fn of_type(name: &str) -> usize {
    // FNV-1a: short, and the same everywhere. Its low bits depend on little.
    let hash =
        name.bytes().fold(SEED, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 16) as usize % N_COLOURS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_one_graph_differ() {
        let common = [
            "kwiver:image",
            "kwiver:timestamp",
            "kwiver:detected_object_set",
            "kwiver:feature_track_set",
            "kwiver:object_track_set",
            "kwiver:file_name",
            "kwiver:frame_rate",
            "kwiver:metadata",
            "kwiver:descriptor_set",
            "integer",
        ];
        let mut colours = common.map(of_type);
        colours.sort_unstable();
        assert_eq!(colours, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert!((0..100).all(|it| of_type(&format!("type{it}")) < N_COLOURS));
    }
}
