//! Constants of the model as the folder has them, and back.
use super::Folder;
use super::arena::{Gep, Id, Node};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::TypeId;
use bctk_ir::integers;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_support::limits::FOLDED_ELEMENTS;

/// Bytes of an element that is stored as data.
fn data_width(ty: Type) -> Option<usize> {
    match ty {
        Type::Int(8) | Type::Byte(8) => Some(1),
        Type::Int(16) | Type::Byte(16) | Type::Half | Type::BFloat => Some(2),
        Type::Int(32) | Type::Byte(32) | Type::Float => Some(4),
        Type::Int(64) | Type::Byte(64) | Type::Double => Some(8),
        _ => None,
    }
}

impl Node {
    /// Calls `f` for each operand.
    pub(super) fn operands(&self, mut f: impl FnMut(Id)) {
        match self {
            Node::Aggregate(ids) | Node::PtrAuth(ids) => ids.iter().copied().for_each(f),
            &Node::Select(a, b, c) | &Node::Insert(a, b, c) | &Node::Shuffle(a, b, c) => [a, b, c].into_iter().for_each(f),
            &Node::Bin(_, _, a, b) | &Node::Extract(a, b) | &Node::ICmp(_, a, b) | &Node::FCmp(_, a, b) => {
                f(a);
                f(b);
            }
            &Node::FNeg(a) | &Node::Cast(_, _, a) | &Node::DsoLocalEquivalent(a) | &Node::NoCfi(a) | &Node::Splat(a) => f(a),
            Node::Gep(Gep { base, indices, .. }) => {
                f(*base);
                indices.iter().copied().for_each(f);
            }
            Node::Null | Node::Undef | Node::Poison | Node::Int(_) | Node::Float(_) | Node::Data(_) => {}
            Node::Global(_) | Node::BlockAddress(..) | Node::Later(_) => {}
        }
    }
}

impl Node {
    /// The same with other operands.
    pub(super) fn with_operands(&self, mut of: impl FnMut(Id) -> Option<Id>) -> Option<Node> {
        Some(match self {
            Node::Aggregate(ids) => Node::Aggregate(ids.iter().map(|&id| of(id)).collect::<Option<_>>()?),
            Node::PtrAuth(ids) => Node::PtrAuth(ids.iter().map(|&id| of(id)).collect::<Option<_>>()?),
            &Node::Select(a, b, c) => Node::Select(of(a)?, of(b)?, of(c)?),
            &Node::Insert(a, b, c) => Node::Insert(of(a)?, of(b)?, of(c)?),
            &Node::Shuffle(a, b, c) => Node::Shuffle(of(a)?, of(b)?, of(c)?),
            &Node::Bin(op, flags, a, b) => Node::Bin(op, flags, of(a)?, of(b)?),
            &Node::Extract(a, b) => Node::Extract(of(a)?, of(b)?),
            &Node::ICmp(pred, a, b) => Node::ICmp(pred, of(a)?, of(b)?),
            &Node::FCmp(pred, a, b) => Node::FCmp(pred, of(a)?, of(b)?),
            &Node::FNeg(a) => Node::FNeg(of(a)?),
            &Node::Cast(op, flags, a) => Node::Cast(op, flags, of(a)?),
            &Node::DsoLocalEquivalent(a) => Node::DsoLocalEquivalent(of(a)?),
            &Node::NoCfi(a) => Node::NoCfi(of(a)?),
            &Node::Splat(a) => Node::Splat(of(a)?),
            Node::Gep(gep) => {
                let indices = gep.indices.iter().map(|&id| of(id)).collect::<Option<_>>()?;
                Node::Gep(Gep { base: of(gep.base)?, indices, ..gep.clone() })
            }
            leaf => leaf.clone(),
        })
    }
}

