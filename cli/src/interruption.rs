//! Ctrl+C and `kill` while a file is written: the program ends once the file is whole, and nothing is left beside it.
//! A file that takes longer than three seconds may be cut after all, and on other systems than Unix any.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard};
use std::thread;

/// Read while a file is written, written to by what ends the program.
static WRITING: RwLock<()> = RwLock::new(());

/// True once the program is to end: no other file is begun then.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Lets no signal end the program until the result is dropped.
pub(crate) fn hold_off() -> RwLockReadGuard<'static, ()> {
    static FOLLOWED: Once = Once::new();
    FOLLOWED.call_once(follow);
    while IS_ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
    WRITING.read().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn follow() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let followed = [SIGINT, SIGTERM].into_iter().filter(|it| !is_ignored(*it));
    let Ok(mut signals) = Signals::new(followed) else { return };
    let wait = move || {
        let Some(signal) = signals.forever().next() else { return };
        IS_ENDING.store(true, Ordering::SeqCst);
        let _held = wait_for_files();
        // Whoever waits for the program is told that the signal has ended it.
        let _ = emulate_default_handler(signal);
        std::process::exit(128 + signal);
    };
    // Where no thread can be made, files are written all the same.
    let _ = thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
fn follow() {}

/// Waits until no file is being written; a disk that does not answer keeps nobody for long.
#[cfg(unix)]
fn wait_for_files() -> Option<std::sync::RwLockWriteGuard<'static, ()>> {
    use std::sync::TryLockError;
    use std::time::Duration;
    for _ in 0..300 {
        match WRITING.try_write() {
            Ok(held) => return Some(held),
            Err(TryLockError::Poisoned(held)) => return Some(held.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
        }
    }
    None
}

/// Returns true if the program was started with a signal ignored, as by `nohup` or in the background of a script. Where
/// that is not known, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}
