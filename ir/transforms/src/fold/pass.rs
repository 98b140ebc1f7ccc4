//! Folds the constants of a module that a reader of bitcode made from records.
use super::arena::{Gep, Id, Node};
use super::later::Resolver;
use super::rules::Rule;
use super::{Folder, pair};
use crate::upgrade::{gone_constants, replace_constants};
use bctk_ir::constants::{ConstKind, ConstPool, Constant, InRange};
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;

/// Replaces the constants of `module` that `llvm` folds when it reads them.
pub(crate) fn fold(module: &mut Module, llvm: LlvmVersion) {
    if !llvm.sign_extended_integers() && module.types.iter().any(|(_, ty)| matches!(ty, Type::Int(65..))) {
        let types = &module.types;
        extend_with_zeros(types, &mut module.consts);
        module.bodies.par_iter_mut().balanced().for_each(|body| extend_with_zeros(types, &mut body.consts));
    }
    if Rule::WideNumbers.is_in(llvm) && module.types.iter().any(|(_, ty)| ty == Type::PpcFp128) {
        let types = &module.types;
        one_number_of_two(types, &mut module.consts);
        module.bodies.par_iter_mut().balanced().for_each(|body| one_number_of_two(types, &mut body.consts));
    }
    let shared = may_fold(&module.types, &module.consts, &module.consts, llvm);
    let types = &module.types;
    let of_module = &module.consts;
    let own: Vec<bool> = module.bodies.par_iter().balanced().map(|body| may_fold(types, of_module, &body.consts, llvm)).collect();
    if !shared && own.iter().all(|&own| !own) {
        return;
    }
    let gone = gone_constants(module, llvm);
    let mut types = std::mem::take(&mut module.types);
    let globals = std::mem::take(&mut module.globals);
    let layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout))).of_release(llvm);
    let mut folder = Folder::new(&mut types, &globals, llvm, layouts, Limits::default().expanded_elements);
    let mut pools = Pools {
        shared: std::mem::take(&mut module.consts),
        of_shared: Known::default(),
        own: None,
        of_own: Known::default(),
        in_order: HashMap::new(),
    };
    let of_module = pools.fold(&mut folder, &gone.0);
    let mut of_bodies = Vec::with_capacity(module.bodies.len());
    for (at, body) in module.bodies.iter_mut().enumerate() {
        let is_needed = own[at] || !of_module.is_empty() && body.consts.consts.iter().any(|constant| has_operands(constant.kind));
        if !is_needed {
            of_bodies.push(Vec::new());
            continue;
        }
        folder.in_module = false;
        pools.own = Some(std::mem::take(&mut body.consts));
        pools.of_own = Known::default();
        of_bodies.push(pools.fold(&mut folder, gone.1.get(at).map_or(&[], |gone| gone)));
        body.consts = pools.own.take().unwrap_or_default();
        pools.in_order.clear();
    }
    module.consts = pools.shared;
    module.types = types;
    module.globals = globals;
    replace_constants(module, &of_module, &of_bodies);
}

/// The records of negative integers in types of more than 64 bits are those of positive ones.
fn extend_with_zeros(types: &TypeTable, pool: &mut ConstPool) {
    for constant in &mut pool.consts {
        if let ConstKind::Int(number @ ..0) = constant.kind
            && matches!(types.get(types.scalar(constant.ty)), Type::Int(65..))
        {
            constant.kind = ConstKind::WideInt { start: pool.words.len() as u32, len: 1 };
            pool.words.push(number as u64);
        }
    }
}

/// Each `ppc_fp128` is read as one number; what its two numbers say beyond that is lost.
fn one_number_of_two(types: &TypeTable, pool: &mut ConstPool) {
    for constant in &mut pool.consts {
        let ConstKind::WideFloat { start } = constant.kind else { continue };
        let words = pool.words.get_mut(start as usize..start as usize + 2);
        if let Some([high, low]) = words
            && types.get(types.scalar(constant.ty)) == Type::PpcFp128
        {
            let bits = pair::normal(u128::from(*high) | u128::from(*low) << 64);
            (*high, *low) = (bits as u64, (bits >> 64) as u64);
            if bits == 0 {
                constant.kind = ConstKind::Null;
            }
        }
    }
}

fn has_operands(kind: ConstKind) -> bool {
    kind.is_expression() || matches!(kind, ConstKind::Aggregate(_) | ConstKind::PtrAuth(_))
}

