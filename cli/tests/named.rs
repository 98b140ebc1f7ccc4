//! The programs under the names of LLVM's tools: `llvm-dis` prints as the newest LLVM, `llvm-dis-17` as LLVM 17; llvm-nm lists native objects.
//!
//! What is in `data/named` was made by LLVM's tools: `*.dN.ll` by llvm-dis-N (without the first line), `*.N.bc` and `hash.bc` by llvm-as-N (22), `nm.txt` by
//! llvm-nm-22, each list below the options and the file. The objects are clang-19's of one source for several targets.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with the programs under other names.
struct Tools(tempfile::TempDir);

impl Tools {
    fn new() -> Tools {
        Tools(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Runs one of the programs as `name` in the folder `data/named`.
    fn run(&self, name: &str, args: &[&str]) -> Output {
        let tool = match name.contains("nm") || name.contains("bcanalyzer") {
            true => env!("CARGO_BIN_EXE_bcdump"),
            false => env!("CARGO_BIN_EXE_bcconv"),
        };
        let path = self.0.path().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        if !path.exists() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(tool, &path).expect("a link");
            #[cfg(not(unix))]
            fs::copy(tool, &path).map(drop).expect("a copy");
        }
        Command::new(&path).args(args).current_dir(data()).output().expect("it runs")
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, content).expect("a file");
        path.to_str().expect("a name").to_owned()
    }
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/named")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What llvm-dis prints of a file, without the first line, which names it.
fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let text = text(&output.stdout);
    text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

#[test]
fn the_name_decides_the_language() {
    let tools = Tools::new();
    for (name, file, want) in [
        ("llvm-dis", "v14/clang-mix-O2-g.bc", "v14-clang-mix-O2-g.d22.ll"),
        ("llvm-dis-22", "v14/typed.bc", "v14-typed.d22.ll"),
        ("llvm-dis-99", "v14/typed.bc", "v14-typed.d22.ll"),
        ("llvm-dis-17", "v16/typed.bc", "v16-typed.d17.ll"),
        ("llvm-dis17", "v16/clang-older-O1.bc", "v16-clang-older-O1.d17.ll"),
    ] {
        let file = format!("../../../../corpus/{file}");
        let want = fs::read_to_string(data().join(want)).expect("what LLVM prints");
        assert_eq!(printed(tools.run(name, &[&file, "-o", "-"])), want, "{name} {file}");
    }
    // What is newer and has no words there is refused by name.
    let output = tools.run("llvm-dis-9", &["../../../../corpus/v14/typed.bc", "-o", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot translate to the language of LLVM 9"), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
}

#[test]
fn the_name_decides_the_bitcode() {
    let tools = Tools::new();
    for (name, file, want) in [
        ("llvm-as-14", "stars.ll", "stars.14.bc"),
        ("llvm-as", "stars.ll", "stars.22.bc"),
        // A text with a hash in its summary: llvm-as writes none.
        ("llvm-as", "hash.ll", "hash.bc"),
    ] {
        let output = tools.run(name, &[file, "-o", "-"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(output.stdout == fs::read(data().join(want)).expect("what LLVM writes"), "{name} {file}");
    }
}

#[test]
fn versions() {
    let tools = Tools::new();
    for (name, want) in [
        ("llvm-dis", "bctk LLVM version 22.1.8\n  Optimized build."),
        ("llvm-as-17", "bctk LLVM version 17.0.6\n  Optimized build."),
        ("llvm-nm", "llvm-nm, compatible with GNU nm\nbctk LLVM version 22.1.8\n  Optimized build."),
        ("llvm-bcanalyzer-14", "bctk LLVM version 14.0.6\n  Optimized build."),
    ] {
        let shown = text(&tools.run(name, &["--version"]).stdout);
        assert!(shown.starts_with(want), "{shown}");
    }
}

#[test]
fn arguments_in_files() {
    let tools = Tools::new();
    let file = tools.file("args", "--defined-only\n 'elf.o' -j");
    let output = tools.run("llvm-nm", &[&format!("@{file}")]);
    assert_eq!(text(&output.stdout), "c\nf\nhidden\nl\nw\nx\n");
    assert_eq!(text(&tools.run("llvm-dis", &["@none"]).stderr), "error: @none: No such file or directory\n");
}

/// What llvm-as 22.1.8 says of texts, after the name of the file.
#[test]
fn texts_that_llvm_refuses() {
    let tools = Tools::new();
    for (what, want) in [
        (
            "@a = global i32 0\n@x = global i64 mul (i64 ptrtoint (ptr @a to i64), i64 3)\n",
            ":2:17: error: mul constexprs are no longer supported",
        ),
        ("@a = global i32 0\n@x = global i64 select (i1 true, i64 1, i64 2)\n", ":2:17: error: select constexprs are no longer supported"),
        (
            "define void @f() {\n  %a = alloca ptr\n  store target(\"spirv.Image\") zeroinitializer, ptr %a\n  ret void\n}\n",
            ":3:31: error: invalid type for null constant",
        ),
        ("define i32 @f(ptr sret(i32) %p) {\n  ret i32 0\n}\n", ":1:8: error: functions with 'sret' argument must return void"),
        ("global i32 0\n", ":1:1: error: expected top-level entity"),
        ("!0 = !{!0, !1}\n", ":1:13: error: use of undefined metadata '!1'"),
        ("@0 = global i64 u0x0p001\n", ":1:17: error: expected value token"),
        ("@10 = external global i8\n@5 = external global i8\n", ":2:1: error: global expected to be numbered '@11' or greater"),
        (
            "declare void @g(ptr)\ndefine void @f() {\n  call void @g(ptr @llvm.umax)\n  ret void\n}\n",
            ":3:20: error: intrinsic can only be used as callee",
        ),
        (
            "define void @f() addrspace(1) {\n  unreachable\nbb:\n  ret void\n}\n@x = constant ptr addrspace(2) blockaddress(@f, %bb)\n",
            ":6:32: error: constant expression type mismatch: got type 'ptr addrspace(1)' but expected 'ptr addrspace(2)'",
        ),
        ("define void @f(float nofpclass(-1) %x) {\n  ret void\n}\n", ":1:32: error: expected nofpclass test mask"),
    ] {
        let file = tools.file("t.ll", what);
        let output = tools.run("llvm-as", &[&file, "-o", "-"]);
        assert_eq!(output.status.code(), Some(1), "{what}");
        let said = text(&output.stderr);
        assert!(said.lines().next().is_some_and(|line| line.ends_with(&format!("t.ll{want}"))), "{said}");
    }
    // The verifier says this.
    let file = tools.file("t.ll", "@x = global ptr blockaddress(@f, %entry)\ndefine void @f() {\nentry:\n  ret void\n}\n");
    let output = tools.run("llvm-as", &[&file, "-o", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("blockaddress may not be used with the entry block!"));
    // A text of an LLVM that has such expressions is one.
    let old =
        "; ModuleID = 'a'\nsource_filename = \"a\"\n\n@a = global i32 0\n@x = global i64 mul (i64 ptrtoint (i32* @a to i64), i64 3)\n";
    let file = tools.file("old.ll", old);
    assert!(tools.run("bcconv", &[&file, "-o", "-", "--to", "bc"]).status.success());
    assert!(tools.run("llvm-as-14", &[&file, "-o", "-"]).status.success());
}

/// As llvm-as and llvm-dis 22 word them.
#[test]
fn dropped_debug_information_is_told() {
    let tools = Tools::new();
    let file = tools.file("d.ll", "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n!1 = !DIFile(filename: \"a\", directory: \"b\")\n");
    let said = text(&tools.run("llvm-as", &[&file, "-o", "-"]).stderr);
    assert_eq!(said, format!("warning: ignoring debug info with an invalid version (0) in {file}\n"));
}

/// Faults of bitcode begin with LLVM's words.
#[test]
fn faults_in_llvms_words() {
    let tools = Tools::new();
    let whole = fs::read(data().join("stars.22.bc")).expect("a file");
    let path = tools.0.path().join("cut.bc");
    fs::write(&path, &whole[..whole.len() / 2 / 4 * 4]).expect("a file");
    let said = text(&tools.run("llvm-dis", &[path.to_str().expect("a name"), "-o", "-"]).stderr);
    assert!(said.contains(": error: can't skip to bit: "), "{said}");
}

/// Every list in `nm.txt`.
#[test]
fn lists_of_native_symbols() {
    let tools = Tools::new();
    let lists = fs::read_to_string(data().join("nm.txt")).expect("what llvm-nm prints");
    let mut count = 0;
    for list in lists.strip_prefix("## ").unwrap_or(&lists).split("\n## ") {
        let (head, want) = list.split_once('\n').unwrap_or((list, ""));
        let (options, file) = head.split_once(' ').expect("options and a file");
        // Slices of universal binaries depend on the machine that asks.
        if file == "fat.o" && options != "--arch=all" {
            continue;
        }
        let mut args = vec![options, file];
        args.retain(|arg| *arg != "-");
        let output = tools.run("llvm-nm", &args);
        assert_eq!(text(&output.stdout).trim_end_matches('\n'), want.trim_end_matches('\n'), "{head}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Objects that bitcode was taken out of, or other was put into, have the symbols that they had.
#[test]
fn other_bitcode_in_objects() {
    let tools = Tools::new();
    let out = tools.0.path().join("out.o");
    let out = out.to_str().expect("a name");
    let listed = |file: &str, options: &[&str]| text(&tools.run("llvm-nm", &[options, &[file]].concat()).stdout);
    let larger = "../../../../corpus/v14/clang-classes-thin-g.bc";
    for file in ["embedded.o", "embedded-macho.o"] {
        for new in ["stars.22.bc", larger] {
            let output = tools.run("bcconv", &[file, "--embed", new, "-o", out]);
            assert!(output.status.success(), "{}", text(&output.stderr));
            let native = ["--no-llvm-bc"];
            assert_eq!(listed(out, &native), listed(file, &native), "{file} {new}");
            let taken = tools.0.path().join("taken.bc");
            assert!(tools.run("bcconv", &[out, "-o", taken.to_str().expect("a name")]).status.success());
            assert!(fs::read(&taken).expect("bitcode") == fs::read(data().join(new)).expect("bitcode"), "{file} {new}");
        }
        assert!(tools.run("bcconv", &[file, "--strip-embedded", "-o", out]).status.success());
        // Labels in the sections that are gone are gone, too.
        let named = |list: String| {
            list.lines().filter(|line| !line.contains(" l_llvm.") && !line.contains(" ltmp")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(named(listed(out, &[])), named(listed(file, &["--no-llvm-bc"])), "{file}");
        let sizes = [out, file].map(|file| fs::metadata(data().join(file)).expect("a file").len());
        assert!(sizes[0] + 1000 < sizes[1], "{sizes:?}");
    }
    let output = tools.run("bcconv", &["mixed.a", "--strip-embedded", "-o", out]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

/// `thin-link.bc` is what opt 22 writes with `-thinlto-bc -thin-link-bitcode-file`, `thin-link.ll` what llvm-dis 22 prints of it with the option below.
#[test]
fn a_module_for_the_thin_link_is_a_summary() {
    let tools = Tools::new();
    let output = tools.run("llvm-dis", &["--print-thinlto-index-only", "thin-link.bc", "-o", "-"]);
    assert_eq!(text(&output.stdout), text(&fs::read(data().join("thin-link.ll")).expect("a text")));
    let refused = tools.run("llvm-dis", &["thin-link.bc", "-o", "-"]);
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(1), String::new()));
    assert!(text(&refused.stderr).contains("error: Invalid record"), "{refused:?}");
}
