//! Symbols of WebAssembly modules: those of the linking section, otherwise exports and names.
//!
//! The checks, their order and the messages are those of LLVM's `WasmObjectFile` (`lib/Object/WasmObjectFile.cpp`, LLVM 22).
use std::collections::HashSet;

use super::bytes::Fault;
use super::model::{Flags, Kind, Object, Symbol, too_many};
use super::wasm_linking::{features, producers};
use super::wasm_reader::{Init, Reader, ValType};

/// Kinds of imports and exports, by their numbers.
pub(super) const EXTERNAL_FUNCTION: u8 = 0;
pub(super) const EXTERNAL_TABLE: u8 = 1;
const EXTERNAL_MEMORY: u8 = 2;
pub(super) const EXTERNAL_GLOBAL: u8 = 3;
pub(super) const EXTERNAL_TAG: u8 = 4;

// Of `flags` of symbols.
pub(super) const BINDING: u32 = 3;
pub(super) const BINDING_WEAK: u32 = 1;
pub(super) const BINDING_LOCAL: u32 = 2;
pub(super) const UNDEFINED: u32 = 0x10;

/// The entity that a symbol names, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Function,
    Data,
    Global,
    Section,
    Tag,
    Table,
}

impl What {
    pub(super) fn of(number: u8) -> Option<What> {
        [What::Function, What::Data, What::Global, What::Section, What::Tag, What::Table].get(usize::from(number)).copied()
    }
}

pub(super) struct Named<'a> {
    pub(super) name: &'a [u8],
    pub(super) what: What,
    pub(super) flags: u32,
    /// Its index in its space, or that of the segment.
    pub(super) index: u32,
    pub(super) offset: u64,
    pub(super) size: u64,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Function {
    exported: bool,
    /// Its start in the code section, at its size field.
    offset: u64,
    size: u64,
}

pub(super) struct Global {
    offset: u64,
    size: u64,
    init: Init,
}

pub(super) struct Segment {
    pub(super) init: Init,
    pub(super) size: u64,
}

pub(super) struct Section<'a> {
    pub(super) kind: u8,
    pub(super) name: &'a [u8],
    /// The start of the content.
    pub(super) offset: u64,
    pub(super) size: u64,
}

/// The parts of a module read so far.
#[derive(Default)]
pub(super) struct Module<'a> {
    pub(super) sections: Vec<Section<'a>>,
    /// The sections that must not come before, by the index in `ORDER`.
    pub(super) seen: u32,
    pub(super) types: u64,
    /// The names of imports, by kind.
    pub(super) imports: [Vec<&'a [u8]>; 5],
    pub(super) functions: Vec<Function>,
    pub(super) tables: u64,
    pub(super) tags: u64,
    pub(super) globals: Vec<Global>,
    pub(super) segments: Vec<Segment>,
    pub(super) data_count: Option<u32>,
    pub(super) symbols: Vec<Named<'a>>,
    pub(super) linking: bool,
    pub(super) dylink: bool,
    pub(super) memory_64: bool,
    /// The places of the sections for code, data and globals.
    pub(super) code: Option<usize>,
    pub(super) data: Option<usize>,
    pub(super) global: Option<usize>,
}

/// The order of sections: number, and the name of a custom one. LLVM refuses a section if one of those after it came before.
const ORDER: [(u8, &[u8]); 14] = [
    (0, b"dylink"),
    (1, b""),
    (2, b""),
    (3, b""),
    (4, b""),
    (5, b""),
    (13, b""),
    (6, b""),
    (7, b""),
    (8, b""),
    (9, b""),
    (12, b""),
    (10, b""),
    (11, b""),
];

/// The sections after those, and for each the ones that must not precede it: itself, and later ones.
const LINKING: u32 = 14;
const RELOC: u32 = 15;
const NAME: u32 = 16;
const PRODUCERS: u32 = 17;
const FEATURES: u32 = 18;

