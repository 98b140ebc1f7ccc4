//! Constants of every kind in LLVM 23, in LLVM's canonical form.
use crate::draw::Gen;
use bctk_ir::constants::{ConstKind, InRange, InlineAsm};
use bctk_ir::entity::{BlockId, GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{ArithFlags, GepNoWrapFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Nesting of constants.
const MOST_DEPTH: u32 = 4;

impl Gen<'_, '_> {
    /// An integer of type `ty`.
    pub(crate) fn int(&mut self, ty: TypeId, value: i64) -> Value {
        let width = match self.m.types.get(ty) {
            Type::Int(width @ 1..=63) | Type::Byte(width @ 1..=63) => width,
            Type::Int(width) | Type::Byte(width) if width > 64 => {
                let words = (0..width.div_ceil(64)).map(|at| if at == 0 { value as u64 } else { (value >> 63) as u64 }).collect();
                return self.wide_int(ty, width, words);
            }
            _ => 64,
        };
        let value = value << (64 - width) >> (64 - width);
        self.intern(ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) })
    }

    /// An `i32`.
    pub(crate) fn i32(&mut self, value: i64) -> Value {
        self.int(self.common.i32, value)
    }

    /// An `i64`.
    pub(crate) fn i64(&mut self, value: i64) -> Value {
        self.int(self.common.i64, value)
    }

    /// `null`, `zeroinitializer`, `0` …
    pub(crate) fn null(&mut self, ty: TypeId) -> Value {
        let has_zero = match self.m.types.get(ty) {
            // An image is nothing that can be zero.
            Type::TargetExt { ints, .. } => self.m.types.list(ints).len() < 3,
            Type::X86Amx => false,
            _ => true,
        };
        self.intern(ty, if has_zero { ConstKind::Null } else { ConstKind::Poison })
    }

    /// An integer of any width, of words that are cut to it.
    fn wide_int(&mut self, ty: TypeId, width: u32, mut words: Vec<u64>) -> Value {
        if width <= 64 {
            return self.int(ty, words.first().copied().unwrap_or(0) as i64);
        }
        words.resize(width.div_ceil(64) as usize, 0);
        if !width.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last &= (1 << (width % 64)) - 1;
        }
        let len = words.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1);
        if len == 0 {
            return self.null(ty);
        }
        let pool = self.pool();
        let start = pool.words.len() as u32;
        pool.words.extend_from_slice(&words[..len]);
        self.intern(ty, ConstKind::WideInt { start, len: len as u32 })
    }

    /// A plain number of type `ty`.
    pub(crate) fn number_of(&mut self, ty: TypeId) -> Value {
        let kind = match self.m.types.get(ty) {
            Type::Int(width) | Type::Byte(width) => {
                let words = (0..width.div_ceil(64)).map(|_| self.number()).collect();
                return self.wide_int(ty, width, words);
            }
            Type::Half | Type::BFloat => ConstKind::Float(self.float_bits_of(16)),
            Type::Float => ConstKind::Float(self.float_bits_of(32)),
            Type::Double => ConstKind::Float(self.float_bits_of(64)),
            Type::X86Fp80 => {
                // The leading bit of the significand is there but in denormal numbers; other patterns are not kept.
                let exponent = self.number() & 0xffff;
                let rest = self.number() & (u64::MAX >> 1);
                let leading = u64::from(exponent & 0x7fff != 0) << 63;
                return self.wide_float(ty, [rest | leading, exponent]);
            }
            Type::Fp128 => {
                let words = [self.number(), self.number()];
                return self.wide_float(ty, words);
            }
            Type::PpcFp128 => {
                let first = self.number();
                // LLVM 23 reads its own text of a NaN with another payload back as this one.
                let first = if f64::from_bits(first).is_nan() { f64::NAN.to_bits() } else { first };
                let words = [first, self.number()];
                return self.wide_float(ty, words);
            }
            _ => return self.null(ty),
        };
        self.intern(ty, if kind == ConstKind::Float(0) { ConstKind::Null } else { kind })
    }

    fn wide_float(&mut self, ty: TypeId, words: [u64; 2]) -> Value {
        if words == [0, 0] {
            return self.null(ty);
        }
        let pool = self.pool();
        let start = pool.words.len() as u32;
        pool.words.extend(words);
        self.intern(ty, ConstKind::WideFloat { start })
    }

    fn float_bits_of(&mut self, width: u32) -> u64 {
        let mask = u64::MAX >> (64 - width);
        match self.below(3) {
            0 => self.word() & mask,
            1 => {
                let number = self.below(200) as f64 / 8.0 - 10.0;
                match width {
                    64 => number.to_bits(),
                    32 => u64::from((number as f32).to_bits()),
                    // The upper half is a bfloat; as a half it is some number.
                    _ => u64::from((number as f32).to_bits() >> 16),
                }
            }
            _ => (self.number() << self.below(width as usize)) & mask,
        }
    }

    /// A constant of type `ty`.
    pub(crate) fn constant(&mut self, ty: TypeId) -> Value {
        self.constant_at(ty, 0)
    }

    /// A constant that is no `undef` or `poison`, nor holds any, nor an expression.
    pub(crate) fn constant_at(&mut self, ty: TypeId, depth: u32) -> Value {
        match self.below(12) {
            0 => return self.intern(ty, ConstKind::Undef),
            1 => return self.intern(ty, ConstKind::Poison),
            2 => return self.null(ty),
            _ => {}
        }
        if depth >= MOST_DEPTH {
            return self.null(ty);
        }
        match self.m.types.get(ty) {
            Type::Int(_) if self.chance(1, 5) => self.int_expression(ty, depth),
            Type::Int(_) | Type::Byte(_) => self.number_of(ty),
            scalar if scalar.is_float() => self.number_of(ty),
            Type::Ptr(_) => self.pointer(ty, depth),
            Type::Struct { fields, .. } => {
                let fields: Vec<TypeId> = self.m.types.list(fields).to_vec();
                let parts = fields.into_iter().map(|ty| self.constant_at(ty, depth + 1)).collect();
                self.aggregate(ty, parts)
            }
            Type::Array { elem, len } => {
                let parts = (0..len).map(|_| self.constant_at(elem, depth + 1)).collect();
                self.aggregate(ty, parts)
            }
            Type::Vector { elem, len, scalable: false } => {
                let parts = (0..len).map(|_| self.constant_at(elem, depth + 1)).collect();
                self.aggregate(ty, parts)
            }
            Type::Vector { elem, len, .. } => self.scalable_splat(ty, elem, len),
            _ => self.null(ty),
        }
    }

    /// Whether constant `value` is of this kind, being zero, `undef` or `poison`.
    fn is_kind(&mut self, value: Value, kind: ConstKind) -> bool {
        self.kind_of(value) == Some(kind)
    }

    /// What a constant is.
    pub(crate) fn kind_of(&self, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => Some(self.outer.pool.get(index)?.kind),
            ValueKind::LocalConst(index) => Some(self.inner.as_ref()?.pool.get(index)?.kind),
            _ => None,
        }
    }

    /// A structure, array or vector in the one form that LLVM has for it.
    pub(crate) fn aggregate(&mut self, ty: TypeId, parts: Vec<Value>) -> Value {
        for kind in [ConstKind::Null, ConstKind::Undef, ConstKind::Poison] {
            if parts.iter().all(|&part| self.is_kind(part, kind)) {
                // What has no parts is zero.
                return self.intern(ty, kind);
            }
        }
        if self.of_floats(ty)
            && let Some(&first) = parts.first()
            && parts.iter().all(|&part| part == first)
            && let Some(number @ (ConstKind::Float(_) | ConstKind::WideFloat { .. })) = self.kind_of(first)
        {
            return self.intern(ty, number);
        }
        let elem = match self.m.types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(elem),
            _ => None,
        };
        if let Some(width) = elem.and_then(|elem| data_width(self.m.types.get(elem))) {
            let bits: Option<Vec<u64>> = parts
                .iter()
                .map(|&part| match self.kind_of(part)? {
                    ConstKind::Null => Some(0),
                    ConstKind::Int(value) => Some(value as u64),
                    ConstKind::Float(bits) => Some(bits),
                    _ => None,
                })
                .collect();
            if let Some(bits) = bits {
                let bytes: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()[..width].to_vec()).collect();
                let data = self.pool().bytes.push(&bytes);
                return self.intern(ty, ConstKind::Data(data));
            }
        }
        let list = self.pool().lists.push(&parts);
        self.intern(ty, ConstKind::Aggregate(list))
    }

    /// A scalable vector of equal elements: the number that LLVM has for it, or the shuffle.
    fn scalable_splat(&mut self, ty: TypeId, elem: TypeId, len: u32) -> Value {
        let element = self.number_of(elem);
        match self.kind_of(element) {
            Some(ConstKind::Null) => return self.null(ty),
            Some(number @ (ConstKind::Float(_) | ConstKind::WideFloat { .. })) => return self.intern(ty, number),
            _ => {}
        }
        let poison = self.intern(ty, ConstKind::Poison);
        let zero = self.i64(0);
        let list = self.pool().lists.push(&[poison, element, zero]);
        let insert = self.intern(ty, ConstKind::InsertElement(list));
        let mask = Type::Vector { elem: self.common.i32, len, scalable: true };
        let mask = self.m.types.intern(mask);
        let mask = self.null(mask);
        let list = self.pool().lists.push(&[insert, poison, mask]);
        self.intern(ty, ConstKind::ShuffleVector(list))
    }

    /// Global values whose pointers have type `ty`.
    pub(crate) fn globals_of(&self, ty: TypeId) -> Vec<GlobalId> {
        let fits =
            |(_, global): &(usize, &bctk_ir::global::GlobalValue)| global.ptr_type == ty && !self.m.str(global.name).starts_with(b"llvm.");
        self.m.globals.iter().enumerate().filter(fits).map(|(i, _)| GlobalId::new(i)).collect()
    }

    /// A global value whose pointer has type `ty`, or null.
    pub(crate) fn global_or_null(&mut self, ty: TypeId) -> Value {
        match self.pick_some(&self.globals_of(ty)) {
            Some(id) => Value::global(id),
            None => self.null(ty),
        }
    }

    fn pointer(&mut self, ty: TypeId, depth: u32) -> Value {
        let Some(id) = self.pick_some(&self.globals_of(ty)) else {
            return match self.chance(1, 2) {
                true => self.cast_from_int(ty),
                false => self.null(ty),
            };
        };
        let global = Value::global(id);
        match self.below(12) {
            0 => self.cast_from_int(ty),
            1..=3 => self.gep(ty, id),
            4 => {
                // From another address space.
                let Some(other) = self.m.globals.iter().position(|g| g.ptr_type != ty && self.is_pointer(g.ptr_type)) else {
                    return global;
                };
                let value = Value::global(GlobalId::new(other));
                self.intern(ty, ConstKind::Cast { op: CastOp::AddrSpaceCast, flags: OpFlags::NONE, value })
            }
            5 => self.block_address(ty).unwrap_or(global),
            6 => self.of_function(ty, ConstKind::DsoLocalEquivalent).unwrap_or(global),
            7 => self.of_function(ty, ConstKind::NoCfi).unwrap_or(global),
            8 if ty == self.common.ptr && depth < 2 => {
                let (key, disc) = (self.below(4) as i64, self.number() as i64);
                let (key, disc, null) = (self.i32(key), self.i64(disc), self.null(ty));
                let address = if self.chance(1, 2) { self.global_or_null(ty) } else { null };
                let list = self.pool().lists.push(&[global, key, disc, address, null]);
                self.intern(ty, ConstKind::PtrAuth(list))
            }
            _ => global,
        }
    }

    fn of_function(&mut self, ty: TypeId, kind: impl Fn(Value) -> ConstKind) -> Option<Value> {
        if ty != self.common.ptr {
            // LLVM's assembly parser takes them in the default address space only.
            return None;
        }
        let id = self.pick_some(&self.functions_of(ty))?;
        Some(self.intern(ty, kind(Value::global(id))))
    }

    /// Functions, but for intrinsics, whose pointers have type `ty`.
    pub(crate) fn functions_of(&self, ty: TypeId) -> Vec<GlobalId> {
        self.globals_of(ty).into_iter().filter(|id| matches!(self.m.globals[id.index()].kind, GlobalKind::Function(_))).collect()
    }

    /// The address of a block of a function that has been planned.
    pub(crate) fn block_address(&mut self, ty: TypeId) -> Option<Value> {
        let mut found: Vec<(GlobalId, BlockId)> = Vec::new();
        for (at, plan) in self.plans.iter().enumerate() {
            if self.m.globals[plan.function.index()].ptr_type != ty {
                continue;
            }
            // After a function's end a text names its blocks by their names only.
            let is_named = |block: BlockId| self.m.bodies.get(at).is_none_or(|body| !body.block_name(block).is_empty());
            found
                .extend((1..plan.normal_blocks as usize).map(|b| (plan.function, BlockId(plan.position[b]))).filter(|&(_, b)| is_named(b)));
        }
        let (function, block) = self.pick_some(&found)?;
        Some(self.intern(ty, ConstKind::BlockAddress { function, block }))
    }

    fn cast_from_int(&mut self, ty: TypeId) -> Value {
        let number = 1 + self.below(4096) as i64;
        let value = self.i64(number);
        self.intern(ty, ConstKind::Cast { op: CastOp::IntToPtr, flags: OpFlags::NONE, value })
    }

    /// `getelementptr` of a global value.
    fn gep(&mut self, ty: TypeId, id: GlobalId) -> Value {
        let value_type = self.m.globals[id.index()].value_type;
        let sized =
            !matches!(self.m.types.get(value_type), Type::Function { .. }) && !self.is_scalable(value_type) && !self.is_target(value_type);
        let mut source = if sized && self.chance(2, 3) { value_type } else { self.common.i8 };
        let base = Value::global(id);
        let number = self.below(9) as i64 - 4;
        let number = if number == 0 { 1 } else { number };
        let mut ops = vec![base, self.i64(number)];
        let first_source = source;
        while self.is_aggregate(source) && ops.len() < 5 {
            let (next, index) = match self.m.types.get(source) {
                Type::Struct { fields, .. } => {
                    let fields: Vec<TypeId> = self.m.types.list(fields).to_vec();
                    if fields.is_empty() {
                        break;
                    }
                    let at = self.below(fields.len());
                    (fields[at], self.i32(at as i64))
                }
                Type::Array { elem, len } => {
                    let at = self.below(len as usize + 2) as i64;
                    (elem, self.i64(at))
                }
                _ => break,
            };
            ops.push(index);
            source = next;
            if self.chance(1, 3) {
                break;
            }
        }
        let flags = self.pick(&[
            GepNoWrapFlags::NONE,
            GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW,
            GepNoWrapFlags::NUSW,
            GepNoWrapFlags::NUW,
            GepNoWrapFlags::NUSW | GepNoWrapFlags::NUW,
            GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUSW | GepNoWrapFlags::NUW,
        ]);
        let in_range = if self.chance(1, 8) && matches!(self.m.types.get(ty), Type::Ptr(0)) {
            let (lower, upper) = (self.below(64) as u64, 64 + self.below(64) as u64);
            Some(InRange::Range { width: 64, lower: vec![lower.wrapping_neg()], upper: vec![upper] })
        } else {
            None
        };
        let in_range = self.pool().push_in_range(in_range);
        let ops = self.pool().lists.push(&ops);
        self.intern(ty, ConstKind::Gep { flags, source: first_source, ops, in_range })
    }

    /// An integer that only the linker knows.
    fn int_expression(&mut self, ty: TypeId, depth: u32) -> Value {
        let Some(id) = self.pick_some(&self.globals_of(self.common.ptr)) else { return self.number_of(ty) };
        let op = if self.m.types.get(ty) == Type::Int(64) && self.chance(1, 4) { CastOp::PtrToAddr } else { CastOp::PtrToInt };
        let address = self.intern(ty, ConstKind::Cast { op, flags: OpFlags::NONE, value: Value::global(id) });
        if self.scalar_bits(ty) == 1 {
            // LLVM makes other operators of those of single bits.
            return address;
        }
        match self.below(8) {
            0 | 1 if depth < MOST_DEPTH => {
                let op = self.pick(&[BinOp::Add, BinOp::Sub]);
                let Some(other) = self.pick_some(&self.globals_of(self.common.ptr)) else { return address };
                if other == id {
                    return address;
                }
                let rhs = self.intern(ty, ConstKind::Cast { op: CastOp::PtrToInt, flags: OpFlags::NONE, value: Value::global(other) });
                let flags = OpFlags::from_bits(self.bits((ArithFlags::NUW | ArithFlags::NSW).bits()));
                self.intern(ty, ConstKind::Bin { op, flags, lhs: address, rhs })
            }
            2 => {
                let rhs = self.number_of(ty);
                if self.is_kind(rhs, ConstKind::Null) {
                    return address;
                }
                // What is not zero on the right side of `add` and `xor` does not fold.
                let op = self.pick(&[BinOp::Add, BinOp::Xor]);
                let flags = if op == BinOp::Add {
                    OpFlags::from_bits(self.bits((ArithFlags::NUW | ArithFlags::NSW).bits()))
                } else {
                    OpFlags::NONE
                };
                self.intern(ty, ConstKind::Bin { op, flags, lhs: address, rhs })
            }
            3 if self.scalar_bits(ty) >= 8 => {
                // An element at a place that only the linker knows.
                let first = self.below(100) as i64;
                let elements = [first, first + 1].map(|value| self.int(ty, value)).to_vec();
                let vector = self.m.types.intern(Type::Vector { elem: ty, len: 2, scalable: false });
                let vector = self.aggregate(vector, elements);
                let index =
                    self.intern(self.common.i64, ConstKind::Cast { op: CastOp::PtrToInt, flags: OpFlags::NONE, value: Value::global(id) });
                self.intern(ty, ConstKind::ExtractElement(vector, index))
            }
            4 if self.scalar_bits(ty) < 64 => {
                let wide = self.common.i64;
                let wide = self.int_expression(wide, MOST_DEPTH - 1);
                match self.kind_of(wide) {
                    Some(ConstKind::Bin { .. }) => {
                        self.intern(ty, ConstKind::Cast { op: CastOp::Trunc, flags: OpFlags::NONE, value: wide })
                    }
                    _ => address,
                }
            }
            _ => address,
        }
    }

    /// `asm` of function type `fn_ty`.
    pub(crate) fn inline_asm(&mut self, fn_ty: TypeId, constraints: &[u8], may_unwind: bool) -> Value {
        let templates = ["", "nop", "mov $0, $1\n\tnop", "# \"quoted\" \\ $$ \u{e9}"];
        let template = self.pick(&templates);
        let bits = self.bits(if may_unwind { 15 } else { 7 });
        let ty = self.common.ptr;
        let pool = self.pool();
        let asm = InlineAsm {
            fn_ty,
            template: pool.bytes.push(template.as_bytes()),
            constraints: pool.bytes.push(constraints),
            side_effect: bits & 1 != 0,
            align_stack: bits & 2 != 0,
            intel_dialect: bits & 4 != 0,
            unwind: bits & 8 != 0,
        };
        pool.asms.push(asm);
        let index = pool.asms.len() as u32 - 1;
        self.intern(ty, ConstKind::InlineAsm(index))
    }
}

/// Size in bytes of an element, if arrays and vectors of it are stored as bytes.
fn data_width(elem: Type) -> Option<usize> {
    match elem {
        Type::Int(8) | Type::Byte(8) => Some(1),
        Type::Int(16) | Type::Byte(16) | Type::Half | Type::BFloat => Some(2),
        Type::Int(32) | Type::Byte(32) | Type::Float => Some(4),
        Type::Int(64) | Type::Byte(64) | Type::Double => Some(8),
        _ => None,
    }
}
