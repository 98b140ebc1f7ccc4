//! The constants of a module and of one of its bodies as the folder has them, and back.
use super::Folder;
use super::arena::{Gep, Id, Node};
use super::later::Resolver;
use super::rules::Rule;
use bctk_ir::constants::{ConstKind, ConstPool, Constant, InRange};
use bctk_ir::entity::TypeId;
use bctk_ir::rare::Rare;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;

pub(super) fn has_operands(kind: ConstKind) -> bool {
    kind.is_expression() || matches!(kind, ConstKind::Aggregate(_) | ConstKind::PtrAuth(_))
}

/// What the constants of a pool are.
#[derive(Default)]
struct Known {
    /// What each is, and whether that is something else than what the pool has.
    ids: HashMap<u32, (Id, bool)>,
    /// The values that have this form.
    origins: HashMap<Id, Value>,
}

/// The module's pool, and the pool of the body that is being folded.
pub(super) struct Pools {
    pub(super) shared: ConstPool,
    of_shared: Known,
    own: Option<Rare<ConstPool>>,
    of_own: Known,
    /// What constants were folded to as they were read.
    in_order: HashMap<Value, Id>,
}

impl Pools {
    pub(super) fn new(shared: ConstPool, own: Option<Rare<ConstPool>>) -> Pools {
        Pools { shared, of_shared: Known::default(), own, of_own: Known::default(), in_order: HashMap::new() }
    }

    /// Goes on with the constants of a body.
    pub(super) fn open(&mut self, own: Rare<ConstPool>) {
        self.own = Some(own);
        self.of_own = Known::default();
    }

    /// Gives back the constants of the body.
    pub(super) fn close(&mut self) -> Rare<ConstPool> {
        self.of_own = Known::default();
        self.in_order.clear();
        self.own.take().unwrap_or_default()
    }

    /// The replacement of each constant of the body's pool, or without a body of the module's; empty if there is none. Those that are `gone`
    /// become instructions.
    pub(super) fn fold(&mut self, folder: &mut Folder<'_>, gone: &[bool]) -> Vec<Option<Value>> {
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
            ValueKind::LocalConst(at) => (&**self.own.as_ref()?, at),
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
            ValueKind::Const(at) => self.of_shared.ids.get(&at).copied(),
            ValueKind::LocalConst(at) => self.of_own.ids.get(&at).copied(),
            _ => None,
        }
    }

    fn note(&mut self, value: Value, id: Id, is_changed: bool) {
        let (known, at) = match value.kind() {
            ValueKind::Const(at) => (&mut self.of_shared, at),
            ValueKind::LocalConst(at) => (&mut self.of_own, at),
            _ => return,
        };
        known.ids.insert(at, (id, is_changed));
        if !is_changed {
            known.origins.entry(id).or_insert(value);
        }
    }

    /// What a value is with everything folded, and whether that is something else. None for a constant that contains itself, as only damaged
    /// files have, and for one of a kind that no operand is of.
    pub(super) fn import(&mut self, folder: &mut Folder<'_>, value: Value) -> Option<(Id, bool)> {
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
    pub(super) fn export(&mut self, folder: &mut Folder<'_>, wanted: Id) -> Option<Value> {
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
                        Some(pool) => std::mem::take(&mut **pool),
                        None => std::mem::take(&mut self.shared),
                    };
                    let ty = folder.ty(id);
                    let kind = folder.exported(&mut pool, ty, &node, |id| self.origin(id));
                    let at = kind.map(|kind| pool.push(ty, kind));
                    match &mut self.own {
                        Some(own) => **own = pool,
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
