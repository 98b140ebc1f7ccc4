//! Walks over the operands of instructions.
//!
//! [`Inst::walk`] alone says which operands each instruction has. What reads, replaces or copies them is a [`Walk`].
use crate::body::{Body, OperandBundle};
use crate::entity::{BlockId, CallId, Element, Id, InstId, List, OptionalId};
use crate::inst::Inst;
use crate::value::{Value, ValueKind};

/// What becomes of the operands that [`Inst::walk`] finds. It may replace each of them.
pub trait Walk {
    /// A value.
    fn value(&mut self, value: &mut Value);
    /// A block that LLVM stores as an operand.
    fn block(&mut self, block: &mut BlockId);
    /// The block that a value of a `phi` comes from, which is no operand.
    fn from(&mut self, block: &mut BlockId);
    /// The mask of a `shufflevector`: a constant, but no operand.
    fn mask(&mut self, _mask: &mut Value) {}
    /// The indices of `extractvalue` and `insertvalue`, which are no operands.
    fn indices(&mut self, _indices: &mut List<u32>) {}
    /// A list, whose items are to be given to `each`.
    fn list<T: Element>(&mut self, list: &mut List<T>, each: impl FnMut(&mut Self, &mut T));
    /// The arguments, callee and inputs of operand bundles of a call. `blocks` gives the blocks of the instruction.
    fn call(&mut self, call: &mut CallId, blocks: impl FnOnce(&mut Self));
}

impl Inst {
    /// Gives all operands to `walk`, in the order in which LLVM creates their uses when it reads bitcode, and beside them the other values
    /// and lists of the instruction.
    #[inline(always)]
    pub fn walk<W: Walk>(&mut self, walk: &mut W) {
        match self {
            Inst::Unreachable | Inst::Unwind | Inst::Fence { .. } => {}
            Inst::Ret(value) => optional(value, |value| walk.value(value)),
            Inst::Br(dest) => walk.block(dest),
            Inst::CondBr { cond, if_true, if_false } => {
                walk.value(cond);
                walk.block(if_false);
                walk.block(if_true);
            }
            Inst::Switch { cond, default, cases } => {
                walk.value(cond);
                walk.block(default);
                walk.list(cases, |walk, (case, dest)| {
                    walk.value(case);
                    walk.block(dest);
                });
            }
            Inst::IndirectBr { addr, dests } => {
                walk.value(addr);
                walk.list(dests, W::block);
            }
            Inst::Call(call) => walk.call(call, |_| {}),
            Inst::Invoke { call, normal, unwind } => walk.call(call, |walk| {
                walk.block(normal);
                walk.block(unwind);
            }),
            Inst::CallBr { call, default, indirect } => walk.call(call, |walk| {
                walk.block(default);
                walk.list(indirect, W::block);
            }),
            Inst::CatchSwitch { parent, handlers, unwind } => {
                walk.value(parent);
                optional(unwind, |block| walk.block(block));
                walk.list(handlers, W::block);
            }
            Inst::CatchPad { parent, args } | Inst::CleanupPad { parent, args } => {
                walk.list(args, W::value);
                walk.value(parent);
            }
            Inst::CatchRet { pad, dest } => {
                walk.value(pad);
                walk.block(dest);
            }
            Inst::CleanupRet { pad, unwind } => {
                walk.value(pad);
                optional(unwind, |block| walk.block(block));
            }
            Inst::Resume(value)
            | Inst::VaArg(value)
            | Inst::Freeze(value)
            | Inst::FNeg { value, .. }
            | Inst::Cast { value, .. }
            | Inst::Alloca { count: value, .. }
            | Inst::Malloc { count: value, .. }
            | Inst::Free(value)
            | Inst::Load { ptr: value, .. } => walk.value(value),
            Inst::ExtractValue { aggregate, indices } => {
                walk.value(aggregate);
                walk.indices(indices);
            }
            Inst::Bin { lhs, rhs, .. }
            | Inst::ICmp { lhs, rhs, .. }
            | Inst::FCmp { lhs, rhs, .. }
            | Inst::Store { value: lhs, ptr: rhs, .. }
            | Inst::AtomicRmw { ptr: lhs, value: rhs, .. }
            | Inst::ExtractElement { vector: lhs, index: rhs } => {
                walk.value(lhs);
                walk.value(rhs);
            }
            Inst::ShuffleVector { lhs, rhs, mask } => {
                walk.value(lhs);
                walk.value(rhs);
                walk.mask(mask);
            }
            Inst::InsertValue { aggregate, value, indices } => {
                walk.value(aggregate);
                walk.value(value);
                walk.indices(indices);
            }
            Inst::Select { cond: a, if_true: b, if_false: c, .. } | Inst::InsertElement { vector: a, element: b, index: c } => {
                walk.value(a);
                walk.value(b);
                walk.value(c);
            }
            Inst::CmpXchg { ops, .. } | Inst::Gep { ops, .. } => walk.list(ops, W::value),
            Inst::Phi { incoming, .. } => walk.list(incoming, |walk, (value, from)| {
                walk.value(value);
                walk.from(from);
            }),
            Inst::LandingPad { clauses, .. } => walk.list(clauses, |walk, clause| walk.value(clause.value_mut())),
        }
    }
}

