//! Who uses a value: found for a function, or for the whole module, when somebody asks for the first time.
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use bctk_analysis::{Use, User, Uses};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use pyo3::prelude::*;

use crate::shared::{Shared, work};
use crate::value::Key;

/// Who uses what belongs to a body.
pub(crate) struct BodyUses {
    locals: Uses,
    /// The users of blocks, of constants of the body, and of metadata as operands.
    others: HashMap<Value, Vec<InBody>>,
}

/// A user in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InBody {
    Const(u32),
    Inst(InstId),
}

impl BodyUses {
    fn new(body: &Body) -> BodyUses {
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
    fn of(&self, value: Value) -> Vec<InBody> {
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
    fn new(module: &Module) -> ModuleUses {
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
    fn of(&self, value: Value) -> Vec<Key> {
        self.keys(self.users.get(&value).map_or(&[], Vec::as_slice))
    }

    /// The keys of users.
    fn keys(&self, users: &[User]) -> Vec<Key> {
        let function = |body: u32| self.functions.get(body as usize).copied().flatten();
        let key = |user: &User| {
            Some(match *user {
                User::Inst(body, of) => Key::Inst(function(body)?, of.inst),
                User::Const(at) => Key::Const(at),
                User::LocalConst(body, at) => Key::LocalConst(function(body)?, at),
                User::Global(id) => Key::Global(id),
            })
        };
        users.iter().filter_map(key).collect()
    }
}

impl Shared {
    /// Who uses what in a function; none for a declaration.
    fn body_uses(&self, py: Python<'_>, function: GlobalId) -> PyResult<Option<Arc<BodyUses>>> {
        if let Some((of, uses)) = &*self.body_uses.lock().unwrap_or_else(PoisonError::into_inner)
            && *of == function
        {
            return Ok(Some(Arc::clone(uses)));
        }
        let Some(made) = self.with_body(py, function, |_, body| Arc::new(BodyUses::new(body)))? else { return Ok(None) };
        *self.body_uses.lock().unwrap_or_else(PoisonError::into_inner) = Some((function, Arc::clone(&made)));
        Ok(Some(made))
    }

    /// Who uses what in the module, which is read for this.
    fn module_uses(&self, py: Python<'_>) -> PyResult<&ModuleUses> {
        if let Some(uses) = self.uses.get() {
            return Ok(uses);
        }
        let whole = self.whole(py)?;
        let made = work(py, || Ok(ModuleUses::new(whole.module())))?;
        Ok(self.uses.get_or_init(|| made))
    }
}

/// The users of a value, each once.
pub(crate) fn users(py: Python<'_>, shared: &Shared, key: Key) -> PyResult<Vec<Key>> {
    let within = |function: GlobalId, value: Value| -> PyResult<Vec<Key>> {
        let found = shared.body_uses(py, function)?.map_or_else(Vec::new, |uses| uses.of(value));
        let key = |user: InBody| match user {
            InBody::Const(at) => Key::LocalConst(function, at),
            InBody::Inst(inst) => Key::Inst(function, inst),
        };
        Ok(found.into_iter().map(key).collect())
    };
    let mut keys = match key {
        Key::Global(id) => shared.module_uses(py)?.of(Value::global(id)),
        Key::Const(at) => shared.module_uses(py)?.of(Value::constant(at)),
        Key::LocalConst(function, at) => within(function, Value::local_const(at))?,
        Key::Arg(function, local) => within(function, Value::local(local))?,
        Key::Inst(function, inst) => match shared.with_body(py, function, |_, body| body.result(inst))?.flatten() {
            Some(local) => within(function, Value::local(local))?,
            None => Vec::new(),
        },
        Key::Block(function, block) => {
            let uses = shared.module_uses(py)?;
            let mut keys = uses.keys(uses.addresses.get(&(function, block)).map_or(&[], Vec::as_slice));
            keys.extend(within(function, Value::block(block))?);
            keys
        }
        Key::Metadata(Some(function), id) => within(function, Value::metadata(id))?,
        Key::Metadata(None, _) => Vec::new(),
    };
    // The uses of one user come one after the other.
    keys.dedup();
    Ok(keys)
}
