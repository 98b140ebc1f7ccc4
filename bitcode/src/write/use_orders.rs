//! USELIST blocks: the orders of uses that a file states.
use super::emit::Emitter;
use crate::schema::small_blocks::uselist;
use bctk_bitstream::Result;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_ir::provenance::NumberedOrder;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::ValueKind;

/// The orders of a body: by value, or by number from a description of the file.
#[derive(Clone, Copy)]
pub(super) struct BodyOrders<'o> {
    pub(super) by_value: &'o [UseOrder],
    pub(super) by_number: &'o [NumberedOrder],
}

/// The contents of a record.
pub(super) struct StatedOrder<'o> {
    block: bool,
    number: u32,
    indexes: &'o [u32],
}

impl<'o> StatedOrder<'o> {
    /// The order of a value with this number.
    pub(super) fn of(order: &'o UseOrder, number: u32) -> StatedOrder<'o> {
        StatedOrder { block: matches!(order.value.kind(), ValueKind::Block(_)), number, indexes: &order.indexes }
    }
    /// Orders by number, counted from `first` on; those of values from `end` on and of more than `blocks` blocks are dropped, because LLVM
    /// does not check value numbers in USELIST.
    pub(super) fn told(orders: &'o [NumberedOrder], first: u32, end: u32, blocks: u32) -> impl Iterator<Item = StatedOrder<'o>> {
        let stated = orders.iter().map(move |order| {
            let number = if order.block { order.number } else { order.number.wrapping_add(first) };
            StatedOrder { block: order.block, number, indexes: &order.indexes }
        });
        stated.filter(move |order| order.number < if order.block { blocks } else { end })
    }
}

/// Writes a USELIST block, if there are any orders. (Before LLVM 21, plain data had use-lists, too, and functions had constants that the
/// model does not keep. Their orders are omitted.)
pub(super) fn write_use_orders<'o>(out: &mut Emitter, orders: impl Iterator<Item = StatedOrder<'o>>) -> Result<()> {
    // Older files also store orders of constants without uses; these have no number.
    let mut orders = orders.filter(|order| order.number != u32::MAX).peekable();
    if orders.peek().is_none() {
        return Ok(());
    }
    out.open(uselist::ID)?;
    let mut operands: Vec<u64> = Vec::new();
    for order in orders {
        operands.clear();
        operands.extend(order.indexes.iter().map(|&index| u64::from(index)));
        operands.push(u64::from(order.number));
        let code = if order.block { uselist::Bb::CODE } else { uselist::Default::CODE };
        out.operands(UNABBREV_RECORD, code, &operands)?;
    }
    out.end()
}
