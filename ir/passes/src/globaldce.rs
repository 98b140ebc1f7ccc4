//! Removes global values that nothing needs.
use crate::Changes;
use crate::ctors::drop_empty_constructors;
use crate::forget::{forget_unused, forget_unused_constants, remove};
use crate::reach::{of_bodies, uses};
use crate::vfe::{Virtual, clear_slots};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::Linkage;
use bctk_ir::mangle::comdat_of;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

/// Removes global values that nothing needs, and entries of `llvm.global_ctors` that do nothing (`GlobalDCEPass`).
pub fn globaldce(module: &mut Module) -> Changes {
    globaldce_in(module, false)
}

/// As [`globaldce`], with all of the linkage unit in the module if `is_linkage_unit`: then virtual functions go that nothing in it calls, if the
/// module says that all calls can be seen (`vfe-linkage-unit-visibility`).
pub fn globaldce_in(module: &mut Module, is_linkage_unit: bool) -> Changes {
    let is_changed = drop_empty_constructors(module) | forget_unused_constants(module);
    let of_vtables = Virtual::of(module, is_linkage_unit);
    let has_vtables = !of_vtables.safe.is_empty();
    let kept = live(module, of_vtables);
    if !kept.contains(&false) {
        return Changes::in_place(is_changed);
    }
    if has_vtables {
        clear_slots(module, &kept);
    }
    forget_unused(module, &kept);
    remove(module, &kept)
}

/// Whether a global value may go if nothing uses it (`GlobalValue::isDiscardableIfUnused`).
fn is_discardable(linkage: Linkage) -> bool {
    linkage.is_local() || matches!(linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::AvailableExternally)
}

/// A walk from what must be there to what it needs.
struct Live<'m> {
    module: &'m Module,
    uses_function: bool,
    of_bodies: Vec<Vec<Value>>,
    globals: Vec<bool>,
    consts: Vec<bool>,
    /// Values whose uses are still to be looked at.
    open: Vec<Value>,
    /// Global values by comdat: one of them needs all.
    members: Vec<Vec<GlobalId>>,
    of_vtables: Virtual,
}

impl Live<'_> {
    fn need(&mut self, value: Value) {
        let seen = match value.kind() {
            ValueKind::Global(id) => self.globals.get_mut(id.index()),
            ValueKind::Const(index) => self.consts.get_mut(index as usize),
            _ => return,
        };
        if seen.is_some_and(|seen| !std::mem::replace(seen, true)) {
            self.open.push(value);
        }
    }

    fn walk(&mut self) {
        let module = self.module;
        while let Some(value) = self.open.pop() {
            match value.kind() {
                ValueKind::Global(id) => self.global(id),
                ValueKind::Const(index) => {
                    if let Some(constant) = module.consts.get(index) {
                        uses(&module.consts, constant.kind, self.uses_function, |value| self.need(value));
                    }
                }
                _ => {}
            }
        }
    }

    /// A vtable whose calls are known needs all in it but functions.
    fn vtable(&mut self, global: &GlobalValue) {
        let module = self.module;
        let mut seen: HashSet<Value> = HashSet::new();
        let mut open: Vec<Value> = global.kind.operands().collect();
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match value.kind() {
                ValueKind::Global(id) if module.global(id).is_some_and(|global| global.function().is_none()) => self.need(value),
                ValueKind::Const(index) => {
                    if let Some(constant) = module.consts.get(index) {
                        uses(&module.consts, constant.kind, self.uses_function, |value| open.push(value));
                    }
                }
                _ => {}
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        let module = self.module;
        let Some(global) = module.global(id) else { return };
        if let Some(members) = comdat_of(module, id).and_then(|comdat| self.members.get_mut(comdat.index())) {
            std::mem::take(members).into_iter().for_each(|member| self.need(Value::global(member)));
        }
        match self.of_vtables.safe.contains(&id) {
            true => self.vtable(global),
            false => global.kind.operands().for_each(|value| self.need(value)),
        }
        if let Some(callees) = self.of_vtables.callees.remove(&id) {
            callees.into_iter().for_each(|callee| self.need(Value::global(callee)));
        }
        if let Some(body) = global.function().and_then(|function| function.body)
            && let Some(values) = self.of_bodies.get_mut(body as usize)
        {
            std::mem::take(values).into_iter().for_each(|value| self.need(value));
        }
    }
}

/// By global value, whether it is needed.
fn live(module: &Module, of_vtables: Virtual) -> Vec<bool> {
    let mut members = vec![Vec::new(); module.comdats.len()];
    for id in (0..module.globals.len()).map(GlobalId::new) {
        if let Some(members) = comdat_of(module, id).and_then(|comdat| members.get_mut(comdat.index())) {
            members.push(id);
        }
    }
    let mut live = Live {
        module,
        uses_function: !module.llvm_version().block_address_uses_block(),
        of_bodies: of_bodies(module),
        globals: vec![false; module.globals.len()],
        consts: vec![false; module.consts.consts.len()],
        open: Vec::new(),
        members,
        of_vtables,
    };
    for (at, global) in module.globals.iter().enumerate() {
        if !global.is_declaration() && !is_discardable(global.linkage) {
            live.need(Value::global(GlobalId::new(at)));
        }
    }
    live.walk();
    live.globals
}
