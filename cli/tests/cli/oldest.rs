//! Bitcode of LLVM 2, made record by record: it is read, prints in the language of its time, and comes back as the same file.
//!
//! The shapes are those that `BitcodeReader` of LLVM 2.9 and 3.0 reads; no tool that is installed anywhere reads them still.
use std::fs;
use std::path::Path;

use bctk_bitcode::Result;
use bctk_bitcode::read::MAGIC;
use bctk_bitcode::schema::{attrs, constants, function, metadata, module, old, symtab, types};
use bctk_bitstream::stream::StreamWriter;

use crate::support::{bcconv, block, named};

const I32: u64 = 0;
const NODE: u64 = 1;
const NODE_PTR: u64 = 2;
const I32_PTR: u64 = 3;
const FUNCTION: u64 = 5;
const METADATA: u64 = 6;
const PAIR: u64 = 7;
const FUNCTION_PTR: u64 = 8;

/// A module as LLVM 2.7 wrote it; with `older`, in shapes that LLVM 2.1 had.
fn file(older: bool) -> Result<Vec<u8>> {
    let mut writer = StreamWriter::new();
    writer.magic(MAGIC);
    writer.enter_block(module::ID, 3)?;
    writer.record(3, module::Version::CODE, &[0], None)?;
    // nounwind: of the function, by the number of the result in old files.
    let index = if older { 0 } else { 0xFFFF_FFFF };
    block(&mut writer, attrs::lists::ID, &[(attrs::lists::EntryOld::CODE, vec![index, 1 << 5])])?;
    let table = [
        (types::NumEntry::CODE, vec![9]),
        (types::Integer::CODE, vec![32]),
        (old::types::Struct::CODE, vec![0, I32, NODE_PTR]),
        (types::Pointer::CODE, vec![NODE, 0]),
        (types::Pointer::CODE, vec![I32]),
        (types::Void::CODE, vec![]),
        (types::FunctionOld::CODE, vec![0, 0, I32, I32_PTR, NODE_PTR, PAIR]),
        (types::Metadata::CODE, vec![]),
        (old::types::Struct::CODE, vec![0, I32, I32]),
        (types::Pointer::CODE, vec![FUNCTION, 0]),
    ];
    block(&mut writer, old::types::ID, &table)?;
    writer.record(3, module::DepLib::CODE, &named(&[], "c"), None)?;
    writer.record(3, module::DepLib::CODE, &named(&[], "m"), None)?;
    writer.record(3, module::GlobalVar::CODE, &[NODE_PTR, 0, 0, 0, 0, 0], None)?;
    writer.record(3, module::Function::CODE, &[FUNCTION_PTR, 0, 0, 0, 1, 0, 0, 0, 0], None)?;
    block(&mut writer, constants::ID, &[(constants::SetType::CODE, vec![I32]), (constants::Integer::CODE, vec![14])])?;
    let nodes = [
        (metadata::StringOld::CODE, named(&[], "text")),
        (metadata::OldestNode::CODE, vec![METADATA, 0, I32, 2, METADATA, 3]),
        (metadata::Name::CODE, named(&[], "n")),
        (metadata::OldestNamedNode::CODE, vec![1]),
        // Number 3: the named node has taken 2.
        (metadata::OldestNode::CODE, vec![I32, 2]),
    ];
    block(&mut writer, metadata::ID, &nodes)?;

    writer.enter_block(function::ID, 4)?;
    writer.record(3, function::DeclareBlocks::CODE, &[3], None)?;
    let store: (u32, &[u64]) = match older {
        true => (function::StoreByValue::CODE, &[7, 6, 0, 1]),
        false => (function::StoreOld::CODE, &[6, 7, 0, 1]),
    };
    let body: [(u32, &[u64]); 8] = [
        (function::Alloca::CODE, &[I32_PTR, 2, 0]),
        (function::Load::CODE, &[3, 0, 1]),
        store,
        (function::CallOld::CODE, &[0, 1, 1, 6, 4, 5]),
        (function::Invoke::CODE, &[0, 0, 1, 2, 1, 3, 4, 5]),
        (function::GetResult::CODE, &[5, 1]),
        (function::Ret::CODE, &[8]),
        (function::Unwind::CODE, &[]),
    ];
    for (code, ops) in body {
        // `getresult` had gone by 2.7.
        let code = if code == function::GetResult::CODE && !older { function::ExtractVal::CODE } else { code };
        writer.record(3, code, ops, None)?;
    }
    let entry = symtab::value_symtab::Entry::CODE;
    let bb_entry = symtab::value_symtab::BbEntry::CODE;
    let names = [(3, "p"), (4, "l"), (5, "s"), (6, "a"), (7, "v"), (8, "c"), (9, "i"), (10, "x")];
    let names = names.iter().map(|&(value, name)| (entry, named(&[value], name)));
    let blocks = ["entry", "next", "pad"].iter().zip(0..).map(|(name, number)| (bb_entry, named(&[number], name)));
    block(&mut writer, symtab::value_symtab::ID, &names.chain(blocks).collect::<Vec<_>>())?;
    writer.end_block()?;
    block(&mut writer, old::type_symtab::ID, &[(old::type_symtab::Entry::CODE, named(&[NODE], "struct.node"))])?;
    block(&mut writer, symtab::value_symtab::ID, &[(entry, named(&[0], "list")), (entry, named(&[1], "f"))])?;
    writer.end_block()?;
    writer.finish()
}

