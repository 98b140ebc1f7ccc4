//! Constants and values.

use super::Parser;
use crate::error::Result;
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::TypeId;
use bctk_ir::value::Value;
use std::borrow::Cow;
use std::ops::Range;

/// Constants being gathered: equal ones are one.
#[derive(Default)]
pub(crate) struct ConstUnit<'s> {
    pub(crate) pool: ConstPool,
    /// Constants `blockaddress` whose block is not known yet.
    pub(crate) block_addresses: Vec<PendingBlock<'s>>,
}

/// A `blockaddress` whose block is to be found when all bodies are there.
#[derive(Clone, Debug)]
pub(crate) struct PendingBlock<'s> {
    /// Index of the constant in its pool.
    pub(crate) index: u32,
    pub(crate) block: BlockName<'s>,
    /// Where the block is named.
    pub(crate) span: Range<usize>,
}

/// How a block is named.
#[derive(Clone, Debug)]
pub(crate) enum BlockName<'s> {
    Name(Cow<'s, [u8]>),
    Number(u32),
}

impl Parser<'_, '_> {
    /// A value of type `ty`: at the top level a constant, in a body also a local.
    pub(crate) fn value(&mut self, _ty: TypeId) -> Result<Value> {
        Err(self.error("not yet"))
    }

    /// A type and a value.
    pub(crate) fn typed_value(&mut self) -> Result<(TypeId, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }
}
