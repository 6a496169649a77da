//! The words that several commands take: the files, and what is known about the machine.

use std::path::{Path, PathBuf};

use bobbin_languages::LanguageId;
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};

/// The options of all commands that read a text.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The language, if it cannot be detected
    #[arg(long, value_name = "NAME", value_parser = languages())]
    pub(crate) language: Option<LanguageId>,
    #[command(flatten)]
    pub(crate) host: HostArguments,
}

/// Facts about the machine and the process that the command line gives for the texts.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Instead of what this machine says")]
pub(crate) struct HostArguments {
    /// The name of standard input: it tells the language and where included files are, and stands in
    /// messages
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Leave out the environment variables of this process
    #[arg(long)]
    pub(crate) clean_env: bool,
    /// An environment variable
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) env: Vec<(String, String)>,
    /// A fact about the system, such as numproc
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) system: Vec<(String, String)>,
    /// A setting as on the command line of the real program: of a pipeline `process:key=value`, of a
    /// trace configuration `dialect=seed` or `dialect=current`, of a COIL hardware configuration
    /// `lenient=true` and `strict-spec=true`
    #[arg(long = "setting", value_name = "KEY=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub(crate) settings: Vec<(String, String)>,
    /// A folder to search for included files of pipelines
    #[arg(short = 'I', long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) include_path: Vec<PathBuf>,
    /// A catalogue as JSON, with process types of your own; docs/command.md says what stands in it
    #[arg(long = "catalogue", value_name = "FILE")]
    pub(crate) catalogues: Vec<PathBuf>,
    /// Check strictly by the specification, where a language has a strict mode
    #[arg(long)]
    pub(crate) strict: bool,
}

/// The place of a result, and what may be replaced there.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Where to write; without it, or with `-`, to standard output
    #[arg(short = 'o', long = "output", value_name = "OUT", allow_hyphen_values = true, value_parser = output())]
    pub(crate) path: Option<PathBuf>,
    /// Write even over the file that is read, and over one that holds something else
    #[arg(long)]
    pub(crate) force: bool,
}

fn languages() -> impl TypedValueParser<Value = LanguageId> {
    PossibleValuesParser::new(LanguageId::ALL.map(|it| it.info().name))
        .try_map(|it| LanguageId::from_name(&it).ok_or("there is no such language"))
}

/// Reads the name of an output; those that systems have for standard output are `-`, since a file that it goes to must
/// not be replaced while others write to it, too.
fn output() -> impl TypedValueParser<Value = PathBuf> {
    let names = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    let is_standard = move |it: &PathBuf| names.iter().any(|name| it == Path::new(name));
    PathBufValueParser::new().map(move |it| if is_standard(&it) { PathBuf::from("-") } else { it })
}

/// Splits `KEY=VALUE` at the first `=`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err("a key and a value with `=` between are needed".to_owned()),
    }
}
