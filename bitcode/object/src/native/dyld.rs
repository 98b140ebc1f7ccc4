//! Symbols from the information for Darwin's dynamic linker: exports, binds and function starts.
//!
//! The checks and messages are those of LLVM's `ExportEntry` and `MachOBindEntry` (`lib/Object/MachOObjectFile.cpp`, LLVM 22); llvm-nm
//! decides which symbols to make from it.
use std::collections::{HashMap, HashSet};

use super::bytes::{Fault, until_zero};
use super::macho::letter_of_dyld;
use super::macho_layout::{Layout, malformed};
use super::macho_symbol::{ABSOLUTE, DYNAMICALLY, EXTERNAL, Entry, IN_SECTION, INDIRECT, LAZY, THUMB, UNDEFINED, WEAK_DEFINITION};
use super::model::Options;
use super::model::{Flags, Symbol};

/// The statements of the header about a partly stripped symbol table.
const OUT_OF_SYNC: u32 = 0x0400_0000;
const ARM: u32 = 12;

/// Limits on the steps of a table and on the total length of its names: parts of the tree of exports may have many parents.
const MOST_STEPS: usize = 1 << 20;
const MOST_BYTES: usize = 1 << 26;

/// Adds the symbols that only the dynamic linker knows. Returns faults in its tables.
pub(super) fn add(layout: &Layout<'_>, options: &Options, symbols: &mut Vec<Symbol>) -> Vec<Fault> {
    if !(options.dyld_only || options.dyld_too || layout.flags & OUT_OF_SYNC != 0) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let mut found = Found::of(symbols);
    let in_table = symbols.len();
    let place = |span: (u64, u64)| layout.file.get(span.0, span.1).unwrap_or_default();
    let tree = layout.dyld.map(|tables| tables[3]).or(layout.exports);
    if let Some(tree) = tree {
        let exports = exports(place(tree), layout.libraries.len() as u64, &mut faults);
        for export in exports {
            add_export(layout, &export, options, symbols, &mut found);
        }
    }
    let [binds, weak, lazy] = layout.dyld.map_or([(0, 0); 3], |tables| [tables[0], tables[1], tables[2]]);
    let segments = Segments::of(layout);
    for (table, span) in [(Table::Regular, binds), (Table::Lazy, lazy), (Table::Weak, weak)] {
        let mut last: &[u8] = b"";
        for bind in binds_of(place(span), table, layout, &segments, &mut faults) {
            let again = last == bind.name || table == Table::Weak && bind.flags & 8 != 0;
            let known = found.names.get(bind.name).copied().filter(|_| !(table == Table::Regular && options.dyld_only));
            if again || known.is_some() {
                let at = if again { 0 } else { known.unwrap_or(0) };
                // What the table states about its own symbols stays.
                if let (Table::Weak, Some(symbol)) = (table, symbols.get_mut(at))
                    && at >= in_table
                    && symbol.flags.undefined
                    && let Some(entry) = &mut symbol.mach
                {
                    entry.n_desc |= WEAK_DEFINITION;
                }
                continue;
            }
            last = bind.name;
            let n_desc = match table {
                Table::Regular => u16::from(bind.ordinal) << 8,
                Table::Lazy => LAZY | u16::from(bind.ordinal) << 8,
                Table::Weak => WEAK_DEFINITION,
            };
            found.add(bind.name, 0, symbols.len());
            symbols.push(undefined(layout, bind.name, n_desc));
        }
    }
    add_functions(layout, symbols, &found);
    faults
}

/// The symbols that are there: where each name is first, and the addresses.
struct Found {
    names: HashMap<Vec<u8>, usize>,
    both: HashSet<(u64, Vec<u8>)>,
    addresses: HashSet<u64>,
}

impl Found {
    fn of(symbols: &[Symbol]) -> Found {
        let mut found = Found { names: HashMap::new(), both: HashSet::new(), addresses: HashSet::new() };
        for (at, symbol) in symbols.iter().enumerate() {
            found.add(&symbol.name, symbol.address, at);
        }
        found
    }

