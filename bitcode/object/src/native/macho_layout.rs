//! Reads the load commands of Mach-O files (sections and tables) and reports the errors that LLVM finds.
//!
//! The checks, their order and their words are those of LLVM's `MachOObjectFile` (`lib/Object/MachOObjectFile.cpp`, LLVM 22); sizes and numbers are
//! those of `BinaryFormat/MachO.h`.
use std::collections::BTreeMap;

use super::bytes::{Bytes, Fault, until_zero};

/// A section.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) segment: Vec<u8>,
    pub(super) name: Vec<u8>,
    pub(super) address: u64,
    pub(super) size: u64,
}

/// A table in the file: offset and size.
pub(super) type Span = (u64, u64);

/// The contents of a file's load commands.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) file: Bytes<'a>,
    pub(super) wide: bool,
    pub(super) cpu: (u32, u32),
    pub(super) file_type: u32,
    pub(super) flags: u32,
    pub(super) sections: Vec<Section>,
    /// The address of the segment that contains the beginning of the file.
    pub(super) base: u64,
    pub(super) has_page_zero: bool,
    /// The names of libraries, as their paths.
    pub(super) libraries: Vec<&'a [u8]>,
    /// The symbol table: offset and number of symbols; and the string table.
    pub(super) symbols: Option<(Span, Span)>,
    /// The tables for dyld: binds, weak binds, lazy binds, exports.
    pub(super) dyld: Option<[Span; 4]>,
    pub(super) exports: Option<Span>,
    pub(super) function_starts: Vec<u64>,
    pub(super) main: Option<u64>,
    /// Files in this one: their names, and where they begin.
    pub(super) entries: Vec<(&'a [u8], u64)>,
}

/// Parts of the file, which may not overlap.
#[derive(Default)]
struct Elements {
    log: Vec<(u64, u64, &'static str)>,
    starts: BTreeMap<u64, u64>,
}

impl Elements {
    /// Of many elements the list that names the culprit is not made.
    const MOST: usize = 4096;

    fn add(&mut self, offset: u64, size: u64, name: &'static str) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let end = offset.saturating_add(size);
        let before = self.starts.range(..end).next_back();
        let overlaps = before.is_some_and(|(start, size)| start.saturating_add(*size) > offset);
        if !overlaps {
            self.log.push((offset, size, name));
            self.starts.insert(offset, size);
            return Ok(());
        }
        let (start, length, other) = self.culprit(offset, end);
        Err(malformed(format!(
            "{name} at offset {offset} with a size of {size}, overlaps {other} at offset {start} with a size of {length}"
        )))
    }

