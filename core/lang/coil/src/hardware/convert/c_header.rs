//! The binary as a C array.

use std::fmt::Write as _;

/// Bytes of a line.
const PER_LINE: usize = 12;

/// Writes a header that defines the bytes under a name made of `stem`; `spelling` says how they spell
/// numbers.
#[must_use]
pub(super) fn c_header(stem: &str, data: &[u8], spelling: &str) -> String {
    let name = identifier(stem);
    let guard = format!("{}_COILCFG_H", name.to_ascii_uppercase());
    let mut res = format!(
        "/* {} bytes: a COIL hardware configuration, {spelling}. */\n\
         #ifndef {guard}\n#define {guard}\n\n\
         #define {}_COILCFG_SIZE {}u\n\n\
         static const unsigned char {name}_coilcfg[{}] = {{\n",
        data.len(),
        name.to_ascii_uppercase(),
        data.len(),
        data.len(),
    );
    for line in data.chunks(PER_LINE) {
        res.push_str("   ");
        for byte in line {
            _ = write!(res, " 0x{byte:02x},");
        }
        res.push('\n');
    }
    _ = write!(res, "}};\n\n#endif /* {guard} */\n");
    res
}

/// Turns `stem` into a C identifier.
fn identifier(stem: &str) -> String {
    let mut res: String =
        stem.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    if !res.starts_with(|it: char| it.is_ascii_alphabetic()) {
        res.insert_str(0, "coil_");
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn bytes_become_an_array() {
        let data: Vec<u8> = (0..14).collect();
        expect![[r#"
            /* 14 bytes: a COIL hardware configuration, little-endian. */
            #ifndef COIL_2___X_COILCFG_H
            #define COIL_2___X_COILCFG_H

            #define COIL_2___X_COILCFG_SIZE 14u

            static const unsigned char coil_2___x_coilcfg[14] = {
                0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b,
                0x0c, 0x0d,
            };

            #endif /* COIL_2___X_COILCFG_H */
        "#]]
        .assert_eq(&c_header("2 é.x", &data, "little-endian"));
    }
}
