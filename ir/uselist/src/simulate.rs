//! The lists of uses as LLVM 22's bitcode reader builds them, and the directives that would rebuild them from text.
use super::canon::{Canon, Node};
use super::order::{BodyOrder, Order, order};
use super::{Directives, UseOrder};
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, InstId, OptionalId};
use bctk_ir::global::{Function, GlobalKind};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;
use std::collections::{HashMap, HashSet, VecDeque};

/// A use: number of the user in the printer's order (0 if no text shows it), number of the operand.
type Use = (u32, u32);

/// The uses of one value, oldest first: the reverse of LLVM's list.
type Uses = Vec<Use>;

/// The lists of uses of one body: by local and by block.
#[derive(Default)]
struct BodyUses {
    locals: Vec<Uses>,
    blocks: Vec<Uses>,
}

pub(super) struct Simulation<'m> {
    module: &'m Module,
    pub(super) canon: Canon<'m>,
    pub(super) order: Order,
    globals: Vec<Uses>,
    consts: Vec<Uses>,
    /// Which constants LLVM has made so far; making one makes its uses.
    pub(super) made: Vec<Made>,
    /// Whether all constants are made when their block is read, not when they are used first: until LLVM 14.
    makes_all: bool,
    /// Uses of blocks of functions that are not read yet.
    early_blocks: HashMap<(u32, u32), Uses>,
    /// Functions of which a block was used before they were read, in the order of that.
    queue: VecDeque<GlobalId>,
    /// Functions with a block whose address is taken: their lists may grow after they are read.
    address_taken: HashSet<GlobalId>,
    /// Lists of those functions.
    kept: HashMap<u32, BodyUses>,
    read: Vec<bool>,
    /// The body at hand.
    current: BodyUses,
    function: Option<GlobalId>,
}

/// How far a constant is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Made {
    #[default]
    No,
    /// Its operands are being made.
    Started,
    Yes,
}

/// The use-list directives that a text of `module` needs; what LLVM 22 prints with `--preserve-ll-uselistorder`. A module from text needs those
/// that the text had.
pub fn predict(module: &Module) -> Directives {
    if module.provenance.text_use_orders {
        return Directives {
            module: module.provenance.use_orders.iter().map(|order| (order.clone(), None)).collect(),
            bodies: module.bodies.iter().map(|body| body.provenance.use_orders.clone()).collect(),
        };
    }
    let mut directives = Directives { module: Vec::new(), bodies: vec![Vec::new(); module.bodies.len()] };
    let mut sim = Simulation::new(module);
    sim.run(|body, index, numbers, uses| directives.bodies[index as usize] = body_directives(body, numbers, uses));
    for at in 0..sim.order.module_level.len() {
        let node = sim.order.module_level[at];
        let (uses, id, value, body) = match node {
            Node::Global(g) => (sim.globals.get(g.index()), sim.order.globals[g.index()], Value::global(g), None),
            Node::Const(c) => {
                let constant = &sim.canon.consts[c as usize];
                let mut id = sim.order.consts[c as usize];
                if let (true, Some(&Node::Block(f, b))) = (constant.block_address, constant.ops.last()) {
                    id = sim.block_number(f, b);
                }
                (sim.consts.get(c as usize), id, constant.value, constant.body)
            }
            Node::Block(..) | Node::Data => continue,
        };
        if let Some(indexes) = uses.and_then(|uses| shuffle(uses, id, true)) {
            directives.module.push((UseOrder { value, indexes }, body));
        }
    }
    directives
}

