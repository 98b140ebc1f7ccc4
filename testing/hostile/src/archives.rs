//! Archives that are read, written and read again.
use bctk::archive::{self, Archive, Index, Kind, WriteOptions};
use std::hint::black_box;

/// What is read of an archive can be written, as another kind, too, and has the same members then; or it is refused.
pub(crate) fn written_again(data: &[u8]) {
    let Ok(archive) = Archive::read(data) else {
        black_box(archive::symbols(data).map(|symbols| symbols.names().count()).unwrap_or(0));
        return;
    };
    let names: usize = archive.members.iter().map(|member| member.name.len()).sum();
    let all: usize = archive.members.iter().map(|member| member.data.len()).sum();
    assert!(all <= data.len(), "members overlap");
    // Several members may have one long name, which is written once for each.
    if names > data.len() {
        return;
    }
    let as_it_was = WriteOptions { keep_unreadable: true, ..archive.options() };
    let index = if archive.thin { Index::None } else { as_it_was.index };
    for kind in [archive.kind_to_write(), Kind::Bsd, Kind::Gnu] {
        let options = WriteOptions { index, thin: archive.thin, ..as_it_was.clone() };
        let mut out = Vec::new();
        if archive::write(kind, &archive.members, &options, &mut out).is_err() {
            continue;
        }
        let again = Archive::read(&out).unwrap_or_else(|error| panic!("what was written as {kind:?} cannot be read: {error}"));
        assert_eq!(again.members.len(), archive.members.len(), "{kind:?}");
        for (one, other) in again.members.iter().zip(&archive.members) {
            assert_eq!((&one.name, one.date, one.mode), (&other.name, other.date, other.mode), "{kind:?}");
            assert!(one.outside == other.outside && one.data.starts_with(&other.data), "{kind:?}: the content of a member changed");
        }
    }
}
