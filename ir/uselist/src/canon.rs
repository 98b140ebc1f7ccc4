//! Equal constants of different pools made one: LLVM has one object for them, and one list of uses.
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use std::collections::HashMap;

/// What a constant refers to, or what an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    Global(GlobalId),
    /// Index in [`Canon::consts`].
    Const(u32),
    /// A block of a function.
    Block(GlobalId, BlockId),
    /// Plain data, which has no list of uses.
    Data,
}

/// A constant with a list of uses: an expression, an aggregate, inline assembly.
#[derive(Clone, Debug)]
pub(super) struct CanonConst {
    /// Operands in order.
    pub(super) ops: Vec<Node>,
    /// Where it stands: the value, and the body of a body constant.
    pub(super) value: Value,
    pub(super) body: Option<u32>,
    pub(super) block_address: bool,
}

/// All constants met so far.
pub(super) struct Canon<'m> {
    module: &'m Module,
    /// Whether plain data has lists of uses, too, as it had before LLVM 21.
    data_is_used: bool,
    /// Whether `blockaddress` uses the function, too.
    functions_are_used: bool,
    pub(super) consts: Vec<CanonConst>,
    /// Key of the contents to identity, plain data included.
    ids: HashMap<Vec<u32>, u32>,
    /// Identity to node.
    nodes: Vec<Node>,
    /// Identity of module constants; `u32::MAX` for not known yet.
    module_ids: Vec<u32>,
    /// The same for the body at hand.
    body_ids: Vec<u32>,
    body: Option<u32>,
}

const UNKNOWN: u32 = u32::MAX;
const ACTIVE: u32 = u32::MAX - 1;