/// Whether a pool has an expression that may be folded. What releases have always written as it is must be passed fast.
fn may_fold(types: &TypeTable, shared: &ConstPool, pool: &ConstPool, llvm: LlvmVersion) -> bool {
    let of = |value: Value| match value.kind() {
        ValueKind::Const(at) => shared.get(at).map(|constant| constant.kind),
        ValueKind::LocalConst(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let typed = types.has_typed_pointers();
    let is_number = |kind: Option<ConstKind>| {
        use ConstKind::{Aggregate, Data, Float, Int, Null, Poison, Undef, WideFloat, WideInt};
        matches!(kind, Some(Null | Undef | Poison | Int(_) | WideInt { .. } | Float(_) | WideFloat { .. } | Data(_) | Aggregate(_)))
    };
    let one = |constant: &Constant| match constant.kind {
        ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } if !matches!(types.get(constant.ty), Type::Vector { .. } | Type::Int(1)) => {
            is_number(of(lhs)) || is_number(of(rhs))
        }
        ConstKind::Bin { op: BinOp::Add, lhs, rhs, .. } if matches!(types.get(constant.ty), Type::Int(2..)) => {
            let (left, right) = (of(lhs), of(rhs));
            let is_sum = matches!(left, Some(ConstKind::Bin { .. }));
            is_sum || !matches!(left, Some(ConstKind::Cast { .. })) || !matches!(right, Some(ConstKind::Int(_) | ConstKind::Cast { .. }))
        }
        ConstKind::Cast { op: CastOp::AddrSpaceCast, .. } if typed => true,
        ConstKind::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::AddrSpaceCast, value, .. } => {
            let inner = of(value);
            is_number(inner)
                || matches!(inner, Some(ConstKind::Cast { .. } | ConstKind::Gep { .. }) if typed)
                || matches!(inner, Some(ConstKind::Cast { .. }))
        }
        ConstKind::Cast { op: CastOp::IntToPtr, value, .. } => {
            !matches!(of(value), Some(ConstKind::Int(_) | ConstKind::Bin { .. })) || matches!(types.get(constant.ty), Type::Vector { .. })
        }
        ConstKind::Cast { op: CastOp::Trunc, value, .. } => !matches!(of(value), Some(ConstKind::Bin { op: BinOp::Sub, .. })),
        ConstKind::Gep { flags, source, ops, .. } => {
            let Some(base) = pool.values(ops).next().map(of) else { return true };
            let indices = || pool.values(ops).skip(1).map(|index| index_of(of(index)));
            let all_zero = indices().all(|index| index == Some(0));
            if matches!(types.get(constant.ty), Type::Vector { .. }) || all_zero || is_number(base) {
                return true;
            }
            let is_normal = flags.contains(GepNoWrapFlags::INBOUNDS) && base.is_none() && stays_within(types, source, indices());
            !llvm.in_range_bounds() && !is_normal
        }
        ConstKind::Aggregate(parts) => {
            // Of parts that make it one constant.
            let is_plain = |part| matches!(of(part), Some(ConstKind::Undef | ConstKind::Poison));
            let mut parts = pool.values(parts);
            parts.next().is_some_and(is_plain) && parts.all(is_plain)
        }
        kind => kind.is_expression(),
    };
    pool.consts.iter().any(one)
}

/// An index of a `getelementptr`, if it is a number; an undefined one counts as zero.
fn index_of(kind: Option<ConstKind>) -> Option<i64> {
    match kind {
        Some(ConstKind::Null | ConstKind::Undef | ConstKind::Poison) => Some(0),
        Some(ConstKind::Int(number)) => Some(number),
        _ => None,
    }
}

/// Whether all indices but the first are within their arrays.
fn stays_within(types: &TypeTable, source: TypeId, indices: impl Iterator<Item = Option<i64>>) -> bool {
    let mut at = Some(source);
    indices.skip(1).all(|index| {
        let (Some(holder), Some(index)) = (at, index.and_then(|index| u64::try_from(index).ok())) else { return false };
        let is_within = !matches!(types.get(holder), Type::Array { len, .. } if index >= len && len != 0);
        at = match types.get(holder) {
            Type::Array { elem, .. } => Some(elem),
            _ => types.member(holder, index),
        };
        is_within
    })
}

