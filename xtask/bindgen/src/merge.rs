//! Joins modules that the splitter made into one.
//!
//! The splitter makes a module for each set of parts that need something: dozens of files, most of a
//! few kB, which compress badly and cost a request each. What it makes imports a memory, a table and
//! globals, exports nothing, and calls what lies elsewhere through the table, so several can be one.

use std::collections::HashMap;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, FunctionSection, ImportSection,
    Module, TypeSection,
};
use wasmparser::{Parser, Payload, TypeRef};

/// Joins modules into one that does what all of them do.
///
/// # Errors
///
/// A module is not as the splitter makes them.
pub fn merge(modules: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut merged = Merged::default();
    for module in modules {
        merged.add(module)?;
    }
    Ok(merged.finish())
}

/// The sections of the joined module.
#[derive(Default)]
struct Merged {
    types: TypeSection,
    /// The places of types by what they are.
    known_types: HashMap<wasmparser::RecGroup, u32>,
    imports: ImportSection,
    /// The places of imports by their names.
    known_imports: HashMap<(String, String), u32>,
    n_memories: u32,
    n_tables: u32,
    n_globals: u32,
    functions: FunctionSection,
    elements: ElementSection,
    data: DataSection,
    code: CodeSection,
}

/// The new places of what a module names by number.
#[derive(Default)]
struct Places {
    types: Vec<u32>,
    memories: Vec<u32>,
    tables: Vec<u32>,
    globals: Vec<u32>,
    first_function: u32,
    first_data: u32,
    first_element: u32,
}

/// Returns the new place of what was at `idx`.
fn place(places: &[u32], idx: u32) -> Result<u32, reencode::Error> {
    places.get(idx as usize).copied().ok_or(reencode::Error::InvalidConstExpr)
}

impl Reencode for Places {
    type Error = std::convert::Infallible;

    fn type_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        place(&self.types, idx)
    }

    fn memory_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        place(&self.memories, idx)
    }

    fn table_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        place(&self.tables, idx)
    }

    fn global_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        place(&self.globals, idx)
    }

    fn function_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        Ok(self.first_function + idx)
    }

    fn data_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        Ok(self.first_data + idx)
    }

    fn element_index(&mut self, idx: u32) -> Result<u32, reencode::Error> {
        Ok(self.first_element + idx)
    }
}

impl Merged {
    fn add(&mut self, module: &[u8]) -> Result<()> {
        let mut places = Places {
            first_function: self.functions.len(),
            first_data: self.data.len(),
            first_element: self.elements.len(),
            ..Places::default()
        };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(types) => {
                    for group in types {
                        let group = group?;
                        let idx = match self.known_types.get(&group) {
                            Some(idx) => *idx,
                            None => {
                                let idx = self.types.len();
                                places
                                    .parse_recursive_type_group(self.types.ty(), group.clone())?;
                                self.known_types.insert(group.clone(), idx);
                                idx
                            }
                        };
                        let n_types = u32::try_from(group.types().len())?;
                        places.types.extend((0..n_types).map(|nth| idx + nth));
                    }
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        self.import(import?, &mut places)?;
                    }
                }
                Payload::FunctionSection(functions) => {
                    places.parse_function_section(&mut self.functions, functions)?;
                }
                Payload::ElementSection(elements) => {
                    places.parse_element_section(&mut self.elements, elements)?;
                }
                Payload::DataSection(data) => places.parse_data_section(&mut self.data, data)?,
                Payload::CodeSectionEntry(body) => {
                    places.parse_function_body(&mut self.code, body)?;
                }
                Payload::ExportSection(exports) if exports.count() > 0 => {
                    bail!("a part of a module exports something");
                }
                Payload::StartSection { .. } | Payload::TagSection(_) => {
                    bail!("a part of a module has a start or tags");
                }
                Payload::MemorySection(it) if it.count() > 0 => bail!("a part has a memory"),
                Payload::TableSection(it) if it.count() > 0 => bail!("a part has a table"),
                Payload::GlobalSection(it) if it.count() > 0 => bail!("a part has globals"),
                // Of the others, none says what the module does.
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes an import over, unless it is there already.
    fn import(&mut self, import: wasmparser::Import<'_>, places: &mut Places) -> Result<()> {
        let (next, of_kind) = match import.ty {
            TypeRef::Memory(_) => (&mut self.n_memories, &mut places.memories),
            TypeRef::Table(_) => (&mut self.n_tables, &mut places.tables),
            TypeRef::Global(_) => (&mut self.n_globals, &mut places.globals),
            _ => bail!("a part of a module imports `{}`, a function", import.name),
        };
        let name = (import.module.to_owned(), import.name.to_owned());
        if let Some(idx) = self.known_imports.get(&name) {
            of_kind.push(*idx);
            return Ok(());
        }
        let idx = *next;
        *next += 1;
        of_kind.push(idx);
        self.known_imports.insert(name, idx);
        let ty = places.entity_type(import.ty)?;
        self.imports.import(import.module, import.name, ty);
        Ok(())
    }

