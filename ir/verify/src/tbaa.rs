//! Checks type-based alias tags (`TBAAVerifier`).
use crate::function::{Checker, check};
use crate::nodes::{Int, Nodes, Operands};
use crate::report::{Sink, Subject};
use bctk_ir::body::Body;
use bctk_ir::entity::{InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;
use bctk_support::parallel::threads;
use hashbrown::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Faults of a type, whoever uses it.
const OF_TYPES: [&str; 3] = [MULTIPLE, ODD, NAME];
const MULTIPLE: &str = "Access tag nodes must have the number of operands that is a multiple of 3!";
const ODD: &str = "Struct tag nodes must have an odd number of operands!";
const NAME: &str = "Struct tag nodes have a string as their first operand";

/// What is known of the nodes that tags refer to.
#[derive(Default)]
pub(crate) struct Tbaa {
    /// Tags that are valid.
    tags: HashSet<MdId>,
    /// Whether a node is a scalar type.
    scalars: HashMap<MdId, bool>,
    /// The width of the offsets of a type, if the type is valid.
    bases: HashMap<MdId, Option<Width>>,
    /// Scalar types from which the path to the root is valid, each with the width of the offset that it was found for.
    paths: HashSet<(MdId, u32)>,
}

/// The width of the offsets of a type.
#[derive(Clone, Copy, PartialEq)]
enum Width {
    Bits(u32),
    /// A scalar has no offsets.
    Scalar,
    /// A type of the new format without fields.
    Any,
}

impl Checker<'_, '_> {
    /// Checks `!tbaa`.
    pub(crate) fn tbaa(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        let may_have = may_have_tag(&self.body.insts[id.index()]);
        if self.scratch.tbaa.tags.contains(&node) && may_have {
            return;
        }
        let this = Subject::Inst(id);
        check!(self, ops.len() != 0, "TBAA metadata cannot have 0 operands", this, Subject::Metadata(node));
        check!(self, may_have, "This instruction shall not have a TBAA access tag!", this);
        let nodes = self.nodes();
        let before = self.sink.findings.len();
        access_tag(nodes, &mut self.scratch.tbaa, &mut self.sink, Some(this), node, ops);
        if self.sink.findings.len() == before {
            self.scratch.tbaa.tags.insert(node);
        }
    }
}

/// Whether all tags of instructions, attachments of the kind `kind`, are valid.
pub fn has_valid_tags(module: &Module, kind: u32) -> bool {
    /// At least so many tags are worth a task.
    const TASK: usize = 256;
    // Each tag once, with a body that has it.
    let seen: Vec<AtomicBool> = module.metadata.items.iter().map(|_| AtomicBool::new(false)).collect();
    let is_new = |node: MdId| seen.get(node.index()).is_some_and(|seen| !seen.load(Relaxed) && !seen.swap(true, Relaxed));
    let of_bodies = module.bodies.par_iter().balanced().map(|body| {
        let tags = body.attachments.iter().filter(|(_, attachment)| attachment.kind == kind);
        let has_tag = |id: InstId| body.insts.get(id.index()).is_some_and(may_have_tag);
        let new = || tags.clone().filter(|(_, tag)| is_new(tag.node)).map(|(_, tag)| (tag.node, body)).collect();
        tags.clone().all(|&(id, _)| has_tag(id)).then(new)
    });
    let Some(tags) = of_bodies.collect::<Option<Vec<Vec<(MdId, &Body)>>>>() else { return false };
    let tags = tags.concat();
    // Each task walks the types of its tags anew, so there are no more tasks than threads.
    let task = tags.len().div_ceil(threads()).max(TASK);
    tags.par_chunks(task).all(|tags| {
        let (mut tbaa, mut sink) = (Tbaa::default(), Sink::new(None, None));
        tags.iter().all(|&(node, body)| {
            let nodes = Nodes { module, body: Some(body) };
            let Some(ops) = nodes.node(node) else { return true };
            if ops.len() != 0 {
                access_tag(nodes, &mut tbaa, &mut sink, None, node, ops);
            }
            ops.len() != 0 && sink.findings.is_empty()
        })
    })
}

fn may_have_tag(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { .. } | Inst::Store { .. } | Inst::Call(_) | Inst::VaArg(_) | Inst::AtomicRmw { .. } | Inst::CmpXchg { .. })
}

