//! Values: what instructions and constants refer to.
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};

use bctk_analysis::User;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstPool, Constant as IrConstant};
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value as Ir, ValueKind};
use bctk_textual::DisplayIn;
use pyo3::prelude::*;

use crate::constant::{Constant, InlineAsm};
use crate::function::{Argument, Block, Function};
use crate::global::{Alias, GlobalValue, GlobalVariable, IFunc};
use crate::inst::Instruction;
use crate::metadata;
use crate::names::Name;
use crate::shared::{Handle, Shared, work};
use crate::types::{Ty, Type, spelled};
use crate::uses::{BodyUses, InBody, ModuleUses};

/// Which value of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A global value.
    Global(GlobalId),
    /// A constant of the module.
    Const(u32),
    /// A constant of the function's body.
    LocalConst(GlobalId, u32),
    /// An argument of the function.
    Arg(GlobalId, u32),
    /// An instruction of the function.
    Inst(GlobalId, InstId),
    /// A block of the function.
    Block(GlobalId, BlockId),
    /// Metadata as an operand.
    Metadata(Option<GlobalId>, MdId),
}

/// The value of an operand; none where a module has none.
pub(crate) fn key_of(value: Ir, function: Option<GlobalId>, body: Option<&Body>) -> Option<Key> {
    Some(match value.kind() {
        ValueKind::Global(id) => Key::Global(id),
        ValueKind::Const(at) => Key::Const(at),
        ValueKind::LocalConst(at) => Key::LocalConst(function?, at),
        ValueKind::Local(local) if local < body?.args => Key::Arg(function?, local),
        ValueKind::Local(local) => Key::Inst(function?, body?.maker(local)?),
        ValueKind::Block(block) => Key::Block(function?, block),
        ValueKind::Metadata(id) => Key::Metadata(function, id),
        ValueKind::None => return None,
    })
}

/// The error where a file has no value, as a damaged one may.
pub(crate) fn missing() -> PyErr {
    crate::error::Fault::Missing.into()
}

impl Shared {
    /// Looks at a body that is there.
    pub(crate) fn body<R: Send>(&self, py: Python<'_>, id: GlobalId, look: impl FnOnce(&Module, &Body) -> R + Send) -> PyResult<R> {
        self.with_body(py, id, look)?.ok_or_else(missing)
    }

    /// Looks at a constant and its pool.
    pub(crate) fn constant<R: Send>(
        &self,
        py: Python<'_>,
        key: Key,
        look: impl FnOnce(&Module, &ConstPool, IrConstant) -> R + Send,
    ) -> PyResult<R> {
        let found = match key {
            Key::Const(at) => self.with(py, |module| module.consts.get(at).map(|it| look(module, &module.consts, it)))?,
            Key::LocalConst(function, at) => {
                self.body(py, function, |module, body| body.consts.get(at).map(|it| look(module, &body.consts, it)))?
            }
            _ => None,
        };
        found.ok_or_else(missing)
    }
}

/// Anything that instructions and constants refer to.
///
/// Values of one module are equal if they are the same value there.
#[pyclass(frozen, subclass, module = "bctk")]
pub(crate) struct Value {
    pub(crate) shared: Handle,
    pub(crate) key: Key,
}