/// What it says, in the language of LLVM 2.
const TEXT: &str = "; ModuleID = 'old.bc'

deplibs = [ \"c\", \"m\" ]
%struct.node = type { i32, %struct.node* }

@list = external global %struct.node

define i32 @f(i32* %p, %struct.node* %l, { i32, i32 } %s) nounwind {
entry:
  %a = alloca i32, i32 7
  %v = volatile load i32* %p
  volatile store i32 %v, i32* %a
  %c = tail call i32 @f(i32* %a, %struct.node* %l, { i32, i32 } %s)
  %i = invoke i32 @f(i32* %p, %struct.node* %l, { i32, i32 } %s)
          to label %next unwind label %pad

next:                                             ; preds = %entry
  %x = extractvalue { i32, i32 } %s, 1
  ret i32 %c

pad:                                              ; preds = %entry
  unwind
}

!n = !{!0}

!0 = metadata !{metadata !\"text\", i32 7, metadata !1}
!1 = metadata !{i32 7}
";

fn done(dir: &Path, args: &[&str]) -> String {
    let output = bcconv(dir, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn files_of_llvm_2_print_in_their_language_and_come_back() {
    for (older, release) in [(false, "2.7"), (true, "2.1")] {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        let bytes = file(older).expect("a stream");
        fs::write(at("old.bc"), &bytes).expect("a file");
        done(dir.path(), &["--plain", "old.bc", "-o", "plain.ll"]);
        assert_eq!(fs::read_to_string(at("plain.ll")).expect("its text"), TEXT);
        for args in [["old.bc", "-o", "copy.bc"], ["old.bc", "-o", "text.ll"], ["text.ll", "-o", "again.bc"]] {
            done(dir.path(), &args);
        }
        assert_eq!(fs::read(at("copy.bc")).expect("the copy"), bytes);
        assert_eq!(fs::read(at("again.bc")).expect("the file again"), bytes);
        let info = done(dir.path(), &["--info", "old.bc"]);
        assert!(info.contains(&format!("  LLVM          {release} or older, by the forms in it:\n")), "{info}");
        assert!(info.contains("types in the block of LLVM 2 (until 2.9)"), "{info}");
    }
}

#[test]
fn its_text_alone_prints_again() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("a.ll"), TEXT).expect("a file");
    done(dir.path(), &["a.ll", "-o", "b.ll"]);
    let again = fs::read_to_string(dir.path().join("b.ll")).expect("its text");
    assert_eq!(again.lines().skip(1).collect::<Vec<_>>(), TEXT.lines().skip(1).collect::<Vec<_>>());
    let info = done(dir.path(), &["--info", "a.ll"]);
    assert!(info.contains("  LLVM          2.9 or older, by the forms in it:\n"), "{info}");
    // What LLVM has no word for since, it says.
    let output = bcconv(dir.path(), &["--dialect", "22", "a.ll", "-o", "c.ll"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("LLVM 22 cannot represent: unwind"), "{output:?}");
}

/// A function of LLVM 2.6 that allocates and frees: `malloc` and `free` were instructions.
fn heap_file() -> Result<Vec<u8>> {
    let mut writer = StreamWriter::new();
    writer.magic(MAGIC);
    writer.enter_block(module::ID, 3)?;
    writer.record(3, module::Version::CODE, &[0], None)?;
    let table = [
        (types::NumEntry::CODE, vec![5]),
        (types::Integer::CODE, vec![32]),
        (types::Pointer::CODE, vec![0]),
        (types::Void::CODE, vec![]),
        (types::FunctionOld::CODE, vec![0, 0, 2, 0]),
        (types::Pointer::CODE, vec![3, 0]),
    ];
    block(&mut writer, old::types::ID, &table)?;
    writer.record(3, module::Function::CODE, &[4, 0, 0, 0, 0, 0, 0, 0, 0], None)?;
    writer.enter_block(function::ID, 4)?;
    writer.record(3, function::DeclareBlocks::CODE, &[1], None)?;
    block(&mut writer, constants::ID, &[(constants::SetType::CODE, vec![0]), (constants::Integer::CODE, vec![2])])?;
    // 0: the function, 1: its argument, 2: the constant, 3 and 4: what is allocated.
    let body: [(u32, &[u64]); 5] = [
        (function::Malloc::CODE, &[1, 2, 0]),
        (function::Malloc::CODE, &[1, 1, 4]),
        (function::Free::CODE, &[3]),
        (function::Free::CODE, &[4]),
        (function::Ret::CODE, &[]),
    ];
    for (code, ops) in body {
        writer.record(3, code, ops, None)?;
    }
    writer.end_block()?;
    block(&mut writer, symtab::value_symtab::ID, &[(symtab::value_symtab::Entry::CODE, named(&[0], "f"))])?;
    writer.end_block()?;
    writer.finish()
}

#[test]
fn instructions_of_the_heap_come_back_and_become_calls() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let bytes = heap_file().expect("a stream");
    fs::write(at("old.bc"), &bytes).expect("a file");
    done(dir.path(), &["--plain", "old.bc", "-o", "plain.ll"]);
    let text = fs::read_to_string(at("plain.ll")).expect("its text");
    assert!(text.contains("  %2 = malloc i32\n  %3 = malloc i32, i32 %0, align 8\n  free i32* %2\n  free i32* %3\n"), "{text}");
    for args in [["old.bc", "-o", "copy.bc"], ["old.bc", "-o", "text.ll"], ["text.ll", "-o", "again.bc"]] {
        done(dir.path(), &args);
    }
    assert_eq!(fs::read(at("copy.bc")).expect("the copy"), bytes);
    assert_eq!(fs::read(at("again.bc")).expect("the file again"), bytes);
    let info = done(dir.path(), &["--info", "old.bc"]);
    assert!(info.contains("  LLVM          2.6 or older, by the forms in it:\n"), "{info}");
    done(dir.path(), &["--dialect", "22", "old.bc", "-o", "new.ll"]);
    let text = fs::read_to_string(at("new.ll")).expect("its text");
    assert!(
        text.contains("  %malloccall = tail call ptr @malloc(i32 ptrtoint (ptr getelementptr (i32, ptr null, i32 1) to i32))\n"),
        "{text}"
    );
    assert!(text.contains("\ndeclare noalias ptr @malloc(i32)\n\ndeclare void @free(ptr)\n"), "{text}");
}
