//! Symbols by the C API against what LLVM's tools printed, stored in `corpus/symbols`: llvm-nm and `llvm-lto2 dump-symtab`, over all of the corpus.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

use bctk_capi::file::{bctk_file_free, bctk_file_module, bctk_file_module_count, bctk_open};
use bctk_capi::symbols::*;
use bctk_capi::types::{bctk_status, bctk_string};

fn corpus() -> PathBuf {
    std::env::var_os("BCTK_SYMBOLS").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), PathBuf::from)
}

fn bytes<'s>(text: bctk_string) -> &'s [u8] {
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.size) }
}

fn text(text: bctk_string) -> String {
    String::from_utf8_lossy(bytes(text)).into_owned()
}

/// The symbols of a file, and more about them.
struct Listed {
    symbols: *mut bctk_symbols,
}

impl Drop for Listed {
    fn drop(&mut self) {
        unsafe { bctk_symbols_free(self.symbols) };
    }
}

impl Listed {
    /// Those of the first module of a file; none where the file has other than one.
    fn of(path: &Path, flags: u32) -> Option<Listed> {
        let data = std::fs::read(path).expect("a file");
        let (mut file, mut symbols) = (null_mut(), null_mut());
        unsafe {
            let status = bctk_open(data.as_ptr().cast(), data.len(), null(), &mut file, null_mut());
            if status == bctk_status::BCTK_OK && bctk_file_module_count(file) == 1 {
                bctk_module_symbols(bctk_file_module(file, 0), flags, &mut symbols, null_mut());
            }
            bctk_file_free(file);
        }
        (!symbols.is_null()).then_some(Listed { symbols })
    }

    fn all(&self) -> Vec<bctk_symbol> {
        let count = unsafe { bctk_symbols_count(self.symbols) };
        let get = |index| unsafe {
            let mut symbol = std::mem::MaybeUninit::<bctk_symbol>::zeroed();
            symbol.as_mut_ptr().cast::<usize>().write(size_of::<bctk_symbol>());
            assert_eq!(bctk_symbols_get(self.symbols, index, symbol.as_mut_ptr(), null_mut()), bctk_status::BCTK_OK);
            symbol.assume_init()
        };
        (0..count).map(get).collect()
    }

    fn comdat(&self, index: i32) -> bctk_comdat {
        unsafe {
            let mut comdat = std::mem::MaybeUninit::<bctk_comdat>::zeroed();
            comdat.as_mut_ptr().cast::<usize>().write(size_of::<bctk_comdat>());
            assert_eq!(bctk_symbols_comdat(self.symbols, index as usize, comdat.as_mut_ptr(), null_mut()), bctk_status::BCTK_OK);
            comdat.assume_init()
        }
    }
}

/// The letter that llvm-nm gives a symbol.
fn letter(flags: u32, is_darwin: bool) -> char {
    let has = |flag| flags & flag != 0;
    match () {
        () if has(BCTK_SYMBOL_UNDEFINED) => ['U', 'w'][usize::from(has(BCTK_SYMBOL_WEAK))],
        () if has(BCTK_SYMBOL_WEAK) => 'W',
        () if has(BCTK_SYMBOL_COMMON) => 'C',
        () => {
            let letter = match has(BCTK_SYMBOL_EXECUTABLE) {
                true => 't',
                false if is_darwin && has(BCTK_SYMBOL_CONSTANT) => 's',
                false => 'd',
            };
            if has(BCTK_SYMBOL_GLOBAL) { letter.to_ascii_uppercase() } else { letter }
        }
    }
}

/// Names without the numbers of unnamed symbols, which llvm-nm counts in its own order.
fn unnumbered(name: &[u8]) -> Vec<u8> {
    let name = name.to_vec();
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let start = &name[..name.len() - digits];
    if start.ends_with(b"__unnamed_") { start.to_vec() } else { name }
}

/// Whether a line of llvm-nm begins with an address of this width.
fn is_entry(line: &[u8], width: usize) -> bool {
    let Some((address, rest)) = line.split_at_checked(width) else { return false };
    address.iter().all(|&byte| byte == b'-' || byte == b' ')
        && rest.len() > 2
        && rest[0] == b' '
        && rest[1].is_ascii_alphabetic()
        && rest[2] == b' '
}

