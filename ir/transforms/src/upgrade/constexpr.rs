//! Turns removed constant expressions into instructions, as the bitcode reader does (LLVM 15 to 22, `BitcodeReader::materializeValue`).
//!
//! Each use gets its own instructions, placed before the user; for a `phi`, in a new block on the edge. In metadata, such a constant
//! becomes `poison` (`undef` until LLVM 20). Initializers of global values keep theirs, because LLVM cannot represent them either.
use bctk_edit::globals::renumber_addresses;
use bctk_edit::instructions::{NO_LOCAL, local_of, new_local, result_of};
use bctk_edit::intern::{constant, int};
use bctk_edit::locals::order_locals;
use bctk_edit::names::Names;
use bctk_edit::values::map_body;
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::{BlockId, GlobalId, InstId, TypeId};
use bctk_ir::inst::{ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::opcodes::BinOp;
use bctk_ir::strings::LocalStr;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_ir::visit::{map_operands, operands};
use bctk_support::limits;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Replaces all constants that LLVM `version` does not support by instructions, where instructions are possible.
pub(super) fn expand(module: &mut Module, version: LlvmVersion) {
    let scalable = if version.constant_scalable_gep() { Vec::new() } else { scalable_types(&module.types) };
    let gone = |kind: ConstKind| is_gone(&scalable, kind, version);
    let shared = unsupported(gone, &module.consts, None);
    let owners: HashMap<usize, GlobalId> = module.functions().filter_map(|(id, _, function)| Some((function.body? as usize, id))).collect();
    let mut moved: HashMap<GlobalId, Vec<BlockId>> = HashMap::new();
    let size: usize = module.bodies.iter().map(|body| body.insts.len() + body.consts.consts.len()).sum();
    let most = limits::EXPANDED_INSTRUCTIONS + limits::EXPANDED_PER_PART * (size + module.consts.consts.len());
    let lost = if version.poison_for_lost_constants() { ConstKind::Poison } else { ConstKind::Undef };
    let mut made = Made { most, ..Made::default() };
    let of_body = |body: &Body| unsupported(gone, &body.consts, Some(&shared));
    let owns: Vec<Vec<bool>> = module.bodies.par_iter().balanced().map(of_body).collect();
    for (index, own) in owns.into_iter().enumerate() {
        if shared.is_empty() && own.is_empty() {
            continue;
        }
        let (first, end) = module.bodies[index].metadata;
        forget_in_metadata(module, (lost, &mut made.lost), first..end, &own, |value| match value.kind() {
            ValueKind::LocalConst(at) => Some(at),
            _ => None,
        });
        let body = std::mem::take(&mut module.bodies[index]);
        let mut work = Work {
            module,
            shared: &shared,
            own: &own,
            body,
            names: Names::default(),
            added: Vec::new(),
            edges: HashMap::new(),
            made: &mut made,
            inserts_elements: version.inserted_elements(),
        };
        let blocks = work.expand();
        module.bodies[index] = work.body;
        order_locals(module, index);
        if let (Some(blocks), Some(&owner)) = (blocks, owners.get(&index)) {
            moved.insert(owner, blocks);
        }
    }
    let items = module.metadata.items.len() as u32;
    forget_in_metadata(module, (lost, &mut made.lost), 0..items, &shared, |value| match value.kind() {
        ValueKind::Const(at) => Some(at),
        _ => None,
    });
    if !moved.is_empty() {
        renumber_addresses(module, &moved);
    }
}

/// The constants of the module and of each body that LLVM `version` does not support; a list without any is empty.
pub(crate) fn gone_constants(module: &Module, version: LlvmVersion) -> (Vec<bool>, Vec<Vec<bool>>) {
    let scalable = if version.constant_scalable_gep() { Vec::new() } else { scalable_types(&module.types) };
    let gone = |kind: ConstKind| is_gone(&scalable, kind, version);
    let shared = unsupported(gone, &module.consts, None);
    let of_body = |body: &Body| unsupported(gone, &body.consts, Some(&shared));
    let own = module.bodies.par_iter().balanced().map(of_body).collect();
    (shared, own)
}

/// The constants of a pool that the release does not support, directly or in an operand; empty if there is none. `shared` holds the module's if
/// the pool is that of a body; `scalable` holds the types that contain scalable vectors.
fn unsupported(gone: impl Fn(ConstKind) -> bool, pool: &ConstPool, shared: Option<&[bool]>) -> Vec<bool> {
    let of_module =
        |value: Value| matches!(value.kind(), ValueKind::Const(at) if shared.and_then(|shared| shared.get(at as usize)) == Some(&true));
    let mut open: Vec<u32> = Vec::new();
    for (at, constant) in (0..).zip(&pool.consts) {
        let mut is_gone = gone(constant.kind);
        if shared.is_some_and(|shared| !shared.is_empty()) {
            pool.operands(constant.kind, |value| is_gone |= of_module(value));
        }
        if is_gone {
            open.push(at);
        }
    }
    if open.is_empty() {
        return Vec::new();
    }
    let within = |value: Value| match (value.kind(), shared) {
        (ValueKind::Const(at), None) | (ValueKind::LocalConst(at), Some(_)) => Some(at as usize),
        _ => None,
    };
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); pool.consts.len()];
    for (user, constant) in (0..).zip(&pool.consts) {
        pool.operands(constant.kind, |value| {
            if let Some(users) = within(value).and_then(|at| users.get_mut(at)) {
                users.push(user);
            }
        });
    }
    let mut found = vec![false; pool.consts.len()];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut found[at as usize], true) {
            open.extend(&users[at as usize]);
        }
    }
    found
}

