//! Paths in `@include` lines when files move.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use std::sync::Arc;

use bobbin_coil::target::parse;
use bobbin_core::text::{FileMoves, Files, slice};
use bobbin_core::{Document, Input};

fn input(path: &str, text: &str, files: &[&str]) -> Input {
    let mut all = Files::default();
    for it in files {
        all.insert(it, "[Target]\n".into());
    }
    Input { files: Arc::new(all), ..Input::alone(path, text) }
}

/// Checks the new spelling of the paths in the includes of `text`, the file at `path`.
#[track_caller]
fn check(path: &str, text: &str, files: &[&str], pairs: &[(&str, &str)], expected: &[&str]) {
    let moves =
        FileMoves::new(pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())));
    let names = parse(&input(path, text, files)).names_of_files(&moves).unwrap();
    let shown: Vec<String> = names
        .iter()
        .map(|it| {
            assert_eq!(it.location.path, None);
            let word = slice(text, it.location.range);
            format!("{word} → {}", it.spelling.as_deref().unwrap_or("same"))
        })
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn an_include_keeps_its_style() {
    let files = ["/t/base.coilcfg"];
    let text = "@include base.coilcfg # quiet\n@Include \"base.coilcfg\"\n@include ./base.coilcfg\n\
                @include /t/base.coilcfg\n@include ../t/base.coilcfg\n";
    check(
        "/t/m.coilcfg",
        text,
        &files,
        &[("/t/base.coilcfg", "/t/core.coilcfg")],
        &[
            "base.coilcfg → core.coilcfg",
            "\"base.coilcfg\" → \"core.coilcfg\"",
            "./base.coilcfg → ./core.coilcfg",
            "/t/base.coilcfg → /t/core.coilcfg",
            "../t/base.coilcfg → ../t/core.coilcfg",
        ],
    );
}

#[test]
fn a_name_is_quoted_where_it_has_to_be() {
    let check_name = |to: &str, name: &str| {
        let pair = [("/base.coilcfg", to)];
        let expected = format!("base.coilcfg → {name}");
        check("/m.coilcfg", "@include base.coilcfg\n", &["/base.coilcfg"], &pair, &[&expected]);
    };
    check_name("/a b.coilcfg", "a b.coilcfg");
    check_name("/a #1.coilcfg", "\"a #1.coilcfg\"");
    check_name("/#1.coilcfg", "\"#1.coilcfg\"");
    check_name("/a\"b.coilcfg", "\"a\\\"b.coilcfg\"");
}

#[test]
fn only_the_file_that_is_meant_changes() {
    let files = ["/base.coilcfg", "/a/base.coilcfg", "/mybase.coilcfg"];
    let text = "@include base.coilcfg\n@include a/base.coilcfg\n@include mybase.coilcfg\n\
                # @include base.coilcfg\n[Notes]\nText = \"@include base.coilcfg\"\n";
    check(
        "/m.coilcfg",
        text,
        &files,
        &[("/base.coilcfg", "/core.coilcfg")],
        &["base.coilcfg → core.coilcfg", "a/base.coilcfg → same", "mybase.coilcfg → same"],
    );
    check(
        "/a/m.coilcfg",
        "@include base.coilcfg\n",
        &files,
        &[("/base.coilcfg", "/core.coilcfg")],
        &["base.coilcfg → same"],
    );
}

#[test]
fn a_file_that_moves_takes_its_own_includes_along() {
    let files = ["/t/base.coilcfg", "/top.coilcfg"];
    let text = "@include base.coilcfg\n@include ../top.coilcfg\n@include gone.coilcfg\n";
    check(
        "/t/m.coilcfg",
        text,
        &files,
        &[("/t/m.coilcfg", "/u/v/m.coilcfg")],
        &["base.coilcfg → ../../t/base.coilcfg", "../top.coilcfg → ../../top.coilcfg"],
    );
    check(
        "/t/m.coilcfg",
        text,
        &files,
        &[("/t", "/u/v")],
        &["base.coilcfg → same", "../top.coilcfg → ../../top.coilcfg"],
    );
}
