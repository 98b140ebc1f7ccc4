//! Arithmetic of x86 as other operations: with a carry, and averages.
use super::expand::{Site, insert_value};
use bctk_edit::editor::Editor;
use bctk_ir::constants::ConstKind;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::value::Value;

/// `x86.addcarry` and `x86.subborrow`: the carry out, and the sum or difference. Any carry in but 0 counts as 1.
pub(super) fn carry(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (carry, a, b) = (site.arg(0)?, site.arg(1)?, site.arg(2)?);
    let (byte, number) = (ed.ty(carry)?, ed.ty(a)?);
    let nothing = ed.int(byte, 0);
    let carry = ed.icmp(ICmpPred::Ne, carry, nothing)?;
    let carry = ed.cast(CastOp::ZExt, carry, number)?;
    // Each of the two steps wraps if its result is on the other side of its first operand.
    let (op, wraps) = match site.name.starts_with("x86.addcarry") {
        true => (BinOp::Add, ICmpPred::Ult),
        false => (BinOp::Sub, ICmpPred::Ugt),
    };
    let first = ed.bin(op, a, b)?;
    let first_wraps = ed.icmp(wraps, first, a)?;
    let second = ed.bin(op, first, carry)?;
    let second_wraps = ed.icmp(wraps, second, first)?;
    let out = ed.bin(BinOp::Or, first_wraps, second_wraps)?;
    let out = ed.cast(CastOp::ZExt, out, byte)?;
    let undef = ed.constant(site.ret, ConstKind::Undef);
    let half = insert_value(ed, site.ret, undef, out, 0);
    Some(insert_value(ed, site.ret, half, second, 1))
}

/// `x86.*.pavg.*`: the average of two numbers, rounded up, by way of numbers of twice the width.
pub(super) fn average(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let width = ed.width(site.ret)?;
    let wide = ed.ints(site.ret, 2 * width);
    let (a, b) = (ed.cast(CastOp::ZExt, site.arg(0)?, wide)?, ed.cast(CastOp::ZExt, site.arg(1)?, wide)?);
    let one = ed.int(wide, 1);
    let sum = ed.bin(BinOp::Add, a, b)?;
    let sum = ed.bin(BinOp::Add, sum, one)?;
    let half = ed.bin(BinOp::LShr, sum, one)?;
    ed.cast(CastOp::Trunc, half, site.ret)
}