/// The object of a value, of the class for its kind.
pub(crate) fn object(py: Python<'_>, shared: &Handle, key: Key) -> PyResult<Py<PyAny>> {
    let value = PyClassInitializer::from(Value { shared: Arc::clone(shared), key });
    Ok(match key {
        Key::Global(id) => {
            let kind = shared.with(py, |module| {
                module.global(id).map(|global| match global.kind {
                    GlobalKind::Function(_) => 0,
                    GlobalKind::Variable { .. } => 1,
                    GlobalKind::Alias { .. } => 2,
                    GlobalKind::IFunc { .. } => 3,
                })
            })?;
            let value = value.add_subclass(GlobalValue);
            match kind.ok_or_else(missing)? {
                0 => Py::new(py, value.add_subclass(Function))?.into_any(),
                1 => Py::new(py, value.add_subclass(GlobalVariable))?.into_any(),
                2 => Py::new(py, value.add_subclass(Alias))?.into_any(),
                _ => Py::new(py, value.add_subclass(IFunc))?.into_any(),
            }
        }
        Key::Const(_) | Key::LocalConst(..) => {
            let is_asm = shared.constant(py, key, |_, _, it| matches!(it.kind, bctk_ir::constants::ConstKind::InlineAsm(_)))?;
            match is_asm {
                true => Py::new(py, value.add_subclass(InlineAsm))?.into_any(),
                false => Py::new(py, value.add_subclass(Constant))?.into_any(),
            }
        }
        Key::Arg(..) => Py::new(py, value.add_subclass(Argument))?.into_any(),
        Key::Inst(..) => Py::new(py, value.add_subclass(Instruction))?.into_any(),
        Key::Block(..) => Py::new(py, value.add_subclass(Block))?.into_any(),
        Key::Metadata(..) => Py::new(py, value.add_subclass(MetadataAsValue))?.into_any(),
    })
}

/// The objects of several values.
pub(crate) fn objects(py: Python<'_>, shared: &Handle, keys: impl IntoIterator<Item = Key>) -> PyResult<Vec<Py<PyAny>>> {
    keys.into_iter().map(|key| object(py, shared, key)).collect()
}

/// A name as assembly spells it after its sigil; none if it needs quotes.
pub(crate) fn plain(name: &[u8]) -> Option<&str> {
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
    let text = std::str::from_utf8(name).ok()?;
    (!text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit()) && name.iter().all(is_plain)).then_some(text)
}

/// The number that assembly gives to a local without a name, counted as LLVM does: arguments, then blocks and results in order.
pub(crate) fn number_of(body: &Body, key: Key) -> Option<u32> {
    let mut next = 0;
    for local in 0..body.args {
        if body.local_name(local).is_empty() {
            if matches!(key, Key::Arg(_, own) if own == local) {
                return Some(next);
            }
            next += 1;
        }
    }
    for (at, block) in body.blocks.iter().enumerate() {
        let id = BlockId::new(at);
        if body.block_name(id).is_empty() {
            if matches!(key, Key::Block(_, own) if own == id) {
                return Some(next);
            }
            next += 1;
        }
        for inst in block.first.0..block.end.0 {
            let Some(local) = body.result(InstId(inst)) else { continue };
            if body.local_name(local).is_empty() {
                if matches!(key, Key::Inst(_, own) if own == InstId(inst)) {
                    return Some(next);
                }
                next += 1;
            }
        }
    }
    None
}

/// The name of a local or block of a body; empty for none.
pub(crate) fn name_in(body: &Body, key: Key) -> &[u8] {
    match key {
        Key::Arg(_, local) => body.local_name(local),
        Key::Inst(_, inst) => body.result(inst).map_or(&[], |local| body.local_name(local)),
        Key::Block(_, block) => body.block_name(block),
        _ => &[],
    }
}

impl Value {
    fn type_id(&self, py: Python<'_>) -> PyResult<Option<TypeId>> {
        let shared = &self.shared;
        match self.key {
            Key::Global(id) => shared.with(py, |module| module.global(id).map(|global| global.ptr_type)),
            Key::Const(_) | Key::LocalConst(..) => shared.constant(py, self.key, |_, _, it| Some(it.ty)),
            Key::Arg(function, local) => match shared.with_body(py, function, |_, body| body.local_types.get(local as usize).copied())? {
                Some(ty) => Ok(ty),
                // A declaration has no body.
                None => shared.with(py, |module| {
                    let ty = module.global(function)?.value_type;
                    module.types.function(ty)?.1.get(local as usize)
                }),
            },
            Key::Inst(function, inst) => shared.body(py, function, |_, body| body.result_type(inst)),
            Key::Block(..) | Key::Metadata(..) => Ok(None),
        }
    }

