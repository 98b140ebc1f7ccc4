//! Linking information of WebAssembly modules: symbol table, groups, relocations, and the sections about tools and features.
//!
//! The checks, their order and the messages are those of LLVM's `WasmObjectFile` (`lib/Object/WasmObjectFile.cpp`, LLVM 22).
use std::collections::HashSet;

use super::bytes::{Fault, shown};
use super::wasm::{
    BINDING, BINDING_LOCAL, BINDING_WEAK, EXTERNAL_FUNCTION, EXTERNAL_GLOBAL, EXTERNAL_TABLE, EXTERNAL_TAG, Module, Named, UNDEFINED, What,
};
use super::wasm_reader::Reader;

// Of `flags` of symbols.
const EXPLICIT_NAME: u32 = 0x40;
const ABSOLUTE: u32 = 0x200;

impl<'a> Module<'a> {
    pub(super) fn linking(&mut self, kind: u8, reader: &mut Reader<'a>) -> Result<(), Fault> {
        const SEGMENTS: u8 = 5;
        const INITIALIZERS: u8 = 6;
        const COMDATS: u8 = 7;
        const SYMBOLS: u8 = 8;
        match kind {
            SYMBOLS => self.table(reader),
            SEGMENTS => {
                let count = reader.u32()?;
                if count as usize > self.segments.len() {
                    return Err("too many segment names".into());
                }
                for _ in 0..count {
                    reader.string()?;
                    reader.u32()?;
                    reader.u32()?;
                }
                Ok(())
            }
            INITIALIZERS => {
                for _ in 0..reader.u32()? {
                    reader.u32()?;
                    let symbol = reader.u32()?;
                    if !self.is_symbol(symbol, &[What::Function]) {
                        return Err(format!("invalid function symbol: {symbol}").into());
                    }
                }
                Ok(())
            }
            COMDATS => self.comdats(reader),
            _ => {
                reader.skip(reader.left());
                Ok(())
            }
        }
    }

    fn comdats(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        let mut names = HashSet::new();
        let mut members = HashSet::new();
        for _ in 0..reader.u32()? {
            let name = reader.string()?;
            if name.is_empty() || !names.insert(name) {
                return Err(format!("bad/duplicate COMDAT name {}", shown(name)).into());
            }
            if reader.u32()? != 0 {
                return Err("unsupported COMDAT flags".into());
            }
            for _ in 0..reader.u32()? {
                let kind = reader.u32()?;
                let index = reader.u32()?;
                let twice = !members.insert((kind, index));
                let complaint = match kind {
                    0 if index as usize >= self.segments.len() => Some("COMDAT data index out of range"),
                    0 if twice => Some("data segment in two COMDATs"),
                    1 if !self.is_defined_function(index) => Some("COMDAT function index out of range"),
                    1 if twice => Some("function in two COMDATs"),
                    5 => match self.sections.get(index as usize) {
                        None => Some("COMDAT section index out of range"),
                        Some(section) if section.kind != 0 => Some("non-custom section in a COMDAT"),
                        Some(_) => None,
                    },
                    0 | 1 => None,
                    _ => Some("invalid COMDAT entry type"),
                };
                if let Some(complaint) = complaint {
                    return Err(complaint.into());
                }
            }
        }
        Ok(())
    }

    /// Reads the table of symbols.
    fn table(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        let count = reader.u32()?;
        self.symbols.clear();
        let mut names = HashSet::new();
        for _ in 0..count {
            let number = reader.byte()?;
            let flags = reader.u32()?;
            let what = What::of(number).ok_or_else(|| Fault::from(format!("invalid symbol type: {number}")))?;
            let defined = flags & UNDEFINED == 0;
            let mut symbol = Named { name: b"", what, flags, index: 0, offset: 0, size: 0 };
            match what {
                What::Data => self.data_symbol(&mut symbol, reader)?,
                What::Section => {
                    if flags & BINDING != BINDING_LOCAL {
                        return Err("section symbols must have local binding".into());
                    }
                    symbol.index = reader.u32()?;
                    let section = self.sections.get(symbol.index as usize);
                    symbol.name = section.ok_or("invalid section index")?.name;
                }
                What::Function | What::Global | What::Table | What::Tag => {
                    symbol.index = reader.u32()?;
                    let (kind, word, local) = match what {
                        What::Function => (EXTERNAL_FUNCTION, "function", self.functions.len() as u64),
                        What::Global => (EXTERNAL_GLOBAL, "global", self.globals.len() as u64),
                        What::Table => (EXTERNAL_TABLE, "table", self.tables),
                        _ => (EXTERNAL_TAG, "tag", self.tags),
                    };
                    let imported = &self.imports[usize::from(kind)];
                    let index = u64::from(symbol.index);
                    let is_import = index < imported.len() as u64;
                    if index >= imported.len() as u64 + local || defined == is_import {
                        return Err(format!("invalid {word} symbol index").into());
                    }
                    if !defined && what != What::Function && flags & BINDING == BINDING_WEAK {
                        let word = if what == What::Table { "table" } else { "global" };
                        return Err(format!("undefined weak {word} symbol").into());
                    }
                    symbol.name = match defined || flags & EXPLICIT_NAME != 0 {
                        true => reader.string()?,
                        false => imported.get(index as usize).copied().unwrap_or_default(),
                    };
                }
            }
            if flags & BINDING != BINDING_LOCAL && !names.insert(symbol.name) {
                return Err(format!("duplicate symbol name {}", shown(symbol.name)).into());
            }
            self.symbols.push(symbol);
        }
        Ok(())
    }