/// The corpus with what llvm-nm said of it: all names and letters.
#[test]
fn as_llvm_nm_lists_them() {
    let stored = std::fs::read(corpus().join("symbols/bsd.out")).expect("what llvm-nm said");
    let names = std::fs::read_to_string(corpus().join("symbols/inputs.txt")).expect("the inputs");
    let mut files = 0;
    let mut symbols = 0;
    for part in stored.split(|&byte| byte == b'\n').collect::<Vec<_>>().split(|line| line.is_empty()) {
        let Some((head, lines)) = part.split_first() else { continue };
        let name = String::from_utf8_lossy(head.strip_suffix(b":").unwrap_or(head)).into_owned();
        // Members of archives have heads of their own.
        if !names.lines().any(|line| line == name) {
            continue;
        }
        let Some(listed) = Listed::of(&corpus().join(&name), BCTK_SYMBOLS_AS_LLVM) else { continue };
        let triple = text(unsafe { bctk_symbols_triple(listed.symbols) });
        let is_darwin = triple.contains("-apple-") || triple.contains("-darwin");
        let mut got: Vec<(Vec<u8>, char)> = listed
            .all()
            .iter()
            .filter(|symbol| symbol.flags & BCTK_SYMBOL_FORMAT_SPECIFIC == 0)
            .map(|symbol| (unnumbered(bytes(symbol.name)), letter(symbol.flags, is_darwin)))
            .collect();
        let mut want: Vec<(Vec<u8>, char)> = Vec::new();
        for line in lines {
            // An address, which is dashes or blanks, the letter and the name. A name may have more than one line.
            match [16, 8].into_iter().find(|&width| is_entry(line, width)) {
                Some(width) => want.push((line[width + 3..].to_vec(), line[width + 1] as char)),
                None => want.last_mut().expect("a name before it").0.extend([b"\n", *line].concat()),
            }
        }
        want.iter_mut().for_each(|(name, _)| *name = unnumbered(name));
        got.sort();
        want.sort();
        assert!(got == want, "{name}: {got:?} instead of {want:?}");
        files += 1;
        symbols += got.len();
    }
    assert!(files > 100 && symbols > 2000, "only {files} files with {symbols} symbols");
}

/// Everything of every symbol, as `llvm-lto2 dump-symtab` prints it.
fn dumped(listed: &Listed) -> String {
    let mut out = String::new();
    let is_coff = text(unsafe { bctk_symbols_triple(listed.symbols) }).contains("windows");
    for symbol in listed.all() {
        let has = |flag| symbol.flags & flag != 0;
        if !has(BCTK_SYMBOL_GLOBAL) || has(BCTK_SYMBOL_FORMAT_SPECIFIC) {
            continue;
        }
        out.push(['D', 'H', 'P'][symbol.visibility as usize]);
        for (letter, flag) in [
            ('U', BCTK_SYMBOL_UNDEFINED),
            ('C', BCTK_SYMBOL_COMMON),
            ('W', BCTK_SYMBOL_WEAK),
            ('I', BCTK_SYMBOL_INDIRECT),
            ('O', BCTK_SYMBOL_MAY_OMIT),
            ('T', BCTK_SYMBOL_TLS),
            ('X', BCTK_SYMBOL_EXECUTABLE),
        ] {
            out.push(if has(flag) { letter } else { '-' });
        }
        let _ = writeln!(out, " {}", text(symbol.name));
        if has(BCTK_SYMBOL_COMMON) {
            let _ = writeln!(out, "         size {} align {}", symbol.common_size, symbol.common_align);
        }
        if symbol.comdat >= 0 {
            let comdat = listed.comdat(symbol.comdat);
            let kind = ["any", "exactmatch", "largest", "nodeduplicate", "samesize"][comdat.selection as usize];
            let _ = writeln!(out, "         comdat {kind} {}", text(comdat.name));
        }
        if is_coff && has(BCTK_SYMBOL_WEAK) && has(BCTK_SYMBOL_INDIRECT) {
            let _ = writeln!(out, "         fallback {}", text(symbol.fallback));
        }
        if symbol.section.size > 0 {
            let _ = writeln!(out, "         section {}", text(symbol.section));
        }
    }
    out
}

#[test]
fn as_llvm_lto2_dumps_them() {
    let want = std::fs::read_to_string(corpus().join("symbols/full.out")).expect("what llvm-lto2 said");
    let mut files = 0;
    for part in want.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let (name, rest) = part.split_once('\n').expect("a name");
        let Some(listed) = Listed::of(&corpus().join(name), BCTK_SYMBOLS_DIRECTIVES | BCTK_SYMBOLS_AS_LLVM) else { continue };
        let is_head = |line: &str| {
            ["version: ", "producer: ", "target triple: ", "source filename: ", "linker opts:", "dependent libraries:"]
                .iter()
                .any(|head| line.starts_with(head))
        };
        let lines: Vec<&str> = rest.lines().filter(|line| !is_head(line)).collect();
        assert_eq!(dumped(&listed).lines().collect::<Vec<_>>(), lines, "{name}");
        let libraries: String = (0..unsafe { bctk_symbols_library_count(listed.symbols) })
            .map(|index| format!(" \"{}\"", text(unsafe { bctk_symbols_library(listed.symbols, index) })))
            .collect();
        if let Some(line) = rest.lines().find_map(|line| line.strip_prefix("dependent libraries:")) {
            assert_eq!(libraries, line, "{name}");
        }
        for (head, own) in [
            ("target triple: ", unsafe { bctk_symbols_triple(listed.symbols) }),
            ("source filename: ", unsafe { bctk_symbols_source_file(listed.symbols) }),
        ] {
            let line = rest.lines().find_map(|line| line.strip_prefix(head)).expect("a head");
            assert_eq!(text(own), line, "{name}");
        }
        // The table of an older LLVM has the directives of that one.
        if let Some(line) = rest.lines().find_map(|line| line.strip_prefix("linker opts: ")).filter(|_| name.starts_with("v22/")) {
            assert_eq!(text(unsafe { bctk_symbols_linker_options(listed.symbols) }), line, "{name}");
        }
        files += 1;
    }
    assert!(files > 40, "only {files} files");
}
