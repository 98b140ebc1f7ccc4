//! What a pointer pointed to, where an instruction needs it beside a pointer that does not say: `elementtype` (`BitcodeReader::propagateAttributeTypes`,
//! LLVM 22).
use super::intern;
use super::make::{Sets, list_id};
use crate::attr_set::{Attr, AttrIndex, AttrList};
use crate::attrs::AttrKind;
use crate::body::Call;
use crate::constants::{ConstKind, ConstPool};
use crate::entity::{AttrListId, AttrSetId, TypeId};
use crate::inline_asm::indirect_arguments;
use crate::module::Module;
use crate::types::Type;
use crate::value::ValueKind;
use std::collections::HashMap;

/// Intrinsics whose argument has the attribute, by the start of their name, and which argument that is.
const INTRINSICS: [(&str, u32); 10] = [
    ("llvm.preserve.array.access.index", 0),
    ("llvm.preserve.struct.access.index", 0),
    ("llvm.aarch64.ldaxr", 0),
    ("llvm.aarch64.ldxr", 0),
    ("llvm.aarch64.stlxr", 1),
    ("llvm.aarch64.stxr", 1),
    ("llvm.arm.ldaex", 0),
    ("llvm.arm.ldrex", 0),
    ("llvm.arm.stlex", 1),
    ("llvm.arm.strex", 1),
];

/// Gives the arguments of inline assembly and intrinsics, whose pointers are still typed, the type that they point to.
pub(super) fn state(module: &mut Module) {
    let mut changes: Vec<(usize, usize, u32)> = Vec::new();
    let mut params = Vec::new();
    for (body, content) in module.bodies.iter().enumerate() {
        for (call, found) in content.calls.iter().enumerate() {
            params.clear();
            wanting(module, found, &content.consts, &mut params);
            changes.extend(params.iter().map(|&param| (body, call, param)));
        }
    }
    if changes.is_empty() {
        return;
    }
    let mut known = Known::of(module);
    for (body, call, param) in changes {
        let Call { attrs, fn_ty, .. } = module.bodies[body].calls[call];
        let pointee =
            module.types.function(fn_ty).and_then(|(_, params, _)| match module.types.get(TypeId(*params.get(param as usize)?)) {
                Type::TypedPtr { pointee, .. } => Some(pointee),
                _ => None,
            });
        if let Some(pointee) = pointee {
            module.bodies[body].calls[call].attrs = with_element_type(module, attrs, param, pointee, &mut known);
        }
    }
}

/// The parameters of a call that are to have an element type.
fn wanting(module: &Module, call: &Call, own: &ConstPool, params: &mut Vec<u32>) {
    let (pool, index) = match call.callee.kind() {
        ValueKind::Global(id) => {
            let name = module.global(id).map_or(&[][..], |global| module.str(global.name));
            if name.starts_with(b"llvm.") {
                let is = |start: &str| name.strip_prefix(start.as_bytes()).is_some_and(|rest| rest.is_empty() || rest[0] == b'.');
                params.extend(INTRINSICS.iter().filter(|(start, _)| is(start)).map(|row| row.1));
            }
            return;
        }
        ValueKind::Const(index) => (&module.consts, index),
        ValueKind::LocalConst(index) => (own, index),
        _ => return,
    };
    if let Some(ConstKind::InlineAsm(asm)) = pool.get(index).map(|constant| constant.kind)
        && let Some(asm) = pool.asms.get(asm as usize)
    {
        params.extend(indirect_arguments(pool.bytes.get(asm.constraints)));
    }
}

/// The attribute sets and lists of a module, each the first of several that are equal.
struct Known {
    sets: Sets,
    lists: HashMap<AttrList, AttrListId>,
}

impl Known {
    fn of(module: &Module) -> Known {
        let (sets, lists) = (module.attrs.sets.iter().enumerate(), module.attrs.lists.iter().enumerate());
        Known {
            sets: sets.rev().map(|(at, set)| (set.clone(), AttrSetId::new(at))).collect(),
            lists: lists.rev().map(|(at, list)| (list.clone(), AttrListId::new(at))).collect(),
        }
    }
}

fn with_element_type(module: &mut Module, list: AttrListId, param: u32, ty: TypeId, known: &mut Known) -> AttrListId {
    let index = AttrIndex::Param(param);
    let mut set = module.attrs.set_at(list, index).map_or_else(Vec::new, |set| module.attrs.set(set).to_vec());
    if set.iter().any(|attr| matches!(attr, Attr::Type(AttrKind::ELEMENTTYPE, Some(_)))) {
        return list;
    }
    set.retain(|attr| attr.kind() != Some(AttrKind::ELEMENTTYPE));
    set.push(Attr::Type(AttrKind::ELEMENTTYPE, Some(ty)));
    let id = intern(module, set, &mut known.sets);
    let mut positions: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    positions.retain(|&(at, _)| at != index);
    positions.push((index, id));
    positions.sort();
    *known.lists.entry(positions).or_insert_with_key(|positions| list_id(module, positions.clone()))
}
