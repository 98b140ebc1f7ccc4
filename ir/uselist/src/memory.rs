//! The use-lists of global values and constants in LLVM's memory: all uses in the order in which LLVM's assembly parser ([`super::parser`])
//! or its bitcode reader ([`super::reader`]) creates them, with other changes to the lists.
//!
//! A use goes to the head of the list. A constant is created at its first use, after its operands; later uses refer to the same object.
use super::constants::{Constants, Node};
use super::forms::Forms;
use super::sketch::{Entry, Sketch, permute};
use super::steps::LinkStep;
use bctk_ir::body::Body;
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::use_order::UseOrder;
use bctk_ir::value::Value;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;
use std::ops::Range;

/// A user: a global value, a constant, or an instruction by its position ([`Positions`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct User(u32);

const CONSTANT: u32 = 1 << 31;
const GLOBAL: u32 = 1 << 30;
/// Maximum number of positions of instructions.
pub(super) const MAX_POSITION: u32 = GLOBAL - 1;

/// The kinds of [`User`].
#[derive(Clone, Copy, Debug)]
pub(super) enum UserKind {
    Global(u32),
    Const(u32),
    Inst(u32),
}

impl User {
    pub(super) fn kind(self) -> UserKind {
        match self.0 {
            n if n & CONSTANT != 0 => UserKind::Const(n & !CONSTANT),
            n if n & GLOBAL != 0 => UserKind::Global(n & !GLOBAL),
            n => UserKind::Inst(n),
        }
    }
    pub(super) fn global(index: u32) -> User {
        User(GLOBAL | index)
    }
    pub(super) fn inst(position: u32) -> User {
        User(position)
    }
    pub(super) fn constant(number: u32) -> User {
        User(CONSTANT | number)
    }
    fn is_constant(self) -> bool {
        self.0 & CONSTANT != 0
    }
}

/// Positions of instructions and of what surrounds them, counted through all bodies in the order of the module.
#[derive(Debug)]
pub(super) struct Positions {
    /// The first position of each body: its blocks.
    pub(super) first: Vec<u32>,
}

impl Positions {
    /// None if there are too many instructions.
    pub(super) fn new(module: &Module) -> Option<Self> {
        let mut first = vec![0; module.bodies.len()];
        let mut next = 1u32;
        for (_, _, function) in module.functions() {
            let Some(slot) = function.body.and_then(|b| first.get_mut(b as usize)) else { continue };
            *slot = next;
            let count = module.body(function).map_or(0, |b| b.insts.len());
            next = u32::try_from(count).ok()?.checked_add(3)?.checked_add(next).filter(|&n| n <= MAX_POSITION)?;
        }
        Some(Self { first })
    }
    /// Before all bodies.
    pub(super) fn start(&self) -> u32 {
        1
    }
    pub(super) fn blocks(&self, body: u32) -> u32 {
        self.first.get(body as usize).copied().unwrap_or(0)
    }
    /// Constants that metadata of the body wraps.
    pub(super) fn metadata(&self, body: u32) -> u32 {
        self.blocks(body) + 1
    }
    pub(super) fn inst(&self, body: u32, inst: u32) -> u32 {
        self.blocks(body) + 3 + inst
    }
}

/// The creation of a use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    of: Node,
    pub(super) user: User,
    operand: u32,
}

/// The position at which the address of a block became a constant: 0 for before the function's body.
pub(super) const BEFORE: u32 = 0;
/// After all bodies.
pub(super) const AFTER: u32 = u32::MAX;
/// After the body, in the place of the constant that reading made.
pub(super) const LINKED: u32 = u32::MAX - 1;

/// The block address `constant`, made at position `at`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub(super) constant: u32,
    pub(super) at: u32,
}

/// A stated order, and the event before it.
pub(super) struct Stated<'m> {
    of: Node,
    time: u32,
    order: &'m UseOrder,
}

/// Progress of the reader with a global value.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum State {
    #[default]
    Unknown,
    Body,
    Done,
}

