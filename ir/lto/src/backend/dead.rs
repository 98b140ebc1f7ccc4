//! Takes out what the index says is dead (`dropDeadSymbols`).
use super::changes::{declare, drop_bodies};
use super::{Backend, guids_of, in_order};
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_passes::{Changes, remove_unused};

impl Backend<'_> {
    /// Makes declarations of dead definitions, and removes those that nothing uses any more. Returns what each step did, in order.
    pub fn drop_dead(&self, module: &mut Module) -> Vec<Changes> {
        let guids = guids_of(module, self.options.llvm);
        let is_dead = |id: &GlobalId| self.defined.get(&guids[id.index()]).is_some_and(|entry| !self.index.is_live(entry));
        let dead: Vec<GlobalId> = in_order(module, true).into_iter().filter(is_dead).collect();
        if dead.is_empty() {
            return Vec::new();
        }
        let is_alias = |id: &GlobalId| matches!(module.globals[id.index()].kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. });
        let (aliases, objects): (Vec<GlobalId>, Vec<GlobalId>) = dead.into_iter().partition(is_alias);
        objects.iter().for_each(|&id| declare(module, id));
        drop_bodies(module, &objects);
        declare_aliases(module, &aliases);
        // An alias holds what it stands for until it goes itself, and it goes last.
        let first = remove_unused(module, &objects);
        let now = |id: &GlobalId| match first.numbers.is_empty() {
            true => Some(*id),
            false => first.numbers.get(id.index()).copied().flatten(),
        };
        let aliases: Vec<GlobalId> = aliases.iter().filter_map(now).collect();
        let second = if aliases.is_empty() { Changes::default() } else { remove_unused(module, &aliases) };
        [first, second].into_iter().filter(|changes| changes.is_changed).collect()
    }
}

/// Gives the names and the uses of aliases to declarations.
fn declare_aliases(module: &mut Module, aliases: &[GlobalId]) {
    if aliases.is_empty() {
        return;
    }
    let mut target: Vec<GlobalId> = (0..module.globals.len() + aliases.len()).map(GlobalId::new).collect();
    for &id in aliases {
        let Some(alias) = module.global(id) else { continue };
        let blank = GlobalValue::declaration(alias.name, alias.value_type, alias.ptr_type);
        let blank = GlobalValue { addrspace: alias.addrspace, place: OptionalId::NONE, ..blank };
        let new = match module.types.get(alias.value_type) {
            Type::Function { .. } => blank,
            _ => GlobalValue { thread_local: alias.thread_local, kind: GlobalKind::DECLARED_VARIABLE, ..blank },
        };
        target[id.index()] = GlobalId::new(module.globals.len());
        module.globals[id.index()].name = Str::EMPTY;
        module.globals.push(new);
    }
    bctk_edit::values::map_module(module, &|value: Value| match value.kind() {
        ValueKind::Global(id) => Value::global(target.get(id.index()).copied().unwrap_or(id)),
        _ => value,
    });
}
