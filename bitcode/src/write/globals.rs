//! Records of the module outside its blocks: comdats, target, sections, global values.
use super::abbrevs;
use super::emit::{Chars, Emitter};
use super::enumerate::{Globals, Numbering};
use super::strtab::Strtab;
use crate::schema::StrtabRef;
use crate::schema::abbrevs::{NameChar, Widths};
use crate::schema::field::CharsRef;
use crate::schema::module as row;
use bctk_bitstream::Result;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::guid::Guids;
use bctk_ir::keywords::{DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::module::{AsmFragment, Module};
use bctk_ir::strings::Str;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// The names of a module on their way to the string table.
pub(super) struct Names<'s> {
    pub(super) strtab: &'s mut Strtab,
    /// All names in order, for the module's hash.
    pub(super) hashed: Option<Vec<u8>>,
}

impl Names<'_> {
    fn add(&mut self, name: &[u8]) -> StrtabRef {
        if let Some(hashed) = &mut self.hashed {
            hashed.extend_from_slice(name);
        }
        self.strtab.add(name)
    }
}

/// Writes COMDAT records (`writeComdats`).
pub(super) fn write_comdats(out: &mut Emitter, numbers: &Numbering<'_>, names: &mut Names<'_>) -> Result<()> {
    for comdat in &numbers.comdats {
        let comdat = &numbers.module.comdats[comdat.index()];
        let name = numbers.module.str(comdat.name);
        let selection_kind = comdat.kind.code();
        if numbers.llvm.string_table() {
            out.record(&row::Comdat { name: Some(names.add(name)), selection_kind })?;
        } else {
            let chars: Vec<u64> = name.iter().map(|&c| Chars::Unsigned.operand(c)).collect();
            out.record(&row::ComdatOld { selection_kind, name_size: name.len() as u64, name: CharsRef(&chars) })?;
        }
    }
    Ok(())
}

/// Numbers of section or garbage collector names, from 1 on, by text.
type NameNumbers<'m> = HashMap<&'m [u8], u32>;

/// Writes all other records of the module; returns the bit position of the word for the offset of the symbol table, if that is stated
/// (`writeModuleInfo`).
pub(super) fn write_info(out: &mut Emitter, numbers: &Numbering<'_>, widths: &Widths, names: &mut Names<'_>) -> Result<Option<u64>> {
    let module = numbers.module;
    let text = |out: &mut Emitter, text: Str, code: u32| match text.is_empty() {
        true => Ok(()),
        false => out.text(UNABBREV_RECORD, code, module.str(text), Chars::Signed32),
    };
    for &library in &module.libraries {
        text(out, library, row::DepLib::CODE)?;
    }
    text(out, module.triple, row::Triple::CODE)?;
    text(out, module.stated_data_layout(), row::DataLayout::CODE)?;
    write_assembly(out, module)?;
    let global = |id: &GlobalId| &module.globals[id.index()];
    let (mut sections, mut collectors) = (NameNumbers::new(), NameNumbers::new());
    let (mut max_align, mut last_type) = (0, 0);
    for global in numbers.globals.variables.iter().chain(&numbers.globals.functions).map(global) {
        let number = |out: &mut Emitter, name: Str, code: u32, numbers: &mut HashMap<_, _>| {
            let next = numbers.len() as u32 + 1;
            match !name.is_empty() && *numbers.entry(module.str(name)).or_insert(next) == next {
                true => text(out, name, code),
                false => Ok(()),
            }
        };
        number(out, global.section, row::SectionName::CODE, &mut sections)?;
        match &global.kind {
            GlobalKind::Function(function) => {
                number(out, function.gc, row::GcName::CODE, &mut collectors)?;
                if numbers.llvm.own_alignment_width() {
                    continue;
                }
            }
            _ => last_type = last_type.max(numbers.ty(global.value_type)),
        }
        max_align = max_align.max(global.align);
    }
    let source = module.source_filename.map_or(&[][..], |name| module.str(name));
    let widths = Widths {
        last_global_type: last_type,
        max_global_align: u32::from(max_align),
        sections: sections.len() as u32,
        name_char: NameChar::of(source),
        ..*widths
    };
    let mut simple = UNABBREV_RECORD;
    if !numbers.globals.variables.is_empty() {
        simple = abbrevs::define(out, row::ID, "GLOBALVAR, simple", &widths)?;
    }
    let write_source = |out: &mut Emitter| {
        let filename = abbrevs::define(out, row::ID, "SOURCE_FILENAME", &widths)?;
        out.text(filename, row::SourceFilename::CODE, source, Chars::Unsigned)
    };
    let llvm = numbers.llvm;
    // Without a string table it follows the global values.
    if llvm.string_table() {
        write_source(out)?;
    }
    if numbers.llvm.guid_list() {
        write_guids(out, numbers)?;
    }
    let written = Written { numbers, sections: &sections, collectors: &collectors };
    for global in numbers.globals.variables.iter().map(global) {
        written.variable(out, global, simple, names)?;
    }
    for &id in &numbers.globals.functions {
        written.function(out, id, global(&id), names)?;
    }
    for global in numbers.globals.aliases.iter().chain(&numbers.globals.ifuncs).map(global) {
        written.indirect(out, global, names)?;
    }
    if llvm.source_filename() && !llvm.string_table() {
        write_source(out)?;
    }
    // There is no table of names in which nothing has one.
    let is_stated = llvm.string_table() || llvm.symbol_table_offset() && names_of(numbers).next().is_some();
    if !is_stated {
        return Ok(None);
    }
    let offset = abbrevs::define(out, row::ID, "VSTOFFSET", &widths)?;
    out.record_as(offset, &row::VstOffset { words: 0 })?;
    Ok(Some(out.stream.position() - 32))
}

