//! String attributes whose content newer releases store elsewhere.
use bctk_edit::attributes::Sets;
use bctk_edit::attributes::intern_set;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList};
use bctk_ir::entity::AttrListId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;

/// Removes the string attribute `key` from a function; returns its value, if it was present.
pub(super) fn take(module: &mut Module, global: usize, key: &[u8], sets: &mut Sets) -> Option<Option<Str>> {
    let attrs = module.globals.get(global)?.function()?.attrs;
    let set = module.attrs.set_at(attrs, AttrIndex::Function)?;
    let there = module.attrs.set(set);
    let at = there.iter().position(|attr| matches!(attr, Attr::String(k, _) if module.strings.get(*k) == key))?;
    let mut rest = there.to_vec();
    let Attr::String(_, value) = rest.remove(at) else { return None };
    let mut list: AttrList = module.attrs.lists.get(attrs.index()).cloned().unwrap_or_default();
    list.retain(|&(index, _)| index != AttrIndex::Function);
    if !rest.is_empty() {
        list.push((AttrIndex::Function, intern_set(module, rest, sets)));
    }
    module.attrs.lists.push(list);
    let id = AttrListId::new(module.attrs.lists.len() - 1);
    if let GlobalKind::Function(function) = &mut module.globals[global].kind {
        function.attrs = id;
    }
    Some(value)
}
