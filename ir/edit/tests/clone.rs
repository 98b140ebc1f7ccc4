//! Clones functions and blocks. What LLVM 23 makes of `clone/*.ll` (`CloneFunction`) is in the files beside them.
use crate::{check, module, text};
use bctk_edit::{EditError, EditModule, InsertPoint};
use bctk_ir::entity::{BlockId, InstId};
use bctk_ir::value::Value;
use hashbrown::HashMap;

const FUNCTION: &str = include_str!("clone/function.ll");
const DEBUG: &str = include_str!("clone/debug.ll");

#[test]
fn clones_are_those_of_llvm() -> Result<(), EditError> {
    let cases = [(FUNCTION, include_str!("clone/function.cloned.ll")), (DEBUG, include_str!("clone/debug.cloned.ll"))];
    for (input, wanted) in cases {
        let mut module = module(input);
        let mut edit = module.edit();
        let f = edit.function("f").expect("a function");
        edit.clone_function(f, "f.clone")?;
        edit.finish()?;
        assert_eq!(text(&module), wanted.trim());
        check(&module);
    }
    Ok(())
}

#[test]
fn other_values_take_the_place_of_some() -> Result<(), EditError> {
    let mut module = module(FUNCTION);
    let mut edit = module.edit();
    let [f, table, personality] = ["f", "table", "personality"].map(|name| edit.global(name).expect("a global value"));
    let int = edit.int_type(32);
    let five = edit.const_int(int, 5)?;
    let values = HashMap::from([(Value::local(0), five), (Value::global(table), Value::global(personality))]);
    edit.clone_function_with(f, "f", &values)?;
    edit.finish()?;
    assert_eq!(text(&module), include_str!("clone/function.mapped.ll").trim());
    check(&module);
    Ok(())
}

#[test]
fn values_of_other_types_are_refused() {
    let mut module = module(FUNCTION);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let wide = edit.int_type(64);
    let five = edit.const_int(wide, 5).expect("a constant");
    for (old, new) in [(Value::local(0), five), (Value::local(2), five), (Value::local(1), Value::local(0)), (five, Value::local(1))] {
        let refused = edit.clone_function_with(f, "g", &HashMap::from([(old, new)]));
        assert!(refused.is_err(), "{old:?} {new:?}");
    }
    let table = edit.global("table").expect("a variable");
    assert_eq!(edit.clone_function(table, "g").expect_err("it is no function").to_string(), "expected a function");
    assert!(edit.global("g").is_none());
}

#[test]
fn original_and_clone_change_apart() -> Result<(), EditError> {
    let mut module = module(DEBUG);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    // A change that is still to be made, before the body is cloned.
    let mut b = edit.build(f)?;
    let add = InstId(1);
    b.insert_at(InsertPoint::After(add))?;
    let n = b.param(0);
    let twice = b.named("twice").add(n, n)?;
    let sum = b.value_of(add).expect("a value");
    b.replace_all_uses_with(sum, twice)?;
    b.erase(add)?;
    let clone = edit.clone_function(f, "g")?;
    let mut b = edit.build(clone)?;
    assert_eq!(b.value_of(InstId(2)).map(|value| b.type_of(value)), b.type_of(twice).map(Some));
    b.replace_operand(InstId(2), twice, 7)?;
    b.replace_operand(InstId(2), sum, 7)?;
    let mut b = edit.build(f)?;
    b.move_block_after(BlockId(1), BlockId(2))?;
    edit.finish()?;
    let text = text(&module);
    for wanted in ["%c = mul i32 %twice, %twice", "%c = mul i32 7, 7", "  #dbg_value(!DIArgList(i32 %n, i32 %twice, i32 7)"] {
        assert_eq!(text.matches(wanted).count(), if wanted.contains("dbg") { 2 } else { 1 }, "{wanted}\n{text}");
    }
    check(&module);
    Ok(())
}

#[test]
fn a_clone_of_a_declaration_and_of_a_clone() -> Result<(), EditError> {
    let mut module = module("declare !own !0 i32 @f(i32 zeroext) nounwind\ndefine void @g() { ret void }\n!0 = distinct !{}\n");
    let mut edit = module.edit();
    let [f, g] = ["f", "g"].map(|name| edit.function(name).expect("a function"));
    let (first, second) = (edit.clone_function(f, "f")?, edit.clone_function(g, "")?);
    let third = edit.clone_function(second, "third")?;
    edit.clone_function(first, "f.of")?;
    let mut b = edit.build(third)?;
    b.insert_at(InsertPoint::Begin(BlockId(0)))?;
    b.call(first, [1])?;
    edit.finish()?;
    let wanted = "\
; Function Attrs: nounwind
declare !own !0 i32 @f(i32 zeroext) #0

define void @g() {
  ret void
}

; Function Attrs: nounwind
declare !own !0 i32 @f.1(i32 zeroext) #0

define void @0() {
  ret void
}

define void @third() {
  %1 = call i32 @f.1(i32 1)
  ret void
}

; Function Attrs: nounwind
declare !own !0 i32 @f.of(i32 zeroext) #0

attributes #0 = { nounwind }

!0 = distinct !{}";
    assert_eq!(text(&module), wanted);
    check(&module);
    Ok(())
}

#[test]
fn a_cloned_block_has_the_records_of_its_own_values() -> Result<(), EditError> {
    let mut module = module(DEBUG);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let (copy, copies) = b.clone_block(BlockId(0), "copy")?;
    b.replace_successor(BlockId(1), BlockId(1), copy)?;
    for value in copies.values() {
        assert_ne!(b.maker(*value), None);
    }
    edit.finish()?;
    let text = text(&module);
    let wanted = "\
copy:                                             ; preds = %entry2
    #dbg_value(i32 %n, !8, !DIExpression(), !36)
  %0 = alloca i32, align 4, !DIAssignID !37
    #dbg_assign(i32 %n, !15, !DIExpression(), !37, ptr %0, !DIExpression(), !38)
    #dbg_declare(ptr %p, !39, !DIExpression(), !36)
  %1 = add i32 %n, 1, !dbg !40
    #dbg_value(!DIArgList(i32 %n, i32 %1, i32 7), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !36)
    #dbg_label(!41, !38)
  %2 = mul i32 %1, %1, !dbg !42
    #dbg_value(i32 %2, !34, !DIExpression(), !43)
    #dbg_value(ptr @f, !15, !DIExpression(), !38)
  store i32 %2, ptr %0, align 4, !dbg !44, !DIAssignID !45
";
    let numbered = |text: &str| {
        let mut out = String::new();
        // Metadata has other numbers.
        for part in text.split_inclusive('!') {
            out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        out
    };
    assert!(numbered(&text).contains(&numbered(wanted)), "{text}");
    check(&module);
    Ok(())
}
