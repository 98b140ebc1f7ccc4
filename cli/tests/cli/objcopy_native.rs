//! `bctk objcopy` with machine code: native symbols beside bitcode, sections that linkers joined, bitcode that is added, and `llvm-strip`.
//!
//! `fat64.o`, `fat32.o` and `fatarm.o` are of clang 22 (`-flto -ffat-lto-objects`). The members of `native.a` are what llvm-objcopy-22 makes of
//! them by the lines of `native.txt`, without `.llvm.lto`. `joined.o` and `joined-thin.o` are two such objects each, joined by `ld.bfd -r`;
//! `joined.bc` is what llvm-cat-22 `-b` makes of the modules of the first.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{corpus, data, link, run, text};

fn bctk(folder: &Path, args: &[&str]) -> Output {
    run(&link(folder, "bctk", Path::new(env!("CARGO_BIN_EXE_bcconv"))), folder, args)
}

fn done(folder: &Path, args: &[&str]) -> Output {
    let output = bctk(folder, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output
}

fn refused(folder: &Path, args: &[&str], want: &str) {
    let output = bctk(folder, args);
    assert!(!output.status.success(), "{args:?}");
    assert!(text(&output.stderr).contains(want), "{args:?}: {}", text(&output.stderr));
}

/// A folder with copies of stored files.
fn folder(names: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for name in names {
        let stored: PathBuf = data("objcopy").join(name);
        let stored = if stored.exists() { stored } else { corpus("containers").join(name) };
        fs::copy(stored, dir.path().join(name)).expect("a copy");
    }
    dir
}

/// A small reader of ELF objects, of both widths and orders of bytes.
struct Elf<'a> {
    bytes: &'a [u8],
    wide: bool,
}

/// A section: its name, type, link, info, and contents.
type Section<'a> = (String, usize, usize, usize, &'a [u8]);

impl<'a> Elf<'a> {
    fn number(&self, bytes: &[u8], at: usize, width: usize) -> usize {
        let field = &bytes[at..at + width];
        let add = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        if self.bytes[5] == 2 { field.iter().fold(0, add) } else { field.iter().rev().fold(0, add) }
    }

    fn name(table: &[u8], at: usize) -> String {
        table[at..].iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
    }

    fn sections(&self) -> Vec<Section<'a>> {
        let (at, size) = if self.wide { (self.number(self.bytes, 40, 8), 64) } else { (self.number(self.bytes, 32, 4), 40) };
        let end = if self.wide { 60 } else { 48 };
        let (count, names) = (self.number(self.bytes, end, 2), self.number(self.bytes, end + 2, 2));
        let header = |number: usize| &self.bytes[at + number * size..][..size];
        let word = |number: usize, narrow: usize, wide: usize, width: usize| {
            if self.wide { self.number(header(number), wide, width) } else { self.number(header(number), narrow, 4) }
        };
        let content = |number: usize| match word(number, 4, 4, 4) {
            0 | 8 => &[][..],
            _ => &self.bytes[word(number, 16, 24, 8)..][..word(number, 20, 32, 8)],
        };
        let names = content(names);
        (0..count)
            .map(|at| (Self::name(names, word(at, 0, 0, 4)), word(at, 4, 4, 4), word(at, 24, 40, 4), word(at, 28, 44, 4), content(at)))
            .collect()
    }

    /// Symbols, relocations and groups as lines, with names in the place of numbers.
    fn lines(&self) -> Vec<String> {
        let sections = self.sections();
        let table = sections.iter().position(|section| section.1 == 2).expect("symbols");
        let (_, _, link, locals, symbols) = &sections[table];
        let symbol = |number: usize| {
            let at = &symbols[number * if self.wide { 24 } else { 16 }..];
            let (info, other, section) = if self.wide { (at[4], at[5], 6) } else { (at[12], at[13], 14) };
            let section = self.number(at, section, 2);
            let section = sections.get(section).map_or(format!("{section:x}"), |section| section.0.clone());
            let value = if self.wide { self.number(at, 8, 8) } else { self.number(at, 4, 4) };
            format!("{} {info:x} {other} {section} {value}", Self::name(sections[*link].4, self.number(at, 0, 4)))
        };
        let mut lines = vec![format!("{locals} are local")];
        lines.extend((0..symbols.len() / if self.wide { 24 } else { 16 }).map(symbol));
        for (name, kind, _, info, content) in &sections {
            match kind {
                4 | 9 => {
                    let word = if self.wide { 8 } else { 4 };
                    let size = word * if *kind == 4 { 3 } else { 2 };
                    lines.extend(content.chunks_exact(size).map(|found| {
                        let (offset, info) = (self.number(found, 0, word), self.number(found, word, word));
                        let (number, kind) = if self.wide { (info >> 32, info & 0xFFFF_FFFF) } else { (info >> 8, info & 0xFF) };
                        format!("{name} {offset} {kind} {}", symbol(number))
                    }));
                }
                17 => lines.push(format!("{name} {} {}", self.number(content, 0, 4), symbol(*info))),
                _ => {}
            }
        }
        lines
    }
}

