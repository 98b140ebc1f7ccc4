//! Functions, their arguments and blocks.
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::global::Function as Ir;
use bctk_ir::module::Module;
use bctk_ir::view::{BlockView, FunctionView};
use pyo3::prelude::*;

use crate::attributes::{self, Attribute};
use crate::constant::optional;
use crate::global::GlobalValue;
use crate::metadata;
use crate::names::Name;
use crate::shared::{Handle, work};
use crate::types::Type;
use crate::value::{Key, Value, key_of, missing, object, objects};

/// A function.
///
/// Its body is read when something in it is asked for.
///
/// >>> import bctk
/// >>> main = bctk.read("python/tests/data/small.bc").functions["main"]
/// >>> main
/// <Function '@main'>
/// >>> [argument.type for argument in main.arguments]
/// [<Type 'i32'>, <Type 'ptr'>]
/// >>> main.blocks[0].instructions[-1].is_terminator
/// True
#[pyclass(frozen, extends = GlobalValue, module = "bctk")]
pub(crate) struct Function;

/// An argument of a function.
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct Argument;

/// A basic block.
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct Block;

/// The calling convention as assembly spells it.
pub(crate) fn convention(cc: bctk_ir::keywords::CallConv) -> String {
    match (cc, cc.name()) {
        (bctk_ir::keywords::CallConv::C, _) => "ccc".to_owned(),
        (_, Some(name)) => name.to_owned(),
        (_, None) => format!("cc {}", cc.0),
    }
}

impl Function {
    fn base<'a>(slf: &'a Bound<'_, Self>) -> &'a Value {
        slf.as_super().as_super().get()
    }

    fn look<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(&Module, &Ir) -> R + Send) -> PyResult<R> {
        let found = Self::base(slf).global(slf.py(), |module, global| global.function().map(|function| look(module, function)))?;
        found.ok_or_else(missing)
    }

    fn id(slf: &Bound<'_, Self>) -> PyResult<GlobalId> {
        Self::base(slf).global_id()
    }

    /// Looks at the view of the function, whose body is read for it.
    fn view<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(FunctionView<'_>) -> R + Send) -> PyResult<R> {
        let (shared, id) = (&Self::base(slf).shared, Self::id(slf)?);
        shared.view(slf.py(), id, look)?.ok_or_else(missing)
    }

    /// What a body says; the other value for a declaration.
    fn body<R: Send>(slf: &Bound<'_, Self>, other: R, look: impl FnOnce(&Module, &Body) -> R + Send) -> PyResult<R> {
        Ok(Self::base(slf).shared.with_body(slf.py(), Self::id(slf)?, look)?.unwrap_or(other))
    }

    fn held(slf: &Bound<'_, Self>, get: impl FnOnce(&Ir) -> Option<bctk_ir::value::Value> + Send) -> PyResult<Option<Py<PyAny>>> {
        let key = Self::look(slf, |_, function| get(function).and_then(|value| key_of(value, None, None)))?;
        optional(slf.py(), &Self::base(slf).shared, key)
    }
}

#[pymethods]
impl Function {
    /// The function type.
    #[getter]
    fn function_type(slf: &Bound<'_, Self>) -> PyResult<Type> {
        let value = Self::base(slf);
        let ty = value.global(slf.py(), |_, global| global.value_type)?;
        Ok(Type::new(&value.shared, ty))
    }

    /// What it returns.
    #[getter]
    fn return_type(slf: &Bound<'_, Self>) -> PyResult<Type> {
        let value = Self::base(slf);
        let ty = value.global(slf.py(), |module, global| module.types.function(global.value_type).map(|(ret, _, _)| ret))?;
        Ok(Type::new(&value.shared, ty.ok_or_else(missing)?))
    }

    /// Whether it takes further arguments.
    #[getter]
    fn is_vararg(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::base(slf).global(slf.py(), |module, global| module.types.function(global.value_type).is_some_and(|(_, _, vararg)| vararg))
    }

    /// The calling convention: ``ccc``, ``fastcc``, ``cc 99`` …
    #[getter]
    fn calling_convention(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::look(slf, |_, function| convention(function.cc))
    }

