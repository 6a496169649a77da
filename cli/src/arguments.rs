//! What a command is called with.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;

use crate::load::text_of;

/// The words behind a command's name, understood.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) language: Option<LanguageId>,
    /// What a file is turned into.
    pub(crate) to: Option<String>,
    /// What the text does not say of itself, for a conversion that asks for it.
    pub(crate) architecture: Option<String>,
    /// Only see whether there is something to do.
    pub(crate) check: bool,
    pub(crate) json: bool,
    pub(crate) list: bool,
    /// The compressed form of a binary.
    pub(crate) compress: bool,
    /// Also what is not there.
    pub(crate) all: bool,
    /// Write whatever is lost.
    pub(crate) force: bool,
    pub(crate) host: HostArguments,
}

/// What is said of the texts' surroundings.
#[derive(Debug, Default)]
pub(crate) struct HostArguments {
    /// Whether the variables of this process are left out.
    pub(crate) clean_env: bool,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) system: Vec<(String, String)>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) include_path: Vec<String>,
    pub(crate) catalogues: Vec<PathBuf>,
    pub(crate) strict: bool,
}

/// The options about the surroundings, which all commands take that read a text.
pub(crate) const READING: &[&str] = &[
    "--language",
    "--env",
    "--clean-env",
    "--system",
    "--setting",
    "--include-path",
    "--catalogue",
    "--strict",
];

impl Arguments {
    /// Understands `words`, of which only the options in `allowed` may be; in words if they do not
    /// fit.
    pub(crate) fn parse(words: &[OsString], allowed: &[&[&str]]) -> Result<Arguments, String> {
        let mut res = Arguments::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let is_option = word.as_encoded_bytes().starts_with(b"-");
            if !is_option || word == "-" {
                res.files.push(PathBuf::from(word));
                continue;
            }
            if word == "--" {
                res.files.extend(words.by_ref().map(PathBuf::from));
                continue;
            }
            let (name, glued) = split(word);
            let word = word.to_string_lossy();
            let name = match &*name {
                "-o" => "--output",
                "-I" => "--include-path",
                name => name,
            };
            if !allowed.iter().any(|it| it.contains(&name)) {
                return Err(format!("there is no option `{word}` here"));
            }
            let is_switch = matches!(
                name,
                "--check"
                    | "--json"
                    | "--list"
                    | "--compress"
                    | "--all"
                    | "--force"
                    | "--stdio"
                    | "--clean-env"
                    | "--strict"
            );
            if is_switch && glued.is_some() {
                return Err(format!("`{name}` takes no value"));
            }
            let value = || match glued {
                Some(value) => Ok(value),
                None => words.next().cloned().ok_or_else(|| format!("`{word}` needs a value")),
            };
            res.option(name, value)?;
        }
        Ok(res)
    }

    fn option(
        &mut self,
        name: &str,
        value: impl FnOnce() -> Result<OsString, String>,
    ) -> Result<(), String> {
        let text = |value: OsString| {
            value.into_string().map_err(|it| format!("`{}` is not UTF-8", it.to_string_lossy()))
        };
        match name {
            "--output" => self.out = Some(PathBuf::from(value()?)),
            "--language" => {
                let name = text(value()?)?;
                let language = LanguageId::from_name(&name);
                self.language = Some(language.ok_or_else(|| no_language(&name))?);
            }
            "--to" => self.to = Some(text(value()?)?),
            "--architecture" => self.architecture = Some(text(value()?)?),
            "--check" => self.check = true,
            "--json" => self.json = true,
            "--list" => self.list = true,
            "--compress" => self.compress = true,
            "--all" => self.all = true,
            "--force" => self.force = true,
            // How the server is talked to anyway.
            "--stdio" => (),
            "--clientProcessId" => {
                let id = text(value()?)?;
                let _: u32 =
                    id.parse().map_err(|_| format!("`{name}` needs a number, not `{id}`"))?;
            }
            "--clean-env" => self.host.clean_env = true,
            "--env" => self.host.env.push(pair(name, &text(value()?)?)?),
            "--system" => self.host.system.push(pair(name, &text(value()?)?)?),
            "--setting" => self.host.settings.push(pair(name, &text(value()?)?)?),
            "--include-path" => self.host.include_path.push(text_of(Path::new(&value()?))),
            "--catalogue" => self.host.catalogues.push(PathBuf::from(value()?)),
            "--strict" => self.host.strict = true,
            _ => return Err(format!("there is no option `{name}` here")),
        }
        Ok(())
    }

    /// The one file that is given.
    pub(crate) fn only_file(&self) -> Result<&Path, String> {
        match self.files.as_slice() {
            [file] => Ok(file),
            _ => Err(self.wrong_number("one file is")),
        }
    }

    /// What is said if not as many files are given as `needed` says.
    pub(crate) fn wrong_number(&self, needed: &str) -> String {
        let given = match self.files.len() {
            0 => "none is".to_owned(),
            1 => "1 is".to_owned(),
            n => format!("{n} are"),
        };
        format!("{needed} needed, {given} given")
    }

    /// All files that are given; at least one.
    pub(crate) fn some_files(&self) -> Result<&[PathBuf], String> {
        match self.files.as_slice() {
            [] => Err("no file is given".to_owned()),
            files => Ok(files),
        }
    }
}

/// `--name` and the value behind `=`, which need not be UTF-8.
#[cfg(unix)]
fn split(word: &OsStr) -> (String, Option<OsString>) {
    use std::os::unix::ffi::OsStrExt as _;
    let bytes = word.as_bytes();
    let equals = bytes.iter().position(|&it| it == b'=').filter(|_| bytes.starts_with(b"--"));
    match equals.and_then(|at| Some((bytes.get(..at)?, bytes.get(at + 1..)?))) {
        Some((name, value)) => {
            let name = String::from_utf8_lossy(name).into_owned();
            (name, Some(OsStr::from_bytes(value).to_owned()))
        }
        None => (word.to_string_lossy().into_owned(), None),
    }
}

#[cfg(not(unix))]
fn split(word: &OsStr) -> (String, Option<OsString>) {
    match word.to_string_lossy().split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.into())),
        _ => (word.to_string_lossy().into_owned(), None),
    }
}

fn no_language(name: &str) -> String {
    let names: Vec<&str> = LanguageId::ALL.iter().map(|it| it.info().name).collect();
    format!("there is no language `{name}`; there are {}", names.join(", "))
}

/// A key and a value; the first `=` stands between them.
fn pair(option: &str, text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("`{option}` needs a key and a value with `=` between, not `{text}`")),
    }
}
