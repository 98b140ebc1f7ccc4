//! Checks the uses of `swifterror` values (`Verifier::verifySwiftErrorValue`, `verifySwiftErrorCall`).
use crate::function::Shared;
use crate::report::{Sink, Subject};
use bctk_analysis::{LazyUses, Use};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::inst::Inst;
use bctk_ir::value::{Value, ValueKind};

/// Checks that a value is only loaded, stored to, or passed on as what it is.
pub(crate) fn value(shared: &Shared<'_>, uses: &LazyUses<'_>, value: Value, sink: &mut Sink) {
    let body = uses.body();
    let ValueKind::Local(local) = value.kind() else { return };
    let mut last: Option<(Use, bool)> = None;
    // The last use is the first of LLVM's list.
    for &of in uses.of(local).iter().rev() {
        let subjects = [Subject::Value(value), Subject::Inst(of.inst)];
        match body.insts.get(of.inst.index()) {
            Some(Inst::Load { .. }) => {}
            Some(Inst::Store { .. }) => {
                if of.operand != 1 {
                    return sink.fail("swifterror value should be the second operand when used by stores", &subjects);
                }
            }
            Some(&(Inst::Call(call) | Inst::Invoke { call, .. })) => {
                let Some(call) = body.call(call) else { continue };
                let known = last.filter(|(of_before, _)| of_before.inst == of.inst).map(|(_, is_marked)| is_marked);
                let is_marked = known.unwrap_or_else(|| is_marked(shared, body, call, value));
                last = Some((of, is_marked));
                if !is_marked {
                    sink.fail("swifterror value when used in a callsite should be marked with swifterror attribute", &subjects);
                }
            }
            _ => {
                return sink.fail("swifterror value can only be loaded and stored from, or as a swifterror argument!", &subjects);
            }
        }
    }
}

/// Whether a call has the attribute wherever a value is its argument.
fn is_marked(shared: &Shared<'_>, body: &Body, call: &Call, value: Value) -> bool {
    let attrs = &shared.module.attrs;
    let mut own = attrs.params(call.attrs);
    let mut of_callee = shared.called(call).map(|(_, _, function)| attrs.params(function.attrs));
    (0..).zip(body.values(call.args)).all(|(number, arg)| {
        let own = shared.attrs.kinds(own.of(number));
        let of_callee = of_callee.as_mut().map_or(own, |sets| shared.attrs.kinds(sets.of(number)));
        arg != value || own.and(of_callee).has(AttrKind::SWIFT_ERROR)
    })
}
