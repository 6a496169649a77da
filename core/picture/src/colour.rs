//! Colours of data types: a type has the same colour in every graph, whatever else is there.

/// The number of colours in the style sheet (`--type-0` …).
pub const N_COLOURS: usize = 10;

/// The start of the hash. With this one the ten commonest types of the catalogue have ten colours; others
/// share theirs.
const SEED: u32 = 0x25d0;

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
    fn the_commonest_types_differ() {
        let common = [
            "kwiver:image",
            "kwiver:timestamp",
            "kwiver:detected_object_set",
            "kwiver:feature_track_set",
            "kwiver:object_track_set",
            "kwiver:file_name",
            "kwiver:string_vector",
            "kwiver:descriptor_set",
            "kwiver:serialized_message",
            "integer",
        ];
        let mut colours = common.map(of_type);
        colours.sort_unstable();
        assert_eq!(colours, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert!((0..100).all(|it| of_type(&format!("type{it}")) < N_COLOURS));
    }
}
