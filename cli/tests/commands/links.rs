//! Files that are links, and those that are there but cannot be read.

use std::os::unix::fs::symlink;
use std::process::Command;

use crate::bobbin::Folder;

/// A link to a file is a file, one to a folder may lead around.
#[test]
fn links_in_a_folder_are_followed_to_files() {
    let folder = Folder::new("links").with("in/sub/x.pipe", "").with("out/y.conf", "process a\n");
    symlink("../out/y.conf", folder.path("in/y.pipe")).unwrap();
    symlink("..", folder.path("in/around")).unwrap();
    let called = folder.run(&["check", "in"]);
    assert!(called.shown().contains("in/y.pipe:1"), "{}", called.shown());
    let note = "bobbin: note: in/around is a link to a folder and is passed over\n";
    assert!(called.err.contains(note), "{}", called.err);
    assert!(!called.shown().contains("around/"), "{}", called.shown());
}

/// A folder that is named asks for changes inside of it only.
#[test]
fn nothing_is_written_through_the_links_of_a_folder() {
    let text =
        "process   a\n  :: numbers\nprocess b\n  :: print_number\nconnect from a.number b.number\n";
    for (words, is_same) in
        [(&["format"][..], true), (&["check", "--fix"], true), (&["format", "l.pipe"], false)]
    {
        let folder = Folder::new("links_written")
            .with("out/shared.pipe", text)
            .with("in/.ignore", "vendored/\n")
            .with("in/vendored/v.pipe", text)
            .with("in/m.pipe", text);
        symlink("../out/shared.pipe", folder.path("in/l.pipe")).unwrap();
        symlink("vendored/v.pipe", folder.path("in/v.pipe")).unwrap();
        symlink("m.pipe", folder.path("in/a.pipe")).unwrap();
        let words: Vec<&str> =
            words.iter().map(|it| if *it == "l.pipe" { "in/l.pipe" } else { it }).collect();
        let called = folder.run(&[words.as_slice(), &["in"]].concat());
        let left = if is_same { "in/l.pipe, in/v.pipe" } else { "in/v.pipe" };
        let note =
            format!("bobbin: note: links are left as they are, unless they are named: {left}\n");
        assert!(called.err.contains(&note), "{words:?}: {}", called.shown());
        assert_eq!(folder.read("out/shared.pipe") == text.as_bytes(), is_same, "{words:?}");
        assert_eq!(folder.read("in/vendored/v.pipe"), text.as_bytes(), "{words:?}");
        assert_ne!(folder.read("in/m.pipe"), text.as_bytes(), "{words:?}");
    }
}

#[test]
fn an_included_file_that_cannot_be_read_is_there() {
    let folder = Folder::new("unreadable")
        .with("folder/x", "")
        .with("a.coilcfg", "@include pipe.coilcfg\n@include folder\n@include gone.coilcfg\n")
        .with("a.pipe", "include pipe.conf\nprocess p :: numbers\n");
    for name in ["pipe.coilcfg", "pipe.conf"] {
        assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
    }
    let called = folder.run(&["check", "a.coilcfg"]);
    for help in [
        "`pipe.coilcfg` is there, but cannot be read: it is no regular file",
        "`folder` is there, but cannot be read: it is a folder",
        "there is no such file beside this one",
    ] {
        assert!(called.shown().contains(help), "{}", called.shown());
    }
    let called = folder.run(&["check", "a.pipe"]);
    let help = "`pipe.conf` is there, but cannot be read: it is no regular file";
    assert!(called.shown().contains(help), "{}", called.shown());
    let message = "the included file `pipe.conf` cannot be read (include-unreadable)";
    assert!(called.shown().contains(message), "{}", called.shown());
    let called = folder.run(&["convert", "a.pipe", "--to", "pipe"]);
    assert_eq!(called.code, 1, "{}", called.shown());
    let message = "the result lacks this: the included file `pipe.conf` cannot be read\n";
    assert!(called.err.ends_with(message), "{}", called.err);
    let folder = folder.with("b.pipe", "include a.pipe\n");
    let called = folder.run(&["convert", "b.pipe", "--to", "pipe"]);
    let message = "a.pipe: error: `pipe.conf` cannot be read, so the result lacks what it says\n";
    assert!(called.err.contains(message), "{}", called.err);
}
