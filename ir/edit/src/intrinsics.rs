//! The attributes that LLVM's table gives to intrinsics.
use crate::attributes::{Sets, intern_set};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, ConstantRange};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::TypeId;
use bctk_ir::intrinsics::{Intrinsic, IntrinsicAttr};
use bctk_ir::module::Module;
use bctk_ir::types::Type;

/// The attribute list of an intrinsic of type `fn_ty`.
pub fn intrinsic_list(module: &mut Module, intrinsic: Intrinsic, fn_ty: TypeId, sets: &mut Sets) -> AttrList {
    let mut list: AttrList =
        intrinsic_attrs(module, intrinsic, fn_ty).into_iter().map(|(index, set)| (index, intern_set(module, set, sets))).collect();
    list.sort();
    list
}

/// The attributes of an intrinsic of type `fn_ty`.
pub fn intrinsic_attrs(module: &Module, intrinsic: Intrinsic, fn_ty: TypeId) -> Vec<(AttrIndex, AttrSet)> {
    let mut list = Vec::new();
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return list };
    let params: Vec<TypeId> = params.iter().collect();
    let to_attr = |attr: IntrinsicAttr, width: u32| -> Option<Attr> {
        Some(match attr {
            IntrinsicAttr::Enum(kind) => Attr::Enum(AttrKind::from_spelling(kind.as_bytes())?),
            IntrinsicAttr::Int(kind, value) => Attr::Int(AttrKind::from_spelling(kind.as_bytes())?, value),
            IntrinsicAttr::Range(lower, upper) => {
                // Sign-extended from the width, as a range of the file: an upper bound of 2^31 is that of `i32 -2147483648`.
                let unused = 64 - width.clamp(1, 64);
                let words = |bound: i64| {
                    let low = bound << unused >> unused;
                    let above = if low < 0 { u64::MAX } else { 0 };
                    (0..width.div_ceil(64)).map(|i| if i == 0 { low as u64 } else { above }).collect()
                };
                Attr::Range(AttrKind::RANGE, ConstantRange { width, lower: words(lower), upper: words(upper) })
            }
        })
    };
    for (index, attrs) in intrinsic.arg_attrs() {
        let (at, ty) = match index.checked_sub(1) {
            None => (AttrIndex::Return, Some(ret)),
            Some(param) => (AttrIndex::Param(param), params.get(param as usize).copied()),
        };
        let Some(ty) = ty else { continue };
        let width = match module.types.get(module.types.scalar(ty)) {
            Type::Int(width) => width,
            _ => 0,
        };
        let set = attrs.into_iter().filter_map(|a| to_attr(a, width)).collect();
        list.push((at, set));
    }
    let set: AttrSet = intrinsic.function_attrs().filter_map(|a| to_attr(a, 0)).collect();
    if !set.is_empty() {
        list.push((AttrIndex::Function, set));
    }
    list
}
