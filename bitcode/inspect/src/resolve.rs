//! Resolves the numbers in records: the tables of a module, filled in advance, and the state of the function being walked.
use std::ops::Range;

use hashbrown::HashMap;

use crate::fields::{Env, Field, Rows};
use crate::names::Labels;
use crate::slots::Slots;
use crate::tree::{Block, Step, StreamKind, TELL, Walk};
use bctk_bitcode::schema::{self, attrs, constants, function, metadata, module, small_blocks, symtab, types};
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};

/// What a record adds to one of the numbered tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defines {
    /// Nothing.
    Nothing,
    /// A global value, by value number.
    Global(u32),
    /// A constant or the result of an instruction, by value number.
    Value(u32),
    /// A type.
    Type(u32),
    /// Metadata.
    Metadata(u32),
    /// An attribute list.
    Attributes(u32),
}

/// A type, as far as its name needs.
#[derive(Clone, Debug)]
pub(crate) struct TypeEntry {
    pub(crate) code: u32,
    /// First operand: width, count, address space, packed, or variable arguments.
    pub(crate) head: u64,
    /// Operands after the head, in the pool.
    pub(crate) rest: Range<u32>,
    /// Name, in the pool of bytes.
    pub(crate) name: Range<u32>,
}

/// A constant, as far as a short text needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantEntry {
    pub(crate) ty: u32,
    pub(crate) code: u32,
    pub(crate) op: u64,
}

/// A global value.
#[derive(Clone, Debug)]
pub(crate) struct GlobalEntry {
    /// Byte range of the name, in STRTAB or in the pool of bytes.
    pub(crate) name: Range<u64>,
    /// Value type (a pointer to it in old modules).
    pub(crate) ty: u32,
}

/// Strings of one METADATA block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strings {
    /// Number of the first.
    pub(crate) first: u32,
    /// End of each within `chars`.
    pub(crate) ends: Vec<u32>,
    /// Byte range of the characters in the data, or in the pool of bytes.
    pub(crate) chars: Range<u64>,
    pub(crate) pooled: bool,
}

/// A list of names, in the pool of bytes.
pub(crate) type NameList = Vec<Range<u32>>;

/// The tables of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) version: u64,
    /// Byte range of the string table in the data.
    pub(crate) strtab: Range<usize>,
    pub(crate) types: Vec<TypeEntry>,
    pub(crate) globals: Vec<GlobalEntry>,
    /// Value numbers of functions with bodies, in order.
    pub(crate) defined: Vec<u32>,
    pub(crate) constants: Vec<ConstantEntry>,
    /// Number of the type `i1`, [`NONE`] without one.
    pub(crate) i1: u32,
    /// The number of metadata of the module.
    pub(crate) metadata: u32,
    pub(crate) strings: Vec<Strings>,
    pub(crate) sections: NameList,
    pub(crate) gcs: NameList,
    /// Names of COMDATs, stored as those of globals.
    pub(crate) comdats: Vec<Range<u64>>,
    pub(crate) scopes: NameList,
    pub(crate) bundles: NameList,
    pub(crate) kinds: HashMap<u64, Range<u32>>,
    pub(crate) ops: Vec<u64>,
    pub(crate) bytes: Vec<u8>,
    /// Most entries of a table.
    pub(crate) most: usize,
    /// Bytes left for names in the string table, which may overlap. When none are left, only names of [`SHORT_NAME`] are shown.
    name_room: u64,
    only_short: bool,
    /// Whether the look ahead passes over what only records need: metadata and constants.
    names_only: bool,
}

/// The function being walked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// Number of the next value; unreliable once `lost`.
    pub(crate) next_value: u32,
    /// The values of both before the current record.
    pub(crate) here: (u32, bool),
    /// Whether there was an instruction that may or may not yield a value.
    pub(crate) lost: bool,
    /// Types of the values from the first argument on, `u32::MAX` where not known.
    pub(crate) types: Vec<u32>,
    /// Constants among them, with their value numbers, ascending.
    pub(crate) constants: Vec<(u32, ConstantEntry)>,
    pub(crate) metadata: u32,
    pub(crate) names: HashMap<u32, Vec<u8>>,
    pub(crate) block_names: HashMap<u32, Vec<u8>>,
    pub(crate) strings: Vec<Strings>,
    /// The numbers that llvm-dis prints, where local names are known.
    pub(crate) slots: Slots,
}

