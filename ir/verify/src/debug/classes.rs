//! What each piece of metadata is, in one byte: most questions about operands need no more, and the bytes of all metadata stay in the cache.
use super::SP_DEFINITION;
use super::walk::is_local_item;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable, TASK};
use bctk_support::parallel::prelude::*;

/// What a piece of metadata is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A specialised node; a `DISubprogram` that is a definition. A location of either form is a [`DiKind::Location`].
    Node(DiKind),
    /// A `DISubprogram` that is no definition.
    Declaration,
    Tuple,
    /// Another node.
    Other,
    /// A value that only one function has.
    Local,
    /// No node.
    Leaf,
}

/// The classes of all metadata of a module.
#[derive(Debug)]
pub(super) struct Classes(Vec<Class>);

impl Classes {
    pub(super) fn of(table: &MetadataTable) -> Classes {
        let class = |item: &Metadata| {
            // Most are nodes.
            if let Metadata::Node { kind, fields, .. } = *item {
                let is_declaration = kind == DiKind::Subprogram
                    && table.node_fields(kind, fields).get(field!(Subprogram.spFlags)).is_none_or(|flags| flags & SP_DEFINITION == 0);
                return match kind {
                    _ if is_declaration => Class::Declaration,
                    DiKind::LongLocation => Class::Node(DiKind::Location),
                    kind => Class::Node(kind),
                };
            }
            match *item {
                Metadata::Tuple { .. } => Class::Tuple,
                Metadata::Generic { .. } | Metadata::Expression { .. } => Class::Other,
                Metadata::Value { .. } if is_local_item(item) => Class::Local,
                _ => Class::Leaf,
            }
        };
        Classes(table.items.par_iter().balanced().with_min_len(TASK).map(class).collect())
    }

    #[inline]
    pub(super) fn get(&self, id: MdId) -> Class {
        self.0.get(id.index()).copied().unwrap_or(Class::Leaf)
    }

    /// The kind of a specialised node.
    #[inline]
    pub(super) fn kind(&self, id: MdId) -> Option<DiKind> {
        match self.get(id) {
            Class::Node(kind) => Some(kind),
            Class::Declaration => Some(DiKind::Subprogram),
            _ => None,
        }
    }

    /// All, by number.
    pub(super) fn all(&self) -> &[Class] {
        &self.0
    }
}
