//! Summaries of small modules.
use super::{SummarizeError, SummarizeOptions, ThinOptions, assign_guids, flag_as_thin, summarize};
use bctk_ir::module::Module;
use bctk_ir::summary::{Entry, EntryKind, FunctionSummary, RefKind, Summary};
use bctk_ir::version::LlvmVersion;

fn module(text: &str) -> Module {
    bctk_textual::parse(text.as_bytes(), &bctk_textual::ParseOptions::default()).expect("a module")
}

fn summary(text: &str) -> Summary {
    summarize(&module(text), &SummarizeOptions { llvm: LlvmVersion::new(22), ..SummarizeOptions::default() }).expect("a summary")
}

fn entry<'s>(module: &Module, summary: &'s Summary, name: &str) -> &'s Entry {
    let named = |entry: &&Entry| module.str(summary.values[entry.value as usize].name) == name.as_bytes();
    summary.entries.iter().find(named).expect("an entry")
}

fn function(entry: &Entry) -> &FunctionSummary {
    match &entry.kind {
        EntryKind::Function(function) => function,
        _ => panic!("not a function"),
    }
}

#[test]
fn references_are_ordered_by_kind() {
    let text = "@a = global i32 0\n@b = global i32 0\n@c = global i32 0\n@d = global i32 0\n
        define i32 @f(ptr %p) {\n  store i32 1, ptr @b\n  %x = load i32, ptr @a\n  store ptr @d, ptr %p\n  %y = load volatile i32, ptr @c\n  ret i32 %x\n}\n";
    let (module, summary) = (module(text), summary(text));
    let refs = &entry(&module, &summary, "f").refs;
    let name = |value: u32| String::from_utf8_lossy(module.str(summary.values[value as usize].name)).into_owned();
    let found: Vec<(String, RefKind)> = refs.iter().map(|of| (name(of.value), of.kind)).collect();
    let expected = [("d", RefKind::Any), ("c", RefKind::Any), ("a", RefKind::ReadOnly), ("b", RefKind::WriteOnly)];
    assert_eq!(found, expected.map(|(name, kind)| (name.to_owned(), kind)));
}

#[test]
fn what_keeps_its_name_keeps_users_from_being_imported() {
    let text = "@k = internal global i32 0\n@s = internal global i32 0, section \"x\"\n@llvm.used = appending global [1 x ptr] [ptr @k], section \"llvm.metadata\"\n
        define ptr @f() {\n  ret ptr @k\n}\ndefine ptr @g() {\n  ret ptr @s\n}\ndefine ptr @h() {\n  ret ptr @h\n}\n";
    let (module, summary) = (module(text), summary(text));
    for (name, stays) in [("f", true), ("g", true), ("h", false), ("k", true), ("s", true)] {
        assert_eq!(entry(&module, &summary, name).flags.not_eligible_to_import, stays, "{name}");
    }
    assert!(entry(&module, &summary, "llvm.used").flags.live && !entry(&module, &summary, "h").flags.live);
}

#[test]
fn constants_may_be_nested_deeply() {
    let depth = 20_000;
    let mut text = String::from("@g = global i32 0\n");
    text.push_str("@v0 = global ptr @g\n");
    for at in 1..depth {
        text.push_str(&format!("@v{at} = alias ptr, getelementptr (i8, ptr @v{}, i64 1)\n", at - 1));
    }
    let found = summarize(&module(&text), &SummarizeOptions::default());
    assert!(found.is_ok());
}

#[test]
fn hot_and_cold_need_the_frequency_of_the_block() {
    let text = "define void @f(i1 %c) !prof !9 {\nentry:\n  call void @g()\n  br i1 %c, label %a, label %b\na:\n  CALL\n  br label %b\nb:\n  ret void\n}\n
        declare void @g()\n!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"ProfileSummary\", !1}\n!1 = !{!2, !3}\n!2 = !{!\"ProfileFormat\", !\"InstrProf\"}\n
        !3 = !{!\"DetailedSummary\", !4}\n!4 = !{!5, !6}\n!5 = !{i32 990000, i64 500, i32 3}\n!6 = !{i32 999999, i64 5, i32 5}\n!9 = !{!\"function_entry_count\", i64 600}\n";
    let options = SummarizeOptions { llvm: LlvmVersion::new(22), ..SummarizeOptions::default() };
    let behind = module(&text.replace("CALL", "call void @g()"));
    assert_eq!(summarize(&behind, &options).err(), Some(SummarizeError::BlockFrequencies));
    let before = module(&text.replace("CALL", ""));
    let found = summarize(&before, &options).expect("a summary");
    assert_eq!(function(entry(&before, &found, "f")).calls[0].hotness, 3);
}

#[test]
fn definitions_get_guids_since_llvm_23() {
    let mut module = module("@v = global i32 0\n@e = external global i32\ndefine void @f() {\n  ret void\n}\n");
    assert!(!assign_guids(&mut module, LlvmVersion::new(22)));
    assert!(assign_guids(&mut module, LlvmVersion::new(23)));
    assert!(!assign_guids(&mut module, LlvmVersion::new(23)));
    assert_eq!(module.globals.iter().map(|global| global.attachments.len()).collect::<Vec<_>>(), [1, 0, 0]);
    assert_eq!(module.bodies[0].function_attachments.len(), 1);
}

#[test]
fn modules_that_would_be_split_are_refused() {
    let text = "@v = constant [1 x ptr] [ptr @f], !type !0\ndefine void @f() {\n  ret void\n}\n!0 = !{i64 0, !\"T\"}\n";
    let thin = SummarizeOptions { llvm: LlvmVersion::new(22), is_thin: true, ..SummarizeOptions::default() };
    let mut whole = module(text);
    flag_as_thin(&mut whole, &ThinOptions::default());
    assert!(summarize(&whole, &thin).is_ok());
    let mut split = module(text);
    flag_as_thin(&mut split, &ThinOptions { split: true, unified: false });
    assert_eq!(summarize(&split, &thin).err(), Some(SummarizeError::SplitUnit));
    let local = module(&text.replace("!\"T\"", "!1}\n!1 = distinct !{"));
    assert_eq!(summarize(&local, &thin).err(), Some(SummarizeError::LocalTypes));
    let unnamed = module("define void @0() {\n  ret void\n}\n");
    assert_eq!(summarize(&unnamed, &thin).err(), Some(SummarizeError::Anonymous));
}