/// Counters of what the walk has passed in the module.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    globals: u32,
    constants: u32,
    types: u32,
    metadata: u32,
    attributes: u32,
    setting: u32,
}

/// A STRTAB block: its bit position, and the byte range of its blob.
type Found = (u64, Range<usize>);

/// How often every bit of a file may be read by looks ahead: once for the module, once for names in functions, and some more.
const LOOKS: u64 = 4;

/// Longest name, in bytes, that is shown where a module asks for more bytes of names than the limit `names`.
const SHORT_NAME: u64 = 32;

/// A type that is not known.
pub(crate) const NONE: u32 = u32::MAX;

/// Follows a [`Walk`] and resolves the numbers in its records.
///
/// Call [`Resolver::step`] after every step of the walk; then [`Resolver::fields`] and [`Resolver::text`] describe the current record. The
/// tables of a module are read in advance, so that names are known before the blocks that define them. This takes as long as reading the
/// module without its function bodies.
pub struct Resolver<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) labels: Labels,
    pub(crate) tables: Tables,
    pub(crate) body: Option<Box<Body>>,
    rows: Rows,
    passed: Passed,
    defines: Defines,
    split: Vec<Field>,
    row: Option<&'static str>,
    local_names: bool,
    names_only: bool,
    /// Whether the records of a module are taken as they come, and not by a look ahead.
    collect: bool,
    /// Bits that looks ahead may still read. Where lengths lie, a look ahead may go another way than the walk, and again and again.
    budget: u64,
    /// Where a search for STRTAB began and what it found.
    strtab: Option<(u64, Option<Found>)>,
    block: u32,
}

impl<'a> Resolver<'a> {
    /// A resolver for a walk that has not begun.
    pub fn new(walk: &Walk<'a>) -> Resolver<'a> {
        Resolver {
            data: walk.data(),
            labels: Labels::new(walk.kind()),
            tables: Tables::default(),
            body: None,
            rows: Rows::default(),
            passed: Passed::default(),
            defines: Defines::Nothing,
            split: Vec::new(),
            row: None,
            local_names: false,
            names_only: false,
            collect: false,
            budget: (walk.data().len() as u64).saturating_mul(8 * LOOKS),
            strtab: None,
            block: 0,
        }
    }

    /// Looks ahead in every function for the names of its values as well. Function bodies are read twice then.
    #[must_use]
    pub fn with_local_names(mut self) -> Resolver<'a> {
        self.local_names = true;
        self
    }

