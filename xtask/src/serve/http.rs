//! Serves static files as a good static host does: compressed variants by `Accept-Encoding`, the
//! headers of `_headers`, `ETag`s. For this machine only.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::build::HeaderRules;
use crate::workspace::content_hash;

/// Far longer than any browser's request for these files.
const LONGEST_HEAD: u64 = 32 * 1024;
const IDLE: Duration = Duration::from_secs(30);
/// Longer than two renames take.
const REPLACING: Duration = Duration::from_millis(20);

/// Serves `dist` until the process ends.
pub fn serve(listener: &TcpListener, dist: &Path) -> Result<()> {
    let dist = Arc::new(dist.to_owned());
    for stream in listener.incoming() {
        let (stream, dist) = (stream?, Arc::clone(&dist));
        // An error here means that the browser has gone away.
        thread::spawn(move || talk(&stream, &dist));
    }
    Ok(())
}

fn talk(stream: &TcpStream, dist: &Path) -> Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader)? {
        let response = match is_for_this_machine(request.header("host")) {
            true => respond(dist, &request),
            false => misdirected(request.header("host")),
        };
        let mut writer = stream;
        writer.write_all(&response.into_bytes(request.method == "HEAD"))?;
        if request.header("connection").eq_ignore_ascii_case("close") {
            break;
        }
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
struct Request {
    method: String,
    /// Decoded, without query parameters.
    path: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Returns the value of a header, named in lower case, or an empty text.
    fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(it, _)| it == name);
        found.map_or("", |(_, value)| value)
    }

    fn accepts(&self, encoding: &str) -> bool {
        self.header("accept-encoding").split(',').any(|it| {
            let (name, quality) = it.split_once(';').unwrap_or((it, ""));
            name.trim() == encoding && quality.replace(' ', "") != "q=0"
        })
    }
}

/// Reads the next request on a connection; `None` when the browser sends no more.
fn read_request(reader: &mut impl BufRead) -> Result<Option<Request>> {
    let mut head = reader.take(LONGEST_HEAD);
    let mut line = String::new();
    if head.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Err(anyhow!("not a request: {line}"));
    };
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut request =
        Request { method: method.to_owned(), path: decode(path), headers: Vec::new() };
    loop {
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Err(anyhow!("a request without an end"));
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => {
                request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
            None => return Ok(Some(request)),
        }
    }
}

#[derive(Debug)]
struct Response {
    status: &'static str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Response {
    fn into_bytes(self, is_head_only: bool) -> Vec<u8> {
        let mut text = format!("HTTP/1.1 {}\r\n", self.status);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n", self.body.len()));
        let mut bytes = text.into_bytes();
        if !is_head_only {
            bytes.extend(self.body);
        }
        bytes
    }
}

fn plain(status: &'static str, words: &str) -> Response {
    Response {
        status,
        headers: vec![("Content-Type".to_owned(), "text/plain; charset=utf-8".to_owned())],
        body: format!("{words}\n").into_bytes(),
    }
}

/// True if a `Host` header names this machine by one of its own names, with any port or none. Another
/// name can be that of a page elsewhere, whose owner lets it lead here to read what is served.
fn is_for_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || ["127.0.0.1", "[::1]"].contains(&name)
}

fn misdirected(host: &str) -> Response {
    let words = format!(
        "This server answers for localhost, 127.0.0.1 and [::1] only, not for `{}`.",
        host.escape_debug()
    );
    plain("421 Misdirected Request", &words)
}

