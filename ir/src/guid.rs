//! GUIDs of global values: stated by `!guid` attachments, or computed from names (LLVM 23, `GlobalValue::getGUIDIfAssigned`).
use crate::body::Attachment;
use crate::entity::GlobalId;
use crate::global::{GlobalKind, GlobalValue};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::strings::Str;
use crate::summary::{global_identifier, guid_of, local_separator};
use crate::value::ValueKind;
use crate::version::LlvmVersion;

/// The GUIDs of a module's global values.
#[derive(Debug)]
pub struct Guids<'m> {
    module: &'m Module,
    /// Number of the metadata kind `guid`.
    kind: Option<u32>,
    source: &'m [u8],
    separator: u8,
}

impl<'m> Guids<'m> {
    /// Those of `module`, as the release `llvm` computes them.
    pub fn new(module: &'m Module, llvm: LlvmVersion) -> Guids<'m> {
        Guids {
            module,
            kind: module.md_kinds.iter().position(|&kind| module.str(kind) == b"guid").map(|at| at as u32),
            source: module.str(module.source_filename.unwrap_or(Str::EMPTY)),
            separator: local_separator(llvm),
        }
    }

    /// The GUID of a global value as LLVM 22 and older compute it: a hash of its name.
    pub fn computed(&self, global: &GlobalValue) -> u64 {
        guid_of(&global_identifier(self.module.str(global.name), global.linkage, self.source, self.separator))
    }

    /// The GUID that is assigned to a global value: by its attachment, or that of its name for declarations, aliases and names that begin with
    /// `llvm.`. Other definitions have none until a pass assigns one.
    pub fn assigned(&self, id: GlobalId) -> Option<u64> {
        let global = self.module.global(id)?;
        let is_computed = match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get().is_none(),
            GlobalKind::Function(function) => function.body.is_none(),
            GlobalKind::Alias { .. } => true,
            GlobalKind::IFunc { .. } => false,
        };
        let by_name = || is_computed || self.module.str(global.name).starts_with(b"llvm.");
        self.attached(global).or_else(|| by_name().then(|| self.computed(global)))
    }

    /// The GUID in the `!guid` attachment of a global value.
    pub fn attached(&self, global: &GlobalValue) -> Option<u64> {
        let kind = self.kind?;
        let of_body = match &global.kind {
            GlobalKind::Function(function) => function.body.and_then(|body| self.module.bodies.get(body as usize)),
            _ => None,
        };
        let of_body = of_body.map_or(&[][..], |body| &body.function_attachments);
        let attachment = global.attachments.iter().chain(of_body).find(|attachment| attachment.kind == kind)?;
        self.number(attachment)
    }

    /// The integer of a node with one.
    fn number(&self, attachment: &Attachment) -> Option<u64> {
        let table = &self.module.metadata;
        let Metadata::Tuple { ops, .. } = table.get(attachment.node) else { return None };
        let Metadata::Value { value, .. } = table.get(table.lists.get(ops).first()??) else { return None };
        let ValueKind::Const(index) = value.kind() else { return None };
        self.module.consts.get(index)?.kind.number().map(|number| number as u64)
    }
}

/// Removes the `!guid` attachment of a global value, which is about the name that it had. Its GUID follows from its name then.
pub fn forget(module: &mut Module, id: GlobalId) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.str(kind) == b"guid") else { return };
    let Some(global) = module.globals.get_mut(id.index()) else { return };
    let is_other = |attachment: &Attachment| attachment.kind != kind as u32;
    global.attachments.retain(is_other);
    let body = global.function().and_then(|function| function.body);
    if let Some(body) = body.and_then(|body| module.bodies.get_mut(body as usize)) {
        body.function_attachments.retain(is_other);
    }
}