    fn add(&mut self, name: &[u8], address: u64, at: usize) {
        self.names.entry(name.to_vec()).or_insert(at);
        self.both.insert((address, name.to_vec()));
        self.addresses.insert(address);
    }
}

fn undefined(layout: &Layout<'_>, name: &[u8], n_desc: u16) -> Symbol {
    let library = usize::from(n_desc >> 8).checked_sub(1).and_then(|at| layout.libraries.get(at));
    Symbol {
        name: name.to_vec(),
        flags: Flags { undefined: true, global: true, ..Flags::default() },
        letter: 'U',
        mach: Some(Entry { n_type: EXTERNAL | UNDEFINED, n_desc, library: library.map(|path| path.to_vec()), ..Entry::default() }),
        ..Symbol::default()
    }
}

/// An entry of the tree of exports.
struct Export {
    name: Vec<u8>,
    flags: u64,
    address: u64,
    other: u64,
    import: Vec<u8>,
}

const KIND: u64 = 3;
const KIND_ABSOLUTE: u64 = 2;
const WEAK: u64 = 4;
const AGAIN: u64 = 8;
const RESOLVER: u64 = 0x10;

fn add_export(layout: &Layout<'_>, export: &Export, options: &Options, symbols: &mut Vec<Symbol>, found: &mut Found) {
    let mut address = export.address.wrapping_add(layout.base);
    if !options.dyld_only && found.both.contains(&(address, export.name.clone())) {
        return;
    }
    let mut entry = Entry { n_type: EXTERNAL, ..Entry::default() };
    if export.flags & WEAK != 0 {
        entry.n_desc |= WEAK_DEFINITION;
    }
    let again = export.flags & AGAIN != 0;
    let target = if export.import.is_empty() { &export.name } else { &export.import };
    let letter = if export.flags & KIND == KIND_ABSOLUTE {
        entry.n_type |= ABSOLUTE;
        'A'
    } else if again {
        entry.n_type |= INDIRECT;
        entry.indirect.clone_from(target);
        'I'
    } else {
        entry.n_type |= IN_SECTION;
        if export.flags & RESOLVER != 0 {
            address = export.other.wrapping_add(layout.base);
            if address & 1 != 0 && !layout.wide && layout.cpu.0 == ARM {
                address &= !1;
                entry.n_desc |= THUMB;
            }
        }
        let header = (export.name == b"__mh_execute_header").then_some(()).and_then(|()| {
            layout.sections.iter().enumerate().find(|(_, section)| section.segment == b"__TEXT" && section.name == b"__text")
        });
        let within = layout.section_at(address);
        let first = match (within, header) {
            (Some(within), Some(header)) if header.0 < within.0 => Some(header),
            (None, header) => header,
            (within, _) => within,
        };
        if first.is_some() && header.map(|(at, _)| at) == first.map(|(at, _)| at) && within.map(|(at, _)| at) != first.map(|(at, _)| at) {
            entry.n_desc |= DYNAMICALLY;
        }
        entry.n_sect = first.map_or(layout.sections.len(), |(at, _)| at + 1) as u8;
        let section = first.map(|(_, section)| section).or(layout.sections.last());
        if let Some(section) = section {
            entry.place = [&section.segment[..], b",", &section.name].concat();
        }
        letter_of_dyld(section).to_ascii_uppercase()
    };
    entry.n_value = address;
    found.add(&export.name, address, symbols.len());
    symbols.push(Symbol {
        name: export.name.clone(),
        address,
        flags: Flags { global: true, ..Flags::default() },
        letter,
        fixed: Some(letter),
        mach: Some(entry),
        ..Symbol::default()
    });
    if again {
        found.add(target, 0, symbols.len());
        symbols.push(undefined(layout, target, (export.other as u16) << 8));
    }
}

