//! Views of debug information and other metadata.
use super::name_str;
use crate::entity::MdId;
use crate::metadata::di::{DiKind, FieldKind, NUMBER};
use crate::metadata::dwarf::Tag;
use crate::metadata::ends::{Ends, Step};
use crate::metadata::{Metadata, slot_md};
use crate::module::Module;
use crate::types::Type;
use crate::value::ValueKind;
use std::borrow::Cow;

/// The debug information of a module.
#[derive(Clone, Copy, Debug)]
pub struct DebugInfoView<'m> {
    pub(super) module: &'m Module,
}

impl<'m> DebugInfoView<'m> {
    /// The nodes of one kind, in the order of the table.
    pub fn nodes(&self, wanted: DiKind) -> impl Iterator<Item = NodeView<'m>> + use<'m> {
        let module = self.module;
        let is_wanted = move |id: &MdId| matches!(module.metadata.get(*id), Metadata::Node { kind, .. } if kind == wanted);
        (0..module.metadata.items.len()).map(MdId::new).filter(is_wanted).map(move |id| NodeView::new(module, id))
    }

    /// The compile units.
    pub fn compile_units(&self) -> impl Iterator<Item = NodeView<'m>> + use<'m> {
        self.nodes(DiKind::CompileUnit)
    }

    /// The subprograms, declarations among them.
    pub fn subprograms(&self) -> impl Iterator<Item = NodeView<'m>> + use<'m> {
        self.nodes(DiKind::Subprogram)
    }

    /// Structures, unions, classes, arrays and enumerations.
    pub fn composite_types(&self) -> impl Iterator<Item = NodeView<'m>> + use<'m> {
        self.nodes(DiKind::CompositeType)
    }
}

/// A metadata node: a node of debug information with named fields, or a tuple.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'m> {
    module: &'m Module,
    id: MdId,
}

impl<'m> NodeView<'m> {
    /// The view of metadata.
    pub(super) fn new(module: &'m Module, id: MdId) -> Self {
        NodeView { module, id }
    }

    /// Its id.
    pub fn id(&self) -> MdId {
        self.id
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// It as the model has it.
    pub fn metadata(&self) -> Metadata {
        self.module.metadata.get(self.id)
    }

    /// The kind of a node of debug information.
    pub fn kind(&self) -> Option<DiKind> {
        match self.metadata() {
            Metadata::Node { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// The name of the kind, such as `DISubprogram`; empty for a tuple.
    pub fn kind_name(&self) -> &'static str {
        self.kind().map_or("", DiKind::name)
    }

    /// Whether it is `distinct`.
    pub fn is_distinct(&self) -> bool {
        matches!(
            self.metadata(),
            Metadata::Tuple { distinct: true, .. } | Metadata::Node { distinct: true, .. } | Metadata::Generic { distinct: true, .. }
        )
    }

    /// The kind of a field and its slots.
    fn slots(&self, name: &str) -> Option<(FieldKind, &'m [u32])> {
        let Metadata::Node { kind, fields, .. } = self.metadata() else { return None };
        let field = kind.field(name)?;
        let at = usize::from(field.slot);
        self.module.metadata.node_fields(kind, fields).get(at..at + field.kind.slots()).map(|slots| (field.kind, slots))
    }

    /// The metadata that a field refers to. Fields have the names that assembly gives them.
    pub fn node(&self, field: &str) -> Option<NodeView<'m>> {
        let (kind, slots) = self.slots(field)?;
        let slot = *slots.first().filter(|&&slot| kind.is_reference() && slot != NUMBER)?;
        slot_md(slot).map(|id| NodeView::new(self.module, id))
    }

    /// A string field; none if the node has no such field, or states nothing.
    pub fn text(&self, field: &str) -> Option<Cow<'m, str>> {
        self.node(field)?.as_text()
    }

    /// The bytes of a string field, which need not be UTF-8.
    pub fn bytes(&self, field: &str) -> Option<&'m [u8]> {
        self.node(field)?.as_bytes()
    }

    /// A numeric field: a line, size, flag or word of DWARF. A truth value is 0 or 1. Numbers with a sign are extended.
    pub fn number(&self, field: &str) -> Option<i64> {
        let (kind, slots) = self.slots(field)?;
        let wide = |low: u32, high: u32| (u64::from(low) | u64::from(high) << 32) as i64;
        match (kind, slots) {
            (FieldKind::U64, &[low, high]) => Some(wide(low, high)),
            (FieldKind::SizeOrMd | FieldKind::BoundOrMd, &[NUMBER, low, high]) => Some(wide(low, high)),
            (FieldKind::SizeOrMd, &[0, ..]) => Some(0),
            (FieldKind::SizeOrMd | FieldKind::BoundOrMd, _) => self.node(field)?.as_int(),
            (FieldKind::ApInt, &[width @ ..=64, low, high]) => {
                let unused = 64 - width.clamp(1, 64);
                Some(wide(low, high) << unused >> unused)
            }
            (FieldKind::OptU32 | FieldKind::OptEnumKind, &[slot]) => slot.checked_sub(1).map(i64::from),
            (FieldKind::I32, &[slot]) => Some(i64::from(slot as i32)),
            (kind, &[slot]) if !kind.is_reference() => Some(i64::from(slot)),
            _ => None,
        }
    }

