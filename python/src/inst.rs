//! Instructions.
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Body, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{GlobalId, InstId, MdId, TypeId};
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, Ordering};
use bctk_ir::view::{InstView, ValueView};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::attributes::{self, Attribute};
use crate::constant::optional;
use crate::debug::DebugLocation;
use crate::function::convention;
use crate::global::{alignment, attached, with_name};
use crate::metadata;
use crate::names::Name;
use crate::shared::Handle;
use crate::types::{Type, spelled};
use crate::value::{Key, Value, key_of, missing, object, objects};

/// An instruction.
///
/// >>> import bctk
/// >>> main = bctk.read("python/tests/data/small.bc").functions["main"]
/// >>> call = next(i for i in main.instructions if i.opcode == "call")
/// >>> call.callee.name, call.debug_location.line
/// ('square', 12)
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct Instruction;

fn wrapping(flags: ArithFlags, out: &mut Vec<&'static str>) {
    out.extend(flags.contains(ArithFlags::NUW).then_some("nuw"));
    out.extend(flags.contains(ArithFlags::NSW).then_some("nsw"));
}

fn of_cast(op: CastOp, flags: OpFlags, out: &mut Vec<&'static str>) {
    match op {
        CastOp::Trunc => wrapping(flags.arith(), out),
        CastOp::ZExt => out.extend(flags.arith().contains(ArithFlags::NNEG).then_some("nneg")),
        CastOp::UiToFp => {
            out.extend(flags.arith().contains(ArithFlags::NNEG).then_some("nneg"));
            out.extend(flags.uitofp_fast_math().keywords());
        }
        CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp => out.extend(flags.fast_math().keywords()),
        _ => {}
    }
}

/// The flags of an instruction as assembly spells them.
fn flags(inst: &Inst, body: &Body) -> Vec<&'static str> {
    let mut out = Vec::new();
    let fast = |fmf: FastMathFlags, out: &mut Vec<&'static str>| out.extend(fmf.keywords());
    match *inst {
        Inst::Bin { op, flags, .. } if op.is_float() => fast(flags.fast_math(), &mut out),
        Inst::Bin { op, flags, .. } => match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => wrapping(flags.arith(), &mut out),
            BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => {
                out.extend(flags.arith().contains(ArithFlags::EXACT).then_some("exact"));
            }
            BinOp::Or => out.extend(flags.arith().contains(ArithFlags::DISJOINT).then_some("disjoint")),
            _ => {}
        },
        Inst::Cast { op, flags, .. } => of_cast(op, flags, &mut out),
        Inst::Gep { flags, .. } => out.extend(flags.keywords()),
        Inst::ICmp { flags, .. } => out.extend(flags.contains(ArithFlags::SAMESIGN).then_some("samesign")),
        Inst::FNeg { fmf, .. } | Inst::FCmp { fmf, .. } | Inst::Phi { fmf, .. } | Inst::Select { fmf, .. } => fast(fmf, &mut out),
        Inst::Load { access, .. } | Inst::Store { access, .. } => {
            out.extend(access.is_atomic().then_some("atomic"));
            out.extend(access.volatile().then_some("volatile"));
            out.extend(access.is_elementwise().then_some("elementwise"));
        }
        Inst::CmpXchg { access, .. } => {
            out.extend(access.weak().then_some("weak"));
            out.extend(access.volatile().then_some("volatile"));
        }
        Inst::AtomicRmw { access, .. } => {
            out.extend(access.is_elementwise().then_some("elementwise"));
            out.extend(access.volatile().then_some("volatile"));
        }
        Inst::Alloca { in_alloca, swift_error, .. } => {
            out.extend(in_alloca.then_some("inalloca"));
            out.extend(swift_error.then_some("swifterror"));
        }
        Inst::LandingPad { cleanup, .. } => out.extend(cleanup.then_some("cleanup")),
        Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. } => {
            if let Some(call) = inst.call(body) {
                out.extend(Some(call.tail.spelling()).filter(|_| call.tail != TailKind::None && matches!(inst, Inst::Call(_))));
                fast(call.fmf, &mut out);
            }
        }
        _ => {}
    }
    out.retain(|flag| !flag.is_empty());
    out
}

