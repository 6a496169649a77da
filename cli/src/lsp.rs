//! `bobbin lsp`: the language server on standard input and output.

use std::io::{self, BufRead, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use bobbin_server::{Farewell, Queue, Server, farewell, not_utf_8};
use clap::Args;

use crate::arguments::Reading;
use crate::host;
use crate::load::DISK;
use crate::settings::refuse_values;

/// A message longer than this is taken for a broken stream.
const MOST_BYTES: usize = 256 << 20;

/// The longest time the server works on a slow request before it looks for new messages.
const PIECE: Duration = Duration::from_millis(20);

/// The longest time that one piece of work goes on after the client has left.
const GRACE: Duration = Duration::from_secs(3);

/// The bytes of a message that was read; `None` at the end of the stream.
type Read = io::Result<Option<Vec<u8>>>;

/// The words of `bobbin lsp`.
#[derive(Debug, Args)]
#[command(mut_arg("stdin_filename", |it| it.hide(true)))]
pub(crate) struct Arguments {
    /// Taken from editors, which pass it to every language server: it is the default here
    #[arg(long)]
    stdio: bool,
    /// Taken from editors
    #[arg(long = "clientProcessId", value_name = "N", hide = true)]
    client_process_id: Option<u32>,
    #[command(flatten)]
    reading: Reading,
}

/// Serves until the client says `exit` or closes the stream.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let host = host::facts(&arguments.reading.host)?;
    refuse_values(&host)?;
    let mut server = Server::on_machine(host, DISK);
    server.set_language(arguments.reading.language);
    let (sender, messages) = channel();
    let pieces = Pieces::default();
    let seen = pieces.clone();
    // A thread reads while the server works, so that a request can be cancelled in the meantime.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut end = End::default();
        while !end.is_here {
            let message = read(&mut input);
            end.follow(&message);
            if sender.send(message).is_err() {
                return;
            }
        }
        drop(sender);
        // What has begun cannot be stopped otherwise, and nobody waits for it any more. The server
        // writes no files, so nothing is left half done.
        while !seen.are_stuck(|| thread::sleep(GRACE)) {}
        process::exit(end.code());
    });
    serve(&mut server, &messages, &pieces, &mut io::stdout().lock())?;
    // LSP on `exit`: a client that leaves without `shutdown` has crashed or is about to.
    let is_orderly = server.was_shut_down() || !server.has_exited();
    Ok(if is_orderly { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn serve(
    server: &mut Server,
    messages: &Receiver<Read>,
    pieces: &Pieces,
    output: &mut impl Write,
) -> Result<(), String> {
    let mut inbox = Inbox { messages, queue: Queue::default(), fault: None, is_open: true };
    loop {
        let mut answers = inbox.fetch(!server.has_work());
        match inbox.queue.pop() {
            Some(message) => answers.extend(pieces.during(|| server.begin(&message))),
            None if server.has_work() => {
                let start = Instant::now();
                let work = || server.work(&mut || start.elapsed() < PIECE);
                answers.extend(pieces.during(work));
            }
            None if !inbox.is_open => return inbox.fault.map_or(Ok(()), Err),
            // A request was given up.
            None => (),
        }
        for answer in answers {
            write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())
                .and_then(|()| output.flush())
                .map_err(|error| format!("writing: {error}"))?;
        }
        if server.has_exited() {
            return Ok(());
        }
    }
}

/// The number of pieces of work that have begun or ended: odd while the server is at one.
#[derive(Debug, Clone, Default)]
struct Pieces(Arc<AtomicUsize>);

impl Pieces {
    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let res = work();
        self.0.fetch_add(1, Ordering::Relaxed);
        res
    }

    /// Returns true if the server is at the same piece of work before and after `wait`.
    fn are_stuck(&self, wait: impl FnOnce()) -> bool {
        let before = self.0.load(Ordering::Relaxed);
        wait();
        before % 2 == 1 && self.0.load(Ordering::Relaxed) == before
    }
}

