//! Calls that no text has, since the parser refuses them.
use super::{local, module};
use bctk_ir::entity::List;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_verify::{VerifyOptions, verify};

const TEXT: &str = "declare void @g(i32)\ndeclare void @v(i32, i32, ...)\ndefine void @f(i32 %a, i64 %b, ptr %p) {\n  call void @g(i32 %a)\n  \
                    call void (i32, i32, ...) @v(i32 %a, i32 %a)\n  ret void\n}\n";

/// The first message after a change of the body.
fn first(change: impl Fn(&mut Module)) -> String {
    let mut module = module(TEXT);
    assert!(verify(&module, &VerifyOptions::default()).is_valid());
    change(&mut module);
    let report = verify(&module, &VerifyOptions::default());
    report.findings.first().map(|finding| finding.message.to_string()).unwrap_or_default()
}

fn named(module: &Module, name: &str) -> Value {
    Value::local(local(&module.bodies[0], name))
}

#[test]
fn arguments_and_callees_fit() {
    let found = first(|module| module.bodies[0].calls[0].callee = named(module, "a"));
    assert_eq!(found, "Called function must be a pointer!");
    let found = first(|module| {
        let args = args(module, &[named(module, "b")]);
        module.bodies[0].calls[0].args = args;
    });
    assert_eq!(found, "Call parameter type does not match function signature!");
    let found = first(|module| {
        let args = args(module, &[]);
        module.bodies[0].calls[0].args = args;
    });
    assert_eq!(found, "Incorrect number of arguments passed to called function!");
    let found = first(|module| {
        let args = args(module, &[named(module, "a")]);
        module.bodies[0].calls[1].args = args;
    });
    assert_eq!(found, "Called function requires more parameters than were provided!");
}

/// A list of these arguments.
fn args(module: &mut Module, values: &[Value]) -> List<Value> {
    module.bodies[0].lists.push_iter(values.iter().copied())
}