/// The place of a section in the order, and which places must be empty before it.
fn order(kind: u8, name: &[u8]) -> Option<(u32, u32)> {
    let bits = |places: &[u32]| places.iter().fold(0, |bits, place| bits | 1 << place);
    let after_name = bits(&[NAME, PRODUCERS, FEATURES]);
    let place = match (kind, name) {
        (0, b"dylink" | b"dylink.0") => 0,
        (0, b"linking") => return Some((LINKING, bits(&[LINKING, RELOC]) | after_name)),
        (0, name) if name.starts_with(b"reloc.") => return Some((RELOC, 0)),
        (0, b"name") => return Some((NAME, after_name)),
        (0, b"producers") => return Some((PRODUCERS, bits(&[PRODUCERS, FEATURES]))),
        (0, b"target_features") => return Some((FEATURES, bits(&[FEATURES]))),
        (0, _) => return None,
        (kind, _) => ORDER.iter().position(|(number, _)| *number == kind)? as u32,
    };
    // Itself, all that follows in the table, and what must not come before those.
    let rest = (u32::MAX << place) & ((1 << LINKING) - 1);
    Some((place, rest | bits(&[LINKING, RELOC]) | after_name))
}

/// Reads the symbols of a module.
pub(super) fn read(data: &[u8]) -> Result<Object, Fault> {
    let mut reader = Reader::new(data);
    reader.skip(4);
    let version = reader.word().map_err(|_| "missing version number")?;
    if version != 1 {
        return Err(format!("invalid version number: {version}").into());
    }
    let mut module = Module::default();
    while !reader.at_end() {
        let kind = reader.byte()?;
        let size = u64::from(reader.u32()?);
        let offset = reader.at();
        if size == 0 {
            return Err("zero length section".into());
        }
        let mut content = reader.part(size).ok_or("section too large")?;
        let name = if kind == 0 { content.string()? } else { b"" };
        if let Some((place, not_before)) = order(kind, name) {
            if module.seen & not_before != 0 {
                return Err(format!("out of order section type: {kind}").into());
            }
            module.seen |= 1 << place;
        }
        let content_size = content.left();
        module.section(kind, name, content)?;
        module.sections.push(Section { kind, name, offset, size: content_size });
    }
    let names = module.symbols.iter().map(|symbol| symbol.name.len() as u64).sum();
    if let Some(most) = too_many(names, data.len()) {
        return Err(format!("the names of symbols take more than {most} bytes").into());
    }
    Ok(module.object())
}

impl<'a> Module<'a> {
    fn section(&mut self, kind: u8, name: &'a [u8], mut reader: Reader<'a>) -> Result<(), Fault> {
        let reader = &mut reader;
        let what = match kind {
            0 => return self.custom(name, reader),
            1 => self.types(reader).map(|()| "type")?,
            2 => self.imports(reader).map(|()| "import")?,
            3 => {
                for _ in 0..reader.u32()? {
                    if u64::from(reader.u32()?) >= self.types {
                        return Err("invalid function type".into());
                    }
                    self.functions.push(Function::default());
                }
                "function"
            }
            4 => {
                for _ in 0..reader.u32()? {
                    reader.table_type()?;
                    self.tables += 1;
                }
                "table"
            }
            5 => {
                for _ in 0..reader.u32()? {
                    self.memory_64 |= reader.limits()?;
                }
                "memory"
            }
            6 => self.globals(reader).map(|()| "global")?,
            7 => self.exports(reader).map(|()| "export")?,
            8 => {
                let start = reader.u32()?;
                if !self.is_function(start) {
                    return Err("invalid start function".into());
                }
                return Ok(());
            }
            9 => self.elements(reader).map(|()| "elem")?,
            10 => self.code(reader).map(|()| "code")?,
            11 => self.data(reader).map(|()| "data")?,
            12 => {
                self.data_count = Some(reader.u32()?);
                return Ok(());
            }
            13 => {
                for _ in 0..reader.u32()? {
                    self.tag_type(reader)?;
                    self.tags += 1;
                }
                "tag"
            }
            _ => return Err(format!("invalid section type: {kind}").into()),
        };
        reader.end(what, "section")
    }

    fn tag_type(&self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        if reader.byte()? != 0 {
            return Err("invalid attribute".into());
        }
        if u64::from(reader.u32()?) >= self.types {
            return Err("invalid tag type".into());
        }
        Ok(())
    }

