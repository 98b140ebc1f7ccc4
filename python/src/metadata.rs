//! Metadata: strings, tuples, values, expressions, and nodes of debug information with their fields.
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::Metadata as Ir;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::module::Module;
use bctk_textual::DisplayIn;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};

use crate::constant::optional;
use crate::fields::{self, Field};
use crate::names::Name;
use crate::sequences::{Items, position};
use crate::shared::{Handle, work};
use crate::value::{Key, key_of, missing};

/// A piece of metadata: a string, a tuple, a value, or a node of debug information.
#[pyclass(frozen, subclass, module = "bctk")]
pub(crate) struct Metadata {
    shared: Handle,
    /// The function whose metadata it is, if one asked for it: values in it may be the function's.
    function: Option<GlobalId>,
    id: MdId,
}

/// A metadata string.
#[pyclass(frozen, extends = Metadata, module = "bctk")]
pub(crate) struct MDString;

/// A tuple of metadata: ``!{…}``. Null operands are ``None``.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> ident = module.named_metadata["llvm.ident"][0]
/// >>> len(ident), "clang" in ident[0].value
/// (1, True)
#[pyclass(frozen, sequence, extends = Metadata, module = "bctk")]
pub(crate) struct MDTuple;

/// A value as metadata.
#[pyclass(frozen, extends = Metadata, module = "bctk")]
pub(crate) struct MDValue;

/// How a variable is computed from a value: operators and their operands.
#[pyclass(frozen, extends = Metadata, module = "bctk")]
pub(crate) struct DIExpression;

/// A list of values for a ``DIExpression``.
#[pyclass(frozen, extends = Metadata, module = "bctk")]
pub(crate) struct DIArgList;

/// A node of debug information with a tag and operands, but without fields.
#[pyclass(frozen, extends = Metadata, module = "bctk")]
pub(crate) struct GenericDINode;

/// A node of debug information. Each kind is a class of its own, such as ``DISubprogram``, with the fields of the node as attributes, under
/// the names that LLVM prints.
///
/// A field is a node, a string, a number, a ``bool``, a list of flags, or the name of a constant such as ``DW_TAG_member``; ``None`` where
/// the node has nothing.
///
/// >>> import bctk
/// >>> main = bctk.read("python/tests/data/small.bc").functions["main"]
/// >>> main.subprogram.name, main.subprogram.line, main.subprogram.file.filename
/// ('main', 9, 'small.c')
/// >>> main.subprogram.type.types[0].name
/// 'int'
#[pyclass(frozen, subclass, extends = Metadata, module = "bctk")]
pub(crate) struct DINode;

/// Declares the class of each kind of node.
macro_rules! nodes {
    ($($variant:ident $name:ident,)*) => {
        $(
            #[doc = concat!("A ``!", stringify!($name), "`` node.")]
            #[pyclass(frozen, extends = DINode, module = "bctk")]
            pub(crate) struct $name;
        )*

        fn node(py: Python<'_>, kind: DiKind, base: PyClassInitializer<DINode>) -> PyResult<Py<PyAny>> {
            Ok(match kind.whole() {
                $(DiKind::$variant => Py::new(py, base.add_subclass($name))?.into_any(),)*
                DiKind::Location => py.None(),
            })
        }

        /// Adds the classes of all nodes to the module.
        pub(crate) fn add_nodes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$name>()?;
                add_fields(module.getattr(stringify!($name))?, DiKind::$variant)?;
            )*
            Ok(())
        }
    };
}

nodes! {
    LongLocation DILocation,
    Subrange DISubrange,
    GenericSubrange DIGenericSubrange,
    Enumerator DIEnumerator,
    BasicType DIBasicType,
    FixedPointType DIFixedPointType,
    StringType DIStringType,
    DerivedType DIDerivedType,
    SubrangeType DISubrangeType,
    CompositeType DICompositeType,
    SubroutineType DISubroutineType,
    File DIFile,
    CompileUnit DICompileUnit,
    Subprogram DISubprogram,
    LexicalBlock DILexicalBlock,
    LexicalBlockFile DILexicalBlockFile,
    CommonBlock DICommonBlock,
    Namespace DINamespace,
    Macro DIMacro,
    MacroFile DIMacroFile,
    Module DIModule,
    AssignID DIAssignID,
    TemplateTypeParameter DITemplateTypeParameter,
    TemplateValueParameter DITemplateValueParameter,
    GlobalVariable DIGlobalVariable,
    GlobalVariableExpression DIGlobalVariableExpression,
    LocalVariable DILocalVariable,
    Label DILabel,
    ObjCProperty DIObjCProperty,
    ImportedEntity DIImportedEntity,
}

