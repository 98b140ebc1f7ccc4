//! Checks convergence control tokens (`ConvergenceVerifier`).
use crate::function::Checker;
use crate::report::Subject;
use bctk_analysis::Cycles;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::value::Value;
use hashbrown::HashMap;

/// How much is done about live tokens for each instruction of a function, at most. Beyond it, regions are not checked to be nested.
const WORK: usize = 64;

/// What is known of a function's convergence so far.
#[derive(Debug, Default)]
pub(crate) struct Convergence {
    /// Whether the block has had a convergent operation.
    seen_in_block: bool,
    /// Whether the operations of the function have tokens.
    is_controlled: Option<bool>,
    /// The token that an instruction uses, by the instruction that makes it.
    tokens: HashMap<InstId, InstId>,
}

/// What makes a token.
#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Anchor,
    Entry,
    Loop,
}

fn operation(name: Option<&str>) -> Option<Operation> {
    Some(match name? {
        "experimental.convergence.anchor" => Operation::Anchor,
        "experimental.convergence.entry" => Operation::Entry,
        "experimental.convergence.loop" => Operation::Loop,
        _ => return None,
    })
}

impl Checker<'_, '_> {
    /// A block begins.
    pub(crate) fn convergence_block(&mut self) {
        self.convergence.seen_in_block = false;
    }

    /// Checks a call, after its other bundles.
    pub(crate) fn convergence(&mut self, id: InstId, call: &Call) {
        let this = [Subject::Inst(id)];
        let operation = operation(self.shared.intrinsic_name(call.callee));
        let token = self.convergence_token(id, call);
        let message = match operation {
            Some(Operation::Entry) if !self.is_convergent_function() => "Entry intrinsic can occur only in a convergent function.",
            Some(Operation::Entry) if self.blocks[id.index()] != BlockId(0) => "Entry intrinsic can occur only in the entry block.",
            Some(Operation::Entry) if self.convergence.seen_in_block => {
                "Entry intrinsic cannot be preceded by a convergent operation in the same basic block."
            }
            Some(Operation::Entry | Operation::Anchor) if token.is_some() => {
                "Entry or anchor intrinsic cannot have a convergencectrl token operand."
            }
            Some(Operation::Loop) if token.is_none() => "Loop intrinsic must have a convergencectrl token operand.",
            Some(Operation::Loop) if self.convergence.seen_in_block => {
                "Loop intrinsic cannot be preceded by a convergent operation in the same basic block."
            }
            _ => "",
        };
        if !message.is_empty() {
            return self.fail(message, &this);
        }
        let is_convergent = self.is_convergent_call(call);
        self.convergence.seen_in_block |= is_convergent;
        let is_controlled = token.is_some() || operation.is_some();
        if is_controlled || is_convergent {
            if self.convergence.is_controlled == Some(!is_controlled) {
                return self.fail("Cannot mix controlled and uncontrolled convergence in the same function.", &this);
            }
            self.convergence.is_controlled = Some(is_controlled);
        }
    }

    /// The instruction that makes the token of a call's bundle.
    fn convergence_token(&mut self, id: InstId, call: &Call) -> Option<InstId> {
        let this = Subject::Inst(id);
        let bundles: Vec<_> =
            self.body.call_bundles(call).iter().filter(|bundle| self.tag(bundle.tag) == b"convergencectrl").copied().collect();
        if bundles.len() > 1 {
            self.fail("The 'convergencectrl' bundle can occur at most once on a call", &[this]);
            return None;
        }
        let inputs: Vec<Value> = self.body.values(bundles.first()?.inputs).collect();
        let is_token = |value: Value| self.ty(value).is_some_and(|ty| self.types.get(ty) == bctk_ir::types::Type::Token);
        let &[token] = &inputs[..] else {
            self.fail("The 'convergencectrl' bundle requires exactly one token use.", &[this]);
            return None;
        };
        if !is_token(token) {
            self.fail("The 'convergencectrl' bundle requires exactly one token use.", &[this]);
            return None;
        }
        let maker = self.intrinsic_of(token).filter(|&(_, name)| operation(Some(name)).is_some());
        let Some((maker, _)) = maker else {
            let message = "Convergence control tokens can only be produced by calls to the convergence control intrinsics.";
            self.fail(message, &[Subject::Value(token), this]);
            return None;
        };
        self.convergence.tokens.insert(id, maker);
        Some(maker)
    }

    fn is_convergent_function(&self) -> bool {
        self.shared
            .attrs
            .kinds(self.module.attrs.set_at(self.function.attrs, bctk_ir::attr_set::AttrIndex::Function))
            .has(AttrKind::CONVERGENT)
    }