/// Adds the functions at which no symbol points.
fn add_functions(layout: &Layout<'_>, symbols: &mut Vec<Symbol>, found: &Found) {
    let mut starts = Vec::new();
    for &table in &layout.function_starts {
        let mut reader = Leb { data: layout.file.data, at: table as usize };
        let mut address = 0u64;
        while let Ok(step) = reader.unsigned()
            && step != 0
            && starts.len() < MOST_STEPS
        {
            address = address.wrapping_add(step);
            starts.push(address);
        }
    }
    let mut found: HashSet<u64> = found.addresses.clone();
    for (number, start) in starts.into_iter().enumerate() {
        let address = start.wrapping_add(layout.base);
        if !found.insert(address) {
            continue;
        }
        let within = layout.section_at(address);
        let section = within.map(|(_, section)| section).or(layout.sections.last());
        let letter = letter_of_dyld(section);
        let entry = Entry {
            n_type: IN_SECTION,
            n_sect: within.map_or(layout.sections.len(), |(at, _)| at + 1) as u8,
            n_value: address,
            place: section.map(|section| [&section.segment[..], b",", &section.name].concat()).unwrap_or_default(),
            ..Entry::default()
        };
        symbols.push(Symbol {
            name: match layout.main == Some(start) {
                true => b"<redacted LC_MAIN>".to_vec(),
                false => format!("<redacted function {number}>").into_bytes(),
            },
            address,
            letter,
            fixed: Some(letter),
            mach: Some(entry),
            ..Symbol::default()
        });
    }
}

/// Numbers in groups of seven bits.
struct Leb<'a> {
    data: &'a [u8],
    at: usize,
}

impl Leb<'_> {
    fn unsigned(&mut self) -> Result<u64, &'static str> {
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let Some(&byte) = self.data.get(self.at) else { return Err("malformed uleb128, extends past end") };
            let bits = u64::from(byte & 0x7F);
            if shift >= 64 && bits != 0 || shift < 64 && (bits << shift) >> shift != bits {
                return Err("uleb128 too big for uint64");
            }
            if shift < 64 {
                value |= bits << shift;
            }
            self.at += 1;
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
    }

    /// Skips a signed number that no list depends on.
    fn signed(&mut self) -> Result<(), &'static str> {
        loop {
            let Some(&byte) = self.data.get(self.at) else { return Err("malformed sleb128, extends past end") };
            self.at += 1;
            if byte & 0x80 == 0 {
                return Ok(());
            }
        }
    }
}

/// A node of the tree of exports that is being walked.
struct Node {
    start: usize,
    /// The export, if it is one.
    export: Option<Export>,
    children: u8,
    next: u8,
    /// The position of its next child.
    at: usize,
    /// The length of the name before it.
    name: usize,
}

/// The exports in the order of the walk. What is wrong ends it.
fn exports(tree: &[u8], libraries: u64, faults: &mut Vec<Fault>) -> Vec<Export> {
    let mut walk = Walk { tree, libraries, name: Vec::new(), stack: Vec::new(), out: Vec::new(), steps: 0, bytes: 0 };
    if !tree.is_empty()
        && let Err(message) = walk.run()
    {
        faults.push(malformed(message));
    }
    walk.out
}

