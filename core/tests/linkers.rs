//! What linkers and build systems ask of files in memory: what they are, what readers take them, symbols, other names.
use std::path::Path;
use std::sync::Arc;

use bctk_core::object::container::Container;
use bctk_core::{ErrorKind, FileType, Limits, LlvmVersion, SymbolFlags};

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)).expect("a file of the corpus")
}

fn small() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../bctk/tests/data/small.bc")).expect("a file")
}

#[test]
fn what_bytes_are() {
    let identify = |bytes: &[u8]| bctk_core::identify(bytes, &Limits::default());
    let found = identify(&small());
    assert_eq!((found.file_type, found.bitcode_files), (FileType::Bitcode, 1));
    assert_eq!(found.llvm.map(|llvm| format!("LLVM{}", llvm.major)), Some(String::from_utf8_lossy(&found.producer[..6]).into_owned()));
    assert_eq!(identify(b"define void @f() {\n  ret void\n}\n").file_type, FileType::Text);
    assert_eq!(identify(b"").file_type, FileType::Other);
    assert_eq!(identify(&[0xff; 64]).file_type, FileType::Other);
    // Damage is told by what opens it.
    let damaged = identify(b"BC\xC0\xDE\xff\xff\xff\xff");
    assert_eq!((damaged.file_type, damaged.producer.len()), (FileType::Bitcode, 0));
    let mut wrapped = vec![0xDE, 0xC0, 0x17, 0x0B, 0, 0, 0, 0, 20, 0, 0, 0];
    wrapped.extend(u32::try_from(small().len()).expect("a small file").to_le_bytes());
    wrapped.extend([7, 0, 0, 1]);
    wrapped.extend(small());
    assert_eq!(identify(&wrapped).file_type, FileType::Wrapper);
    assert_eq!(identify(&wrapped).producer, found.producer);
    let mut archive = b"!<arch>\n".to_vec();
    for name in ["a.o/", "b.o/"] {
        archive.extend(format!("{name:16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, small().len()).bytes());
        archive.extend(small());
        archive.extend(std::iter::repeat_n(b'\n', small().len() % 2));
    }
    let found = identify(&archive);
    assert_eq!((found.file_type, found.bitcode_files), (FileType::Container(Container::GnuArchive), 2));
    let file = bctk_core::open_shared("lib.a", Arc::new(archive.clone()), &Limits::default()).expect("an archive");
    let modules = file.modules().expect("its modules");
    assert_eq!(modules.iter().map(bctk_core::ModuleFile::name).collect::<Vec<_>>(), ["a.o:0", "b.o:0"]);
    for module in &modules {
        let range = module.origin().range.clone().expect("a range");
        assert_eq!(archive[range], small());
        assert_eq!(module.origin().containers, [Container::GnuArchive]);
    }
}

#[test]
fn no_file_is_opened_for_an_archive_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.bc"), small()).expect("a file");
    let mut archive = b"!<thin>\n".to_vec();
    archive.extend(format!("{:16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "a.bc/", 0, 0, 0, 644, small().len()).bytes());
    let path = folder.path().join("lib.a");
    std::fs::write(&path, &archive).expect("a file");
    assert_eq!(bctk_core::open(&path).and_then(|file| file.modules()).expect("its modules").len(), 1);
    let file = bctk_core::open_shared(&path, Arc::new(archive), &Limits::default()).expect("an archive");
    assert_eq!(file.modules().expect("its modules").len(), 0);
    assert_eq!(file.unread(), ["a.bc: a file of its own, which the thin archive names"]);
}

/// As `llvm-dis` of each release answers: that of LLVM 20 reads `captures`, those before say "Unknown attribute kind (102)".
#[test]
fn which_readers_take_a_module() {
    let open = |bytes: Vec<u8>| bctk_core::open_bytes("a.bc", bytes).and_then(|file| file.module()).expect("a module");
    let assembled = |text: &str| {
        let file = bctk_core::open_bytes("a.ll", text.as_bytes()).expect("a text");
        open(bctk_core::assemble(&file, &bctk_core::AssembleOptions::default()).expect("bitcode"))
    };
    let captures = assembled("define void @f(ptr captures(none) %p) {\n  ret void\n}\n");
    let oldest = captures.oldest_reader().expect("an answer").expect("a reader");
    assert_eq!(captures.refusal_by(oldest).expect("an answer"), None);
    let releases: Vec<LlvmVersion> = LlvmVersion::written().collect();
    let before = releases[releases.iter().position(|&llvm| llvm == oldest).expect("a release") - 1];
    let words = captures.refusal_by(before).expect("an answer").expect("a refusal");
    assert!(words.contains("attribute"), "{words}");
    assert_eq!(oldest, bctk_core::ir::version::Feature::CapturesKnown.first());
    let unknown = captures.refusal_by(LlvmVersion::three(2)).expect_err("an error");
    assert!(matches!(unknown.kind(), ErrorKind::Unrepresentable(_)), "{unknown}");
}

#[test]
fn names_are_exchanged() {
    let file = bctk_core::open_bytes("a.ll", "@a = global i32 1\n@b = global ptr @a\n").expect("a text");
    let mut module = file.module().and_then(|module| module.read()).expect("a module");
    bctk_core::edit::rename(&mut module, &[(b"a", b"b"), (b"b", b"a")]).expect("other names");
    let text = String::from_utf8(bctk_core::textual::print(&module, &bctk_core::textual::PrintOptions::default())).expect("a text");
    assert!(text.contains("@b = global i32 1\n@a = global ptr @b\n"), "{text}");
    let unknown = bctk_core::edit::rename(&mut module, &[(b"c", b"d")]).expect_err("an error");
    assert!(matches!(unknown, ErrorKind::Symbol(_)));
    let taken = bctk_core::edit::rename(&mut module, &[(b"a", b"b")]).expect_err("an error");
    assert!(matches!(taken, ErrorKind::Edit(_)));
}

#[test]
fn symbols_of_texts_are_those_of_their_bitcode() {
    let file = bctk_core::open_bytes("a.ll", corpus("v22/global-linkage.ll")).expect("a text");
    let bitcode = bctk_core::assemble(&file, &bctk_core::AssembleOptions::default()).expect("bitcode");
    let list = |module: bctk_core::ModuleFile| -> Vec<(Vec<u8>, SymbolFlags)> {
        let table = module.symbols(&bctk_core::symbols::Options::default()).expect("symbols");
        table.symbols().map(|symbol| (symbol.name.to_vec(), symbol.flags)).collect()
    };
    let of_text = list(file.module().expect("a module"));
    assert!(of_text.len() > 5, "{}", of_text.len());
    assert_eq!(of_text, list(bctk_core::open_bytes("a.bc", bitcode).and_then(|file| file.module()).expect("a module")));
}
