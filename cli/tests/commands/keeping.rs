//! Commands that overwrite texts lose none.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use crate::bobbin::{Folder, golden};

const UGLY: &str = "[A_b]\nx=1\n";
const TIDY: &str = "[A_b]\nx = 1\n";

fn hardware() -> String {
    String::from_utf8(golden("minimal.coilcfg.txt")).unwrap()
}

/// Runs a shell line in the folder, with `$BOBBIN` as the command.
fn shell(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder.path("."))
        .env("BOBBIN", env!("CARGO_BIN_EXE_bobbin"))
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A draft of the text has a name of its own, which nobody has chosen.
#[test]
fn a_folder_that_is_missing_is_named() {
    let folder = Folder::new("no_folder").with("x.coilcfg.txt", hardware());
    let called = folder.run(&["compile", "x.coilcfg.txt", "-o", "no/such/x"]);
    let why = "bobbin: cannot write no/such/x: there is no folder no/such\n";
    assert_eq!((called.code, called.err.as_str()), (2, why));
}

#[test]
fn a_source_is_not_compiled_over_itself() {
    let text = hardware();
    let folder =
        Folder::new("keep_source").with("x.coilcfg", &text).with("sub/y.coilcfg.txt", &text);
    let there = Path::new(&folder.path(".")).to_owned();
    symlink("x.coilcfg", there.join("link.coilcfg")).unwrap();
    symlink("sub", there.join("other")).unwrap();
    fs::hard_link(there.join("x.coilcfg"), there.join("hard.coilcfg")).unwrap();
    let absolute = folder.path("x.coilcfg");
    for words in [
        &["compile", "x.coilcfg"][..],
        &["compile", "./x.coilcfg"],
        &["compile", "x.coilcfg", "-o", "sub/../x.coilcfg"],
        &["compile", "x.coilcfg", "-o", &absolute],
        &["compile", "x.coilcfg", "-o", "link.coilcfg"],
        &["compile", "link.coilcfg", "-o", "x.coilcfg"],
        &["compile", "x.coilcfg", "-o", "hard.coilcfg"],
        &["compile", "sub/y.coilcfg.txt", "-o", "other/y.coilcfg.txt"],
        &["convert", "x.coilcfg", "--to", "json", "-o", "link.coilcfg"],
    ] {
        let called = folder.run(words);
        assert_eq!(called.code, 2, "{words:?}: {}", called.err);
        assert!(
            called.err.contains("which is read; name another file"),
            "{words:?}: {}",
            called.err
        );
        assert_eq!(folder.read("x.coilcfg"), text.as_bytes(), "{words:?}");
        assert_eq!(folder.read("sub/y.coilcfg.txt"), text.as_bytes(), "{words:?}");
    }
    let called = folder.run(&["compile", "--force", "x.coilcfg"]);
    assert_eq!((called.code, folder.read("x.coilcfg")), (0, golden("minimal.coilcfg")));
}

#[test]
fn a_binary_takes_the_place_of_binaries_only() {
    let target = "[Target]\nPU = CPU ; by hand\n";
    let folder = Folder::new("keep_target")
        .with("t.coilcfg.txt", hardware())
        .with("t.coilcfg", target)
        .with("empty", "")
        .with("old", golden("spec_example.coilcfg"));
    let called = folder.run(&["compile", "t.coilcfg.txt"]);
    assert_eq!((called.code, folder.read("t.coilcfg")), (2, target.as_bytes().to_vec()));
    assert!(called.err.contains("is not a COIL binary"), "{}", called.err);
    for out in ["empty", "old", "new", "t.coilcfg"] {
        let called = folder.run(&["compile", "t.coilcfg.txt", "-o", out, "--force"]);
        assert_eq!((called.code, folder.read(out)), (0, golden("minimal.coilcfg")), "{out}");
    }
    assert_eq!(folder.run(&["compile", "t.coilcfg.txt", "-o", "old"]).code, 0);
    assert_eq!(folder.run(&["compile", "t.coilcfg.txt", "-o", "/dev/null"]).code, 0);
    assert_eq!(folder.read("t.coilcfg.txt"), hardware().as_bytes());
}

