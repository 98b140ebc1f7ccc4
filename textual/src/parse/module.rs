//! The top level.

use super::MdNumbers;
use super::body::ArgName;
use bctk_ir::entity::{AttrSetId, MdId};
use hashbrown::HashMap;
use std::marker::PhantomData;
use std::ops::Range;

/// What the top level gathers.
#[derive(Default)]
pub(crate) struct Top<'s> {
    pub(crate) arg_names: Vec<ArgName>,
    pub(crate) groups: HashMap<u32, AttrSetId>,
    pub(crate) md_numbers: MdNumbers,
    pub(crate) md_uses: Vec<(MdId, Range<usize>)>,
    text: PhantomData<&'s ()>,
}
