//! The symbol table of modules as LLVM makes it (`irsymtab::build`, `ModuleSymbolTable`).
use super::{Symbol, Table, Uncommon, directives, flags};
use crate::schema::StrtabRef;
use crate::write::{PRODUCER, Strtab, WriteOptions, producer};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{CodeModel, DllStorage, Linkage, ThreadLocal, UnnamedAddr};
use bctk_ir::libcalls;
use bctk_ir::mangle::{Mangler, aliasee_object, strip_pointer_casts};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::module_flags::module_flags;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, ObjectFormat, Triple};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Variables of this section are for LLVM alone.
const METADATA_SECTION: &[u8] = b"llvm.metadata";
/// The symbol that position-independent code of some x86 code models refers to, although no module does.
const OFFSET_TABLE: &[u8] = b"_GLOBAL_OFFSET_TABLE_";

/// The symbol table for the modules of a file; its strings are added to `names`. None where LLVM omits it: for a module with inline
/// assembly, whose symbols only an assembler knows, for one without a data layout, and if an alias or a comdat cannot be resolved. Strings
/// added to `names` until then stay, as in LLVM.
pub(crate) fn build(modules: &[&Module], options: &WriteOptions, names: &mut Strtab) -> Option<Vec<u8>> {
    let unknown =
        |module: &&&Module| !module.inline_asm.is_empty() && !module.provenance.bitcode.as_ref().is_some_and(|written| written.symtab);
    if modules.iter().find(unknown).is_some() {
        return None;
    }
    let first = *modules.first()?;
    let producer = table_producer(first, options);
    make(modules, &producer, options.version_for(first), true, names)
}

/// The symbol table, with its strings, that LLVM would make for modules; reading their outlines is enough. Where the writer omits the
/// table, as for a module without a data layout, this one contains everything that can be determined. Symbols of inline assembly are those
/// in [`Module::asm_symbols`].
pub fn list(modules: &[&Module]) -> (Vec<u8>, Vec<u8>) {
    let mut names = Strtab::default();
    let table = make(modules, b"", LlvmVersion::DEFAULT, false, &mut names).unwrap_or_default();
    (table, names.into_bytes())
}

/// Builds the table; with `strict`, as for a file, there is none if any part of it cannot be determined.
fn make(modules: &[&Module], producer: &[u8], llvm: LlvmVersion, strict: bool, names: &mut Strtab) -> Option<Vec<u8>> {
    let first = *modules.first()?;
    let triple = Triple::parse(first.str(first.triple));
    let table = Table {
        llvm,
        producer: names.add(producer),
        triple: names.add(first.str(first.triple)),
        source: names.add(first.source_filename.map_or(b"", |name| first.str(name))),
        ..Table::default()
    };
    let mut builder = Builder {
        triple,
        libcalls: if llvm.library_calls_used() { libcalls::shared_names_of(first.str(first.triple), llvm) } else { Arc::default() },
        llvm,
        table,
        names,
        strict,
        // LLVM numbers unnamed values once for the names of symbols, per module, and separately for everything else.
        mangler: Mangler::for_version(first, llvm),
        linker_options: Vec::new(),
        comdats: HashMap::new(),
    };
    for (number, module) in modules.iter().enumerate() {
        builder.module(number, module)?;
    }
    let Builder { mut table, names, linker_options, .. } = builder;
    table.linker_options = names.add(&linker_options);
    Some(table.to_bytes())
}

/// The producer in the table: a version of LLVM. For a copy, that of the copied table, else that of the module's producer.
fn table_producer(module: &Module, options: &WriteOptions) -> Vec<u8> {
    match options.producer {
        None if !module.provenance.symtab_producer.is_empty() => module.str(module.provenance.symtab_producer).to_vec(),
        _ => {
            let producer = producer(module, options);
            let version = producer.strip_prefix(b"LLVM").unwrap_or(&PRODUCER[4..]);
            // Other builds of a release are not known to state a revision.
            let llvm = options.version_for(module);
            let revision = if version == llvm.last_release().as_bytes() { llvm.revision() } else { "" };
            [version, revision.as_bytes()].concat()
        }
    }
}

