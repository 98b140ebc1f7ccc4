//! Bitcode of LLVM 3.2, made record by record: it is read, prints in the language of its time, and comes back as the same file.
//!
//! No tools of that version are available. `llvm-dis` 22 and 14 confirm the file: they read it as described here, in newer terms.
use std::fs;

use bctk_bitcode::Result;
use bctk_bitcode::read::MAGIC;
use bctk_bitcode::schema::{attrs, constants, function, metadata, module, symtab, types};
use bctk_bitstream::stream::StreamWriter;

use crate::support::{bcconv, block, corpus, named};

const VOID: u64 = 2;
const METADATA: u64 = 3;
const I32: u64 = 0;
const I32_PTR: u64 = 1;
/// The code of `linkonce` that implies a comdat.
const LINKONCE: u64 = 4;

/// A module as LLVM 3.2 wrote it: one variable, a declaration, a function of three blocks.
fn file() -> Result<Vec<u8>> {
    let mut writer = StreamWriter::new();
    writer.magic(MAGIC);
    writer.enter_block(module::ID, 3)?;
    writer.record(3, module::Version::CODE, &[1], None)?;
    // nounwind readnone of the function, nocapture of the first parameter.
    let masks = vec![1, 1 << 32, 0xFFFF_FFFF, 1 << 5 | 1 << 9];
    block(&mut writer, attrs::lists::ID, &[(attrs::lists::EntryOld::CODE, masks)])?;
    let table = [
        (types::NumEntry::CODE, vec![8]),
        (types::Integer::CODE, vec![32]),
        (types::Pointer::CODE, vec![I32, 0]),
        (types::Void::CODE, vec![]),
        (types::Metadata::CODE, vec![]),
        (types::Function::CODE, vec![0, VOID, METADATA]),
        (types::Pointer::CODE, vec![4, 0]),
        (types::Function::CODE, vec![0, I32, I32_PTR, I32]),
        (types::Pointer::CODE, vec![6, 0]),
    ];
    block(&mut writer, types::ID, &table)?;
    writer.record(3, module::GlobalVar::CODE, &[I32_PTR, 0, 4, LINKONCE, 0, 0], None)?;
    writer.record(3, module::Function::CODE, &[5, 0, 1, 0, 0, 0, 0, 0, 0, 0], None)?;
    writer.record(3, module::Function::CODE, &[7, 0, 0, 0, 1, 0, 0, 0, 0, 0], None)?;
    block(&mut writer, constants::ID, &[(constants::SetType::CODE, vec![I32]), (constants::Integer::CODE, vec![10])])?;
    let nodes = [
        (metadata::StringOld::CODE, named(&[], "text")),
        (metadata::OldNode::CODE, vec![METADATA, 0, I32, 3, VOID, 0, METADATA, 2]),
        (metadata::OldNode::CODE, vec![I32_PTR, 0]),
        (metadata::Name::CODE, named(&[], "n")),
        (metadata::NamedNode::CODE, vec![1, 2]),
    ];
    block(&mut writer, metadata::ID, &nodes)?;
    let kinds = [(metadata::KindOld::CODE, named(&[0], "dbg")), (metadata::KindOld::CODE, named(&[1], "mine"))];
    block(&mut writer, metadata::ID, &kinds)?;
    let entry = symtab::value_symtab::Entry::CODE;
    block(&mut writer, symtab::value_symtab::ID, &[(entry, named(&[0], "x")), (entry, named(&[1], "use")), (entry, named(&[2], "f"))])?;

    writer.enter_block(function::ID, 4)?;
    writer.record(3, function::DeclareBlocks::CODE, &[3], None)?;
    block(&mut writer, metadata::ID, &[(metadata::OldFnNode::CODE, vec![I32, 5])])?;
    let body: [(u32, &[u64]); 6] = [
        (function::Load::CODE, &[2, 3, 0]),
        (function::Call::CODE, &[0, 0, 6, 4]),
        (function::CmpXchgOld::CODE, &[3, 2, 1, 0, 5, 1]),
        // The case 1 and the range from 3 to 5 in items of one case.
        (function::SwitchRanges::CODE, &[function::SWITCH_RANGES << 16, I32, 1, 2, 1, 2, 1, 2, 0, 6, 10, 1]),
        (function::Ret::CODE, &[1]),
        (function::Ret::CODE, &[2]),
    ];
    for (code, ops) in body {
        writer.record(3, code, ops, None)?;
    }
    let names = [
        (entry, named(&[4], "p")),
        (entry, named(&[5], "n")),
        (entry, named(&[6], "v")),
        (entry, named(&[7], "old")),
        (symtab::value_symtab::BbEntry::CODE, named(&[0], "entry")),
        (symtab::value_symtab::BbEntry::CODE, named(&[1], "some")),
        (symtab::value_symtab::BbEntry::CODE, named(&[2], "none")),
    ];
    block(&mut writer, symtab::value_symtab::ID, &names)?;
    block(&mut writer, metadata::attachment::ID, &[(metadata::attachment::Attachment::CODE, vec![0, 1, 2])])?;
    writer.end_block()?;
    writer.end_block()?;
    writer.finish()
}