impl Folder<'_> {
    /// A constant without operands; none for one that is no operand of expressions.
    pub(super) fn leaf_node(&mut self, ty: TypeId, kind: ConstKind, pool: &ConstPool) -> Option<Node> {
        match kind {
            ConstKind::Null => Some(Node::Null),
            ConstKind::Undef => Some(Node::Undef),
            ConstKind::Poison => Some(Node::Poison),
            ConstKind::BlockAddress { function, block } => Some(Node::BlockAddress(function, block)),
            ConstKind::InlineAsm(_) => None,
            _ => self.number_node(ty, kind, pool),
        }
    }

    /// A number, data, or a vector that is one number.
    fn number_node(&mut self, ty: TypeId, kind: ConstKind, pool: &ConstPool) -> Option<Node> {
        if let ConstKind::Data(bytes) = kind {
            let bytes = pool.bytes.get(bytes);
            let Type::Vector { elem, .. } = self.types.get(ty) else { return Some(Node::Data(bytes.to_vec())) };
            let elem = self.canonical(elem);
            let width = data_width(self.types.get(elem))?;
            if bytes.len() / width > FOLDED_ELEMENTS as usize || !self.afford((bytes.len() / width) as u32) {
                return Some(Node::Data(bytes.to_vec()));
            }
            let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
            let parts = bytes.chunks_exact(width).map(|bytes| self.of_word(elem, word(bytes))).collect();
            return Some(Node::Aggregate(parts));
        }
        let scalar = self.types.scalar(ty);
        let scalar = self.canonical(scalar);
        let words = match kind {
            ConstKind::Int(number) => {
                let bits = self.int_bits(scalar)?;
                let words = integers::sign_extended(&[number as u64], 64, bits.max(64));
                integers::trimmed(words, bits)
            }
            ConstKind::WideInt { start, len } => integers::trimmed(pool.word_range(start, len).to_vec(), self.int_bits(scalar)?),
            ConstKind::Float(bits) => vec![bits, 0],
            ConstKind::WideFloat { start } => pool.word_range(start, 2).to_vec(),
            _ => return None,
        };
        let node = match kind {
            _ if words.iter().all(|&word| word == 0) => Node::Null,
            ConstKind::Int(_) | ConstKind::WideInt { .. } => Node::Int(words),
            _ => Node::Float(u128::from(words[0]) | u128::from(*words.get(1)?) << 64),
        };
        match self.types.get(ty) {
            Type::Vector { len, scalable, .. } => {
                let one = self.intern(scalar, node);
                if scalable || self.llvm.float_splats() {
                    return Some(if self.is_null(one) { Node::Null } else { Node::Splat(one) });
                }
                (len <= FOLDED_ELEMENTS && self.afford(len)).then(|| Node::Aggregate(vec![one; len as usize]))
            }
            _ => Some(node),
        }
    }

    fn of_word(&mut self, ty: TypeId, word: u64) -> Id {
        match self.types.get(ty) {
            Type::Int(_) | Type::Byte(_) => self.int_of(ty, vec![word]),
            _ => self.float_of(ty, word.into()),
        }
    }

    /// A constant for a pool, whose operands `of` gives.
    pub(super) fn exported(&self, pool: &mut ConstPool, ty: TypeId, node: &Node, of: impl Fn(Id) -> Option<Value>) -> Option<ConstKind> {
        let list = |pool: &mut ConstPool, ids: &[Id]| -> Option<_> {
            let values = ids.iter().map(|&id| of(id)).collect::<Option<Vec<Value>>>()?;
            Some(pool.lists.push(&values))
        };
        Some(match node {
            Node::Null => ConstKind::Null,
            Node::Undef => ConstKind::Undef,
            Node::Poison => ConstKind::Poison,
            Node::Int(words) => return Some(exported_int(pool, self.int_bits(ty)?, words)),
            Node::Float(bits) => exported_float(pool, self.types.get(ty), *bits),
            Node::Splat(element) => {
                let scalar = self.types.scalar(ty);
                match &*self.node(*element) {
                    Node::Int(words) => return Some(exported_int(pool, self.int_bits(scalar)?, words)),
                    Node::Float(bits) => exported_float(pool, self.types.get(scalar), *bits),
                    _ => ConstKind::Int(0),
                }
            }
            Node::Data(bytes) => ConstKind::Data(pool.bytes.push(bytes)),
            Node::Aggregate(parts) => match self.data_of(ty, parts) {
                Some(bytes) => ConstKind::Data(pool.bytes.push(&bytes)),
                None => ConstKind::Aggregate(list(pool, parts)?),
            },
            Node::BlockAddress(function, block) => ConstKind::BlockAddress { function: *function, block: *block },
            Node::DsoLocalEquivalent(value) => ConstKind::DsoLocalEquivalent(of(*value)?),
            Node::NoCfi(value) => ConstKind::NoCfi(of(*value)?),
            Node::PtrAuth(ids) => ConstKind::PtrAuth(list(pool, ids)?),
            Node::Bin(op, flags, lhs, rhs) => ConstKind::Bin { op: *op, flags: *flags, lhs: of(*lhs)?, rhs: of(*rhs)? },
            Node::FNeg(value) => ConstKind::FNeg(of(*value)?),
            Node::Cast(op, flags, value) => ConstKind::Cast { op: *op, flags: *flags, value: of(*value)? },
            Node::Gep(gep) => {
                let ids: Vec<Id> = std::iter::once(gep.base).chain(gep.indices.iter().copied()).collect();
                let ops = list(pool, &ids)?;
                let in_range = pool.push_in_range(gep.in_range.clone().map(Into::into));
                ConstKind::Gep { flags: gep.flags, source: gep.source, ops, in_range }
            }
            &Node::Select(a, b, c) => ConstKind::Select(list(pool, &[a, b, c])?),
            Node::Extract(vector, index) => ConstKind::ExtractElement(of(*vector)?, of(*index)?),
            &Node::Insert(a, b, c) => ConstKind::InsertElement(list(pool, &[a, b, c])?),
            &Node::Shuffle(a, b, c) => ConstKind::ShuffleVector(list(pool, &[a, b, c])?),
            Node::ICmp(pred, lhs, rhs) => ConstKind::ICmp(*pred, of(*lhs)?, of(*rhs)?),
            Node::FCmp(pred, lhs, rhs) => ConstKind::FCmp(*pred, of(*lhs)?, of(*rhs)?),
            Node::Global(_) | Node::Later(_) => return None,
        })
    }

    /// The bytes of an array or vector of numbers, if LLVM stores it so.
    pub(super) fn data_of(&self, ty: TypeId, parts: &[Id]) -> Option<Vec<u8>> {
        let (Type::Array { elem, .. } | Type::Vector { elem, .. }) = self.types.get(ty) else { return None };
        let width = data_width(self.types.get(elem))?;
        let mut bytes = Vec::with_capacity(parts.len() * width);
        for &part in parts {
            let word = match &*self.node(part) {
                Node::Null => 0,
                Node::Int(words) => words[0],
                Node::Float(bits) => *bits as u64,
                _ => return None,
            };
            bytes.extend_from_slice(&word.to_le_bytes()[..width]);
        }
        Some(bytes)
    }
}

fn exported_int(pool: &mut ConstPool, bits: u32, words: &[u64]) -> ConstKind {
    if bits <= 64 {
        return ConstKind::Int(integers::signed(words[0], bits));
    }
    let len = integers::active_words(words);
    let start = pool.words.len() as u32;
    pool.words.extend_from_slice(&words[..len]);
    ConstKind::WideInt { start, len: len as u32 }
}

fn exported_float(pool: &mut ConstPool, ty: Type, bits: u128) -> ConstKind {
    if !matches!(ty, Type::X86Fp80 | Type::Fp128 | Type::PpcFp128) {
        return ConstKind::Float(bits as u64);
    }
    let start = pool.words.len() as u32;
    pool.words.extend([bits as u64, (bits >> 64) as u64]);
    ConstKind::WideFloat { start }
}