#[test]
fn a_text_written_by_hand_is_not_decompiled_over() {
    let by_hand = "; mine\n[cpu:0]\nname = mine\n";
    let folder = Folder::new("keep_text")
        .with("b.coilcfg", golden("spec_example.coilcfg"))
        .with("b.coilcfg.txt", by_hand);
    for out in ["b.coilcfg.txt", "b.coilcfg"] {
        let before = folder.read(out);
        let called = folder.run(&["decompile", "b.coilcfg", "-o", out]);
        assert_eq!((called.code, folder.read(out)), (2, before), "{}", called.err);
    }
    let called = folder.run(&["detect", "-o", "b.coilcfg.txt"]);
    assert_eq!((called.code, folder.read("b.coilcfg.txt")), (2, by_hand.as_bytes().to_vec()));
    // A command may overwrite its own output.
    for words in [&["decompile", "b.coilcfg", "-o", "new"][..], &["detect", "-o", "this"]] {
        assert_eq!(folder.run(words).code, 0);
        assert_eq!(folder.run(words).code, 0, "{words:?}");
    }
    assert_eq!(folder.run(&["decompile", "b.coilcfg", "--force", "-o", "b.coilcfg.txt"]).code, 0);
}

#[test]
fn an_included_file_is_not_converted_over() {
    let base = "[Target]\nPU = CPU\nArchitecture = x86\n";
    let folder = Folder::new("keep_included")
        .with("base.coilcfg", base)
        .with("main.coilcfg", "@include base.coilcfg\n[Target]\nMode = 64\n[Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n");
    let called = folder.run(&["convert", "main.coilcfg", "--to", "flat", "-o", "./base.coilcfg"]);
    assert_eq!((called.code, folder.read("base.coilcfg")), (2, base.as_bytes().to_vec()));
    assert!(called.err.contains("which is read"), "{}", called.err);
}

const FLOW: &str =
    "process a :: numbers\nprocess o :: print_number\nconnect from a.number to o.number\n";

#[test]
fn a_page_of_the_manual_takes_the_place_of_such_a_page_only() {
    let mine = ".TH bobbin-query 1\nmine\n";
    let folder =
        Folder::new("keep_manual").with("man/bobbin-query.1", mine).with("man/bobbin.1", "");
    let called = folder.run(&["manual", "man"]);
    assert_eq!((called.code, folder.read("man/bobbin-query.1")), (2, mine.as_bytes().to_vec()));
    let said = "bobbin: cannot write man/bobbin-query.1: it exists already and is no page as `bobbin manual` \
                writes it; name another folder, or use `--force`\n";
    assert_eq!(called.err, said);
    assert_eq!(folder.read("man/bobbin.1"), b"", "nothing is written");
    assert_eq!(folder.run(&["manual", "--force", "man"]).code, 0);
    let page = folder.read("man/bobbin-query.1");
    assert_ne!(page, mine.as_bytes());
    // That of another version is replaced, too.
    let older =
        String::from_utf8(page.clone()).unwrap().replace(env!("CARGO_PKG_VERSION"), "0.0.1")
            + "More.\n";
    fs::write(folder.path("man/bobbin-query.1"), older).unwrap();
    assert_eq!(folder.run(&["manual", "man"]).code, 0);
    assert_eq!(folder.read("man/bobbin-query.1"), page);
}

