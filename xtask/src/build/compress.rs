//! Writes `.br` and `.gz` beside each file that is worth it, for hosts that serve them.

use std::io::Write;
use std::path::Path;
use std::thread;

use anyhow::{Result, anyhow};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::workspace::{files_below, read, write};

/// Compresses all files below `dir` for which [`is_compressible`] holds.
pub fn folder(dir: &Path) -> Result<()> {
    let files: Vec<String> =
        files_below(dir)?.into_iter().filter(|file| is_compressible(file)).collect();
    // Brotli's best quality is slow, so the work is split over the two cores that every machine
    // has.
    let (even, odd): (Vec<_>, Vec<_>) =
        files.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    thread::scope(|scope| {
        [even, odd]
            .map(|half| {
                scope.spawn(move || half.iter().try_for_each(|(_, file)| one(&dir.join(file))))
            })
            .into_iter()
            .try_for_each(|half| half.join().map_err(|_| anyhow!("compressing panicked"))?)
    })
}

/// Returns true if a file of this name is worth compressing: pictures are compressed already, and
/// the host reads `_headers` itself.
pub fn is_compressible(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    path != "_headers" && !matches!(extension, "png" | "jpg" | "webp" | "woff2" | "br" | "gz")
}

fn one(file: &Path) -> Result<()> {
    let content = read(file)?;
    let beside = |extension: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(extension);
        name
    };
    write(Path::new(&beside(".br")), brotli(&content)?)?;
    write(Path::new(&beside(".gz")), gzip(&content)?)
}

/// Compresses with the best quality, as hosts do for files that are requested often.
pub fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
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
