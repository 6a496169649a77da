//! Shortens the names by which a module and its script know the functions of the browser.
//!
//! `wasm-bindgen` gives each a hash, so that modules of several versions can share a script. A module of
//! ours has a script of its own, and sixteen random digits, twice for each of hundreds of functions,
//! are what compresses least.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{ImportSection, Module};
use wasmparser::{ImportSectionReader, Parser, Payload};

/// The prefix of names with a hash.
const PREFIX: &str = "__wbg_";

/// Returns a module and its script with shorter names.
///
/// # Errors
///
/// The bytes are no module, or the script does not define what the module imports.
pub fn shorten(module: &[u8], script: &str) -> Result<(Vec<u8>, String)> {
    let mut shorter = Shorter::default();
    let mut taken = HashSet::new();
    let mut script = script.to_owned();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::ImportSection(imports) = payload? else { continue };
        for import in imports.into_imports() {
            let name = import?.name;
            let Some(plain) = without_hash(name) else { continue };
            if shorter.names.contains_key(name) {
                continue;
            }
            let mut short = plain.to_owned();
            for nth in 2.. {
                if taken.insert(short.clone()) {
                    break;
                }
                short = format!("{plain}{nth}");
            }
            let defined = format!(" {name}: function(");
            if script.matches(&defined).count() != 1 {
                bail!("the script of the module does not define {name} once");
            }
            script = script.replace(&defined, &format!(" {short}: function("));
            shorter.names.insert(name.to_owned(), short);
        }
    }
    let mut shortened = Module::new();
    shorter.parse_core_module(&mut shortened, Parser::new(0), module)?;
    Ok((shortened.finish(), script))
}

/// Returns what the browser calls a function whose name in the module ends with a hash.
fn without_hash(name: &str) -> Option<&str> {
    let (plain, hash) = name.strip_prefix(PREFIX)?.rsplit_once('_')?;
    let is_hash = hash.len() == 16 && hash.bytes().all(|it| it.is_ascii_hexdigit());
    // An object of JavaScript takes `__proto__` for something else.
    (is_hash && !plain.is_empty() && plain != "__proto__").then_some(plain)
}

/// A module whose imports have other names.
#[derive(Default)]
struct Shorter {
    names: HashMap<String, String>,
}

impl Reencode for Shorter {
    type Error = Infallible;

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        for import in section.into_imports() {
            let import = import?;
            let name = self.names.get(import.name).map_or(import.name, String::as_str).to_owned();
            let ty = self.entity_type(import.ty)?;
            imports.import(import.module, &name, ty);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, TypeSection};

    use super::*;

    fn importing(names: &[&str]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        for name in names {
            imports.import("./app_bg.js", name, EntityType::Function(0));
        }
        let mut module = Module::new();
        module.section(&types).section(&imports);
        module.finish()
    }

    fn imported(module: &[u8]) -> Vec<String> {
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            if let Payload::ImportSection(imports) = payload.unwrap() {
                names.extend(imports.into_imports().map(|it| it.unwrap().name.to_owned()));
            }
        }
        names
    }

    const OPEN: &str = "__wbg_open_0123456789abcdef";
    const OTHER_OPEN: &str = "__wbg_open_fedcba9876543210";

    #[test]
    fn module_and_script_have_the_same_shorter_names() {
        let module = importing(&[OPEN, "__wbindgen_object_drop_ref", OTHER_OPEN]);
        let script = format!("{{ {OPEN}: function(a) {{}},\n {OTHER_OPEN}: function(b) {{}} }}");
        let (module, script) = shorten(&module, &script).unwrap();
        assert_eq!(imported(&module), ["open", "__wbindgen_object_drop_ref", "open2"]);
        assert_eq!(script, "{ open: function(a) {},\n open2: function(b) {} }");
    }

    #[test]
    fn a_script_of_another_module_is_refused() {
        assert!(shorten(&importing(&[OPEN]), "{}").is_err());
    }
}
