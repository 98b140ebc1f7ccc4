//! Constants as the folder sees them: each once, as in LLVM, so that equal ones have equal numbers.
use super::Folder;
use super::rules::Rule;
use bctk_ir::constants::InRange;
use bctk_ir::entity::{BlockId, GlobalId, TypeId};
use bctk_ir::inst::{GepNoWrapFlags, OpFlags};
use bctk_ir::integers;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_support::limits::FOLDED_ELEMENTS;
use std::rc::Rc;

/// The number of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(pub(super) u32);

/// What a constant is. Numbers that are zero are `Null`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Null,
    Undef,
    Poison,
    /// The words of an integer or byte, as many as its width has.
    Int(Vec<u64>),
    /// The bits of a floating-point number.
    Float(u128),
    /// A vector that is one number.
    Splat(Id),
    Aggregate(Vec<Id>),
    /// An array of numbers, or a long vector of them.
    Data(Vec<u8>),
    Global(GlobalId),
    BlockAddress(GlobalId, BlockId),
    DsoLocalEquivalent(Id),
    NoCfi(Id),
    PtrAuth(Vec<Id>),
    Bin(BinOp, OpFlags, Id, Id),
    FNeg(Id),
    Cast(CastOp, OpFlags, Id),
    Gep(Gep),
    Select(Id, Id, Id),
    Extract(Id, Id),
    Insert(Id, Id, Id),
    Shuffle(Id, Id, Id),
    ICmp(ICmpPred, Id, Id),
    FCmp(FCmpPred, Id, Id),
    /// A constant of the pool that has not been read yet.
    Later(u32),
}

/// A `getelementptr`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Gep {
    pub(super) flags: GepNoWrapFlags,
    pub(super) source: TypeId,
    pub(super) base: Id,
    pub(super) indices: Vec<Id>,
    pub(super) in_range: Option<Range>,
}

/// [`InRange`], as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Range {
    Index(u32),
    Bounds { width: u32, lower: Vec<u64>, upper: Vec<u64> },
}

impl From<&InRange> for Range {
    fn from(range: &InRange) -> Self {
        match range {
            InRange::Index(at) => Range::Index(*at),
            InRange::Range { width, lower, upper } => Range::Bounds { width: *width, lower: lower.clone(), upper: upper.clone() },
        }
    }
}

impl From<Range> for InRange {
    fn from(range: Range) -> Self {
        match range {
            Range::Index(at) => InRange::Index(at),
            Range::Bounds { width, lower, upper } => InRange::Range { width, lower, upper },
        }
    }
}

impl Node {
    /// Whether it is a constant expression (`ConstantExpr`).
    pub(super) fn is_expression(&self) -> bool {
        use Node::{Bin, Cast, Extract, FCmp, FNeg, Gep, ICmp, Insert, Later, Select, Shuffle};
        matches!(
            self,
            Bin(..) | FNeg(_) | Cast(..) | Gep(_) | Select(..) | Extract(..) | Insert(..) | Shuffle(..) | ICmp(..) | FCmp(..) | Later(_)
        )
    }
}