    fn types(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        const FUNCTION: u32 = 0x60;
        const STRUCT: u32 = 0x5F;
        const ARRAY: u32 = 0x5E;
        const REC: u32 = 0x4E;
        const SUB: u32 = 0x50;
        const SUB_FINAL: u32 = 0x4F;
        let mut count = u64::from(reader.u32()?);
        while count > 0 {
            count -= 1;
            self.types += 1;
            let mut form = u32::from(reader.byte()?);
            if form == REC {
                let size = reader.u32()?;
                if size == 0 {
                    return Err("Rec group size cannot be 0".into());
                }
                count += u64::from(size);
                continue;
            }
            if form == FUNCTION {
                for _ in 0..2 {
                    for _ in 0..reader.u32()? {
                        let code = u32::from(reader.byte()?);
                        reader.value_type(code)?;
                    }
                }
                continue;
            }
            if form == SUB || form == SUB_FINAL {
                let supers = reader.u32()?;
                if supers > 1 {
                    return Err("Invalid number of supertypes".into());
                }
                if supers == 1 {
                    reader.u32()?;
                }
                form = reader.u32()?;
            }
            let fields = match form {
                STRUCT => reader.u32()?,
                ARRAY => 1,
                _ => return Err("bad form".into()),
            };
            for _ in 0..fields {
                let code = reader.u32()?;
                reader.value_type(code)?;
                reader.u32()?;
            }
        }
        Ok(())
    }

    fn imports(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        for _ in 0..reader.u32()? {
            reader.string()?;
            let field = reader.string()?;
            let kind = reader.byte()?;
            match kind {
                EXTERNAL_FUNCTION => {
                    if u64::from(reader.u32()?) >= self.types {
                        return Err("invalid function type".into());
                    }
                }
                EXTERNAL_GLOBAL => {
                    reader.byte()?;
                    reader.flag()?;
                }
                EXTERNAL_MEMORY => self.memory_64 |= reader.limits()?,
                EXTERNAL_TABLE => reader.table_type()?,
                EXTERNAL_TAG => self.tag_type(reader)?,
                _ => return Err("unexpected import kind".into()),
            }
            self.imports[usize::from(kind)].push(field);
        }
        Ok(())
    }

    fn globals(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        self.global = Some(self.sections.len());
        let section = reader.at();
        for _ in 0..reader.u32()? {
            let start = reader.at();
            let code = reader.u32()?;
            reader.value_type(code)?;
            reader.flag()?;
            let init = reader.init()?;
            self.globals.push(Global { offset: start - section, size: reader.at() - start, init });
        }
        Ok(())
    }

    fn exports(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        for _ in 0..reader.u32()? {
            let name = reader.string()?;
            let kind = reader.byte()?;
            let index = reader.u32()?;
            let mut symbol = Named { name, what: What::Table, flags: 0, index, offset: 0, size: 0 };
            match kind {
                EXTERNAL_FUNCTION => {
                    let imported = self.imports[0].len() as u64;
                    let function = u64::from(index).checked_sub(imported).and_then(|index| self.functions.get_mut(index as usize));
                    function.ok_or("invalid function export")?.exported = true;
                    symbol.what = What::Function;
                }
                EXTERNAL_GLOBAL => {
                    if !self.is_global(index) {
                        return Err("invalid global export".into());
                    }
                    symbol.what = What::Data;
                    symbol.index = 0;
                    let imported = self.imports[usize::from(EXTERNAL_GLOBAL)].len() as u64;
                    let global = u64::from(index).checked_sub(imported).and_then(|index| self.globals.get(index as usize));
                    if let Some(Init::Constant(value)) = global.map(|global| global.init) {
                        symbol.offset = value;
                    }
                }
                EXTERNAL_TAG => {
                    if !self.is_tag(index) {
                        return Err("invalid tag export".into());
                    }
                    symbol.what = What::Tag;
                }
                EXTERNAL_TABLE => {}
                EXTERNAL_MEMORY => continue,
                _ => return Err("unexpected export kind".into()),
            }
            self.symbols.push(symbol);
        }
        Ok(())
    }

    fn elements(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        const PASSIVE: u32 = 1;
        const TABLE: u32 = 2;
        const EXPRESSIONS: u32 = 4;
        for _ in 0..reader.u32()? {
            let flags = reader.u32()?;
            if flags & !(PASSIVE | TABLE | EXPRESSIONS) != 0 {
                return Err("Unsupported flags for element segment".into());
            }
            let passive = flags & PASSIVE != 0;
            let table = if !passive && flags & TABLE != 0 { reader.u32()? } else { 0 };
            if u64::from(table) >= self.imports[usize::from(EXTERNAL_TABLE)].len() as u64 + self.tables {
                return Err("invalid TableNumber".into());
            }
            if !passive {
                reader.init()?;
            }
            let expressions = flags & EXPRESSIONS != 0;
            if expressions {
                let code = reader.u32()?;
                reader.value_type(code)?;
            } else if flags & (PASSIVE | TABLE) != 0 && reader.u32()? != 0 {
                return Err("invalid elem type".into());
            }
            for _ in 0..reader.u32()? {
                if expressions {
                    reader.init()?;
                } else {
                    reader.u32()?;
                }
            }
        }
        Ok(())
    }

