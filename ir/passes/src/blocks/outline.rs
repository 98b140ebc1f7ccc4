//! Takes a region of a function out into a new function (LLVM, `CodeExtractor`).
//!
//! The new function has a parameter for each value that the region uses of the rest, and a pointer for each value that the rest uses of the region,
//! which it stores there. It returns where the old function goes on.
use bctk_ir::body::Body;
use bctk_ir::datalayout::{AddressSpaces, DataLayout, Layouts};
use bctk_ir::entity::{BlockId, GlobalId, InstId, TypeId};
use bctk_ir::inst::{Access, Inst};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashSet;

use super::carve::{Part, carve};
use super::code::Code;
use super::region::{Accesses, Addresses, Region, called, is_eligible, is_intrinsic};

/// The function that a region became, as far as it is known without its place in the module.
pub(super) struct Outlined {
    pub(super) name: Vec<u8>,
    pub(super) body: Body,
    pub(super) ret: TypeId,
    pub(super) params: Vec<TypeId>,
    /// The numbers of parameters that are `swifterror`.
    pub(super) swift_errors: Vec<u32>,
    pub(super) returns: bool,
}

/// Takes blocks out of a function, which goes on with a call. Returns nothing, and changes nothing, if they cannot be taken out.
pub(super) fn outline(module: &mut Module, code: &mut Code, function: GlobalId, blocks: &[BlockId], llvm: LlvmVersion) -> Option<Outlined> {
    let region = Region::new(blocks.iter().copied());
    let addresses = Addresses::new(module);
    if !is_eligible(module, code, function, &region, &addresses) {
        return None;
    }
    let accesses = Accesses::new(module, code);
    let header = *region.blocks.first()?;
    let mut work = Outline { module, code, region, header, accesses, llvm };
    Some(work.run(function))
}

struct Outline<'w> {
    module: &'w mut Module,
    code: &'w mut Code,
    region: Region,
    header: BlockId,
    accesses: Accesses,
    llvm: LlvmVersion,
}

/// Instructions of the rest that go with a region: variables that it alone uses, and marks of their lifetimes.
#[derive(Default)]
struct Moved {
    /// What goes before the region, in the order in which it is found.
    sunk: Vec<InstId>,
    /// What goes to its exit.
    hoisted: Vec<InstId>,
}

