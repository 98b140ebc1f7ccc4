//! The tables of symbols at the beginning of archives: the index, the sorted one of Windows, and that of Arm64EC.
use std::collections::BTreeMap;
use std::io::Write;

use super::header::{Fields, to_multiple};
use super::index::Symbols;
use super::{Error, Index, Kind};

/// The names of symbols in an index, and the members that define them.
pub(super) struct Names {
    /// Each followed by a zero.
    pub(super) text: Vec<u8>,
    /// Where names begin, member by member.
    pub(super) starts: Vec<Vec<u64>>,
    /// Names of archives of Windows with the numbers of members, from 1; those for x86-64 and Arm64EC code in the second map.
    sorted: [BTreeMap<Vec<u8>, u16>; 2],
    /// How many there are.
    pub(super) count: u64,
}

/// The names that import libraries begin with; both tables have them.
fn is_import_descriptor(name: &[u8]) -> bool {
    name.starts_with(b"__IMPORT_DESCRIPTOR_")
        || name == b"__NULL_IMPORT_DESCRIPTOR"
        || name.starts_with(b"\x7f") && name.ends_with(b"_NULL_THUNK_DATA")
}

impl Names {
    pub(super) fn of(kind: Kind, symbols: &[Symbols], index: Index) -> Names {
        let mut names = Names { text: Vec::new(), starts: vec![Vec::new(); symbols.len()], sorted: Default::default(), count: 0 };
        if index == Index::None {
            return names;
        }
        // A library for Arm64 and Arm64EC has a table for each.
        let two = kind == Kind::Coff && symbols.iter().any(|one| one.arm64) && symbols.iter().any(|one| one.is_object && one.ec);
        for (number, one) in symbols.iter().enumerate() {
            let which = usize::from(two && one.ec);
            for name in one.names() {
                if kind == Kind::Coff && !names.sort(which, name, number, two) {
                    continue;
                }
                names.starts[number].push(names.text.len() as u64);
                names.text.extend_from_slice(name);
                names.text.push(0);
                names.count += 1;
            }
        }
        // Tools of Solaris want a table, and one without symbols is not written.
        if names.text.is_empty() && kind != Kind::Coff && symbols.iter().any(|one| one.is_object) {
            names.text = vec![0; 3];
        }
        names
    }

    /// Adds a name to the sorted tables; returns whether the first table has it, too: the first member of several counts.
    fn sort(&mut self, which: usize, name: &[u8], number: usize, two: bool) -> bool {
        if self.sorted[which].contains_key(name) {
            return false;
        }
        let number = u16::try_from(number + 1).unwrap_or(u16::MAX);
        self.sorted[which].insert(name.to_vec(), number);
        if which == 0 && two && is_import_descriptor(name) {
            self.sorted[1].insert(name.to_vec(), number);
        }
        which == 0
    }
}

/// The sizes of the tables of an archive.
pub(super) struct Table {
    kind: Kind,
    /// The bytes before the first member.
    pub(super) headers: u64,
    size: u64,
    pad: u64,
}

impl Table {
    /// For an archive of so many members, whose long names take so many bytes.
    pub(super) fn new(kind: Kind, names: &Names, members: usize, strings: u64) -> Table {
        let width = if kind.is_64() { 8 } else { 4 };
        let bsd = kind.is_bsd_like();
        let mut size = width + names.count * width * if bsd { 2 } else { 1 } + names.text.len() as u64;
        if bsd {
            size += width;
        }
        let pad = to_multiple(size, if bsd { 8 } else { 2 });
        size += pad;
        let header = if bsd { Fields::of_table(0, size).bsd_header(bsd_name(kind), 8).len() as u64 } else { 60 };
        let mut headers = 8 + header + size;
        if kind == Kind::Coff {
            headers += header + map_size(names, members).0;
            if !names.sorted[1].is_empty() {
                headers += header + ec_size(names).0;
            }
        }
        Table { kind, headers: headers + strings, size, pad }
    }