/// Gives an id to `f`, if there is one.
#[inline(always)]
fn optional<T: Id>(id: &mut OptionalId<T>, f: impl FnOnce(&mut T)) {
    if let Some(mut inner) = id.get() {
        f(&mut inner);
        *id = OptionalId::some(inner);
    }
}

/// Numbers operands and shows them to `f`.
///
/// With `BY_NUMBER`, calls show them in the order of their numbers.
struct Read<'b, F, const BY_NUMBER: bool> {
    body: &'b Body,
    number: u32,
    f: F,
}

impl<F: FnMut(u32, Value), const BY_NUMBER: bool> Read<'_, F, BY_NUMBER> {
    #[inline(always)]
    fn show(&mut self, value: Value) {
        (self.f)(self.number, value);
        self.number += 1;
    }

    #[inline(always)]
    fn inputs(&mut self, bundles: &[OperandBundle]) {
        for bundle in bundles {
            for value in self.body.lists.get(bundle.inputs) {
                self.show(value);
            }
        }
    }
}

impl<F: FnMut(u32, Value), const BY_NUMBER: bool> Walk for Read<'_, F, BY_NUMBER> {
    #[inline(always)]
    fn value(&mut self, value: &mut Value) {
        self.show(*value);
    }

    #[inline(always)]
    fn block(&mut self, block: &mut BlockId) {
        self.show(Value::block(*block));
    }

    #[inline(always)]
    fn from(&mut self, _block: &mut BlockId) {}

    #[inline(always)]
    fn list<T: Element>(&mut self, list: &mut List<T>, mut each: impl FnMut(&mut Self, &mut T)) {
        for mut item in self.body.lists.get(*list) {
            each(self, &mut item);
        }
    }

    /// Arguments, blocks, callee, bundle inputs: the order of creation. In numeric order, bundle inputs follow the arguments.
    #[inline(always)]
    fn call(&mut self, call: &mut CallId, blocks: impl FnOnce(&mut Self)) {
        let Some(call) = self.body.call(*call) else { return };
        for value in self.body.lists.get(call.args) {
            self.show(value);
        }
        let bundles = self.body.call_bundles(call);
        if BY_NUMBER {
            self.inputs(bundles);
            blocks(self);
            return self.show(call.callee);
        }
        let first_input = self.number;
        self.number += bundles.iter().map(|bundle| self.body.lists.get(bundle.inputs).len() as u32).sum::<u32>();
        blocks(self);
        self.show(call.callee);
        self.number = first_input;
        self.inputs(bundles);
    }
}