    /// Knows the names of globals only: good for blocks and their functions, and much faster.
    #[must_use]
    pub fn with_names_only(mut self) -> Resolver<'a> {
        self.names_only = true;
        self
    }

    /// Names of blocks and records of the stream that is walked now.
    pub fn labels(&self) -> Labels {
        self.labels
    }

    /// Takes note of a step of the walk.
    pub fn step(&mut self, walk: &Walk<'a>, step: &Step) {
        match step {
            Step::Stream { .. } => {
                self.labels = Labels::new(walk.kind());
                self.tables = Tables::default();
                self.body = None;
                self.strtab = None;
            }
            Step::Enter(block) => {
                self.block = block.id;
                if walk.kind() == StreamKind::LlvmIr {
                    self.enter(walk, block);
                }
            }
            Step::Leave { block, .. } => {
                if block.id == function::ID {
                    self.body = None;
                }
                self.block = walk.block().map_or(0, |block| block.id);
            }
            Step::Record if self.names_only => {
                if self.collect && walk.block().is_some_and(|block| block.id == module::ID) {
                    self.tables.module_record(walk.record());
                }
            }
            Step::Record => {
                self.block = walk.block().map_or(0, |block| block.id);
                self.record(walk.record());
            }
            Step::Abbrev { .. } | Step::Trailing { .. } => {}
        }
    }

    fn enter(&mut self, walk: &Walk<'a>, block: &Block) {
        match block.id {
            module::ID if block.depth == 0 => {
                self.body = None;
                self.passed = Passed::default();
                let limits = walk.reader().limits();
                let (most, strtab) = (limits.table_entries, self.find_strtab(walk));
                let size = (walk.data().len() as u64).min(block.end.saturating_sub(block.start) / 8).saturating_add(strtab.len() as u64);
                let name_room = limits.names_per_byte.saturating_mul(size).saturating_add(limits.names);
                self.tables = Tables { most, strtab, name_room, i1: NONE, names_only: self.names_only, ..Tables::default() };
                let mut reader = walk.reader().clone();
                // If names are in STRTAB, the module's own records have all their positions, before the function bodies.
                self.collect = self.names_only && has_strtab(&mut reader.clone());
                if !self.collect {
                    // A fault is the walk's to report; what was read before it is of use.
                    let start = reader.position();
                    let _ = self.tables.scan(&mut reader, walk, start.saturating_add(self.budget));
                    self.budget = self.budget.saturating_sub(reader.position().saturating_sub(start));
                }
            }
            function::ID if !self.names_only => {
                let body = Body::begin(&self.tables, block.index);
                let mut body = Box::new(body);
                if self.local_names {
                    let mut reader = walk.reader().clone();
                    let start = reader.position();
                    let read = body.scan_names(&mut reader, self.tables.most, start.saturating_add(self.budget));
                    if matches!(read, Ok(true)) && !body.lost {
                        let first = body.next_value.wrapping_sub(body.types.len() as u32);
                        let unnamed = (first..body.next_value).filter(|number| !body.names.contains_key(number)).count();
                        body.slots = Slots::new(unnamed as u32, |block| body.block_names.contains_key(&block));
                    }
                    self.budget = self.budget.saturating_sub(reader.position().saturating_sub(start));
                }
                self.body = Some(body);
            }
            types::ID => self.passed.types = 0,
            constants::ID => self.passed.setting = NONE,
            _ => {}
        }
    }

    /// Byte range of the first STRTAB after the module that the walk has entered.
    fn find_strtab(&mut self, walk: &Walk<'a>) -> Range<usize> {
        let from = walk.reader().position();
        if let Some((begun, found)) = &self.strtab
            && *begun <= from
        {
            match found {
                None => return 0..0,
                Some((at, range)) if *at >= from => return range.clone(),
                Some(_) => {}
            }
        }
        let mut reader = walk.reader().clone();
        let found = search_strtab(&mut reader);
        self.strtab = Some((from, found.clone()));
        found.map_or(0..0, |(_, range)| range)
    }

    /// The environment that the number of operands of a field depends on.
    pub fn env(&self) -> Env {
        let next_value = self.body.as_ref().map_or(0, |body| body.here.0);
        Env { relative: self.tables.version >= 1, strtab: self.tables.version >= 2, next_value }
    }

    fn record(&mut self, record: &RecordBuf) {
        self.defines = Defines::Nothing;
        if let Some(body) = &mut self.body {
            body.here = (body.next_value, body.lost);
            body.slots.begin();
        }
        let env = self.env();
        let block = self.block;
        if self.labels.has_schema() || block == bctk_bitstream::stream::BLOCKINFO {
            self.row = self.rows.split(block, record.code, &record.ops, record.blob_range().is_some(), &env, &mut self.split);
        } else {
            self.split.clear();
            self.row = None;
        }
        if self.labels.has_schema() {
            self.note(record);
        }
    }

    /// Numbers what the record adds.
    fn note(&mut self, record: &RecordBuf) {
        let passed = &mut self.passed;
        let mut take = |counter: fn(&mut Passed) -> &mut u32| {
            let counter = counter(passed);
            *counter = counter.saturating_add(1);
            *counter - 1
        };
        match (self.block, &mut self.body) {
            (types::ID, _) if !matches!(record.code, types::NumEntry::CODE | types::StructName::CODE) => {
                self.defines = Defines::Type(take(|passed| &mut passed.types));
            }
            (module::ID, _) if defines_global(record.code) => self.defines = Defines::Global(take(|passed| &mut passed.globals)),
            (attrs::lists::ID, _) => self.defines = Defines::Attributes(take(|passed| &mut passed.attributes)),
            (constants::ID, _) if record.code == constants::SetType::CODE => self.passed.setting = low(record.ops.first()),
            (constants::ID, None) => {
                let number = take(|passed| &mut passed.constants);
                self.defines = Defines::Value(number.saturating_add(self.tables.globals.len() as u32));
            }
            (constants::ID, Some(body)) => {
                let entry = ConstantEntry { ty: self.passed.setting, code: record.code, op: summary_op(record) };
                if body.constants.len() < self.tables.most {
                    body.constants.push((body.next_value, entry));
                }
                self.defines = Defines::Value(body.next_value);
                body.add(self.passed.setting, self.tables.most);
            }
            (metadata::ID, None) => {
                let count = metadata_count(record);
                if count == 1 && record.code != metadata::Strings::CODE {
                    self.defines = Defines::Metadata(self.passed.metadata);
                }
                self.passed.metadata = self.passed.metadata.saturating_add(count);
            }
            (metadata::ID, Some(body)) => {
                let count = metadata_count(record);
                if count == 1 && record.code != metadata::Strings::CODE {
                    self.defines = Defines::Metadata(body.metadata);
                }
                if record.code == metadata::Strings::CODE && body.strings.len() < 64 {
                    body.strings.extend(read_strings(record, self.data, body.metadata, self.tables.most));
                }
                body.metadata = body.metadata.saturating_add(count);
            }
            (function::ID, Some(_)) => self.instruction(record),
            _ => {}
        }
    }

    /// Whether an instruction yields a value, and its type.
    fn instruction(&mut self, record: &RecordBuf) {
        let yields = self.result(record);
        let most = self.tables.most;
        let Some(body) = &mut self.body else { return };
        match yields {
            Some(Some(ty)) => {
                if !body.lost {
                    self.defines = Defines::Value(body.next_value);
                }
                body.slots.value(body.names.contains_key(&body.next_value));
                body.add(ty, most);
            }
            Some(None) => {}
            None => {
                body.lost = true;
                body.slots.lose();
            }
        }
        body.slots.end(record.code, |block| body.block_names.contains_key(&block));
    }

    /// Type of the constants that the walk passes.
    pub(crate) fn constant_type(&self) -> u32 {
        self.passed.setting
    }

    /// Id of the current block.
    pub(crate) fn block_id(&self) -> u32 {
        self.block
    }

    /// The fields of the current record, in order; none if the schema has no row for it.
    pub fn fields(&self) -> &[Field] {
        &self.split
    }

    /// Name of the row that matches the shape of the record; `None` if the schema has none.
    pub fn row(&self) -> Option<&'static str> {
        self.row
    }

    /// What the record adds to a table.
    pub fn defines(&self) -> Defines {
        self.defines
    }

    /// The number that llvm-dis prints for the value that the record makes, if that has no name. Upgrades of old files are not counted.
    pub fn printed_number(&self) -> Option<u32> {
        self.body.as_ref().and_then(|body| body.slots.here)
    }

    /// Name of a global value by its value number, as bytes.
    pub fn global_name(&self, number: u32) -> Option<&[u8]> {
        self.tables.global_name(self.data, number)
    }

    /// Name of the function whose body a FUNCTION block is.
    pub fn function_name(&self, block: &Block) -> Option<&[u8]> {
        if block.id != function::ID {
            return None;
        }
        self.global_name(*self.tables.defined.get(block.index as usize)?)
    }
}

