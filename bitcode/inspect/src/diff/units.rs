//! Makes records comparable: their text, and hashes of it that do not depend on numbering.
use std::fmt::Write;
use std::ops::Range;

use hashbrown::HashMap;

use crate::resolve::{Defines, Resolver};
use crate::tree::{Block, Step, StreamKind, Walk};
use bctk_bitcode::schema::{attrs, constants, function, metadata, module, small_blocks, symtab, types};

/// Most bytes of text of records that are collected of a file.
pub(crate) const MOST_TEXT: usize = 512 << 20;

/// The kind of entity that a number in a record refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Value,
    Metadata,
    Attributes,
    Bb,
}

/// A reference: to what, and in which space.
pub(crate) type Ref = (Space, u32);

/// Running hash of bytes and numbers (FNV-1a, finished by mixing).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.byte(byte));
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    pub(crate) fn end(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}

/// Hash of some bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = Hash::new();
    hash.bytes(bytes);
    hash.end()
}

/// A field of a record, as short as it can be: a file has far more of them than of anything else.
#[derive(Clone, Copy, Debug)]
struct StoredField {
    /// Number of its name.
    name: u32,
    /// End of its text, which starts at the end of the previous field's.
    end: u32,
    /// Hash of the text without numbers.
    shape: u64,
}

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldText<'u> {
    pub(crate) name: &'static str,
    pub(crate) text: &'u str,
    /// Hash of the text without numbers.
    pub(crate) shape: u64,
}

/// A record, or a string of a METADATA STRINGS record.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// Name of the record.
    pub(crate) name: u32,
    pub(crate) bit: u64,
    /// Hash of everything but numbers of things.
    pub(crate) shape: u64,
    /// The key that finds the record in the other file; 0 if it is found by position.
    pub(crate) key: u64,
    /// Its name, if it has one.
    pub(crate) own: Range<u32>,
    fields: Range<u32>,
    /// The start of the text of its fields.
    start: u32,
    refs: Range<u32>,
    pub(crate) defines: Option<Ref>,
    /// The basic block that the record ends.
    pub(crate) ends: Option<u32>,
}

/// The records of one block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    fields: Vec<StoredField>,
    field_names: Vec<&'static str>,
    /// Numbers of names, by where these lie: there are few, and they are not made at run time.
    field_numbers: HashMap<usize, u32>,
    refs: Vec<Ref>,
    pub(crate) text: String,
    /// Whether records were left out because there are too many.
    pub(crate) cut: bool,
    /// Number of the first value of the function, and how many arguments it has.
    pub(crate) first_value: u32,
    pub(crate) arguments: u32,
}

impl Units {
    /// No records yet, of a block in which the first value and the arguments of a function are these.
    pub(crate) fn new((first_value, arguments): (u32, u32)) -> Units {
        Units { first_value, arguments, ..Units::default() }
    }

    pub(crate) fn text(&self, range: &Range<u32>) -> &str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    pub(crate) fn fields(&self, unit: &Unit) -> impl Iterator<Item = FieldText<'_>> + Clone {
        let mut start = unit.start;
        let fields = self.fields.get(unit.fields.start as usize..unit.fields.end as usize).unwrap_or(&[]);
        fields.iter().map(move |field| {
            let text = self.text(&(start..field.end));
            start = field.end;
            FieldText { name: self.field_names.get(field.name as usize).copied().unwrap_or(""), text, shape: field.shape }
        })
    }

    /// Adds a field whose text was appended.
    fn push_field(&mut self, name: &'static str, shape: u64) {
        let next = self.field_names.len() as u32;
        let number = *self.field_numbers.entry(name.as_ptr().addr()).or_insert(next);
        let number = match self.field_names.get(number as usize) {
            Some(&known) if known.len() == name.len() => number,
            _ => {
                self.field_names.push(name);
                next
            }
        };
        self.fields.push(StoredField { name: number, end: self.text.len() as u32, shape });
    }

    pub(crate) fn refs(&self, unit: &Unit) -> &[Ref] {
        self.refs.get(unit.refs.start as usize..unit.refs.end as usize).unwrap_or(&[])
    }
}