/// Calls `f` with the operand number and value of every operand of `inst`, in the order in which LLVM creates their uses when it reads
/// bitcode. The numbers are those of LLVM's `User::getOperandNo`. Blocks count as operands where LLVM stores them as operands (not in
/// `phi`).
pub fn operands(inst: &Inst, body: &Body, f: impl FnMut(u32, Value)) {
    let mut inst = *inst;
    inst.walk(&mut Read::<_, false> { body, number: 0, f });
}

/// Calls `f` with every operand of `inst` in numeric order. Calls alone create them in another one.
pub fn operands_by_number(inst: &Inst, body: &Body, mut f: impl FnMut(Value)) {
    let mut inst = *inst;
    inst.walk(&mut Read::<_, true> { body, number: 0, f: |_, value| f(value) });
}

/// As [`operands`], if `inst` is of a frequent kind and has no operand bundles: then its operands have the same order by number. Otherwise
/// returns false and calls nothing.
///
/// It becomes part of its caller with a copy of `f` for each operand, for walks over all instructions of a module. Tests compare it with
/// [`Inst::walk`], which it does not use, so that it remains small.
#[inline(always)]
pub fn frequent_operands(inst: &Inst, body: &Body, mut f: impl FnMut(u32, Value)) -> bool {
    match *inst {
        Inst::Load { ptr: value, .. } | Inst::Cast { value, .. } | Inst::Alloca { count: value, .. } => f(0, value),
        Inst::Store { value: a, ptr: b, .. } | Inst::Bin { lhs: a, rhs: b, .. } | Inst::ICmp { lhs: a, rhs: b, .. } => {
            f(0, a);
            f(1, b);
        }
        Inst::Select { cond, if_true, if_false, .. } => {
            f(0, cond);
            f(1, if_true);
            f(2, if_false);
        }
        Inst::Gep { ops, .. } => {
            for (number, value) in (0..).zip(body.values(ops)) {
                f(number, value);
            }
        }
        Inst::Br(dest) => f(0, Value::block(dest)),
        Inst::CondBr { cond, if_true, if_false } => {
            f(0, cond);
            f(1, Value::block(if_false));
            f(2, Value::block(if_true));
        }
        Inst::Phi { incoming, .. } => {
            for (number, (value, _)) in (0..).zip(body.lists.get(incoming).iter()) {
                f(number, value);
            }
        }
        Inst::Call(call) | Inst::Invoke { call, .. } => {
            let Some(call) = body.call(call).filter(|call| call.bundles.0 == call.bundles.1) else { return false };
            let mut number = 0;
            for value in body.values(call.args) {
                f(number, value);
                number += 1;
            }
            if let Inst::Invoke { normal, unwind, .. } = *inst {
                f(number, Value::block(normal));
                f(number + 1, Value::block(unwind));
                number += 2;
            }
            f(number, call.callee);
        }
        _ => return false,
    }
    true
}

/// Calls `f` with the blocks of `inst` in the order in which a text names them, including those of `phi`.
pub fn blocks_as_written(inst: &Inst, body: &Body, mut f: impl FnMut(BlockId)) {
    match *inst {
        Inst::CondBr { if_true, if_false, .. } => {
            f(if_true);
            f(if_false);
        }
        Inst::CatchSwitch { handlers, unwind, .. } => {
            body.lists.get(handlers).iter().for_each(&mut f);
            if let Some(unwind) = unwind.get() {
                f(unwind);
            }
        }
        Inst::Phi { incoming, .. } => body.lists.get(incoming).iter().for_each(|(_, block)| f(block)),
        _ => operands(inst, body, |_, value| {
            if let ValueKind::Block(block) = value.kind() {
                f(block);
            }
        }),
    }
}

/// Calls `f` for every successor of a terminator, in the order in which LLVM creates the uses.
pub fn successors(inst: &Inst, body: &Body, mut f: impl FnMut(BlockId)) {
    if inst.is_terminator() {
        operands(inst, body, |_, value| {
            if let ValueKind::Block(block) = value.kind() {
                f(block);
            }
        });
    }
}