    /// The attributes of the function itself.
    #[getter]
    fn attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        let list = Self::look(slf, |_, function| function.attrs)?;
        attributes::list_at(slf.py(), &Self::base(slf).shared, list, AttrIndex::Function)
    }

    /// The attributes of its result.
    #[getter]
    fn return_attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        let list = Self::look(slf, |_, function| function.attrs)?;
        attributes::list_at(slf.py(), &Self::base(slf).shared, list, AttrIndex::Return)
    }

    /// The arguments.
    #[getter]
    fn arguments(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (id, value) = (Self::id(slf)?, Self::base(slf));
        let ty = value.global(slf.py(), |_, global| global.value_type)?;
        let count = value.shared.with(slf.py(), |module| module.types.function(ty).map_or(0, |(_, params, _)| params.len() as u32))?;
        objects(slf.py(), &value.shared, (0..count).map(|local| Key::Arg(id, local)))
    }

    /// The blocks, in order; empty for a declaration.
    #[getter]
    fn blocks(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let id = Self::id(slf)?;
        let count = Self::body(slf, 0, |_, body| body.blocks.len())?;
        objects(slf.py(), &Self::base(slf).shared, (0..count).map(|at| Key::Block(id, BlockId::new(at))))
    }

    /// The entry block; none for a declaration.
    #[getter]
    fn entry_block(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let id = Self::id(slf)?;
        let has_one = Self::body(slf, false, |_, body| !body.blocks.is_empty())?;
        optional(slf.py(), &Self::base(slf).shared, has_one.then_some(Key::Block(id, BlockId(0))))
    }

    /// The instructions of all blocks, in order.
    #[getter]
    fn instructions(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let id = Self::id(slf)?;
        let count = Self::instruction_count(slf)?;
        objects(slf.py(), &Self::base(slf).shared, (0..count).map(|at| Key::Inst(id, InstId::new(at))))
    }

    /// How many instructions it has.
    #[getter]
    fn instruction_count(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::body(slf, 0, |_, body| body.insts.len())
    }

    /// Its debug information: a ``DISubprogram``; none if it has none. LLVM 3.6 and older have no such nodes.
    #[getter]
    fn subprogram(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let (py, value) = (slf.py(), Self::base(slf));
        let node = match Self::view(slf, |function| function.subprogram().map(|node| node.id()))? {
            Some(node) => Some(node),
            None => value.shared.subprogram_of(py, Self::id(slf)?)?,
        };
        node.map(|node| metadata::object(py, &value.shared, None, node)).transpose()
    }

    /// The personality function for exceptions; none if it has none.
    #[getter]
    fn personality(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        Self::held(slf, |function| function.personality.get())
    }

    /// The constant that is stored before its code; none if there is none.
    #[getter]
    fn prefix(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        Self::held(slf, |function| function.prefix.get())
    }

    /// The constant that its code begins with; none if there is none.
    #[getter]
    fn prologue(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        Self::held(slf, |function| function.prologue.get())
    }

    /// The name of its garbage collector; none if it has none.
    #[getter]
    fn gc(slf: &Bound<'_, Self>) -> PyResult<Option<Name>> {
        Self::look(slf, |module, function| Name::some(module.str(function.gc)))
    }

    /// A listing in colour, with the sizes of its blocks.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, value) = (slf.py(), Self::base(slf));
        let text = GlobalValue::text(slf.as_super())?;
        let id = Self::id(slf)?;
        let sizes = Self::body(slf, Vec::new(), |_, body| {
            let name = |at: usize| {
                let key = Key::Block(id, BlockId::new(at));
                let name = crate::value::name_in(body, key);
                match name.is_empty() {
                    true => crate::value::number_of(body, key).map_or_else(String::new, |number| number.to_string()),
                    false => String::from_utf8_lossy(name).into_owned(),
                }
            };
            // Numbers are counted from the start: not for thousands of blocks.
            body.blocks.iter().enumerate().take(crate::html::MOST_BOXES).map(|(at, b)| (name(at), u64::from(b.end.0 - b.first.0))).collect()
        })?;
        let label = value.label(py)?;
        Ok(work(py, || Ok(crate::html::page(&label, &text, "instructions by block", &sizes)))?)
    }
}

