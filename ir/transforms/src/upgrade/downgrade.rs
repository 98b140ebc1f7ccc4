//! Rewrites constructs of newer LLVM versions as equivalent older ones.
use super::attrs::{ALL_MEMORY, old_memory};
use super::cu_locals::{field, operands, set_field};
use bctk_ir::attr_set::{Attr, sort_attrs};
use bctk_ir::attrs::{ALL_BYTES, AttrKind};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use std::collections::{BTreeMap, HashSet};

/// `captures(none)` becomes `nocapture`, as until LLVM 20; other forms of `captures` have no older equivalent.
pub fn captures_to_nocapture(module: &mut Module) {
    for set in &mut module.attrs.sets {
        let Some(at) = set.iter().position(|attr| *attr == Attr::Int(AttrKind::CAPTURES, 0)) else { continue };
        set[at] = Attr::Enum(AttrKind::NO_CAPTURE);
        sort_attrs(set, &module.strings);
    }
}

/// `memory` becomes the memory attributes used until LLVM 15, where these can express it.
pub fn split_memory(module: &mut Module) {
    for set in &mut module.attrs.sets {
        let Some((at, effects)) = set.iter().enumerate().find_map(|(at, attr)| match attr {
            Attr::Int(AttrKind::MEMORY, effects) => Some((at, *effects)),
            _ => None,
        }) else {
            continue;
        };
        let Some(words) = old_words(effects) else { continue };
        set.splice(at..=at, words.iter().map(|&kind| Attr::Enum(kind)));
        sort_attrs(set, &module.strings);
    }
}

/// `dead_on_return` without a number of bytes becomes the attribute without a value, as until LLVM 22; numbers have no older equivalent.
pub fn dead_bytes_to_word(module: &mut Module) {
    for set in &mut module.attrs.sets {
        let Some(at) = set.iter().position(|attr| *attr == Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)) else { continue };
        set[at] = Attr::Enum(AttrKind::DEAD_ON_RETURN);
        sort_attrs(set, &module.strings);
    }
}

/// `denormal_fpenv` becomes the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"`, as until LLVM 22.
pub fn denormals_to_strings(module: &mut Module) {
    for set in &mut module.attrs.sets {
        let Some((at, modes)) = set.iter().enumerate().find_map(|(at, attr)| match attr {
            Attr::Int(AttrKind::DENORMAL_FPENV, modes) if modes >> 8 == 0 => Some((at, *modes)),
            _ => None,
        }) else {
            continue;
        };
        let (default, float) = (modes & 15, modes >> 4);
        let mut strings = vec![("denormal-fp-math", default)];
        if float != default {
            strings.push(("denormal-fp-math-f32", float));
        }
        let strings: Vec<Attr> = strings
            .into_iter()
            .map(|(key, mode)| {
                let value = format!("{},{}", DENORMAL_MODES[(mode & 3) as usize], DENORMAL_MODES[(mode >> 2) as usize]);
                Attr::String(module.strings.push(key.as_bytes()), Some(module.strings.push(value.as_bytes())))
            })
            .collect();
        set.splice(at..=at, strings);
        sort_attrs(set, &module.strings);
    }
}

/// Modes of denormal numbers in string attributes, by their number (`DenormalMode::DenormalModeKind`).
const DENORMAL_MODES: [&str; 4] = ["ieee", "preserve-sign", "positive-zero", "dynamic"];

/// Variables and types that functions retain move to the lists of the compile unit, where they were until LLVM 22. Those of a function without a
/// unit stay.
pub fn retained_to_units(module: &mut Module) {
    let table = &mut module.metadata;
    let mut tuples = TupleIndex::default();
    // By unit and list; in the order of the functions.
    let mut moved: BTreeMap<(MdId, &'static str), Vec<MdId>> = BTreeMap::new();
    for function in (0..table.items.len()).map(MdId::new) {
        if !matches!(table.get(function), Metadata::Node { kind: DiKind::Subprogram, .. }) {
            continue;
        }
        let Some(unit) = field(table, function, DiKind::Subprogram, "unit") else { continue };
        if !matches!(table.get(unit), Metadata::Node { kind: DiKind::CompileUnit, .. }) {
            continue;
        }
        let Some(nodes) = operands(table, function, DiKind::Subprogram, "retainedNodes") else { continue };
        let mut rest = Vec::new();
        for &slot in &nodes {
            match slot.and_then(|node| Some((node, list_of_unit(table, node)?))) {
                None => rest.push(slot),
                Some((node, list)) => moved.entry((unit, list)).or_default().push(node),
            }
        }
        if rest.len() != nodes.len() {
            let tuple = tuples.uniqued_tuple(table, &rest);
            set_field(table, function, DiKind::Subprogram, "retainedNodes", tuple);
        }
    }
    for ((unit, list), nodes) in moved {
        let mut all = operands(table, unit, DiKind::CompileUnit, list).unwrap_or_default();
        let mut there: HashSet<MdId> = all.iter().copied().flatten().collect();
        all.extend(nodes.into_iter().filter(|&node| there.insert(node)).map(Some));
        let tuple = tuples.uniqued_tuple(table, &all);
        set_field(table, unit, DiKind::CompileUnit, list, tuple);
    }
}

/// The list of a compile unit that has such a node; none for what older functions retain, too.
fn list_of_unit(table: &MetadataTable, node: MdId) -> Option<&'static str> {
    let Metadata::Node { kind, fields, .. } = table.get(node) else { return None };
    Some(match kind {
        DiKind::GlobalVariableExpression => "globals",
        DiKind::CompositeType => {
            let tag = kind.field("tag").and_then(|field| table.fields.get(fields as usize + usize::from(field.slot)));
            if tag == Some(&u32::from(Tag::ENUMERATION_TYPE.0)) { "enums" } else { "retainedTypes" }
        }
        DiKind::BasicType
        | DiKind::FixedPointType
        | DiKind::StringType
        | DiKind::DerivedType
        | DiKind::SubrangeType
        | DiKind::SubroutineType => "retainedTypes",
        _ => return None,
    })
}

