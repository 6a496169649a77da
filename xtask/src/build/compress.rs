//! Writes `.br` and `.gz` beside each file that is worth it, for hosts that serve them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::{Result, anyhow};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::workspace::{files_below, read, write};

/// Compresses all files below `dir` for which [`is_compressible`] holds.
pub fn folder(dir: &Path) -> Result<()> {
    // The core is there twice, for the page and for the examples of the package.
    let mut contents: BTreeMap<Vec<u8>, Vec<PathBuf>> = BTreeMap::new();
    for file in files_below(dir)?.into_iter().filter(|it| is_compressible(it)) {
        let file = dir.join(file);
        contents.entry(read(&file)?).or_default().push(file);
    }
    // Brotli's best quality is slow: each core takes the largest that is left.
    let mut work: Vec<_> = contents.into_iter().collect();
    work.sort_by_key(|(content, _)| content.len());
    let work = Mutex::new(work);
    let next = || work.lock().ok()?.pop();
    thread::scope(|scope| {
        let n_cores = thread::available_parallelism().map_or(2, usize::from);
        let compress = || {
            while let Some((content, files)) = next() {
                one(&content, &files)?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..n_cores).map(|_| scope.spawn(compress)).collect();
        workers
            .into_iter()
            .try_for_each(|it| it.join().map_err(|_| anyhow!("compressing panicked"))?)
    })
}

/// Returns true if a file of this name is worth compressing: pictures are compressed already, and
/// the host reads `_headers` itself.
pub fn is_compressible(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    path != "_headers" && !matches!(extension, "png" | "jpg" | "webp" | "woff2" | "br" | "gz")
}

/// Writes the compressed content beside each file that has it.
fn one(content: &[u8], files: &[PathBuf]) -> Result<()> {
    for (extension, compressed) in [(".br", brotli(content)?), (".gz", gzip(content)?)] {
        for file in files {
            let mut name = file.as_os_str().to_owned();
            name.push(extension);
            write(Path::new(&name), &compressed)?;
        }
    }
    Ok(())
}

/// Compresses with the best quality, as hosts do for files that are requested often.
pub fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    // With a window of 1 MB modules of about that size are a hundredth smaller than with a larger one.
    let lgwin = if content.len() < 2 << 20 { 20 } else { 22 };
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin,
        size_hint: content.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn both_give_the_content_back() {
        let content = "config pipe\n".repeat(100).into_bytes();
        let mut plain = Vec::new();
        brotli::Decompressor::new(&*brotli(&content).unwrap(), 4096)
            .read_to_end(&mut plain)
            .unwrap();
        assert_eq!(plain, content);
        plain.clear();
        flate2::read::GzDecoder::new(&*gzip(&content).unwrap()).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, content);
    }
}
