//! Types of the module's values.
use crate::draw::Gen;
use bctk_ir::entity::TypeId;
use bctk_ir::strings::Str;
use bctk_ir::target_types::TargetType;
use bctk_ir::types::{StructKind, Type};
use hashbrown::HashSet;

/// Nesting of types.
const MOST_DEPTH: u32 = 3;

impl Gen<'_, '_> {
    /// Makes the types that values have.
    pub(crate) fn types(&mut self) {
        let mut names = HashSet::new();
        for _ in 0..self.below(self.options.types as usize + 1) {
            let name = self.name_bytes();
            let name = if names.insert(name.clone()) { self.text(&name) } else { Str::EMPTY };
            let packed = self.chance(1, 4);
            let len = self.below(5);
            let fields: Vec<TypeId> = (0..len).map(|_| self.data_type(1)).collect();
            let fields = self.m.types.lists.push(&fields);
            let ty = self.m.types.push(Type::Struct { kind: StructKind::Identified, packed, name, fields });
            self.structs.push(ty);
        }
        self.palette = vec![self.common.i32, self.common.ptr, self.common.i1, self.common.i8, self.common.i64];
        for plain in [Type::Double, Type::Float] {
            let ty = self.m.types.intern(plain);
            self.palette.push(ty);
        }
        for _ in 0..self.below(self.options.types as usize + 1) {
            let ty = match self.below(8) {
                0 => self.vector_type(),
                1 => self.target_type(),
                _ => self.data_type(0),
            };
            if !self.palette.contains(&ty) {
                self.palette.push(ty);
            }
        }
        let structs = self.structs.clone();
        self.palette.extend(structs);
    }