impl Tables {
    pub(crate) fn global_name<'t>(&'t self, data: &'t [u8], number: u32) -> Option<&'t [u8]> {
        let global = self.globals.get(number as usize)?;
        self.name(data, &global.name).filter(|name| !name.is_empty())
    }

    /// The characters of a name: in STRTAB from module version 2 on, else in the pool.
    pub(crate) fn name<'t>(&'t self, data: &'t [u8], name: &Range<u64>) -> Option<&'t [u8]> {
        if self.only_short && name.end.saturating_sub(name.start) > SHORT_NAME {
            return None;
        }
        let range = usize::try_from(name.start).ok()?..usize::try_from(name.end).ok()?;
        if self.version >= 2 { data.get(self.strtab.clone())?.get(range) } else { self.bytes.get(range) }
    }

    pub(crate) fn pooled(&self, name: &Range<u32>) -> &[u8] {
        self.bytes.get(name.start as usize..name.end as usize).unwrap_or(&[])
    }

    /// Puts characters into the pool, as far as there is room.
    fn pool(&mut self, chars: &[u64]) -> Range<u32> {
        let start = self.bytes.len();
        let room = self.most.saturating_mul(16).min(u32::MAX as usize).saturating_sub(start);
        self.bytes.extend(chars.iter().take(room).map(|&c| c as u8));
        start as u32..self.bytes.len() as u32
    }

