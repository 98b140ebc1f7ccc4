//! Source locations of symbols, from the DWARF of an object file (`--line-numbers`).
//!
//! Lookups and file names are those of `printLineNumbers` in llvm-nm and of LLVM's `DWARFContext` (LLVM 22).
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use gimli::{AttributeValue, Reader as _, RelocateReader, RunTimeEndian, UnitRef, constants};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget, SectionIndex, SymbolIndex};

/// How deep types may nest.
const MOST_DEEP: usize = 32;

/// What relocations change: by the section, the place in it, the number to add, and the tag of what it refers to.
#[derive(Debug, Default)]
struct Relocations {
    by_place: HashMap<usize, (u64, u64, bool)>,
    /// The bits of an address below the number of its section.
    shift: u32,
}

impl gimli::Relocate<usize> for &Relocations {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(match self.by_place.get(&offset) {
            Some((add, tag, implicit)) => {
                (if *implicit { value } else { 0 }).wrapping_add(*add) & ((1 << self.shift) - 1) | tag << self.shift
            }
            None => value,
        })
    }

    fn relocate_offset(&self, offset: usize, value: usize) -> gimli::Result<usize> {
        Ok(match self.by_place.get(&offset) {
            Some((add, _, implicit)) => (if *implicit { value as u64 } else { 0 }).wrapping_add(*add) as usize,
            None => value,
        })
    }
}

type Slice<'a> = gimli::EndianSlice<'a, RunTimeEndian>;
type Reader<'a> = RelocateReader<Slice<'a>, &'a Relocations>;

/// Rows of a line table for one stretch of code: addresses with the file and the line.
struct Sequence {
    start: u64,
    end: u64,
    rows: Vec<(u64, u32, u64)>,
}

/// Source locations from the DWARF of a file.
#[derive(Default)]
pub struct Lines {
    files: Vec<Vec<u8>>,
    sequences: Vec<Sequence>,
    /// Variables of each unit by their addresses: where each ends, its file and its line.
    variables: Vec<BTreeMap<u64, (u64, u32, u64)>>,
    /// The location of the first relocation of each undefined symbol in code.
    uses: HashMap<usize, Vec<u64>>,
    /// Sections of code: number, address, size.
    code: Vec<(u64, u64, u64)>,
    /// In files whose sections all begin at 0: how many bits of an address are below the number of its section.
    tagged: Option<u32>,
    /// The symbols of ELF in the order of addresses: address, size, and the number of a local one.
    symbols: Vec<(u64, u64, usize)>,
    /// Symbols that name a file of source, by their numbers.
    sources: Vec<(usize, Vec<u8>)>,
}

impl Lines {
    /// Reads what exists; nothing if it cannot be read.
    pub fn of(bytes: &[u8]) -> Lines {
        let mut lines = Lines::default();
        if let Ok(file) = object::File::parse(bytes) {
            lines.read_uses(&file);
            if file.format() == object::BinaryFormat::Elf {
                lines.read_symbols(&file);
            }
            // Up to the damaged part.
            let _ = lines.read(&file);
        }
        lines
    }

    fn read_uses(&mut self, file: &object::File<'_>) {
        if file.kind() == object::ObjectKind::Relocatable && file.format() != object::BinaryFormat::MachO {
            self.tagged = shift(file);
        }
        for section in file.sections().filter(|section| section.kind() == object::SectionKind::Text) {
            self.code.push((section.index().0 as u64, section.address(), section.size()));
            for (offset, relocation) in section.relocations() {
                if let RelocationTarget::Symbol(SymbolIndex(symbol)) = relocation.target() {
                    self.uses.entry(symbol).or_default().push(section.address().wrapping_add(offset));
                }
            }
        }
    }