/// Whether `version` has no such expression (`ConstantExpr::isSupportedBinOp` and the like).
fn is_gone(scalable: &[bool], kind: ConstKind, version: LlvmVersion) -> bool {
    let is_known = match kind {
        ConstKind::FNeg(_) => version.constant_fneg(),
        ConstKind::Select(_) => version.constant_select(),
        ConstKind::ICmp(..) | ConstKind::FCmp(..) => version.constant_compare(),
        ConstKind::Bin { op: BinOp::Add | BinOp::Sub | BinOp::Xor, .. } => true,
        ConstKind::Bin { op: BinOp::Mul, .. } => version.constant_mul(),
        ConstKind::Bin { op: BinOp::Shl, .. } => version.constant_shl(),
        ConstKind::Bin { op: BinOp::And | BinOp::Or | BinOp::LShr | BinOp::AShr, .. } => version.constant_bits(),
        ConstKind::Bin { .. } => version.constant_division(),
        ConstKind::Cast { op, .. } if op.converts() => version.constant_conversion(),
        ConstKind::Gep { source, .. } if scalable.get(source.index()) == Some(&true) => false,
        _ => true,
    };
    !is_known
}

/// The types that are or contain scalable vectors (`Type::isScalableTy`), by id; empty if none is. Each type is visited once.
fn scalable_types(types: &TypeTable) -> Vec<bool> {
    let mut open: Vec<TypeId> =
        types.iter().filter(|(_, ty)| matches!(ty, Type::Vector { scalable: true, .. })).map(|(id, _)| id).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let mut holders: Vec<Vec<TypeId>> = vec![Vec::new(); types.len()];
    for (id, ty) in types.iter() {
        let mut hold = |part: TypeId| {
            if let Some(holders) = holders.get_mut(part.index()) {
                holders.push(id);
            }
        };
        match ty {
            Type::Array { elem, .. } => hold(elem),
            Type::Struct { fields, .. } => types.list(fields).iter().for_each(hold),
            _ => {}
        }
    }
    let mut found = vec![false; types.len()];
    while let Some(id) = open.pop() {
        if let Some(found) = found.get_mut(id.index())
            && !std::mem::replace(found, true)
        {
            open.extend(&holders[id.index()]);
        }
    }
    found
}

/// In metadata, such constants become `lost`, made once for each type; `index` gives the index in `gone` of a value.
fn forget_in_metadata(
    module: &mut Module,
    (lost, made): (ConstKind, &mut HashMap<TypeId, Value>),
    items: Range<u32>,
    gone: &[bool],
    index: impl Fn(Value) -> Option<u32>,
) {
    if gone.is_empty() {
        return;
    }
    for at in items {
        if let Some(&Metadata::Value { ty, value }) = module.metadata.items.get(at as usize)
            && index(value).is_some_and(|index| gone.get(index as usize) == Some(&true))
        {
            let value = *made.entry(ty).or_insert_with(|| constant(module, ty, lost));
            module.metadata.items[at as usize] = Metadata::Value { ty, value };
        }
    }
}

