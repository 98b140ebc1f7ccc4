//! Blocks whose addresses are taken: the functions that take them, and the blocks referred to before their function is defined.
use super::blocks::{Addressed, addressed};
use super::constants::Node;
use super::forms::Forms;
use super::memory::{BEFORE, Memory, Positions, UserKind};
use super::sketch::sketch;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;

/// The addresses of the blocks of one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockAddresses {
    /// Functions whose instructions use one of them, directly or in other constants, in the order in which LLVM's writer finds them:
    /// block by block along the use-lists.
    pub users: Vec<GlobalId>,
    /// Blocks whose addresses are taken before the function is defined, unnamed ones first, then by name. LLVM's assembly parser creates
    /// them first.
    pub early: Vec<BlockId>,
}

/// Whether the module contains the address of a block.
pub(super) fn takes_addresses(module: &Module) -> bool {
    let takes = |pool: &ConstPool| pool.consts.iter().any(|c| matches!(c.kind, ConstKind::BlockAddress { .. }));
    takes(&module.consts) || module.bodies.par_iter().balanced().any(|body| takes(&body.consts))
}

/// The users of block addresses of each body; empty if there are none.
pub fn block_addresses(module: &Module) -> Vec<BlockAddresses> {
    if !takes_addresses(module) {
        return Vec::new();
    }
    let mut all = vec![BlockAddresses::default(); module.bodies.len()];
    let Some(positions) = Positions::new(module) else { return all };
    let forms = Forms::of(module);
    let sketches: Vec<_> = module.bodies.par_iter().balanced().map(|body| sketch(module, body, forms)).collect();
    let memory = Memory::new(module, forms, &positions, &sketches);
    // The function of an instruction, by its position.
    let mut owners: Vec<(u32, GlobalId)> = module.functions().filter_map(|(id, _, f)| Some((positions.blocks(f.body?), id))).collect();
    owners.sort_unstable();
    let owner = |position: u32| owners.get(owners.partition_point(|&(first, _)| first <= position).checked_sub(1)?).map(|&(_, id)| id);
    // The address for which each constant was last visited, and the function for which each user was last noted.
    let mut passed: Vec<u32> = vec![u32::MAX; memory.constants.len()];
    let mut noted: Vec<u32> = vec![u32::MAX; module.globals.len()];
    let mut open: Vec<u32> = Vec::new();
    for Addressed { function, body, block, address } in addressed(module, &memory) {
        let Some(found) = all.get_mut(body as usize) else { continue };
        if address.at == BEFORE {
            found.early.push(block);
        }
        open.push(address.constant);
        while let Some(constant) = open.pop() {
            memory.uses(Node::Const(constant), |user, _| match user.kind() {
                UserKind::Inst(position) => {
                    if let Some(user) = owner(position).filter(|&user| user != function)
                        && let Some(slot) = noted.get_mut(user.index()).filter(|slot| **slot != body)
                    {
                        *slot = body;
                        found.users.push(user);
                    }
                }
                UserKind::Const(user) => {
                    if let Some(slot) = passed.get_mut(user as usize).filter(|slot| **slot != address.constant) {
                        *slot = address.constant;
                        open.push(user);
                    }
                }
                UserKind::Global(_) => {}
            });
        }
    }
    for (found, body) in all.iter_mut().zip(&module.bodies) {
        found.early.sort_by(|&a, &b| (body.block_name(a), a).cmp(&(body.block_name(b), b)));
    }
    all
}
