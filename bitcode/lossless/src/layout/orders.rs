//! Descriptions of function bodies: use-list orders, and orders of names.
use super::code::{Decoder, Encoder};
use bctk_bitcode::write::{NameTable, names_in};
use bctk_bitstream::{Error, Result};

use bctk_bitcode::write::version_of;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::global::Function;
use bctk_ir::module::Module;
pub use bctk_ir::provenance::NumberedOrder as Order;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;

/// The description of one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyLayout {
    /// Low 24 bits of the CRC-32 of the function's name.
    pub name: u32,
    /// Low 16 bits of a CRC-32 of the numbers of arguments, blocks, instructions and values of the body. If it differs, the description no
    /// longer applies.
    pub shape: u16,
    /// Use-list orders; numbers count from the first argument on.
    pub orders: Vec<Order>,
    /// Order of the names of values and blocks, if it is not the usual one.
    pub names: Option<NamesLayout>,
}

/// Order of the names of values and blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamesLayout {
    /// The table of names.
    pub table: NameTable,
    /// For each name its index in the order of the table; empty if the orders are the same.
    pub places: Vec<u32>,
}

/// The identity of a body, independent of its number.
pub(super) fn key(module: &Module, name: bctk_ir::strings::Str, body: &Body) -> (u32, u16) {
    let counts = [body.args as usize, body.blocks.len(), body.insts.len(), body.local_types.len()];
    let mut hasher = crc32fast::Hasher::new();
    counts.iter().for_each(|&count| hasher.update(&(count as u32).to_le_bytes()));
    (name_crc(module, name), hasher.finalize() as u16)
}

/// Low 24 bits of the CRC-32 of a function's name.
pub(super) fn name_crc(module: &Module, name: bctk_ir::strings::Str) -> u32 {
    crc32fast::hash(module.str(name)) & 0xFF_FFFF
}

/// The orders that a file stated, by number.
pub(super) fn of_module(module: &Module) -> Vec<Order> {
    let globals = module.globals.len() as u32;
    let number = |value: Value| match value.kind() {
        ValueKind::Global(id) => Some(id.0),
        ValueKind::Const(index) => Some(globals + index),
        _ => None,
    };
    numbered(&module.provenance.use_orders, number)
}

fn numbered(orders: &[UseOrder], number: impl Fn(Value) -> Option<u32>) -> Vec<Order> {
    let numbered = orders.iter().filter_map(|order| {
        let (block, number) = match order.value.kind() {
            ValueKind::Block(block) => (true, block.0),
            _ => (false, number(order.value)?),
        };
        Some(Order { block, number, indexes: order.indexes.clone() })
    });
    numbered.collect()
}

/// The description of a body that was read from bitcode, if it needs one.
pub(super) fn describe(module: &Module, name: bctk_ir::strings::Str, function: &Function) -> Option<BodyLayout> {
    let body = module.body(function)?;
    let consts = |pool: &ConstPool| pool.consts.len() as u32;
    let values = module.globals.len() as u32 + consts(&module.consts);
    let number = |value: Value| match value.kind() {
        ValueKind::Local(local) if local < body.args => Some(local),
        ValueKind::Local(local) => Some(local + consts(&body.consts)),
        ValueKind::LocalConst(index) => Some(body.args + index),
        ValueKind::Global(id) => Some(id.0.wrapping_sub(values)),
        ValueKind::Const(index) => Some((module.globals.len() as u32 + index).wrapping_sub(values)),
        _ => None,
    };
    let orders = numbered(&body.provenance.use_orders, number);
    let names = describe_names(body, NameTable::of(version_of(module)));
    if orders.is_empty() && names.is_none() {
        return None;
    }
    let (name, shape) = key(module, name, body);
    Some(BodyLayout { name, shape, orders, names })
}

