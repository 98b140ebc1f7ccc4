//! Checks the instructions that handle exceptions: landing pads, funclet pads and what leaves them.
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::inst::{Clause, Inst};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// Where control goes that leaves a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// To the caller.
    Caller,
    /// To this pad.
    Pad(InstId),
}

fn is_eh_pad(inst: &Inst) -> bool {
    matches!(inst, Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. })
}

impl Checker<'_, '_> {
    fn has_personality(&self) -> bool {
        !self.function.personality.is_none()
    }

    /// Whether a value is the constant `none`.
    fn is_none_token(&self, value: Value) -> bool {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index),
            ValueKind::LocalConst(index) => self.body.consts.get(index),
            _ => None,
        };
        constant.is_some_and(|constant| constant.kind == ConstKind::Null && self.types.get(constant.ty) == Type::Token)
    }

    /// The value that a pad is inside of; none for what is no pad.
    fn parent_pad(&self, pad: InstId) -> Option<Value> {
        match self.body.insts[pad.index()] {
            Inst::CatchPad { parent, .. } | Inst::CleanupPad { parent, .. } | Inst::CatchSwitch { parent, .. } => Some(parent),
            _ => None,
        }
    }

    /// The pad that a value is.
    fn as_pad(&self, value: Value) -> Option<InstId> {
        let (id, inst) = self.maker(value)?;
        matches!(inst, Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. }).then_some(id)
    }

    fn is_funclet_pad(&self, value: Value) -> bool {
        matches!(self.maker(value), Some((_, Inst::CatchPad { .. } | Inst::CleanupPad { .. })))
    }

    fn is_first_non_phi(&self, id: InstId) -> bool {
        self.first_non_phi(self.blocks[id.index()]).is_some_and(|(first, _)| first == id)
    }

    pub(crate) fn landing_pad(&mut self, id: InstId) {
        let Inst::LandingPad { cleanup, clauses } = self.body.insts[id.index()] else { return };
        let Some(ty) = self.body.result_type(id) else { return };
        let this = Subject::Inst(id);
        let clauses: Vec<Clause> = self.body.lists.get(clauses).iter().collect();
        check!(self, !clauses.is_empty() || cleanup, "LandingPadInst needs at least one clause or to be a cleanup.", this);
        self.pad_predecessors(id);
        match self.landing_pad {
            None => self.landing_pad = Some(ty),
            Some(first) => check!(
                self,
                self.types.same(first, ty),
                "The landingpad instruction should have a consistent result type inside a function.",
                this
            ),
        }
        check!(self, self.has_personality(), "LandingPadInst needs to be in a function with a personality.", this);
        check!(self, self.is_first_non_phi(id), "LandingPadInst not the first non-PHI instruction in the block.", this);
        for clause in clauses {
            let Some(ty) = self.ty(clause.value()) else { continue };
            match clause {
                Clause::Catch(_) => check!(self, self.types.is_pointer(ty), "Catch operand does not have pointer type!", this),
                Clause::Filter(_) => {
                    let is_array = matches!(self.types.get(ty), Type::Array { .. })
                        && matches!(
                            self.constant(clause.value()).map(|constant| constant.kind),
                            Some(ConstKind::Null | ConstKind::Aggregate(_))
                        );
                    check!(self, is_array, "Filter operand is not an array of constants!", this);
                }
            }
        }
        self.instruction(id);
    }

    pub(crate) fn resume(&mut self, id: InstId, value: Value) {
        let Some(ty) = self.ty(value) else { return };
        let this = Subject::Inst(id);
        check!(self, self.has_personality(), "ResumeInst needs to be in a function with a personality.", this);
        match self.landing_pad {
            None => self.landing_pad = Some(ty),
            Some(first) => check!(
                self,
                self.types.same(first, ty),
                "The resume instruction should have a consistent result type inside a function.",
                this
            ),
        }
        self.any_terminator(id);
    }

    pub(crate) fn catch_pad(&mut self, id: InstId) {
        let Inst::CatchPad { parent, args } = self.body.insts[id.index()] else { return };
        let this = Subject::Inst(id);
        check!(self, self.has_personality(), "CatchPadInst needs to be in a function with a personality.", this);
        let is_in_switch = matches!(self.maker(parent), Some((_, Inst::CatchSwitch { .. })));
        check!(self, is_in_switch, "CatchPadInst needs to be directly nested in a CatchSwitchInst.", Subject::Value(parent));
        check!(self, self.is_first_non_phi(id), "CatchPadInst not the first non-PHI instruction in the block.", this);
        if self.shared.llvm.catchpad_arguments_checked() {
            for arg in self.body.values(args) {
                let fits = match arg.kind() {
                    ValueKind::Local(_) => matches!(self.maker(arg), Some((_, Inst::Alloca { .. }))),
                    _ => true,
                };
                check!(self, fits, "Argument operand must be alloca or constant.", this);
            }
        }
        self.pad_predecessors(id);
        self.funclet_pad(id);
    }

    pub(crate) fn cleanup_pad(&mut self, id: InstId) {
        let Inst::CleanupPad { parent, .. } = self.body.insts[id.index()] else { return };
        let this = Subject::Inst(id);
        check!(self, self.has_personality(), "CleanupPadInst needs to be in a function with a personality.", this);
        check!(self, self.is_first_non_phi(id), "CleanupPadInst not the first non-PHI instruction in the block.", this);
        let fits = self.is_none_token(parent) || self.is_funclet_pad(parent);
        check!(self, fits, "CleanupPadInst has an invalid parent.", this);
        self.pad_predecessors(id);
        self.funclet_pad(id);
    }

    pub(crate) fn catch_switch(&mut self, id: InstId) {
        let Inst::CatchSwitch { parent, handlers, unwind } = self.body.insts[id.index()] else { return };
        let this = Subject::Inst(id);
        check!(self, self.has_personality(), "CatchSwitchInst needs to be in a function with a personality.", this);
        check!(self, self.is_first_non_phi(id), "CatchSwitchInst not the first non-PHI instruction in the block.", this);
        let fits = self.is_none_token(parent) || self.is_funclet_pad(parent);
        check!(self, fits, "CatchSwitchInst has an invalid parent.", Subject::Value(parent));
        if let Some(unwind) = unwind.get() {
            let first = self.first_non_phi(unwind);
            let fits = first.is_some_and(|(_, inst)| is_eh_pad(inst) && !matches!(inst, Inst::LandingPad { .. }));
            check!(self, fits, "CatchSwitchInst must unwind to an EH block which is not a landingpad.", this);
            if first.and_then(|(pad, _)| self.parent_pad(pad)) == Some(parent) {
                self.siblings.push((id, id));
            }
        }
        let handlers: Vec<BlockId> = self.body.lists.get(handlers).iter().collect();
        check!(self, !handlers.is_empty(), "CatchSwitchInst cannot have empty handler list", this);
        for handler in handlers {
            let fits = matches!(self.first_non_phi(handler), Some((_, Inst::CatchPad { .. })));
            check!(self, fits, "CatchSwitchInst handlers must be catchpads", this, Subject::Block(handler));
        }
        self.pad_predecessors(id);
        self.any_terminator(id);
    }

    pub(crate) fn catch_ret(&mut self, id: InstId, pad: Value) {
        let fits = matches!(self.maker(pad), Some((_, Inst::CatchPad { .. })));
        check!(self, fits, "CatchReturnInst needs to be provided a CatchPad", Subject::Inst(id), Subject::Value(pad));
        self.any_terminator(id);
    }

    pub(crate) fn cleanup_ret(&mut self, id: InstId) {
        let Inst::CleanupRet { pad, unwind } = self.body.insts[id.index()] else { return };
        let this = Subject::Inst(id);
        let fits = matches!(self.maker(pad), Some((_, Inst::CleanupPad { .. })));
        check!(self, fits, "CleanupReturnInst needs to be provided a CleanupPad", this, Subject::Value(pad));
        if let Some(unwind) = unwind.get() {
            let fits = self.first_non_phi(unwind).is_some_and(|(_, inst)| is_eh_pad(inst) && !matches!(inst, Inst::LandingPad { .. }));
            check!(self, fits, "CleanupReturnInst must unwind to an EH block which is not a landingpad.", this);
        }
        self.any_terminator(id);
    }

    /// Checks who jumps to a block that begins with a pad (`Verifier::visitEHPadPredecessors`).
    fn pad_predecessors(&mut self, id: InstId) {
        let block = self.blocks[id.index()];
        let this = Subject::Inst(id);
        check!(self, block != BlockId(0), "EH pad cannot be in entry block.", this);
        // The last one first, as in LLVM's lists of uses.
        let preds: Vec<BlockId> = self.cfg.predecessors(block).iter().rev().copied().collect();
        match self.body.insts[id.index()] {
            Inst::LandingPad { .. } => {
                for pred in preds {
                    let by_unwinding = matches!(self.terminator(pred), Some((_, Inst::Invoke { normal, unwind, .. }))
                        if *unwind == block && *normal != block);
                    check!(
                        self,
                        by_unwinding,
                        "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.",
                        this
                    );
                }
            }
            Inst::CatchPad { parent, .. } => {
                let Some((switch, &Inst::CatchSwitch { unwind, .. })) = self.maker(parent) else { return };
                if !preds.is_empty() {
                    check!(
                        self,
                        self.cfg.unique_predecessor(block) == Some(self.blocks[switch.index()]),
                        "Block containg CatchPadInst must be jumped to only by its catchswitch.",
                        this
                    );
                }
                check!(self, unwind.get() != Some(block), "Catchswitch cannot unwind to one of its catchpads", Subject::Inst(switch), this);
            }
            _ => {
                for pred in preds {
                    if !self.unwind_edge(id, block, pred) {
                        return;
                    }
                }
            }
        }
    }

    /// Checks one edge that leads to a pad; whether the others are checked, too.
    fn unwind_edge(&mut self, to: InstId, block: BlockId, pred: BlockId) -> bool {
        let Some(parent) = self.parent_pad(to) else { return false };
        let Some((terminator, &inst)) = self.terminator(pred) else { return false };
        let leaving = Subject::Inst(terminator);
        // The pad that the edge leaves; none means no pad.
        let mut from: Option<Value> = match inst {
            Inst::Invoke { call, normal, unwind } => {
                if unwind != block || normal == block {
                    self.fail("EH pad must be jumped to via an unwind edge", &[Subject::Inst(to), leaving]);
                    return false;
                }
                let Some(call) = self.body.call(call) else { return false };
                if self.never_unwinds(call) {
                    return true;
                }
                self.funclet_of(call)
            }
            Inst::CleanupRet { pad, .. } => {
                if pad == parent {
                    self.fail("A cleanupret must exit its cleanup", &[leaving]);
                    return false;
                }
                Some(pad)
            }
            Inst::CatchSwitch { .. } => self.body.result(terminator).map(Value::local),
            _ => {
                self.fail("EH pad must be jumped to via an unwind edge", &[Subject::Inst(to), leaving]);
                return false;
            }
        };
        let own = self.body.result(to).map(Value::local);
        let outside = Some(parent).filter(|&parent| !self.is_none_token(parent));
        let mut seen = HashSet::new();
        loop {
            from = from.filter(|&from| !self.is_none_token(from));
            if from.is_some() && from == own {
                self.fail("EH pad cannot handle exceptions raised within it", &[Subject::Inst(to), leaving]);
                return false;
            }
            if from == outside {
                return true;
            }
            let Some(left) = self.pad_budget.checked_sub(1) else { return true };
            self.pad_budget = left;
            let Some(pad) = from else {
                self.fail("A single unwind edge may only enter one EH pad", &[leaving]);
                return false;
            };
            if !seen.insert(pad) {
                self.fail("EH pad jumps through a cycle of pads", &[Subject::Value(pad)]);
                return false;
            }
            from = self.as_pad(pad).and_then(|pad| self.parent_pad(pad));
            if from.is_none() {
                self.fail("Parent pad must be catchpad/cleanuppad/catchswitch", &[leaving]);
                return false;
            }
        }
    }

    /// Whether a call is of an intrinsic that neither throws nor becomes a call of a function.
    fn never_unwinds(&self, call: &Call) -> bool {
        let callee = self.strip_pointer_casts(call.callee);
        let is_intrinsic = self.shared.function(callee).is_some_and(|(_, global, _)| self.shared.is_intrinsic(global));
        is_intrinsic && self.call_attr(call, AttrKind::NO_UNWIND).is_some() && !self.shared.may_lower_to_call(callee)
    }

    /// The pad that the `funclet` bundle of a call names.
    pub(crate) fn funclet_of(&self, call: &Call) -> Option<Value> {
        let is_funclet = |tag: u32| self.module.bundle_tags.get(tag as usize).is_some_and(|&tag| self.module.str(tag) == b"funclet");
        let bundle = self.body.call_bundles(call).iter().find(|bundle| is_funclet(bundle.tag))?;
        self.body.values(bundle.inputs).next()
    }

    /// Checks that everything that leaves a funclet goes to one place (`Verifier::visitFuncletPadInst`).
    fn funclet_pad(&mut self, id: InstId) {
        let mut first: Option<(InstId, Exit)> = None;
        let mut open = vec![id];
        let mut seen = HashSet::new();
        while let Some(pad) = open.pop() {
            // Beyond it, exits of outer pads are not compared with those of inner ones.
            let Some(left) = self.pad_budget.checked_sub(1) else { return };
            self.pad_budget = left;
            if !seen.insert(pad) {
                return self.fail("FuncletPadInst must not be nested within itself", &[Subject::Inst(pad)]);
            }
            let Some(local) = self.body.result(pad) else { continue };
            // The innermost pad around this one whose exit is not known, once this one's is.
            let mut unresolved: Option<Option<InstId>> = None;
            for of in self.users(local) {
                let unwind = match self.body.insts[of.inst.index()] {
                    Inst::CleanupRet { unwind, .. } => unwind.get(),
                    // Where it unwinds to the caller, an outer pad may go elsewhere.
                    Inst::CatchSwitch { unwind, .. } => match unwind.get() {
                        Some(unwind) => Some(unwind),
                        None => continue,
                    },
                    Inst::Invoke { unwind, .. } => Some(unwind),
                    Inst::Call(_) | Inst::CatchRet { .. } => continue,
                    Inst::CleanupPad { .. } => {
                        open.push(of.inst);
                        continue;
                    }
                    _ => return self.fail("Bogus funclet pad use", &[Subject::Inst(of.inst)]),
                };
                let exit = match unwind {
                    None => {
                        unresolved = Some(Some(id));
                        Some(Exit::Caller)
                    }
                    Some(unwind) => {
                        let Some((target, inst)) = self.first_non_phi(unwind) else { continue };
                        if !is_eh_pad(inst) {
                            continue;
                        }
                        let outside = self.outer_pad(target);
                        if outside == Some(pad) {
                            continue;
                        }
                        unresolved = self.left_by(id, pad, outside).or(unresolved);
                        (unresolved == Some(Some(id))).then_some(Exit::Pad(target))
                    }
                };
                match (first, exit) {
                    (Some((user, before)), Some(exit)) => check!(
                        self,
                        before == exit,
                        "Unwind edges out of a funclet pad must have the same unwind dest",
                        Subject::Inst(id),
                        Subject::Inst(of.inst),
                        Subject::Inst(user)
                    ),
                    (None, Some(exit)) => {
                        first = Some((of.inst, exit));
                        if let (Exit::Pad(target), Inst::CleanupPad { parent, .. }) = (exit, self.body.insts[id.index()])
                            && self.parent_pad(target) == Some(parent)
                        {
                            self.siblings.push((id, of.inst));
                        }
                    }
                    _ => {}
                }
                // A nested pad leaves to one place, which its own check sees to.
                if pad != id {
                    break;
                }
            }
            if let Some(unresolved) = unresolved.filter(|&unresolved| unresolved != Some(pad)) {
                self.drop_resolved(pad, unresolved, &mut open);
            }
        }
        if let Some((user, exit)) = first
            && let Some((switch, &Inst::CatchSwitch { unwind, .. })) = self.parent_pad(id).and_then(|parent| self.maker(parent))
        {
            let wanted = match unwind.get() {
                None => Some(Exit::Caller),
                Some(unwind) => self.first_non_phi(unwind).map(|(pad, _)| Exit::Pad(pad)),
            };
            check!(
                self,
                wanted == Some(exit),
                "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch",
                Subject::Inst(id),
                Subject::Inst(user),
                Subject::Inst(switch)
            );
        }
        self.instruction(id);
    }

    /// The pad around a pad.
    fn outer_pad(&self, pad: InstId) -> Option<InstId> {
        self.parent_pad(pad).and_then(|parent| self.as_pad(parent))
    }

    /// For an edge from inside `pad` to a pad inside of `outside`: `funclet`, which contains `pad`, if the edge leaves it, or else the first
    /// pad around `pad` that it does not leave.
    fn left_by(&mut self, funclet: InstId, pad: InstId, outside: Option<InstId>) -> Option<Option<InstId>> {
        let mut left = Some(pad);
        while let Some(pad) = left {
            if pad == funclet {
                return Some(Some(funclet));
            }
            let parent = self.outer_pad(pad);
            if parent == outside {
                return Some(parent);
            }
            // Pads inside of each other end somewhere.
            self.pad_budget = self.pad_budget.checked_sub(1)?;
            left = parent;
        }
        None
    }

    /// Drops the pads at the end of a list whose exits are known as that of `pad` is, which leaves all pads up to `unresolved`.
    fn drop_resolved(&mut self, pad: InstId, unresolved: Option<InstId>, open: &mut Vec<InstId>) {
        let mut resolved = pad;
        while let Some(&uncle) = open.last() {
            let ancestor = self.outer_pad(uncle);
            while Some(resolved) != ancestor {
                let parent = self.outer_pad(resolved);
                let Some(left) = self.pad_budget.checked_sub(1) else { return };
                self.pad_budget = left;
                match parent {
                    Some(next) if parent != unresolved => resolved = next,
                    _ => break,
                }
            }
            if Some(resolved) != ancestor {
                return;
            }
            open.pop();
        }
    }

    /// Checks that sibling pads do not unwind to each other (`Verifier::verifySiblingFuncletUnwinds`).
    pub(crate) fn sibling_unwinds(&mut self) {
        let next: HashMap<InstId, InstId> = self.siblings.iter().copied().collect();
        let target = |checker: &Self, terminator: InstId| {
            let unwind = match checker.body.insts[terminator.index()] {
                Inst::Invoke { unwind, .. } => Some(unwind),
                Inst::CatchSwitch { unwind, .. } | Inst::CleanupRet { unwind, .. } => unwind.get(),
                _ => None,
            };
            unwind.and_then(|unwind| checker.first_non_phi(unwind)).map(|(pad, _)| pad)
        };
        let mut visited = HashSet::new();
        for (start, _) in std::mem::take(&mut self.siblings) {
            let mut active = HashSet::new();
            let mut pad = start;
            while visited.insert(pad) {
                active.insert(pad);
                let Some(succ) = next.get(&pad).and_then(|&terminator| target(self, terminator)) else { break };
                if active.contains(&succ) {
                    let mut subjects = Vec::new();
                    let mut at = succ;
                    loop {
                        subjects.push(Subject::Inst(at));
                        let Some(&terminator) = next.get(&at) else { break };
                        if terminator != at {
                            subjects.push(Subject::Inst(terminator));
                        }
                        match target(self, terminator) {
                            Some(after) if after != succ => at = after,
                            _ => break,
                        }
                    }
                    return self.fail("EH pads can't handle each other's exceptions", &subjects);
                }
                pad = succ;
            }
        }
    }
}