    /// Reads a module without its function bodies, up to the bit `until`. Its block is open.
    fn scan(&mut self, reader: &mut StreamReader<'_>, walk: &Walk<'_>, until: u64) -> bctk_bitstream::Result<()> {
        let mut tell_at = reader.position() + TELL;
        let depth = reader.depth();
        let mut record = RecordBuf::new();
        let mut ty = 0;
        let mut name = 0..0;
        while reader.position() < until {
            if reader.position() >= tell_at {
                tell_at = walk.tell(reader.position());
            }
            match reader.next(&mut record)? {
                Entry::SubBlock(function::ID) => reader.skip()?,
                Entry::SubBlock(types::ID | constants::ID | metadata::ID) if self.names_only => reader.skip()?,
                Entry::SubBlock(
                    types::ID
                    | constants::ID
                    | metadata::ID
                    | symtab::value_symtab::ID
                    | metadata::kind::ID
                    | small_blocks::operand_bundle_tags::ID
                    | small_blocks::sync_scope_names::ID,
                ) => reader.enter()?,
                Entry::SubBlock(bctk_bitstream::stream::BLOCKINFO) => reader.read_block_info()?,
                Entry::SubBlock(_) => reader.skip()?,
                Entry::EndBlock if reader.depth() < depth => return Ok(()),
                Entry::EndBlock => {}
                Entry::EndOfStream => return Ok(()),
                Entry::Record => match reader.block() {
                    Some(module::ID) => self.module_record(&record),
                    Some(types::ID) => self.type_record(&record, &mut name),
                    Some(constants::ID) if record.code == constants::SetType::CODE => ty = low(record.ops.first()),
                    Some(constants::ID) if self.constants.len() < self.most => {
                        self.constants.push(ConstantEntry { ty, code: record.code, op: summary_op(&record) });
                    }
                    Some(metadata::ID) => self.metadata_record(&record, reader.data()),
                    Some(symtab::value_symtab::ID) => self.name_record(&record),
                    Some(metadata::kind::ID) => self.kind_record(&record),
                    Some(small_blocks::operand_bundle_tags::ID) if self.bundles.len() < self.most => {
                        let name = self.pool(&record.ops);
                        self.bundles.push(name);
                    }
                    Some(small_blocks::sync_scope_names::ID) if self.scopes.len() < self.most => {
                        let name = self.pool(&record.ops);
                        self.scopes.push(name);
                    }
                    _ => {}
                },
            }
        }
        Ok(())
    }

    /// The range of a name in the string table, for which room is taken.
    fn take(&mut self, offset: u64, size: u64) -> Range<u64> {
        let range = strtab_range(offset, size);
        let there = (self.strtab.len() as u64).min(range.end).saturating_sub(range.start);
        self.only_short |= there > self.name_room;
        self.name_room = self.name_room.saturating_sub(there);
        range
    }

    fn module_record(&mut self, record: &RecordBuf) {
        let ops = &record.ops;
        match record.code {
            module::Version::CODE => self.version = ops.first().copied().unwrap_or(0),
            module::SectionName::CODE if self.sections.len() < self.most => {
                let name = self.pool(ops);
                self.sections.push(name);
            }
            module::GcName::CODE if self.gcs.len() < self.most => {
                let name = self.pool(ops);
                self.gcs.push(name);
            }
            module::Comdat::CODE if self.comdats.len() < self.most => {
                let name = match ops.as_slice() {
                    [offset, size, _, ..] if self.version >= 2 => self.take(*offset, *size),
                    [_, _, chars @ ..] => {
                        let name = self.pool(chars);
                        u64::from(name.start)..u64::from(name.end)
                    }
                    _ => 0..0,
                };
                self.comdats.push(name);
            }
            code if defines_global(code) && self.globals.len() < self.most => {
                let (name, fields) = match ops.as_slice() {
                    [offset, size, fields @ ..] if self.version >= 2 => (self.take(*offset, *size), fields),
                    fields => (0..0, fields),
                };
                // calling_convention and is_prototype follow the type of a function.
                if code == module::Function::CODE && fields.get(2) == Some(&0) {
                    self.defined.push(self.globals.len() as u32);
                }
                self.globals.push(GlobalEntry { name, ty: low(fields.first()) });
            }
            _ => {}
        }
    }

