//! Metadata nodes by content: numbers that are equal for nodes that mean the same, in whichever module they are.
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::hash::mix;
use bctk_support::parallel::prelude::*;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use xxhash_rust::xxh3::xxh3_64;

/// How many steps from a node its content reaches.
const STEPS: usize = 4;

/// Hashes of all metadata of a module, by id.
pub(crate) struct Nodes {
    /// Of what the node itself says, texts included.
    pub(crate) own: Vec<u64>,
    /// With what it refers to, some steps deep.
    pub(crate) all: Vec<u64>,
    /// The same without debug information.
    pub(crate) code: Vec<u64>,
    /// What each refers to; without types, files and units, which are compared for themselves.
    refers: Lists,
    /// Those types, files and units.
    apart: Lists,
}

/// A list of ids for each node, one after the other.
#[derive(Default)]
struct Lists {
    ends: Vec<u32>,
    ids: Vec<u32>,
}

impl Lists {
    fn of(&self, index: usize) -> &[u32] {
        let end = |index: usize| self.ends.get(index).map_or(0, |&end| end as usize);
        let start = index.checked_sub(1).map_or(0, end);
        self.ids.get(start..end(index)).unwrap_or(&[])
    }

    /// Ends the list of a node.
    fn end(&mut self) {
        self.ends.push(self.ids.len() as u32);
    }

    fn append(&mut self, other: Lists) {
        let start = self.ids.len() as u32;
        self.ends.extend(other.ends.into_iter().map(|end| start + end));
        self.ids.extend(other.ids);
    }
}

/// What the nodes of a part of the table say and refer to.
#[derive(Default)]
struct Part {
    own: Vec<u64>,
    is_debug: Vec<bool>,
    refers: Lists,
    apart: Lists,
}

impl Part {
    fn of(source: Source<'_, '_>, ids: std::ops::Range<u32>) -> Part {
        let mut part = Part::default();
        let mut content = Content::default();
        for id in ids {
            content.own.clear();
            content.is_debug = false;
            self::content(source, MdId(id), &mut content);
            part.own.push(xxh3_64(&content.own));
            part.is_debug.push(content.is_debug);
            part.refers.ids.append(&mut content.refers);
            part.apart.ids.append(&mut content.apart);
            part.refers.end();
            part.apart.end();
        }
        part
    }
}

/// Where nodes come from, and whether names and folders of files count.
#[derive(Clone, Copy)]
struct Source<'s, 'm> {
    module: &'s Module,
    tracker: &'s ModuleSlotTracker<'m>,
    paths: bool,
}

/// What a node says and what it refers to.
#[derive(Default)]
struct Content {
    own: Vec<u8>,
    refers: Vec<u32>,
    apart: Vec<u32>,
    is_debug: bool,
}

impl Nodes {
    /// Those of `module`. Without `paths`, files are the same whatever their names and folders are.
    pub(crate) fn new(module: &Module, tracker: &ModuleSlotTracker<'_>, paths: bool) -> Nodes {
        let source = Source { module, tracker, paths };
        let count = module.metadata.items.len() as u32;
        let starts: Vec<u32> = (0..count).step_by(TASK as usize).collect();
        let parts: Vec<Part> = starts.into_par_iter().map(|start| Part::of(source, start..count.min(start + TASK))).collect();
        let mut whole = Part::default();
        for part in parts {
            whole.own.extend(part.own);
            whole.is_debug.extend(part.is_debug);
            whole.refers.append(part.refers);
            whole.apart.append(part.apart);
        }
        let Part { own, is_debug, refers, apart } = whole;
        let hidden: Vec<u64> = own.iter().zip(&is_debug).map(|(&own, &is_debug)| if is_debug { 0 } else { own }).collect();
        let all = reach(&refers, &own, &|_| true);
        let code = reach(&refers, &hidden, &|index| !is_debug.get(index).copied().unwrap_or(true));
        Nodes { own, all, code, refers, apart }
    }

