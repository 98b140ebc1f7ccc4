//! Constants and their operands. Equal constants in several pools count once: LLVM has one object for them, with one use-list.
use super::forms::Forms;
use bctk_ir::constants::{ConstAt, ConstKind, ConstPool, Interner};
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// A value that has a use-list, or that uses other values at module level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// A value without a use-list: plain data since LLVM 21, locals, blocks, nothing.
    None,
    /// A global value, by index.
    Global(u32),
    /// A constant, by its number.
    Const(u32),
}

/// Facts about a constant.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its operands in [`Constants::ops`].
    first: u32,
    len: u32,
    /// Whether it has a use-list.
    is_used: bool,
    address: Option<(GlobalId, BlockId)>,
    equivalent: bool,
}

/// The constants seen so far.
///
/// Plain data without a use-list (`Value::hasUseList`) is only visited as a part of other constants. That is fast if most constants are
/// plain data.
pub(super) struct Constants<'m> {
    module: &'m Module,
    forms: Forms,
    interner: Interner<'static>,
    /// By number.
    list: Vec<Known>,
    ops: Vec<Node>,
    body: Option<u32>,
    /// By number, the first index in the module's pool; computed on demand.
    in_module: Option<HashMap<u32, u32>>,
    /// The same for one body.
    in_body: (Option<u32>, HashMap<u32, u32>),
}

impl<'m> Constants<'m> {
    pub(super) fn new(module: &'m Module, forms: Forms) -> Self {
        Self {
            module,
            forms,
            interner: Interner::default(),
            list: Vec::new(),
            ops: Vec::new(),
            body: None,
            in_module: None,
            in_body: (None, HashMap::new()),
        }
    }

    /// From here on, body constants are those of `body`.
    pub(super) fn enter_body(&mut self, body: u32) {
        self.body = Some(body);
        self.interner.enter_body(self.module, body);
    }

    /// The count of numbers.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The operands of a constant by number.
    pub(super) fn operands(&self, number: u32) -> &[Node] {
        self.list.get(number as usize).and_then(|c| self.ops.get(c.first as usize..(c.first + c.len) as usize)).unwrap_or(&[])
    }

    /// The number of a constant, if it has one.
    pub(super) fn number(&self, value: Value) -> Option<u32> {
        self.interner.number(value, self.body)
    }

    /// The block whose address the constant is.
    pub(super) fn address(&self, number: u32) -> Option<(GlobalId, BlockId)> {
        self.list.get(number as usize)?.address
    }

    /// Whether the constant is `dso_local_equivalent`.
    pub(super) fn is_equivalent(&self, number: u32) -> bool {
        self.list.get(number as usize).is_some_and(|constant| constant.equivalent)
    }

    fn pool(&self, at: ConstAt) -> Option<(&'m ConstPool, u32)> {
        match at {
            ConstAt::Module(index) => Some((&self.module.consts, index)),
            ConstAt::Body(body, index) => Some((&self.module.bodies.get(body as usize)?.consts, index)),
            ConstAt::Added(_) => None,
        }
    }

    fn has_no_uses(&self, value: Value) -> bool {
        let body = self.body.and_then(|body| self.module.bodies.get(body as usize));
        let Some((pool, index)) = self.module.pool_of(body, value) else { return true };
        pool.get(index).is_none_or(|constant| !self.forms.data_is_used && constant.kind.is_data())
    }

    /// The node of a value.
    pub(super) fn node(&mut self, value: Value) -> Node {
        match value.kind() {
            ValueKind::Global(id) => return if id.index() < self.module.globals.len() { Node::Global(id.0) } else { Node::None },
            ValueKind::Const(_) | ValueKind::LocalConst(_) => {}
            _ => return Node::None,
        }
        if let Some(number) = self.interner.number(value, self.body) {
            return self.of_number(number);
        }
        if self.has_no_uses(value) {
            return Node::None;
        }
        let Some(number) = self.interner.intern(self.module, value, self.body) else { return Node::None };
        while self.list.len() < self.interner.len() {
            self.look_at(self.list.len() as u32);
        }
        self.of_number(number)
    }

