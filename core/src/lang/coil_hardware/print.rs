//! A model as text, and numbers as people write them.

use super::value::SIZE_UNITS;

/// A size in the largest unit that divides it: `32KiB`.
#[must_use]
pub fn size_words(bytes: u64) -> String {
    SIZE_UNITS
        .iter()
        .find(|&&(_, scale)| bytes >= scale && bytes.is_multiple_of(scale))
        .map_or_else(|| format!("{bytes}B"), |&(unit, scale)| format!("{}{unit}", bytes / scale))
}

/// Seconds since 1970 as `2021-03-01 00:00:00 UTC`; empty beyond the year 9999.
#[must_use]
pub fn utc(seconds: u64) -> String {
    const LAST: u64 = 253_402_300_799;
    if seconds > LAST {
        return String::new();
    }
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Civil from days (Howard Hinnant): years start in March, eras have 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}
