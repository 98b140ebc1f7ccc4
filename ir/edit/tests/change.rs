//! Changes modules that are there.
use crate::{check, module, text};
use bctk_edit::{Dropped, EditModule, InsertPoint};
use bctk_ir::entity::BlockId;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::opcodes::ICmpPred;

/// A function that calls a declaration.
const CALL: &str = "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n";

const DIAMOND: &str = "
define i32 @f(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  %x = add i32 %n, 1
  br label %end
b:
  %y = mul i32 %n, 3
  br label %end
end:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %r
}
";

#[test]
fn split_and_insert() -> Result<(), bctk_edit::EditError> {
    let mut module = module(DIAMOND);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let b_block = BlockId(2);
    let mul = b.insts(b_block).next().expect("an instruction");
    let branch = b.terminator(b_block).expect("a terminator");
    let rest = b.split_block(branch, "b.rest")?;
    b.insert_at(InsertPoint::Before(mul))?;
    let n = b.param(0);
    let doubled = b.named("doubled").shl(n, 1)?;
    b.replace_operand(mul, b.param(0), doubled)?;
    assert_eq!(b.block_of(branch), Some(rest));
    let finished = edit.finish()?;
    assert!(finished.globals.is_empty());
    check(&module);
    let wanted = "\
define i32 @f(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b

a:                                                ; preds = %entry
  %x = add i32 %n, 1
  br label %end

b:                                                ; preds = %entry
  %doubled = shl i32 %n, 1
  %y = mul i32 %doubled, 3
  br label %b.rest

b.rest:                                           ; preds = %b
  br label %end

end:                                              ; preds = %b.rest, %a
  %r = phi i32 [ %x, %a ], [ %y, %b.rest ]
  ret i32 %r
}";
    assert_eq!(text(&module), wanted);
    Ok(())
}

#[test]
fn replace_and_erase() -> Result<(), bctk_edit::EditError> {
    let mut module = module(DIAMOND);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let add = b.insts(BlockId(1)).next().expect("an instruction");
    b.replace_inst(add, b.param(0))?;
    b.replace_successor(BlockId(0), BlockId(2), BlockId(1))?;
    b.erase_block(BlockId(2))?;
    edit.finish()?;
    check(&module);
    let wanted = "\
define i32 @f(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %a

a:                                                ; preds = %entry, %entry
  br label %end

end:                                              ; preds = %a
  %r = phi i32 [ %n, %a ]
  ret i32 %r
}";
    assert_eq!(text(&module), wanted);
    Ok(())
}

#[test]
fn what_is_erased_must_not_be_used() -> Result<(), bctk_edit::EditError> {
    let mut module = module(DIAMOND);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let add = b.insts(BlockId(1)).next().expect("an instruction");
    b.erase(add)?;
    let error = edit.finish().expect_err("an error").to_string();
    assert_eq!(error, "@f: instruction 0 of block 3 uses a value that nothing makes");
    Ok(())
}

#[test]
fn clone_a_block() -> Result<(), bctk_edit::EditError> {
    let mut module = module(DIAMOND);
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let (copy, values) = b.clone_block(BlockId(1), "a.copy")?;
    assert_eq!(values.len(), 1);
    b.replace_successor(BlockId(0), BlockId(2), copy)?;
    let phi = b.phis(BlockId(3))[0];
    let phi = b.value_of(phi).expect("a value");
    let value = *values.values().next().expect("a value");
    b.add_incoming(phi, value, copy)?;
    b.erase_block(BlockId(2))?;
    edit.finish()?;
    check(&module);
    assert!(text(&module).contains("%r = phi i32 [ %x, %a ], [ %0, %a.copy ]"), "{}", text(&module));
    Ok(())
}

#[test]
fn global_values() -> Result<(), bctk_edit::EditError> {
    let mut module = module(&format!("@a = global i32 1\n@b = global ptr @a\n{CALL}@alias = alias i32, ptr @a\n"));
    let mut edit = module.edit();
    let (a, g, f) = (edit.global("a").expect("a"), edit.global("g").expect("g"), edit.global("f").expect("f"));
    edit.rename(a, "renamed")?;
    assert!(edit.rename(f, "g").is_err());
    edit.set_linkage(f, Linkage::Internal)?;
    assert!(edit.set_visibility(f, Visibility::Hidden).is_err());
    edit.set_visibility(g, Visibility::Hidden)?;
    let (void, int) = (edit.void_type(), edit.int_type(32));
    let h = edit.add_function("h", void, &[]);
    edit.replace_global(g, h)?;
    edit.erase_global(g)?;
    let zero = edit.const_int(int, 0)?;
    let new = edit.add_variable("new", int, Some(zero))?;
    let finished = edit.finish()?;
    assert_eq!(finished.global(g), None);
    let new = finished.global(new).and_then(|id| module.global(id)).expect("the new variable");
    assert_eq!(module.str(new.name), b"new");
    check(&module);
    let wanted = "\
@renamed = global i32 1
@b = global ptr @renamed
@new = global i32 0

@alias = alias i32, ptr @renamed

define internal void @f() {
  call void @h()
  ret void
}

declare void @h()";
    assert_eq!(text(&module), wanted);
    Ok(())
}

#[test]
fn an_erased_function_must_not_be_used() -> Result<(), bctk_edit::EditError> {
    let mut module = module(CALL);
    let mut edit = module.edit();
    let g = edit.global("g").expect("g");
    edit.erase_global(g)?;
    assert_eq!(edit.finish().expect_err("an error").to_string(), "@g is erased, but something refers to it");
    Ok(())
}

