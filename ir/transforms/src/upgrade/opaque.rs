//! Typed pointers become opaque ones, as LLVM 15 and later read them.
//!
//! Types that differ only in pointees are merged. Constant expressions that only change a pointer's type (casts, `getelementptr` with only
//! zeros) are replaced by the pointer. Intrinsics with pointees in their names are renamed when the module is upgraded, or by
//! [`rename_intrinsics`].
use super::element_types;
use bctk_edit::functions::Functions;
use bctk_edit::globals::GlobalChanges;
use bctk_edit::values::{map_body, map_module};
use bctk_ir::attr_set::Attr;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{lookup, lookup_in};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::unique::unique_wrapped;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;

/// Makes all pointers of `module` opaque. A module without typed pointers is unchanged.
///
/// Source: LLVM 15, opaque pointers in `BitcodeReader` and `ConstantFold.cpp`.
pub fn to_opaque_pointers(module: &mut Module) {
    if !module.types.has_typed_pointers() {
        return;
    }
    rebuild_types(module, false);
    fold(module);
    unique_wrapped(module);
}

/// As [`to_opaque_pointers`], but leaves expressions that have become no-ops to the reader that folds them by its own rules.
pub(super) fn to_opaque_as_read(module: &mut Module) {
    if module.types.has_typed_pointers() {
        rebuild_types(module, false);
        unique_wrapped(module);
    }
}

/// Replaces `x86_mmx` by the vector that LLVM 20 and later use (LLVM 22, `TYPE_CODE_X86_MMX`), and makes pointers opaque.
pub(super) fn replace_mmx(module: &mut Module) {
    if module.types.find(&Type::X86Mmx).is_some() {
        rebuild_types(module, true);
        fold(module);
        unique_wrapped(module);
    }
}

/// Makes types that are the same but for pointees one.
fn rebuild_types(module: &mut Module, replace_mmx: bool) {
    element_types::state(module, None);
    let (types, ids) = rebuilt_types(&module.types, |new, _, ty| match ty {
        Type::TypedPtr { addrspace, .. } => Some(new.intern(Type::Ptr(addrspace))),
        Type::X86Mmx if replace_mmx => {
            let elem = new.intern(Type::Int(64));
            Some(new.intern(Type::Vector { elem, len: 1, scalable: false }))
        }
        _ => None,
    });
    module.types = types;
    let map = |ty: TypeId| ids.get(ty.index()).copied().unwrap_or(ty);
    map_types(module, &map);
}

/// Maximum number of passes over the types. The order in real files takes two.
const TURNS: usize = 64;

/// The table with some types replaced as `replace` says, which are made of nothing else in the table, and the new id of each old type.
pub(crate) fn rebuilt_types(old: &TypeTable, replace: impl Fn(&mut TypeTable, TypeId, Type) -> Option<TypeId>) -> (TypeTable, Vec<TypeId>) {
    let mut new = TypeTable::default();
    let mut ids: Vec<Option<TypeId>> = vec![None; old.len()];
    // Only named structures can contain later types. They get their fields at the end.
    for (id, ty) in old.iter() {
        ids[id.index()] = replace(&mut new, id, ty).or_else(|| match ty {
            Type::Struct { kind: StructKind::Identified | StructKind::Opaque, packed, name, .. } => {
                Some(new.push(Type::Struct { kind: StructKind::Opaque, packed, name, fields: bctk_ir::entity::List::default() }))
            }
            _ => None,
        });
    }
    // Other types follow their components; a file with another order takes another pass.
    for _ in 0..TURNS {
        let mut progress = false;
        for (id, ty) in old.iter() {
            if ids[id.index()].is_none()
                && let Some(found) = rebuilt(old, &mut new, &ids, ty)
            {
                ids[id.index()] = Some(found);
                progress = true;
            }
        }
        if !progress {
            break;
        }
    }
    // The remaining types contain themselves, which is invalid, or have an order that no LLVM writes.
    let void = new.intern(Type::Void);
    let ids: Vec<TypeId> = ids.into_iter().map(|id| id.unwrap_or(void)).collect();
    for (id, ty) in old.iter() {
        if let Type::Struct { kind: StructKind::Identified, packed, fields, .. } = ty {
            let fields: Vec<TypeId> = old.list(fields).iter().map(|field| ids.get(field.index()).copied().unwrap_or(void)).collect();
            new.define_struct(ids[id.index()], packed, &fields);
        }
    }
    (new, ids)
}

