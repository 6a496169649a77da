//! Puts the functions of a module into an order in which it compresses well.
//!
//! Compilers write functions in the order in which they meet them. What compresses is likeness at a short
//! distance: instances of one generic function, closures of one shape, glue of one kind. Here each
//! function is followed by the one that is most like it among those that are left. The order of
//! functions means nothing to the module, which does the same as before.

use std::collections::HashSet;
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// Puts the functions of a module into an order in which it compresses well.
///
/// # Errors
///
/// The bytes are no module.
pub fn arrange(module: &[u8]) -> Result<Vec<u8>> {
    let mut n_imported = 0;
    let mut sketches = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    n_imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => sketches.push(sketch(body.as_bytes())),
            _ => {}
        }
    }
    let order = chain(&sketches);
    let mut places = vec![0; order.len()];
    for (new, old) in (0..).zip(&order) {
        *places.get_mut(*old).context("a place within the order")? = new;
    }
    let mut arranged = Module::new();
    Arranged { n_imported, order, places }.parse_core_module(
        &mut arranged,
        Parser::new(0),
        module,
    )?;
    Ok(arranged.finish())
}

/// The number of samples of a function: more tell likeness better and take longer to compare.
const N_SAMPLES: usize = 64;

/// The number of neighbouring bytes that are looked at as one, about the length of an instruction.
const N_NEIGHBOURS: usize = 3;

/// A fingerprint of a function: for each of [`N_SAMPLES`] ways to number its groups of neighbouring bytes,
/// the smallest number. Two functions agree in about as many of them as the share of groups that they
/// have in common (MinHash).
type Sketch = [u32; N_SAMPLES];

fn sketch(body: &[u8]) -> Sketch {
    let groups: HashSet<u32> = body
        .windows(N_NEIGHBOURS)
        .map(|group| group.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
        .collect();
    let mut smallest = [u32::MAX; N_SAMPLES];
    for group in groups {
        // A sequence that is scattered well for each group (SplitMix64).
        let mut state = u64::from(group);
        for sample in &mut smallest {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *sample = (*sample).min((mixed >> 32) as u32);
        }
    }
    smallest
}

/// Returns the places of the functions in the new order: the first, then always the one that is most like the last.
fn chain(sketches: &[Sketch]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..sketches.len()).collect();
    let mut order = Vec::with_capacity(left.len());
    let mut next = 0;
    while next < left.len() {
        // Keeps the order of those that are left: among equals the first, and so the same each time.
        let at = left.remove(next);
        order.push(at);
        let likeness = |other: &usize| match (sketches.get(at), sketches.get(*other)) {
            (Some(one), Some(other)) => one.iter().zip(other).filter(|(a, b)| a == b).count(),
            _ => 0,
        };
        let mut most = 0;
        next = 0;
        for (nth, other) in left.iter().enumerate() {
            let likeness = likeness(other);
            if likeness > most {
                (most, next) = (likeness, nth);
            }
        }
    }
    order
}

/// A module whose functions stand in another order.
struct Arranged {
    n_imported: u32,
    /// The old places of the functions, in their new order. Imported ones are not counted.
    order: Vec<usize>,
    /// The new places of the functions, in their old order.
    places: Vec<u32>,
}

impl Arranged {
    fn in_order<T>(&self, mut items: Vec<Option<T>>) -> Result<Vec<T>, reencode::Error> {
        self.order
            .iter()
            .map(|old| items.get_mut(*old).and_then(Option::take))
            .collect::<Option<_>>()
            .ok_or(reencode::Error::InvalidCodeSectionSize)
    }
}

impl Reencode for Arranged {
    type Error = Infallible;