#[test]
fn a_conversion_takes_no_other_files_place() {
    let notes = "my notes\n";
    let folder = Folder::new("keep_converted")
        .with("x.pipe", FLOW)
        .with("notes.txt", notes)
        .with("empty", "");
    let convert = |out: &str| folder.run(&["convert", "x.pipe", "--to", "dot", "-o", out]);
    let called = convert("notes.txt");
    assert_eq!((called.code, folder.read("notes.txt")), (2, notes.as_bytes().to_vec()));
    assert!(called.err.contains("it exists already"), "{}", called.err);
    assert!(called.err.contains("`--force`"), "{}", called.err);
    // The command may overwrite its own output.
    for out in ["new.dot", "new.dot", "empty", "/dev/null", "-"] {
        let called = convert(out);
        assert_eq!(called.code, 0, "{out}: {}", called.err);
    }
    let force = ["convert", "x.pipe", "--to", "dot", "--force", "-o", "notes.txt"];
    assert_eq!(folder.run(&force).code, 0);
    assert_eq!(folder.read("notes.txt"), folder.read("new.dot"));
}

#[test]
fn a_conversion_replaces_what_it_wrote_until_somebody_edits_it() {
    let trace = "[Lexgion(0x10)]\ntracing_rate = 5\n";
    let folder = Folder::new("keep_marked")
        .with("x.pipe", FLOW)
        .with("x.trace", trace)
        .with("x.coilcfg.txt", "[cpu:0]\n[arch:x86_64]\navx2 = true\n");
    for (source, to, out) in [
        ("x.pipe", "dot", "x.dot"),
        ("x.pipe", "mermaid", "x.mmd"),
        ("x.pipe", "pipe", "flat.pipe"),
        ("x.trace", "coverage", "x.svg"),
        ("x.coilcfg.txt", "c-header", "x.h"),
        ("x.coilcfg.txt", "coil-target", "t.coilcfg"),
    ] {
        let convert = || folder.run(&["convert", source, "--to", to, "-o", out]);
        assert_eq!(convert().code, 0, "{to}");
        let first = folder.read(out);
        // On standard output stands what the format says, and no more.
        let printed = folder.run(&["convert", source, "--to", to]).out;
        assert!(first.ends_with(printed.as_bytes()) && first.len() > printed.len(), "{to}");
        // Another source, and another of the same language: still what the command wrote.
        let mut text = folder.read(source);
        text.extend(
            match to {
                "dot" | "mermaid" | "pipe" => {
                    format!("process {to} :: print_number\nconnect from a.number to {to}.number\n")
                }
                "coverage" => "[MPI.rank(0)] : MPI.default\n".to_owned(),
                _ => "fma = true\n".to_owned(),
            }
            .into_bytes(),
        );
        fs::write(folder.path(source), text).unwrap();
        let called = convert();
        assert_eq!(called.code, 0, "{to}: {}", called.err);
        // One edit, and it is somebody's text.
        let mut edited = folder.read(out);
        edited.extend(b"mine\n");
        fs::write(folder.path(out), &edited).unwrap();
        let called = convert();
        assert_eq!((called.code, folder.read(out)), (2, edited), "{to}");
        assert!(called.err.contains("it exists already"), "{}", called.err);
    }
    // JSON has no comments, so it is known by its bytes alone.
    let json = || folder.run(&["convert", "x.pipe", "--to", "json", "-o", "x.json"]).code;
    assert_eq!((json(), json()), (0, 0));
    fs::write(folder.path("x.pipe"), "process c :: numbers\n").unwrap();
    assert_eq!(json(), 2);
}

