//! Paths as LLVM takes them apart, in bytes: archives and members have names of any bytes.
use std::path::{Path, PathBuf};

/// A path of these bytes.
#[cfg(unix)]
pub(super) fn of_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(super) fn of_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

fn is_separator(byte: u8) -> bool {
    byte == b'/' || cfg!(windows) && byte == b'\\'
}

/// The last part of a path; `.` for one that ends with a separator.
pub(super) fn file_name(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|byte| is_separator(*byte)) {
        None => path,
        Some(at) if at + 1 < path.len() => &path[at + 1..],
        Some(_) if path.iter().all(|byte| is_separator(*byte)) => &path[..1],
        Some(_) => b".",
    }
}

/// The folder of a path; empty for the current one.
pub(super) fn parent(path: &[u8]) -> &[u8] {
    let Some(mut end) = path.iter().rposition(|byte| is_separator(*byte)) else { return b"" };
    while end > 0 && is_separator(path[end - 1]) {
        end -= 1;
    }
    if end == 0 { &path[..1] } else { &path[..end] }
}

/// A path with slashes between its parts.
pub(super) fn with_slashes(path: &[u8]) -> Vec<u8> {
    path.iter().map(|&byte| if is_separator(byte) { b'/' } else { byte }).collect()
}

pub(super) fn is_absolute(path: &[u8]) -> bool {
    of_bytes(path).is_absolute()
}

/// A path below a folder.
pub(super) fn join(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match folder.last() {
        None => name.to_vec(),
        Some(&last) if is_separator(last) => [folder, name].concat(),
        Some(_) => [folder, b"/", name].concat(),
    }
}

/// Whether two names mean the same member.
pub(super) fn are_same(one: &[u8], other: &[u8], full: bool) -> bool {
    match full {
        true => with_slashes(one) == with_slashes(other),
        false => file_name(one) == file_name(other),
    }
}

/// The parts of the absolute path, without `.` and `..`, which are taken away by their names alone.
fn parts(path: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut parts = Vec::new();
    let mut add = |path: &[u8]| {
        for part in path.split(|byte| is_separator(*byte)) {
            match part {
                b"" | b"." => {}
                b".." => drop(parts.pop()),
                part => parts.push(part.to_vec()),
            }
        }
    };
    if !is_absolute(path) {
        add(to_bytes(&std::env::current_dir().ok()?).as_slice());
    }
    add(path);
    Some(parts)
}

fn to_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// The path of `file` as seen from the folder of `archive`.
pub(super) fn relative(archive: &[u8], file: &[u8]) -> Vec<u8> {
    let (Some(mut from), Some(to)) = (parts(archive), parts(file)) else { return with_slashes(file) };
    from.pop();
    // Paths on different drives have nothing in common.
    if cfg!(windows) && from.first() != to.first() {
        return with_slashes(file);
    }
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(b"..".to_vec(), from.len() - common);
    up.chain(to[common..].iter().cloned()).collect::<Vec<_>>().join(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_paths() {
        assert_eq!([file_name(b"a/b.o"), file_name(b"b.o"), file_name(b"a/"), file_name(b"//")], [&b"b.o"[..], b"b.o", b".", b"/"]);
        assert_eq!([parent(b"a//b.o"), parent(b"b.o"), parent(b"/b.o")], [&b"a"[..], b"", b"/"]);
        assert_eq!([relative(b"x/l.a", b"y/./b.o"), relative(b"l.a", b"a/../b.o")], [b"../y/b.o".to_vec(), b"b.o".to_vec()]);
    }
}
