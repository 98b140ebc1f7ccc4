//! Arithmetic of `half` on x86. Before LLVM 15, its code generator computes with `float` and rounds only what is stored or passed on, so that a sum
//! of sums comes out otherwise (`DAGTypeLegalizer::PromoteFloatRes_BinOp`).
//!
//! Conversions as such do round. Those written as casts would not stay: the optimizer makes the same arithmetic of them again.
//!
//! Before LLVM 9, the code generator for x86 also takes short vectors of `half` for others when their bits become vectors of integers. The
//! optimizer makes such casts of those of their elements, so that neither stays.
//!
//! Before LLVM 8, it fails to select between the two numbers that a comparison is converted to (`SelectionDAG::getNode`), if that is written as
//! a conversion.
use super::edit::replace_each;
use super::report::Report;
use bctk_edit::editor::Editor;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::triple::Triple;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};

/// Intrinsics of `half` whose results need rounding; those of other names return one of their operands, or a number without a fraction.
const ROUNDED: &[&str] = &["sqrt", "fma", "fmuladd"];

/// The elements of a vector that are written out one by one.
const MOST_ELEMENTS: u32 = 256;

/// Writes arithmetic of `half` as that of `float`, and rounds each result.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let is_x86 = Triple::parse(module.str(module.triple)).is_x86();
    if !is_x86 || !module.types.iter().any(|(_, ty)| matches!(ty, Type::Half)) {
        return;
    }
    let loses_bits = !llvm.half_vector_bits() && module.types.iter().any(|(_, ty)| has_few_bits(module, ty));
    replace_each(module, report, |ed, at| {
        if loses_bits && let Some(lost) = lost(ed, at) {
            let mut work = Work { ed, loses_bits };
            let value = match lost {
                Lost::Bits(value, ty) => work.bits(value, ty),
                Lost::Element(vector, index) => work.element(vector, index),
            };
            return Some((Feature::HalfVectorBits, value.map(Some)));
        }
        if !llvm.half_of_bit()
            && let Some((value, ty, negative)) = of_bit(ed, at)
        {
            let number = |ed: &mut Editor<'_>, bits: u64| ed.constant(ty, ConstKind::Float(bits));
            let (one, zero) = (number(ed, if negative { 0xBC00 } else { 0x3C00 }), ed.constant(ty, ConstKind::Null));
            return Some((Feature::HalfOfBit, ed.select(value, one, zero).map(Some)));
        }
        let (op, args) = operation(ed, at)?;
        let ty = ed.body().result_type(at)?;
        if !matches!(ed.get(ed.module.types.scalar(ty)), Type::Half) {
            return None;
        }
        let value = Work { ed, loses_bits }.rounded(op, &args, ty);
        Some((Feature::RoundedHalfArithmetic, value.map(Some)))
    });
}

/// What is computed.
#[derive(Clone, Copy)]
enum Op {
    Bin(BinOp, OpFlags),
    Call(&'static str),
}

/// The operation of an instruction and its operands, if its result may need rounding.
fn operation(editor: &Editor<'_>, at: InstId) -> Option<(Op, Vec<Value>)> {
    let body = editor.body();
    match body.insts[at.index()] {
        Inst::Bin { op: op @ (BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem), flags, lhs, rhs } => {
            Some((Op::Bin(op, flags), vec![lhs, rhs]))
        }
        Inst::Call(id) => {
            let call = body.call(id).filter(|call| call.tail != TailKind::MustTail)?;
            let ValueKind::Global(callee) = call.callee.kind() else { return None };
            let name = editor.module.str(editor.module.global(callee)?.name).strip_prefix(b"llvm.")?;
            let name = name.split(|&c| c == b'.').next()?;
            let name = ROUNDED.iter().find(|rounded| rounded.as_bytes() == name)?;
            Some((Op::Call(name), body.values(call.args).collect()))
        }
        _ => None,
    }
}

struct Work<'e, 'm> {
    ed: &'e mut Editor<'m>,
    /// Whether casts of `half` to integers do not stay as they are.
    loses_bits: bool,
}

/// Whether a vector of `half` is shorter than a register.
fn has_few_bits(module: &Module, ty: Type) -> bool {
    matches!(ty, Type::Vector { elem, len, scalable: false } if len < 8 && module.types.get(elem) == Type::Half)
}

/// What the code generator mistakes.
enum Lost {
    /// The operand and the type of a cast that makes an integer of a `half`, or a vector of integers of a short vector of them.
    Bits(Value, TypeId),
    /// A short vector, and the index of one of its elements, which is not constant.
    Element(Value, Value),
}

/// What the code generator mistakes of an instruction.
fn lost(editor: &Editor<'_>, at: InstId) -> Option<Lost> {
    let body = editor.body();
    match body.insts[at.index()] {
        Inst::Cast { op: CastOp::BitCast, value, .. } => {
            let (from, to) = (editor.ty(value)?, body.result_type(at)?);
            let is_meant = match (editor.get(from), editor.get(to)) {
                (Type::Half, Type::Int(16)) => true,
                (from, Type::Vector { elem, .. }) => has_few_bits(editor.module, from) && matches!(editor.get(elem), Type::Int(_)),
                _ => false,
            };
            is_meant.then_some(Lost::Bits(value, to))
        }
        Inst::ExtractElement { vector, index } if matches!(index.kind(), ValueKind::Local(_)) => {
            has_few_bits(editor.module, editor.get(editor.ty(vector)?)).then_some(Lost::Element(vector, index))
        }
        _ => None,
    }
}

/// The operand of a conversion of `i1` to `half`, the type of its result, and whether its one is -1.
fn of_bit(editor: &Editor<'_>, at: InstId) -> Option<(Value, TypeId, bool)> {
    let Inst::Cast { op: op @ (CastOp::UiToFp | CastOp::SiToFp), value, .. } = editor.body().insts[at.index()] else { return None };
    let ty = editor.body().result_type(at)?;
    let is_bit = editor.get(ty) == Type::Half && editor.get(editor.ty(value)?) == Type::Int(1);
    is_bit.then_some((value, ty, op == CastOp::SiToFp))
}

impl Work<'_, '_> {
    /// The result of an operation of numbers or vectors of them.
    fn rounded(&mut self, op: Op, args: &[Value], ty: TypeId) -> Option<Value> {
        let Type::Vector { elem, len, scalable } = self.ed.get(ty) else { return self.of_numbers(op, args, ty) };
        if scalable || len > MOST_ELEMENTS {
            return None;
        }
        let index_ty = self.ed.intern(Type::Int(32));
        let mut result = self.ed.constant(ty, ConstKind::Undef);
        for at in 0..len {
            let index = self.ed.int(index_ty, i64::from(at));
            let parts = args.iter().map(|&vector| self.ed.push(elem, Inst::ExtractElement { vector, index })).collect::<Vec<_>>();
            let element = self.of_numbers(op, &parts, elem)?;
            result = self.ed.push(ty, Inst::InsertElement { vector: result, element, index });
        }
        Some(result)
    }