impl Outline<'_> {
    fn run(&mut self, function: GlobalId) -> Outlined {
        self.drop_assumptions();
        self.split_returns();
        // Where the region leads to is found before or after its first block is split, which decides the order.
        let mut exits = self.region.exits(self.code);
        self.split_entry();
        if self.llvm.outlined_exits_late() {
            exits = self.region.exits(self.code);
        }
        self.split_exits(&exits);
        let entry = self.code.detached(b"newFuncRoot");
        let branch = self.code.make(None, b"", Inst::Br(self.header));
        self.code.block_mut(entry).insts.push(branch);
        self.code.block_mut(self.header).preds.insert(0, entry);
        let moved = self.variables();
        let sunk: HashSet<u32> = moved.sunk.iter().filter_map(|&inst| self.code.body.result(inst)).collect();
        let (inputs, outputs) = self.inputs_and_outputs(&sunk);
        self.sink(entry, &moved);
        if let Some(added) = self.hoist(&moved) {
            exits.push(added);
        }
        self.drop_lifetimes_of(&sunk);
        exits.retain(|&exit| !self.region.contains(exit));
        self.finish(function, entry, &inputs, &outputs, &exits)
    }

    /// Assumptions do not come along.
    fn drop_assumptions(&mut self) {
        let is_gone = |&inst: &InstId| {
            let name = called(self.module, self.code, inst);
            is_intrinsic(name, "llvm.assume") || is_intrinsic(name, "llvm.experimental.guard") && !self.llvm.outlined_guards()
        };
        let insts = self.region.blocks.iter().flat_map(|&block| &self.code.block(block).insts);
        let gone: HashSet<InstId> = insts.copied().filter(is_gone).collect();
        self.code.drop_insts(&gone);
    }

    /// What a block of the region returns stays in the old function.
    fn split_returns(&mut self) {
        for block in self.region.blocks.clone() {
            let last = self.code.block(block).insts.len().saturating_sub(1);
            if self.code.terminator(block).is_some_and(|last| matches!(self.code.inst(last), Inst::Ret(_))) {
                self.code.split(block, last, b".ret");
            }
        }
    }

    /// Splits the first block, if it is the function's or has `phi`s with values from several blocks outside: the `phi`s of those stay.
    fn split_entry(&mut self) {
        let old = self.header;
        let mut inside: Vec<BlockId> = Vec::new();
        if self.code.order.first() != Some(&old) {
            let Some(&phi) = self.code.phis(old).first() else { return };
            let from: Vec<BlockId> = self.code.incoming(phi).into_iter().map(|(_, from)| from).collect();
            inside = from.iter().copied().filter(|&from| self.region.contains(from)).collect();
            if from.len() - inside.len() <= 1 {
                return;
            }
        }
        let new = self.code.split(old, self.code.first_after_phis(old, true), b".split");
        self.region.remove(old);
        self.region.insert(new);
        self.header = new;
        if inside.is_empty() {
            return;
        }
        for &from in &inside {
            self.code.retarget(from, old, new);
        }
        for phi in self.code.phis(old) {
            let pairs = self.code.incoming(phi);
            let (moved, kept): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|&(_, from)| self.region.contains(from));
            let Some(local) = self.code.body.result(phi) else { continue };
            let own = self.joined(phi, b".ce", vec![]);
            let Some(joined) = self.code.body.result(own) else { continue };
            // All uses are those of the new one, also in what it and the old one get.
            self.code.replace(local, Value::local(joined), |_| true);
            self.code.uses.move_all(local, joined);
            let renamed = |(value, from)| (if value == Value::local(local) { Value::local(joined) } else { value }, from);
            let kept: Vec<_> = kept.into_iter().map(renamed).collect();
            let pairs: Vec<_> = std::iter::once((Value::local(local), old)).chain(moved.into_iter().map(renamed)).collect();
            self.code.set_incoming(phi, &kept);
            self.code.set_incoming(own, &pairs);
            for (number, &(value, _)) in (0..).zip(&pairs) {
                self.code.uses.add(value, (own, number));
            }
            self.code.block_mut(new).insts.insert(0, own);
        }
    }

    /// A `phi` like another, in no block as yet.
    fn joined(&mut self, like: InstId, suffix: &[u8], pairs: Vec<(Value, BlockId)>) -> InstId {
        let local = self.code.body.result(like);
        let name = local.map_or(Vec::new(), |local| [self.code.body.local_name(local), suffix].concat());
        let ty = self.code.body.result_type(like);
        let incoming = self.code.body.lists.push(&pairs);
        self.code.make(ty, &name, Inst::Phi { fmf: bctk_ir::inst::FastMathFlags::NONE, incoming })
    }

    /// Joins the values that `phi`s outside have from several blocks of the region, in a block of the region.
    fn split_exits(&mut self, exits: &[BlockId]) {
        for &exit in exits {
            let mut joint = None;
            for phi in self.code.phis(exit) {
                let pairs = self.code.incoming(phi);
                let (moved, mut kept): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|&(_, from)| self.region.contains(from));
                if moved.len() <= 1 {
                    continue;
                }
                let block = match joint {
                    Some(block) => block,
                    None => {
                        let name = [&self.code.block(exit).name[..], b".split"].concat();
                        let block = self.code.add_block(&name, exit, false);
                        let mut seen = HashSet::new();
                        let preds = self.code.block(exit).preds.clone();
                        for from in preds.into_iter().filter(|&from| self.region.contains(from) && seen.insert(from)) {
                            self.code.retarget(from, exit, block);
                        }
                        self.code.branch(block, exit);
                        self.region.insert(block);
                        joint = Some(block);
                        block
                    }
                };
                let values: Vec<Value> = moved.iter().map(|&(value, _)| value).collect();
                let own = self.joined(phi, b".ce", moved);
                for (number, value) in (0..).zip(values) {
                    self.code.uses.add(value, (own, number));
                }
                let at = self.code.first_after_phis(block, false);
                self.code.block_mut(block).insts.insert(at, own);
                if let Some(local) = self.code.body.result(own) {
                    kept.push((Value::local(local), block));
                }
                self.code.set_incoming(phi, &kept);
            }
        }
    }

    /// The only block that the region leads to.
    fn common_exit(&self) -> Option<BlockId> {
        match self.region.exits(self.code)[..] {
            [exit] => Some(exit),
            _ => None,
        }
    }

    /// The variables that can come along: those with one mark for each end of their lifetime, which nothing else outside uses.
    fn variables(&self) -> Moved {
        let mut moved = Moved::default();
        let common = self.common_exit();
        let users = self.code.users();
        let makers = self.code.makers();
        for &alloca in &self.accesses.allocas {
            let Some(local) = self.code.body.result(alloca) else { continue };
            let outside = makers.get(local as usize).copied().flatten().is_some_and(|block| !self.region.contains(block));
            let Some(of_variable) = users.get(local as usize).filter(|_| outside) else { continue };
            let mut marks = [None; 2];
            let is_movable = of_variable.iter().all(|&(block, user)| {
                let name = called(self.module, self.code, user);
                for (mark, intrinsic) in marks.iter_mut().zip(["llvm.lifetime.start", "llvm.lifetime.end"]) {
                    if is_intrinsic(name, intrinsic) {
                        return mark.replace((block, user)).is_none();
                    }
                }
                self.region.contains(block)
            });
            let [Some((start, start_mark)), Some((end, end_mark))] = marks else { continue };
            let (sinks, hoists) = (!self.region.contains(start), !self.region.contains(end));
            let is_safe = || self.accesses.leave_alone(self.code, &self.region, local);
            if !is_movable || (sinks || hoists) && !is_safe() || hoists && common.is_none() {
                continue;
            }
            moved.sunk.extend(sinks.then_some(start_mark));
            moved.sunk.push(alloca);
            moved.hoisted.extend(hoists.then_some(end_mark));
        }
        moved
    }

    /// The values that the region uses of the rest, and those that the rest uses of the region, in the order in which they are met.
    fn inputs_and_outputs(&self, sunk: &HashSet<u32>) -> (Vec<u32>, Vec<InstId>) {
        let (makers, users) = (self.code.makers(), self.code.users());
        let is_outside = |local: u32| makers.get(local as usize).copied().flatten().is_none_or(|block| !self.region.contains(block));
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for &block in &self.region.blocks {
            for &inst in &self.code.block(block).insts {
                for value in self.code.operands(inst) {
                    if let ValueKind::Local(local) = value.kind()
                        && !sunk.contains(&local)
                        && is_outside(local)
                        && seen.insert(local)
                    {
                        inputs.push(local);
                    }
                }
                let of_inst = self.code.body.result(inst).and_then(|local| users.get(local as usize));
                if of_inst.is_some_and(|users| users.iter().any(|&(block, _)| !self.region.contains(block))) {
                    outputs.push(inst);
                }
            }
        }
        (inputs, outputs)
    }

    /// Puts variables at the beginning of the new function, the latest first, and the marks behind them.
    fn sink(&mut self, entry: BlockId, moved: &Moved) {
        self.code.drop_insts(&moved.sunk.iter().copied().collect());
        let is_variable = |inst: &&InstId| matches!(self.code.inst(**inst), Inst::Alloca { .. });
        let (variables, marks): (Vec<&InstId>, Vec<&InstId>) = moved.sunk.iter().partition(is_variable);
        let all: Vec<InstId> = variables.into_iter().rev().chain(marks.into_iter().rev()).copied().collect();
        self.code.block_mut(entry).insts.splice(0..0, all);
    }

    /// Puts the marks of ends where the region ends. Returns the block that the region leads to then, if that is a new one.
    fn hoist(&mut self, moved: &Moved) -> Option<BlockId> {
        if moved.hoisted.is_empty() {
            return None;
        }
        let exit = self.common_exit()?;
        let gone = moved.hoisted.iter().copied().collect();
        let mut inside: Vec<BlockId> = self.code.block(exit).preds.iter().copied().filter(|&from| self.region.contains(from)).collect();
        inside.dedup();
        let mut added = None;
        let place = match inside[..] {
            [only] => only,
            _ => {
                let rest = self.code.split(exit, self.code.first_after_phis(exit, false), b"");
                let preds = self.code.block(exit).preds.clone();
                let mut seen = HashSet::new();
                for from in preds.into_iter().filter(|&from| !self.region.contains(from) && seen.insert(from)) {
                    self.code.retarget(from, exit, rest);
                }
                self.region.insert(exit);
                added = Some(rest);
                exit
            }
        };
        self.code.drop_insts(&gone);
        let insts = &mut self.code.block_mut(place).insts;
        let at = insts.len().saturating_sub(1);
        insts.splice(at..at, moved.hoisted.iter().copied());
        added
    }

    /// Marks of the lifetime of what is not in the region stay with the rest.
    fn drop_lifetimes_of(&mut self, sunk: &HashSet<u32>) {
        let makers = self.code.makers();
        let is_kept = |value: Value| match value.kind() {
            ValueKind::Local(local) => {
                sunk.contains(&local) || makers.get(local as usize).copied().flatten().is_some_and(|block| self.region.contains(block))
            }
            _ => false,
        };
        let is_gone = |&inst: &InstId| {
            let name = called(self.module, self.code, inst);
            if !is_intrinsic(name, "llvm.lifetime.start") && !is_intrinsic(name, "llvm.lifetime.end") {
                return false;
            }
            let operands = self.code.operands(inst);
            // The last argument, before the callee.
            operands.len().checked_sub(2).is_some_and(|at| !is_kept(operands[at]))
        };
        let insts = self.region.blocks.iter().flat_map(|&block| &self.code.block(block).insts);
        let gone: HashSet<InstId> = insts.copied().filter(is_gone).collect();
        self.code.drop_insts(&gone);
    }

    /// The type that says where the old function goes on.
    fn result_type(&mut self, exits: usize) -> TypeId {
        self.module.types.intern(match exits {
            0 | 1 => Type::Void,
            2 => Type::Int(1),
            _ => Type::Int(16),
        })
    }

    fn finish(&mut self, function: GlobalId, entry: BlockId, inputs: &[u32], outputs: &[InstId], exits: &[BlockId]) -> Outlined {
        let ret = self.result_type(exits.len());
        let mut stubs = Vec::with_capacity(exits.len());
        for (at, &exit) in exits.iter().enumerate() {
            let name = [&self.code.block(exit).name[..], b".exitStub"].concat();
            let stub = self.code.detached(&name);
            let value = match exits.len() {
                0 | 1 => None,
                2 => Some(bctk_edit::intern::int(self.module, 1, u64::from(at == 0))),
                _ => Some(bctk_edit::intern::int(self.module, 16, at as u64)),
            };
            let ret = self.code.make(None, b"", Inst::Ret(value.into()));
            self.code.block_mut(stub).insts.push(ret);
            stubs.push(stub);
        }
        for block in self.region.blocks.clone() {
            for to in self.code.successors(block) {
                if let Some(at) = exits.iter().position(|&exit| exit == to) {
                    self.code.retarget(block, to, stubs[at]);
                }
            }
        }
        let outside: Vec<BlockId> = self.code.order.iter().copied().filter(|&block| !self.region.contains(block)).collect();
        let pointers = self.stores(outputs);
        let call = self.call_block(exits, outputs, &pointers);
        for block in outside {
            self.code.retarget(block, self.header, call);
        }
        for phi in self.code.phis(self.header) {
            let region = &self.region;
            self.code.map_from(phi, |from| if region.contains(from) { from } else { entry });
        }
        let blocks: Vec<BlockId> = std::iter::once(entry).chain(self.region.blocks.iter().copied()).chain(stubs.iter().copied()).collect();
        let returns = blocks
            .iter()
            .filter_map(|&block| self.code.terminator(block))
            .any(|last| matches!(self.code.inst(last), Inst::Ret(_) | Inst::Resume(_)));
        let out_name = |inst: InstId| self.code.body.result(inst).map_or(&[][..], |local| self.code.body.local_name(local));
        let mut params: Vec<(u32, Vec<u8>)> = inputs.iter().map(|&local| (local, self.code.body.local_name(local).to_vec())).collect();
        params.extend(pointers.iter().zip(outputs).map(|(&pointer, inst)| (pointer, [out_name(*inst), &b".out"[..]].concat())));
        let types = params.iter().map(|&(local, _)| self.code.body.local_types[local as usize]).collect();
        let header_name = &self.code.block(self.header).name;
        let suffix: &[u8] = if header_name.is_empty() { b"extracted" } else { header_name };
        let name = [self.module.str(self.module.globals[function.index()].name), b".", suffix].concat();
        let swift_errors = (0..).zip(inputs).filter(|&(_, &local)| self.is_swift_error(function, local)).map(|(at, _)| at).collect();
        let part = Part { blocks: &blocks, stubs: stubs.len(), stubs_first: !self.llvm.outlined_exits_late(), params: &params };
        let body = carve(self.module, self.code, &part);
        self.leave();
        Outlined { name, body, ret, params: types, swift_errors, returns }
    }

    /// Whether a value is a `swifterror` variable or parameter.
    fn is_swift_error(&self, function: GlobalId, local: u32) -> bool {
        if local < self.code.body.args {
            let attrs = self.module.globals[function.index()].function().map(|function| function.attrs);
            let set = attrs.and_then(|list| self.module.attrs.set_at(list, bctk_ir::attr_set::AttrIndex::Param(local)));
            let wanted = bctk_ir::attr_set::Attr::Enum(bctk_ir::attrs::AttrKind::SWIFT_ERROR);
            return set.is_some_and(|set| self.module.attrs.set(set).contains(&wanted));
        }
        let maker = self.code.body.made_locals().find(|&(_, made)| made == local);
        maker.is_some_and(|(inst, _)| matches!(self.code.inst(inst), Inst::Alloca { swift_error: true, .. }))
    }

    /// Stores each output right after it is known. Returns the pointers to store to, which are parameters of the new function.
    fn stores(&mut self, outputs: &[InstId]) -> Vec<u32> {
        let layout = self.module.str(self.module.data_layout).to_vec();
        let space = AddressSpaces::parse(&layout).alloca;
        let pointer = self.module.types.intern(Type::Ptr(space));
        let mut layouts = Layouts::new(DataLayout::parse(&layout)).of_release(self.llvm);
        let mut pointers = Vec::with_capacity(outputs.len());
        for &output in outputs {
            let Some(local) = self.code.body.result(output) else { continue };
            let ptr = self.code.local(pointer, b"");
            pointers.push(ptr);
            let ty = self.code.body.local_types[local as usize];
            let align = layouts.abi_align(&self.module.types, ty).unwrap_or(1).max(1).trailing_zeros() as u8 + 1;
            let store = Inst::Store { align, access: Access::PLAIN, scope: 0, value: Value::local(local), ptr: Value::local(ptr) };
            let store = self.code.make(None, b"", store);
            self.code.uses.add(Value::local(local), (store, 0));
            self.code.uses.add(Value::local(ptr), (store, 1));
            let home = |inst: InstId| {
                let found = self.region.blocks.iter().find(|&&block| self.code.block(block).insts.contains(&inst));
                found.copied().unwrap_or(self.header)
            };
            let (block, at) = match *self.code.inst(output) {
                Inst::Invoke { normal, .. } => (normal, self.code.first_after_phis(normal, true)),
                Inst::Phi { .. } => (home(output), self.code.first_after_phis(home(output), true)),
                _ => {
                    let block = home(output);
                    let insts = &self.code.block(block).insts;
                    (block, insts.iter().position(|&inst| inst == output).map_or(insts.len(), |at| at + 1))
                }
            };
            self.code.block_mut(block).insts.insert(at, store);
        }
        pointers
    }

    /// The block that calls the new function, in the place of the region.
    fn call_block(&mut self, exits: &[BlockId], outputs: &[InstId], pointers: &[u32]) -> BlockId {
        let late = self.llvm.outlined_exits_late();
        let layout = DataLayout::parse(self.module.str(self.module.data_layout));
        let mut layouts = Layouts::new(layout).of_release(self.llvm);
        let call = self.code.add_block(b"codeRepl", self.header, false);
        self.code.block_mut(call).calls = true;
        for &output in outputs {
            let Some(local) = self.code.body.result(output) else { continue };
            let (ty, name) = (self.code.body.local_types[local as usize], self.code.body.local_name(local).to_vec());
            // Where the new function stores it: a variable of the first block.
            // Where code is moved before the call is made, that is the first block that is left.
            let is_left = |block: &&BlockId| !late || !self.region.contains(**block);
            let first = self.code.order.iter().find(is_left).copied();
            if let (Some(first), Some(&pointer)) = (first, pointers.first()) {
                let count = bctk_edit::intern::int(self.module, 32, 1);
                let align = layouts.pref_align(&self.module.types, ty).unwrap_or(1).max(1).trailing_zeros() as u8 + 1;
                let variable = Inst::Alloca { align, in_alloca: false, swift_error: false, ty, count };
                let ty = self.code.body.local_types[pointer as usize];
                let variable = self.code.make(Some(ty), &[&name[..], b".loc"].concat(), variable);
                self.code.block_mut(first).insts.insert(0, variable);
            }
            let load = Inst::Load { align: 0, access: Access::PLAIN, scope: 0, ptr: Value::NONE };
            let load = self.code.make(Some(ty), &[&name[..], b".reload"].concat(), load);
            self.code.block_mut(call).insts.push(load);
            if let Some(new) = self.code.body.result(load) {
                let region = self.region.blocks.clone();
                self.code.replace(local, Value::local(new), |block| !region.contains(&block));
            }
        }
        let inst = match *exits {
            [] => Inst::Unreachable,
            [only] => Inst::Br(only),
            [if_true, if_false] => Inst::CondBr { cond: Value::NONE, if_true, if_false },
            [ref cases @ .., default] => {
                let cases: Vec<(Value, BlockId)> = cases.iter().map(|&to| (Value::NONE, to)).collect();
                Inst::Switch { cond: Value::NONE, default, cases: self.code.body.lists.push(&cases) }
            }
        };
        let last = self.code.make(None, b"", inst);
        self.code.block_mut(call).insts.push(last);
        for &exit in exits {
            self.code.block_mut(exit).preds.insert(0, call);
            for phi in self.code.phis(exit) {
                let region = &self.region;
                self.code.map_from(phi, |from| if region.contains(from) { call } else { from });
            }
        }
        call
    }

    /// Takes the region out of the old function.
    fn leave(&mut self) {
        let region = &self.region;
        self.code.take_out(|block| region.contains(block));
    }
}
