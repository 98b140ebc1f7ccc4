//! Several modules in one file, and one of several: what `llvm-cat` and `llvm-modextract` do.
use bctk_bitcode::read::ModulePart;
use bctk_bitcode::write::string_table;
use bctk_ir::context::share_type_names;
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::triple::Triple;
use bctk_ir::version::LlvmVersion;

use crate::error::{Error, ErrorKind, Result};
use crate::memory::order_names;

/// The signature at the beginning of a file of bitcode.
pub const SIGNATURE: [u8; 4] = bctk_bitcode::read::MAGIC;

/// The bytes of one of the modules of a file as they are there, with what says who wrote it, and a string table of its own: what follows the signature, or
/// another module (`llvm-cat -b`).
///
/// # Errors
/// If the module or its string table is damaged, or that table too large.
pub fn as_it_is(name: &str, parts: &[ModulePart<'_>], number: usize) -> Result<[Vec<u8>; 2]> {
    let fault = |error| Error::new(name, ErrorKind::Bitcode(error));
    let Some(part) = parts.get(number) else {
        return Err(Error::new(name, ErrorKind::Modules(format!("no module has the number {number}"))));
    };
    // LLVM gives a module with an empty table the next one.
    let mut names = part.strtab().map_err(fault)?;
    for next in &parts[number..] {
        if !names.is_empty() {
            break;
        }
        names = next.strtab().map_err(fault)?;
    }
    let table = string_table(names).map_err(fault)?;
    Ok([part.blocks().map_err(fault)?.to_vec(), table])
}

/// Gives structures the names that they have when modules are read one after the other.
pub fn share_names(modules: &mut [Module]) {
    share_type_names(modules.iter_mut());
}

/// Gives a module that was read what it needs to be written anew by LLVM of the release, without its summary and its hash. `is_alone` says that
/// it is the only one of its file, which has a symbol table for linkers then.
pub fn renew(module: &mut Module, llvm: LlvmVersion, is_alone: bool) {
    module.forget_provenance();
    let producer = format!("LLVM{}", llvm.last_release());
    module.provenance.producer = module.strings.push(producer.as_bytes());
    if module.is_from_bitcode() {
        order_names(module, llvm);
    }
    module.bodies.iter_mut().for_each(|body| body.provenance.use_orders.clear());
    let wrapper = is_alone && Triple::parse(module.str(module.triple)).wraps_bitcode();
    let symtab = is_alone && module.inline_asm.is_empty();
    module.provenance.bitcode = Some(BitcodeFile { use_list_orders: Some(false), symtab, wrapper, ..BitcodeFile::default() });
}
