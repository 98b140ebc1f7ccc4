//! Linkage names in debug information that follow the names of symbols.
use super::Found;
use bctk_edit::intern::md_string;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, md_slot, slot_md};
use bctk_ir::module::Module;
use hashbrown::HashMap;

/// Gives functions and variables in debug information the new names of their symbols, if they had the old ones.
pub(super) fn follow(module: &mut Module, found: &[Found], names: &[Option<Vec<u8>>]) {
    fn plain(name: &[u8]) -> &[u8] {
        name.strip_prefix(b"\x01").unwrap_or(name)
    }
    let mut renamed: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    for (found, name) in found.iter().zip(names) {
        if let Some(name) = name {
            let old = module.str(module.globals[found.id.index()].name);
            renamed.insert(plain(old).to_vec(), plain(name).to_vec());
        }
    }
    let kinds: Vec<(DiKind, usize)> = [DiKind::Subprogram, DiKind::GlobalVariable]
        .into_iter()
        .filter_map(|kind| Some((kind, usize::from(kind.field("linkageName")?.slot))))
        .collect();
    let mut changed: Vec<(usize, MdId)> = Vec::new();
    for item in &module.metadata.items {
        let Metadata::Node { kind, fields, .. } = *item else { continue };
        let Some((_, slot)) = kinds.iter().find(|(known, _)| *known == kind) else { continue };
        let place = fields as usize + slot;
        let named = module.metadata.fields.get(place).and_then(|&slot| slot_md(slot));
        if let Some(text) = named
            && matches!(module.metadata.get(text), Metadata::String(text) if renamed.contains_key(module.strings.get(text)))
        {
            changed.push((place, text));
        }
    }
    let mut new: HashMap<MdId, MdId> = HashMap::new();
    for (place, old) in changed {
        let Metadata::String(text) = module.metadata.get(old) else { continue };
        let Some(name) = renamed.get(module.strings.get(text)) else { continue };
        let text = *new.entry(old).or_insert_with(|| md_string(module, name));
        module.metadata.fields[place] = md_slot(Some(text));
    }
}
