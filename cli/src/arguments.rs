//! The arguments of a command.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;

use crate::load::text_of;

/// The parsed words behind a command's name.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) language: Option<LanguageId>,
    /// The name of the conversion.
    pub(crate) to: Option<String>,
    /// The architecture, for a conversion that needs one and a text that does not name it.
    pub(crate) architecture: Option<String>,
    /// Report only; write nothing.
    pub(crate) check: bool,
    pub(crate) json: bool,
    pub(crate) list: bool,
    /// Write the compressed form of a binary.
    pub(crate) compress: bool,
    /// Include features that are absent, as `false`.
    pub(crate) all: bool,
    /// Write even if something is lost.
    pub(crate) force: bool,
    pub(crate) host: HostArguments,
}

/// Facts about the machine and the process that the command line gives for the texts.
#[derive(Debug, Default)]
pub(crate) struct HostArguments {
    /// Ignore the environment variables of this process.
    pub(crate) clean_env: bool,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) system: Vec<(String, String)>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) include_path: Vec<String>,
    pub(crate) catalogues: Vec<PathBuf>,
    pub(crate) strict: bool,
}

/// The options about the machine and the process; every command that reads a text takes them.
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
    /// Parses `words`, accepting only the options in `allowed`.
    ///
    /// # Errors
    ///
    /// A message for the user if the words do not fit.
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
            // Editors pass this flag to every language server; standard input and output are the
            // default here.
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

    /// Returns the one file that is given.
    pub(crate) fn only_file(&self) -> Result<&Path, String> {
        match self.files.as_slice() {
            [file] => Ok(file),
            _ => Err(self.wrong_number("one file is")),
        }
    }

    /// Returns the message for a wrong number of files.
    pub(crate) fn wrong_number(&self, needed: &str) -> String {
        let given = match self.files.len() {
            0 => "none is".to_owned(),
            1 => "1 is".to_owned(),
            n => format!("{n} are"),
        };
        format!("{needed} needed, {given} given")
    }

    /// Returns all files that are given; at least one.
    pub(crate) fn some_files(&self) -> Result<&[PathBuf], String> {
        match self.files.as_slice() {
            [] => Err("no file is given".to_owned()),
            files => Ok(files),
        }
    }
}

/// Splits `--name=value` at the first `=`; the value need not be UTF-8.
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

/// Splits `KEY=VALUE` at the first `=`.
fn pair(option: &str, text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("`{option}` needs a key and a value with `=` between, not `{text}`")),
    }
}
