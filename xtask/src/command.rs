//! Runs other programs.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Runs a command to its end, inheriting the output; a bad exit code is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("starting {}", words(command)))?;
    check(command, status)
}

/// Runs a command to its end and returns its standard output; its standard error is shown.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {}", words(command)))?;
    check(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command silently; returns its output if it succeeded.
pub fn quiet_output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command; shows and returns everything it prints.
pub fn tee(command: &mut Command) -> Result<(ExitStatus, String)> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", words(command)))?;
    let stdout = child.stdout.take().map(|pipe| thread::spawn(|| copy(pipe, std::io::stdout())));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(|| copy(pipe, std::io::stderr())));
    let mut printed = Vec::new();
    for reader in [stdout, stderr].into_iter().flatten() {
        printed.extend(reader.join().unwrap_or_default());
    }
    let status = child.wait()?;
    Ok((status, String::from_utf8_lossy(&printed).into_owned()))
}

/// Runs a command for at most `limit`, then ends it and returns an error.
pub fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    let mut child = command.spawn().with_context(|| format!("starting {}", words(command)))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return check(command, status);
        }
        if start.elapsed() > limit {
            end(&mut child);
            bail!("{} took longer than {} s", words(command), limit.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Ends a program, if it has not ended.
pub fn end(child: &mut Child) {
    // Both fail only if the program has already ended.
    let _ = child.kill();
    let _ = child.wait();
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("{} ended with {status}", words(command))
}

/// Renders the command as a person would type it.
fn words(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let arguments = command.get_args().map(|it| it.to_string_lossy().into_owned());
    let line = std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ");
    format!("`{line}`")
}

fn copy(mut from: impl Read, mut to: impl Write) -> Vec<u8> {
    let mut all = Vec::new();
    let mut buffer = [0; 4096];
    // The end, an error and a closed terminal all mean that there is no more to show.
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        let bytes = buffer.get(..n).unwrap_or_default();
        all.extend_from_slice(bytes);
        let _ = to.write_all(bytes);
        let _ = to.flush();
    }
    all
}