/// Gives a class the fields of its nodes as properties.
fn add_fields(class: Bound<'_, PyAny>, kind: DiKind) -> PyResult<()> {
    let py = class.py();
    let property = py.import("builtins")?.getattr("property")?;
    for field in kind.fields() {
        let get = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<Py<PyAny>> {
            let object = args.get_item(0)?;
            let node = object.cast::<Metadata>()?;
            node.get().field(args.py(), field.name)
        };
        let get = PyCFunction::new_closure(py, None, None, get)?;
        class.setattr(field.name, property.call1((get,))?)?;
    }
    Ok(())
}

/// The object of a piece of metadata, of the class for its kind; ``None`` for what the module does not have.
pub(crate) fn object(py: Python<'_>, shared: &Handle, function: Option<GlobalId>, id: MdId) -> PyResult<Py<PyAny>> {
    let base = PyClassInitializer::from(Metadata { shared: Arc::clone(shared), function, id });
    Ok(match shared.with(py, |module| module.metadata.get(id))? {
        Ir::String(_) => Py::new(py, base.add_subclass(MDString))?.into_any(),
        Ir::Tuple { .. } => Py::new(py, base.add_subclass(MDTuple))?.into_any(),
        Ir::Value { .. } => Py::new(py, base.add_subclass(MDValue))?.into_any(),
        Ir::Expression { .. } => Py::new(py, base.add_subclass(DIExpression))?.into_any(),
        Ir::ArgList(_) => Py::new(py, base.add_subclass(DIArgList))?.into_any(),
        Ir::Generic { .. } => Py::new(py, base.add_subclass(GenericDINode))?.into_any(),
        Ir::Node { kind, .. } => node(py, kind, base.add_subclass(DINode))?,
        Ir::Missing => py.None(),
    })
}

impl Metadata {
    fn look<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Module, Ir) -> R + Send) -> PyResult<R> {
        self.shared.with(py, |module| look(module, module.metadata.get(self.id)))
    }

    fn other(&self, py: Python<'_>, id: Option<MdId>) -> PyResult<Py<PyAny>> {
        id.map_or_else(|| Ok(py.None()), |id| object(py, &self.shared, self.function, id))
    }

    /// A field of a node.
    fn field(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let field = self.look(py, |module, item| fields::get(module, item, name))?;
        self.held(py, field.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?)
    }

    fn held(&self, py: Python<'_>, field: Field) -> PyResult<Py<PyAny>> {
        match field {
            Field::Node(id) => self.other(py, Some(id)),
            other => other.object(py),
        }
    }

    /// The references of a tuple, a generic node or an argument list.
    fn references(&self, py: Python<'_>) -> PyResult<Vec<Option<MdId>>> {
        self.look(py, |module, item| match item {
            Ir::Tuple { ops, .. } => module.metadata.lists.get(ops).to_vec(),
            // The first is the header.
            Ir::Generic { ops, .. } => module.metadata.lists.get(ops).iter().skip(1).collect(),
            Ir::ArgList(ops) => module.metadata.lists.get(ops).iter().map(Some).collect(),
            _ => Vec::new(),
        })
    }

    fn string(&self, py: Python<'_>) -> PyResult<Name> {
        self.look(py, |module, item| match item {
            Ir::String(text) => Name(module.str(text).to_vec()),
            _ => Name(Vec::new()),
        })
    }

    fn own_text(&self, py: Python<'_>) -> PyResult<String> {
        let whole = self.shared.numbered(py)?;
        let (function, id) = (self.function, self.id);
        Ok(work(py, || {
            Ok(whole.numbered(|module, numbers| {
                let body = function.and_then(|function| module.global(function)?.function()?.body);
                match body.and_then(|body| numbers.in_body(body)) {
                    Some(mut tracker) => tracker.text(id),
                    None => id.display(numbers).to_string(),
                }
            }))
        })?)
    }
}

#[pymethods]
impl Metadata {
    /// Whether it is distinct from all nodes with the same contents.
    #[getter]
    fn is_distinct(&self, py: Python<'_>) -> PyResult<bool> {
        self.look(py, |_, item| match item {
            Ir::Tuple { distinct, .. } | Ir::Node { distinct, .. } | Ir::Generic { distinct, .. } | Ir::Expression { distinct, .. } => {
                distinct
            }
            _ => false,
        })
    }

