//! Gives definitions their GUIDs as metadata (LLVM's pass `AssignGUIDPass`).
use bctk_edit::intern::ModuleIndex;
use bctk_ir::body::Attachment;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::guid::Guids;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// Attaches `!guid` to every function and variable that is defined and has none, if the release does that before it makes a summary.
/// Returns whether the module changed.
pub fn assign_guids(module: &mut Module, llvm: LlvmVersion) -> bool {
    if !llvm.guid_list() {
        return false;
    }
    let guids = Guids::new(module, llvm);
    let is_defined =
        |global: &GlobalValue| matches!(global.kind, GlobalKind::Function(_) | GlobalKind::Variable { .. }) && !global.is_declaration();
    let missing: Vec<(GlobalId, u64)> = module
        .globals
        .iter()
        .enumerate()
        .filter(|(_, global)| is_defined(global) && guids.attached(global).is_none())
        .map(|(at, global)| (GlobalId::new(at), guids.computed(global)))
        .collect();
    let mut index = ModuleIndex::default();
    let is_changed = !missing.is_empty();
    for (id, guid) in missing {
        let kind = index.md_kind(module, b"guid");
        let ty = module.types.intern(Type::Int(u64::BITS));
        let number = index.int(module, u64::BITS, guid);
        let number = index.wrapped(module, ty, number);
        let node = index.tuple(module, &[Some(number)]);
        attach(module, id, Attachment { kind, node });
    }
    is_changed
}

/// Adds an attachment to a definition, in the order of kinds.
fn attach(module: &mut Module, id: GlobalId, attachment: Attachment) {
    let Some(global) = module.globals.get_mut(id.index()) else { return };
    let body = global.function().and_then(|function| function.body);
    let list = match body.and_then(|body| module.bodies.get_mut(body as usize)) {
        Some(body) => {
            // Bitcode keeps the attachments of a function that is defined in its body, text does not.
            body.function_attachments.splice(..0, global.attachments.drain(..));
            body.function_attachments.sort_by_key(|other| other.kind);
            &mut body.function_attachments
        }
        None => &mut global.attachments,
    };
    let at = list.partition_point(|other| other.kind <= attachment.kind);
    list.insert(at, attachment);
}
