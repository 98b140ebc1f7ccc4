//! What a module has in LLVM's memory beside its text once it was read: numbers of names, implied flags, equal attributes once, the order of
//! names in bodies. Bitcode that is written from there shows it.
use std::collections::{HashMap, HashSet};

use bctk_bitcode::write::{HashOrder, NameTable};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{AttrListId, AttrSetId, BlockId, InstId};
use bctk_ir::fixed;
use bctk_ir::global::{GlobalKind, Sanitizer};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::strings::{Str, Strings};
use bctk_ir::triple::Triple;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use bctk_transforms::upgrade;

/// The names that are numbered in LLVM's memory as modules are read one after the other: of metadata kinds, tags of operand bundles, sync
/// scopes and structures.
#[derive(Debug)]
pub struct Context {
    kinds: Names,
    tags: Names,
    scopes: Names,
}

/// A list of names.
#[derive(Debug, Default)]
struct Names {
    list: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, u32>,
}

impl Names {
    /// The number of a name, which is added if it is new.
    fn add(&mut self, name: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_vec());
        self.numbers.insert(name.to_vec(), number);
        number
    }

    /// Adds the names of `list` but for those that are `unused`, by number and name, and not known; it becomes the whole list. Returns the new
    /// numbers, or none if all are the same.
    fn join(&mut self, list: &mut Vec<Str>, strings: &mut Strings, unused: impl Fn(u32, &[u8]) -> bool) -> Option<Vec<u32>> {
        let mut new = Vec::with_capacity(list.len());
        for (old, &name) in (0..).zip(list.iter()) {
            let name = strings.get(name);
            if unused(old, name) && !self.numbers.contains_key(name) {
                new.push(u32::MAX);
                continue;
            }
            new.push(self.add(name));
        }
        let known = list.len();
        let is_same = new.iter().enumerate().all(|(at, &number)| at == number as usize);
        if is_same {
            list.extend(self.list.iter().skip(known).map(|name| strings.push(name)));
            return None;
        }
        *list = self.list.iter().map(|name| strings.push(name)).collect();
        Some(new)
    }
}

impl Context {
    /// The memory of LLVM of the release, before anything is read.
    pub fn new(llvm: LlvmVersion) -> Context {
        let names = |list: &[&str]| {
            let list: Vec<Vec<u8>> = list.iter().map(|name| name.as_bytes().to_vec()).collect();
            let numbers = (0..).zip(&list).map(|(number, name)| (name.clone(), number)).collect();
            Names { list, numbers }
        };
        Context { kinds: names(fixed::md_kinds_of(llvm)), tags: names(llvm.bundle_tags()), scopes: names(fixed::SYNC_SCOPES) }
    }

    /// Gives a module the numbers and names that it has in the memory where the others before it were read.
    pub fn join(&mut self, module: &mut Module) {
        let of_text = !module.is_from_bitcode();
        let [used_kinds, used_tags] = used(module);
        // LLVM numbers a tag when it is used.
        for bundle in module.bodies.iter().flat_map(|body| &body.bundles) {
            if let Some(&tag) = module.bundle_tags.get(bundle.tag as usize) {
                self.tags.add(module.strings.get(tag));
            }
        }
        // The parser of texts knows names of newer releases, too.
        let is_newer = |list: &[&str], name: &[u8]| of_text && list.iter().any(|known| known.as_bytes() == name);
        let Module { md_kinds, bundle_tags, sync_scopes, strings, .. } = module;
        let kinds = self.kinds.join(md_kinds, strings, |old, name| is_newer(fixed::MD_KINDS, name) && !used_kinds.contains(&old));
        let tags = self.tags.join(bundle_tags, strings, |old, _| !used_tags.contains(&old));
        let scopes = self.scopes.join(sync_scopes, strings, |_, _| false);
        let number = |map: &Option<Vec<u32>>, old: u32| map.as_ref().and_then(|map| map.get(old as usize)).copied().unwrap_or(old);
        let attached = |list: &mut Vec<Attachment>| {
            list.iter_mut().for_each(|attachment| attachment.kind = number(&kinds, attachment.kind));
            list.sort_by_key(|attachment| attachment.kind);
        };
        if kinds.is_some() {
            module.globals.iter_mut().for_each(|global| attached(&mut global.attachments));
        }
        module.bodies.par_iter_mut().balanced().for_each(|body| {
            if kinds.is_some() {
                attached(&mut body.function_attachments);
                body.attachments.iter_mut().for_each(|(_, attachment)| attachment.kind = number(&kinds, attachment.kind));
                body.attachments.sort_by_key(|(inst, attachment)| (*inst, attachment.kind));
            }
            if tags.is_some() {
                body.bundles.iter_mut().for_each(|bundle| bundle.tag = number(&tags, bundle.tag));
            }
            if scopes.is_some() {
                for inst in &mut body.insts {
                    if let Inst::Fence { scope, .. }
                    | Inst::Load { scope, .. }
                    | Inst::Store { scope, .. }
                    | Inst::CmpXchg { scope, .. }
                    | Inst::AtomicRmw { scope, .. } = inst
                    {
                        *scope = number(&scopes, *scope);
                    }
                }
            }
        });
    }
}