fn ordering(inst: &Inst) -> Option<(Ordering, Option<Ordering>, u32)> {
    match *inst {
        Inst::Load { access, scope, .. } | Inst::Store { access, scope, .. } if access.is_atomic() => {
            Some((access.ordering(), None, scope))
        }
        Inst::Fence { ordering, scope } => Some((ordering, None, scope)),
        Inst::CmpXchg { access, scope, .. } => Some((access.ordering(), Some(access.failure()), scope)),
        Inst::AtomicRmw { access, scope, .. } => Some((access.ordering(), None, scope)),
        _ => None,
    }
}

impl Instruction {
    fn place<'a>(slf: &'a Bound<'_, Self>) -> PyResult<(&'a Handle, GlobalId, InstId)> {
        let value = slf.as_super().get();
        match value.key {
            Key::Inst(function, inst) => Ok((&value.shared, function, inst)),
            _ => Err(missing()),
        }
    }

    fn look<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(&Module, &Body, &Inst) -> R + Send) -> PyResult<R> {
        let (shared, function, id) = Self::place(slf)?;
        shared.body(slf.py(), function, |module, body| body.insts.get(id.index()).map(|inst| look(module, body, inst)))?.ok_or_else(missing)
    }

    /// Looks at the view of the instruction.
    fn view<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(InstView<'_>) -> R + Send) -> PyResult<R> {
        let (shared, function, id) = Self::place(slf)?;
        shared.view(slf.py(), function, |function| function.instruction(id).map(look))?.flatten().ok_or_else(missing)
    }

    /// The objects of values that `collect` finds in the view of the instruction.
    fn gather(slf: &Bound<'_, Self>, collect: impl FnOnce(InstView<'_>) -> Vec<ValueView<'_>> + Send) -> PyResult<Vec<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let keys = Self::view(slf, |inst| {
            let key = |value: ValueView<'_>| key_of(value.value(), Some(function), Some(inst.body()));
            collect(inst).into_iter().filter_map(key).collect::<Vec<_>>()
        })?;
        objects(slf.py(), shared, keys)
    }

    fn ty(slf: &Bound<'_, Self>, get: impl FnOnce(&Body, &Inst) -> Option<TypeId> + Send) -> PyResult<Option<Type>> {
        let ty = Self::look(slf, |_, body, inst| get(body, inst))?;
        Ok(ty.map(|id| Type::new(&slf.as_super().get().shared, id)))
    }

    fn call_attributes(slf: &Bound<'_, Self>, index: AttrIndex) -> PyResult<Vec<Attribute>> {
        match Self::look(slf, |_, body, inst| inst.call(body).map(|call| call.attrs))? {
            Some(list) => attributes::list_at(slf.py(), &slf.as_super().get().shared, list, index),
            None => Ok(Vec::new()),
        }
    }
}

#[pymethods]
impl Instruction {
    /// The opcode: ``add``, ``call``, ``br`` …
    #[getter]
    fn opcode(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        Self::view(slf, |inst| inst.opcode_name())
    }

    /// The operands, in LLVM's order: of a call, the arguments, then blocks and the callee; of a ``phi``, the values.
    #[getter]
    fn operands(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        Self::gather(slf, |inst| inst.operands())
    }

    /// What a call calls; none for other instructions.
    #[getter]
    fn callee(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let called = Self::gather(slf, |inst| inst.as_call().map(|call| call.callee()).into_iter().collect())?;
        Ok(called.into_iter().next())
    }

    /// The arguments of a call; empty for other instructions.
    #[getter]
    fn arguments(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        Self::gather(slf, |inst| inst.as_call().map_or_else(Vec::new, |call| call.args().collect()))
    }

    /// The function type of a call; none for other instructions.
    #[getter]
    fn function_type(slf: &Bound<'_, Self>) -> PyResult<Option<Type>> {
        Self::ty(slf, |body, inst| inst.call(body).map(|call| call.fn_ty))
    }