    /// Writes the index, and the sorted one of an archive of Windows.
    pub(super) fn write(&self, names: &Names, sizes: &[u64], date: u64, out: &mut dyn Write) -> Result<(), Error> {
        let kind = self.kind;
        if !names.text.is_empty() || kind.is_darwin() || kind == Kind::Coff {
            let fields = Fields::of_table(date, self.size);
            match kind {
                _ if kind.is_bsd_like() => out.write_all(&fields.bsd_header(bsd_name(kind), 8))?,
                Kind::Gnu64 => out.write_all(&fields.header(b"/SYM64/"))?,
                _ => out.write_all(&fields.header(b"/"))?,
            }
            out.write_all(&entries(kind, names, sizes, self.headers, self.pad)?)?;
        }
        if kind == Kind::Coff {
            let (size, pad) = map_size(names, sizes.len());
            let mut map = (sizes.len() as u32).to_le_bytes().to_vec();
            let mut position = self.headers;
            for size in sizes {
                // Members of such an archive begin before 4 GiB.
                map.extend_from_slice(&(position as u32).to_le_bytes());
                position += size;
            }
            push_sorted(&mut map, &names.sorted[0], pad);
            out.write_all(&Fields::of_table(date, size).header(b"/"))?;
            out.write_all(&map)?;
        }
        Ok(())
    }

    /// Writes the table of symbols for Arm64EC, if there are any.
    pub(super) fn write_ec(&self, names: &Names, date: u64, out: &mut dyn Write) -> Result<(), Error> {
        if self.kind == Kind::Coff && !names.sorted[1].is_empty() {
            let (size, pad) = ec_size(names);
            let mut map = Vec::new();
            push_sorted(&mut map, &names.sorted[1], pad);
            out.write_all(&Fields::of_table(date, size).header(b"/<ECSYMBOLS>/"))?;
            out.write_all(&map)?;
        }
        Ok(())
    }
}

fn bsd_name(kind: Kind) -> &'static [u8] {
    if kind.is_64() { b"__.SYMDEF_64" } else { b"__.SYMDEF" }
}

/// The content of an index: `first` is where the first member begins.
pub(super) fn entries(kind: Kind, names: &Names, sizes: &[u64], first: u64, pad: u64) -> Result<Vec<u8>, Error> {
    let (bsd, wide) = (kind.is_bsd_like(), kind.is_64());
    let too_large = || Error::Impossible("the index of such an archive cannot have so many symbols".into());
    let mut table = Vec::new();
    let mut push = |number: u64| -> Result<(), Error> {
        if wide {
            table.extend_from_slice(&if bsd { number.to_le_bytes() } else { number.to_be_bytes() });
        } else {
            let number = u32::try_from(number).map_err(|_| too_large())?;
            table.extend_from_slice(&if bsd { number.to_le_bytes() } else { number.to_be_bytes() });
        }
        Ok(())
    };
    let width = if wide { 8 } else { 4 };
    push(if bsd { names.count * 2 * width } else { names.count })?;
    let mut position = first;
    for (starts, size) in names.starts.iter().zip(sizes) {
        for &start in starts {
            if bsd {
                push(start)?;
            }
            push(position)?;
        }
        position += size;
    }
    if bsd {
        push(names.text.len() as u64)?;
    }
    table.extend_from_slice(&names.text);
    table.resize(table.len() + pad as usize, 0);
    Ok(table)
}

/// The size of names with the numbers of their members.
fn sorted_size(map: &BTreeMap<Vec<u8>, u16>) -> u64 {
    map.keys().map(|name| 2 + name.len() as u64 + 1).sum()
}

/// The size of the sorted index with its padding, and that.
fn map_size(names: &Names, members: usize) -> (u64, u64) {
    let size = 8 + 4 * members as u64 + sorted_size(&names.sorted[0]);
    (size + to_multiple(size, 2), to_multiple(size, 2))
}

fn ec_size(names: &Names) -> (u64, u64) {
    let size = 4 + sorted_size(&names.sorted[1]);
    (size + to_multiple(size, 2), to_multiple(size, 2))
}

fn push_sorted(out: &mut Vec<u8>, map: &BTreeMap<Vec<u8>, u16>, pad: u64) {
    out.extend_from_slice(&(map.len() as u32).to_le_bytes());
    out.extend(map.values().flat_map(|number| number.to_le_bytes()));
    for name in map.keys() {
        out.extend_from_slice(name);
        out.push(0);
    }
    out.resize(out.len() + pad as usize, 0);
}
