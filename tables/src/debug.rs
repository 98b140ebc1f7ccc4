//! What debug information says: locations with what they were inlined into, subprograms, files.
use crate::rows::Place;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::MdId;
use bctk_ir::global::GlobalValue;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;

/// How many scopes around a location are looked at, and how many inlined calls: a damaged module may have a circle of them.
const MAX_SCOPES: usize = 256;

/// A location: `DILocation` with the names of its scopes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Location<'m> {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) is_implicit: bool,
    pub(crate) scope: Scope<'m>,
    inlined_at: Option<MdId>,
}

/// What is around a location.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scope<'m> {
    pub(crate) function: Option<&'m [u8]>,
    pub(crate) linkage_name: Option<&'m [u8]>,
    pub(crate) function_line: u32,
    pub(crate) file: Option<&'m [u8]>,
    pub(crate) directory: Option<&'m [u8]>,
}

/// A field with a number in one slot.
pub(crate) fn number(module: &Module, id: MdId, of: DiKind, name: &str) -> Option<u32> {
    let Metadata::Node { kind, fields, .. } = module.metadata.get(id) else { return None };
    let field = of.fields().get(of.field_index(name)).filter(|_| kind == of)?;
    module.metadata.node_fields(kind, fields).get(usize::from(field.slot)).copied()
}

/// A field that refers to metadata.
pub(crate) fn reference(module: &Module, id: MdId, of: DiKind, name: &str) -> Option<MdId> {
    number(module, id, of, name).and_then(slot_md)
}

/// A field with a text.
pub(crate) fn text<'m>(module: &'m Module, id: MdId, of: DiKind, name: &str) -> Option<&'m [u8]> {
    match module.metadata.get(reference(module, id, of, name)?) {
        Metadata::String(text) => Some(module.str(text)).filter(|text| !text.is_empty()),
        _ => None,
    }
}

fn kind_of(module: &Module, id: MdId) -> Option<DiKind> {
    match module.metadata.get(id) {
        Metadata::Node { kind, .. } => Some(kind),
        _ => None,
    }
}

/// The field `scope` or `file` of any node.
fn of_any(module: &Module, id: MdId, name: &str) -> Option<MdId> {
    reference(module, id, kind_of(module, id)?, name)
}

/// What is around a scope: the file of the innermost node that has one, and the subprogram.
fn scope(module: &Module, start: MdId) -> Scope<'_> {
    let mut found = Scope::default();
    let mut next = Some(start);
    for _ in 0..MAX_SCOPES {
        let Some(id) = next else { break };
        let Some(kind) = kind_of(module, id) else { break };
        if let Some(file) = of_any(module, id, "file").filter(|_| found.file.is_none()) {
            found.file = text(module, file, DiKind::File, "filename");
            found.directory = text(module, file, DiKind::File, "directory");
        }
        if kind == DiKind::Subprogram {
            found.function = text(module, id, kind, "name");
            found.linkage_name = text(module, id, kind, "linkageName");
            found.function_line = number(module, id, kind, "line").unwrap_or(0);
            break;
        }
        next = of_any(module, id, "scope");
    }
    found
}

/// A location node.
pub(crate) fn location(module: &Module, id: MdId) -> Option<Location<'_>> {
    let [line, column, at, inlined_at, implicit, ..] = module.metadata.location_slots(module.metadata.get(id))?;
    Some(Location {
        line,
        column,
        is_implicit: implicit != 0,
        scope: slot_md(at).map(|id| scope(module, id)).unwrap_or_default(),
        inlined_at: slot_md(inlined_at),
    })
}

impl<'m> Location<'m> {
    /// The calls that the code was inlined at, innermost first.
    pub(crate) fn inlined_at(&self, module: &'m Module) -> impl Iterator<Item = Place<'m>> + use<'m> {
        let mut next = self.inlined_at;
        std::iter::from_fn(move || {
            let at = location(module, next?)?;
            next = at.inlined_at;
            Some(Place { function: at.scope.function, file: at.scope.file, line: at.line, column: at.column })
        })
        .take(MAX_SCOPES)
    }
}

/// The number of the metadata kind of this name.
pub(crate) fn kind_number(module: &Module, name: &[u8]) -> Option<u32> {
    module.md_kinds.iter().position(|&kind| module.str(kind) == name).map(|at| at as u32)
}

/// The subprogram of a function, and what it says.
///
/// `named` is the one that names the function itself, if there is one.
pub(crate) fn subprogram<'m>(
    module: &'m Module,
    global: &GlobalValue,
    body: Option<&Body>,
    dbg: Option<u32>,
    named: Option<MdId>,
) -> Option<Scope<'m>> {
    let own = body.map_or(&[][..], |body| &body.function_attachments);
    let is_debug = |attachment: &&Attachment| Some(attachment.kind) == dbg;
    let node = own.iter().chain(&global.attachments).find(is_debug).map(|attachment| attachment.node).or(named)?;
    (kind_of(module, node) == Some(DiKind::Subprogram)).then(|| scope(module, node))
}
