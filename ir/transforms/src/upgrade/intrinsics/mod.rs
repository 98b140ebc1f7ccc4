//! Upgrades intrinsics: declarations get the names of the LLVM that reads (`UpgradeIntrinsicFunction`), and calls their arguments
//! (`UpgradeIntrinsicCall`).
pub(crate) mod arguments;
pub(crate) mod attributes;
pub(crate) mod build;
pub(crate) mod calls;
mod fast_math;
mod folding;
pub(crate) mod implicit;
pub(crate) mod names;
mod reductions;
mod replacements;
mod retired;

use arguments::{Expansion, expansion};
use bctk_edit::globals::GlobalChanges;
use bctk_ir::entity::{GlobalId, InstId};
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;
use calls::{Site, Upgrader};
use names::wanted_name;
use std::cmp::Reverse;

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

/// Upgrades all intrinsics as LLVM `version` does. New functions go to the end of the module: first replacements, then others that calls
/// need. LLVM's assembly parser upgrades the calls of one function before it looks at the next; its bitcode reader upgrades all calls in the
/// order of the instructions (since LLVM 22; before, callee by callee in an order by addresses that differs from run to run, and the last
/// call first).
pub(crate) fn upgrade(module: &mut Module, changes: &mut GlobalChanges, version: LlvmVersion) {
    // Bitcode of LLVM 3.7 and older has no producer, either.
    let from_text = module.provenance.producer.is_empty() && !module.is_from_bitcode();
    let mut upgrader = Upgrader::new(module);
    (upgrader.version, upgrader.from_text) = (version, from_text);
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

impl Upgrader<'_> {
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
}
