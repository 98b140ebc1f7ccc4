//! Block addresses in a module that was not read from bitcode: the functions that take them, and those taken before the function is
//! defined.
use bctk_ir::module::Module;
pub(super) use bctk_uselist::BlockAddresses as Addresses;
use bctk_uselist::block_addresses;

/// By body; empty if no address is taken, or the module is from bitcode, which states them.
pub(super) fn find(module: &Module) -> Vec<Addresses> {
    if module.provenance.bitcode.is_some() && module.described().is_none() { Vec::new() } else { block_addresses(module) }
}