    fn data_symbol(&self, symbol: &mut Named<'a>, reader: &mut Reader<'a>) -> Result<(), Fault> {
        symbol.name = reader.string()?;
        if symbol.flags & UNDEFINED != 0 {
            return Ok(());
        }
        symbol.index = reader.u32()?;
        symbol.offset = reader.u64()?;
        symbol.size = reader.u64()?;
        if symbol.flags & ABSOLUTE != 0 {
            return Ok(());
        }
        let Some(segment) = self.segments.get(symbol.index as usize) else {
            return Err(format!("invalid data segment index: {}", symbol.index).into());
        };
        if symbol.offset > segment.size {
            let (name, offset, size) = (shown(symbol.name), symbol.offset, segment.size);
            return Err(format!("invalid data symbol offset: `{name}` (offset: {offset} segment size: {size})").into());
        }
        Ok(())
    }

    pub(super) fn relocations(&mut self, reader: &mut Reader<'a>) -> Result<(), Fault> {
        let section = reader.u32()?;
        let end = self.sections.get(section as usize).ok_or("invalid section index")?.size;
        let mut before = 0;
        for _ in 0..reader.u32()? {
            let kind = reader.u32()?;
            let offset = reader.u32()?;
            if offset < before {
                return Err("relocations not in offset order".into());
            }
            before = offset;
            let index = reader.u32()?;
            let Some(&(_, what, targets, addend, size)) = RELOCATIONS.iter().find(|(number, ..)| *number == kind) else {
                return Err(format!("invalid relocation type: {kind}").into());
            };
            let sound = match targets {
                [] => u64::from(index) < self.types,
                _ => self.is_symbol(index, targets),
            };
            if !sound {
                let name = self.symbols.get(index as usize).map(|symbol| shown(symbol.name)).unwrap_or_default();
                let what = if targets.is_empty() { "relocation type index".into() } else { format!("{what} relocation") };
                return Err(format!("invalid {what}: {name}").into());
            }
            match addend {
                0 => {}
                32 => reader.i32().map(drop)?,
                _ => reader.i64().map(drop)?,
            }
            if u64::from(offset) + size > end {
                return Err("invalid relocation offset".into());
            }
        }
        reader.end("reloc", "section")
    }
}

/// Relocations: the number, what it refers to in words, the symbols that it may refer to (none: types), the bits of the addend, the bytes that it
/// changes (`BinaryFormat/WasmRelocs.def`).
type Relocation = (u32, &'static str, &'static [What], u8, u64);

const FUNCTIONS: &[What] = &[What::Function];
const DATA: &[What] = &[What::Data];
const RELOCATIONS: [Relocation; 27] = [
    (0, "function", FUNCTIONS, 0, 5),
    (1, "function", FUNCTIONS, 0, 5),
    (2, "function", FUNCTIONS, 0, 4),
    (3, "data", DATA, 32, 5),
    (4, "data", DATA, 32, 5),
    (5, "data", DATA, 32, 4),
    (6, "type", &[], 0, 5),
    (7, "global", &[What::Global, What::Data, What::Function], 0, 5),
    (8, "function", FUNCTIONS, 32, 4),
    (9, "section", &[What::Section], 32, 4),
    (10, "tag", &[What::Tag], 0, 5),
    (11, "data", DATA, 32, 5),
    (12, "function", FUNCTIONS, 0, 5),
    (13, "global", &[What::Global], 0, 4),
    (14, "data", DATA, 64, 10),
    (15, "data", DATA, 64, 10),
    (16, "data", DATA, 64, 8),
    (17, "data", DATA, 64, 10),
    (18, "function", FUNCTIONS, 0, 5),
    (19, "function", FUNCTIONS, 0, 8),
    (20, "table", &[What::Table], 0, 5),
    (21, "data", DATA, 32, 5),
    (22, "function", FUNCTIONS, 64, 8),
    (23, "data", DATA, 32, 4),
    (24, "function", FUNCTIONS, 0, 5),
    (25, "data", DATA, 64, 5),
    (26, "function", FUNCTIONS, 0, 4),
];

pub(super) fn producers(reader: &mut Reader<'_>) -> Result<(), Fault> {
    let mut fields = HashSet::new();
    for _ in 0..reader.u32()? {
        let field = reader.string()?;
        if !fields.insert(field) {
            return Err("producers section does not have unique fields".into());
        }
        if !matches!(field, b"language" | b"processed-by" | b"sdk") {
            return Err("producers section field is not named one of language, processed-by, or sdk".into());
        }
        let mut names = HashSet::new();
        for _ in 0..reader.u32()? {
            let name = reader.string()?;
            reader.string()?;
            if !names.insert(name) {
                return Err("producers section contains repeated producer".into());
            }
        }
    }
    reader.end("producers", "section")
}

pub(super) fn features(reader: &mut Reader<'_>) -> Result<(), Fault> {
    let mut names = HashSet::new();
    for _ in 0..reader.u32()? {
        if !matches!(reader.byte()?, b'+' | b'=' | b'-') {
            return Err("unknown feature policy prefix".into());
        }
        let name = reader.string()?;
        if !names.insert(name) {
            return Err(format!("target features section contains repeated feature \"{}\"", shown(name)).into());
        }
    }
    reader.end("target features", "section")
}