    /// What a node refers to.
    pub(crate) fn refers(&self, id: MdId) -> &[u32] {
        self.refers.of(id.index())
    }

    /// What a node and the lists that it refers to name, by what that says itself.
    pub(crate) fn neighbours<'n>(&'n self, module: &'n Module, id: MdId) -> impl Iterator<Item = u64> + 'n {
        let own = |id: u32| self.own.get(id as usize).copied().unwrap_or(0);
        let listed = move |id: u32| match module.metadata.get(MdId(id)) {
            Metadata::Tuple { .. } => self.refers(MdId(id)),
            _ => &[],
        };
        let all = self.refers(id).iter().chain(self.apart.of(id.index()));
        all.flat_map(move |&id| [own(id)].into_iter().chain(listed(id).iter().map(move |&id| own(id))))
    }
}

/// Nodes that one task looks at.
const TASK: u32 = 1 << 14;

/// Joins the hashes of nodes with those of the nodes that they refer to.
fn reach(refers: &Lists, own: &[u64], follows: &(dyn Fn(usize) -> bool + Sync)) -> Vec<u64> {
    let mut hashes = own.to_vec();
    for _ in 0..STEPS {
        let joined = |index: usize| {
            let own = own.get(index).copied().unwrap_or(0);
            if !follows(index) {
                return own;
            }
            let of = |&id: &u32| hashes.get(id as usize).copied().unwrap_or(0);
            refers.of(index).iter().fold(own, |hash, id| mix(hash, of(id)))
        };
        hashes = (0..own.len()).into_par_iter().map(joined).collect();
    }
    hashes
}

fn content(source: Source<'_, '_>, id: MdId, content: &mut Content) {
    let out = &mut content.own;
    let Source { module, .. } = source;
    let table = &module.metadata;
    match table.get(id) {
        Metadata::String(text) => {
            out.push(1);
            out.extend_from_slice(module.str(text));
        }
        Metadata::Value { value, .. } => {
            out.push(2);
            value_of(source, value, out);
        }
        Metadata::Tuple { ops, distinct } => {
            out.extend([3, u8::from(distinct)]);
            operands(table.lists.get(ops).iter(), content);
        }
        Metadata::Generic { tag, ops, distinct } => {
            out.extend([4, u8::from(distinct)]);
            out.extend(tag.to_le_bytes());
            operands(table.lists.get(ops).iter(), content);
        }
        Metadata::Node { kind, fields, distinct } => {
            out.extend([5, u8::from(distinct)]);
            out.extend_from_slice(kind.name().as_bytes());
            content.is_debug = true;
            node(source, kind, fields, content);
        }
        Metadata::Expression { start, len, .. } => {
            content.is_debug = true;
            out.push(6);
            table.word_range(start, len).iter().for_each(|word| out.extend(word.to_le_bytes()));
        }
        Metadata::ArgList(list) => {
            content.is_debug = true;
            out.push(7);
            content.refers.extend(table.lists.get(list).iter().map(|id| id.0));
        }
        Metadata::Missing => out.push(8),
    }
}

fn operands(operands: impl Iterator<Item = Option<MdId>>, content: &mut Content) {
    for operand in operands {
        content.own.push(u8::from(operand.is_some()));
        content.refers.extend(operand.map(|id| id.0));
    }
}