/// Records whose contents follow from other records, or from positions in the file.
fn is_position(block: u32, name: &str) -> bool {
    match block {
        module::ID => matches!(name, "VSTOFFSET" | "HASH" | "GLOBALVAL_SUMMARY_OFFSET"),
        metadata::ID => matches!(name, "INDEX_OFFSET" | "INDEX"),
        types::ID => name == "NUMENTRY",
        // Both are made from the rest of the module.
        symtab::strtab::ID | symtab::irsymtab::ID => true,
        _ => false,
    }
}

/// Fields with positions in the file, or with data that is compared as separate records.
fn is_offset(block: u32, code: u32, field: &str) -> bool {
    match block {
        symtab::value_symtab::ID => field == "offset",
        module::ID => field == "partition_offset",
        metadata::ID => code == metadata::Strings::CODE,
        _ => false,
    }
}

/// The keys of records of the module, in the order of their numbers.
#[derive(Clone, Debug, Default)]
struct Shapes {
    values: Vec<u64>,
    metadata: Vec<u64>,
    lists: Vec<u64>,
    groups: HashMap<u64, u64>,
}

/// Makes [`Unit`]s of the records of a walk. Must see every step of the walk but those within function bodies that are skipped.
pub(crate) struct Maker {
    shapes: Shapes,
    /// Numbers below are the module's.
    global_values: u32,
    module_metadata: u32,
    local: Shapes,
    arguments: u32,
    basic_block: u32,
    /// Type of the constants that follow, without numbers.
    setting: u64,
    /// Name given by the record before.
    pending: Vec<u8>,
    names: Vec<String>,
    known: HashMap<String, u32>,
    scratch: String,
    /// Texts of attribute groups by number, and of lists.
    group_texts: HashMap<u64, String>,
    pub(crate) list_texts: Vec<String>,
}

/// Hashes of one record.
pub(crate) struct Made {
    /// With numbers of things; numbers within a function count from its first.
    pub(crate) exact: u64,
    /// With those of the function alone.
    pub(crate) loose: u64,
}

/// Most bytes of text of attribute lists that are kept for display.
const ATTRIBUTE_TEXT: usize = 1 << 16;

