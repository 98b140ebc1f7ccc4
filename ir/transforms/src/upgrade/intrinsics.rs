//! Upgrades intrinsics: declarations get the names of the LLVM that reads, calls its arguments (`UpgradeIntrinsicFunction`, `UpgradeIntrinsicCall`).
use super::dbg::Derefs;
use super::expand::{Expansion, expansion};
use super::reductions;
use bctk_edit::attributes::Sets;
use bctk_edit::functions::Functions;
use bctk_edit::globals::GlobalChanges;
use bctk_edit::instructions::{Edit, NO_LOCAL, NewInst, apply};
use bctk_edit::intern::ModuleIndex;
use bctk_edit::locals::{order_locals, resolve, substitute};
use bctk_edit::names::Names;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{CallId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{Intrinsic, exact, exact_in, is_gone, lookup_in};
use bctk_ir::module::Module;
use bctk_ir::provenance::{Late, NameChange};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Renamed intrinsics with the same type: old prefix and new prefix.
pub(crate) const RENAMED: &[(&str, &str)] = &[
    ("aarch64.neon.frintn", "roundeven"),
    ("aarch64.neon.rbit", "bitreverse"),
    ("aarch64.rbit", "bitreverse"),
    ("aarch64.sve.rev.nxv", "vector.reverse"),
    ("aarch64.thread.pointer", "thread.pointer"),
    ("arm.neon.vcnt.", "ctpop"),
    ("arm.neon.vqadds.", "sadd.sat"),
    ("arm.neon.vqaddu.", "uadd.sat"),
    ("arm.neon.vqsubs.", "ssub.sat"),
    ("arm.neon.vqsubu.", "usub.sat"),
    ("arm.neon.vrinta.", "round"),
    ("arm.neon.vrintm.", "floor"),
    ("arm.neon.vrintn.", "roundeven"),
    ("arm.neon.vrintp.", "ceil"),
    ("arm.neon.vrintx.", "rint"),
    ("arm.neon.vrintz.", "trunc"),
    ("arm.mve.vrintn.", "roundeven"),
    ("x86.seh.recoverfp", "eh.recoverfp"),
    ("arm.rbit", "bitreverse"),
    ("arm.thread.pointer", "thread.pointer"),
    ("aarch64.sve.bfmmla", "aarch64.sve.fmmla"),
    ("riscv.clmul.", "clmul"),
    ("nvvm.brev32", "bitreverse"),
    ("nvvm.brev64", "bitreverse"),
    ("nvvm.popc.i", "ctpop"),
    ("nvvm.max.s", "smax"),
    ("nvvm.max.i", "smax"),
    ("nvvm.max.ll", "smax"),
    ("nvvm.max.us", "umax"),
    ("nvvm.max.ui", "umax"),
    ("nvvm.max.ull", "umax"),
    ("nvvm.min.s", "smin"),
    ("nvvm.min.i", "smin"),
    ("nvvm.min.ll", "smin"),
    ("nvvm.min.us", "umin"),
    ("nvvm.min.ui", "umin"),
    ("nvvm.min.ull", "umin"),
    ("experimental.vector.partial.reduce.add", "vector.partial.reduce.add"),
    ("experimental.vector.interleave3.", "vector.interleave3"),
    ("experimental.vector.deinterleave3.", "vector.deinterleave3"),
    ("experimental.vector.interleave4.", "vector.interleave4"),
    ("experimental.vector.deinterleave4.", "vector.deinterleave4"),
    ("experimental.vector.interleave5.", "vector.interleave5"),
    ("experimental.vector.deinterleave5.", "vector.deinterleave5"),
    ("experimental.vector.interleave6.", "vector.interleave6"),
    ("experimental.vector.deinterleave6.", "vector.deinterleave6"),
    ("experimental.vector.interleave7.", "vector.interleave7"),
    ("experimental.vector.deinterleave7.", "vector.deinterleave7"),
    ("experimental.vector.interleave8.", "vector.interleave8"),
    ("experimental.vector.deinterleave8.", "vector.deinterleave8"),
    ("experimental.vector.extract.", "vector.extract"),
    ("experimental.vector.insert.", "vector.insert"),
    ("experimental.vector.reverse.", "vector.reverse"),
    ("experimental.vector.interleave2.", "vector.interleave2"),
    ("experimental.vector.deinterleave2.", "vector.deinterleave2"),
    ("experimental.vector.reduce.add.", "vector.reduce.add"),
    ("experimental.vector.reduce.mul.", "vector.reduce.mul"),
    ("experimental.vector.reduce.and.", "vector.reduce.and"),
    ("experimental.vector.reduce.or.", "vector.reduce.or"),
    ("experimental.vector.reduce.xor.", "vector.reduce.xor"),
    ("experimental.vector.reduce.smax.", "vector.reduce.smax"),
    ("experimental.vector.reduce.smin.", "vector.reduce.smin"),
    ("experimental.vector.reduce.umax.", "vector.reduce.umax"),
    ("experimental.vector.reduce.umin.", "vector.reduce.umin"),
    ("experimental.vector.reduce.fmax.", "vector.reduce.fmax"),
    ("experimental.vector.reduce.fmin.", "vector.reduce.fmin"),
    ("experimental.vector.reduce.v2.fadd.", "vector.reduce.fadd"),
    ("experimental.vector.reduce.v2.fmul.", "vector.reduce.fmul"),
    ("experimental.stepvector.", "stepvector"),
    ("flt.rounds", "get.rounding"),
    ("invariant.group.barrier", "launder.invariant.group"),
    ("amdgcn.ldexp.", "ldexp"),
    ("wasm.fma.", "wasm.relaxed.madd"),
    ("wasm.fms.", "wasm.relaxed.nmadd"),
    ("wasm.laneselect.", "wasm.relaxed.laneselect"),
    ("wasm.dot.i8x16.i7x16.signed", "wasm.relaxed.dot.i8x16.i7x16.signed"),
    ("wasm.dot.i8x16.i7x16.add.signed", "wasm.relaxed.dot.i8x16.i7x16.add.signed"),
];

/// Intrinsics whose names got more suffixes before LLVM 13.
const LONGER: [&str; 5] = ["powi", "masked.load", "masked.store", "masked.gather", "masked.scatter"];

/// Intrinsics whose calls LLVM makes anew where they only took another name (`UpgradeIntrinsicCall`).
const MADE_ANEW: &[&str] = &[
    "arm.neon.vst1",
    "arm.neon.vst2",
    "arm.neon.vst2lane",
    "arm.neon.vst3",
    "arm.neon.vst3lane",
    "arm.neon.vst4",
    "arm.neon.vst4lane",
    "bitreverse",
    "convert.from.fp16",
    "ctlz",
    "ctpop",
    "cttz",
    "objectsize",
    "thread.pointer",
];

/// As [`MADE_ANEW`], by releases without [`LlvmVersion::overloads_renamed_in_place`].
const OLD_MADE_ANEW: &[&str] = &["invariant.start", "invariant.end", "masked.load", "masked.store", "masked.gather", "masked.scatter"];

/// The work on the intrinsics of one module.
pub(super) struct Upgrader<'m> {
    pub(super) module: &'m mut Module,
    /// The LLVM that reads the module.
    pub(super) version: LlvmVersion,
    pub(super) functions: Functions,
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
    pub(super) derefs: Derefs,
    /// The attribute sets of the module, once any is looked for.
    pub(super) sets: Option<Sets>,
    /// Whether it is a text that is read.
    pub(super) from_text: bool,
    /// New functions that get their names after all others, and these names.
    misnamed: Vec<(GlobalId, Vec<u8>)>,
}