struct Walk<'a> {
    tree: &'a [u8],
    libraries: u64,
    name: Vec<u8>,
    stack: Vec<Node>,
    out: Vec<Export>,
    steps: usize,
    bytes: usize,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), String> {
        self.push(0)?;
        loop {
            // Down to a node without a child that was not met.
            while let Some(top) = self.stack.last_mut()
                && top.next < top.children
            {
                self.name.truncate(top.name);
                let here = top.start;
                let edge = until_zero(self.tree.get(top.at..).unwrap_or_default());
                self.name.extend_from_slice(edge);
                top.at += edge.len();
                if top.at >= self.tree.len() {
                    let number = top.next;
                    return Err(format!(
                        "edge sub-string in export trie data at node: 0x{here:x} for child #{number} extends past end of trie data"
                    ));
                }
                let mut reader = Leb { data: self.tree, at: top.at + 1 };
                let child =
                    reader.unsigned().map_err(|what| format!("child node offset {what} in export trie data at node: 0x{here:x}"))?;
                top.at = reader.at;
                top.next += 1;
                let child_at = usize::try_from(child).unwrap_or(usize::MAX);
                if self.stack.iter().any(|node| node.start == child_at) {
                    return Err(format!("loop in childern in export trie data at node: 0x{here:x} back to node: 0x{child:x}"));
                }
                self.push(child_at)?;
            }
            let Some(mut top) = self.stack.pop() else { return Ok(()) };
            let Some(mut export) = top.export.take() else {
                return Err(format!("node is not an export node in export trie data at node: 0x{:x}", top.start));
            };
            export.name.clone_from(&self.name);
            self.bytes += self.name.len();
            self.out.push(export);
            // Up to a node with one; nodes that export something do so after their children.
            while let Some(top) = self.stack.last_mut()
                && top.next == top.children
            {
                self.name.truncate(top.name);
                if let Some(mut export) = top.export.take() {
                    export.name.clone_from(&self.name);
                    self.bytes += self.name.len();
                    self.out.push(export);
                }
                self.stack.pop();
            }
            if self.stack.is_empty() {
                return Ok(());
            }
        }
    }

    fn push(&mut self, start: usize) -> Result<(), String> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.bytes > MOST_BYTES {
            return Err("export trie data too big".into());
        }
        let tree = self.tree;
        let of = |what: &str| format!("{what} in export trie data at node: 0x{start:x}");
        let mut reader = Leb { data: tree, at: start };
        let size = reader.unsigned().map_err(|what| of(&format!("export info size {what}")))?;
        let info = reader.at;
        let children = usize::try_from(size).ok().and_then(|size| info.checked_add(size)).filter(|at| *at <= tree.len());
        let too_big =
            || format!("export info size: 0x{size:x} in export trie data at node: 0x{start:x} too big and extends past end of trie data");
        let children = children.ok_or_else(too_big)?;
        let export = if size == 0 { None } else { Some(self.export(&mut reader, &of)?) };
        if export.is_some() && children < reader.at {
            let actual = reader.at - info;
            return Err(format!(
                "inconsistent export info size: 0x{size:x} where actual size was: 0x{actual:x} in export trie data at node: 0x{start:x}"
            ));
        }
        let count = tree.get(children).copied().unwrap_or(0);
        if count != 0 && children + 1 >= tree.len() {
            return Err(format!("{} extends past end of trie data", of("byte for count of childern")));
        }
        self.stack.push(Node { start, export, children: count, next: 0, at: children + 1, name: self.name.len() });
        Ok(())
    }

    fn export(&self, reader: &mut Leb<'_>, of: &dyn Fn(&str) -> String) -> Result<Export, String> {
        let flags = reader.unsigned().map_err(|what| of(&format!("flags {what}")))?;
        if flags & KIND == 3 {
            return Err(of(&format!("unsupported exported symbol kind: {} in flags: 0x{flags:x}", flags & KIND)));
        }
        let mut export = Export { name: Vec::new(), flags, address: 0, other: 0, import: Vec::new() };
        if flags & AGAIN == 0 {
            export.address = reader.unsigned().map_err(|what| of(&format!("address {what}")))?;
            if flags & RESOLVER != 0 {
                export.other = reader.unsigned().map_err(|what| of(&format!("resolver of stub and resolver {what}")))?;
            }
            return Ok(export);
        }
        export.other = reader.unsigned().map_err(|what| of(&format!("dylib ordinal of re-export {what}")))?;
        if export.other as i64 > 0 && export.other > self.libraries {
            return Err(of(&format!("bad library ordinal: {} (max {})", export.other as i32, self.libraries)));
        }
        let rest = self.tree.get(reader.at..).unwrap_or_default();
        export.import = until_zero(rest).to_vec();
        if !export.import.is_empty() {
            let wrong = format!("{} ", of("import name of re-export"));
            if rest.len() < 2 {
                return Err(wrong + "starts past end of trie data");
            }
            if export.import.len() == rest.len() {
                return Err(wrong + "extends past end of trie data");
            }
        }
        reader.at += export.import.len() + 1;
        Ok(export)
    }
}

/// The tables of binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Regular,
    Lazy,
    Weak,
}

struct Bind<'a> {
    name: &'a [u8],
    ordinal: u8,
    flags: u8,
}