/// The numbers of metadata kinds and of tags of operand bundles that a module uses.
fn used(module: &Module) -> [HashSet<u32>; 2] {
    let of_globals = module.globals.iter().flat_map(|global| &global.attachments);
    let of_functions = module.bodies.iter().flat_map(|body| &body.function_attachments);
    let of_code = module.bodies.iter().flat_map(|body| &body.attachments).map(|(_, attachment)| attachment);
    let kinds = of_globals.chain(of_functions).chain(of_code).map(|attachment| attachment.kind).collect();
    [kinds, module.bodies.iter().flat_map(|body| &body.bundles).map(|bundle| bundle.tag).collect()]
}

/// Gives a module that was read from bitcode the numbers and the names of metadata kinds that it has in the memory of LLVM of the release.
pub fn settle(module: &mut Module, llvm: LlvmVersion) {
    Context::new(llvm).join(module);
    register_heap_sites(module, llvm);
    complete_flags(module, llvm);
    merge_attributes(module);
    for global in &mut module.globals {
        if let GlobalKind::Variable { sanitizer, .. } = &mut global.kind {
            sanitizer.0 &= !Sanitizer::STATED;
        }
    }
}

/// Names the source of a module that does not: LLVM takes the name of the file.
pub fn name_source(module: &mut Module, file: &[u8]) {
    if module.source_filename.is_none() {
        module.source_filename = Some(module.strings.push(file));
    }
}

/// Makes lists of attributes that are equal one list, as LLVM has them: upgrades may have made them equal.
fn merge_attributes(module: &mut Module) {
    let mut first: HashMap<Vec<(AttrIndex, AttrSetId)>, AttrListId> = HashMap::new();
    let mut lists = Vec::with_capacity(module.attrs.lists.len());
    for (at, list) in module.attrs.lists.iter().enumerate() {
        let stated = list.iter().copied().filter(|&(_, set)| !module.attrs.set(set).is_empty()).collect();
        lists.push(*first.entry(stated).or_insert(AttrListId::new(at)));
    }
    let merge = |list: &mut AttrListId| *list = lists.get(list.index()).copied().unwrap_or(*list);
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Function(function) => merge(&mut function.attrs),
            GlobalKind::Variable { attrs, .. } => merge(attrs),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
        }
    }
    module.bodies.par_iter_mut().balanced().for_each(|body| body.calls.iter_mut().for_each(|call| merge(&mut call.attrs)));
}

/// Adds the flags of `getelementptr` that others imply, as LLVM has them in memory.
fn complete_flags(module: &mut Module, llvm: LlvmVersion) {
    let complete = |pool: &mut ConstPool| {
        for constant in &mut pool.consts {
            if let ConstKind::Gep { flags, .. } = &mut constant.kind {
                *flags = flags.with_implied();
            }
        }
    };
    if llvm.constant_gep_flags() {
        complete(&mut module.consts);
    }
    module.bodies.par_iter_mut().balanced().for_each(|body| {
        if llvm.constant_gep_flags() {
            complete(&mut body.consts);
        }
        for inst in body.insts.iter_mut().filter(|_| llvm.gep_flags()) {
            if let Inst::Gep { flags, .. } = inst {
                *flags = flags.with_implied();
            }
        }
    });
}

/// Whether LLVM of the release drops the debug information of functions when it reads them, because the module states no version of it.
pub fn strips_debug(module: &Module, llvm: LlvmVersion) -> bool {
    llvm.heap_sites_stripped() && module.is_from_bitcode() && !upgrade::states_debug_version(module)
}

/// Registers the metadata kind that LLVM looks up in all instructions with metadata when it drops debug information, since bitcode states no
/// version of it.
fn register_heap_sites(module: &mut Module, llvm: LlvmVersion) {
    const KIND: &[u8] = b"heapallocsite";
    let is_looked_up = strips_debug(module, llvm);
    let is_known = module.md_kinds.iter().any(|&kind| module.str(kind) == KIND);
    if is_looked_up && !is_known && module.bodies.iter().any(|body| !body.attachments.is_empty()) {
        let kind = module.strings.push(KIND);
        module.md_kinds.push(kind);
    }
}

