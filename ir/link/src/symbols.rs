//! Which definition of a symbol is taken (LLVM, `ModuleLinker`).
use crate::comdats::size_of;
use crate::dest::{is_declared, set_visibility};
use crate::mover::{From, Mover};
use crate::problem::{Problem, text};
use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{DllStorage, Linkage, UnnamedAddr, Visibility};
use bctk_ir::mangle::comdat_of;

/// Whether the linkage allows another definition.
fn is_weak(linkage: Linkage) -> bool {
    is_weak_or_once(linkage) || matches!(linkage, Linkage::Common | Linkage::ExternalWeak)
}

fn is_weak_or_once(linkage: Linkage) -> bool {
    is_once(linkage) || matches!(linkage, Linkage::WeakAny | Linkage::WeakOdr)
}

pub(crate) fn is_once(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr)
}

/// The more constraining of two visibilities.
fn least_visible(a: Visibility, b: Visibility) -> Visibility {
    let is_any = |wanted| a == wanted || b == wanted;
    [Visibility::Hidden, Visibility::Protected].into_iter().find(|&wanted| is_any(wanted)).unwrap_or(Visibility::Default)
}

/// What both of two `unnamed_addr` allow.
fn least_unnamed(a: UnnamedAddr, b: UnnamedAddr) -> UnnamedAddr {
    let is_any = |wanted| a == wanted || b == wanted;
    [UnnamedAddr::None, UnnamedAddr::Local].into_iter().find(|&wanted| is_any(wanted)).unwrap_or(UnnamedAddr::Global)
}

/// The kinds of global values in LLVM's order of linking.
pub(crate) fn link_rank(kind: &GlobalKind) -> u8 {
    match kind {
        GlobalKind::Variable { .. } => 0,
        GlobalKind::Function(_) => 1,
        GlobalKind::Alias { .. } => 2,
        GlobalKind::IFunc { .. } => 3,
    }
}