impl Maker {
    pub(crate) fn new() -> Maker {
        Maker {
            shapes: Shapes::default(),
            global_values: 0,
            module_metadata: 0,
            local: Shapes::default(),
            arguments: 0,
            basic_block: 0,
            setting: 0,
            pending: Vec::new(),
            names: Vec::new(),
            known: HashMap::new(),
            scratch: String::new(),
            group_texts: HashMap::new(),
            list_texts: Vec::new(),
        }
    }

    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }

    /// First value of the function that is open, and how many arguments it has.
    pub(crate) fn first_value(&self) -> (u32, u32) {
        (self.global_values, self.arguments)
    }

    /// Takes note of a block that begins; after the resolver did.
    pub(crate) fn enter(&mut self, resolver: &Resolver<'_>, block: &Block) {
        self.pending.clear();
        match block.id {
            module::ID if block.depth == 0 => {
                let names = std::mem::take(&mut self.names);
                let known = std::mem::take(&mut self.known);
                *self = Maker { names, known, ..Maker::new() };
            }
            function::ID => {
                self.global_values = u32::try_from(resolver.tables.globals.len() + resolver.tables.constants.len()).unwrap_or(u32::MAX);
                self.module_metadata = resolver.tables.metadata;
                let next = resolver.body.as_ref().map_or(0, |body| body.next_value);
                self.arguments = next.saturating_sub(self.global_values);
                self.local = Shapes::default();
                self.local.values = (0..self.arguments.min(1 << 16)).map(|i| u64::from(i) ^ 0x0a56).collect();
                self.basic_block = 0;
            }
            _ => {}
        }
    }

    fn describe(&self, (space, number): Ref, in_function: bool) -> u64 {
        let at = |from: u32| number.checked_sub(from).map(|n| n as usize);
        let found = match space {
            Space::Attributes => self.shapes.lists.get(number as usize),
            Space::Bb => None,
            Space::Value if in_function && number >= self.global_values => at(self.global_values).and_then(|n| self.local.values.get(n)),
            Space::Value => self.shapes.values.get(number as usize),
            Space::Metadata if in_function && number >= self.module_metadata => {
                at(self.module_metadata).and_then(|n| self.local.metadata.get(n))
            }
            Space::Metadata => self.shapes.metadata.get(number as usize),
        };
        found.copied().unwrap_or(1)
    }

    /// Makes a unit of the walk's current record and adds it to `out` if it is wanted; the resolver must have seen the step.
    pub(crate) fn record(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>, mut out: Option<&mut Units>) -> Made {
        let record = walk.record();
        let block = walk.block().map_or(0, |block| block.id);
        let ir = walk.kind() == StreamKind::LlvmIr;
        let in_function = resolver.body.is_some();
        let labels = resolver.labels();
        let label = labels.record(walk.reader().block_info(), block, record.code);
        let name = self.intern(&label);
        let is_position = ir && is_position(block, &label);
        let mut shape = Hash::new();
        let (mut exact, mut loose) = (Hash::new(), Hash::new());
        shape.number(u64::from(record.code));
        let mut refs: Vec<Ref> = Vec::new();
        let (first_field, first_text) = out.as_ref().map_or((0, 0), |out| (out.fields.len(), out.text.len()));
        let mut text = std::mem::take(&mut self.scratch);
        let mut put = |name: &'static str, text: &str, hash: u64| {
            if let Some(out) = &mut out {
                out.text.push_str(text);
                out.push_field(name, hash);
            }
        };
        if is_position {
            // Its text is shown nowhere, and it is equal to any other.
        } else if ir && block == attrs::groups::ID && record.ops.len() > 2 {
            text.clear();
            for field in resolver.fields().iter().filter(|field| field.first > 0) {
                text.push_str(if text.is_empty() { "" } else { " " });
                resolver.text(field, record, &mut text);
            }
            let hash = hash_of(text.as_bytes());
            shape.number(hash);
            put("attributes", &text, hash);
            let group = record.ops.first().copied().unwrap_or(0);
            self.shapes.groups.insert(group, hash);
            self.group_texts.insert(group, text.clone());
        } else if ir && block == attrs::lists::ID {
            text.clear();
            let mut hash = Hash::new();
            for group in &record.ops {
                hash.number(self.shapes.groups.get(group).copied().unwrap_or(*group));
                if let Some(one) = self.group_texts.get(group).filter(|_| text.len() < ATTRIBUTE_TEXT) {
                    text.push_str(if text.is_empty() { "" } else { "; " });
                    text.push_str(one);
                }
            }
            let hash = hash.end();
            shape.number(hash);
            put("groups", &text, hash);
            self.shapes.lists.push(hash);
            self.list_texts.push(text.clone());
        } else if ir && block == small_blocks::uselist::ID && !record.ops.is_empty() {
            let (&of, order) = record.ops.split_last().unwrap_or((&0, &[]));
            text.clear();
            let _ = write!(text, "{order:?}");
            let hash = hash_of(text.as_bytes());
            shape.number(hash);
            put("indexes", &text, hash);
            let space = if record.code == small_blocks::uselist::Bb::CODE { Space::Bb } else { Space::Value };
            refs.push((space, of as u32));
            text.clear();
            let _ = write!(text, "{}{of}", if space == Space::Bb { "bb" } else { "%" });
            put("of", &text, 0);
        } else if resolver.row().is_some() {
            for field in resolver.fields() {
                text.clear();
                if is_offset(block, record.code, field.name) {
                    continue;
                }
                resolver.text(field, record, &mut text);
                let mut hash = Hash::new();
                let from = refs.len();
                scan(&text, &mut hash, &mut refs);
                for &reference in refs.get(from..).unwrap_or(&[]) {
                    // What a record refers to belongs to its shape as far as it is described there.
                    hash.number(self.describe(reference, in_function));
                }
                if field.shape == crate::Shape::Blob && block != metadata::ID {
                    hash.bytes(record.blob(walk.data()).unwrap_or(&[]));
                }
                let hash = hash.end();
                shape.bytes(field.name.as_bytes());
                shape.number(hash);
                put(field.name, &text, hash);
            }
        } else {
            text.clear();
            let _ = write!(text, "{:?}", record.ops);
            let mut hash = Hash::new();
            hash.bytes(text.as_bytes());
            if let Some(blob) = record.blob(walk.data()) {
                hash.bytes(blob);
                let _ = write!(text, " <{} bytes>", blob.len());
            }
            let hash = hash.end();
            shape.number(hash);
            put("operands", &text, hash);
        }
        self.scratch = text;
        if ir && block == constants::ID && record.code == constants::SetType::CODE {
            self.setting = shape.end();
        } else if ir && block == constants::ID {
            shape.number(self.setting);
        }
        let shape = shape.end();
        exact.number(shape);
        loose.number(shape);
        for &(space, number) in &refs {
            match space {
                Space::Value if in_function && number >= self.global_values => {
                    exact.number(u64::from(number - self.global_values));
                    loose.number(u64::from(number - self.global_values));
                }
                Space::Value => exact.number(u64::from(number.wrapping_sub(resolver.tables.globals.len() as u32))),
                Space::Metadata if in_function && number >= self.module_metadata => {
                    exact.number(u64::from(number - self.module_metadata) | 1 << 40);
                    loose.number(u64::from(number - self.module_metadata));
                }
                Space::Metadata => exact.number(u64::from(number) | 1 << 41),
                Space::Attributes => {}
                Space::Bb => {
                    exact.number(u64::from(number));
                    loose.number(u64::from(number));
                }
            }
        }
        let own = if ir { self.own_name(resolver, walk, block) } else { Vec::new() };
        let defines = match resolver.defines() {
            Defines::Value(number) | Defines::Global(number) => Some((Space::Value, number)),
            Defines::Metadata(number) => Some((Space::Metadata, number)),
            Defines::Attributes(number) => Some((Space::Attributes, number)),
            Defines::Type(_) | Defines::Nothing => None,
        };
        // A node is known by its kind and name, so that a change of it does not spread to all that refer to it; an instruction by its kind.
        let described = match defines {
            Some((Space::Metadata, _)) => {
                let mut hash = Hash::new();
                hash.number(u64::from(record.code));
                hash.bytes(&own);
                hash.end()
            }
            Some((Space::Value, _)) if block == function::ID => u64::from(record.code) | 1 << 50,
            _ => shape,
        };
        self.define(defines, described, in_function, resolver.tables.most);
        let ends = (ir && block == function::ID && is_terminator(&label)).then(|| {
            self.basic_block = self.basic_block.saturating_add(1);
            self.basic_block - 1
        });
        if let Some(out) = out {
            let first_ref = out.refs.len() as u32;
            out.refs.extend_from_slice(&refs);
            let start = out.text.len();
            if !own.is_empty() {
                crate::names::printable(&own, &mut out.text);
            }
            let mut key = Hash::new();
            key.bytes(&own);
            key.number(if block == module::ID && record.code != module::Comdat::CODE { 0 } else { u64::from(record.code) });
            // Names of metadata nodes are not unique.
            let has_key =
                !own.is_empty() && (block != metadata::ID || matches!(record.code, metadata::Name::CODE | metadata::NamedNode::CODE));
            out.units.push(Unit {
                name,
                bit: record.bit,
                shape,
                key: if has_key { key.end() | 1 } else { 0 },
                own: start as u32..out.text.len() as u32,
                fields: first_field as u32..out.fields.len() as u32,
                start: first_text as u32,
                refs: first_ref..out.refs.len() as u32,
                defines,
                ends,
            });
            if ir && block == metadata::ID && record.code == metadata::Strings::CODE {
                self.strings(resolver, walk, out);
            }
        }
        let mut made = Made { exact: exact.end(), loose: loose.end() };
        if ir && block == metadata::ID && record.code == metadata::Strings::CODE {
            let content = hash_of(record.blob(walk.data()).unwrap_or(&[]));
            made.exact ^= content;
            made.loose ^= content;
            if !in_function {
                let count = record.ops.first().map_or(0, |&count| count as usize).min(resolver.tables.most);
                self.shapes.metadata.resize(count.min(resolver.tables.strings.iter().map(|strings| strings.ends.len()).sum()), 2);
            }
        }
        made
    }

    /// The strings of a METADATA STRINGS record as units of their own.
    fn strings(&mut self, resolver: &Resolver<'_>, walk: &Walk<'_>, out: &mut Units) {
        let record = walk.record();
        let name = self.intern("string");
        let _ = resolver.metadata_strings(record, |number, bytes| {
            let start = out.text.len() as u32;
            crate::show::quoted(bytes, &mut out.text);
            let shape = hash_of(bytes);
            let field = out.fields.len() as u32;
            out.push_field("text", shape);
            let at = out.refs.len() as u32;
            out.units.push(Unit {
                name,
                bit: record.bit,
                shape,
                key: shape | 1,
                own: 0..0,
                fields: field..field + 1,
                start,
                refs: at..at,
                defines: Some((Space::Metadata, number)),
                ends: None,
            });
            if out.text.len() > MOST_TEXT {
                out.cut = true;
                return Err(());
            }
            Ok(())
        });
    }

    /// Keeps what a number is known by.
    fn define(&mut self, defines: Option<Ref>, described: u64, in_function: bool, most: usize) {
        let Some((space, number)) = defines else { return };
        let (list, first) = match space {
            Space::Value if in_function => (&mut self.local.values, self.global_values),
            Space::Value => (&mut self.shapes.values, 0),
            Space::Metadata if in_function => (&mut self.local.metadata, self.module_metadata),
            Space::Metadata => (&mut self.shapes.metadata, 0),
            Space::Attributes | Space::Bb => return,
        };
        let Some(at) = number.checked_sub(first).map(|at| at as usize).filter(|at| *at < most.min(1 << 28)) else { return };
        // Numbers ascend; gaps are what the schema does not know.
        if at <= list.len().saturating_add(1 << 20) {
            if list.len() <= at {
                list.resize(at + 1, 1);
            }
            if let Some(entry) = list.get_mut(at) {
                *entry = described;
            }
        }
    }

    /// The name that the record defines or has.
    fn own_name(&mut self, resolver: &Resolver<'_>, walk: &Walk<'_>, block: u32) -> Vec<u8> {
        let record = walk.record();
        let chars = |from: usize| record.ops.get(from..).unwrap_or(&[]).iter().map(|&c| c as u8).collect::<Vec<u8>>();
        match (block, record.code) {
            (module::ID, module::Comdat::CODE) => self.quoted_field(resolver, walk, "name"),
            (module::ID, _) => match resolver.defines() {
                Defines::Global(number) => resolver.global_name(number).unwrap_or(&[]).to_vec(),
                _ => Vec::new(),
            },
            (types::ID, types::StructName::CODE) => {
                self.pending = chars(0);
                self.pending.clone()
            }
            (types::ID, types::StructNamed::CODE | types::Opaque::CODE | types::TargetType::CODE) => std::mem::take(&mut self.pending),
            (metadata::ID, metadata::Name::CODE) => {
                self.pending = chars(0);
                self.pending.clone()
            }
            (metadata::ID, metadata::NamedNode::CODE) => std::mem::take(&mut self.pending),
            (metadata::ID, metadata::Strings::CODE) => Vec::new(),
            (metadata::ID, _) => self.quoted_field(resolver, walk, "name"),
            (metadata::kind::ID, _) => chars(1),
            (small_blocks::operand_bundle_tags::ID | small_blocks::sync_scope_names::ID, _) => chars(0),
            (symtab::value_symtab::ID, symtab::value_symtab::Entry::CODE | symtab::value_symtab::BbEntry::CODE) => chars(1),
            (symtab::value_symtab::ID, symtab::value_symtab::FnEntry::CODE) => {
                match record.ops.first().and_then(|&n| u32::try_from(n).ok()) {
                    Some(number) => resolver.global_name(number).unwrap_or(&[]).to_vec(),
                    None => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// The text of a field of this name, if it is a name.
    fn quoted_field(&mut self, resolver: &Resolver<'_>, walk: &Walk<'_>, name: &str) -> Vec<u8> {
        let Some(field) = resolver.fields().iter().find(|field| field.name == name) else { return Vec::new() };
        let mut text = String::new();
        resolver.text(field, walk.record(), &mut text);
        if text.starts_with(['"', '@']) { text.trim_start_matches('@').trim_matches('"').as_bytes().to_vec() } else { Vec::new() }
    }

    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.known.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.known.insert(name.to_owned(), number);
        number
    }

    /// Takes note of any step; after the resolver did.
    pub(crate) fn step(&mut self, resolver: &Resolver<'_>, step: &Step) {
        if let Step::Enter(block) = step {
            self.enter(resolver, block);
        }
    }
}

fn is_terminator(name: &str) -> bool {
    matches!(
        name,
        "INST_RET"
            | "INST_BR"
            | "INST_SWITCH"
            | "INST_INDIRECTBR"
            | "INST_INVOKE"
            | "INST_UNREACHABLE"
            | "INST_RESUME"
            | "INST_CLEANUPRET"
            | "INST_CATCHRET"
            | "INST_CATCHSWITCH"
            | "INST_CALLBR"
    )
}

/// Hashes a text without the numbers of types, values, metadata, attribute lists and blocks in it, and collects what they refer to.
fn scan(text: &str, hash: &mut Hash, refs: &mut Vec<Ref>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut before = b' ';
    let number = |from: usize| -> Option<(u32, usize)> {
        let end = bytes.get(from..)?.iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |len| from + len);
        // A name may go on after digits.
        if bytes
            .get(end)
            .is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'.' | b'$' | b'-') && bytes.get(end + 1) != Some(&b'>'))
        {
            return None;
        }
        Some((text.get(from..end)?.parse().ok()?, end))
    };
    while let Some(&byte) = bytes.get(at) {
        let starts = !before.is_ascii_alphanumeric() && before != b'_' && before != b'.';
        let found = match byte {
            b'"' => {
                // A string is its own key.
                let mut end = at + 1;
                while let Some(&b) = bytes.get(end) {
                    end += if b == b'\\' { 2 } else { 1 };
                    if b == b'"' {
                        break;
                    }
                }
                hash.bytes(bytes.get(at..end.min(bytes.len())).unwrap_or(&[]));
                at = end;
                before = b'"';
                continue;
            }
            b'%' if starts => number(at + 1).map(|(n, end)| (Some((Space::Value, n)), end)),
            b'!' if starts => number(at + 1).map(|(n, end)| (Some((Space::Metadata, n)), end)),
            b'b' if starts && bytes.get(at + 1) == Some(&b'b') => number(at + 2).map(|(n, end)| (Some((Space::Bb, n)), end)),
            b'#' if text.get(..at).is_some_and(|head| head.ends_with("attributes")) => {
                number(at + 1).map(|(n, end)| (Some((Space::Attributes, n)), end))
            }
            b'#' => number(at + 1).filter(|(_, end)| bytes.get(*end) == Some(&b':') || before == b't').map(|(_, end)| (None, end)),
            _ => None,
        };
        match found {
            Some((reference, end)) => {
                refs.extend(reference);
                hash.byte(byte);
                before = b'0';
                at = end;
            }
            None => {
                hash.byte(byte);
                before = byte;
                at += 1;
            }
        }
    }
}

