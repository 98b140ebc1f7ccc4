//! Single things print as `llvm-dis` 22 printed them in its text of the whole module.
use bctk_bitcode::{ReadOptions, read};
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::module::Module;
use bctk_textual::{DisplayIn, ModuleSlotTracker};
use std::collections::HashSet;
use std::path::Path;

/// A module of the corpus, and the text that llvm-dis made of it.
fn disassembly(name: &str) -> (String, Module) {
    let path = |extension| Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/v22").join(format!("{name}.{extension}"));
    let bitcode = std::fs::read(path("bc")).expect("bitcode of the corpus");
    let text = std::fs::read_to_string(path("dis.ll")).expect("what llvm-dis makes of it");
    let mut module = read(&bitcode, &ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    bctk_transforms::upgrade::upgrade(&mut module, bctk_ir::version::LlvmVersion::new(22));
    (text, module)
}

/// The lines of a text between braces of functions.
fn lines_of_bodies(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            _ if line.starts_with("define ") => inside = true,
            "}" => inside = false,
            _ if inside => lines.push(line),
            _ => {}
        }
    }
    lines
}

/// Every instruction, debug record, block, node and global value is a part of the text that llvm-dis printed, in its order.
fn check(name: &str) {
    let (text, module) = disassembly(name);
    let tracker = ModuleSlotTracker::new(&module);
    let mut blocks = String::new();
    let mut instructions = Vec::new();
    let mut records = 0;
    for body in &module.bodies {
        let scope = (&tracker, body);
        for block in (0..body.blocks.len()).map(BlockId::new) {
            let block = block.display(scope).to_string();
            assert!(text.contains(&block), "{name}: no block\n{block}");
            blocks += &block;
            blocks.push('\n');
        }
        for id in (0..body.insts.len()).map(InstId::new) {
            instructions.push(id.display(scope).to_string());
        }
        for record in &body.dbg_records {
            let record = record.display(scope).to_string();
            assert!(text.lines().any(|line| line == record), "{name}: no record {record}");
            records += 1;
        }
    }
    // Cases of a switch and clauses of a landing pad are lines of their own.
    let want: Vec<&str> = lines_of_bodies(&text).into_iter().filter(|line| !line.is_empty()).collect();
    let got: Vec<&str> = blocks.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(got, want, "{name}");
    let is_label = |line: &&str| !line.starts_with(' ');
    let own_lines: Vec<&str> = instructions.iter().flat_map(|text| text.lines()).collect();
    let want: Vec<&str> = want.into_iter().filter(|line| !is_label(line) && !line.starts_with("    #dbg_")).collect();
    assert_eq!(own_lines, want, "{name}");
    assert_eq!(records, text.lines().filter(|line| line.starts_with("    #dbg_")).count(), "{name}");

    let nodes: HashSet<String> = (0..module.metadata.items.len()).map(|at| MdId::new(at).display(&tracker).to_string()).collect();
    let numbered = |line: &&str| line.strip_prefix('!').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    for node in text.lines().filter(numbered) {
        assert!(nodes.contains(node), "{name}: no node {node}");
    }
    for id in (0..module.globals.len()).map(GlobalId::new) {
        let global = id.display(&tracker).to_string();
        assert!(text.contains(&format!("\n{global}\n")), "{name}: no global value\n{global}");
    }
}

#[test]
fn code_with_debug_records() {
    check("clang-c-O2-g");
}

#[test]
fn code_without_debug_information() {
    check("clang-c-O0");
}

#[test]
fn calling_conventions() {
    check("calling-conventions");
}

#[test]
fn aliases() {
    check("alias-ifunc");
}

/// As lines of clang-c-O0.dis.ll have them.
#[test]
fn types_and_values() {
    let (text, module) = disassembly("clang-c-O0");
    let types: HashSet<String> = (0..module.types.len()).map(|at| TypeId::new(at).display(&module).to_string()).collect();
    let mut operands = 0;
    for body in &module.bodies {
        for inst in &body.insts {
            let bctk_ir::inst::Inst::Ret(value) = *inst else { continue };
            if let Some(value) = value.get() {
                let line = format!("  ret {}", value.display((&module, body)));
                assert!(text.lines().any(|want| want == line), "no line {line}");
                operands += 1;
            }
        }
    }
    assert!(operands > 0);
    assert!(types.contains("i32") && types.contains("ptr"));
}

/// What a scope does not have is named as LLVM names it, and padding holds as for a string.
#[test]
fn out_of_scope() {
    let module = Module::default();
    assert_eq!(TypeId(7).display(&module).to_string(), "<badref>");
    assert_eq!(InstId(0).display(&module).to_string(), "<badref>");
    assert_eq!(MdId(9).display(&module).to_string(), "<badref>");
    assert_eq!(GlobalId(1).display(&module).to_string(), "<badref>");
    assert_eq!(format!("{:>9}|", TypeId(7).display(&module)), " <badref>|");
}
