//! Constants.
use bctk_ir::constants::{ConstKind, ConstPool, Constant as IrConstant};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::types::Type as Ir;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};

use crate::names::Name;
use crate::types::{Type, spelled};
use crate::value::{Key, Value, key_of, missing, object, objects};

/// A constant: a number, an aggregate, a constant expression.
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct Constant;

/// Inline assembly as a callee.
#[pyclass(frozen, extends = Value, module = "bctk")]
pub(crate) struct InlineAsm;

/// The text of a constant that is one word.
pub(crate) fn quick(module: &Module, _: &ConstPool, it: IrConstant) -> Option<String> {
    let ty = module.types.get(it.ty);
    let word = match (it.kind, ty) {
        (ConstKind::Undef, _) => "undef".to_owned(),
        (ConstKind::Poison, _) => "poison".to_owned(),
        (ConstKind::Null, Ir::Int(1)) => "false".to_owned(),
        (ConstKind::Null, Ir::Int(_)) => "0".to_owned(),
        (ConstKind::Null, Ir::Ptr(_) | Ir::TypedPtr { .. }) => "null".to_owned(),
        (ConstKind::Int(_), Ir::Int(1)) => "true".to_owned(),
        (ConstKind::Int(number), Ir::Int(_)) => number.to_string(),
        _ => return None,
    };
    Some(format!("{} {word}", spelled(module, it.ty)?))
}

/// The number or numbers of a constant.
enum Number {
    None,
    Int(i64),
    /// Words, least significant first, two's complement.
    Wide(Vec<u64>),
    Float(f64),
    Bytes(Vec<u8>),
    List(Vec<Number>),
}

impl Number {
    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Number::None => py.None(),
            Number::Int(number) => number.into_pyobject(py)?.into_any().unbind(),
            Number::Wide(words) => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let options = pyo3::types::PyDict::new(py);
                options.set_item("signed", true)?;
                let int = py.get_type::<PyInt>();
                int.call_method("from_bytes", (PyBytes::new(py, &bytes), "little"), Some(&options))?.unbind()
            }
            Number::Float(number) => number.into_pyobject(py)?.into_any().unbind(),
            Number::Bytes(bytes) => PyBytes::new(py, &bytes).into_any().unbind(),
            Number::List(numbers) => {
                let items = numbers.into_iter().map(|number| number.object(py)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(py, items)?.into_any().unbind()
            }
        })
    }
}

/// The number of the bits of a floating-point type; none for types wider than `double`.
fn float(ty: Ir, bits: u64) -> Option<f64> {
    match ty {
        Ir::Double => Some(f64::from_bits(bits)),
        Ir::Float => Some(f64::from(f32::from_bits(bits as u32))),
        Ir::BFloat => Some(f64::from(f32::from_bits((bits as u32) << 16))),
        Ir::Half => {
            let (sign, exponent, fraction) = (bits >> 15 & 1, bits >> 10 & 31, (bits & 1023) as f64);
            let size = match exponent {
                0 => fraction * f64::powi(2.0, -24),
                31 if bits & 1023 == 0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1.0 + fraction / 1024.0) * f64::powi(2.0, exponent as i32 - 15),
            };
            Some(if sign == 1 { -size } else { size })
        }
        _ => None,
    }
}

/// Bytes of an element of a data array.
fn size(ty: Ir) -> Option<usize> {
    match ty {
        Ir::Int(bits) | Ir::Byte(bits) if matches!(bits, 8 | 16 | 32 | 64) => Some(bits as usize / 8),
        Ir::Half | Ir::BFloat => Some(2),
        Ir::Float => Some(4),
        Ir::Double => Some(8),
        _ => None,
    }
}

fn number(module: &Module, pool: &ConstPool, it: IrConstant) -> Number {
    let ty = module.types.get(it.ty);
    match it.kind {
        ConstKind::Null => match ty {
            Ir::Int(_) | Ir::Byte(_) => Number::Int(0),
            Ir::Half | Ir::BFloat | Ir::Float | Ir::Double => Number::Float(0.0),
            _ => Number::None,
        },
        // The only other number of one bit.
        ConstKind::Int(_) if ty == Ir::Int(1) => Number::Int(1),
        ConstKind::Int(number) => Number::Int(number),
        ConstKind::WideInt { start, len } => Number::Wide(pool.word_range(start, len).to_vec()),
        ConstKind::Float(bits) => float(module.types.get(module.types.scalar(it.ty)), bits).map_or(Number::None, Number::Float),
        ConstKind::Data(data) => {
            let bytes = pool.bytes.get(data);
            let elem = match ty {
                Ir::Array { elem, .. } | Ir::Vector { elem, .. } => module.types.get(elem),
                _ => return Number::None,
            };
            let Some(size) = size(elem) else { return Number::None };
            if elem == Ir::Int(8) {
                return Number::Bytes(bytes.to_vec());
            }
            let one = |chunk: &[u8]| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                let bits = u64::from_le_bytes(word);
                match elem {
                    Ir::Int(_) | Ir::Byte(_) => {
                        let unused = 64 - 8 * chunk.len() as u32;
                        Number::Int((bits << unused) as i64 >> unused)
                    }
                    other => float(other, bits).map_or(Number::None, Number::Float),
                }
            };
            Number::List(bytes.chunks_exact(size).map(one).collect())
        }
        _ => Number::None,
    }
}