#[test]
fn links_permissions_and_other_names_are_kept() {
    let folder = Folder::new("keep_links").with("x.coilcfg", UGLY).with("y.coilcfg", UGLY);
    let there = Path::new(&folder.path(".")).to_owned();
    let file = there.join("x.coilcfg");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("x.coilcfg", there.join("link.coilcfg")).unwrap();
    assert_eq!(folder.run(&["format", "link.coilcfg"]).code, 0);
    assert!(fs::symlink_metadata(there.join("link.coilcfg")).unwrap().is_symlink());
    assert_eq!(folder.read("x.coilcfg"), TIDY.as_bytes());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, 0o640);
    // A second name of the file still leads to the same text.
    fs::hard_link(there.join("y.coilcfg"), there.join("z.coilcfg")).unwrap();
    assert_eq!(folder.run(&["format", "y.coilcfg"]).code, 0);
    assert_eq!((folder.read("y.coilcfg"), folder.read("z.coilcfg")), (TIDY.into(), TIDY.into()));
    assert_eq!(fs::metadata(there.join("z.coilcfg")).unwrap().nlink(), 2);
    // A link whose file is not there yet.
    symlink("new.coilcfg", there.join("dangling")).unwrap();
    let called = folder.feed(
        &["compile", "-", "--language=coil-hardware", "-o", "dangling"],
        hardware().as_bytes(),
    );
    assert_eq!((called.code, folder.read("new.coilcfg")), (0, golden("minimal.coilcfg")));
    symlink("around", there.join("around")).unwrap();
    assert_eq!(folder.run(&["detect", "-o", "around"]).code, 2);
    assert_eq!(leftovers(&there), 0);
}

#[test]
fn a_full_disk_leaves_the_file_as_it_was() {
    let long = UGLY.to_owned() + &"# a comment that takes room\n".repeat(500);
    let folder = Folder::new("keep_full").with("x.coilcfg", &long).with("y.coilcfg", &long);
    let there = Path::new(&folder.path(".")).to_owned();
    // No file may become longer than a block, which to the writer looks like a full disk.
    let full = "trap '' XFSZ; ulimit -f 1; exec \"$BOBBIN\" format";
    let (code, err) = shell(&folder, &format!("{full} x.coilcfg"));
    assert_eq!((code, folder.read("x.coilcfg")), (Some(2), long.clone().into()), "{err}");
    assert!(err.contains("cannot write x.coilcfg"), "{err}");
    fs::hard_link(there.join("y.coilcfg"), there.join("z.coilcfg")).unwrap();
    let (code, err) = shell(&folder, &format!("{full} y.coilcfg"));
    assert_eq!((code, folder.read("z.coilcfg")), (Some(2), long.into()), "{err}");
    assert_eq!(leftovers(&there), 0);
}

#[test]
fn output_that_cannot_be_written_is_named() {
    let folder = Folder::new("full_output");
    let (code, err) = shell(&folder, "\"$BOBBIN\" explain >/dev/full");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("cannot write standard output: "), "{err}");
    for words in ["--help", "help check", "--version"] {
        let (code, err) = shell(&folder, &format!("\"$BOBBIN\" {words} >/dev/full"));
        assert_eq!(code, Some(2), "{words}: {err}");
        assert!(err.contains("cannot write standard output: "), "{words}: {err}");
    }
}

#[test]
fn what_may_not_be_written_is_left_as_it_was() {
    let folder = Folder::new("keep_protected")
        .with("x.coilcfg", UGLY)
        .with("sub/y.coilcfg", UGLY)
        .with("t.coilcfg.txt", hardware());
    let there = Path::new(&folder.path(".")).to_owned();
    fs::set_permissions(there.join("x.coilcfg"), fs::Permissions::from_mode(0o444)).unwrap();
    let called = folder.run(&["format", "x.coilcfg"]);
    assert_eq!((called.code, folder.read("x.coilcfg")), (2, UGLY.into()), "{}", called.err);
    let called = folder.run(&["compile", "t.coilcfg.txt", "-o", "sub"]);
    assert_eq!(called.code, 2);
    assert!(called.err.contains("folder"), "{}", called.err);
    assert_eq!(leftovers(&there.join("sub")), 0);
}