    /// The elements of the tuple that a field refers to; null ones are left out.
    pub fn elements(&self, field: &str) -> Vec<NodeView<'m>> {
        self.node(field).map_or_else(Vec::new, |tuple| tuple.operands().into_iter().flatten().collect())
    }

    /// The operands of a tuple.
    pub fn operands(&self) -> Vec<Option<NodeView<'m>>> {
        match self.metadata() {
            Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => {
                self.module.metadata.lists.get(ops).iter().map(|id| id.map(|id| NodeView::new(self.module, id))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The text of a metadata string.
    pub fn as_text(&self) -> Option<Cow<'m, str>> {
        self.as_bytes().map(name_str)
    }

    /// The bytes of a metadata string.
    pub fn as_bytes(&self) -> Option<&'m [u8]> {
        match self.metadata() {
            Metadata::String(text) => Some(self.module.str(text)),
            _ => None,
        }
    }

    /// The number of a constant integer as metadata, if it has at most 64 bits.
    pub fn as_int(&self) -> Option<i64> {
        let Metadata::Value { ty, value } = self.metadata() else { return None };
        let ValueKind::Const(index) = value.kind() else { return None };
        match (self.module.consts.get(index)?.kind, self.module.types.get(ty)) {
            (crate::constants::ConstKind::Null, Type::Int(_)) => Some(0),
            (crate::constants::ConstKind::Int(number), Type::Int(_)) => Some(number),
            _ => None,
        }
    }

    /// The field `name`; empty if it has none.
    pub fn name(&self) -> Cow<'m, str> {
        self.text("name").unwrap_or_default()
    }

    /// The DWARF tag of a type: its field `tag`, or the only one that its kind has.
    pub fn tag(&self) -> Option<Tag> {
        self.number("tag").map(|tag| Tag(tag as _))
    }

    /// Its file (`DIFile`): itself, the field `file`, or that of its nearest scope with one.
    pub fn file(&self) -> Option<NodeView<'m>> {
        let has_file = |id: MdId| match NodeView::new(self.module, id) {
            node if node.kind() == Some(DiKind::File) || node.node("file").is_some() => Step::End(Some(id)),
            node => node.node("scope").map_or(Step::End(None), |scope| Step::Next(scope.id)),
        };
        let found = NodeView::new(self.module, Ends::default().end(&self.module.metadata, self.id, has_file)?);
        if found.kind() == Some(DiKind::File) { Some(found) } else { found.node("file") }
    }

    /// The path of its [`file`](NodeView::file).
    pub fn path(&self) -> Option<String> {
        let file = self.file()?;
        let (name, directory) = (file.text("filename")?, file.text("directory").unwrap_or_default());
        Some(match name.starts_with('/') || directory.is_empty() {
            true => name.into_owned(),
            false => format!("{directory}/{name}"),
        })
    }
}

/// A debug location (`DILocation`).
#[derive(Clone, Copy, Debug)]
pub struct LocationView<'m> {
    module: &'m Module,
    id: MdId,
}

impl<'m> LocationView<'m> {
    /// The view of a location.
    pub(super) fn new(module: &'m Module, id: MdId) -> Self {
        LocationView { module, id }
    }

    /// The id of its node.
    pub fn id(&self) -> MdId {
        self.id
    }

    fn slots(&self) -> [u32; 4] {
        self.module.metadata.location(self.id).and_then(|slots| slots.get(..4)?.try_into().ok()).unwrap_or_default()
    }

    /// The line; 0 for none.
    pub fn line(&self) -> u32 {
        self.slots()[0]
    }

    /// The column; 0 for none.
    pub fn column(&self) -> u32 {
        self.slots()[1]
    }

    /// The scope: a subprogram or a block in one.
    pub fn scope(&self) -> Option<NodeView<'m>> {
        slot_md(self.slots()[2]).map(|id| NodeView::new(self.module, id))
    }

    /// The call into which the code was inlined.
    pub fn inlined_at(&self) -> Option<LocationView<'m>> {
        slot_md(self.slots()[3]).map(|id| LocationView::new(self.module, id))
    }

    /// This location, the call into which it was inlined, the call into which that was inlined, and so on. A chain that damage has closed to
    /// a circle ends.
    pub fn inlined_chain(&self) -> impl Iterator<Item = LocationView<'m>> + use<'m> {
        let most = self.module.metadata.items.len();
        std::iter::successors(Some(*self), |location| location.inlined_at()).take(most)
    }

    /// The subprogram that its scope is in.
    pub fn subprogram(&self) -> Option<NodeView<'m>> {
        let step = |id: MdId| match NodeView::new(self.module, id) {
            node if node.kind() == Some(DiKind::Subprogram) => Step::End(Some(id)),
            node => node.node("scope").map_or(Step::End(None), |scope| Step::Next(scope.id)),
        };
        let found = Ends::default().end(&self.module.metadata, self.scope()?.id, step)?;
        Some(NodeView::new(self.module, found))
    }

    /// The path of the source file.
    pub fn path(&self) -> Option<String> {
        self.scope()?.path()
    }
}

impl std::fmt::Display for LocationView<'_> {
    /// `path:line:column`, as a compiler says it; without the column if there is none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path();
        write!(f, "{}:{}", path.as_deref().unwrap_or("<unknown>"), self.line())?;
        match self.column() {
            0 => Ok(()),
            column => write!(f, ":{column}"),
        }
    }
}
