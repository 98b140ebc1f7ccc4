//! Splits modules: reading one as LLVM's tools read the module that they work on, and what its parts need to be written.
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_bitcode::write::{HashOrder, NameTable};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::triple::Triple;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
pub use bctk_split::{MOST_PARTS, Options, Splitter, Unsplit};
use bctk_support::parallel::prelude::*;
use bctk_textual::ParseOptions;
use bctk_transforms::upgrade;

use crate::concat;
use crate::error::{Error, ErrorKind, Result};
use crate::input;
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
        concat::settle(&mut module, llvm);
        return Ok(module);
    }
    let mut found = modules::read_for(&name, bytes, Parts::All, llvm, read, &mut |_| ())?;
    match (found.pop(), found.is_empty()) {
        (Some(mut module), true) => {
            concat::settle(&mut module, llvm);
            concat::name_source(&mut module, &input::module_id(path));
            Ok(module)
        }
        _ => Err(Error::new(name, ErrorKind::Modules("Expected a single module".into()))),
    }
}

/// Gives a part what it needs to be written as LLVM of the release writes it.
pub fn finish(part: &mut Module, llvm: LlvmVersion) {
    if llvm.verified_kinds() {
        upgrade::register_verified_kinds(part);
    }
    let producer = format!("LLVM{}", llvm.last_release());
    part.provenance.producer = part.strings.push(producer.as_bytes());
    let table = NameTable::of(llvm);
    part.bodies.par_iter_mut().balanced().for_each(|body| {
        let order = names_of(body, table);
        body.provenance.names_order = order;
    });
    let addresses = bctk_uselist::block_addresses(part);
    for (body, found) in part.bodies.iter_mut().zip(addresses) {
        body.block_addr_users = found.users;
    }
    let wrapper = Triple::parse(part.str(part.triple)).wraps_bitcode();
    let symtab = part.inline_asm.is_empty();
    let file = part.provenance.bitcode.take().unwrap_or_default();
    part.provenance.bitcode = Some(BitcodeFile { use_list_orders: Some(false), symtab, wrapper, ..file });
}

/// The named values of a body in the order that they have in LLVM's table after copying: arguments, then each block before its instructions.
fn names_of(body: &Body, table: NameTable) -> Vec<Value> {
    let mut names = HashOrder::new(table);
    let mut values = Vec::new();
    let mut add = |value: Value, name: &[u8]| {
        if !name.is_empty() {
            names.add(name);
            values.push(value);
        }
    };
    for arg in 0..body.args {
        add(Value::local(arg), body.local_name(arg));
    }
    for (at, block) in body.blocks.iter().enumerate() {
        add(Value::block(BlockId::new(at)), body.block_name(BlockId::new(at)));
        for inst in (block.first.index()..block.end.index()).map(InstId::new) {
            if let Some(local) = body.result(inst) {
                add(Value::local(local), body.local_name(local));
            }
        }
    }
    names.order().filter_map(|at| values.get(at as usize).copied()).collect()
}