pub(super) struct Memory<'m> {
    pub(super) module: &'m Module,
    pub(super) forms: Forms,
    /// Whether the module is read from text, not from bitcode.
    is_text: bool,
    pub(super) constants: Constants<'m>,
    /// [`Constants::placeholder`].
    pub(super) placeholder: Option<Value>,
    pub(super) events: Vec<Event>,
    pub(super) stated: Vec<Stated<'m>>,
    /// By constant, whether LLVM has created it.
    pub(super) made: Vec<bool>,
    /// By global value and constant: the event after which placeholders were replaced.
    pub(super) global_time: Vec<u32>,
    /// The number of events before the upgrades of the whole module, which come last for a text.
    pub(super) parsed: usize,
    /// Instructions that upgrades inserted: step, body, entries.
    pub(super) late: Vec<(u32, u32, Range<usize>)>,
    pub(super) const_time: Vec<u32>,
    pub(super) state: Vec<State>,
    /// Block addresses that wait for their functions, function by function; `dso_local_equivalent`s that wait for the end.
    pub(super) waiting: HashMap<GlobalId, Vec<u32>>,
    /// Functions with a block whose address was used before them, in the order of these uses.
    pub(super) queue: VecDeque<GlobalId>,
    pub(super) equivalents: Vec<u32>,
    /// Those of them that were not created earlier.
    pub(super) unmade: HashSet<u32>,
    /// Uses of the placeholders of `dso_local_equivalent`s. At the end of the text they become uses of the constants, latest first.
    pub(super) postponed: Vec<Event>,
    pub(super) addresses: Vec<Address>,
    /// The operands of each global value: initializer, aliasee or resolver; personality, prefix, prologue.
    pub(super) global_operands: Vec<[Node; 3]>,
    /// Events in runs by node. Global values come first.
    runs: Vec<u32>,
    ends: Vec<u32>,
    has_order: Vec<bool>,
    /// Lists that are known otherwise, by place.
    set: HashMap<usize, Vec<(User, u32)>>,
    /// How many uses a global value had when it replaced another one.
    pub(super) replaced: HashMap<u32, usize>,
    pub(super) position: u32,
    stack: Vec<(u32, u32)>,
}

impl<'m> Memory<'m> {
    /// Simulates reading the module, from text or bitcode as it was read, with the entries found in the bodies.
    pub(super) fn new(module: &'m Module, forms: Forms, positions: &Positions, sketches: &[Sketch]) -> Self {
        let mut memory = Self::empty(module, forms, sketches);
        match memory.is_text {
            true => memory.parse(positions, sketches),
            false => memory.read(positions, sketches),
        }
        memory.group();
        memory
    }

    /// Simulates linking the module by these steps.
    pub(super) fn linked(module: &'m Module, forms: Forms, positions: &Positions, sketches: &[Sketch], steps: &[LinkStep]) -> Self {
        let mut memory = Self::empty(module, forms, sketches);
        memory.link(positions, sketches, steps);
        memory.group();
        memory
    }

    fn empty(module: &'m Module, forms: Forms, sketches: &[Sketch]) -> Self {
        let globals = module.globals.len();
        let constants = Constants::new(module, forms);
        Self {
            module,
            forms,
            is_text: module.provenance.text_use_orders,
            placeholder: constants.placeholder(),
            constants,
            events: Vec::with_capacity(sketches.iter().map(|s| s.entries.len()).sum()),
            stated: Vec::new(),
            made: Vec::new(),
            global_time: vec![0; globals],
            parsed: 0,
            late: Vec::new(),
            const_time: Vec::new(),
            state: vec![State::Unknown; globals],
            waiting: HashMap::new(),
            queue: VecDeque::new(),
            equivalents: Vec::new(),
            unmade: HashSet::new(),
            postponed: Vec::new(),
            addresses: Vec::new(),
            global_operands: vec![[Node::None; 3]; globals],
            runs: Vec::new(),
            ends: Vec::new(),
            has_order: Vec::new(),
            set: HashMap::new(),
            replaced: HashMap::new(),
            position: BEFORE,
            stack: Vec::new(),
        }
    }

