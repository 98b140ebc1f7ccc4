//! Reads metadata: operands of nodes, strings, and constants.
use crate::report::{Sink, Subject};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{List, ListRef, MdId, TypeId};
use bctk_ir::metadata::di::{DiKind, NUMBER, PrintRule};
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The metadata of a module, and of one body of it.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'m> {
    pub(crate) module: &'m Module,
    pub(crate) body: Option<&'m Body>,
}

/// The operands of a node, mostly of a tuple.
#[derive(Clone, Copy)]
pub(crate) struct Operands<'m> {
    pub(crate) distinct: bool,
    nodes: Nodes<'m>,
    ops: Stored<'m>,
}

#[derive(Clone, Copy)]
enum Stored<'m> {
    List(ListRef<'m, Option<MdId>>),
    /// The slots of a specialised node.
    Slots(DiKind, &'m [u32]),
}

impl Stored<'_> {
    fn len(self) -> usize {
        let Stored::Slots(kind, _) = self else { return if let Stored::List(list) = self { list.len() } else { 0 } };
        let all = leading_nulls(kind) + operand_slots(kind).count();
        // The last ones are left out if they are null.
        let least = match kind {
            DiKind::Location | DiKind::LongLocation => 1,
            DiKind::Subprogram => 8,
            _ => all,
        };
        (least..all).rev().find(|&at| self.get(at).is_some()).map_or(least, |last| last + 1)
    }

    fn get(self, at: usize) -> Option<MdId> {
        match self {
            Stored::List(list) => list.get(at).flatten(),
            Stored::Slots(kind, slots) => {
                let slot = slots.get(operand_slots(kind).nth(at.checked_sub(leading_nulls(kind))?)?)?;
                if *slot == NUMBER { None } else { slot_md(*slot) }
            }
        }
    }
}

/// Operands before the first that a kind of node has fields for: all types have those of a file, a scope, a name, a size and an offset.
fn leading_nulls(kind: DiKind) -> usize {
    match kind {
        DiKind::SubroutineType => 5,
        DiKind::StringType => 2,
        _ => 0,
    }
}

/// The slots of the operands that LLVM still has.
fn operand_slots(kind: DiKind) -> impl Iterator<Item = usize> {
    let is_current = move |name: &str| kind.field(name).is_some_and(|field| !matches!(field.rule, PrintRule::Until(_)));
    let order = kind.operand_order().iter().zip(kind.operand_slots());
    order.filter(move |(name, _)| is_current(name)).map(|(_, &slot)| usize::from(slot))
}

/// An integer constant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Int {
    pub(crate) ty: TypeId,
    pub(crate) width: u32,
    /// Zero-extended; none above 128 bits.
    pub(crate) bits: Option<u128>,
}

impl Int {
    /// The number, if it has at most 64 bits (`getLimitedValue`).
    pub(crate) fn small(self) -> Option<u64> {
        u64::try_from(self.bits?).ok()
    }

    pub(crate) fn is_zero(self) -> bool {
        self.bits == Some(0)
    }

    pub(crate) fn is_negative(self) -> bool {
        self.bits.is_some_and(|bits| self.width != 0 && bits >> (self.width - 1) & 1 == 1)
    }
}

impl<'m> Nodes<'m> {
    pub(crate) fn get(self, id: MdId) -> Metadata {
        self.module.metadata.get(id)
    }

