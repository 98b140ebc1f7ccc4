//! Debug location expressions: operand counts, and LLVM's validity rule.
//!
//! Source: `DIExpression::ExprOperand::getSize` and `DIExpression::isValid` (LLVM 22; every operation tested). LLVM prints an invalid
//! expression as plain numbers.

use super::dwarf::Op;
use crate::version::LlvmVersion;

/// The number of operands that follow the operation in an expression.
#[inline]
pub fn operand_count(op: u64) -> usize {
    match op {
        0x70..=0x8f => 1,
        0x92 | 0x1000 | 0x1001 | 0x1006 | 0x1007 => 2,
        0x10 | 0x11 | 0x90 | 0x94 | 0x23 | 0x1002 | 0x1003 | 0x1005 => 1,
        _ => 0,
    }
}

/// The number of operands that follow the operation in an expression of `llvm`.
#[inline]
pub fn operand_count_in(op: u64, llvm: LlvmVersion) -> usize {
    match u16::try_from(op).map(Op) {
        Ok(Op::PLUS | Op::MINUS) if !llvm.sums_on_the_stack() => 1,
        Ok(BIT_PIECE) if !llvm.fragments() => 2,
        _ => operand_count(op),
    }
}

/// `DW_OP_bit_piece`, which LLVM 3 had in place of a fragment.
const BIT_PIECE: Op = Op(0x9d);

/// Whether LLVM prints the expression by name: every operation known, operands complete, fragments and stack values at the end.
pub fn is_valid(ops: &[u64]) -> bool {
    is_valid_in(ops, LlvmVersion::NEWEST)
}

/// As [`is_valid`], for a release.
pub fn is_valid_in(ops: &[u64], llvm: LlvmVersion) -> bool {
    let mut at = 0;
    while at < ops.len() {
        let op = ops[at];
        let next = at + 1 + operand_count_in(op, llvm);
        if next > ops.len() || since(op).is_some_and(|since| since > llvm) {
            return false;
        }
        if !llvm.fragments() && op == u64::from(BIT_PIECE.0) {
            return next == ops.len();
        }
        match u16::try_from(op).map(Op) {
            // A register ends the check: LLVM ignores what follows it.
            Ok(Op(0x50..=0x8f)) => return true,
            Ok(Op::LLVM_FRAGMENT) => return next == ops.len(),
            Ok(Op::STACK_VALUE) => {
                if next != ops.len() && ops[next] != u64::from(Op::LLVM_FRAGMENT.0) {
                    return false;
                }
            }
            Ok(Op::SWAP) => {
                if ops.len() == 1 {
                    return false;
                }
            }
            Ok(Op::LLVM_ENTRY_VALUE) => {
                let first = if ops[0] == u64::from(Op::LLVM_ARG.0) && ops.get(1) == Some(&0) { 2 } else { 0 };
                return at == first && ops.get(at + 1) == Some(&1);
            }
            Ok(op) if is_plain(op) => {}
            _ => return false,
        }
        at = next;
    }
    true
}

/// Operations that are valid at any position.
fn is_plain(op: Op) -> bool {
    matches!(
        op,
        Op::LLVM_IMPLICIT_POINTER
            | Op::LLVM_CONVERT
            | Op::LLVM_ARG
            | Op::LLVM_TAG_OFFSET
            | Op::LLVM_EXTRACT_BITS_SEXT
            | Op::LLVM_EXTRACT_BITS_ZEXT
            | Op::CONSTU
            | Op::PLUS_UCONST
            | Op::PLUS
            | Op::MINUS
            | Op::MUL
            | Op::DIV
            | Op::MOD
            | Op::OR
            | Op::AND
            | Op::XOR
            | Op::SHL
            | Op::SHR
            | Op::SHRA
            | Op::DEREF
            | Op::DEREF_SIZE
            | Op::XDEREF
            | Op::LIT0
            | Op::NOT
            | Op::DUP
            | Op::BREGX
            | Op::REGX
            | Op::PUSH_OBJECT_ADDRESS
            | Op::OVER
            | Op::CONSTS
            | Op::EQ
            | Op::NE
            | Op::GT
            | Op::GE
            | Op::LT
            | Op::LE
            | Op::ABS
            | Op::NEG
            | Op::ROT
    )
}

