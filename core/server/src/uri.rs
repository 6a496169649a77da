//! Documents have URIs, files have paths.

use crate::paths;

/// Returns the path of a document, as includes write it: `/a b.pipe` for `bobbin:///a%20b.pipe`.
pub(crate) fn path(uri: &str) -> String {
    let (_, rest) = uri.split_once(':').unwrap_or(("", uri));
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.find('/').and_then(|it| rest.get(it..)).unwrap_or_default(),
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    percent_decoded(path)
}

/// Returns the URI of the file at `path`, next to the document `beside`.
pub(crate) fn of_path(path: &str, beside: &str) -> String {
    let (scheme, authority) = place(beside);
    let mut res = format!("{scheme}:");
    if let Some(authority) = authority {
        res.push_str("//");
        res.push_str(authority);
    }
    for byte in paths::to_bytes(path) {
        // RFC 3986 §3.3: unreserved characters, and of the reserved ones those that paths have.
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            res.push(char::from(byte));
        } else {
            res.push_str(&format!("%{byte:02X}"));
        }
    }
    res
}

/// Returns the scheme and the authority of a document: where its path is a path.
pub(crate) fn place(uri: &str) -> (&str, Option<&str>) {
    let (scheme, rest) = uri.split_once(':').unwrap_or(("file", "//"));
    let authority = rest.strip_prefix("//");
    (scheme, authority.map(|it| it.split('/').next().unwrap_or_default()))
}

/// Returns true if a document is one of several versions of a file, as the query says.
pub(crate) fn is_version(uri: &str) -> bool {
    uri.split('#').next().is_some_and(|it| it.contains('?'))
}

fn percent_decoded(text: &str) -> String {
    let mut res = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'%', &[high, low, ref after @ ..])
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                res.push(digit(high) << 4 | digit(low));
                rest = after;
            }
            _ => res.push(byte),
        }
    }
    paths::to_text(&res)
}

/// Returns the value of a hexadecimal digit.
fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        b'A'..=b'F' => byte - b'A' + 10,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        #[track_caller]
        fn check(uri: &str, expected: &str) {
            assert_eq!(path(uri), expected);
            assert_eq!(of_path(expected, uri), uri);
        }
        check("bobbin:///detect.pipe", "/detect.pipe");
        check("file:///home/a%20b/%C3%A9.pipe", "/home/a b/é.pipe");
        check("vscode-remote://host/x.pipe", "/x.pipe");
        check("untitled:Untitled-1", "Untitled-1");
        check("file:///caf%E9.pipe", "/caf\u{10fee9}.pipe");
    }

    #[test]
    fn what_is_not_needed_is_left_out() {
        assert_eq!(path("file:///a.pipe?x=1#L3"), "/a.pipe");
        assert_eq!(path("file:///50%"), "/50%");
        assert_eq!(path("file:///%zz"), "/%zz");
        assert_eq!(path("file://host"), "");
        assert_eq!(path("x.pipe"), "x.pipe");
    }
}
