//! Completes modules of texts that use what they do not define (LLVM: `-allow-incomplete-ir`).
use bctk_analysis::{GlobalUses, User};
use bctk_edit::instructions::remove_instructions;
use bctk_ir::body::{Attachment, Body, DbgOperand};
use bctk_ir::entity::{GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::relocate::{Relocation, map_slots};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use hashbrown::HashSet;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Intrinsics whose calls LLVM drops with their metadata, besides those of debug information.
const SCOPE_DECLARATION: &[u8] = b"llvm.experimental.noalias.scope.decl";

/// The function type of each of `globals` that is only called, and always with that type; none for the others
/// (`LLParser::validateEndOfModule`).
///
/// Cost: linear in the operands of the module.
pub fn called_types(module: &Module, globals: &[GlobalId]) -> Vec<Option<TypeId>> {
    let wanted: HashSet<GlobalId> = globals.iter().copied().collect();
    let uses = GlobalUses::new(module, |id| wanted.contains(&id));
    let called = |id: GlobalId, user: &User| {
        let User::Inst(index, place) = *user else { return None };
        let body = module.bodies.get(index as usize)?;
        let (callee, ty) = callee_of(body, *body.insts.get(place.inst.index())?)?;
        (callee == Value::global(id)).then_some(((index, place.inst), ty))
    };
    let of = |&id: &GlobalId| {
        let calls: Vec<_> = uses.of(id).iter().map(|user| called(id, user)).collect::<Option<_>>()?;
        let (_, first) = *calls.first()?;
        // A call that also passes its callee stands here twice.
        let alike = calls.windows(2).all(|pair| pair[0].0 != pair[1].0) && calls.iter().all(|&(_, ty)| ty == first);
        alike.then_some(first)
    };
    globals.iter().map(of).collect()
}

/// The callee of a call and the type of the call.
fn callee_of(body: &Body, inst: Inst) -> Option<(Value, TypeId)> {
    match inst {
        Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => {
            let call = body.call(id)?;
            Some((call.callee, call.fn_ty))
        }
        _ => None,
    }
}

/// Drops the attachments of `unknown` nodes to functions, variables and instructions, and the calls of `llvm.dbg.…` and
/// `llvm.experimental.noalias.scope.decl` with such operands (`LLParser::dropUnknownMetadataReferences`). Returns the nodes that are still
/// used.
///
/// Cost: linear in the module.
pub fn drop_unknown_metadata(module: &mut Module, unknown: &BTreeSet<MdId>) -> BTreeSet<MdId> {
    let known = |attachment: &Attachment| !unknown.contains(&attachment.node);
    for global in &mut module.globals {
        if matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_)) {
            global.attachments.retain(known);
        }
    }
    let droppable: Vec<bool> = module.globals.iter().map(|global| is_droppable(module, global)).collect();
    for body in &mut module.bodies {
        body.function_attachments.retain(known);
        body.attachments.retain(|(_, attachment)| known(attachment));
        drop_locations(body, unknown);
        let is_dropped = |inst: &Inst| {
            let Some((callee, _)) = callee_of(body, *inst) else { return false };
            let mut found = false;
            operands(inst, body, |_, value| found |= matches!(value.kind(), ValueKind::Metadata(id) if unknown.contains(&id)));
            found && matches!(callee.kind(), ValueKind::Global(id) if droppable.get(id.index()) == Some(&true))
        };
        let dropped: Vec<InstId> = (0..).map(InstId::new).zip(&body.insts).filter(|(_, inst)| is_dropped(inst)).map(|(at, _)| at).collect();
        remove_instructions(body, &dropped);
    }
    used(module, unknown)
}

/// Whether calls of it may be dropped. The intrinsics that the text does not declare are declared later.
fn is_droppable(module: &Module, global: &GlobalValue) -> bool {
    let name = module.str(global.name);
    global.place.is_some() && (name.starts_with(b"llvm.dbg.") || name == SCOPE_DECLARATION)
}

/// Takes the unknown locations from the instructions of a body.
fn drop_locations(body: &mut Body, unknown: &BTreeSet<MdId>) {
    if !body.loc_nodes.iter().any(|node| unknown.contains(node)) {
        return;
    }
    let mut kept = Vec::new();
    let mut places = vec![0];
    for node in std::mem::take(&mut body.loc_nodes) {
        let is_known = !unknown.contains(&node);
        kept.extend(is_known.then_some(node));
        places.push(if is_known { kept.len() as u32 } else { 0 });
    }
    body.loc_nodes = kept;
    for loc in &mut body.debug_locs {
        *loc = places.get(*loc as usize).copied().unwrap_or(0);
    }
}

/// Those of the nodes that anything refers to.
fn used(module: &mut Module, nodes: &BTreeSet<MdId>) -> BTreeSet<MdId> {
    let seen = Seen { nodes, found: RefCell::default() };
    for id in (0..module.metadata.items.len()).map(MdId::new) {
        // What refers to a node from itself does not count.
        if !nodes.contains(&id) {
            map_slots(&mut module.metadata, id, &seen);
        }
    }
    let note = |id: MdId| {
        seen.md(id);
    };
    module.metadata.named.iter().flat_map(|named| &named.nodes).for_each(|&id| note(id));
    module.globals.iter().flat_map(|global| &global.attachments).for_each(|attachment| note(attachment.node));
    for body in &module.bodies {
        // The table of calls still has those that were removed, so the instructions count.
        for inst in &body.insts {
            operands(inst, body, |_, value| {
                if let ValueKind::Metadata(id) = value.kind() {
                    note(id);
                }
            });
        }
        for record in &body.dbg_records {
            let mut value = |operand: DbgOperand| {
                if let DbgOperand::Md(id) = operand {
                    note(id);
                }
            };
            record.value.into_iter().for_each(&mut value);
            if let Some(assign) = body.dbg_assign(record) {
                value(assign.address);
                [assign.id, assign.address_expression].into_iter().for_each(note);
            }
            [record.loc, record.variable].into_iter().chain(record.expression.get()).for_each(note);
        }
    }
    seen.found.into_inner()
}

/// Notes references to some nodes.
struct Seen<'s> {
    nodes: &'s BTreeSet<MdId>,
    found: RefCell<BTreeSet<MdId>>,
}

impl Relocation for Seen<'_> {
    fn md(&self, id: MdId) -> Option<MdId> {
        if self.nodes.contains(&id) {
            self.found.borrow_mut().insert(id);
        }
        Some(id)
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}
