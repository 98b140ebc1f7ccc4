//! Switches of loops: since LLVM 24, their name alone says whether a loop is to be vectorized or distributed
//! (`upgradeInstructionLoopAttachment`).
use bctk_edit::intern::{ModuleIndex, constant_type};
use bctk_edit::nodes::{text, tuple};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use hashbrown::HashMap;

/// Names of the switches, on and off. The first had an operand, `i1 true` or `i1 false`.
const SWITCHES: [(&[u8], &[u8]); 2] =
    [(b"llvm.loop.vectorize.enable", b"llvm.loop.vectorize.disable"), (b"llvm.loop.distribute.enable", b"llvm.loop.distribute.disable")];

/// Gives the nodes of loops switches without operands.
pub(super) fn upgrade(module: &mut Module) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"llvm.loop") else { return };
    let mut made = ModuleIndex::default();
    let mut done: HashMap<MdId, MdId> = HashMap::new();
    for body in 0..module.bodies.len() {
        for at in 0..module.bodies[body].attachments.len() {
            let attachment = module.bodies[body].attachments[at].1;
            if attachment.kind as usize != kind {
                continue;
            }
            let known = done.get(&attachment.node).copied();
            let new = known.unwrap_or_else(|| with_new_switches(module, attachment.node, &mut made));
            done.insert(attachment.node, new);
            module.bodies[body].attachments[at].1.node = new;
        }
    }
}

/// Gives all switches the new form, for a translation: LLVM 24 refuses those that the upgrade of loops does not reach.
pub(super) fn upgrade_all(module: &mut Module) {
    let found: Vec<(usize, Switch)> =
        (0..module.metadata.items.len()).filter_map(|at| Some((at, old_switch(module, MdId::new(at))?))).collect();
    let mut made = ModuleIndex::default();
    for (at, switch) in &found {
        let name = switch.new_name(module, &mut made);
        let ops = module.metadata.lists.push(&[Some(name)]);
        module.metadata.items[*at] = Metadata::Tuple { distinct: false, ops };
    }
    if !found.is_empty() {
        unique(module, Which::Equal);
    }
}

/// The node of a loop with such switches: the same if it is distinct.
fn with_new_switches(module: &mut Module, node: MdId, made: &mut ModuleIndex) -> MdId {
    let Metadata::Tuple { distinct, ops } = module.metadata.get(node) else { return node };
    let old: Vec<Option<MdId>> = module.metadata.lists.get(ops).to_vec();
    let mut new = old.clone();
    for operand in &mut new {
        let Some(switch) = operand.and_then(|hint| old_switch(module, hint)) else { continue };
        let name = switch.new_name(module, made);
        *operand = Some(made.tuple(module, &[Some(name)]));
    }
    if new == old {
        return node;
    }
    if !distinct {
        return made.tuple(module, &new);
    }
    for (at, &operand) in new.iter().enumerate() {
        module.metadata.lists.set(ops, at, operand);
    }
    node
}

/// A switch with an operand.
struct Switch {
    name: MdId,
    is_on: bool,
    /// The name for off.
    off: &'static [u8],
}

impl Switch {
    /// The name that says the same alone.
    fn new_name(&self, module: &mut Module, made: &mut ModuleIndex) -> MdId {
        if self.is_on { self.name } else { made.string(module, self.off.to_vec()) }
    }
}

/// The switch of a node, if it has an operand.
fn old_switch(module: &Module, hint: MdId) -> Option<Switch> {
    let [name, value] = tuple(module, hint)?.array()?;
    let name = name?;
    let stated = text(module, name)?;
    let (_, off) = SWITCHES.iter().find(|(on, _)| *on == stated)?;
    let Metadata::Value { value, .. } = module.metadata.get(value?) else { return None };
    let ValueKind::Const(at) = value.kind() else { return None };
    let of = module.consts.get(at)?;
    let is_int = constant_type(module, value).is_some_and(|ty| matches!(module.types.get(ty), Type::Int(_)));
    let is_on = match of.kind {
        ConstKind::Null => false,
        ConstKind::Int(_) | ConstKind::WideInt { .. } => true,
        _ => return None,
    };
    is_int.then_some(Switch { name, is_on, off })
}

