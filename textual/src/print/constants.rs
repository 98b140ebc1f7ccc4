//! Constants and constant expressions (`WriteConstantInternal` of `AsmWriter.cpp`, LLVM 22).

use super::attrs::write_signed;
use super::float;
use super::inst::{write_arith_flags, write_cast_flags, write_fast_math, write_gep_flags};
use super::operand::Printer;
use super::quote::{write_name, write_quoted};
use bctk_ir::constants::{ConstKind, ConstPool, Constant, InRange};
use bctk_ir::entity::{BlockId, GlobalId, ListRef, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::integers::signed;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::limits::LimitName;
use bctk_support::text::{write_i64, write_u32};

/// What the elements of an aggregate have in common.
enum Uniform {
    /// All are zero: LLVM holds such an aggregate as one zero.
    Null,
    Undef,
    Poison,
    /// Nothing that changes how it prints.
    None,
}

/// Whether a constant is a number other than zero.
fn is_number(kind: ConstKind) -> bool {
    matches!(kind, ConstKind::Int(_) | ConstKind::WideInt { .. } | ConstKind::Float(_) | ConstKind::WideFloat { .. })
}

impl<'m> Printer<'_, 'm> {
    /// Writes constant `index` of `pool`, without its type.
    pub(super) fn constant(&mut self, pool: &'m ConstPool, index: u32) {
        let Some(constant) = pool.get(index) else {
            self.text(b"<badref>");
            return;
        };
        // Most constants are small integers.
        if let ConstKind::Int(value) = constant.kind
            && !matches!(self.ctx.module.types.get(constant.ty), Type::Vector { .. })
        {
            return self.int(constant.ty, value);
        }
        let limits = &self.ctx.options.limits;
        if self.fuel == 0 || self.depth >= limits.printed_depth {
            let (limit, what) = match self.fuel {
                0 => (LimitName::PrintedConstants, "too many constants to print"),
                _ => (LimitName::PrintedDepth, "constants nested too deep to print"),
            };
            self.ctx.exceeds(limit, what);
            self.text(b"<constant too large>");
            return;
        }
        self.fuel -= 1;
        self.depth += 1;
        self.compound(pool, constant);
        self.depth -= 1;
    }

    fn int(&mut self, ty: TypeId, value: i64) {
        match self.ctx.module.types.get(ty) {
            Type::Int(1) => self.text(if value != 0 { b"true" } else { b"false" }),
            _ => write_i64(&mut self.out, value),
        }
    }

    fn null(&mut self, ty: TypeId) {
        match self.ctx.module.types.get(ty) {
            Type::Int(1) => self.text(b"false"),
            Type::Int(_) | Type::Byte(_) => self.text(b"0"),
            Type::Half | Type::BFloat | Type::Float | Type::Double => self.float(ty, 0),
            Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => self.wide_float(ty, [0, 0]),
            Type::Ptr(_) | Type::TypedPtr { .. } => self.text(b"null"),
            Type::Token => self.text(b"none"),
            Type::Vector { elem, .. } if self.ctx.llvm.null_pointer_splats() && self.is_pointer(elem) => {
                self.text(b"splat (");
                self.ty(elem);
                self.text(b" null)");
            }
            _ => self.text(b"zeroinitializer"),
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.ctx.module.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. })
    }

    fn compound(&mut self, pool: &'m ConstPool, constant: Constant) {
        let Constant { ty, kind } = constant;
        if let Type::Vector { elem, .. } = self.ctx.module.types.get(ty)
            && is_number(kind)
        {
            return self.number_splat(pool, elem, kind);
        }
        match kind {
            ConstKind::Null => self.null(ty),
            ConstKind::Undef => self.text(b"undef"),
            ConstKind::Poison => self.text(b"poison"),
            ConstKind::Int(value) => self.int(ty, value),
            ConstKind::WideInt { start, len } => {
                let width = match self.ctx.module.types.get(ty) {
                    Type::Int(width) | Type::Byte(width) => width,
                    _ => len.saturating_mul(64),
                };
                write_signed(&mut self.out, pool.word_range(start, len), width);
            }
            ConstKind::Float(bits) => self.float(ty, bits),
            ConstKind::WideFloat { start } => {
                let words = pool.word_range(start, 2);
                self.wide_float(ty, [words.first().copied().unwrap_or(0), words.get(1).copied().unwrap_or(0)]);
            }
            ConstKind::Data(bytes) => self.data(ty, pool.bytes.get(bytes)),
            ConstKind::Aggregate(list) => self.aggregate(pool, ty, pool.lists.get(list)),
            ConstKind::BlockAddress { function, block } => self.block_address(function, block),
            ConstKind::DsoLocalEquivalent(value) => {
                self.text(b"dso_local_equivalent ");
                self.value(value);
            }
            ConstKind::NoCfi(value) => {
                self.text(b"no_cfi ");
                self.value(value);
            }
            ConstKind::PtrAuth(list) => self.ptr_auth(pool.lists.get(list)),
            ConstKind::InlineAsm(index) => self.inline_asm(pool, index),
            ConstKind::ShuffleVector(list) if self.ctx.llvm.splats() && self.splat(pool, ty, pool.lists.get(list)) => {}
            _ => self.expression(pool, ty, kind),
        }
    }

    /// Writes a number of `float`, `double`, `half` or `bfloat` from its bits.
    fn float(&mut self, ty: TypeId, bits: u64) {
        let types = &self.ctx.module.types;
        let six_digits = self.ctx.llvm.six_digits();
        match types.get(types.scalar(ty)) {
            ty if self.ctx.llvm.float_literals() => float::write_literal(&mut self.out, ty, bits.into()),
            Type::Float if !six_digits => float::write_old_double(&mut self.out, float::widen(bits as u32)),
            Type::Double if !six_digits => float::write_old_double(&mut self.out, bits),
            Type::Half => float::write_half(&mut self.out, bits as u16),
            Type::BFloat => float::write_bfloat(&mut self.out, bits as u16),
            Type::Float => float::write_float(&mut self.out, bits as u32),
            _ => float::write_double(&mut self.out, bits),
        }
    }

    /// Writes a number of `x86_fp80`, `fp128` or `ppc_fp128` from its words.
    fn wide_float(&mut self, ty: TypeId, [first, second]: [u64; 2]) {
        match self.ctx.module.types.get(ty) {
            ty if self.ctx.llvm.float_literals() => float::write_literal(&mut self.out, ty, u128::from(first) | u128::from(second) << 64),
            Type::X86Fp80 => float::write_x86_fp80(&mut self.out, first, second as u16),
            Type::PpcFp128 => float::write_ppc_fp128(&mut self.out, first, second),
            _ => float::write_fp128(&mut self.out, first, second),
        }
    }

    /// Writes a vector whose elements, of type `elem`, are all the number `kind`. A zero is printed as any other zero of a vector.
    fn number_splat(&mut self, pool: &'m ConstPool, elem: TypeId, kind: ConstKind) {
        if matches!(kind, ConstKind::Int(0) | ConstKind::Float(0)) {
            return self.text(b"zeroinitializer");
        }
        self.text(b"splat (");
        self.ty(elem);
        self.out.push(b' ');
        self.compound(pool, Constant { ty: elem, kind });
        self.out.push(b')');
    }

    /// Writes a plain array or vector from the bytes of its elements.
    fn data(&mut self, ty: TypeId, bytes: &[u8]) {
        let (elem, is_array) = match self.ctx.module.types.get(ty) {
            Type::Array { elem, .. } => (elem, true),
            Type::Vector { elem, .. } => (elem, false),
            _ => return self.text(b"<badref>"),
        };
        let elem_type = self.ctx.module.types.get(elem);
        if is_array && matches!(elem_type, Type::Int(8) | Type::Byte(8)) {
            self.out.push(b'c');
            write_quoted(&mut self.out, bytes);
            return;
        }
        let size = match elem_type {
            Type::Int(width) | Type::Byte(width) => (width as usize).div_ceil(8),
            Type::Half | Type::BFloat => 2,
            Type::Float => 4,
            _ => 8,
        }
        .clamp(1, 8);
        let element = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        };
        let elements = bytes.chunks_exact(size);
        let splat = !is_array && self.ctx.llvm.splats() && elements.clone().all(|e| e == &bytes[..size]);
        if splat {
            self.text(b"splat (");
        } else {
            self.out.push(if is_array { b'[' } else { b'<' });
        }
        let mut first = true;
        for bytes in elements {
            if !first {
                self.text(b", ");
            }
            first = false;
            self.ty(elem);
            self.out.push(b' ');
            let word = element(bytes);
            match elem_type {
                Type::Int(width) | Type::Byte(width) => self.int(elem, signed(word, width)),
                _ => self.float(elem, word),
            }
            if splat {
                break;
            }
        }
        self.text(match (splat, is_array) {
            (true, _) => b")",
            (false, true) => b"]",
            (false, false) => b">",
        });
    }

    fn aggregate(&mut self, pool: &'m ConstPool, ty: TypeId, values: ListRef<'m, Value>) {
        let (open, close, elem): (&[u8], &[u8], _) = match self.ctx.module.types.get(ty) {
            Type::Struct { packed: true, .. } => (b"<{", b"}>", None),
            Type::Struct { packed: false, .. } => (b"{", b"}", None),
            Type::Vector { elem, .. } => (b"<", b">", Some(elem)),
            Type::Array { elem, .. } => (b"[", b"]", Some(elem)),
            _ => return self.text(b"<badref>"),
        };
        match self.uniform(pool, values) {
            Uniform::Null => return self.text(b"zeroinitializer"),
            Uniform::Undef => return self.text(b"undef"),
            Uniform::Poison => return self.text(b"poison"),
            Uniform::None => {}
        }
        if let Some(elem) = elem {
            if open == b"[" && matches!(self.ctx.module.types.get(elem), Type::Int(8) | Type::Byte(8)) && self.string(pool, values) {
                return;
            }
            if open == b"<" && self.ctx.llvm.splats() && self.vector_splat(pool, elem, values) {
                return;
            }
        }
        self.text(open);
        let blank = elem.is_none() && !values.is_empty();
        if blank {
            self.out.push(b' ');
        }
        for (i, value) in values.iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.typed(value);
        }
        if blank {
            self.out.push(b' ');
        }
        self.text(close);
    }

    /// The constant that an operand of a constant in `pool` refers to, and its pool.
    fn entry(&self, pool: &'m ConstPool, value: Value) -> Option<(&'m ConstPool, Constant)> {
        match value.kind() {
            ValueKind::Const(index) => Some((&self.ctx.module.consts, self.ctx.module.consts.get(index)?)),
            ValueKind::LocalConst(index) => Some((pool, pool.get(index)?)),
            _ => None,
        }
    }

    fn uniform(&self, pool: &'m ConstPool, values: ListRef<'_, Value>) -> Uniform {
        let kind = |value: Value| self.entry(pool, value).map(|(_, c)| c.kind);
        let all = |wanted: ConstKind| values.iter().all(|value| kind(value) == Some(wanted));
        match values.first().and_then(kind) {
            Some(ConstKind::Null) if all(ConstKind::Null) => Uniform::Null,
            Some(ConstKind::Poison) if all(ConstKind::Poison) => Uniform::Poison,
            Some(ConstKind::Undef) if all(ConstKind::Undef) => Uniform::Undef,
            _ if values.is_empty() => Uniform::Null,
            _ => Uniform::None,
        }
    }

    /// Writes an array of bytes as a string if all elements are plain numbers.
    fn string(&mut self, pool: &'m ConstPool, values: ListRef<'_, Value>) -> bool {
        let mut bytes = Vec::with_capacity(values.len());
        for value in values {
            match self.entry(pool, value).map(|(_, c)| c.kind) {
                Some(ConstKind::Int(value)) => bytes.push(value as u8),
                Some(ConstKind::Null) => bytes.push(0),
                _ => return false,
            }
        }
        self.out.push(b'c');
        write_quoted(&mut self.out, &bytes);
        true
    }

    /// Writes `splat (T x)` for a vector whose elements are all the same number.
    fn vector_splat(&mut self, pool: &'m ConstPool, elem: TypeId, values: ListRef<'_, Value>) -> bool {
        let Some(first) = values.first() else { return false };
        let Some((home, constant)) = self.entry(pool, first) else { return false };
        let same = |value: Value| {
            value == first
                || match (self.entry(pool, value), constant.kind) {
                    (Some((other, Constant { kind: ConstKind::WideInt { start, len }, .. })), ConstKind::WideInt { start: s, len: l }) => {
                        other.word_range(start, len) == home.word_range(s, l)
                    }
                    (Some((other, Constant { kind: ConstKind::WideFloat { start }, .. })), ConstKind::WideFloat { start: s }) => {
                        other.word_range(start, 2) == home.word_range(s, 2)
                    }
                    (Some((_, found)), wanted) => found.kind == wanted,
                    (None, _) => false,
                }
        };
        if !is_number(constant.kind) || !values.iter().all(same) {
            return false;
        }
        self.text(b"splat (");
        self.ty(elem);
        self.out.push(b' ');
        self.value(first);
        self.out.push(b')');
        true
    }

    /// Writes `splat (T x)` for the shuffle of an insertion that represents a scalable splat.
    fn splat(&mut self, pool: &'m ConstPool, ty: TypeId, operands: ListRef<'_, Value>) -> bool {
        let types = &self.ctx.module.types;
        let Type::Vector { elem, scalable: true, .. } = types.get(ty) else { return false };
        let Some([insert, other, mask]) = operands.array() else { return false };
        let kind = |pool, value| self.entry(pool, value).map(|(_, c)| c.kind);
        let is_undef = |kind| matches!(kind, Some(ConstKind::Undef | ConstKind::Poison));
        if !is_undef(kind(pool, other)) || kind(pool, mask) != Some(ConstKind::Null) {
            return false;
        }
        let Some((inner, Constant { kind: ConstKind::InsertElement(list), .. })) = self.entry(pool, insert) else { return false };
        let Some([vector, element, index]) = inner.lists.get(list).array() else { return false };
        let number = kind(inner, element).is_some_and(|kind| is_number(kind) || kind == ConstKind::Null);
        if !is_undef(kind(inner, vector)) || kind(inner, index) != Some(ConstKind::Null) || !number {
            return false;
        }
        if matches!(types.get(elem), Type::Ptr(_) | Type::TypedPtr { .. } | Type::TargetExt { .. }) {
            return false;
        }
        self.text(b"splat (");
        self.ty(elem);
        self.out.push(b' ');
        self.value(element);
        self.out.push(b')');
        true
    }

    fn block_address(&mut self, function: GlobalId, block: BlockId) {
        self.text(b"blockaddress(");
        self.text(self.ctx.global_name(function));
        self.text(b", ");
        let module = self.ctx.module;
        let body_index = match module.global(function).map(|g| &g.kind) {
            Some(GlobalKind::Function(f)) => f.body,
            _ => None,
        };
        match body_index.and_then(|index| Some((index, module.bodies.get(index as usize)?))) {
            Some((index, body)) => {
                let name = body.block_name(block);
                if !name.is_empty() {
                    self.out.push(b'%');
                    write_name(&mut self.out, name);
                } else if let Some(slot) = self.ctx.block_slot(index, block) {
                    self.out.push(b'%');
                    write_u32(&mut self.out, slot);
                } else {
                    self.text(b"<badref>");
                }
            }
            None => self.text(b"<badref>"),
        }
        self.out.push(b')');
    }

    fn ptr_auth(&mut self, operands: ListRef<'_, Value>) {
        self.text(b"ptrauth (");
        // Trailing operands that are zero are left out.
        let is_null = |value: Value| match value.kind() {
            ValueKind::Const(index) => self.ctx.module.consts.get(index).is_some_and(|c| c.kind == ConstKind::Null),
            ValueKind::LocalConst(index) => self.body.and_then(|b| b.consts.get(index)).is_some_and(|c| c.kind == ConstKind::Null),
            _ => false,
        };
        let mut count = operands.len();
        while count > 2 && operands.get(count - 1).is_some_and(is_null) {
            count -= 1;
        }
        for (i, operand) in operands.iter().take(count).enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.typed(operand);
        }
        self.out.push(b')');
    }

    fn inline_asm(&mut self, pool: &'m ConstPool, index: u32) {
        let Some(asm) = pool.asms.get(index as usize) else { return self.text(b"<badref>") };
        self.text(b"asm ");
        for (set, keyword) in [
            (asm.side_effect, "sideeffect "),
            (asm.align_stack, "alignstack "),
            (asm.intel_dialect, "inteldialect "),
            (asm.unwind, "unwind "),
        ] {
            if set {
                self.text(keyword.as_bytes());
            }
        }
        write_quoted(&mut self.out, pool.bytes.get(asm.template));
        self.text(b", ");
        write_quoted(&mut self.out, pool.bytes.get(asm.constraints));
    }

    fn operands(&mut self, values: impl Iterator<Item = Value>) {
        for (i, value) in values.enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.typed(value);
        }
    }

    fn expression(&mut self, pool: &'m ConstPool, ty: TypeId, kind: ConstKind) {
        match kind {
            ConstKind::Bin { op, flags, lhs, rhs } => {
                self.text(op.spelling().as_bytes());
                if op.is_float() {
                    write_fast_math(&mut self.out, flags.fast_math());
                } else {
                    write_arith_flags(&mut self.out, op, flags.arith());
                }
                self.text(b" (");
                self.operands([lhs, rhs].into_iter());
            }
            ConstKind::FNeg(value) => {
                self.text(b"fneg (");
                self.operands([value].into_iter());
            }
            ConstKind::Cast { op, flags, value } => {
                self.text(op.spelling().as_bytes());
                if op != CastOp::BitCast {
                    write_cast_flags(&mut self.out, op, flags);
                }
                self.text(b" (");
                self.typed(value);
                self.text(b" to ");
                self.ty(ty);
            }
            ConstKind::Gep { flags, source, ops, in_range } => {
                self.text(b"getelementptr");
                write_gep_flags(&mut self.out, flags);
                let in_range = pool.in_range(in_range);
                if let Some(InRange::Range { width, lower, upper }) = in_range {
                    self.text(b" inrange(");
                    write_signed(&mut self.out, lower, *width);
                    self.text(b", ");
                    write_signed(&mut self.out, upper, *width);
                    self.out.push(b')');
                }
                self.text(b" (");
                if self.ctx.llvm.explicit_types() {
                    self.ty(source);
                    self.text(b", ");
                }
                let marked = match in_range {
                    Some(InRange::Index(index)) => *index as usize + 1,
                    _ => usize::MAX,
                };
                for (i, value) in pool.values(ops).enumerate() {
                    if i != 0 {
                        self.text(b", ");
                    }
                    if i == marked {
                        self.text(b"inrange ");
                    }
                    self.typed(value);
                }
            }
            ConstKind::Select(list) => {
                self.text(b"select (");
                self.operands(pool.values(list));
            }
            ConstKind::ExtractElement(vector, index) => {
                self.text(b"extractelement (");
                self.operands([vector, index].into_iter());
            }
            ConstKind::InsertElement(list) => {
                self.text(b"insertelement (");
                self.operands(pool.values(list));
            }
            ConstKind::ShuffleVector(list) => {
                self.text(b"shufflevector (");
                let values = pool.lists.get(list);
                self.operands(values.iter().take(2));
                if let Some(mask) = values.get(2) {
                    self.shuffle_mask(mask);
                }
            }
            ConstKind::ICmp(pred, lhs, rhs) => {
                self.text(b"icmp ");
                self.text(pred.spelling().as_bytes());
                self.text(b" (");
                self.operands([lhs, rhs].into_iter());
            }
            ConstKind::FCmp(pred, lhs, rhs) => {
                self.text(b"fcmp ");
                self.text(pred.spelling().as_bytes());
                self.text(b" (");
                self.operands([lhs, rhs].into_iter());
            }
            _ => self.text(b"<badref"),
        }
        self.out.push(b')');
    }

    /// Writes `, <N x i32> …` for the mask of a shuffle; undefined elements print as `poison`, until LLVM 16 as `undef`
    /// (`PrintShuffleMask`).
    pub(super) fn shuffle_mask(&mut self, mask: Value) {
        let module = self.ctx.module;
        let Some((pool, index)) = module.pool_of(self.body, mask) else { return };
        let Some(constant) = pool.get(index) else { return };
        let Type::Vector { len, scalable, .. } = module.types.get(constant.ty) else { return };
        self.text(if scalable { b", <vscale x " } else { b", <" });
        write_u32(&mut self.out, len);
        self.text(b" x i32> ");
        const POISON: i64 = -1;
        let undefined: &[u8] = if self.ctx.llvm.poison_masks() { b"poison" } else { b"undef" };
        let elements: Vec<i64> = match constant.kind {
            ConstKind::Null => vec![0],
            ConstKind::Undef | ConstKind::Poison => vec![POISON],
            ConstKind::Data(bytes) => {
                pool.bytes.get(bytes).chunks_exact(4).map(|b| i64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]]))).collect()
            }
            ConstKind::Aggregate(list) => pool
                .lists
                .get(list)
                .iter()
                .map(|value| match self.entry(pool, value).map(|(_, c)| c.kind) {
                    Some(ConstKind::Int(value)) => value,
                    Some(ConstKind::Null) => 0,
                    _ => POISON,
                })
                .collect(),
            _ => Vec::new(),
        };
        if elements.iter().all(|&e| e == 0) {
            self.text(b"zeroinitializer");
        } else if elements.iter().all(|&e| e == POISON) {
            self.text(undefined);
        } else {
            self.out.push(b'<');
            for (i, &element) in elements.iter().enumerate() {
                self.text(if i == 0 { b"i32 " } else { b", i32 " });
                if element == POISON {
                    self.text(undefined);
                } else {
                    write_i64(&mut self.out, element);
                }
            }
            self.out.push(b'>');
        }
    }
}
