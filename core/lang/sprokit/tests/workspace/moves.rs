//! Names in include lines when files move.

use super::*;
use bobbin_core::text::FileMoves;

fn moves(pairs: &[(&str, &str)]) -> FileMoves {
    FileMoves::new(pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())))
}

/// Checks the new names in the include lines of `text`, the file at `path`, and of what it includes.
#[track_caller]
fn check_in(
    path: &str,
    text: &str,
    files: &[&str],
    pairs: &[(&str, &str)],
    host: HostFacts,
    expected: &[&str],
) {
    let files: Vec<(&str, &str)> = files.iter().map(|it| (*it, "")).collect();
    let input = Input { path: path.to_owned(), ..input(&files, text, host) };
    let names = parse(&input).names_of_files(&moves(pairs)).unwrap();
    let shown: Vec<String> = names
        .iter()
        .map(|it| {
            let word = slice(text, it.location.range);
            let now = it.spelling.as_deref().or(it.note.as_deref()).unwrap_or("same");
            format!("{word} → {now}")
        })
        .collect();
    assert_eq!(shown, expected);
}

#[track_caller]
fn check(path: &str, text: &str, files: &[&str], pairs: &[(&str, &str)], expected: &[&str]) {
    check_in(path, text, files, pairs, HostFacts::default(), expected);
}

#[test]
fn an_include_keeps_its_style() {
    let pair = [("/a/x.pipe", "/a/y.pipe")];
    let files = ["/a/x.pipe"];
    check("/a/m.pipe", "include x.pipe # as ever\n", &files, &pair, &["x.pipe → y.pipe"]);
    check("/a/m.pipe", "include ./x.pipe\n", &files, &pair, &["./x.pipe → ./y.pipe"]);
    check("/b/m.pipe", "include ../a/x.pipe\n", &files, &pair, &["../a/x.pipe → ../a/y.pipe"]);
    check("/b/m.pipe", "include /a/x.pipe\n", &files, &pair, &["/a/x.pipe → /a/y.pipe"]);
    // Nobody knows of a file above the top.
    check("/m.pipe", "include ../a/x.pipe\n", &files, &pair, &[]);
    let pair = [("/a/x.pipe", "/c/x.pipe")];
    check("/a/m.pipe", "include ./x.pipe\n", &files, &pair, &["./x.pipe → ../c/x.pipe"]);
    check("/m.pipe", "include a/x.pipe\n", &files, &pair, &["a/x.pipe → c/x.pipe"]);
}

#[test]
fn only_the_file_that_is_meant_changes() {
    let files = ["/x.pipe", "/xx.pipe", "/a/x.pipe"];
    let text = "include x.pipe\ninclude xx.pipe\ninclude a/x.pipe\n# include x.pipe\n\
                process p :: t\n value = include x.pipe\n";
    check(
        "/m.pipe",
        text,
        &files,
        &[("/x.pipe", "/y.pipe")],
        &["x.pipe → y.pipe", "xx.pipe → same", "a/x.pipe → same"],
    );
    // In another folder the same name means another file.
    check("/a/m.pipe", "include x.pipe\n", &files, &[("/x.pipe", "/y.pipe")], &["x.pipe → same"]);
}

#[test]
fn a_file_that_moves_takes_its_own_includes_along() {
    let files = ["/a/x.pipe", "/y.pipe"];
    let text = "include x.pipe\ninclude ../y.pipe\ninclude /y.pipe\ninclude gone.pipe\n";
    check(
        "/a/m.pipe",
        text,
        &files,
        &[("/a/m.pipe", "/m.pipe")],
        &["x.pipe → a/x.pipe", "../y.pipe → y.pipe", "/y.pipe → same"],
    );
    // What moves along needs no other name.
    check(
        "/a/m.pipe",
        text,
        &files,
        &[("/a", "/b/c")],
        &["x.pipe → same", "../y.pipe → ../../y.pipe", "/y.pipe → same"],
    );
}

