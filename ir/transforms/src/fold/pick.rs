//! `select`, and the elements of vectors: `extractelement`, `insertelement`, `shufflevector`.
use super::Folder;
use super::arena::{Gep, Id, Node};
use super::rules::Rule;
use bctk_ir::entity::TypeId;
use bctk_ir::global::GlobalKind;
use bctk_ir::types::Type;
use bctk_support::limits::FOLDED_ELEMENTS;

impl Folder<'_> {
    pub(super) fn affords_elements(&mut self, len: u32) -> bool {
        len <= FOLDED_ELEMENTS && self.afford(len)
    }

    /// Element `at` of a vector, as an expression if it is not known.
    pub(super) fn extracted(&mut self, vector: Id, at: u32) -> Id {
        let i32 = self.types.intern(Type::Int(32));
        let index = self.small_int(i32, at.into());
        self.make_extract(vector, index)
    }

    pub(super) fn make_extract(&mut self, vector: Id, index: Id) -> Id {
        let elem = self.types.scalar(self.ty(vector));
        self.get(elem, Node::Extract(vector, index))
    }

    pub(super) fn fold_select(&mut self, condition: Id, if_true: Id, if_false: Id) -> Option<Id> {
        if self.is_null(condition) {
            return Some(if_false);
        }
        if self.is_all_ones(condition) {
            return Some(if_true);
        }
        if let Node::Aggregate(parts) = &*self.node(condition)
            && let Some(folded) = self.select_elements(parts, if_true, if_false)
        {
            return Some(folded);
        }
        let ty = self.ty(if_true);
        let has_poison = self.has(Rule::PoisonSelect);
        if has_poison && self.is_poison(condition) {
            return Some(self.poison(ty));
        }
        if self.is_undefined(condition) {
            return Some(if self.is_undefined(if_true) { if_true } else { if_false });
        }
        if if_true == if_false {
            return Some(if_true);
        }
        if has_poison && self.is_poison(if_true) {
            return Some(if_false);
        }
        if has_poison && self.is_poison(if_false) {
            return Some(if_true);
        }
        if self.is_undefined(if_true) && self.is_surely_defined(if_false) {
            return Some(if_false);
        }
        if self.is_undefined(if_false) && self.is_surely_defined(if_true) {
            return Some(if_true);
        }
        if let Node::Select(inner, value, _) = *self.node(if_true)
            && inner == condition
        {
            return Some(self.get(ty, Node::Select(condition, value, if_false)));
        }
        if let Node::Select(inner, _, value) = *self.node(if_false)
            && inner == condition
        {
            return Some(self.get(ty, Node::Select(condition, if_true, value)));
        }
        None
    }

    fn select_elements(&mut self, conditions: &[Id], if_true: Id, if_false: Id) -> Option<Id> {
        let ty = self.ty(if_true);
        let elem = self.types.scalar(ty);
        let mut parts = Vec::new();
        for (at, &condition) in (0..).zip(conditions) {
            let (a, b) = (self.extracted(if_true, at), self.extracted(if_false, at));
            parts.push(match () {
                () if self.has(Rule::PoisonSelect) && self.is_poison(condition) => self.poison(elem),
                () if a == b => a,
                () if self.is_undefined(condition) => {
                    if self.is_undefined(a) {
                        a
                    } else {
                        b
                    }
                }
                () if self.is_null(condition) => b,
                () if self.is_int(condition) => a,
                () => return None,
            });
        }
        Some(self.aggregate(ty, parts))
    }

    /// Whether a constant is known not to be poison.
    fn is_surely_defined(&mut self, value: Id) -> bool {
        if !self.has(Rule::DefinedSelect) {
            return true;
        }
        match &*self.node(value) {
            Node::Poison => false,
            node if node.is_expression() => false,
            Node::Int(_) | Node::Float(_) => true,
            Node::Global(id) => {
                let kind = self.globals.get(id.index()).map(|global| &global.kind);
                matches!(kind, Some(GlobalKind::Variable { .. } | GlobalKind::Function(_)))
            }
            Node::Null if !self.is_vector(self.ty(value)) => {
                matches!(self.kind_of(value), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. }) || self.float(value).is_some()
            }
            Node::Aggregate(parts) if self.is_vector(self.ty(value)) => {
                parts.iter().all(|&part| !self.is_poison(part) && !self.is_expression(part))
            }
            _ => self.is_vector(self.ty(value)),
        }
    }

    pub(super) fn fold_extract(&mut self, vector: Id, index: Id) -> Option<Id> {
        let Type::Vector { elem, len, scalable } = self.kind_of(vector) else { return None };
        let lost = if self.has(Rule::PoisonElements) { Node::Poison } else { Node::Undef };
        if self.is_null(vector) && self.has(Rule::BeyondNull) {
            return Some(self.null(elem));
        }
        if self.is_poison(vector) || self.is_undefined(index) {
            return Some(self.intern(elem, lost));
        }
        if self.is(vector, &Node::Undef) {
            return Some(self.undef(elem));
        }
        let words = self.int(index)?;
        let at = self.small(index);
        if !scalable && at.is_none_or(|at| at >= u64::from(len)) {
            return Some(self.intern(elem, lost));
        }
        match &*self.node(vector) {
            Node::Gep(gep) if self.has(Rule::ElementsOfGep) => {
                let one = |this: &mut Self, op: Id| if this.is_vector(this.ty(op)) { this.make_extract(op, index) } else { op };
                let base = one(self, gep.base);
                let indices = gep.indices.iter().map(|&op| one(self, op)).collect();
                return Some(self.get(elem, Node::Gep(Gep { base, indices, ..gep.clone() })));
            }
            Node::Insert(inner, element, place) if self.has(Rule::ElementsOfInsert) => {
                if let Some(other) = self.int(*place) {
                    let len = words.len().max(other.len());
                    let long = |mut words: Vec<u64>| {
                        words.resize(len, 0);
                        words
                    };
                    return Some(if long(words) == long(other) { *element } else { self.make_extract(*inner, index) });
                }
            }
            _ => {}
        }
        let at = at?;
        // Of a scalable vector that states its elements, only the lowest 32 bits of the place count.
        let short = if scalable { at & u64::from(u32::MAX) } else { at };
        if let Some(element) = self.element(vector, short) {
            return Some(element);
        }
        if at < u64::from(len) && self.has(Rule::Splats) { self.splat_value(vector) } else { None }
    }

    pub(super) fn fold_insert(&mut self, vector: Id, element: Id, index: Id) -> Option<Id> {
        let ty = self.ty(vector);
        let Type::Vector { len, scalable, .. } = self.types.get(ty) else { return None };
        let lost = if self.has(Rule::PoisonInsert) { Node::Poison } else { Node::Undef };
        if self.is_undefined(index) {
            let lost = if self.has(Rule::PoisonInsertIndex) { Node::Poison } else { Node::Undef };
            return Some(self.intern(ty, lost));
        }
        if self.has(Rule::InsertNull) && self.is_null(vector) && self.is_null(element) {
            return Some(vector);
        }
        self.int(index)?;
        if scalable {
            return None;
        }
        let Some(at) = self.small(index).filter(|&at| at < u64::from(len)) else { return Some(self.intern(ty, lost)) };
        if !self.affords_elements(len) {
            return None;
        }
        let parts = (0..len).map(|i| if u64::from(i) == at { element } else { self.extracted(vector, i) }).collect();
        Some(self.aggregate(ty, parts))
    }

    pub(super) fn fold_shuffle(&mut self, ty: TypeId, lhs: Id, rhs: Id, mask: Id) -> Option<Id> {
        let Type::Vector { elem, len: mask_len, scalable } = self.types.get(ty) else { return None };
        let Type::Vector { len, .. } = self.kind_of(lhs) else { return None };
        if self.is_undefined(mask) {
            let fixed = Type::Vector { elem, len: mask_len, scalable: false };
            let ty = if self.has(Rule::FixedUndefinedShuffle) { self.types.intern(fixed) } else { ty };
            let lost = if self.has(Rule::PoisonShuffle) { Node::Poison } else { Node::Undef };
            return Some(self.intern(ty, lost));
        }
        if self.is_null(mask) && self.has(Rule::SplatShuffle) {
            let element = self.extracted(lhs, 0);
            if !scalable || self.is_null(element) || self.is_undefined(element) && self.has(Rule::UndefinedSplatShuffle) {
                return self.splat(ty, element);
            }
        }
        if scalable || !self.affords_elements(mask_len) {
            return None;
        }
        let mut parts = Vec::new();
        for at in 0..mask_len {
            let place = self.element(mask, at.into())?;
            let place = match self.is_undefined(place) {
                true => None,
                false => self.small(place).filter(|&place| place < 2 * u64::from(len)),
            };
            parts.push(match place.map(|place| place as u32) {
                None => self.undef(elem),
                Some(place) if place >= len => self.extracted(rhs, place - len),
                Some(place) => self.extracted(lhs, place),
            });
        }
        Some(self.aggregate(ty, parts))
    }
}