    /// The metadata as assembly; a node with its number, which is that in the whole module: it is read for this.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.own_text(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.own_text(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, own) = (slf.py(), slf.get());
        let class = slf.get_type().name()?;
        let name = |name: &[u8]| format!("{:?}", String::from_utf8_lossy(name));
        let about = own.look(py, |module, item| match item {
            Ir::String(text) => name(module.str(text)),
            Ir::Tuple { ops, .. } => format!("of {}", module.metadata.lists.get(ops).len()),
            Ir::Node { kind, .. } => {
                let field = ["name", "filename", "identifier"].iter().find(|name| kind.field(name).is_some());
                match field.and_then(|field| fields::get(module, item, field)) {
                    Some(Field::Text(text)) => name(&text.0),
                    _ => String::new(),
                }
            }
            _ => String::new(),
        })?;
        Ok(if about.is_empty() { format!("<{class}>") } else { format!("<{class} {about}>") })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Metadata>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.shared, &other.shared) && self.id == other.id
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.shared) as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }
}

#[pymethods]
impl MDString {
    /// The string.
    #[getter]
    fn value(slf: &Bound<'_, Self>) -> PyResult<Name> {
        slf.as_super().get().string(slf.py())
    }
}

#[pymethods]
impl MDTuple {
    /// What is in it.
    #[getter]
    fn operands(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let own = slf.as_super().get();
        own.references(slf.py())?.into_iter().map(|id| own.other(slf.py(), id)).collect()
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        slf.as_super().get().look(slf.py(), |module, item| match item {
            Ir::Tuple { ops, .. } => module.metadata.lists.get(ops).len(),
            _ => 0,
        })
    }

    fn __getitem__(slf: &Bound<'_, Self>, index: isize) -> PyResult<Py<PyAny>> {
        let own = slf.as_super().get();
        let at = position(index, Self::__len__(slf)?).ok_or_else(|| PyIndexError::new_err("tuple index out of range"))?;
        let id = own.look(slf.py(), |module, item| match item {
            Ir::Tuple { ops, .. } => module.metadata.lists.get(ops).get(at).flatten(),
            _ => None,
        })?;
        own.other(slf.py(), id)
    }

    fn __iter__(slf: Py<Self>) -> Items {
        Items::new(slf.into_any())
    }
}

#[pymethods]
impl MDValue {
    /// The value.
    #[getter]
    fn value(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let (py, own) = (slf.py(), slf.as_super().get());
        let Some(value) = own.look(py, |_, item| match item {
            Ir::Value { value, .. } => Some(value),
            _ => None,
        })?
        else {
            return Ok(None);
        };
        let key = match own.function {
            Some(function) => own.shared.with_body(py, function, |_, body| key_of(value, Some(function), Some(body)))?.flatten(),
            None => key_of(value, None, None),
        };
        optional(py, &own.shared, key.filter(|key| !matches!(key, Key::Metadata(..))))
    }
}

#[pymethods]
impl DIExpression {
    /// The operators and operands as numbers.
    #[getter]
    fn elements(slf: &Bound<'_, Self>) -> PyResult<Vec<u64>> {
        slf.as_super().get().look(slf.py(), |module, item| match item {
            Ir::Expression { start, len, .. } => module.metadata.word_range(start, len).to_vec(),
            _ => Vec::new(),
        })
    }

    /// The operators, each with its operands: ``[("DW_OP_plus_uconst", (8,)), ("DW_OP_stack_value", ())]``.
    #[getter]
    fn operations<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(String, Bound<'py, PyTuple>)>> {
        use bctk_ir::metadata::{dwarf::Op, expr};
        let (elements, mut out) = (Self::elements(slf)?, Vec::new());
        let mut rest = &elements[..];
        while let Some((&op, after)) = rest.split_first() {
            let (operands, later) = after.split_at(expr::operand_count(op).min(after.len()));
            let name = u16::try_from(op).ok().and_then(|op| Op(op).name()).map_or_else(|| op.to_string(), str::to_owned);
            out.push((name, PyTuple::new(slf.py(), operands)?));
            rest = later;
        }
        Ok(out)
    }
}

#[pymethods]
impl DIArgList {
    /// The values.
    #[getter]
    fn arguments(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let own = slf.as_super().get();
        own.references(slf.py())?.into_iter().map(|id| own.other(slf.py(), id)).collect()
    }
}

#[pymethods]
impl GenericDINode {
    /// The DWARF tag, by name if it has one.
    #[getter]
    fn tag(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_super().get().look(slf.py(), |_, item| match item {
            Ir::Generic { tag, .. } => Tag(tag).name().map_or_else(|| tag.to_string(), str::to_owned),
            _ => String::new(),
        })
    }

    /// The header; none if it has none.
    #[getter]
    fn header(slf: &Bound<'_, Self>) -> PyResult<Option<Name>> {
        slf.as_super().get().look(slf.py(), |module, item| match item {
            Ir::Generic { ops, .. } => match module.metadata.get(module.metadata.lists.get(ops).first()??) {
                Ir::String(text) => Some(Name(module.str(text).to_vec())),
                _ => None,
            },
            _ => None,
        })
    }