struct Builder<'t, 'n> {
    /// That of the first module.
    triple: Triple<'t>,
    /// Functions that code generation may call, if the table marks them as used.
    libcalls: Arc<HashSet<&'static [u8]>>,
    llvm: LlvmVersion,
    table: Table,
    names: &'n mut Strtab,
    /// Whether there is no table if any part of it cannot be determined.
    strict: bool,
    mangler: Mangler,
    linker_options: Vec<u8>,
    /// Numbers of comdats in the table, by module and number there; none for one that is not in the table.
    comdats: HashMap<(usize, ComdatId), Option<u32>>,
}

/// What is known of a module while its symbols are added.
struct Context<'m> {
    number: usize,
    module: &'m Module,
    mangler: Mangler,
    used: HashSet<GlobalId>,
    /// Global values by name; made when first asked for.
    by_name: Option<HashMap<&'m [u8], GlobalId>>,
}

impl Builder<'_, '_> {
    fn module(&mut self, number: usize, module: &Module) -> Option<()> {
        if self.strict && module.stated_data_layout().is_empty() {
            return None;
        }
        // There are no symbols except the module's values and those in the file's own table.
        let offset_table = (module.inline_asm.is_empty() || !self.strict) && self.wants_offset_table(module);
        let begin = self.table.symbols.len();
        let end = begin + module.globals.len() + module.asm_symbols.len() + usize::from(offset_table);
        self.table.modules.push([begin as u32, end as u32, self.table.uncommons.len() as u32]);
        if self.triple.format == ObjectFormat::Coff {
            for option in named_strings(module, b"llvm.linker.options", false) {
                self.linker_options.push(b' ');
                self.linker_options.extend_from_slice(option);
            }
        }
        if self.triple.format == ObjectFormat::Elf {
            let libraries =
                if self.llvm.dependent_libraries() { named_strings(module, b"llvm.dependent-libraries", true) } else { Vec::new() };
            for library in libraries {
                let library = self.names.add(library);
                self.table.libraries.push(library);
            }
        }
        let mut used = HashSet::new();
        collect_used(module, b"llvm.used", &mut used);
        if self.llvm.compiler_used_symbols() {
            collect_used(module, b"llvm.compiler.used", &mut used);
        }
        let mut context = Context { number, module, mangler: Mangler::for_version(module, self.llvm), used, by_name: None };
        // Functions first, whatever order the file has.
        let kinds: [fn(&GlobalKind) -> bool; 4] = [
            |kind| matches!(kind, GlobalKind::Function(_)),
            |kind| matches!(kind, GlobalKind::Variable { .. }),
            |kind| matches!(kind, GlobalKind::Alias { .. }),
            |kind| matches!(kind, GlobalKind::IFunc { .. }),
        ];
        for is_kind in kinds {
            for (index, global) in module.globals.iter().enumerate().filter(|(_, global)| is_kind(&global.kind)) {
                if self.symbol(&mut context, GlobalId::new(index), global).is_none() && self.strict {
                    return None;
                }
            }
        }
        let asm_symbols = module.asm_symbols.iter().map(|symbol| (module.str(symbol.name), symbol.flags));
        let offset_table = offset_table.then_some((OFFSET_TABLE, flags::UNDEFINED | flags::GLOBAL | flags::USED));
        for (name, flags) in asm_symbols.chain(offset_table) {
            let name = self.names.add(name);
            let ir_name = self.names.add(b"");
            self.table.symbols.push(Symbol { name, ir_name, comdat: None, flags });
        }
        Some(())
    }

    /// Whether the code may refer to the global offset table by name (`ModuleSymbolTable::CollectAsmSymbols`).
    fn wants_offset_table(&self, module: &Module) -> bool {
        let triple = Triple::parse(module.str(module.triple));
        self.llvm.offset_table_symbol()
            && triple.format == ObjectFormat::Elf
            && match triple.arch {
                Arch::X86 => true,
                // The code model is in the metadata, which LLVM has not read when it lists symbols.
                Arch::X86_64 if self.strict => has_large_code_model(module),
                _ => false,
            }
    }

