//! The module pass: reads module-level records and blocks, and records the positions of function bodies.
use super::assembly::Assembly;
use super::constants::{self, ConstContext};
use super::decoded::Context;
use super::expanded_sizes;
use super::facts::Facts;
use super::inline::Inline;
use super::inst::FastForms;
use super::module_reader::{Extent, Groups, ModuleReader, Noted, Slot};
use super::name_budget::NameBudget;
use super::names::NameForms;
use super::numbering::check_number;
use super::part::{ModulePart, ReadOptions, identification};
use super::records::{decode, next_record, read_use_orders};
use super::{inline, later, merge, metadata, names, summary};
use crate::schema::{self, Fields, Record, match_record};
use crate::symtab::StoredTable;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, ErrorKind, Result};
use bctk_ir::body::Body;
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{GlobalId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::guid::Guids;
use bctk_ir::interned::Texts;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::{AsmSymbol, Module};
use bctk_ir::provenance::{BitcodeFile, OldForms};
use bctk_ir::strings::Str;
use bctk_ir::version::evidence;
use schema::module as row;

/// A module whose bodies have not been read, and where they are.
pub(super) struct WithoutBodies<'a> {
    pub(super) module: Module,
    pub(super) context: Context,
    pub(super) facts: Facts,
    old_linkages: Vec<(GlobalId, u8)>,
    guid_list: Vec<u64>,
    hash: Option<[u32; 5]>,
    strtab: &'a [u8],
    pub(super) version: u64,
    /// As those of the reader.
    pub(super) block_ends: Vec<u64>,
}

/// Reads the module at `part`.
pub(super) fn read(part: &ModulePart<'_>, options: &ReadOptions, passed: &mut dyn FnMut(usize)) -> Result<Module> {
    let WithoutBodies { module, context, mut facts, old_linkages, guid_list, hash, strtab, version, .. } = without_bodies(part, options)?;
    let mut module = merge::read_bodies(module, &context, part.data, &mut facts, passed)?;
    complete(&mut module, part, (&mut facts, &old_linkages, &guid_list), (version, context.relative), (hash, strtab))?;
    Ok(module)
}

/// The reader of the module at `part`, before its first record.
fn begin<'a>(part: &ModulePart<'a>, options: &ReadOptions, extent: Extent) -> Result<ModuleReader<'a>> {
    let base = part.stream().with_limits(options.limits.clone());
    let mut module = Module::default();
    let (producer, _) = identification(part)?;
    module.provenance.producer = module.strings.push(&producer);
    let mut stream = base.reader_at(part.module);
    stream.next(&mut RecordBuf::new())?;
    stream.enter()?;
    let strtab = part.strtab()?;
    Ok(ModuleReader {
        stream,
        limits: options.limits.clone(),
        module,
        groups: Groups::default(),
        strtab,
        names: NameBudget::new(&options.limits, part, strtab.len()),
        version: 0,
        sections: Vec::new(),
        gc_names: Vec::new(),
        pending: Vec::new(),
        with_bodies: Vec::new(),
        bodies: Vec::new(),
        block_ends: Vec::new(),
        within: None,
        interned: Texts::default(),
        spaces: AddressSpaces::default(),
        noted: Noted::default(),
        inline: Inline::default(),
        guid_list: Vec::new(),
        asm: Assembly::default(),
        facts: Facts::default(),
        old_linkages: Vec::new(),
        extent,
        offsets: options.offsets,
    })
}

/// Reads the outline of the module at `part`: no bodies, no data, and metadata only on request. A function with a body refers to it, but
/// [`Module::bodies`] is empty.
pub(super) fn outline(part: &ModulePart<'_>, options: &ReadOptions, metadata: bool) -> Result<Module> {
    let mut reader = begin(part, options, Extent::Outline { metadata })?;
    reader.read_records()?;
    reader.settle()?;
    let mut module = reader.module;
    // What LLVM 3.2 hid automatically is external for every later reader.
    for (id, _) in reader.old_linkages.iter().filter(|(_, code)| u64::from(*code) == Linkage::AUTO_HIDDEN) {
        if let Some(global) = module.globals.get_mut(id.index()) {
            global.linkage = Linkage::External;
        }
    }
    Ok(module)
}