/// What it says, in the language of LLVM 3.2.
const TEXT: &str = "; ModuleID = 'old.bc'

@x = linkonce global i32 5

declare void @use(metadata)

define i32 @f(i32* nocapture %p, i32 %n) nounwind readnone {
entry:
  %v = load i32* %p, align 4, !mine !1
  call void @use(metadata !{i32 %n})
  %old = cmpxchg i32* %p, i32 %n, i32 %v acq_rel
  switch i32 %old, label %none [
    i32 1, label %some
    i32 3, label %some
    i32 4, label %some
    i32 5, label %some
  ]

some:                                             ; preds = %entry, %entry, %entry, %entry
  ret i32 %old

none:                                             ; preds = %entry
  ret i32 %v
}

!n = !{!0, !1}

!0 = metadata !{metadata !\"text\", i32 5, null, metadata !1}
!1 = metadata !{i32* @x}
";

/// What `llvm-dis` 22 prints of it.
const TEXT_OF_22: &str = "; ModuleID = 'old.bc'
source_filename = \"old.bc\"

$x = comdat any

@x = linkonce global i32 5, comdat

declare void @use(metadata)

; Function Attrs: nounwind memory(none)
define i32 @f(ptr captures(none) %p, i32 %n) #0 {
entry:
  %v = load i32, ptr %p, align 4, !mine !1
  call void @use(metadata i32 %n)
  %0 = cmpxchg ptr %p, i32 %n, i32 %v acq_rel acquire, align 4
  %old = extractvalue { i32, i1 } %0, 0
  switch i32 %old, label %none [
    i32 1, label %some
    i32 3, label %some
    i32 4, label %some
    i32 5, label %some
  ]

some:                                             ; preds = %entry, %entry, %entry, %entry
  ret i32 %old

none:                                             ; preds = %entry
  ret i32 %v
}

attributes #0 = { nounwind memory(none) }

!n = !{!0, !1}

!0 = !{!\"text\", i32 5, null, !1}
!1 = !{ptr @x}
";

#[test]
fn an_old_file_prints_in_its_language_and_comes_back() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let bytes = file().expect("a stream");
    fs::write(at("old.bc"), &bytes).expect("a file");
    let plain = bcconv(dir.path(), &["--plain", "old.bc", "-o", "plain.ll"]);
    assert!(plain.status.success(), "{}", String::from_utf8_lossy(&plain.stderr));
    assert_eq!(fs::read_to_string(at("plain.ll")).expect("its text"), TEXT);
    for args in [["old.bc", "-o", "copy.bc"], ["old.bc", "-o", "text.ll"], ["text.ll", "-o", "again.bc"]] {
        let output = bcconv(dir.path(), &args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read(at("copy.bc")).expect("the copy"), bytes);
    assert_eq!(fs::read(at("again.bc")).expect("the file again"), bytes);
}

#[test]
fn in_the_language_of_22_it_is_what_llvm_22_reads() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("old.bc"), file().expect("a stream")).expect("a file");
    // A function that is no intrinsic takes metadata, which no release's verifier allows.
    let refused = bcconv(dir.path(), &["--plain", "--dialect", "22", "old.bc", "-o", "new.ll"]);
    assert_eq!(refused.status.code(), Some(1));
    let output = bcconv(dir.path(), &["--plain", "--dialect", "22", "--disable-verify", "old.bc", "-o", "new.ll"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read_to_string(dir.path().join("new.ll")).expect("its text"), TEXT_OF_22);
}

#[test]
fn info_tells_the_release_and_what_told_it() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("old.bc"), file().expect("a stream")).expect("a file");
    let told = |name: &str| {
        let output = bcconv(dir.path(), &["--info", name]);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let info = told("old.bc");
    let lines = [
        "  producer      none\n",
        "  LLVM          3.2 or older, by the forms in it:\n",
        "                attributes as masks of bits (until 3.2)\n",
        "                metadata nodes with types of their operands (until 3.5)\n",
        "  pointers      typed\n",
        "  holds         1 variables, 2 functions (1 with bodies), 0 aliases and ifuncs\n",
    ];
    for line in lines {
        assert!(info.contains(line), "{info}");
    }
    bcconv(dir.path(), &["old.bc", "-o", "old.ll"]);
    let info = told("old.ll");
    assert!(
        info.contains("  kind          LLVM assembly") && info.contains("  LLVM          3.2 or older, by the description below it\n"),
        "{info}"
    );
    fs::copy(corpus("v22/inst-terminator.bc"), dir.path().join("new.bc")).expect("a copy");
    let info = told("new.bc");
    assert!(info.contains("  LLVM          22, by the producer\n") && info.contains("  pointers      opaque\n"), "{info}");
    assert!(!bcconv(dir.path(), &["--info", "absent.bc"]).status.success());
}
