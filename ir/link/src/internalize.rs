//! Makes what was linked local (`internalize`), but for what must be seen from outside.
use crate::dest::set_linkage;
use crate::mover::Mover;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{ComdatKind, DllStorage, Linkage, Visibility};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

/// Names that code generators and LLVM itself look for.
const ALWAYS_KEPT: &[&[u8]] = &[
    b"llvm.used",
    b"llvm.compiler.used",
    b"llvm.global_ctors",
    b"llvm.global_dtors",
    b"llvm.global.annotations",
    b"__stack_chk_fail",
    b"__stack_chk_guard",
    b"__ssp_canary_word",
];

/// The members of a comdat.
#[derive(Clone, Copy, Default)]
struct Members {
    count: usize,
    is_external: bool,
}

impl Mover<'_> {
    pub(crate) fn internalize(&mut self) {
        let used = self.used();
        let mut comdats = vec![Members::default(); self.dst.module.comdats.len()];
        let all: Vec<GlobalId> = (0..self.dst.module.globals.len()).map(GlobalId::new).filter(|id| self.dst.alive[id.index()]).collect();
        for &id in &all {
            let global = self.dst.global(id);
            let Some(comdat) = self.linked_comdat(id) else { continue };
            // LLVM looks at comdats before it knows what is kept by name.
            let keeps = self.is_kept(global, id, None);
            if let Some(members) = comdats.get_mut(comdat) {
                members.count += 1;
                members.is_external |= keeps;
            }
        }
        let is_wasm = Triple::parse(self.dst.module.str(self.dst.module.triple)).arch == Arch::Wasm;
        let mut order = all;
        order.sort_by_key(|&id| match self.dst.global(id).kind {
            GlobalKind::Function(_) => 0,
            GlobalKind::Variable { .. } => 1,
            GlobalKind::Alias { .. } => 2,
            GlobalKind::IFunc { .. } => 3,
        });
        for id in order {
            let comdat = self.linked_comdat(id);
            let global = self.dst.global(id);
            if matches!(global.kind, GlobalKind::IFunc { .. }) {
                continue;
            }
            match comdat.and_then(|comdat| Some((comdat, *comdats.get(comdat)?))) {
                Some((_, members)) if members.is_external => continue,
                Some((comdat, members)) => {
                    if !matches!(global.kind, GlobalKind::Alias { .. }) {
                        if members.count == 1 {
                            self.dst.global_mut(id).comdat = None;
                        } else if !is_wasm {
                            self.dst.module.comdats[comdat].kind = ComdatKind::NoDuplicates;
                        }
                    }
                    if self.dst.global(id).linkage.is_local() {
                        continue;
                    }
                }
                None if global.linkage.is_local() || self.is_kept(global, id, Some(&used)) => continue,
                None => {}
            }
            let global = self.dst.global_mut(id);
            global.visibility = Visibility::Default;
            set_linkage(global, Linkage::Internal);
        }
    }

    fn linked_comdat(&self, id: GlobalId) -> Option<usize> {
        let object = match self.dst.global(id).kind {
            GlobalKind::Alias { .. } => aliasee_object(&self.dst.module, id)?,
            _ => id,
        };
        self.dst.global(object).comdat.map(bctk_ir::entity::ComdatId::index)
    }

    /// Whether a global value stays as it is.
    fn is_kept(&self, global: &GlobalValue, id: GlobalId, used: Option<&HashSet<GlobalId>>) -> bool {
        let name = self.dst.module.str(global.name);
        if global.is_declaration()
            || global.linkage == Linkage::AvailableExternally
            || global.dll_storage == DllStorage::Export
            || matches!(global.kind, GlobalKind::IFunc { .. } | GlobalKind::Variable { externally_initialized: true, .. })
        {
            return true;
        }
        if global.linkage.is_local() {
            return false;
        }
        let by_name = used.is_some_and(|used| used.contains(&id) || ALWAYS_KEPT.contains(&name));
        by_name || name.is_empty() || !self.to_internalize.contains(name)
    }

    /// The members of `llvm.used`.
    fn used(&self) -> HashSet<GlobalId> {
        let mut found = HashSet::new();
        let Some(id) = self.dst.named(b"llvm.used") else { return found };
        let GlobalKind::Variable { initializer, .. } = self.dst.global(id).kind else { return found };
        let mut open: Vec<Value> = initializer.get().into_iter().collect();
        while let Some(value) = open.pop() {
            match value.kind() {
                ValueKind::Global(id) => {
                    found.insert(id);
                }
                ValueKind::Const(index) => match self.dst.module.consts.get(index).map(|constant| constant.kind) {
                    Some(ConstKind::Aggregate(list)) => open.extend(self.dst.module.consts.values(list)),
                    Some(ConstKind::Cast { value, .. }) => open.push(value),
                    _ => {}
                },
                _ => {}
            }
        }
        found
    }
}
