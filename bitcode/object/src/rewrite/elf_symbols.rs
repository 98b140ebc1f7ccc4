//! Changes or removes symbols of ELF object files, and all that refers to symbols by their numbers: relocations, groups, tables of linkers.
use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use super::{
    Change, Changes, E_PHNUM, E_SHENTSIZE, E_SHNUM, E_SHSTRNDX, Elf, Field, GROUP, INDEXES, Moved, REL, RELA, SH_INFO, SH_LINK, SH_NAME,
    SH_OFFSET, SH_SIZE, SH_TYPE, ST_INFO, ST_SHNDX, SYMTAB, lay_out, read_sections,
};

/// A symbol of an ELF object, with the numbers of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ElfSymbol<'a> {
    /// Its name; empty for those of sections.
    pub name: Cow<'a, [u8]>,
    /// What it is: `STT_FUNC` and others.
    pub kind: u8,
    /// How linkers treat it: `STB_LOCAL` and others.
    pub binding: u8,
    /// Who sees it: `STV_DEFAULT` and others.
    pub visibility: u8,
    /// Whether a section has it, or it has an absolute value, or space is reserved for it.
    pub is_defined: bool,
    /// Whether linkers reserve space for it.
    pub is_common: bool,
    /// Whether a relocation names it, or it is the signature of a group.
    pub is_needed: bool,
    /// The processor of the object: `EM_ARM` and others.
    pub machine: u16,
}

impl ElfSymbol<'_> {
    /// Whether it marks where code of one kind or data begins, as processors of Arm have it.
    pub fn is_mark(&self) -> bool {
        let kinds: &[u8] = match self.machine {
            numbers::EM_ARM => b"atd",
            numbers::EM_AARCH64 => b"xd",
            _ => return false,
        };
        let is_named = match &*self.name {
            [b'$', kind] | [b'$', kind, b'.', ..] => kinds.contains(kind),
            _ => false,
        };
        is_named && self.is_defined && self.binding == STB_LOCAL && self.kind == numbers::STT_NOTYPE
    }
}

/// The numbers of bindings, visibilities and kinds that [`ElfSymbol`] has.
pub mod numbers {
    /// The binding of a symbol that its object alone sees.
    pub const STB_LOCAL: u8 = 0;
    /// That of one that all objects see.
    pub const STB_GLOBAL: u8 = 1;
    /// That of one that another may replace.
    pub const STB_WEAK: u8 = 2;
    /// That of one that a whole process has once.
    pub const STB_GNU_UNIQUE: u8 = 10;
    /// The visibility of a symbol that all of a process see.
    pub const STV_DEFAULT: u8 = 0;
    /// That of one that no other library sees, as processors define it.
    pub const STV_INTERNAL: u8 = 1;
    /// That of one that no other library sees.
    pub const STV_HIDDEN: u8 = 2;
    /// That of one that no other library replaces.
    pub const STV_PROTECTED: u8 = 3;
    /// The kind of a symbol that says nothing about what it is.
    pub const STT_NOTYPE: u8 = 0;
    /// The kind of a symbol that is a section.
    pub const STT_SECTION: u8 = 3;
    /// That of one that is the name of a source file.
    pub const STT_FILE: u8 = 4;
    /// Arm with 32 bits.
    pub const EM_ARM: u16 = 40;
    /// Arm with 64 bits.
    pub const EM_AARCH64: u16 = 183;
}
use numbers::STB_LOCAL;

/// Whether `data` is an ELF object file, which linkers take.
pub fn is_elf_object(data: &[u8]) -> bool {
    let order = || data.get(5).map(|order| if *order == 2 { [0, 1] } else { [1, 0] });
    data.starts_with(b"\x7FELF") && data.get(16..18).is_some_and(|kind| order().is_some_and(|order| kind == order))
}

