//! Views of values, global values and types.
use super::{FunctionView, InstView, name_str};
use crate::constants::{ConstKind, ConstPool, Constant};
use crate::entity::{GlobalId, TypeId};
use crate::global::{GlobalKind, GlobalValue};
use crate::module::Module;
use crate::types::{StructKind, Type};
use crate::value::{Value, ValueKind};
use std::borrow::Cow;

/// A value, with the function that it belongs to if it is an operand in one.
#[derive(Clone, Copy, Debug)]
pub struct ValueView<'m> {
    pub(super) module: &'m Module,
    pub(super) function: Option<FunctionView<'m>>,
    pub(super) value: Value,
}

impl<'m> ValueView<'m> {
    /// It as the model has it.
    pub fn value(&self) -> Value {
        self.value
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The function that it belongs to.
    pub fn function(&self) -> Option<FunctionView<'m>> {
        self.function
    }

    /// Its type; none for blocks and metadata.
    pub fn ty(&self) -> Option<TypeView<'m>> {
        let body = self.function.and_then(|function| function.body());
        self.module.type_of(self.value, body).map(|id| TypeView { module: self.module, id })
    }

    /// The name of a global value, parameter, result or block; empty if it has none.
    pub fn name(&self) -> &'m [u8] {
        let body = self.function.and_then(|function| function.body());
        match (self.value.kind(), body) {
            (ValueKind::Global(id), _) => self.module.global(id).map_or(b"", |global| self.module.str(global.name)),
            (ValueKind::Local(local), Some(body)) => body.local_name(local),
            (ValueKind::Block(block), Some(body)) => body.block_name(block),
            _ => b"",
        }
    }

    /// Its name as text; bytes that are not UTF-8 are replaced.
    pub fn name_str(&self) -> Cow<'m, str> {
        name_str(self.name())
    }

    /// The global value that it is.
    pub fn as_global(&self) -> Option<GlobalView<'m>> {
        match self.value.kind() {
            ValueKind::Global(id) => self.module.global(id).map(|_| GlobalView { module: self.module, id }),
            _ => None,
        }
    }

    /// The function that it is.
    pub fn as_function(&self) -> Option<FunctionView<'m>> {
        self.as_global()?.as_function()
    }

    /// The number of the parameter that it is.
    pub fn as_param(&self) -> Option<u32> {
        match self.value.kind() {
            ValueKind::Local(local) if local < self.function?.body()?.args => Some(local),
            _ => None,
        }
    }

    /// The instruction that makes it.
    pub fn as_instruction(&self) -> Option<InstView<'m>> {
        let ValueKind::Local(local) = self.value.kind() else { return None };
        let function = self.function?;
        function.instruction(function.body()?.maker(local)?)
    }

    /// The constant that it is, and the pool with its parts; none for a global value.
    pub fn as_constant(&self) -> Option<(&'m ConstPool, Constant)> {
        let pool = match self.value.kind() {
            ValueKind::Const(_) => &self.module.consts,
            ValueKind::LocalConst(_) => &self.function?.body()?.consts,
            _ => return None,
        };
        match self.value.kind() {
            ValueKind::Const(index) | ValueKind::LocalConst(index) => pool.get(index).map(|constant| (pool, constant)),
            _ => None,
        }
    }

    /// The number that it is, if it is an integer constant of at most 64 bits, with its sign.
    pub fn as_int(&self) -> Option<i64> {
        let (_, constant) = self.as_constant()?;
        match (constant.kind, self.module.types.get(constant.ty)) {
            (ConstKind::Null, Type::Int(_)) => Some(0),
            (ConstKind::Int(number), Type::Int(_)) => Some(number),
            _ => None,
        }
    }
}

/// A global value: variable, function, alias or ifunc.
#[derive(Clone, Copy, Debug)]
pub struct GlobalView<'m> {
    pub(super) module: &'m Module,
    pub(super) id: GlobalId,
}

impl<'m> GlobalView<'m> {
    /// Its id.
    pub fn id(&self) -> GlobalId {
        self.id
    }

    /// It as the model has it: linkage, visibility, section and so on.
    pub fn global(&self) -> &'m GlobalValue {
        &self.module.globals[self.id.index()]
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// Its name; empty if it is numbered.
    pub fn name(&self) -> &'m [u8] {
        self.module.str(self.global().name)
    }

    /// Its name as text; bytes that are not UTF-8 are replaced.
    pub fn name_str(&self) -> Cow<'m, str> {
        name_str(self.name())
    }

    /// The type of what it points to.
    pub fn value_type(&self) -> TypeView<'m> {
        TypeView { module: self.module, id: self.global().value_type }
    }

    /// The function that it is.
    pub fn as_function(&self) -> Option<FunctionView<'m>> {
        self.global().function().map(|_| FunctionView::new(self.module, self.id))
    }

    /// The initial value of a variable, the aliasee of an alias, the resolver of an ifunc.
    pub fn initializer(&self) -> Option<ValueView<'m>> {
        let value = match self.global().kind {
            GlobalKind::Variable { initializer, .. } => initializer.get()?,
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => value,
            GlobalKind::Function(_) => return None,
        };
        Some(ValueView { module: self.module, function: None, value })
    }
}

/// A type.
#[derive(Clone, Copy, Debug)]
pub struct TypeView<'m> {
    pub(super) module: &'m Module,
    pub(super) id: TypeId,
}

impl<'m> TypeView<'m> {
    /// Its id.
    pub fn id(&self) -> TypeId {
        self.id
    }

    /// The module that it is in.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// What it is.
    pub fn get(&self) -> Type {
        self.module.types.get(self.id)
    }

    /// The name of a structure; empty if it has none.
    pub fn struct_name(&self) -> Cow<'m, str> {
        match self.get() {
            Type::Struct { kind: StructKind::Identified | StructKind::Opaque, name, .. } => name_str(self.module.str(name)),
            _ => Cow::Borrowed(""),
        }
    }

    /// The types of a structure's fields, the element type of an array or vector.
    pub fn members(&self) -> Vec<TypeView<'m>> {
        let of = |id| TypeView { module: self.module, id };
        match self.get() {
            Type::Struct { fields, .. } => self.module.types.list(fields).iter().map(of).collect(),
            Type::Array { elem, .. } | Type::Vector { elem, .. } => vec![of(elem)],
            _ => Vec::new(),
        }
    }
}