    /// Reads the symbols that name the files of local ones (`SymbolizableObjectFile`).
    fn read_symbols(&mut self, file: &object::File<'_>) {
        use object::elf::{STB_LOCAL, STT_FILE, STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE, STT_OBJECT};
        let machine = match file.architecture() {
            object::Architecture::Arm => object::elf::EM_ARM,
            object::Architecture::Aarch64 => object::elf::EM_AARCH64,
            object::Architecture::Csky => object::elf::EM_CSKY,
            object::Architecture::Riscv32 | object::Architecture::Riscv64 => object::elf::EM_RISCV,
            object::Architecture::Mips => object::elf::EM_MIPS,
            _ => object::elf::EM_NONE,
        };
        let arm = matches!(machine, object::elf::EM_ARM | object::elf::EM_MIPS);
        for symbol in file.symbols() {
            let object::SymbolFlags::Elf { st_info, .. } = symbol.flags() else { continue };
            let (kind, binding) = (st_info.0 & 0xF, st_info.0 >> 4);
            if kind == STT_FILE.0 {
                self.sources.push((symbol.index().0, symbol.name_bytes().unwrap_or_default().to_vec()));
            }
            let known = [STT_NOTYPE, STT_FUNC, STT_OBJECT, STT_GNU_IFUNC].iter().any(|known| known.0 == kind);
            let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
            let in_memory = section.is_some_and(|section| match section.flags() {
                object::SectionFlags::Elf { sh_flags, .. } => sh_flags.0 & object::elf::SHF_ALLOC.0 != 0,
                _ => false,
            });
            let name = symbol.name_bytes().unwrap_or_default();
            if !known || !in_memory || super::elf::is_mapping(machine.0, name) {
                continue;
            }
            let address = if arm && kind == STT_FUNC.0 { symbol.address() & !1 } else { symbol.address() };
            let local = if binding == STB_LOCAL.0 { symbol.index().0 } else { 0 };
            self.symbols.push((address, symbol.size(), local));
        }
        self.symbols.sort_by_key(|&(address, size, _)| (address, size));
    }

    /// The source file of the local symbol at an address, if debug information has none.
    fn source(&self, address: u64) -> Option<(&[u8], u64)> {
        let at = self.symbols.partition_point(|symbol| symbol.0 <= address).checked_sub(1)?;
        let &(start, size, local) = self.symbols.get(at)?;
        if local == 0 || size != 0 && start.wrapping_add(size) <= address {
            return None;
        }
        let at = self.sources.partition_point(|(index, _)| *index <= local).checked_sub(1)?;
        self.sources.get(at).map(|(_, name)| (name.as_slice(), 0)).filter(|(name, _)| !name.is_empty())
    }

