//! Rewrites constructs of newer LLVM versions as equivalent older ones.
use super::attrs::{ALL_MEMORY, old_memory};
use bctk_ir::attr_set::{Attr, sort_attrs};
use bctk_ir::attrs::AttrKind;
use bctk_ir::module::Module;

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