    /// The bits of a number, or of the numbers of a vector, by conversions.
    fn bits(&mut self, value: Value, to: TypeId) -> Option<Value> {
        let (float, short) = (self.ed.intern(Type::Float), self.ed.intern(Type::Int(16)));
        let from = self.ed.ty(value)?;
        let Type::Vector { elem, len, .. } = self.ed.get(from) else {
            let wide = self.ed.cast(CastOp::FpExt, value, float)?;
            return self.ed.declared(b"llvm.convert.to.fp16.f32", short, &[wide]);
        };
        let (index_ty, ints) = (self.ed.intern(Type::Int(32)), self.ed.ints(from, 16));
        let mut result = self.ed.constant(ints, ConstKind::Undef);
        for at in 0..len {
            let index = self.ed.int(index_ty, i64::from(at));
            let number = self.ed.push(elem, Inst::ExtractElement { vector: value, index });
            let element = self.bits(number, short)?;
            result = self.ed.push(ints, Inst::InsertElement { vector: result, element, index });
        }
        if ints == to { Some(result) } else { self.ed.cast(CastOp::BitCast, result, to) }
    }

    /// The element of a vector at an index that is not constant. One beyond the end is any.
    fn element(&mut self, vector: Value, index: Value) -> Option<Value> {
        let (ty, index_ty) = (self.ed.ty(vector)?, self.ed.ty(index)?);
        let Type::Vector { elem, len, .. } = self.ed.get(ty) else { return None };
        let place = self.ed.intern(Type::Int(32));
        let mut result = None;
        for at in 0..len {
            let (constant, number) = (self.ed.int(place, i64::from(at)), self.ed.int(index_ty, i64::from(at)));
            let element = self.ed.push(elem, Inst::ExtractElement { vector, index: constant });
            result = Some(match result {
                None => element,
                Some(before) => {
                    let is_it = self.ed.icmp(ICmpPred::Eq, index, number)?;
                    self.ed.select(is_it, element, before)?
                }
            });
        }
        result
    }

    fn of_numbers(&mut self, op: Op, args: &[Value], half: TypeId) -> Option<Value> {
        let (float, short) = (self.ed.intern(Type::Float), self.ed.intern(Type::Int(16)));
        let mut wide = Vec::with_capacity(args.len());
        for &arg in args {
            if self.loses_bits {
                wide.push(self.ed.cast(CastOp::FpExt, arg, float)?);
                continue;
            }
            let bits = self.ed.cast(CastOp::BitCast, arg, short)?;
            wide.push(self.ed.declared(b"llvm.convert.from.fp16.f32", float, &[bits])?);
        }
        let result = match op {
            Op::Bin(op, flags) => self.ed.push(float, Inst::Bin { op, flags, lhs: *wide.first()?, rhs: *wide.get(1)? }),
            Op::Call(name) => self.ed.declared(format!("llvm.{name}.f32").as_bytes(), float, &wide)?,
        };
        let bits = self.ed.declared(b"llvm.convert.to.fp16.f32", short, &[result])?;
        self.ed.cast(CastOp::BitCast, bits, half)
    }
}
