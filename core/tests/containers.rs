//! Containers of every kind with other bitcode in them: what is found in them then, and that the way back leads to the same file.
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use bctk_core::Limits;
use bctk_core::contents::{self, Argument, Contents};
use bctk_core::input::Input;
use bctk_core::object::container::Container;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/containers").join(name)
}

fn stored(name: &str) -> Vec<u8> {
    fs::read(corpus(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whatever is found in these bytes.
fn contents(name: &str, bytes: Vec<u8>) -> Box<Contents> {
    match contents::of_input(&corpus(name), Input::Read(bytes), &Limits::default()) {
        Ok(Argument::Within(contents, _)) => contents,
        _ => panic!("{name} is no container"),
    }
}

/// LLVM's tools made these: each kind of container, and some with containers in them.
const ALL: &[&str] = &[
    "gnu.a",
    "twice.a",
    "bsd.a",
    "darwin.a",
    "coff.lib",
    "aix.a",
    "universal.o",
    "a.o",
    "fat-lto.o",
    "macho.o",
    "coff.obj",
    "wasm.o",
    "linked.o",
    "linked.section",
    "bundle.bundle",
    "bundle.o",
    "compressed.bundle",
    "compressed.o",
    "offload.packed",
    "offload.o",
];

/// The bitcode of a container, in its order.
fn bitcode(contents: &Contents) -> Vec<&[u8]> {
    contents.bitcode.iter().map(|bitcode| bitcode.bytes()).collect()
}

/// Without the padding at the end that members have in universal binaries and Darwin's archives.
fn trimmed(bytes: &[u8]) -> &[u8] {
    let padding = bytes.iter().rev().take_while(|byte| matches!(**byte, 0 | b'\n')).count();
    &bytes[..bytes.len() - padding]
}

/// As `rebuilt` takes them.
fn cows<'b>(new: &[(usize, &'b [u8])]) -> Vec<(usize, Cow<'b, [u8]>)> {
    new.iter().map(|&(index, bytes)| (index, bytes.into())).collect()
}

#[test]
fn there_and_back() {
    // Larger than all that is there, and smaller.
    let others = [stored("fat-lto.bc"), stored("wasm.bc"), stored("two.1.bc")];
    for name in ALL {
        let before = stored(name);
        let old = contents(name, before.clone());
        assert!(*old.rebuilt([]).expect("a copy") == before, "{name}");
        for first in 0..others.len() {
            let new: Vec<(usize, &[u8])> =
                (0..old.bitcode.len()).map(|index| (index, others[(first + index) % others.len()].as_slice())).collect();
            let changed = old.rebuilt(cows(&new)).unwrap_or_else(|error| panic!("{name}: {error}"));
            let held = contents(name, changed.into_owned());
            assert!(held.faults.is_empty(), "{name}: {:?}", held.faults);
            let wanted: Vec<&[u8]> = new.iter().map(|(_, bytes)| *bytes).collect();
            assert_eq!(held.bitcode.len(), wanted.len(), "{name}");
            assert!(bitcode(&held).iter().zip(&wanted).all(|(held, wanted)| trimmed(held) == trimmed(wanted)), "{name}");
            assert_eq!(held.names(), old.names(), "{name}");
            let places = |contents: &Contents| {
                contents.bitcode.iter().map(|bitcode| (bitcode.containers.clone(), bitcode.section.clone())).collect::<Vec<_>>()
            };
            assert!(places(&held) == places(&old), "{name}");
            let back: Vec<(usize, &[u8])> = bitcode(&old).into_iter().enumerate().collect();
            let back = held.rebuilt(cows(&back)).expect("the way back").into_owned();
            // A section of Mach-O that has grown keeps its new address, and our compressor is not LLVM's.
            let other = [Container::MachO, Container::Compressed];
            match old.bitcode.iter().any(|bitcode| bitcode.containers.iter().any(|container| other.contains(container))) {
                true => assert!(bitcode(&contents(name, back)) == bitcode(&old), "{name}"),
                false => assert!(back == before, "{name}"),
            }
        }
    }
}

/// Alignments that a file only claims do not make a new one large.
#[test]
fn alignments_without_effect() {
    let larger = stored("fat-lto.bc");
    let rebuilt = |name: &str, bytes: Vec<u8>| {
        let contents = contents(name, bytes);
        contents.rebuilt([(0, larger.as_slice().into())]).map(|new| new.len()).map_err(|error| error.to_string())
    };
    let mut elf = stored("a.o");
    let table = u64::from_le_bytes(elf[40..48].try_into().expect("eight bytes")) as usize;
    for section in elf[table..].chunks_exact_mut(64) {
        section[48..56].copy_from_slice(&0x1_0000u64.to_le_bytes());
    }
    let size = elf.len();
    assert!(rebuilt("a.o", elf).expect("an object") < size + 1000);
    let mut mach = stored("macho.o");
    let section = mach.windows(9).position(|name| name == b"__bitcode").expect("a section");
    mach[section + 52] = 200;
    let error = rebuilt("macho.o", mach).expect_err("no object");
    assert!(error.ends_with("section __LLVM,__bitcode: the alignments of the sections are too large"), "{error}");
}

/// A thin archive becomes one with the same members as `llvm-ar` makes of the same files.
#[test]
fn members_of_a_thin_archive() {
    let Ok(Argument::Within(thin, None)) = contents::open(&corpus("thin.a"), &Limits::default()) else { panic!("thin.a is no container") };
    assert!(thin.held().is_err());
    let (held, regular) = (thin.with_members().expect("an archive"), contents("bsd.a", stored("bsd.a")));
    assert_eq!(held.container, Some(Container::GnuArchive));
    assert!(bitcode(&held).iter().zip(bitcode(&regular)).all(|(held, regular)| trimmed(held) == trimmed(regular)));
    assert_eq!(held.names(), regular.names());
    assert!(regular.with_members().is_err());
}

/// GNU ar names members of other archives by the place of their header there.
#[test]
fn members_of_other_archives() {
    let regular = contents("gnu.a", stored("gnu.a"));
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("in.a"), stored("gnu.a")).expect("an archive");
    let header = |name: &str, size: usize| format!("{name:<16}0           0     0     644     {size:<10}`\n");
    let path = dir.path().join("thin.a");
    for (before, is_whole) in [(60, true), (61, false)] {
        let mut data = ["!<thin>\n", &header("//", 6), "in.a/\n"].concat();
        for (nth, bitcode) in regular.bitcode.iter().enumerate() {
            let start = bitcode.object.as_ref().map_or(bitcode.range.start, |object| object.start);
            data += &header(&format!("/0:{}", start - if nth == 0 { before } else { 60 }), bitcode.range.len());
        }
        fs::write(&path, data).expect("a thin archive");
        let Ok(Argument::Within(thin, None)) = contents::open(&path, &Limits::default()) else { panic!("no container") };
        match is_whole {
            true => {
                assert!(bitcode(&thin) == bitcode(&regular));
                assert_eq!(thin.names(), ["in.a:a.o", "in.a:b.bc", "in.a:a.bc"]);
                let held = thin.with_members().expect("an archive");
                assert!(bitcode(&held) == bitcode(&regular));
                assert_eq!(held.names(), regular.names());
            }
            false => {
                assert!(bitcode(&thin) == bitcode(&regular)[1..]);
                assert!(thin.with_members().is_err());
            }
        }
    }
}
