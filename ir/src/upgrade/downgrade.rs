//! What a newer LLVM says in other words than an older one, in those of the older one.
use crate::attr_set::{Attr, sort_attrs};
use crate::attrs::AttrKind;
use crate::module::Module;

/// `captures(none)` becomes `nocapture`, as it was until LLVM 20; what `captures` says otherwise has no older word.
pub fn captures_to_nocapture(module: &mut Module) {
    for set in &mut module.attrs.sets {
        let Some(at) = set.iter().position(|attr| *attr == Attr::Int(AttrKind::CAPTURES, 0)) else { continue };
        set[at] = Attr::Enum(AttrKind::NO_CAPTURE);
        sort_attrs(set, &module.strings);
    }
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
}