    /// The name, none if it has none.
    pub(crate) fn own_name(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        match self.key {
            Key::Global(id) => self.shared.with(py, |module| module.global(id).and_then(|global| Name::some(module.str(global.name)))),
            Key::Arg(function, _) | Key::Inst(function, _) | Key::Block(function, _) => {
                Ok(self.shared.with_body(py, function, |_, body| Name::some(name_in(body, self.key)))?.flatten())
            }
            _ => Ok(None),
        }
    }

    /// A short name for people, such as `%x`, `%5` or `@main`.
    pub(crate) fn label(&self, py: Python<'_>) -> PyResult<String> {
        let sigil = if matches!(self.key, Key::Global(_)) { '@' } else { '%' };
        if let Some(name) = self.own_name(py)? {
            let name = &name.0;
            return Ok(match plain(name) {
                Some(text) => format!("{sigil}{text}"),
                None => format!("{sigil}\"{}\"", String::from_utf8_lossy(name)),
            });
        }
        match self.key {
            Key::Arg(function, local) => {
                let number = self.shared.with_body(py, function, |_, body| number_of(body, self.key))?.flatten();
                Ok(format!("%{}", number.unwrap_or(local)))
            }
            Key::Inst(function, _) | Key::Block(function, _) => {
                let number = self.shared.body(py, function, |_, body| number_of(body, self.key))?;
                Ok(number.map_or_else(String::new, |number| format!("%{number}")))
            }
            _ => self.operand(py),
        }
    }

    /// The text as an operand.
    pub(crate) fn operand(&self, py: Python<'_>) -> PyResult<String> {
        let quick = match self.key {
            Key::Const(_) | Key::LocalConst(..) => self.shared.constant(py, self.key, crate::constant::quick)?,
            _ => None,
        };
        if let Some(text) = quick {
            return Ok(text);
        }
        let whole = self.shared.numbered(py)?;
        let key = self.key;
        Ok(work(py, || {
            Ok(whole.numbered(|module, numbers| {
                let of = |function: GlobalId| module.global(function).and_then(|global| global.function()?.body);
                let within = |function: GlobalId, value: &dyn Fn(&Body) -> Option<Ir>| {
                    let index = of(function)?;
                    let value = value(module.bodies.get(index as usize)?)?;
                    Some(numbers.in_body(index)?.text(value))
                };
                let text = match key {
                    Key::Global(id) => Some(Ir::global(id).display(numbers).to_string()),
                    Key::Const(at) => Some(Ir::constant(at).display(numbers).to_string()),
                    Key::Metadata(None, id) => Some(Ir::metadata(id).display(numbers).to_string()),
                    Key::LocalConst(function, at) => within(function, &|_| Some(Ir::local_const(at))),
                    Key::Arg(function, local) => within(function, &|_| Some(Ir::local(local))),
                    Key::Inst(function, inst) => within(function, &|body| body.result(inst).map(Ir::local)),
                    Key::Block(function, block) => within(function, &|_| Some(Ir::block(block))),
                    Key::Metadata(Some(function), id) => within(function, &|_| Some(Ir::metadata(id))),
                };
                text.unwrap_or_default()
            }))
        })?)
    }
}