#[pymethods]
impl Argument {
    /// Its position, from 0.
    #[getter]
    fn index(slf: &Bound<'_, Self>) -> PyResult<u32> {
        match slf.as_super().get().key {
            Key::Arg(_, local) => Ok(local),
            _ => Err(missing()),
        }
    }

    /// The function that it is of.
    #[getter]
    fn function(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let value = slf.as_super().get();
        match value.key {
            Key::Arg(function, _) => object(slf.py(), &value.shared, Key::Global(function)),
            _ => Err(missing()),
        }
    }

    /// Its attributes.
    #[getter]
    fn attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        let value = slf.as_super().get();
        let Key::Arg(function, local) = value.key else { return Err(missing()) };
        let list = value.shared.with(slf.py(), |module| module.global(function).and_then(|global| Some(global.function()?.attrs)))?;
        attributes::list_at(slf.py(), &value.shared, list.ok_or_else(missing)?, AttrIndex::Param(local))
    }
}

impl Block {
    /// Looks at the view of the block.
    fn view<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(BlockView<'_>) -> R + Send) -> PyResult<R> {
        let (shared, function, block) = Self::place(slf)?;
        shared.view(slf.py(), function, |function| function.block(block).map(look))?.flatten().ok_or_else(missing)
    }

    fn place<'a>(slf: &'a Bound<'_, Self>) -> PyResult<(&'a Handle, GlobalId, BlockId)> {
        let value = slf.as_super().get();
        match value.key {
            Key::Block(function, block) => Ok((&value.shared, function, block)),
            _ => Err(missing()),
        }
    }
}

#[pymethods]
impl Block {
    /// The function that it is in.
    #[getter]
    fn function(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (shared, function, _) = Self::place(slf)?;
        object(slf.py(), shared, Key::Global(function))
    }

    /// Its position in the function, from 0.
    #[getter]
    fn index(slf: &Bound<'_, Self>) -> PyResult<u32> {
        Ok(Self::place(slf)?.2.0)
    }

    /// The instructions, the last of which is a terminator.
    #[getter]
    fn instructions(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let found = Self::view(slf, |block| block.instructions().map(|inst| inst.id()).collect::<Vec<_>>())?;
        objects(slf.py(), shared, found.into_iter().map(|inst| Key::Inst(function, inst)))
    }

    /// The instruction that ends it; none if it has none.
    #[getter]
    fn terminator(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let last = Self::view(slf, |block| block.terminator().map(|inst| inst.id()))?;
        optional(slf.py(), shared, last.map(|last| Key::Inst(function, last)))
    }

    /// The blocks that it may continue in, each once, in the order of the terminator's operands.
    #[getter]
    fn successors(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let mut found = Self::view(slf, |block| block.successors().iter().map(|to| to.id()).collect::<Vec<_>>())?;
        let mut seen = std::collections::HashSet::new();
        found.retain(|&to| seen.insert(to));
        objects(slf.py(), shared, found.into_iter().map(|to| Key::Block(function, to)))
    }

    /// The blocks that may continue in it, each once, in the order of the function.
    #[getter]
    fn predecessors(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let found = Self::view(slf, |block| block.predecessors().iter().map(|from| from.id()).collect::<Vec<_>>())?;
        objects(slf.py(), shared, found.into_iter().map(|from| Key::Block(function, from)))
    }

    /// The block as assembly: its label and instructions.
    fn text(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (shared, function, block) = Self::place(slf)?;
        let whole = shared.numbered(slf.py())?;
        let text = work(slf.py(), || {
            Ok(whole.numbered(|module, numbers| {
                let body = module.global(function).and_then(|global| global.function()?.body)?;
                Some(numbers.in_body(body)?.text(block))
            }))
        })?;
        text.ok_or_else(missing)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::text(slf)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::view(slf, |block| block.instructions().count())
    }
}