    /// What is used by whom, as which operand.
    pub(super) fn event(&self, at: u32) -> Option<(Node, User, u32)> {
        self.events.get(at as usize).map(|event| (event.of, event.user, event.operand))
    }

    /// Takes a use out of its list and puts it at the head.
    pub(super) fn repeat(&mut self, at: u32) {
        if let Some(event) = self.events.get_mut(at as usize) {
            let again = *event;
            event.of = Node::None;
            self.events.push(again);
        }
    }

    pub(super) fn now(&self) -> u32 {
        self.events.len() as u32
    }

    /// Calls `f` for every instruction of a body that has entries, with these entries. Instructions from upgrades are kept for later.
    pub(super) fn later(&mut self, index: u32, body: &Body, sketch: &Sketch, mut f: impl FnMut(&mut Self, u32, &[Entry])) {
        let entries = &sketch.entries;
        let late = if self.forms.upgrades { &body.provenance.late[..] } else { &[] };
        let mut late = late.iter().peekable();
        let mut from = 0;
        while let Some(&Entry { at, .. }) = entries.get(from) {
            let mut to = from + 1;
            while entries.get(to).is_some_and(|e| e.at == at) {
                to += 1;
            }
            while late.next_if(|late| late.inst.index() < at as usize).is_some() {}
            match late.next_if(|late| late.inst.index() == at as usize) {
                None => f(self, at, &entries[from..to]),
                Some(late) => {
                    let called = (from..to).filter(|&i| entries[i].operand().is_some()).max_by_key(|&i| entries[i].rank);
                    match called.filter(|_| late.callee_only) {
                        // Arguments are unchanged.
                        Some(called) => {
                            self.late.push((late.step, index, called..called + 1));
                            f(self, at, &[&entries[from..called], &entries[called + 1..to]].concat());
                        }
                        None => self.late.push((late.step, index, from..to)),
                    }
                }
            }
            from = to;
        }
    }

    /// The changes by upgrades when the whole text is read.
    pub(super) fn upgrades(&mut self, positions: &Positions, sketches: &[Sketch]) {
        self.parsed = self.events.len();
        self.upgrade_instructions(positions, sketches);
    }

    /// Adds the uses by the instructions that upgrades inserted in what was read since the last call.
    pub(super) fn upgrade_instructions(&mut self, positions: &Positions, sketches: &[Sketch]) {
        let module = self.module;
        let mut late = std::mem::take(&mut self.late);
        late.sort_by_key(|(step, body, entries)| (*step, *body, entries.start));
        for (_, index, entries) in late {
            let (Some(body), Some(sketch)) = (module.bodies.get(index as usize), sketches.get(index as usize)) else { continue };
            let Some(entries) = sketch.entries.get(entries) else { continue };
            let Some(&Entry { at, .. }) = entries.first() else { continue };
            self.constants.enter_body(index);
            self.instruction(body.insts.get(at as usize), positions.inst(index, at), entries);
        }
    }

    pub(super) fn state_order(&mut self, order: &'m UseOrder) {
        let of = self.constants.node(order.value);
        if of != Node::None {
            let time = self.now();
            self.stated.push(Stated { of, time, order });
        }
    }

    pub(super) fn add(&mut self, of: Node, user: User, operand: u32) {
        if of == Node::None {
            return;
        }
        if let Node::Const(constant) = of
            && self.constants.is_equivalent(constant)
            && self.unmade.contains(&constant)
        {
            if self.is_undeclared(constant) {
                self.postponed.push(Event { of, user, operand });
                return;
            }
            // Now the constant itself is created; its placeholder still waits.
            self.unmade.remove(&constant);
            self.add_operands(constant);
            self.const_time[constant as usize] = self.now();
        }
        self.events.push(Event { of, user, operand });
    }

