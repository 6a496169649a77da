//! Comparisons of binaries, and machines.

use bobbin_coil::hardware::machine::{Cache, Gpu, Machine};
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Compiled, Difference};
use bobbin_languages::{BinaryComparison, DecodeError, OwnBytes};
use bobbin_protocol as protocol;

use super::view::bytes;

/// Converts a comparison of two binaries.
#[must_use]
pub fn binary_comparison(
    comparison: Result<BinaryComparison, (DecodeError, bool)>,
) -> protocol::CompareBytesResult {
    match comparison {
        Ok(it) => {
            let lines = LineIndex::new("");
            let nowhere = |it: Difference| it.map_sides(&mut &lines, &mut &lines);
            let stretches = it.stretches.into_iter();
            protocol::CompareBytesResult::Differences {
                differences: it.fields.into_iter().map(nowhere).collect(),
                stretches: stretches
                    .map(|(offset, len)| protocol::Stretch { offset, len })
                    .collect(),
            }
        }
        Err((error, is_other)) => protocol::CompareBytesResult::Refusal {
            reason: error.message,
            is_other,
            offset: u32::try_from(error.offset).unwrap_or(u32::MAX),
        },
    }
}

/// Returns a binary as it is; its parts lead to the lines of its text.
#[must_use]
pub fn own_bytes(name: &str, own: Result<OwnBytes, DecodeError>) -> protocol::OwnBytes {
    match own {
        Ok(it) => {
            let lines = LineIndex::new(&it.text);
            let compiled = Compiled { file_name: name.to_owned(), bytes: it.bytes };
            protocol::OwnBytes {
                bytes: bytes(Ok(compiled), &lines),
                text: it.text,
                is_big_endian: it.is_big_endian,
                is_compressed: it.is_compressed,
                is_mapped: it.is_mapped,
            }
        }
        Err(error) => protocol::OwnBytes {
            bytes: protocol::Bytes {
                file_name: name.to_owned(),
                refusal: Some(error.message),
                ..protocol::Bytes::default()
            },
            ..protocol::OwnBytes::default()
        },
    }
}

/// Reads a machine from the wire.
#[must_use]
pub fn machine(it: protocol::Machine) -> Machine {
    let cache = |it: protocol::Cache| Cache {
        level: it.level,
        label: it.label,
        count: u64::from(it.count),
        size: u64::from(it.size),
        line: it.line.map(u64::from),
        ways: it.ways.map(u64::from),
        is_shared: it.is_shared,
    };
    Machine {
        architecture: it.architecture,
        name: it.name,
        vendor: it.vendor,
        model: it.model,
        flags: it.flags,
        physical_bits: it.physical_bits,
        virtual_bits: it.virtual_bits,
        sockets: it.sockets.map(u64::from),
        cores: it.cores.map(u64::from),
        threads: it.threads.map(u64::from),
        memory: it.memory_mib.map(|it| u64::from(it) << 20),
        caches: it.caches.into_iter().map(cache).collect(),
        is_in_order: it.is_in_order,
        gpu: it.gpu.map(|it| Gpu {
            name: it.name,
            vendor: it.vendor,
            model: it.model,
            features: it.features,
        }),
        sources: it.sources,
    }
}