    fn of_number(&self, number: u32) -> Node {
        match self.list.get(number as usize) {
            Some(known) if known.is_used => Node::Const(number),
            _ => Node::None,
        }
    }

    /// Stores the facts of a new constant, whose operands have been visited.
    fn look_at(&mut self, number: u32) {
        let mut known = Known { first: self.ops.len() as u32, len: 0, is_used: false, address: None, equivalent: false };
        let place = self.interner.at(number);
        let body = if let Some(ConstAt::Body(body, _)) = place { Some(body) } else { None };
        if let Some(constant) = place.and_then(|at| self.pool(at)).and_then(|(pool, index)| Some((pool, pool.get(index)?))) {
            let (pool, constant) = constant;
            known.is_used = self.forms.data_is_used || !constant.kind.is_data();
            known.equivalent = matches!(constant.kind, ConstKind::DsoLocalEquivalent(_));
            let mut ops = std::mem::take(&mut self.ops);
            if let ConstKind::BlockAddress { function, block } = constant.kind {
                known.address = Some((function, block));
                if self.forms.functions_are_used && function.index() < self.module.globals.len() {
                    ops.push(Node::Global(function.0));
                }
            }
            pool.operands(constant.kind, |op| {
                ops.push(match op.kind() {
                    ValueKind::Global(id) if id.index() < self.module.globals.len() => Node::Global(id.0),
                    _ => self.interner.number(op, body).map_or(Node::None, |number| self.of_number(number)),
                });
            });
            self.ops = ops;
        }
        known.len = self.ops.len() as u32 - known.first;
        self.list.push(known);
    }

    /// The first occurrence of a constant: its value, and its body if it is in one.
    pub(super) fn place(&self, number: u32) -> Option<(Value, Option<u32>)> {
        match self.interner.at(number)? {
            ConstAt::Module(index) => Some((Value::constant(index), None)),
            ConstAt::Body(body, index) => Some((Value::local_const(index), Some(body))),
            ConstAt::Added(_) => None,
        }
    }

    /// The constant as a value of the module if it is there, otherwise of `body`.
    pub(super) fn value_in(&mut self, number: u32, body: Option<u32>) -> Option<Value> {
        let (module, interner) = (self.module, &self.interner);
        let in_module = self.in_module.get_or_insert_with(|| {
            let indexes = (0..module.consts.consts.len() as u32).rev();
            indexes.filter_map(|index| Some((interner.number(Value::constant(index), None)?, index))).collect()
        });
        if let Some(&index) = in_module.get(&number) {
            return Some(Value::constant(index));
        }
        let body = body?;
        if let Some(ConstAt::Body(first, index)) = self.interner.at(number)
            && first == body
        {
            return Some(Value::local_const(index));
        }
        if self.in_body.0 != Some(body) {
            self.enter_body(body);
            let mut named = HashMap::new();
            for index in (0..module.bodies.get(body as usize)?.consts.consts.len() as u32).rev() {
                if let Node::Const(number) = self.node(Value::local_const(index)) {
                    named.insert(number, index);
                }
            }
            self.in_body = (Some(body), named);
        }
        self.in_body.1.get(&number).copied().map(Value::local_const)
    }

    /// The null pointer for an absent personality, prefix or prologue of a function that has another of these. Until LLVM 20 that was a use
    /// (`Function::allocHungoffUselist`). The module has one in its pool if it matters.
    pub(super) fn placeholder(&self) -> Option<Value> {
        let ty = bctk_ir::personality::placeholder_type(&self.module.types).filter(|_| self.forms.data_is_used)?;
        let at = self.module.consts.consts.iter().position(|constant| constant.ty == ty && constant.kind == ConstKind::Null)?;
        Some(Value::constant(at as u32))
    }
}