impl<'m> Canon<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        let module_ids = vec![UNKNOWN; module.consts.consts.len()];
        let data_is_used = !module.llvm_version().constants_without_use_lists();
        let functions_are_used = !module.llvm_version().block_address_uses_block();
        Self {
            module,
            data_is_used,
            functions_are_used,
            consts: Vec::new(),
            ids: HashMap::new(),
            nodes: Vec::new(),
            module_ids,
            body_ids: Vec::new(),
            body: None,
        }
    }

    /// Body constants are those of `body` from here on.
    pub(super) fn enter_body(&mut self, body: u32) {
        if self.body != Some(body) {
            let consts = self.module.bodies.get(body as usize).map_or(0, |b| b.consts.consts.len());
            self.body_ids = vec![UNKNOWN; consts];
            self.body = Some(body);
        }
    }

    fn pool(&self, value: Value) -> Option<(&'m ConstPool, u32)> {
        match value.kind() {
            ValueKind::Const(c) => Some((&self.module.consts, c)),
            ValueKind::LocalConst(c) => Some((&self.module.bodies.get(self.body? as usize)?.consts, c)),
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

    /// The null pointer that stands for what a function does not have, among personality, prefix and prologue, if it has any of these: until LLVM
    /// 20 that was a use (`Function::allocHungoffUselist`). The module has one in its pool if it matters ([`bctk_transforms`s reader passes`]).
    pub(super) fn placeholder(&self) -> Option<Value> {
        let types = &self.module.types;
        let ty = bctk_ir::personality::placeholder_type(types).filter(|_| self.data_is_used)?;
        let at = self.module.consts.consts.iter().position(|constant| constant.ty == ty && constant.kind == ConstKind::Null)?;
        Some(Value::constant(at as u32))
    }

    /// The node of a global value or constant; none for anything else.
    pub(super) fn node(&mut self, value: Value) -> Option<Node> {
        if let ValueKind::Global(id) = value.kind() {
            return Some(Node::Global(id));
        }
        // Depth first with a stack of its own: constants may nest as deep as the input likes. A cycle, which only a damaged file has,
        // leaves its last link without identity.
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            match self.slot(top).copied() {
                None => {
                    stack.pop();
                    continue;
                }
                Some(UNKNOWN) => {}
                Some(ACTIVE) => {
                    self.define(top);
                    stack.pop();
                    continue;
                }
                Some(_) => {
                    stack.pop();
                    continue;
                }
            }
            if let Some(slot) = self.slot(top) {
                *slot = ACTIVE;
            }
            let mut wanted = Vec::new();
            self.each_operand(top, |op| wanted.push(op));
            for op in wanted.into_iter().rev() {
                if self.slot(op).copied() == Some(UNKNOWN) {
                    stack.push(op);
                }
            }
        }
        self.identity(value).and_then(|id| self.nodes.get(id as usize).copied())
    }

    fn identity(&mut self, value: Value) -> Option<u32> {
        self.slot(value).copied().filter(|&id| id < ACTIVE)
    }

    fn each_operand(&self, value: Value, mut f: impl FnMut(Value)) {
        let Some((pool, index)) = self.pool(value) else { return };
        let Some(constant) = pool.get(index) else { return };
        pool.operands(constant.kind, &mut f);
    }

    /// Gives `value`, all of whose operands are known, its identity.
    fn define(&mut self, value: Value) {
        let Some((pool, index)) = self.pool(value) else { return };
        let Some(constant) = pool.get(index) else { return };
        let mut key = vec![constant.ty.0];
        let mut ops = Vec::new();
        let mut op_values = Vec::new();
        pool.operands(constant.kind, |op| op_values.push(op));
        let push_text = |key: &mut Vec<u32>, text: &[u8]| {
            key.push(text.len() as u32);
            key.extend(text.chunks(4).map(|c| c.iter().fold(0, |w, &b| w << 8 | u32::from(b))));
        };
        let push_words = |key: &mut Vec<u32>, words: &[u64]| {
            key.push(words.len() as u32);
            key.extend(words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]));
        };
        let (tag, data) = match constant.kind {
            ConstKind::Null => (0, true),
            ConstKind::Undef => (1, true),
            ConstKind::Poison => (2, true),
            ConstKind::Int(v) => {
                push_words(&mut key, &[v as u64]);
                (3, true)
            }
            ConstKind::WideInt { start, len } => {
                push_words(&mut key, pool.word_range(start, len));
                (4, true)
            }
            ConstKind::Float(bits) => {
                push_words(&mut key, &[bits]);
                (5, true)
            }
            ConstKind::WideFloat { start } => {
                push_words(&mut key, pool.word_range(start, 2));
                (6, true)
            }
            ConstKind::Data(bytes) => {
                push_text(&mut key, pool.bytes.get(bytes));
                (7, true)
            }
            ConstKind::Aggregate(_) => (8, false),
            ConstKind::Bin { op, flags, .. } => {
                key.extend([op as u32, u32::from(flags)]);
                (9, false)
            }
            ConstKind::FNeg(_) => (10, false),
            ConstKind::Cast { op, flags, .. } => {
                key.extend([op as u32, u32::from(flags)]);
                (11, false)
            }
            ConstKind::Gep { flags, source, in_range, .. } => {
                key.extend([u32::from(flags), source.0]);
                match pool.in_range(in_range) {
                    None => key.push(0),
                    Some(InRange::Index(i)) => key.extend([1, *i]),
                    Some(InRange::Range { width, lower, upper }) => {
                        key.extend([2, *width]);
                        push_words(&mut key, lower);
                        push_words(&mut key, upper);
                    }
                }
                (12, false)
            }
            ConstKind::Select(_) => (13, false),
            ConstKind::ExtractElement(..) => (14, false),
            ConstKind::InsertElement(_) => (15, false),
            ConstKind::ShuffleVector(_) => (16, false),
            ConstKind::ICmp(pred, ..) => {
                key.push(pred as u32);
                (17, false)
            }
            ConstKind::FCmp(pred, ..) => {
                key.push(pred as u32);
                (18, false)
            }
            ConstKind::BlockAddress { function, block } => {
                key.extend([function.0, block.0]);
                if self.functions_are_used {
                    ops.push(Node::Global(function));
                }
                ops.push(Node::Block(function, block));
                (19, false)
            }
            ConstKind::DsoLocalEquivalent(_) => (20, false),
            ConstKind::NoCfi(_) => (21, false),
            ConstKind::PtrAuth(_) => (22, false),
            ConstKind::InlineAsm(index) => {
                if let Some(asm) = pool.asms.get(index as usize) {
                    key.push(asm.fn_ty.0);
                    key.push(
                        u32::from(asm.side_effect)
                            | u32::from(asm.align_stack) << 1
                            | u32::from(asm.intel_dialect) << 2
                            | u32::from(asm.unwind) << 3,
                    );
                    push_text(&mut key, pool.bytes.get(asm.template));
                    push_text(&mut key, pool.bytes.get(asm.constraints));
                }
                (23, false)
            }
        };
        key.push(tag);
        for op in op_values {
            match op.kind() {
                ValueKind::Global(g) => {
                    key.extend([0, g.0]);
                    ops.push(Node::Global(g));
                }
                _ => {
                    let id = self.identity(op).unwrap_or(UNKNOWN);
                    key.extend([1, id]);
                    ops.push(self.nodes.get(id as usize).copied().unwrap_or(Node::Data));
                }
            }
        }
        let id = match self.ids.get(&key) {
            Some(&id) => id,
            None => {
                let node = if data && !self.data_is_used {
                    Node::Data
                } else {
                    let block_address = matches!(constant.kind, ConstKind::BlockAddress { .. });
                    let body = if let ValueKind::LocalConst(_) = value.kind() { self.body } else { None };
                    self.consts.push(CanonConst { ops, value, body, block_address });
                    Node::Const(self.consts.len() as u32 - 1)
                };
                let id = self.nodes.len() as u32;
                self.nodes.push(node);
                self.ids.insert(key, id);
                id
            }
        };
        if let Some(slot) = self.slot(value) {
            *slot = id;
        }
    }
}