/// The ELF object file `data` with what `change` makes of its symbols: it returns false to remove one. Symbols of other objects come after local
/// ones. Relocations, groups and tables of addresses follow, and the names that nothing uses any more are left out. None if nothing changes.
///
/// # Errors
/// If the file is damaged or has a table that is not understood, or if a symbol is removed that is needed.
pub fn with_elf_symbols(data: &[u8], change: &mut dyn FnMut(&mut ElfSymbol<'_>) -> bool) -> Result<Option<Vec<u8>>, String> {
    let Some(mut file) = File::read(data)? else { return Ok(None) };
    let Some(order) = file.change_all(change)? else { return Ok(None) };
    file.renumber(&order)?;
    file.name_all()?;
    lay_out(file.elf, data, file.sections).map(Some).ok_or_else(malformed)
}

/// The ELF object file `data` without its debug information, and without the symbols and relocations of that. None if there is none.
///
/// # Errors
/// As [`with_elf_symbols`]. Code that refers to debug information is an error, too.
pub fn without_elf_debug(data: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let elf = Elf::of(data).ok_or_else(malformed)?;
    let (sections, names) = sections(elf, data)?;
    let name = |section: &Moved| Some(text_at(&names, elf.get(&section.header, SH_NAME)?).unwrap_or_default());
    let is_debug = |name: &[u8]| name.starts_with(b".debug") || name.starts_with(b".zdebug") || name == b".gdb_index";
    let mut dropped: HashSet<usize> = HashSet::new();
    let mut all = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        let name = name(section).ok_or_else(malformed)?;
        if is_debug(name) {
            dropped.insert(number);
            all.push(
                String::from_utf8(name.to_vec()).map_err(|_| "a section of debug information has a name that is no UTF-8".to_owned())?,
            );
        }
    }
    if dropped.is_empty() {
        return Ok(None);
    }
    let without = match File::read(data)? {
        None => None,
        Some(mut file) => {
            let gone = file.gone_with(&dropped)?;
            let mut at = 0;
            let order = file.change_all(&mut |_| {
                at += 1;
                !gone.contains(&at)
            })?;
            match order {
                None => None,
                Some(order) => {
                    // Relocations of what goes may name what goes.
                    file.ignored = dropped;
                    file.renumber(&order)?;
                    file.name_all()?;
                    Some(lay_out(file.elf, data, file.sections).ok_or_else(malformed)?)
                }
            }
        }
    };
    let data = without.as_deref().unwrap_or(data);
    super::in_elf(data, &mut Changes { change: &Change::Drop(&all), before: 0 }).map(Some)
}

/// The ELF object file `data` with another section at its end, which linkers leave out of what they link.
///
/// # Errors
/// If the file is damaged, or has such a section.
pub fn with_elf_section(data: &[u8], name: &str, kind: u32, bytes: &[u8]) -> Result<Vec<u8>, String> {
    const SHF_EXCLUDE: u64 = 0x8000_0000;
    let elf = Elf::of(data).ok_or_else(malformed)?;
    let (mut sections, names) = sections(elf, data)?;
    for section in &sections {
        if text_at(&names, elf.get(&section.header, SH_NAME).ok_or_else(malformed)?) == Some(name.as_bytes()) {
            return Err(format!("the object has a section {name}"));
        }
    }
    let added = || {
        let strings = sections.get_mut(elf.get(data, E_SHSTRNDX)? as usize)?.data.as_mut()?;
        let place = strings.len() as u64;
        strings.extend_from_slice(name.as_bytes());
        strings.push(0);
        let mut header = vec![0; if elf.wide { 64 } else { 40 }];
        elf.put(&mut header, SH_NAME, place)?;
        elf.put(&mut header, SH_TYPE, u64::from(kind))?;
        elf.put(&mut header, super::SH_FLAGS, SHF_EXCLUDE)?;
        elf.put(&mut header, super::SH_ADDRALIGN, 1)?;
        // It lies behind all others.
        let mut end = 0;
        for section in sections.iter().filter(|section| section.data.is_some()) {
            end = end.max(elf.get(&section.header, SH_OFFSET)?.checked_add(elf.get(&section.header, SH_SIZE)?)?);
        }
        elf.put(&mut header, SH_OFFSET, end)?;
        sections.push(Moved { header, data: Some(bytes.to_vec()), dropped: false });
        lay_out(elf, data, sections)
    };
    let added: Option<Vec<u8>> = { added }();
    added.ok_or_else(malformed)
}

fn malformed() -> String {
    "a table of the file is out of bounds or malformed".into()
}

/// The text at an offset of a table of strings.
fn text_at(strings: &[u8], at: u64) -> Option<&[u8]> {
    let rest = strings.get(usize::try_from(at).ok()?..)?;
    rest.get(..memchr::memchr(0, rest)?)
}