/// The file itself may be written, as editors do.
#[test]
fn a_file_in_a_folder_that_may_not_be_written_is_written_in_place() {
    let long = UGLY.to_owned() + &"# a comment that takes room\n".repeat(500);
    let folder =
        Folder::new("keep_closed").with("sub/y.coilcfg", UGLY).with("sub/z.coilcfg", &long);
    folder.permit("sub", 0o555);
    let called = folder.run_permitted(&["format", "sub/y.coilcfg"]);
    let new = folder.run_permitted(&["detect", "-o", "sub/new"]);
    let full = "trap '' XFSZ; ulimit -f 1; exec \"$BOBBIN\" format sub/z.coilcfg";
    let rights = "-dac_override,-dac_read_search";
    let line = format!(
        "[ $(id -u) = 0 ] && set setpriv --bounding-set={rights} || set env; \"$@\" sh -c '{}'",
        full.replace('\'', "'\\''")
    );
    let (code, err) = shell(&folder, &line);
    folder.permit("sub", 0o755);
    assert_eq!((called.code, folder.read("sub/y.coilcfg")), (0, TIDY.into()), "{}", called.err);
    let why =
        "bobbin: cannot write sub/new: no file can be made in the folder sub: permission denied\n";
    assert_eq!((new.code, new.err.as_str()), (2, why));
    assert_eq!((code, folder.read("sub/z.coilcfg")), (Some(2), long.into()), "{err}");
    let why = "bobbin: cannot write sub/z.coilcfg: File too large (os error 27)\n";
    assert_eq!(err, why);
}

/// As a container gives a file of the machine around it.
#[test]
fn a_file_that_is_mounted_is_written_in_place() {
    let folder = Folder::new("keep_mounted").with("x.coilcfg", UGLY).with("y.coilcfg", "");
    let mount = "mount --bind x.coilcfg y.coilcfg";
    let within =
        |line: &str| shell(&folder, &format!("unshare --map-root-user --mount sh -c '{line}'"));
    // Not everybody may do that.
    if within(mount).0 != Some(0) {
        return;
    }
    let (code, err) = within(&format!("{mount}; exec \"$BOBBIN\" format y.coilcfg"));
    assert_eq!((code, folder.read("x.coilcfg")), (Some(0), TIDY.into()), "{err}");
    assert_eq!(leftovers(Path::new(&folder.path("."))), 0);
}

/// The kernel leads to it by a link that names no file.
#[test]
fn standard_output_may_be_named_though_it_is_a_pipe() {
    let folder = Folder::new("keep_stdout").with("x.pipe", FLOW);
    let printed = folder.run(&["graph", "x.pipe"]);
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let called = folder.run(&["graph", "x.pipe", "-o", out]);
        assert_eq!((called.code, called.out), (0, printed.out.clone()), "{out}: {}", called.err);
    }
    let line = "\"$BOBBIN\" graph x.pipe -o /dev/fd/3 3>&1 | cat >copy";
    assert_eq!(shell(&folder, line), (Some(0), String::new()));
    assert_eq!(folder.read("copy"), printed.bytes);
    // A file that it goes to stays the same one, and a reader that stops early is no fault.
    let line = "{ \"$BOBBIN\" graph x.pipe -o /dev/stdout; echo more; } >all";
    assert_eq!(shell(&folder, line), (Some(0), String::new()));
    assert_eq!(folder.read("all"), [printed.bytes.as_slice(), b"more\n"].concat());
    for out in ["/dev/stdout", "/dev/fd/3"] {
        let line =
            format!("(\"$BOBBIN\" graph x.pipe -o {out} 3>&1; echo $? >code) | true; cat code >&2");
        assert_eq!(shell(&folder, &line), (Some(0), "0\n".to_owned()), "{out}");
    }
}

/// Counts the unfinished files in a folder.
fn leftovers(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    names.filter(|it| it.to_string_lossy().ends_with(".tmp")).count()
}

