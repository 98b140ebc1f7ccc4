//! What a summary needs of metadata: kinds of attachments, strings and numbers in nodes.
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, InstId, MdId};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::module_flags::module_flag;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Numbers of the kinds of metadata that matter, where the module has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    pub(super) prof: Option<u32>,
    pub(super) callees: Option<u32>,
    pub(super) memprof: Option<u32>,
    pub(super) callsite: Option<u32>,
    pub(super) ty: Option<u32>,
    pub(super) vcall_visibility: Option<u32>,
}

impl Kinds {
    pub(super) fn of(module: &Module) -> Kinds {
        let find = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.str(kind) == name).map(|at| at as u32);
        Kinds {
            prof: find(b"prof"),
            callees: find(b"callees"),
            memprof: find(b"memprof"),
            callsite: find(b"callsite"),
            ty: find(b"type"),
            vcall_visibility: find(b"vcall_visibility"),
        }
    }
}

/// The node of this kind among attachments.
pub(super) fn attached(attachments: &[Attachment], kind: Option<u32>) -> Option<MdId> {
    let kind = kind?;
    attachments.iter().find(|attachment| attachment.kind == kind).map(|attachment| attachment.node)
}

/// The attachments of an instruction.
pub(super) fn attachments(body: &Body, inst: InstId) -> &[(InstId, Attachment)] {
    let all = &body.attachments;
    let start = all.partition_point(|(at, _)| *at < inst);
    let len = all[start..].iter().take_while(|(at, _)| *at == inst).count();
    &all[start..start + len]
}

/// The node of this kind at an instruction.
pub(super) fn attached_to(of_inst: &[(InstId, Attachment)], kind: Option<u32>) -> Option<MdId> {
    let kind = kind?;
    of_inst.iter().find(|(_, attachment)| attachment.kind == kind).map(|(_, attachment)| attachment.node)
}

/// The operands of a tuple; none for another node.
pub(super) fn tuple(module: &Module, node: MdId) -> Option<Vec<Option<MdId>>> {
    match module.metadata.get(node) {
        Metadata::Tuple { ops, .. } => Some(module.metadata.lists.get(ops).to_vec()),
        _ => None,
    }
}

/// A string.
pub(super) fn string(module: &Module, node: Option<MdId>) -> Option<&[u8]> {
    match module.metadata.get(node?) {
        Metadata::String(text) => Some(module.str(text)),
        _ => None,
    }
}

/// The value that a node wraps.
pub(super) fn value(module: &Module, node: Option<MdId>) -> Option<Value> {
    module.metadata.wrapped_value(node?)
}

/// An integer of at most 64 bits, not extended by its sign (`ConstantInt::getZExtValue`).
pub(super) fn number(module: &Module, body: Option<&Body>, node: Option<MdId>) -> Option<u64> {
    integer(module, body, value(module, node)?)
}

/// The same of a value.
pub(super) fn integer(module: &Module, body: Option<&Body>, value: Value) -> Option<u64> {
    let (pool, index) = module.pool_of(body, value)?;
    let constant = pool.get(index)?;
    let Type::Int(width) = module.types.get(constant.ty) else { return None };
    match constant.kind {
        ConstKind::Null if width <= 64 => Some(0),
        ConstKind::Int(number) => Some(if width < 64 { number as u64 & ((1 << width) - 1) } else { number as u64 }),
        _ => None,
    }
}

/// The same, extended by its sign (`ConstantInt::getSExtValue`).
pub(super) fn signed(module: &Module, body: Option<&Body>, value: Value) -> Option<i64> {
    let (pool, index) = module.pool_of(body, value)?;
    pool.get(index)?.kind.number()
}

/// The module flag of this name as a number.
pub(super) fn flag(module: &Module, name: &[u8]) -> Option<u64> {
    number(module, None, module_flag(module, name)?.value)
}

/// The attachments of a function: of its global value, then of its body.
pub(super) fn of_function<'m>(module: &'m Module, id: GlobalId, body: Option<&'m Body>) -> impl Iterator<Item = &'m [Attachment]> {
    let own = module.global(id).map_or(&[][..], |global| &global.attachments);
    [own, body.map_or(&[][..], |body| &body.function_attachments)].into_iter()
}
