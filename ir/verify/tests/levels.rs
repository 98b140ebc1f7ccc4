//! Tests of levels and of what a report says.
use super::{local, module};
use bctk_ir::entity::{BlockId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_verify::{Level, Report, VerifyOptions, verify};

fn at_level(module: &Module, level: Level) -> Report {
    let options = VerifyOptions { level, ..VerifyOptions::default() };
    verify(module, &options)
}

const VALID: &str = "define i32 @f(i32 %a, ptr %p) {\n  %b = load i32, ptr %p\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n";

/// What the structural level says of a module after a change of its only body.
fn structure(change: impl Fn(&mut Module)) -> Vec<String> {
    let mut module = module(VALID);
    assert!(at_level(&module, Level::Structure).is_valid());
    change(&mut module);
    let report = at_level(&module, Level::Structure);
    assert!(report.findings.iter().all(|finding| finding.level == Level::Structure));
    // The full level does not go on.
    assert!(!verify(&module, &VerifyOptions::default()).is_valid());
    report.findings.iter().map(|finding| finding.describe(&module)).collect()
}

#[test]
fn structure_is_verified() {
    let last = |module: &mut Module| module.bodies[0].insts.pop();
    let found = structure(|module| {
        last(module);
    });
    assert_eq!(found, ["the body has 3 results of 2 instructions (in @f)"]);
    let found = structure(|module| module.bodies[0].blocks[0].end = InstId(2));
    assert_eq!(found, ["instructions follow the last block (in @f)"]);
    let found = structure(|module| module.bodies[0].blocks.clear());
    assert_eq!(found, ["the body has no block (in @f)"]);
    let found = structure(|module| module.bodies[0].insts[2] = Inst::Freeze(Value::local(0)));
    assert_eq!(found, ["Basic Block in function 'f' does not have terminator! (in @f)"]);
    let found = structure(|module| module.bodies[0].insts[1] = Inst::Ret(Some(Value::local(0)).into()));
    assert_eq!(found, ["Terminator found in the middle of a basic block! (instruction 1 of block 0 in @f)"]);
    let found = structure(|module| module.bodies[0].insts[2] = Inst::Ret(Some(Value::local(99)).into()));
    assert_eq!(found, ["the operand is a value that there is not (operand 0 of instruction 2 of block 0 in @f)"]);
    let found = structure(|module| module.bodies[0].insts[2] = Inst::Br(BlockId(7)));
    assert!(found[0].starts_with("the operand is a value that there is not"), "{found:?}");
    let found = structure(|module| module.bodies[0].local_types[0] = TypeId(9999));
    assert!(found[0].starts_with("a local has type 9999 of "), "{found:?}");
    let found = structure(|module| module.bodies.clear());
    assert_eq!(found, ["the function has body 0 of 0 (in @f)"]);
}

#[test]
fn operands_agree_before_writing() {
    let report = |text: &str, change: &dyn Fn(&mut Module)| {
        let mut module = module(text);
        change(&mut module);
        let report = at_level(&module, Level::Structure);
        report.findings.iter().map(|finding| finding.message.to_string()).collect::<Vec<_>>()
    };
    let text = "define i32 @f(i32 %a, i64 %b) {\n  %c = add i32 %a, %a\n  ret i32 %c\n}\n";
    let swap = |module: &mut Module| {
        let other = Value::local(local(&module.bodies[0], "b"));
        if let Inst::Bin { rhs, .. } = &mut module.bodies[0].insts[0] {
            *rhs = other;
        }
    };
    assert_eq!(report(text, &swap), ["Both operands to a binary operator are not of the same type!"]);
    let ret = |module: &mut Module| {
        let other = Value::local(local(&module.bodies[0], "b"));
        module.bodies[0].insts[1] = Inst::Ret(Some(other).into());
    };
    assert_eq!(report(text, &ret), ["Function return type does not match operand type of return inst!"]);
}

#[test]
fn a_finding_says_where_it_is() {
    let module =
        module("define i1 @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n  %x = freeze i1 %c\n  br label %d\nd:\n  ret i1 %x\n}\n");
    let report = verify(&module, &VerifyOptions::default());
    let [finding] = &report.findings[..] else { panic!("{report:?}") };
    assert_eq!(finding.message, "Instruction does not dominate all uses!");
    assert_eq!((finding.block(&module), finding.inst, finding.operand), (Some(BlockId(2)), Some(InstId(3)), Some(0)));
    assert_eq!(finding.describe(&module), "Instruction does not dominate all uses! (operand 0 of instruction 0 of block 2 in @f)");
    assert!(at_level(&module, Level::Structure).is_valid());
}