/// A call that is to be replaced.
pub(super) struct Site {
    /// Index of its body.
    pub(super) body: usize,
    pub(super) call: Call,
    pub(super) args: Vec<Value>,
    /// The local that it makes.
    pub(super) local: u32,
}

/// Upgrades all intrinsics as LLVM `version` does. New functions go to the end of the module: first replacements, then others that calls
/// need. LLVM's assembly parser upgrades the calls of one function before it looks at the next; its bitcode reader upgrades all calls in the
/// order of the instructions (since LLVM 22; before, callee by callee in an order by addresses that differs from run to run, and the last
/// call first).
pub(super) fn upgrade(module: &mut Module, changes: &mut GlobalChanges, version: LlvmVersion) {
    // Bitcode of LLVM 3.7 and older has no producer, either.
    let from_text = module.provenance.producer.is_empty() && !module.is_from_bitcode();
    let mut upgrader = Upgrader { version, from_text, ..Upgrader::new(module) };
    let mut waiting = Vec::new();
    let count = upgrader.module.globals.len();
    // Undeclared functions of a text come first, and their replacements take their places.
    let is_implicit = |module: &Module, index: usize| from_text && module.globals[index].place.is_none();
    let (implicit, declared): (Vec<usize>, Vec<usize>) = (0..count).partition(|&index| is_implicit(upgrader.module, index));
    let mut declared_anew = upgrader.module.globals.len();
    for index in implicit.into_iter().chain(declared) {
        let id = GlobalId::new(index);
        if let Some((expansion, new)) = upgrader.function(id, changes) {
            waiting.push((id, expansion, new));
            if from_text {
                upgrader.expand(&waiting);
                waiting.clear();
            }
        }
        if is_implicit(upgrader.module, index) {
            changes.beside.extend((declared_anew..upgrader.module.globals.len()).map(|new| (GlobalId::new(new), id)));
        }
        declared_anew = upgrader.module.globals.len();
    }
    upgrader.expand(&waiting);
    for (id, name) in std::mem::take(&mut upgrader.misnamed) {
        let fn_ty = upgrader.module.globals[id.index()].value_type;
        let new = upgrader.functions.declare(upgrader.module, &name, fn_ty, id);
        changes.replaced.extend(new.map(|new| (id, new)));
    }
    upgrader.finish();
}

