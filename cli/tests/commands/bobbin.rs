//! Runs the command in a folder of its own.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with the files of a test.
pub struct Folder(PathBuf);

/// The output of a call.
pub struct Called {
    pub code: i32,
    pub out: String,
    pub err: String,
    /// Standard output unchanged, for binaries.
    pub bytes: Vec<u8>,
}

impl Folder {
    /// Creates an empty folder; `name` is that of the test.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Adds a file to the folder.
    pub fn with(self, name: &str, text: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// Runs `bobbin` in the folder. Nothing of the tests' own environment reaches it.
    pub fn run(&self, words: &[&str]) -> Called {
        self.run_as(Path::new(env!("CARGO_BIN_EXE_bobbin")), words, b"")
    }

    /// Runs `bobbin` with the given standard input.
    pub fn feed(&self, words: &[&str], input: &[u8]) -> Called {
        self.run_as(Path::new(env!("CARGO_BIN_EXE_bobbin")), words, input)
    }

    /// Runs `bobbin` with standard error closed and returns the exit code.
    pub fn run_unheard(&self, words: &[&str]) -> i32 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(words)
            .current_dir(&self.0)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        child.wait().unwrap().code().unwrap()
    }

    /// Runs the program under another name, as a link would.
    pub fn run_by_name(&self, name: &str, words: &[&str]) -> Called {
        let link = self.0.join(name);
        let _ = fs::remove_file(&link);
        fs::hard_link(env!("CARGO_BIN_EXE_bobbin"), &link).unwrap();
        self.run_as(&link, words, b"")
    }

    /// Runs `bobbin` so that a file with the permissions 0 is closed to it, as none is to root.
    #[cfg(unix)]
    pub fn run_permitted(&self, words: &[&str]) -> Called {
        use std::os::unix::fs::MetadataExt as _;
        // Others have no such right to give up.
        if fs::metadata(&self.0).unwrap().uid() != 0 {
            return self.run(words);
        }
        let rights = "--bounding-set=-dac_override,-dac_read_search";
        let words = [&[rights, env!("CARGO_BIN_EXE_bobbin")], words].concat();
        self.run_as(Path::new("/usr/bin/setpriv"), &words, b"")
    }

    /// Sets the permissions of a file or folder.
    #[cfg(unix)]
    pub fn permit(&self, name: &str, mode: u32) {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(self.0.join(name), mode).unwrap();
    }

    fn run_as(&self, program: &Path, words: &[&str], input: &[u8]) -> Called {
        let mut child = Command::new(program)
            .args(words)
            .current_dir(&self.0)
            .env_clear()
            .env("HOME", "/home/me")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A call that fails early does not read its input.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Called {
            code: output.status.code().unwrap(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8(output.stderr).unwrap(),
            bytes: output.stdout,
        }
    }
}

impl Called {
    /// Renders the exit code and all output, for expectations.
    pub fn shown(&self) -> String {
        let mut res = format!("exit code {}\n", self.code);
        for (name, text) in [("out", &self.out), ("err", &self.err)] {
            for line in text.lines() {
                res.push_str(&format!("{name}: {line}\n"));
            }
        }
        res
    }
}

impl Called {
    /// Renders the exit code, and place and code of each diagnostic; the wording is left to the
    /// tests of the languages.
    pub fn findings(&self) -> String {
        let mut res = format!("exit code {}\n", self.code);
        for line in self.err.lines().filter(|it| !it.starts_with(' ')) {
            let mut parts = line.splitn(3, ": ");
            let (place, severity) = (parts.next().unwrap(), parts.next().unwrap_or_default());
            let rest = parts.next().unwrap_or_default();
            let code = rest.rfind('(').map_or("", |it| &rest[it..]);
            // `[Section] Key:`, as the documents' validator prints it.
            let (section, rest) = rest.split_once("] ").unwrap_or(("", rest));
            let key = rest.split_once(": ").map_or("", |it| it.0);
            let about = if section.is_empty() || key.contains(' ') {
                section
            } else {
                &format!("{section}] {key}")
            };
            res.push_str(&format!("{place}: {severity} {about} {code}"));
            res.push('\n');
        }
        res
    }
}

/// Reads a file of the core's test data.
pub fn golden(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read(root.join("../core/testdata/coil-hardware/binary").join(name)).unwrap()
}