/// The word for a kind of constant.
fn kind(kind: ConstKind) -> &'static str {
    match kind {
        ConstKind::Null => "null",
        ConstKind::Undef => "undef",
        ConstKind::Poison => "poison",
        ConstKind::Int(_) | ConstKind::WideInt { .. } => "integer",
        ConstKind::Float(_) | ConstKind::WideFloat { .. } => "float",
        ConstKind::Data(_) => "data",
        ConstKind::Aggregate(_) => "aggregate",
        ConstKind::Bin { .. }
        | ConstKind::FNeg(_)
        | ConstKind::Cast { .. }
        | ConstKind::Gep { .. }
        | ConstKind::Select(_)
        | ConstKind::ExtractElement(..)
        | ConstKind::InsertElement(_)
        | ConstKind::ShuffleVector(_)
        | ConstKind::ICmp(..)
        | ConstKind::FCmp(..) => "expression",
        ConstKind::BlockAddress { .. } => "blockaddress",
        ConstKind::DsoLocalEquivalent(_) => "dso_local_equivalent",
        ConstKind::NoCfi(_) => "no_cfi",
        ConstKind::PtrAuth(_) => "ptrauth",
        ConstKind::InlineAsm(_) => "asm",
    }
}

/// The opcode of a constant expression.
fn opcode(kind: ConstKind) -> Option<&'static str> {
    Some(match kind {
        ConstKind::Bin { op, .. } => op.spelling(),
        ConstKind::FNeg(_) => "fneg",
        ConstKind::Cast { op, .. } => op.spelling(),
        ConstKind::Gep { .. } => "getelementptr",
        ConstKind::Select(_) => "select",
        ConstKind::ExtractElement(..) => "extractelement",
        ConstKind::InsertElement(_) => "insertelement",
        ConstKind::ShuffleVector(_) => "shufflevector",
        ConstKind::ICmp(..) => "icmp",
        ConstKind::FCmp(..) => "fcmp",
        _ => return None,
    })
}

#[pymethods]
impl Constant {
    /// The kind of constant: ``integer``, ``float``, ``null`` (the zero of any type), ``undef``, ``poison``, ``data`` (an array or vector
    /// of numbers), ``aggregate``, ``expression``, ``blockaddress``, ``dso_local_equivalent``, ``no_cfi`` or ``ptrauth``.
    #[getter]
    fn kind(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        let value = slf.as_super().get();
        value.shared.constant(slf.py(), value.key, |_, _, it| kind(it.kind))
    }

    /// The number: an ``int`` or a ``float``; ``bytes`` for an array or vector of ``i8``, a tuple of numbers for one of other numbers. None
    /// for all other constants, and for numbers wider than ``double``. Integers are signed, but for ``i1``.
    #[getter]
    fn value(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let value = slf.as_super().get();
        value.shared.constant(slf.py(), value.key, number)?.object(slf.py())
    }

    /// The operator of a constant expression; none for other constants.
    #[getter]
    fn opcode(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        let value = slf.as_super().get();
        value.shared.constant(slf.py(), value.key, |_, _, it| opcode(it.kind))
    }

    /// The values that the constant is made of: elements of an aggregate, operands of an expression, function and block of a
    /// ``blockaddress``.
    #[getter]
    fn operands(slf: &Bound<'_, Self>) -> PyResult<Vec<Py<PyAny>>> {
        let (py, value) = (slf.py(), slf.as_super().get());
        let function = match value.key {
            Key::LocalConst(function, _) => Some(function),
            _ => None,
        };
        let keys = value.shared.constant(py, value.key, |_, pool, it| {
            let mut keys = Vec::new();
            match it.kind {
                ConstKind::BlockAddress { function, block } => keys.extend([Key::Global(function), Key::Block(function, block)]),
                kind => pool.operands(kind, |operand| keys.extend(key_of(operand, function, None))),
            }
            keys
        })?;
        objects(py, &value.shared, keys)
    }

    /// The type that a ``getelementptr`` computes addresses with; none for other constants.
    #[getter]
    fn source_element_type(slf: &Bound<'_, Self>) -> PyResult<Option<Type>> {
        let value = slf.as_super().get();
        let source: Option<TypeId> = value.shared.constant(slf.py(), value.key, |_, _, it| match it.kind {
            ConstKind::Gep { source, .. } => Some(source),
            _ => None,
        })?;
        Ok(source.map(|id| Type::new(&value.shared, id)))
    }
}

impl InlineAsm {
    fn look<R: Send>(slf: &Bound<'_, Self>, look: impl FnOnce(&ConstPool, &bctk_ir::constants::InlineAsm) -> R + Send) -> PyResult<R> {
        let value = slf.as_super().get();
        let found = value.shared.constant(slf.py(), value.key, |_, pool, it| match it.kind {
            ConstKind::InlineAsm(at) => pool.asms.get(at as usize).map(|asm| look(pool, asm)),
            _ => None,
        })?;
        found.ok_or_else(missing)
    }
}

#[pymethods]
impl InlineAsm {
    /// The assembly.
    #[getter]
    fn template(slf: &Bound<'_, Self>) -> PyResult<Name> {
        Self::look(slf, |pool, asm| Name(pool.bytes.get(asm.template).to_vec()))
    }

    /// The constraints on its operands.
    #[getter]
    fn constraints(slf: &Bound<'_, Self>) -> PyResult<Name> {
        Self::look(slf, |pool, asm| Name(pool.bytes.get(asm.constraints).to_vec()))
    }

    /// Whether it has effects that its operands do not show.
    #[getter]
    fn has_side_effects(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::look(slf, |_, asm| asm.side_effect)
    }

    /// The function type of its calls.
    #[getter]
    fn function_type(slf: &Bound<'_, Self>) -> PyResult<Type> {
        let ty = Self::look(slf, |_, asm| asm.fn_ty)?;
        Ok(Type::new(&slf.as_super().get().shared, ty))
    }
}

/// The object of an optional value.
pub(crate) fn optional(py: Python<'_>, shared: &crate::shared::Handle, key: Option<Key>) -> PyResult<Option<Py<PyAny>>> {
    key.map(|key| object(py, shared, key)).transpose()
}