    fn read(&mut self, file: &object::File<'_>) -> gimli::Result<()> {
        let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
        let mut sections: HashMap<&'static str, (Cow<'_, [u8]>, Relocations)> = HashMap::new();
        for id in [
            gimli::SectionId::DebugAbbrev,
            gimli::SectionId::DebugAddr,
            gimli::SectionId::DebugInfo,
            gimli::SectionId::DebugLine,
            gimli::SectionId::DebugLineStr,
            gimli::SectionId::DebugStr,
            gimli::SectionId::DebugStrOffsets,
        ] {
            let Some(section) = file.section_by_name(id.name()) else { continue };
            let mut data = section.uncompressed_data().unwrap_or_default();
            add_differences(file, &section, &mut data);
            let relocations = self.tagged.map(|shift| relocations(file, &section, shift)).unwrap_or_default();
            sections.insert(id.name(), (data, relocations));
        }
        let none = Relocations::default();
        let load = |id: gimli::SectionId| -> gimli::Result<Reader<'_>> {
            let (data, relocations) = sections.get(id.name()).map_or((&b""[..], &none), |(data, relocations)| (data, relocations));
            Ok(RelocateReader::new(Slice::new(data, endian), relocations))
        };
        let dwarf = gimli::Dwarf::load(load)?;
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            let unit = unit.unit_ref(&dwarf);
            let mut names = HashMap::new();
            self.read_rows(unit, &mut names)?;
            let variables = self.read_variables(unit, &mut names)?;
            self.variables.push(variables);
        }
        Ok(())
    }

    /// The number of a file's name.
    fn file(&mut self, unit: UnitRef<'_, Reader<'_>>, number: u64, names: &mut HashMap<u64, u32>) -> gimli::Result<Option<u32>> {
        if let Some(known) = names.get(&number) {
            return Ok(Some(*known));
        }
        let Some(program) = &unit.line_program else { return Ok(None) };
        let header = program.header();
        let Some(entry) = header.file(number) else { return Ok(None) };
        let text = |value| -> gimli::Result<Vec<u8>> { Ok(unit.attr_string(value)?.to_slice()?.into_owned()) };
        let name = text(entry.path_name())?;
        let directory = match entry.directory(header) {
            Some(directory) if header.version() >= 5 || entry.directory_index() != 0 => text(directory)?,
            _ => Vec::new(),
        };
        let mut path = Vec::new();
        if !name.starts_with(b"/") {
            let in_unit = header.version() < 5 || entry.directory_index() != 0;
            if in_unit
                && !directory.starts_with(b"/")
                && let Some(start) = &unit.comp_dir
            {
                append(&mut path, &start.to_slice()?);
            }
            append(&mut path, &directory);
        }
        append(&mut path, &name);
        let known = self.files.len() as u32;
        self.files.push(path);
        names.insert(number, known);
        Ok(Some(known))
    }

    fn read_rows(&mut self, unit: UnitRef<'_, Reader<'_>>, names: &mut HashMap<u64, u32>) -> gimli::Result<()> {
        let Some(program) = unit.line_program.clone() else { return Ok(()) };
        let mut rows = program.rows();
        let mut sequence = Sequence { start: 0, end: 0, rows: Vec::new() };
        while let Some((_, row)) = rows.next_row()? {
            let address = row.address();
            if row.end_sequence() {
                sequence.end = address;
                sequence.start = sequence.rows.first().map_or(address, |row| row.0);
                self.sequences.push(std::mem::replace(&mut sequence, Sequence { start: 0, end: 0, rows: Vec::new() }));
                continue;
            }
            let (number, line) = (row.file_index(), row.line().map_or(0, |line| line.get()));
            if let Some(file) = self.file(unit, number, names)? {
                sequence.rows.push((address, file, line));
            }
        }
        Ok(())
    }

    fn read_variables(
        &mut self,
        unit: UnitRef<'_, Reader<'_>>,
        names: &mut HashMap<u64, u32>,
    ) -> gimli::Result<BTreeMap<u64, (u64, u32, u64)>> {
        let mut variables = BTreeMap::new();
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            if entry.tag() != constants::DW_TAG_variable {
                continue;
            }
            let Some(AttributeValue::Exprloc(expression)) = entry.attr_value(constants::DW_AT_location) else { continue };
            let Some(address) = address(unit, &expression, self.tagged)? else { continue };
            let size = size_of(unit, entry.attr_value(constants::DW_AT_type), MOST_DEEP)?.unwrap_or(1);
            let find = |name| -> gimli::Result<Option<u64>> {
                if let Some(value) = entry.attr_value(name) {
                    return Ok(value.udata_value());
                }
                // What a definition does not say, its declaration does.
                match entry.attr_value(constants::DW_AT_specification) {
                    Some(AttributeValue::UnitRef(offset)) => Ok(unit.entry(offset)?.attr_value(name).and_then(|value| value.udata_value())),
                    _ => Ok(None),
                }
            };
            let line = find(constants::DW_AT_decl_line)?.unwrap_or(0);
            let number = match find(constants::DW_AT_decl_file)? {
                Some(number) => Some(number),
                None => match entry.attr_value(constants::DW_AT_decl_file) {
                    Some(AttributeValue::FileIndex(number)) => Some(number),
                    _ => None,
                },
            };
            let file = match number {
                Some(number) => self.file(unit, number, names)?,
                None => None,
            };
            if let Some(file) = file {
                variables.insert(address, (address.saturating_add(size), file, line));
            }
        }
        Ok(variables)
    }

    fn shown(&self, file: u32, line: u64) -> Option<(&[u8], u64)> {
        Some((self.files.get(file as usize)?, line))
    }

    fn code(&self, address: u64, section: Option<u64>) -> Option<(&[u8], u64)> {
        let wanted = match self.tagged {
            Some(shift) => address & ((1 << shift) - 1) | (section? + 1) << shift,
            None => address,
        };
        let sequence = self.sequences.iter().find(|sequence| (sequence.start..sequence.end).contains(&wanted))?;
        let at = sequence.rows.partition_point(|row| row.0 <= wanted).checked_sub(1)?;
        let (_, file, line) = *sequence.rows.get(at)?;
        self.shown(file, line)
    }

    /// The location of a symbol, by its letter, address, section and index in its table.
    pub fn place(&self, letter: char, address: u64, section: Option<u64>, index: Option<u64>) -> Option<(&[u8], u64)> {
        match letter {
            't' | 'T' => self.code(address, section).or_else(|| self.source(address)),
            'U' => {
                // The first use in code with a known line. LLVM finds the section by the address alone.
                let uses = self.uses.get(&(usize::try_from(index?).ok()?))?;
                let section_of =
                    |place: u64| self.code.iter().find(|(_, start, size)| place >= *start && place - start < *size).map(|code| code.0);
                uses.first().and_then(|place| self.code(*place, section_of(*place)).or_else(|| self.source(*place)))
            }
            _ => {
                let found = self.variables.iter().find_map(|unit| {
                    let (_, &(end, file, line)) = unit.range(..=address).next_back()?;
                    (address < end).then_some((file, line))
                });
                let found = found.filter(|(_, line)| *line != 0);
                found.and_then(|(file, line)| self.shown(file, line)).or_else(|| self.source(address))
            }
        }
    }
}