#[test]
fn a_file_is_not_taken_for_another_one_in_the_way() {
    // A file comes to lie in front of the one that is meant: folders for includes are searched first.
    let host = HostFacts { include_path: vec!["/lib".to_owned()], ..HostFacts::default() };
    check_in(
        "/a/m.pipe",
        "include x.pipe\n",
        &["/a/x.pipe", "/other/x.pipe"],
        &[("/other/x.pipe", "/lib/x.pipe")],
        host.clone(),
        &["x.pipe → /a/x.pipe"],
    );
    check_in(
        "/a/m.pipe",
        "include x.pipe\n",
        &["/lib/x.pipe"],
        &[("/lib/x.pipe", "/lib/sub/y.pipe")],
        host,
        &["x.pipe → sub/y.pipe"],
    );
}

#[test]
fn macros_stay_as_far_as_they_hold() {
    let mut host = HostFacts::default();
    host.env.insert("PARTS".to_owned(), "/parts".to_owned());
    let text = "include $ENV{PARTS}/x.pipe\n";
    let word = "$ENV{PARTS}/x.pipe";
    for (to, name) in [
        ("/parts/y.pipe", "$ENV{PARTS}/y.pipe"),
        ("/parts/sub/x.pipe", "$ENV{PARTS}/sub/x.pipe"),
        ("/other/x.pipe", "/other/x.pipe"),
    ] {
        let pair = [("/parts/x.pipe", to)];
        let expected = format!("{word} → {name}");
        check_in("/m.pipe", text, &["/parts/x.pipe"], &pair, host.clone(), &[&expected]);
    }
}

#[test]
fn what_an_included_file_includes_is_found_as_the_program_does() {
    // `part` alone does not find `x`: it lies in the folder of who includes `part`.
    let files = [("/lib/part.pipe", "include x.pipe\n"), ("/a/x.pipe", "")];
    let text = "include ../lib/part.pipe\n";
    let main = Input { path: "/a/m.pipe".to_owned(), ..input(&files, text, HostFacts::default()) };
    let names = parse(&main).names_of_files(&moves(&[("/a/x.pipe", "/a/y.pipe")])).unwrap();
    let places: Vec<(Option<&str>, Option<&str>)> =
        names.iter().map(|it| (it.location.path.as_deref(), it.spelling.as_deref())).collect();
    assert_eq!(places, [(None, None), (Some("/lib/part.pipe"), Some("y.pipe"))]);
    let part = Input { path: "/lib/part.pipe".to_owned(), text: files[0].1.into(), ..main };
    assert_eq!(parse(&part).names_of_files(&moves(&[])).unwrap(), []);
}

#[test]
fn a_name_that_no_include_can_have_is_refused() {
    let input = Input {
        path: "/m.pipe".to_owned(),
        ..input(&[("/x.pipe", "")], "include x.pipe\n", HostFacts::default())
    };
    for to in ["/x #2.pipe", "/ x.pipe"] {
        let refusal = parse(&input).names_of_files(&moves(&[("/x.pipe", to)]));
        // A blank at the start is hidden behind the folder.
        assert_eq!(refusal.is_err(), to.contains('#'), "{to}");
    }
    let fine = parse(&input).names_of_files(&moves(&[("/x.pipe", "/x 2.pipe")])).unwrap();
    assert_eq!(fine[0].spelling.as_deref(), Some("x 2.pipe"));
}