/// A type of the new table, once its parts are there.
fn rebuilt(old: &TypeTable, new: &mut TypeTable, ids: &[Option<TypeId>], ty: Type) -> Option<TypeId> {
    let one = |id: TypeId| ids.get(id.index()).copied().flatten();
    let list = |list| old.list(list).iter().map(one).collect::<Option<Vec<TypeId>>>();
    Some(match ty {
        Type::Function { ret, params, vararg } => {
            let (ret, params) = (one(ret)?, list(params)?);
            match new.find_function(ret, &params, vararg) {
                Some(there) => there,
                None => {
                    let params = new.lists.push(&params);
                    new.push(Type::Function { ret, params, vararg })
                }
            }
        }
        Type::Struct { packed, name, fields, .. } => {
            let fields = list(fields)?;
            match new.find_literal(&fields, packed) {
                Some(there) => there,
                None => {
                    let fields = new.lists.push(&fields);
                    new.push(Type::Struct { kind: StructKind::Literal, packed, name, fields })
                }
            }
        }
        Type::TypedPtr { pointee, addrspace } => {
            let pointee = one(pointee)?;
            new.intern(Type::TypedPtr { pointee, addrspace })
        }
        Type::Array { elem, len } => {
            let elem = one(elem)?;
            new.intern(Type::Array { elem, len })
        }
        Type::Vector { elem, len, scalable } => {
            let elem = one(elem)?;
            new.intern(Type::Vector { elem, len, scalable })
        }
        Type::TargetExt { name, types, ints, target } => {
            let types = list(types)?;
            let (types, ints) = (new.lists.push(&types), new.lists.push_iter(old.list(ints)));
            new.push(Type::TargetExt { name, types, ints, target })
        }
        ty => new.intern(ty),
    })
}

/// Replaces every type in the module.
pub(crate) fn map_types(module: &mut Module, map: &(impl Fn(TypeId) -> TypeId + Sync)) {
    for global in &mut module.globals {
        global.value_type = map(global.value_type);
        global.ptr_type = map(global.ptr_type);
    }
    for attr in module.attrs.sets.iter_mut().flatten() {
        if let Attr::Type(_, Some(ty)) = attr {
            *ty = map(*ty);
        }
    }
    for item in &mut module.metadata.items {
        if let Metadata::Value { ty, .. } = item {
            *ty = map(*ty);
        }
    }
    map_pool(&mut module.consts, map);
    module.bodies.par_iter_mut().balanced().for_each(|body| map_types_of(body, map));
}

/// Replaces every type in a body.
pub(crate) fn map_types_of(body: &mut Body, map: &impl Fn(TypeId) -> TypeId) {
    map_pool(&mut body.consts, map);
    body.local_types.iter_mut().for_each(|ty| *ty = map(*ty));
    body.calls.iter_mut().for_each(|call| call.fn_ty = map(call.fn_ty));
    for inst in &mut body.insts {
        if let Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } | Inst::Gep { source: ty, .. } = inst {
            *ty = map(*ty);
        }
    }
}

fn map_pool(pool: &mut ConstPool, map: &impl Fn(TypeId) -> TypeId) {
    for constant in &mut pool.consts {
        constant.ty = map(constant.ty);
        if let ConstKind::Gep { source, .. } = &mut constant.kind {
            *source = map(*source);
        }
    }
    pool.asms.iter_mut().for_each(|asm| asm.fn_ty = map(asm.fn_ty));
}

/// Replaces constant expressions that have become no-ops.
fn fold(module: &mut Module) {
    let of_module = folded(module, &module.consts, false);
    let of_bodies: Vec<Vec<Option<Value>>> = module.bodies.par_iter().balanced().map(|body| folded(module, &body.consts, true)).collect();
    replace_constants(module, &of_module, &of_bodies);
}

