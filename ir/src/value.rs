//! A value as one packed word: the kind in the top three bits, the index in the rest.
use crate::body::Body;
use crate::entity::{BlockId, GlobalId, Id, MdId};
use crate::module::Module;
use core::fmt;

/// A reference to a value: 3-bit tag, 29-bit index. The tag decides the meaning of the index, see [`ValueKind`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u32);

/// What a [`Value`] refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueKind {
    /// A global value of the module.
    Global(GlobalId),
    /// An entry of the module's constants.
    Const(u32),
    /// A constant of the body that contains the value.
    LocalConst(u32),
    /// An argument or instruction result of the body: arguments first, then results; see [`Body::local_types`](crate::body::Body::local_types).
    Local(u32),
    /// A basic block of the body, as an operand of type `label`.
    Block(BlockId),
    /// Metadata as an operand of type `metadata`.
    Metadata(MdId),
    /// No value.
    None,
}

const INDEX_BITS: u32 = 29;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

impl Value {
    /// Stands for a value that is not known yet; a complete module has none. What may be missing is an
    /// [`OptionalId`](crate::entity::OptionalId).
    #[doc(hidden)]
    pub const NONE: Value = Value(u32::MAX);
    /// The largest index a value can carry.
    pub const MAX_INDEX: u32 = INDEX_MASK;

    const fn pack(tag: u32, index: u32) -> Value {
        Value(tag << INDEX_BITS | (index & INDEX_MASK))
    }
    /// A global value.
    #[inline]
    pub const fn global(id: GlobalId) -> Value {
        Self::pack(0, id.0)
    }
    /// The global value that it is, if it is one.
    #[inline]
    pub const fn as_global(self) -> Option<GlobalId> {
        match self.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        }
    }
    /// A constant of the module.
    #[inline]
    pub const fn constant(index: u32) -> Value {
        Self::pack(1, index)
    }
    /// A constant of the body.
    #[inline]
    pub const fn local_const(index: u32) -> Value {
        Self::pack(2, index)
    }
    /// An argument or instruction result.
    #[inline]
    pub const fn local(index: u32) -> Value {
        Self::pack(3, index)
    }
    /// A basic block.
    #[inline]
    pub const fn block(id: BlockId) -> Value {
        Self::pack(4, id.0)
    }
    /// Metadata as a value.
    #[inline]
    pub const fn metadata(id: MdId) -> Value {
        Self::pack(5, id.0)
    }
    /// The packed word, for pooled lists.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }
    /// The value of a word that [`Value::raw`] gave.
    #[inline]
    pub const fn from_raw(raw: u32) -> Value {
        Value(raw)
    }
    /// Whether this is [`Value::NONE`].
    #[doc(hidden)]
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }
    /// Whether it is a local or a block of the body, in one comparison.
    #[inline(always)]
    pub const fn is_of_body(self) -> bool {
        (self.0 >> INDEX_BITS).wrapping_sub(3) < 2
    }
    /// What the value refers to.
    #[inline]
    pub const fn kind(self) -> ValueKind {
        let index = self.0 & INDEX_MASK;
        match self.0 >> INDEX_BITS {
            0 => ValueKind::Global(GlobalId(index)),
            1 => ValueKind::Const(index),
            2 => ValueKind::LocalConst(index),
            3 => ValueKind::Local(index),
            4 => ValueKind::Block(BlockId(index)),
            5 => ValueKind::Metadata(MdId(index)),
            _ => ValueKind::None,
        }
    }
}

/// How many values of each kind there are for the operands of a body: whether one of them is there is one comparison.
#[derive(Clone, Copy, Debug)]
pub struct ValueCounts([u32; 1 << (u32::BITS - INDEX_BITS)]);

impl ValueCounts {
    /// Those of `body`, which is part of `module`.
    pub fn new(module: &Module, body: &Body) -> ValueCounts {
        let counts = [
            module.globals.len(),
            module.consts.consts.len(),
            body.consts.consts.len(),
            body.local_types.len(),
            body.blocks.len(),
            module.metadata.items.len(),
            0,
            0,
        ];
        ValueCounts(counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
    }

    /// Whether there is such a value.
    #[inline(always)]
    pub fn have(&self, value: Value) -> bool {
        value.0 & INDEX_MASK < self.0[(value.0 >> INDEX_BITS) as usize]
    }
}

impl Id for Value {
    #[inline]
    fn from_raw(raw: u32) -> Self {
        Value(raw)
    }
    #[inline]
    fn raw(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}