/// Returns the path of a file below the served folder; `None` if the path leads elsewhere, or would on
/// Windows: by a drive, a stream, a device, a backslash, or the dots and blanks that are dropped there.
fn inner_path(path: &str) -> Option<String> {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let is_device = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
        let numbered = ["com", "lpt"]
            .iter()
            .any(|it| stem.strip_prefix(it).is_some_and(|it| it.chars().count() == 1 && it != "0"));
        numbered || DEVICES.contains(&stem.as_str())
    };
    let is_sound = |part: &str| {
        !part.contains(['\\', ':', '*', '?', '"', '<', '>', '|'])
            && !part.contains(char::is_control)
            && !part.ends_with(['.', ' '])
            && !is_device(part)
    };
    let (folders, file) = path.strip_prefix('/')?.rsplit_once('/').unwrap_or(("", path.get(1..)?));
    // An empty part would make the rest an absolute path.
    let is_inside =
        folders.is_empty() || folders.split('/').all(|it| !it.is_empty() && is_sound(it));
    if !is_inside || !is_sound(file) || path.starts_with("//") {
        return None;
    }
    let file = if file.is_empty() { "index.html" } else { file };
    Some(if folders.is_empty() { file.to_owned() } else { format!("{folders}/{file}") })
}

fn respond(dist: &Path, request: &Request) -> Response {
    if request.method != "GET" && request.method != "HEAD" {
        return plain("405 Method Not Allowed", "405 Method Not Allowed");
    }
    let Some(file) = inner_path(&request.path) else {
        return plain("404 Not Found", "404 Not Found");
    };
    let encodings = [("br", ".br"), ("gzip", ".gz"), ("", "")];
    let find = || {
        encodings
            .iter()
            .filter(|(encoding, _)| encoding.is_empty() || request.accepts(encoding))
            .find_map(|(encoding, suffix)| {
                Some((encoding, fs::read(dist.join(format!("{file}{suffix}"))).ok()?))
            })
    };
    let found = find().or_else(|| {
        // A build may be replacing this folder right now.
        thread::sleep(REPLACING);
        find()
    });
    let Some((encoding, body)) = found else {
        return plain("404 Not Found", "404 Not Found");
    };

    let etag = format!("\"{}\"", content_hash([body.as_slice()]));
    let mut headers = vec![
        ("Content-Type".to_owned(), content_type(&file).to_owned()),
        ("ETag".to_owned(), etag.clone()),
        ("Vary".to_owned(), "Accept-Encoding".to_owned()),
    ];
    if !encoding.is_empty() {
        headers.push(("Content-Encoding".to_owned(), (*encoding).to_owned()));
    }
    // Read for each request, as a build may have replaced it.
    let rules = fs::read_to_string(dist.join("_headers")).unwrap_or_default();
    for (name, value) in HeaderRules::parse(&rules).of(&request.path) {
        headers.retain(|(it, _)| !it.eq_ignore_ascii_case(name));
        headers.push((name.to_owned(), value.to_owned()));
    }
    if request.header("if-none-match").split(',').any(|it| it.trim() == etag) {
        return Response { status: "304 Not Modified", headers, body: Vec::new() };
    }
    Response { status: "200 OK", headers, body }
}