// sprokit.md#relative-paths
#[test]
fn a_relative_path_leads_where_it_did() {
    let text = "process k :: t\n  relativepath output = out/k.txt # kept\n  plain = out/k.txt\n  \
                relativepath a = ../data/\n  relativepath b = $CONFIG{x:y}/b\n  c[RelativePath] = .\n";
    check(
        "/pipes/m.pipe",
        text,
        &[],
        &[("/pipes/m.pipe", "/m.pipe")],
        &[
            "out/k.txt → pipes/out/k.txt",
            "../data/ → data/",
            "$CONFIG{x:y}/b → pipes/$CONFIG{x:y}/b",
            ". → pipes",
        ],
    );
    // In its folder it may have another name, and what moves along with the folder needs none.
    check("/pipes/m.pipe", text, &[], &[("/pipes/m.pipe", "/pipes/n.pipe")], &[]);
    check("/pipes/m.pipe", text, &[], &[("/other", "/another")], &[]);
    check("/pipes/m.pipe", text, &[], &[("/pipes", "/a/b")], &["../data/ → ../../data/"]);
    // A file that is there is followed.
    let text = "process k :: t\n  relativepath inner = x.pipe\n";
    let files = ["/a/x.pipe"];
    check("/a/m.pipe", text, &files, &[("/a/x.pipe", "/b/y.pipe")], &["x.pipe → ../b/y.pipe"]);
    // What lies above all files has no name.
    let text = "process k :: t\n  relativepath output = ../../k.txt\n";
    let expected = ["../../k.txt → b/../../k.txt", "../../k.txt → ../../../k.txt"];
    check("/b/m.pipe", text, &[], &[("/b/m.pipe", "/m.pipe")], &expected[..1]);
    check("/b/m.pipe", text, &[], &[("/b/m.pipe", "/b/c/m.pipe")], &expected[1..]);
}

#[test]
fn a_relative_path_that_a_macro_reads_stays_and_that_is_told() {
    let read = "`k:output` in `m.pipe` leads elsewhere now: a macro reads it without its folder, so it \
                stays as it is";
    let text = "process k :: t\n  relativepath output = k.txt\nconfig x\n  y = $CONFIG{k:output}\n";
    let pair = [("/a/m.pipe", "/m.pipe")];
    check("/a/m.pipe", text, &[], &pair, &[&format!("k.txt → {read}")]);
    // A name that only ends like the one that is asked for is another one.
    let text = "config a\n  relativepath xz := p\n  z := q\n  y = $LOCAL{z}\n";
    check("/a/m.pipe", text, &[], &pair, &["p → a/p"]);
    // Also one of a text that includes it.
    let part = "process k :: t\n  relativepath output = k.txt\n";
    let main = "include a/m.pipe\nconfig x\n  y = $CONFIG{k:output}\n";
    let files = [("/main.pipe", main)];
    let input = Input { path: "/a/m.pipe".to_owned(), ..input(&files, part, HostFacts::default()) };
    let names = parse(&input).names_of_files(&moves(&pair)).unwrap();
    assert_eq!(names[0].note.as_deref(), Some(read));
    // A value ends before a `#`.
    let names = parse(&Input { files: Arc::default(), ..input })
        .names_of_files(&moves(&[("/a/m.pipe", "/b/m.pipe"), ("/a/k.txt", "/a #2/k.txt")]))
        .unwrap();
    assert_eq!(
        names[0].note.as_deref(),
        Some(
            "`k:output` in `b/m.pipe` leads elsewhere now: no value can lead where it did, so it \
             stays as it is"
        )
    );
}

#[test]
fn a_relative_path_of_an_included_text_is_that_of_its_file() {
    let files = [("/inc/part.pipe", "process k :: t\n  relativepath output = k.txt\n")];
    let input = Input {
        path: "/a/m.pipe".to_owned(),
        ..input(&files, "include ../inc/part.pipe\n", HostFacts::default())
    };
    let names = parse(&input).names_of_files(&moves(&[("/a/m.pipe", "/m.pipe")])).unwrap();
    assert_eq!(names.len(), 1, "only the include: {names:?}");
    let names = parse(&input).names_of_files(&moves(&[("/inc/part.pipe", "/p.pipe")])).unwrap();
    assert_eq!(names[1].location.path.as_deref(), Some("/inc/part.pipe"));
    assert_eq!(names[1].spelling.as_deref(), Some("inc/k.txt"));
}