/// Adds a part to a path.
fn append(path: &mut Vec<u8>, part: &[u8]) {
    if part.is_empty() {
        return;
    }
    if !path.is_empty() && !path.ends_with(b"/") {
        path.push(b'/');
    }
    path.extend_from_slice(part);
}

/// How many bits of an address are left for places within sections, so that the number of the section has room above.
fn shift(file: &object::File<'_>) -> Option<u32> {
    if file.is_64() {
        return Some(48);
    }
    let largest = file.sections().map(|section| section.size()).max().unwrap_or(0);
    let count = file.sections().map(|section| section.index().0 as u64).max().unwrap_or(0) + 2;
    let bits = u64::BITS - largest.leading_zeros();
    (bits < 32 && count << bits <= u64::from(u32::MAX)).then_some(bits)
}

/// Relocations that add to the stored value or subtract from it: processor, number, bytes, whether it subtracts. Linkers that relax code
/// need them for differences of addresses (`RelocationResolver.cpp`).
const DIFFERENCES: [(object::Architecture, u32, usize, bool); 16] = [
    (object::Architecture::Riscv64, 33, 1, false),
    (object::Architecture::Riscv64, 34, 2, false),
    (object::Architecture::Riscv64, 35, 4, false),
    (object::Architecture::Riscv64, 36, 8, false),
    (object::Architecture::Riscv64, 37, 1, true),
    (object::Architecture::Riscv64, 38, 2, true),
    (object::Architecture::Riscv64, 39, 4, true),
    (object::Architecture::Riscv64, 40, 8, true),
    (object::Architecture::LoongArch64, 47, 1, false),
    (object::Architecture::LoongArch64, 48, 2, false),
    (object::Architecture::LoongArch64, 50, 4, false),
    (object::Architecture::LoongArch64, 51, 8, false),
    (object::Architecture::LoongArch64, 52, 1, true),
    (object::Architecture::LoongArch64, 53, 2, true),
    (object::Architecture::LoongArch64, 55, 4, true),
    (object::Architecture::LoongArch64, 56, 8, true),
];

fn difference(file: &object::File<'_>, relocation: &object::Relocation) -> Option<(usize, bool)> {
    let object::RelocationFlags::Elf { r_type } = relocation.flags() else { return None };
    let architecture = match file.architecture() {
        object::Architecture::Riscv32 => object::Architecture::Riscv64,
        object::Architecture::LoongArch32 => object::Architecture::LoongArch64,
        other => other,
    };
    let found = DIFFERENCES.iter().find(|(of, number, ..)| *of == architecture && *number == r_type.0);
    found.map(|&(_, _, size, takes)| (size, takes))
}

/// Puts differences of addresses in their places.
fn add_differences(file: &object::File<'_>, section: &object::Section<'_, '_>, data: &mut Cow<'_, [u8]>) {
    for (offset, relocation) in section.relocations() {
        let Some((size, takes)) = difference(file, &relocation) else { continue };
        let RelocationTarget::Symbol(index) = relocation.target() else { continue };
        let Ok(symbol) = file.symbol_by_index(index) else { continue };
        let value = symbol.address().wrapping_add(relocation.addend() as u64);
        let at = offset as usize;
        let Some(place) = at.checked_add(size).and_then(|end| data.to_mut().get_mut(at..end)) else { continue };
        // Both are little-endian.
        let old = place.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
        let new = if takes { old.wrapping_sub(value) } else { old.wrapping_add(value) };
        place.copy_from_slice(&new.to_le_bytes()[..size]);
    }
}

