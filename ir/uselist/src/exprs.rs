//! Constants that have a list of uses, each once however many pools hold it: expressions, aggregates, inline assembly.
//!
//! Plain data has no such list in LLVM 22 (`Value::hasUseList`) and is left alone, which keeps this cheap where few constants are more.
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashTable};
use std::hash::{BuildHasher, Hasher};

/// What has a list of uses, or uses other values at module level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// Plain data, or nothing.
    Data,
    /// A global value, by index.
    Global(u32),
    /// An index in [`Exprs::list`].
    Expr(u32),
}

/// A constant with a list of uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expr {
    /// Its operands in [`Exprs::ops`].
    first: u32,
    len: u32,
    /// The block whose address it is.
    pub(super) address: Option<(GlobalId, BlockId)>,
    /// Whether it is `dso_local_equivalent`.
    pub(super) equivalent: bool,
    /// Its index among the module's constants, `u32::MAX` if it was only met in bodies.
    pub(super) in_module: u32,
    /// Body and index where it was met first, if that was in a body.
    pub(super) in_body: (u32, u32),
}

/// All constants with lists of uses that were met so far.
pub(super) struct Exprs<'m> {
    module: &'m Module,
    pub(super) list: Vec<Expr>,
    ops: Vec<Node>,
    index: HashTable<u32>,
    hasher: hashbrown::DefaultHashBuilder,
    /// Contents of each, and where they begin.
    keys: Vec<u64>,
    key_ends: Vec<usize>,
    /// Of the module's constants and those of the body at hand: index in the list, or one of the marks below.
    module_ids: Vec<u32>,
    body_ids: Vec<u32>,
    body: u32,
    key: Vec<u64>,
    /// Of one body, the index of each expression among its constants.
    named: (u32, HashMap<u32, u32>),
}

const UNKNOWN: u32 = u32::MAX;
const ACTIVE: u32 = u32::MAX - 1;
/// For no body, no index.
pub(super) const NONE: u32 = u32::MAX;

/// Whether a constant is plain data.
#[inline]
pub(super) fn is_data(kind: &ConstKind) -> bool {
    matches!(
        kind,
        ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Int(_)
            | ConstKind::WideInt { .. }
            | ConstKind::Float(_)
            | ConstKind::WideFloat { .. }
            | ConstKind::Data(_)
    )
}