/// Access lists change the meaning of the permissions: without them the group may do what they kept it from.
#[test]
fn what_a_file_has_beside_its_content_stays() {
    let folder = Folder::new("attributes").with("a.pipe", "process   a\n:: numbers\n");
    let path = folder.path("a.pipe");
    folder.permit("a.pipe", 0o640);
    let list = access_list();
    let mut attributes =
        vec![("user.origin", b"lab 3".to_vec()), ("system.posix_acl_access", list)];
    // Not each file system has them.
    attributes.retain(|(name, value)| xattr::set(&path, name, value).is_ok());
    let mode = fs::metadata(&path).unwrap().mode();
    let called = folder.run(&["format", "a.pipe"]);
    assert_eq!(called.code, 0, "{}", called.err);
    assert_eq!(folder.read("a.pipe"), b"process a\n  :: numbers\n");
    for (name, value) in &attributes {
        assert_eq!(xattr::get(&path, name).unwrap().as_ref(), Some(value), "{name}");
    }
    assert_eq!(fs::metadata(&path).unwrap().mode(), mode);
}

/// Returns an access list by which the user 1000 may read and write, as Linux keeps it.
fn access_list() -> Vec<u8> {
    let entries: [(u16, u16, u32); 5] = [
        (0x01, 6, u32::MAX),
        (0x02, 6, 1000),
        (0x04, 4, u32::MAX),
        (0x10, 6, u32::MAX),
        (0x20, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, may, id) in entries {
        list.extend([tag.to_le_bytes(), may.to_le_bytes()].concat());
        list.extend(id.to_le_bytes());
    }
    list
}

/// A file that is written anew would get what its folder gives to new ones.
#[test]
fn nobody_gets_rights_that_a_file_did_not_give() {
    let folder = Folder::new("no_attributes").with("a.pipe", "process   a\n:: numbers\n");
    folder.permit("a.pipe", 0o660);
    if xattr::set(folder.path("."), "system.posix_acl_default", &access_list()).is_err() {
        eprintln!("this file system has no access lists");
        return;
    }
    assert_eq!(folder.run(&["format", "a.pipe"]).code, 0);
    let path = folder.path("a.pipe");
    assert_eq!(xattr::get(&path, "system.posix_acl_access").unwrap(), None);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o660);
}

/// Another file in its place would not get what others write to the one that is open.
#[test]
fn a_descriptor_of_a_file_is_refused() {
    let folder = Folder::new("descriptors").with("a.pipe", "process a\n  :: numbers\n");
    let line = "{ $BOBBIN graph a.pipe -o /dev/fd/3; r=$?; echo more >&3; } 3>all; exit $r";
    let (code, said) = shell(&folder, line);
    let why = "cannot write /dev/fd/3: it stands for a file that is open already; name that file\n";
    assert!(code == Some(2) && said.ends_with(why), "{said}");
    assert_eq!(folder.read("all"), b"more\n");
    let ugly = "process   a\n:: numbers\n";
    let folder = folder.with("b.pipe", ugly);
    let (code, said) = shell(&folder, "$BOBBIN format --language sprokit /dev/stdin < b.pipe");
    assert!(code == Some(2) && said.contains("open already"), "{said}");
    assert_eq!(folder.read("b.pipe"), ugly.as_bytes());
    let line = "{ $BOBBIN graph a.pipe -o //dev/./stdout; echo more; } > all";
    assert_eq!(shell(&folder, line).0, Some(0));
    assert!(folder.read("all").ends_with(b"}\nmore\n"), "{:?}", folder.read("all"));
}

/// The bytes of a pipe are gone from it once they are read.
#[test]
fn a_pipe_is_read_once_and_not_written() {
    let text = "process a\n  :: numbers\n  end = 9\nprocess b\n  :: print_number\n  output = x\nconnect from a.number\n        to   b.number\n";
    let folder = Folder::new("pipes").with("a.pipe", text).with("b.pipe", text.replace('9', "8"));
    for words in ["compare", "compare --language sprokit"] {
        let fed = |name: &str, other: &str| {
            let line = format!(
                "mkfifo f; cat {name} > f & $BOBBIN {words} f {other}; r=$?; rm f; exit $r"
            );
            shell(&folder, &line)
        };
        assert_eq!(fed("a.pipe", "a.pipe"), (Some(0), String::new()), "{words}");
        assert_eq!(fed("b.pipe", "a.pipe"), (Some(1), String::new()), "{words}");
    }
    assert_eq!(shell(&folder, "cat a.pipe | $BOBBIN check /dev/stdin").0, Some(0));
    // What is to be mended is still checked, so that one reads.
    for line in ["mkfifo f; $BOBBIN format f", "cat a.pipe > f & $BOBBIN check --fix f"] {
        let (code, said) = shell(&folder, line);
        let why = "bobbin: f is no regular file, so it is left as it is\n";
        assert_eq!((code, said.as_str()), (Some(2), why), "{line}");
    }
}