    /// The first that overlaps, in the order in which LLVM keeps them.
    fn culprit(&self, offset: u64, end: u64) -> (u64, u64, &'static str) {
        let overlaps = |element: &&(u64, u64, &'static str)| element.0 < end && element.0 + element.1 > offset;
        let mut list: Vec<(u64, u64, &'static str)> = Vec::new();
        for &element in self.log.iter().take(Self::MOST) {
            let place = (1..list.len()).find(|&next| element.0 + element.1 <= list[next].0);
            list.insert(place.unwrap_or(list.len()), element);
        }
        list.iter().find(overlaps).or_else(|| self.log.iter().find(overlaps)).copied().unwrap_or_default()
    }
}

/// A load command.
#[derive(Clone, Copy)]
struct Command {
    index: u32,
    at: u64,
    kind: u32,
    size: u32,
}

const CORE: u32 = 4;
const LIBRARY: u32 = 6;
const LIBRARY_STUB: u32 = 9;
const DEBUG_COMPANION: u32 = 10;
/// Commands that the dynamic linker must know have this bit.
const REQUIRED: u32 = 0x8000_0000;

/// Commands for a table in the file: number, name, what the table is called.
const TABLES: [(u32, &str, &str); 8] = [
    (0x29, "LC_DATA_IN_CODE", "data in code info"),
    (0x2E, "LC_LINKER_OPTIMIZATION_HINT", "linker optimization hints"),
    (FUNCTION_STARTS, "LC_FUNCTION_STARTS", "function starts data"),
    (0x1E, "LC_SEGMENT_SPLIT_INFO", "split info data"),
    (0x2B, "LC_DYLIB_CODE_SIGN_DRS", "code signing RDs data"),
    (0x1D, "LC_CODE_SIGNATURE", "code signature data"),
    (0x34 | REQUIRED, "LC_DYLD_CHAINED_FIXUPS", "chained fixups"),
    (EXPORTS, "LC_DYLD_EXPORTS_TRIE", "exports trie"),
];
const FUNCTION_STARTS: u32 = 0x26;
const EXPORTS: u32 = 0x33 | REQUIRED;

/// Commands that name a library.
const LIBRARIES: [(u32, &str); 5] = [
    (0xC, "LC_LOAD_DYLIB"),
    (0x18 | REQUIRED, "LC_LOAD_WEAK_DYLIB"),
    (0x20, "LC_LAZY_LOAD_DYLIB"),
    (0x1F | REQUIRED, "LC_REEXPORT_DYLIB"),
    (0x23 | REQUIRED, "LC_LOAD_UPWARD_DYLIB"),
];

/// Commands with one text: number, name, structure, its size, field, what the text is called.
const TEXTS: [(u32, &str, &str, u32, &str, &str); 8] = [
    (0xF, "LC_ID_DYLINKER", "dylinker_command struct", 12, "name", "dyld name"),
    (0xE, "LC_LOAD_DYLINKER", "dylinker_command struct", 12, "name", "dyld name"),
    (0x27, "LC_DYLD_ENVIRONMENT", "dylinker_command struct", 12, "name", "dyld name"),
    (0x1C | REQUIRED, "LC_RPATH", "rpath_command struct", 12, "path", "library name"),
    (0x12, "LC_SUB_FRAMEWORK", "sub_framework_command", 12, "umbrella", "umbrella name"),
    (0x13, "LC_SUB_UMBRELLA", "sub_umbrella_command", 12, "sub_umbrella", "sub_umbrella name"),
    (0x15, "LC_SUB_LIBRARY", "sub_library_command", 12, "sub_library", "sub_library name"),
    (0x14, "LC_SUB_CLIENT", "sub_client_command", 12, "client", "client name"),
];

/// Commands of a fixed size that may appear once: number, name, size, the words for duplicates.
const FIXED: [(u32, &str, u32, &str); 7] = [
    (0x1B, "LC_UUID", 24, "LC_UUID command"),
    (0x2A, "LC_SOURCE_VERSION", 16, "LC_SOURCE_VERSION command"),
    (MAIN, "LC_MAIN", 24, "LC_MAIN command"),
    (0x11, "LC_ROUTINES", 40, "LC_ROUTINES and or LC_ROUTINES_64 command"),
    (0x1A, "LC_ROUTINES_64", 72, "LC_ROUTINES_64 and or LC_ROUTINES command"),
    (0x21, "LC_ENCRYPTION_INFO", 20, "LC_ENCRYPTION_INFO and or LC_ENCRYPTION_INFO_64 command"),
    (0x2C, "LC_ENCRYPTION_INFO_64", 24, "LC_ENCRYPTION_INFO and or LC_ENCRYPTION_INFO_64 command"),
];
const MAIN: u32 = 0x28 | REQUIRED;

/// Commands for the least version of a system.
const VERSIONS: [(u32, &str); 4] =
    [(0x24, "LC_VERSION_MIN_MACOSX"), (0x25, "LC_VERSION_MIN_IPHONEOS"), (0x2F, "LC_VERSION_MIN_TVOS"), (0x30, "LC_VERSION_MIN_WATCHOS")];

/// Commands that no linker writes any more.
const OBSOLETE: [u32; 7] = [0x3, 0x6, 0x7, 0x9, 0xA, 0x10, 0x17];

/// The registers of a thread: processor, number, name, how many words.
const THREAD_STATES: [(u32, u32, &str, u32); 10] = [
    (7, 1, "x86_THREAD_STATE32", 16),
    (0x0100_0007, 7, "x86_THREAD_STATE", 44),
    (0x0100_0007, 8, "x86_FLOAT_STATE", 133),
    (0x0100_0007, 9, "x86_EXCEPTION_STATE", 6),
    (0x0100_0007, 4, "x86_THREAD_STATE64", 42),
    (0x0100_0007, 6, "x86_EXCEPTION_STATE64", 4),
    (12, 1, "ARM_THREAD_STATE", 17),
    (0x0100_000C, 6, "ARM_THREAD_STATE64", 68),
    (0x0200_000C, 6, "ARM_THREAD_STATE64", 68),
    (18, 1, "PPC_THREAD_STATE", 40),
];

pub(super) fn malformed(message: String) -> Fault {
    format!("truncated or malformed object ({message})").into()
}

/// The position of a wrong field.
fn past(what: &str, command: &Command, name: &str) -> Fault {
    malformed(format!("{what} of {name} command {} extends past the end of the file", command.index))
}

fn of_command(command: &Command, what: &str) -> Fault {
    malformed(format!("load command {} {what}", command.index))
}

/// Facts from the commands read so far.
struct State<'a> {
    layout: Layout<'a>,
    elements: Elements,
    headers: u64,
    /// The commands seen so far, by a number that mutually exclusive ones share.
    seen: Vec<u32>,
    /// Of the table of symbols for the linker: pairs of first and count.
    dynamic: Option<[(u32, u32); 3]>,
}

/// Reads the load commands of a file. `slice` is processor and number in a universal binary; `start` is where the header is.
pub(super) fn parse<'a>(data: &'a [u8], slice: Option<(u32, u32)>, start: u64) -> Result<Layout<'a>, Fault> {
    let (big, wide) = match data.get(..4) {
        Some([0xFE, 0xED, 0xFA, last @ (0xCE | 0xCF)]) => (true, *last == 0xCF),
        Some([first @ (0xCE | 0xCF), 0xFA, 0xED, 0xFE]) => (false, *first == 0xCF),
        _ => return Err(Fault { message: "Unrecognized MachO magic number".into(), not_an_object: true }),
    };
    let file = Bytes { data, big };
    let header_size = if wide { 32 } else { 28 };
    if header_size > data.len() as u64 {
        return Err(malformed("the mach header extends past the end of the file".into()));
    }
    let field = |at: u64| file.u32(start.saturating_add(at)).ok_or_else(out_of_range);
    file.get(start, header_size).ok_or_else(out_of_range)?;
    let cpu = (field(4)?, field(8)?);
    let (file_type, count, commands, flags) = (field(12)?, field(16)?, u64::from(field(20)?), field(24)?);
    let headers = header_size + commands;
    if headers > data.len() as u64 {
        return Err(malformed("load commands extend past the end of the file".into()));
    }
    if let Some((wanted, number)) = slice
        && wanted != cpu.0
    {
        return Err(malformed(format!("universal header architecture: {number}'s cputype does not match object file's mach header")));
    }
    let layout = Layout {
        file,
        wide,
        cpu,
        file_type,
        flags,
        sections: Vec::new(),
        base: 0,
        has_page_zero: false,
        libraries: Vec::new(),
        symbols: None,
        dyld: None,
        exports: None,
        function_starts: Vec::new(),
        main: None,
        entries: Vec::new(),
    };
    let mut state = State { layout, elements: Elements::default(), headers, seen: Vec::new(), dynamic: None };
    state.elements.add(0, headers, "Mach-O headers")?;
    let (mut at, end) = (start + header_size, start + headers);
    let mut index = 0;
    let mut counted = 0;
    let mut found_base = false;
    while counted < count {
        if at + 8 > end {
            return Err(malformed(format!("load command {index} extends past the end all load commands in the file")));
        }
        let command = Command { index, at, kind: file.u32(at).ok_or_else(out_of_range)?, size: file.u32(at + 4).ok_or_else(out_of_range)? };
        if file.get(at, command.size.into()).is_none() {
            return Err(of_command(&command, "extends past end of file"));
        }
        if command.size < 8 {
            return Err(of_command(&command, "with size less than 8 bytes"));
        }
        let unit = if wide { 8 } else { 4 };
        let of_core = file_type == CORE && command.kind == 4 && command.size.is_multiple_of(4);
        if !(command.size.is_multiple_of(unit) || wide && of_core) {
            return Err(of_command(&command, &format!("cmdsize not a multiple of {unit}")));
        }
        state.check(&command, &mut found_base)?;
        counted += 1;
        if command.kind == 8 {
            // LLVM does not go on from this one.
            break;
        }
        at += u64::from(command.size);
        index += 1;
    }
    state.finish()
}

