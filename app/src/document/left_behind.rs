//! Words on what stays here when texts go away in a link or a picture.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_protocol::{Includes, Inclusion};

use super::OpenFile;
use crate::platform::editor::{self, NoParams};

/// Says what of open files goes away with none of their texts, behind the sentence that calls what they go away in the
/// `carrier`: the files that they include, and the bytes that an opened binary had. Empty if there is nothing to say.
pub async fn left_behind(files: &[Arc<OpenFile>], carrier: &str) -> String {
    let uris: Vec<&str> = files.iter().map(|it| it.uri.as_str()).collect();
    // What cannot be told is not missed.
    let includes = editor::ask::<_, Includes>(Includes::METHOD, &NoParams {}).await;
    let n_included = includes.map_or(0, |it| included(&it.includes, &uris).len());
    let binaries: Vec<&str> = files
        .iter()
        .filter(|it| it.own().is_some() && it.is_as_opened())
        .filter_map(|it| it.binary_name())
        .collect();
    in_words(n_included, &binaries, carrier)
}

/// Returns the files that some include, themselves or by others, without those.
fn included<'a>(includes: &'a [Inclusion], files: &[&'a str]) -> BTreeSet<&'a str> {
    let (mut found, mut wanted) = (BTreeSet::new(), files.to_vec());
    while let Some(uri) = wanted.pop() {
        let targets = includes.iter().filter(|it| it.uri == uri);
        for target in targets.filter_map(|it| it.target.as_deref()) {
            if !files.contains(&target) && found.insert(target) {
                wanted.push(target);
            }
        }
    }
    found
}

fn in_words(n_included: usize, binaries: &[&str], carrier: &str) -> String {
    let of_includes = match n_included {
        0 => String::new(),
        1 => format!(
            " {carrier} does not hold the open file that is included: “Copy link to all open files” does."
        ),
        n => format!(
            " {carrier} does not hold the {n} open files that are included: “Copy link to all open files” does."
        ),
    };
    let of_binaries = match binaries {
        [] => String::new(),
        [name] => format!(" {carrier} holds the text of `{name}`, not its own bytes."),
        all => {
            format!(" {carrier} holds the texts of {} binaries, not their own bytes.", all.len())
        }
    };
    of_includes + &of_binaries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_included_by_way_of_others() {
        let inclusion = |uri: &str, target: Option<&str>| Inclusion {
            uri: uri.to_owned(),
            range: bobbin_protocol::Range::default(),
            name: "x".to_owned(),
            target: target.map(str::to_owned),
        };
        let all = [
            inclusion("a", Some("b")),
            inclusion("a", None),
            inclusion("b", Some("c")),
            inclusion("c", Some("a")),
            inclusion("d", Some("e")),
        ];
        let of = |files: &[&'static str]| included(&all, files).into_iter().collect::<Vec<_>>();
        assert_eq!(of(&["a"]), ["b", "c"]);
        assert_eq!(of(&["a", "b"]), ["c"]);
        assert_eq!(of(&["d"]), ["e"]);
        assert!(of(&["e"]).is_empty());
    }

    #[test]
    fn what_stays_behind_is_said() {
        assert_eq!(in_words(0, &[], "The link"), "");
        assert_eq!(
            in_words(2, &["a.coilcfg"], "The link"),
            " The link does not hold the 2 open files that are included: “Copy link to all open files” does. The link holds the text of `a.coilcfg`, not its own bytes."
        );
    }
}
