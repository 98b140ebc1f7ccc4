//! Operations of AMDGPU on matrices whose arguments have changed.
use super::begins;
use crate::upgrade::intrinsics::build::Build;
use bctk_edit::attributes::list_id;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::attr_set::{AttrIndex, AttrList};
use bctk_ir::body::Call;
use bctk_ir::intrinsics::lookup_in;

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matrices {
    /// Whether the result is limited is said by an argument; the default is that it is not.
    Unclamped,
    /// The modifiers of the first two (arguments 0 and 2), which must be zero, are gone.
    WithModifiers,
}

/// Operations on matrices whose first two modifiers are gone.
const MATRICES: &[&str] =
    &["bf16.16x16x32.bf16", "bf16f32.16x16x32.bf16", "f16.16x16x32.f16", "f32.16x16x32.bf16", "f32.16x16x32.f16", "f32.16x16x4.f32"];

/// What an intrinsic was, without `amdgcn.`.
pub(super) fn old(name: &str, params: usize) -> Option<Matrices> {
    let is_unclamped = |whole: &str, count| params == count && begins(name, whole);
    if is_unclamped("wmma.i32.16x16x64.iu8", 7) || is_unclamped("swmmac.i32.16x16x128.iu8", 8) {
        return Some(Matrices::Unclamped);
    }
    let rest = name.strip_prefix("wmma.")?;
    (params == 8 && MATRICES.iter().any(|matrix| begins(rest, matrix))).then_some(Matrices::WithModifiers)
}

/// What takes the place of a call.
pub(super) fn replace(b: Build<'_, '_>, name: &str, matrices: Matrices) -> Option<Vec<NewInst>> {
    match matrices {
        Matrices::Unclamped => unclamped(b, name),
        Matrices::WithModifiers => without_modifiers(b, name),
    }
}

/// The call with a last argument that says that the result is not limited.
fn unclamped(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let (ret, mut args) = (b.result()?, b.site.args.clone());
    args.push(b.up.int(1, 0));
    let params = args.iter().map(|&arg| b.ty(arg)).collect::<Option<Vec<_>>>()?;
    let fn_ty = fn_type(b.up.module, ret, &params);
    let intrinsic = lookup_in(&[b"llvm.", name.as_bytes()].concat(), b.up.version)?;
    let callee = b.up.declare_intrinsic(intrinsic, fn_ty, b.old())?;
    let inst = b.up.call(b.site.body, callee, &args, b.site.call)?;
    let value = b.push(ret, inst, "")?;
    b.keep_attachments_of_last();
    b.done(value)
}

/// The call without the two modifiers, otherwise the same. LLVM fails if they are not zero; then the call stays.
fn without_modifiers(b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let (body, ret, args) = (b.site.body, b.result()?, b.site.args.clone());
    if [0, 2].into_iter().any(|at| b.up.constant_int(body, args[at]) != Some(0)) {
        return None;
    }
    let kept = [1, 3, 4, 5, 6, 7].map(|at| args[at]);
    let params = kept.iter().map(|&arg| b.ty(arg)).collect::<Option<Vec<_>>>()?;
    let fn_ty = fn_type(b.up.module, ret, &params);
    let intrinsic = lookup_in(&[b"llvm.", name.as_bytes()].concat(), b.up.version)?;
    let callee = b.up.declare_intrinsic(intrinsic, fn_ty, b.old())?;
    let list: AttrList = b.up.module.attrs.lists.get(b.site.call.attrs.index()).cloned().unwrap_or_default();
    let moved = list.into_iter().filter_map(|(index, set)| match index {
        AttrIndex::Param(0 | 2) => None,
        AttrIndex::Param(1) => Some((AttrIndex::Param(0), set)),
        AttrIndex::Param(at) => Some((AttrIndex::Param(at - 2), set)),
        _ => Some((index, set)),
    });
    let moved: AttrList = moved.collect();
    let attrs = list_id(b.up.module, moved);
    let inst = b.up.call(body, callee, &kept, Call { attrs, ..b.site.call })?;
    Some(vec![NewInst { inst, local: b.site.local, keeps_attachments: true, attachments: Vec::new() }])
}