    /// The operands of a tuple; none for anything else.
    pub(crate) fn tuple(self, id: MdId) -> Option<Operands<'m>> {
        match self.get(id) {
            Metadata::Tuple { distinct, ops } => {
                Some(Operands { distinct, nodes: self, ops: Stored::List(self.module.metadata.lists.get(ops)) })
            }
            _ => None,
        }
    }

    /// The operands of any node (`MDNode::operands`).
    pub(crate) fn node(self, id: MdId) -> Option<Operands<'m>> {
        let table = &self.module.metadata;
        let (distinct, ops) = match self.get(id) {
            Metadata::Tuple { distinct, ops } | Metadata::Generic { distinct, ops, .. } => (distinct, Stored::List(table.lists.get(ops))),
            Metadata::Node { kind, distinct, fields } => (distinct, Stored::Slots(kind, table.node_fields(kind, fields))),
            Metadata::Expression { .. } => (false, Stored::List(table.lists.get(List::EMPTY))),
            _ => return None,
        };
        Some(Operands { distinct, nodes: self, ops })
    }

    /// The operands of any node; none for what is no node.
    pub(crate) fn operands(self, id: MdId) -> Operands<'m> {
        let none = Stored::List(self.module.metadata.lists.get(List::EMPTY));
        self.node(id).unwrap_or(Operands { distinct: false, nodes: self, ops: none })
    }

    /// Whether it is a node (`isa<MDNode>`).
    pub(crate) fn is_node(self, id: Option<MdId>) -> bool {
        id.is_some_and(|id| self.module.metadata.is_node(id))
    }

    pub(crate) fn string(self, id: Option<MdId>) -> Option<&'m [u8]> {
        match self.get(id?) {
            Metadata::String(string) => Some(self.module.str(string)),
            _ => None,
        }
    }

    /// The value that metadata wraps.
    pub(crate) fn value(self, id: Option<MdId>) -> Option<Value> {
        self.module.metadata.wrapped_value(id?)
    }

    /// Whether it wraps a constant (`isa<ConstantAsMetadata>`).
    pub(crate) fn is_constant(self, id: Option<MdId>) -> bool {
        self.value(id).is_some_and(|value| matches!(value.kind(), ValueKind::Global(_) | ValueKind::Const(_) | ValueKind::LocalConst(_)))
    }

    /// The constant of a pool that metadata wraps.
    pub(crate) fn constant(self, id: Option<MdId>) -> Option<Constant> {
        match self.value(id)?.kind() {
            ValueKind::Const(index) => self.module.consts.get(index),
            ValueKind::LocalConst(index) => self.body?.consts.get(index),
            _ => None,
        }
    }

    /// The integer that metadata wraps (`mdconst::dyn_extract_or_null<ConstantInt>`).
    pub(crate) fn int(self, id: Option<MdId>) -> Option<Int> {
        self.int_of(self.value(id)?)
    }

    /// The integer that a value is (`dyn_cast<ConstantInt>`).
    pub(crate) fn int_of(self, value: Value) -> Option<Int> {
        let (pool, index) = self.module.pool_of(self.body, value)?;
        let Constant { ty, kind } = pool.get(index)?;
        let Type::Int(width) = self.module.types.get(ty) else { return None };
        let bits = match kind {
            ConstKind::Null => Some(0),
            ConstKind::Int(number) => Some(i128::from(number) as u128),
            ConstKind::WideInt { start, len } => match *pool.word_range(start, len) {
                [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
                _ => None,
            },
            _ => return None,
        };
        let bits = bits.filter(|_| (1..=128).contains(&width)).map(|bits| bits & mask(width));
        Some(Int { ty, width, bits })
    }

    /// Whether two operands are the same metadata, even where a table has it twice.
    pub(crate) fn same(self, a: Option<MdId>, b: Option<MdId>) -> bool {
        if a == b {
            return true;
        }
        let (Some(left), Some(right)) = (a, b) else { return false };
        match (self.get(left), self.get(right)) {
            (Metadata::String(_), Metadata::String(_)) => self.string(a) == self.string(b),
            (Metadata::Value { value, .. }, Metadata::Value { value: other, .. }) => {
                value == other || self.int(a).is_some_and(|int| self.int(b) == Some(int))
            }
            (Metadata::Tuple { distinct: false, ops }, Metadata::Tuple { distinct: false, ops: others }) => {
                let lists = &self.module.metadata.lists;
                lists.get(ops) == lists.get(others)
            }
            _ => false,
        }
    }
}

impl Operands<'_> {
    pub(crate) fn len(self) -> usize {
        self.ops.len()
    }

    /// The operand; none for null.
    pub(crate) fn op(self, at: usize) -> Option<MdId> {
        self.ops.get(at).filter(|&id| self.nodes.get(id) != Metadata::Missing)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Option<MdId>> {
        (0..self.len()).map(move |at| self.op(at))
    }
}