impl<'m> Exprs<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Self {
            module,
            list: Vec::new(),
            ops: Vec::new(),
            index: HashTable::new(),
            hasher: hashbrown::DefaultHashBuilder::default(),
            keys: Vec::new(),
            key_ends: Vec::new(),
            module_ids: vec![UNKNOWN; module.consts.consts.len()],
            body_ids: Vec::new(),
            body: NONE,
            key: Vec::new(),
            named: (NONE, HashMap::new()),
        }
    }

    /// Body constants are those of `body` from here on.
    pub(super) fn enter_body(&mut self, body: u32) {
        if self.body != body {
            let count = self.module.bodies.get(body as usize).map_or(0, |b| b.consts.consts.len());
            self.body_ids.clear();
            self.body_ids.resize(count, UNKNOWN);
            self.body = body;
        }
    }

    /// Operands of an expression that are not plain data count; others keep their places.
    pub(super) fn operands(&self, expr: u32) -> &[Node] {
        self.list.get(expr as usize).and_then(|e| self.ops.get(e.first as usize..(e.first + e.len) as usize)).unwrap_or(&[])
    }

    fn pool(&self, value: Value) -> Option<(&'m ConstPool, u32)> {
        match value.kind() {
            ValueKind::Const(c) => Some((&self.module.consts, c)),
            ValueKind::LocalConst(c) => Some((&self.module.bodies.get(self.body as usize)?.consts, c)),
            _ => None,
        }
    }

    fn slot(&mut self, value: Value) -> Option<&mut u32> {
        match value.kind() {
            ValueKind::Const(c) => self.module_ids.get_mut(c as usize),
            ValueKind::LocalConst(c) => self.body_ids.get_mut(c as usize),
            _ => None,
        }
    }

    /// Whether the value is a constant with a list of uses that has no number yet.
    fn is_new(&mut self, value: Value) -> bool {
        let Some((pool, index)) = self.pool(value) else { return false };
        pool.consts.get(index as usize).is_some_and(|c| !is_data(&c.kind)) && self.slot(value).copied() == Some(UNKNOWN)
    }

    /// The node of a value; [`Node::Data`] for locals, too.
    pub(super) fn node(&mut self, value: Value) -> Node {
        if let ValueKind::Global(id) = value.kind() {
            return if id.index() < self.module.globals.len() { Node::Global(id.0) } else { Node::Data };
        }
        if self.is_new(value) {
            self.number(value);
        }
        match self.slot(value) {
            Some(&mut id) if id < ACTIVE => Node::Expr(id),
            _ => Node::Data,
        }
    }

    /// Numbers a constant after its operands, with a stack of its own: constants may nest as deep as the input likes. A cycle, which only
    /// a damaged file has, leaves its last link without number.
    fn number(&mut self, value: Value) {
        let mut stack = vec![value];
        let mut wanted = Vec::new();
        while let Some(&top) = stack.last() {
            match self.slot(top).copied() {
                Some(UNKNOWN) => {}
                Some(ACTIVE) => {
                    self.define(top);
                    stack.pop();
                    continue;
                }
                _ => {
                    stack.pop();
                    continue;
                }
            }
            if let Some(slot) = self.slot(top) {
                *slot = ACTIVE;
            }
            wanted.clear();
            let Some((pool, index)) = self.pool(top) else { continue };
            let Some(constant) = pool.get(index) else { continue };
            pool.operands(constant.kind, |op| wanted.push(op));
            for &op in wanted.iter().rev() {
                if self.is_new(op) {
                    stack.push(op);
                }
            }
        }
    }

    /// Gives `value`, all of whose operands have numbers, its own.
    fn define(&mut self, value: Value) {
        let Some((pool, index)) = self.pool(value) else { return };
        let Some(constant) = pool.get(index) else { return };
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.push(u64::from(constant.ty.0));
        head(pool, constant.kind, &mut key);
        let first = self.ops.len();
        pool.operands(constant.kind, |op| {
            let node = match op.kind() {
                ValueKind::Global(id) => {
                    key.push(u64::from(id.0) << 2);
                    if id.index() < self.module.globals.len() { Node::Global(id.0) } else { Node::Data }
                }
                ValueKind::Const(_) | ValueKind::LocalConst(_) => {
                    let (pool, index, id) = match op.kind() {
                        ValueKind::LocalConst(c) => {
                            let pool = self.module.bodies.get(self.body as usize).map(|b| &b.consts);
                            (pool, c, self.body_ids.get(c as usize))
                        }
                        ValueKind::Const(c) => (Some(&self.module.consts), c, self.module_ids.get(c as usize)),
                        _ => (None, 0, None),
                    };
                    match id {
                        Some(&id) if id < ACTIVE => {
                            key.push(u64::from(id) << 2 | 1);
                            Node::Expr(id)
                        }
                        _ => {
                            key.push(2);
                            // What is no data here is part of a cycle: its words may be those of another pool, and are left out.
                            if let Some(pool) = pool.filter(|pool| pool.get(index).is_some_and(|c| is_data(&c.kind))) {
                                pool.words_of(index, |word| key.push(word));
                            }
                            Node::Data
                        }
                    }
                }
                _ => {
                    key.push(3);
                    Node::Data
                }
            };
            self.ops.push(node);
        });
        let hash = hash(&self.hasher, &key);
        let (keys, ends) = (&self.keys, &self.key_ends);
        let known = self.index.find(hash, |&id| key_of(keys, ends, id) == &key[..]).copied();
        let id = match known {
            Some(id) => {
                self.ops.truncate(first);
                id
            }
            None => {
                let id = self.list.len() as u32;
                let address = match constant.kind {
                    ConstKind::BlockAddress { function, block } => Some((function, block)),
                    _ => None,
                };
                let equivalent = matches!(constant.kind, ConstKind::DsoLocalEquivalent(_));
                let in_body = match value.kind() {
                    ValueKind::LocalConst(c) => (self.body, c),
                    _ => (NONE, NONE),
                };
                let len = (self.ops.len() - first) as u32;
                self.list.push(Expr { first: first as u32, len, address, equivalent, in_module: NONE, in_body });
                self.keys.extend_from_slice(&key);
                self.key_ends.push(self.keys.len());
                let (keys, ends, hasher) = (&self.keys, &self.key_ends, &self.hasher);
                self.index.insert_unique(hash, id, |&id| self::hash(hasher, key_of(keys, ends, id)));
                id
            }
        };
        if let (ValueKind::Const(c), Some(expr)) = (value.kind(), self.list.get_mut(id as usize)) {
            expr.in_module = expr.in_module.min(c);
        }
        if let Some(slot) = self.slot(value) {
            *slot = id;
        }
        self.key = key;
    }

    /// The expression as a value of `body`, or of the module if that has it.
    pub(super) fn value_in(&mut self, expr: u32, body: Option<u32>) -> Option<Value> {
        let found = *self.list.get(expr as usize)?;
        if found.in_module != NONE {
            return Some(Value::constant(found.in_module));
        }
        let body = body?;
        if found.in_body.0 == body {
            return Some(Value::local_const(found.in_body.1));
        }
        if self.named.0 != body {
            self.enter_body(body);
            let mut named = HashMap::new();
            for index in (0..self.body_ids.len() as u32).rev() {
                if let Node::Expr(expr) = self.node(Value::local_const(index)) {
                    named.insert(expr, index);
                }
            }
            self.named = (body, named);
        }
        self.named.1.get(&expr).copied().map(Value::local_const)
    }
}