/// Two who mend it at once would each take the other's text for a change that came in between.
#[test]
fn a_file_of_several_names_is_mended_once() {
    let text =
        "process a\n  :: numbers\nprocess b\n  :: print_number\nconnect from a.number b.number\n";
    for _ in 0..5 {
        let folder = Folder::new("names_of_one").with("f.pipe", text);
        symlink("f.pipe", folder.path("l.pipe")).unwrap();
        fs::hard_link(folder.path("f.pipe"), folder.path("h.pipe")).unwrap();
        let called = folder.run(&["check", "--fix", "."]);
        assert_eq!(
            (called.code, called.err.as_str()),
            (0, "f.pipe: 1 fix applied\n"),
            "{}",
            called.shown()
        );
        assert!(folder.read("h.pipe").ends_with(b"connect from a.number to b.number\n"));
    }
    // What it includes beside another of its names is judged with it.
    let whole = "process srce\n  :: numbers\ninclude part.pipe\n";
    let part = "process srcx\n  :: numbers\nprocess c\n  :: print_number\nconnect from srce.number\n        to   c.number\n";
    let folder =
        Folder::new("names_of_includers").with("a/whole.pipe", whole).with("b/part.pipe", part);
    fs::hard_link(folder.path("a/whole.pipe"), folder.path("b/whole.pipe")).unwrap();
    let called = folder.run(&["check", "--fix", "--unsafe-fixes", "."]);
    assert!(called.err.contains("b/whole.pipe includes it"), "{}", called.shown());
}

/// A text in UTF-16 without a byte order mark is full of NUL bytes, and not of what stands between them.
#[test]
fn fixes_that_keep_what_is_written_keep_nul_bytes() {
    let wide: Vec<u8> = "; \u{4e00}\u{4e09} note\n[Architecture]\nPU = CPU\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let stray = b"; a\0b\n[Architecture]\nPU = CPU\n";
    let folder = Folder::new("wide").with("n.coilcfg", &wide).with("s.coilcfg", stray);
    for scope in [&["--fix"][..], &["--fix", "--unsafe-fixes"]] {
        let called = folder.run(&[&["check"], scope, &["n.coilcfg"]].concat());
        assert!(called.err.contains("it looks like UTF-16"), "{}", called.shown());
        assert_eq!((called.code, folder.read("n.coilcfg")), (1, wide.clone()));
    }
    let called = folder.run(&["check", "--fix", "s.coilcfg"]);
    assert!(called.err.contains("left as it is: it has a NUL byte"), "{}", called.shown());
    assert_eq!((called.code, folder.read("s.coilcfg")), (2, stray.to_vec()));
}

/// Text from quotes becomes no comment and no other item.
#[test]
fn fixes_that_keep_what_is_written_cut_no_value_off() {
    let text = |value: &str| format!("[VND_X]\nkey = {value}\n");
    for (value, expected) in [
        ("a \"b # c\"", "\"a b # c\""),
        ("a \"b ; c\" d", "\"a b ; c d\""),
        ("x\"a,b\",libm", "\"xa,b\",libm"),
        ("say \\\"hi\\\"", "say \\\"hi\\\""),
        ("a \"b # c", "a \"b # c"),
    ] {
        let folder = Folder::new("cut_off").with("t.coilcfg", text(value));
        folder.run(&["check", "--fix", "t.coilcfg"]);
        let mended = String::from_utf8(folder.read("t.coilcfg")).unwrap();
        assert_eq!(mended, text(expected));
    }
}