/// All ones.
fn mask(width: u32) -> u128 {
    u128::MAX >> 128u32.saturating_sub(width.clamp(1, 128))
}

/// An operand as a subject; LLVM prints nothing for null.
pub(crate) fn subject(id: Option<MdId>) -> Vec<Subject> {
    id.map(Subject::Metadata).into_iter().collect()
}

/// Whose ranges are checked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum RangeOf {
    /// An integer of this type.
    Value(Type),
    /// An address of this width, which may be all that there are.
    Symbol(u32),
    AddressSpaces,
}

/// The numbers from `low` up to `high`, which may wrap.
#[derive(Clone, Copy)]
struct Range {
    low: u128,
    high: u128,
    width: u32,
}

impl Range {
    /// Whether no number is in both. Neither is empty.
    fn is_apart_from(self, other: Range) -> bool {
        let is_in = |number: u128, range: Range| {
            let (past, size) = (number.wrapping_sub(range.low) & mask(range.width), range.high.wrapping_sub(range.low) & mask(range.width));
            size == 0 || past < size
        };
        !is_in(self.low, other) && !is_in(other.low, self)
    }

    fn touches(self, other: Range) -> bool {
        self.high == other.low || self.low == other.high
    }

    /// The lower end, with the sign bit turned so that numbers compare as signed ones.
    fn signed_low(self) -> u128 {
        self.low ^ 1u128.checked_shl(self.width - 1).unwrap_or(0)
    }
}

/// Checks the ranges of an instruction or global value (`Verifier::verifyRangeLikeMetadata`).
pub(crate) fn ranges(nodes: Nodes<'_>, sink: &mut Sink, of: Subject, node: MdId, kind: RangeOf) {
    use crate::function::check;
    let Some(ops) = nodes.node(node) else { return };
    let this = Subject::Metadata(node);
    check!(sink, ops.len().is_multiple_of(2), "Unfinished range!", this);
    check!(sink, ops.len() != 0, "It should have at least one range!", this);
    let mut seen: Option<(Range, Range)> = None;
    for at in (0..ops.len()).step_by(2) {
        let Some(low) = nodes.int(ops.op(at)) else { return sink.fail("The lower limit must be an integer!", &[]) };
        let Some(high) = nodes.int(ops.op(at + 1)) else { return sink.fail("The upper limit must be an integer!", &[]) };
        check!(sink, low.width == high.width, "Range pair types must match!", of);
        match kind {
            RangeOf::AddressSpaces => check!(sink, high.width == 32, "noalias.addrspace type must be i32!", of),
            RangeOf::Value(ty) => check!(sink, ty == Type::Int(high.width), "Range types must match instruction type!", of),
            RangeOf::Symbol(width) => check!(sink, high.width == width, "Range types must match instruction type!", of),
        }
        // Wider numbers are not compared.
        let (Some(from), Some(to)) = (low.bits, high.bits) else { return };
        let width = low.width;
        let is_extreme = from == 0 || from == mask(width);
        check!(sink, from != to || is_extreme, "The upper and lower limits cannot be the same value", of);
        let may_be_full = matches!(kind, RangeOf::Symbol(_));
        check!(sink, from != to || from != 0 && may_be_full, "Range must not be empty!", this);
        let range = Range { low: from, high: to, width };
        if let Some((_, last)) = seen {
            check!(sink, width == last.width && range.is_apart_from(last), "Intervals are overlapping", this);
            check!(sink, range.signed_low() > last.signed_low(), "Intervals are not in order", this);
            check!(sink, !range.touches(last), "Intervals are contiguous", this);
        }
        seen = Some((seen.map_or(range, |(first, _)| first), range));
    }
    if let Some((first, last)) = seen
        && ops.len() > 4
    {
        check!(sink, first.is_apart_from(last), "Intervals are overlapping", this);
        check!(sink, !first.touches(last), "Intervals are contiguous", this);
    }
}
