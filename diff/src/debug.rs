//! The debug information of a function as one hash, and what else the hash of its code leaves out.
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::Metadata;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::hash::mix;
use bctk_textual::BodySlotTracker;
use xxhash_rust::xxh3::xxh3_64;

use crate::side::Side;

/// A hash of the debug locations, records and attachments of a function, whose body has this index.
pub(crate) fn hash(side: &Side<'_>, id: GlobalId, index: u32, body: &Body) -> u64 {
    let node = |id: MdId| side.hash(id).unwrap_or(0);
    let mut values = Values { side, index, body, tracker: None };
    let mut hash = 0;
    for &location in &body.debug_locs {
        let known = (location as usize).checked_sub(1).and_then(|at| body.loc_nodes.get(at));
        hash = mix(hash, known.map_or(1, |&id| node(id)));
    }
    for record in &body.dbg_records {
        let expression = record.expression.get().map_or(1, node);
        let parts = [u64::from(record.before.0), record.kind as u64, node(record.loc), node(record.variable), expression];
        hash = parts.into_iter().fold(hash, mix);
        if let Some(assign) = body.dbg_assign(record) {
            hash = mix(mix(hash, node(assign.id)), node(assign.address_expression));
        }
        hash = body.dbg_operands(record).fold(hash, |hash, operand| mix(hash, values.operand(operand)));
    }
    let own = side.module.global(id).into_iter().flat_map(|global| &global.attachments);
    let attached = body.attachments.iter().map(|(_, attachment)| attachment).chain(&body.function_attachments).chain(own);
    attached.fold(hash, |hash, attachment| mix(hash, node(attachment.node)))
}

/// Hashes of the values that debug records describe.
struct Values<'s, 'm> {
    side: &'s Side<'m>,
    index: u32,
    body: &'s Body,
    /// Made once a value needs it: it numbers all locals.
    tracker: Option<BodySlotTracker<'s, 'm>>,
}

impl Values<'_, '_> {
    fn operand(&mut self, operand: DbgOperand) -> u64 {
        let table = &self.side.module.metadata;
        match operand {
            DbgOperand::Value(of) => self.value(of),
            DbgOperand::Md(id) => match table.get(id) {
                Metadata::ArgList(list) => {
                    let values = table.lists.get(list).iter().filter_map(|id| table.wrapped_value(id));
                    values.fold(2, |hash, of| mix(hash, self.value(of)))
                }
                Metadata::Value { value: of, .. } => self.value(of),
                _ => self.side.hash(id).unwrap_or(0),
            },
        }
    }

    /// A value: a local by its place, a global value by its name, a number by what it is, anything else by its text.
    fn value(&mut self, value: Value) -> u64 {
        let module = self.side.module;
        let constant = match value.kind() {
            ValueKind::Global(id) => return xxh3_64(module.global(id).map_or(b"", |global| module.str(global.name))),
            ValueKind::Const(index) => module.consts.get(index),
            ValueKind::LocalConst(index) => self.body.consts.get(index),
            _ => return u64::from(value.raw()),
        };
        match constant.map(|constant| (constant.kind, module.types.get(constant.ty))) {
            Some((ConstKind::Int(number), Type::Int(bits))) => return mix(mix(3, u64::from(bits)), number as u64),
            Some((ConstKind::Poison, Type::Int(bits))) => return mix(4, u64::from(bits)),
            Some((ConstKind::Poison, Type::Ptr(space))) => return mix(5, u64::from(space)),
            Some((ConstKind::Null, Type::Int(bits))) => return mix(6, u64::from(bits)),
            Some((ConstKind::Null, Type::Ptr(space))) => return mix(7, u64::from(space)),
            _ => {}
        }
        if self.tracker.is_none() {
            self.tracker = self.side.tracker.in_body(self.index);
        }
        self.tracker.as_mut().map_or(8, |tracker| xxh3_64(tracker.text(value).as_bytes()))
    }
}
