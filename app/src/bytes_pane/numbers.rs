//! Conversion between a few bytes and the numbers they stand for.

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The lowest byte first.
    #[default]
    Little,
    /// The highest byte first.
    Big,
}

/// A way to read bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberKind {
    Unsigned(usize),
    Signed(usize),
    Float(usize),
}

impl NumberKind {
    /// The kinds, in the order they are listed.
    pub const ALL: [NumberKind; 10] = [
        NumberKind::Unsigned(1),
        NumberKind::Signed(1),
        NumberKind::Unsigned(2),
        NumberKind::Signed(2),
        NumberKind::Unsigned(4),
        NumberKind::Signed(4),
        NumberKind::Unsigned(8),
        NumberKind::Signed(8),
        NumberKind::Float(4),
        NumberKind::Float(8),
    ];

    /// Returns the name that programmers use.
    #[must_use]
    pub fn label(self) -> String {
        let (letter, n) = match self {
            NumberKind::Unsigned(n) => ('u', n),
            NumberKind::Signed(n) => ('i', n),
            NumberKind::Float(n) => ('f', n),
        };
        format!("{letter}{}", 8 * n)
    }

    /// Returns the number of bytes it takes.
    #[must_use]
    pub fn n_bytes(self) -> usize {
        match self {
            NumberKind::Unsigned(n) | NumberKind::Signed(n) | NumberKind::Float(n) => n,
        }
    }

    /// Reads the first bytes; `None` if there are too few.
    #[must_use]
    pub fn read(self, bytes: &[u8], order: Order) -> Option<String> {
        let n = self.n_bytes();
        let bytes = bytes.get(..n)?;
        let join = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
        let word = match order {
            Order::Little => bytes.iter().rev().fold(0, join),
            Order::Big => bytes.iter().fold(0, join),
        };
        Some(match self {
            NumberKind::Unsigned(_) => word.to_string(),
            NumberKind::Signed(n) => {
                let n_unused = 64 - 8 * n as u32;
                ((word << n_unused) as i64 >> n_unused).to_string()
            }
            NumberKind::Float(4) => format!("{:?}", f32::from_bits(word as u32)),
            NumberKind::Float(_) => format!("{:?}", f64::from_bits(word)),
        })
    }

    /// Returns the bytes of a number as people write it, decimal or with `0x`; `None` if it does
    /// not fit.
    #[must_use]
    pub fn write(self, typed: &str, order: Order) -> Option<Vec<u8>> {
        let n = self.n_bytes();
        let typed = typed.trim();
        let word = match self {
            // A number with digits that reads as infinite is too large; `inf` is meant so.
            NumberKind::Float(4) => {
                let number: f32 = typed.parse().ok()?;
                (number.is_finite() || !has_digits(typed)).then(|| number.to_bits().into())?
            }
            NumberKind::Float(_) => {
                let number: f64 = typed.parse().ok()?;
                (number.is_finite() || !has_digits(typed)).then(|| number.to_bits())?
            }
            NumberKind::Unsigned(_) => {
                let number = whole(typed)?;
                let max = if n == 8 { u64::MAX } else { (1 << (8 * n)) - 1 };
                u64::try_from(number).ok().filter(|it| *it <= max)?
            }
            NumberKind::Signed(_) => {
                let number = i64::try_from(whole(typed)?).ok()?;
                let half = i128::from(1u8) << (8 * n - 1);
                (-half..half).contains(&i128::from(number)).then_some(number as u64)?
            }
        };
        Some(bytes_of(word, n, order))
    }
}

fn has_digits(typed: &str) -> bool {
    typed.contains(|it: char| it.is_ascii_digit())
}

/// Returns the lowest `n` bytes of a word.
#[must_use]
pub fn bytes_of(word: u64, n: usize, order: Order) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..n).map(|it| (word >> (8 * it) & 0xff) as u8).collect();
    if order == Order::Big {
        bytes.reverse();
    }
    bytes
}

/// Reads a whole number, decimal or with `0x`.
#[must_use]
pub fn whole(typed: &str) -> Option<i128> {
    let (sign, digits) = match typed.trim().strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, typed.trim()),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * i128::from(number))
}

/// Bytes written as pairs of hexadecimal digits, blanks allowed; None if they are none.
#[must_use]
pub fn hex_bytes(typed: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> =
        typed.chars().filter(|it| !it.is_whitespace()).map(|it| it.to_digit(16)).collect();
    let digits = digits.filter(|it| !it.is_empty() && it.len().is_multiple_of(2))?;
    let pairs = digits.chunks(2);
    Some(pairs.map(|it| it.iter().fold(0, |byte, digit| byte << 4 | *digit as u8)).collect())
}

/// Bytes as pairs of hexadecimal digits.
#[must_use]
pub fn as_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_bytes_and_back() {
        for (kind, typed, bytes) in [
            (NumberKind::Unsigned(1), "255", &[0xff][..]),
            (NumberKind::Signed(1), "-1", &[0xff]),
            (NumberKind::Unsigned(2), "4660", &[0x34, 0x12]),
            (NumberKind::Signed(4), "-2", &[0xfe, 0xff, 0xff, 0xff]),
            (NumberKind::Unsigned(8), "18446744073709551615", &[0xff; 8]),
            (NumberKind::Signed(8), "-9223372036854775808", &[0, 0, 0, 0, 0, 0, 0, 0x80]),
            (NumberKind::Float(4), "1.5", &[0, 0, 0xc0, 0x3f]),
            (NumberKind::Float(8), "-0.25", &[0, 0, 0, 0, 0, 0, 0xd0, 0xbf]),
            (NumberKind::Float(4), "-inf", &[0, 0, 0x80, 0xff]),
            (NumberKind::Float(4), "NaN", &[0, 0, 0xc0, 0x7f]),
        ] {
            assert_eq!(
                kind.write(typed, Order::Little).as_deref(),
                Some(bytes),
                "{kind:?} {typed}"
            );
            assert_eq!(kind.read(bytes, Order::Little).as_deref(), Some(typed), "{kind:?} {typed}");
            let turned: Vec<u8> = bytes.iter().rev().copied().collect();
            assert_eq!(kind.read(&turned, Order::Big).as_deref(), Some(typed), "{kind:?} {typed}");
        }
        assert_eq!(NumberKind::Unsigned(4).write(" 0x10 ", Order::Big), Some(vec![0, 0, 0, 16]));
    }

    #[test]
    fn what_does_not_fit_is_no_number() {
        for (kind, typed) in [
            (NumberKind::Unsigned(1), "256"),
            (NumberKind::Unsigned(1), "-1"),
            (NumberKind::Signed(1), "128"),
            (NumberKind::Signed(8), "9223372036854775808"),
            (NumberKind::Unsigned(4), "x"),
            (NumberKind::Float(4), "one"),
            (NumberKind::Float(4), "1e40"),
            (NumberKind::Float(4), "-1e40"),
            (NumberKind::Float(8), "1e400"),
        ] {
            assert_eq!(kind.write(typed, Order::Little), None, "{kind:?} {typed}");
        }
        assert_eq!(NumberKind::Unsigned(4).read(&[1, 2, 3], Order::Little), None);
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        for (typed, bytes) in [
            ("47 46", Some(vec![0x47, 0x46])),
            ("4746", Some(vec![0x47, 0x46])),
            ("4 7", Some(vec![0x47])),
            ("474", None),
            ("", None),
            ("zz", None),
        ] {
            assert_eq!(hex_bytes(typed), bytes, "{typed}");
        }
        assert_eq!(as_hex(&[0, 255]), "00 ff");
    }
}
