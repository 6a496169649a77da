//! The names of registers by their numbers (coil.md#converting-a-target-to-hardware).

use crate::hardware::capabilities::virtual_registers;

/// The registers of x86 with names of their own, which it has in every mode.
const N_OLD: usize = 8;

/// Returns the general registers of an architecture by the numbers of the virtual registers that they
/// are; empty where those are not known. A mask has 32 bits, so `eax` is a whole register where there is
/// no `rax`.
pub(super) fn numbered(architecture: &str, mode: u16) -> Vec<String> {
    match (architecture, mode) {
        ("ARM", 64) => owned(virtual_registers("ARM64")),
        ("x86", 64) => owned(virtual_registers("x86")),
        ("x86", _) => {
            let wide = virtual_registers("x86").into_iter().take(N_OLD);
            wide.filter_map(|it| Some(format!("e{}", it.strip_prefix('r')?))).collect()
        }
        _ => Vec::new(),
    }
}

/// Names the register of 64 bits whose low half a register is, if it is one.
pub(super) fn whole_of(architecture: &str, name: &str) -> Option<String> {
    let (low, whole) = if architecture == "ARM" { ('w', 'x') } else { ('e', 'r') };
    Some(format!("{whole}{}", name.strip_prefix(low)?))
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_those_of_the_mode() {
        assert_eq!(numbered("x86", 64).get(2).map(String::as_str), Some("rcx"));
        let old = ["eax", "ebx", "ecx", "edx", "edi", "esi", "esp", "ebp"];
        assert_eq!(numbered("x86", 32), old);
        assert_eq!(numbered("ARM", 64).len(), 31);
        assert!(numbered("ARM", 32).is_empty() && numbered("RISC-V", 64).is_empty());
    }
}
