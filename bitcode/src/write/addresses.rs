//! Addresses of blocks in a module that was not read from bitcode: who takes them, and which are taken before the function is defined.
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands_by_number;

/// The addresses of the blocks of one body.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    /// Functions that use one of them, block by block, in the order of LLVM's lists of uses: those after the function that is meant, the last first,
    /// then those before it.
    pub(super) users: Vec<GlobalId>,
    /// Blocks whose addresses are taken before the function is defined, sorted by name: LLVM's assembly parser makes them first.
    pub(super) early: Vec<BlockId>,
}

/// By body; empty if no address is taken, or the module is from bitcode, which says so itself.
pub(super) fn find(module: &Module) -> Vec<Addresses> {
    let takes = |pool: &ConstPool| pool.consts.iter().any(|c| matches!(c.kind, ConstKind::BlockAddress { .. }));
    if module.written.is_some() || !(takes(&module.consts) || module.bodies.iter().any(|body| takes(&body.consts))) {
        return Vec::new();
    }
    let body_of = |function: GlobalId| module.globals.get(function.index()).and_then(|global| global.function()?.body);
    let mut addresses = vec![Addresses::default(); module.bodies.len()];
    // Block, whether the user stands after the function, and the user, in order.
    let mut uses: Vec<Vec<(BlockId, bool, GlobalId)>> = vec![Vec::new(); module.bodies.len()];
    for (_, function, block) in of_pool(&module.consts) {
        if let Some(body) = body_of(function) {
            addresses[body as usize].early.push(block);
        }
    }
    for (user, _, function) in module.functions() {
        let Some((index, body)) = function.body.zip(module.body(function)) else { continue };
        for (function, block) in of_body(module, body) {
            let Some(of) = body_of(function) else { continue };
            if of > index {
                addresses[of as usize].early.push(block);
            }
            if function != user {
                uses[of as usize].push((block, of < index, user));
            }
        }
    }
    for ((addresses, mut uses), body) in addresses.iter_mut().zip(uses).zip(&module.bodies) {
        addresses.early.sort_by(|&a, &b| body.block_name(a).cmp(body.block_name(b)));
        addresses.early.dedup();
        uses.reverse();
        let earlier = uses.iter().rev().filter(|(_, after, _)| !after);
        let mut ordered: Vec<_> = uses.iter().filter(|(_, after, _)| *after).chain(earlier).copied().collect();
        ordered.sort_by_key(|&(block, after, _)| (block, !after));
        for (_, _, user) in ordered {
            if !addresses.users.contains(&user) {
                addresses.users.push(user);
            }
        }
    }
    addresses
}

fn of_pool(pool: &ConstPool) -> impl Iterator<Item = (u32, GlobalId, BlockId)> + '_ {
    (0..).zip(&pool.consts).filter_map(|(index, constant)| match constant.kind {
        ConstKind::BlockAddress { function, block } => Some((index, function, block)),
        _ => None,
    })
}

/// The block addresses that the instructions of a body use, also as parts of other constants.
fn of_body(module: &Module, body: &Body) -> Vec<(GlobalId, BlockId)> {
    let mut found = Vec::new();
    let mut open: Vec<Value> = Vec::new();
    let mut seen = (vec![false; module.consts.consts.len()], vec![false; body.consts.consts.len()]);
    for inst in &body.insts {
        operands_by_number(inst, body, |value| open.push(value));
        while let Some(value) = open.pop() {
            let (pool, index, seen) = match value.kind() {
                ValueKind::Const(index) => (&module.consts, index, seen.0.get_mut(index as usize)),
                ValueKind::LocalConst(index) => (&body.consts, index, seen.1.get_mut(index as usize)),
                _ => continue,
            };
            let Some(constant) = pool.get(index) else { continue };
            if seen.is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            if let ConstKind::BlockAddress { function, block } = constant.kind {
                found.push((function, block));
            }
            pool.operands(constant.kind, |operand| open.push(operand));
        }
    }
    found
}