impl Mover<'_> {
    /// The global values in LLVM's order: variables, functions, aliases, ifuncs.
    pub(crate) fn in_order(&self) -> Vec<GlobalId> {
        let mut order: Vec<GlobalId> = (0..self.src.globals.len()).map(GlobalId::new).collect();
        order.sort_by_key(|id| link_rank(&self.src.globals[id.index()].kind));
        order
    }

    /// The global value of the linked module that a symbol is linked to.
    pub(crate) fn linked_to(&self, id: GlobalId) -> Option<GlobalId> {
        let global = self.src.global(id)?;
        if global.name.is_empty() || global.linkage.is_local() {
            return None;
        }
        self.dst.named(self.src.str(global.name)).filter(|&id| !self.dst.global(id).linkage.is_local())
    }

    /// Decides what is linked, before anything is.
    pub(crate) fn resolve(&mut self) -> Result<(), Problem> {
        self.choose_comdats()?;
        let order = self.in_order();
        for &id in &order {
            let global = &self.src.globals[id.index()];
            let is_lazy = is_once(global.linkage) && !matches!(global.kind, GlobalKind::IFunc { .. });
            if let (true, Some(comdat)) = (is_lazy, self.comdat_of(id)) {
                self.lazy_members.entry(comdat).or_default().push(id);
            }
        }
        let mut to_clone = Vec::new();
        for &id in &order {
            self.resolve_one(id, &mut to_clone)?;
        }
        for clone in to_clone {
            self.clone_for_comdat(clone);
        }
        let mut at = 0;
        while let Some(&id) = self.chosen.get(at) {
            at += 1;
            let Some(comdat) = self.comdat_of(id) else { continue };
            for member in self.lazy_members.get(&comdat).cloned().unwrap_or_default() {
                let from_source = match self.linked_to(member) {
                    Some(to) => self.is_from_source(to, member)?,
                    None => true,
                };
                if from_source {
                    self.choose(member);
                }
            }
        }
        if self.flags.internalize {
            for at in 0..self.chosen.len() {
                let name = self.src.globals[self.chosen[at].index()].name;
                self.to_internalize.insert(self.src.str(name).into());
            }
        }
        Ok(())
    }

    /// Notes that a global value is linked.
    pub(crate) fn choose(&mut self, id: GlobalId) {
        if !std::mem::replace(&mut self.is_chosen[id.index()], true) {
            self.chosen.push(id);
        }
    }

    fn resolve_one(&mut self, id: GlobalId, to_clone: &mut Vec<Clone>) -> Result<(), Problem> {
        let to = self.linked_to(id);
        let linkage = self.src.globals[id.index()].linkage;
        if self.flags.only_needed && linkage != Linkage::Appending && to.is_none_or(|to| !self.dst.global(to).is_declaration()) {
            return Ok(());
        }
        if let Some(to) = to.filter(|_| linkage != Linkage::Appending) {
            self.join_properties(id, to);
        }
        let is_lazy = linkage.is_local() || is_once(linkage) || linkage == Linkage::AvailableExternally;
        if to.is_none() && !self.flags.override_from_source && is_lazy {
            return Ok(());
        }
        if self.src.globals[id.index()].is_declaration() {
            return Ok(());
        }
        let comdat = self.comdat_of(id).map(|comdat| self.comdat_from[comdat.index()]);
        if comdat == Some(From::Dest) {
            return Ok(());
        }
        let from_source = match to {
            Some(to) => self.is_from_source(to, id)?,
            None => true,
        };
        if let (Some(to), Some(From::Both)) = (to, comdat) {
            to_clone.push(if from_source { Clone::Dest(to) } else { Clone::Source(id) });
        }
        if from_source {
            self.choose(id);
        }
        Ok(())
    }

    /// Gives both of two global values what the properties of both allow.
    fn join_properties(&mut self, id: GlobalId, to: GlobalId) {
        let (of_src, of_dst) = (&mut self.src.globals[id.index()], self.dst.global_mut(to));
        let (is_src_declared, is_dst_declared) = (of_src.is_declaration(), of_dst.is_declaration());
        if let (GlobalKind::Variable { constant: a, .. }, GlobalKind::Variable { constant: b, .. }) = (&mut of_src.kind, &mut of_dst.kind) {
            if is_src_declared && is_dst_declared && (!*a || !*b) {
                (*a, *b) = (false, false);
            }
            if of_src.linkage == Linkage::Common && of_dst.linkage == Linkage::Common {
                // An alignment of 1 is the least that counts.
                let align = if of_src.align == 0 && of_dst.align == 0 { 0 } else { of_src.align.max(of_dst.align).max(1) };
                (of_src.align, of_dst.align) = (align, align);
            }
        }
        let visibility = least_visible(of_src.visibility, of_dst.visibility);
        let unnamed_addr = least_unnamed(of_src.unnamed_addr, of_dst.unnamed_addr);
        for global in [of_src, of_dst] {
            set_visibility(global, visibility);
            global.unnamed_addr = unnamed_addr;
        }
    }

    /// Whether the definition of the module that is linked is taken, and not that which is there.
    pub(crate) fn is_from_source(&mut self, to: GlobalId, id: GlobalId) -> Result<bool, Problem> {
        let (of_dst, of_src) = (self.dst.global(to), &self.src.globals[id.index()]);
        if self.flags.override_from_source || of_src.linkage == Linkage::Appending || of_dst.linkage == Linkage::Appending {
            return Ok(true);
        }
        if is_declared(of_src) {
            if of_src.dll_storage == DllStorage::Import {
                return Ok(is_declared(of_dst));
            }
            return Ok(of_dst.linkage == Linkage::ExternalWeak || !of_src.is_declaration() && of_dst.is_declaration());
        }
        if is_declared(of_dst) {
            return Ok(true);
        }
        if of_src.linkage == Linkage::Common {
            if is_weak_or_once(of_dst.linkage) {
                return Ok(true);
            }
            if of_dst.linkage != Linkage::Common {
                return Ok(false);
            }
            // Both sizes are by the layout of the linked module.
            let layout = self.dst.module.str(self.dst.module.data_layout);
            let old = size_of(&self.dst.module, layout, of_dst.value_type, self.dst.llvm);
            return Ok(size_of(&self.src, layout, of_src.value_type, self.dst.llvm) > old);
        }
        if is_weak(of_src.linkage) {
            return Ok(is_once(of_dst.linkage) && matches!(of_src.linkage, Linkage::WeakAny | Linkage::WeakOdr));
        }
        if is_weak(of_dst.linkage) {
            return Ok(true);
        }
        Err(Problem::MultiplyDefined { name: text(self.src.str(of_src.name)) })
    }

    /// Keeps the contents of a variable of a `nodeduplicate` comdat that was not chosen, under no name.
    fn clone_for_comdat(&mut self, clone: Clone) {
        let private = |global: &GlobalValue| {
            let mut new = global.clone();
            new.attachments.clear();
            (new.linkage, new.visibility, new.dso_local) = (Linkage::Private, Visibility::Default, true);
            new
        };
        match clone {
            Clone::Dest(id) => match self.dst.global(id).kind {
                GlobalKind::Variable { .. } => {
                    let new = private(self.dst.global(id));
                    self.dst.add(b"", new);
                }
                _ => self.problems.push(Problem::NotDuplicated { name: text(self.dst.module.str(self.dst.global(id).name)) }),
            },
            Clone::Source(id) => match self.src.globals[id.index()].kind {
                GlobalKind::Variable { .. } => {
                    let new = private(&self.src.globals[id.index()]);
                    let id = self.add_source(GlobalValue { name: bctk_ir::strings::Str::EMPTY, ..new });
                    self.choose(id);
                }
                _ => self.problems.push(Problem::NotDuplicated { name: text(self.src.str(self.src.globals[id.index()].name)) }),
            },
        }
    }

    /// Whether a global value that something refers to is linked after all, with the members of its comdat (`addLazyFor`).
    pub(crate) fn add_lazily(&mut self, id: GlobalId) -> Result<bool, Problem> {
        let linkage = self.src.globals[id.index()].linkage;
        if self.import.is_some() || !is_once(linkage) && linkage != Linkage::AvailableExternally && !self.flags.only_needed {
            return Ok(false);
        }
        self.add_to_work(id);
        let Some(comdat) = self.comdat_of(id) else { return Ok(true) };
        for member in self.lazy_members.get(&comdat).cloned().unwrap_or_default() {
            let from_source = match self.linked_to(member) {
                Some(to) => match self.is_from_source(to, member) {
                    Ok(from_source) => from_source,
                    // LLVM says so, and goes on.
                    Err(problem) => {
                        self.problems.push(problem);
                        return Ok(true);
                    }
                },
                None => true,
            };
            if from_source {
                self.add_to_work(member);
            }
        }
        Ok(true)
    }

    fn add_to_work(&mut self, id: GlobalId) {
        if self.flags.internalize {
            let name = self.src.globals[id.index()].name;
            self.to_internalize.insert(self.src.str(name).into());
        }
        if !std::mem::replace(&mut self.to_link[id.index()], true) {
            self.worklist.push(id);
        }
    }

    /// The comdat of a global value; that of what an alias leads to.
    pub(crate) fn comdat_of(&self, id: GlobalId) -> Option<ComdatId> {
        comdat_of(&self.src, id)
    }
}

/// A variable that is cloned.
pub(crate) enum Clone {
    Dest(GlobalId),
    Source(GlobalId),
}
