//! Links modules: reading them for the linker, and what the linked module needs to be written.
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::triple::Triple;
use bctk_ir::version::LlvmVersion;
pub use bctk_link::{Appending, FlagValue, Flags, Linked, Linker, Problem, Severity, Subject};
use bctk_textual::ParseOptions;
use bctk_transforms::upgrade;
use bctk_uselist::{Directives, predict_after_linking};

use crate::error::{Error, Result};
use crate::input;
use crate::memory::{self, BlockName};
use crate::modules;
use crate::translate;

/// The name of the module that others are linked into.
pub const LINKED: &str = "llvm-link";

/// A linker with the rules of `llvm`, which links modules into an empty one, as `llvm-link` does.
pub fn linker(llvm: LlvmVersion) -> Linker {
    let mut module = Module::new(LINKED);
    let producer = format!("LLVM{}", llvm.last_release());
    module.provenance.producer = module.strings.push(producer.as_bytes());
    Linker::new(module, LINKED, llvm)
}

/// Prepares a module that `linker` links next, as LLVM's reader does, which sees the structures of the modules before it.
pub fn prepare(linker: &mut Linker, module: &mut Module, llvm: LlvmVersion) {
    if linker.name_types(module) {
        upgrade::rename_intrinsics(module, llvm);
    }
}

/// Reads the only module of a file as LLVM of the release `llvm` does: from bitcode or text.
///
/// # Errors
/// If it cannot be read, there are several modules, or the release cannot represent it.
pub fn read(path: &Path, bytes: &[u8], llvm: LlvmVersion, read: &ReadOptions, parse: &ParseOptions) -> Result<Module> {
    let name = input::name(path);
    if input::is_assembly(bytes) {
        let mut module = modules::parse_as(bytes, path, llvm, parse)?;
        translate::assembled(&mut module, llvm).map_err(|kind| Error::new(name, kind))?;
        return Ok(module);
    }
    let mut module = modules::only(modules::read_to_link(&name, bytes, llvm, read)?, &name)?;
    if llvm.verified_kinds() && upgrade::states_debug_version(&module) {
        upgrade::register_kinds_verified_early(&mut module);
    }
    Ok(module)
}

/// The linked module; with the orders of uses that it has in LLVM's memory, and of names, if it is written as bitcode.
pub fn finish(linker: Linker, llvm: LlvmVersion, with_orders: bool) -> Module {
    let Linked { mut module, steps, .. } = linker.finish();
    if llvm.verified_kinds() {
        upgrade::register_verified_kinds(&mut module);
    }
    if !with_orders {
        return module;
    }
    memory::order_new_names(&mut module, llvm, BlockName::Last);
    let Directives { module: orders, bodies } = predict_after_linking(&module, &steps);
    let addresses = bctk_uselist::block_addresses(&module);
    for (body, found) in module.bodies.iter_mut().zip(addresses) {
        body.block_addr_users = found.users;
    }
    let wrapper = Triple::parse(module.str(module.triple)).wraps_bitcode();
    module.provenance.use_orders = orders.into_iter().map(|(order, _)| order).collect();
    for (body, orders) in module.bodies.iter_mut().zip(bodies) {
        body.provenance.use_orders = orders;
        body.provenance.late.clear();
    }
    // The linker has no assembler, which would find the symbols of assembly.
    let symtab = module.inline_asm.is_empty();
    // The writer states these orders as they are.
    module.provenance.bitcode = Some(BitcodeFile { use_list_orders: Some(true), symtab, wrapper, ..BitcodeFile::default() });
    module
}
