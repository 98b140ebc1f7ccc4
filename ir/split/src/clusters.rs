//! Groups of global values that must not be torn apart (LLVM: `findPartitions`).
use crate::queue::{Load, Queue};
use crate::users::Users;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::mangle::{aliasee_object, comdat_of};
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use std::cmp::Reverse;

/// Sets of global values, each with a leader: the one that the set began with.
struct Sets {
    /// Towards the leader.
    parent: Vec<u32>,
    /// Its number among all that were put into sets; none if it is in no set.
    number: Vec<Option<u32>>,
    count: u32,
}

impl Sets {
    fn leader(&mut self, id: GlobalId) -> u32 {
        let mut at = id.0;
        while self.parent[at as usize] != at {
            let next = self.parent[at as usize];
            self.parent[at as usize] = self.parent[next as usize];
            at = next;
        }
        at
    }

    /// Joins the set of `other` to that of `id`, whose leader stays.
    fn join(&mut self, id: GlobalId, other: GlobalId) {
        for id in [id, other] {
            if self.number[id.index()].is_none() {
                self.number[id.index()] = Some(self.count);
                self.count += 1;
            }
        }
        let (leader, joined) = (self.leader(id), self.leader(other));
        self.parent[joined as usize] = leader;
    }
}

/// The order in which LLVM goes through global values.
pub(crate) fn functions_first(module: &Module) -> Vec<GlobalId> {
    let mut order = Vec::with_capacity(module.globals.len());
    let kinds: [fn(&GlobalKind) -> bool; 4] = [
        |kind| matches!(kind, GlobalKind::Function(_)),
        |kind| matches!(kind, GlobalKind::Variable { .. }),
        |kind| matches!(kind, GlobalKind::Alias { .. }),
        |kind| matches!(kind, GlobalKind::IFunc { .. }),
    ];
    for is_kind in kinds {
        order.extend((0..module.globals.len()).map(GlobalId::new).filter(|id| is_kind(&module.globals[id.index()].kind)));
    }
    order
}

/// The part of each global value that is in a group.
pub(crate) fn find(module: &Module, llvm: LlvmVersion, parts: u32) -> Vec<Option<u32>> {
    let count = module.globals.len();
    let is_local = |global: &GlobalValue| global.linkage.is_local() && !global.is_declaration();
    let wanted: Vec<bool> = module.globals.iter().map(is_local).collect();
    let mut users = Users::new(module, &wanted);
    let mut sets = Sets { parent: (0..count as u32).collect(), number: vec![None; count], count: 0 };
    let mut first_member = vec![None; module.comdats.len()];
    for id in functions_first(module) {
        let global = &module.globals[id.index()];
        if global.is_declaration() || matches!(global.kind, GlobalKind::IFunc { .. }) {
            continue;
        }
        if let Some(member) = comdat_of(module, id).and_then(|comdat| first_member.get_mut(comdat.index())) {
            match *member {
                Some(first) => sets.join(first, id),
                None => *member = Some(id),
            }
        }
        if matches!(global.kind, GlobalKind::Alias { .. })
            && let Some(object) = aliasee_object(module, id)
        {
            sets.join(id, object);
        }
        users.each(id, |user| sets.join(id, user));
    }
    let mut members: Vec<Vec<GlobalId>> = vec![Vec::new(); count];
    for id in (0..count).map(GlobalId::new) {
        if sets.number[id.index()].is_some() {
            members[sets.leader(id) as usize].push(id);
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|&leader| !members[leader].is_empty()).collect();
    if llvm.splits_as_met() {
        order.sort_by_key(|&leader| sets.number[leader]);
    } else {
        // The largest come first, and of equal ones that whose leader's name is the greatest.
        let key = |leader: usize| (members[leader].len(), module.str(module.globals[leader].name));
        order.sort_by(|&a, &b| Reverse(key(a)).cmp(&Reverse(key(b))));
    }
    let mut queue = Queue::default();
    (0..parts).for_each(|part| queue.push(Load { part, size: 0 }));
    let mut placement = vec![None; count];
    for leader in order {
        let Some(load) = queue.pop() else { break };
        for id in &members[leader] {
            placement[id.index()] = Some(load.part);
        }
        queue.push(Load { size: load.size + members[leader].len() as u32, ..load });
    }
    placement
}
