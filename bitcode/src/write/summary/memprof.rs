//! Memory profiles in a summary: stack identifiers, and the allocation contexts of a module as one linearized radix tree.
use super::push_halves;
use crate::schema::summary as row;
use crate::write::emit::Emitter;
use bctk_bitstream::Result;
use bctk_ir::summary::{Alloc, FunctionSummary};
use bctk_support::introsort;
use hashbrown::HashMap;

/// Stack identifiers by their index in STACK_IDS, and the position of each allocation context in the tree.
#[derive(Default)]
pub(super) struct Stacks {
    ids: Vec<u64>,
    index: HashMap<u64, u32>,
    /// CONTEXT_RADIX_TREE_ARRAY.
    tree: Vec<u32>,
    /// Position of each context in the tree, in the order of the functions.
    places: std::collections::VecDeque<u32>,
}

impl Stacks {
    /// What `functions` refer to, in the order of writing. Identifiers are in the order of `listed`; others follow in order of use. Without
    /// `contexts`, those of allocations are omitted.
    pub(super) fn new<'f>(listed: &[u64], functions: impl Iterator<Item = &'f FunctionSummary>, contexts: bool) -> Stacks {
        let mut stacks = Stacks::default();
        listed.iter().for_each(|&id| _ = stacks.add(id));
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for function in functions {
            for site in &function.callsites {
                site.stack_ids.iter().for_each(|&id| _ = stacks.add(id));
            }
            if contexts {
                for (_, context) in function.allocs.iter().flat_map(|alloc| &alloc.contexts) {
                    lists.push(context.iter().map(|&id| stacks.add(id)).collect());
                }
            }
        }
        stacks.plant(&lists);
        stacks
    }

    fn add(&mut self, id: u64) -> u32 {
        *self.index.entry(id).or_insert_with(|| {
            self.ids.push(id);
            self.ids.len() as u32 - 1
        })
    }

    /// STACK_IDS.
    pub(super) fn ids(&self) -> &[u64] {
        &self.ids
    }

    /// Place of an identifier in STACK_IDS.
    pub(super) fn index(&self, id: u64) -> u64 {
        self.index.get(&id).map_or(0, |&index| u64::from(index))
    }

    /// Place in the tree of the next context.
    pub(super) fn next_context(&mut self) -> u64 {
        self.places.pop_front().map_or(0, u64::from)
    }

    /// Writes the tree, if there is any context.
    pub(super) fn write_contexts(&self, out: &mut Emitter, abbrev: u32) -> Result<()> {
        if self.places.is_empty() {
            return Ok(());
        }
        let ops: Vec<u64> = self.tree.iter().map(|&entry| u64::from(entry)).collect();
        out.operands(abbrev, row::ContextRadixTreeArray::CODE, &ops)
    }

    /// Appends the contexts of an allocation in the form of versions without the tree: each with the indices of its stack identifiers,
    /// followed by sizes, if they were kept.
    pub(super) fn push_contexts(&self, alloc: &Alloc, ops: &mut Vec<u64>) {
        for (kind, context) in &alloc.contexts {
            ops.extend([u64::from(*kind), context.len() as u64]);
            ops.extend(context.iter().map(|&id| self.index(id)));
        }
        ops.extend(alloc.sizes.iter().filter_map(|sizes| Some(sizes.first()?.1)));
    }

    /// Lays out the contexts, which are listed from the leaf on (LLVM 22, `CallStackRadixTreeBuilder`): sorted from the root on, frames
    /// that occur in more contexts last. Then, starting with the last one, each is written from the root on: a jump to the frame shared
    /// with the previous one, then the rest and its length. Finally, everything is reversed.
    fn plant(&mut self, contexts: &[Vec<u32>]) {
        let mut counts = vec![0u64; self.ids.len()];
        for &frame in contexts.iter().flatten() {
            if let Some(count) = counts.get_mut(frame as usize) {
                *count += 1;
            }
        }
        let rank = |frame: u32| (counts.get(frame as usize).copied().unwrap_or(0), frame);
        let mut order: Vec<usize> = (0..contexts.len()).collect();
        introsort::sort(&mut order, |&a, &b| contexts[a].iter().rev().map(|&f| rank(f)).lt(contexts[b].iter().rev().map(|&f| rank(f))));
        let mut places = vec![0; contexts.len()];
        // Positions of the frames of the context written last, from the root on.
        let mut path: Vec<usize> = Vec::new();
        let mut last: &[u32] = &[];
        for &at in order.iter().rev() {
            let context = &contexts[at];
            let shared = last.iter().rev().zip(context.iter().rev()).take_while(|(a, b)| a == b).count();
            path.truncate(shared);
            if let Some(&parent) = path.last() {
                self.tree.push((parent as u32).wrapping_sub(self.tree.len() as u32));
            }
            for &frame in context.iter().rev().skip(shared) {
                path.push(self.tree.len());
                self.tree.push(frame);
            }
            places[at] = self.tree.len();
            self.tree.push(context.len() as u32);
            last = context;
        }
        self.tree.reverse();
        let end = self.tree.len();
        self.places = places.into_iter().map(|place| (end - 1 - place) as u32).collect();
    }
}

/// Appends the sizes of an allocation's contexts, if they were kept, and writes their identifiers before it.
pub(super) fn write_sizes(out: &mut Emitter, abbrev: u32, alloc: &Alloc, ops: &mut Vec<u64>) -> Result<()> {
    if alloc.sizes.is_empty() {
        return Ok(());
    }
    let mut ids = Vec::new();
    for sizes in &alloc.sizes {
        ops.push(sizes.len() as u64);
        for &(id, size) in sizes {
            push_halves(&mut ids, id);
            ops.push(size);
        }
    }
    out.operands(abbrev, row::AllocContextIds::CODE, &ids)
}
