//! Conversions of vectors of integers to floating-point numbers whose bits are compared with zero. InstCombine of LLVM 7 and 8 compares the
//! integers instead, also where the comparison is one of another number of elements, and aborts (`Value::doRAUW`).
//!
//! It does so where a comparison takes a cast of a conversion, which need not be so before other passes have run: the bits may go through
//! memory, or through a function that is inlined. It does not look through an `insertelement`, so one element is converted on its own.
use super::edit::{Replacement, replace_each};
use super::report::Report;
use bctk_edit::editor::Editor;
use bctk_ir::body::Body;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::Feature;
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

/// Bits, and elements: 1 if it is no vector.
type Shape = (u64, u32);

/// Converts the first element on its own where integers of as many bits, but another number of elements, are compared somewhere.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let is_vector = |ty: Type| matches!(ty, Type::Vector { elem, scalable: false, .. } if is_float(&module.types, elem));
    if !module.types.iter().any(|(_, ty)| is_vector(ty)) {
        return;
    }
    let of_body = |body: &Body| {
        let (mut converted, mut compared) = (HashSet::new(), HashSet::new());
        for (at, inst) in body.insts.iter().enumerate() {
            match *inst {
                Inst::Cast { op: CastOp::SiToFp, .. } => {
                    converted.extend(body.result_type(InstId::new(at)).filter(|&ty| is_vector(module.types.get(ty))));
                }
                Inst::ICmp { lhs, .. } => compared.extend(module.type_of(lhs, body)),
                _ => {}
            }
        }
        (converted, compared)
    };
    let found: Vec<(HashSet<TypeId>, HashSet<TypeId>)> = module.bodies.par_iter().balanced().map(of_body).collect();
    let shapes: HashSet<Shape> = found.iter().flat_map(|(_, compared)| compared).filter_map(|&ty| shape(&module.types, ty)).collect();
    let is_mistaken = |&ty: &TypeId| {
        let own = shape(&module.types, ty);
        own.is_some_and(|(bits, elements)| shapes.iter().any(|&(of, other)| of == bits && other != elements))
    };
    let mistaken: HashSet<TypeId> = found.iter().flat_map(|(converted, _)| converted).copied().filter(is_mistaken).collect();
    if !mistaken.is_empty() {
        replace_each(module, report, |ed, at| Some((Feature::ConvertedVectorBits, first_apart(ed, at, &mistaken)?)));
    }
}

/// The conversion of a vector of such a type, with the first element converted on its own; none if the instruction is another one.
fn first_apart(ed: &mut Editor<'_>, at: InstId, types: &HashSet<TypeId>) -> Option<Replacement> {
    let inst = ed.body().insts[at.index()];
    let Inst::Cast { op: CastOp::SiToFp, value, flags } = inst else { return None };
    let ty = ed.body().result_type(at).filter(|ty| types.contains(ty))?;
    let (from, to) = (ed.module.types.scalar(ed.ty(value)?), ed.module.types.scalar(ty));
    let word = ed.intern(Type::Int(32));
    let index = ed.int(word, 0);
    let all = ed.push(ty, inst);
    let first = ed.push(from, Inst::ExtractElement { vector: value, index });
    let element = ed.push(to, Inst::Cast { op: CastOp::SiToFp, value: first, flags });
    Some(Some(Some(ed.push(ty, Inst::InsertElement { vector: all, element, index }))))
}

fn is_float(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Half | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128 | Type::PpcFp128)
}

/// The shape of a number or a vector of fixed length.
fn shape(types: &TypeTable, ty: TypeId) -> Option<Shape> {
    let elements = match types.get(ty) {
        Type::Vector { scalable: true, .. } => return None,
        Type::Vector { len, .. } => len,
        _ => 1,
    };
    let bits = match types.get(types.scalar(ty)) {
        Type::Int(width) => u64::from(width),
        Type::Half => 16,
        Type::Float => 32,
        Type::Double => 64,
        Type::X86Fp80 => 80,
        Type::Fp128 | Type::PpcFp128 => 128,
        _ => return None,
    };
    Some((bits * u64::from(elements), elements))
}
