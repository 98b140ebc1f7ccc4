//! Which of two comdats of one name is taken.
use crate::mover::{From, Mover};
use crate::problem::{Problem, text};
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::{GlobalId, OptionalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{ComdatKind, Linkage};
use bctk_ir::mangle::{aliasee_object, comdat_of};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_uselist::LinkStep;
use hashbrown::HashSet;

/// The size of a type in memory.
pub(crate) fn size_of(module: &Module, layout: &[u8], ty: TypeId, llvm: LlvmVersion) -> u64 {
    Layouts::new(DataLayout::parse(layout)).of_release(llvm).alloc_size(&module.types, ty).unwrap_or(0)
}

impl Mover<'_> {
    /// Decides for each comdat, and drops those of the linked module that others replace.
    pub(crate) fn choose_comdats(&mut self) -> Result<(), Problem> {
        let mut replaced = vec![false; self.dst.module.comdats.len()];
        for at in 0..self.src.comdats.len() {
            let comdat = self.src.comdats[at];
            let name = self.src.str(comdat.name).to_vec();
            let from = match self.dst.comdat_named(&name) {
                None => From::Source,
                Some(there) => {
                    let from = self.choose_comdat(&name, comdat.kind, self.dst.module.comdats[there.index()].kind)?;
                    if from == From::Source {
                        replaced[there.index()] = true;
                    }
                    from
                }
            };
            self.comdat_from.push(from);
        }
        if replaced.iter().any(|&replaced| replaced) {
            self.drop_replaced(&replaced);
        }
        if self.dst.llvm.linked_private_members() {
            self.free_private_members();
        }
        Ok(())
    }

    /// Makes private members of comdats that are not taken available externally, but for those that an alias stands for.
    fn free_private_members(&mut self) {
        if !self.comdat_from.contains(&From::Dest) {
            return;
        }
        let is_alias = |global: &GlobalValue| matches!(global.kind, GlobalKind::Alias { .. });
        let aliases = (0..self.src.globals.len()).map(GlobalId::new).filter(|id| is_alias(&self.src.globals[id.index()]));
        let aliased: HashSet<GlobalId> = aliases.filter_map(|id| aliasee_object(&self.src, id)).collect();
        for (at, global) in self.src.globals.iter_mut().enumerate() {
            let is_lost = global.comdat.is_some_and(|comdat| self.comdat_from.get(comdat.index()) == Some(&From::Dest));
            if is_lost && global.linkage == Linkage::Private && !aliased.contains(&GlobalId::new(at)) {
                (global.linkage, global.dso_local, global.comdat) = (Linkage::AvailableExternally, true, None);
            }
        }
    }

    fn choose_comdat(&self, name: &[u8], of_src: ComdatKind, of_dst: ComdatKind) -> Result<From, Problem> {
        use ComdatKind::{Any, ExactMatch, Largest, NoDuplicates, SameSize};
        let is_any_or_largest = |kind| kind == Any || kind == Largest;
        let kind = match (is_any_or_largest(of_src) && is_any_or_largest(of_dst), of_src == of_dst) {
            (true, _) if of_src == Largest || of_dst == Largest => Largest,
            (true, _) => Any,
            (false, true) => of_src,
            (false, false) => return Err(Problem::ComdatKinds { name: text(name) }),
        };
        match kind {
            Any => return Ok(From::Dest),
            NoDuplicates => return Ok(From::Both),
            ExactMatch | Largest | SameSize => {}
        }
        let old = leader(&self.dst.module, self.dst.named(name), name)?;
        let named = self.src.globals.iter().position(|global| self.src.str(global.name) == name);
        let new = leader(&self.src, named.map(GlobalId::new), name)?;
        let size =
            |module: &Module, global: &GlobalValue| size_of(module, module.str(module.data_layout), global.value_type, self.dst.llvm);
        let (old_size, new_size) = (size(&self.dst.module, old), size(&self.src, new));
        match kind {
            Largest if new_size > old_size => Ok(From::Source),
            SameSize if new_size != old_size => Err(Problem::ComdatSizes { name: text(name) }),
            ExactMatch if !self.are_equal(old, new) => Err(Problem::ComdatContents { name: text(name) }),
            _ => Ok(From::Dest),
        }
    }

    /// Whether two variables have the same initial value, which LLVM has once.
    fn are_equal(&self, old: &GlobalValue, new: &GlobalValue) -> bool {
        let initializer = |global: &GlobalValue| match global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get(),
            _ => None,
        };
        let (Some(a), Some(b)) = (initializer(old), initializer(new)) else { return initializer(old) == initializer(new) };
        equal_plain((&self.dst.module, a), (&self.src, b))
    }

    /// Makes declarations of what is in comdats that others replace, or drops it if nothing uses it (`dropReplacedComdat`).
    fn drop_replaced(&mut self, replaced: &[bool]) {
        let module = &self.dst.module;
        let is_in = |id: GlobalId| comdat_of(module, id).is_some_and(|comdat| replaced.get(comdat.index()) == Some(&true));
        let members: Vec<GlobalId> =
            (0..module.globals.len()).map(GlobalId::new).filter(|&id| self.dst.alive[id.index()] && is_in(id)).collect();
        let mut order = members;
        order.sort_by_key(|&id| match self.dst.global(id).kind {
            GlobalKind::Alias { .. } => 0,
            GlobalKind::Variable { .. } => 1,
            _ => 2,
        });
        for id in order {
            if !is_used(self.dst, id) {
                self.dst.replace(id, None);
                continue;
            }
            let global = self.dst.global_mut(id);
            match &mut global.kind {
                GlobalKind::Function(function) => {
                    function.body = None;
                    (function.personality, function.prefix, function.prologue) = (OptionalId::NONE, OptionalId::NONE, OptionalId::NONE);
                    global.linkage = Linkage::External;
                }
                GlobalKind::Variable { initializer, .. } => *initializer = OptionalId::NONE,
                GlobalKind::Alias { .. } => self.declare_replaced(id),
                GlobalKind::IFunc { .. } => {}
            }
        }
    }

    /// Replaces an alias by a declaration of its name and type that has nothing else of it.
    fn declare_replaced(&mut self, id: GlobalId) {
        let alias = self.dst.global(id);
        let is_function = matches!(self.dst.module.types.get(alias.value_type), Type::Function { .. });
        let name = self.dst.module.str(alias.name).to_vec();
        let (value_type, ptr_type, space) = (alias.value_type, alias.ptr_type, alias.addrspace);
        let declaration = GlobalValue::declaration(Str::EMPTY, value_type, ptr_type);
        let declaration = match is_function {
            true => GlobalValue { addrspace: space, ..declaration },
            false => {
                let ptr_type = self.dst.module.types.intern(Type::Ptr(0));
                GlobalValue { ptr_type, kind: GlobalKind::DECLARED_VARIABLE, ..declaration }
            }
        };
        self.dst.replace(id, None);
        let new = self.dst.add(&name, declaration);
        self.dst.forward[id.index()] = Some(Value::global(new));
        self.dst.steps.push(LinkStep::Replace(new));
    }
}