fn elf(bytes: &[u8]) -> Elf<'_> {
    Elf { bytes, wide: bytes[4] == 2 }
}

#[test]
fn native_symbols_are_those_of_llvm_objcopy() {
    let dir = folder(&["fat64.o", "fat32.o", "fatarm.o", "native.a"]);
    let cases = fs::read_to_string(data("objcopy").join("native.txt")).expect("a list");
    for (number, case) in cases.lines().enumerate() {
        let (file, args) = case.split_once(' ').expect("a file");
        let args: Vec<&str> = args.split(' ').collect();
        done(dir.path(), &[&["objcopy"], &args[..], &[file, "out.o"]].concat());
        done(dir.path(), &["objcopy", "--strip-bitcode", "out.o", "native.o"]);
        let member = format!("{}.o", number + 1);
        let want = done(dir.path(), &["llvm-ar", "p", "native.a", &member]).stdout;
        let found = fs::read(dir.path().join("native.o")).expect("an object");
        assert_eq!(elf(&found).lines(), elf(&want).lines(), "{case}");
        // What does not change keeps its bytes.
        let contents = |bytes: &[u8]| -> BTreeMap<String, Vec<u8>> {
            let is_kept = |section: &&Section<'_>| !matches!(section.1, 2..=4 | 9 | 17) && !section.0.starts_with(".llvm");
            elf(bytes).sections().iter().filter(is_kept).map(|section| (section.0.clone(), section.4.to_vec())).collect()
        };
        assert_eq!(contents(&found), contents(&want), "{case}");
        done(dir.path(), &["verify", "out.o"]);
    }
}

/// The lists of linkers name symbols by number, too.
#[test]
fn addresses_that_matter_follow() {
    let dir = folder(&["fat64.o"]);
    let listed = |file: &str| -> Vec<String> {
        let bytes = fs::read(dir.path().join(file)).expect("an object");
        let sections = elf(&bytes).sections();
        let symbols = sections.iter().find(|section| section.1 == 2).expect("symbols");
        let list = sections.iter().find(|section| section.0 == ".llvm_addrsig").expect("a list");
        assert_eq!(sections[list.2].1, 2, "it says whose symbols these are");
        // As there are so few symbols, each number is a byte.
        let name = |byte: &u8| Elf::name(sections[symbols.2].4, elf(&bytes).number(symbols.4, usize::from(*byte) * 24, 4));
        let mut names: Vec<String> = list.4.iter().map(name).collect();
        names.sort();
        names
    };
    done(dir.path(), &["objcopy", "-G", "api", "fat64.o", "out.o"]);
    assert!(!listed("fat64.o").is_empty());
    assert_eq!(listed("fat64.o"), listed("out.o"));
}