/// The sections of an ELF object file, and the table of their names.
fn sections(elf: Elf, data: &[u8]) -> Result<(Vec<Moved>, Vec<u8>), String> {
    if !is_elf_object(data) || elf.get(data, E_PHNUM).is_none_or(|count| count > 0) {
        return Err("cannot change the symbols of a linked file".into());
    }
    if elf.get(data, E_SHNUM) == Some(0) {
        return Err("the object has no sections, or too many".into());
    }
    let read = || {
        if elf.get(data, E_SHENTSIZE)? != if elf.wide { 64 } else { 40 } {
            return None;
        }
        // Sections that overlap would let the file grow.
        let sections = read_sections(elf, data, data.len())?;
        let names = sections.get(elf.get(data, E_SHSTRNDX)? as usize)?.data.clone()?;
        Some((sections, names))
    };
    read().ok_or_else(malformed)
}

const ADDRESSES: u64 = 0x6FFF_4C03;
const CALLS: u64 = 0x6FFF_4C09;

const E_MACHINE: Field = ((18, 2), (18, 2));
const ST_NAME: Field = ((0, 4), (0, 4));
const ST_OTHER: Field = ((13, 1), (5, 1));
const WORD: Field = ((0, 4), (0, 4));

/// How many times the file all names of its symbols may take together: names may be the ends of others.
const MOST_NAMES: usize = 16;

/// The number of each symbol in the new table, by its number in the old one; none for those that are removed.
struct Order {
    new: Vec<Option<u32>>,
    /// The old names, for messages.
    names: Vec<Vec<u8>>,
    is_same: bool,
}

/// A file whose symbols change.
struct File {
    elf: Elf,
    machine: u16,
    sections: Vec<Moved>,
    section_names: usize,
    table: usize,
    strings: usize,
    /// The names of all symbols, the first one included.
    names: Vec<Vec<u8>>,
    /// Sections that will be removed.
    ignored: HashSet<usize>,
}

impl File {
    /// Reads a file; none if it has no symbols.
    fn read(data: &[u8]) -> Result<Option<File>, String> {
        let elf = Elf::of(data).ok_or_else(malformed)?;
        let (sections, _) = sections(elf, data)?;
        let kind = |section: &Moved| elf.get(&section.header, SH_TYPE);
        let mut tables = (0..sections.len()).filter(|&at| kind(&sections[at]) == Some(SYMTAB));
        let Some(table) = tables.next() else { return Ok(None) };
        if tables.next().is_some() {
            return Err("the object has several symbol tables".into());
        }
        let read = || {
            let strings = elf.get(&sections[table].header, SH_LINK)? as usize;
            let texts = sections.get(strings)?.data.as_deref()?;
            let symbols = sections[table].data.as_deref()?;
            if symbols.is_empty() || symbols.len() % elf.symbol() != 0 {
                return None;
            }
            let mut left = data.len().saturating_mul(MOST_NAMES);
            let mut names = Vec::new();
            for symbol in symbols.chunks_exact(elf.symbol()) {
                let name = text_at(texts, elf.get(symbol, ST_NAME)?)?;
                left = left.checked_sub(name.len())?;
                names.push(name.to_vec());
            }
            Some((strings, names))
        };
        let (strings, names) = read().ok_or_else(malformed)?;
        let section_names = elf.get(data, E_SHSTRNDX).ok_or_else(malformed)? as usize;
        let machine = elf.get(data, E_MACHINE).ok_or_else(malformed)? as u16;
        Ok(Some(File { elf, machine, sections, section_names, table, strings, names, ignored: HashSet::new() }))
    }

    fn kind(&self, section: usize) -> Option<u64> {
        self.elf.get(&self.sections[section].header, SH_TYPE)
    }

    /// Whether the section is about the symbols of the table.
    fn is_about_symbols(&self, section: usize) -> bool {
        self.elf.get(&self.sections[section].header, SH_LINK) == Some(self.table as u64)
    }

    /// The place of the number of a symbol in a relocation, how far it is shifted, and the size of relocations.
    fn relocations(&self, kind: u64) -> Option<(Field, u32, usize)> {
        const MIPS: u16 = 8;
        // There, the first word is the number of a symbol, as in no other file with the little end first.
        let at = match (self.elf.wide, self.elf.big, self.machine == MIPS) {
            (false, ..) => return Some((((4, 4), (4, 4)), 8, if kind == RELA { 12 } else { 8 })),
            (true, true, _) | (true, _, true) => 8,
            (true, false, false) => 12,
        };
        Some((((at, 4), (at, 4)), 0, if kind == RELA { 24 } else { 16 }))
    }