    /// The operands after the header.
    #[getter]
    fn operands(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let own = slf.as_super().get();
        own.references(slf.py())?.into_iter().map(|id| own.other(slf.py(), id)).collect()
    }
}

#[pymethods]
impl DINode {
    /// All fields with their values, in the order in which LLVM prints them.
    fn fields<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, own) = (slf.py(), slf.as_super().get());
        let kind = own.look(py, |_, item| match item {
            Ir::Node { kind, .. } => Some(kind),
            _ => None,
        })?;
        let dict = PyDict::new(py);
        for field in kind.ok_or_else(missing)?.whole().fields() {
            dict.set_item(field.name, own.field(py, field.name)?)?;
        }
        Ok(dict)
    }
}

/// A named list of metadata: ``!llvm.ident = !{!0}``.
#[pyclass(frozen, sequence, module = "bctk")]
pub(crate) struct NamedMetadata {
    shared: Handle,
    at: usize,
}

#[pymethods]
impl NamedMetadata {
    /// The name.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Name> {
        let name = self.shared.with(py, |module| Some(Name(module.str(module.metadata.named.get(self.at)?.name).to_vec())))?;
        name.ok_or_else(missing)
    }

    /// The nodes.
    #[getter]
    fn operands(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let nodes = self.shared.with(py, |module| module.metadata.named.get(self.at).map_or_else(Vec::new, |named| named.nodes.clone()))?;
        nodes.into_iter().map(|id| object(py, &self.shared, None, id)).collect()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.with(py, |module| module.metadata.named.get(self.at).map_or(0, |named| named.nodes.len()))
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyAny>> {
        let at = position(index, self.__len__(py)?).ok_or_else(|| PyIndexError::new_err("index out of range"))?;
        let id = self.shared.with(py, |module| module.metadata.named.get(self.at).and_then(|named| named.nodes.get(at).copied()))?;
        id.map_or_else(|| Ok(py.None()), |id| object(py, &self.shared, None, id))
    }

    fn __iter__(slf: Py<Self>) -> Items {
        Items::new(slf.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<NamedMetadata '{}' of {}>", String::from_utf8_lossy(&self.name(py)?.0), self.__len__(py)?))
    }
}

/// The named metadata of a module by name. A name that is there twice has its last list.
pub(crate) fn named<'py>(py: Python<'py>, shared: &Handle) -> PyResult<Bound<'py, PyDict>> {
    let names =
        shared.with(py, |module| module.metadata.named.iter().map(|named| Name(module.str(named.name).to_vec())).collect::<Vec<_>>())?;
    let dict = PyDict::new(py);
    for (at, name) in names.into_iter().enumerate() {
        dict.set_item(name, NamedMetadata { shared: Arc::clone(shared), at })?;
    }
    Ok(dict)
}

/// The flags of a module: name, behaviour and value of each. Nodes without that form are left out.
pub(crate) fn flags(py: Python<'_>, shared: &Handle) -> PyResult<Vec<(Name, u64, Py<PyAny>)>> {
    use bctk_ir::constants::ConstKind;
    use bctk_ir::types::Type;
    use bctk_ir::value::ValueKind;
    let integer = |module: &Module, id: MdId| match module.metadata.get(id) {
        Ir::Value { value, .. } => match value.kind() {
            ValueKind::Const(at) => {
                let it = module.consts.get(at)?;
                match it.kind {
                    // The only other number of one bit.
                    ConstKind::Int(_) if module.types.get(it.ty) == Type::Int(1) => Some(1),
                    ConstKind::Int(number) => Some(number),
                    ConstKind::Null => Some(0),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    };
    let found = shared.with(py, |module| {
        let named = module.metadata.named.iter().filter(|named| module.str(named.name) == b"llvm.module.flags");
        let nodes = named.flat_map(|named| named.nodes.iter());
        let parts = |id: &MdId| match module.metadata.get(*id) {
            Ir::Tuple { ops, .. } => module.metadata.lists.get(ops).array::<3>(),
            _ => None,
        };
        let flag = |[behaviour, name, value]: [Option<MdId>; 3]| {
            let Ir::String(name) = module.metadata.get(name?) else { return None };
            let number = u64::try_from(integer(module, behaviour?)?).ok()?;
            Some((Name(module.str(name).to_vec()), number, integer(module, value?), value?))
        };
        nodes.filter_map(parts).filter_map(flag).collect::<Vec<_>>()
    })?;
    let value = |number: Option<i64>, id| match number {
        Some(number) => Ok(number.into_pyobject(py)?.into_any().unbind()),
        None => object(py, shared, None, id),
    };
    found.into_iter().map(|(name, behaviour, number, id)| Ok((name, behaviour, value(number, id)?))).collect()
}