/// What the constants of a pool are.
#[derive(Default)]
struct Known {
    /// What each is, and whether that is something else than what the pool has.
    ids: Vec<Option<(Id, bool)>>,
    /// The values that have this form.
    origins: HashMap<Id, Value>,
}

/// The module's pool, and the pool of the body that is being folded.
struct Pools {
    shared: ConstPool,
    of_shared: Known,
    own: Option<ConstPool>,
    of_own: Known,
    /// What constants were folded to as they were read.
    in_order: HashMap<Value, Id>,
}

impl Pools {
    /// The replacement of each constant of the body's pool, or without a body of the module's; empty if there is none. Those that are `gone`
    /// become instructions.
    fn fold(&mut self, folder: &mut Folder<'_>, gone: &[bool]) -> Vec<Option<Value>> {
        let (count, of): (usize, fn(u32) -> Value) = match &self.own {
            Some(pool) => (pool.consts.len(), Value::local_const),
            None => (self.shared.consts.len(), Value::constant),
        };
        if folder.reads_in_order() {
            self.read_in_order(folder, count, of);
        }
        let mut replaced: Vec<Option<Value>> = Vec::new();
        for at in 0..count {
            let value = of(at as u32);
            let Some((_, constant)) = self.constant(value) else { continue };
            if !has_operands(constant.kind) || gone.get(at) == Some(&true) {
                continue;
            }
            if let Some((id, true)) = self.import(folder, value)
                && let Some(new) = self.export(folder, id)
            {
                replaced.resize(count, None);
                replaced[at] = Some(new);
            }
        }
        replaced
    }

    fn constant(&self, value: Value) -> Option<(&ConstPool, Constant)> {
        let (pool, at) = match value.kind() {
            ValueKind::Const(at) => (&self.shared, at),
            ValueKind::LocalConst(at) => (self.own.as_ref()?, at),
            _ => return None,
        };
        Some((pool, pool.get(at)?))
    }

    /// What a value is, if that is known.
    fn known(&self, folder: &mut Folder<'_>, value: Value) -> Option<(Id, bool)> {
        match value.kind() {
            ValueKind::Global(id) => {
                let ty = folder.canonical(folder.global(id)?.ptr_type);
                Some((folder.intern(ty, Node::Global(id)), false))
            }
            ValueKind::Const(at) => self.of_shared.ids.get(at as usize).copied().flatten(),
            ValueKind::LocalConst(at) => self.of_own.ids.get(at as usize).copied().flatten(),
            _ => None,
        }
    }

    fn note(&mut self, value: Value, id: Id, is_changed: bool) {
        let (known, at) = match value.kind() {
            ValueKind::Const(at) => (&mut self.of_shared, at as usize),
            ValueKind::LocalConst(at) => (&mut self.of_own, at as usize),
            _ => return,
        };
        if known.ids.len() <= at {
            known.ids.resize(at + 1, None);
        }
        known.ids[at] = Some((id, is_changed));
        if !is_changed {
            known.origins.entry(id).or_insert(value);
        }
    }

    /// What a value is with everything folded, and whether that is something else. None for a constant that contains itself, as only damaged
    /// files have, and for one of a kind that no operand is of.
    fn import(&mut self, folder: &mut Folder<'_>, value: Value) -> Option<(Id, bool)> {
        // Operands first, with a stack: constants nest as deep as an input likes.
        let mut open = vec![(value, false)];
        let mut active: HashSet<Value> = HashSet::new();
        while let Some((value, is_ready)) = open.pop() {
            if self.known(folder, value).is_some() {
                continue;
            }
            if is_ready {
                let (pool, Constant { ty, kind }) = self.constant(value)?;
                let (id, is_changed) = self.made(folder, pool, ty, kind, self.in_order.get(&value).copied())?;
                self.note(value, id, is_changed);
                continue;
            }
            if !active.insert(value) {
                return None;
            }
            let (pool, constant) = self.constant(value)?;
            open.push((value, true));
            pool.operands(constant.kind, |op| open.push((op, false)));
        }
        self.known(folder, value)
    }

    /// The constant, folded, and whether it is another one then; `in_order` is what it was folded to as it was read.
    fn made(&self, folder: &mut Folder<'_>, pool: &ConstPool, ty: TypeId, kind: ConstKind, in_order: Option<Id>) -> Option<(Id, bool)> {
        let mut is_changed = false;
        pool.operands(kind, |op| is_changed |= self.known(folder, op).is_some_and(|(_, is_changed)| is_changed));
        let ty = folder.canonical(ty);
        let node = self.node(folder, pool, ty, kind)?;
        let plain = folder.intern(ty, node.clone());
        let folded = match kind {
            // Data stays as it is.
            _ if !has_operands(kind) => plain,
            _ => in_order.unwrap_or_else(|| folder.make(ty, node)),
        };
        Some((folded, is_changed || folded != plain))
    }

