//! A call of an intrinsic of x86 that is replaced.
use crate::upgrade::intrinsics::build::Build;
use bctk_ir::entity::TypeId;
use bctk_ir::value::Value;

/// A call that is replaced.
pub(super) struct Call<'c> {
    /// The name of the intrinsic without `llvm.x86.`.
    pub(super) name: &'c str,
    /// The type of the result.
    pub(super) ret: TypeId,
    pub(super) args: Vec<Value>,
}

impl Call<'_> {
    pub(super) fn arg(&self, at: usize) -> Option<Value> {
        self.args.get(at).copied()
    }

    /// The number that an argument is.
    pub(super) fn number(&self, b: &Build<'_, '_>, at: usize) -> Option<u64> {
        self.arg(at).and_then(|arg| b.up.constant_int(b.site.body, arg))
    }

    /// The value by the mask at `from + 1`, if there is one; masked-out elements are those of the argument before it.
    pub(super) fn masked(&self, b: &mut Build<'_, '_>, value: Value, from: usize) -> Option<Value> {
        match (self.arg(from), self.arg(from + 1)) {
            (Some(other), Some(mask)) => b.mask_select(mask, value, other),
            _ => Some(value),
        }
    }

    /// The name of the intrinsic of today that is called the same.
    pub(super) fn same(&self) -> String {
        format!("x86.{}", self.name)
    }
}