    fn type_record(&mut self, record: &RecordBuf, name: &mut Range<u32>) {
        match record.code {
            types::NumEntry::CODE => {}
            types::StructName::CODE => *name = self.pool(&record.ops),
            code if self.types.len() < self.most => {
                let (head, rest) = match record.ops.split_first() {
                    Some((head, rest)) => (*head, rest),
                    None => (0, &[][..]),
                };
                if code == types::Integer::CODE && head == 1 {
                    self.i1 = self.types.len() as u32;
                }
                let start = self.ops.len();
                let room = self.most.saturating_mul(8).min(u32::MAX as usize).saturating_sub(start);
                self.ops.extend(rest.iter().take(room));
                let named = matches!(code, types::Opaque::CODE | types::StructNamed::CODE | types::TargetType::CODE);
                let name = if named { std::mem::take(name) } else { 0..0 };
                self.types.push(TypeEntry { code, head, rest: start as u32..self.ops.len() as u32, name });
            }
            _ => {}
        }
    }

    fn metadata_record(&mut self, record: &RecordBuf, data: &[u8]) {
        match record.code {
            metadata::Strings::CODE if self.strings.len() < 64 => {
                self.strings.extend(read_strings(record, data, self.metadata, self.most));
            }
            metadata::StringOld::CODE => {
                let chars = self.pool(&record.ops);
                let room = self.strings.len() < 64;
                match self.strings.last_mut() {
                    // One run of strings as a rule.
                    Some(strings)
                        if strings.pooled
                            && strings.first as usize + strings.ends.len() == self.metadata as usize
                            && strings.ends.len() < self.most =>
                    {
                        strings.chars.end = u64::from(chars.end);
                        strings.ends.push(chars.end - strings.chars.start as u32);
                    }
                    _ if room => self.strings.push(Strings {
                        first: self.metadata,
                        ends: vec![chars.end - chars.start],
                        chars: u64::from(chars.start)..u64::from(chars.end),
                        pooled: true,
                    }),
                    _ => {}
                }
            }
            metadata::KindOld::CODE => self.kind_record(record),
            _ => {}
        }
        self.metadata = self.metadata.saturating_add(metadata_count(record));
    }

    fn kind_record(&mut self, record: &RecordBuf) {
        if let Some((&kind, name)) = record.ops.split_first()
            && self.kinds.len() < self.most
        {
            let name = self.pool(name);
            self.kinds.insert(kind, name);
        }
    }

    /// Names of globals in the symbol table of a module before version 2.
    fn name_record(&mut self, record: &RecordBuf) {
        let (number, chars) = match (record.code, record.ops.as_slice()) {
            (symtab::value_symtab::Entry::CODE, [number, chars @ ..]) => (*number, chars),
            (symtab::value_symtab::FnEntry::CODE, [number, _, chars @ ..]) => (*number, chars),
            _ => return,
        };
        if self.version >= 2 || number >= self.globals.len() as u64 {
            return;
        }
        let name = self.pool(chars);
        if let Some(global) = self.globals.get_mut(number as usize) {
            global.name = u64::from(name.start)..u64::from(name.end);
        }
    }
}

impl Body {
    /// The body with number `index` of the module; its arguments are numbered.
    fn begin(tables: &Tables, index: u32) -> Body {
        let function = tables.defined.get(index as usize).copied();
        let base = tables.globals.len().saturating_add(tables.constants.len());
        let mut body = Body { next_value: base as u32, metadata: tables.metadata, ..Body::default() };
        // Without the list of functions (a damaged module) numbers are not known.
        let Some(ty) = function.and_then(|number| tables.globals.get(number as usize)).map(|global| global.ty) else {
            body.lost = true;
            return body;
        };
        match tables.function_type(ty) {
            Some(ty) => tables.params(ty).to_vec().iter().for_each(|&param| body.add(param as u32, tables.most)),
            None => body.lost = true,
        }
        body
    }

    /// Adds a value of a type.
    fn add(&mut self, ty: u32, most: usize) {
        self.next_value = self.next_value.wrapping_add(1);
        if self.types.len() < most {
            self.types.push(ty);
        }
    }

