//! `!nvvm.annotations` become calling conventions and attributes (`UpgradeNVVMAnnotations` of LLVM 21 and 22).
use bctk_edit::attributes::{Sets, change_set};
use bctk_edit::nodes::{number, text, tuple};
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, string_attr};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{ListRef, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::CallConv;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::tuples::TupleIndex;
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;

fn named(module: &Module) -> Option<usize> {
    module.metadata.named.iter().position(|named| module.strings.get(named.name) == b"nvvm.annotations")
}

/// Moves the annotations that `llvm`, 21 or newer, knows to the functions; others stay.
pub(crate) fn upgrade(module: &mut Module, sets: &mut Sets, llvm: LlvmVersion) {
    let Some(at) = named(module) else { return };
    let mut kept: Vec<MdId> = Vec::new();
    let mut tuples = TupleIndex::default();
    for node in module.metadata.named[at].nodes.clone() {
        let Some(ops) = tuple(module, node).map(ListRef::to_vec) else { continue };
        let value = ops.first().copied().flatten().map(|id| module.metadata.get(id));
        let Some(Metadata::Value { value, .. }) = value else { continue };
        let ValueKind::Global(global) = value.kind() else { continue };
        let mut rest = vec![ops[0]];
        for pair in ops[1..].chunks_exact(2) {
            let known = match (pair[0], pair[1]) {
                (Some(key), Some(value)) => annotation(module, global.index(), (key, value), sets, llvm),
                _ => false,
            };
            if !known {
                rest.extend_from_slice(pair);
            }
        }
        if rest.len() > 1 {
            kept.push(if rest == ops { node } else { tuples.uniqued_tuple(&mut module.metadata, &rest) });
        }
    }
    // Equal ones are one.
    let mut seen = std::collections::HashSet::new();
    kept.retain(|node| seen.insert(*node));
    module.metadata.named[at].nodes = kept;
}

/// Moves one annotation to a function; returns whether it belongs there.
fn annotation(module: &mut Module, global: usize, (key, value): (MdId, MdId), sets: &mut Sets, llvm: LlvmVersion) -> bool {
    let Some(key) = text(module, key).map(<[u8]>::to_vec) else { return false };
    if module.globals.get(global).and_then(|g| g.function()).is_none() {
        return false;
    }
    let value_number = number(module, value).map(|(n, _)| n);
    let dimension = |prefix: &[u8]| match key.strip_prefix(prefix) {
        Some([axis @ b'x'..=b'z']) => Some(usize::from(axis - b'x')),
        _ => None,
    };
    let string = |module: &mut Module, sets: &mut Sets, name: &[u8], value: Vec<u8>| {
        change(module, global, AttrIndex::Function, sets, |module, set| set_string(module, set, name, Some(&value)));
    };
    if key == b"grid_constant" {
        if !llvm.nvvm_grid_constant_attribute() {
            return false;
        }
        let Some(params) = tuple(module, value).map(ListRef::to_vec) else { return true };
        for id in params {
            if let Some((param, _)) = id.and_then(|id| number(module, id))
                && let Some(param) = param.checked_sub(1).and_then(|p| u32::try_from(p).ok())
            {
                change(module, global, AttrIndex::Param(param), sets, |module, set| set_string(module, set, b"nvvm.grid_constant", None));
            }
        }
        return true;
    }
    let Some(n) = value_number else { return false };
    match &key[..] {
        b"kernel" => {
            if n != 0
                && let GlobalKind::Function(function) = &mut module.globals[global].kind
            {
                function.cc = CallConv::PTX_KERNEL;
            }
        }
        b"align" => {
            let index = match n >> 16 {
                0 => AttrIndex::Return,
                param => AttrIndex::Param(param as u32 - 1),
            };
            change(module, global, index, sets, |_, set| {
                if !set.iter().any(|attr| matches!(attr, Attr::Int(AttrKind::STACK_ALIGNMENT, _))) {
                    set.push(Attr::Int(AttrKind::STACK_ALIGNMENT, n & 0xffff));
                }
            });
        }
        b"maxclusterrank" | b"cluster_max_blocks" => string(module, sets, b"nvvm.maxclusterrank", n.to_string().into_bytes()),
        b"minctasm" => string(module, sets, b"nvvm.minctasm", n.to_string().into_bytes()),
        b"maxnreg" => string(module, sets, b"nvvm.maxnreg", n.to_string().into_bytes()),
        _ => {
            let triples = [(&b"maxntid"[..], &b"nvvm.maxntid"[..]), (b"reqntid", b"nvvm.reqntid"), (b"cluster_dim_", b"nvvm.cluster_dim")];
            let Some((axis, name)) = triples.iter().find_map(|&(prefix, name)| Some((dimension(prefix)?, name))) else { return false };
            change(module, global, AttrIndex::Function, sets, |module, set| {
                let there = string_attr(set, &module.strings, name).filter(|value| !value.is_empty());
                let mut parts: Vec<Vec<u8>> = there.map_or_else(Vec::new, |v| v.split(|&c| c == b',').map(<[u8]>::to_vec).collect());
                while parts.len() <= axis {
                    parts.push(b"1".to_vec());
                }
                parts[axis] = n.to_string().into_bytes();
                let value = parts.join(&b',');
                set_string(module, set, name, Some(&value));
            });
        }
    }
    true
}

fn change(module: &mut Module, global: usize, index: AttrIndex, sets: &mut Sets, change: impl FnOnce(&mut Module, &mut AttrSet)) {
    let Some(list) = module.globals.get(global).and_then(|g| g.function()).map(|f| f.attrs) else { return };
    let list = change_set(module, list, index, sets, change);
    if let GlobalKind::Function(function) = &mut module.globals[global].kind {
        function.attrs = list;
    }
}

/// Sets a string attribute; replaces one with the same key.
fn set_string(module: &mut Module, set: &mut AttrSet, key: &[u8], value: Option<&[u8]>) {
    set.retain(|attr| !matches!(attr, Attr::String(k, _) if module.strings.get(*k) == key));
    let key = module.strings.push(key);
    let value = value.map(|v| module.strings.push(v));
    set.push(Attr::String(key, value));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_of_no_function_are_not_known() {
        let mut module = Module::default();
        let key = bctk_edit::intern::md_string(&mut module, b"kernel");
        let one = bctk_edit::intern::md_int(&mut module, 32, 1);
        assert!(!annotation(&mut module, 0, (key, one), &mut Sets::default(), LlvmVersion::NEWEST));
        let node = module.metadata.uniqued_tuple(&[Some(key), Some(one)]);
        assert_eq!(tuple(&module, node).map(ListRef::len), Some(2));
    }
}