fn out_of_range() -> Fault {
    malformed("Structure read out-of-range".into())
}

impl<'a> State<'a> {
    /// Notes that a command is there, of those that exclude each other.
    fn once(&mut self, kind: u32, several: &str) -> Result<(), Fault> {
        if self.seen.contains(&kind) {
            return Err(malformed(format!("more than one {several}")));
        }
        self.seen.push(kind);
        Ok(())
    }

    fn size(&self) -> u64 {
        self.layout.file.data.len() as u64
    }

    fn word(&self, command: &Command, at: u64) -> u64 {
        self.layout.file.u32(command.at + at).unwrap_or(0).into()
    }

    fn check(&mut self, command: &Command, found_base: &mut bool) -> Result<(), Fault> {
        let kind = command.kind;
        match kind {
            0x2 => return self.symbol_table(command),
            0xB => return self.dynamic_table(command),
            0x22 | 0x8000_0022 => return self.dyld_info(command),
            0x1 | 0x19 => return self.segment(command, found_base),
            0xD => {
                self.library(command, "LC_ID_DYLIB")?;
                self.once(kind, "LC_ID_DYLIB command")?;
                if !matches!(self.layout.file_type, LIBRARY | LIBRARY_STUB) {
                    return Err(malformed("LC_ID_DYLIB load command in non-dynamic library file type".into()));
                }
                return Ok(());
            }
            0x31 => return self.note(command),
            0x32 => {
                if u64::from(command.size) != 24 + 8 * self.word(command, 20) {
                    return Err(of_command(command, "LC_BUILD_VERSION_COMMAND has incorrect cmdsize"));
                }
                return Ok(());
            }
            0x2D => return self.linker_option(command),
            0x4 => return self.thread(command, "LC_THREAD"),
            0x5 => {
                self.thread(command, "LC_UNIXTHREAD")?;
                return self.once(kind, "LC_UNIXTHREAD command");
            }
            0x16 => return self.hints(command),
            0x8000_0035 => {
                let name = self.layout.file.text(command.at + self.word(command, 24)).unwrap_or_default();
                let offset = self.layout.file.u64(command.at + 16).unwrap_or(0);
                self.layout.entries.push((name, offset));
                return Ok(());
            }
            _ => {}
        }
        if let Some(&(_, name, element)) = TABLES.iter().find(|(number, ..)| *number == kind) {
            return self.table(command, name, element);
        }
        if let Some(&(_, name)) = LIBRARIES.iter().find(|(number, _)| *number == kind) {
            let path = self.library(command, name)?;
            self.layout.libraries.push(path);
            return Ok(());
        }
        if let Some(text) = TEXTS.iter().find(|(number, ..)| *number == kind) {
            return self.text(command, text);
        }
        if let Some(&(_, name, size, several)) = FIXED.iter().find(|(number, ..)| *number == kind) {
            if command.size != size {
                return Err(malformed(format!("{name} command {} has incorrect cmdsize", command.index)));
            }
            let group = match kind {
                0x1A => 0x11,
                0x2C => 0x21,
                other => other,
            };
            self.once(group, several)?;
            if group == 0x21 {
                let (offset, length) = (self.word(command, 8), self.word(command, 12));
                for (end, what) in [(offset, "cryptoff field"), (offset + length, "cryptoff field plus cryptsize field")] {
                    if end > self.size() {
                        return Err(past(what, command, name));
                    }
                }
            }
            if kind == MAIN {
                self.layout.main = self.layout.file.u64(command.at + 8);
            }
            return Ok(());
        }
        if let Some(&(_, name)) = VERSIONS.iter().find(|(number, _)| *number == kind) {
            if command.size != 16 {
                return Err(of_command(command, &format!("{name} has incorrect cmdsize")));
            }
            return self
                .once(0x24, "LC_VERSION_MIN_MACOSX, LC_VERSION_MIN_IPHONEOS, LC_VERSION_MIN_TVOS or LC_VERSION_MIN_WATCHOS command");
        }
        if OBSOLETE.contains(&kind) {
            return Err(of_command(command, &format!("for cmd value of: {kind} is obsolete and not supported")));
        }
        Ok(())
    }

