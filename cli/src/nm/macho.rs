//! The layouts of Darwin's `nm -m` and `nm -x`.
use std::io::{self, Write};

use bctk_object::native::macho_symbol::{
    ABSOLUTE, ALT_ENTRY, COLD, DYNAMICALLY, EXTERNAL, Entry, Header, IN_SECTION, INDIRECT, NO_DEAD_STRIP, OBJECT, PREBOUND, PRIVATE,
    REFERENCE, RESOLVER, THUMB, TWO_LEVEL, TYPE, UNDEFINED, WEAK_DEFINITION, WEAK_REFERENCE,
};

/// The name of a library in lists (`MachOObjectFile::guessLibraryShortName`): the name of its framework, or of its file without the suffix;
/// otherwise the path.
fn short_name(path: &[u8]) -> &[u8] {
    let find = |end: usize| path[..end].iter().rposition(|byte| *byte == b'/');
    let without_kind = |name: &'_ [u8]| -> usize {
        match name.iter().rposition(|byte| *byte == b'_') {
            Some(at) if matches!(&name[at..], b"_debug" | b"_profile") => at,
            _ => name.len(),
        }
    };
    if let Some(last) = find(path.len()).filter(|at| *at > 0) {
        let name = &path[last + 1..];
        let name = &name[..without_kind(name)];
        let is_framework = |start: usize| {
            let rest = path.get(start..).unwrap_or_default();
            !name.is_empty() && rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(b".framework/"))
        };
        let folder = find(last);
        if is_framework(folder.map_or(0, |at| at + 1)) {
            return name;
        }
        let versions = folder.and_then(find).filter(|at| *at > 0 && path[at + 1..].starts_with(b"Versions/"));
        if let Some(versions) = versions
            && is_framework(find(versions).map_or(0, |at| at + 1))
        {
            return name;
        }
    }
    let start = find(path.len()).map_or(0, |at| at + 1);
    let dot = path.iter().rposition(|byte| *byte == b'.').filter(|at| *at > 0);
    // One letter after a dot at the end is a version.
    let unversioned = |name: &'_ [u8]| if name.len() >= 3 && name[name.len() - 2] == b'.' { name.len() - 2 } else { name.len() };
    match dot.map(|at| (at, &path[at..])) {
        Some((at, b".dylib")) => {
            let at = if at >= 3 && path[at - 2] == b'.' { at - 2 } else { at };
            let name = path.get(start..at).unwrap_or_default();
            let name = match path.iter().rposition(|byte| *byte == b'_').filter(|at| *at > start) {
                Some(end) if end <= at && matches!(&path[end..at], b"_debug" | b"_profile") => &path[start..end],
                _ => name,
            };
            let name = &name[..unversioned(name)];
            if name.is_empty() { path } else { name }
        }
        Some((at, b".qtx")) => {
            let name = path.get(start..at).unwrap_or_default();
            let name = &name[..unversioned(name)];
            if name.is_empty() { path } else { name }
        }
        _ => path,
    }
}

/// The text between the letter and the name of a debugger entry.
pub(crate) fn write_stab(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    write!(out, " {:02x} {:04x} ", entry.n_sect, entry.n_desc)?;
    match STABS.iter().find(|(number, _)| *number == entry.n_type) {
        Some((_, name)) => write!(out, "{name:>5.5}"),
        None => write!(out, "   {:02x}", entry.n_type),
    }
}