    /// The numbers of symbols that relocations and groups name.
    fn needed(&self) -> Option<Vec<bool>> {
        let mut needed = vec![false; self.names.len()];
        for section in (0..self.sections.len()).filter(|&section| self.is_about_symbols(section)) {
            let kind = self.kind(section)?;
            match kind {
                REL | RELA => {
                    let (field, shift, size) = self.relocations(kind)?;
                    for relocation in self.sections[section].data.as_deref()?.chunks_exact(size) {
                        *needed.get_mut((self.elf.get(relocation, field)? >> shift) as usize)? = true;
                    }
                }
                GROUP => *needed.get_mut(self.elf.get(&self.sections[section].header, SH_INFO)? as usize)? = true,
                _ => {}
            }
        }
        Some(needed)
    }

    /// The numbers of symbols that are defined in these sections.
    fn gone_with(&self, dropped: &HashSet<usize>) -> Result<HashSet<usize>, String> {
        let symbols = self.sections[self.table].data.as_deref().ok_or_else(malformed)?;
        let is_gone = |symbol: &[u8]| self.elf.get(symbol, ST_SHNDX).is_some_and(|section| dropped.contains(&(section as usize)));
        Ok(symbols.chunks_exact(self.elf.symbol()).enumerate().filter(|(_, symbol)| is_gone(symbol)).map(|(at, _)| at).collect())
    }

