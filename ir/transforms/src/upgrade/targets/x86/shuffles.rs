//! Intrinsics of x86 that put elements in another order.
use super::call::Call;
use super::unmasked::Lanes;
use super::vectors::{integers, one, splat_of};
use crate::upgrade::intrinsics::build::{Build, size};
use bctk_ir::entity::TypeId;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// An argument in each element.
pub(super) fn broadcast_number(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (_, len) = b.parts(c.ret)?;
    let value = splat_of(b, c.arg(0)?, len)?;
    b.mask_select(c.arg(2)?, value, c.arg(1)?)
}

/// A shift of two concatenated vectors by whole elements or bytes.
pub(super) fn align(b: &mut Build<'_, '_>, c: &Call<'_>, by_element: bool) -> Option<Value> {
    let (_, len) = b.parts(c.ret)?;
    let mut shift = u32::try_from(c.number(b, 2)?).ok()?;
    if by_element {
        shift &= len.saturating_sub(1);
    }
    if shift >= 32 {
        return Some(b.zero(c.ret));
    }
    let (mut high, mut low) = (c.arg(0)?, c.arg(1)?);
    if shift > 16 {
        shift -= 16;
        (high, low) = (b.zero(c.ret), high);
    }
    // Bytes stay in their lanes of sixteen.
    let element = |i: u32| match shift + i % 16 {
        past if !by_element && past >= 16 => past + len - 16 + i - i % 16,
        at => at + i - i % 16,
    };
    let elements: Vec<u32> = (0..len).map(element).collect();
    let value = b.shuffle(low, high, &elements, "palignr")?;
    b.mask_select(c.arg(4)?, value, c.arg(3)?)
}

/// Lanes of 128 bits of two vectors, by a number.
pub(super) fn shuffle_lanes(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let lanes = Lanes::of(b.up.module, b.up.module.types.get(c.ret))?;
    let by = c.number(b, 2)? as u32;
    let (count, each) = (lanes.width / 128, 128 / lanes.bits.max(1));
    let mut elements = Vec::new();
    for lane in 0..count {
        let chosen = (by >> (lane * (count / 2)) & (count - 1)) + if lane >= count / 2 { count } else { 0 };
        elements.extend((0..each).map(|i| chosen * each + i));
    }
    let value = b.shuffle(c.arg(0)?, c.arg(1)?, &elements, "")?;
    b.mask_select(c.arg(4)?, value, c.arg(3)?)
}

/// Halves of two vectors by a number, some of them zero.
pub(super) fn permute_halves(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let by = c.number(b, 2)?;
    let (_, len) = b.parts(c.ret)?;
    let mut side =
        |from: u64, zero: u64| -> Option<Value> { if by & zero != 0 { Some(b.zero(c.ret)) } else { c.arg(usize::from(by & from != 0)) } };
    let (low, high) = (side(0x02, 0x08)?, side(0x20, 0x80)?);
    let (first, second) = (if by & 1 != 0 { len / 2 } else { 0 }, if by & 0x10 != 0 { len / 2 } else { 0 });
    let elements: Vec<u32> = (first..first + len / 2).chain(len + second..len + second + len / 2).collect();
    b.shuffle(low, high, &elements, "")
}

/// A permutation of two vectors by integers that were floating-point numbers.
pub(super) fn permute_two(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let ty = b.ty(c.arg(2)?)?;
    let ints = integers(b, ty)?;
    let by = b.cast(CastOp::BitCast, c.arg(2)?, ints, "")?;
    let value = b.call(&c.same(), c.ret, &[c.arg(0)?, c.arg(1)?, by, c.arg(3)?], "")?;
    b.take_name(value);
    Some(value)
}

/// Lanes of 128 bits shifted by whole bytes.
pub(super) fn shift_lanes(b: &mut Build<'_, '_>, c: &Call<'_>, right: bool) -> Option<Value> {
    let x = c.arg(0)?;
    let shift = b.up.constant_int(b.site.body, c.arg(1)?)?;
    // Without this ending the number is one of bits.
    let shift = if c.name.ends_with(".bs") || c.name.ends_with(".512") { shift } else { shift / 8 };
    shift_bytes(b, c.ret, x, u32::try_from(shift).ok()?, right)
}

/// From either operand, selected by the bits of a number.
pub(super) fn blend(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let by = c.number(b, 2)? as u32;
    let mask: Vec<u32> = (0..len).map(|i| if by >> (i % 8) & 1 == 1 { i + len } else { i }).collect();
    let value = b.shuffle(x, c.arg(1)?, &mask, "")?;
    c.masked(b, value, 3)
}

/// A part put in.
pub(super) fn insert_part(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let part = c.arg(1)?;
    let (_, count) = b.parts(b.ty(part)?)?;
    let at = c.number(b, 2)? as u32 % len.checked_div(count).filter(|&n| n != 0)?;
    let wide: Vec<u32> = (0..len).map(|i| i.min(count)).collect();
    let wide = one(b, part, &wide)?;
    let inside = at * count..(at + 1) * count;
    let mask: Vec<u32> = (0..len).map(|i| if inside.contains(&i) { len + i - inside.start } else { i }).collect();
    let value = b.shuffle(x, wide, &mask, "")?;
    c.masked(b, value, 3)
}

