//! Runs the example programs, which `cargo test` builds.
use std::process::Command;

/// What an example prints without arguments.
fn run(name: &str) -> String {
    let mut path = std::env::current_exe().expect("a path");
    path.pop();
    path.pop();
    let path = path.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).output().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn call_graph() {
    assert!(run("call_graph").lines().any(|line| line == "use -> twice"));
}

#[test]
fn find_calls() {
    let found = run("find_calls");
    assert_eq!(found, "use: /build/small.c:14:18\n");
}

#[test]
fn rename_and_hide() {
    let names = run("rename_and_hide");
    assert!(names.lines().any(|name| name == "my_twice") && names.lines().all(|name| name != "twice"), "{names}");
}

#[test]
fn stub() {
    assert_eq!(run("stub"), "1\n");
}

#[test]
fn coverage() {
    let module = bctk::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc")).expect("a module");
    let blocks: usize = module.view().functions().map(|function| function.blocks().count()).sum();
    assert_eq!(run("coverage"), format!("{blocks} blocks\n"));
}

#[test]
fn fib() {
    let text = run("fib");
    assert!(text.contains("define i32 @fib(i32 %0)") && text.contains("ret i32 %"), "{text}");
}

#[test]
fn struct_layout() {
    assert_eq!(run("struct_layout"), "struct point // 8 bytes\n       0 x int\n       4 y int\n1 structures\n");
}

#[test]
fn import_graph() {
    assert!(run("import_graph").contains(" functions and variables, "));
}

#[test]
fn llvm_lines() {
    assert!(run("llvm_lines").lines().any(|line| line.trim_end().ends_with("twice")));
}