/// Sections by their segments, as binds count them.
struct Segments {
    /// Segment, where in it the section begins, and its size.
    sections: Vec<(i32, u64, u64)>,
    count: i32,
}

impl Segments {
    fn of(layout: &Layout<'_>) -> Segments {
        let mut count = i32::from(layout.has_page_zero);
        let mut name: &[u8] = b"";
        let mut start = 0;
        let mut sections = Vec::new();
        for section in &layout.sections {
            if section.segment != name {
                count += 1;
                name = &section.segment;
                start = section.address;
            }
            sections.push((count - 1, section.address.wrapping_sub(start), section.size));
        }
        Segments { sections, count }
    }

    /// Faults in the places that binds write to.
    fn check(&self, segment: Option<i32>, offset: u64, width: u64, count: u64, skip: u64) -> Result<(), &'static str> {
        let Some(segment) = segment else { return Err("missing preceding *_OPCODE_SET_SEGMENT_AND_OFFSET_ULEB") };
        if segment >= self.count {
            return Err("bad segIndex (too large)");
        }
        // A file cannot say of more places than this that all are there.
        for number in 0..count.min(MOST_STEPS as u64) {
            let start = offset.wrapping_add(number.wrapping_mul(width.wrapping_add(skip)));
            let within =
                self.sections.iter().find(|(of, begin, size)| *of == segment && start.wrapping_sub(*begin) < *size && start >= *begin);
            match within {
                None => return Err("bad offset, not in section"),
                Some((_, begin, size)) if start - begin + width > *size => return Err("bad offset, extends beyond section boundary"),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// Opcodes of binds, by their four high bits.
const OPCODES: [&str; 13] = [
    "BIND_OPCODE_DONE",
    "BIND_OPCODE_SET_DYLIB_ORDINAL_IMM",
    "BIND_OPCODE_SET_DYLIB_ORDINAL_ULEB",
    "BIND_OPCODE_SET_DYLIB_SPECIAL_IMM",
    "BIND_OPCODE_SET_SYMBOL_TRAILING_FLAGS_IMM",
    "BIND_OPCODE_SET_TYPE_IMM",
    "BIND_OPCODE_SET_ADDEND_SLEB",
    "BIND_OPCODE_SET_SEGMENT_AND_OFFSET_ULEB",
    "BIND_OPCODE_ADD_ADDR_ULEB",
    "BIND_OPCODE_DO_BIND",
    "BIND_OPCODE_DO_BIND_ADD_ADDR_ULEB",
    "BIND_OPCODE_DO_BIND_ADD_ADDR_IMM_SCALED",
    "BIND_OPCODE_DO_BIND_ULEB_TIMES_SKIPPING_ULEB",
];

/// The binds of a table. What is wrong ends it.
fn binds_of<'a>(codes: &'a [u8], table: Table, layout: &Layout<'_>, segments: &Segments, faults: &mut Vec<Fault>) -> Vec<Bind<'a>> {
    let mut out = Vec::new();
    if let Err(message) = run_binds(codes, table, layout, segments, &mut out) {
        faults.push(malformed(message));
    }
    out
}

fn run_binds<'a>(codes: &'a [u8], table: Table, layout: &Layout<'_>, segments: &Segments, out: &mut Vec<Bind<'a>>) -> Result<(), String> {
    let width = if layout.wide { 8 } else { 4 };
    let libraries = layout.libraries.len();
    let mut reader = Leb { data: codes, at: 0 };
    let (mut name, mut flags, mut ordinal): (&[u8], u8, Option<u8>) = (b"", 0, None);
    let (mut segment, mut offset) = (None, 0u64);
    while let Some(&byte) = codes.get(reader.at) {
        let at = reader.at;
        reader.at += 1;
        let (opcode, value) = (usize::from(byte >> 4), byte & 0xF);
        let Some(&word) = OPCODES.get(opcode) else {
            // With the parenthesis that LLVM does not close.
            return Err(format!("bad bind info (bad opcode value 0x{:x} for opcode at: 0x{at:x}", byte & 0xF0));
        };
        let for_it = |what: &str| format!("for {word} {what} for opcode at: 0x{at:x}");
        let not_allowed = |table: &str| format!("{word} not allowed in {table} bind table for opcode at: 0x{at:x}");
        match opcode {
            1..=3 if table == Table::Weak => return Err(not_allowed("weak")),
            10..=12 if table == Table::Lazy => return Err(not_allowed("lazy")),
            _ => {}
        }
        let place = |offset: u64, count: u64, skip: u64| segments.check(segment, offset, width, count, skip).map_err(for_it);
        let ready = || match () {
            () if name.is_empty() => Err(for_it("missing preceding BIND_OPCODE_SET_SYMBOL_TRAILING_FLAGS_IMM")),
            () if ordinal.is_none() && table != Table::Weak => Err(for_it("missing preceding BIND_OPCODE_SET_DYLIB_ORDINAL_*")),
            () => Ok(()),
        };
        match opcode {
            0 => {
                // Entries of lazy binds each end with one.
                if table != Table::Lazy || codes[reader.at..].iter().all(|byte| *byte == 0) {
                    return Ok(());
                }
                continue;
            }
            1 | 2 => {
                let number = if opcode == 1 { u64::from(value) } else { reader.unsigned().map_err(for_it)? };
                ordinal = Some(number as u8);
                if i64::from(number as i32) > libraries as i64 {
                    let what = format!("bad library ordinal: {} (max {libraries})", number as i32);
                    // LLVM names the other opcode here.
                    return Err(format!("for BIND_OPCODE_SET_DYLIB_ORDINAL_ULEB {what} for opcode at: 0x{at:x}"));
                }
                continue;
            }
            3 => {
                let special = if value == 0 { 0 } else { (0xF0 | value) as i8 };
                if special < -2 {
                    return Err(for_it(&format!("unknown special ordinal: {special}")));
                }
                ordinal = Some(special as u8);
                continue;
            }
            4 => {
                flags = value;
                name = until_zero(&codes[reader.at..]);
                reader.at += name.len();
                if reader.at >= codes.len() {
                    return Err(for_it("symbol name extends past opcodes"));
                }
                reader.at += 1;
                if !(table == Table::Weak && value & 8 != 0) {
                    continue;
                }
            }
            5 => {
                if value > 3 {
                    return Err(for_it(&format!("bad bind type: {value}")));
                }
                continue;
            }
            6 => {
                reader.signed().map_err(for_it)?;
                continue;
            }
            7 | 8 => {
                let number = reader.unsigned().map_err(for_it)?;
                if opcode == 7 {
                    segment = Some(i32::from(value));
                    offset = number;
                } else {
                    offset = offset.wrapping_add(number);
                }
                segments.check(segment, offset, width, 1, 0).map_err(for_it)?;
                continue;
            }
            9 => {
                place(offset, 1, 0)?;
                ready()?;
                offset = offset.wrapping_add(width);
            }
            10 => {
                place(offset, 1, 0)?;
                ready()?;
                let step = reader.unsigned().map_err(for_it)?.wrapping_add(width);
                let after = |what: &str| format!("for BIND_OPCODE_ADD_ADDR_ULEB (after adding ULEB) {what} for opcode at: 0x{at:x}");
                offset = offset.wrapping_add(step);
                segments.check(segment, offset, width, 1, 0).map_err(after)?;
            }
            11 => {
                ready()?;
                offset = offset.wrapping_add(u64::from(value) * width + width);
                segments.check(segment, offset, width, 1, 0).map_err(for_it)?;
            }
            _ => {
                let count = reader.unsigned().map_err(|what| for_it(&format!(" (count value) {what}")))?;
                let skip = reader.unsigned().map_err(|what| for_it(&format!(" (skip value) {what}")))?;
                ready()?;
                place(offset, count, skip)?;
                offset = offset.wrapping_add(skip.wrapping_add(width).wrapping_mul(count.max(1)));
            }
        }
        out.push(Bind { name, ordinal: ordinal.unwrap_or(0), flags });
    }
    Ok(())
}