/// Checks the tag of `errno`, which no instruction has.
pub(crate) fn errno(nodes: Nodes<'_>, tbaa: &mut Tbaa, sink: &mut Sink, node: MdId) {
    let Some(ops) = nodes.node(node) else { return };
    check!(sink, ops.len() != 0, "TBAA metadata cannot have 0 operands", Subject::Metadata(node));
    access_tag(nodes, tbaa, sink, None, node, ops);
}

/// Checks a tag with operands.
fn access_tag(nodes: Nodes<'_>, tbaa: &mut Tbaa, sink: &mut Sink, of: Option<Subject>, node: MdId, ops: Operands<'_>) {
    let mut fail = |message: &'static str, more: &[Option<Subject>]| {
        // LLVM prints these without the instruction.
        let of = of.filter(|_| !OF_TYPES.contains(&message));
        let subjects: Vec<Subject> = of.into_iter().chain(more.iter().copied().flatten()).collect();
        sink.fail(message, &subjects);
    };
    let this = Some(Subject::Metadata(node));
    if !nodes.is_node(ops.op(0)) || ops.len() < 3 {
        return fail("Old-style TBAA is no longer allowed, use struct-path TBAA instead", &[]);
    }
    let access_type = ops.op(1).filter(|&id| nodes.is_node(Some(id)));
    let is_new = access_type.and_then(|id| nodes.node(id)).is_some_and(|ty| ty.len() >= 3 && nodes.is_node(ty.op(0)));
    if is_new {
        if !matches!(ops.len(), 4 | 5) {
            return fail("Access tag metadata must have either 4 or 5 operands", &[this]);
        }
        if nodes.int(ops.op(3)).is_none() {
            return fail("Access size field must be a constant", &[this]);
        }
    } else if ops.len() >= 5 {
        return fail("Struct tag metadata must have either 3 or 4 operands", &[this]);
    }
    let flag = if is_new { 4 } else { 3 };
    if ops.len() == flag + 1 {
        match nodes.int(ops.op(flag)).map(Int::small) {
            Some(Some(0 | 1)) => {}
            Some(_) => return fail("Immutability part of the struct tag metadata must be either 0 or 1", &[this]),
            None => return fail("Immutability tag on struct tag metadata must be a constant", &[this]),
        }
    }
    let (Some(mut base), Some(access)) = (ops.op(0), access_type) else {
        let others = [this, ops.op(0).map(Subject::Metadata), access_type.map(Subject::Metadata)];
        return fail("Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes", &others);
    };
    if !is_new && !is_scalar(nodes, tbaa, access) {
        return fail("Access type node must be a valid scalar type", &[this, Some(Subject::Metadata(access))]);
    }
    let Some(offset) = nodes.int(ops.op(2)) else { return fail("Offset must be constant integer", &[this]) };
    let (width, Some(mut at)) = (offset.width, offset.bits) else { return };
    let number = |bits: u128| u64::try_from(bits).ok().map(Subject::Number);
    let mut path = HashSet::new();
    let mut seen = false;
    // The scalar types that were passed, from which the path depends on nothing else.
    let mut scalars = Vec::new();
    loop {
        let Some(ty) = nodes.node(base) else { return };
        if ty.len() < 2 {
            break;
        }
        if !path.insert(base) {
            return fail("Cycle detected in struct path", &[this]);
        }
        let width_of = match tbaa.bases.get(&base) {
            Some(&known) => known,
            None => {
                let known = base_type(nodes, tbaa, &mut fail, base, ty, is_new);
                tbaa.bases.insert(base, known);
                known
            }
        };
        let Some(width_of) = width_of else { return };
        let is_access = nodes.same(Some(base), Some(access));
        seen |= is_access;
        if (is_access || is_scalar(nodes, tbaa, base)) && at != 0 {
            return fail("Offset not zero at the point of scalar access", &[this, number(at)]);
        }
        let fits = match width_of {
            Width::Bits(bits) => bits == width,
            Width::Scalar => at == 0,
            Width::Any => true,
        };
        if !fits {
            let bits = match width_of {
                Width::Bits(bits) => bits,
                _ => 0,
            };
            let widths = [this, Some(Subject::Number(bits.into())), Some(Subject::Number(width.into()))];
            return fail("Access bit-width not the same as description bit-width", &widths);
        }
        if is_new && seen {
            break;
        }
        if !is_new && at == 0 && is_scalar(nodes, tbaa, base) {
            if seen && tbaa.paths.contains(&(base, width)) {
                break;
            }
            scalars.push((base, width));
        }
        let next = match field(nodes, ty, &mut at, is_new) {
            Ok(next) => next,
            Err(()) => {
                fail("Could not find TBAA parent in struct type node", &[Some(Subject::Metadata(base)), number(at)]);
                scalars.clear();
                break;
            }
        };
        let Some(next) = next else { return };
        base = next;
    }
    tbaa.paths.extend(scalars);
    if !seen {
        fail("Did not see access type in access path!", &[this]);
    }
}