/// Gives the names of values in bodies of a module that was read from bitcode the order that they have in LLVM's tables after reading: it reads
/// them in the order of the file.
pub fn order_names(module: &mut Module, llvm: LlvmVersion) {
    let table = NameTable::of(llvm);
    module.bodies.par_iter_mut().balanced().for_each(|body| order_read_names(body, table));
}

/// LLVM keeps a block of this name for constants of phis while it reads a body that has any.
const PHI_BLOCK: &[u8] = b"phi.constexpr";

fn order_read_names(body: &mut Body, table: NameTable) {
    let mut names = HashOrder::new(table);
    let order = std::mem::take(&mut body.provenance.names_order);
    let name_of = |value: Value| match value.kind() {
        ValueKind::Local(local) => body.local_name(local),
        ValueKind::Block(block) => body.block_name(block),
        _ => &[],
    };
    let named: Vec<Value> = order.into_iter().filter(|&value| !name_of(value).is_empty()).collect();
    let has_phi = body.insts.iter().any(|inst| matches!(inst, Inst::Phi { .. }));
    if has_phi {
        names.add(PHI_BLOCK);
    }
    named.iter().for_each(|&value| names.add(name_of(value)));
    if has_phi {
        names.remove(PHI_BLOCK);
    }
    let number = |at: u32| (at as usize).checked_sub(usize::from(has_phi));
    let order = names.order().filter_map(|at| named.get(number(at)?).copied()).collect();
    body.provenance.names_order = order;
}

/// Gives the names of values in bodies that a pass has made the order that they have in LLVM's tables, from the order in which the pass gave them.
pub fn order_given_names(module: &mut Module, llvm: LlvmVersion) {
    let table = NameTable::of(llvm);
    for body in &mut module.bodies {
        let given = std::mem::take(&mut body.provenance.names_order);
        let name_of = |value: Value| match value.kind() {
            ValueKind::Local(local) => body.local_name(local),
            ValueKind::Block(block) => body.block_name(block),
            _ => &[],
        };
        let named: Vec<Value> = given.into_iter().filter(|&value| !name_of(value).is_empty()).collect();
        let mut names = HashOrder::new(table);
        named.iter().for_each(|&value| names.add(name_of(value)));
        body.provenance.names_order = names.order().filter_map(|at| named.get(at as usize).copied()).collect();
    }
}

/// Where the name of a block comes when LLVM makes a body anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockName {
    /// Before those of its instructions, as where functions are copied.
    First,
    /// After them, as where they are linked.
    Last,
}

/// Gives the names of values in bodies that LLVM has made anew the order that they have in its tables: arguments come first.
pub(crate) fn order_new_names(module: &mut Module, llvm: LlvmVersion, block_name: BlockName) {
    let table = NameTable::of(llvm);
    module.bodies.par_iter_mut().balanced().for_each(|body| {
        let order = new_names(body, table, block_name);
        body.provenance.names_order = order;
    });
}

fn new_names(body: &Body, table: NameTable, block_name: BlockName) -> Vec<Value> {
    let mut names = HashOrder::new(table);
    let mut values = Vec::new();
    let mut add = |value: Value, name: &[u8]| {
        if !name.is_empty() {
            names.add(name);
            values.push(value);
        }
    };
    for arg in 0..body.args {
        add(Value::local(arg), body.local_name(arg));
    }
    for (at, block) in body.blocks.iter().enumerate() {
        let id = BlockId::new(at);
        if block_name == BlockName::First {
            add(Value::block(id), body.block_name(id));
        }
        for inst in (block.first.index()..block.end.index()).map(InstId::new) {
            if let Some(local) = body.result(inst) {
                add(Value::local(local), body.local_name(local));
            }
        }
        if block_name == BlockName::Last {
            add(Value::block(id), body.block_name(id));
        }
    }
    names.order().filter_map(|at| values.get(at as usize).copied()).collect()
}

/// The symbols of assembly are those that the file lists.
pub(crate) fn listed_symbols(module: &Module) -> Option<BitcodeFile> {
    let has_table = module.provenance.bitcode.as_ref().is_some_and(|file| file.symtab);
    let wrapper = Triple::parse(module.str(module.triple)).wraps_bitcode();
    let file = BitcodeFile { use_list_orders: Some(false), symtab: true, wrapper, ..BitcodeFile::default() };
    (has_table && !module.inline_asm.is_empty()).then_some(file)
}