    fn is_convergent_call(&self, call: &Call) -> bool {
        let at = bctk_ir::attr_set::AttrIndex::Function;
        let lists = [Some(call.attrs), self.shared.function(call.callee).map(|(_, _, function)| function.attrs)];
        lists.into_iter().flatten().any(|list| self.shared.attrs.kinds(self.module.attrs.set_at(list, at)).has(AttrKind::CONVERGENT))
    }

    /// Checks that the regions of tokens are nested, and how they go with the cycles.
    pub(crate) fn convergence_regions(&mut self) {
        if self.convergence.is_controlled != Some(true) {
            return;
        }
        let cycles = Cycles::new(&self.cfg);
        let tokens = std::mem::take(&mut self.convergence.tokens);
        let mut hearts: HashMap<usize, InstId> = HashMap::new();
        let mut live_in: HashMap<BlockId, Vec<InstId>> = HashMap::new();
        let mut work = self.body.insts.len().saturating_mul(WORK);
        for block in self.cfg.reverse_post_order() {
            let mut live = live_in.remove(&block).unwrap_or_default();
            let Some(&range) = self.body.blocks.get(block.index()) else { continue };
            for at in range.first.index()..range.end.index() {
                let id = InstId::new(at);
                if let Some(&token) = tokens.get(&id) {
                    self.convergence_use(token, id, &mut live, &cycles, &mut hearts);
                }
                if operation(self.intrinsic_at(id)).is_some() {
                    live.push(id);
                }
            }
            for &next in self.cfg.successors(block) {
                let cost = live.len().saturating_mul(1 + live_in.get(&next).map_or(0, Vec::len));
                let Some(left) = work.checked_sub(cost) else { return };
                work = left;
                match live_in.get_mut(&next) {
                    None => {
                        let dominates = |token: &&InstId| self.dominators.dominates(self.blocks[token.index()], next);
                        live_in.insert(next, live.iter().take_while(dominates).copied().collect());
                    }
                    Some(others) => others.retain(|token| live.contains(token)),
                }
            }
        }
    }

    fn convergence_use(
        &mut self,
        token: InstId,
        user: InstId,
        live: &mut Vec<InstId>,
        cycles: &Cycles,
        hearts: &mut HashMap<usize, InstId>,
    ) {
        let both = [Subject::Inst(token), Subject::Inst(user)];
        let (made, block) = (self.blocks[token.index()], self.blocks[user.index()]);
        if !self.dominators.dominates(made, block) {
            return self.fail("Convergence control token must dominate all its uses.", &both);
        }
        let Some(at) = live.iter().rposition(|&other| other == token) else {
            return self.fail("Convergence region is not well-nested.", &both);
        };
        live.truncate(at + 1);
        let Some(mut cycle) = cycles.innermost(block) else { return };
        if made == block || cycles.contains(cycle, made) {
            return;
        }
        if operation(self.intrinsic_at(user)) != Some(Operation::Loop) {
            let message = "Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does not \
                           contain the token's definition.";
            self.fail(message, &both[1..]);
            return self.note_cycle(cycles, cycle);
        }
        while let Some(parent) = cycles.parent(cycle).filter(|&parent| !cycles.contains(parent, made)) {
            cycle = parent;
        }
        if !cycles.is_reducible(cycle) || cycles.header(cycle) != Some(block) {
            self.fail("Cycle heart must dominate all blocks in the cycle.", &[both[1], Subject::Block(block)]);
            return self.note_cycle(cycles, cycle);
        }
        if let Some(&other) = hearts.get(&cycle) {
            let message = "Two static convergence token uses in a cycle that does not contain either token's definition.";
            self.fail(message, &[both[1], Subject::Inst(other)]);
            return self.note_cycle(cycles, cycle);
        }
        hearts.insert(cycle, user);
    }

    /// Shows a cycle below the last finding: its depth, entries and other blocks (`GenericCycle::print`).
    fn note_cycle(&mut self, cycles: &Cycles, cycle: usize) {
        let name = |block: BlockId| String::from_utf8_lossy(self.body.block_name(block)).into_owned();
        let entries = cycles.entries(cycle);
        let shown: Vec<String> = entries.iter().map(|&block| name(block)).collect();
        let mut line = format!("depth={}: entries({})", cycles.depth(cycle), shown.join(" "));
        for block in (0..self.body.blocks.len()).map(BlockId::new) {
            if cycles.contains(cycle, block) && !entries.contains(&block) {
                line.push(' ');
                line += &name(block);
            }
        }
        if let Some(finding) = self.sink.findings.last_mut() {
            finding.note = Some(line);
        }
    }
}
