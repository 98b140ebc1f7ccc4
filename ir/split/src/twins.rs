//! Debug information that a part has twice. LLVM copies what is distinct and all that leads to it, but takes a declared member of a class with
//! an identifier for the original if the class is the same (`isDeclarationOfODRMember`, `isODRMember`). What that one refers to is then the
//! original, too, beside its copy.
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::metadata::flags::SP_DEFINITION;
use bctk_ir::metadata::relocate::{Relocation, reference_slots, relocate};
use bctk_ir::metadata::unique::renumber_body;
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::Value;

/// Calls `f` with all that a piece of metadata refers to.
fn references(table: &MetadataTable, id: usize, f: &mut impl FnMut(MdId)) {
    match table.items[id] {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().for_each(f),
        Metadata::ArgList(ops) => table.lists.get(ops).iter().for_each(f),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            reference_slots(kind).filter_map(|slot| slots.get(slot).and_then(|&slot| slot_md(slot))).for_each(f);
        }
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => {}
    }
}

fn is_distinct(item: Metadata) -> bool {
    matches!(
        item,
        Metadata::Tuple { distinct: true, .. }
            | Metadata::Generic { distinct: true, .. }
            | Metadata::Node { distinct: true, .. }
            | Metadata::Expression { distinct: true, .. }
    )
}

/// Who refers to each piece of metadata.
struct Users {
    ends: Vec<u32>,
    users: Vec<u32>,
}

impl Users {
    fn new(table: &MetadataTable) -> Users {
        let count = table.items.len();
        let mut ends = vec![0u32; count + 1];
        for at in 0..count {
            references(table, at, &mut |id| {
                if id.index() < count {
                    ends[id.index() + 1] += 1;
                }
            });
        }
        for at in 0..count {
            ends[at + 1] += ends[at];
        }
        let mut next = ends.clone();
        let mut users = vec![0; ends[count] as usize];
        for at in 0..count {
            references(table, at, &mut |id| {
                if id.index() < count {
                    users[next[id.index()] as usize] = at as u32;
                    next[id.index()] += 1;
                }
            });
        }
        Users { ends, users }
    }

    /// What is distinct or leads to it, but for what `stays` and all that leads to that alone.
    fn copied(&self, table: &MetadataTable, stays: &[bool]) -> Vec<bool> {
        let mut copied = vec![false; table.items.len()];
        let mut open: Vec<usize> = (0..copied.len()).filter(|&at| is_distinct(table.items[at])).collect();
        open.iter().for_each(|&at| copied[at] = true);
        while let Some(at) = open.pop() {
            for &user in &self.users[self.ends[at] as usize..self.ends[at + 1] as usize] {
                let user = user as usize;
                if !stays.get(user).is_some_and(|&stays| stays) && !std::mem::replace(&mut copied[user], true) {
                    open.push(user);
                }
            }
        }
        copied
    }
}

/// Whether LLVM takes the copy of a declared member for the original: all that tells them apart is the same.
fn stays(table: &MetadataTable, at: usize, copied: &[bool]) -> bool {
    let Metadata::Node { kind, distinct: false, fields } = table.items[at] else { return false };
    let slots = table.node_fields(kind, fields);
    let slot = |name: &str| kind.field(name).and_then(|field| slots.get(usize::from(field.slot)).copied()).unwrap_or(0);
    let same = |id: MdId| copied.get(id.index()) == Some(&false);
    let is_member = match kind {
        DiKind::Subprogram => {
            slot("spFlags") & SP_DEFINITION == 0
                && slot_md(slot("linkageName")).is_some()
                && slot_md(slot("templateParams")).is_none_or(same)
        }
        DiKind::DerivedType => slot("tag") == u32::from(Tag::MEMBER.0) && slot_md(slot("name")).is_some(),
        _ => false,
    };
    let Some(scope) = slot_md(slot("scope")).filter(|_| is_member && copied[at]) else { return false };
    let Some(&Metadata::Node { kind: class @ DiKind::CompositeType, fields, .. }) = table.items.get(scope.index()) else { return false };
    let identifier = class.field("identifier").and_then(|field| table.node_fields(class, fields).get(usize::from(field.slot)).copied());
    same(scope) && identifier.and_then(slot_md).is_some()
}

/// New numbers of what has a twin.
struct Twins(Vec<Option<MdId>>);

impl Twins {
    fn of(&self, id: MdId) -> MdId {
        self.0.get(id.index()).copied().flatten().unwrap_or(id)
    }
}

impl Relocation for Twins {
    fn md(&self, id: MdId) -> Option<MdId> {
        Some(self.of(id))
    }

    fn text(&self, text: Str) -> Str {
        text
    }

    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

/// Gives all code and all lists of the module the copies, and leaves the originals to what stays.
pub(crate) fn separate(module: &mut Module) {
    let table = &module.metadata;
    // Only debug information of C++ has such members.
    if !table.items.iter().any(|item| matches!(item, Metadata::Node { kind: DiKind::CompositeType, .. })) {
        return;
    }
    let count = table.items.len();
    let users = Users::new(table);
    let copied = users.copied(table, &[]);
    let staying: Vec<bool> = (0..count).map(|at| stays(table, at, &copied)).collect();
    let mut open: Vec<usize> = (0..count).filter(|&at| staying[at]).collect();
    if open.is_empty() {
        return;
    }
    let copied = users.copied(table, &staying);
    let mut is_original = staying;
    while let Some(at) = open.pop() {
        references(table, at, &mut |id| {
            if is_original.get(id.index()) == Some(&false) {
                is_original[id.index()] = true;
                open.push(id.index());
            }
        });
    }
    let mut next = count;
    let twins = Twins(
        (0..count)
            .map(|at| {
                let has_twin = is_original[at] && copied[at];
                next += usize::from(has_twin);
                has_twin.then(|| MdId::new(next - 1))
            })
            .collect(),
    );
    let from = table.clone();
    let table = &mut module.metadata;
    for (at, &item) in from.items.iter().enumerate().filter(|&(at, _)| copied[at]) {
        let item = relocate(item, &from, table, &twins);
        match twins.0[at] {
            Some(_) => drop(table.push(item)),
            None => table.items[at] = item,
        }
    }
    for named in &mut table.named {
        named.nodes.iter_mut().for_each(|node| *node = twins.of(*node));
    }
    for attachment in module.globals.iter_mut().flat_map(|global| &mut global.attachments) {
        attachment.node = twins.of(attachment.node);
    }
    module.bodies.iter_mut().for_each(|body| renumber_body(body, |id| twins.of(id)));
}