#[test]
fn block_addresses_follow_their_blocks() -> Result<(), bctk_edit::EditError> {
    let mut module = module(
        "@t = constant ptr blockaddress(@f, %b)\ndefine void @f(ptr %p) {\na:\n  indirectbr ptr %p, [label %b]\nb:\n  ret void\n}\n",
    );
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let branch = b.terminator(BlockId(0)).expect("a terminator");
    b.split_block(branch, "middle")?;
    edit.finish()?;
    check(&module);
    assert!(text(&module).starts_with("@t = constant ptr blockaddress(@f, %b)"), "{}", text(&module));
    Ok(())
}

#[test]
fn debug_locations_and_records_stay_where_they_belong() -> Result<(), bctk_edit::EditError> {
    let mut module = module(
        "
define i32 @f(i32 %n) !dbg !4 {
  %a = add i32 %n, 1, !dbg !9
    #dbg_value(i32 %a, !8, !DIExpression(), !9)
  %b = mul i32 %a, 2, !dbg !10
  ret i32 %b, !dbg !11
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: \"a\", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 2, scope: !4)
!10 = !DILocation(line: 3, scope: !4)
!11 = !DILocation(line: 4, scope: !4)
",
    );
    let mut edit = module.edit();
    let f = edit.function("f").expect("a function");
    let mut b = edit.build(f)?;
    let insts: Vec<_> = b.insts(BlockId(0)).collect();
    b.insert_at(InsertPoint::Before(insts[1]))?;
    let n = b.param(0);
    let new = b.named("new").xor(n, 7)?;
    b.replace_inst(insts[0], new)?;
    edit.finish()?;
    check(&module);
    let wanted = "\
define i32 @f(i32 %n) !dbg !4 {
  %new = xor i32 %n, 7, !dbg !7
    #dbg_value(i32 %new, !8, !DIExpression(), !9)
  %b = mul i32 %new, 2, !dbg !7
  ret i32 %b, !dbg !10
}";
    let found = text(&module);
    let first = |text: &str| text.lines().take(5).map(|line| line.split("!dbg").next().unwrap_or("").to_owned()).collect::<Vec<_>>();
    assert_eq!(first(&found)[1], first(wanted)[1], "{found}");
    assert!(found.contains("%b = mul i32 %new, 2"), "{found}");
    Ok(())
}

#[test]
fn what_no_longer_holds_is_named() -> Result<(), bctk_edit::EditError> {
    let mut module = module(
        "@a = global i32 1\n^0 = module: (path: \"\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (name: \"a\", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 0))))\n",
    );
    assert!(module.summary.is_some());
    let mut edit = module.edit();
    let a = edit.global("a").expect("a");
    edit.rename(a, "b")?;
    assert_eq!(edit.finish()?.dropped, [Dropped::Summary]);
    assert!(module.summary.is_none());
    Ok(())
}

#[test]
fn a_counter_in_every_block() -> Result<(), bctk_edit::EditError> {
    let mut module = module(DIAMOND);
    let mut edit = module.edit();
    let long = edit.int_type(64);
    let f = edit.function("f").expect("a function");
    let zero = edit.const_zero(long);
    let counter = edit.add_variable("count", long, Some(zero))?;
    let mut b = edit.build(f)?;
    for block in b.blocks().to_vec() {
        b.insert_at(InsertPoint::FirstInsertionPoint(block))?;
        let count = b.load(long, counter)?;
        let count = b.add(count, 1)?;
        b.store(count, counter)?;
    }
    edit.finish()?;
    check(&module);
    let stores = module.bodies[0].insts.iter().filter(|inst| matches!(inst, Inst::Store { .. })).count();
    assert_eq!(stores, 4);
    let mut again = module.edit();
    let f = again.function("f").expect("a function");
    let mut b = again.build(f)?;
    b.insert_at(InsertPoint::BeforeTerminator(BlockId(3)))?;
    b.icmp(ICmpPred::Eq, b.param(0), 7)?;
    again.finish()?;
    check(&module);
    Ok(())
}

#[test]
fn equal_attributes_are_one_set() -> Result<(), bctk_edit::EditError> {
    let mut module = module("declare void @a() #0\ndeclare void @b()\ndeclare void @c()\nattributes #0 = { \"k\"=\"v\" }\n");
    let mut edit = module.edit();
    for name in ["b", "c"] {
        let id = edit.function(name).expect("a function");
        edit.add_string_attribute(id, "k", "v")?;
    }
    edit.finish()?;
    check(&module);
    assert!(text(&module).ends_with("declare void @c() #0\n\nattributes #0 = { \"k\"=\"v\" }"), "{}", text(&module));
    Ok(())
}

#[test]
fn attachments_of_a_function_are_one_list() -> Result<(), bctk_edit::EditError> {
    let mut module = module(
        "define void @f() !own !0 !prof !1 { ret void }\ndefine void @g() !own !0 { ret void }\n!0 = !{}\n!1 = !{!\"function_entry_count\", i64 1}\n",
    );
    let mut edit = module.edit();
    let [f, g] = ["f", "g"].map(|name| edit.function(name).expect("a function"));
    let two = edit.md_string("two");
    let two = edit.md_tuple(&[Some(two)]);
    edit.attach(f, "own", two)?;
    edit.attach(f, "type", two)?;
    // LLVM forgets what was attached (`deleteBodyImpl`).
    edit.delete_body(g)?;
    edit.finish()?;
    let wanted = "\
define void @f() !prof !0 !type !1 !own !1 {
  ret void
}

declare void @g()

!0 = !{!\"function_entry_count\", i64 1}
!1 = !{!\"two\"}";
    assert_eq!(text(&module), wanted);
    check(&module);
    Ok(())
}
