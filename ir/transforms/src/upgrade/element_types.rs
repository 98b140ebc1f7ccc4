//! Adds `elementtype` where an instruction needs the pointee type of an opaque pointer (`BitcodeReader::propagateAttributeTypes`, LLVM 22).
use bctk_edit::attributes::{Sets, change_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{AttrListId, TypeId};
use bctk_ir::inline_asm::indirect_arguments;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Intrinsics with this attribute on an argument, by prefix of the name, and the number of the argument.
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

/// Intrinsics that have it since it is an attribute; the others since [`LlvmVersion::element_types_of_accesses`].
const FROM_THE_START: &str = "llvm.preserve.";

/// Adds the pointee type to arguments of inline assembly and intrinsics, to those of the reader of a release or to all; pointers must still
/// be typed.
pub(super) fn state(module: &mut Module, reader: Option<LlvmVersion>) {
    let is_known = AttrKind::ELEMENTTYPE.row().is_some_and(|row| reader.is_none_or(|llvm| row.since <= llvm));
    if !is_known || !module.types.has_typed_pointers() {
        return;
    }
    let mut changes: Vec<(usize, usize, u32)> = Vec::new();
    let mut params = Vec::new();
    for (body, content) in module.bodies.iter().enumerate() {
        for (call, found) in content.calls.iter().enumerate() {
            params.clear();
            wanting(module, found, &content.consts, reader, &mut params);
            changes.extend(params.iter().map(|&param| (body, call, param)));
        }
    }
    if changes.is_empty() {
        return;
    }
    let mut sets = sets_of(module);
    let mut known: HashMap<(AttrListId, u32, TypeId), AttrListId> = HashMap::new();
    for (body, call, param) in changes {
        let Call { attrs, fn_ty, .. } = module.bodies[body].calls[call];
        let pointee = module.types.function(fn_ty).and_then(|(_, params, _)| match module.types.get(params.get(param as usize)?) {
            Type::TypedPtr { pointee, .. } => Some(pointee),
            _ => None,
        });
        if let Some(pointee) = pointee {
            let new = known.entry((attrs, param, pointee)).or_insert_with(|| with_element_type(module, attrs, param, pointee, &mut sets));
            module.bodies[body].calls[call].attrs = *new;
        }
    }
}

/// The parameters of a call that are to have an element type.
fn wanting(module: &Module, call: &Call, own: &ConstPool, reader: Option<LlvmVersion>, params: &mut Vec<u32>) {
    let (pool, index) = match call.callee.kind() {
        ValueKind::Global(id) => {
            let name = module.global(id).map_or(&[][..], |global| module.str(global.name));
            if name.starts_with(b"llvm.") {
                let is = |start: &str| name.strip_prefix(start.as_bytes()).is_some_and(|rest| rest.is_empty() || rest[0] == b'.');
                let of_accesses = reader.is_none_or(LlvmVersion::element_types_of_accesses);
                let wanted = |start: &str| is(start) && (of_accesses || start.starts_with(FROM_THE_START));
                params.extend(INTRINSICS.iter().filter(|(start, _)| wanted(start)).map(|row| row.1));
            }
            return;
        }
        ValueKind::Const(index) => (&module.consts, index),
        ValueKind::LocalConst(index) => (own, index),
        _ => return,
    };
    if let Some(ConstKind::InlineAsm(asm)) = pool.get(index).map(|constant| constant.kind)
        && let Some(asm) = pool.asms.get(asm as usize)
        && reader.is_none_or(LlvmVersion::element_types_of_asm)
    {
        params.extend(indirect_arguments(pool.bytes.get(asm.constraints)));
    }
}

fn with_element_type(module: &mut Module, list: AttrListId, param: u32, ty: TypeId, sets: &mut Sets) -> AttrListId {
    change_set(module, list, AttrIndex::Param(param), sets, |_, set| {
        if !set.iter().any(|attr| matches!(attr, Attr::Type(AttrKind::ELEMENTTYPE, Some(_)))) {
            set.retain(|attr| attr.kind() != Some(AttrKind::ELEMENTTYPE));
            set.push(Attr::Type(AttrKind::ELEMENTTYPE, Some(ty)));
        }
    })
}