/// The fields of a specialised node that are not absent.
fn node(source: Source<'_, '_>, kind: DiKind, start: u32, content: &mut Content) {
    let Source { module, paths, .. } = source;
    let slots = module.metadata.node_fields(kind, start);
    for field in kind.fields() {
        let at = usize::from(field.slot);
        let own = slots.get(at..at + field.kind.slots()).unwrap_or(&[]);
        let Some(&first) = own.first().filter(|&&first| first != 0) else { continue };
        if !paths && is_path(kind, field.name) {
            continue;
        }
        let out = &mut content.own;
        match field.kind {
            // Bitcode and assembly state numbers in different ways.
            FieldKind::SizeOrMd | FieldKind::BoundOrMd if number(module, own).is_some() => {
                if let Some(number) = number(module, own).filter(|&number| number != 0 || field.kind == FieldKind::BoundOrMd) {
                    out.extend_from_slice(field.name.as_bytes());
                    out.extend(number.to_le_bytes());
                }
            }
            FieldKind::ApInt if first > 64 => {
                out.extend_from_slice(field.name.as_bytes());
                out.extend(first.to_le_bytes());
                if let [_, start, len] = *own {
                    module.metadata.word_range(start, len).iter().for_each(|word| out.extend(word.to_le_bytes()));
                }
            }
            field_kind if field_kind.is_reference() => {
                let Some(id) = slot_md(first) else { continue };
                out.extend_from_slice(field.name.as_bytes());
                match module.metadata.get(id) {
                    // Texts are part of the node that has them.
                    Metadata::String(text) => {
                        out.push(b'=');
                        out.extend_from_slice(module.str(text));
                        out.push(0);
                    }
                    Metadata::Node { kind: to, .. } if is_apart(to) => content.apart.push(id.0),
                    // A function is itself wherever it is told of.
                    _ if kind == DiKind::Subprogram || is_apart(kind) => content.apart.push(id.0),
                    _ => content.refers.push(id.0),
                }
            }
            _ => {
                out.extend_from_slice(field.name.as_bytes());
                own.iter().for_each(|slot| out.extend(slot.to_le_bytes()));
            }
        }
    }
}

/// Whether nodes of a kind are compared for themselves, and not with each line that they are some steps away from.
fn is_apart(kind: DiKind) -> bool {
    let inside = [
        DiKind::Location,
        DiKind::LongLocation,
        DiKind::LexicalBlock,
        DiKind::LexicalBlockFile,
        DiKind::Subprogram,
        DiKind::LocalVariable,
        DiKind::GlobalVariable,
        DiKind::GlobalVariableExpression,
        DiKind::Label,
        DiKind::AssignID,
    ];
    !inside.contains(&kind)
}

/// Whether a field tells where a source was: its path, or what depends on that.
fn is_path(kind: DiKind, field: &str) -> bool {
    match kind {
        DiKind::File => matches!(field, "filename" | "directory" | "checksum" | "checksumkind" | "source"),
        DiKind::CompileUnit => matches!(field, "splitDebugFilename" | "flags" | "dwoId" | "sysroot"),
        DiKind::Module => matches!(field, "includePath" | "configMacros" | "apinotes"),
        _ => false,
    }
}

/// The number in the slots of a size or bound, inline or as a constant.
fn number(module: &Module, slots: &[u32]) -> Option<u64> {
    if let [NUMBER, low, high] = *slots {
        return Some(u64::from(low) | u64::from(high) << 32);
    }
    let Metadata::Value { value, .. } = module.metadata.get(slot_md(*slots.first()?)?) else { return None };
    let ValueKind::Const(index) = value.kind() else { return None };
    module.consts.get(index)?.kind.number().map(|number| number as u64)
}

/// What tells a value apart, as far as it does not depend on numbers.
fn value_of(source: Source<'_, '_>, value: Value, out: &mut Vec<u8>) {
    let Source { module, tracker, .. } = source;
    let constant = match value.kind() {
        ValueKind::Const(index) => module.consts.get(index),
        ValueKind::Global(id) => {
            out.push(1);
            out.extend_from_slice(module.global(id).map_or(b"", |global| module.str(global.name)));
            return;
        }
        // Those of a body are compared where the body uses them.
        _ => return out.push(2),
    };
    let number = constant.and_then(|constant| Some((constant.kind.number()?, module.types.get(constant.ty))));
    match number {
        Some((number, Type::Int(bits))) => {
            out.push(3);
            out.extend(bits.to_le_bytes());
            out.extend(number.to_le_bytes());
        }
        _ => {
            out.push(4);
            out.extend_from_slice(value.display(tracker).to_string().as_bytes());
        }
    }
}
