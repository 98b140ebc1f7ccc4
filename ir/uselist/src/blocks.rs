//! Blocks whose addresses are taken. The addresses are among their uses.
use super::forms::Forms;
use super::keys::{Key, Keys, key, shuffle};
use super::memory::{Address, LINKED, Memory, Positions};
use super::own::{OwnUses, by_value, stated_for};
use super::sketch::permute;
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::Value;

/// A block whose address is taken.
#[derive(Clone, Copy)]
pub(super) struct Addressed {
    pub(super) function: GlobalId,
    pub(super) body: u32,
    pub(super) block: BlockId,
    pub(super) address: Address,
}

/// All blocks whose addresses are taken, by body and block.
pub(super) fn addressed(module: &Module, memory: &Memory<'_>) -> Vec<Addressed> {
    let mut list: Vec<Addressed> = Vec::new();
    for &address in &memory.addresses {
        let Some((function, block)) = memory.constants.address(address.constant) else { continue };
        let Some(body) = module.global(function).and_then(|g| g.function()).and_then(|f| f.body) else { continue };
        list.push(Addressed { function, body, block, address });
    }
    list.sort_by_key(|a| (a.body, a.block));
    list
}

/// All blocks whose addresses are among their uses.
pub(super) fn address_uses(module: &Module, memory: &Memory<'_>, forms: Forms) -> Vec<Addressed> {
    if forms.blocks_are_used { addressed(module, memory) } else { Vec::new() }
}

/// The uses of a block, latest first: instructions with operand numbers; `None` is the address.
pub(super) fn uses_of_block(
    uses: &OwnUses,
    stated: &[&UseOrder],
    positions: &Positions,
    block: BlockId,
    addressed: Option<&Addressed>,
) -> Vec<Option<(u32, u32)>> {
    let by_insts = uses.of_block(block);
    let is_linked = addressed.is_some_and(|a| a.address.at == LINKED);
    let before =
        addressed.filter(|_| !is_linked).map_or(0, |a| by_insts.partition_point(|&(inst, _)| positions.inst(a.body, inst) < a.address.at));
    let mut list: Vec<Option<(u32, u32)>> = Vec::with_capacity(by_insts.len() + 1);
    list.extend(by_insts[before..].iter().rev().map(|&at| Some(at)));
    // The reader made it before the body; the linker makes it again.
    list.extend(addressed.map(|_| None));
    list.extend(by_insts[..before].iter().rev().map(|&at| Some(at)));
    for stated in stated_for(stated, Value::block(block)) {
        permute(&mut list, &stated.indexes);
    }
    if let Some(at) = list.iter().position(Option::is_none).filter(|_| is_linked) {
        list[..=at].rotate_right(1);
    }
    list
}

/// The orders of the addressed blocks of one body. `is_early` receives the key of a user and the key of the block.
pub(super) fn order_blocks(
    module: &Module,
    keys: &Keys,
    positions: &Positions,
    addressed: &[Addressed],
    is_early: impl Fn(Key, Key) -> bool,
) -> Vec<UseOrder> {
    let Some(body) = addressed.first().and_then(|first| module.bodies.get(first.body as usize)) else { return Vec::new() };
    let uses = OwnUses::new(body);
    let stated = by_value(body);
    let mut orders = Vec::new();
    for addressed in addressed {
        let own = key(positions.blocks(addressed.body), addressed.block.0);
        let by_address = keys.constants.get(addressed.address.constant as usize).copied().unwrap_or(0);
        let list: Vec<(Key, u32)> = uses_of_block(&uses, &stated, positions, addressed.block, Some(addressed))
            .into_iter()
            .map(|found| found.map_or((by_address, 0), |(inst, operand)| (key(positions.inst(addressed.body, inst), u32::MAX), operand)))
            .filter(|found| found.0 != 0)
            .collect();
        let value = Value::block(addressed.block);
        orders.extend(shuffle(&list, |found| is_early(found.0, own)).map(|indexes| UseOrder { value, indexes }));
    }
    orders
}
