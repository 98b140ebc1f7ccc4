//! What the summaries of all values of a module need: GUIDs, kinds of intrinsics, the profile, what may not become visible to others.
use super::metadata::{Kinds, flag};
use super::profile::Profile;
use super::{SummarizeError, SummarizeOptions};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::guid::Guids;
use bctk_ir::mangle::{aliasee_object, strip_pointer_casts};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that a summary refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A global value of the module; of those with one GUID, the first.
    Global(u32),
    /// The GUID of a value that the module does not have.
    Guid(u64),
}

/// Intrinsics that a summary speaks of, and those that it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intrinsic {
    /// Describes the program for debuggers and profilers, and is no instruction of it.
    Note,
    TypeTest,
    CheckedLoad,
    Assume,
    LoadRelative,
    Other,
}

pub(super) struct Context<'m> {
    pub(super) module: &'m Module,
    pub(super) llvm: LlvmVersion,
    pub(super) kinds: Kinds,
    /// The GUID of each global value.
    pub(super) guids: Vec<u64>,
    by_guid: HashMap<u64, u32>,
    /// Global values that share their GUID with others; empty for none.
    shared: HashSet<u32>,
    /// Global values that the index knows as such.
    named: Vec<AtomicBool>,
    /// The intrinsic that each global value is.
    intrinsics: Vec<Option<Intrinsic>>,
    /// Constants of the module through which global values or addresses of blocks are reached.
    pub(super) reaching: Vec<bool>,
    pub(super) profile: Profile,
    /// Whether the module takes part in ThinLTO.
    pub(super) is_thin: bool,
    /// Whether virtual tables are split off, so that the index does not describe them.
    pub(super) is_split: bool,
    pub(super) is_unified: bool,
    /// Values of this module alone in `llvm.used` and `llvm.compiler.used`.
    pub(super) used_locals: Vec<GlobalId>,
    /// Whether assembly may name values of this module alone.
    pub(super) has_hidden_names: bool,
    /// The global values from which bodies load, or whose addresses they compute with; found when first asked for.
    pub(super) loaded: OnceLock<HashSet<GlobalId>>,
    /// Whether `SemanticInterposition` lets other definitions take the place of those of this module.
    has_interposition: bool,
}

