//! Differences between LLVM versions in use-lists.
use bctk_ir::module::Module;

/// The behavior that a simulation follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    /// Whether plain data has use-lists, too, as before LLVM 21.
    pub(super) data_is_used: bool,
    /// Whether `blockaddress` uses the function.
    pub(super) functions_are_used: bool,
    /// Whether `blockaddress` uses the block.
    pub(super) blocks_are_used: bool,
    /// Whether the reader creates all constants when it reads their block, not at their first use: until LLVM 14.
    pub(super) makes_all: bool,
    /// Whether the results of upgrades ([`bctk_ir::provenance::Late`]) come last.
    pub(super) upgrades: bool,
}

impl Forms {
    /// The behavior of the module's release.
    pub(super) fn of(module: &Module) -> Self {
        let version = module.llvm_version();
        Self {
            data_is_used: !version.constants_without_use_lists(),
            functions_are_used: !version.block_address_uses_block(),
            blocks_are_used: !version.block_address_uses_nothing(),
            makes_all: !version.forward_placeholders(),
            upgrades: true,
        }
    }
}
