//! Search and replace in all open files.

mod dialog;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bobbin_protocol::{Position, Range};
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use crate::document::locate::part_of;
use crate::document::{DocumentStore, drafts};
use crate::navigation::Navigation;
use crate::platform::database::VersionCause;
use crate::platform::search::{self, FileHits, Hit, Hits, Query};
use crate::widgets::prose::counted;
use crate::widgets::toast::{Toast, ToastKind, Toasts};

pub use dialog::SearchAllDialog;

/// The last search, which outlives its dialog.
#[derive(Clone, Copy)]
pub struct SearchAll {
    pub documents: DocumentStore,
    pub navigation: Navigation,
    pub toasts: Toasts,
    pub query: RwSignal<Query>,
    pub hits: RwSignal<Arc<Hits>>,
    /// The hits that are not to be replaced, by their indices.
    pub skipped: RwSignal<BTreeSet<usize>>,
    /// The hits that they are indices of: the last ones of a search without a fault.
    listed: StoredValue<Arc<Hits>>,
    /// The hit that is selected.
    pub current: RwSignal<Option<usize>>,
    pub is_busy: RwSignal<bool>,
}

/// Returns the search of the page.
#[must_use]
pub fn use_search() -> SearchAll {
    expect_context()
}

impl SearchAll {
    #[must_use]
    pub fn new(documents: DocumentStore, navigation: Navigation, toasts: Toasts) -> SearchAll {
        SearchAll {
            documents,
            navigation,
            toasts,
            query: RwSignal::default(),
            hits: RwSignal::default(),
            skipped: RwSignal::default(),
            listed: StoredValue::default(),
            current: RwSignal::new(None),
            is_busy: RwSignal::new(false),
        }
    }

    /// Begins with the text that is selected in the shown file, if it is a part of a line, or else with
    /// the last query. A regular expression stays: it says more than what it has found.
    pub fn begin(self) {
        let selected = self.documents.shown().and_then(|file| {
            let range = file.caret.get_untracked().range;
            let text = file.text()?;
            let (_, selected) = part_of(&text, range);
            let is_part = range.start.line == range.end.line && !selected.is_empty();
            is_part.then(|| selected.to_owned())
        });
        match selected.filter(|_| !self.query.with_untracked(|it| it.is_regex)) {
            Some(selected) => self.change(|it| it.text = selected),
            None => self.search(),
        }
    }

    /// Changes the query and searches. Another replacement is for the same hits.
    pub fn change(self, change: impl FnOnce(&mut Query)) {
        let before = self.query.get_untracked();
        self.query.update(change);
        if !self.query.with_untracked(|it| finds_the_same(&before, it)) {
            self.skipped.set(BTreeSet::new());
        }
        self.current.set(None);
        self.search();
    }

    /// Begins to search again.
    pub fn search(self) {
        leptos::task::spawn_local(async move {
            self.search_now().await;
        });
    }

    /// Searches; false if another search was begun meanwhile.
    async fn search_now(self) -> bool {
        self.is_busy.set(true);
        let query = self.query.get_untracked();
        let Some(hits) = search::run(&query).await else { return false };
        self.is_busy.set(false);
        let n_hits = count(&hits);
        let is_whole = hits.fault.is_none();
        let skipped = self.skipped.with_untracked(|skipped| {
            self.listed.with_value(|before| match is_whole {
                true => carried(skipped, before, &hits),
                // Once there is a list again, it is about the same hits.
                false => skipped.clone(),
            })
        });
        let hits = Arc::new(hits);
        if is_whole {
            self.listed.set_value(Arc::clone(&hits));
        }
        self.hits.set(hits);
        if self.skipped.with_untracked(|it| *it != skipped) {
            self.skipped.set(skipped);
        }
        if self.current.get_untracked().is_some_and(|it| it >= n_hits) {
            self.current.set(None);
        }
        true
    }

    #[must_use]
    pub fn n_hits(self) -> usize {
        self.hits.with(|it| count(it))
    }