/// The end of the messages, as the thread that reads them sees it.
#[derive(Debug, Default)]
struct End {
    is_here: bool,
    /// True if the client has said `shutdown`.
    is_announced: bool,
    /// True if the client has said `exit`.
    is_said: bool,
}

impl End {
    fn follow(&mut self, message: &Read) {
        match message {
            Ok(Some(bytes)) => match farewell(bytes) {
                Some(Farewell::Shutdown) => self.is_announced = true,
                Some(Farewell::Exit) => (self.is_here, self.is_said) = (true, true),
                None => (),
            },
            _ => self.is_here = true,
        }
    }

    fn code(&self) -> i32 {
        i32::from(self.is_said && !self.is_announced)
    }
}

/// The messages that have come.
struct Inbox<'m> {
    messages: &'m Receiver<Read>,
    queue: Queue,
    /// The reason why the stream has ended, if that is not its end.
    fault: Option<String>,
    is_open: bool,
}

impl Inbox<'_> {
    /// Takes all messages that are there into the queue, and waits for one if there is none and the
    /// server has nothing else to do; returns the answers to requests that were given up.
    fn fetch(&mut self, is_idle: bool) -> Vec<String> {
        let mut answers = Vec::new();
        while self.is_open {
            let message = match self.messages.try_recv() {
                Err(TryRecvError::Empty)
                    if is_idle && self.queue.is_empty() && answers.is_empty() =>
                {
                    self.messages.recv().map_err(|_| TryRecvError::Disconnected)
                }
                other => other,
            };
            match message {
                Ok(Ok(Some(bytes))) => answers.extend(match String::from_utf8(bytes) {
                    Ok(message) => self.queue.push(message),
                    Err(_) => Some(not_utf_8()),
                }),
                Ok(Err(error)) => {
                    self.fault = Some(format!("reading: {error}"));
                    self.is_open = false;
                }
                Ok(Ok(None)) | Err(TryRecvError::Disconnected) => self.is_open = false,
                Err(TryRecvError::Empty) => break,
            }
        }
        answers
    }
}

/// Reads the next message; `None` at the end of the stream.
fn read(input: &mut impl BufRead) -> Read {
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
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_goes_on_after_the_end_is_noticed() {
        let pieces = Pieces::default();
        assert!(!pieces.are_stuck(|| ()), "nothing is at work");
        pieces.during(|| {
            assert!(pieces.are_stuck(|| ()));
            assert!(!pieces.are_stuck(|| pieces.during(|| ())), "the next piece has begun");
        });
        assert!(!pieces.are_stuck(|| ()));
    }

    #[test]
    fn a_client_that_leaves_is_heard_before_the_server_comes_to_it() {
        let shutdown = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        let exit = r#"{ "method": "exit", "jsonrpc": "2.0" }"#;
        let other = r#"{"jsonrpc":"2.0","id":2,"method":"x","params":{"method":"exit"}}"#;
        let end = |messages: &[&str]| {
            let mut end = End::default();
            for it in messages {
                end.follow(&Ok(Some(it.as_bytes().to_vec())));
            }
            (end.is_here, end.code())
        };
        assert_eq!(end(&[other, shutdown]), (false, 0));
        assert_eq!(end(&[other, shutdown, exit]), (true, 0));
        assert_eq!(end(&[other, exit]), (true, 1));
        let mut closed = End::default();
        closed.follow(&Ok(None));
        assert_eq!((closed.is_here, closed.code()), (true, 0));
    }

    #[test]
    fn messages_are_framed() {
        let mut input = "Content-Length: 3\r\nX: y\r\n\r\n{é".as_bytes();
        assert_eq!(read(&mut input).unwrap().as_deref(), Some("{é".as_bytes()));
        assert_eq!(read(&mut input).unwrap(), None);
        assert!(read(&mut "X: 1\r\n\r\n".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 99999999999\r\n\r\n".as_bytes()).is_err());
    }
}
