//! Folds constant expressions as LLVM does when it creates them (`ConstantFold.cpp`), without the data layout.
//!
//! Readers of bitcode create expressions from records, so each folds what it reads by its own rules (`fold`). Upgrades build instructions as
//! a reader's `IRBuilder` does, which folds those on constants (`fold_operation`). [`rules::RULES`] lists the rules that differ between releases.
//!
//! The parser of texts folds by itself (`parse::fold` in `bctk-textual`). It promises other things: it sees constants of a text while parts of
//! it are parsed on several threads, with types and constants in tables on top of the module's, and with global values that have no
//! definition yet, so it must not ask what a global value is; and what it makes is limited by the length of the text. It needs the rules of
//! the newest releases alone, since older text stays as it is. Arithmetic is [`bctk_ir::integers`] for all of them.
pub mod pair;
pub mod rules;

mod arena;
mod binary;
mod cast;
mod compare;
mod form;
mod gep;
mod later;
mod number;
mod operation;
mod pass;
mod pick;
mod pools;
mod sizes;

#[cfg(test)]
mod tests;

pub(crate) use operation::fold_operation;
pub(crate) use pass::fold;

use arena::{Id, Node};
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::TypeId;
use bctk_ir::global::GlobalValue;
use bctk_ir::types::TypeTable;
use bctk_ir::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};
use rules::Rule;
use std::rc::Rc;

/// Steps of one rule that leads to another; deeper ones leave the expression.
const MOST_DEPTH: u32 = 200;

/// Folds the constants of a module by the rules of one release.
pub(crate) struct Folder<'m> {
    types: &'m mut TypeTable,
    globals: &'m [GlobalValue],
    llvm: LlvmVersion,
    layouts: Layouts,
    nodes: Vec<(TypeId, Rc<Node>)>,
    index: HashMap<(TypeId, Rc<Node>), Id>,
    depth: u32,
    /// Whether the constants are those of the module.
    in_module: bool,
    /// Numbers of two parts of which sums see the first part only.
    halves: HashSet<Id>,
    /// Elements that were made, and how many there may be.
    spent: u64,
    most: u64,
}

impl<'m> Folder<'m> {
    pub(crate) fn new(types: &'m mut TypeTable, globals: &'m [GlobalValue], llvm: LlvmVersion, layouts: Layouts, most: u64) -> Self {
        Folder {
            types,
            globals,
            llvm,
            layouts,
            nodes: Vec::new(),
            index: HashMap::new(),
            depth: 0,
            in_module: true,
            halves: HashSet::new(),
            spent: 0,
            most,
        }
    }

    fn has(&self, rule: Rule) -> bool {
        rule.is_in(self.llvm)
    }

    /// Whether the reader folds each constant when it reads its record, with those that come later unknown.
    fn reads_in_order(&self) -> bool {
        self.has(Rule::InOrder)
    }

    /// Whether the vector of a splat is poison outside its first element.
    fn has_poison_splats(&self) -> bool {
        self.has(Rule::PoisonSplats)
    }

    /// Whether the index of the element of a splat has 64 bits.
    fn has_wide_splat_index(&self) -> bool {
        self.has(Rule::WideSplatIndex)
    }

    /// Does one step further, unless there were too many.
    fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MOST_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    /// The constant that an expression of type `ty` folds to, or the expression.
    fn get(&mut self, ty: TypeId, node: Node) -> Id {
        match self.deeper(|this| this.folded(ty, &node)) {
            Some(folded) => folded,
            None => {
                let node = self.completed(ty, node);
                self.intern(ty, node)
            }
        }
    }

    /// A constant in the one form that LLVM has for it.
    fn make(&mut self, ty: TypeId, node: Node) -> Id {
        match node {
            Node::Aggregate(parts) => self.aggregate(ty, parts),
            Node::Cast(op, _, value) => self.make_cast(op, value, ty),
            node if node.is_expression() => self.get(ty, node),
            node => self.intern(ty, node),
        }
    }

    /// What an expression of type `ty` folds to.
    fn folded(&mut self, ty: TypeId, node: &Node) -> Option<Id> {
        match *node {
            Node::Bin(op, _, lhs, rhs) => self.fold_binary(op, lhs, rhs),
            Node::FNeg(value) => self.fold_negation(value),
            Node::Cast(op, _, value) => self.fold_cast(op, value, ty),
            Node::Select(condition, if_true, if_false) => self.fold_select(condition, if_true, if_false),
            Node::Extract(vector, index) => self.fold_extract(vector, index),
            Node::Insert(vector, element, index) => self.fold_insert(vector, element, index),
            Node::Shuffle(lhs, rhs, mask) => self.fold_shuffle(ty, lhs, rhs, mask),
            Node::ICmp(pred, lhs, rhs) => self.fold_icmp(pred, lhs, rhs, ty),
            Node::FCmp(pred, lhs, rhs) => self.fold_fcmp(pred, lhs, rhs, ty),
            Node::Gep(ref gep) => self.fold_gep(gep, ty),
            _ => None,
        }
    }
}