    /// Goes to the next (+1) or previous (-1) hit of the texts as they are now.
    pub fn step(self, step: isize) {
        leptos::task::spawn_local(async move {
            if !self.search_now().await {
                return;
            }
            let n_hits = untrack(|| self.n_hits());
            if n_hits == 0 {
                let query = self.query.with_untracked(|it| it.text.clone());
                return self.toasts.answer(format!("No open file contains `{query}` any more."));
            }
            let idx = stepped(self.current.get_untracked(), step, n_hits);
            self.go_to(idx);
            self.hits.with_untracked(|hits| {
                if let Some((file, hit)) = nth(hits, idx) {
                    let (line, name) = (hit.line + 1, &file.name);
                    self.toasts.answer(format!(
                        "Result {} of {n_hits}: line {line} of `{name}`.",
                        idx + 1
                    ));
                }
            });
        });
    }

    /// Selects the next (+1) or previous (-1) hit in the list.
    pub fn select(self, step: isize) {
        let n_hits = untrack(|| self.n_hits());
        if n_hits > 0 {
            self.current.set(Some(stepped(self.current.get_untracked(), step, n_hits)));
        }
    }

    /// Shows a hit in its text.
    pub fn go_to(self, idx: usize) {
        self.current.set(Some(idx));
        let found = self.hits.with_untracked(|hits| {
            let (file, hit) = nth(hits, idx)?;
            Some((self.documents.by_uri(&file.uri)?, hit.clone()))
        });
        let Some((file, Hit { line, from, to, .. })) = found else { return };
        let range = Range {
            start: Position { line, character: from },
            end: Position { line, character: to },
        };
        self.navigation.show_place(file.id, &file.uri, range);
    }

    /// Replaces the hits that are not skipped, as one step; a version of each text is kept before.
    pub fn replace(self) -> bool {
        let hits = self.hits.get_untracked();
        let skipped: Vec<usize> = self.skipped.with_untracked(|it| it.iter().copied().collect());
        let n_replaced = count(&hits).saturating_sub(skipped.len());
        let changed = changed(&hits, &skipped);
        for it in &hits.files {
            if let Some(file) = self.documents.by_uri(&it.uri) {
                drafts::note_version(&file, VersionCause::Changing);
            }
        }
        let places = counted(n_replaced, "occurrence");
        if !search::replace(&skipped, &format!("replace {places}")) {
            self.toasts.complain(
                "Nothing was replaced: a text has changed since the search. Check the new list and replace again.",
            );
            self.search();
            return false;
        }
        let shown = self.documents.shown().map(|it| it.uri.clone());
        let text = format!(
            "{places} in {} {} replaced. {}",
            counted(changed.len(), "file"),
            if n_replaced == 1 { "was" } else { "were" },
            undo_in_words(&changed, shown.as_deref())
        );
        let files = hits.files.iter().filter_map(|it| self.documents.by_uri(&it.uri));
        let versions: Vec<_> =
            files.map(|it| (it.version.clone(), it.version.get_untracked())).collect();
        // After the undo it is not true, and after another change one undo does not revert it.
        self.toasts.show_while(Toast { kind: ToastKind::Info, text, action: None }, move || {
            versions.iter().all(|(now, then)| now.get() == *then)
        });
        self.skipped.set(BTreeSet::new());
        self.search();
        true
    }
}

/// Returns true if two queries have the same hits.
fn finds_the_same(one: &Query, other: &Query) -> bool {
    let Query { text, is_regex, is_case, is_word, replacement: _ } = one;
    (text, is_regex, is_case, is_word)
        == (&other.text, &other.is_regex, &other.is_case, &other.is_word)
}

fn stepped(from: Option<usize>, step: isize, n_hits: usize) -> usize {
    match from {
        Some(it) => (it as isize + step).rem_euclid(n_hits as isize) as usize,
        None if step < 0 => n_hits - 1,
        None => 0,
    }
}

fn count(hits: &Hits) -> usize {
    hits.files.iter().map(|it| it.hits.len()).sum()
}

