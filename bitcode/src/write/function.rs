//! FUNCTION blocks: one body, written on its own.
use super::abbrevs;
use super::addresses::Addresses;
use super::emit::Emitter;
use super::enumerate::{BodyNumbers, MdIds, Numbering, Scratch};
use super::fast::{FastForms, Form};
use super::use_orders::{BodyOrders, StatedOrder, write_use_orders};
use super::{constants, inst, metadata, names};
use crate::schema::field::Items;
use crate::schema::function as row;
use bctk_bitstream::stream::StreamWriter;
use bctk_bitstream::{Error, Result};
use bctk_ir::body::{Body, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::slot_md;
use bctk_ir::value::Value;
use bctk_support::slices::take_while;

/// A body while it is written.
pub(super) struct BodyWriter<'n, 'm> {
    pub(super) out: Emitter,
    pub(super) numbers: BodyNumbers<'n, 'm>,
    /// Number of the next value.
    pub(super) next: u32,
    /// Room for lists of operands.
    pub(super) list: Vec<u64>,
    /// Address space of allocations, if the data layout states one.
    pub(super) alloca_space: u32,
    /// How frequent records are written.
    pub(super) fast: FastForms,
}

/// What bodies are written with.
#[derive(Clone, Copy)]
pub(super) struct Context<'c, 'm> {
    pub(super) numbers: &'c Numbering<'m>,
    pub(super) alloca_space: u32,
    pub(super) fast: FastForms,
}

/// Writes the FUNCTION block of `body` to `stream`, inside the module block. `addresses` are those of its blocks, if the module is not from
/// bitcode; `orders` are its use-list orders.
pub(super) fn write<'m>(
    stream: StreamWriter,
    context: Context<'_, 'm>,
    function: GlobalId,
    body: &'m Body,
    addresses: Option<&Addresses>,
    orders: BodyOrders<'_>,
    scratch: &mut Scratch,
) -> Result<StreamWriter> {
    let numbers = BodyNumbers::new(context.numbers, function, body, scratch);
    let next = numbers.first_result;
    let Context { alloca_space, fast, .. } = context;
    let out = Emitter::new(stream, context.numbers.llvm);
    let mut writer = BodyWriter { out, numbers, next, list: Vec::new(), alloca_space, fast };
    writer.write(function, addresses, orders)?;
    writer.numbers.check()?;
    Ok(writer.out.stream)
}

impl BodyWriter<'_, '_> {
    fn write(&mut self, function: GlobalId, addresses: Option<&Addresses>, orders: BodyOrders<'_>) -> Result<()> {
        let body = self.numbers.body;
        let out = &mut self.out;
        out.open(row::ID)?;
        out.record(&row::DeclareBlocks { count: body.blocks.len() as u32 })?;
        constants::write_body(out, &self.numbers)?;
        metadata::write_function(out, self.numbers.module, &self.numbers, self.numbers.metadata())?;
        let mut records = body.dbg_records.as_slice();
        let mut last_loc = None;
        for block in &body.blocks {
            for i in block.first.index()..block.end.index() {
                let Some(&inst) = body.insts.get(i) else { break };
                self.out.set_next_value(self.next);
                let has_result = body.results.get(i).is_some_and(|local| local.is_some());
                inst::write(self, inst, i)?;
                self.next += u32::from(has_result);
                self.write_loc(i, &mut last_loc)?;
                let now = take_while(&mut records, |record| record.before.index() <= i);
                if !now.is_empty() {
                    self.out.set_next_value(self.next);
                    now.iter().try_for_each(|record| self.write_record(record))?;
                }
            }
        }
        let (users, early) = addresses.map_or((&body.block_addr_users, &[][..]), |addresses| (&addresses.users, &addresses.early[..]));
        if !users.is_empty() && self.out.llvm().block_address_users() {
            let functions: Vec<u64> = users.iter().map(|&id| u64::from(self.numbers.module.global(id))).collect();
            self.out.record(&row::BlockAddrUsers { functions: Items::new(&functions) })?;
        }
        names::write_body(&mut self.out, &self.numbers, function, early)?;
        metadata::write_attachments(&mut self.out, self.numbers.module, &self.numbers, function, body)?;
        let by_value = orders.by_value.iter().filter_map(|order| Some(StatedOrder::of(order, self.numbers.numbered(order.value)?)));
        let by_number = StatedOrder::told(orders.by_number, self.numbers.module.values(), self.next, body.blocks.len() as u32);
        write_use_orders(&mut self.out, by_value.chain(by_number))?;
        self.out.end()
    }