/// A block on an edge, for the instructions that a `phi` in the successor needs.
struct Edge {
    from: BlockId,
    to: BlockId,
    name: Vec<u8>,
    insts: Vec<(Inst, u32)>,
}

/// What was made in the module.
#[derive(Default)]
struct Made {
    /// How many instructions.
    insts: usize,
    /// How many there may be.
    most: usize,
    /// Indices of elements.
    indices: HashMap<u32, Value>,
    /// `poison` by type.
    poison: HashMap<TypeId, Value>,
    /// What takes the place of constants in metadata, by type.
    lost: HashMap<TypeId, Value>,
}

/// The work on one body.
struct Work<'w> {
    module: &'w mut Module,
    shared: &'w [bool],
    own: &'w [bool],
    body: Body,
    names: Names,
    /// The new blocks, and the index of each by successor and predecessor.
    added: Vec<Edge>,
    edges: HashMap<(BlockId, BlockId), usize>,
    made: &'w mut Made,
    /// Whether all aggregates are put together by `insertelement`.
    inserts_elements: bool,
}

impl Work<'_> {
    /// Expands the constants of all instructions. Returns the new numbers of blocks, if there are any.
    fn expand(&mut self) -> Option<Vec<BlockId>> {
        let body = &self.body;
        let uses = |inst: &Inst| {
            let mut uses = false;
            operands(inst, body, |_, value| uses |= self.is_gone(value));
            uses
        };
        if !body.insts.iter().any(uses) {
            return None;
        }
        // Lists become those of one instruction each.
        map_body(&mut self.body, &|value| value);
        self.names = Names::of(&self.body);
        let mut before: HashMap<usize, Vec<(Inst, u32)>> = HashMap::new();
        // The name of the block for the next expression in a `phi`.
        let mut edge_name = None;
        for block in 0..self.body.blocks.len() {
            let BasicBlock { first, end } = self.body.blocks[block];
            for at in first.index()..end.index().min(self.body.insts.len()) {
                match self.body.insts[at] {
                    Inst::Phi { .. } => {
                        self.expand_phi(BlockId::new(block), at, &mut edge_name);
                        continue;
                    }
                    // Nothing may precede it.
                    Inst::LandingPad { .. } => continue,
                    _ => {}
                }
                let mut new = Vec::new();
                self.expand_operands(InstId::new(at), &mut new);
                if !new.is_empty() {
                    before.insert(at, new);
                }
            }
        }
        Some(self.assemble(before))
    }

    fn is_gone(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Const(at) => self.shared.get(at as usize) == Some(&true),
            ValueKind::LocalConst(at) => self.own.get(at as usize) == Some(&true),
            _ => false,
        }
    }

    /// Expands the operands of an instruction, in the order in which LLVM reads it.
    fn expand_operands(&mut self, id: InstId, new: &mut Vec<(Inst, u32)>) {
        let mut values = Vec::new();
        map_operands(
            &mut self.body,
            id,
            |value| {
                values.push(value);
                value
            },
            |block| block,
        );
        if !values.iter().any(|&value| self.is_gone(value)) {
            return;
        }
        let count = values.len();
        let order: Vec<usize> = match self.body.insts[id.index()] {
            Inst::Store { .. } => vec![1, 0],
            Inst::Select { .. } => vec![1, 2, 0],
            Inst::CatchPad { .. } | Inst::CleanupPad { .. } => std::iter::once(count - 1).chain(0..count - 1).collect(),
            // Inputs of bundles come first, then the callee and the arguments.
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
                let args = self.body.call(call).map_or(0, |call| self.body.lists.get(call.args).len());
                (1 + args..count).chain(args..count.min(1 + args)).chain(0..args).collect()
            }
            _ => (0..count).collect(),
        };
        for at in order {
            if let Some(value) = values.get_mut(at) {
                *value = self.value(*value, new);
            }
        }
        let mut values = values.into_iter();
        map_operands(&mut self.body, id, |value| values.next().unwrap_or(value), |block| block);
    }

    fn expand_phi(&mut self, to: BlockId, at: usize, edge_name: &mut Option<Vec<u8>>) {
        let Inst::Phi { fmf, incoming } = self.body.insts[at] else { return };
        let old = self.body.lists.get(incoming).to_vec();
        let mut pairs: Vec<(Value, BlockId)> = Vec::with_capacity(old.len());
        let mut seen: HashMap<u32, Value> = HashMap::new();
        for (old, from) in old {
            let there = self.edges.get(&(to, from)).copied();
            if let Some(&value) = seen.get(&from.0) {
                // One new block replaces all edges between the two.
                if there.is_none() {
                    pairs.push((value, from));
                }
                continue;
            }
            if there.is_none() && edge_name.is_none() {
                *edge_name = Some(self.names.unused(b"phi.constexpr"));
            }
            let mut insts = there.map(|edge| std::mem::take(&mut self.added[edge].insts)).unwrap_or_default();
            let value = self.value(old, &mut insts);
            pairs.push((value, from));
            seen.insert(from.0, value);
            match there {
                Some(edge) => self.added[edge].insts = insts,
                None if insts.is_empty() => {}
                None => {
                    self.edges.insert((to, from), self.added.len());
                    self.added.push(Edge { from, to, name: edge_name.take().unwrap_or_default(), insts });
                }
            }
        }
        let incoming = self.body.lists.push(&pairs);
        self.body.insts[at] = Inst::Phi { fmf, incoming };
    }

    /// The result of the instructions for a constant, which are appended; the value itself if nothing can be expanded.
    fn value(&mut self, wanted: Value, new: &mut Vec<(Inst, u32)>) -> Value {
        if !self.is_gone(wanted) {
            return wanted;
        }
        let mut known: HashMap<u32, Value> = HashMap::new();
        let mut begun: HashSet<u32> = HashSet::new();
        let mut open = vec![wanted];
        while let Some(&value) = open.last() {
            if known.contains_key(&value.raw()) {
                open.pop();
                continue;
            }
            let Some((constant, ops)) = self.constant(value).filter(|_| self.made.insts < self.made.most) else {
                return wanted;
            };
            let missing = ops.iter().rev().copied().filter(|op| self.is_gone(*op) && !known.contains_key(&op.raw()));
            let missing: Vec<Value> = missing.collect();
            if !missing.is_empty() {
                // A constant that contains itself, possible only in a damaged file, stays unchanged.
                if !begun.insert(value.raw()) {
                    return wanted;
                }
                open.extend(missing);
                continue;
            }
            let ops: Vec<Value> = ops.into_iter().map(|op| known.get(&op.raw()).copied().unwrap_or(op)).collect();
            let Some(made) = self.make(constant, &ops, new) else { return wanted };
            known.insert(value.raw(), made);
            open.pop();
        }
        known.get(&wanted.raw()).copied().unwrap_or(wanted)
    }

    /// A constant and what it consists of.
    fn constant(&self, value: Value) -> Option<(Constant, Vec<Value>)> {
        let (pool, at) = self.module.pool_of(Some(&self.body), value)?;
        let constant = pool.get(at)?;
        let mut ops = Vec::new();
        pool.operands(constant.kind, |value| ops.push(value));
        Some((constant, ops))
    }

    /// Creates the instruction for `constant` with the operands `ops`.
    fn make(&mut self, constant: Constant, ops: &[Value], new: &mut Vec<(Inst, u32)>) -> Option<Value> {
        let inst = match (constant.kind, ops) {
            (ConstKind::Cast { op, .. }, &[value]) => Inst::Cast { op, flags: OpFlags::NONE, value },
            (ConstKind::FNeg(_), &[value]) => Inst::FNeg { fmf: FastMathFlags::NONE, value },
            (ConstKind::Bin { op, flags, .. }, &[lhs, rhs]) => Inst::Bin { op, flags, lhs, rhs },
            (ConstKind::ICmp(pred, ..), &[lhs, rhs]) => Inst::ICmp { pred, flags: ArithFlags::NONE, lhs, rhs },
            (ConstKind::FCmp(pred, ..), &[lhs, rhs]) => Inst::FCmp { pred, fmf: FastMathFlags::NONE, lhs, rhs },
            (ConstKind::Select(_), &[cond, if_true, if_false]) => Inst::Select { fmf: FastMathFlags::NONE, cond, if_true, if_false },
            (ConstKind::ExtractElement(..), &[vector, index]) => Inst::ExtractElement { vector, index },
            (ConstKind::InsertElement(_), &[vector, element, index]) => Inst::InsertElement { vector, element, index },
            (ConstKind::ShuffleVector(_), &[lhs, rhs, mask]) => Inst::ShuffleVector { lhs, rhs, mask },
            (ConstKind::Gep { flags, source, .. }, _) => Inst::Gep { flags, source, ops: self.body.lists.push(ops) },
            (ConstKind::Aggregate(_), _) => return Some(self.make_aggregate(constant.ty, ops, new)),
            _ => return None,
        };
        Some(self.push(constant.ty, inst, "constexpr", new))
    }

    /// An aggregate is put together element by element.
    fn make_aggregate(&mut self, ty: TypeId, elements: &[Value], new: &mut Vec<(Inst, u32)>) -> Value {
        let is_vector = self.inserts_elements || matches!(self.module.types.get(ty), Type::Vector { .. });
        let module = &mut *self.module;
        let mut value = *self.made.poison.entry(ty).or_insert_with(|| constant(module, ty, ConstKind::Poison));
        for (at, &element) in (0..).zip(elements) {
            let inst = if is_vector {
                let module = &mut *self.module;
                let index = *self.made.indices.entry(at).or_insert_with(|| int(module, 32, u64::from(at)));
                Inst::InsertElement { vector: value, element, index }
            } else {
                Inst::InsertValue { aggregate: value, value: element, indices: self.body.lists.push(&[at]) }
            };
            value = self.push(ty, inst, "constexpr.ins", new);
        }
        value
    }

    fn push(&mut self, ty: TypeId, inst: Inst, name: &str, new: &mut Vec<(Inst, u32)>) -> Value {
        self.made.insts += 1;
        let name = self.names.unused(name.as_bytes());
        let local = new_local(&mut self.body, ty, &name);
        new.push((inst, local));
        Value::local(local)
    }

    /// Inserts the new instructions and blocks. Returns the new numbers of blocks.
    fn assemble(&mut self, mut before: HashMap<usize, Vec<(Inst, u32)>>) -> Vec<BlockId> {
        let body = &self.body;
        let old_preds: Vec<Vec<BlockId>> = (0..body.blocks.len()).map(|block| body.predecessors(BlockId::new(block)).to_vec()).collect();
        let mut of_block: HashMap<BlockId, Vec<usize>> = HashMap::new();
        for (at, edge) in self.added.iter().enumerate() {
            of_block.entry(edge.to).or_default().push(at);
        }
        let (numbers, edge_numbers) = self.renumber_blocks(&of_block);
        let number = |block: BlockId| numbers.get(block.index()).copied().unwrap_or(block);
        let body = &mut self.body;
        let insts = std::mem::take(&mut body.insts);
        let results = std::mem::take(&mut body.results);
        let debug_locs = std::mem::take(&mut body.debug_locs);
        // The new instructions are in no file.
        body.provenance.offsets.clear();
        let blocks = std::mem::take(&mut body.blocks);
        let block_names = std::mem::take(&mut body.block_names);
        let has_locs = !debug_locs.is_empty();
        let mut places = vec![InstId::new(insts.len()); insts.len() + 1];
        let mut preds: Vec<Vec<BlockId>> = Vec::new();
        let mut names: Vec<LocalStr> = Vec::new();
        let put = |body: &mut Body, inst: Inst, local: u32, loc: u32| {
            body.insts.push(inst);
            body.results.push(result_of(local));
            body.debug_locs.extend(has_locs.then_some(loc));
        };
        for (index, block) in blocks.iter().enumerate() {
            let mut own_preds: Vec<BlockId> = old_preds[index].iter().map(|&from| number(from)).collect();
            for &edge in of_block.get(&BlockId::new(index)).into_iter().flatten() {
                let number_of_edge = edge_numbers[edge];
                let edge = &mut self.added[edge];
                let first = InstId::new(body.insts.len());
                edge.insts.drain(..).for_each(|(inst, local)| put(body, inst, local, 0));
                put(body, Inst::Br(number(edge.to)), NO_LOCAL, 0);
                body.blocks.push(BasicBlock { first, end: InstId::new(body.insts.len()) });
                names.push(body.names.push(&edge.name));
                // The branch to the block is the latest use of it.
                let from = number(edge.from);
                let count = own_preds.iter().filter(|pred| **pred == from).count();
                own_preds.retain(|pred| *pred != from);
                own_preds.insert(0, number_of_edge);
                preds.push(vec![from; count]);
            }
            let first = InstId::new(body.insts.len());
            for at in block.first.index()..block.end.index().min(insts.len()) {
                before.remove(&at).into_iter().flatten().for_each(|(inst, local)| put(body, inst, local, 0));
                places[at] = InstId::new(body.insts.len());
                let (local, loc) = (local_of(&results, at), debug_locs.get(at).copied().unwrap_or(0));
                put(body, insts[at], local, loc);
            }
            body.blocks.push(BasicBlock { first, end: InstId::new(body.insts.len()) });
            names.push(block_names.get(index).copied().unwrap_or(LocalStr::EMPTY));
            preds.push(own_preds);
        }
        if let Some(end) = places.last_mut() {
            *end = InstId::new(body.insts.len());
        }
        if !self.added.is_empty() || !block_names.is_empty() {
            body.block_names = names;
        }
        settle(body, &places, &preds, number);
        numbers
    }

    /// Gives blocks the numbers that they have with the new blocks between them. Returns these, and those of the new blocks.
    fn renumber_blocks(&mut self, of_block: &HashMap<BlockId, Vec<usize>>) -> (Vec<BlockId>, Vec<BlockId>) {
        let body = &mut self.body;
        let (mut numbers, mut edge_numbers) = (Vec::new(), vec![BlockId(0); self.added.len()]);
        let mut next = 0;
        for block in 0..body.blocks.len() {
            for &edge in of_block.get(&BlockId::new(block)).into_iter().flatten() {
                edge_numbers[edge] = BlockId(next);
                next += 1;
            }
            numbers.push(BlockId(next));
            next += 1;
        }
        let number = |block: BlockId| numbers.get(block.index()).copied().unwrap_or(block);
        let edges: HashMap<(BlockId, BlockId), BlockId> =
            self.added.iter().zip(&edge_numbers).map(|(edge, &number)| ((edge.from, edge.to), number)).collect();
        for block in 0..body.blocks.len() {
            let (here, BasicBlock { first, end }) = (BlockId::new(block), body.blocks[block]);
            for at in first.index()..end.index().min(body.insts.len()) {
                let is_phi = matches!(body.insts[at], Inst::Phi { .. });
                let key = |other: BlockId| if is_phi { (other, here) } else { (here, other) };
                let new = |other: BlockId| edges.get(&key(other)).copied().unwrap_or_else(|| number(other));
                map_operands(body, InstId::new(at), |value| value, new);
            }
        }
        (numbers, edge_numbers)
    }
}

/// Corrects what refers to the instructions and blocks of a body by their old numbers.
fn settle(body: &mut Body, places: &[InstId], preds: &[Vec<BlockId>], number: impl Fn(BlockId) -> BlockId) {
    let place = |id: &mut InstId| *id = places.get(id.index()).copied().unwrap_or(*id);
    body.attachments.iter_mut().for_each(|(at, _)| place(at));
    body.dbg_records.iter_mut().for_each(|record| place(&mut record.before));
    body.provenance.late.iter_mut().for_each(|late| place(&mut late.inst));
    body.provenance.gone_names.iter_mut().for_each(|(at, _)| place(at));
    body.set_predecessors(preds.iter().map(|of_block| of_block.iter().copied()));
    body.provenance.names_order.clear();
    // Orders of constants count uses that are gone.
    body.provenance.use_orders.retain(|order| matches!(order.value.kind(), ValueKind::Local(_) | ValueKind::Block(_)));
    for order in &mut body.provenance.use_orders {
        if let ValueKind::Block(block) = order.value.kind() {
            order.value = Value::block(number(block));
        }
    }
}
