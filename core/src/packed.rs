//! Compressed parts of inputs: bounds on what they become, and the way back.
use std::sync::Arc;

use bctk_bitcode::{Error, ErrorKind, Result};
use bctk_object::container::{Form, Packed};
use bctk_support::limits::{LimitName, Limits};

use crate::input::Input;

/// Compressed parts in compressed parts: more are not unpacked. Bytes that unpack to themselves would have no end.
const DEPTH: usize = 3;

/// A compressed part of an input.
#[cfg_attr(not(feature = "archives"), allow(dead_code, reason = "nothing is packed again"))]
pub(crate) struct Part {
    /// The compressed part that it lies in; none for the input itself.
    pub(crate) outer: Option<usize>,
    /// Its range there.
    pub(crate) range: std::ops::Range<usize>,
    /// Its form.
    pub(crate) form: Form,
    /// Its contents.
    pub(crate) input: Arc<Input>,
}

/// How much may still be unpacked of an input.
#[derive(Clone)]
pub(crate) struct Budget<'l> {
    limits: &'l Limits,
    bytes: u64,
    depth: usize,
}

impl<'l> Budget<'l> {
    /// For an input of `size` bytes.
    pub(crate) fn new(size: usize, limits: &'l Limits) -> Budget<'l> {
        Budget { limits, bytes: (size as u64).saturating_mul(limits.unpacked_per_byte).saturating_add(limits.unpacked), depth: DEPTH }
    }

    /// The contents of a part, if they fit.
    #[cfg(feature = "archives")]
    pub(crate) fn unpacked(&mut self, part: &Packed<'_>) -> Result<Vec<u8>> {
        if self.depth == 0 {
            return Err(Error::too_large(format!("expected at most {DEPTH} compressed parts in each other")));
        }
        let contents = bctk_object::packed::unpacked(part, usize::try_from(self.bytes).unwrap_or(usize::MAX));
        let contents = contents.map_err(|error| match error.kind() {
            ErrorKind::Limit => Error::beyond(LimitName::UnpackedPerByte, self.limits, error.message()),
            _ => error,
        })?;
        self.bytes -= contents.len() as u64;
        Ok(contents)
    }

    /// This build cannot.
    #[cfg(not(feature = "archives"))]
    pub(crate) fn unpacked(&mut self, _part: &Packed<'_>) -> Result<Vec<u8>> {
        let _ = (self.limits, self.bytes, self.depth, LimitName::Unpacked, ErrorKind::Limit);
        Err(Error::unsupported("the part is compressed, and this build does not unpack it"))
    }

    /// Counts a level of compressed parts while `look` looks into one.
    pub(crate) fn deeper<R>(&mut self, look: impl FnOnce(&mut Budget<'l>) -> R) -> R {
        self.depth = self.depth.saturating_sub(1);
        let result = look(self);
        self.depth += 1;
        result
    }
}
