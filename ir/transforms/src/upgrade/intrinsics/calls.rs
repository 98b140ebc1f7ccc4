//! Calls of intrinsics: where they are, what is known of their arguments, and the instructions that take their places.
use crate::upgrade::dbg::Derefs;
use bctk_edit::attributes::Sets;
use bctk_edit::attributes::{change_set, list_id, sets_of};
use bctk_edit::construct::Operation;
use bctk_edit::functions::Functions;
use bctk_edit::instructions::{Edit, NO_LOCAL, NewInst, apply};
use bctk_edit::intern::ModuleIndex;
use bctk_edit::locals::{order_locals, resolve, substitute};
use bctk_edit::names::Names;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::AttrListId;
use bctk_ir::entity::{CallId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{Intrinsic, exact, exact_in};
use bctk_ir::module::Module;
use bctk_ir::provenance::{Late, NameChange};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// The work on the intrinsics of one module.
pub(crate) struct Upgrader<'m> {
    pub(crate) module: &'m mut Module,
    /// The LLVM that reads the module.
    pub(crate) version: LlvmVersion,
    pub(crate) functions: Functions,
    /// By body.
    edits: BTreeMap<usize, Vec<Edit>>,
    /// Where each function is called.
    sites: Option<HashMap<GlobalId, Vec<(usize, InstId)>>>,
    /// The function of each body.
    owners: Vec<Option<GlobalId>>,
    /// For each body, the instruction that makes each local.
    makers: HashMap<usize, Vec<u32>>,
    /// By body: the replacement for the result of a removed call.
    substitutes: HashMap<usize, HashMap<u32, Value>>,
    /// By body: the names in use, and the last number used as a suffix.
    names: HashMap<usize, Names>,
    /// Steps so far, those of earlier upgrades included.
    steps: u32,
    /// By body: calls that call another function.
    recalled: BTreeMap<usize, Vec<Late>>,
    /// What was put into the module.
    made: ModuleIndex,
    /// Expressions of debug information that were put into the module.
    pub(crate) derefs: Derefs,
    /// The attribute sets of the module, once any is looked for.
    pub(crate) sets: Option<Sets>,
    /// Whether it is a text that is read.
    pub(crate) from_text: bool,
    /// New functions that get their names after all others, and these names.
    pub(crate) misnamed: Vec<(GlobalId, Vec<u8>)>,
    /// What operations on constants were folded to, by body.
    pub(crate) folded: HashMap<(usize, Operation), Option<Value>>,
    /// Masks of shuffles.
    pub(crate) masks: HashMap<Vec<u32>, Value>,
}

/// A call that is to be replaced.
pub(crate) struct Site {
    /// Index of its body.
    pub(crate) body: usize,
    pub(crate) call: Call,
    pub(crate) args: Vec<Value>,
    /// The local that it makes.
    pub(crate) local: u32,
}

impl<'m> Upgrader<'m> {
    pub(crate) fn new(module: &'m mut Module) -> Self {
        let steps = module.bodies.iter().flat_map(|body| &body.provenance.late).map(|late| late.step).max().unwrap_or(0);
        Upgrader {
            module,
            version: LlvmVersion::NEWEST,
            steps,
            recalled: BTreeMap::new(),
            functions: Functions::default(),
            edits: BTreeMap::new(),
            sites: None,
            owners: Vec::new(),
            makers: HashMap::new(),
            substitutes: HashMap::new(),
            names: HashMap::new(),
            made: ModuleIndex::default(),
            derefs: Derefs::default(),
            sets: None,
            from_text: false,
            misnamed: Vec::new(),
            folded: HashMap::new(),
            masks: HashMap::new(),
        }
    }

    /// Declares `intrinsic` with another suffix than it should have: it gets its right name after all functions that are there.
    pub(crate) fn declare_misnamed(&mut self, intrinsic: Intrinsic, suffix: &str, fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        let name = intrinsic.mangled_name(self.module, fn_ty)?;
        let count = self.module.globals.len();
        let id = self.functions.declare(self.module, &[&name, suffix.as_bytes()].concat(), fn_ty, like)?;
        if id.index() == count {
            self.misnamed.push((id, name));
        }
        Some(id)
    }

    /// Makes the edits.
    pub(crate) fn finish(self) {
        let Upgrader { module, edits, mut substitutes, recalled, .. } = self;
        for (index, recalled) in recalled {
            if let Some(body) = module.bodies.get_mut(index) {
                body.provenance.late.extend(recalled);
                body.provenance.late.sort_by_key(|late| late.inst);
            }
        }
        for (index, mut edits) in edits {
            edits.sort_by_key(|edit| edit.at);
            if let Some(body) = module.bodies.get_mut(index) {
                apply(body, &edits);
            }
            if let Some(pairs) = substitutes.remove(&index) {
                substitute(module, index, pairs);
            }
            order_locals(module, index);
        }
    }

