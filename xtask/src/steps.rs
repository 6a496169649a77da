//! Shows the progress of a command: each step's name, purpose and time.

use std::time::{Duration, Instant};

use anyhow::Result;

/// Runs one step. `about` says what it does and how long it may take.
pub fn step<T>(name: &str, about: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n▸ {name}: {about}");
    let start = Instant::now();
    let result = work();
    let verdict = if result.is_ok() { "done in" } else { "FAILED after" };
    println!("  {name}: {verdict} {}", time(start.elapsed()));
    result
}

/// Renders `0.4 s`, `12.3 s` or `2 min 10 s`.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", duration.as_secs_f64());
    }
    format!("{} min {} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_times() {
        assert_eq!(time(Duration::from_millis(430)), "0.4 s");
        assert_eq!(time(Duration::from_secs(130)), "2 min 10 s");
    }
}