    fn code(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        self.code = Some(self.sections.len());
        let section = reader.at();
        if reader.u32()? as usize != self.functions.len() {
            return Err("invalid function count".into());
        }
        for function in &mut self.functions {
            let start = reader.at();
            let size = u64::from(reader.u32()?);
            let end = reader.at() + size;
            function.offset = start - section;
            function.size = end - start;
            for _ in 0..reader.u32()? {
                reader.u32()?;
                reader.byte()?;
            }
            let body = end.checked_sub(reader.at()).filter(|body| *body <= reader.left());
            reader.skip(body.ok_or("Function extends beyond buffer")?);
        }
        Ok(())
    }

    fn data(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        const PASSIVE: u32 = 1;
        const MEMORY: u32 = 2;
        self.data = Some(self.sections.len());
        let count = reader.u32()?;
        if self.data_count.is_some_and(|wanted| wanted != count) {
            return Err("number of data segments does not match DataCount section".into());
        }
        for _ in 0..count {
            let flags = reader.u32()?;
            if flags & MEMORY != 0 {
                reader.u32()?;
            }
            let init = if flags & PASSIVE == 0 { reader.init()? } else { Init::Constant(0) };
            let size = u64::from(reader.u32()?);
            if size > reader.left() {
                return Err("invalid segment size".into());
            }
            reader.skip(size);
            self.segments.push(Segment { init, size });
        }
        Ok(())
    }

    fn custom(&mut self, name: &[u8], reader: &mut Reader<'a>) -> Result<(), Fault> {
        match name {
            b"dylink" => {
                self.dylink = true;
                for _ in 0..4 {
                    reader.u32()?;
                }
                for _ in 0..reader.u32()? {
                    reader.string()?;
                }
                reader.end("dylink", "section")
            }
            b"dylink.0" => {
                self.dylink = true;
                reader.subsections("dylink.0", |kind, reader| {
                    match kind {
                        1 => {
                            for _ in 0..4 {
                                reader.u32()?;
                            }
                        }
                        2..=4 => {
                            for _ in 0..reader.u32()? {
                                reader.string()?;
                                if kind == 4 {
                                    reader.string()?;
                                }
                                if kind != 2 {
                                    reader.u32()?;
                                }
                            }
                        }
                        _ => reader.skip(reader.left()),
                    }
                    Ok(())
                })
            }
            b"name" => self.names(reader),
            b"linking" => {
                self.linking = true;
                let version = reader.u32()?;
                if version != 2 {
                    return Err(format!("unexpected metadata version: {version} (Expected: 2)").into());
                }
                reader.subsections("linking", |kind, reader| self.linking(kind, reader))
            }
            b"producers" => producers(reader),
            b"target_features" => features(reader),
            name if name.starts_with(b"reloc.") => self.relocations(reader),
            _ => Ok(()),
        }
    }