/// Bitcode, machine code, and both, in one archive.
#[test]
fn mixed_archives() {
    let dir = folder(&["fat64.o", "fat32.o", "small.bc", "macho.o"]);
    let path = |name: &str| dir.path().join(name);
    done(dir.path(), &["objcopy", "--strip-bitcode", "fat64.o", "native.o"]);
    fs::write(path("notes.txt"), "no object\n").expect("a text");
    done(dir.path(), &["ar", "rc", "lib.a", "small.bc", "native.o", "fat64.o", "notes.txt"]);
    done(dir.path(), &["objcopy", "--prefix-symbols", "v_", "lib.a", "new.a"]);
    let index = text(&done(dir.path(), &["llvm-nm", "--print-armap", "new.a"]).stdout);
    let of = |member: &str| {
        index.lines().filter(|line| line.ends_with(member)).map(|line| line.split(' ').next().unwrap_or("")).collect::<Vec<_>>()
    };
    assert!(of(" in native.o").contains(&"v_api") && of(" in fat64.o").contains(&"v_api"), "{index}");
    assert!(index.lines().all(|line| !line.contains(" in ") || line.starts_with("v_")), "{index}");
    assert_eq!(done(dir.path(), &["llvm-ar", "p", "new.a", "notes.txt"]).stdout, b"no object\n");
    // A native object alone.
    done(dir.path(), &["objcopy", "--redefine-sym", "api=entry", "native.o", "alone.o"]);
    assert!(text(&done(dir.path(), &["llvm-nm", "alone.o"]).stdout).contains(" T entry"));
    // Machine code whose symbols cannot change is not left behind without a word.
    done(dir.path(), &["ar", "rc", "mac.a", "small.bc", "macho.o"]);
    refused(
        dir.path(),
        &["objcopy", "--prefix-symbols", "v_", "mac.a", "x.a"],
        "mac.a:macho.o: of machine code, only that of ELF objects can change",
    );
    done(dir.path(), &["objcopy", "--bitcode-only", "--prefix-symbols", "v_", "mac.a", "x.a"]);
    refused(
        dir.path(),
        &["objcopy", "-N", "_Z3exti", "native.o", "y.o"],
        "symbol '_Z3exti' cannot be removed, since a relocation names it",
    );
    assert!(!path("y.o").exists());
    for name in ["bundle.o", "offload.o"] {
        fs::copy(corpus("containers").join(name), path(name)).expect("an object");
        refused(dir.path(), &["objcopy", "--prefix-symbols", "v_", name, "z.o"], "bitcode for others than its machine code");
    }
}

#[test]
fn joined_sections_are_mended() {
    let dir = folder(&["joined.o", "joined.bc", "joined-thin.o", "fat64.o"]);
    let list = |file: &str| text(&done(dir.path(), &["list", file]).stdout);
    done(dir.path(), &["objcopy", "--split-lto", "joined.o", "mended.o"]);
    done(dir.path(), &["objcopy", "--dump-bitcode", "mended.bc", "mended.o"]);
    assert_eq!(fs::read(dir.path().join("mended.bc")).expect("bitcode"), fs::read(dir.path().join("joined.bc")).expect("bitcode"));
    assert!(list("joined.o").contains("ELF/sequence") && !list("mended.o").contains("sequence"), "{}", list("mended.o"));
    // LLVM takes one ThinLTO module from a section.
    let output = done(dir.path(), &["objcopy", "--split-lto", "joined-thin.o", "thin.o"]);
    assert!(text(&output.stderr).contains("2 of 2 modules lose their ThinLTO summaries"), "{}", text(&output.stderr));
    assert!(list("joined-thin.o").contains("ThinLTO") && !list("thin.o").contains("ThinLTO"), "{}", list("thin.o"));
    assert_eq!(list("thin.o").lines().count(), 3);
    done(dir.path(), &["verify", "thin.o"]);
    refused(dir.path(), &["objcopy", "--split-lto", "fat64.o", "x.o"], "no section .llvm.lto has several bitcode files");
    refused(dir.path(), &["objcopy", "--split-lto", "-g", "joined.o", "x.o"], "without other changes");
}

#[test]
fn bitcode_is_added() {
    let dir = folder(&["fat64.o", "small.bc", "macho.o"]);
    done(dir.path(), &["objcopy", "--strip-bitcode", "fat64.o", "native.o"]);
    done(dir.path(), &["objcopy", "--add-bitcode", "small.bc", "native.o", "both.o"]);
    done(dir.path(), &["objcopy", "--dump-bitcode", "out.bc", "both.o"]);
    let read = |name: &str| fs::read(dir.path().join(name)).expect("a file");
    assert_eq!(read("out.bc"), read("small.bc"));
    let (fat, both) = (read("fat64.o"), read("both.o"));
    // Linkers find it by its type, which is that of clang's.
    let kind = |bytes: &[u8]| elf(bytes).sections().iter().find(|section| section.0 == ".llvm.lto").map(|section| section.1);
    assert_eq!((kind(&both), kind(&both)), (kind(&fat), Some(0x6FFF_4C0C)));
    // What is added changes with the rest.
    done(dir.path(), &["objcopy", "--add-bitcode", "small.bc", "--prefix-symbols", "v_", "native.o", "new.o"]);
    assert!(text(&done(dir.path(), &["llvm-nm", "new.o"]).stdout).contains(" v_f\n"));
    refused(dir.path(), &["objcopy", "--add-bitcode", "small.bc", "fat64.o", "x.o"], "the object has a section .llvm.lto");
    refused(dir.path(), &["objcopy", "--add-bitcode", "small.bc", "macho.o", "x.o"], "bitcode can be added to ELF objects alone");
    refused(dir.path(), &["objcopy", "--add-bitcode", "native.o", "native.o", "x.o"], "expected bitcode to add");
}