    /// Writes the debug location of instruction `i`, if it has one.
    fn write_loc(&mut self, i: usize, last: &mut Option<MdId>) -> Result<()> {
        let Some(node) = self.numbers.body.debug_loc(bctk_ir::entity::InstId::new(i)) else { return Ok(()) };
        if *last == Some(node) {
            return self.out.record(&row::DebugLocAgain {});
        }
        *last = Some(node);
        let table = &self.numbers.module.module.metadata;
        let Some([line, column, scope, inlined_at, implicit, group_low, group_high, rank]) = table.location_slots(table.get(node)) else {
            return Err(Error::malformed("expected a DILocation as the debug location of an instruction"));
        };
        let id = |slot| slot_md(slot).map_or(0, |md| self.numbers.id(md));
        let (scope, inlined_at) = (id(scope), id(inlined_at));
        let atom_group = u64::from(group_low) | u64::from(group_high) << 32;
        if let Form::By(abbrev) = self.fast.debug_loc {
            return self.out.stream.record_by(abbrev, |fields| {
                fields.vbr_of::<6>(u64::from(line));
                fields.vbr_of::<8>(u64::from(column));
                fields.vbr_of::<6>(u64::from(scope));
                fields.vbr_of::<6>(u64::from(inlined_at));
                fields.fixed(1, u64::from(implicit != 0))?;
                fields.vbr_of::<6>(atom_group);
                fields.vbr_of::<3>(u64::from(rank));
                Ok(())
            });
        }
        let record = row::DebugLoc {
            line,
            column,
            scope: scope.checked_sub(1),
            inlined_at: inlined_at.checked_sub(1),
            is_implicit_code: implicit != 0,
            atom_group,
            atom_rank: u64::from(rank),
        };
        self.out.record_by(abbrevs::DEBUG_LOC, &record)
    }

    /// The number of metadata that has one.
    fn md(&self, md: MdId) -> Result<u32> {
        self.numbers.id(md).checked_sub(1).ok_or_else(|| Error::malformed("expected metadata that can be written in a debug record"))
    }

    fn located(&self, operand: DbgOperand) -> Result<u32> {
        let id = self.numbers.located(operand);
        id.checked_sub(1).ok_or_else(|| Error::malformed("expected a value that can be metadata in a debug record"))
    }

    fn write_record(&mut self, record: &DbgRecord) -> Result<()> {
        let location = self.md(record.loc)?;
        let variable = self.md(record.variable)?;
        let (Some(expression), Some(value)) = (record.expression.get(), record.value) else {
            return self.out.record(&row::DebugRecordLabel { location, label: variable });
        };
        let expression = self.md(expression)?;
        match record.kind {
            DbgKind::Label => self.out.record(&row::DebugRecordLabel { location, label: variable }),
            DbgKind::Value => {
                // A value that is defined already is written without its wrapper.
                if let Some(plain) = self.plain_value(value)
                    && let number = self.numbers.value(plain)
                    && number < self.next
                {
                    if let Form::By(abbrev) = self.fast.dbg_value {
                        return self.out.stream.record_by(abbrev, |fields| {
                            fields.vbr_of::<7>(u64::from(location));
                            fields.vbr_of::<7>(u64::from(variable));
                            fields.vbr_of::<7>(u64::from(expression));
                            fields.vbr_of::<6>(u64::from(self.next - number));
                            Ok(())
                        });
                    }
                    let value = self.val_ty(plain);
                    let record = row::DebugRecordValueSimple { location, variable, expression, value };
                    return self.out.record_by(abbrevs::DBG_VALUE, &record);
                }
                let value = self.located(value)?;
                self.out.record(&row::DebugRecordValue { location, variable, expression, value })
            }
            DbgKind::Declare => {
                let value = self.located(value)?;
                self.out.record(&row::DebugRecordDeclare { location, variable, expression, value })
            }
            DbgKind::DeclareValue => {
                let value = self.located(value)?;
                self.out.record(&row::DebugRecordDeclareValue { location, variable, expression, value })
            }
            DbgKind::Assign => {
                let Some(&DbgAssign { id, address, address_expression }) = self.numbers.body.dbg_assign(record) else {
                    return Err(Error::malformed("expected the address of a #dbg_assign"));
                };
                let record = row::DebugRecordAssign {
                    location,
                    variable,
                    expression,
                    value: self.located(value)?,
                    assign_id: self.md(id)?,
                    address_expression: self.md(address_expression)?,
                    address: self.located(address)?,
                };
                self.out.record(&record)
            }
        }
    }

    /// The value that a debug record describes, if it is one.
    fn plain_value(&self, operand: DbgOperand) -> Option<Value> {
        match operand {
            DbgOperand::Value(value) => Some(value),
            DbgOperand::Md(md) => self.numbers.module.module.metadata.wrapped_value(md),
        }
    }
}