    /// The plain calls of a function, in the order of its uses after LLVM has parsed a text: the latest first, but those before its
    /// declaration in text order, unless the text states the order.
    pub(crate) fn sites_of(&mut self, id: GlobalId) -> Vec<(InstId, Site)> {
        let sites = self.sites.get_or_insert_with(|| sites(self.module)).get(&id).cloned().unwrap_or_default();
        if self.owners.is_empty() {
            self.owners = vec![None; self.module.bodies.len()];
            for (owner, _, function) in self.module.functions() {
                if let Some(slot) = function.body.and_then(|body| self.owners.get_mut(body as usize)) {
                    *slot = Some(owner);
                }
            }
        }
        let site = |(body, inst): (usize, InstId)| {
            let found = self.module.bodies.get(body)?;
            let &Inst::Call(call) = found.insts.get(inst.index())? else { return None };
            let &call = found.call(call)?;
            let args = found.values(call.args).collect();
            let local = found.result(inst).unwrap_or(NO_LOCAL);
            Some((inst, Site { body, call, args, local }))
        };
        let (before, mut after): (Vec<_>, Vec<_>) = sites.into_iter().partition(|(body, _)| self.owner(*body) < Some(id));
        after.reverse();
        // A bitcode reader has all declarations before the bodies, and upgrades one body after the other.
        if !self.module.provenance.text_use_orders {
            let mut sites: Vec<_> = before.into_iter().chain(after.into_iter().rev()).collect();
            sites.sort();
            return sites.into_iter().filter_map(site).collect();
        }
        // The use-list of a function that the text does not declare was never reversed.
        let list: Vec<_> = match self.module.global(id).is_some_and(|global| global.place.is_none()) {
            true => before.into_iter().rev().filter_map(site).collect(),
            false => after.into_iter().chain(before).filter_map(site).collect(),
        };
        match self.module.provenance.use_orders.iter().find(|order| order.value == Value::global(id)) {
            Some(order) if order.indexes.len() == list.len() => {
                let mut sorted: Vec<_> = order.indexes.iter().zip(list).collect();
                sorted.sort_by_key(|&(index, _)| index);
                sorted.into_iter().map(|(_, site)| site).collect()
            }
            _ => list,
        }
    }

    /// The function that a body is of.
    fn owner(&self, body: usize) -> Option<GlobalId> {
        self.owners.get(body).copied().flatten()
    }

    /// Puts other instructions in the place of one.
    pub(crate) fn replace(&mut self, body: usize, at: InstId, by: Vec<NewInst>) {
        self.steps += 1;
        self.drop_name(body, at, &by);
        self.edits.entry(body).or_default().push(Edit { at, by, step: self.steps });
    }

    /// The intrinsic with this name in the release that reads; in the newest one, if that release does not have it.
    pub(crate) fn exact(&self, name: &str) -> Option<Intrinsic> {
        exact_in(name, self.version).or_else(|| exact(name))
    }

    /// Redirects the calls of `id` to another function, each in its own step.
    pub(crate) fn note_calls(&mut self, id: GlobalId) {
        // Only a text's lists of uses are followed.
        if !self.module.provenance.text_use_orders {
            return;
        }
        for (inst, site) in self.sites_of(id) {
            self.steps += 1;
            self.recalled.entry(site.body).or_default().push(Late { inst, step: self.steps, callee_only: true });
        }
    }

    /// A call of `callee` in a body; everything but callee and arguments is copied from `like`.
    pub(crate) fn call(&mut self, body: usize, callee: GlobalId, args: &[Value], like: Call) -> Option<Inst> {
        let fn_ty = self.module.global(callee)?.value_type;
        let body = self.module.bodies.get_mut(body)?;
        let args = body.lists.push(args);
        let id = CallId::new(body.calls.len());
        body.calls.push(Call { callee: Value::global(callee), fn_ty, args, ..like });
        Some(Inst::Call(id))
    }

    /// Gives arguments the values that took their places; what LLVM folds depends on them.
    pub(crate) fn settle_arguments(&mut self, site: &mut Site) {
        if let Some(pairs) = self.substitutes.get_mut(&site.body) {
            site.args.iter_mut().for_each(|arg| *arg = resolve(pairs, *arg));
        }
    }

    /// From now on `value` is what `local` was.
    pub(crate) fn substitute(&mut self, body: usize, local: u32, value: Value) {
        self.substitutes.entry(body).or_default().insert(local, value);
    }

    /// Frees the name of the instruction `at`, unless an instruction of `by` has it now.
    fn drop_name(&mut self, index: usize, at: InstId, by: &[NewInst]) {
        let Some(body) = self.module.bodies.get_mut(index) else { return };
        let Some(local) = body.result(at) else { return };
        let Some(&name) = body.local_names.get(local as usize).filter(|name| !name.is_empty()) else { return };
        let text = body.names.get(name);
        let has_it = |new: &NewInst| new.local != NO_LOCAL && body.local_name(new.local) == text;
        if by.iter().any(has_it) {
            return;
        }
        body.provenance.gone_names.push((at, name));
        body.provenance.name_changes.push(NameChange::Removed(name));
        let text = text.to_vec();
        self.names(index).remove(&text);
    }

