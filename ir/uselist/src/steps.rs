//! The steps of a linker, as far as they make the order of uses.
use bctk_ir::entity::GlobalId;

/// A step of the linker, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStep {
    /// The next module begins.
    Module,
    /// A function gets its operands and its body.
    Function(GlobalId),
    /// A variable gets its initial value, an alias or an ifunc what it stands for.
    Contents(GlobalId),
    /// The global value replaces one that was there before the module: its uses become those of this one.
    Replace(GlobalId),
}