    fn function_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        let Some(defined) = idx.checked_sub(self.n_imported) else {
            return Ok(idx);
        };
        let place = self.places.get(defined as usize);
        place.map(|it| self.n_imported + it).ok_or(reencode::Error::InvalidConstExpr)
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        let types = section.into_iter().map(|it| it.map(Some)).collect::<Result<_, _>>()?;
        for ty in self.in_order(types)? {
            functions.function(self.type_index(ty)?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        let bodies = section.into_iter().map(|it| it.map(Some)).collect::<Result<_, _>>()?;
        for body in self.in_order(bodies)? {
            self.parse_function_body(code, body)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wasm_encoder::{
        EntityType, ExportKind, ExportSection, Function, ImportSection, TypeSection, ValType,
    };

    use super::*;

    /// Makes a module with an imported function and five of its own: two kinds of which each is long,
    /// in turns, and one that calls them all. All are exported.
    fn mixed() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("page", "deed", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        let mut exports = ExportSection::new();
        let mut code = CodeSection::new();
        for nth in 0..4 {
            let mut body = Function::new([]);
            if nth % 2 == 0 {
                functions.function(0);
                for at in 0..20 {
                    body.instructions()
                        .i32_const(at)
                        .i32_const(nth)
                        .i32_store(wasm_encoder::MemArg { offset: 0, align: 2, memory_index: 0 });
                }
            } else {
                functions.function(1);
                body.instructions().local_get(0);
                for _ in 0..20 {
                    body.instructions().i32_const(77).i32_add().local_tee(0);
                }
            }
            body.instructions().end();
            code.function(&body);
            exports.export(&format!("f{nth}"), ExportKind::Func, 1 + nth as u32);
        }
        functions.function(0);
        let mut all = Function::new([]);
        all.instructions().call(0).call(1).i32_const(3).call(2).drop().call(3).end();
        code.function(&all);
        exports.export("all", ExportKind::Func, 5);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports);
        module.section(&code);
        module.finish()
    }

    /// A function: its type, its operators other than calls, and the names of what it calls.
    type Described = (u32, String, Vec<String>);

    /// Returns the exported functions by name, and their names in the order of the functions.
    fn described(module: &[u8]) -> (BTreeMap<String, Described>, Vec<String>) {
        let mut names = BTreeMap::from([(0, "deed".to_owned())]);
        let mut types = Vec::new();
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::FunctionSection(it) => types.extend(it.into_iter().map(Result::unwrap)),
                Payload::ExportSection(it) => {
                    names.extend(it.into_iter().map(|it| {
                        let it = it.unwrap();
                        (it.index, it.name.to_owned())
                    }));
                }
                Payload::CodeSectionEntry(body) => bodies.push(body),
                _ => {}
            }
        }
        let mut functions = BTreeMap::new();
        for ((idx, body), ty) in (1..).zip(bodies).zip(types) {
            let mut calls = Vec::new();
            let mut others = String::new();
            for operator in body.get_operators_reader().unwrap() {
                match operator.unwrap() {
                    wasmparser::Operator::Call { function_index } => {
                        calls.push(names[&function_index].clone());
                    }
                    other => others.push_str(&format!("{other:?};")),
                }
            }
            functions.insert(names[&idx].clone(), (ty, others, calls));
        }
        (functions, names.into_values().skip(1).collect())
    }

    #[test]
    fn the_most_alike_function_is_next_and_each_is_what_it_was() {
        let module = mixed();
        let arranged = arrange(&module).unwrap();
        let (before, order_before) = described(&module);
        let (after, order_after) = described(&arranged);
        assert_eq!(order_before, ["f0", "f1", "f2", "f3", "all"]);
        assert_eq!(order_after[..2], ["f0", "f2"]);
        let place = |name: &str| order_after.iter().position(|it| it == name).unwrap();
        assert_eq!(place("f1").abs_diff(place("f3")), 1, "{order_after:?}");
        assert_eq!(before, after);
    }

    #[test]
    fn the_same_module_is_arranged_the_same_way() {
        let arranged = arrange(&mixed()).unwrap();
        assert_eq!(arrange(&mixed()).unwrap(), arranged);
    }
}