impl<'m> Context<'m> {
    pub(super) fn new(module: &'m Module, options: &SummarizeOptions) -> Result<Context<'m>, SummarizeError> {
        let llvm = options.llvm;
        let names = Guids::new(module, llvm);
        let guid = |global: &GlobalValue| {
            let attached = if llvm.guid_list() { names.attached(global) } else { None };
            attached.unwrap_or_else(|| names.computed(global))
        };
        let guids: Vec<u64> = module.globals.par_iter().map(guid).collect();
        let mut by_guid = HashMap::with_capacity(guids.len());
        let mut shared = HashSet::new();
        for (&guid, at) in guids.iter().zip(0..) {
            let first = *by_guid.entry(guid).or_insert(at);
            if first != at {
                shared.extend([first, at]);
            }
        }
        let mut used_locals = Vec::new();
        for name in [&b"llvm.used"[..], b"llvm.compiler.used"] {
            let is_local = |id: &GlobalId| module.global(*id).is_some_and(|global| global.linkage.is_local());
            used_locals.extend(listed(module, name).into_iter().filter(is_local));
        }
        Ok(Context {
            module,
            llvm,
            kinds: Kinds::of(module),
            named: guids.iter().map(|_| AtomicBool::new(false)).collect(),
            guids,
            by_guid,
            shared,
            intrinsics: module.globals.iter().map(|global| intrinsic(module, global)).collect(),
            reaching: reaching(module),
            profile: Profile::of(module)?,
            is_thin: flag(module, b"ThinLTO") != Some(0),
            is_split: flag(module, b"EnableSplitLTOUnit").is_some_and(|value| value != 0),
            is_unified: flag(module, b"UnifiedLTO").is_some_and(|value| value != 0),
            has_hidden_names: !used_locals.is_empty(),
            used_locals,
            loaded: OnceLock::new(),
            has_interposition: flag(module, b"SemanticInterposition").is_some_and(|value| value != 0),
        })
    }

    /// The value that stands for a global value, which the index knows from here on.
    pub(super) fn target(&self, id: GlobalId) -> Target {
        let first = self.first(id);
        if let Some(named) = self.named.get(first as usize) {
            named.store(true, Ordering::Relaxed);
        }
        Target::Global(first)
    }

    /// Whether other global values have the same GUID. Such as have no name and are local to their module have.
    pub(super) fn is_shared(&self, id: GlobalId) -> bool {
        !self.shared.is_empty() && self.shared.contains(&id.0)
    }

    /// The first global value with the same GUID.
    pub(super) fn first(&self, id: GlobalId) -> u32 {
        self.guids.get(id.index()).and_then(|guid| self.by_guid.get(guid)).copied().unwrap_or(id.0)
    }

    /// The value with a GUID.
    pub(super) fn target_of_guid(&self, guid: u64) -> Target {
        self.by_guid.get(&guid).map_or(Target::Guid(guid), |&at| Target::Global(at))
    }

    /// Whether the index knows a global value by more than its GUID.
    pub(super) fn is_named(&self, id: u32) -> bool {
        self.named.get(id as usize).is_some_and(|named| named.load(Ordering::Relaxed))
    }

    pub(super) fn intrinsic(&self, id: GlobalId) -> Option<Intrinsic> {
        self.intrinsics.get(id.index()).copied().flatten()
    }

    /// Whether another definition may take the place of this one (`GlobalValue::isInterposable`).
    pub(super) fn is_interposable(&self, global: &GlobalValue) -> bool {
        global.linkage.is_interposable() || self.has_interposition && !global.dso_local
    }

    /// Whether a value of this module alone is in a section, so that it cannot be given another name.
    pub(super) fn is_not_renamable(&self, id: GlobalId, global: &GlobalValue) -> bool {
        let object = match global.kind {
            GlobalKind::Alias { .. } => aliasee_object(self.module, id).and_then(|object| self.module.global(object)),
            _ => Some(global),
        };
        global.linkage.is_local() && object.is_some_and(|object| !object.section.is_empty())
    }
}

/// The intrinsic that a global value is.
fn intrinsic(module: &Module, global: &GlobalValue) -> Option<Intrinsic> {
    global.function()?;
    let name = module.str(global.name).strip_prefix(b"llvm.")?;
    let is = |base: &[u8]| name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."));
    Some(match name {
        b"dbg.declare" | b"dbg.value" | b"dbg.label" | b"dbg.addr" | b"dbg.assign" | b"pseudoprobe" => Intrinsic::Note,
        b"type.test" | b"public.type.test" => Intrinsic::TypeTest,
        b"type.checked.load" | b"type.checked.load.relative" => Intrinsic::CheckedLoad,
        b"assume" => Intrinsic::Assume,
        _ if is(b"load.relative") => Intrinsic::LoadRelative,
        _ => Intrinsic::Other,
    })
}

/// The number of the argument of an intrinsic that is the identifier of a type.
pub(super) fn type_intrinsic(module: &Module, id: GlobalId) -> Option<usize> {
    match intrinsic(module, module.global(id)?)? {
        Intrinsic::TypeTest => Some(1),
        Intrinsic::CheckedLoad => Some(2),
        _ => None,
    }
}

/// The global values in a list such as `llvm.used` (`collectUsedGlobalVariables`).
fn listed(module: &Module, name: &[u8]) -> Vec<GlobalId> {
    let list = module.globals.iter().find(|global| module.str(global.name) == name);
    let Some(GlobalKind::Variable { initializer, .. }) = list.map(|global| &global.kind) else { return Vec::new() };
    let Some(ValueKind::Const(index)) = initializer.get().map(bctk_ir::value::Value::kind) else { return Vec::new() };
    match module.consts.get(index).map(|constant| constant.kind) {
        Some(ConstKind::Aggregate(list)) => {
            module.consts.values(list).filter_map(|value| strip_pointer_casts(module, value).as_global()).collect()
        }
        _ => Vec::new(),
    }
}

/// Finds the constants through which global values or addresses of blocks are reached, each once.
fn reaching(module: &Module) -> Vec<bool> {
    let pool = &module.consts;
    let mut found = vec![false; pool.consts.len()];
    let mut users: Vec<Vec<u32>> = Vec::new();
    let mut open = Vec::new();
    for (constant, at) in pool.consts.iter().zip(0u32..) {
        if constant.kind.is_data() {
            continue;
        }
        let mut is_found = matches!(constant.kind, ConstKind::BlockAddress { .. });
        pool.operands(constant.kind, |value| match value.kind() {
            ValueKind::Global(_) => is_found = true,
            ValueKind::Const(operand) if (operand as usize) < found.len() => {
                if users.is_empty() {
                    users.resize(found.len(), Vec::new());
                }
                users[operand as usize].push(at);
            }
            _ => {}
        });
        if is_found {
            found[at as usize] = true;
            open.push(at);
        }
    }
    while let Some(at) = open.pop() {
        for &user in users.get(at as usize).map_or(&[][..], |users| users) {
            if !std::mem::replace(&mut found[user as usize], true) {
                open.push(user);
            }
        }
    }
    found
}
