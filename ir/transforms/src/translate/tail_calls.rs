//! Tail calls that get a copy of something on the caller's stack. Before LLVM 7, the optimizer takes it that no tail call reads the stack of its
//! caller, also where the call copies an object from there (`byval`), and removes what was stored in the object (`BasicAAResult::getModRefInfo`).
use super::report::{Action, At, Report};
use bctk_edit::functions::owners;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{AttrSetId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::Feature;

/// How many instructions are looked through for the object that a pointer points into.
const MOST_STEPS: usize = 8;

/// Makes ordinary calls of those that copy something else than what the caller got itself. The marker allows an optimization, and demands none.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let has_copies: Vec<bool> = module.attrs.lists.iter().map(|list| list.iter().any(|&(at, set)| is_copy(module, at, set))).collect();
    if !has_copies.contains(&true) {
        return;
    }
    let has_copies = |call: &Call| has_copies.get(call.attrs.index()) == Some(&true);
    for (owner, index) in owners(module) {
        let body = &module.bodies[index];
        if !body.calls.iter().any(|call| call.tail == TailKind::Tail && has_copies(call)) {
            continue;
        }
        let arguments =
            module.global(owner).and_then(|global| module.types.function(global.value_type)).map_or(0, |(_, params, _)| params.len());
        let mut makers = vec![None; body.local_types.len()];
        for (inst, local) in body.made_locals() {
            if let Some(slot) = makers.get_mut(local as usize) {
                *slot = Some(inst);
            }
        }
        let found: Vec<InstId> = (0..body.insts.len())
            .map(InstId::new)
            .filter(|&at| {
                let Inst::Call(id) = body.insts[at.index()] else { return false };
                let Some(call) = body.call(id).filter(|call| call.tail == TailKind::Tail && has_copies(call)) else { return false };
                copied(module, body, call).any(|value| !is_of_caller(body, value, arguments, &makers))
            })
            .collect();
        for at in found {
            let body = &mut module.bodies[index];
            if let Inst::Call(id) = body.insts[at.index()] {
                body.calls[id.index()].tail = TailKind::None;
                report.feature(Action::Lowered, Feature::TailCallsWithCopies, module, At::Inst(owner, at));
            }
        }
    }
}

/// Whether the set of attributes makes the call copy what a pointer points to.
fn is_copy(module: &Module, at: AttrIndex, set: AttrSetId) -> bool {
    matches!(at, AttrIndex::Param(_)) && module.attrs.set(set).iter().any(|attr| attr.kind() == Some(AttrKind::BY_VAL))
}

/// The pointers to what a call copies.
fn copied<'m>(module: &'m Module, body: &'m Body, call: &'m Call) -> impl Iterator<Item = Value> + 'm {
    let mut params = module.attrs.params(call.attrs);
    let args = body.values(call.args).zip(0..);
    args.filter_map(move |(arg, number)| params.of(number).filter(|&set| is_copy(module, AttrIndex::Param(number), set)).map(|_| arg))
}

/// Whether a pointer is surely into an object that the function itself got, or that is a global.
fn is_of_caller(body: &Body, mut value: Value, arguments: usize, makers: &[Option<InstId>]) -> bool {
    for _ in 0..MOST_STEPS {
        let ValueKind::Local(local) = value.kind() else { return true };
        let maker = makers.get(local as usize).copied().flatten();
        value = match maker.and_then(|maker| body.insts.get(maker.index())) {
            None => return (local as usize) < arguments,
            Some(&Inst::Gep { ops, .. }) => body.values(ops).next().unwrap_or(Value::NONE),
            Some(&Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => value,
            Some(_) => return false,
        };
    }
    false
}
