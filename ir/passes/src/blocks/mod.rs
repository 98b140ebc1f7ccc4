//! Makes functions of blocks of others (LLVM, `BlockExtractorPass`).
//!
//! `region` knows which blocks can be taken out of a function, `outline` takes them out, and `carve` makes a body of them. `code` is the function
//! meanwhile, with the `uses` of its values in their order.
mod carve;
mod code;
mod outline;
mod region;
mod uses;

use bctk_edit::attributes::{Sets, change_set, sets_of};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};

use code::Code;
use outline::{Outlined, outline};

/// Blocks of one function that become a function. The first is where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockGroup {
    /// The function.
    pub function: GlobalId,
    /// Its blocks.
    pub blocks: Vec<BlockId>,
}

/// What became of each group: its function, none if its blocks cannot be taken out.
pub type BlockFunctions = Vec<Option<GlobalId>>;

/// Why a group, of this number, cannot be dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockFault {
    /// It has a block that is in the function of an earlier group.
    Overlap(usize),
    /// The function has a landing pad that a block with another landing pad leads to. LLVM splits these first.
    LandingPads(usize),
    /// The function has debug information.
    DebugInfo(usize),
}

impl BlockFault {
    /// The number of the group.
    pub fn group(self) -> usize {
        match self {
            BlockFault::Overlap(group) | BlockFault::LandingPads(group) | BlockFault::DebugInfo(group) => group,
        }
    }

    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            BlockFault::Overlap(_) => "an earlier group has some of them, too",
            BlockFault::LandingPads(_) => "an invoke in a landing pad leads to a landing pad that has other predecessors",
            BlockFault::DebugInfo(_) => "it has debug information",
        }
    }
}

/// Makes a function of each group of blocks, as LLVM's `extract-blocks` does with erased functions: all functions that were there become
/// declarations, and all are external. A group is not taken out if it can be entered at another block than the first, if its first block is a
/// landing pad, or if it has a variable on the stack, takes or has an address of a block, begins a variadic list, or has a part of what handles
/// an exception. With an `invoke`, the block of its landing pad comes along.
///
/// # Errors
/// If groups overlap, or what LLVM does with such a function is not known here. The module is not to be used then.
pub fn extract_blocks(module: &mut Module, groups: &[BlockGroup], llvm: LlvmVersion) -> Result<BlockFunctions, BlockFault> {
    let count = module.globals.len();
    let mut names = GlobalNames::of(module);
    let mut sets = sets_of(module);
    let mut codes: HashMap<GlobalId, Code> = HashMap::new();
    let mut made = Vec::with_capacity(groups.len());
    for (number, group) in groups.iter().enumerate() {
        if has_debug_info(module, group.function) {
            return Err(BlockFault::DebugInfo(number));
        }
        let Some(body) = body_of(module, group.function) else {
            made.push(None);
            continue;
        };
        let code = codes.entry(group.function).or_insert_with(|| Code::new(body));
        if shares_landing_pads(code) {
            return Err(BlockFault::LandingPads(number));
        }
        let mut blocks = group.blocks.clone();
        blocks.retain(|&block| code.blocks.get(block.index()).is_some());
        if blocks.iter().any(|block| !code.order.contains(block)) {
            return Err(BlockFault::Overlap(number));
        }
        // LLVM takes the landing pads along.
        let mut all = Vec::new();
        for block in blocks {
            all.push(block);
            if let Some(&Inst::Invoke { unwind, .. }) = code.terminator(block).map(|last| code.inst(last)) {
                all.push(unwind);
            }
        }
        let outlined = outline(module, code, group.function, &all, llvm);
        made.push(outlined.map(|outlined| add(module, group.function, outlined, &mut names, &mut sets)));
    }
    erase(module, count);
    Ok(made)
}