/// The variable that is the leader of a comdat.
fn leader<'m>(module: &'m Module, id: Option<GlobalId>, name: &[u8]) -> Result<&'m GlobalValue, Problem> {
    let mut global = id.and_then(|id| module.global(id));
    if let Some(GlobalKind::Alias { .. }) = global.map(|global| &global.kind) {
        global = id.and_then(|id| aliasee_object(module, id)).and_then(|id| module.global(id));
        if global.is_none() {
            return Err(Problem::ComdatAlias { name: text(name) });
        }
    }
    global.filter(|global| matches!(global.kind, GlobalKind::Variable { .. })).ok_or_else(|| Problem::ComdatLeader { name: text(name) })
}

/// Whether anything that is left refers to a global value.
fn is_used(dst: &crate::dest::Dest, id: GlobalId) -> bool {
    let module = &dst.module;
    let wanted = Value::global(id);
    let mut found = false;
    let mut look = |value: Value| found |= value == wanted;
    for (global, _) in module.globals.iter().zip(&dst.alive).filter(|(_, alive)| **alive) {
        global.kind.operands().for_each(&mut look);
        if let Some(body) = global.function().and_then(|function| module.body(function)) {
            for inst in &body.insts {
                bctk_ir::visit::operands(inst, body, |_, value| look(value));
            }
            body.consts.consts.iter().for_each(|constant| body.consts.uses(constant.kind, &mut look));
        }
    }
    module.consts.consts.iter().for_each(|constant| module.consts.uses(constant.kind, &mut look));
    found
}

/// Whether two constants of different modules are equal and refer to no global value: LLVM has such a constant once.
fn equal_plain(a: (&Module, Value), b: (&Module, Value)) -> bool {
    if a.1 == b.1 && matches!(a.1.kind(), ValueKind::Global(_)) {
        return false;
    }
    // Parts may be shared many times.
    let mut seen = HashSet::new();
    let mut open = vec![(a.1, b.1)];
    while let Some((x, y)) = open.pop() {
        let (ValueKind::Const(x), ValueKind::Const(y)) = (x.kind(), y.kind()) else { return false };
        if !seen.insert((x, y)) {
            continue;
        }
        let (Some(x), Some(y)) = (a.0.consts.get(x), b.0.consts.get(y)) else { return false };
        if a.0.types.get(x.ty) != b.0.types.get(y.ty) && !both_lists(a.0, x.ty, b.0, y.ty) {
            return false;
        }
        match (x.kind, y.kind) {
            (ConstKind::Data(s), ConstKind::Data(t)) if a.0.consts.bytes.get(s) == b.0.consts.bytes.get(t) => {}
            (ConstKind::Aggregate(s), ConstKind::Aggregate(t)) => {
                let (s, t) = (a.0.consts.lists.get(s), b.0.consts.lists.get(t));
                if s.len() != t.len() {
                    return false;
                }
                open.extend(s.iter().zip(t.iter()));
            }
            (s, t) if s.is_plain() && s == t => {}
            _ => return false,
        }
    }
    true
}

/// Whether two types that refer to others are equal: arrays of the same elements.
fn both_lists(a: &Module, x: TypeId, b: &Module, y: TypeId) -> bool {
    match (a.types.get(x), b.types.get(y)) {
        (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => m == n && a.types.get(x) == b.types.get(y),
        _ => false,
    }
}