    /// Checks the offset and size of a table, and adds it to the contents of the file.
    fn span(
        &mut self,
        command: &Command,
        name: &str,
        (offset, size): Span,
        (first, both): (&str, &str),
        element: &'static str,
    ) -> Result<(), Fault> {
        if offset > self.size() {
            return Err(past(&format!("{first} field"), command, name));
        }
        if offset.saturating_add(size) > self.size() {
            return Err(past(both, command, name));
        }
        self.elements.add(offset, size, element)
    }

    fn symbol_table(&mut self, command: &Command) -> Result<(), Fault> {
        let name = "LC_SYMTAB";
        if command.size < 24 {
            return Err(of_command(command, "LC_SYMTAB cmdsize too small"));
        }
        self.once(0x2, "LC_SYMTAB command")?;
        if command.size != 24 {
            return Err(malformed(format!("LC_SYMTAB command {} has incorrect cmdsize", command.index)));
        }
        let (entry, word) = if self.layout.wide { (16, "struct nlist_64") } else { (12, "struct nlist") };
        let symbols = (self.word(command, 8), self.word(command, 12));
        let strings = (self.word(command, 16), self.word(command, 20));
        let both = format!("symoff field plus nsyms field times sizeof({word})");
        self.span(command, name, (symbols.0, symbols.1 * entry), ("symoff", &both), "symbol table")?;
        self.span(command, name, strings, ("stroff", "stroff field plus strsize field"), "string table")?;
        self.layout.symbols = Some((symbols, strings));
        Ok(())
    }

