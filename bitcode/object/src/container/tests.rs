//! Tests with handmade containers.
use super::*;

/// A bitcode file: the magic number and an empty block of each id.
fn bitcode(ids: &[u8]) -> Vec<u8> {
    let mut bytes = b"BC\xC0\xDE".to_vec();
    for id in ids {
        // ENTER_SUBBLOCK in 2 bits, the id in 8, the width 2 in 4; then one word: END_BLOCK.
        let head = 1 | u32::from(*id) << 2 | 2 << 10;
        bytes.extend(head.to_le_bytes());
        bytes.extend(1u32.to_le_bytes());
        bytes.extend(0u32.to_le_bytes());
    }
    bytes
}

fn archive(magic: &[u8], members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    for (name, data) in members {
        bytes.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, data.len()).into_bytes());
        if magic == b"!<arch>\n" || *name == "//" {
            bytes.extend(*data);
            bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        }
    }
    bytes
}

fn universal(slices: &[(u32, &[u8])]) -> Vec<u8> {
    let mut bytes = [0xCAFE_BABE, slices.len() as u32].map(u32::to_be_bytes).concat();
    let mut at = 8 + 20 * slices.len();
    for (cpu, data) in slices {
        bytes.extend([*cpu, 3, at as u32, data.len() as u32, 0].map(u32::to_be_bytes).concat());
        at += data.len();
    }
    slices.iter().for_each(|(_, data)| bytes.extend(*data));
    bytes
}

fn bundle(images: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bytes.extend((images.len() as u64).to_le_bytes());
    let mut at = images.iter().fold(32, |at, (name, _)| at + 24 + name.len());
    for (name, data) in images {
        bytes.extend([at as u64, data.len() as u64, name.len() as u64].map(u64::to_le_bytes).concat());
        bytes.extend(name.bytes());
        at += data.len();
    }
    images.iter().for_each(|(_, data)| bytes.extend(*data));
    bytes
}

/// Names of the results, each with its bytes in the input.
fn found(data: &[u8]) -> Vec<(String, Vec<u8>)> {
    let contents = find(data, &FindOptions::default()).expect("a container");
    assert!(contents.faults.is_empty(), "{:?}", contents.faults);
    let all = contents.found.iter();
    all.map(|found| {
        assert_eq!(&data[found.range()], found.bytes);
        (found.name(), found.bytes.to_vec())
    })
    .collect()
}

#[test]
fn bare_and_wrapped() {
    let a = bitcode(&[8]);
    assert_eq!(found(&a), [(String::new(), a.clone())]);
    let mut wrapped = Wrapper { version: 0, offset: 20, size: a.len() as u32, cpu_type: 7 }.to_bytes().to_vec();
    wrapped.extend(&a);
    wrapped.resize(wrapped.len().next_multiple_of(16), 0);
    assert_eq!(found(&wrapped), [(String::new(), wrapped.clone())]);
    assert_eq!(find(b"; text", &FindOptions::default()).expect_err("no container").kind(), ErrorKind::NotBitcode);
    assert_eq!(find(b"", &FindOptions::default()).expect_err("no container").kind(), ErrorKind::NotBitcode);
}

#[test]
fn a_sequence_is_parted_where_files_begin() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8, 23]));
    let padded = [a.clone(), vec![0; 12], b.clone(), vec![0; 4]].concat();
    assert_eq!(found(&padded), [(String::new(), a.clone()), (String::new(), b.clone())]);
    // Files need no zeros between them. Modules after one magic number are one file, as LLVM's tools write it; other data may follow.
    let joined = [a.clone(), b.clone()].concat();
    assert_eq!(found(&joined), [(String::new(), a.clone()), (String::new(), b.clone())]);
    let one = [&a, &b[4..]].concat();
    assert_eq!(found(&one), [(String::new(), one.clone())]);
    let trailed = [a, b"\0\0\0\0end".to_vec()].concat();
    assert_eq!(found(&trailed), [(String::new(), trailed.clone())]);
}