    /// Asks what becomes of each symbol, and makes the table of those that are left. None if nothing changes.
    fn change_all(&mut self, change: &mut dyn FnMut(&mut ElfSymbol<'_>) -> bool) -> Result<Option<Order>, String> {
        const SHN_COMMON: u64 = 0xFFF2;
        let elf = self.elf;
        let needed = self.needed().ok_or_else(malformed)?;
        let old = self.sections[self.table].data.take().ok_or_else(malformed)?;
        let old_names = self.names.clone();
        let mut left = old.len().saturating_add(old_names.iter().map(Vec::len).sum()).saturating_mul(MOST_NAMES).saturating_add(1 << 20);
        let mut is_changed = false;
        // The first symbol is none.
        let mut kept = vec![(0, true, old[..elf.symbol()].to_vec())];
        for (number, symbol) in old.chunks_exact(elf.symbol()).enumerate().skip(1) {
            let read = || Some((elf.get(symbol, ST_INFO)? as u8, elf.get(symbol, ST_OTHER)? as u8, elf.get(symbol, ST_SHNDX)?));
            let (info, other, section) = read().ok_or_else(malformed)?;
            let before = ElfSymbol {
                name: old_names[number].as_slice().into(),
                kind: info & 0xF,
                binding: info >> 4,
                visibility: other & 3,
                is_defined: section != 0,
                is_common: section == SHN_COMMON,
                is_needed: needed[number],
                machine: self.machine,
            };
            let mut after = before.clone();
            if !change(&mut after) {
                is_changed = true;
                continue;
            }
            let mut symbol = symbol.to_vec();
            if after != before {
                is_changed = true;
                let write = |symbol: &mut [u8]| {
                    elf.put(symbol, ST_INFO, u64::from(after.binding << 4 | info & 0xF))?;
                    elf.put(symbol, ST_OTHER, u64::from(other & !3 | after.visibility & 3))
                };
                write(&mut symbol).ok_or_else(malformed)?;
                if after.name != before.name {
                    left = left.checked_sub(after.name.len()).ok_or("the new names are too long")?;
                    self.names[number] = after.name.into_owned();
                }
            }
            kept.push((number, after.binding == STB_LOCAL, symbol));
        }
        if !is_changed {
            self.sections[self.table].data = Some(old);
            return Ok(None);
        }
        kept.sort_by_key(|(_, is_local, _)| !is_local);
        let locals = kept.iter().take_while(|(_, is_local, _)| *is_local).count();
        let mut order = Order { new: vec![None; old_names.len()], names: old_names, is_same: kept.len() == self.names.len() };
        let mut table = Vec::with_capacity(old.len());
        for (new, (number, _, symbol)) in kept.iter().enumerate() {
            order.new[*number] = Some(new as u32);
            order.is_same &= new == *number;
            table.extend_from_slice(symbol);
        }
        self.names = kept.iter().map(|(number, ..)| std::mem::take(&mut self.names[*number])).collect();
        let header = &mut self.sections[self.table];
        header.data = Some(table);
        elf.put(&mut header.header, SH_INFO, locals as u64).ok_or_else(malformed)?;
        Ok(Some(order))
    }

    /// Has all that names symbols by number follow.
    fn renumber(&mut self, order: &Order) -> Result<(), String> {
        let locals = self.elf.get(&self.sections[self.table].header, SH_INFO).ok_or_else(malformed)?;
        for section in (0..self.sections.len()).filter(|&section| self.is_about_symbols(section)).collect::<Vec<_>>() {
            let kind = self.kind(section).ok_or_else(malformed)?;
            if kind == GROUP {
                self.renumber_group(section, order, locals)?;
            }
            if order.is_same || self.ignored.contains(&section) {
                continue;
            }
            match kind {
                REL | RELA => self.renumber_relocations(section, kind, order)?,
                ADDRESSES => self.renumber_addresses(section, order).ok_or_else(malformed)?,
                INDEXES => self.sort_indexes(section, order).ok_or_else(malformed)?,
                GROUP | CALLS => {}
                kind => return Err(format!("section {section} is about symbols, and its type {kind:#x} is not known")),
            }
        }
        Ok(())
    }

    /// The signature of a group. Nothing else joins a group of a local one.
    fn renumber_group(&mut self, section: usize, order: &Order, locals: u64) -> Result<(), String> {
        const COMDAT: u64 = 1;
        let elf = self.elf;
        let Moved { header, data, .. } = &mut self.sections[section];
        let old = elf.get(header, SH_INFO).ok_or_else(malformed)? as usize;
        let Some(new) = order.new.get(old).ok_or_else(malformed)? else {
            let name = String::from_utf8_lossy(&order.names[old]);
            return Err(format!("symbol '{name}' cannot be removed, since a group of sections has its name"));
        };
        let data = data.as_mut().ok_or_else(malformed)?;
        let flags = elf.get(data, WORD).ok_or_else(malformed)?;
        let is_local = u64::from(*new) < locals;
        let put = elf.put(header, SH_INFO, u64::from(*new)).and_then(|()| match is_local {
            true => elf.put(data, WORD, flags & !COMDAT),
            false => Some(()),
        });
        put.ok_or_else(malformed)
    }

    fn renumber_relocations(&mut self, section: usize, kind: u64, order: &Order) -> Result<(), String> {
        let elf = self.elf;
        let (field, shift, size) = self.relocations(kind).ok_or_else(malformed)?;
        let target = elf.get(&self.sections[section].header, SH_INFO).ok_or_else(malformed)? as usize;
        let is_ignored = self.ignored.contains(&target);
        let data = self.sections[section].data.as_mut().ok_or_else(malformed)?;
        if data.len() % size != 0 {
            return Err(malformed());
        }
        for relocation in data.chunks_exact_mut(size) {
            let old = elf.get(relocation, field).ok_or_else(malformed)?;
            let number = (old >> shift) as usize;
            let new = match order.new.get(number).ok_or_else(malformed)? {
                Some(new) => u64::from(*new),
                None if is_ignored => 0,
                None => {
                    let name = String::from_utf8_lossy(&order.names[number]);
                    return Err(format!("symbol '{name}' cannot be removed, since a relocation names it"));
                }
            };
            let low = old & ((1 << shift) - 1);
            elf.put(relocation, field, new << shift | low).ok_or("the object has too many symbols")?;
        }
        Ok(())
    }

    /// The list of symbols whose addresses matter: numbers in LEB128.
    fn renumber_addresses(&mut self, section: usize, order: &Order) -> Option<()> {
        let data = self.sections[section].data.as_mut()?;
        let (mut at, mut out) = (0, Vec::new());
        while at < data.len() {
            let (number, size) = super::leb(&data[at..])?;
            at += size;
            if let Some(new) = order.new.get(number)? {
                super::put_leb(*new as usize, 0, &mut out);
            }
        }
        *data = out;
        Some(())
    }

    /// The numbers of sections for symbols whose own fields are too small for them.
    fn sort_indexes(&mut self, section: usize, order: &Order) -> Option<()> {
        let data = self.sections[section].data.as_mut()?;
        let mut out = vec![0; 4 * self.names.len()];
        for (old, new) in order.new.iter().enumerate() {
            if let Some(new) = new {
                out.get_mut(4 * *new as usize..)?.get_mut(..4)?.copy_from_slice(data.get(4 * old..4 * old + 4)?);
            }
        }
        *data = out;
        Some(())
    }

    /// Makes the table of names anew. If other sections have names in it that are not understood, new ones are appended.
    fn name_all(&mut self) -> Result<(), String> {
        let elf = self.elf;
        let link = |section: &Moved| elf.get(&section.header, SH_LINK) == Some(self.strings as u64);
        let has_others = self.sections.iter().enumerate().any(|(at, section)| at != self.table && link(section));
        let of_sections = self.strings == self.section_names;
        let old = self.sections[self.strings].data.take().ok_or_else(malformed)?;
        let mut names: Vec<Vec<u8>> = Vec::new();
        if of_sections {
            for section in &self.sections {
                let at = elf.get(&section.header, SH_NAME).ok_or_else(malformed)?;
                names.push(text_at(&old, at).ok_or_else(malformed)?.to_vec());
            }
            // As those of symbols, they may be the ends of others.
            if names.iter().map(Vec::len).sum::<usize>() > MOST_NAMES * (old.len() + 64 * self.sections.len()) {
                return Err(malformed());
            }
        }
        let all = names.iter().chain(&self.names).map(Vec::as_slice);
        let (table, places) = if has_others { appended(old, all) } else { joined(all) };
        let place = |name: &[u8]| places.get(name).copied().ok_or_else(malformed);
        for (section, name) in self.sections.iter_mut().zip(&names) {
            elf.put(&mut section.header, SH_NAME, place(name)?).ok_or_else(malformed)?;
        }
        let symbols = self.sections[self.table].data.as_mut().ok_or_else(malformed)?;
        for (symbol, name) in symbols.chunks_exact_mut(elf.symbol()).zip(&self.names) {
            elf.put(symbol, ST_NAME, place(name)?).ok_or("the names of the object are too long")?;
        }
        drop(places);
        self.sections[self.strings].data = Some(table);
        Ok(())
    }
}

impl Elf {
    /// The size of a symbol.
    fn symbol(self) -> usize {
        if self.wide { 24 } else { 16 }
    }
}

/// A table with these texts, where one that another ends with has a place in that, and the places.
fn joined<'a>(texts: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, HashMap<&'a [u8], u64>) {
    let mut sorted: Vec<&[u8]> = texts.collect();
    // From the end on, so that longer ones come right before those that they end with.
    sorted.sort_by(|a, b| b.iter().rev().cmp(a.iter().rev()));
    sorted.dedup();
    let (mut table, mut places) = (vec![0], HashMap::with_capacity(sorted.len()));
    let mut last: &[u8] = b"";
    let mut end = 0;
    for text in sorted {
        if !(text.is_empty() || end > 0 && last.ends_with(text)) {
            table.extend_from_slice(text);
            end = table.len();
            table.push(0);
            last = text;
        }
        places.insert(text, if text.is_empty() { 0 } else { (end - text.len()) as u64 });
    }
    (table, places)
}

