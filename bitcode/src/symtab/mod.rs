//! The symbol table for linkers (SYMTAB).
use crate::write::{Strtab, WriteOptions};
use bctk_ir::module::Module;

pub(crate) fn build(modules: &[&Module], options: &WriteOptions, names: &mut Strtab) -> Option<Vec<u8>> {
    let _ = (modules, options, names);
    None
}
