//! Includes that were not found.

use crate::file::File;
use crate::library::ENDING;
use crate::source::{Include, SEARCH_PATH, Target, folder, is_absolute, joined_path, places};
use bobbin_core::Input;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Files;

/// Returns the files that are not known and would say more: those that the text and its clusters
/// include, and cluster files beside it.
pub(super) fn missing(file: &File) -> Vec<String> {
    let Input { path, files, host, .. } = file.input();
    let own = Files::normalise(path);
    let is_unknown = |it: &&String| files.get(it).is_none() && Files::normalise(it) != own;
    let clusters = host.beside.iter().filter(|it| it.ends_with(ENDING)).filter(is_unknown);
    let mut paths: Vec<String> = clusters.cloned().collect();
    paths.extend(included(file));
    let clusters = file.library().clusters.iter().map(|it| &*it.file);
    for it in clusters.chain(&file.library().unfinished) {
        paths.extend(included(it));
    }
    paths.order();
    paths.dedup();
    paths
}

/// Returns the places at which included files were looked for and not found
/// (sprokit.md#include-search). Of a file's own folder and those of the files around it all are named, whichever was searched.
fn included(file: &File) -> Vec<String> {
    let host = &file.input().host;
    let mut folders: Vec<&str> =
        host.env.get(SEARCH_PATH).map_or("", String::as_str).split(':').collect();
    folders.extend(host.include_path.iter().map(String::as_str));
    folders.extend(file.source().files().iter().map(|it| folder(&it.path)));
    folders.push("");
    folders.order();
    folders.dedup();
    let mut paths = Vec::new();
    for include in file.source().includes() {
        let name = &include.expanded;
        match include.target {
            Target::Missing => {
                for folder in &folders {
                    let folder = if is_absolute(name) { "" } else { folder };
                    paths.push(joined_path(folder, name));
                }
            }
            Target::Opened { file: found } | Target::Cycle { file: found } => {
                let Some(found) = file.source().file(found) else { continue };
                paths.extend(before(file, include, &found.path));
            }
            Target::Directory | Target::TooMany => (),
        }
    }
    paths
}

/// Returns the places at which an include was looked for before it was found at `path`. What another
/// include brought may be there, and hide what is found only where nobody has looked yet.
fn before<'f>(file: &'f File, include: &'f Include, path: &'f str) -> impl Iterator<Item = String> {
    let chain = file.source().chain(0, include.name);
    let folders = chain.iter().rev().map(|it| folder(it));
    let places = places(&include.expanded, folders, &file.input().host);
    places.into_iter().flatten().take_while(move |it| it != path)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::parse;
    use bobbin_core::{Document, HostFacts, Input};

    #[test]
    fn who_has_all_files_knows_that_one_does_not_exist() {
        let mut input = Input::alone("x.pipe", "include a.pipe\n");
        let codes = |input: &Input| -> Vec<&str> {
            parse(input).diagnostics().iter().map(|it| it.code.name).collect()
        };
        assert_eq!(codes(&input), ["include-not-open"]);
        input.host = HostFacts { has_all_files: true, ..HostFacts::default() }.into();
        assert_eq!(codes(&input), ["include-not-found"]);
        // A name from the root is opened as it is.
        input.text = "include /a.pipe\n".into();
        assert_eq!(codes(&input), ["include-unreadable"]);
        // A directory is one, too, and is empty (sprokit.md#include-search).
        Arc::make_mut(&mut input.files).add_directory("/a.pipe");
        assert_eq!(codes(&input), ["no-processes", "include-directory"]);
        input.text =
            "include /a.pipe\nprocess a :: kw_archive_writer\nconnect from a.x to b.y\n".into();
        assert!(codes(&input).contains(&"unknown-process"), "{:?}", codes(&input));
    }

    #[test]
    fn all_places_are_named() {
        let text = "include a.pipe\ninclude /b/c.pipe\ninclude $ENV{X}/d.pipe\ninclude a.pipe\n";
        let mut input = Input::alone("/home/main.pipe", text);
        let mut host = HostFacts { include_path: vec!["/lib".to_owned()], ..HostFacts::default() };
        host.env.insert("X".to_owned(), "x".to_owned());
        host.env.insert("SPROKIT_PIPE_INCLUDE_PATH".to_owned(), "/one:/two".to_owned());
        input.host = host.into();
        let expected = "/b/c.pipe /home/a.pipe /home/x/d.pipe /lib/a.pipe /lib/x/d.pipe \
            /one/a.pipe /one/x/d.pipe /two/a.pipe /two/x/d.pipe a.pipe x/d.pipe";
        assert_eq!(parse(&input).missing_files().join(" "), expected);
        assert!(parse(&Input::alone("x.pipe", "# nothing\n")).missing_files().is_empty());
        let of_the_root = parse(&Input::alone("/x.pipe", "include a.pipe\n")).missing_files();
        assert_eq!(of_the_root, ["/a.pipe", "a.pipe"]);
    }
}