/// The block of a function under its name, or its number after a `%` if it has none and the release knows these.
pub fn block_named(module: &Module, function: GlobalId, name: &[u8], llvm: LlvmVersion) -> Option<BlockId> {
    let body = module.body(module.global(function)?.function()?)?;
    let mut blocks = (0..body.blocks.len()).map(BlockId::new);
    if let Some(found) = blocks.clone().find(|&block| body.block_name(block) == name) {
        return Some(found);
    }
    let digits = name.strip_prefix(b"%").filter(|_| llvm.extracted_numbered_blocks())?;
    // What has no name is numbered in the order of the function.
    let is_counted = |local: u32| {
        body.local_name(local).is_empty()
            && !matches!(body.local_types.get(local as usize), Some(&ty) if module.types.get(ty) == Type::Void)
    };
    let mut number = (0..body.args).filter(|&local| is_counted(local)).count();
    blocks.find(|&block| {
        let is_unnamed = body.block_name(block).is_empty();
        let is_it = is_unnamed && number.to_string().as_bytes() == digits;
        number += usize::from(is_unnamed);
        let insts = body.blocks[block.index()];
        number += (insts.first.0..insts.end.0).filter_map(|at| body.result(InstId(at))).filter(|&local| is_counted(local)).count();
        is_it
    })
}

/// Whether a landing pad has a predecessor with a landing pad, and another one.
fn shares_landing_pads(code: &Code) -> bool {
    let is_pad = |block: BlockId| {
        let first = code.block(block).insts.get(code.first_after_phis(block, false));
        first.is_some_and(|&first| matches!(code.inst(first), Inst::LandingPad { .. }))
    };
    code.order.iter().any(|&block| match code.terminator(block).map(|last| code.inst(last)) {
        Some(&Inst::Invoke { unwind, .. }) => code.block(unwind).preds.iter().any(|&pred| pred != block && is_pad(pred)),
        _ => false,
    })
}

/// Whether a function has debug information of its own.
fn has_debug_info(module: &Module, function: GlobalId) -> bool {
    let Some(global) = module.global(function) else { return false };
    let body = global.function().and_then(|function| module.body(function));
    let own = body.into_iter().flat_map(|body| &body.function_attachments);
    let is_dbg = |kind: u32| module.md_kinds.get(kind as usize).is_some_and(|&name| module.str(name) == b"dbg");
    global.attachments.iter().chain(own).any(|attachment| is_dbg(attachment.kind))
}

fn body_of(module: &Module, function: GlobalId) -> Option<bctk_ir::body::Body> {
    let body = module.global(function)?.function()?.body?;
    module.bodies.get(body as usize).cloned()
}

/// Adds the function of a group to the module.
fn add(module: &mut Module, of: GlobalId, outlined: Outlined, names: &mut GlobalNames, sets: &mut Sets) -> GlobalId {
    let Outlined { name, body, ret, params, swift_errors, returns } = outlined;
    let fn_ty = bctk_edit::functions::fn_type(module, ret, &params);
    let old = module.globals[of.index()].clone();
    let name = names.unused(&name);
    let name = module.strings.push(&name);
    let index = module.bodies.len() as u32;
    module.bodies.push(body);
    let mut global = GlobalValue { addrspace: old.addrspace, dso_local: true, ..GlobalValue::declaration(name, fn_ty, old.ptr_type) };
    let attrs = old.function().map_or(AttrListId(0), |function| function.attrs);
    let attrs = attributes(module, attrs, &swift_errors, returns, sets);
    if let (GlobalKind::Function(new), Some(old)) = (&mut global.kind, old.function()) {
        new.attrs = attrs;
        new.personality = old.personality;
        new.body = Some(index);
    }
    module.globals.push(global);
    GlobalId::new(module.globals.len() - 1)
}

