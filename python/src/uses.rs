//! Who uses a value: found for a function, or for the whole module, when somebody asks for the first time.
use std::collections::HashMap;

use bctk_analysis::{Use, User, Uses};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// Who uses what belongs to a body.
pub(crate) struct BodyUses {
    locals: Uses,
    /// The users of blocks, of constants of the body, and of metadata as operands.
    others: HashMap<Value, Vec<InBody>>,
}

/// A user in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InBody {
    Const(u32),
    Inst(InstId),
}

impl BodyUses {
    pub(crate) fn new(body: &Body) -> BodyUses {
        let mut others: HashMap<Value, Vec<InBody>> = HashMap::new();
        for (at, constant) in body.consts.consts.iter().enumerate() {
            body.consts.operands(constant.kind, |value| {
                if let ValueKind::LocalConst(_) = value.kind() {
                    others.entry(value).or_default().push(InBody::Const(at as u32));
                }
            });
        }
        for (at, inst) in body.insts.iter().enumerate() {
            operands(inst, body, |_, value| {
                if let ValueKind::LocalConst(_) | ValueKind::Block(_) | ValueKind::Metadata(_) = value.kind() {
                    others.entry(value).or_default().push(InBody::Inst(InstId::new(at)));
                }
            });
        }
        BodyUses { locals: Uses::new(body), others }
    }

    /// The users of a value of the body.
    pub(crate) fn of(&self, value: Value) -> Vec<InBody> {
        match value.kind() {
            ValueKind::Local(local) => self.locals.of(local).iter().map(|of| InBody::Inst(of.inst)).collect(),
            _ => self.others.get(&value).cloned().unwrap_or_default(),
        }
    }
}

/// Who uses what belongs to the module.
pub(crate) struct ModuleUses {
    /// The users of global values and of constants of the module.
    users: HashMap<Value, Vec<User>>,
    /// The constants that are addresses of blocks.
    addresses: HashMap<(GlobalId, BlockId), Vec<User>>,
    /// The function of each body.
    functions: Vec<Option<GlobalId>>,
}

impl ModuleUses {
    pub(crate) fn new(module: &Module) -> ModuleUses {
        let mut functions = vec![None; module.bodies.len()];
        for (id, _, function) in module.functions() {
            if let Some(slot) = function.body.and_then(|body| functions.get_mut(body as usize)) {
                *slot = Some(id);
            }
        }
        let mut users: HashMap<Value, Vec<User>> = HashMap::new();
        let mut addresses: HashMap<(GlobalId, BlockId), Vec<User>> = HashMap::new();
        let mut note = |value: Value, user: User| {
            if let ValueKind::Const(_) | ValueKind::Global(_) = value.kind() {
                users.entry(value).or_default().push(user);
            }
        };
        let mut in_pool = |pool: &ConstPool, user: &dyn Fn(u32) -> User| {
            for (at, constant) in pool.consts.iter().enumerate() {
                let user = user(at as u32);
                if let ConstKind::BlockAddress { function, block } = constant.kind {
                    addresses.entry((function, block)).or_default().push(user);
                }
                pool.uses(constant.kind, |value| note(value, user));
            }
        };
        in_pool(&module.consts, &User::Const);
        for (body, found) in module.bodies.iter().enumerate() {
            in_pool(&found.consts, &|at| User::LocalConst(body as u32, at));
        }
        for (at, global) in module.globals.iter().enumerate() {
            global.kind.operands().for_each(|value| note(value, User::Global(GlobalId::new(at))));
        }
        for (body, found) in module.bodies.iter().enumerate() {
            for (at, inst) in found.insts.iter().enumerate() {
                let inst_id = InstId::new(at);
                operands(inst, found, |operand, value| note(value, User::Inst(body as u32, Use { inst: inst_id, operand })));
            }
        }
        ModuleUses { users, addresses, functions }
    }

    /// The users of a global value, or of a constant of the module.
    pub(crate) fn of(&self, value: Value) -> &[User] {
        self.users.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The constants that are the address of a block.
    pub(crate) fn of_address(&self, function: GlobalId, block: BlockId) -> &[User] {
        self.addresses.get(&(function, block)).map_or(&[], Vec::as_slice)
    }

    /// The function of a body.
    pub(crate) fn function(&self, body: u32) -> Option<GlobalId> {
        self.functions.get(body as usize).copied().flatten()
    }
}