    /// The names of a body.
    fn names(&mut self, body: usize) -> &mut Names {
        let module = &self.module;
        self.names.entry(body).or_insert_with(|| module.bodies.get(body).map(Names::of).unwrap_or_default())
    }

    /// A name based on `name` that is unique in the body, with a number if necessary, as in LLVM's symbol tables.
    pub(crate) fn unique_name(&mut self, body: usize, name: &[u8]) -> Vec<u8> {
        if name.is_empty() { Vec::new() } else { self.names(body).unused(name) }
    }

    /// The name of a local, which nothing has any more.
    pub(crate) fn free_name(&mut self, body: usize, local: u32) -> String {
        let Some(name) = self.module.bodies.get(body).map(|body| body.local_name(local).to_vec()) else { return String::new() };
        self.names(body).remove(&name);
        String::from_utf8_lossy(&name).into_owned()
    }

    /// The function `name` of this type, declared like another one.
    pub(crate) fn declare(&mut self, name: &[u8], fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        self.functions.declare(self.module, name, fn_ty, like)
    }

    /// The function of an intrinsic for this type, declared like another one.
    pub(crate) fn declare_intrinsic(&mut self, intrinsic: Intrinsic, fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        let name = intrinsic.mangled_name(self.module, fn_ty)?;
        self.declare(&name, fn_ty, like)
    }

    /// The number that a constant is.
    pub(crate) fn constant_int(&self, body: usize, value: Value) -> Option<u64> {
        self.constant_kind(body, value)?.number().map(|number| number as u64)
    }

    /// The list with `align` on these parameters; 0 removes it.
    pub(crate) fn with_align(&mut self, list: AttrList, params: &[u32], align: u64) -> AttrListId {
        let sets = self.sets.get_or_insert_with(|| sets_of(self.module));
        let list = list_id(self.module, list);
        params.iter().fold(list, |list, &param| {
            change_set(self.module, list, AttrIndex::Param(param), sets, |_, set| {
                set.retain(|attr| !matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _)));
                if align != 0 {
                    set.push(Attr::Int(AttrKind::ALIGNMENT, align));
                }
            })
        })
    }

    /// What a constant is.
    pub(crate) fn constant_kind(&self, body: usize, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index).map(|c| c.kind),
            ValueKind::LocalConst(index) => self.module.bodies.get(body)?.consts.get(index).map(|c| c.kind),
            _ => None,
        }
    }

    /// The instruction that makes a local.
    pub(crate) fn maker(&mut self, body: usize, local: u32) -> Option<Inst> {
        let found = self.module.bodies.get(body)?;
        let makers = self.makers.entry(body).or_insert_with(|| {
            let mut makers = vec![u32::MAX; found.local_types.len()];
            for (inst, local) in found.made_locals() {
                if let Some(maker) = makers.get_mut(local as usize) {
                    *maker = inst.0;
                }
            }
            makers
        });
        found.insts.get(*makers.get(local as usize)? as usize).copied()
    }

    /// Type of a value in a body.
    pub(crate) fn type_of(&self, body: usize, value: Value) -> Option<TypeId> {
        let module = &self.module;
        module.type_of(value, module.bodies.get(body)?)
    }

    /// The constant of the module of this type and kind.
    pub(crate) fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        self.made.constant(self.module, ty, kind)
    }

    /// An integer of `width` bits, at most 64.
    pub(crate) fn int(&mut self, width: u32, value: u64) -> Value {
        self.made.int(self.module, width, value)
    }

    /// An integer of `width` bits, at most 64, as metadata.
    pub(crate) fn md_int(&mut self, width: u32, value: u64) -> MdId {
        self.made.md_int(self.module, width, value)
    }

    /// The uniqued tuple with these slots.
    pub(crate) fn uniqued_tuple(&mut self, operands: &[Option<MdId>]) -> MdId {
        self.made.tuple(self.module, operands)
    }

    /// The number of a kind of metadata.
    pub(crate) fn md_kind(&mut self, name: &[u8]) -> u32 {
        self.made.md_kind(self.module, name)
    }
}

/// All plain calls of functions that may be upgraded, by callee.
fn sites(module: &Module) -> HashMap<GlobalId, Vec<(usize, InstId)>> {
    let is_wanted = |name: &[u8]| name.starts_with(b"llvm.") || name.starts_with(b"objc_") || name.starts_with(b"clang.arc.");
    let is_intrinsic: Vec<bool> = module.globals.iter().map(|global| is_wanted(module.str(global.name))).collect();
    let mut sites: HashMap<GlobalId, Vec<(usize, InstId)>> = HashMap::new();
    for (index, body) in module.bodies.iter().enumerate() {
        for (at, inst) in body.insts.iter().enumerate() {
            if let Inst::Call(call) = *inst
                && let Some(call) = body.call(call)
                && let ValueKind::Global(callee) = call.callee.kind()
                && is_intrinsic.get(callee.index()) == Some(&true)
            {
                sites.entry(callee).or_default().push((index, InstId::new(at)));
            }
        }
    }
    sites
}