/// A part taken out.
pub(super) fn extract_part(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let (_, count) = b.parts(b.ty(x)?)?;
    let at = c.number(b, 1)? as u32 % count.checked_div(len).filter(|&n| n != 0)?;
    let mask: Vec<u32> = (0..len).map(|i| i + at * len).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 2)
}

/// By two bits of a number for each element of a lane.
pub(super) fn permute(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, bits, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let by = c.number(b, 1)? as u32;
    let step = 64 / bits.clamp(1, 64);
    let low = (1u32 << step.min(31)) - 1;
    let mask: Vec<u32> = (0..len).map(|i| (by >> ((i * step) % 8) & low) | (i & !low)).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 2)
}

/// The same in the low or the high halves of lanes.
pub(super) fn permute_half(b: &mut Build<'_, '_>, c: &Call<'_>, high: bool) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let by = c.number(b, 1)? as u32;
    let mask: Vec<u32> = (0..len).map(|i| if (i % 8 >= 4) == high { (by >> (2 * (i % 4)) & 3) + i - i % 4 } else { i }).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 2)
}

/// Four elements at a time, by two bits each.
pub(super) fn permute_four(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let by = c.number(b, 1)? as u32;
    let mask: Vec<u32> = (0..len).map(|i| (i & !3) + (by >> (2 * (i & 3)) & 3)).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 2)
}

/// From both operands within lanes.
pub(super) fn shuffle_both(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, lane) = lanes(b, c)?;
    let x = c.arg(0)?;
    let by = c.number(b, 2)? as u32;
    let half = lane / 2;
    let mask: Vec<u32> = (0..len)
        .map(|i| {
            let second = if i % lane >= half { len } else { 0 };
            i - i % lane + second + (by >> ((i * half) % 8) & ((1 << half) - 1))
        })
        .collect();
    let value = b.shuffle(x, c.arg(1)?, &mask, "")?;
    c.masked(b, value, 3)
}

/// The even or the odd elements twice.
pub(super) fn double(b: &mut Build<'_, '_>, c: &Call<'_>, offset: u32) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let mask: Vec<u32> = (0..len).map(|i| i - i % 2 + offset).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 1)
}

/// The low or the high halves of lanes, interleaved.
pub(super) fn interleave(b: &mut Build<'_, '_>, c: &Call<'_>, high: bool) -> Option<Value> {
    let (len, _, lane) = lanes(b, c)?;
    let x = c.arg(0)?;
    let start = if high { lane / 2 } else { 0 };
    let mask: Vec<u32> = (0..len).map(|i| i - i % lane + start + i % lane / 2 + len * (i % lane % 2)).collect();
    let value = b.shuffle(x, c.arg(1)?, &mask, "")?;
    c.masked(b, value, 2)
}

/// The first element everywhere.
pub(super) fn broadcast(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let value = one(b, x, &vec![0; len as usize])?;
    c.masked(b, value, 1)
}

/// All elements again and again.
pub(super) fn repeat(b: &mut Build<'_, '_>, c: &Call<'_>) -> Option<Value> {
    let (len, _, _) = lanes(b, c)?;
    let x = c.arg(0)?;
    let (_, count) = b.parts(b.ty(x)?)?;
    let mask: Vec<u32> = (0..len).map(|i| i % count.max(1)).collect();
    let value = b.shuffle(x, x, &mask, "")?;
    c.masked(b, value, 1)
}

/// Of the result: elements, bits of an element, elements in a lane of 128 bits.
fn lanes(b: &Build<'_, '_>, c: &Call<'_>) -> Option<(u32, u32, u32)> {
    let (elem, len) = b.parts(c.ret)?;
    let bits = u32::try_from(size(b.up.module, elem) * 8).ok()?;
    Some((len, bits, 128u32.checked_div(bits).filter(|&lane| lane != 0)?))
}

fn shift_bytes(b: &mut Build<'_, '_>, ret: TypeId, vector: Value, shift: u32, right: bool) -> Option<Value> {
    let len = u32::try_from(size(b.up.module, ret)).ok()?;
    let byte = b.intern(Type::Int(8));
    let bytes = b.vector(byte, len);
    let value = b.cast(CastOp::BitCast, vector, bytes, "cast")?;
    let zero = b.zero(bytes);
    let shifted = if shift >= 16 {
        zero
    } else if right {
        let mask: Vec<u32> = (0..len).map(|i| if i % 16 + shift >= 16 { i + shift + len - 16 } else { i + shift }).collect();
        b.shuffle(value, zero, &mask, "")?
    } else {
        let mask: Vec<u32> = (0..len).map(|i| if i % 16 >= shift { len + i - shift } else { i + 16 - shift }).collect();
        b.shuffle(zero, value, &mask, "")?
    };
    b.cast(CastOp::BitCast, shifted, ret, "cast")
}
