//! `bobbin lsp`: the language server on standard input and output.

use std::io::{self, BufRead, Write as _};
use std::process::ExitCode;

use bobbin_server::Server;

use crate::arguments::Arguments;
use crate::host;
use crate::load::included;

/// A message longer than this is taken for a broken stream.
const MOST_BYTES: usize = 256 << 20;

/// Serves until the client says `exit` or closes the stream.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut server = Server::on_machine(host::facts(&arguments.host)?, included);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while let Some(message) = read(&mut input).map_err(|error| format!("reading: {error}"))? {
        for answer in server.handle(&message) {
            write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())
                .and_then(|()| output.flush())
                .map_err(|error| format!("writing: {error}"))?;
        }
        if server.has_exited() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The next message; none at the end of the stream.
fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length =
        length.filter(|&it| it <= MOST_BYTES).ok_or_else(|| bad("no usable Content-Length"))?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map(Some).map_err(|_| bad("a message is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_framed() {
        let mut input = "Content-Length: 3\r\nX: y\r\n\r\n{é".as_bytes();
        assert_eq!(read(&mut input).unwrap().as_deref(), Some("{é"));
        assert_eq!(read(&mut input).unwrap(), None);
        assert!(read(&mut "X: 1\r\n\r\n".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 99999999999\r\n\r\n".as_bytes()).is_err());
    }
}
