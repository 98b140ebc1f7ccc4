//! Who uses what: the uses of locals in a body, and those of global values in a module.
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::{GlobalId, InstId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use std::cell::OnceCell;

/// An operand of an instruction that is some value (LLVM `Use`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The instruction.
    pub inst: InstId,
    /// The number of the operand (`Use::getOperandNo`).
    pub operand: u32,
}

/// The uses of the locals of a body by its instructions, in the order of the instructions.
///
/// Cost: time and memory linear in the operands.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    ends: Vec<u32>,
    uses: Vec<Use>,
}

impl Uses {
    /// The uses in `body`. Operands that no local makes are left out.
    pub fn new(body: &Body) -> Uses {
        let mut counts = vec![0u32; body.local_types.len()];
        let each = |f: &mut dyn FnMut(u32, Use)| {
            for (at, inst) in body.insts.iter().enumerate() {
                operands(inst, body, |operand, value| {
                    if let ValueKind::Local(local) = value.kind() {
                        f(local, Use { inst: InstId::new(at), operand });
                    }
                });
            }
        };
        each(&mut |local, _| {
            if let Some(count) = counts.get_mut(local as usize) {
                *count += 1;
            }
        });
        let mut ends = Vec::with_capacity(counts.len());
        let mut next = 0;
        for count in &mut counts {
            let start = next;
            next += *count;
            ends.push(next);
            *count = start;
        }
        let mut uses = vec![Use { inst: InstId(0), operand: 0 }; next as usize];
        each(&mut |local, of| {
            if let Some(slot) = counts.get_mut(local as usize) {
                uses[*slot as usize] = of;
                *slot += 1;
            }
        });
        Uses { ends, uses }
    }

    /// The uses of a local.
    pub fn of(&self, local: u32) -> &[Use] {
        let at = local as usize;
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        let end = self.ends.get(at).copied().unwrap_or(start);
        &self.uses[start as usize..end as usize]
    }
}

/// The uses of the locals of a body, found when somebody asks for the first time.
#[derive(Clone, Debug)]
pub struct LazyUses<'m> {
    body: &'m Body,
    uses: OnceCell<Uses>,
}

impl<'m> LazyUses<'m> {
    /// Those in `body`, once they are asked for.
    pub fn new(body: &'m Body) -> LazyUses<'m> {
        LazyUses { body, uses: OnceCell::new() }
    }

    /// The body.
    pub fn body(&self) -> &'m Body {
        self.body
    }

    /// The uses of a local.
    pub fn of(&self, local: u32) -> &[Use] {
        self.uses.get_or_init(|| Uses::new(self.body)).of(local)
    }
}

/// What uses a global value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum User {
    /// An instruction of the body with this index, and the number of the operand.
    Inst(u32, Use),
    /// A constant of the module, by its index.
    Const(u32),
    /// A constant of the body with this index, by its own index.
    LocalConst(u32, u32),
    /// A global value: as initializer, aliasee, resolver, prefix, prologue or personality.
    Global(GlobalId),
}

/// The direct users of the global values of a module. Users of a constant that contains one are not users of the global value itself.
///
/// Cost: time and memory linear in the operands of the module. Metadata counts for nothing.
#[derive(Clone, Debug, Default)]
pub struct GlobalUses {
    users: Vec<Vec<User>>,
}

impl GlobalUses {
    /// The users in `module` of the global values for which `counts` is true.
    pub fn new(module: &Module, counts: impl Fn(GlobalId) -> bool) -> GlobalUses {
        let wanted: Vec<bool> = (0..module.globals.len()).map(|at| counts(GlobalId::new(at))).collect();
        let mut users = vec![Vec::new(); module.globals.len()];
        let mut note = |value: Value, user: User| {
            if let ValueKind::Global(id) = value.kind()
                && wanted.get(id.index()) == Some(&true)
            {
                users[id.index()].push(user);
            }
        };
        let mut in_pool = |pool: &ConstPool, user: &dyn Fn(u32) -> User| {
            for (at, constant) in pool.consts.iter().enumerate() {
                pool.operands(constant.kind, |value| note(value, user(at as u32)));
            }
        };
        in_pool(&module.consts, &User::Const);
        for (body, found) in module.bodies.iter().enumerate() {
            in_pool(&found.consts, &|at| User::LocalConst(body as u32, at));
        }
        for (at, global) in module.globals.iter().enumerate() {
            let user = User::Global(GlobalId::new(at));
            match &global.kind {
                GlobalKind::Variable { initializer, .. } => initializer.get().into_iter().for_each(|value| note(value, user)),
                GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => note(*value, user),
                GlobalKind::Function(function) => [function.prefix, function.prologue, function.personality]
                    .into_iter()
                    .filter_map(|value| value.get())
                    .for_each(|value| note(value, user)),
            }
        }
        for (body, found) in module.bodies.iter().enumerate() {
            for (at, inst) in found.insts.iter().enumerate() {
                operands(inst, found, |operand, value| {
                    note(value, User::Inst(body as u32, Use { inst: InstId::new(at), operand }));
                });
            }
        }
        GlobalUses { users }
    }

    /// The users of a global value.
    pub fn of(&self, id: GlobalId) -> &[User] {
        self.users.get(id.index()).map_or(&[], Vec::as_slice)
    }
}