    /// The calling convention of a call; none for other instructions.
    #[getter]
    fn calling_convention(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Self::look(slf, |_, body, inst| inst.call(body).map(|call| convention(call.cc)))
    }

    /// The attributes of a call itself.
    #[getter]
    fn attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        Self::call_attributes(slf, AttrIndex::Function)
    }

    /// The attributes of the result of a call.
    #[getter]
    fn return_attributes(slf: &Bound<'_, Self>) -> PyResult<Vec<Attribute>> {
        Self::call_attributes(slf, AttrIndex::Return)
    }

    /// The attributes of an argument of a call.
    fn argument_attributes(slf: &Bound<'_, Self>, index: u32) -> PyResult<Vec<Attribute>> {
        Self::call_attributes(slf, AttrIndex::Param(index))
    }

    /// The operand bundles of a call: pairs of tag and inputs.
    #[getter]
    fn bundles(slf: &Bound<'_, Self>) -> PyResult<Vec<(Name, Vec<Py<PyAny>>)>> {
        let (shared, function, _) = Self::place(slf)?;
        let found = Self::look(slf, |module, body, inst| {
            let Some(call) = inst.call(body) else { return Vec::new() };
            let keys = |list| body.values(list).filter_map(|value| key_of(value, Some(function), Some(body))).collect::<Vec<_>>();
            let tag = |tag: u32| Name(module.bundle_tags.get(tag as usize).map_or(Vec::new(), |&name| module.str(name).to_vec()));
            body.call_bundles(call).iter().map(|bundle| (tag(bundle.tag), keys(bundle.inputs))).collect()
        })?;
        found.into_iter().map(|(tag, keys)| Ok((tag, objects(slf.py(), shared, keys)?))).collect()
    }

    /// The flags as assembly spells them: ``nsw``, ``inbounds``, ``fast``, ``volatile``, ``tail`` …
    #[getter]
    fn flags(slf: &Bound<'_, Self>) -> PyResult<Vec<&'static str>> {
        Self::look(slf, |_, body, inst| flags(inst, body))
    }

    /// The predicate of a comparison or the operation of an ``atomicrmw``; none for other instructions.
    #[getter]
    fn predicate(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Self::look(slf, |_, _, inst| match inst {
            Inst::ICmp { pred, .. } => Some(pred.spelling()),
            Inst::FCmp { pred, .. } => Some(pred.spelling()),
            Inst::AtomicRmw { op, .. } => Some(op.spelling()),
            _ => None,
        })
    }

    /// The memory ordering of an atomic instruction; none for others.
    #[getter]
    fn ordering(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Self::look(slf, |_, _, inst| ordering(inst).map(|(ordering, _, _)| ordering.spelling()))
    }

    /// The memory ordering of a ``cmpxchg`` that fails; none for other instructions.
    #[getter]
    fn failure_ordering(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Self::look(slf, |_, _, inst| ordering(inst).and_then(|(_, failure, _)| Some(failure?.spelling())))
    }

    /// The sync scope of an atomic instruction: ``singlethread``, or empty for that of the system; none for other instructions.
    #[getter]
    fn sync_scope(slf: &Bound<'_, Self>) -> PyResult<Option<Name>> {
        Self::look(slf, |module, _, inst| {
            let (_, _, scope) = ordering(inst)?;
            let name = module.sync_scopes.get(scope as usize).map(|&name| module.str(name));
            Some(Name(name.unwrap_or(if scope == 0 { b"singlethread" } else { b"" }).to_vec()))
        })
    }

    /// The alignment in bytes of an access to memory; none for other instructions.
    #[getter]
    fn alignment(slf: &Bound<'_, Self>) -> PyResult<Option<u64>> {
        Self::look(slf, |_, _, inst| match *inst {
            Inst::Alloca { align, .. }
            | Inst::Malloc { align, .. }
            | Inst::Load { align, .. }
            | Inst::Store { align, .. }
            | Inst::CmpXchg { align, .. }
            | Inst::AtomicRmw { align, .. } => alignment(align),
            _ => None,
        })
    }

    /// The type that an ``alloca`` (or ``malloc``) makes room for; none for other instructions.
    #[getter]
    fn allocated_type(slf: &Bound<'_, Self>) -> PyResult<Option<Type>> {
        Self::ty(slf, |_, inst| match *inst {
            Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } => Some(ty),
            _ => None,
        })
    }

    /// The type that a ``getelementptr`` computes addresses with; none for other instructions.
    #[getter]
    fn source_element_type(slf: &Bound<'_, Self>) -> PyResult<Option<Type>> {
        Self::ty(slf, |_, inst| match *inst {
            Inst::Gep { source, .. } => Some(source),
            _ => None,
        })
    }

    /// The indices of an ``extractvalue`` or ``insertvalue``; empty for other instructions.
    #[getter]
    fn indices(slf: &Bound<'_, Self>) -> PyResult<Vec<u32>> {
        Self::look(slf, |_, body, inst| match *inst {
            Inst::ExtractValue { indices, .. } | Inst::InsertValue { indices, .. } => body.lists.get(indices).to_vec(),
            _ => Vec::new(),
        })
    }

    /// The values of a ``phi`` with the blocks that they come from; empty for other instructions.
    #[getter]
    fn incoming(slf: &Bound<'_, Self>) -> PyResult<Vec<(Py<PyAny>, Py<PyAny>)>> {
        let (shared, function, _) = Self::place(slf)?;
        let pairs = Self::look(slf, |_, body, inst| match *inst {
            Inst::Phi { incoming, .. } => {
                let key = |value| key_of(value, Some(function), Some(body));
                body.lists.get(incoming).iter().filter_map(|(value, from)| Some((key(value)?, Key::Block(function, from)))).collect()
            }
            _ => Vec::new(),
        })?;
        pairs.into_iter().map(|(value, from)| Ok((object(slf.py(), shared, value)?, object(slf.py(), shared, from)?))).collect()
    }

    /// Whether it ends a block.
    #[getter]
    fn is_terminator(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::view(slf, |inst| inst.is_terminator())
    }

    /// The blocks that a terminator may continue in, in the order of the text; empty for other instructions.
    #[getter]
    fn successors(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (shared, function, _) = Self::place(slf)?;
        let found = Self::view(slf, |inst| inst.successors().iter().map(|to| to.id()).collect::<Vec<_>>())?;
        objects(slf.py(), shared, found.into_iter().map(|to| Key::Block(function, to)))
    }

    /// Its position in the function, from 0.
    #[getter]
    fn index(slf: &Bound<'_, Self>) -> PyResult<u32> {
        Ok(Self::place(slf)?.2.0)
    }

    /// The block that it is in.
    #[getter]
    fn block(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (shared, function, _) = Self::place(slf)?;
        let block = Self::view(slf, |inst| inst.block().map(|block| block.id()))?;
        object(slf.py(), shared, Key::Block(function, block.ok_or_else(missing)?))
    }

    /// The function that it is in.
    #[getter]
    fn function(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (shared, function, _) = Self::place(slf)?;
        object(slf.py(), shared, Key::Global(function))
    }

    /// Where it comes from in the source; none if it has no debug location.
    #[getter]
    fn debug_location(slf: &Bound<'_, Self>) -> PyResult<Option<DebugLocation>> {
        let (shared, ..) = Self::place(slf)?;
        let node = Self::view(slf, |inst| inst.location().map(|at| at.id()))?;
        Ok(node.map(|node| DebugLocation { shared: shared.clone(), node }))
    }

    /// The debug records before it (LLVM 19 and later; older files have calls of ``llvm.dbg.value`` and the like).
    #[getter]
    fn debug_records(slf: &Bound<'_, Self>) -> PyResult<Vec<DebugRecord>> {
        let (shared, function, id) = Self::place(slf)?;
        let range = Self::look(slf, |_, body, _| {
            let first = body.dbg_records.partition_point(|record| record.before < id);
            let count = body.dbg_records.iter().skip(first).take_while(|record| record.before == id).count();
            first..first + count
        })?;
        Ok(range.map(|at| DebugRecord { shared: shared.clone(), function, at }).collect())
    }

    /// Its metadata by the name of the kind (``tbaa``, ``prof`` …), but for the debug location.
    #[getter]
    fn metadata<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (shared, function, id) = Self::place(slf)?;
        let own = Self::look(slf, |module, body, _| {
            let first = body.attachments.partition_point(|(at, _)| *at < id);
            let own = body.attachments.iter().skip(first).take_while(|(at, _)| *at == id);
            own.map(|&(_, attachment)| with_name(module, attachment)).collect::<Vec<_>>()
        })?;
        attached(slf.py(), shared, Some(function), own)
    }

    /// The instruction as assembly. The numbers of unnamed metadata and attributes are those of the whole module, which is read for this.
    fn text(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (shared, function, id) = Self::place(slf)?;
        let body = shared.with(slf.py(), |module| module.global(function).and_then(|global| global.function()?.body))?;
        let lines = shared.lines(slf.py(), body.ok_or_else(missing)?)?;
        lines.get(id).map(str::to_owned).ok_or_else(missing)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::text(slf)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let opcode = Self::opcode(slf)?;
        let (_, _, id) = Self::place(slf)?;
        let ty = Self::look(slf, |module, body, _| body.result_type(id).map(|ty| spelled(module, ty).unwrap_or_else(|| "…".into())))?;
        Ok(match ty {
            Some(ty) => format!("<Instruction '{} = {opcode}' of type '{ty}'>", slf.as_super().get().label(slf.py())?),
            None => format!("<Instruction '{opcode}'>"),
        })
    }
}

