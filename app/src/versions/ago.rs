//! Times in words.

use std::time::Duration;

use crate::platform::window;

/// Returns a time, in milliseconds since the epoch, in words such as "5 minutes ago".
#[must_use]
pub fn ago(at: u64) -> String {
    in_words(window::now().saturating_sub(Duration::from_millis(at)))
}

/// Returns a time with its date, by the clock here, such as "2026-11-29 14:05"; none for one less than a minute ago.
#[must_use]
pub fn date(at: u64) -> Option<String> {
    let is_old = window::now().saturating_sub(Duration::from_millis(at)).as_secs() >= 60;
    is_old.then(|| window::date_and_time(at).0)
}

/// Returns the same to the second, of any time.
#[must_use]
pub fn exact_date(at: u64) -> String {
    let (minute, second) = window::date_and_time(at);
    format!("{minute}:{second}")
}

fn in_words(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let of = |n: u64, unit: &str| match n {
        1 => format!("1 {unit} ago"),
        n => format!("{n} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => of(minutes, "minute"),
        60..1440 => of(minutes / 60, "hour"),
        _ => of(minutes / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_words() {
        for (seconds, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (7_199, "1 hour ago"),
            (86_400, "1 day ago"),
            (2_600_000, "30 days ago"),
        ] {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
    }
}
