//! Checks intrinsics of vectors and matrices.
use super::{Called, Check};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::TypeId;
use bctk_ir::types::Type;

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "get.active.lane.mask" => lane_mask,
        "experimental.get.vector.length" => vector_length,
        "vector.reduce.and" | "vector.reduce.or" | "vector.reduce.xor" | "vector.reduce.add" | "vector.reduce.mul"
        | "vector.reduce.smax" | "vector.reduce.smin" | "vector.reduce.umax" | "vector.reduce.umin" => reduce_integers,
        "vector.reduce.fmax" | "vector.reduce.fmin" => reduce_floats,
        "vector.reduce.fadd" | "vector.reduce.fmul" => reduce_from_start,
        "matrix.multiply" | "matrix.transpose" | "matrix.column.major.load" | "matrix.column.major.store" => matrix,
        "stepvector" => step_vector,
        "experimental.vector.match" => vector_match,
        "vector.insert" => insert,
        "vector.extract" => extract,
        "vector.splice" | "experimental.vp.splice" => splice,
        "vector.splice.left" | "vector.splice.right" => splice_side,
        "masked.gather" => gather,
        "masked.scatter" => scatter,
        "vector.partial.reduce.add" | "vector.partial.reduce.fadd" | "experimental.vector.partial.reduce.add" => partial_reduce,
        _ => return None,
    })
}

fn lane_mask(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, c.types.scalar(of.ret) == Type::Int(1), "get_active_lane_mask: element type is not i1", of.this());
}

fn vector_length(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.int(of.arg(1)).is_some_and(|int| !int.is_negative() && !int.is_zero());
    check!(c, fits, "get_vector_length: VF must be positive", of.this());
}

/// The signature demands it since LLVM 23.
fn reduction(c: &mut Checker<'_, '_>, fits: bool) {
    check!(c, fits || !c.checks_types_of_calls(), "Intrinsic has incorrect argument type!");
}

fn reduce_integers(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.arg_ty(of, 0).is_some_and(|ty| c.types.is_ints(ty) && c.types.is_vector(ty));
    reduction(c, fits);
}

fn reduce_floats(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.arg_ty(of, 0).is_some_and(|ty| c.types.is_floats(ty) && c.types.is_vector(ty));
    reduction(c, fits);
}

fn reduce_from_start(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.arg_ty(of, 1).is_some_and(|ty| c.types.is_floats(ty) && c.types.is_vector(ty));
    reduction(c, fits);
}

fn matrix(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = [Subject::Global(of.function)];
    let number = |c: &Checker<'_, '_>, at| c.number(of, at).map(u128::from);
    let elements = |c: &Checker<'_, '_>, ty: TypeId| c.types.element_count(ty).map(|(len, _)| u128::from(len));
    let arg_elements = |c: &Checker<'_, '_>, at| elements(c, c.arg_ty(of, at)?);
    let (rows, columns, stride) = match of.name {
        "matrix.multiply" => {
            let (rows, inner, columns) = (number(c, 2), number(c, 3), number(c, 4));
            let (Some(m), Some(n), Some(k)) = (rows, inner, columns) else { return };
            check!(c, arg_elements(c, 0) == Some(m * n), "First argument of a matrix operation does not match specified shape!");
            check!(c, arg_elements(c, 1) == Some(n * k), "Second argument of a matrix operation does not match specified shape!");
            (rows, columns, None)
        }
        "matrix.transpose" => (number(c, 1), number(c, 2), None),
        "matrix.column.major.load" => (number(c, 3), number(c, 4), Some(1)),
        _ => (number(c, 4), number(c, 5), Some(2)),
    };
    let is_store = of.name == "matrix.column.major.store";
    let Some(result) = (if is_store { c.arg_ty(of, 0) } else { Some(of.ret) }) else { return };
    let element = c.types.scalar(result);
    let is_number = matches!(element, Type::Int(_)) || c.types.is_floats(result);
    if !is_number {
        return c.fail("Result type must be an integer or floating-point type!", &this);
    }
    let same = |c: &Checker<'_, '_>, at| c.arg_ty(of, at).is_some_and(|ty| c.types.scalar(ty) == element);
    if matches!(of.name, "matrix.multiply" | "matrix.transpose") && !same(c, 0) {
        return c.fail("Vector element type mismatch of the result and first operand vector!", &this);
    }
    if of.name == "matrix.multiply" && !same(c, 1) {
        return c.fail("Vector element type mismatch of the result and second operand vector!", &this);
    }
    let (Some(rows), Some(columns)) = (rows, columns) else { return };
    check!(c, elements(c, result) == Some(rows * columns), "Result of a matrix operation does not fit in the returned vector!");
    if let Some(stride) = stride.and_then(|at| c.int(of.arg(at))) {
        if stride.width > 64 && c.shared.llvm.matrix_stride_width_checked() {
            return c.fail("Stride bitwidth cannot exceed 64!", &this);
        }
        if stride.bits.is_some_and(|stride| stride < rows) {
            c.fail("Stride must be greater or equal than the number of rows!", &this);
        }
    }
}

fn step_vector(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.types.is_vector(of.ret) && c.types.is_ints(of.ret) && c.types.scalar_bits(of.ret) >= 8;
    check!(c, fits, "stepvector only supported for vectors of integers with a bitwidth of at least 8.", of.this());
}