#[test]
fn members_by_name() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8]));
    let inner = archive(b"!<arch>\n", &[("in.o/", &b), ("readme/", b"a text")]);
    let slices = universal(&[(0x0100_0007, &a), (0x0100_000C, &inner)]);
    let targets = bundle(&[("host-x86_64", &a), ("hip-amdgcn", &b)]);
    let outer = archive(
        b"!<arch>\n",
        &[
            ("//", b"a-name-that-is-longer-than-the-header-holds.o/\n"),
            ("a.o/", &a),
            ("/0", &b),
            ("a.o/", &b),
            ("fat/", &slices),
            ("t/", &targets),
        ],
    );
    let names: Vec<String> = found(&outer).into_iter().map(|(name, _)| name).collect();
    let long = "a-name-that-is-longer-than-the-header-holds.o";
    assert_eq!(names, ["a.o", long, "a.o#2", "fat:x86_64", "fat:arm64:in.o", "t:host-x86_64", "t:hip-amdgcn"]);
}

#[test]
fn a_thin_archive_names_files() {
    let data = archive(b"!<thin>\n", &[("//", b"dir/a.o/\n"), ("/0", &[0; 99])]);
    let contents = find(&data, &FindOptions::default()).expect("a container");
    assert_eq!(contents.container, Some(Container::ThinArchive));
    let outside: Vec<_> = contents.outside.iter().map(|outside| (outside.steps[0].name, outside.size)).collect();
    assert_eq!(outside, [(&b"dir/a.o"[..], 99)]);
    // As GNU ar has members of other archives, two of `in.a` here; LLVM has no such names.
    let header = |name: &str, size: usize| format!("{name:<16}0           0     0     644     {size:<10}`\n");
    let data =
        ["!<thin>\n", &header("//", 16), "c.bc/\nd/in.a/\n\n\n", &header("/0", 7), &header("/6:72", 8), &header("/6:150", 9)].concat();
    let contents = find(data.as_bytes(), &FindOptions::default()).expect("a container");
    let outside: Vec<_> = contents.outside.iter().map(|outside| (outside.steps[0].name, outside.size, outside.header)).collect();
    assert_eq!(outside, [(&b"c.bc"[..], 7, None), (b"d/in.a", 8, Some(72)), (b"d/in.a", 9, Some(150))]);
    for (damaged, left) in [(data.replace("/0 ", "/17"), 0), (data.replace("/6:72 ", "/6:+72"), 1), (data.replace("/6:150", "/6:15x"), 2)] {
        let contents = find(damaged.as_bytes(), &FindOptions::default()).expect("a container");
        assert_eq!((contents.outside.len(), contents.faults.len()), (left, 1), "{damaged}");
    }
}

/// Programs have several bundles one after the other.
#[test]
fn bundles_in_a_row() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8]));
    let mut data = bundle(&[("host-x86_64", &a)]);
    data.resize(data.len().next_multiple_of(4096), 0);
    data.extend(bundle(&[("hip-amdgcn", &b), ("host-x86_64", &b)]));
    let names: Vec<String> = found(&data).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["host-x86_64", "hip-amdgcn", "host-x86_64"]);
    let packed = [&b"CCOB\x02\0\x01\0\x18\0\0\0"[..], &[0; 12]].concat();
    let data = [&packed[..], &[0; 40], &packed, &bundle(&[("host-x86_64", &a)])].concat();
    let contents = find(&data, &FindOptions::default()).expect("a container");
    assert_eq!(contents.packed.iter().map(|part| (part.offset, part.bytes.len())).collect::<Vec<_>>(), [(0, 24), (64, 24)]);
    assert_eq!(contents.found.len(), 1);
}

