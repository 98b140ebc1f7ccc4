//! Vectors and aggregates.
use super::Builder;
use bctk_edit::construct::Construct;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl Builder<'_, '_, '_> {
    pub(super) fn vector(&mut self) {
        let Some(ty) = self.type_where(|g, ty| g.is_vector(ty)) else { return self.int_operator() };
        let Type::Vector { elem, len, scalable } = self.g.m.types.get(ty) else { return };
        match self.g.below(3) {
            0 => {
                let (vector, index) = (self.operand(ty), self.index());
                let _ = self.extract_element(vector, index);
            }
            1 => {
                let (vector, element, index) = (self.operand(ty), self.operand(elem), self.index());
                let _ = self.insert_element(vector, element, index);
            }
            _ => {
                let count = if scalable { len } else { 1 + self.g.up_to(7) };
                let i32 = self.g.common.i32;
                let mask_ty = self.g.m.types.intern(Type::Vector { elem: i32, len: count, scalable });
                let mask = if scalable {
                    let kind = self.g.pick(&[ConstKind::Null, ConstKind::Poison]);
                    self.g.intern(mask_ty, kind)
                } else {
                    let parts: Vec<Value> = (0..count)
                        .map(|_| match self.g.chance(1, 5) {
                            true => self.g.intern(i32, ConstKind::Poison),
                            false => {
                                let at = self.g.up_to(2 * len - 1);
                                self.g.i32(i64::from(at))
                            }
                        })
                        .collect();
                    self.g.aggregate(mask_ty, parts)
                };
                let (lhs, rhs) = (self.operand(ty), self.operand(ty));
                let _ = self.shuffle_vector(lhs, rhs, mask);
            }
        }
    }

    fn index(&mut self) -> Value {
        let ty = self.g.pick(&[self.g.common.i32, self.g.common.i64, self.g.common.i8]);
        self.operand(ty)
    }

    pub(super) fn aggregate(&mut self) {
        let whole = |g: &crate::draw::Gen<'_, '_>, ty: TypeId| g.m.types.member(ty, 0).is_some() && !g.is_vector(ty);
        let Some(ty) = self.type_where(whole) else { return self.vector() };
        let mut indices = Vec::new();
        let mut member = ty;
        loop {
            let count = match self.g.m.types.get(member) {
                Type::Struct { fields, .. } => self.g.m.types.list(fields).len(),
                Type::Array { len, .. } => len as usize,
                _ => 0,
            };
            if count == 0 || !indices.is_empty() && self.g.chance(1, 2) {
                break;
            }
            let at = self.g.below(count);
            let Some(next) = self.g.m.types.member(member, at as u64) else { break };
            indices.push(at as u32);
            member = next;
        }
        let aggregate = self.operand(ty);
        if self.g.chance(1, 2) {
            let _ = self.extract_value(aggregate, &indices, member);
        } else {
            let value = self.operand(member);
            let _ = self.insert_value(aggregate, value, &indices);
        }
    }
}