fn describe_names(body: &Body, usual: NameTable) -> Option<NamesLayout> {
    if body.provenance.names_order.is_empty() {
        return None;
    }
    let table = NameTable::guess(
        usual,
        body.provenance.names_order.len(),
        body.provenance.names_order.iter().map(|&value| match value.kind() {
            ValueKind::Block(block) => body.block_name(block),
            ValueKind::Local(local) => body.local_name(local),
            _ => &[],
        }),
    );
    let order = names_in(body, table);
    if order == body.provenance.names_order {
        return (table != usual).then(|| NamesLayout { table, places: Vec::new() });
    }
    // A few names have other positions because they were added next to names that no longer exist.
    let place: std::collections::HashMap<Value, u32> = order.into_iter().zip(0..).collect();
    let places = body.provenance.names_order.iter().map(|value| place.get(value).copied()).collect::<Option<Vec<u32>>>()?;
    Some(NamesLayout { table, places })
}

/// The order of names of `body` from `layout`, otherwise LLVM's usual one; none if it does not fit the body.
pub(super) fn names_of(body: &Body, layout: Option<&NamesLayout>, llvm: LlvmVersion) -> Option<Vec<Value>> {
    let Some(layout) = layout else { return Some(names_in(body, NameTable::of(llvm))) };
    let order = names_in(body, layout.table);
    if layout.places.is_empty() {
        return Some(order);
    }
    if layout.places.len() != order.len() {
        return None;
    }
    layout.places.iter().map(|&place| order.get(place as usize).copied()).collect()
}

/// Appends orders, each with the distance of its value from the previous one.
pub(super) fn encode(orders: &[Order], out: &mut Encoder) {
    let mut last = 0u32;
    for order in orders {
        let step = i64::from(order.number.wrapping_sub(last) as i32);
        out.signed(step << 1 | i64::from(order.block));
        out.number(order.indexes.len() as u64);
        out.permutation(&order.indexes);
        last = order.number;
    }
}

/// Reads `count` orders.
pub(super) fn decode(bytes: &mut Decoder<'_>, count: u64) -> Result<Vec<Order>> {
    let mut orders = Vec::new();
    let mut last = 0u32;
    for _ in 0..count {
        let step = bytes.signed()?;
        let number = last.wrapping_add((step >> 1) as u32);
        let len = usize::try_from(bytes.number()?).map_err(|_| Error::malformed("expected a number of uses"))?;
        orders.push(Order { block: step & 1 != 0, number, indexes: bytes.permutation(len)? });
        last = number;
    }
    Ok(orders)
}

impl BodyLayout {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Encoder::default();
        out.bytes.extend_from_slice(&self.name.to_le_bytes()[..3]);
        out.bytes.extend_from_slice(&self.shape.to_le_bytes());
        out.number((self.orders.len() as u64) << 1 | u64::from(self.names.is_some()));
        encode(&self.orders, &mut out);
        if let Some(names) = &self.names {
            out.number(names.table.code());
            if !names.places.is_empty() {
                out.number(names.places.len() as u64);
                out.permutation(&names.places);
            }
        }
        out.bytes
    }

    /// Subtracts the numbers read from `room`, see [`Decoder::room`].
    pub(super) fn from_bytes(bytes: &[u8], room: &mut usize) -> Result<BodyLayout> {
        let Some((&[a, b, c, d, e], rest)) = bytes.split_first_chunk() else {
            return Err(Error::malformed("expected five bytes that identify a function"));
        };
        let mut rest = Decoder { bytes: rest, room: *room };
        let head = rest.number()?;
        let orders = decode(&mut rest, head >> 1)?;
        let mut names = None;
        if head & 1 != 0 {
            let table = NameTable::from_code(rest.number()?).ok_or_else(|| Error::malformed("expected a table of names"))?;
            let places = match rest.is_done() {
                true => Vec::new(),
                false => {
                    let len = usize::try_from(rest.number()?).map_err(|_| Error::malformed("expected a number of names"))?;
                    rest.permutation(len)?
                }
            };
            names = Some(NamesLayout { table, places });
        }
        *room = rest.room;
        if !rest.is_done() {
            return Err(Error::malformed("expected no more bytes in the entry of a function"));
        }
        Ok(BodyLayout { name: u32::from_le_bytes([a, b, c, 0]), shape: u16::from_le_bytes([d, e]), orders, names })
    }
}