/// The global values with a name, in the order of their kinds.
pub(super) fn names_of<'n>(numbers: &'n Numbering<'_>) -> impl Iterator<Item = GlobalId> + 'n {
    let Globals { variables, functions, aliases, ifuncs } = &numbers.globals;
    let all = variables.iter().chain(functions).chain(aliases).chain(ifuncs).copied();
    all.filter(|id| !numbers.module.globals[id.index()].name.is_empty())
}

/// Writes inline assembly: each part after its properties. Older releases have one part.
fn write_assembly(out: &mut Emitter, module: &Module) -> Result<()> {
    if !out.llvm().asm_properties() {
        let text = module.str(module.inline_asm);
        return if text.is_empty() { Ok(()) } else { out.text(UNABBREV_RECORD, row::Asm::CODE, text, Chars::Signed32) };
    }
    for (text, fragment) in module.asm_parts() {
        for (name, value) in AsmFragment::PROPERTIES.iter().zip(fragment.properties()).filter(|(_, value)| !value.is_empty()) {
            let property = [name.as_bytes(), b"\0", module.str(value)].concat();
            out.text(UNABBREV_RECORD, row::AsmProperty::CODE, &property, Chars::Signed32)?;
        }
        out.text(UNABBREV_RECORD, row::Asm::CODE, text, Chars::Signed32)?;
    }
    Ok(())
}

/// Writes the GUIDs of all values (`ModuleBitcodeWriterBase::writeGUIDList`): those of constants are 0.
pub(super) fn write_guids(out: &mut Emitter, numbers: &Numbering<'_>) -> Result<()> {
    let module = numbers.module;
    let abbrev = abbrevs::define(out, row::ID, "GUIDLIST", &Widths::default())?;
    let guids = Guids::new(module, numbers.llvm);
    let stated = module.provenance.bitcode.as_ref().map_or(&[][..], |file| &file.guids);
    let stated = |id: GlobalId| Some(stated.get(stated.binary_search_by_key(&id, |&(global, _)| global).ok()?)?.1);
    let mut halves = vec![0; numbers.values() as usize * 2];
    for id in (0..module.globals.len()).map(GlobalId::new) {
        let guid = stated(id).or_else(|| guids.assigned(id)).unwrap_or(0);
        let at = numbers.global(id) as usize * 2;
        if let Some(place) = halves.get_mut(at..at + 2) {
            place.copy_from_slice(&[guid >> 32, guid & 0xFFFF_FFFF]);
        }
    }
    out.operands(abbrev, row::GuidList::CODE, &halves)
}

