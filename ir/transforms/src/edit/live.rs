//! Finds the global values and constants that some global values need (LLVM 22, `GlobalDCEPass`), and removes the others from a module.
use bctk_edit::erase::forget_in_metadata;
use bctk_edit::globals::{keep_bodies, renumber_globals};
use hashbrown::HashMap;

use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// Attachments of global variables that need a value to exist (LangRef, "'associated' Metadata"), although llvm-extract ignores them.
const REFERRING: [&[u8]; 2] = [b"associated", b"implicit.ref"];

/// What is needed, found by a walk.
struct Live<'m> {
    module: &'m Module,
    globals: Vec<bool>,
    consts: Vec<bool>,
    /// Values whose uses are still to be looked at.
    open: Vec<Value>,
    /// The kinds of attachments that name a value that must exist.
    referring: Vec<bool>,
    /// Global values by comdat: one of them needs all.
    members: HashMap<ComdatId, Vec<GlobalId>>,
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
        while let Some(value) = self.open.pop() {
            match value.kind() {
                ValueKind::Global(id) => self.global(id),
                ValueKind::Const(index) => {
                    if let Some(constant) = self.module.consts.get(index) {
                        let module = self.module;
                        module.consts.uses(constant.kind, |value| self.need(value));
                    }
                }
                _ => {}
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        let module = self.module;
        let Some(global) = module.global(id) else { return };
        for attachment in &global.attachments {
            if self.referring.get(attachment.kind as usize) == Some(&true)
                && let Metadata::Tuple { ops, .. } = module.metadata.get(attachment.node)
                && let Some(id) = module.metadata.lists.get(ops).first().and_then(|slot| slot)
                && let Metadata::Value { value, .. } = module.metadata.get(id)
            {
                self.need(value);
            }
        }
        if let Some(members) = global.comdat.and_then(|comdat| self.members.remove(&comdat)) {
            members.into_iter().for_each(|member| self.need(Value::global(member)));
        }
        global.kind.operands().for_each(|value| self.need(value));
        let Some(function) = global.function() else { return };
        let Some(body) = module.body(function) else { return };
        body.provenance.pad_personality.into_iter().for_each(|value| self.need(value));
        // Constants of the body: all of them are in it.
        for constant in &body.consts.consts {
            body.consts.uses(constant.kind, |value| self.need(value));
        }
        for inst in &body.insts {
            operands(inst, body, |_, value| self.need(value));
        }
    }
}

/// Removes everything that `roots` do not need: other global values, their bodies, and metadata about them.
pub(super) fn keep_needed(module: &mut Module, roots: &[GlobalId]) {
    let mut members: HashMap<ComdatId, Vec<GlobalId>> = HashMap::new();
    for (at, global) in module.globals.iter().enumerate() {
        if let Some(comdat) = global.comdat {
            members.entry(comdat).or_default().push(GlobalId::new(at));
        }
    }
    let (globals, consts) = (vec![false; module.globals.len()], vec![false; module.consts.consts.len()]);
    let referring = module.md_kinds.iter().map(|&kind| REFERRING.contains(&module.str(kind))).collect();
    let mut live = Live { module, globals, consts, open: Vec::new(), referring, members };
    roots.iter().for_each(|&root| live.need(Value::global(root)));
    live.walk();
    let kept = live.globals;
    forget_in_metadata(module, &kept);
    keep_bodies(module, &kept);
    for body in &mut module.bodies {
        body.block_addr_users.retain(|user| kept.get(user.index()) == Some(&true));
    }
    let same: Vec<GlobalId> = (0..kept.len()).map(GlobalId::new).collect();
    renumber_globals(module, &kept, &same, |at| at);
}