    fn dynamic_table(&mut self, command: &Command) -> Result<(), Fault> {
        let name = "LC_DYSYMTAB";
        if command.size < 80 {
            return Err(of_command(command, "LC_DYSYMTAB cmdsize too small"));
        }
        self.once(0xB, "LC_DYSYMTAB command")?;
        if command.size != 80 {
            return Err(malformed(format!("LC_DYSYMTAB command {} has incorrect cmdsize", command.index)));
        }
        let (module, module_word) = if self.layout.wide { (56, "struct dylib_module_64") } else { (52, "struct dylib_module") };
        // The offset of the field, its name, that of the count, the size of an entry, its noun, and the name of the table.
        let tables: [(u64, &str, &str, u64, &str, &'static str); 6] = [
            (32, "tocoff", "ntoc", 8, "struct dylib_table_of_contents", "table of contents"),
            (40, "modtaboff", "nmodtab", module, module_word, "module table"),
            (48, "extrefsymoff", "nextrefsyms", 4, "struct dylib_reference", "reference table"),
            (56, "indirectsymoff", "nindirectsyms", 4, "uint32_t", "indirect table"),
            (64, "extreloff", "nextrel", 8, "struct relocation_info", "external relocation table"),
            (72, "locreloff", "nlocrel", 8, "struct relocation_info", "local relocation table"),
        ];
        for (at, offset, count, size, word, element) in tables {
            let span = (self.word(command, at), self.word(command, at + 4) * size);
            let both = format!("{offset} field plus {count} field times sizeof({word})");
            self.span(command, name, span, (offset, &both), element)?;
        }
        let pair = |at: u64| (self.word(command, at) as u32, self.word(command, at + 4) as u32);
        self.dynamic = Some([pair(8), pair(16), pair(24)]);
        Ok(())
    }

    fn table(&mut self, command: &Command, name: &str, element: &'static str) -> Result<(), Fault> {
        if command.size < 16 {
            return Err(of_command(command, &format!("{name} cmdsize too small")));
        }
        self.once(command.kind, &format!("{name} command"))?;
        if command.size != 16 {
            return Err(malformed(format!("{name} command {} has incorrect cmdsize", command.index)));
        }
        let span = (self.word(command, 8), self.word(command, 12));
        self.span(command, name, span, ("dataoff", "dataoff field plus datasize field"), element)?;
        match command.kind {
            FUNCTION_STARTS => self.layout.function_starts.push(span.0),
            EXPORTS => self.layout.exports = Some(span),
            _ => {}
        }
        Ok(())
    }

    fn dyld_info(&mut self, command: &Command) -> Result<(), Fault> {
        let name = if command.kind == 0x22 { "LC_DYLD_INFO" } else { "LC_DYLD_INFO_ONLY" };
        if command.size < 48 {
            return Err(of_command(command, &format!("{name} cmdsize too small")));
        }
        self.once(0x22, "LC_DYLD_INFO and or LC_DYLD_INFO_ONLY command")?;
        if command.size != 48 {
            return Err(malformed(format!("{name} command {} has incorrect cmdsize", command.index)));
        }
        let tables: [(&str, &'static str); 5] = [
            ("rebase", "dyld rebase info"),
            ("bind", "dyld bind info"),
            ("weak_bind", "dyld weak bind info"),
            ("lazy_bind", "dyld lazy bind info"),
            ("export", "dyld export info"),
        ];
        let mut spans = [(0, 0); 5];
        for (number, (word, element)) in (0u64..).zip(tables) {
            let span = (self.word(command, 8 + 8 * number), self.word(command, 12 + 8 * number));
            let (first, both) = (format!("{word}_off"), format!("{word}_off field plus {word}_size field"));
            self.span(command, name, span, (&first, &both), element)?;
            spans[number as usize] = span;
        }
        self.layout.dyld = Some([spans[1], spans[2], spans[3], spans[4]]);
        Ok(())
    }

    fn segment(&mut self, command: &Command, found_base: &mut bool) -> Result<(), Fault> {
        let wide = command.kind == 0x19;
        let (name, head, entry) = if wide { ("LC_SEGMENT_64", 72, 80) } else { ("LC_SEGMENT", 56, 68) };
        if command.size < head {
            return Err(of_command(command, &format!("{name} cmdsize too small")));
        }
        let file = self.layout.file;
        let number = |at: u64| if wide { file.u64(at) } else { file.u32(at).map(u64::from) }.unwrap_or(0);
        let width = if wide { 8 } else { 4 };
        let field = |place: u64| number(command.at + 24 + place * width);
        let (vm_start, vm_size, start, size) = (field(0), field(1), field(2), field(3));
        let count = self.word(command, 32 + 4 * width);
        if count * entry > u64::from(command.size - head) {
            return Err(of_command(command, &format!("inconsistent cmdsize in {name} for the number of sections")));
        }
        let in_file = !matches!(self.layout.file_type, LIBRARY_STUB | DEBUG_COMPANION);
        for index in 0..count {
            let at = command.at + u64::from(head) + index * entry;
            let values = at + 32;
            let (address, length) = (number(values), number(values + width));
            let word = |place: u64| u64::from(file.u32(values + 2 * width + 4 * place).unwrap_or(0));
            let (offset, relocations, relocation_count, flags) = (word(0), word(2), word(3), word(4));
            let of = |what: &str, how: &str| malformed(format!("{what} of section {index} in {name} command {} {how}", command.index));
            // Sections of zeros take no place.
            let placed = in_file && !matches!(flags, 0x1 | 0x12);
            let beyond = "extends past the end of the file";
            if placed && offset > self.size() {
                return Err(of("offset field", beyond));
            }
            if placed && start == 0 && offset < self.headers && length != 0 {
                return Err(of("offset field", "not past the headers of the file"));
            }
            if placed && offset.wrapping_add(length) > self.size() {
                return Err(of("offset field plus size field", beyond));
            }
            if placed && length > size {
                return Err(of("size field", "greater than the segment"));
            }
            if in_file && length != 0 && address < vm_start {
                return Err(of("addr field", "less than the segment's vmaddr"));
            }
            if vm_size != 0 && length != 0 && address.wrapping_add(length) > vm_start.wrapping_add(vm_size) {
                return Err(of("addr field plus size", "greater than than the segment's vmaddr plus vmsize"));
            }
            if placed {
                self.elements.add(offset, length, "section contents")?;
            }
            if relocations > self.size() {
                return Err(of("reloff field", beyond));
            }
            if relocations + 8 * relocation_count > self.size() {
                return Err(of("reloff field plus nreloc field times sizeof(struct relocation_info)", beyond));
            }
            self.elements.add(relocations, 8 * relocation_count, "section relocation entries")?;
            let shown_size = match flags & 0xFF {
                0x1 | 0xC => length,
                _ => length.min(self.size().saturating_sub(offset)),
            };
            let text = |at: u64| until_zero(file.get(at, 16).unwrap_or_default()).to_vec();
            self.layout.sections.push(Section { name: text(at), segment: text(at + 16), address, size: shown_size });
        }
        let beyond = format!("in {name} extends past the end of the file");
        if start > self.size() {
            return Err(of_command(command, &format!("fileoff field {beyond}")));
        }
        if start.saturating_add(size) > self.size() {
            return Err(of_command(command, &format!("fileoff field plus filesize field {beyond}")));
        }
        if vm_size != 0 && size > vm_size {
            return Err(of_command(command, &format!("filesize field in {name} greater than vmsize field")));
        }
        self.layout.has_page_zero |= until_zero(file.get(command.at + 8, 16).unwrap_or_default()) == b"__PAGEZERO";
        if start == 0 && size != 0 && !*found_base {
            *found_base = true;
            self.layout.base = vm_start;
        }
        Ok(())
    }

    /// Checks where a text in a command begins and ends.
    fn text_within(&self, command: &Command, at: u64) -> Option<&'a [u8]> {
        let rest = self.layout.file.get(command.at + at, u64::from(command.size).checked_sub(at)?)?;
        let text = until_zero(rest);
        (text.len() < rest.len()).then_some(text)
    }

    fn library(&self, command: &Command, name: &str) -> Result<&'a [u8], Fault> {
        if command.size < 24 {
            return Err(of_command(command, &format!("{name} cmdsize too small")));
        }
        let at = self.word(command, 8);
        if at < 24 {
            return Err(of_command(command, &format!("{name} name.offset field too small, not past the end of the dylib_command struct")));
        }
        if at >= u64::from(command.size) {
            return Err(of_command(command, &format!("{name} name.offset field extends past the end of the load command")));
        }
        let unended = || of_command(command, &format!("{name} library name extends past the end of the load command"));
        self.text_within(command, at).ok_or_else(unended)
    }