    /// A type with a size that does not depend on the machine.
    pub(crate) fn data_type(&mut self, depth: u32) -> TypeId {
        let most = if depth >= MOST_DEPTH { 5 } else { 10 };
        let ty = match self.below(most) {
            0 => return self.int_type(),
            1 => return self.float_type(),
            2 => return self.pointer_type(),
            3 => return self.common.i32,
            4 => {
                let elem = self.element_type();
                Type::Vector { elem, len: 1 + self.up_to(7), scalable: false }
            }
            5 => Type::Array { elem: self.data_type(depth + 1), len: self.below(5) as u64 },
            6 => Type::Array { elem: self.pick(&[self.common.i8, self.common.i32]), len: self.below(12) as u64 },
            7 | 8 => {
                let len = self.below(5);
                let fields: Vec<TypeId> = (0..len).map(|_| self.data_type(depth + 1)).collect();
                let packed = self.chance(1, 4);
                if let Some(known) = self.m.types.find_literal(&fields, packed) {
                    return known;
                }
                let fields = self.m.types.lists.push(&fields);
                Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields }
            }
            _ => match self.pick_some(&self.structs.clone()) {
                Some(ty) => return ty,
                None => return self.int_type(),
            },
        };
        self.m.types.intern(ty)
    }

    fn int_type(&mut self) -> TypeId {
        let width = self.width();
        let ty = if self.chance(1, 12) { Type::Byte(width) } else { Type::Int(width) };
        self.m.types.intern(ty)
    }

    fn width(&mut self) -> u32 {
        match self.below(8) {
            0 => 1,
            1 => 8,
            2 => 16,
            3 => 64,
            4 => 128,
            5 => 1 + self.up_to(63),
            6 => 65 + self.up_to(300),
            _ => 32,
        }
    }

    fn float_type(&mut self) -> TypeId {
        let ty = self.pick(&[Type::Float, Type::Double, Type::Half, Type::BFloat, Type::X86Fp80, Type::Fp128, Type::PpcFp128]);
        self.m.types.intern(ty)
    }

    fn pointer_type(&mut self) -> TypeId {
        let space = self.pick(&[0, 0, 1, 2, 5, 0xff_ffff]);
        self.m.types.intern(Type::Ptr(space))
    }

    /// What vectors are made of.
    fn element_type(&mut self) -> TypeId {
        match self.below(3) {
            0 => self.int_type(),
            1 => self.float_type(),
            _ => self.pointer_type(),
        }
    }

    fn vector_type(&mut self) -> TypeId {
        let elem = self.element_type();
        let ty = Type::Vector { elem, len: 1 + self.up_to(7), scalable: self.chance(2, 3) };
        self.m.types.intern(ty)
    }

    fn target_type(&mut self) -> TypeId {
        let (name, types, ints): (&str, &[TypeId], &[u32]) = match self.below(3) {
            0 => ("spirv.Event", &[], &[]),
            1 => ("spirv.Image", &[self.common.void], &[0, 1, 2]),
            _ => ("spirv.Pipe", &[], &[1]),
        };
        let target = TargetType::of(name.as_bytes());
        let name = self.text(name.as_bytes());
        let (types, ints) = (self.m.types.lists.push(types), self.m.types.lists.push(ints));
        // Nothing finds an equal one but a look at all.
        let known = self.m.types.iter().find(|(_, ty)| match *ty {
            Type::TargetExt { name: n, types: t, ints: i, .. } => {
                n == name && self.m.types.list(t) == self.m.types.list(types) && self.m.types.list(i) == self.m.types.list(ints)
            }
            _ => false,
        });
        match known {
            Some((id, _)) => id,
            None => self.m.types.push(Type::TargetExt { name, types, ints, target }),
        }
    }

    /// A type that values have.
    pub(crate) fn value_type(&mut self) -> TypeId {
        self.pick(&self.palette.clone())
    }

    /// A type that variables have.
    pub(crate) fn variable_type(&mut self) -> TypeId {
        let ty = self.value_type();
        if self.is_scalable(ty) || self.is_target(ty) { self.common.i32 } else { ty }
    }

    /// The type of values of `ty` that is chosen by `f`, of those that values have.
    pub(crate) fn type_where(&mut self, f: impl Fn(&Self, TypeId) -> bool) -> Option<TypeId> {
        let all: Vec<TypeId> = self.palette.iter().copied().filter(|&ty| f(self, ty)).collect();
        self.pick_some(&all)
    }

    /// The function type of these parts.
    pub(crate) fn function_type(&mut self, ret: TypeId, params: &[TypeId], vararg: bool) -> TypeId {
        if let Some(known) = self.m.types.find_function(ret, params, vararg) {
            return known;
        }
        let params = self.m.types.lists.push(params);
        self.m.types.intern(Type::Function { ret, params, vararg })
    }

    /// The literal structure of these fields.
    pub(crate) fn literal(&mut self, fields: &[TypeId]) -> TypeId {
        if let Some(known) = self.m.types.find_literal(fields, false) {
            return known;
        }
        let fields = self.m.types.lists.push(fields);
        self.m.types.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Str::EMPTY, fields })
    }

    /// `elem`, or a vector of it as long as `like` is.
    pub(crate) fn shaped(&mut self, elem: TypeId, like: TypeId) -> TypeId {
        match self.m.types.get(like) {
            Type::Vector { len, scalable, .. } => self.m.types.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }

    pub(crate) fn is_scalable(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::Vector { scalable: true, .. })
    }

    /// Whether a value of the type can be in memory. A structure of unlike scalable vectors, as `uadd.with.overflow` returns, has no size.
    pub(crate) fn is_storable(&self, ty: TypeId) -> bool {
        match self.m.types.get(ty) {
            Type::Struct { fields, .. } => !self.m.types.list(fields).iter().any(|field| self.is_scalable(field)),
            _ => true,
        }
    }

    pub(crate) fn is_target(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::TargetExt { .. })
    }

    pub(crate) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::Vector { .. })
    }

    /// Whether it is a structure or array.
    pub(crate) fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::Struct { .. } | Type::Array { .. })
    }

    pub(crate) fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::Int(_))
    }

    pub(crate) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(ty), Type::Ptr(_))
    }

    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        self.m.types.get(ty).is_float()
    }

    /// Whether it is of integers, alone or in a vector.
    pub(crate) fn of_ints(&self, ty: TypeId) -> bool {
        self.is_int(self.m.types.scalar(ty))
    }

    /// Whether it is of bytes, alone or in a vector.
    pub(crate) fn of_bytes(&self, ty: TypeId) -> bool {
        matches!(self.m.types.get(self.m.types.scalar(ty)), Type::Byte(_))
    }

    /// Whether it is of floating-point numbers, alone or in a vector.
    pub(crate) fn of_floats(&self, ty: TypeId) -> bool {
        self.is_float(self.m.types.scalar(ty))
    }

    /// Whether it is of pointers, alone or in a vector.
    pub(crate) fn of_pointers(&self, ty: TypeId) -> bool {
        self.is_pointer(self.m.types.scalar(ty))
    }

    /// Bits of a number, or of a vector's elements.
    pub(crate) fn scalar_bits(&self, ty: TypeId) -> u32 {
        self.m.types.get(self.m.types.scalar(ty)).number_bits().unwrap_or(0)
    }
}