/// Whether a node is a scalar type: it has a name, and so have its parents up to a root.
fn is_scalar(nodes: Nodes<'_>, tbaa: &mut Tbaa, node: MdId) -> bool {
    let mut path = Vec::new();
    let mut on_path = HashSet::new();
    let mut at = node;
    let found = loop {
        if let Some(&known) = tbaa.scalars.get(&at) {
            break known;
        }
        let Some(ops) = nodes.node(at) else { break false };
        if !path.is_empty() && ops.len() < 2 {
            break true;
        }
        if !on_path.insert(at) {
            break false;
        }
        path.push(at);
        let is_named = matches!(ops.len(), 2 | 3) && nodes.string(ops.op(0)).is_some();
        if !is_named || ops.len() == 3 && !nodes.int(ops.op(2)).is_some_and(Int::is_zero) {
            break false;
        }
        match ops.op(1).filter(|&parent| nodes.is_node(Some(parent))) {
            Some(parent) => at = parent,
            None => break false,
        }
    };
    tbaa.scalars.extend(path.into_iter().map(|node| (node, found)));
    found
}

/// Checks a type; returns the width of its offsets if it is valid.
fn base_type(
    nodes: Nodes<'_>,
    tbaa: &mut Tbaa,
    fail: &mut impl FnMut(&'static str, &[Option<Subject>]),
    node: MdId,
    ops: Operands<'_>,
    is_new: bool,
) -> Option<Width> {
    let this = [Some(Subject::Metadata(node))];
    if ops.len() == 2 {
        return is_scalar(nodes, tbaa, node).then_some(Width::Scalar);
    }
    if is_new {
        if !ops.len().is_multiple_of(3) {
            fail(MULTIPLE, &this);
            return None;
        }
        if nodes.int(ops.op(1)).is_none() {
            fail("Type size nodes must be constants!", &this);
            return None;
        }
    } else {
        if ops.len() % 2 != 1 {
            fail(ODD, &this);
            return None;
        }
        if nodes.string(ops.op(0)).is_none() {
            fail(NAME, &this);
            return None;
        }
    }
    let (first, step) = layout(is_new);
    let mut is_valid = true;
    let mut width: Option<u32> = None;
    let mut last: Option<u128> = None;
    for at in (first..ops.len()).step_by(step) {
        let mut wrong = |message| {
            fail(message, &this);
            is_valid = false;
        };
        if !nodes.is_node(ops.op(at)) {
            wrong("Incorrect field entry in struct type node!");
            continue;
        }
        let Some(offset) = nodes.int(ops.op(at + 1)) else {
            wrong("Offset entries must be constants!");
            continue;
        };
        if *width.get_or_insert(offset.width) != offset.width {
            wrong("Bitwidth between the offsets and struct type entries must match");
            continue;
        }
        if offset.bits < last {
            wrong("Offsets must be increasing!");
        }
        last = offset.bits;
        if is_new && nodes.int(ops.op(at + 2)).is_none() {
            wrong("Member size entries must be constants!");
        }
    }
    is_valid.then_some(width.map_or(Width::Any, Width::Bits))
}

/// The first field of a type, and how many operands a field has.
fn layout(is_new: bool) -> (usize, usize) {
    if is_new { (3, 3) } else { (1, 2) }
}

/// The type at an offset of a valid type, and the offset in it; an error if the offset is before the first field.
fn field(nodes: Nodes<'_>, ty: Operands<'_>, at: &mut u128, is_new: bool) -> Result<Option<MdId>, ()> {
    if ty.len() == 2 {
        return Ok(ty.op(1));
    }
    let (first, step) = layout(is_new);
    let offset = |field: usize| nodes.int(ty.op(first + field * step + 1)).and_then(|int| int.bits).unwrap_or(0);
    let count = ty.len().saturating_sub(first) / step;
    if count == 0 {
        return Ok(ty.op(0));
    }
    // The offsets do not decrease.
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if offset(middle) > *at { high = middle } else { low = middle + 1 }
    }
    let Some(field) = low.checked_sub(1) else { return Err(()) };
    *at -= offset(field);
    Ok(ty.op(first + field * step))
}