/// Reads the global values of the module at `part`, and its metadata on request, for a file whose other blocks are copied. Bodies are unread.
/// Also tells what was seen of the file.
pub(super) fn globals(part: &ModulePart<'_>, options: &ReadOptions, metadata: bool) -> Result<(Module, Seen)> {
    let mut reader = begin(part, options, Extent::Globals { metadata })?;
    reader.read_records()?;
    reader.settle()?;
    let numbered = reader.module.metadata.items.len();
    std::mem::take(&mut reader.inline).settle(&mut reader.module.metadata, 0)?;
    if reader.facts.thin_link || reader.module.metadata.items.len() != numbered {
        return Err(Error::unsupported("a file without function bodies, or metadata of LLVM 3.5 or older"));
    }
    reader.date();
    let has_summary = !reader.noted.blocks.is_empty();
    let relative = reader.version >= 1;
    let ModuleReader { mut module, mut facts, old_linkages, guid_list, strtab, version, with_bodies, noted, block_ends, .. } = reader;
    module.metadata.module_items = numbered as u32;
    push_unread(&mut module, &with_bodies);
    complete(&mut module, part, (&mut facts, &old_linkages, &guid_list), (version, relative), (noted.hash, strtab))?;
    Ok((module, Seen { version, has_summary, block_ends }))
}

/// What a reader saw of the file of a module.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The version of the module's block.
    pub(crate) version: u64,
    /// Whether there is a summary.
    pub(crate) has_summary: bool,
    /// Where each block of the module ended, but for those of functions: the bit after it.
    pub(crate) block_ends: Vec<u64>,
}

/// Gives functions bodies that are unread.
pub(super) fn push_unread(module: &mut Module, functions: &[GlobalId]) {
    for &id in functions {
        let ty = module.global(id).map_or(TypeId(0), |global| global.value_type);
        let params: Vec<TypeId> = module.types.function(ty).into_iter().flat_map(|(_, params, _)| params).collect();
        module.bodies.push(Body::unread(params));
    }
}

/// Reads the outline of the module at `part`, with its summary; none if it has no summary.
pub(super) fn with_summary(part: &ModulePart<'_>, options: &ReadOptions) -> Result<Option<Module>> {
    let mut reader = begin(part, options, Extent::Outline { metadata: false })?;
    reader.read_records()?;
    reader.settle()?;
    let hash = reader.noted.hash;
    reader.date();
    summary::read(&mut reader)?;
    let mut module = reader.module;
    module.provenance.hash = hash;
    Ok(module.summary.is_some().then_some(module))
}

/// Reads all of the module at `part` but its bodies.
pub(super) fn without_bodies<'a>(part: &ModulePart<'a>, options: &ReadOptions) -> Result<WithoutBodies<'a>> {
    let mut reader = begin(part, options, Extent::All)?;
    reader.read_records()?;
    reader.settle()?;
    let numbered = reader.module.metadata.items.len() as u32;
    std::mem::take(&mut reader.inline).settle(&mut reader.module.metadata, 0)?;
    let hash = reader.noted.hash;
    reader.date();
    summary::read(&mut reader)?;
    reader.leave_summary_alone();
    let bounds = expanded_sizes::Bounds::new(&reader.limits, part.data.len());
    let weights = expanded_sizes::expanded_sizes(&reader.module.consts, &[], true, &bounds)?;
    let relative = reader.version >= 1;
    let stream = reader.with_block_info().without_data();
    let context = Context {
        fast: FastForms::new(&stream, relative),
        names: NameForms::new(&stream),
        bounds,
        numbered,
        values: (reader.module.globals.len() as u32, reader.module.consts.consts.len() as u32),
        weights,
        relative,
        old_types: reader.facts.old_types,
        spaces: reader.spaces,
        stream,
        positions: reader.bodies,
        functions: reader.with_bodies,
        typed_pointers: reader.module.types.has_typed_pointers(),
        bit_type: reader.module.types.find(&bctk_ir::types::Type::Int(1)),
        offsets: options.offsets,
        local_use_orders: options.local_use_orders,
        name_orders: options.name_orders,
    };
    let ModuleReader { module, facts, old_linkages, guid_list, strtab, version, block_ends, .. } = reader;
    Ok(WithoutBodies { module, context, facts, old_linkages, guid_list, hash, strtab, version, block_ends })
}

