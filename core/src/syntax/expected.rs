//! Lists of what could stand somewhere, for people.

/// Joins names to "a", "a or b", "a, b or c"; LALRPOP's quotes are taken off, doubles dropped, and
/// of more than four names the first four are given. None if there is no name.
#[must_use]
pub fn expected_phrase(expected: &[String]) -> Option<String> {
    const MOST: usize = 4;
    let mut names: Vec<&str> = Vec::new();
    for it in expected {
        let name = it.trim_matches('"');
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(MOST);
    let (last, first) = names.split_last()?;
    Some(if first.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} or {last}", first.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_names() {
        let phrase = |names: &[&str]| {
            expected_phrase(&names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(phrase(&[]), None);
        assert_eq!(phrase(&["\"a name\""]).as_deref(), Some("a name"));
        assert_eq!(phrase(&["\"=\"", "\"=\"", "b", "c"]).as_deref(), Some("=, b or c"));
    }
}