/// Replaces the operands of an instruction.
struct Replace<'b, V, B> {
    body: &'b mut Body,
    value: V,
    block: B,
}

impl<V: FnMut(Value) -> Value, B: FnMut(BlockId) -> BlockId> Replace<'_, V, B> {
    fn values(&mut self, list: List<Value>) {
        self.body.lists.update(list, &mut self.value);
    }
}

impl<V: FnMut(Value) -> Value, B: FnMut(BlockId) -> BlockId> Walk for Replace<'_, V, B> {
    #[inline(always)]
    fn value(&mut self, value: &mut Value) {
        *value = (self.value)(*value);
    }

    #[inline(always)]
    fn block(&mut self, block: &mut BlockId) {
        *block = (self.block)(*block);
    }

    #[inline(always)]
    fn from(&mut self, block: &mut BlockId) {
        *block = (self.block)(*block);
    }

    fn list<T: Element>(&mut self, list: &mut List<T>, mut each: impl FnMut(&mut Self, &mut T)) {
        let mut lists = std::mem::take(&mut self.body.lists);
        lists.update(*list, |mut item| {
            each(self, &mut item);
            item
        });
        self.body.lists = lists;
    }

    fn call(&mut self, call: &mut CallId, blocks: impl FnOnce(&mut Self)) {
        let at = call.index();
        let Some(mut call) = self.body.calls.get(at).copied() else { return blocks(self) };
        self.values(call.args);
        blocks(self);
        call.callee = (self.value)(call.callee);
        if let Some(slot) = self.body.calls.get_mut(at) {
            *slot = call;
        }
        for at in call.bundles.0..call.bundles.1 {
            let Some(bundle) = self.body.bundles.get(at as usize) else { break };
            self.values(bundle.inputs);
        }
    }
}

/// Replaces the values and blocks of an instruction: calls `value` for every operand that is a value, `block` for every block, in the order
/// of [`operands`]. Blocks that mean "to caller" are left alone.
pub fn map_operands(body: &mut Body, inst: InstId, value: impl FnMut(Value) -> Value, block: impl FnMut(BlockId) -> BlockId) {
    let Some(mut new) = body.insts.get(inst.index()).copied() else { return };
    new.walk(&mut Replace { body, value, block });
    if let Some(slot) = body.insts.get_mut(inst.index()) {
        *slot = new;
    }
}

/// Gives an instruction lists and a call of its own.
struct Own<'b>(&'b mut Body);

impl Own<'_> {
    fn copy<T: Element>(&mut self, list: &mut List<T>) {
        let items = self.0.lists.get(*list).to_vec();
        *list = self.0.lists.push(&items);
    }
}

impl Walk for Own<'_> {
    fn value(&mut self, _value: &mut Value) {}

    fn block(&mut self, _block: &mut BlockId) {}

    fn from(&mut self, _block: &mut BlockId) {}

    fn indices(&mut self, indices: &mut List<u32>) {
        self.copy(indices);
    }

    fn list<T: Element>(&mut self, list: &mut List<T>, _each: impl FnMut(&mut Self, &mut T)) {
        self.copy(list);
    }

    fn call(&mut self, id: &mut CallId, blocks: impl FnOnce(&mut Self)) {
        blocks(self);
        let Some(mut call) = self.0.call(*id).copied() else { return };
        self.copy(&mut call.args);
        let start = self.0.bundles.len() as u32;
        for at in call.bundles.0..call.bundles.1 {
            let Some(mut bundle) = self.0.bundles.get(at as usize).copied() else { break };
            self.copy(&mut bundle.inputs);
            self.0.bundles.push(bundle);
        }
        call.bundles = (start, self.0.bundles.len() as u32);
        self.0.calls.push(call);
        *id = CallId::new(self.0.calls.len() - 1);
    }
}

/// An instruction with copies of the lists and the call of another, which it shares with none.
pub fn with_own_lists(body: &mut Body, mut inst: Inst) -> Inst {
    inst.walk(&mut Own(body));
    inst
}