/// Blocks whose records define module-wide numbers.
pub(crate) fn is_numbered(block: u32) -> bool {
    matches!(block, constants::ID | metadata::ID)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &str) -> (u64, Vec<Ref>) {
        let (mut hash, mut refs) = (Hash::new(), Vec::new());
        scan(text, &mut hash, &mut refs);
        (hash.end(), refs)
    }

    #[test]
    fn numbers_do_not_count() {
        for (a, b) in [
            ("#12:i32", "#7:i32"),
            ("[%3 %4:ptr @f]", "[%13 %14:ptr @f]"),
            ("attributes#3", "attributes#9"),
            ("[i32 0->bb3]", "[i32 0->bb4]"),
            ("dbg=!12", "dbg=!9"),
        ] {
            assert_eq!(scanned(a).0, scanned(b).0, "{a} {b}");
        }
        for (a, b) in
            [("#12:i32", "#12:i64"), ("@f1", "@f2"), ("\"%1\"", "\"%2\""), ("i32 1", "i32 2"), ("%struct.a1", "%struct.a2"), ("%1x", "%2x")]
        {
            assert_ne!(scanned(a).0, scanned(b).0, "{a} {b}");
        }
        assert_eq!(scanned("[%3<-bb1 \"!5\" !7]").1, [(Space::Value, 3), (Space::Bb, 1), (Space::Metadata, 7)]);
        assert_eq!(scanned("attributes#4").1, [(Space::Attributes, 4)]);
    }
}