/// Returns the files in which a hit is not skipped.
fn changed<'a>(hits: &'a Hits, skipped: &[usize]) -> Vec<&'a FileHits> {
    let mut first = 0;
    let mut is_changed = |it: &&FileHits| {
        let mut all = first..first + it.hits.len();
        first = all.end;
        all.any(|it| !skipped.contains(&it))
    };
    hits.files.iter().filter(|it| is_changed(it)).collect()
}

/// Says how to undo a change of files: in the shown one, if it is among them, or else in one of them.
fn undo_in_words(changed: &[&FileHits], shown: Option<&str>) -> String {
    match changed.first().filter(|_| !changed.iter().any(|it| Some(&*it.uri) == shown)) {
        Some(it) => format!("One undo in `{}` reverts it all.", it.name),
        None => "One undo reverts it all.".to_owned(),
    }
}

/// Returns the indices among `now` of the hits that were skipped among `before`. A hit is known by what stands in
/// its line, which stays when lines come and go above. Where as many are alike as before, each keeps its turn; else
/// nobody knows which one was meant, and none of them is replaced before it is chosen anew. In a file that has as
/// many as before, the line itself may have changed: there the turn counts, too.
fn carried(skipped: &BTreeSet<usize>, before: &Hits, now: &Hits) -> BTreeSet<usize> {
    if skipped.is_empty() {
        return BTreeSet::new();
    }
    let n_before: BTreeMap<&str, (usize, usize)> = firsts(before).gather();
    let by_turn = firsts(now).flat_map(|(uri, (first, n))| {
        let same = n_before.get(uri).filter(|it| it.1 == n).map(|it| it.0);
        let of_turn = move |nth: usize| skipped.contains(&(same? + nth)).then_some(first + nth);
        (0..n).filter_map(of_turn)
    });
    let by_turn: BTreeSet<usize> = by_turn.gather();
    let (before, now) = (alike(before), alike(now));
    let still = now.into_iter().flat_map(|(line, now)| {
        let before = before.get(&line).map(Vec::as_slice).unwrap_or_default();
        let is_same = before.len() == now.len();
        let is_any = before.iter().any(|it| skipped.contains(it));
        now.into_iter().enumerate().filter_map(move |(nth, idx)| {
            let is_skipped = match is_same {
                true => before.get(nth).is_some_and(|it| skipped.contains(it)),
                false => is_any,
            };
            is_skipped.then_some(idx)
        })
    });
    still.chain(by_turn).gather()
}

/// Returns for each file the index of its first hit, and how many it has.
fn firsts(hits: &Hits) -> impl Iterator<Item = (&str, (usize, usize))> {
    let mut first = 0;
    hits.files.iter().map(move |it| {
        let here = first;
        first += it.hits.len();
        (it.uri.as_str(), (here, it.hits.len()))
    })
}

/// Returns the indices of the hits that look alike, by their file and what is seen of their lines.
fn alike(hits: &Hits) -> BTreeMap<(&str, [&str; 3]), Vec<usize>> {
    let mut found = BTreeMap::<_, Vec<usize>>::new();
    let all = hits.files.iter().flat_map(|file| file.hits.iter().map(|it| (file.uri.as_str(), it)));
    for (idx, (uri, it)) in all.enumerate() {
        found.entry((uri, [&*it.before, &*it.found, &*it.after])).or_default().push(idx);
    }
    found
}