fn key_of<'a>(keys: &'a [u64], ends: &[usize], id: u32) -> &'a [u64] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends.get(id - 1).copied().unwrap_or(0) };
    ends.get(id).and_then(|&end| keys.get(start..end)).unwrap_or(&[])
}

fn hash(hasher: &impl BuildHasher, key: &[u64]) -> u64 {
    let mut state = hasher.build_hasher();
    key.iter().for_each(|&word| state.write_u64(word));
    state.finish()
}

/// What a constant is apart from its type and operands.
fn head(pool: &ConstPool, kind: ConstKind, key: &mut Vec<u64>) {
    let bytes = |text: &[u8], key: &mut Vec<u64>| {
        key.push(text.len() as u64);
        key.extend(text.chunks(8).map(|c| c.iter().fold(0, |w, &b| w << 8 | u64::from(b))));
    };
    let tag = match kind {
        ConstKind::Aggregate(_) => 0,
        ConstKind::Bin { op, flags, .. } => 1 | u64::from(flags) << 8 | (op as u64) << 16,
        ConstKind::FNeg(_) => 2,
        ConstKind::Cast { op, flags, .. } => 3 | u64::from(flags) << 8 | (op as u64) << 16,
        ConstKind::Gep { flags, source, in_range, .. } => {
            match pool.in_range(in_range) {
                None => key.push(0),
                Some(InRange::Index(index)) => key.push(1 | u64::from(*index) << 2),
                Some(InRange::Range { width, lower, upper }) => {
                    key.push(2 | u64::from(*width) << 2);
                    key.extend(lower.iter().chain(upper));
                }
            }
            4 | u64::from(flags) << 8 | u64::from(source.0) << 16
        }
        ConstKind::Select(_) => 5,
        ConstKind::ExtractElement(..) => 6,
        ConstKind::InsertElement(_) => 7,
        ConstKind::ShuffleVector(_) => 8,
        ConstKind::ICmp(pred, ..) => 9 | (pred as u64) << 8,
        ConstKind::FCmp(pred, ..) => 10 | (pred as u64) << 8,
        ConstKind::BlockAddress { function, block } => {
            key.push(u64::from(function.0) << 32 | u64::from(block.0));
            11
        }
        ConstKind::DsoLocalEquivalent(_) => 12,
        ConstKind::NoCfi(_) => 13,
        ConstKind::PtrAuth(_) => 14,
        ConstKind::InlineAsm(asm) => {
            if let Some(asm) = pool.asms.get(asm as usize) {
                let bits = [asm.side_effect, asm.align_stack, asm.intel_dialect, asm.unwind];
                key.push(bits.iter().fold(u64::from(asm.fn_ty.0), |all, &bit| all << 1 | u64::from(bit)));
                bytes(pool.bytes.get(asm.template), key);
                bytes(pool.bytes.get(asm.constraints), key);
            }
            15
        }
        ConstKind::Null
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Int(_)
        | ConstKind::WideInt { .. }
        | ConstKind::Float(_)
        | ConstKind::WideFloat { .. }
        | ConstKind::Data(_) => 16,
    };
    key.push(tag);
}