/// Whether the reader of `version` leaves all intrinsics that `module` declares as they are.
pub(crate) fn replaces_no_intrinsic(module: &Module, version: LlvmVersion) -> bool {
    module.functions().all(|(_, global, function)| {
        let name = module.str(global.name);
        let Some(rest) = name.strip_prefix(b"llvm.").filter(|_| function.body.is_none()) else { return true };
        let expanded = || expansion(module, rest, global.value_type, version).is_some_and(|expansion| expansion.is_done_by(rest, version));
        !expanded() && wanted_name(module, name, global.value_type, version).is_none_or(|wanted| wanted == name)
    })
}

impl<'m> Upgrader<'m> {
    pub(super) fn new(module: &'m mut Module) -> Self {
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
        }
    }

    /// Declares `intrinsic` with another suffix than it should have: it gets its right name after all functions that are there.
    pub(super) fn declare_misnamed(&mut self, intrinsic: Intrinsic, suffix: &str, fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        let name = intrinsic.mangled_name(self.module, fn_ty)?;
        let count = self.module.globals.len();
        let id = self.functions.declare(self.module, &[&name, suffix.as_bytes()].concat(), fn_ty, like)?;
        if id.index() == count {
            self.misnamed.push((id, name));
        }
        Some(id)
    }

    /// Makes the edits.
    pub(super) fn finish(self) {
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
    pub(super) fn sites_of(&mut self, id: GlobalId) -> Vec<(InstId, Site)> {
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
    pub(super) fn replace(&mut self, body: usize, at: InstId, by: Vec<NewInst>) {
        self.steps += 1;
        self.drop_name(body, at, &by);
        self.edits.entry(body).or_default().push(Edit { at, by, step: self.steps });
    }

    /// Upgrades one function; returns what to do with its calls, and the function for them.
    fn function(&mut self, id: GlobalId, changes: &mut GlobalChanges) -> Option<(Expansion, Option<GlobalId>)> {
        let module = &mut *self.module;
        let global = module.global(id)?;
        let rest = module.str(global.name).strip_prefix(b"llvm.")?;
        if global.function().is_none_or(|function| function.body.is_some()) || changes.dropped.contains(&id) {
            return None;
        }
        let fn_ty = global.value_type;
        let rest = rest.to_vec();
        if let Some(expansion) = expansion(module, &rest, fn_ty, self.version).filter(|expansion| expansion.is_done_by(&rest, self.version))
        {
            // The new function may have the name of the old one.
            let old = module.globals[id.index()].name;
            self.functions.forget(module.str(old), id);
            changes.dropped.push(id);
            let new = self.declare_expanded(id, &expansion);
            return Some((expansion, new));
        }
        let name = [b"llvm.", &rest[..]].concat();
        if let Some(wanted) = wanted_name(module, &name, fn_ty, self.version)
            && wanted != name
            && let Some(new) = self.functions.declare(module, &wanted, fn_ty, id)
        {
            // LLVM makes calls of these anew.
            let anew = lookup_in(&wanted, self.version).and_then(|intrinsic| {
                let old = OLD_MADE_ANEW.iter().filter(|_| !self.version.overloads_renamed_in_place());
                MADE_ANEW.iter().chain(old).copied().find(|name| intrinsic.name == *name)
            });
            if let Some(name) = anew {
                changes.dropped.push(id);
                return Some((Expansion::Longer { name, added: &[] }, Some(new)));
            }
            changes.replaced.push((id, new));
            self.note_calls(id);
        }
        None
    }

    /// The intrinsic with this name in the release that reads; in the newest one, if that release does not have it.
    pub(super) fn exact(&self, name: &str) -> Option<Intrinsic> {
        exact_in(name, self.version).or_else(|| exact(name))
    }

    /// Redirects the calls of `id` to another function, each in its own step.
    fn note_calls(&mut self, id: GlobalId) {
        // Only a text's lists of uses are followed.
        if !self.module.provenance.text_use_orders {
            return;
        }
        for (inst, site) in self.sites_of(id) {
            self.steps += 1;
            self.recalled.entry(site.body).or_default().push(Late { inst, step: self.steps, callee_only: true });
        }
    }

    fn expand(&mut self, functions: &[(GlobalId, Expansion, Option<GlobalId>)]) {
        let mut sites: Vec<(InstId, Site, usize)> = Vec::new();
        for (at, (id, ..)) in functions.iter().enumerate() {
            sites.extend(self.sites_of(*id).into_iter().map(|(inst, site)| (inst, site, at)));
        }
        if self.module.is_from_bitcode() && !self.version.calls_upgraded_in_order() {
            sites.sort_by_key(|(inst, site, at)| (site.body, *at, Reverse(*inst)));
        } else if functions.len() > 1 {
            sites.sort_by_key(|(inst, site, _)| (site.body, *inst));
        }
        for (inst, mut site, at) in sites {
            let (id, of_all, new) = &functions[at];
            let expansion = &of_all.of_call(site.args.len());
            let Some(global) = self.module.global(*id) else { continue };
            let fn_ty = global.value_type;
            // amdgcn intrinsics got additional arguments that LLVM does not check; atomic operations of NVVM have the type of the call.
            let name = self.module.str(global.name);
            let is_unchecked = |start: &&[u8]| name.starts_with(start);
            let any_type = *expansion == Expansion::Target && [&b"llvm.amdgcn."[..], b"llvm.nvvm.atomic."].iter().any(is_unchecked);
            let params = self.module.types.function(fn_ty).map_or(0, |(_, params, _)| params.len());
            // A call whose type differs from the declaration is not a call of the intrinsic.
            let has_other_type = fn_ty != site.call.fn_ty && !any_type || site.args.len() < params;
            if has_other_type && expansion == of_all {
                continue;
            }
            self.settle_arguments(&mut site);
            if let Some(mut by) = self.expand_call(expansion, *new, *id, &site) {
                self.keep_fast_math(&site, &mut by);
                self.replace(site.body, inst, by);
            }
        }
    }

    /// A call of `callee` in a body; everything but callee and arguments is copied from `like`.
    pub(super) fn call(&mut self, body: usize, callee: GlobalId, args: &[Value], like: Call) -> Option<Inst> {
        let fn_ty = self.module.global(callee)?.value_type;
        let body = self.module.bodies.get_mut(body)?;
        let args = body.lists.push(args);
        let id = CallId::new(body.calls.len());
        body.calls.push(Call { callee: Value::global(callee), fn_ty, args, ..like });
        Some(Inst::Call(id))
    }

    /// Gives arguments the values that took their places; what LLVM folds depends on them.
    fn settle_arguments(&mut self, site: &mut Site) {
        if let Some(pairs) = self.substitutes.get_mut(&site.body) {
            site.args.iter_mut().for_each(|arg| *arg = resolve(pairs, *arg));
        }
    }

    /// From now on `value` is what `local` was.
    pub(super) fn substitute(&mut self, body: usize, local: u32, value: Value) {
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
    pub(super) fn unique_name(&mut self, body: usize, name: &[u8]) -> Vec<u8> {
        if name.is_empty() { Vec::new() } else { self.names(body).unused(name) }
    }

    /// The name of a local, which nothing has any more.
    pub(super) fn free_name(&mut self, body: usize, local: u32) -> String {
        let Some(name) = self.module.bodies.get(body).map(|body| body.local_name(local).to_vec()) else { return String::new() };
        self.names(body).remove(&name);
        String::from_utf8_lossy(&name).into_owned()
    }

    /// What a constant is.
    pub(super) fn constant_kind(&self, body: usize, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index).map(|c| c.kind),
            ValueKind::LocalConst(index) => self.module.bodies.get(body)?.consts.get(index).map(|c| c.kind),
            _ => None,
        }
    }

    /// The instruction that makes a local.
    pub(super) fn maker(&mut self, body: usize, local: u32) -> Option<Inst> {
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
    pub(super) fn type_of(&self, body: usize, value: Value) -> Option<TypeId> {
        let module = &self.module;
        module.type_of(value, module.bodies.get(body)?)
    }

    /// The constant of the module of this type and kind.
    pub(super) fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        self.made.constant(self.module, ty, kind)
    }

    /// An integer of `width` bits, at most 64.
    pub(super) fn int(&mut self, width: u32, value: u64) -> Value {
        self.made.int(self.module, width, value)
    }

    /// An integer of `width` bits, at most 64, as metadata.
    pub(super) fn md_int(&mut self, width: u32, value: u64) -> MdId {
        self.made.md_int(self.module, width, value)
    }

    /// The uniqued tuple with these slots.
    pub(super) fn uniqued_tuple(&mut self, operands: &[Option<MdId>]) -> MdId {
        self.made.tuple(self.module, operands)
    }

    /// The number of a kind of metadata.
    pub(super) fn md_kind(&mut self, name: &[u8]) -> u32 {
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

/// The name of an intrinsic of this type in LLVM `version`.
pub(super) fn wanted_name(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> Option<Vec<u8>> {
    let rest = name.strip_prefix(b"llvm.")?;
    if let Some(own) = reductions::own_name(module, rest, fn_ty, version) {
        return Some(own);
    }
    let is_replaced = |old: &str| old.starts_with("nvvm.m") && !version.nvvm_min_max_as_intrinsics();
    let renamed = |(old, _): &&(&str, &str)| rest.starts_with(old.as_bytes()) && is_gone(name, version) && !is_replaced(old);
    // Pairwise addition of floating-point numbers has its own intrinsic.
    let float_addp = rest.starts_with(b"aarch64.neon.addp.")
        && module
            .types
            .function(fn_ty)
            .is_some_and(|(ret, _, _)| matches!(module.types.get(module.types.scalar(ret)), Type::Half | Type::Float | Type::Double));
    let intrinsic: Option<Intrinsic> = match RENAMED.iter().find(renamed) {
        Some((_, new)) => exact_in(new, version),
        None if float_addp => exact_in("aarch64.neon.faddp", version),
        // Those of numbers of 8 bits depend on the floating-point mode, and are intrinsics of their own since LLVM 23.
        None if rest == b"aarch64.sme.ftmopa.za16.nxv16i8" => {
            exact_in("aarch64.sme.fp8.ftmopa.za16", version).or_else(|| lookup_in(name, version))
        }
        None if rest == b"aarch64.sme.ftmopa.za32.nxv16i8" => {
            exact_in("aarch64.sme.fp8.ftmopa.za32", version).or_else(|| lookup_in(name, version))
        }
        None => lookup_in(name, version),
    };
    let intrinsic = intrinsic?;
    let wanted = intrinsic.mangled_name(module, fn_ty)?;
    // The overloaded types until LLVM 20 are not known for certain. There were as many as the name has suffixes, if it has any and they
    // are not typed pointers that become opaque.
    let suffixes = |name: &[u8]| name.iter().skip(b"llvm.".len() + intrinsic.name.len()).filter(|&&c| c == b'.').count();
    let is_checked = version.intrinsic_types_checked();
    let is_guessed = !is_checked && name.starts_with(&[b"llvm.", intrinsic.name.as_bytes()].concat());
    let is_longer = match intrinsic.name {
        "annotation" => version.opaque_pointers(),
        known => LONGER.contains(&known),
    };
    let is_opaque = version.reads_as_opaque() && has_typed_pointers(name);
    let is_sure = !is_guessed || is_longer || suffixes(name) == 0 || suffixes(name) == suffixes(&wanted) || is_opaque;
    is_sure.then_some(wanted)
}

/// Whether a suffix of the name is that of a typed pointer (`.p0i8`).
fn has_typed_pointers(name: &[u8]) -> bool {
    name.split(|&c| c == b'.').filter_map(|part| part.strip_prefix(b"p")).any(|rest| {
        let space = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        space > 0 && space < rest.len()
    })
}
