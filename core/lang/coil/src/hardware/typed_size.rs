//! Sizes as people type them, as the language writes them.

use super::lower::lone_number_is_size;
use super::print::size_words;
use super::value::{SIZE_UNITS, integer, looks_like_integer};

/// Returns the language's unit for one that people type. A thousand and 1024 are not told apart,
/// because nobody counts caches and memory in thousands.
fn unit_of(typed: &str) -> Option<&'static str> {
    Some(match typed.to_ascii_lowercase().as_str() {
        "b" | "byte" | "bytes" => "B",
        "k" | "kb" | "kib" => "KiB",
        "m" | "mb" | "mib" => "MiB",
        "g" | "gb" | "gib" => "GiB",
        "t" | "tb" | "tib" => "TiB",
        "bit" | "bits" => "bit",
        _ => return None,
    })
}

/// Returns the size of a resource of a kind, from what a person typed: `32KiB`, `32 kb`, `1.5MiB`,
/// `64 bit`, `0x8000`. Gives what stands in the text (coil.md#count-and-size: a whole number with a
/// unit).
///
/// # Errors
///
/// The reason why it cannot be a size, in a sentence for people.
pub(super) fn typed_size(kind: u16, typed: &str) -> Result<String, String> {
    let typed = typed.trim();
    let no_size = || {
        format!("`{typed}` is not a size; write a number and a unit, such as `32KiB` or `64bit`")
    };
    let hex_digits = typed.strip_prefix("0x").or_else(|| typed.strip_prefix("0X"));
    let at = match hex_digits {
        // `B` is a digit here, so bytes are what a number without a unit means.
        Some(digits) => {
            let rest = digits.trim_start_matches(|it: char| it.is_ascii_hexdigit());
            typed.len() - rest.len()
        }
        None => typed.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(typed.len()),
    };
    let (number, unit) = typed.split_at_checked(at).ok_or_else(no_size)?;
    let unit = unit.trim();
    let too_large = || format!("`{typed}` does not fit 64 bits");
    if unit.is_empty() && !number.is_empty() && !number.contains('.') {
        if !looks_like_integer(number) {
            return Err(no_size());
        }
        let bytes = integer(number).ok_or_else(too_large)?;
        // Registers are counted in bits, so a number alone could be either.
        if kind <= 3 && bytes != 0 {
            return Err(format!("write `{typed}bit` for bits or `{typed}B` for bytes"));
        }
        return Ok(match hex_digits {
            Some(_) => size_words(bytes),
            None if lone_number_is_size(kind) => size_words(bytes),
            None => format!("{bytes}B"),
        });
    }
    let unit = unit_of(unit).ok_or_else(no_size)?;
    if unit == "bit" {
        let bits = looks_like_integer(number).then(|| integer(number)).ok_or_else(no_size)?;
        return Ok(format!("{}bit", bits.ok_or_else(too_large)?));
    }
    let scale = SIZE_UNITS.iter().find(|it| it.0 == unit).map_or(1, |it| it.1);
    if looks_like_integer(number) {
        let bytes = integer(number).and_then(|it| it.checked_mul(scale)).ok_or_else(too_large)?;
        let is_as_typed = hex_digits.is_none();
        return Ok(if is_as_typed { format!("{number}{unit}") } else { size_words(bytes) });
    }
    let bytes = fraction(number, scale).ok_or_else(no_size)?;
    let bytes = bytes.ok_or_else(|| format!("`{typed}` is not a whole number of bytes"))?;
    let bytes = u64::try_from(bytes).map_err(|_| too_large())?;
    Ok(size_words(bytes))
}

/// Converts a decimal fraction of a unit to bytes: `None` if it is no number, and `None` inside if
/// some of a byte is left over.
fn fraction(number: &str, scale: u64) -> Option<Option<u128>> {
    let (whole, part) = number.split_once('.')?;
    let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || !digits(whole) || !digits(part) || part.len() > 18 {
        return None;
    }
    let power = 10_u128.pow(part.len() as u32);
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? };
    let part = if part.is_empty() { 0 } else { part.parse::<u64>().ok()? };
    let scaled = (u128::from(whole) * power + u128::from(part)).checked_mul(u128::from(scale))?;
    Some(scaled.is_multiple_of(power).then(|| scaled / power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_type_them() {
        const CACHE: u16 = 4;
        const REGISTER: u16 = 0;
        const CORE: u16 = 9;
        for (kind, typed, written) in [
            (CACHE, "32KiB", Ok("32KiB")),
            (CACHE, "32 KiB", Ok("32KiB")),
            (CACHE, " 32 kb ", Ok("32KiB")),
            (CACHE, "32k", Ok("32KiB")),
            (CACHE, "1.5MiB", Ok("1536KiB")),
            (CACHE, ".5 GiB", Ok("512MiB")),
            (CACHE, "0x8000", Ok("32KiB")),
            (CACHE, "0x10 KiB", Ok("16KiB")),
            (CACHE, "32768", Ok("32KiB")),
            (CACHE, "32768 bytes", Ok("32768B")),
            (CACHE, "0", Ok("0B")),
            (REGISTER, "64bit", Ok("64bit")),
            (REGISTER, "64 Bits", Ok("64bit")),
            (REGISTER, "8B", Ok("8B")),
            (REGISTER, "0", Ok("0B")),
            (REGISTER, "64", Err("write `64bit` for bits or `64B` for bytes")),
            (CORE, "16", Ok("16B")),
            (CACHE, "1.3KiB", Err("`1.3KiB` is not a whole number of bytes")),
            (
                CACHE,
                "18446744073709551615KiB",
                Err("`18446744073709551615KiB` does not fit 64 bits"),
            ),
            (CACHE, "99999999999999999999", Err("`99999999999999999999` does not fit 64 bits")),
        ] {
            let expected = written.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(typed_size(kind, typed), expected, "{typed}");
        }
        for typed in [
            "",
            "big",
            "32 parsecs",
            "-1KiB",
            "1.5",
            "1.2.3KiB",
            "KiB",
            "1,5MiB",
            "0xKiB",
            "1.5bit",
        ] {
            assert_eq!(
                typed_size(CACHE, typed),
                Err(format!(
                    "`{typed}` is not a size; write a number and a unit, such as `32KiB` or `64bit`"
                )),
                "{typed}"
            );
        }
    }
}
