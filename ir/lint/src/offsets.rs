//! Where a pointer points to, if that is a fixed place from the start of an object.
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

use crate::function::Function;

/// Fields of a structure before one whose place is asked for.
const FIELDS: usize = 1 << 10;

/// How many steps a pointer is followed: a chain of offsets may be long, and many pointers may end with it.
const STEPS: usize = 64;

impl<'m> Function<'_, '_, 'm> {
    /// The start of the object, or what else the pointer is computed from, and the distance in bytes; none if a step is not understood.
    pub(crate) fn base(&mut self, pointer: Value) -> Option<(Value, i64)> {
        let module = self.shared.module;
        let (mut value, mut offset) = (pointer, 0i64);
        let bits = self.index_bits(pointer)?;
        for _ in 0..STEPS {
            let maker = self.maker(value).map(|(_, inst)| inst);
            let constant = self.constant(value);
            let (source, ops) = match (maker, constant, value.kind()) {
                (Some(Inst::Gep { source, ops, .. }), ..) => (source, self.body.lists.get(ops)),
                (None, Some((constant, pool)), _) => match constant.kind {
                    ConstKind::Gep { source, ops, .. } => (source, pool.lists.get(ops)),
                    ConstKind::Cast { op: CastOp::BitCast, value: from, .. } if self.is_pointer(from) => {
                        value = from;
                        continue;
                    }
                    ConstKind::Cast { op: CastOp::AddrSpaceCast, value: from, .. } if self.index_bits(from) == Some(bits) => {
                        value = from;
                        continue;
                    }
                    ConstKind::Cast { op: CastOp::AddrSpaceCast, .. } => return None,
                    _ => return Some((value, offset)),
                },
                (Some(Inst::Cast { op: CastOp::BitCast, value: from, .. }), ..) if self.is_pointer(from) => {
                    value = from;
                    continue;
                }
                (Some(Inst::Cast { op: CastOp::AddrSpaceCast, value: from, .. }), ..) if self.index_bits(from) == Some(bits) => {
                    value = from;
                    continue;
                }
                (Some(Inst::Cast { op: CastOp::AddrSpaceCast, .. } | Inst::Call(_) | Inst::Invoke { .. }), ..) => return None,
                (None, None, ValueKind::Global(id)) => match module.global(id)? {
                    global if self.shared.is_interposable(global) => return Some((value, offset)),
                    global => match global.kind {
                        GlobalKind::Alias { aliasee } => {
                            value = aliasee;
                            continue;
                        }
                        _ => return Some((value, offset)),
                    },
                },
                _ => return Some((value, offset)),
            };
            let base = ops.first()?;
            if !self.is_pointer(base) || !self.is_pointer(value) {
                return Some((value, offset));
            }
            // The distance is not known: the place itself is the base.
            let Some(distance) = self.distance(source, ops) else { return Some((value, offset)) };
            offset = wrapped(i128::from(offset).wrapping_add(distance), bits);
            value = base;
        }
        None
    }

    /// Width of an index to what a pointer points to.
    fn index_bits(&self, pointer: Value) -> Option<u32> {
        let space = self.ty(pointer).and_then(|ty| self.shared.types.addrspace(ty))?;
        Some(self.shared.layout.index_bits(space).clamp(1, 64))
    }

    /// The distance in bytes of an offset with constant indices.
    fn distance(&mut self, source: TypeId, ops: ListRef<'m, Value>) -> Option<i128> {
        let table = &self.shared.module.types;
        let mut ty = source;
        let mut total = 0i128;
        for (at, index) in ops.iter().enumerate().skip(1) {
            let index = self.small_int(index)?;
            let element = match table.get(ty) {
                _ if at == 1 => ty,
                Type::Struct { packed, fields, .. } => {
                    let number = usize::try_from(index).ok().filter(|&number| number < FIELDS)?;
                    let fields: Vec<TypeId> = table.list(fields).iter().take(number + 1).collect();
                    total = total.checked_add(i128::from(self.field(&fields, packed)?))?;
                    ty = *fields.get(number)?;
                    continue;
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
                _ => return None,
            };
            if self.layouts.is_scalable(table, element) && index != 0 {
                return None;
            }
            let size = self.layouts.alloc_size(table, element)?;
            total = total.checked_add(i128::from(index).checked_mul(i128::from(size))?)?;
            ty = element;
        }
        Some(total)
    }

    /// Where the last of the first fields of a structure begins.
    fn field(&mut self, fields: &[TypeId], packed: bool) -> Option<u64> {
        let table = &self.shared.module.types;
        let mut end = 0u64;
        for (at, &field) in fields.iter().enumerate() {
            if self.layouts.is_scalable(table, field) {
                return None;
            }
            let align = if packed { 1 } else { self.layouts.abi_align(table, field)?.max(1) };
            end = end.checked_next_multiple_of(align)?;
            if at + 1 < fields.len() {
                end = end.checked_add(self.layouts.alloc_size(table, field)?)?;
            }
        }
        Some(end)
    }
}

/// A number in so many bits, extended by its sign.
fn wrapped(number: i128, bits: u32) -> i64 {
    let unused = 64 - bits;
    ((number as i64) << unused) >> unused
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn distances_wrap() {
        assert_eq!(wrapped(1 << 32, 32), 0);
        assert_eq!(wrapped(0xffff_ffff, 32), -1);
        assert_eq!(wrapped(-1, 64), -1);
    }
}
