//! What an instruction does with memory.
use bctk_ir::value::Value;

/// What is done at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    Read,
    Write,
    ReadWrite,
    Call,
    Branch,
}

impl Does {
    pub(crate) fn reads(self) -> bool {
        matches!(self, Does::Read | Does::ReadWrite)
    }
    pub(crate) fn writes(self) -> bool {
        matches!(self, Does::Write | Does::ReadWrite)
    }
}

/// How many bytes are accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Unknown,
    Bytes(u64),
}

/// An access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) pointer: Value,
    pub(crate) size: Size,
    /// The alignment that it states, in bytes.
    pub(crate) align: Option<u64>,
    pub(crate) does: Does,
}
