//! What the versions of LLVM do differently with lists of uses.
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// What a simulation goes by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    /// Whether plain data has lists of uses, too, as it had before LLVM 21.
    pub(super) data_is_used: bool,
    /// Whether `blockaddress` uses the function.
    pub(super) functions_are_used: bool,
    /// Whether the reader makes all constants when it reads their block, not when they are used first: until LLVM 14.
    pub(super) makes_all: bool,
    /// Whether what upgrades made ([`bctk_ir::provenance::Late`]) comes after all else.
    pub(super) upgrades: bool,
}

impl Forms {
    /// Those of the LLVM that reads the module's file to print it.
    pub(super) fn to_print(module: &Module) -> Self {
        Self { upgrades: false, ..Self::of(module.llvm_version()) }
    }

    /// Those of the newest LLVM, which writes bitcode.
    pub(super) fn to_write() -> Self {
        Self::of(LlvmVersion::NEWEST)
    }

    fn of(version: LlvmVersion) -> Self {
        Self {
            data_is_used: !version.constants_without_use_lists(),
            functions_are_used: !version.block_address_uses_block(),
            makes_all: !version.forward_placeholders(),
            upgrades: true,
        }
    }
}
