use super::*;
use expect_test::{Expect, expect};

/// Checks the significant tokens, one line each, as kind and text; a `|` before those that are
/// trivia other than blanks.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let mut lexer = Lexer::default();
    let mut at = 0;
    while at < text.len() {
        at = lexer.line(text.as_bytes(), at).0;
    }
    let mut end = 0;
    let mut res = String::new();
    for it in &lexer.tokens {
        assert_eq!(it.start, end, "a gap or an overlap in {:?}", lexer.tokens);
        end = it.end;
        let token_text = text.get(it.start as usize..it.end as usize).unwrap();
        match it.kind {
            Kind::Blank => (),
            kind if kind.is_trivia() => res += &format!("| {kind:?} {token_text:?}\n"),
            kind => res += &format!("{kind:?} {token_text:?}\n"),
        }
    }
    assert_eq!(end as usize, text.len());
    expect.assert_eq(&res);
}

#[test]
fn values_run_to_the_comment() {
    check(
        "config a : b # c\r\n k = x = \"y # z\r\n j :=  v\n l[ro, x]=\n",
        expect![[r##"
            Config "config"
            Word "a"
            Colon ":"
            Word "b"
            | Comment "# c"
            HeaderEnd "\n"
            Word "k"
            Assign "="
            Value "x = \"y"
            | Comment "# z"
            Word "j"
            LocalAssign ":="
            Value "v"
            Word "l"
            LeftBracket "["
            Word "ro"
            Comma ","
            Word "x"
            RightBracket "]"
            Assign "="
        "##]],
    );
}

#[test]
fn processes_and_connections_do_not_care_about_lines() {
    check(
        "process a\n # x\n :: t end = 3\nconnect\nfrom a . x/y\nto b\n.c :k v",
        expect![[r##"
            Process "process"
            Word "a"
            | Comment "# x"
            DoubleColon "::"
            Word "t"
            Word "end"
            Assign "="
            Value "3"
            Connect "connect"
            From "from"
            Word "a"
            Dot "."
            Word "x"
            Slash "/"
            Word "y"
            To "to"
            Word "b"
            Dot "."
            Word "c"
            LegacyColon ":"
            Word "k"
            Value "v"
        "##]],
    );
}

#[test]
fn reserved_words_are_names_only_inside_keys() {
    check(
        "process process :: cluster\n x:to.from = 1\n to = 2\nconnect from process.to to config.x\n",
        expect![[r#"
            Process "process"
            Reserved "process"
            DoubleColon "::"
            Reserved "cluster"
            Word "x"
            Colon ":"
            Word "to"
            Dot "."
            Word "from"
            Assign "="
            Value "1"
            Reserved "to"
            Assign "="
            Value "2"
            Connect "connect"
            From "from"
            Reserved "process"
            Dot "."
            Reserved "to"
            To "to"
            Reserved "config"
            Dot "."
            Word "x"
        "#]],
    );
}

#[test]
fn a_colon_begins_a_legacy_entry_unless_a_key_is_open() {
    check(
        "process a :: t :k v w\n:a:b[ro] = 3\nk\n:j = v\n:x\n:y=1\n",
        expect![[r#"
            Process "process"
            Word "a"
            DoubleColon "::"
            Word "t"
            LegacyColon ":"
            Word "k"
            Value "v w"
            LegacyColon ":"
            Word "a"
            Colon ":"
            Word "b"
            LeftBracket "["
            Word "ro"
            RightBracket "]"
            Value "= 3"
            Word "k"
            Colon ":"
            Word "j"
            Assign "="
            Value "v"
            LegacyColon ":"
            Word "x"
            LegacyColon ":"
            Word "y"
            Assign "="
            Value "1"
        "#]],
    );
}

#[test]
fn blocks_includes_and_descriptions_take_their_line() {
    check(
        "block a b # c\n!include  x y.pipe # z\ninclude\tx\nendblock b\n--  what\n!foo = 3\n",
        expect![[r##"
            Block "block"
            BlockName "a b"
            | Comment "# c"
            | Bang "!"
            | Include "include"
            | IncludeName "x y.pipe"
            | Comment "# z"
            Word "include"
            Junk "x"
            Endblock "endblock"
            | Ignored "b"
            Description "--  what"
            | Bang "!"
            Word "foo"
            Assign "="
            Value "3"
        "##]],
    );
}

#[test]
fn what_cannot_stand_somewhere_ends_with_its_line() {
    check(
        "\u{feff}k += w\n k v\n @x = 1\nprocess a t\nprocess b : t\nconfig a/b\nconfig",
        expect![[r#"
            | ByteOrderMark "\u{feff}"
            Word "k"
            Junk "+= w"
            Word "k"
            Junk "v"
            Junk "@x = 1"
            Process "process"
            Word "a"
            BareType "t"
            Process "process"
            Word "b"
            DoubleColon ":"
            Word "t"
            Config "config"
            Word "a"
            Junk "/b"
            HeaderEnd "\n"
            Config "config"
            HeaderEnd ""
        "#]],
    );
}
