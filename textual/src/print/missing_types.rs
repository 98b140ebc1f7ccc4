//! Definitions of types that a printed text uses and does not contain: LLVM does not look for types in metadata.
use super::PrintOptions;
use super::context::Context;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use hashbrown::HashSet;

/// What all definitions may take beyond the size of the text, in bytes.
const MOST: usize = 1 << 20;

/// Between the name of a type and what it is.
const IS_TYPE: &[u8] = b" = type ";

/// The definitions of the named structures of `module` that `text`, which was printed from it, lacks; one line each. None if they are too long.
pub fn missing_types(module: &Module, text: &[u8]) -> Vec<Vec<u8>> {
    let name = |line: &'_ [u8]| memchr::memmem::find(line, IS_TYPE);
    let lines = text.split(|&byte| byte == b'\n').filter(|line| line.first() == Some(&b'%'));
    let defined: HashSet<&[u8]> = lines.filter_map(|line| Some(&line[..name(line)?])).collect();
    let options = PrintOptions::default();
    let context = Context::of_tables(module, &options);
    let mut room = text.len().saturating_add(MOST);
    let mut definitions = Vec::new();
    for &id in &context.structs {
        let Type::Struct { name, fields, .. } = module.types.get(id) else { continue };
        let own = context.types.get(id);
        if name.is_empty() || defined.contains(own) {
            continue;
        }
        let size = module.types.list(fields).iter().map(|field| context.types.get(field).len() + 2).sum::<usize>() + own.len();
        let Some(rest) = room.checked_sub(size) else { return Vec::new() };
        room = rest;
        let mut definition = [own, IS_TYPE].concat();
        context.types.write_struct_body(module, id, &mut definition);
        definitions.push(definition);
    }
    definitions
}