/// What the records of global values refer to.
struct Written<'w, 'm> {
    numbers: &'w Numbering<'m>,
    sections: &'w NameNumbers<'m>,
    collectors: &'w NameNumbers<'m>,
}

impl Written<'_, '_> {
    fn section(&self, global: &GlobalValue) -> Option<u32> {
        self.sections.get(self.numbers.module.str(global.section)).map(|number| number - 1)
    }

    fn optional(&self, value: OptionalId<Value>) -> Option<u32> {
        value.get().map(|value| self.numbers.value(value))
    }

    /// The place of a name; none in releases without a string table.
    fn name(&self, names: &mut Names<'_>, name: Str) -> Option<StrtabRef> {
        self.numbers.llvm.string_table().then(|| names.add(self.numbers.module.str(name)))
    }

    /// The place of the name of a partition, if the release has those.
    fn partition(&self, out: &Emitter, names: &mut Names<'_>, name: Str) -> Result<StrtabRef> {
        let has = out.llvm().partitions();
        out.check(has, !name.is_empty(), "partitions")?;
        Ok(if has { names.add(self.numbers.module.str(name)) } else { StrtabRef::default() })
    }

    fn variable(&self, out: &mut Emitter, global: &GlobalValue, simple: u32, names: &mut Names<'_>) -> Result<()> {
        let GlobalKind::Variable { constant, externally_initialized, initializer, attrs, code_model, sanitizer } = global.kind else {
            return Ok(());
        };
        let name = self.name(names, global.name);
        let attributes = self.numbers.attrs.list(attrs).checked_sub(1);
        let llvm = self.numbers.llvm;
        out.check(llvm.variable_attributes(), attributes.is_some(), "attributes of variables")?;
        let is_simple = global.thread_local == ThreadLocal::NotThreadLocal
            && global.visibility == Visibility::Default
            && global.unnamed_addr == UnnamedAddr::None
            && !externally_initialized
            && global.dll_storage == DllStorage::Default
            && global.comdat.is_none()
            && attributes.is_none()
            && !(is_dso_local(global, llvm) && llvm.dso_local())
            && global.partition.is_empty()
            && sanitizer.0 == 0
            && code_model.is_none();
        let flags = u64::from(global.addrspace) << 2 | 2 | u64::from(constant);
        let ty = self.numbers.ty(global.value_type);
        let (init, section) = (self.optional(initializer), self.section(global));
        let (linkage, align) = (wire_linkage(global.linkage), u64::from(global.align));
        if is_simple {
            return out.record_as(simple, &row::GlobalVarSimple { name, ty, flags, init, linkage, align, section });
        }
        let partition = self.partition(out, names, global.partition)?;
        out.record(&row::GlobalVar {
            name,
            ty,
            flags,
            init,
            linkage,
            align,
            section,
            visibility: global.visibility.code(),
            thread_local: global.thread_local.code(),
            unnamed_addr: global.unnamed_addr.code(),
            externally_initialized,
            dll_storage_class: Some(global.dll_storage.code()),
            comdat: Some(global.comdat.and_then(|comdat| self.numbers.comdat(comdat).checked_sub(1))),
            attributes,
            dso_local: is_dso_local(global, llvm),
            partition_offset: partition.offset,
            partition_size: partition.size,
            sanitizer: u64::from(sanitizer.0 & !Sanitizer::STATED),
            code_model: code_model.map_or(0, |model| model.code() + 1),
        })
    }