    fn text(&self, command: &Command, &(_, name, structure, size, field, what): &(u32, &str, &str, u32, &str, &str)) -> Result<(), Fault> {
        if command.size < size {
            return Err(of_command(command, &format!("{name} cmdsize too small")));
        }
        let at = self.word(command, 8);
        if at < u64::from(size) {
            return Err(of_command(command, &format!("{name} {field}.offset field too small, not past the end of the {structure}")));
        }
        if at >= u64::from(command.size) {
            return Err(of_command(command, &format!("{name} {field}.offset field extends past the end of the load command")));
        }
        match self.text_within(command, at) {
            Some(_) => Ok(()),
            None => Err(of_command(command, &format!("{name} {what} extends past the end of the load command"))),
        }
    }

    fn note(&mut self, command: &Command) -> Result<(), Fault> {
        if command.size != 40 {
            return Err(of_command(command, "LC_NOTE has incorrect cmdsize"));
        }
        let number = |at: u64| self.layout.file.u64(command.at + at).unwrap_or(0);
        let span = (number(24), number(32));
        self.span(command, "LC_NOTE", span, ("offset", "size field plus offset field"), "LC_NOTE data")
    }

    fn hints(&mut self, command: &Command) -> Result<(), Fault> {
        if command.size != 16 {
            return Err(of_command(command, "LC_TWOLEVEL_HINTS has incorrect cmdsize"));
        }
        self.once(0x16, "LC_TWOLEVEL_HINTS command")?;
        let span = (self.word(command, 8), 4 * self.word(command, 12));
        let both = "offset field plus nhints times sizeof(struct twolevel_hint) field";
        self.span(command, "LC_TWOLEVEL_HINTS", span, ("offset", both), "two level hints")
    }

