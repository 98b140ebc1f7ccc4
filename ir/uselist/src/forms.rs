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
    /// Whether the reader sets the operands of one function after those of another; until LLVM 13, those of one kind.
    pub(super) function_by_function: bool,
    /// Whether the writer sorts several uses by one global value by their operand numbers; LLVM 13 and older take them for equal.
    pub(super) sorts_operands: bool,
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
            function_by_function: version.function_by_function(),
            sorts_operands: version.function_by_function(),
            upgrades: true,
        }
    }
}
