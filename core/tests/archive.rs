//! Archives: those of LLVM's tools come out as they were, and others as another writer makes them.
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
use bctk_core::archive::{self, Archive, Error, Index, Kind, Member, WriteOptions};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name)
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(corpus(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every archive in the corpus, all made by `llvm-ar`.
const ARCHIVES: [(&str, Kind); 7] = [
    ("gnu.a", Kind::Gnu),
    ("twice.a", Kind::Gnu),
    ("bsd.a", Kind::Bsd),
    ("darwin.a", Kind::Darwin),
    ("coff.lib", Kind::Coff),
    ("aix.a", Kind::AixBig),
    ("thin.a", Kind::Gnu),
];

/// The archive as it would be written again.
fn again(archive: &Archive<'_>, options: &WriteOptions) -> Vec<u8> {
    let mut out = Vec::new();
    archive::write(archive.kind_to_write(), &archive.members, options, &mut out).expect("it is written");
    out
}

#[test]
fn what_does_not_change_has_the_same_bytes() {
    for (name, kind) in ARCHIVES {
        let bytes = read(&format!("containers/{name}"));
        let mut archive = Archive::read(&bytes).expect("it is read");
        assert!(archive.has_index(), "{name}");
        assert_eq!((archive.kind_to_write(), archive.thin), (kind, name == "thin.a"));
        for member in archive.members.iter_mut().filter(|member| member.outside.is_some()) {
            let file = read(&format!("containers/{}", String::from_utf8_lossy(&member.name)));
            assert_eq!(member.outside.take(), Some(file.len() as u64));
            member.data = file.into();
        }
        assert!(again(&archive, &archive.options()) == bytes, "{name}");
    }
}

#[test]
fn headers_keep_what_they_state() {
    let object = read("containers/a.o");
    for kind in [Kind::Gnu, Kind::Bsd, Kind::Coff, Kind::AixBig] {
        let mut first = Member::new("a_name_that_is_longer_than_others.o", object.as_slice());
        (first.date, first.user, first.group, first.mode) = (1_700_000_000, 1000, 100, 0o755);
        let members = [first, Member::new("same", b"odd".as_slice()), Member::new("same", b"other".as_slice())];
        let options = WriteOptions { index_date: 1_600_000_000, ..WriteOptions::default() };
        let mut out = Vec::new();
        archive::write(kind, &members, &options, &mut out).expect("it is written");
        let read = Archive::read(&out).expect("it is read");
        assert_eq!((read.kind, read.options().index, read.index_date), (kind, Index::All, 1_600_000_000), "{kind:?}");
        assert_eq!(read.members, members, "{kind:?}");
        assert!(again(&read, &read.options()) == out, "{kind:?}");
    }
}

#[test]
fn names_that_an_archive_cannot_have_are_refused() {
    for (kind, name) in [(Kind::Gnu, &b"a\nb"[..]), (Kind::Gnu, b""), (Kind::Coff, b"a\0b"), (Kind::Bsd, b"a\0"), (Kind::AixBig, b"")] {
        let mut out = Vec::new();
        let members = [Member::new(name, b"".as_slice())];
        let result = archive::write(kind, &members, &WriteOptions::default(), &mut out);
        assert!(matches!(result, Err(Error::Member(..))), "{kind:?}");
        assert!(out.is_empty());
    }
    let thin = WriteOptions { thin: true, ..WriteOptions::default() };
    assert!(matches!(archive::write(Kind::Bsd, &[], &thin, &mut Vec::new()), Err(Error::Impossible(_))));
}

#[test]
fn damaged_members_are_an_error_or_left_out() {
    let bitcode = read("containers/a.bc");
    let members = [Member::new("cut.bc", &bitcode[..bitcode.len() / 2]), Member::new("a.bc", bitcode.as_slice())];
    let mut options = WriteOptions::default();
    let mut out = Vec::new();
    assert!(matches!(archive::write(Kind::Gnu, &members, &options, &mut out), Err(Error::Member(name, _)) if name == b"cut.bc"));
    options.keep_unreadable = true;
    assert!(archive::write(Kind::Darwin, &members, &options, &mut out).is_err());
    let written = archive::write(Kind::Gnu, &members, &options, &mut out).expect("it is written");
    assert_eq!(written.unreadable.len(), 1);
    assert_eq!(Archive::read(&out).expect("it is read").members, members);
}

static READER: ObjectReader = ObjectReader { get_symbols: archive::get_symbols, ..DEFAULT_OBJECT_READER };

#[test]
fn another_writer_makes_the_same() {
    let names = ["a.bc", "a.o", "b.bc", "coff.obj", "macho.o", "wasm.o", "a.dis.ll"];
    let kinds = [
        (Kind::Gnu, ArchiveKind::Gnu),
        (Kind::Gnu64, ArchiveKind::Gnu64),
        (Kind::Bsd, ArchiveKind::Bsd),
        (Kind::Darwin, ArchiveKind::Darwin),
        (Kind::Darwin64, ArchiveKind::Darwin64),
        (Kind::Coff, ArchiveKind::Coff),
    ];
    let files: Vec<(String, Vec<u8>)> = names
        .iter()
        .flat_map(|name| [*name, "b.bc"])
        .enumerate()
        .map(|(number, name)| {
            let longer = "x".repeat(number);
            (format!("{longer}{name}"), read(&format!("containers/{name}")))
        })
        .collect();
    for (ours, theirs) in kinds {
        let members: Vec<Member<'_>> = files.iter().map(|(name, data)| Member::new(name.as_str(), data.as_slice())).collect();
        let mut out = Vec::new();
        archive::write(ours, &members, &WriteOptions::default(), &mut out).expect("it is written");
        let members: Vec<NewArchiveMember<'_>> =
            files.iter().map(|(name, data)| NewArchiveMember::new(data.as_slice(), &READER, name.clone())).collect();
        let mut expected = Cursor::new(Vec::new());
        write_archive_to_stream(&mut expected, &members, theirs, false, None).expect("it is written");
        assert!(out == expected.into_inner(), "{ours:?}");
    }
}

#[test]
fn symbols_of_bitcode_of_every_llvm() {
    for version in ["v3.7", "v4", "v9", "v13", "v16", "v19", "v22"] {
        let folder = corpus(version);
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "bc") {
                let bytes = std::fs::read(&path).expect("a file");
                let found = archive::symbols(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                count += found.names().count();
            }
        }
        assert!(count > 5, "{version}: {count}");
    }
}

#[test]
fn every_part_of_an_archive_may_be_missing() {
    for (name, _) in ARCHIVES {
        let bytes = read(&format!("containers/{name}"));
        for end in 0..bytes.len().min(2500) {
            // Whatever comes of it is no panic, and what is read can be written.
            if let Ok(archive) = Archive::read(&bytes[..end]) {
                let mut options = archive.options();
                (options.index, options.thin) = (Index::None, archive.thin);
                let written = archive::write(archive.kind, &archive.members, &options, &mut Vec::new());
                assert!(written.is_ok() || archive.thin, "{name}: {end}");
            }
        }
    }
}