/// The program takes values as bytes.
#[test]
fn other_bytes_of_a_flattened_pipeline_are_told() {
    let folder = Folder::new("two_encodings")
        .with("m.pipe", "process a\n  :: numbers\nconnect from a.number to b.number\ninclude p.pipe\n# \u{e9}\n")
        .with("p.pipe", b"process b\n  :: print_number\n  output = \xfcy\n");
    let called = folder.run(&["convert", "m.pipe", "--to", "pipe"]);
    let note = "m.pipe: note: p.pipe is not in UTF-8, so what is not ASCII in it has other bytes in the result\n";
    assert!(called.err.ends_with(note), "{}", called.err);
    let folder = folder.with("p.pipe", "process b\n  :: print_number\n  output = \u{fc}y\n");
    let called = folder.run(&["convert", "m.pipe", "--to", "pipe"]);
    assert!(!called.err.contains("other bytes"), "{}", called.err);
}

/// A value is set by a person, or by `--unsafe-fixes`.
#[test]
fn a_value_that_is_missing_is_not_set_unasked() {
    let text = "[Lexgion.default]\n    trace_starts_at = # x\n    tracing_rate =\n";
    let folder = Folder::new("missing_values").with("e.trace", text);
    folder.run(&["check", "--fix", "e.trace"]);
    assert_eq!(folder.read("e.trace"), text.as_bytes());
    folder.run(&["check", "--fix", "--unsafe-fixes", "e.trace"]);
    let fixed = "[Lexgion.default]\n    # x\n    trace_starts_at = 0\n    tracing_rate = 1\n";
    assert_eq!(String::from_utf8(folder.read("e.trace")).unwrap(), fixed);
}

#[test]
fn an_interruption_leaves_whole_files_and_no_drafts() {
    use std::os::unix::process::ExitStatusExt as _;
    for round in 0..5 {
        let folder = Folder::new(&format!("interrupted-{round}"));
        let there = Path::new(&folder.path(".")).to_owned();
        let names = (0..200).map(|it| there.join(format!("f{it:03}.coilcfg")));
        let names: Vec<_> = names.collect();
        names.iter().for_each(|it| fs::write(it, UGLY).unwrap());
        // One that is written into, as it has two names.
        fs::hard_link(&names[100], there.join("linked.txt")).unwrap();
        let mut formatting = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(["format", "."])
            .current_dir(&there)
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let is_waiting = |it: &mut std::process::Child| it.try_wait().unwrap().is_none();
        while fs::read(&names[10 * round]).unwrap() == UGLY.as_bytes()
            && is_waiting(&mut formatting)
        {}
        let id = formatting.id().to_string();
        // It may have ended meanwhile.
        let _ = Command::new("kill").args(["-s", "INT", &id]).status();
        let ended = formatting.wait().unwrap();
        assert!(ended.signal() == Some(2) || ended.success(), "{ended}");
        for it in &names {
            let text = fs::read_to_string(it).unwrap();
            assert!(text == UGLY || text == TIDY, "{text:?}");
        }
        assert_eq!(fs::read_dir(&there).unwrap().count(), names.len() + 1);
    }
}

/// A signal that is ignored, as in what a script starts in its background, stays so.
#[test]
fn an_ignored_interruption_is_none() {
    let folder = Folder::new("ignored_signal");
    for it in 0..50 {
        fs::write(folder.path(&format!("f{it}.coilcfg")), UGLY).unwrap();
    }
    let line = "trap '' INT; $BOBBIN format . & it=$!; while grep -q x=1 f0.coilcfg && kill -0 $it; do :; done; kill -s INT $it; wait $it";
    assert_eq!(shell(&folder, line).0, Some(0));
    for it in 0..50 {
        assert_eq!(folder.read(&format!("f{it}.coilcfg")), TIDY.as_bytes());
    }
}
