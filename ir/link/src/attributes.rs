//! Attributes of a module that is linked.
use crate::dest::Dest;
use crate::mover::Mover;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, AttrSetId};

impl Mover<'_> {
    /// The list of the linked module in the place of one.
    pub(crate) fn attr_list(&mut self, id: AttrListId) -> AttrListId {
        match self.lists.get(id.index()) {
            Some(Some(known)) => return *known,
            Some(None) => {}
            None => return AttrListId(0),
        }
        let list = self.src.attrs.lists[id.index()].clone();
        let list = list.into_iter().map(|(at, set)| (at, self.attr_set(set))).collect();
        let new = self.dst.attr_list(list);
        self.lists[id.index()] = Some(new);
        new
    }

    fn attr_set(&mut self, id: AttrSetId) -> AttrSetId {
        match self.sets.get(id.index()) {
            Some(Some(known)) => return *known,
            Some(None) => {}
            None => return id,
        }
        let set = self.src.attrs.sets[id.index()].clone();
        let set: AttrSet = set
            .into_iter()
            .map(|attr| match attr {
                Attr::Type(kind, ty) => Attr::Type(kind, ty.map(|ty| self.types.get(self.dst, &self.src, ty))),
                Attr::String(key, value) => {
                    let key = self.dst.text(self.src.str(key));
                    Attr::String(key, value.map(|value| self.dst.text(self.src.str(value))))
                }
                other => other,
            })
            .collect();
        let new = self.dst.attr_set(set);
        self.sets[id.index()] = Some(new);
        new
    }
}

impl Dest {
    /// A list without `nocallback` of the function.
    pub(crate) fn without_nocallback(&mut self, id: AttrListId) -> AttrListId {
        let is_it = |attr: &Attr| attr.kind() == Some(AttrKind::NO_CALLBACK);
        let Some(set) = self.module.attrs.set_at(id, AttrIndex::Function) else { return id };
        if !self.module.attrs.set(set).iter().any(is_it) {
            return id;
        }
        let kept: AttrSet = self.module.attrs.set(set).iter().filter(|attr| !is_it(attr)).cloned().collect();
        let mut list = self.module.attrs.lists[id.index()].clone();
        list.retain(|(at, _)| *at != AttrIndex::Function);
        if !kept.is_empty() {
            list.push((AttrIndex::Function, self.attr_set(kept)));
        }
        self.attr_list(list)
    }
}