/// Returns a hit by its index in all files.
fn nth(hits: &Hits, idx: usize) -> Option<(&FileHits, &Hit)> {
    let mut left = idx;
    for file in &hits.files {
        match file.hits.get(left) {
            Some(hit) => return Some((file, hit)),
            None => left -= file.hits.len(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits() -> Hits {
        let hit = |line| Hit {
            line,
            from: 0,
            to: 1,
            before: String::new(),
            found: "x".to_owned(),
            after: String::new(),
            inserted: None,
        };
        let file = |name: &str, n| FileHits {
            uri: name.to_owned(),
            name: name.to_owned(),
            hits: (0..n).map(hit).collect(),
        };
        Hits { files: vec![file("a", 2), file("b", 1)], ..Hits::default() }
    }

    #[test]
    fn another_replacement_is_for_the_same_hits() {
        let query = Query { text: "a".to_owned(), ..Query::default() };
        let replacing = Query { replacement: Some("b".to_owned()), ..query.clone() };
        assert!(finds_the_same(&query, &replacing));
        let others = [
            Query { text: "b".to_owned(), ..query.clone() },
            Query { is_regex: true, ..query.clone() },
            Query { is_case: true, ..query.clone() },
            Query { is_word: true, ..query.clone() },
        ];
        assert!(others.iter().all(|it| !finds_the_same(&query, it)));
    }

    #[test]
    fn hits_are_counted_through_the_files() {
        let hits = hits();
        let at = |idx| nth(&hits, idx).map(|(file, hit)| (file.name.clone(), hit.line));
        assert_eq!(at(1), Some(("a".to_owned(), 1)));
        assert_eq!(at(2), Some(("b".to_owned(), 0)));
        assert_eq!(at(3), None);
    }

    #[test]
    fn undo_is_said_where_it_is() {
        let hits = hits();
        let undo = |skipped: &[usize], shown| undo_in_words(&changed(&hits, skipped), shown);
        assert_eq!(changed(&hits, &[]).len(), 2);
        assert_eq!(undo(&[], Some("b")), "One undo reverts it all.");
        assert_eq!(undo(&[], Some("c")), "One undo in `a` reverts it all.");
        assert_eq!(undo(&[0, 1], Some("a")), "One undo in `b` reverts it all.");
        assert_eq!(undo(&[0], Some("a")), "One undo reverts it all.");
        assert_eq!(undo(&[2], None), "One undo in `a` reverts it all.");
    }

    #[test]
    fn what_is_not_to_be_replaced_stays_the_same_hit() {
        let hits = |lines: &[&str]| {
            let hit = |(line, text): (usize, &&str)| Hit {
                line: line as u32,
                from: 0,
                to: 1,
                before: String::new(),
                found: "x".to_owned(),
                after: (*text).to_owned(),
                inserted: Some("y".to_owned()),
            };
            let of_file = |uri: &str, lines: &[&str]| FileHits {
                uri: uri.to_owned(),
                name: uri.to_owned(),
                hits: lines.iter().enumerate().map(hit).collect(),
            };
            Hits { files: vec![of_file("a", lines), of_file("b", &["1"])], ..Hits::default() }
        };
        #[track_caller]
        fn check(skipped: &[usize], before: &Hits, now: &Hits, expected: &[usize]) {
            let skipped = skipped.iter().copied().collect();
            assert_eq!(Vec::from_iter(carried(&skipped, before, now)), expected);
        }
        let all = hits(&["1", "2", "3"]);
        check(&[1], &all, &all, &[1]);
        // The first one's line is gone, then the one that was skipped itself.
        check(&[1], &all, &hits(&["2", "3"]), &[0]);
        check(&[1], &all, &hits(&["1", "3"]), &[]);
        check(&[3], &all, &hits(&["0", "1", "2", "3"]), &[4]);
        check(&[0, 1, 2, 3], &all, &Hits::default(), &[]);
        // A word more in its line.
        check(&[1], &all, &hits(&["1", "2!", "3"]), &[1]);
        // Of lines that are alike, one is gone: perhaps the one that was skipped.
        let same = hits(&["1", "1", "1", "2"]);
        check(&[1], &same, &same, &[1]);
        check(&[1], &same, &hits(&["1", "1", "2"]), &[0, 1]);
        check(&[3], &same, &hits(&["1", "1", "2"]), &[2]);
    }

    #[test]
    fn steps_go_round() {
        assert_eq!(stepped(None, 1, 3), 0);
        assert_eq!(stepped(None, -1, 3), 2);
        assert_eq!(stepped(Some(2), 1, 3), 0);
        assert_eq!(stepped(Some(0), -1, 3), 2);
    }
}
