//! Conversion from one COIL language to the other (coil.md#converting-a-target-to-hardware and
//! coil.md#converting-hardware-to-a-target). The languages do not know each other; this knows both.

mod registers;
mod to_hardware;
mod to_target;

pub(crate) use to_hardware::hardware;
pub(crate) use to_target::{
    TargetRequest, architectures, known_abis, known_architectures, target, units,
};