/// A debug record: what LLVM 19 and later have instead of calls of debug intrinsics.
#[pyclass(frozen, module = "bctk")]
pub(crate) struct DebugRecord {
    shared: Handle,
    function: GlobalId,
    at: usize,
}

impl DebugRecord {
    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Body, &DbgRecord) -> R + Send) -> PyResult<R> {
        let found = self.shared.body(py, self.function, |_, body| body.dbg_records.get(self.at).map(|record| look(body, record)))?;
        found.ok_or_else(missing)
    }

    fn node(&self, py: Python<'_>, node: Option<MdId>) -> PyResult<Option<Py<PyAny>>> {
        node.map(|node| metadata::object(py, &self.shared, Some(self.function), node)).transpose()
    }
}

#[pymethods]
impl DebugRecord {
    /// The kind: ``value``, ``declare``, ``assign``, ``label`` or ``declare_value``.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.look(py, |_, record| match record.kind {
            DbgKind::Value => "value",
            DbgKind::Declare => "declare",
            DbgKind::Assign => "assign",
            DbgKind::Label => "label",
            DbgKind::DeclareValue => "declare_value",
        })
    }

    /// The variable that it describes, or the label.
    #[getter]
    fn variable(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let node = self.look(py, |_, record| record.variable)?;
        self.node(py, Some(node))
    }

    /// How the variable is computed from the value; none for a label.
    #[getter]
    fn expression(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let node = self.look(py, |_, record| record.expression.get())?;
        self.node(py, node)
    }

    /// The value: one of the function's, or metadata; none for a label.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let found = self.look(py, |body, record| match record.value {
            Some(DbgOperand::Md(node)) => (None, Some(node)),
            Some(DbgOperand::Value(value)) => (key_of(value, Some(self.function), Some(body)), None),
            None => (None, None),
        })?;
        match found {
            (Some(key), _) => optional(py, &self.shared, Some(key)),
            (None, node) => self.node(py, node),
        }
    }

    /// Its place in the source.
    #[getter]
    fn location(&self, py: Python<'_>) -> PyResult<DebugLocation> {
        let node = self.look(py, |_, record| record.loc)?;
        Ok(DebugLocation { shared: self.shared.clone(), node })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<DebugRecord '{}'>", self.kind(py)?))
    }
}