    /// Reads the names of the body's values and blocks, up to the bit `until`; its block is open. Returns whether all were read.
    fn scan_names(&mut self, reader: &mut StreamReader<'_>, most: usize, until: u64) -> bctk_bitstream::Result<bool> {
        let mut record = RecordBuf::new();
        while reader.position() < until {
            match reader.next(&mut record)? {
                Entry::SubBlock(symtab::value_symtab::ID) => reader.enter()?,
                Entry::SubBlock(_) => reader.skip()?,
                Entry::EndBlock | Entry::EndOfStream => return Ok(self.names.len() < most && self.block_names.len() < most),
                Entry::Record => {
                    if reader.block() == Some(symtab::value_symtab::ID)
                        && let Some((&number, chars)) = record.ops.split_first()
                        && let Ok(number) = u32::try_from(number)
                    {
                        let names = match record.code {
                            symtab::value_symtab::BbEntry::CODE => &mut self.block_names,
                            _ => &mut self.names,
                        };
                        if names.len() < most {
                            names.insert(number, chars.iter().map(|&c| c as u8).collect());
                        }
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Whether a record of MODULE is a global value.
fn defines_global(code: u32) -> bool {
    matches!(code, module::GlobalVar::CODE | module::Function::CODE | module::Alias::CODE | module::AliasOld::CODE | module::IFunc::CODE)
}

fn strtab_range(offset: u64, size: u64) -> Range<u64> {
    offset..offset.saturating_add(size)
}

/// An operand as a number of a type or value; [`NONE`] if it is missing or none.
pub(crate) fn low(op: Option<&u64>) -> u32 {
    op.and_then(|&op| u32::try_from(op).ok()).unwrap_or(NONE)
}

/// The operand of a constant that its short text shows.
fn summary_op(record: &RecordBuf) -> u64 {
    match record.code {
        // Casts: what is cast.
        constants::CeCast::CODE => record.ops.get(2).copied().unwrap_or(0),
        _ => record.ops.first().copied().unwrap_or(0),
    }
}

/// The number of metadata numbers that a record defines.
fn metadata_count(record: &RecordBuf) -> u32 {
    match record.code {
        metadata::Strings::CODE => record.ops.first().map_or(0, |&count| u32::try_from(count).unwrap_or(u32::MAX)),
        metadata::Name::CODE
        | metadata::KindOld::CODE
        | metadata::NamedNode::CODE
        | metadata::GlobalDeclAttachment::CODE
        | metadata::IndexOffset::CODE
        | metadata::Index::CODE => 0,
        code => u32::from(schema::record_name(metadata::ID, code).is_some()),
    }
}

/// The strings of a METADATA_STRINGS record; the first gets the number `first`.
fn read_strings(record: &RecordBuf, data: &[u8], first: u32, most: usize) -> Option<Strings> {
    let range = record.blob_range()?;
    let (&count, &offset) = (record.ops.first()?, record.ops.get(1)?);
    let start = range.start.checked_add(usize::try_from(offset).ok()?).filter(|start| *start <= range.end)?;
    let mut cursor = Cursor::new(data.get(range.start..start)?);
    let mut ends = Vec::new();
    let mut end = 0u32;
    for _ in 0..count.min(most as u64) {
        let Ok(len) = cursor.vbr(6) else { break };
        end = end.checked_add(u32::try_from(len).ok()?)?;
        ends.push(end);
    }
    Some(Strings { first, ends, chars: start as u64..range.end as u64, pooled: false })
}

/// Whether the module whose block is open has its names in STRTAB; its version is its first record.
fn has_strtab(reader: &mut StreamReader<'_>) -> bool {
    let mut record = RecordBuf::new();
    let first = reader.next(&mut record);
    matches!(first, Ok(Entry::Record)) && record.code == module::Version::CODE && record.ops.first().is_some_and(|version| *version >= 2)
}

/// Searches ahead for a STRTAB block: its position and its bytes.
fn search_strtab(reader: &mut StreamReader<'_>) -> Option<Found> {
    while reader.depth() > 0 {
        reader.leave().ok()?;
    }
    let mut record = RecordBuf::new();
    loop {
        match reader.next(&mut record).ok()? {
            Entry::SubBlock(symtab::strtab::ID) => {
                let at = reader.position();
                reader.enter().ok()?;
                return match reader.next(&mut record).ok()? {
                    Entry::Record => record.blob_range().map(|range| (at, range)),
                    _ => None,
                };
            }
            Entry::SubBlock(_) => reader.skip().ok()?,
            Entry::Record | Entry::EndBlock | Entry::EndOfStream => return None,
        }
    }
}
