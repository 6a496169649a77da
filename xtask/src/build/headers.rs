//! Response headers, written as `_headers` for static hosts and read again by `cargo xtask serve`.

use std::collections::BTreeSet;

/// The content security policy as far as a meta tag can say it; the page has one. Workers are started
/// from `blob:` addresses, so that they have the policy of the page on every host, unless that fails
/// (`app/editor/src/own_worker.ts` says where): then they have what the host sends. `bobbin` and
/// `default` are the policies of `app/editor/src/trusted_types.ts`, which says why there are two.
pub const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; base-uri 'none'; form-action 'none'; object-src 'none'; \
    require-trusted-types-for 'script'; trusted-types bobbin default";

/// The page itself is not for frames of other sites, which could lead its user's clicks; `embed.html` is. A
/// header of its own: hosts would join a second policy to that of all files.
const UNFRAMED: (&str, &str) = ("X-Frame-Options", "SAMEORIGIN");

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Renders `_headers` for these files. Hosts join the values of a header that two rules set, so
/// each header of a file stands in one rule only.
pub fn render(files: &[String]) -> String {
    let mut text = format!(
        "/*\n  Content-Security-Policy: {POLICY}\n  X-Content-Type-Options: nosniff\n  \
         Referrer-Policy: no-referrer\n  Cross-Origin-Opener-Policy: same-origin\n"
    );
    let mut rule = |path: &str, cache: &str, content_type: Option<&str>| {
        text.push_str(&format!("/{path}\n  Cache-Control: {cache}\n"));
        if let Some(content_type) = content_type {
            text.push_str(&format!("  Content-Type: {content_type}\n"));
        }
        if matches!(path, "" | "index.html") {
            text.push_str(&format!("  {}: {}\n", UNFRAMED.0, UNFRAMED.1));
        }
    };
    rule("", "no-cache", None);
    let folders: BTreeSet<&str> =
        files.iter().filter_map(|file| Some(file.split_once('/')?.0)).collect();
    for folder in folders {
        rule(&format!("{folder}/*"), "no-cache", None);
    }
    for file in files.iter().chain([&"sw.js".to_owned()]) {
        // Some hosts do not know these types.
        let content_type = match file.rsplit_once('.') {
            Some((_, "wasm")) => Some("application/wasm"),
            Some((_, "webmanifest")) => Some("application/manifest+json"),
            _ => None,
        };
        if is_named_by_content(file) {
            rule(file, IMMUTABLE, content_type);
        } else if !file.contains('/') && file != "_headers" {
            rule(file, "no-cache", content_type);
        }
    }
    text
}

/// Returns true for `<name>-<16 hexadecimal digits>.<extension>`, and for the bundler's own form of
/// that, eight capitals and digits.
pub fn is_named_by_content(path: &str) -> bool {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    let is_ours =
        hash.len() == 16 && hash.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
    is_ours || (hash.len() == 8 && hash.bytes().all(|it| matches!(it, b'0'..=b'9' | b'A'..=b'Z')))
}

/// The rules of a `_headers` file.
#[derive(Debug, Default)]
pub struct HeaderRules {
    /// Path pattern with at most one `*`, header name, value.
    rules: Vec<(String, String, String)>,
}

impl HeaderRules {
    /// Parses a `_headers` file; lines that are neither path nor header are comments.
    pub fn parse(text: &str) -> HeaderRules {
        let mut rules = Vec::new();
        let mut path = String::new();
        for line in text.lines() {
            if line.starts_with('/') {
                line.trim_end().clone_into(&mut path);
            } else if let Some((name, value)) = line.trim().split_once(':')
                && line.starts_with([' ', '\t'])
            {
                rules.push((path.clone(), name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        HeaderRules { rules }
    }

    /// Returns names and values for a request path such as `/index.html`.
    pub fn of<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.rules
            .iter()
            .filter(move |(pattern, _, _)| matches(pattern, path))
            .map(|(_, name, value)| (name.as_str(), value.as_str()))
    }
}

fn matches(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => path.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
        None => pattern == path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let files =
            ["index.html", "embed.html", "core-0123456789abcdef.wasm", "icons/192.png", "_headers"]
                .map(str::to_owned);
        let rules = HeaderRules::parse(&render(&files));
        let of = |path, wanted: &str| {
            let values: Vec<_> = rules
                .of(path)
                .filter(|(name, _)| *name == wanted)
                .map(|(_, value)| value)
                .collect();
            values.join(" AND ")
        };
        assert_eq!(of("/", "Content-Security-Policy"), POLICY);
        for page in ["/", "/index.html"] {
            assert_eq!(of(page, UNFRAMED.0), UNFRAMED.1);
        }
        assert_eq!(of("/embed.html", UNFRAMED.0), "");
        assert_eq!(of("/", "Cache-Control"), "no-cache");
        assert_eq!(of("/icons/192.png", "Cache-Control"), "no-cache");
        assert_eq!(of("/sw.js", "Cache-Control"), "no-cache");
        assert_eq!(of("/core-0123456789abcdef.wasm", "Cache-Control"), IMMUTABLE);
        assert_eq!(of("/core-0123456789abcdef.wasm", "Content-Type"), "application/wasm");
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(matches("/*", "/a/b"));
        assert!(matches("/a-*.js", "/a-1.js"));
        assert!(!matches("/a-*.js", "/a-1.css"));
        assert!(!matches("/a", "/a/b"));
    }

    #[test]
    fn the_documented_hosts_send_the_same_policy() {
        for host in [
            include_str!("../../../docs/hosting/nginx.conf"),
            include_str!("../../../docs/hosting/Caddyfile"),
        ] {
            assert!(host.contains(&format!("\"{POLICY}\"")), "{host}");
            assert!(host.contains(UNFRAMED.0) && host.contains(UNFRAMED.1), "{host}");
            assert!(host.contains(IMMUTABLE));
        }
    }

    #[test]
    fn only_names_by_content_never_change() {
        assert!(is_named_by_content("start-0123456789abcdef.js"));
        assert!(!is_named_by_content("start-0123456789abcdeg.js"));
        assert!(!is_named_by_content("service-worker.js"));
    }
}