    fn linker_option(&self, command: &Command) -> Result<(), Fault> {
        if command.size < 12 {
            return Err(of_command(command, "LC_LINKER_OPTION cmdsize too small"));
        }
        let mut rest = self.layout.file.get(command.at + 12, u64::from(command.size) - 12).unwrap_or_default();
        let mut count = 0u64;
        loop {
            let zeros = rest.iter().take_while(|byte| **byte == 0).count();
            rest = &rest[zeros..];
            if rest.is_empty() {
                break;
            }
            count += 1;
            let text = until_zero(rest);
            if text.len() == rest.len() {
                return Err(of_command(command, &format!("LC_LINKER_OPTION string #{count} is not NULL terminated")));
            }
            rest = &rest[text.len() + 1..];
        }
        let stated = self.word(command, 8);
        if stated != count {
            return Err(of_command(command, &format!("LC_LINKER_OPTION string count {stated} does not match number of strings")));
        }
        Ok(())
    }

    fn thread(&self, command: &Command, name: &str) -> Result<(), Fault> {
        let index = command.index;
        let cpu = self.layout.cpu.0;
        let (mut at, end) = (8u64, u64::from(command.size));
        let mut number = 0;
        while at < end {
            if at + 4 > end {
                return Err(malformed(format!("load command {index}flavor in {name} extends past end of command")));
            }
            if at + 8 > end {
                return Err(of_command(command, &format!("count in {name} extends past end of command")));
            }
            let (flavor, count) = (self.word(command, at), self.word(command, at + 4));
            at += 8;
            if !THREAD_STATES.iter().any(|(processor, ..)| *processor == cpu) {
                return Err(malformed(format!("unknown cputype ({cpu}) load command {index} for {name} command can't be checked")));
            }
            let state = THREAD_STATES.iter().find(|state| state.0 == cpu && u64::from(state.1) == flavor);
            let Some(&(_, _, word, words)) = state else {
                return Err(of_command(command, &format!("unknown flavor ({flavor}) for flavor number {number} in {name} command")));
            };
            if count != u64::from(words) {
                let what = format!("count not {word}_COUNT for flavor number {number} which is a {word} flavor in {name} command");
                return Err(of_command(command, &what));
            }
            at += 4 * u64::from(words);
            if at > end {
                return Err(of_command(command, &format!("{word} extends past end of command in {name} command")));
            }
            number += 1;
        }
        Ok(())
    }

