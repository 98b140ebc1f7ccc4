//! Upgrades of what targets have: intrinsics, annotations, attributes.
pub(crate) mod amdgpu;
pub(crate) mod arm;
pub(crate) mod nvvm;
pub(crate) mod nvvm_annotations;
pub(crate) mod riscv;
pub(crate) mod x86;