    /// Whether the parser has not reached the function of a `dso_local_equivalent` yet.
    fn is_undeclared(&self, constant: u32) -> bool {
        match self.constants.operands(constant).first() {
            Some(&Node::Global(id)) => self.state.get(id as usize) == Some(&State::Unknown),
            _ => false,
        }
    }

    pub(super) fn add_operands(&mut self, constant: u32) {
        for number in 0..self.constants.operands(constant).len() {
            let node = self.constants.operands(constant)[number];
            self.add(node, User::constant(constant), number as u32);
        }
    }

    /// Makes room for the facts of constants that are new.
    pub(super) fn grow(&mut self) {
        self.made.resize(self.constants.len(), false);
        self.const_time.resize(self.constants.len(), 0);
    }

    /// Creates a constant and its operands, operands first, unless they exist already.
    pub(super) fn make(&mut self, value: Value) -> Node {
        let node = self.constants.node(value);
        let Node::Const(root) = node else { return node };
        self.grow();
        if self.made[root as usize] {
            return node;
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((root, 0));
        while let Some((constant, at)) = stack.pop() {
            if self.made[constant as usize] {
                continue;
            }
            match self.constants.operands(constant).get(at as usize).copied() {
                Some(op) => {
                    stack.push((constant, at + 1));
                    if let Node::Const(op) = op
                        && !self.made[op as usize]
                    {
                        stack.push((op, 0));
                    }
                }
                None => {
                    self.made[constant as usize] = true;
                    self.make_one(constant);
                }
            }
        }
        self.stack = stack;
        node
    }

    fn make_one(&mut self, constant: u32) {
        self.note_address(constant);
        if self.is_text && self.constants.is_equivalent(constant) && self.is_undeclared(constant) {
            self.equivalents.push(constant);
            self.unmade.insert(constant);
            return;
        }
        let waits = |(function, _): (GlobalId, _)| self.state.get(function.index()) == Some(&State::Unknown);
        if self.is_text && self.forms.functions_are_used && self.constants.address(constant).is_some_and(waits) {
            // The function makes it.
            return;
        }
        self.add_operands(constant);
    }

    /// Notes when the address of a block is created as a constant.
    pub(super) fn note_address(&mut self, constant: u32) {
        let Some((function, _)) = self.constants.address(constant) else { return };
        let at = match self.state.get(function.index()).copied().unwrap_or_default() {
            State::Unknown => {
                // A reader creates the block at once, and reads its function early.
                match self.is_text {
                    true => self.waiting.entry(function).or_default().push(constant),
                    false => self.queue.push_back(function),
                }
                BEFORE
            }
            State::Body => self.position,
            State::Done => AFTER,
        };
        self.addresses.push(Address { constant, at });
    }

    fn place(&self, node: Node) -> Option<usize> {
        place_of(self.module.globals.len(), node)
    }

    /// Sorts the events by the node that is used.
    fn group(&mut self) {
        let count = self.module.globals.len() + self.constants.len();
        self.grow();
        let mut ends = vec![0u32; count];
        for event in &self.events {
            if let Some(slot) = self.place(event.of).and_then(|p| ends.get_mut(p)) {
                *slot += 1;
            }
        }
        let mut total = 0;
        for end in &mut ends {
            let start = total;
            total += *end;
            *end = start;
        }
        let mut runs = vec![0u32; total as usize];
        for (i, event) in self.events.iter().enumerate() {
            if let Some(slot) = self.place(event.of).and_then(|p| ends.get_mut(p)) {
                runs[*slot as usize] = i as u32;
                *slot += 1;
            }
        }
        self.has_order = vec![false; count];
        for stated in &self.stated {
            if let Some(place) = self.place(stated.of) {
                self.has_order[place] = true;
            }
        }
        let globals = self.module.globals.len();
        // Sorted by node, and then by time, because the sort is stable.
        self.stated.sort_by_key(|s| place_of(globals, s.of));
        (self.runs, self.ends) = (runs, ends);
    }

    /// The number of uses, including those of constants that nothing uses.
    pub(super) fn count(&self, node: Node) -> usize {
        self.place(node).map_or(0, |place| self.run(place).len())
    }

    /// Sets the list of a node, which has as many uses, latest first.
    pub(super) fn set_uses(&mut self, node: Node, list: &[(User, u32)]) {
        if let Some(place) = self.place(node) {
            self.set.insert(place, list.to_vec());
        }
    }

    fn run(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or(0) };
        let end = self.ends.get(place).copied().unwrap_or(0);
        self.runs.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Calls `f` for each use of a node, in the order in memory, latest first, with its operand number.
    pub(super) fn uses(&self, node: Node, mut f: impl FnMut(User, u32)) {
        let Some(place) = self.place(node) else { return };
        if let Some(list) = self.set.get(&place) {
            return list.iter().for_each(|&(user, operand)| f(user, operand));
        }
        let run = self.run(place);
        let (run, late) = run.split_at(run.partition_point(|&event| (event as usize) < self.parsed));
        let declared = self.declared(node);
        let early = run.partition_point(|&event| event < declared);
        let mut each = |event: u32| {
            if let Some(event) = self.events.get(event as usize) {
                f(event.user, event.operand);
            }
        };
        late.iter().rev().for_each(|&event| each(event));
        if self.has_order.get(place) == Some(&true) {
            return self.replay(node, run, early).into_iter().for_each(each);
        }
        run[early..].iter().rev().for_each(|&event| each(event));
        self.turned(&run[..early], each);
    }

    /// Calls `f` for uses, which are given earliest first, in the order of the list, head first, after their placeholder was replaced.
    fn turned(&self, early: &[u32], mut f: impl FnMut(u32)) {
        let mut at = 0;
        while let Some(&event) = early.get(at) {
            let mut end = at + 1;
            // A constant changes all its operands at once, in the order of their numbers.
            let user = |event: u32| self.events.get(event as usize).map(|e| e.user);
            if user(event).is_some_and(User::is_constant) {
                while early.get(end).is_some_and(|&next| user(next) == user(event)) {
                    end += 1;
                }
            }
            early[at..end].iter().rev().for_each(|&event| f(event));
            at = end;
        }
    }

    /// The list of a node that has stated orders.
    fn replay(&self, node: Node, run: &[u32], early: usize) -> Vec<u32> {
        // The earliest first.
        let mut list: Vec<u32> = Vec::with_capacity(run.len());
        let mut turned = early == 0;
        let place = |s: &Stated<'_>| self.place(s.of) < self.place(node);
        let first = self.stated.partition_point(place);
        let mut stated = self.stated.get(first..).unwrap_or(&[]).iter().take_while(|s| s.of == node).peekable();
        for at in 0..=run.len() {
            let event = run.get(at).copied();
            loop {
                let before = |time: u32| event.is_none_or(|event| time <= event);
                let declared = (!turned && at == early).then(|| self.declared(node));
                match stated.peek() {
                    Some(s) if before(s.time) && declared.is_none_or(|declared| s.time < declared) => {
                        list.reverse();
                        permute(&mut list, &s.order.indexes);
                        list.reverse();
                        stated.next();
                    }
                    _ if declared.is_some() => {
                        let mut new = Vec::with_capacity(list.len());
                        self.turned(&list, |event| new.push(event));
                        new.reverse();
                        list = new;
                        turned = true;
                    }
                    _ => break,
                }
            }
            list.extend(event);
        }
        list.reverse();
        list
    }

    fn declared(&self, node: Node) -> u32 {
        match node {
            Node::Global(g) => self.global_time.get(g as usize).copied().unwrap_or(0),
            Node::Const(c) => self.const_time.get(c as usize).copied().unwrap_or(0),
            Node::None => 0,
        }
    }
}

/// The run of a node; global values come first.
fn place_of(globals: usize, node: Node) -> Option<usize> {
    match node {
        Node::None => None,
        Node::Global(g) => Some(g as usize),
        Node::Const(c) => Some(globals + c as usize),
    }
}