#[test]
fn strip_under_its_own_name() {
    let dir = folder(&["fat64.o", "small.bc", "macho.o"]);
    let strip = link(dir.path(), "llvm-strip", Path::new(env!("CARGO_BIN_EXE_bcconv")));
    let run = |args: &[&str]| run(&strip, dir.path(), args);
    let before = fs::read(dir.path().join("small.bc")).expect("bitcode");
    assert!(run(&["-o", "out.bc", "small.bc"]).status.success());
    assert_eq!(fs::read(dir.path().join("small.bc")).expect("bitcode"), before);
    done(dir.path(), &["verify", "out.bc"]);
    // Archives lose dates, several inputs are stripped in place.
    done(dir.path(), &["ar", "rcU", "lib.a", "small.bc"]);
    fs::copy(dir.path().join("small.bc"), dir.path().join("b.bc")).expect("a copy");
    assert!(run(&["--strip-unneeded", "lib.a", "b.bc"]).status.success());
    assert_eq!(fs::read(dir.path().join("b.bc")).expect("bitcode"), fs::read(dir.path().join("out.bc")).expect("bitcode"));
    assert!(text(&done(dir.path(), &["llvm-ar", "tv", "lib.a"]).stdout).starts_with("rw-r--r-- 0/0 "));
    let output = run(&["-p", "-g", "fat64.o", "-o", "fat.o"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let modified = |name: &str| fs::metadata(dir.path().join(name)).and_then(|file| file.modified()).expect("a date");
    assert_eq!(modified("fat64.o"), modified("fat.o"));
    // Links need what would go.
    for (args, want) in [
        (&["fat64.o"][..], "llvm-strip: error: fat64.o: has machine code, whose symbols links need"),
        (&["--only-keep-debug", "fat64.o"], "llvm-strip: error: unknown argument '--only-keep-debug'"),
        (&[], "llvm-strip: error: no input file specified"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(text(&output.stderr).contains(want), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn bitcode_strip_under_its_own_name() {
    let dir = folder(&["macho.o", "fat-lto.o"]);
    let strip = link(dir.path(), "llvm-bitcode-strip", Path::new(env!("CARGO_BIN_EXE_bcconv")));
    let run = |args: &[&str]| run(&strip, dir.path(), args);
    assert!(run(&["-r", "macho.o", "-o", "out.o"]).status.success());
    refused(dir.path(), &["list", "out.o"], "contains no bitcode");
    // As LLVM's, it copies what is no Mach-O file.
    assert!(run(&["-r", "fat-lto.o", "-o", "fat.o"]).status.success());
    assert_eq!(fs::read(dir.path().join("fat-lto.o")).expect("an object"), fs::read(dir.path().join("fat.o")).expect("an object"));
    let mut command = Command::new(&strip);
    let object = fs::File::open(dir.path().join("fat-lto.o")).expect("an object");
    command.args(["-r", "-", "-o", "piped.o"]).current_dir(dir.path()).stdin(object);
    assert!(command.status().expect("the program runs").success());
    assert_eq!(fs::read(dir.path().join("fat-lto.o")).expect("an object"), fs::read(dir.path().join("piped.o")).expect("an object"));
    for (args, want) in [
        (&["-r", "macho.o"][..], "-o is a required argument"),
        (&["macho.o", "-o", "x.o"], "no action specified"),
        (&["-r", "a", "b", "-o", "x.o"], "expects a single input file"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(text(&output.stderr).contains(want), "{args:?}: {}", text(&output.stderr));
    }
}