    fn symbol(&mut self, context: &mut Context<'_>, id: GlobalId, global: &GlobalValue) -> Option<()> {
        let module = context.module;
        let object = self.object_of(module, id);
        let object_global = object.and_then(|object| module.global(object));
        let mut symbol = Symbol { comdat: None, flags: symbol_flags(module, global, object_global), ..Symbol::default() };
        let mut uncommon = None;
        let mut name = Vec::new();
        symbol_name(context, id, global, &mut name);
        symbol.name = self.names.add(&name);
        let ir_name = module.str(global.name);
        symbol.ir_name = self.names.add(ir_name);
        if context.used.contains(&id) || self.libcalls.contains(ir_name) {
            symbol.flags |= flags::USED;
        }
        let result = self.details(context, id, global, object, &mut symbol, &mut uncommon);
        if uncommon.is_some() {
            symbol.flags |= flags::HAS_UNCOMMON;
        }
        self.table.uncommons.extend(uncommon);
        self.table.symbols.push(symbol);
        result
    }

    /// The global value that a symbol ultimately refers to.
    fn object_of(&self, module: &Module, id: GlobalId) -> Option<GlobalId> {
        let object = aliasee_object(module, id)?;
        match module.global(object)?.kind {
            GlobalKind::IFunc { resolver } if !self.llvm.ifunc_objects() => match strip_pointer_casts(module, resolver).kind() {
                ValueKind::Global(resolver) => aliasee_object(module, resolver),
                _ => None,
            },
            _ => Some(object),
        }
    }

    /// Comdat, linker directives, and rarely used properties of symbols.
    fn details(
        &mut self,
        context: &mut Context<'_>,
        id: GlobalId,
        global: &GlobalValue,
        object: Option<GlobalId>,
        symbol: &mut Symbol,
        uncommon: &mut Option<Uncommon>,
    ) -> Option<()> {
        let module = context.module;
        if global.linkage == Linkage::Common {
            let GlobalKind::Variable { .. } = global.kind else { return None };
            let size = context.mangler.layouts().alloc_size(&module.types, global.value_type).unwrap_or(0);
            let part = self.uncommon(uncommon);
            part.common_size = size;
            part.common_align = match global.align {
                0 => 0,
                code => 1u32.checked_shl(u32::from(code) - 1).unwrap_or(0),
            };
        }
        let object = module.global(object?)?;
        if let Some(comdat) = object.comdat.filter(|_| !matches!(object.kind, GlobalKind::IFunc { .. })) {
            symbol.comdat = self.comdat(context, comdat)?;
        }
        if self.triple.format == ObjectFormat::Coff {
            directives::for_symbol(&mut self.linker_options, &mut self.mangler, (&self.triple, self.llvm), module, (id, global));
            if symbol.flags & flags::WEAK != 0
                && let GlobalKind::Alias { aliasee } = global.kind
            {
                let ValueKind::Global(fallback) = strip_pointer_casts(module, aliasee).kind() else { return None };
                let mut name = Vec::new();
                symbol_name(context, fallback, module.global(fallback)?, &mut name);
                let part = self.uncommon(uncommon);
                part.fallback = self.names.add(&name);
            }
        }
        if !object.section.is_empty() && self.llvm.symtab_sections() {
            let part = self.uncommon(uncommon);
            part.section = self.names.add(module.str(object.section));
        }
        Some(())
    }

    /// The uncommon part of a symbol; its strings are empty at first, which puts the empty string into the table.
    fn uncommon<'u>(&mut self, slot: &'u mut Option<Uncommon>) -> &'u mut Uncommon {
        slot.get_or_insert_with(|| {
            let empty: StrtabRef = self.names.add(b"");
            Uncommon { fallback: empty, section: empty, ..Uncommon::default() }
        })
    }

    /// Number of a comdat in the table; nothing if its leader is local; fails if there is none and the format needs one.
    fn comdat(&mut self, context: &mut Context<'_>, id: ComdatId) -> Option<Option<u32>> {
        if let Some(&known) = self.comdats.get(&(context.number, id)) {
            return Some(known);
        }
        let module = context.module;
        let comdat = module.comdats.get(id.index())?;
        let mut name = module.str(comdat.name).to_vec();
        if self.triple.format == ObjectFormat::Coff && self.llvm.symtab_sections() {
            let by_name = context.by_name.get_or_insert_with(|| {
                let named = |(index, global): (usize, &GlobalValue)| (module.str(global.name), GlobalId::new(index));
                module.globals.iter().enumerate().map(named).collect()
            });
            let leader = *by_name.get(&name[..])?;
            if module.global(leader)?.linkage.is_local() {
                self.comdats.insert((context.number, id), None);
                return Some(None);
            }
            name.clear();
            self.mangler.name(module, leader, &mut name);
        }
        let number = self.table.comdats.len() as u32;
        self.table.comdats.push((self.names.add(&name), (comdat.kind.code() - 1) as u32));
        self.comdats.insert((context.number, id), Some(number));
        Some(Some(number))
    }
}