/// The attributes of old that say just this.
fn old_words(effects: u64) -> Option<Vec<AttrKind>> {
    const PLACES: [Option<AttrKind>; 4] =
        [None, Some(AttrKind::ARGMEMONLY), Some(AttrKind::INACCESSIBLEMEM_ONLY), Some(AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY)];
    const ACCESSES: [Option<AttrKind>; 3] = [None, Some(AttrKind::READ_ONLY), Some(AttrKind::WRITEONLY)];
    if effects == 0 {
        return Some(vec![AttrKind::READ_NONE]);
    }
    PLACES.iter().flat_map(|&place| ACCESSES.map(|access| [place, access])).find_map(|words| {
        let words: Vec<AttrKind> = words.into_iter().flatten().collect();
        let said = words.iter().filter_map(|&kind| old_memory(kind)).fold(ALL_MEMORY, |said, mask| said & mask);
        (said == effects).then_some(words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_captures_of_nothing() {
        let mut module = Module::default();
        module.attrs.sets = vec![vec![Attr::Int(AttrKind::CAPTURES, 0)], vec![Attr::Int(AttrKind::CAPTURES, 0x10)]];
        captures_to_nocapture(&mut module);
        assert_eq!(module.attrs.sets, [[Attr::Enum(AttrKind::NO_CAPTURE)], [Attr::Int(AttrKind::CAPTURES, 0x10)]]);
    }

    #[test]
    fn denormals_and_dead_bytes_in_older_forms() {
        let mut module = Module::default();
        // Flush to zero by default, dynamic inputs of `float`.
        module.attrs.sets = vec![
            vec![Attr::Int(AttrKind::DENORMAL_FPENV, 0b1101_0101)],
            vec![Attr::Int(AttrKind::DEAD_ON_RETURN, ALL_BYTES)],
            vec![Attr::Int(AttrKind::DEAD_ON_RETURN, 8)],
        ];
        denormals_to_strings(&mut module);
        dead_bytes_to_word(&mut module);
        let texts: Vec<(&[u8], &[u8])> = module.attrs.sets[0]
            .iter()
            .filter_map(|attr| match attr {
                Attr::String(key, Some(value)) => Some((module.strings.get(*key), module.strings.get(*value))),
                _ => None,
            })
            .collect();
        let expected: [(&[u8], &[u8]); 2] =
            [(b"denormal-fp-math", b"preserve-sign,preserve-sign"), (b"denormal-fp-math-f32", b"preserve-sign,dynamic")];
        assert_eq!(texts, expected);
        assert_eq!(module.attrs.sets[1..], [[Attr::Enum(AttrKind::DEAD_ON_RETURN)], [Attr::Int(AttrKind::DEAD_ON_RETURN, 8)]]);
    }

    #[test]
    fn memory_that_the_old_words_can_say() {
        assert_eq!(old_words(0), Some(vec![AttrKind::READ_NONE]));
        assert_eq!(old_words(ALL_MEMORY), Some(vec![]));
        assert_eq!(old_words(0x1), Some(vec![AttrKind::ARGMEMONLY, AttrKind::READ_ONLY]));
        assert_eq!(old_words(0xa), Some(vec![AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY, AttrKind::WRITEONLY]));
        assert_eq!(old_words(0x555), Some(vec![AttrKind::READ_ONLY]));
        // Arguments are read, inaccessible memory is written.
        assert_eq!(old_words(0x9), None);
        assert_eq!(old_words(0x557), None);
    }
}