    fn function(&self, out: &mut Emitter, id: GlobalId, global: &GlobalValue, names: &mut Names<'_>) -> Result<()> {
        let GlobalKind::Function(function) = &global.kind else { return Ok(()) };
        let llvm = self.numbers.llvm;
        let name = self.name(names, global.name);
        let partition = self.partition(out, names, global.partition)?;
        let gc = self.collectors.get(self.numbers.module.str(function.gc)).map(|number| number - 1);
        out.record(&row::Function {
            name,
            ty: self.numbers.ty(global.value_type),
            calling_convention: u64::from(function.cc.0),
            is_prototype: function.body.is_none(),
            linkage: wire_linkage(global.linkage),
            attributes: self.numbers.attrs.list(self.numbers.module.stated_attrs(id, function)).checked_sub(1),
            align: u64::from(global.align),
            section: self.section(global),
            visibility: global.visibility.code(),
            gc,
            unnamed_addr: global.unnamed_addr.code(),
            prologue: self.optional(function.prologue),
            dll_storage_class: Some(global.dll_storage.code()),
            comdat: Some(global.comdat.and_then(|comdat| self.numbers.comdat(comdat).checked_sub(1))),
            prefix: self.optional(function.prefix),
            personality: self.optional(function.personality),
            dso_local: is_dso_local(global, llvm),
            address_space: Some(u64::from(global.addrspace)),
            partition_offset: partition.offset,
            partition_size: partition.size,
            preferred_align: u64::from(function.preferred_align),
        })
    }

    /// An alias or an ifunc.
    fn indirect(&self, out: &mut Emitter, global: &GlobalValue, names: &mut Names<'_>) -> Result<()> {
        let name = self.name(names, global.name);
        let partition = self.partition(out, names, global.partition)?;
        let (partition_offset, partition_size) = (partition.offset, partition.size);
        let ty = self.numbers.ty(global.value_type);
        let address_space = u64::from(global.addrspace);
        let (linkage, visibility) = (wire_linkage(global.linkage), global.visibility.code());
        let dso_local = is_dso_local(global, self.numbers.llvm);
        match global.kind {
            GlobalKind::Alias { aliasee } if !out.llvm().alias_types() => out.record(&row::AliasOld {
                name,
                ty: self.numbers.ty(global.ptr_type),
                aliasee: self.numbers.value(aliasee),
                linkage,
                visibility,
                dll_storage_class: Some(global.dll_storage.code()),
                thread_local: global.thread_local.code(),
                unnamed_addr: global.unnamed_addr.code(),
                dso_local,
                partition_offset,
                partition_size,
            }),
            GlobalKind::Alias { aliasee } => out.record(&row::Alias {
                name,
                ty,
                address_space,
                aliasee: self.numbers.value(aliasee),
                linkage,
                visibility,
                dll_storage_class: Some(global.dll_storage.code()),
                thread_local: global.thread_local.code(),
                unnamed_addr: global.unnamed_addr.code(),
                dso_local,
                partition_offset,
                partition_size,
            }),
            GlobalKind::IFunc { resolver } => out.record(&row::IFunc {
                name,
                ty,
                address_space,
                resolver: self.numbers.value(resolver),
                linkage,
                visibility,
                dso_local,
                partition_offset,
                partition_size,
            }),
            _ => Ok(()),
        }
    }
}

/// Whether a global value is `dso_local`; where linkage and visibility do not imply it, only if it is more than that.
fn is_dso_local(global: &GlobalValue, llvm: LlvmVersion) -> bool {
    let is_hidden = global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak;
    global.dso_local && (llvm.implied_dso_local() || !(global.linkage.is_local() || is_hidden))
}

/// The code that LLVM writes for a linkage (`getEncodedLinkage`).
pub(super) fn wire_linkage(linkage: Linkage) -> u64 {
    match linkage {
        Linkage::External | Linkage::DllImport | Linkage::DllExport => 0,
        Linkage::WeakAny => 16,
        Linkage::Appending => 2,
        Linkage::Internal => 3,
        Linkage::LinkOnceAny => 18,
        Linkage::ExternalWeak => 7,
        Linkage::Common => 8,
        Linkage::Private | Linkage::LinkerPrivate | Linkage::LinkerPrivateWeak => 9,
        Linkage::WeakOdr => 17,
        Linkage::LinkOnceOdr | Linkage::LinkOnceOdrAutoHide => 19,
        Linkage::AvailableExternally => 12,
    }
}