    fn node(&self, folder: &mut Folder<'_>, pool: &ConstPool, ty: TypeId, kind: ConstKind) -> Option<Node> {
        self.node_of(folder, pool, ty, kind, &|folder, value| Some(self.known(folder, value)?.0))
    }

    /// A constant of these operands.
    fn node_of(
        &self,
        folder: &mut Folder<'_>,
        pool: &ConstPool,
        ty: TypeId,
        kind: ConstKind,
        find: &impl Fn(&mut Folder<'_>, Value) -> Option<Id>,
    ) -> Option<Node> {
        let list = |list| -> Vec<Value> { pool.values(list).collect() };
        if let ConstKind::Gep { flags, source, ops, in_range } = kind {
            let ops = list(ops).into_iter().map(|op| find(folder, op)).collect::<Option<Vec<Id>>>()?;
            let (base, indices) = ops.split_first()?;
            // Later readers drop the one before an index.
            let is_kept = |range: &&InRange| !(folder.llvm.in_range_bounds() && matches!(range, InRange::Index(_)));
            let in_range = pool.in_range(in_range).filter(is_kept).map(Into::into);
            return Some(Node::Gep(Gep { flags, source: folder.canonical(source), base: *base, indices: indices.to_vec(), in_range }));
        }
        if !has_operands(kind) && !matches!(kind, ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_)) {
            return folder.leaf_node(ty, kind, pool);
        }
        let mut of = |value: Value| find(folder, value);
        let three = |ops| match list(ops)[..] {
            [a, b, c] => Some((a, b, c)),
            _ => None,
        };
        Some(match kind {
            ConstKind::Bin { op, flags, lhs, rhs } => Node::Bin(op, flags, of(lhs)?, of(rhs)?),
            ConstKind::FNeg(value) => Node::FNeg(of(value)?),
            ConstKind::Cast { op, flags, value } => Node::Cast(op, flags, of(value)?),
            ConstKind::Select(ops) => {
                let (condition, a, b) = three(ops)?;
                Node::Select(of(condition)?, of(a)?, of(b)?)
            }
            ConstKind::ExtractElement(vector, index) => Node::Extract(of(vector)?, of(index)?),
            ConstKind::InsertElement(ops) => {
                let (vector, element, index) = three(ops)?;
                Node::Insert(of(vector)?, of(element)?, of(index)?)
            }
            ConstKind::ShuffleVector(ops) => {
                let (a, b, mask) = three(ops)?;
                Node::Shuffle(of(a)?, of(b)?, of(mask)?)
            }
            ConstKind::ICmp(pred, lhs, rhs) => Node::ICmp(pred, of(lhs)?, of(rhs)?),
            ConstKind::FCmp(pred, lhs, rhs) => Node::FCmp(pred, of(lhs)?, of(rhs)?),
            ConstKind::Aggregate(ops) => Node::Aggregate(list(ops).into_iter().map(of).collect::<Option<_>>()?),
            ConstKind::PtrAuth(ops) => Node::PtrAuth(list(ops).into_iter().map(of).collect::<Option<_>>()?),
            ConstKind::DsoLocalEquivalent(value) => Node::DsoLocalEquivalent(of(value)?),
            ConstKind::NoCfi(value) => Node::NoCfi(of(value)?),
            _ => return None,
        })
    }

