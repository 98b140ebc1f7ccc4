//! `bctk objcopy`: symbols of bitcode change as llvm-objcopy changes those of objects, and summaries follow.
//!
//! clang-22 made `small.bc` and `thin.bc` of one source. `nm.txt` has the symbols of the native object after each of its command lines
//! (llvm-objcopy-22, llvm-nm-22, kinds of definitions as one), `summaries.txt` the summaries that opt-22 makes of the changed modules.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::{corpus, data, link, run, text};

fn objcopy(folder: &Path, args: &[&str]) -> Output {
    bctk(folder, &[&["objcopy"], args].concat())
}

fn bctk(folder: &Path, args: &[&str]) -> Output {
    run(&link(folder, "bctk", Path::new(env!("CARGO_BIN_EXE_bcconv"))), folder, args)
}

fn stored(name: &str) -> PathBuf {
    data("objcopy").join(name)
}

/// The text of a path.
fn word(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// Command lines and what belongs to them.
fn cases(file: &str) -> Vec<(Vec<String>, String)> {
    let all = fs::read_to_string(stored(file)).expect("a list");
    let case = |case: &str| {
        let (args, rest) = case.split_once('\n').expect("a line");
        (args.split_whitespace().map(str::to_owned).collect(), rest.trim_end().to_owned())
    };
    all.strip_prefix("## ").expect("a list").split("\n## ").map(case).collect()
}

#[test]
fn symbols_are_those_of_objects() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out.bc");
    for (args, want) in cases("nm.txt") {
        for file in ["small.bc", "thin.bc"] {
            let file = stored(file);
            let args: Vec<&str> = args.iter().map(String::as_str).chain([word(&file), word(&out)]).collect();
            let output = objcopy(dir.path(), &args);
            assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {}", text(&output.stderr));
            let listed = text(&bctk(dir.path(), &["llvm-nm", "-f", "posix", word(&out)]).stdout);
            let symbol = |line: &str| {
                let mut words = line.split_whitespace();
                let (name, kind) = (words.next()?, words.next()?);
                let kind = match kind {
                    "V" => "W",
                    "v" => "w",
                    "D" | "R" | "B" => "T",
                    "d" | "r" | "b" => "t",
                    other => other,
                };
                Some(format!("{name} {kind}"))
            };
            let mut symbols: Vec<String> = listed.lines().filter_map(symbol).collect();
            symbols.sort();
            assert_eq!(symbols.join("\n"), want, "{args:?}");
            assert!(bctk(dir.path(), &["verify", word(&out)]).status.success(), "{args:?}");
        }
    }
}

#[test]
fn summaries_follow() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out.bc");
    let thin = stored("thin.bc");
    for (args, want) in cases("summaries.txt") {
        let args: Vec<&str> = args.iter().map(String::as_str).chain([word(&thin), word(&out)]).collect();
        assert!(objcopy(dir.path(), &args).status.success());
        let printed = text(&bctk(dir.path(), &["dis", "--plain", word(&out), "-o", "-"]).stdout);
        let summary = |line: &str| line.split_once(" = ").filter(|(_, rest)| rest.starts_with("gv: ")).map(|(_, rest)| rest.to_owned());
        let mut lines: Vec<String> = printed.lines().filter(|line| line.starts_with('^')).filter_map(summary).collect();
        lines.sort();
        assert_eq!(lines.join("\n"), want, "{args:?}");
        // A hash that does not hold would be worse than none.
        let hashes = bctk(dir.path(), &["hash", word(&out)]);
        assert!(!text(&hashes.stdout).contains("does not match"), "{}", text(&hashes.stdout));
    }
}