/// The name of a symbol; for an import, the name of the pointer to it.
fn symbol_name(context: &mut Context<'_>, id: GlobalId, global: &GlobalValue, out: &mut Vec<u8>) {
    if global.dll_storage == DllStorage::Import {
        out.extend_from_slice(b"__imp_");
    }
    context.mangler.name(context.module, id, out);
}

/// The flags that a symbol has by itself.
fn symbol_flags(module: &Module, global: &GlobalValue, object: Option<&GlobalValue>) -> u32 {
    let mut out = global.visibility.code() as u32;
    let mut set = |flag, holds| out |= if holds { flag } else { 0 };
    let name = module.str(global.name);
    let linkage = global.linkage;
    let (is_variable, constant) = match global.kind {
        GlobalKind::Variable { constant, .. } => (true, constant),
        _ => (false, false),
    };
    set(flags::UNDEFINED, linkage == Linkage::AvailableExternally || global.is_declaration());
    let weak = [Linkage::LinkOnceAny, Linkage::LinkOnceOdr, Linkage::WeakAny, Linkage::WeakOdr, Linkage::ExternalWeak];
    set(flags::WEAK, weak.contains(&linkage));
    set(flags::COMMON, linkage == Linkage::Common);
    set(flags::INDIRECT, matches!(global.kind, GlobalKind::Alias { .. }));
    set(flags::GLOBAL, !linkage.is_local());
    let metadata = is_variable && module.str(global.section) == METADATA_SECTION;
    set(flags::FORMAT_SPECIFIC, linkage == Linkage::Private || name.starts_with(b"llvm.") || metadata);
    set(flags::EXECUTABLE, object.is_some_and(|object| matches!(object.kind, GlobalKind::Function(_) | GlobalKind::IFunc { .. })));
    set(flags::TLS, global.thread_local != ThreadLocal::NotThreadLocal);
    set(flags::UNNAMED_ADDR, global.unnamed_addr == UnnamedAddr::Global);
    // A variable whose address may matter must be unique in the program, unless its author says otherwise.
    let may_omit = match global.unnamed_addr {
        UnnamedAddr::Global => true,
        UnnamedAddr::Local => !is_variable || constant,
        UnnamedAddr::None => false,
    };
    set(flags::MAY_OMIT, linkage == Linkage::LinkOnceOdr && may_omit);
    out
}

/// Adds the global values that the variable `name` lists.
fn collect_used(module: &Module, name: &[u8], used: &mut HashSet<GlobalId>) {
    let list = module.globals.iter().find(|global| module.str(global.name) == name && !global.linkage.is_local());
    let Some(GlobalKind::Variable { initializer, .. }) = list.map(|global| &global.kind) else { return };
    let Some(ValueKind::Const(index)) = initializer.get().map(Value::kind) else { return };
    let Some(ConstKind::Aggregate(list)) = module.consts.get(index).map(|constant| constant.kind) else { return };
    for value in module.consts.values(list) {
        if let ValueKind::Global(id) = strip_pointer_casts(module, value).kind() {
            used.insert(id);
        }
    }
}

/// The strings in the nodes of a named node: all of each, or only the first.
fn named_strings<'m>(module: &'m Module, name: &[u8], first: bool) -> Vec<&'m [u8]> {
    let table = &module.metadata;
    let mut out = Vec::new();
    for node in table.named.iter().filter(|named| module.str(named.name) == name).flat_map(|named| &named.nodes) {
        let Metadata::Tuple { ops, .. } = table.get(*node) else { continue };
        let strings = table.lists.get(ops).iter().filter_map(|slot| match table.get(slot?) {
            Metadata::String(text) => Some(module.str(text)),
            _ => None,
        });
        out.extend(strings.take(if first { 1 } else { usize::MAX }));
    }
    out
}

/// Whether the code model of a module is medium or large.
pub fn has_large_code_model(module: &Module) -> bool {
    let numbers = module_flags(module).filter(|flag| flag.key == b"Code Model").filter_map(|flag| flag.number(module));
    let model = numbers.filter_map(|number| u64::try_from(number).ok()).next();
    model.is_some_and(|model| model == CodeModel::Medium.code() || model == CodeModel::Large.code())
}