    fn finish(self) -> Vec<u8> {
        let mut module = Module::new();
        module.section(&self.types).section(&self.imports).section(&self.functions);
        module.section(&self.elements);
        module.section(&DataCountSection { count: self.data.len() });
        module.section(&self.code).section(&self.data);
        module.finish()
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, Elements, EntityType, Function, GlobalType, Instruction, MemoryType, RefType,
        TableType, ValType,
    };

    use super::*;

    /// Makes a module as the splitter does: two functions of which the first calls the second, one
    /// of them in the table at `slot`, and a byte of data.
    fn part(slot: i32, imports_global: bool) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        let memory = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        imports.import("__wasm_split", "memory", EntityType::Memory(memory));
        if imports_global {
            let global = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            imports.import("__wasm_split", "__wasm_split_shared0", EntityType::Global(global));
        }
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        imports.import("__wasm_split", "__indirect_function_table", EntityType::Table(table));
        let mut functions = FunctionSection::new();
        functions.function(1).function(0);
        let mut elements = ElementSection::new();
        let at = ConstExpr::i32_const(slot);
        elements.active(Some(0), &at, Elements::Functions((&[0][..]).into()));
        let mut code = CodeSection::new();
        let mut first = Function::new([]);
        first.instructions().i32_const(slot).call(1).end();
        let mut second = Function::new([]);
        if imports_global {
            second.instructions().local_get(0).global_set(0);
        }
        second.instruction(&Instruction::End);
        code.function(&first).function(&second);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(slot), [7]);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements);
        module.section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn joined_modules_call_their_own_functions() {
        let merged = merge(&[part(3, false), part(5, true)]).unwrap();
        let mut calls = Vec::new();
        let mut counts = Vec::new();
        for payload in Parser::new(0).parse_all(&merged) {
            match payload.unwrap() {
                Payload::TypeSection(it) => counts.push(("types", it.count())),
                Payload::ImportSection(it) => counts.push(("imports", it.count())),
                Payload::FunctionSection(it) => counts.push(("functions", it.count())),
                Payload::ElementSection(it) => counts.push(("elements", it.count())),
                Payload::DataSection(it) => counts.push(("data", it.count())),
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        if let wasmparser::Operator::Call { function_index } = operator.unwrap() {
                            calls.push(function_index);
                        }
                    }
                }
                _ => {}
            }
        }
        assert_eq!(calls, [1, 3], "each calls the second of its own");
        let expected =
            [("types", 2), ("imports", 3), ("functions", 4), ("elements", 2), ("data", 2)];
        assert_eq!(counts, expected);
    }

    #[test]
    fn what_the_splitter_does_not_make_is_refused() {
        let mut module = Module::new();
        let mut imports = ImportSection::new();
        let mut types = TypeSection::new();
        types.ty().function([], []);
        imports.import("env", "f", EntityType::Function(0));
        module.section(&types).section(&imports);
        assert!(merge(&[module.finish()]).is_err());
    }
}
