//! Vectors of `i1` in memory and as integers, on x86. Before LLVM 9, and in most forms before LLVM 7, its code generator stores and converts only
//! some of the bits, as it gives each element a byte.
//!
//! Conversions from integers that were not loaded are right in all releases.
use super::edit::{Replacement, replace_each};
use super::report::Report;
use bctk_edit::editor::Editor;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::{Access, AlignCode, Inst, OpFlags};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::triple::Triple;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::{Feature, LlvmVersion};

/// The bits of a vector that are written out one by one.
const MOST_BITS: u32 = 256;

/// Writes what `llvm` gets wrong as operations of integers.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let is_x86 = Triple::parse(module.str(module.triple)).is_x86();
    let types = &module.types;
    let is_bits = |(_, ty): (TypeId, Type)| matches!(ty, Type::Vector { elem, scalable: false, .. } if types.get(elem) == Type::Int(1));
    if !is_x86 || !types.iter().any(is_bits) {
        return;
    }
    replace_each(module, report, |ed, at| Work { ed, llvm }.instruction(at));
}

struct Work<'e, 'm> {
    ed: &'e mut Editor<'m>,
    llvm: LlvmVersion,
}

impl Work<'_, '_> {
    /// What takes the place of an instruction that the release gets wrong: its result, if it has one, or nothing where that cannot be written.
    fn instruction(&mut self, at: InstId) -> Option<(Feature, Replacement)> {
        match self.ed.body().insts[at.index()] {
            Inst::Load { align, access, scope, ptr } => {
                let ty = self.ed.body().result_type(at)?;
                let int = self.int_of(ty).filter(|_| is_plain(align, access))?;
                let loaded = self.ed.push(int, Inst::Load { align, access, scope, ptr });
                Some((Feature::BitVectorsInMemory, self.of_integer(loaded, int, ty).map(Some)))
            }
            Inst::Store { align, access, scope, value, ptr } => {
                let ty = self.ed.ty(value)?;
                let int = self.int_of(ty).filter(|_| is_plain(align, access))?;
                let made = self.converted(value, ty, int).map(|value| {
                    self.ed.push_void(Inst::Store { align, access, scope, value, ptr });
                    None
                });
                Some((Feature::BitVectorsInMemory, made))
            }
            Inst::Cast { op: CastOp::BitCast, value, .. } if !self.llvm.bit_vectors_as_integers() => {
                let (ty, to) = (self.ed.ty(value)?, self.ed.body().result_type(at)?);
                let int = self.int_of(ty).filter(|_| ty != to)?;
                let made = self.converted(value, ty, int);
                let made = if to == int { made } else { made.and_then(|value| self.ed.cast(CastOp::BitCast, value, to)) };
                Some((Feature::BitVectorsAsIntegers, made.map(Some)))
            }
            _ => None,
        }
    }

    /// The integer of the size of a vector of bits.
    fn int_of(&mut self, ty: TypeId) -> Option<TypeId> {
        let Type::Vector { elem, len, scalable: false } = self.ed.get(ty) else { return None };
        (self.ed.get(elem) == Type::Int(1)).then(|| self.ed.intern(Type::Int(len)))
    }

    /// An integer that was loaded as a vector of bits.
    fn of_integer(&mut self, value: Value, int: TypeId, ty: TypeId) -> Option<Value> {
        let Type::Vector { elem, len, .. } = self.ed.get(ty) else { return None };
        if len.is_power_of_two() || self.llvm.bit_vectors_as_integers() {
            return self.ed.cast(CastOp::BitCast, value, ty);
        }
        // The conversion would be joined with the load to one of the vector, which is wrong for other numbers of elements.
        if len > MOST_BITS {
            return None;
        }
        let index_ty = self.ed.intern(Type::Int(32));
        let mut result = self.ed.constant(ty, ConstKind::Undef);
        for at in 0..len {
            let by = self.ed.bits(int, u128::from(at));
            let shifted = self.ed.push(int, Inst::Bin { op: BinOp::LShr, flags: OpFlags::NONE, lhs: value, rhs: by });
            let element = self.ed.cast(CastOp::Trunc, shifted, elem)?;
            let index = self.ed.int(index_ty, i64::from(at));
            result = self.ed.push(ty, Inst::InsertElement { vector: result, element, index });
        }
        Some(result)
    }

    /// A vector of bits as an integer.
    fn converted(&mut self, vector: Value, ty: TypeId, int: TypeId) -> Option<Value> {
        if self.llvm.bit_vectors_as_integers() {
            return self.ed.cast(CastOp::BitCast, vector, int);
        }
        let Type::Vector { elem, len, .. } = self.ed.get(ty) else { return None };
        if len > MOST_BITS {
            return None;
        }
        let index_ty = self.ed.intern(Type::Int(32));
        let mut bits = None;
        for at in 0..len {
            let index = self.ed.int(index_ty, i64::from(at));
            let mut bit = self.ed.push(elem, Inst::ExtractElement { vector, index });
            if len > 1 {
                bit = self.ed.cast(CastOp::ZExt, bit, int)?;
                let by = self.ed.bits(int, u128::from(at));
                bit = self.ed.push(int, Inst::Bin { op: BinOp::Shl, flags: OpFlags::NONE, lhs: bit, rhs: by });
            }
            bits = Some(match bits {
                None => bit,
                Some(lower) => self.ed.push(int, Inst::Bin { op: BinOp::Or, flags: OpFlags::NONE, lhs: lower, rhs: bit }),
            });
        }
        bits
    }
}

/// Whether an access is not atomic, and its alignment, which follows from the type otherwise, is stated.
fn is_plain(align: AlignCode, access: Access) -> bool {
    !access.is_atomic() && align != AlignCode::default()
}
