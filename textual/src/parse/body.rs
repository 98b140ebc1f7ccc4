//! Function bodies: blocks, local names and numbers, and what is known only at the end.

use super::Parser;
use super::constants::ConstUnit;
use crate::error::Result;
use bctk_ir::body::Body;
use std::ops::Range;

/// The function at hand.
#[derive(Default)]
pub(crate) struct Fun<'s> {
    /// Whether there is one.
    pub(crate) active: bool,
    pub(crate) body: Body,
    /// Constants of the body.
    pub(crate) consts: ConstUnit<'s>,
}

/// A body that the top level has passed over.
#[derive(Clone, Debug)]
pub(crate) struct BodyTask {
    /// Which definition it is: index in [`super::module::Top::globals`], later in the module's global values.
    pub(crate) global: u32,
    /// Where its opening brace stands.
    pub(crate) start: usize,
    /// Where the closing brace ends.
    pub(crate) end: usize,
    /// How its parameters are named: a place in [`super::module::Top::arg_names`].
    pub(crate) args: Range<u32>,
}

/// What the header of a function says of a parameter's name.
#[derive(Clone, Debug)]
pub(crate) enum ArgName {
    /// `%name`, with quotes if it has any, at this place.
    Named(Range<usize>),
    /// `%N` at this place.
    Numbered(u32, Range<usize>),
    /// Nothing.
    None,
}

impl Parser<'_, '_> {
    /// Parses the body of `task`, whose opening brace is at hand; afterwards its closing brace has been taken.
    pub(crate) fn body(&mut self, _task: &BodyTask, _args: &[ArgName]) -> Result<Body> {
        self.fun.active = true;
        let _ = (&self.fun.consts, &self.fun.body);
        Err(self.error("not yet"))
    }
}
