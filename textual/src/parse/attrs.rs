//! Attributes: of parameters, return values, functions and call sites, and the groups that gather them.

use super::Parser;
use crate::error::Result;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet};
use bctk_ir::entity::{AttrListId, AttrSetId};
use hashbrown::HashMap;
use std::ops::Range;

/// Attribute sets and lists that a part of the text adds to the module's.
pub(crate) struct AttrUnit {
    /// Number of the first set added.
    pub(crate) first_set: u32,
    pub(crate) sets: Vec<AttrSet>,
    set_index: HashMap<AttrSet, AttrSetId>,
    /// Lists of this part alone, numbered from 1; they get other numbers when the part is joined.
    pub(crate) lists: Vec<AttrList>,
    list_index: HashMap<AttrList, AttrListId>,
}

impl AttrUnit {
    pub(crate) fn new(first_set: usize) -> Self {
        Self { first_set: first_set as u32, sets: Vec::new(), set_index: HashMap::new(), lists: Vec::new(), list_index: HashMap::new() }
    }
}

/// What stands where function attributes may: at a function or call, or in a group.
#[derive(Default)]
pub(crate) struct FnAttrs {
    /// Attributes in place.
    pub(crate) attrs: Vec<Attr>,
    /// Numbers of groups, and where they stand.
    pub(crate) groups: Vec<(u32, Range<usize>)>,
}

impl Parser<'_, '_> {
    /// The attributes of a parameter, or of a return value, if there are any.
    pub(crate) fn value_attrs(&mut self) -> Result<Option<AttrSetId>> {
        let _ = (AttrIndex::Return, &self.attrs.set_index, &self.attrs.list_index);
        Ok(None)
    }

    /// Attributes of a function or call, in place or by group.
    pub(crate) fn fn_attrs(&mut self) -> Result<FnAttrs> {
        Ok(FnAttrs::default())
    }

    /// `attributes #0 = { … }`, of which the word is at hand (top level only).
    pub(crate) fn attribute_group(&mut self) -> Result<()> {
        Err(self.error("not yet"))
    }

    /// The list of these attributes; groups must be known by now. `params` may be longer than the sets it holds.
    pub(crate) fn attr_list(&mut self, _ret: Option<AttrSetId>, _params: &[Option<AttrSetId>], _function: FnAttrs) -> Result<AttrListId> {
        Ok(AttrListId(0))
    }

    /// The set of these attributes in this part of the text.
    pub(crate) fn intern_set(&mut self, _set: AttrSet) -> AttrSetId {
        AttrSetId(0)
    }
}