/// Puts the predecessors of all blocks of functions with a block whose address is taken in the order of the blocks' lists of uses, which
/// such uses share.
pub fn order_predecessors(module: &mut Module) {
    let mut lists: Vec<(u32, Vec<BlockId>, Vec<u32>)> = Vec::new();
    Simulation::new(module).run(|body, index, numbers, uses| {
        let (mut preds, mut ends) = (Vec::new(), Vec::new());
        for block_uses in &uses.blocks {
            for &(user, _) in block_uses.iter().rev() {
                let inst = numbers.insts.binary_search(&user).ok();
                let from = inst.map(|i| body.blocks.partition_point(|b| b.end.index() <= i));
                preds.extend(from.filter(|&b| b < body.blocks.len()).map(BlockId::new));
            }
            ends.push(preds.len() as u32);
        }
        lists.push((index, preds, ends));
    });
    for (index, preds, ends) in lists {
        if let Some(body) = module.bodies.get_mut(index as usize) {
            (body.provenance.preds, body.provenance.pred_ends) = (preds, ends);
        }
    }
}

impl<'m> Simulation<'m> {
    fn new(module: &'m Module) -> Self {
        let mut canon = Canon::new(module);
        let order = order(module, &mut canon);
        let pools = std::iter::once(&module.consts).chain(module.bodies.iter().map(|b| &b.consts));
        let address_taken = pools
            .flat_map(|pool| &pool.consts)
            .filter_map(|c| match c.kind {
                ConstKind::BlockAddress { function, .. } => Some(function),
                _ => None,
            })
            .collect();
        Self {
            module,
            canon,
            order,
            globals: vec![Vec::new(); module.globals.len()],
            consts: Vec::new(),
            made: Vec::new(),
            makes_all: !module.llvm_version().forward_placeholders(),
            early_blocks: HashMap::new(),
            queue: VecDeque::new(),
            address_taken,
            kept: HashMap::new(),
            read: vec![false; module.bodies.len()],
            current: BodyUses::default(),
            function: None,
        }
    }

    /// Reads the module; `done` gets each body with its lists of uses when they are final.
    fn run(&mut self, mut done: impl FnMut(&Body, u32, &BodyOrder, &BodyUses)) {
        let module = self.module;
        if self.makes_all {
            self.make_block((0..module.consts.consts.len() as u32).map(Value::constant));
        }
        self.read_initializers();
        self.make_metadata((0, module.metadata.module_items));
        // Where there is no constant, the reader has not come to the initializers yet when it sees these, and so finds no uses.
        if !module.consts.consts.is_empty() {
            for stated in &module.provenance.use_orders {
                self.permute(stated);
            }
        }
        // A reader that opens a module reads the functions whose blocks initializers refer to, then those that refer to their blocks; then
        // all others in order (`materializeForwardReferencedFunctions`, `materializeModule`).
        let mut users = Vec::new();
        while let Some(function) = self.queue.pop_front() {
            if let Some(body) = self.read_function(function, &mut done) {
                users.extend_from_slice(&body.block_addr_users);
            }
        }
        for function in users {
            self.read_function(function, &mut done);
        }
        for (function, ..) in module.functions() {
            self.read_function(function, &mut done);
        }
        let mut kept: Vec<(u32, BodyUses)> = self.kept.drain().collect();
        kept.sort_by_key(|&(index, _)| index);
        for (index, uses) in kept {
            done(&module.bodies[index as usize], index, &self.order.bodies[index as usize], &uses);
        }
    }

