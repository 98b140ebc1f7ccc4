//! Constants that are no expressions: numbers, aggregates, addresses, and what is wrapped around a function.
use super::Maker;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;

impl Maker<'_> {
    pub(super) fn leaf(&mut self, ty: TypeId) -> Value {
        match self.rng.below(16) {
            0 => return self.constant(ty, ConstKind::Undef),
            1 if self.written.poison_constant() => return self.constant(ty, ConstKind::Poison),
            2 => return self.constant(ty, ConstKind::Null),
            _ => {}
        }
        match self.kind(ty) {
            Type::Int(bits) => self.int(ty, bits),
            Type::Vector { scalable: true, .. } => self.scalable(ty),
            Type::Vector { elem, len, .. } => {
                let one = self.leaf(elem);
                let is_splat = self.rng.one_in(3);
                let values: Vec<Value> = (0..len).map(|_| if is_splat { one } else { self.leaf(elem) }).collect();
                self.aggregate(ty, values)
            }
            Type::Array { elem, len } => {
                let values: Vec<Value> = (0..len).map(|_| self.leaf(elem)).collect();
                self.aggregate(ty, values)
            }
            Type::Struct { fields, .. } => {
                let fields = self.m.types.list(fields).to_vec();
                let values: Vec<Value> = fields.into_iter().map(|ty| self.leaf(ty)).collect();
                self.aggregate(ty, values)
            }
            Type::Ptr(_) | Type::TypedPtr { .. } => self.global(ty),
            _ => self.float(ty),
        }
    }

    /// A scalable vector of equal elements.
    fn scalable(&mut self, ty: TypeId) -> Value {
        let Type::Vector { elem, len, .. } = self.kind(ty) else { return Value::NONE };
        let undefined = if self.written.poison_constant() { ConstKind::Poison } else { ConstKind::Undef };
        let (vector, element) = (self.constant(ty, undefined), self.leaf(elem));
        let (i32, i64) = (self.ints[3], self.ints[4]);
        let zero = self.constant(i64, ConstKind::Null);
        let list = self.list(&[vector, element, zero]);
        let insert = self.constant(ty, ConstKind::InsertElement(list));
        let mask = self.m.types.intern(Type::Vector { elem: i32, len, scalable: true });
        let mask = self.constant(mask, ConstKind::Null);
        let list = self.list(&[insert, vector, mask]);
        self.constant(ty, ConstKind::ShuffleVector(list))
    }

    fn is_kind(&self, value: Value, wanted: ConstKind) -> bool {
        matches!(value.kind(), ValueKind::Const(index) if self.m.consts.get(index).is_some_and(|constant| constant.kind == wanted))
    }

    /// An aggregate in the form in which LLVM has it.
    pub(super) fn aggregate(&mut self, ty: TypeId, values: Vec<Value>) -> Value {
        for kind in [ConstKind::Null, ConstKind::Poison, ConstKind::Undef] {
            if values.iter().all(|&value| self.is_kind(value, kind)) {
                return self.constant(ty, kind);
            }
        }
        if let Some(bytes) = self.data(ty, &values) {
            let bytes = self.m.consts.bytes.push(&bytes);
            return self.constant(ty, ConstKind::Data(bytes));
        }
        let list = self.list(&values);
        self.constant(ty, ConstKind::Aggregate(list))
    }

    fn data(&self, ty: TypeId, values: &[Value]) -> Option<Vec<u8>> {
        let (Type::Array { elem, .. } | Type::Vector { elem, .. }) = self.kind(ty) else { return None };
        let width = match self.kind(elem) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => bits as usize / 8,
            Type::Half | Type::BFloat => 2,
            Type::Float => 4,
            Type::Double => 8,
            _ => return None,
        };
        let mut bytes = Vec::new();
        for value in values {
            let ValueKind::Const(index) = value.kind() else { return None };
            let word = match self.m.consts.get(index)?.kind {
                ConstKind::Null => 0,
                ConstKind::Int(number) => number as u64,
                ConstKind::Float(bits) => bits,
                _ => return None,
            };
            bytes.extend_from_slice(&word.to_le_bytes()[..width]);
        }
        Some(bytes)
    }

    fn int(&mut self, ty: TypeId, bits: u32) -> Value {
        let width = u64::from(bits);
        let number = match self.rng.below(14) {
            0..2 => 0,
            2 => 1,
            3..5 => -1i64,
            5 => 2,
            6 => 3 + self.rng.below(6) as i64,
            7 => (width - 1) as i64,
            8 => width as i64,
            9 => 1i64 << self.rng.below(bits.min(64) as usize),
            10 => (1i64 << self.rng.below(bits.min(63) as usize)).wrapping_sub(1),
            11 => -(self.rng.below(20) as i64),
            _ => self.rng.next() as i64 >> self.rng.below(64),
        };
        if bits <= 64 {
            let number = number << (64 - bits) >> (64 - bits);
            return self.constant(ty, if number == 0 { ConstKind::Null } else { ConstKind::Int(number) });
        }
        let high = match self.rng.below(3) {
            0 => 0,
            1 => (number >> 63) as u64,
            _ => self.rng.next() >> self.rng.below(64),
        };
        let mut words = vec![number as u64];
        while (words.len() as u32) < bits.div_ceil(64) {
            words.push(if words.len() == 1 { high } else { (high as i64 >> 63) as u64 });
        }
        if !bits.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last &= (1 << (bits % 64)) - 1;
        }
        let len = words.iter().rposition(|&word| word != 0).map_or(0, |at| at + 1);
        if len == 0 {
            return self.constant(ty, ConstKind::Null);
        }
        let start = self.m.consts.words.len() as u32;
        self.m.consts.words.extend_from_slice(&words[..len]);
        self.constant(ty, ConstKind::WideInt { start, len: len as u32 })
    }

    fn float(&mut self, ty: TypeId) -> Value {
        let kind = self.kind(ty);
        // Sign, exponent and significand of an interesting number, then cut to the format.
        let (width, exponent) = match kind {
            Type::Half => (16, 5),
            Type::BFloat => (16, 8),
            Type::Float => (32, 8),
            Type::Double | Type::PpcFp128 => (64, 11),
            _ => (128, 15),
        };
        let fraction = width - exponent - 1;
        let bias = (1u128 << (exponent - 1)) - 1;
        let number: u128 = match self.rng.below(12) {
            0 => 0,
            1 => 1 << (width - 1),
            2 => bias << fraction,
            3 => (bias | 1 << exponent) << fraction,
            4 => (bias + 1) << fraction | 1 << (fraction - 1),
            5 => (bias * 2 + 1) << fraction,
            6 => (bias * 2 + 1) << fraction | 1 << (fraction - 1) | u128::from(self.rng.below(8) as u64),
            7 => 1 + self.rng.below(9) as u128,
            8 => (bias + self.rng.below(8) as u128) << fraction | u128::from(self.rng.next()) << fraction >> 64,
            9 => (bias * 2 + 1) << fraction | 1 << (fraction - 1) | 1 << (width - 1),
            _ => (bias + 3 - self.rng.below(6) as u128) << fraction | (self.rng.below(64) as u128) << (fraction - 6),
        };
        match kind {
            Type::X86Fp80 => {
                let exponent = (number >> fraction) as u64 & 0xffff;
                let significand = (number << 16 >> 65) as u64 | u64::from(exponent & 0x7fff != 0) << 63;
                self.wide_float(ty, [significand, exponent])
            }
            Type::Fp128 => self.wide_float(ty, [number as u64, (number >> 64) as u64]),
            Type::PpcFp128 => self.wide_float(ty, [number as u64, 0]),
            _ => self.constant(ty, if number == 0 { ConstKind::Null } else { ConstKind::Float(number as u64) }),
        }
    }

    fn wide_float(&mut self, ty: TypeId, words: [u64; 2]) -> Value {
        if words == [0, 0] {
            return self.constant(ty, ConstKind::Null);
        }
        let start = self.m.consts.words.len() as u32;
        self.m.consts.words.extend(words);
        self.constant(ty, ConstKind::WideFloat { start })
    }

    pub(super) fn global(&mut self, ty: TypeId) -> Value {
        let to_byte = self.pointer_to(self.ints[1], 0);
        if let (Some(function), true) = (self.block, self.rng.one_in(12))
            && ty == to_byte
        {
            return self.constant(ty, ConstKind::BlockAddress { function, block: BlockId(1) });
        }
        if self.rng.one_in(12)
            && let Some(value) = self.wrapped(ty)
        {
            return value;
        }
        let is_named = |global: &GlobalValue| global.ptr_type == ty && !matches!(self.m.str(global.name), [b'c' | b'f', b'0'..=b'9', ..]);
        let found: Vec<usize> = self.m.globals.iter().enumerate().filter(|(_, global)| is_named(global)).map(|(at, _)| at).collect();
        let favourite = self.favourite.map(GlobalId::index).filter(|at| found.contains(at) && !self.rng.one_in(8));
        match favourite.as_ref().or(self.rng.pick(&found)) {
            Some(&at) => Value::global(GlobalId::new(at)),
            None => self.constant(ty, ConstKind::Null),
        }
    }

    /// A constant that is no expression, but has a function or another pointer in it.
    fn wrapped(&mut self, ty: TypeId) -> Option<Value> {
        let (written, reader) = (self.written, self.reader);
        let both = |has: fn(LlvmVersion) -> bool| has(written) && has(reader);
        let mut kinds: Vec<fn(Value) -> ConstKind> = Vec::new();
        if both(LlvmVersion::dso_local_equivalent_constant) {
            kinds.push(ConstKind::DsoLocalEquivalent);
        }
        if both(LlvmVersion::no_cfi) {
            kinds.push(ConstKind::NoCfi);
        }
        if both(LlvmVersion::ptr_auth) && self.rng.one_in(2) {
            let (i32, i64) = (self.ints[3], self.ints[4]);
            let null = self.pointer_to(self.ints[1], 0);
            let key = self.rng.below(4) as i64;
            let key = self.constant(i32, if key == 0 { ConstKind::Null } else { ConstKind::Int(key) });
            let (number, place) = (self.constant(i64, ConstKind::Int(5)), self.constant(null, ConstKind::Null));
            let mut ops = vec![self.global(ty), key, number, place];
            if both(LlvmVersion::deactivation_symbols) {
                ops.push(place);
            }
            let list = self.list(&ops);
            return Some(self.constant(ty, ConstKind::PtrAuth(list)));
        }
        let kind = *self.rng.pick(&kinds)?;
        let is_function = |global: &GlobalValue| global.ptr_type == ty && matches!(global.kind, GlobalKind::Function(_));
        let found: Vec<usize> = (0..self.m.globals.len()).filter(|&at| is_function(&self.m.globals[at])).collect();
        let function = GlobalId::new(*self.rng.pick(&found)?);
        Some(self.constant(ty, kind(Value::global(function))))
    }
}
