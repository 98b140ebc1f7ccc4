//! Hashes of metadata nodes by content, to a fixed depth.
use super::constants::{Constants, Pools};
use super::types::Types;
use super::{DEPTH, Part, short};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;
use std::sync::LazyLock;

/// What of a node counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// All but debug information.
    Code,
    /// The same without texts.
    Shape,
    /// Debug information too.
    Debug,
}

/// Fields that lead from a function to other parts of the program.
const LEFT_OUT: [&str; 11] = [
    "unit",
    "retainedNodes",
    "elements",
    "declaration",
    "templateParams",
    "annotations",
    "vtableHolder",
    "function",
    "variable",
    "extraData",
    "specification",
];

/// The fields of each kind of node that count.
static KEPT: LazyLock<Vec<Vec<&'static DiField>>> = LazyLock::new(|| {
    let kept = |kind: &DiKind| kind.fields().iter().filter(|field| !LEFT_OUT.contains(&field.name)).collect();
    DiKind::ALL.iter().map(kept).collect()
});

/// The hashes of the nodes that were asked for, by id, depth and what counts.
#[derive(Default)]
pub(super) struct Nodes {
    done: HashMap<u64, Option<u64>>,
}

/// What nodes may refer to.
pub(super) struct Tables<'t> {
    pub(super) module: &'t Module,
    pub(super) body: &'t Body,
    pub(super) types: &'t Types,
    pub(super) constants: &'t mut Constants,
    pub(super) local_constants: &'t mut Constants,
}

impl Tables<'_> {
    /// The hash of a value.
    fn value(&mut self, value: Value) -> u64 {
        let (module, types) = (self.module, self.types);
        match value.kind() {
            ValueKind::Const(index) => {
                let pools = Pools { module, types, own: &module.consts, is_local: false };
                self.constants.get(pools, index, None).0.plain
            }
            ValueKind::LocalConst(index) => {
                let pools = Pools { module, types, own: &self.body.consts, is_local: true };
                self.local_constants.get(pools, index, Some(self.constants)).0.plain
            }
            ValueKind::Global(_) => 1,
            _ => 2,
        }
    }

    /// The number of a constant integer.
    fn number(&self, id: MdId) -> Option<u64> {
        let Metadata::Value { value, .. } = self.module.metadata.get(id) else { return None };
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index)?,
            ValueKind::LocalConst(index) => self.body.consts.get(index)?,
            _ => return None,
        };
        constant.kind.number().map(|number| number as u64)
    }
}

impl Nodes {
    /// The hash of a node; none for one that does not count.
    pub(super) fn get(&mut self, tables: &mut Tables<'_>, id: MdId, of: Of) -> Option<u64> {
        self.at(tables, id, DEPTH, of)
    }

    fn at(&mut self, tables: &mut Tables<'_>, id: MdId, depth: u8, of: Of) -> Option<u64> {
        // Locations of instructions differ from function to function and are asked for once.
        let is_kept = depth < DEPTH;
        let key = u64::from(id.0) << 16 | u64::from(depth) << 8 | of as u64;
        if let Some(&known) = self.done.get(&key).filter(|_| is_kept) {
            return known;
        }
        let hash = self.render(tables, id, depth, of);
        if is_kept {
            self.done.insert(key, hash);
        }
        hash
    }

    fn render(&mut self, tables: &mut Tables<'_>, id: MdId, depth: u8, of: Of) -> Option<u64> {
        let module = tables.module;
        let mut out = Part(Vec::with_capacity(128));
        match module.metadata.get(id) {
            Metadata::String(text) => {
                out.byte(1);
                if of != Of::Shape {
                    out.text(module.str(text));
                }
            }
            Metadata::Value { value, .. } => {
                out.byte(2);
                out.hash(tables.value(value));
            }
            Metadata::Tuple { ops, .. } => {
                out.byte(3);
                self.operands(tables, &mut out, module.metadata.lists.get(ops).iter(), depth, of);
            }
            Metadata::Generic { tag, ops, .. } => {
                out.byte(4);
                out.number(u64::from(tag));
                self.operands(tables, &mut out, module.metadata.lists.get(ops).iter(), depth, of);
            }
            Metadata::Node { kind, fields, .. } => {
                if of != Of::Debug {
                    return None;
                }
                out.byte(5);
                out.text(kind.name().as_bytes());
                if kind != DiKind::CompileUnit {
                    self.fields(tables, &mut out, kind, fields, depth);
                }
            }
            Metadata::Expression { start, len, .. } => {
                if of != Of::Debug {
                    return None;
                }
                out.byte(6);
                module.metadata.word_range(start, len).iter().for_each(|&word| out.number(word));
            }
            Metadata::ArgList(_) => out.byte(7),
            Metadata::Missing => out.byte(8),
        }
        Some(short(&out.0))
    }

    fn operands(&mut self, tables: &mut Tables<'_>, out: &mut Part, operands: impl Iterator<Item = Option<MdId>>, depth: u8, of: Of) {
        if depth == 0 {
            return;
        }
        for operand in operands {
            match operand {
                None => out.byte(0),
                Some(id) => {
                    if let Some(hash) = self.at(tables, id, depth - 1, of) {
                        out.byte(1);
                        out.hash(hash);
                    }
                }
            }
        }
    }

    /// The fields of a node of debug information that are not absent.
    fn fields(&mut self, tables: &mut Tables<'_>, out: &mut Part, kind: DiKind, start: u32, depth: u8) {
        let module = tables.module;
        let slots = module.metadata.node_fields(kind, start);
        for field in KEPT.get(kind as usize).into_iter().flatten() {
            let at = usize::from(field.slot);
            let own = slots.get(at..at + field.kind.slots()).unwrap_or(&[]);
            let Some(&first) = own.first().filter(|&&first| first != 0) else { continue };
            match field.kind {
                // Bitcode and assembly state numbers in different ways.
                FieldKind::SizeOrMd | FieldKind::BoundOrMd if number(tables, own).is_some() => {
                    if let Some(number) = number(tables, own).filter(|&number| number != 0 || field.kind == FieldKind::BoundOrMd) {
                        out.text(field.name.as_bytes());
                        out.number(number);
                    }
                }
                FieldKind::ApInt if first > 64 => {
                    out.text(field.name.as_bytes());
                    out.number(u64::from(first));
                    if let [_, start, len] = *own {
                        module.metadata.word_range(start, len).iter().for_each(|&word| out.hash(word));
                    }
                }
                kind if kind.is_reference() => {
                    if let Some(id) = slot_md(first).filter(|_| depth > 0)
                        && let Some(hash) = self.at(tables, id, depth - 1, Of::Debug)
                    {
                        out.text(field.name.as_bytes());
                        out.hash(hash);
                    }
                }
                _ => {
                    out.text(field.name.as_bytes());
                    own.iter().for_each(|&slot| out.number(u64::from(slot)));
                }
            }
        }
    }
}

/// The number in the slots of a size or bound, inline or as a constant.
fn number(tables: &Tables<'_>, slots: &[u32]) -> Option<u64> {
    match *slots {
        [NUMBER, low, high] => Some(u64::from(low) | u64::from(high) << 32),
        [first, ..] => tables.number(slot_md(first)?),
        [] => None,
    }
}