/// Attributes that the function of a part of another one does not have.
const DROPPED: &[AttrKind] = &[
    AttrKind::ALLOC_SIZE,
    AttrKind::ALLOC_KIND,
    AttrKind::BUILTIN,
    AttrKind::CONVERGENT,
    AttrKind::CORO_ELIDE_SAFE,
    AttrKind::CORO_ONLY_DESTROY_WHEN_COMPLETE,
    AttrKind::JUMP_TABLE,
    AttrKind::MEMORY,
    AttrKind::NAKED,
    AttrKind::NO_BUILTIN,
    AttrKind::NO_CREATE_UNDEF_OR_POISON,
    AttrKind::NO_DIVERGENCE_SOURCE,
    AttrKind::NO_MERGE,
    AttrKind::NO_RETURN,
    AttrKind::NOSYNC,
    AttrKind::PRESPLIT_COROUTINE,
    AttrKind::READ_NONE,
    AttrKind::READ_ONLY,
    AttrKind::WRITEONLY,
    AttrKind::ARGMEMONLY,
    AttrKind::INACCESSIBLEMEM_ONLY,
    AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY,
    AttrKind::RETURNS_TWICE,
    AttrKind::SPECULATABLE,
    AttrKind::STACK_ALIGNMENT,
    AttrKind::WILLRETURN,
];

/// The attributes of the new function: those of the old one that hold for a part of it.
fn attributes(module: &mut Module, old: AttrListId, swift_errors: &[u32], returns: bool, sets: &mut Sets) -> AttrListId {
    let of_function: Vec<Attr> = module.attrs.set_at(old, AttrIndex::Function).map_or_else(Vec::new, |set| module.attrs.set(set).to_vec());
    let kept: Vec<Attr> = of_function
        .into_iter()
        .filter(|attr| match attr {
            Attr::Enum(kind) | Attr::Int(kind, _) | Attr::Type(kind, _) | Attr::Range(kind, _) | Attr::RangeList(kind, _) => {
                !DROPPED.contains(kind)
            }
            Attr::String(key, _) => module.str(*key) != b"thunk",
        })
        .chain((!returns).then_some(Attr::Enum(AttrKind::NO_RETURN)))
        .collect();
    let mut list = change_set(module, AttrListId(0), AttrIndex::Function, sets, |_, set| *set = kept);
    for &at in swift_errors {
        list = change_set(module, list, AttrIndex::Param(at), sets, |_, set| set.push(Attr::Enum(AttrKind::SWIFT_ERROR)));
    }
    list
}

/// Makes declarations of the functions that were there, and all functions external.
fn erase(module: &mut Module, count: usize) {
    let mut bodiless = vec![false; module.globals.len()];
    for (at, global) in module.globals.iter_mut().enumerate() {
        let is_local = global.linkage.is_local();
        let GlobalKind::Function(function) = &mut global.kind else { continue };
        global.linkage = Linkage::External;
        global.dso_local |= is_local;
        if at < count {
            [function.prefix, function.prologue, function.personality] = [OptionalId::NONE; 3];
            global.attachments.clear();
            bodiless[at] = true;
        }
    }
    bctk_edit::erase::forget_block_addresses(module, |id| bodiless.get(id.index()) == Some(&true));
    let with_body: Vec<bool> = bodiless.iter().map(|&bodiless| !bodiless).collect();
    bctk_edit::globals::keep_bodies(module, &with_body);
}

/// The names of global values.
struct GlobalNames {
    there: HashSet<Vec<u8>>,
    last: u32,
}

impl GlobalNames {
    fn of(module: &Module) -> GlobalNames {
        let there = module.globals.iter().map(|global| module.str(global.name).to_vec()).collect();
        GlobalNames { there, last: 0 }
    }

    /// A name that nothing has, with a number if necessary.
    fn unused(&mut self, name: &[u8]) -> Vec<u8> {
        let mut unused = name.to_vec();
        while !self.there.insert(unused.clone()) {
            self.last += 1;
            unused = [name, b".", self.last.to_string().as_bytes()].concat();
        }
        unused
    }
}