/// Operations by the release that first takes them as valid, for those that LLVM 3.7 does not have (the output of LLVM 3.7 to 22).
const SINCE: &[(LlvmVersion, &[Op])] = &[
    (LlvmVersion::of(4.0), &[Op::STACK_VALUE]),
    (LlvmVersion::of(5.0), &[Op::SWAP, Op::XDEREF]),
    (LlvmVersion::of(6.0), &[Op::MUL]),
    (LlvmVersion::of(7.0), &[Op::DIV, Op::MOD, Op::OR, Op::AND, Op::XOR, Op::SHL, Op::SHR, Op::SHRA, Op::LIT0, Op::NOT, Op::DUP]),
    (LlvmVersion::of(9.0), &[Op::LLVM_CONVERT, Op::LLVM_TAG_OFFSET, Op::DEREF_SIZE]),
    (LlvmVersion::of(10.0), &[Op::LLVM_ENTRY_VALUE, Op::BREGX, Op::REGX]),
    (LlvmVersion::of(11.0), &[Op::PUSH_OBJECT_ADDRESS]),
    (LlvmVersion::of(12.0), &[Op::LLVM_IMPLICIT_POINTER, Op::OVER, Op::CONSTS]),
    (LlvmVersion::of(13.0), &[Op::LLVM_ARG]),
    (LlvmVersion::of(17.0), &[Op::EQ, Op::NE, Op::GT, Op::GE, Op::LT, Op::LE]),
    (LlvmVersion::of(19.0), &[Op::LLVM_EXTRACT_BITS_SEXT, Op::LLVM_EXTRACT_BITS_ZEXT]),
    (LlvmVersion::of(22.0), &[Op::ABS, Op::NEG, Op::ROT]),
];

/// Places of rows in [`SINCE`] plus one by operation: those of DWARF, then those of LLVM from 0x1000 on.
const ROWS: ([u8; 0x100], [u8; 0x10]) = {
    let mut rows = ([0; 0x100], [0; 0x10]);
    let mut row = 0;
    while row < SINCE.len() {
        let ops = SINCE[row].1;
        let mut at = 0;
        while at < ops.len() {
            match ops[at].0 as usize {
                op if op < 0x100 => rows.0[op] = row as u8 + 1,
                op => rows.1[op - 0x1000] = row as u8 + 1,
            }
            at += 1;
        }
        row += 1;
    }
    rows
};

/// The first release in which an operation is valid; none if LLVM 3.7 has it, or if no known release does.
pub fn since(op: u64) -> Option<LlvmVersion> {
    // Registers, and offsets from them, like those that have their number as an operand.
    let op = if matches!(op, 0x50..=0x8f) { Op::REGX.0.into() } else { op };
    let row = ROWS.0.get(usize::try_from(op).ok()?).or_else(|| ROWS.1.get(usize::try_from(op.checked_sub(0x1000)?).ok()?))?;
    SINCE.get(usize::from(*row).checked_sub(1)?).map(|&(since, _)| since)
}

/// The value of an expression that is a signed constant; a generic subrange prints it as a number
/// (`DIExpression::isConstant`, LLVM 22).
pub fn signed_constant(ops: &[u64]) -> Option<i64> {
    let consts = u64::from(Op::CONSTS.0);
    let stack_value = u64::from(Op::STACK_VALUE.0);
    let fragment = u64::from(Op::LLVM_FRAGMENT.0);
    match *ops {
        [op, value] if op == consts => Some(value as i64),
        [op, value, end] if op == consts && end == stack_value => Some(value as i64),
        [op, value, end, piece, _, _] if op == consts && end == stack_value && piece == fragment => Some(value as i64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_operations() {
        for op in 0..=u64::from(u16::MAX) {
            let listed = SINCE.iter().find(|(_, ops)| ops.iter().any(|listed| u64::from(listed.0) == op)).map(|row| row.0);
            let expected = if matches!(op, 0x50..=0x8f) { Some(LlvmVersion::of(10.0)) } else { listed };
            assert_eq!(since(op), expected, "{op:#x}");
        }
        assert_eq!(since(1 << 32 | 0x1e), None);
    }

    // Validity in the output of llvm-dis 22: names for valid expressions, numbers for others.
    #[test]
    fn validity() {
        assert!(is_valid(&[]));
        assert!(is_valid(&[0x1001, 32, 5, 0x1000, 0, 8]));
        assert!(!is_valid(&[0x1000, 0, 8, 47]));
        assert!(!is_valid(&[0x1000, 0]));
        assert!(is_valid(&[0x10, 4, 0x9f]));
        assert!(!is_valid(&[0x9f, 0x06]));
        assert!(is_valid(&[0x1005, 0, 0x1003, 1]));
        assert!(!is_valid(&[0x06, 0x1003, 1]));
        assert!(!is_valid(&[u64::MAX]));
    }
}
