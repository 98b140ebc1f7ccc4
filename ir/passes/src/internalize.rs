//! Makes symbols local, but for those that others need.
use crate::lists::listed;
use crate::{Changes, Glob};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::{ComdatKind, DllStorage, Linkage, Visibility};
use bctk_ir::mangle::comdat_of;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Os, Triple};
use hashbrown::HashSet;

/// Names that code generators and LLVM itself look for.
const ALWAYS_KEPT: &[&[u8]] =
    &[b"llvm.used", b"llvm.compiler.used", b"llvm.global_ctors", b"llvm.global_dtors", b"llvm.global.annotations", b"__stack_chk_fail"];

/// The symbols that stay visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preserved {
    /// Those of these names; the empty one stands for all that have none.
    Names(Vec<Vec<u8>>),
    /// Those whose names match a pattern.
    Matching(Vec<Glob>),
}

impl Default for Preserved {
    fn default() -> Preserved {
        Preserved::Names(Vec::new())
    }
}

/// The members of a comdat.
#[derive(Clone, Copy, Default)]
struct Members {
    count: usize,
    is_external: bool,
}

struct Internalizer<'p> {
    wanted: &'p dyn Fn(&Module, GlobalId) -> bool,
    guard: &'static [u8],
}

/// Makes definitions local, but for `preserved` ones and those that LLVM itself needs (`InternalizePass`).
pub fn internalize(module: &mut Module, preserved: &Preserved) -> Changes {
    let (names, patterns): (HashSet<&[u8]>, &[Glob]) = match preserved {
        Preserved::Names(names) => (names.iter().map(Vec::as_slice).collect(), &[]),
        Preserved::Matching(patterns) => (HashSet::new(), patterns),
    };
    internalize_but(module, &|module, id| {
        let name = module.global(id).map_or(&b""[..], |global| module.str(global.name));
        names.contains(name) || patterns.iter().any(|pattern| pattern.matches(name))
    })
}

/// Makes definitions local, but for those that are `wanted` and those that LLVM itself needs (`internalizeModule`).
pub fn internalize_but(module: &mut Module, wanted: &dyn Fn(&Module, GlobalId) -> bool) -> Changes {
    let triple = Triple::parse(module.str(module.triple));
    let is_wasm = triple.arch == Arch::Wasm;
    let guard: &[u8] = if triple.os == Os::Aix { b"__ssp_canary_word" } else { b"__stack_chk_guard" };
    let these = Internalizer { wanted, guard };
    let used: HashSet<GlobalId> = listed(module, b"llvm.used").into_iter().collect();
    let mut comdats = vec![Members::default(); module.comdats.len()];
    let of: Vec<_> = (0..module.globals.len()).map(|at| comdat_of(module, GlobalId::new(at))).collect();
    for (at, comdat) in of.iter().enumerate() {
        // LLVM looks at comdats before it knows what is kept by name.
        if let Some(members) = comdat.and_then(|comdat| comdats.get_mut(comdat.index())) {
            members.count += 1;
            members.is_external |= these.keeps(module, GlobalId::new(at));
        }
    }
    let mut is_changed = false;
    for (at, comdat) in of.iter().enumerate() {
        let global = &module.globals[at];
        if matches!(global.kind, GlobalKind::IFunc { .. }) {
            continue;
        }
        let is_local = global.linkage.is_local();
        match comdat.and_then(|comdat| Some((comdat.index(), *comdats.get(comdat.index())?))) {
            Some((_, members)) if members.is_external => continue,
            Some((comdat, members)) => {
                if !matches!(global.kind, GlobalKind::Alias { .. }) {
                    if members.count == 1 {
                        module.globals[at].comdat = None;
                    } else if !is_wasm {
                        module.comdats[comdat].kind = ComdatKind::NoDuplicates;
                    }
                }
                if is_local {
                    continue;
                }
            }
            None if is_local || used.contains(&GlobalId::new(at)) || these.is_special(module.str(global.name)) => continue,
            None if these.keeps(module, GlobalId::new(at)) => continue,
            None => {}
        }
        let global = &mut module.globals[at];
        (global.visibility, global.dll_storage, global.linkage, global.dso_local) =
            (Visibility::Default, DllStorage::Default, Linkage::Internal, true);
        is_changed = true;
    }
    Changes::in_place(is_changed)
}

impl Internalizer<'_> {
    fn is_special(&self, name: &[u8]) -> bool {
        ALWAYS_KEPT.contains(&name) || name == self.guard
    }

    /// Whether a global value stays as it is, by what it is and what was asked for.
    fn keeps(&self, module: &Module, id: GlobalId) -> bool {
        let global = &module.globals[id.index()];
        if global.is_declaration()
            || global.linkage == Linkage::AvailableExternally
            || global.dll_storage == DllStorage::Export
            || matches!(global.kind, GlobalKind::IFunc { .. } | GlobalKind::Variable { externally_initialized: true, .. })
        {
            return true;
        }
        !global.linkage.is_local() && (self.wanted)(module, id)
    }
}