#[test]
fn damage_hides_nothing_else() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8]));
    let bad = {
        let mut bytes = universal(&[(7, &a), (7, &b)]);
        bytes[16] = 0x7F; // place of the first slice
        bytes
    };
    let data = archive(b"!<arch>\n", &[("bad/", &bad), ("elf/", b"\x7FELF\x02\x01\x01 and no more"), ("z/", b"CCOB...."), ("b.o/", &b)]);
    let contents = find(&data, &FindOptions::default()).expect("a container");
    let names: Vec<String> = contents.found.iter().map(Found::name).collect();
    assert_eq!(names, ["bad:i386#2", "b.o"]);
    let faults: Vec<String> = contents.faults.iter().map(Fault::to_string).collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("bad:i386: malformed"), "{}", faults[0]);
    assert!(faults[1].starts_with("elf: malformed"), "{}", faults[1]);
    // Nobody has looked into what is compressed.
    assert_eq!(contents.packed.iter().map(|part| (part.name(), part.bytes)).collect::<Vec<_>>(), [("z".to_owned(), &b"CCOB...."[..])]);
    // From a truncated archive, the complete members are returned.
    let cut = archive(b"!<arch>\n", &[("a.o/", &a), ("b.o/", &b)]);
    let contents = find(&cut[..cut.len() - 10], &FindOptions::default()).expect("a container");
    assert_eq!((contents.found.len(), contents.faults.len()), (1, 1));
}

#[test]
fn overlapping_parts_have_an_end() {
    // Slices that are each the whole file, which so holds itself without end.
    let count = 42;
    let mut data = [0xCAFE_BABE, count].map(u32::to_be_bytes).concat();
    for _ in 0..count {
        data.extend([7, 3, 0, 4096, 0].map(u32::to_be_bytes).concat());
    }
    data.resize(4096, 0);
    let contents = find(&data, &FindOptions::default()).expect("a container");
    assert!(contents.found.is_empty());
    assert!(contents.faults.len() < 100, "{}", contents.faults.len());
    assert!(contents.faults.last().is_some_and(|fault| fault.error.message().contains("overlap")));
}

#[test]
fn containers_nest_to_a_limit() {
    let mut data = archive(b"!<arch>\n", &[("a.o/", &bitcode(&[8]))]);
    for _ in 0..5 {
        data = archive(b"!<arch>\n", &[("a/", &data)]);
    }
    assert_eq!(find(&data, &FindOptions { depth: 6 }).expect("a container").found.len(), 1);
    let less = find(&data, &FindOptions { depth: 5 }).expect("a container");
    assert!(less.found.is_empty());
    assert_eq!(less.faults[0].error.kind(), ErrorKind::Limit);
}

/// A library of Metal with a module for each function, in order; the modules begin at a section of their own.
fn library(functions: &[(&str, &[u8])]) -> Vec<u8> {
    let field = |tag: &str, bytes: &[u8]| [tag.as_bytes(), &(bytes.len() as u16).to_le_bytes(), bytes].concat();
    let (mut list, mut at) = ((functions.len() as u32).to_le_bytes().to_vec(), 0u64);
    for (name, module) in functions {
        let place = [0, 0, at].map(u64::to_le_bytes).concat();
        let fields = [
            field("NAME", format!("{name}\0").as_bytes()),
            field("OFFT", &place),
            field("MDSZ", &(module.len() as u64).to_le_bytes()),
            b"ENDT".to_vec(),
        ]
        .concat();
        list.extend((fields.len() as u32 + 4).to_le_bytes());
        list.extend(fields);
        at += module.len() as u64;
    }
    let end = 0x58 + list.len() as u64;
    let mut bytes = b"MTLB\x01\x80\x02\0\x07\0\0\x81\x0E\0\0\0".to_vec();
    bytes.extend([end + at, 0x58, list.len() as u64 - 4, end, 0, end, 0, end, at].map(u64::to_le_bytes).concat());
    bytes.extend(list);
    functions.iter().for_each(|(_, module)| bytes.extend(*module));
    bytes
}

