//! Reads the numbers of passed and failed tests from the output of each test runner.

use std::ops::AddAssign;

use serde_json::Value;

/// The test results of one step, or of all.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Reads nextest's line `Summary [ 1.2s] 3 tests run: 2 passed (1 slow), 1 failed, 0 skipped`.
pub fn of_nextest(printed: &str) -> Option<Counts> {
    let printed = without_colours(printed);
    let line = printed.lines().rfind(|line| line.trim_start().starts_with("Summary ["))?;
    let (_, results) = line.split_once(" run: ")?;
    // Brackets hold details of the number before them.
    let parts = results.split('(').map(|part| part.rsplit_once(')').map_or(part, |(_, it)| it));
    let results: String = parts.collect();
    let mut counts = Counts::default();
    for result in results.split(',') {
        let mut words = result.split_whitespace();
        let (Some(number), what) = (words.next()?.parse::<u64>().ok(), words.next()) else {
            continue;
        };
        match what {
            Some("passed") => counts.passed += number,
            Some("skipped") => counts.skipped += number,
            // Failed, timed out or could not be executed.
            _ => counts.failed += number,
        }
    }
    Some(counts)
}

/// Adds up each line `test result: ok. 3 passed; 0 failed; 1 ignored; …` of cargo test.
pub fn of_cargo_test(printed: &str) -> Option<Counts> {
    let mut total = None;
    for line in printed.lines() {
        let Some((_, results)) = line.split_once("test result: ") else { continue };
        let counts: &mut Counts = total.get_or_insert_default();
        for result in results.split([';', '.']) {
            let mut words = result.split_whitespace();
            let Some(number) = words.next().and_then(|word| word.parse::<u64>().ok()) else {
                continue;
            };
            match words.next() {
                Some("passed") => counts.passed += number,
                Some("failed") => counts.failed += number,
                Some("ignored") => counts.skipped += number,
                _ => {}
            }
        }
    }
    total
}

/// Reads the last lines of `node --test`: `# pass 3` or `ℹ pass 3`.
pub fn of_node(printed: &str) -> Option<Counts> {
    let printed = without_colours(printed);
    let mut total = None;
    for line in printed.lines() {
        let Some(rest) = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")) else {
            continue;
        };
        let Some((what, number)) = rest.split_once(' ') else { continue };
        let Ok(number) = number.trim().parse::<u64>() else { continue };
        let counts: &mut Counts = total.get_or_insert_default();
        match what {
            "pass" => counts.passed += number,
            "fail" | "cancelled" => counts.failed += number,
            "skipped" | "todo" => counts.skipped += number,
            _ => {}
        }
    }
    total
}

/// Reads Playwright's JSON report. A test that passed only when repeated counts as passed.
pub fn of_playwright(report: &str) -> Option<Counts> {
    let report: Value = serde_json::from_str(report).ok()?;
    let stats = report.get("stats")?;
    let number = |key| stats.get(key).and_then(Value::as_u64);
    Some(Counts {
        passed: number("expected")? + number("flaky")?,
        failed: number("unexpected")?,
        skipped: number("skipped")?,
    })
}

/// Removes the escape codes that colour a terminal.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        plain.push_str(part.split_once(|c: char| c.is_ascii_alphabetic()).map_or("", |(_, it)| it));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Option<Counts> {
        Some(Counts { passed, failed, skipped })
    }

    #[test]
    fn reads_nextest() {
        let line = "     Summary [   0.005s] 1 test run: 1 passed, 0 skipped\n";
        assert_eq!(of_nextest(line), counts(1, 0, 0));
        let line = "\u{1b}[32m     Summary\u{1b}[0m [ 1.0s] 9/12 tests run: 4 passed (1 slow, 2 \
                    leaky), 2 failed, 1 timed out, 3 skipped\n";
        assert_eq!(of_nextest(line), counts(4, 3, 3));
        assert_eq!(of_nextest("error: could not compile"), None);
    }

    #[test]
    fn adds_up_the_doc_tests_of_all_packages() {
        let printed = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; \
                       finished in 0.00s\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n";
        assert_eq!(of_cargo_test(printed), counts(4, 2, 1));
        assert_eq!(of_cargo_test(""), None);
    }

    #[test]
    fn reads_both_reporters_of_node() {
        let tap =
            "# tests 3\n# suites 0\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n";
        assert_eq!(of_node(tap), counts(2, 1, 0));
        assert_eq!(of_node("ℹ pass 5\nℹ fail 0\nℹ cancelled 1\n"), counts(5, 1, 0));
        assert_eq!(of_node("# a heading\n"), None);
    }

    #[test]
    fn reads_playwright() {
        let report = r#"{"stats":{"expected":7,"flaky":1,"unexpected":2,"skipped":3}}"#;
        assert_eq!(of_playwright(report), counts(8, 2, 3));
        assert_eq!(of_playwright("{}"), None);
    }
}
