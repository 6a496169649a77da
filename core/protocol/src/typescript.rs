//! The same types for TypeScript: `core/npm/src/protocol.ts` is written from here.

use std::fmt::Write as _;

use expect_test::expect_file;
use ts_rs::{Config, TS};

use crate as protocol;

/// Adds the declarations of types, with their comments.
macro_rules! declare {
    ($text:expr, $config:expr, $($name:ident)*) => {
        $(
            let declaration = protocol::$name::decl($config);
            let docs = protocol::$name::docs().unwrap_or_default();
            writeln!($text, "{docs}export {declaration}\n").unwrap();
        )*
    };
}

/// `UPDATE_EXPECT=1 cargo test -p bobbin-protocol` writes the file.
#[test]
fn the_npm_package_has_the_same_types() {
    let mut text = String::from(
        "// Written by `UPDATE_EXPECT=1 cargo test -p bobbin-protocol` from core/protocol.\n\n",
    );
    let config = Config::default();
    declare!(text, &config,
        Position Range TextEdit DocumentEdit ItemPath PortRef KeyValue Command
        Severity Diagnostic Related Fix DiagnosticData
        LanguageInfo DocumentInfo Languages Encoding DetectResult
        ViewKind ViewParams ViewResult View
        Outline OutlineKind OutlineEntry
        Point Rect Graph Vertex PortSide Port Edge
        Form FieldGroup Field FieldInput Choice
        Resolved ResolvedRow OriginKind Origin
        Bytes ByteField
        PlanParams PlanResult CompileParams CompileResult
        OpenParams OpenResult DecompileParams EncodeParams EncodeResult
        CrashParams Crash
    );
    expect_file!["../../npm/src/protocol.ts"].assert_eq(&laid_out(&text));
}

/// The declarations as people write them: indented, comments of one line on one line.
fn laid_out(text: &str) -> String {
    let text = text
        .replace("\"kind\"", "kind")
        .replace("{ \n", "{\n")
        .replace("{ ", "{\n")
        .replace(", }", ",\n}")
        .replace("\" }", "\",\n}");
    let mut res = String::new();
    let mut depth = 0_usize;
    let mut comment: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("/**") || !comment.is_empty() {
            comment.push(line);
            if !line.ends_with("*/") {
                continue;
            }
            let indent = "  ".repeat(depth);
            match comment.as_slice() {
                [_, one, _] => {
                    let one = one.trim_start_matches("* ");
                    writeln!(res, "{indent}/** {one} */").unwrap();
                }
                lines => {
                    for (n, line) in lines.iter().enumerate() {
                        let space = if n == 0 { "" } else { " " };
                        writeln!(res, "{indent}{space}{line}").unwrap();
                    }
                }
            }
            comment.clear();
            continue;
        }
        let closes = line.matches('}').count();
        let opens = line.matches('{').count();
        if line.starts_with('}') {
            depth = depth.saturating_sub(closes);
        }
        let indent = if line.is_empty() { String::new() } else { "  ".repeat(depth) };
        writeln!(res, "{indent}{line}").unwrap();
        if !line.starts_with('}') {
            depth = depth.saturating_sub(closes);
        }
        depth += opens;
    }
    res.trim_end().to_owned() + "\n"
}