/// Replaces constants of the module and of its bodies, in everything that refers to them; a list is empty if it has no replacement.
pub(crate) fn replace_constants(module: &mut Module, of_module: &[Option<Value>], of_bodies: &[Vec<Option<Value>>]) {
    if of_module.is_empty() && of_bodies.iter().all(Vec::is_empty) {
        return;
    }
    let shared = |value: Value| match value.kind() {
        ValueKind::Const(index) => of_module.get(index as usize).copied().flatten().unwrap_or(value),
        _ => value,
    };
    map_module(module, &shared);
    module.provenance.use_orders.retain(|order| shared(order.value) == order.value);
    for (body, own) in module.bodies.iter_mut().zip(of_bodies) {
        let own = |value: Value| match value.kind() {
            // The replacement of an expression may itself be replaced.
            ValueKind::LocalConst(index) => own.get(index as usize).copied().flatten().map_or(value, shared),
            _ => value,
        };
        map_body(body, &own);
        let keep = |order: &UseOrder| own(order.value) == order.value && shared(order.value) == order.value;
        body.provenance.use_orders.retain(keep);
        let (first, end) = body.metadata;
        for item in module.metadata.items.get_mut(first as usize..end as usize).unwrap_or_default() {
            if let Metadata::Value { value, .. } = item {
                *value = own(*value);
            }
        }
    }
}

/// The replacement of each constant in a pool; empty if there are none.
fn folded(module: &Module, pool: &ConstPool, of_body: bool) -> Vec<Option<Value>> {
    let type_of = |value: Value| match value.kind() {
        ValueKind::Global(id) => module.global(id).map(|global| global.ptr_type),
        ValueKind::Const(index) => module.consts.get(index).map(|constant| constant.ty),
        ValueKind::LocalConst(index) if of_body => pool.get(index).map(|constant| constant.ty),
        _ => None,
    };
    let is_zero = |value: Value| {
        let constant = match value.kind() {
            ValueKind::Const(index) => module.consts.get(index),
            ValueKind::LocalConst(index) if of_body => pool.get(index),
            _ => None,
        };
        constant.is_some_and(|constant| constant.kind == ConstKind::Null)
    };
    let step = |index: usize| {
        let constant = pool.consts.get(index)?;
        let base = match constant.kind {
            ConstKind::Cast { op: CastOp::BitCast, value, .. } => value,
            ConstKind::Gep { ops, in_range, .. } if in_range.is_none() => {
                let mut ops = pool.values(ops);
                let base = ops.next()?;
                ops.all(is_zero).then_some(base)?
            }
            _ => return None,
        };
        (type_of(base) == Some(constant.ty)).then_some(base)
    };
    let mut out: Vec<Option<Value>> = (0..pool.consts.len()).map(step).collect();
    if out.iter().all(Option::is_none) {
        return Vec::new();
    }
    let own = |value: Value| match value.kind() {
        ValueKind::LocalConst(index) if of_body => Some(index as usize),
        ValueKind::Const(index) if !of_body => Some(index as usize),
        _ => None,
    };
    // Follows each chain to its end once; a cycle, as only a damaged file has, stays.
    let mut seen = vec![usize::MAX; out.len()];
    let mut chain = Vec::new();
    for index in 0..out.len() {
        let mut at = index;
        while let Some(next) = out[at].and_then(own).filter(|&next| next < out.len() && out[next].is_some()) {
            if seen[at] == index {
                out[at] = None;
                break;
            }
            seen[at] = index;
            chain.push(at);
            at = next;
        }
        let end = out[at];
        chain.drain(..).for_each(|at| out[at] = end);
    }
    out
}

/// Renames intrinsics to match their types, as LLVM `version` names them, and upgrades nothing else. Like LLVM's readers, it declares the
/// new names at the end of the module.
pub fn rename_intrinsics(module: &mut Module, version: LlvmVersion) {
    let mut changes = GlobalChanges::default();
    let mut functions = Functions::default();
    for id in (0..module.globals.len()).map(GlobalId::new) {
        let global = &module.globals[id.index()];
        let name = module.str(global.name);
        let Some(function) = global.function().filter(|_| name.starts_with(b"llvm.")) else { continue };
        // One without types in its name had none at the time. Readers rename what is of older releases alone.
        let known = lookup_in(name, version.max(Feature::UpgradesAll.first())).or_else(|| lookup(name));
        let known = known.filter(|intrinsic| name.len() > b"llvm.".len() + intrinsic.name.len());
        let (attrs, ty) = (function.attrs, global.value_type);
        let Some(wanted) = known.and_then(|intrinsic| intrinsic.mangled_name(module, ty)).filter(|wanted| wanted != name) else { continue };
        let Some(new) = functions.declare(module, &wanted, ty, id) else { continue };
        if let GlobalKind::Function(function) = &mut module.globals[new.index()].kind {
            function.attrs = attrs;
        }
        changes.replaced.push((id, new));
    }
    changes.apply(module);
}