impl WithoutBodies<'_> {
    /// Stores what the file states besides the module's records, as far as it is read. Bodies say more about the release of an old file.
    pub(super) fn complete(&mut self, part: &ModulePart<'_>) -> Result<()> {
        let forms = (&mut self.facts, &self.old_linkages[..], &self.guid_list[..]);
        complete(&mut self.module, part, forms, (self.version, self.context.relative), (self.hash, part.strtab()?))
    }

    /// The same without the bytes of the file.
    pub(super) fn without_data(self) -> WithoutBodies<'static> {
        let WithoutBodies { module, context, facts, old_linkages, guid_list, hash, version, block_ends, .. } = self;
        WithoutBodies { module, context, facts, old_linkages, guid_list, hash, strtab: &[], version, block_ends }
    }
}

/// Stores what the file states besides the module's records: the release inferred from its forms, how it was written, its symbol table.
fn complete(
    module: &mut Module,
    part: &ModulePart<'_>,
    (facts, linkages, guid_list): (&mut Facts, &[(GlobalId, u8)], &[u64]),
    (version, relative): (u64, bool),
    (hash, strtab): (Option<[u32; 5]>, &[u8]),
) -> Result<()> {
    if module.producer_version().is_none() {
        facts.absolute = !relative;
        facts.identified = part.identification.is_some();
        facts.names_in_module = version < 2;
        module.provenance.inferred =
            facts.infer().or_else(|| evidence::infer(module)).filter(|_| !module.globals.is_empty() || !module.types.is_empty());
    }
    // Orders that match those of reading the module are not written: a file without any may have been written either way.
    let written = BitcodeFile {
        use_list_orders: facts.use_orders.then_some(true),
        symtab: part.symtab.is_some(),
        table: part.table.0,
        wrapper: part.wrapper,
        thin_link: facts.thin_link,
        not_understood: facts.unknown.list(),
        short: facts.unknown.short(),
        names_order: facts.names_order.clone(),
        guids: unusual_guids(module, guid_list),
        forms: OldForms {
            expressions: facts.expressions,
            plain_variables: facts.plain_variables,
            null_expressions: facts.null_expressions,
            fileless_imports: facts.fileless_imports,
            linkages: linkages.to_vec(),
        },
        ..BitcodeFile::default()
    };
    if let Some(blob) = part.symtab()?
        && let Some(table) = StoredTable::new(blob, strtab)
    {
        module.provenance.symtab_producer = table.producer().map_or(Str::EMPTY, |producer| module.strings.push(producer));
        if !module.inline_asm.is_empty() {
            module.asm_symbols.clear();
            // Symbols of the module's own values come first.
            for symbol in table.symbols(part.table.1 as usize, module.globals.len()) {
                let name = module.strings.push(symbol.name);
                module.asm_symbols.push(AsmSymbol { name, flags: symbol.flags });
            }
        }
    }
    module.provenance.bitcode = Some(written);
    module.provenance.hash = hash;
    Ok(())
}