/// Gives switches the operand that releases before LLVM 24 look at. Returns how many got one.
pub(crate) fn to_older(module: &mut Module) -> u64 {
    let of_switch = |table: &MetadataTable, item: &Metadata| -> Option<(&'static [u8], bool)> {
        let Metadata::Tuple { ops, .. } = *item else { return None };
        let [Some(name)] = table.lists.get(ops).array()? else { return None };
        let Metadata::String(name) = table.get(name) else { return None };
        let name = module.strings.get(name);
        SWITCHES.iter().find_map(|&(on, off)| (name == on || name == off).then_some((on, name == on)))
    };
    let table = &module.metadata;
    let found: Vec<(usize, &[u8], bool)> = (0..)
        .zip(&table.items)
        .filter_map(|(at, item)| {
            let (name, is_on) = of_switch(table, item)?;
            Some((at, name, is_on))
        })
        .collect();
    let mut made = ModuleIndex::default();
    for &(at, name, is_on) in &found {
        let name = made.string(module, name.to_vec());
        let value = made.md_int(module, 1, u64::from(is_on));
        let new = module.metadata.lists.push(&[Some(name), Some(value)]);
        if let Metadata::Tuple { ops, .. } = &mut module.metadata.items[at] {
            *ops = new;
        }
    }
    if !found.is_empty() {
        unique(module, Which::Equal);
    }
    found.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_edit::intern::{md_int, md_string};

    /// A node with a name and, if any, a value.
    fn node(module: &mut Module, name: &[u8], value: Option<u64>) -> MdId {
        let name = md_string(module, name);
        let value = value.map(|value| Some(md_int(module, 1, value)));
        let operands: Vec<Option<MdId>> = std::iter::once(Some(name)).chain(value).collect();
        module.metadata.uniqued_tuple(&operands)
    }

    fn named(module: &Module, id: Option<MdId>) -> (Vec<u8>, usize) {
        let ops = tuple(module, id.expect("a node")).expect("a tuple");
        (text(module, ops.first().flatten().expect("a name")).expect("a text").to_vec(), ops.len())
    }

    #[test]
    fn there_and_back() {
        let mut module = Module::default();
        let on = node(&mut module, SWITCHES[0].0, Some(1));
        let off = node(&mut module, SWITCHES[1].0, Some(0));
        let other = node(&mut module, b"llvm.loop.unroll.enable", Some(1));
        let list = module.metadata.uniqued_tuple(&[on, off, other].map(Some));
        let new = with_new_switches(&mut module, list, &mut ModuleIndex::default());
        let names =
            |module: &Module, list: MdId| tuple(module, list).expect("a tuple").iter().map(|id| named(module, id)).collect::<Vec<_>>();
        let kept = (b"llvm.loop.unroll.enable".to_vec(), 2);
        assert_eq!(names(&module, new), [(SWITCHES[0].0.to_vec(), 1), (SWITCHES[1].1.to_vec(), 1), kept.clone()]);
        assert_eq!(with_new_switches(&mut module, new, &mut ModuleIndex::default()), new);
        assert_eq!(to_older(&mut module), 2);
        // It is the same as before the upgrade, and the first of equal nodes stays.
        assert_eq!(names(&module, list), [(SWITCHES[0].0.to_vec(), 2), (SWITCHES[1].0.to_vec(), 2), kept]);
        upgrade_all(&mut module);
        assert_eq!(to_older(&mut module), 2);
    }

    #[test]
    fn a_distinct_node_stays() {
        let mut module = Module::default();
        let off = node(&mut module, SWITCHES[0].0, Some(0));
        let ops = module.metadata.lists.push(&[None, Some(off)]);
        let list = module.metadata.push(Metadata::Tuple { distinct: true, ops });
        assert_eq!(with_new_switches(&mut module, list, &mut ModuleIndex::default()), list);
        let hint = tuple(&module, list).and_then(|ops| ops.get(1)).flatten();
        assert_eq!(named(&module, hint), (SWITCHES[0].1.to_vec(), 1));
    }
}
