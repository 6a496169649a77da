//! What `editors/` says of the languages is what they are.

use std::fs;
use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;
use serde_json::Value;

use crate::bobbin::Folder;

fn editors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors")
}

fn read(name: &str) -> String {
    fs::read_to_string(editors().join(name)).unwrap()
}

fn json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap()
}

#[test]
fn all_editors_know_all_files() {
    let package = json("vscode/package.json");
    for language in LanguageId::ALL {
        let info = language.info();
        let languages = package["contributes"]["languages"].as_array().unwrap();
        let own = languages.iter().find(|it| it["id"] == info.name).unwrap();
        let extensions: Vec<&str> =
            own["extensions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        // What is no ending but a whole name, editors take for a pattern.
        let (endings, names): (Vec<&str>, Vec<&str>) =
            info.extensions.iter().partition(|it| it.starts_with('.'));
        assert_eq!(extensions, endings);
        let patterns = own["filenamePatterns"].to_string();
        assert!(names.is_empty() || patterns.contains("*trace_config*.txt"), "{patterns}");
        let comments = json(&format!("vscode/{}", own["configuration"].as_str().unwrap()));
        assert_eq!(comments["comments"]["lineComment"], info.comment);
        let zed = format!("zed/languages/{}/config.toml", info.name);
        for editor in ["neovim/plugin/bobbin.lua", "helix/languages.toml", "zed/extension.toml"] {
            assert!(
                read(editor).contains(&format!("\"{}\"", info.name)),
                "{editor}: {}",
                info.name
            );
        }
        let title = read(&zed).lines().next().unwrap().replace("name = ", "");
        let id = format!("{title} = \"{}\"", info.name);
        assert!(read("zed/extension.toml").contains(&id), "{id}");
        assert!(read(&zed).contains(&format!("line_comments = [\"{} \"]", info.comment)), "{zed}");
        for editor in ["neovim/plugin/bobbin.lua", "helix/languages.toml", &zed] {
            let text = read(editor);
            for it in &endings {
                let it = &it[1..];
                let is_there =
                    text.contains(&format!("\"{it}\"")) || text.contains(&format!("*.{it}\""));
                assert!(is_there, "{editor}: {it}");
            }
        }
    }
}

/// Fills in what a snippet offers, of choices the one called `nth`, or the last.
fn filled(body: &Value, nth: usize) -> String {
    let lines: Vec<&str> = body.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let body = lines.join("\n") + "\n";
    let mut res = String::new();
    let mut rest = body.as_str();
    while let Some(at) = rest.find(['$', '\\']) {
        res += &rest[..at];
        rest = &rest[at..];
        if let Some(escaped) = rest.strip_prefix('\\') {
            res += &escaped[..1];
            rest = &escaped[1..];
            // What stands behind it may hold a place itself.
            continue;
        }
        let Some(place) = rest.strip_prefix("${") else {
            rest = rest[1..].trim_start_matches(|it: char| it.is_ascii_digit());
            continue;
        };
        let (place, after) = place.split_once('}').unwrap();
        let words = place.trim_start_matches(|it: char| it.is_ascii_digit());
        let words = words.trim_start_matches([':', '|']).trim_end_matches('|');
        let choices: Vec<&str> = words.split(',').collect();
        res += choices[nth.min(choices.len() - 1)];
        rest = after;
    }
    res + rest
}

#[test]
fn snippets_are_sound_together() {
    for (language, nth) in LanguageId::ALL.into_iter().flat_map(|it| (0..5).map(move |n| (it, n))) {
        let info = language.info();
        let snippets = json(&format!("vscode/snippets/{}.json", info.name));
        let text: String = snippets
            .as_object()
            .unwrap()
            .values()
            .map(|it| filled(&it["body"], nth) + "\n")
            .collect();
        let name = format!("x{}", info.extensions[0]);
        let folder = Folder::new(&format!("snippets-{}", info.name)).with(&name, &text);
        let called = folder.run(&["check", &name, "--clean-env", "--env", "HOME=/home/me"]);
        assert_eq!(called.code, 0, "{text}\n{}", called.err);
        // Further choices are sound, but need not go with each other.
        if nth > 0 {
            continue;
        }
        // Nothing reads the settings yet that the user will write there.
        let is_said = |it: &&str| it.contains(": warning: ") && !it.ends_with("(unused-section)");
        let warnings: Vec<&str> = called.err.lines().filter(is_said).collect();
        assert_eq!(warnings, [""; 0], "{text}");
    }
}