fn content_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "txt" | "md" | "pipe" | "cluster" | "trace" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Decodes `%20` and the like; an invalid code is left as it is.
fn decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match (first, decoded) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        read_request(&mut text.as_bytes()).unwrap().unwrap()
    }

    /// A folder of its own for each test, removed at the end.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn with(name: &str, files: &[(&str, &str)]) -> Folder {
            let path = std::env::temp_dir().join(format!("bobbin-{name}-{}", std::process::id()));
            for (file, content) in files {
                crate::workspace::write(&path.join(file), content).unwrap();
            }
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn header<'a>(response: &'a Response, name: &str) -> &'a str {
        response.headers.iter().find(|(it, _)| it == name).map_or("", |(_, value)| value)
    }

    #[test]
    fn reads_requests_until_the_connection_ends() {
        let text = "GET /a%20b.js?x=1 HTTP/1.1\r\nAccept-Encoding: gzip, br;q=0\r\n\r\n";
        let request = request(text);
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/a b.js"));
        assert!(request.accepts("gzip"));
        assert!(!request.accepts("br"));
        assert_eq!(read_request(&mut "".as_bytes()).unwrap(), None);
        assert!(read_request(&mut "GET / HTTP/1.1\r\n".as_bytes()).is_err());
    }

    #[test]
    fn serves_the_smallest_twin_with_the_headers_of_the_host_file() {
        let dist = Folder::with(
            "twins",
            &[("a.js", "plain"), ("a.js.br", "brotli"), ("_headers", "/*\n  X-Test: yes\n")],
        );
        let ask = |encoding| {
            request(&format!("GET /a.js HTTP/1.1\r\nAccept-Encoding: {encoding}\r\n\r\n"))
        };
        let response = respond(&dist.0, &ask("gzip, br"));
        assert_eq!(response.body, b"brotli");
        assert_eq!(header(&response, "Content-Encoding"), "br");
        assert_eq!(header(&response, "Content-Type"), "text/javascript; charset=utf-8");
        assert_eq!(header(&response, "X-Test"), "yes");
        assert_eq!(respond(&dist.0, &ask("gzip")).body, b"plain");

        let etag = header(&response, "ETag");
        let again =
            format!("GET /a.js HTTP/1.1\r\nAccept-Encoding: br\r\nIf-None-Match: {etag}\r\n\r\n");
        assert_eq!(respond(&dist.0, &request(&again)).status, "304 Not Modified");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let dist = Folder::with("outside", &[("inner/index.html", "page"), ("secret", "x")]);
        let inner = dist.0.join("inner");
        let status =
            |line: &str| respond(&inner, &request(&format!("{line} HTTP/1.1\r\n\r\n"))).status;
        assert_eq!(status("GET /"), "200 OK");
        for line in ["GET /../secret", "GET /%2e%2e/secret", "GET /no", "GET secret"] {
            assert_eq!(status(line), "404 Not Found", "{line}");
        }
        assert_eq!(status("POST /"), "405 Method Not Allowed");
    }

    #[test]
    fn paths_of_windows_lead_nowhere() {
        for (path, file) in [
            ("/", "index.html"),
            ("/a/", "a/index.html"),
            ("/a.js", "a.js"),
            ("/a/b-1.c/d_2.wasm.br", "a/b-1.c/d_2.wasm.br"),
            ("/.well-known/x", ".well-known/x"),
            ("/communication.js", "communication.js"),
        ] {
            assert_eq!(inner_path(path).as_deref(), Some(file), "{path}");
        }
        for line in [
            "/C:/secret",
            "/C:\\secret",
            "/c%3a/secret",
            "/..%5csecret",
            "/a\\..\\..\\secret",
            "/..%2fsecret",
            "/a/%2e%2e/%2e%2e/secret",
            "/a/./b",
            "/index.html::$DATA",
            "/index.html:stream",
            "/index.html.",
            "/index.html%20",
            "/index.html%00.js",
            "/a%0ab",
            "/.../secret",
            "/.. /secret",
            "/nul",
            "/CON.js",
            "/a/com1.txt",
            "/lpt%C2%B9",
            "//server/share",
            "/%2fetc/passwd",
            "/a//etc/passwd",
            "/%5c%5c?%5cC:%5csecret",
            "secret",
            "",
        ] {
            assert_eq!(inner_path(&decode(line)), None, "{line}");
        }
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in
            ["localhost", "LOCALHOST:7373", "localhost.:80", "127.0.0.1:7373", "[::1]", "[::1]:1"]
        {
            assert!(is_for_this_machine(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:7373",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.2",
            "localhost@evil.example",
            "::1",
            "localhost:x",
        ] {
            assert!(!is_for_this_machine(host), "{host}");
        }
    }

    /// Asks a server of this machine over a connection.
    fn ask(address: std::net::SocketAddr, head: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_connection_of_another_name_gets_nothing() {
        let dist = Folder::with("hosts", &[("index.html", "page")]);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let path = dist.0.clone();
        thread::spawn(move || serve(&listener, &path));
        let own = ask(address, &format!("GET / HTTP/1.1\r\nHost: {address}\r\n"));
        assert!(own.starts_with("HTTP/1.1 200") && own.ends_with("page"), "{own}");
        for host in ["Host: evil.example:7373\r\n", ""] {
            let other = ask(address, &format!("GET / HTTP/1.1\r\n{host}"));
            assert!(other.starts_with("HTTP/1.1 421 ") && !other.contains("page"), "{other}");
            assert!(other.contains("localhost, 127.0.0.1"), "{other}");
        }
    }
}
