//! Shared by all parts of the printer: the module, its numbering, and cached texts.

use super::PrintOptions;
use super::annotate::fits_locations;
use super::attrs::AttrTexts;
use super::quote::{write_metadata_name, write_name};
use super::slots::{self, Numbering, Slots};
use super::texts::Texts;
use super::typefind::find_structs;
use super::types::{TypeTexts, UNNUMBERED};
use bctk_ir::body::Body;
use bctk_ir::entity::{AttrSetId, BlockId, GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::{Exceeded, LimitName};
use bctk_support::parallel::join;
use bctk_support::text::write_u32;
use bctk_uselist::use_counts;
use bctk_uselist::{Directives, predict};
use std::io;
use std::sync::{Mutex, OnceLock};

/// The shared state of one run of the printer.
pub(super) struct Context<'m> {
    pub(super) module: &'m Module,
    pub(super) options: &'m PrintOptions,
    pub(super) slots: Slots,
    pub(super) types: TypeTexts,
    /// Identified structures in print order.
    pub(super) structs: Vec<TypeId>,
    pub(super) attrs: AttrTexts,
    /// `@name` of each global value.
    globals: Texts,
    /// `!kind ` of each metadata kind.
    md_kinds: Texts,
    /// Whether calls and functions name address space 0 (the data layout has another program address space).
    pub(super) program_addrspace: u32,
    /// Whether debug-information nodes print as in the newest release.
    pub(super) prints_current_nodes: bool,
    /// The release whose assembly is printed.
    pub(super) llvm: LlvmVersion,
    /// Use-list order directives, if they are asked for.
    pub(super) directives: Directives,
    /// Numbers of unnamed blocks of bodies whose block addresses are taken, by body.
    block_slots: Vec<OnceLock<Vec<u32>>>,
    /// Buffers whose text has been written: allocating new memory for every text costs as much as printing it.
    buffers: Mutex<Vec<Vec<u8>>>,
    /// Number of uses of each global value; empty unless annotations are wanted.
    pub(super) global_uses: Vec<u32>,
    /// Whether annotations show inlined-at locations: not if that would be too much.
    pub(super) prints_locations: bool,
    /// The limit that the module went beyond first.
    exceeded: OnceLock<Exceeded>,
}

impl<'m> Context<'m> {
    /// The state, and a walk that has yet to number what functions contain.
    pub(super) fn start(module: &'m Module, options: &'m PrintOptions) -> (Context<'m>, Numbering<'m>) {
        let slots = Slots::new(module, true);
        let (numbering, structs) = match module.bodies.len() {
            // Too little for two threads.
            0..8 => (Numbering::new(module, &slots), find_structs(module)),
            _ => join(|| Numbering::new(module, &slots), || find_structs(module)),
        };
        (Context::with(module, options, slots, structs), numbering)
    }

    /// The state with all numbers, and how many nodes have one.
    pub(super) fn new(module: &'m Module, options: &'m PrintOptions) -> (Context<'m>, usize) {
        let (context, mut numbering) = Context::start(module, options);
        numbering.complete(&context.slots);
        (context, numbering.nodes.len())
    }

