//! Equality of constants, and moving them from pool to pool.
use super::{ConstKind, ConstPool, InRange, InlineAsm};
use crate::entity::TypeId;
use crate::value::Value;

impl ConstPool {
    /// Passes everything that identifies the constant `index` to `f`, word by word: equal constants give the same words.
    pub fn words_of(&self, index: u32, f: impl FnMut(u64)) {
        self.words_with(index, |value| value, f);
    }

    /// As [`ConstPool::words_of`], with `identity` applied to each operand, so that constants of different pools can be compared.
    pub fn words_with(&self, index: u32, mut identity: impl FnMut(Value) -> Value, mut f: impl FnMut(u64)) {
        let Some(constant) = self.get(index) else { return };
        f(u64::from(constant.ty.0));
        let mut one = |value: Value| u64::from(identity(value).raw());
        let bytes = |bytes: &[u8], f: &mut dyn FnMut(u64)| {
            f(bytes.len() as u64);
            let (words, rest) = bytes.as_chunks::<8>();
            words.iter().for_each(|&word| f(u64::from_le_bytes(word)));
            f(rest.iter().fold(0, |word, &b| word << 8 | u64::from(b)));
        };
        match constant.kind {
            ConstKind::Null => f(1),
            ConstKind::Undef => f(2),
            ConstKind::Poison => f(3),
            ConstKind::Int(n) => {
                f(4);
                f(n as u64);
            }
            ConstKind::WideInt { start, len } => {
                f(5);
                self.word_range(start, len).iter().for_each(|&w| f(w));
            }
            ConstKind::Float(bits) => {
                f(6);
                f(bits);
            }
            ConstKind::WideFloat { start } => {
                f(7);
                self.word_range(start, 2).iter().for_each(|&w| f(w));
            }
            ConstKind::Data(text) => {
                f(8);
                bytes(self.bytes.get(text), &mut f);
            }
            ConstKind::Aggregate(list) => {
                f(9);
                self.values(list).for_each(|value| f(one(value)));
            }
            ConstKind::Bin { op, flags, lhs, rhs } => {
                f(10);
                f(op as u64 | u64::from(flags) << 8);
                f(one(lhs) << 32 | one(rhs));
            }
            ConstKind::FNeg(value) => {
                f(11);
                f(one(value));
            }
            ConstKind::Cast { op, flags, value } => {
                f(12);
                f(op as u64 | u64::from(flags) << 8);
                f(one(value));
            }
            ConstKind::Gep { flags, source, ops, in_range } => {
                f(13);
                f(u64::from(flags) << 32 | u64::from(source.0));
                self.values(ops).for_each(|value| f(one(value)));
                match self.in_range(in_range) {
                    None => f(0),
                    Some(InRange::Index(index)) => f(1 | u64::from(*index) << 2),
                    Some(InRange::Range { width, lower, upper }) => {
                        f(2 | u64::from(*width) << 2);
                        lower.iter().chain(upper).for_each(|&w| f(w));
                    }
                }
            }
            ConstKind::Select(list) => {
                f(14);
                self.values(list).for_each(|value| f(one(value)));
            }
            ConstKind::ExtractElement(a, b) => {
                f(15);
                f(one(a) << 32 | one(b));
            }
            ConstKind::InsertElement(list) => {
                f(16);
                self.values(list).for_each(|value| f(one(value)));
            }
            ConstKind::ShuffleVector(list) => {
                f(17);
                self.values(list).for_each(|value| f(one(value)));
            }
            ConstKind::ICmp(pred, a, b) => {
                f(18 | (pred as u64) << 8);
                f(one(a) << 32 | one(b));
            }
            ConstKind::FCmp(pred, a, b) => {
                f(19 | (pred as u64) << 8);
                f(one(a) << 32 | one(b));
            }
            ConstKind::BlockAddress { function, block } => {
                f(20);
                f(u64::from(function.0) << 32 | u64::from(block.0));
            }
            ConstKind::DsoLocalEquivalent(value) => {
                f(21);
                f(one(value));
            }
            ConstKind::NoCfi(value) => {
                f(22);
                f(one(value));
            }
            ConstKind::PtrAuth(list) => {
                f(23);
                self.values(list).for_each(|value| f(one(value)));
            }
            ConstKind::InlineAsm(asm) => {
                f(24);
                let Some(asm) = self.asms.get(asm as usize) else { return };
                let bits = [asm.side_effect, asm.align_stack, asm.intel_dialect, asm.unwind];
                f(bits.iter().fold(u64::from(asm.fn_ty.0), |all, &bit| all << 1 | u64::from(bit)));
                bytes(self.bytes.get(asm.template), &mut f);
                bytes(self.bytes.get(asm.constraints), &mut f);
            }
        }
    }

    /// Copies the lists, words and bytes of `kind`, a constant of `from`, to this pool and returns its kind here.
    pub fn take_from(
        &mut self,
        kind: ConstKind,
        from: &ConstPool,
        value: impl Fn(Value) -> Value,
        ty: impl Fn(TypeId) -> TypeId,
    ) -> ConstKind {
        let mut kind = kind;
        kind.map(&value, |list| self.lists.push_iter(from.lists.get(list).iter().map(&value)));
        match &mut kind {
            ConstKind::WideInt { start, len } => {
                let words = from.word_range(*start, *len);
                *start = self.words.len() as u32;
                self.words.extend_from_slice(words);
            }
            ConstKind::WideFloat { start } => {
                let words = from.word_range(*start, 2);
                *start = self.words.len() as u32;
                self.words.extend_from_slice(words);
            }
            ConstKind::Data(text) => *text = self.bytes.push(from.bytes.get(*text)),
            ConstKind::Gep { source, in_range, .. } => {
                *source = ty(*source);
                *in_range = self.push_in_range(from.in_range(*in_range).cloned());
            }
            ConstKind::InlineAsm(at) => {
                let Some(asm) = from.asms.get(*at as usize) else { return ConstKind::Poison };
                let asm = InlineAsm {
                    fn_ty: ty(asm.fn_ty),
                    template: self.bytes.push(from.bytes.get(asm.template)),
                    constraints: self.bytes.push(from.bytes.get(asm.constraints)),
                    ..*asm
                };
                self.asms.push(asm);
                *at = self.asms.len() as u32 - 1;
            }
            _ => {}
        }
        kind
    }
}
