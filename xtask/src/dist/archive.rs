//! Archives: tar and gzip with one date and no names of people, so that the same content gives the same bytes.
use std::io::Write;

use flate2::{Compression, GzBuilder};
use tar::{EntryType, Header};

use super::{Content, Day, Entry};

/// Compresses without a date or a name, so that the same content gives the same bytes.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writer.write_all(bytes).and_then(|()| writer.finish()).map_err(|e| e.to_string())
}

/// A tar archive of the files below `prefix`, with the folders that they are in.
pub(super) fn archive(entries: &[Entry], prefix: &str, day: Day) -> Result<Vec<u8>, String> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut folders: Vec<String> = Vec::new();
    let add = |builder: &mut tar::Builder<Vec<u8>>, path: &str, kind: EntryType, mode: u32, bytes: &[u8], link: Option<&str>| {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(bytes.len() as u64);
        header.set_mtime(day.seconds.into());
        let added = match link {
            Some(link) => builder.append_link(&mut header, path, link),
            None => builder.append_data(&mut header, path, bytes),
        };
        added.map_err(|e| format!("{path}: {e}"))
    };
    for entry in entries {
        let path = format!("{prefix}{}", entry.path);
        let slashes = path.match_indices('/').map(|(at, _)| &path[..=at]);
        for folder in slashes.filter(|folder| *folder != "./") {
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
                add(&mut builder, folder, EntryType::Directory, 0o755, &[], None)?;
            }
        }
        match &entry.content {
            Content::Program(bytes) => add(&mut builder, &path, EntryType::Regular, 0o755, bytes, None)?,
            Content::Text(bytes) => add(&mut builder, &path, EntryType::Regular, 0o644, bytes, None)?,
            Content::Link(to) => add(&mut builder, &path, EntryType::Symlink, 0o777, &[], Some(to))?,
        }
    }
    builder.into_inner().map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::Day;
    use super::super::tests::{names, some};

    #[test]
    fn folders_come_before_their_files() {
        let archive = super::archive(&some(), "x/", Day::of("", "")).unwrap();
        let expected = [
            "x/",
            "x/bin/",
            "x/bin/bctk",
            "x/bin/bcconv",
            "x/share/",
            "x/share/doc/",
            "x/share/doc/bctk/",
            "x/share/doc/bctk/CHANGELOG.md",
        ];
        assert_eq!(names(&archive)[..8], expected);
        assert_eq!(archive, super::archive(&some(), "x/", Day::of("", "")).unwrap());
    }
}