impl Folder<'_> {
    /// The number of a constant as it is, without folding.
    pub(super) fn intern(&mut self, ty: TypeId, node: Node) -> Id {
        let key = (ty, Rc::new(node));
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(key.clone());
        self.index.insert(key, id);
        id
    }

    /// How many constants there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a constant is one of the first `count`.
    pub(super) fn is_before(&self, id: Id, count: usize) -> bool {
        (id.0 as usize) < count
    }

    /// A type of which there may be several in a file's table, as the first of them.
    pub(super) fn canonical(&self, ty: TypeId) -> TypeId {
        self.types.find(&self.types.get(ty)).unwrap_or(ty)
    }

    pub(super) fn node(&self, id: Id) -> Rc<Node> {
        Rc::clone(&self.nodes[id.0 as usize].1)
    }

    pub(super) fn is(&self, id: Id, node: &Node) -> bool {
        *self.nodes[id.0 as usize].1 == *node
    }

    pub(super) fn ty(&self, id: Id) -> TypeId {
        self.nodes[id.0 as usize].0
    }

    pub(super) fn kind_of(&self, id: Id) -> Type {
        self.types.get(self.ty(id))
    }

    pub(super) fn is_null(&self, id: Id) -> bool {
        self.is(id, &Node::Null)
    }

    /// Whether it counts as null: also a `ppc_fp128` whose first number is zero.
    pub(super) fn is_zero_value(&self, id: Id) -> bool {
        match *self.nodes[id.0 as usize].1 {
            Node::Null => true,
            Node::Float(bits) => bits as u64 == 0 && self.kind_of(id) == Type::PpcFp128 && self.has(Rule::ZeroByFirst),
            _ => false,
        }
    }

    pub(super) fn is_poison(&self, id: Id) -> bool {
        self.is(id, &Node::Poison)
    }

    /// Whether it is `undef` or `poison`.
    pub(super) fn is_undefined(&self, id: Id) -> bool {
        matches!(*self.nodes[id.0 as usize].1, Node::Undef | Node::Poison)
    }

    pub(super) fn is_expression(&self, id: Id) -> bool {
        self.nodes[id.0 as usize].1.is_expression()
    }

    pub(super) fn null(&mut self, ty: TypeId) -> Id {
        self.intern(ty, Node::Null)
    }

    pub(super) fn undef(&mut self, ty: TypeId) -> Id {
        self.intern(ty, Node::Undef)
    }

    pub(super) fn poison(&mut self, ty: TypeId) -> Id {
        self.intern(ty, Node::Poison)
    }

    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Vector { .. })
    }

    pub(super) fn is_scalable(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Vector { scalable: true, .. })
    }

    /// Bits of the integer type, or of that of a vector's elements.
    pub(super) fn int_bits(&self, ty: TypeId) -> Option<u32> {
        match self.types.get(self.types.scalar(ty)) {
            Type::Int(bits) | Type::Byte(bits) => Some(bits),
            _ => None,
        }
    }

    /// The words of an integer (`ConstantInt`).
    pub(super) fn int(&self, id: Id) -> Option<Vec<u64>> {
        let Type::Int(bits) = self.kind_of(id) else { return None };
        match &*self.nodes[id.0 as usize].1 {
            Node::Int(words) => Some(words.clone()),
            Node::Null => Some(vec![0; bits.div_ceil(64) as usize]),
            _ => None,
        }
    }

    /// Whether it is an integer (`ConstantInt`).
    pub(super) fn is_int(&self, id: Id) -> bool {
        matches!(self.kind_of(id), Type::Int(_)) && matches!(*self.nodes[id.0 as usize].1, Node::Int(_) | Node::Null)
    }

    /// An integer of at most 64 significant bits, as unsigned.
    pub(super) fn small(&self, id: Id) -> Option<u64> {
        let words = self.int(id)?;
        words[1..].iter().all(|&word| word == 0).then_some(words[0])
    }

    /// An integer that fits 64 bits with its sign.
    pub(super) fn signed(&self, id: Id) -> Option<i64> {
        let bits = self.int_bits(self.ty(id))?;
        integers::to_i64(&self.int(id)?, bits)
    }

    /// Whether it is an integer below zero.
    pub(super) fn is_negative(&self, id: Id) -> bool {
        let Type::Int(bits) = self.kind_of(id) else { return false };
        self.int(id).is_some_and(|words| integers::is_negative(&words, bits))
    }

    /// An integer of type `ty`; of a vector type, all its elements.
    pub(super) fn int_of(&mut self, ty: TypeId, words: Vec<u64>) -> Id {
        let scalar = self.types.scalar(ty);
        let Some(bits) = self.int_bits(scalar) else { return self.undef(ty) };
        let words = integers::trimmed(words, bits);
        let node = if words.iter().all(|&word| word == 0) { Node::Null } else { Node::Int(words) };
        let one = self.intern(scalar, node);
        if scalar == ty { one } else { self.splat(ty, one).unwrap_or(one) }
    }

    pub(super) fn small_int(&mut self, ty: TypeId, value: u64) -> Id {
        self.int_of(ty, vec![value])
    }

    pub(super) fn all_ones(&mut self, ty: TypeId) -> Option<Id> {
        let scalar = self.types.scalar(ty);
        let one = match self.types.get(scalar) {
            Type::Int(bits) | Type::Byte(bits) => self.int_of(scalar, vec![u64::MAX; bits.div_ceil(64) as usize]),
            kind => {
                let width = kind.float_bits()?;
                let is_cut = kind == Type::PpcFp128 && self.has(Rule::FirstOfOnes);
                let bits = if is_cut { u128::from(u64::MAX) } else { u128::MAX >> (128 - width) };
                self.intern(scalar, Node::Float(bits))
            }
        };
        if scalar == ty { Some(one) } else { self.splat(ty, one) }
    }

    /// Whether all bits of a number, or of all elements of a vector, are set (`isAllOnesValue`).
    pub(super) fn is_all_ones(&mut self, id: Id) -> bool {
        match &*self.node(id) {
            Node::Int(words) => {
                self.int_bits(self.ty(id)).is_some_and(|bits| *words == integers::trimmed(vec![u64::MAX; words.len()], bits))
            }
            Node::Float(bits) => self.kind_of(id).float_bits().is_some_and(|width| *bits == u128::MAX >> (128 - width)),
            Node::Aggregate(_) | Node::Splat(_) | Node::Shuffle(..) if self.is_vector(self.ty(id)) => {
                self.splat_value(id).is_some_and(|element| self.is_all_ones(element))
            }
            _ => false,
        }
    }

    pub(super) fn is_one(&mut self, id: Id) -> bool {
        match &*self.node(id) {
            Node::Int(words) => words[0] == 1 && words[1..].iter().all(|&word| word == 0),
            Node::Aggregate(_) | Node::Splat(_) | Node::Shuffle(..) if self.is_vector(self.ty(id)) => {
                self.splat_value(id).is_some_and(|element| self.is_one(element))
            }
            _ => false,
        }
    }

    /// The bits of a floating-point number (`ConstantFP`).
    pub(super) fn float(&self, id: Id) -> Option<u128> {
        self.kind_of(id).float_bits()?;
        match *self.nodes[id.0 as usize].1 {
            Node::Float(bits) => Some(bits),
            Node::Null => Some(0),
            _ => None,
        }
    }

    pub(super) fn float_of(&mut self, ty: TypeId, bits: u128) -> Id {
        self.intern(ty, if bits == 0 { Node::Null } else { Node::Float(bits) })
    }

    /// An aggregate in the one form that LLVM has for it (`ConstantVector::get` and its like).
    pub(super) fn aggregate(&mut self, ty: TypeId, parts: Vec<Id>) -> Id {
        if !self.has(Rule::PoisonStructures) && !parts.is_empty() && parts.iter().all(|&part| self.is_undefined(part)) {
            let is_undef = match self.types.get(ty) {
                Type::Struct { .. } => true,
                Type::Array { .. } => parts.iter().all(|part| part == &parts[0]),
                _ => false,
            };
            if is_undef {
                return self.undef(ty);
            }
        }
        let is_one = matches!(self.types.get(ty), Type::Struct { .. }) || parts.iter().all(|part| part == &parts[0]);
        if is_one && parts.first().is_some_and(|&part| self.is_zero_value(part)) && parts.iter().all(|&part| self.is_zero_value(part)) {
            return self.null(ty);
        }
        if !parts.is_empty() {
            for node in [Node::Null, Node::Poison, Node::Undef] {
                if parts.iter().all(|&part| self.is(part, &node)) {
                    return self.intern(ty, node);
                }
            }
        }
        // A vector of one floating-point number is that number.
        if self.llvm.float_splats()
            && self.is_vector(ty)
            && let Some(&first) = parts.first()
            && matches!(*self.node(first), Node::Float(_))
            && parts.iter().all(|&part| part == first)
        {
            return self.intern(ty, Node::Splat(first));
        }
        self.intern(ty, Node::Aggregate(parts))
    }

    /// The elements of a vector of fixed length that states them.
    pub(super) fn parts(&mut self, id: Id) -> Option<Vec<Id>> {
        match (&*self.node(id), self.kind_of(id)) {
            (Node::Aggregate(parts), Type::Vector { .. }) => Some(parts.clone()),
            (Node::Splat(part), Type::Vector { len, scalable: false, .. }) if self.afford(len) => Some(vec![*part; len as usize]),
            _ => None,
        }
    }

    /// A vector of equal elements (`ConstantVector::getSplat`).
    pub(super) fn splat(&mut self, ty: TypeId, element: Id) -> Option<Id> {
        let Type::Vector { len, scalable, .. } = self.types.get(ty) else { return None };
        if !scalable {
            return (len <= FOLDED_ELEMENTS && self.afford(len)).then(|| self.aggregate(ty, vec![element; len as usize]));
        }
        match &*self.node(element) {
            Node::Poison if !self.has(Rule::PoisonOfSplats) => return Some(self.undef(ty)),
            node @ (Node::Null | Node::Undef | Node::Poison) => return Some(self.intern(ty, node.clone())),
            _ => {}
        }
        let vector = if self.has_poison_splats() { self.poison(ty) } else { self.undef(ty) };
        let (i32, i64) = (self.types.intern(Type::Int(32)), self.types.intern(Type::Int(64)));
        let zero = self.null(if self.has_wide_splat_index() { i64 } else { i32 });
        let insert = self.intern(ty, Node::Insert(vector, element, zero));
        let mask = self.types.intern(Type::Vector { elem: i32, len, scalable: true });
        let mask = self.null(mask);
        Some(self.intern(ty, Node::Shuffle(insert, vector, mask)))
    }

    /// What all elements of a vector are, if it is known (`getSplatValue`).
    pub(super) fn splat_value(&mut self, id: Id) -> Option<Id> {
        let Type::Vector { elem, .. } = self.kind_of(id) else { return None };
        match &*self.node(id) {
            Node::Null => Some(self.null(elem)),
            Node::Splat(element) => Some(*element),
            Node::Aggregate(parts) => parts.iter().all(|part| part == &parts[0]).then(|| parts[0]),
            Node::Shuffle(insert, other, mask) => {
                let Node::Insert(vector, element, at) = &*self.node(*insert) else { return None };
                let is_splat = self.is_undefined(*other) && self.is_undefined(*vector) && self.is_null(*at) && self.is_null(*mask);
                is_splat.then_some(*element)
            }
            _ => None,
        }
    }

    /// Element `index` of a vector that states it (`getAggregateElement`).
    pub(super) fn element(&mut self, id: Id, index: u64) -> Option<Id> {
        let Type::Vector { elem, len, .. } = self.kind_of(id) else { return None };
        if index >= u64::from(len) {
            return None;
        }
        match &*self.node(id) {
            node @ (Node::Null | Node::Undef | Node::Poison) => Some(self.intern(elem, node.clone())),
            Node::Aggregate(parts) => parts.get(usize::try_from(index).ok()?).copied(),
            Node::Splat(element) => Some(*element),
            _ => None,
        }
    }

    /// Whether so many more elements may be made.
    pub(super) fn afford(&mut self, elements: u32) -> bool {
        self.spent += u64::from(elements);
        self.spent <= self.most
    }
}
