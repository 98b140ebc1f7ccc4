//! Functions that control-flow integrity knows (`UpgradeCFIFunctionsMetadata`).
use bctk_edit::intern::ModuleIndex;
use bctk_edit::nodes::{text, tuple};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::summary::guid_of;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// Gives the nodes of `!cfi.functions` a third operand, the GUID of the function, if the first of them has none.
pub(super) fn state_guids(module: &mut Module, llvm: LlvmVersion) {
    if !llvm.guids_of_cfi_functions() {
        return;
    }
    let Some(at) = module.metadata.named.iter().position(|named| module.strings.get(named.name) == b"cfi.functions") else { return };
    let has_guid = |module: &Module, node| {
        let third = tuple(module, node).and_then(|ops| ops.get(2).flatten());
        let value = third.map(|id| module.metadata.get(id));
        matches!(value, Some(Metadata::Value { ty, .. }) if module.types.get(ty) == Type::Int(64))
    };
    let nodes = module.metadata.named[at].nodes.clone();
    if nodes.first().is_none_or(|&node| has_guid(module, node)) {
        return;
    }
    let mut made = ModuleIndex::default();
    for (i, node) in nodes.into_iter().enumerate() {
        let Some(operands) = tuple(module, node).map(|ops| ops.iter().collect::<Vec<_>>()) else { continue };
        let Some(name) = operands.first().copied().flatten().and_then(|id| text(module, id)) else { continue };
        if operands.len() < 2 {
            continue;
        }
        let guid = guid_of(name.strip_prefix(b"\x01").unwrap_or(name));
        let guid = made.md_int(module, 64, guid);
        let all = [&operands[..2], &[Some(guid)], &operands[2..]].concat();
        let new = made.tuple(module, &all);
        module.metadata.named[at].nodes[i] = new;
    }
}