/// Whatever cannot be done is said, and nothing is written.
#[test]
fn refusals() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let assembly = "target triple = \"x86_64-unknown-linux-gnu\"\nmodule asm \".globl here\"\nmodule asm \"here: call there@PLT\"\n\
                    declare void @there()\ndefine void @f() {\n  call void asm \"jmp far\", \"\"()\n  call void @far()\n  ret void\n}\n\
                    declare void @far()\n";
    fs::write(dir.path().join("asm.ll"), assembly).expect("a text");
    assert!(bctk(dir.path(), &["as", "asm.ll", "-o", "asm.bc"]).status.success());
    fs::copy(corpus("containers").join("fat-lto.o"), dir.path().join("fat.o")).expect("an object");
    fs::copy(corpus("containers").join("thin.a"), dir.path().join("thin.a")).expect("an archive");
    fs::copy(stored("small.bc"), dir.path().join("small.bc")).expect("bitcode");
    fs::write(dir.path().join("names.txt"), "one two three\n").expect("a list");
    for (args, status, want) in [
        (
            &["--redefine-sym", "there=x", "asm.bc"][..],
            1,
            "asm.bc: line 2 of the module's assembly names `there`, which would get another name",
        ),
        (&["--redefine-sym", "far=x", "asm.bc"], 1, "asm.bc: inline assembly in @f names `far`, which would get another name"),
        (&["--localize-symbol", "here", "asm.bc"], 1, "asm.bc: line 1 of the module's assembly names `here`, which is not changed there"),
        (
            &["--keep-global-symbol", "f", "asm.bc"],
            1,
            "asm.bc: line 1 of the module's assembly defines a symbol, which is not changed there",
        ),
        (&["--redefine-sym", "f=g1", "small.bc"], 1, "small.bc: two symbols would have the name `g1`"),
        (&["--redefine-sym", "ext=extv", "small.bc"], 1, "small.bc: two symbols of different kinds would have the name `extv`"),
        (&["-N", "ext", "small.bc"], 1, "small.bc: symbol 'ext' cannot be removed, since something refers to it"),
        (&["-N", "here", "asm.bc"], 1, "asm.bc: line 1 of the module's assembly names `here`, which is not changed there"),
        (&["-w", "--regex", "-N", "f", "small.bc"], 2, "cannot be used with"),
        (&["--regex", "-N", "(", "small.bc"], 2, "cannot compile pattern '('"),
        (&["--redefine-linkage-names", "-L", "f", "small.bc"], 2, "--redefine-linkage-names needs symbols with other names"),
        (&["--redefine-sym", "f=a", "--redefine-sym", "f=b", "small.bc"], 2, "multiple redefinition of symbol 'f'"),
        (&["--redefine-sym", "f", "small.bc"], 2, "bad format for --redefine-sym"),
        (&["--redefine-syms", "names.txt", "small.bc"], 1, "names.txt: expected two names in each line, found `one two three`"),
        (&["--set-symbol-visibility", "f=internal", "small.bc"], 2, "bitcode has no internal visibility; hidden is the nearest"),
        (&["--set-symbol-visibility", "f=no", "small.bc"], 2, "'no' is not a valid symbol visibility"),
        (&["-R", ".text", "fat.o"], 2, "section .text has no bitcode"),
        (&["--prefix-symbols", "x", "thin.a"], 1, "thin.a: the members of a thin archive are files of their own"),
        (&["--strip-bitcode", "-L", "f", "fat.o"], 2, "sections are removed without other changes"),
    ] {
        let output = objcopy(dir.path(), &[args, &["out"]].concat());
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(text(&output.stderr).contains(want), "{args:?}: {}", text(&output.stderr));
        assert!(!dir.path().join("out").exists(), "{args:?}");
    }
    // What assembly does not name may change.
    assert!(objcopy(dir.path(), &["--redefine-sym", "f=g", "asm.bc", "out"]).status.success());
}

