//! Comparisons of binaries, and machines.

use bobbin_core::lang::coil_hardware::machine::{Cache, Gpu, Machine};
use bobbin_core::lang::{BinaryComparison, DecodeError};
use bobbin_core::text::LineIndex;
use bobbin_core::view::Difference;
use bobbin_protocol as protocol;

/// What differs between two binaries.
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

/// A machine from the wire.
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
