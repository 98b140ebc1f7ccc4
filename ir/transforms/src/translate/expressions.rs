//! Expressions of debug information in the operations of LLVM 3.7 to 4.
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::expr::operand_count;
use bctk_ir::version::LlvmVersion;

/// The operations of `words`, which a release from 5 on wrote, as `llvm` has them; none if it cannot say the same. An operation that is left
/// may still be newer than `llvm`.
///
/// Until LLVM 4, `DW_OP_plus` and `DW_OP_minus` have an operand, and a `DW_OP_deref` in front comes last. Until LLVM 3.9, a fragment is a
/// `DW_OP_bit_piece`.
pub(super) fn in_words_of(words: &[u64], llvm: LlvmVersion) -> Option<Vec<u64>> {
    let mut new: Vec<u64> = Vec::with_capacity(words.len());
    let mut rest = words;
    // Where the last item begins that is not a fragment.
    let mut last = 0;
    let mut end = None;
    while let Some(&op) = rest.first() {
        let (item, after) = rest.split_at((1 + operand_count(op)).min(rest.len()));
        let summed = after.first().and_then(|&op| u16::try_from(op).ok()).map(Op);
        rest = after;
        match u16::try_from(op).map(Op) {
            Ok(Op::PLUS_UCONST) => {
                last = new.len();
                new.extend([u64::from(Op::PLUS.0), *item.get(1)?]);
            }
            Ok(Op::CONSTU) if matches!(summed, Some(Op::PLUS | Op::MINUS)) => {
                last = new.len();
                new.extend([*after.first()?, *item.get(1)?]);
                rest = after.get(1..)?;
            }
            // The summand is on the stack.
            Ok(Op::PLUS | Op::MINUS) => return None,
            Ok(Op::LLVM_FRAGMENT) => {
                end = Some(new.len());
                new.push(u64::from(if llvm.fragments() { Op::LLVM_FRAGMENT.0 } else { Op::BIT_PIECE.0 }));
                new.extend(item.get(1..)?);
            }
            _ => {
                last = new.len();
                new.extend_from_slice(item);
            }
        }
    }
    let end = end.unwrap_or(new.len());
    let deref = u64::from(Op::DEREF.0);
    match (new.first() == Some(&deref), new.get(last) == Some(&deref) && last + 1 == end) {
        _ if end <= 1 => {}
        // It would be taken for the last.
        (true, false) => return None,
        (_, true) => new[..end].rotate_right(1),
        (false, false) => {}
    }
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_of_old_releases() {
        let [plus, minus, uconst, constu, deref, fragment, piece] =
            [Op::PLUS, Op::MINUS, Op::PLUS_UCONST, Op::CONSTU, Op::DEREF, Op::LLVM_FRAGMENT, Op::BIT_PIECE].map(|op| u64::from(op.0));
        let old = |words: &[u64]| in_words_of(words, LlvmVersion::new(4));
        let older = |words: &[u64]| in_words_of(words, LlvmVersion::three(9));
        assert_eq!(old(&[uconst, 4, deref, fragment, 8, 8]), Some(vec![deref, plus, 4, fragment, 8, 8]));
        assert_eq!(older(&[uconst, 4, fragment, 8, 8]), Some(vec![plus, 4, piece, 8, 8]));
        assert_eq!(old(&[constu, 3, minus]), Some(vec![minus, 3]));
        assert_eq!(old(&[deref]), Some(vec![deref]));
        assert_eq!(old(&[deref, deref]), Some(vec![deref, deref]));
        assert_eq!(old(&[deref, uconst, 4]), None);
        assert_eq!(old(&[plus]), None);
        assert_eq!(old(&[]), Some(vec![]));
    }
}
