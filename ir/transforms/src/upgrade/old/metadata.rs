//! Old metadata that newer releases spell or order differently: loop hints, kinds of attachments, duplicate nodes.
use bctk_edit::intern::ModuleIndex;
use bctk_edit::nodes::{text, tuple};
use bctk_ir::entity::MdId;
use bctk_ir::fixed::MD_KINDS;
use bctk_ir::metadata::unique::{Which, unique};
use bctk_ir::module::Module;
use bctk_support::parallel::prelude::*;

/// Changes the module.
pub(crate) fn upgrade(module: &mut Module) {
    // Strings of LLVM 3.9 and later are not looked at.
    if !module.llvm_version().loop_hint_names() {
        rename_loop_hints(module);
    }
    order_attachments(module);
    if !module.llvm_version().uniqued_metadata() {
        unique(module, Which::Equal);
    }
}

/// Vectorizer hints were renamed in LLVM 3.5 (LLVM 22, `upgradeInstructionLoopAttachment`).
fn rename_loop_hints(module: &mut Module) {
    let Some(kind) = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"llvm.loop") else { return };
    let mut made = ModuleIndex::default();
    for body in 0..module.bodies.len() {
        for at in 0..module.bodies[body].attachments.len() {
            let attachment = module.bodies[body].attachments[at].1;
            if attachment.kind as usize == kind
                && let Some(node) = with_new_hints(module, attachment.node, &mut made)
            {
                module.bodies[body].attachments[at].1.node = node;
            }
        }
    }
}

/// The replacement for a loop's node that has such hints.
fn with_new_hints(module: &mut Module, node: MdId, made: &mut ModuleIndex) -> Option<MdId> {
    let old: Vec<Option<MdId>> = tuple(module, node)?.to_vec();
    let mut new = old.clone();
    for operand in &mut new {
        let Some((name, rest)) = operand.and_then(|hint| old_hint(module, hint)) else { continue };
        let name = made.string(module, name);
        let operands: Vec<Option<MdId>> = std::iter::once(Some(name)).chain(rest).collect();
        *operand = Some(made.tuple(module, &operands));
    }
    (new != old).then(|| made.tuple(module, &new))
}

/// The new name of an old hint: the prefix and the rest.
fn old_hint(module: &Module, hint: MdId) -> Option<(Vec<u8>, Vec<Option<MdId>>)> {
    let mut operands = tuple(module, hint)?.iter();
    let name = match text(module, operands.next()??)?.strip_prefix(b"llvm.vectorizer.")? {
        b"unroll" => b"llvm.loop.interleave.count".to_vec(),
        rest => [b"llvm.loop.vectorize.", rest].concat(),
    };
    Some((name, operands.collect()))
}

/// The place of each kind of the module in the order of attachments: that of its current number; other kinds come last, in file order (LLVM
/// 22, `parseMetadataKindRecord`).
pub(crate) fn kind_ranks(module: &Module) -> Vec<usize> {
    let fixed = |name: &[u8]| MD_KINDS.iter().position(|kind| kind.as_bytes() == name);
    module.md_kinds.iter().enumerate().map(|(at, &kind)| fixed(module.str(kind)).unwrap_or(MD_KINDS.len() + at)).collect()
}

/// Sorts attachments by the current numbers of their kinds.
fn order_attachments(module: &mut Module) {
    let ranks = kind_ranks(module);
    let rank = |kind: u32| ranks.get(kind as usize).copied().unwrap_or(usize::MAX);
    module.bodies.par_iter_mut().balanced().for_each(|body| body.attachments.sort_by_key(|(at, attachment)| (*at, rank(attachment.kind))));
    for global in &mut module.globals {
        global.attachments.sort_by_key(|attachment| rank(attachment.kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bctk_edit::intern::md_string;

    #[test]
    fn hints_for_the_vectorizer() {
        let mut module = Module::default();
        let name = md_string(&mut module, b"llvm.vectorizer.unroll");
        let width = md_string(&mut module, b"llvm.vectorizer.width");
        let other = md_string(&mut module, b"llvm.loop.x");
        let [unroll, width, other] = [name, width, other].map(|id| module.metadata.uniqued_tuple(&[Some(id), None]));
        let list = [unroll, width, other].map(Some);
        let node = module.metadata.uniqued_tuple(&list);
        let new = with_new_hints(&mut module, node, &mut ModuleIndex::default()).expect("a new node");
        let names: Vec<Vec<u8>> = tuple(&module, new)
            .expect("a tuple")
            .iter()
            .map(|hint| {
                let hint = tuple(&module, hint.expect("a hint")).expect("a tuple");
                assert_eq!(hint.get(1), Some(None));
                text(&module, hint.first().flatten().expect("a name")).expect("a text").to_vec()
            })
            .collect();
        assert_eq!(names, [&b"llvm.loop.interleave.count"[..], b"llvm.loop.vectorize.width", b"llvm.loop.x"]);
        assert_eq!(with_new_hints(&mut module, new, &mut ModuleIndex::default()), None);
    }

    #[test]
    fn attachments_by_the_numbers_of_today() {
        use bctk_ir::body::{Attachment, Body};
        use bctk_ir::entity::InstId;
        let mut module = Module::default();
        module.md_kinds = [&b"mine"[..], b"nontemporal", b"invariant.load"].map(|kind| module.strings.push(kind)).to_vec();
        let attachments = [0, 1, 2].map(|kind| (InstId(0), Attachment { kind, node: MdId(kind) })).to_vec();
        module.bodies.push(Body { attachments, ..Body::default() });
        order_attachments(&mut module);
        assert_eq!(module.bodies[0].attachments.iter().map(|(_, attachment)| attachment.kind).collect::<Vec<_>>(), [2, 1, 0]);
    }
}