    fn names(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        let wanted = !self.linking && !self.dylink;
        if wanted {
            self.symbols.clear();
        }
        let mut seen = HashSet::new();
        while !reader.at_end() {
            let kind = reader.byte()?;
            let size = u64::from(reader.u32()?);
            let end = reader.at() + size;
            // Functions, globals, data segments.
            let known = match kind {
                1 => Some(("function", What::Function)),
                7 => Some(("global", What::Global)),
                9 => Some(("segment", What::Data)),
                _ => None,
            };
            let Some((word, what)) = known else {
                reader.skip(size.min(reader.left()));
                if reader.at() != end {
                    return Err("name sub-section ended prematurely".into());
                }
                continue;
            };
            for _ in 0..reader.u32()? {
                let index = reader.u32()?;
                let name = reader.string()?;
                if !seen.insert((kind, index)) {
                    return Err(format!("{word} named more than once").into());
                }
                let mut symbol = Named { name, what, flags: 0, index, offset: 0, size: 0 };
                let valid = match what {
                    What::Function => self.is_function(index) && !name.is_empty(),
                    What::Global => self.is_global(index) && !name.is_empty(),
                    _ => (index as usize) < self.segments.len(),
                };
                if !valid {
                    let word = if what == What::Data { "data segment" } else { word };
                    return Err(format!("invalid {word} name entry").into());
                }
                match what {
                    What::Function => {
                        let at = u64::from(index).checked_sub(self.imports[0].len() as u64);
                        symbol.flags = match at.and_then(|at| self.functions.get(at as usize)) {
                            None => UNDEFINED,
                            Some(function) if function.exported => 0,
                            Some(_) => BINDING_LOCAL,
                        };
                    }
                    What::Global if (index as usize) < self.imports[usize::from(EXTERNAL_GLOBAL)].len() => symbol.flags = UNDEFINED,
                    What::Global => {}
                    _ => {
                        symbol.flags = BINDING_LOCAL;
                        symbol.size = self.segments.get(index as usize).map_or(0, |segment| segment.size);
                    }
                }
                if wanted {
                    self.symbols.push(symbol);
                }
            }
            if reader.at() != end {
                return Err("name sub-section ended prematurely".into());
            }
        }
        reader.end("name", "section")
    }

    fn is_function(&self, index: u32) -> bool {
        (index as usize) < self.imports[0].len() + self.functions.len()
    }

    pub(super) fn is_defined_function(&self, index: u32) -> bool {
        index as usize >= self.imports[0].len() && self.is_function(index)
    }

    fn is_global(&self, index: u32) -> bool {
        (index as usize) < self.imports[usize::from(EXTERNAL_GLOBAL)].len() + self.globals.len()
    }

    fn is_tag(&self, index: u32) -> bool {
        u64::from(index) < self.imports[usize::from(EXTERNAL_TAG)].len() as u64 + self.tags
    }

    pub(super) fn is_symbol(&self, index: u32, of: &[What]) -> bool {
        self.symbols.get(index as usize).is_some_and(|symbol| of.contains(&symbol.what))
    }

    /// The symbols listed for the module.
    fn object(self) -> Object {
        let base = |section: Option<usize>| match section.and_then(|at| self.sections.get(at)) {
            Some(section) if !self.linking && !self.dylink => section.offset,
            _ => 0,
        };
        let in_space = |imported: u8, index: u32| u64::from(index).checked_sub(self.imports[usize::from(imported)].len() as u64);
        let symbols = self.symbols.iter().map(|symbol| {
            let undefined = symbol.flags & UNDEFINED != 0;
            let function = in_space(EXTERNAL_FUNCTION, symbol.index).and_then(|at| self.functions.get(at as usize));
            let global = in_space(EXTERNAL_GLOBAL, symbol.index).and_then(|at| self.globals.get(at as usize));
            let index = u64::from(symbol.index);
            let (address, size) = match symbol.what {
                _ if undefined => (0, 0),
                What::Function => function.map_or((index, 0), |function| (function.offset + base(self.code), function.size)),
                What::Global => global.map_or((index, 0), |global| (global.offset + base(self.global), global.size)),
                What::Data => {
                    let start = match self.segments.get(symbol.index as usize).map(|segment| segment.init) {
                        Some(Init::Constant(value)) => value,
                        _ => 0,
                    };
                    (start.wrapping_add(symbol.offset), symbol.size & 0xFFFF_FFFF)
                }
                What::Section => (0, 0),
                What::Tag | What::Table => (index, 0),
            };
            Symbol {
                name: symbol.name.to_vec(),
                address,
                size,
                flags: Flags {
                    undefined,
                    global: symbol.flags & BINDING != BINDING_LOCAL,
                    weak: symbol.flags & BINDING == BINDING_WEAK,
                    ..Flags::default()
                },
                letter: if symbol.what == What::Function { 't' } else { 'd' },
                ..Symbol::default()
            }
        });
        Object { symbols: symbols.collect(), for_64: self.memory_64, ..Object::new(Kind::Wasm) }
    }
}

impl Reader<'_> {
    fn table_type(&mut self) -> Result<(), Fault> {
        let code = self.u32()?;
        let sound = self.value_type(code)? == ValType::Reference;
        self.limits()?;
        if sound { Ok(()) } else { Err("invalid table element type".into()) }
    }
}