    /// Reads the body of a function, unless it has none or is read already.
    fn read_function(&mut self, id: GlobalId, done: &mut impl FnMut(&Body, u32, &BodyOrder, &BodyUses)) -> Option<&'m Body> {
        let function = self.module.global(id)?.function()?;
        let index = function.body?;
        let body = self.module.body(function)?;
        if std::mem::replace(self.read.get_mut(index as usize)?, true) {
            return None;
        }
        self.canon.enter_body(index);
        self.read_body(id, body, index as usize);
        let uses = std::mem::take(&mut self.current);
        self.function = None;
        if self.address_taken.contains(&id) {
            self.kept.insert(index, uses);
        } else {
            done(body, index, &self.order.bodies[index as usize], &uses);
        }
        Some(body)
    }

    fn block_number(&self, function: GlobalId, block: BlockId) -> u32 {
        let body = self.module.global(function).and_then(|g| g.function()).and_then(|f| f.body);
        body.and_then(|b| self.order.bodies.get(b as usize)?.blocks.get(block.index()).copied()).unwrap_or(0)
    }

    /// Makes the constant `value` and what it refers to, operands first, unless they are there already.
    fn make(&mut self, value: Value) {
        if !matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_)) {
            return;
        }
        let Some(Node::Const(root)) = self.canon.node(value) else { return };
        self.grow();
        let mut stack = vec![(root, 0usize)];
        while let Some((id, at)) = stack.pop() {
            if self.made[id as usize] == Made::Yes {
                continue;
            }
            self.made[id as usize] = Made::Started;
            match self.canon.consts[id as usize].ops.get(at).copied() {
                Some(op) => {
                    stack.push((id, at + 1));
                    if let Node::Const(c) = op
                        && self.made[c as usize] == Made::No
                    {
                        stack.push((c, 0));
                    }
                }
                None => {
                    self.made[id as usize] = Made::Yes;
                    let user = self.order.consts[id as usize];
                    for number in 0..self.canon.consts[id as usize].ops.len() {
                        let op = self.canon.consts[id as usize].ops[number];
                        self.add(op, (user, number as u32));
                    }
                }
            }
        }
    }

    /// Makes room for what was noted of constants met just now.
    pub(super) fn grow(&mut self) {
        self.made.resize(self.canon.consts.len(), Made::No);
        self.consts.resize(self.canon.consts.len(), Vec::new());
        self.order.consts.resize(self.canon.consts.len(), 0);
    }

    pub(super) fn add(&mut self, node: Node, at: Use) {
        match node {
            Node::Global(g) => {
                if let Some(uses) = self.globals.get_mut(g.index()) {
                    uses.push(at);
                }
            }
            Node::Const(c) => {
                if let Some(uses) = self.consts.get_mut(c as usize) {
                    uses.push(at);
                }
            }
            Node::Block(f, b) if Some(f) == self.function => {
                if let Some(uses) = self.current.blocks.get_mut(b.index()) {
                    uses.push(at);
                }
            }
            Node::Block(f, b) => {
                let body = self.module.global(f).and_then(|g| g.function()).and_then(|f| f.body);
                match body.and_then(|body| self.kept.get_mut(&body)) {
                    Some(uses) => {
                        if let Some(uses) = uses.blocks.get_mut(b.index()) {
                            uses.push(at);
                        }
                    }
                    None => {
                        self.early_blocks.entry((f.0, b.0)).or_default().push(at);
                        self.queue.push_back(f);
                    }
                }
            }
            Node::Data => {}
        }
    }

    /// A use of a global value or constant by a global value.
    fn add_initializer(&mut self, value: Value, user: usize, number: u32) {
        self.make(value);
        if let Some(node) = self.canon.node(value) {
            let user = self.order.globals[user];
            self.add(node, (user, number));
        }
    }

    /// Initializers, aliasees and function operands, each from the last global value to the first.
    fn read_initializers(&mut self) {
        let module = self.module;
        let placeholder = self.canon.placeholder();
        for (i, global) in module.globals.iter().enumerate().rev() {
            if let GlobalKind::Variable { initializer, .. } = global.kind
                && let Some(initializer) = initializer.get()
            {
                self.add_initializer(initializer, i, 0);
            }
        }
        for (i, global) in module.globals.iter().enumerate().rev() {
            if let GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } = global.kind {
                self.add_initializer(value, i, 0);
            }
        }
        let functions = || module.globals.iter().enumerate().rev().filter_map(|(i, global)| Some((i, operands_of(global.function()?))));
        // Prefixes of all functions, then prologues, then personalities; since LLVM 15 function by function.
        let passes: &[&[usize]] = if self.makes_all { &[&[1], &[2], &[0]] } else { &[&[0, 1, 2]] };
        let mut begun = vec![false; module.globals.len()];
        for pass in passes {
            for (i, operands) in functions() {
                for &number in pass.iter() {
                    let Some(operand) = operands[number].get() else { continue };
                    // The first makes room for all three.
                    if !std::mem::replace(&mut begun[i], true)
                        && let Some(null) = placeholder
                    {
                        let missing = operands.iter().enumerate().filter(|(_, value)| value.is_none());
                        missing.for_each(|(number, _)| self.add_initializer(null, i, number as u32));
                    }
                    self.add_initializer(operand, i, number as u32);
                }
            }
        }
    }

    /// Sorts the uses of a value as a USELIST record says, if it speaks of as many uses as there are.
    fn permute(&mut self, stated: &UseOrder) {
        let uses = match stated.value.kind() {
            ValueKind::Local(n) => self.current.locals.get_mut(n as usize),
            ValueKind::Block(b) => self.current.blocks.get_mut(b.index()),
            _ => match self.canon.node(stated.value) {
                Some(Node::Global(g)) => self.globals.get_mut(g.index()),
                Some(Node::Const(c)) => self.consts.get_mut(c as usize),
                _ => None,
            },
        };
        let Some(uses) = uses else { return };
        if uses.len() != stated.indexes.len() {
            return;
        }
        let mut keyed: Vec<(u32, Use)> = stated.indexes.iter().copied().zip(uses.iter().rev().copied()).collect();
        keyed.sort_by_key(|&(index, _)| index);
        for (to, (_, from)) in uses.iter_mut().rev().zip(keyed) {
            *to = from;
        }
    }

    /// Makes the constants that the metadata of a block wraps.
    fn make_metadata(&mut self, items: (u32, u32)) {
        let items = self.module.metadata.items.get(items.0 as usize..items.1 as usize).unwrap_or(&[]);
        for item in items {
            if let Metadata::Value { value, .. } = *item {
                self.make(value);
            }
        }
    }

    fn read_body(&mut self, function: GlobalId, body: &Body, index: usize) {
        self.function = Some(function);
        self.current = BodyUses {
            locals: vec![Vec::new(); body.local_types.len()],
            blocks: (0..body.blocks.len()).map(|b| self.early_blocks.remove(&(function.0, b as u32)).unwrap_or_default()).collect(),
        };
        if self.makes_all {
            self.make_block((0..body.consts.consts.len() as u32).map(Value::local_const));
        }
        // Metadata is read before the instructions.
        self.make_metadata(body.metadata);
        let numbers = std::mem::take(&mut self.order.bodies[index]);
        let mut reading: Vec<Value> = Vec::new();
        let mut uses: Vec<(u32, Value)> = Vec::new();
        for (i, inst) in body.insts.iter().enumerate() {
            reading.clear();
            uses.clear();
            operands(inst, body, |number, value| uses.push((number, value)));
            reading_order(inst, body, &uses, &mut reading);
            for &value in &reading {
                self.make(value);
            }
            // The mask is no operand, but it is read as one and uses its elements.
            if let Inst::ShuffleVector { mask, .. } = *inst {
                self.make(mask);
            }
            let user = numbers.insts.get(i).copied().unwrap_or(0);
            for &(number, value) in &uses {
                // Incoming values and clauses are added one by one as they are read; for others this finds all made.
                self.make(value);
                let list = match value.kind() {
                    ValueKind::Local(n) => self.current.locals.get_mut(n as usize),
                    ValueKind::Block(b) => self.current.blocks.get_mut(b.index()),
                    ValueKind::Global(_) | ValueKind::Const(_) | ValueKind::LocalConst(_) => {
                        if let Some(node) = self.canon.node(value) {
                            self.add(node, (user, number));
                        }
                        continue;
                    }
                    ValueKind::Metadata(_) | ValueKind::None => continue,
                };
                if let Some(list) = list {
                    list.push((user, number));
                }
            }
            // Uses that came before the definition hung on a placeholder; replacing it turns their order round.
            if let Some(result) = body.result(InstId(i as u32))
                && let Some(list) = self.current.locals.get_mut(result as usize)
            {
                list.reverse();
            }
        }
        self.order.bodies[index] = numbers;
        for stated in &body.provenance.use_orders {
            self.permute(stated);
        }
    }
}

