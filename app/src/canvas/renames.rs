//! Vertices under new names, whoever gave them: a gesture, the form, or the text.

use bobbin_protocol::Graph;

use super::places::{MARK, Places};
use super::scene::place_key;

/// The name and the kind of a vertex, in the order of the text.
pub type Names = Vec<(String, String)>;

/// Returns the names of what can be renamed in a drawing: not of what an open vertex or a frame brings.
#[must_use]
pub fn names(graph: &Graph) -> Names {
    let is_frame = |it: usize| graph.vertices.get(it).is_some_and(|it| it.is_frame);
    let own = graph.vertices.iter().filter(|it| !it.is_frame && it.parent.is_none_or(is_frame));
    own.map(|it| (place_key(it), it.subtitle.clone())).collect()
}

/// Returns the old and the new name of each vertex that was renamed; none if anything else has changed.
#[must_use]
pub fn renamed(old: &Names, new: &Names) -> Vec<(String, String)> {
    if old.len() != new.len() {
        return Vec::new();
    }
    let has = |all: &Names, name: &str| all.iter().any(|it| it.0 == name);
    let differing = || old.iter().zip(new).filter(|(old, new)| old.0 != new.0);
    let is_renamed = |(from, to): (&(String, String), &(String, String))| {
        from.1 == to.1 && !has(new, &from.0) && !has(old, &to.0)
    };
    // A text that was replaced by another one has nothing left of its vertices.
    if differing().count() > MAX_RENAMED || !differing().all(is_renamed) {
        return Vec::new();
    }
    differing().map(|(from, to)| (from.0.clone(), to.0.clone())).collect()
}

/// The number of vertices that one step may rename.
const MAX_RENAMED: usize = 20;

/// Gives places to new names, in all arrangements; false if none is concerned.
pub fn rename(places: &mut Places, renamed: &[(String, String)]) -> bool {
    let item = |name: &str| name.rsplit_once(MARK).map_or(name, |it| it.1).to_owned();
    let mut is_changed = false;
    for (from, to) in renamed {
        let names: Vec<String> =
            places.keys().filter(|it| [from, to].contains(&&item(it))).cloned().collect();
        // What an earlier vertex of the new name has left goes.
        let old: Vec<(String, _)> = names
            .into_iter()
            .filter_map(|name| {
                let place = places.remove(&name)?;
                is_changed = true;
                (item(&name) == *from).then_some((name, place))
            })
            .collect();
        for (name, place) in old {
            let arrangement = name.strip_suffix(from.as_str()).unwrap_or_default();
            places.insert(format!("{arrangement}{to}"), place);
        }
    }
    is_changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_protocol::Point;

    fn names_of(all: &[&str]) -> Names {
        all.iter().map(|it| ((*it).to_owned(), "type".to_owned())).collect()
    }

    #[test]
    fn only_what_stands_where_another_name_stood_is_renamed() {
        let old = names_of(&["a", "b", "c"]);
        let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(renamed(&old, &names_of(&["a", "x", "c"])), [pair("b", "x")]);
        assert!(renamed(&old, &old).is_empty());
        assert!(renamed(&old, &names_of(&["a", "c", "b"])).is_empty(), "they changed their places");
        assert!(renamed(&old, &names_of(&["a", "c"])).is_empty());
        let mut other = names_of(&["a", "x", "c"]);
        other[1].1 = "other".to_owned();
        assert!(renamed(&old, &other).is_empty(), "it is another vertex");
    }

    #[test]
    fn places_go_with_names_in_all_arrangements() {
        let at = |x| Point { x, y: 0.0 };
        let mut places = Places::from([
            ("b".to_owned(), at(1.0)),
            ("frames\u{1e}b".to_owned(), at(2.0)),
            ("comments\u{1e}x".to_owned(), at(3.0)),
            ("ab".to_owned(), at(4.0)),
        ]);
        assert!(rename(&mut places, &[("b".to_owned(), "x".to_owned())]));
        let wanted = [("x", 1.0), ("frames\u{1e}x", 2.0), ("ab", 4.0)];
        let wanted: Places = wanted.into_iter().map(|(name, x)| (name.to_owned(), at(x))).collect();
        assert_eq!(places, wanted);
        assert!(!rename(&mut places, &[("b".to_owned(), "y".to_owned())]));
    }
}
