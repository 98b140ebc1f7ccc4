//! Splits modules: reading one as LLVM's tools read the module that they work on, and what its parts need to be written.
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::triple::Triple;
use bctk_ir::version::LlvmVersion;
pub use bctk_split::{MOST_PARTS, Options, Splitter, Unsplit};
use bctk_textual::ParseOptions;
use bctk_transforms::upgrade;

use crate::error::{Error, Result};
use crate::input;
use crate::memory::{self, BlockName};
use crate::modules::{self, Parts};
use crate::translate;

/// Reads the only module of a file as LLVM of the release `llvm` does that works on all of it: from bitcode or text.
///
/// # Errors
/// If it cannot be read, there are several modules, or the release cannot represent it.
pub fn read(path: &Path, bytes: &[u8], llvm: LlvmVersion, read: &ReadOptions, parse: &ParseOptions) -> Result<Module> {
    let name = input::name(path);
    if input::is_assembly(bytes) {
        let mut module = modules::parse_as(bytes, path, llvm, parse)?;
        translate::assembled(&mut module, llvm).map_err(|kind| Error::new(name, kind))?;
        memory::settle(&mut module, llvm);
        return Ok(module);
    }
    let found = modules::read_for(&name, bytes, Parts::All, llvm, read, &mut |_| ())?;
    let mut module = modules::only(found, &name)?;
    memory::settle(&mut module, llvm);
    memory::name_source(&mut module, &input::module_id(path));
    Ok(module)
}

/// Gives a part what it needs to be written as LLVM of the release writes it.
pub fn finish(part: &mut Module, llvm: LlvmVersion) {
    if llvm.verified_kinds() {
        upgrade::register_verified_kinds(part);
    }
    let producer = format!("LLVM{}", llvm.last_release());
    part.provenance.producer = part.strings.push(producer.as_bytes());
    memory::order_new_names(part, llvm, BlockName::First);
    let addresses = bctk_uselist::block_addresses(part);
    for (body, found) in part.bodies.iter_mut().zip(addresses) {
        body.block_addr_users = found.users;
    }
    let wrapper = Triple::parse(part.str(part.triple)).wraps_bitcode();
    let symtab = part.inline_asm.is_empty();
    let file = part.provenance.bitcode.take().unwrap_or_default();
    part.provenance.bitcode = Some(BitcodeFile { use_list_orders: Some(false), symtab, wrapper, ..file });
}
