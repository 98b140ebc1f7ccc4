//! Loads and stores of x86 that become plain ones.
use super::call::Call;
use super::masks::mask_vec;
use super::vectors::binary;
use crate::upgrade::intrinsics::build::{Build, size};
use bctk_edit::construct::Construct;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::Access;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// A masked load.
pub(super) fn masked_load(b: &mut Build<'_, '_>, c: &Call<'_>, aligned: bool) -> Option<Value> {
    let (align, bytes) = alignment(b, c.ret, aligned);
    let ptr = b.pointer_to(c.arg(0)?, c.ret, "")?;
    if b.is_all_ones(c.arg(2)?) {
        return b.named("").load(c.ret, ptr, align, Access::PLAIN, 1).ok();
    }
    let bits = mask_vec(b, c.arg(2)?, c.ret)?;
    let value = b.call("masked.load", c.ret, &[ptr, bits, c.arg(1)?], "")?;
    b.align_last(&[0], bytes);
    Some(value)
}

/// A masked store.
pub(super) fn masked_store(b: &mut Build<'_, '_>, c: &Call<'_>, aligned: bool) -> Option<Value> {
    let ty = b.ty(c.arg(1)?)?;
    let (align, bytes) = alignment(b, ty, aligned);
    let ptr = b.pointer_to(c.arg(0)?, ty, "")?;
    if b.is_all_ones(c.arg(2)?) {
        b.named("").store(c.arg(1)?, ptr, align, Access::PLAIN, 1).ok()?;
        return Some(Value::NONE);
    }
    let bits = mask_vec(b, c.arg(2)?, ty)?;
    store_by_bits(b, c.arg(1)?, ptr, bits, bytes)
}

/// A store of the first element by a mask.
pub(super) fn masked_store_first(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let one = b.up.int(8, 1);
    let mask = binary(b, BinOp::And, c.arg(2)?, one)?;
    let ty = b.ty(c.arg(1)?)?;
    let ptr = b.pointer_to(c.arg(0)?, ty, "")?;
    let bits = mask_vec(b, mask, ty)?;
    store_by_bits(b, c.arg(1)?, ptr, bits, 1)
}

/// A store of the low half of a vector.
pub(super) fn store_low(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let long = b.intern(Type::Int(64));
    let longs = b.vector(long, 2);
    let cast = b.cast(CastOp::BitCast, c.arg(1)?, longs, "cast")?;
    let value = b.extract(cast, 0)?;
    let ptr = b.pointer_to(c.arg(0)?, long, "cast")?;
    b.named("").store(value, ptr, 1, Access::PLAIN, 1).ok()?;
    Some(Value::NONE)
}

/// Elements loaded one after the other.
pub(super) fn expand_load(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let bits = mask_vec(b, c.arg(2)?, c.ret)?;
    b.call("masked.expandload", c.ret, &[c.arg(0)?, bits, c.arg(1)?], "")
}

/// Elements stored one after the other.
pub(super) fn compress_store(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let bits = mask_vec(b, c.arg(2)?, b.ty(c.arg(1)?)?)?;
    b.call("masked.compressstore", c.ret, &[c.arg(1)?, c.arg(0)?, bits], "")
}

/// An element in memory in each element.
pub(super) fn broadcast_load(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (elem, len) = b.parts(c.ret)?;
    let align = if b.up.module.types.get(elem) == Type::Double { 4 } else { 3 };
    let ptr = b.pointer_to(c.arg(0)?, elem, "")?;
    let loaded = b.named("").load(elem, ptr, align, Access::PLAIN, 1).ok()?;
    let mut whole = b.up.constant(c.ret, ConstKind::Poison);
    for at in 0..len {
        let index = b.up.int(32, u64::from(at));
        whole = b.named("").insert_element(whole, loaded, index).ok()?;
    }
    Some(whole)
}

/// 128 bits in memory, twice.
pub(super) fn broadcast_lanes(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (elem, len) = b.parts(c.ret)?;
    let half = b.vector(elem, len / 2);
    let ptr = b.pointer_to(c.arg(0)?, half, "")?;
    let loaded = b.named("").load(half, ptr, 1, Access::PLAIN, 1).ok()?;
    let poison = b.up.constant(half, ConstKind::Poison);
    let twice: Vec<u32> = (0..len / 2).chain(0..len / 2).collect();
    b.shuffle(loaded, poison, &twice, "")
}

/// A store without alignment.
pub(super) fn store_unaligned(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let value = c.arg(1)?;
    let ptr = b.pointer_to(x, b.ty(value)?, "cast")?;
    b.named("").store(value, ptr, 1, Access::PLAIN, 1).ok()?;
    Some(Value::NONE)
}

/// A store that bypasses the caches.
pub(super) fn store_non_temporal(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let value = c.arg(1)?;
    let ty = b.ty(value)?;
    let align = size(b.up.module, ty).next_power_of_two().trailing_zeros() as u8 + 1;
    let ptr = b.pointer_to(x, ty, "cast")?;
    b.named("").store(value, ptr, align, Access::PLAIN, 1).ok()?;
    non_temporal(b);
    Some(Value::NONE)
}

/// A store of the first element that bypasses the caches.
pub(super) fn store_first_non_temporal(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let vector = c.arg(1)?;
    let (elem, _) = b.parts(b.ty(vector)?)?;
    let index = b.up.int(64, 0);
    let value = b.named("extractelement").extract_element(vector, index).ok()?;
    let ptr = b.pointer_to(x, elem, "cast")?;
    b.named("").store(value, ptr, 1, Access::PLAIN, 1).ok()?;
    non_temporal(b);
    Some(Value::NONE)
}

/// A load that bypasses the caches.
pub(super) fn load_non_temporal(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let x = c.arg(0)?;
    let align = size(b.up.module, c.ret).next_power_of_two().trailing_zeros() as u8 + 1;
    let ptr = b.pointer_to(x, c.ret, "cast")?;
    let value = b.named("").load(c.ret, ptr, align, Access::PLAIN, 1).ok()?;
    non_temporal(b);
    Some(value)
}

/// The alignment of an access to a whole vector, as instructions encode it and in bytes.
fn alignment(b: &Build<'_, '_>, ty: TypeId, aligned: bool) -> (u8, u64) {
    let bytes = if aligned { size(b.up.module, ty).max(1).next_power_of_two() } else { 1 };
    (bytes.trailing_zeros() as u8 + 1, bytes)
}

fn store_by_bits(b: &mut Build<'_, '_>, value: Value, ptr: Value, bits: Value, bytes: u64) -> Option<Value> {
    let void = b.intern(Type::Void);
    b.call("masked.store", void, &[value, ptr, bits], "")?;
    b.align_last(&[1], bytes);
    Some(Value::NONE)
}

/// Marks the access appended last as nontemporal.
fn non_temporal(b: &mut Build<'_, '_>) {
    let number = b.up.md_int(32, 1);
    let node = b.up.uniqued_tuple(&[Some(number)]);
    b.attach(vec![(&b"nontemporal"[..], node)]);
}