/// The operands of a function by number.
fn operands_of(function: &Function) -> [OptionalId<Value>; 3] {
    [function.personality, function.prefix, function.prologue]
}

/// The directives of a body, arguments first, then blocks and instructions as they stand.
fn body_directives(body: &Body, numbers: &BodyOrder, uses: &BodyUses) -> Vec<UseOrder> {
    let mut directives = Vec::new();
    let mut check = |value: Value, uses: Option<&Uses>, id: u32, reversed: bool| {
        if let Some(indexes) = uses.and_then(|uses| shuffle(uses, id, reversed)) {
            directives.push(UseOrder { value, indexes });
        }
    };
    for arg in 0..body.args {
        check(Value::local(arg), uses.locals.get(arg as usize), numbers.first_arg + arg, true);
    }
    for (b, block) in body.blocks.iter().enumerate() {
        check(Value::block(BlockId::new(b)), uses.blocks.get(b), numbers.blocks.get(b).copied().unwrap_or(0), false);
        for i in block.first.index()..block.end.index() {
            if let Some(result) = body.result(InstId(i as u32)) {
                check(Value::local(result), uses.locals.get(result as usize), numbers.insts.get(i).copied().unwrap_or(0), true);
            }
        }
    }
    directives
}

/// The order in which the reader comes across the operands of an instruction, where it is not that of their uses.
fn reading_order(inst: &Inst, body: &Body, uses: &[(u32, Value)], reading: &mut Vec<Value>) {
    let call = match *inst {
        Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => body.call(call),
        Inst::Store { value, ptr, .. } => return reading.extend([ptr, value]),
        Inst::Select { cond, if_true, if_false, .. } => return reading.extend([if_true, if_false, cond]),
        Inst::Phi { .. } | Inst::LandingPad { .. } => return,
        Inst::CatchPad { parent, .. } | Inst::CleanupPad { parent, .. } => {
            reading.push(parent);
            None
        }
        _ => None,
    };
    if let Some(call) = call {
        for bundle in body.call_bundles(call) {
            reading.extend(body.values(bundle.inputs));
        }
        reading.push(call.callee);
    }
    reading.extend(uses.iter().map(|&(_, value)| value));
}