    /// Checks what depends on several commands.
    fn finish(self) -> Result<Layout<'a>, Fault> {
        let total = self.layout.symbols.map(|((_, count), _)| count);
        match (self.dynamic, total) {
            (Some(_), None) => {
                return Err(malformed("contains LC_DYSYMTAB load command without a LC_SYMTAB load command".into()));
            }
            (Some(parts), Some(total)) => {
                // With the blank that LLVM has in the last.
                let words = [("localsym", "load command"), ("extdefsym", "load command"), ("undefsym", "load  command")];
                for ((first, count), (word, load)) in parts.into_iter().zip(words) {
                    let beyond = "extends past the end of the symbol table";
                    if count != 0 && u64::from(first) > total {
                        return Err(malformed(format!("i{word} in LC_DYSYMTAB load command {beyond}")));
                    }
                    if count != 0 && u64::from(first) + u64::from(count) > total {
                        return Err(malformed(format!("i{word} plus n{word} in LC_DYSYMTAB {load} {beyond}")));
                    }
                }
            }
            _ => {}
        }
        if matches!(self.layout.file_type, LIBRARY | LIBRARY_STUB) && !self.seen.contains(&0xD) {
            return Err(malformed("no LC_ID_DYLIB load command in dynamic library filetype".into()));
        }
        Ok(self.layout)
    }
}

impl Layout<'_> {
    /// The section of a symbol by its number, which begins with 1.
    pub(super) fn section(&self, number: u8) -> Option<&Section> {
        usize::from(number).checked_sub(1).and_then(|at| self.sections.get(at))
    }

    /// The section that an address is in, and its number.
    pub(super) fn section_at(&self, address: u64) -> Option<(usize, &Section)> {
        self.sections.iter().enumerate().find(|(_, section)| {
            let end = section.address.wrapping_add(section.size);
            address >= section.address && address < end
        })
    }
}
