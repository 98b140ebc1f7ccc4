//! Bitcode in archives, object files, universal binaries and offload bundles: what LLVM's tools find in the files of `corpus/containers`, bcconv and bcdump
//! find there too.
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::{self, corpus};

fn stored(name: &str) -> Vec<u8> {
    fs::read(corpus("containers").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn bcconv(args: &[&str]) -> Output {
    support::bcconv(&corpus("containers"), args)
}

fn bcdump(args: &[&str]) -> Output {
    support::bcdump(&corpus("containers"), args)
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Each file that holds bitcode: the names of its modules, each with the file of LLVM's making that has the same bytes.
const HELD: &[(&str, &[(&str, &str)])] = &[
    ("a.bc", &[("0", "a.bc")]),
    ("a.o", &[("0", "a.bc")]),
    ("fat-lto.o", &[("0", "fat-lto.bc")]),
    ("macho.o", &[("0", "macho.bc")]),
    ("coff.obj", &[("0", "coff.bc")]),
    ("wasm.o", &[("0", "wasm.bc")]),
    ("linked.o", &[("0", "b.bc"), ("1", "a.bc")]),
    ("linked.section", &[("0", "b.bc"), ("1", "a.bc")]),
    ("gnu.a", &[("a.o:0", "a.bc"), ("b.bc:0", "b.bc"), ("a.bc:0", "a.bc")]),
    ("twice.a", &[("a.bc:0", "a.bc"), ("two.bc:0", "two.0.bc"), ("two.bc:1", "two.1.bc"), ("a.bc#2:0", "a.bc")]),
    ("bsd.a", &[("a.o:0", "a.bc"), ("b.bc:0", "b.bc")]),
    ("darwin.a", &[("macho.o:0", "macho.bc"), ("b.bc:0", "b.bc")]),
    ("coff.lib", &[("coff.obj:0", "coff.bc"), ("b.bc:0", "b.bc")]),
    ("aix.a", &[("a.bc:0", "a.bc"), ("b.bc:0", "b.bc")]),
    ("thin.a", &[("a.o:0", "a.bc"), ("b.bc:0", "b.bc")]),
    ("bundle.bundle", &[("host-x86_64-unknown-linux-gnu-:0", "a.bc"), ("hip-amdgcn-amd-amdhsa--gfx906:0", "b.bc")]),
    ("compressed.bundle", &[("host-x86_64-unknown-linux-gnu-:0", "a.bc"), ("hip-amdgcn-amd-amdhsa--gfx906:0", "b.bc")]),
    ("compressed.o", &[("0", "a.bc")]),
    ("bundle.o", &[("0", "a.bc"), ("hip-amdgcn-amd-amdhsa--gfx906:0", "b.bc")]),
    ("offload.packed", &[("gfx906:0", "a.bc"), ("sm_70:0", "b.bc")]),
    ("offload.o", &[("gfx906:0", "a.bc"), ("sm_70:0", "b.bc")]),
    ("../multi/two.bc", &[("0", "two.0.bc"), ("1", "two.1.bc")]),
];

/// Whether `bytes` is `stored`, except for padding at the end in universal binaries and Darwin's archives.
fn is_same(bytes: &[u8], stored: &[u8]) -> bool {
    let trimmed = |bytes: &[u8]| bytes.len() - bytes.iter().rev().take_while(|byte| matches!(**byte, 0 | b'\n')).count();
    bytes[..trimmed(bytes)] == stored[..trimmed(stored)]
}

#[test]
fn every_module_by_its_name() {
    let out = tempfile::tempdir().expect("a temporary folder");
    for (file, modules) in HELD {
        for (number, (name, want)) in modules.iter().enumerate() {
            let target = out.path().join("out.bc");
            let target = target.to_str().expect("a name");
            let argument = format!("{file}:{name}");
            for args in [&[argument.as_str(), "-o", target][..], &[file, "--module", &number.to_string(), "-o", target]] {
                let output = bcconv(args);
                assert!(output.status.success(), "{args:?}: {}", words(&output));
                assert!(is_same(&fs::read(target).expect("the output"), &stored(want)), "{args:?} is not {want}");
            }
        }
    }
}

#[test]
fn all_modules_at_once() {
    for (file, modules) in HELD {
        let out = tempfile::tempdir().expect("a temporary folder");
        let output = bcconv(&[file, "--extract", out.path().to_str().expect("a name")]);
        assert!(output.status.success(), "{file}: {}", words(&output));
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
        let mut names: Vec<String> =
            fs::read_dir(out.path()).expect("the folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        let stem = Path::new(file).file_stem().expect("a name").to_string_lossy();
        let mut want: Vec<(String, &str)> = modules
            .iter()
            .map(|(name, bytes)| {
                let (own, number) = name.rsplit_once(':').unwrap_or((&stem, name));
                let alone = modules.iter().filter(|(other, _)| other.rsplit_once(':').map_or(&*stem, |parts| parts.0) == own).count() == 1;
                (if alone { format!("{own}.bc") } else { format!("{own}.{number}.bc") }, *bytes)
            })
            .collect();
        want.sort();
        assert_eq!(names, want.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), "{file}");
        for (name, bytes) in want {
            assert!(is_same(&fs::read(out.path().join(&name)).expect("a file"), &stored(bytes)), "{file}: {name} is not {bytes}");
        }
    }
}

#[test]
fn the_list() {
    for (file, modules) in HELD {
        let output = bcdump(&["--list", "--json", file]);
        assert!(output.status.success(), "{file}: {}", words(&output));
        let list: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let names: Vec<&str> = list["modules"].as_array().expect("a list").iter().filter_map(|module| module["name"].as_str()).collect();
        assert_eq!(names, modules.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{file}");
        // Places are those of the file, or of the one that a thin archive names.
        for (module, (_, want)) in list["modules"].as_array().expect("a list").iter().zip(*modules) {
            let holder = module["file"].as_str().map_or_else(|| stored(file), stored);
            let (offset, bytes) = (module["offset"].as_u64().expect("a place"), module["bytes"].as_u64().expect("a size"));
            let range = offset as usize..(offset + bytes) as usize;
            let is_part = file.starts_with("compressed") || *file == "twice.a" || file.ends_with("two.bc");
            assert!(is_part || is_same(&holder[range], &stored(want)), "{file}");
            assert_eq!(module["producer"], "LLVM22.1.8");
        }
    }
    let output = bcdump(&["--list", "--json", "a.o"]);
    let list: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let module = &list["modules"][0];
    assert_eq!((&list["container"], &module["section"]), (&Value::from("ELF"), &Value::from(".llvmbc")));
    assert_eq!(module["command"][0], "-cc1");
    assert_eq!(module["source"], "../src/part-a.c");
    let output = bcdump(&["--list", "gnu.a"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    let cells: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(cells[..3], ["a.o:0", "archive/ELF", ".llvmbc"]);
    assert_eq!(cells[4..], ["2,572", "module", "x86_64-unknown-linux-gnu", "LLVM22.1.8"]);
}

#[test]
fn text_is_that_of_the_bitcode() {
    let want = String::from_utf8(stored("a.dis.ll")).expect("text");
    for argument in ["a.o", "gnu.a:a.o", "thin.a:a.o:0", "bundle.bundle:host-x86_64-unknown-linux-gnu-"] {
        let output = bcconv(&[argument, "-o", "-", "--plain"]);
        assert!(output.status.success(), "{argument}: {}", words(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), want.replace("'a.bc'", &format!("'{argument}'")));
    }
    let out = tempfile::tempdir().expect("a temporary folder");
    let output = bcconv(&["gnu.a", "--extract", out.path().to_str().expect("a name"), "--to", "ll"]);
    assert!(output.status.success(), "{}", words(&output));
    // Its text gives the bitcode back, not the object file.
    let text = out.path().join("a.o.ll");
    let output = bcconv(&[text.to_str().expect("a name"), "-o", out.path().join("again.bc").to_str().expect("a name")]);
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(fs::read(out.path().join("again.bc")).expect("the output"), stored("a.bc"));
}

#[test]
fn bcdump_shows_the_bitcode() {
    let (bare, within) = (bcdump(&["a.bc", "--records"]), bcdump(&["gnu.a:a.o:0", "--records"]));
    assert!(within.status.success(), "{}", words(&within));
    assert_eq!(bare.stdout, within.stdout);
    assert!(bcdump(&["diff", "a.bc", "gnu.a:a.o"]).status.success());
}

#[test]
fn a_damaged_member_does_not_hide_others() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut bytes = stored("gnu.a");
    let at = bytes.windows(4).position(|window| window == b"\x7FELF").expect("the object");
    bytes[at + 0x28..at + 0x30].fill(0xFF); // where its sections are
    let archive = out.path().join("bad.a");
    fs::write(&archive, &bytes).expect("a file");
    let folder = out.path().join("out");
    let output = bcconv(&[archive.to_str().expect("a name"), "--extract", folder.to_str().expect("a name")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("a.o: malformed"), "{}", words(&output));
    assert_eq!(fs::read(folder.join("b.bc.bc")).expect("a sound member"), stored("b.bc"));
    assert_eq!(fs::read(folder.join("a.bc.bc")).expect("a sound member"), stored("a.bc"));
}

#[test]
fn hashes() {
    for file in ["../as/names.hash.bc", "../as/symbols-elf.hash.bc", "../v22/clang-c-thinlto.bc", "../v13/clang-classes-thin-g.bc"] {
        let output = bcconv(&["--check-hash", file]);
        assert!(output.status.success(), "{file}: {}", words(&output));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with(&format!("{file}:0: ")) && text.lines().next().is_some_and(|line| line.ends_with(" matches")), "{text}");
    }
    let output = bcconv(&["--check-hash", "gnu.a:a.o"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "gnu.a:a.o:0: no hash\n");
    // A changed byte in the module, in a name.
    let dir = tempfile::tempdir().expect("a temporary folder");
    let changed = dir.path().join("changed.bc");
    let mut bytes = stored("../v22/clang-c-thinlto.bc");
    let at = bytes.windows(4).rposition(|window| window == b"main").expect("a name in the string table");
    bytes[at] ^= 1;
    fs::write(&changed, &bytes).expect("a file");
    let output = bcconv(&["--check-hash", changed.to_str().expect("a name")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("module 0 has the hash "), "{}", words(&output));
}

#[test]
fn bitcode_where_it_lies() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out.o");
    let out = out.to_str().expect("a name");
    // What is there, in its own place.
    assert!(bcconv(&["gnu.a:a.o", "--embed", "a.bc", "-o", out]).status.success());
    assert_eq!(fs::read(out).expect("the output"), stored("gnu.a"));
    // Something smaller; the rest is gone.
    assert!(bcconv(&["a.o", "--embed", "two.0.bc", "-o", out]).status.success());
    let smaller = stored("a.bc").len() - stored("two.0.bc").len();
    assert!(fs::read(out).expect("the output").len() <= stored("a.o").len() - smaller + 8);
    let taken = dir.path().join("taken.bc");
    assert!(bcconv(&[out, "-o", taken.to_str().expect("a name")]).status.success());
    assert_eq!(fs::read(&taken).expect("the output"), stored("two.0.bc"));
    // Something larger: the data after it moves.
    assert!(bcconv(&["a.o", "--embed", "b.bc", "-o", out]).status.success());
    assert!(bcconv(&[out, "-o", taken.to_str().expect("a name")]).status.success());
    assert_eq!(fs::read(&taken).expect("the output"), stored("b.bc"));
    // The same in an archive, which gets a new index.
    assert!(bcconv(&["gnu.a:a.o", "--embed", "b.bc", "-o", out]).status.success());
    assert!(bcconv(&[&format!("{out}:a.o"), "-o", taken.to_str().expect("a name")]).status.success());
    assert_eq!(fs::read(&taken).expect("the output"), stored("b.bc"));
    // Nothing.
    assert!(bcconv(&["a.o", "--strip-embedded", "-o", out]).status.success());
    assert!(words(&bcdump(&[out])).contains("this ELF contains no bitcode"));
    for (args, want) in [
        (["gnu.a", "--embed", "a.bc"], "contains 3 bitcode files"),
        (["a.bc", "--embed", "b.bc"], "contains no embedded bitcode"),
        (["a.o", "--embed", "a.dis.ll"], "expected bitcode to embed"),
    ] {
        let none = dir.path().join("none");
        let output = bcconv(&[args[0], args[1], args[2], "-o", none.to_str().expect("a name")]);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(words(&output).contains(want), "{}", words(&output));
        assert!(!none.exists());
    }
}

/// Symbols in a compressed bundle are those in the bundle.
#[test]
fn symbols_of_compressed_parts() {
    let [plain, compressed] = ["bundle.bundle", "compressed.bundle"].map(|file| bcdump(&[file, "--symbols"]));
    assert!(compressed.status.success() && !compressed.stdout.is_empty(), "{}", words(&compressed));
    assert_eq!(compressed.stdout, plain.stdout);
}

/// An object that names bitcode files: those in the folder are read, and nothing outside.
#[test]
fn named_files() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mods = dir.path().join("mods");
    let out = mods.to_str().expect("a name");
    let output = bcconv(&["named.o", "--extract", out]);
    assert_eq!(words(&output), "bcconv: error: named.o: names bitcode files, which --follow-paths reads: a.bc and 4 more\n");
    let output = bcconv(&["named.o", "--follow-paths", ".", "--extract", out]);
    assert_eq!(output.status.code(), Some(1));
    let told = words(&output);
    assert!(told.contains("named.o: ../multi/two.bc: not below ") && told.contains("named.o: none.bc: No such file"), "{told}");
    for file in ["a.bc", "b.bc"] {
        assert_eq!(fs::read(mods.join(format!("{file}.bc"))).expect("a module"), stored(file));
    }
    let output = bcdump(&["named.o", "--list", "--follow-paths", "none"]);
    assert!(output.status.code() == Some(1) && output.stdout.is_empty());
    let output = bcconv(&["gnu.a", "--verify", "--follow-paths", "."]);
    assert_eq!(words(&output), "bcconv: error: gnu.a: no object names a bitcode file\n");
}

/// Containers that bcconv can write again.
fn whole() -> impl Iterator<Item = (&'static str, &'static [(&'static str, &'static str)])> {
    HELD.iter().filter(|(file, _)| !file.ends_with(".bc") && *file != "thin.a").copied()
}

/// What is done to all modules of a container: options, and a word of what is told.
const OPERATIONS: &[(&[&str], &str)] = &[
    (&["--to-llvm", "19"], "not in LLVM 19: `errnomem`"),
    (&["--strip-debug"], ""),
    (&["--strip-names"], ""),
    (&["--only", "*"], ""),
    (&["--producer", "LLVM22.1.0"], ""),
];

/// Each module in a container becomes what it becomes alone, and what is native stays.
#[test]
fn all_modules_of_a_container() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a name").to_owned();
    for (file, modules) in whole() {
        let extension = Path::new(file).extension().expect("an extension").to_str().expect("a name");
        let (same, new) = (path(&format!("same.{extension}")), path(&format!("new.{extension}")));
        let output = bcconv(&[file, "-o", &same]);
        assert!(output.status.success(), "{file}: {}", words(&output));
        assert_eq!(fs::read(&same).expect("a copy"), stored(file), "{file}");
        let output = bcconv(&[file, "--verify", "--json"]);
        let valid = String::from_utf8_lossy(&output.stdout).matches("\"valid\":true").count();
        assert!(output.status.success() && valid == modules.len(), "{file}: {}", words(&output));
        let natives = |file: &str| {
            support::run(
                &support::link(dir.path(), "llvm-nm", Path::new(env!("CARGO_BIN_EXE_bcdump"))),
                &corpus("containers"),
                &["--no-llvm-bc", "--print-armap", file],
            )
            .stdout
        };
        let names = |list: Vec<u8>| String::from_utf8_lossy(&list).replace(&new, file);
        for (options, told) in OPERATIONS {
            let output = bcconv(&[&[file], *options, &["-o", &new]].concat());
            assert!(output.status.success() && words(&output).contains(told), "{file}: {}", words(&output));
            for (name, alone) in modules {
                let (taken, want) = (path("taken.bc"), path(&format!("{alone}{}", options[0])));
                assert!(bcconv(&[&format!("{new}:{name}"), "-o", &taken]).status.success(), "{file}:{name}");
                if !Path::new(&want).exists() {
                    assert!(bcconv(&[&[*alone], *options, &["--to", "bc", "-o", &want]].concat()).status.success(), "{alone}");
                }
                assert!(is_same(&fs::read(&taken).expect("bitcode"), &fs::read(&want).expect("bitcode")), "{file}:{name} {options:?}");
            }
            // What is extracted is visible to others, as with llvm-extract.
            if options[0] != "--only" {
                assert_eq!(names(natives(&new)), names(natives(file)), "{file} {options:?}");
            }
        }
    }
}

/// What cannot be converted is named, and nothing is written; or it stays as it is.
#[test]
fn one_member_is_damaged() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("a name").to_owned();
    let mut damaged = stored("gnu.a");
    let b = stored("b.bc");
    let at = damaged.windows(b.len()).position(|bytes| bytes == b).expect("the member");
    // The size of its first block.
    damaged[at + 12..at + 16].fill(0xFF);
    let (archive, new) = (path("damaged.a"), path("new.a"));
    fs::write(&archive, &damaged).expect("an archive");
    let output = bcconv(&[&archive, "--to-llvm", "19", "-o", &new]);
    assert_eq!(output.status.code(), Some(1));
    let told = words(&output);
    assert!(told.contains("damaged.a:b.bc: ") && told.matches("error:").count() == 1, "{told}");
    assert!(!Path::new(&new).exists());
    let output = bcconv(&[&archive, "--to-llvm", "19", "--keep-going", "-o", &new]);
    assert!(output.status.success(), "{}", words(&output));
    assert!(words(&output).contains("damaged.a:b.bc: left as it is: "), "{}", words(&output));
    let new = fs::read(&new).expect("an archive");
    assert!(
        new.windows(b.len()).any(|bytes| bytes == &damaged[at..at + b.len()])
            && !new.windows(100).any(|bytes| bytes == &stored("a.bc")[..100])
    );
    // Checks look at each module, and at what is no module.
    for check in ["--check", "--verify"] {
        let output = bcconv(&[&archive, check]);
        assert_eq!(output.status.code(), Some(1));
        assert!(words(&output).contains("b.bc: "), "{}", words(&output));
        let output = bcconv(&["gnu.a", check]);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", words(&output));
    }
    // Nothing would be kept.
    assert_eq!(bcconv(&["a.bc", "--keep-going", "-o", &path("a.ll")]).status.code(), Some(2));
}

/// Texts of an archive come into a folder of its name.
#[test]
fn texts_of_a_container() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let folder = dir.path().join("texts");
    let folder = folder.to_str().expect("a name");
    let output = bcconv(&["gnu.a", "a.bc", "--to", "ll", "--plain", "--out-dir", folder]);
    assert!(output.status.success(), "{}", words(&output));
    for (name, alone) in [("gnu.a/a.o.ll", "a.bc"), ("gnu.a/b.bc.ll", "b.bc"), ("gnu.a/a.bc.ll", "a.bc"), ("a.ll", "a.bc")] {
        let text = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let want = dir.path().join("want.ll");
        assert!(bcconv(&[alone, "--plain", "-o", want.to_str().expect("a name")]).status.success());
        // The first line names the file.
        let body = |text: String| text.split_once('\n').expect("lines").1.to_owned();
        assert_eq!(body(text(&Path::new(folder).join(name))), body(text(&want)), "{name}");
    }
}

/// Outputs that keep their kinds keep their names, too.
#[test]
fn a_folder_of_containers() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let build = dir.path().join("build");
    fs::create_dir(&build).expect("a folder");
    for name in ["a.o", "a.bc", "gnu.a"] {
        fs::copy(corpus("containers").join(name), build.join(name)).expect("a copy");
    }
    let out = dir.path().join("out");
    let output = support::bcconv(dir.path(), &["-r", "build", "--to", "same", "--to-llvm", "19", "--out-dir", "out"]);
    assert!(output.status.success(), "{}", words(&output));
    let mut names: Vec<String> =
        fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    names.sort();
    assert_eq!(names, ["a.bc", "a.o", "gnu.a"]);
}