/// A declaration becomes the symbol whose name it gets, and linkage names follow on request: the module is that of the changed text.
#[test]
fn declarations_become_definitions() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let module = |other: &str, declared: &str, linkage: &str| {
        format!(
            "@table = global [2 x ptr] [ptr @{other}, ptr @g]\n@alias = alias i32 (i32), ptr @g\n\
             define i32 @g(i32 %x) {{\n  ret i32 %x\n}}\n\
             define i32 @h(i32 %x) !dbg !4 {{\n  %r = call i32 @{other}(i32 %x)\n  ret i32 %r\n}}\n{declared}\
             !llvm.dbg.cu = !{{!1}}\n!llvm.module.flags = !{{!0}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
             !1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)\n\
             !2 = !DIFile(filename: \"a.c\", directory: \"/\")\n!3 = !DISubroutineType(types: !{{}})\n\
             !4 = distinct !DISubprogram(name: \"h\", linkageName: \"{linkage}\", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)\n"
        )
    };
    let printed = |name: &str, text: &str, args: &[&str]| {
        fs::write(dir.path().join("in.ll"), text).expect("a text");
        assert!(bctk(dir.path(), &["as", "in.ll", "-o", "in.bc"]).status.success());
        let output = objcopy(dir.path(), &[args, &["in.bc", name]].concat());
        assert!(output.status.success(), "{}", self::text(&output.stderr));
        assert!(bctk(dir.path(), &["verify", name]).status.success());
        self::text(&bctk(dir.path(), &["dis", "--plain", name, "-o", "-"]).stdout).replace(name, "")
    };
    let declared = "declare i32 @f(i32)\n";
    let old = module("f", declared, "h");
    let nothing = ["--skip-symbol", "g", "--weaken-symbol", "nothing"];
    let want = printed("want.bc", &module("g", "", "h"), &nothing);
    assert_eq!(printed("got.bc", &old, &["--redefine-sym", "f=g"]), want);
    let got = printed("got.bc", &old, &["--redefine-sym", "f=g", "--redefine-sym", "h=other", "--redefine-linkage-names"]);
    let want = module("g", "", "other").replace("@h(", "@other(");
    assert_eq!(got, printed("want.bc", &want, &nothing));
    // Without uses, a declaration can go, and a definition becomes private.
    let unused = "declare i32 @unused(i32)\n";
    let with = old.replace(declared, &format!("{declared}{unused}"));
    let want = printed("want.bc", &old.replace("define i32 @h", "define private i32 @h"), &nothing);
    assert_eq!(printed("got.bc", &with, &["-N", "unused", "--strip-symbol=h"]), want);
}

/// Archives and objects, in place and not.
#[test]
fn containers() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name);
    for name in ["small.bc", "thin.bc"] {
        fs::copy(stored(name), path(name)).expect("bitcode");
    }
    for name in ["fat-lto.o", "fat-lto.bc", "a.bc"] {
        fs::copy(corpus("containers").join(name), path(name)).expect("an object");
    }
    assert!(bctk(dir.path(), &["ar", "rc", "lib.a", "small.bc", "a.bc"]).status.success());
    fs::write(path("keep.txt"), "# what others call\n f \n\nuse\n").expect("a list");
    // In place, and the index follows.
    let output = objcopy(dir.path(), &["--keep-global-symbols", "keep.txt", "--prefix-symbols=v_", "lib.a"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let listed = text(&bctk(dir.path(), &["llvm-nm", "--print-armap", "lib.a"]).stdout);
    let index: Vec<&str> =
        listed.lines().skip_while(|line| !line.contains("Archive map")).skip(1).take_while(|line| !line.is_empty()).collect();
    assert_eq!(index, ["v_f in small.bc"]);
    // Bitcode alone changes, if that is said, or goes.
    let output = objcopy(dir.path(), &["--bitcode-only", "-w", "-L", "*", "fat-lto.o", "local.o"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let defined = |file: &str| text(&bctk(dir.path(), &["llvm-nm", "--defined-only", "--extern-only", file]).stdout);
    let output = objcopy(dir.path(), &["--dump-bitcode", "taken.bc", "local.o"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(defined("fat-lto.bc").contains(" T ") && !defined("taken.bc").contains(" T "), "{}", defined("taken.bc"));
    assert!(objcopy(dir.path(), &["-R", ".llvm.lto", "fat-lto.o", "native.o"]).status.success());
    assert!(text(&bctk(dir.path(), &["list", "native.o"]).stderr).contains("contains no bitcode"));
    // Nothing to do is a copy.
    assert!(objcopy(dir.path(), &["thin.bc", "same.bc"]).status.success());
    assert_eq!(fs::read(path("same.bc")).expect("a copy"), fs::read(path("thin.bc")).expect("bitcode"));
}