#[pymethods]
impl Value {
    /// The type. That of a global value is a pointer; see ``value_type`` for what it points to.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Type> {
        let ty = match (self.key, self.type_id(py)?) {
            (Key::Block(..), _) => Ty::Label,
            (Key::Metadata(..), _) => Ty::Metadata,
            (_, Some(id)) => Ty::Id(id),
            (Key::Inst(..), None) => Ty::Void,
            (_, None) => return Err(missing()),
        };
        Ok(Type { shared: Arc::clone(&self.shared), ty })
    }

    /// The name, without its sigil; none if it has none.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<Name>> {
        self.own_name(py)
    }

    /// The text of the value as an operand, with its type: ``i32 %x``, ``ptr @f``, ``i64 7``.
    fn as_operand(&self, py: Python<'_>) -> PyResult<String> {
        self.operand(py)
    }

    /// What has the value as an operand, each once and in the order of the module: constants, global values that it is the initial value,
    /// aliasee or the like of, and instructions.
    ///
    /// Metadata and debug records do not count, and neither does what uses a constant that contains the value: ask that constant. The
    /// whole module is read for it, unless the value is an argument or an instruction.
    ///
    /// >>> import bctk
    /// >>> module = bctk.read("python/tests/data/small.bc")
    /// >>> [user.opcode for user in module.globals["squares"].users]
    /// ['load', 'store']
    #[getter]
    fn users(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        objects(py, &self.shared, users(py, &self.shared, self.key)?)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.operand(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, value) = (slf.py(), slf.get());
        let class = slf.get_type().name()?;
        let ty = value.type_id(py)?.map(|id| value.shared.with(py, |module| spelled(module, id))).transpose()?.flatten();
        match value.key {
            Key::Arg(..) => Ok(format!("<{class} '{} {}'>", ty.unwrap_or_default(), value.label(py)?)),
            Key::Global(_) | Key::Block(..) => Ok(format!("<{class} '{}'>", value.label(py)?)),
            _ => Ok(format!("<{class} '{}'>", value.operand(py)?)),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Value>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.shared, &other.shared) && self.key == other.key
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.shared) as usize, self.key).hash(&mut hasher);
        hasher.finish()
    }
}

/// Metadata as an operand, as calls of debug intrinsics have it.
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct MetadataAsValue;

#[pymethods]
impl MetadataAsValue {
    /// The metadata.
    #[getter]
    fn metadata(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let value = slf.as_super().get();
        let Key::Metadata(function, id) = value.key else { return Err(missing()) };
        metadata::object(slf.py(), &value.shared, function, id)
    }
}

/// The keys of users.
fn user_keys(uses: &ModuleUses, users: &[User]) -> Vec<Key> {
    let key = |user: &User| {
        Some(match *user {
            User::Inst(body, of) => Key::Inst(uses.function(body)?, of.inst),
            User::Const(at) => Key::Const(at),
            User::LocalConst(body, at) => Key::LocalConst(uses.function(body)?, at),
            User::Global(id) => Key::Global(id),
        })
    };
    users.iter().filter_map(key).collect()
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
fn users(py: Python<'_>, shared: &Shared, key: Key) -> PyResult<Vec<Key>> {
    let within = |function: GlobalId, value: Ir| -> PyResult<Vec<Key>> {
        let found = shared.body_uses(py, function)?.map_or_else(Vec::new, |uses| uses.of(value));
        let key = |user: InBody| match user {
            InBody::Const(at) => Key::LocalConst(function, at),
            InBody::Inst(inst) => Key::Inst(function, inst),
        };
        Ok(found.into_iter().map(key).collect())
    };
    let mut keys = match key {
        Key::Global(id) => {
            let uses = shared.module_uses(py)?;
            user_keys(uses, uses.of(Ir::global(id)))
        }
        Key::Const(at) => {
            let uses = shared.module_uses(py)?;
            user_keys(uses, uses.of(Ir::constant(at)))
        }
        Key::LocalConst(function, at) => within(function, Ir::local_const(at))?,
        Key::Arg(function, local) => within(function, Ir::local(local))?,
        Key::Inst(function, inst) => match shared.with_body(py, function, |_, body| body.result(inst))?.flatten() {
            Some(local) => within(function, Ir::local(local))?,
            None => Vec::new(),
        },
        Key::Block(function, block) => {
            let uses = shared.module_uses(py)?;
            let mut keys = user_keys(uses, uses.of_address(function, block));
            keys.extend(within(function, Ir::block(block))?);
            keys
        }
        Key::Metadata(Some(function), id) => within(function, Ir::metadata(id))?,
        Key::Metadata(None, _) => Vec::new(),
    };
    // The uses of one user come one after the other.
    keys.dedup();
    Ok(keys)
}