/// The table `old` with those of the texts at its end that it does not have as whole texts, and the places of all.
fn appended<'a>(old: Vec<u8>, texts: impl Iterator<Item = &'a [u8]>) -> (Vec<u8>, HashMap<&'a [u8], u64>) {
    let mut has: HashMap<Vec<u8>, u64> = HashMap::new();
    let mut at = 0;
    for text in old.split(|byte| *byte == 0) {
        has.entry(text.to_vec()).or_insert(at);
        at += text.len() as u64 + 1;
    }
    let (mut table, mut places) = (old, HashMap::new());
    if table.last().is_some_and(|last| *last != 0) {
        table.push(0);
    }
    for text in texts {
        if places.contains_key(text) {
            continue;
        }
        let place = has.get(text).copied().unwrap_or_else(|| {
            let place = table.len() as u64;
            table.extend_from_slice(text);
            table.push(0);
            place
        });
        places.insert(text, place);
    }
    (table, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_share_their_ends() {
        let (table, places) = joined([&b"ab"[..], b"b", b"", b"cab", b"x"].into_iter());
        assert_eq!(table.len(), 1 + 4 + 2);
        for text in [&b"ab"[..], b"b", b"", b"cab", b"x"] {
            assert_eq!(text_at(&table, places[text]), Some(text));
        }
        let (table, places) = appended(b"\0a\0".to_vec(), [&b"a"[..], b"", b"b"].into_iter());
        assert_eq!((table, places[&b"a"[..]], places[&b"b"[..]], places[&b""[..]]), (b"\0a\0b\0".to_vec(), 1, 3, 0));
    }
}