    /// Folds the constants of the pool as they are read: one that comes later is not known yet, and takes its place at the end.
    fn read_in_order(&mut self, folder: &mut Folder<'_>, count: usize, of: fn(u32) -> Value) {
        let later: Vec<Option<Id>> = (0..count as u32)
            .map(|at| {
                let (_, constant) = self.constant(of(at))?;
                let ty = folder.canonical(constant.ty);
                Some(folder.intern(ty, Node::Later(at)))
            })
            .collect();
        let mut read = later.clone();
        // Some are made at the end of the block.
        let turn = |kind: ConstKind| match kind {
            ConstKind::ShuffleVector(_) if folder.has(Rule::LateShuffles) => 1,
            ConstKind::Select(_) if folder.has(Rule::LateSelects) => 2,
            _ => 0,
        };
        let turns: Vec<u8> = (0..count as u32).map(|at| self.constant(of(at)).map_or(0, |(_, constant)| turn(constant.kind))).collect();
        let is_own = self.own.is_some();
        // What is the module's has been read before.
        let mut others = Vec::new();
        for at in 0..count as u32 {
            if let Some((pool, constant)) = self.constant(of(at)) {
                pool.operands(constant.kind, |op| others.extend((is_own && matches!(op.kind(), ValueKind::Const(_))).then_some(op)));
            }
        }
        for value in others {
            self.import(folder, value);
        }
        // The constants that are referred to before their record, in the order in which that happens.
        let order: RefCell<(Vec<u32>, HashSet<u32>)> = RefCell::default();
        let refer = |at: u32| {
            let (order, seen) = &mut *order.borrow_mut();
            if seen.insert(at) {
                order.push(at);
            }
        };
        // The record of a shuffle whose result has another type than its operands makes no placeholder.
        let is_resized = |at: u32| {
            let Some((pool, Constant { ty, kind: ConstKind::ShuffleVector(ops) })) = self.constant(of(at)) else { return false };
            let operand = pool.values(ops).next().and_then(|value| self.constant(value));
            operand.is_some_and(|(_, operand)| operand.ty != ty)
        };
        for (at, turn) in (0..3).flat_map(|turn| (0..count).map(move |at| (at, turn))) {
            if turns[at] != turn {
                if turn == 0 && !is_resized(at as u32) {
                    refer(at as u32);
                }
                continue;
            }
            let find = |folder: &mut Folder<'_>, value: Value| match value.kind() {
                ValueKind::LocalConst(index) | ValueKind::Const(index) if is_own == matches!(value.kind(), ValueKind::LocalConst(_)) => {
                    let id = read.get(index as usize).copied().flatten()?;
                    if matches!(*folder.node(id), Node::Later(own) if own == index) {
                        refer(index);
                    }
                    Some(id)
                }
                _ => Some(self.known(folder, value)?.0),
            };
            let made = self.constant(of(at as u32)).and_then(|(pool, Constant { ty, kind })| {
                let ty = folder.canonical(ty);
                let node = self.node_of(folder, pool, ty, kind, &find)?;
                Some(if has_operands(kind) { folder.make(ty, node) } else { folder.intern(ty, node) })
            });
            read[at] = made;
        }
        let mut resolver = Resolver::new(folder, &read);
        let order = order.into_inner().0;
        for later in order.iter().rev().filter_map(|&at| later[at as usize]) {
            resolver.place(folder, later);
        }
        let folds = !resolver.is_complete();
        let mut known: HashMap<Id, Id> = HashMap::new();
        for (at, id) in read.iter().enumerate() {
            let Some(id) = id.and_then(|id| resolver.settled(folder, &mut known, id, folds)) else { continue };
            self.in_order.insert(of(at as u32), id);
        }
    }

    /// A value for what a constant is folded to.
    fn export(&mut self, folder: &mut Folder<'_>, wanted: Id) -> Option<Value> {
        let mut open = vec![(wanted, false)];
        while let Some((id, is_ready)) = open.pop() {
            if self.origin(id).is_some() {
                continue;
            }
            let node = folder.node(id);
            if !is_ready {
                open.push((id, true));
                node.operands(|op| open.push((op, false)));
                continue;
            }
            let value = match *node {
                Node::Global(global) => Value::global(global),
                _ => {
                    let mut pool = match &mut self.own {
                        Some(pool) => std::mem::take(pool),
                        None => std::mem::take(&mut self.shared),
                    };
                    let ty = folder.ty(id);
                    let kind = folder.exported(&mut pool, ty, &node, |id| self.origin(id));
                    let at = kind.map(|kind| pool.push(ty, kind));
                    match &mut self.own {
                        Some(own) => *own = pool,
                        None => self.shared = pool,
                    }
                    if self.own.is_some() { Value::local_const(at?) } else { Value::constant(at?) }
                }
            };
            let known = if self.own.is_some() { &mut self.of_own } else { &mut self.of_shared };
            known.origins.insert(id, value);
        }
        self.origin(wanted)
    }

    fn origin(&self, id: Id) -> Option<Value> {
        self.of_own.origins.get(&id).or_else(|| self.of_shared.origins.get(&id)).copied()
    }
}