/// The permutation that a directive needs for `uses` (oldest first) of the value numbered `id`, if reading the text would not give that order.
///
/// A text parser puts uses after the definition at the head of the list; those before it it turns round, except for blocks
/// (`predictValueUseListOrder` of LLVM 22's printer).
fn shuffle(uses: &[Use], id: u32, reversed: bool) -> Option<Vec<u32>> {
    if uses.len() < 2 {
        return None;
    }
    let mut list: Vec<(Use, u32)> = uses.iter().rev().filter(|at| at.0 != 0).enumerate().map(|(i, &at)| (at, i as u32)).collect();
    if list.len() < 2 {
        return None;
    }
    // Uses at or before the definition come last, oldest first; the others first, latest first.
    list.sort_by(|&((l, l_op), _), &((r, r_op), _)| {
        let (l_early, r_early) = (reversed && l <= id, reversed && r <= id);
        match (l_early, r_early) {
            (true, true) => (l, l_op).cmp(&(r, r_op)),
            (false, false) => (r, r_op).cmp(&(l, l_op)),
            (true, false) => std::cmp::Ordering::Greater,
            (false, true) => std::cmp::Ordering::Less,
        }
    });
    if list.windows(2).all(|w| w[0].1 < w[1].1) {
        return None;
    }
    Some(list.into_iter().map(|(_, i)| i).collect())
}
