//! Debug-information expressions of LLVM 3.7 to 4.0, whose operations had other operands or positions (LLVM 22, `MetadataLoader`).
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// `DW_OP_bit_piece`, which a fragment was in version 0.
const BIT_PIECE: u64 = Op::BIT_PIECE.0 as u64;
const CONSTU: u64 = Op::CONSTU.0 as u64;
const DEREF: u64 = Op::DEREF.0 as u64;
const FRAGMENT: u64 = Op::LLVM_FRAGMENT.0 as u64;
const MINUS: u64 = Op::MINUS.0 as u64;
const PLUS: u64 = Op::PLUS.0 as u64;
const PLUS_UCONST: u64 = Op::PLUS_UCONST.0 as u64;

/// Upgrades all expressions, if the module's file has old ones, and those of `llvm.dbg.declare`.
pub(crate) fn upgrade(module: &mut Module) {
    let Some(version) = module.provenance.bitcode.as_mut().and_then(|written| written.forms.expressions.take()) else { return };
    let table = &mut module.metadata;
    for at in 0..table.items.len() {
        let Metadata::Expression { distinct, start, len } = table.items[at] else { continue };
        let new = upgraded(table.word_range(start, len), version);
        if new != table.word_range(start, len) {
            let start = table.words.len() as u32;
            table.words.extend_from_slice(&new);
            table.items[at] = Metadata::Expression { distinct, start, len: new.len() as u32 };
        }
    }
    if version < 2 {
        forget_indirection(module);
    }
}

/// Converts an expression of a version below 3 to current operations.
fn upgraded(old: &[u64], version: u8) -> Vec<u64> {
    let mut old = old.to_vec();
    let fragment = old.len().checked_sub(3);
    if version == 0
        && let Some(op) = fragment.and_then(|at| old.get_mut(at)).filter(|op| **op == BIT_PIECE)
    {
        *op = FRAGMENT;
    }
    if version < 2 && old.first() == Some(&DEREF) {
        // The indirection came last, but for a fragment.
        let end = fragment.filter(|&at| old[at] == FRAGMENT).unwrap_or(old.len());
        old[..end].rotate_left(1);
    }
    let mut new = Vec::with_capacity(old.len() + 1);
    let mut rest = &old[..];
    while let Some(&op) = rest.first() {
        let size = match op {
            CONSTU | MINUS | PLUS => 2,
            FRAGMENT => 3,
            _ => 1,
        };
        let (item, after) = rest.split_at(rest.len().min(size));
        let operands = &item[1..];
        match op {
            PLUS => {
                new.push(PLUS_UCONST);
                new.extend_from_slice(operands);
            }
            MINUS => {
                new.push(CONSTU);
                new.extend_from_slice(operands);
                new.push(MINUS);
            }
            _ => new.extend_from_slice(item),
        }
        rest = after;
    }
    new
}

/// A declared variable whose address is an argument had an explicit dereference, which is implicit today.
fn forget_indirection(module: &mut Module) {
    let declares: Vec<bool> =
        module.globals.iter().map(|global| global.function().is_some() && module.str(global.name) == b"llvm.dbg.declare").collect();
    let mut bodies = std::mem::take(&mut module.bodies);
    for body in &mut bodies {
        for at in 0..body.insts.len() {
            let Inst::Call(id) = body.insts[at] else { continue };
            let Some(call) = body.call(id).copied() else { continue };
            let ValueKind::Global(callee) = call.callee.kind() else { continue };
            if declares.get(callee.index()) == Some(&true)
                && let Some(expression) = direct(&mut module.metadata, body, &body.values(call.args).collect::<Vec<_>>())
            {
                body.lists.set(call.args, 2, Value::metadata(expression));
            }
        }
    }
    module.bodies = bodies;
}

/// What the expression of such a declaration becomes.
fn direct(table: &mut MetadataTable, body: &Body, args: &[Value]) -> Option<MdId> {
    let &[address, _, expression] = args else { return None };
    let (ValueKind::Metadata(address), ValueKind::Metadata(expression)) = (address.kind(), expression.kind()) else { return None };
    let Metadata::Value { value, .. } = table.get(address) else { return None };
    let Metadata::Expression { start, len, .. } = table.get(expression) else { return None };
    let is_argument = matches!(value.kind(), ValueKind::Local(local) if local < body.args);
    let is_indirect = table.word_range(start, len).first() == Some(&DEREF);
    (is_argument && is_indirect).then(|| table.push(Metadata::Expression { distinct: false, start: start + 1, len: len - 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_by_version() {
        assert_eq!(upgraded(&[BIT_PIECE, 8, 8], 0), [FRAGMENT, 8, 8]);
        assert_eq!(upgraded(&[BIT_PIECE, 8, 8], 1), [BIT_PIECE, 8, 8]);
        assert_eq!(upgraded(&[DEREF, PLUS, 4, FRAGMENT, 8, 8], 1), [PLUS_UCONST, 4, DEREF, FRAGMENT, 8, 8]);
        assert_eq!(upgraded(&[DEREF, PLUS, 4], 1), [PLUS_UCONST, 4, DEREF]);
        assert_eq!(upgraded(&[DEREF, MINUS, 42], 2), [DEREF, CONSTU, 42, MINUS]);
        // An apparent operation may be an operand; a truncated one stays unchanged.
        assert_eq!(upgraded(&[CONSTU, PLUS, PLUS, 1, MINUS], 2), [CONSTU, PLUS, PLUS_UCONST, 1, CONSTU, MINUS]);
        assert_eq!(upgraded(&[], 0), []);
    }
}