    /// As [`Context::new`], but without a walk over the module: metadata and attribute groups have no numbers, and structures without names are
    /// numbered in the order of the table.
    pub(super) fn of_tables(module: &'m Module, options: &'m PrintOptions) -> Context<'m> {
        let structs = module.types.iter().filter(|(_, ty)| matches!(ty, Type::Struct { kind, .. } if *kind != StructKind::Literal));
        let structs = structs.map(|(id, _)| id).collect();
        Context::with(module, options, Slots::new(module, false), structs)
    }

    fn with(module: &'m Module, options: &'m PrintOptions, slots: Slots, structs: Vec<TypeId>) -> Context<'m> {
        let mut numbers = vec![UNNUMBERED; module.types.len()];
        let mut next = 0;
        for &id in &structs {
            if let Type::Struct { name, .. } = module.types.get(id)
                && name.is_empty()
                && let Some(number) = numbers.get_mut(id.index())
            {
                *number = next;
                next += 1;
            }
        }
        let types = TypeTexts::new(module, &numbers, &options.limits);
        let attrs = AttrTexts::new(module, &types);
        let mut globals = Texts::default();
        for (i, global) in module.globals.iter().enumerate() {
            globals.bytes.push(b'@');
            if global.name.is_empty() {
                write_u32(&mut globals.bytes, slots.globals[i]);
            } else {
                write_name(&mut globals.bytes, module.str(global.name));
            }
            globals.end();
        }
        let mut md_kinds = Texts::default();
        for &kind in &module.md_kinds {
            md_kinds.bytes.push(b'!');
            write_metadata_name(&mut md_kinds.bytes, module.str(kind));
            md_kinds.bytes.push(b' ');
            md_kinds.end();
        }
        Context {
            module,
            options,
            slots,
            types,
            structs,
            attrs,
            globals,
            md_kinds,
            program_addrspace: program_addrspace(module.str(module.data_layout)),
            prints_current_nodes: super::di::prints_as_newest(module.llvm_version()),
            llvm: module.llvm_version(),
            directives: if options.preserve_uselistorder { predict(module) } else { Directives::default() },
            buffers: Mutex::default(),
            block_slots: (0..module.bodies.len()).map(|_| OnceLock::new()).collect(),
            global_uses: if options.annotations { use_counts(module) } else { Vec::new() },
            prints_locations: !options.annotations || fits_locations(module, &options.limits),
            exceeded: OnceLock::new(),
        }
    }

    /// Records that the module exceeds a limit.
    #[cold]
    pub(super) fn exceeds(&self, limit: LimitName, what: &str) {
        self.exceeded.get_or_init(|| Exceeded { limit, message: limit.exceeded(&self.options.limits, what) });
    }

    /// Fails if the module went beyond a limit.
    pub(super) fn check_limits(&self) -> io::Result<()> {
        if self.types.is_full() {
            self.exceeds(LimitName::PrintedTypes, "types that are too long to print");
        }
        if !self.prints_locations {
            self.exceeds(LimitName::PrintedLocations, "too many locations inlined in each other to name in annotations");
        }
        self.exceeded.get().map_or(Ok(()), |exceeded| Err(io::Error::new(io::ErrorKind::InvalidData, exceeded.clone())))
    }

    /// An empty buffer, one used before if there is any.
    pub(super) fn take_buffer(&self) -> Vec<u8> {
        self.buffers.lock().ok().and_then(|mut buffers| buffers.pop()).unwrap_or_default()
    }

    /// Gives back a buffer whose text has been written.
    pub(super) fn give_back(&self, mut text: Vec<u8>) {
        text.clear();
        if let Ok(mut buffers) = self.buffers.lock() {
            buffers.push(text);
        }
    }

    /// `@name` of each global value.
    #[inline]
    pub(super) fn global_names(&self) -> &Texts {
        &self.globals
    }

    /// `@name` of a global value.
    #[inline]
    pub(super) fn global_name(&self, id: GlobalId) -> &[u8] {
        self.globals.get(id.index()).unwrap_or(b"<badref>")
    }

    /// Writes `@name`.
    #[inline]
    pub(super) fn write_global(&self, out: &mut Vec<u8>, id: GlobalId) {
        self.globals.append(id.index(), b"<badref>", out);
    }

    /// Writes `!kind ` for a metadata kind.
    pub(super) fn write_md_kind(&self, out: &mut Vec<u8>, kind: u32) {
        match self.md_kinds.get(kind as usize) {
            Some(_) => self.md_kinds.append(kind as usize, b"", out),
            None => {
                out.extend_from_slice(b"!<unknown kind #");
                write_u32(out, kind);
                out.extend_from_slice(b"> ");
            }
        }
    }

    /// Number of a block in a body other than the one being printed.
    pub(super) fn block_slot(&self, body: u32, block: BlockId) -> Option<u32> {
        let numbers = self.block_slots.get(body as usize)?.get_or_init(|| match self.module.bodies.get(body as usize) {
            Some(body) => number_locals(body).1,
            None => Vec::new(),
        });
        numbers.get(block.index()).copied().filter(|&n| n != slots::NONE)
    }

    /// Writes ` #N` for the function position of an attribute list, if it has attributes.
    #[inline]
    pub(super) fn write_group(&self, out: &mut Vec<u8>, set: Option<AttrSetId>) {
        if let Some(set) = set.filter(|_| !self.llvm.attribute_groups()) {
            let text = self.attrs.inline(set);
            if !text.is_empty() {
                out.push(b' ');
                out.extend_from_slice(text);
            }
            return;
        }
        if let Some(set) = set
            && let Some(slot) = self.slots.attr_group(set)
        {
            out.extend_from_slice(b" #");
            write_u32(out, slot);
        }
    }

    /// Whether a global value is a function with the name of an intrinsic.
    pub(super) fn is_intrinsic(&self, value: Value, prefix: &[u8]) -> bool {
        self.function_name(value).is_some_and(|name| name.starts_with(prefix))
    }

    /// The name of a function.
    pub(super) fn function_name(&self, value: Value) -> Option<&'m [u8]> {
        let ValueKind::Global(id) = value.kind() else { return None };
        let global = self.module.global(id).filter(|global| matches!(global.kind, GlobalKind::Function(_)))?;
        Some(self.module.str(global.name))
    }
}

/// Address space of a pointer type (or vector of pointers), 0 for any other.
pub(super) fn pointer_addrspace(types: &TypeTable, id: TypeId) -> u32 {
    match types.get(types.scalar(id)) {
        Type::Ptr(addrspace) | Type::TypedPtr { addrspace, .. } => addrspace,
        _ => 0,
    }
}

/// Numbers of locals and blocks without names: arguments, then block by block the block and its results.
pub(super) fn number_locals(body: &Body) -> (Vec<u32>, Vec<u32>) {
    let mut locals = vec![slots::NONE; body.local_types.len()];
    let mut blocks = vec![slots::NONE; body.blocks.len()];
    let mut next = 0;
    let mut number = |slot: &mut u32| {
        *slot = next;
        next += 1;
    };
    for arg in 0..body.args {
        if body.local_name(arg).is_empty()
            && let Some(slot) = locals.get_mut(arg as usize)
        {
            number(slot);
        }
    }
    for (b, block) in body.blocks.iter().enumerate() {
        if body.block_name(BlockId::new(b)).is_empty() {
            number(&mut blocks[b]);
        }
        for result in body.results.get(block.first.index()..block.end.index()).unwrap_or(&[]) {
            if let Some(local) = result.get()
                && body.local_name(local).is_empty()
                && let Some(slot) = locals.get_mut(local as usize)
            {
                number(slot);
            }
        }
    }
    (locals, blocks)
}

/// The program address space of a data layout string (`P` specification).
fn program_addrspace(layout: &[u8]) -> u32 {
    let mut space = 0;
    for part in layout.split(|&b| b == b'-') {
        if let Some(digits) = part.strip_prefix(b"P")
            && let Ok(digits) = std::str::from_utf8(digits)
            && let Ok(number) = digits.parse()
        {
            space = number;
        }
    }
    space
}