fn vector_match(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let (Some(first), Some(second), Some(mask)) = (c.arg_ty(of, 0), c.arg_ty(of, 1), c.arg_ty(of, 2)) else { return };
    let types = c.types;
    check!(c, [first, second, mask].iter().all(|&ty| types.is_vector(ty)), "Operands must be vectors.", this);
    let is_fixed = types.element_count(second).is_some_and(|(_, scalable)| !scalable);
    check!(c, is_fixed, "Second operand must be a fixed length vector.", this);
    check!(c, types.is_ints(first), "First operand must be a vector of integers.", this);
    check!(c, types.scalar(first) == types.scalar(second), "First two operands must have the same element type.", this);
    check!(c, c.same_count(first, mask), "First operand and mask must have the same number of elements.", this);
    check!(c, types.scalar(mask) == Type::Int(1), "Mask must be a vector of i1's.", this);
    check!(c, types.same(of.ret, mask), "Return type must match the mask type.", this);
}

fn insert(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let (Some(whole), Some(part)) = (c.arg_ty(of, 0), c.arg_ty(of, 1)) else { return };
    let types = c.types;
    check!(c, types.scalar(whole) == types.scalar(part), "vector_insert parameters must have the same element type.", of.this());
    let (Some((len, scalable)), Some((part_len, part_scalable))) = (types.element_count(whole), types.element_count(part)) else { return };
    let Some(index) = c.number(of, 2) else { return };
    // LLVM looks at the low half of the number.
    let index = u64::from(index as u32);
    let (len, part_len) = (u64::from(len), u64::from(part_len));
    check!(
        c,
        part_len == 0 || index % part_len == 0,
        "vector_insert index must be a constant multiple of the subvector's known minimum vector length."
    );
    let fits = scalable != part_scalable || index < len && index + part_len <= len;
    check!(c, fits, "subvector operand of vector_insert would overrun the vector being inserted into.");
}

fn extract(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(whole) = c.arg_ty(of, 0) else { return };
    let types = c.types;
    let same = types.scalar(of.ret) == types.scalar(whole);
    check!(c, same, "vector_extract result must have the same element type as the input vector.", of.this());
    let (Some((len, scalable)), Some((part_len, part_scalable))) = (types.element_count(whole), types.element_count(of.ret)) else {
        return;
    };
    let Some(index) = c.number(of, 1) else { return };
    let index = u64::from(index as u32);
    let (len, part_len) = (u64::from(len), u64::from(part_len));
    check!(
        c,
        part_len == 0 || index % part_len == 0,
        "vector_extract index must be a constant multiple of the result type's known minimum vector length."
    );
    let fits = scalable != part_scalable || index < len && index + part_len <= len;
    check!(c, fits, "vector_extract would overrun.");
}

/// Until LLVM 22; then there are one for each side, whose offset is no constant.
fn splice(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let (Some((len, _)), Some(index)) = (c.types.element_count(of.ret), c.constant_int(of.arg(2))) else { return };
    let len = i64::from(len).saturating_mul(least_scale(c) as i64);
    let fits = index < 0 && index.checked_neg().is_some_and(|back| back <= len) || index >= 0 && index < len;
    check!(
        c,
        fits,
        "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the \
         minimum number of elements is determined from vscale_range.",
        of.this()
    );
}

/// In LLVM 22.
fn splice_side(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if c.shared.llvm.splice_offsets_vary() {
        return;
    }
    let (Some((len, scalable)), Some(offset)) = (c.types.element_count(of.ret), c.number(of, 2)) else { return };
    let len = u64::from(len).saturating_mul(if scalable { least_scale(c) } else { 1 });
    let fault = match of.name {
        "vector.splice.left" if offset >= len => {
            "The splice index exceeds the range [0, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors \
             the minimum number of elements is determined from vscale_range."
        }
        "vector.splice.right" if offset > len => {
            "The splice index exceeds the range [0, VL] where VL is the known minimum number of elements in the vector. For scalable vectors the \
             minimum number of elements is determined from vscale_range."
        }
        _ => return,
    };
    c.fail(fault, &[of.this()]);
}

/// How many times as long as said a scalable vector of the function is at least.
fn least_scale(c: &Checker<'_, '_>) -> u64 {
    match c.function_attr(AttrKind::VSCALE_RANGE) {
        // The minimum is the upper half.
        Some(bctk_ir::attr_set::Attr::Int(_, range)) => range >> 32,
        _ => 1,
    }
}

/// LLVM 21 and older have the alignment as an argument.
fn gather(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if of.args.len() == 4 {
        let fits = c.number(of, 1).is_some_and(|align| align == 0 || align.is_power_of_two());
        check!(c, fits, "masked_gather: alignment must be 0 or a power of 2", of.this());
    }
}

fn scatter(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if of.args.len() == 4 {
        let fits = c.number(of, 2).is_some_and(|align| align == 0 || align.is_power_of_two());
        check!(c, fits, "masked_scatter: alignment must be 0 or a power of 2", of.this());
    }
}

fn partial_reduce(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let count = |c: &Checker<'_, '_>, at| c.types.element_count(c.arg_ty(of, at)?);
    let (Some((sum, _)), Some((len, _))) = (count(c, 0), count(c, 1)) else { return };
    check!(
        c,
        sum == 0 || len % sum == 0,
        "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of the \
         accumulator vector."
    );
}