/// A DirectX container with these parts.
fn directx(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut at = 32 + 4 * parts.len();
    let size = parts.iter().fold(at, |at, (_, data)| at + 8 + data.len());
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0, 0, 0, 0, 1, size as u32, parts.len() as u32].map(u32::to_le_bytes).concat());
    for (_, data) in parts {
        bytes.extend((at as u32).to_le_bytes());
        at += 8 + data.len();
    }
    for (name, data) in parts {
        bytes.extend([name.as_bytes(), &(data.len() as u32).to_le_bytes(), data].concat());
    }
    bytes
}

fn program(bitcode: &[u8]) -> Vec<u8> {
    let words = (24 + bitcode.len() as u32) / 4;
    let mut bytes = [0x50060, words].map(u32::to_le_bytes).concat();
    bytes.extend(b"DXIL");
    bytes.extend([0x100, 16, bitcode.len() as u32].map(u32::to_le_bytes).concat());
    bytes.extend(bitcode);
    bytes
}

#[test]
fn functions_of_a_metal_library() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8]));
    let data = library(&[("f", &a), ("g", &b), ("f", &b)]);
    assert_eq!(found(&data), [("f".to_owned(), a.clone()), ("g".into(), b.clone()), ("f#2".into(), b.clone())]);
    let outer = archive(b"!<arch>\n", &[("lib/", &data)]);
    assert_eq!(found(&outer).len(), 3);
    assert!(found(&library(&[])).is_empty());
    // Two functions of one module.
    let mut shared = library(&[("f", &a), ("g", &a)]);
    let second = 0x58 + 4 + (shared.len() - 0x58 - 4 - 2 * a.len()) / 2;
    shared[second + 4 + 8 + 6 + 16] = 0;
    assert_eq!(found(&shared), [("f".to_owned(), a.clone())]);
    // Damage to one entry hides no other; what is cut off is reported.
    let mut damaged = library(&[("f", &a), ("g", &b)]);
    damaged[0x58 + 4 + 4..][..4].copy_from_slice(b"XXXX");
    damaged[0x58 + 4 + 4 + 4] = 0xFF;
    let contents = find(&damaged, &FindOptions::default()).expect("a container");
    assert_eq!(contents.found.iter().map(Found::name).collect::<Vec<_>>(), ["g"]);
    assert_eq!(contents.faults.len(), 1);
    for cut in [4, 0x20, 0x5A, data.len() - 1] {
        let contents = find(&data[..cut], &FindOptions::default()).expect("a container");
        assert_eq!((contents.found.len(), contents.faults.len(), contents.container), (0, 1, Some(Container::MetalLibrary)));
    }
}

#[test]
fn programs_of_a_directx_container() {
    let (a, b) = (bitcode(&[8]), bitcode(&[13, 8]));
    let data = directx(&[("SFI0", &[0; 8]), ("ILDB", &program(&b)), ("STAT", b"no program"), ("DXIL", &program(&a))]);
    assert_eq!(found(&data), [("ILDB".to_owned(), b.clone()), ("DXIL".into(), a.clone())]);
    let data = directx(&[("STAT", &program(&b)), ("DXIL", b"no program"), ("DXIL", &program(&a))]);
    let contents = find(&data, &FindOptions::default()).expect("a container");
    assert_eq!(contents.found.iter().map(Found::name).collect::<Vec<_>>(), ["STAT", "DXIL#2"]);
    assert!(contents.faults[0].to_string().starts_with("DXIL: malformed"), "{}", contents.faults[0]);
    for cut in [4, 30, data.len() - 1] {
        let contents = find(&data[..cut], &FindOptions::default()).expect("a container");
        assert_eq!((contents.found.len(), contents.faults.len(), contents.container), (0, 1, Some(Container::DirectX)));
    }
    // Parts that are all the same one.
    let one = program(&a);
    let mut repeated = directx(&[("DXIL", one.as_slice()); 2000]);
    let first = repeated[32..36].to_vec();
    repeated[32..32 + 4 * 2000].chunks_mut(4).for_each(|place| place.copy_from_slice(&first));
    assert!(!find(&repeated, &FindOptions::default()).expect("a container").found.is_empty());
}