/// Writes it as Darwin's `nm -m` does, or as its `nm -x`.
#[allow(clippy::too_many_arguments)]
pub(crate) fn write(
    entry: &Entry,
    name: &[u8],
    address: Option<&str>,
    blanks: &str,
    digits: &dyn Fn(u64) -> String,
    header: Header,
    hex: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let kind = entry.n_type & TYPE;
    if hex {
        let value = digits(entry.n_value);
        write!(out, "{value} {:02x} {:02x} {:04x} {:08x} ", entry.n_type, entry.n_sect, entry.n_desc, entry.n_strx)?;
        out.write_all(name)?;
        if kind == INDIRECT {
            out.write_all(&[b" (indirect for ", value.as_bytes(), b" ", entry.indirect.as_slice(), b")"].concat())?;
        }
        // The end of the line and a blank line, as in llvm-nm.
        return out.write_all(b"\n");
    }
    if let Some(address) = address {
        write!(out, "{} ", if kind == INDIRECT { blanks } else { address })?;
    }
    write_kind(entry, kind, out)?;
    let has = |bit: u16| entry.n_desc & bit == bit;
    let external = entry.n_type & EXTERNAL != 0;
    let private = entry.n_type & PRIVATE != 0;
    if external && has(DYNAMICALLY) {
        out.write_all(b"[referenced dynamically] ")?;
    }
    out.write_all(match (external, private) {
        (true, true) if has(WEAK_DEFINITION) => b"weak private external ",
        (true, true) => b"private external ",
        (true, false) if has(WEAK_DEFINITION) && has(WEAK_REFERENCE) => b"weak external automatically hidden ",
        (true, false) if has(WEAK_DEFINITION) || has(WEAK_REFERENCE) => b"weak external ",
        (true, false) => b"external ",
        (false, true) => b"non-external (was a private external) ",
        (false, false) => b"non-external ",
    })?;
    if header.file_type == OBJECT {
        let notes: [(u16, bool, &[u8]); 4] = [
            (NO_DEAD_STRIP, true, b"[no dead strip] "),
            (RESOLVER, kind != UNDEFINED, b"[symbol resolver] "),
            (ALT_ENTRY, kind != UNDEFINED, b"[alt entry] "),
            (COLD, kind != UNDEFINED, b"[cold func] "),
        ];
        for (_, _, note) in notes.iter().filter(|(bit, fits, _)| *fits && has(*bit)) {
            out.write_all(note)?;
        }
    }
    if has(THUMB) {
        out.write_all(b"[Thumb] ")?;
    }
    out.write_all(name)?;
    if kind == INDIRECT {
        out.write_all(&[b" (for ", entry.indirect.as_slice(), b")"].concat())?;
    }
    let undefined = kind == UNDEFINED && entry.n_value == 0 || kind == PREBOUND;
    if header.flags & TWO_LEVEL != 0 && undefined {
        match (entry.n_desc >> 8, &entry.library) {
            (0, _) => {}
            (0xFF, _) => out.write_all(b" (from executable)")?,
            (0xFE, _) => out.write_all(b" (dynamically looked up)")?,
            (_, Some(library)) => out.write_all(&[b" (from ", short_name(library), b")"].concat())?,
            (ordinal, None) => write!(out, " (from bad library ordinal {ordinal})")?,
        }
    }
    Ok(())
}

/// The kind of a symbol, in parentheses.
fn write_kind(entry: &Entry, kind: u8, out: &mut dyn Write) -> io::Result<()> {
    match kind {
        UNDEFINED if entry.n_value != 0 => {
            out.write_all(b"(common) ")?;
            match entry.n_desc >> 8 & 0xF {
                0 => Ok(()),
                power => write!(out, "(alignment 2^{power}) "),
            }
        }
        UNDEFINED => write!(
            out,
            "(undefined{}) ",
            match entry.n_desc & REFERENCE {
                1 => " [lazy bound]",
                4 => " [private]",
                5 => " [private lazy bound]",
                _ => "",
            }
        ),
        ABSOLUTE => out.write_all(b"(absolute) "),
        INDIRECT => out.write_all(b"(indirect) "),
        IN_SECTION => out.write_all(&[b"(", entry.place.as_slice(), b") "].concat()),
        _ => out.write_all(b"(?) "),
    }
}

/// The names of entries for debuggers.
const STABS: [(u8, &str); 31] = [
    (0x20, "GSYM"),
    (0x22, "FNAME"),
    (0x24, "FUN"),
    (0x26, "STSYM"),
    (0x28, "LCSYM"),
    (0x2E, "BNSYM"),
    (0x30, "PC"),
    (0x32, "AST"),
    (0x3C, "OPT"),
    (0x40, "RSYM"),
    (0x44, "SLINE"),
    (0x4E, "ENSYM"),
    (0x60, "SSYM"),
    (0x64, "SO"),
    (0x66, "OSO"),
    (0x80, "LSYM"),
    (0x82, "BINCL"),
    (0x84, "SOL"),
    (0x86, "PARAM"),
    (0x88, "VERS"),
    (0x8A, "OLEV"),
    (0xA0, "PSYM"),
    (0xA2, "EINCL"),
    (0xA4, "ENTRY"),
    (0xC0, "LBRAC"),
    (0xC2, "EXCL"),
    (0xE0, "RBRAC"),
    (0xE2, "BCOMM"),
    (0xE4, "ECOMM"),
    (0xE8, "ECOML"),
    (0xFE, "LENG"),
];