/// The relocations of a section of DWARF.
fn relocations(file: &object::File<'_>, section: &object::Section<'_, '_>, shift: u32) -> Relocations {
    let mut out = Relocations { shift, ..Relocations::default() };
    for (offset, relocation) in section.relocations().filter(|(_, relocation)| difference(file, relocation).is_none()) {
        let (address, of) = match relocation.target() {
            RelocationTarget::Symbol(index) => match file.symbol_by_index(index) {
                // Of a common symbol LLVM takes the size.
                Ok(symbol) if symbol.is_common() => (symbol.size(), None),
                Ok(symbol) => (symbol.address(), symbol.section_index()),
                Err(_) => continue,
            },
            RelocationTarget::Section(index) => (0, Some(index)),
            _ => continue,
        };
        let tag = of.map_or(0, |SectionIndex(index)| index as u64 + 1);
        let add = address.wrapping_add(relocation.addend() as u64);
        out.by_place.insert(offset as usize, (add, tag, relocation.has_implicit_addend()));
    }
    out
}

/// The address in a variable's location expression: one address, and an optional offset. LLVM uses the stored value, except for entries of
/// the address table.
fn address(unit: UnitRef<'_, Reader<'_>>, expression: &gimli::Expression<Reader<'_>>, shift: Option<u32>) -> gimli::Result<Option<u64>> {
    let bytes = expression.0.to_slice()?;
    let endian = expression.0.endian();
    let mut rest = Slice::new(&bytes, endian);
    if rest.is_empty() {
        return Ok(None);
    }
    let code = constants::DwOp(rest.read_u8()?);
    let mut address = match code {
        constants::DW_OP_addr => rest.read_address(unit.encoding().address_size)?,
        constants::DW_OP_addrx => {
            let index = rest.read_uleb128()?;
            let address = unit.address(gimli::DebugAddrIndex(index as usize))?;
            shift.map_or(address, |shift| address & ((1 << shift) - 1))
        }
        _ => return Ok(None),
    };
    if !rest.is_empty() {
        if constants::DwOp(rest.read_u8()?) != constants::DW_OP_plus_uconst {
            return Ok(None);
        }
        address = address.wrapping_add(rest.read_uleb128()?);
        if !rest.is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(address))
}

/// The bytes that a type takes.
fn size_of(unit: UnitRef<'_, Reader<'_>>, of: Option<AttributeValue<Reader<'_>>>, depth: usize) -> gimli::Result<Option<u64>> {
    let Some(AttributeValue::UnitRef(offset)) = of else { return Ok(None) };
    if depth == 0 {
        return Ok(None);
    }
    let entry = unit.entry(offset)?;
    if let Some(size) = entry.attr_value(constants::DW_AT_byte_size).and_then(|value| value.udata_value()) {
        return Ok(Some(size));
    }
    let inner = || size_of(unit, entry.attr_value(constants::DW_AT_type), depth - 1);
    match entry.tag() {
        constants::DW_TAG_pointer_type | constants::DW_TAG_reference_type | constants::DW_TAG_rvalue_reference_type => {
            Ok(Some(unit.encoding().address_size.into()))
        }
        constants::DW_TAG_const_type | constants::DW_TAG_volatile_type | constants::DW_TAG_restrict_type | constants::DW_TAG_typedef => {
            inner()
        }
        constants::DW_TAG_array_type => {
            let Some(mut size) = inner()? else { return Ok(None) };
            let mut tree = unit.entries_tree(Some(offset))?;
            let mut children = tree.root()?.children();
            while let Some(child) = children.next()? {
                let number = |name| child.entry().attr_value(name).and_then(|value| value.udata_value());
                let count =
                    number(constants::DW_AT_count).or_else(|| number(constants::DW_AT_upper_bound).map(|last| last.wrapping_add(1)));
                size = size.wrapping_mul(count.unwrap_or(1));
            }
            Ok(Some(size))
        }
        _ => Ok(None),
    }
}