/// The GUIDs of the file's list that differ from those assigned to the values.
fn unusual_guids(module: &Module, listed: &[u64]) -> Vec<(GlobalId, u64)> {
    let guids = Guids::new(module, module.llvm_version());
    let all = module.globals.iter().zip(listed).enumerate();
    all.map(|(at, (_, &guid))| (GlobalId::new(at), guid)).filter(|&(id, guid)| guids.assigned(id).unwrap_or(0) != guid).collect()
}

impl<'a> ModuleReader<'a> {
    /// The reader of the module block, with its BLOCKINFO.
    fn with_block_info(&self) -> &StreamReader<'a> {
        self.within.as_ref().unwrap_or(&self.stream)
    }

    /// Notes the release of the file if it is later than that of the producer. GUIDs in the summary depend on it.
    fn date(&mut self) {
        self.module.provenance.inferred = later::infer(&self.module, self.with_block_info().block_info());
    }

    fn read_records(&mut self) -> Result<()> {
        let mut record = RecordBuf::new();
        loop {
            match self.stream.next(&mut record)? {
                Entry::EndBlock | Entry::EndOfStream => return Ok(()),
                Entry::SubBlock(id) => {
                    self.read_block(id)?;
                    if id != schema::function::ID {
                        self.block_ends.push(self.stream.position());
                    }
                }
                Entry::Record => {
                    self.read_record(&record).map_err(|e| self.stream.locate(e, &record))?;
                    if self.offsets {
                        self.module.provenance.offsets.resize(self.module.globals.len(), record.bit);
                    }
                }
            }
        }
    }

    fn read_block(&mut self, id: u32) -> Result<()> {
        use schema::{attrs, function, metadata as md, small_blocks, symtab, types};
        if id == bctk_bitstream::stream::BLOCKINFO {
            return self.stream.read_block_info();
        }
        if id == function::ID {
            self.bodies.extend(self.stream.block_position());
            if self.within.is_none() {
                self.within = Some(self.stream.clone());
            }
            return self.stream.skip();
        }
        if Noted::wants(id) {
            self.noted.note(&self.stream);
            return self.stream.skip();
        }
        let names_types = id == schema::old::type_symtab::ID && self.facts.old_types;
        if !names_types
            && ![
                types::ID,
                attrs::groups::ID,
                attrs::lists::ID,
                schema::constants::ID,
                md::ID,
                md::kind::ID,
                small_blocks::uselist::ID,
                small_blocks::operand_bundle_tags::ID,
                small_blocks::sync_scope_names::ID,
                symtab::value_symtab::ID,
            ]
            .contains(&id)
        {
            // A block of a newer LLVM, or one that this reader does not need.
            self.facts.unknown.block(row::ID, id);
            return self.stream.skip();
        }
        if let Some(metadata) = self.extent.metadata() {
            let wanted = match id {
                md::ID => metadata,
                md::kind::ID | small_blocks::uselist::ID | small_blocks::operand_bundle_tags::ID | small_blocks::sync_scope_names::ID => {
                    false
                }
                _ => true,
            };
            if !wanted {
                return self.stream.skip();
            }
            let after = {
                let mut after = self.stream.clone();
                after.skip()?;
                after
            };
            self.stream.enter()?;
            return match self.read_known_block(id) {
                Err(error) if self.extent.is_outline() && error.kind() == ErrorKind::Unsupported => {
                    self.stream = after;
                    Ok(())
                }
                read => read,
            };
        }
        self.stream.enter()?;
        self.read_known_block(id)
    }

    fn read_known_block(&mut self, id: u32) -> Result<()> {
        use schema::{attrs, metadata as md, small_blocks, symtab, types};
        match id {
            types::ID => self.read_types(),
            attrs::groups::ID => self.read_attr_groups(),
            attrs::lists::ID => self.read_attr_lists(),
            md::ID => {
                let numbers = self.numbers();
                let module = &mut self.module;
                metadata::read_module(
                    &mut self.stream,
                    &mut metadata::Target {
                        table: &mut module.metadata,
                        strings: &mut module.strings,
                        base: 0,
                        globals: Some(&mut module.globals),
                        kinds: Some(&mut module.md_kinds),
                        inline: &mut self.inline,
                        facts: &mut self.facts,
                    },
                    &metadata::MdContext { types: &module.types, value: |n| numbers.value(n) },
                )
            }
            schema::old::type_symtab::ID => self.read_type_names(),
            md::kind::ID => self.read_md_kinds(),
            small_blocks::uselist::ID => {
                let numbers = self.numbers();
                let (orders, unknown) = (&mut self.module.provenance.use_orders, &mut self.facts.unknown);
                let stated = read_use_orders(&mut self.stream, &mut RecordBuf::new(), orders, unknown, |n| numbers.value(n), |_| true)?;
                self.facts.use_orders |= stated;
                Ok(())
            }
            small_blocks::operand_bundle_tags::ID => {
                let tags = self.read_names()?;
                self.module.bundle_tags.extend(tags);
                Ok(())
            }
            small_blocks::sync_scope_names::ID => {
                let scopes = self.read_names()?;
                self.module.sync_scopes.extend(scopes);
                Ok(())
            }
            symtab::value_symtab::ID => {
                let guids = &mut self.noted.guids;
                names::read_module(&mut self.stream, &mut self.module, self.version >= 2, guids, &mut self.facts.names_order)
            }
            _ => {
                let numbers = self.numbers();
                constants::read(
                    &mut self.stream,
                    &mut RecordBuf::new(),
                    &mut self.module.consts,
                    &ConstContext { types: &self.module.types, value: |n| numbers.value(n), outline: self.extent != Extent::All },
                    &mut self.facts.unknown,
                )
            }
        }
    }

    /// Records that are names, in the order of their numbers.
    fn read_names(&mut self) -> Result<Vec<Str>> {
        let mut record = RecordBuf::new();
        let mut names = Vec::new();
        while let Entry::Record = next_record(&mut self.stream, &mut record)? {
            names.push(self.module.strings.push_chars(&record.ops));
        }
        Ok(names)
    }

    fn read_md_kinds(&mut self) -> Result<()> {
        use schema::metadata::kind;
        let mut record = RecordBuf::new();
        while let Entry::Record = next_record(&mut self.stream, &mut record)? {
            if record.code != kind::Kind::CODE {
                continue;
            }
            let r = decode::<kind::Kind<'_>>(&record.ops).map_err(|e| self.stream.locate(e, &record))?;
            self.facts.unknown.least(kind::ID, record.code, record.ops.len());
            let module = &mut self.module;
            let set = inline::set_kind(&mut module.md_kinds, r.kind, &mut module.strings, r.name.0);
            set.map_err(|e| self.stream.locate(e, &record))?;
        }
        Ok(())
    }

    fn read_record(&mut self, record: &RecordBuf) -> Result<()> {
        let ops = &record.ops;
        let mut fields = Fields::in_module(ops, self.version >= 2);
        if self.is_thin_link(record.code, ops) {
            return self.read_thin_link(ops);
        }
        self.facts.unknown.count(row::ID, record.code, ops.len());
        let strings = &mut self.module.strings;
        match_record!(row, record.code, &mut fields, {
            Version(r) => {
                self.version = r.version;
                if self.version > 2 && !self.extent.is_outline() {
                    return Err(Error::unsupported(format!("module version {}; 2 is the latest known", self.version)));
                }
            },
            Triple(r) => self.module.triple = strings.push_chars(r.text.0),
            DataLayout(r) => {
                self.module.data_layout = strings.push_chars(r.text.0);
                self.spaces = AddressSpaces::parse(self.module.strings.get(self.module.data_layout));
            },
            Asm(r) => self.asm.part(r.text.0),
            SourceFilename(r) => self.module.source_filename = Some(strings.push_chars(r.text.0)),
            Hash(r) => {
                self.noted.hash = Some([r.word0, r.word1, r.word2, r.word3, r.word4]);
            },
            SectionName(r) => {
                let name = strings.push_chars(r.text.0);
                self.sections.push(name);
            },
            DepLib(r) => {
                let name = strings.push_chars(r.text.0);
                self.module.libraries.push(name);
            },
            GcName(r) => {
                let name = strings.push_chars(r.text.0);
                self.gc_names.push(name);
            },
            Comdat(r) => {
                // Its old form is open, so that its operands are not counted.
                if !fields.ops().is_empty() {
                    self.facts.unknown.operands(row::ID, record.code);
                }
                let name = r.name.map_or(Ok(Str::EMPTY), |n| self.strtab_name(n.offset, n.size))?;
                self.add_comdat(name, r.selection_kind);
            },
            ComdatOld(r) => {
                let name = self.module.strings.push_chars(r.name.0);
                self.add_comdat(name, r.selection_kind);
            },
            // The longer form treats fields that the short one lacks as absent.
            GlobalVar | GlobalVarSimple => self.read_variable(row::GlobalVar::decode(&mut fields)?)?,
            Function(r) => self.read_function(r)?,
            Alias(r) => self.read_alias(r)?,
            AliasOld(r) => self.read_old_alias(r)?,
            IFunc(r) => self.read_ifunc(r)?,
            GuidList(r) => self.guid_list = r.guids.collect::<Result<_>>()?,
            AsmProperty(r) => self.asm.property(&r.text.to_vec(), strings)?,
            // Offsets and other data for other readers.
            PurgeVals | VstOffset | MetadataValuesUnused => {},
            _ => self.facts.unknown.record(row::ID, record.code),
        });
        Ok(())
    }

    /// Sets initializers and function operands, and checks what the rest of the reader relies on. Errors that concern the whole module are
    /// reported at its end.
    fn settle(&mut self) -> Result<()> {
        self.settle_parts().map_err(|e| e.at(self.stream.position()).within("MODULE"))
    }

    fn settle_parts(&mut self) -> Result<()> {
        std::mem::take(&mut self.asm).settle(&mut self.module);
        let numbers = self.numbers();
        let total = self.module.globals.len() + self.module.consts.consts.len();
        for (global, slot, number) in std::mem::take(&mut self.pending) {
            if number as usize >= total {
                return Err(Error::malformed(format!("expected a value number below {total} in a global value, found {number}")));
            }
            let value = numbers.value(check_number(u64::from(number))?);
            let Some(global) = self.module.globals.get_mut(global.index()) else { continue };
            match (&mut global.kind, slot) {
                (GlobalKind::Variable { initializer, .. }, _) => *initializer = OptionalId::some(value),
                (GlobalKind::Alias { aliasee }, _) => *aliasee = value,
                (GlobalKind::IFunc { resolver }, _) => *resolver = value,
                (GlobalKind::Function(f), Slot::Prefix) => f.prefix = OptionalId::some(value),
                (GlobalKind::Function(f), Slot::Prologue) => f.prologue = OptionalId::some(value),
                (GlobalKind::Function(f), Slot::Personality) => f.personality = OptionalId::some(value),
                (GlobalKind::Function(_), Slot::Init) => {}
            }
        }
        if self.bodies.len() != self.with_bodies.len() && !self.extent.is_outline() {
            return Err(Error::malformed(format!("expected {} function bodies, found {}", self.with_bodies.len(), self.bodies.len())));
        }
        for (i, &id) in self.with_bodies.iter().enumerate() {
            if let Some(GlobalKind::Function(f)) = self.module.globals.get_mut(id.index()).map(|g| &mut g.kind) {
                f.body = Some(i as u32);
            }
        }
        Ok(())
    }
}
