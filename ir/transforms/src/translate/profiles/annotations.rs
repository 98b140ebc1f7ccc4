//! Calling conventions and attributes of kernels become `!nvvm.annotations`, as until LLVM 20 (NVVM IR Specification, "Global Property
//! Annotation").
use super::super::report::{Action, At, Report};
use super::nvvm::global_as_metadata;
use bctk_edit::attributes::{Sets, change_set, sets_of};
use bctk_edit::intern::{md_int, md_string};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::CallConv;
use bctk_ir::metadata::NamedMetadata;
use bctk_ir::module::Module;
use hashbrown::HashMap;
use std::borrow::Cow;

/// The attribute of a parameter that is not copied.
const GRID_CONSTANT: &[u8] = b"nvvm.grid_constant";
/// Attributes whose value is up to three numbers: what the annotations of the axes begin with.
const AXES: &[(&[u8], &str)] = &[(b"nvvm.maxntid", "maxntid"), (b"nvvm.reqntid", "reqntid"), (b"nvvm.cluster_dim", "cluster_dim_")];
/// Attributes whose value is a number.
const NUMBERS: &[(&[u8], &str)] = &[
    (b"nvvm.minctasm", "minctasm"),
    (b"nvvm.maxnreg", "maxnreg"),
    (b"nvvm.maxclusterrank", "maxclusterrank"),
    (b"nvvm.blocksareclusters", "blocksareclusters"),
];

/// Moves what attributes say about functions to annotations.
pub(super) fn from_attributes(module: &mut Module, report: &mut Report) {
    let (mut sets, mut known, mut nodes) = (sets_of(module), HashMap::new(), Vec::new());
    for at in 0..module.globals.len() {
        let id = GlobalId::new(at);
        let mut pairs: Vec<(String, u64)> = Vec::new();
        let GlobalKind::Function(function) = &mut module.globals[at].kind else { continue };
        if function.cc == CallConv::PTX_KERNEL {
            function.cc = CallConv::C;
            pairs.push(("kernel".into(), 1));
        }
        pairs.extend(of_function(module, id));
        let aligned = of_parameters(module, id, |_, attr| match attr {
            Attr::Int(AttrKind::STACK_ALIGNMENT, bytes) => Some(*bytes),
            _ => None,
        });
        pairs.extend(aligned.into_iter().map(|(place, bytes)| ("align".into(), u64::from(place) << 16 | bytes)));
        let constant = of_parameters(module, id, |module, attr| match attr {
            Attr::String(key, _) if module.str(*key) == GRID_CONSTANT => Some(1),
            _ => None,
        });
        if pairs.is_empty() && constant.is_empty() {
            continue;
        }
        without(module, id, &mut sets);
        let function = global_as_metadata(module, id, &mut known);
        for (key, value) in pairs {
            let (key, value) = (md_string(module, key.as_bytes()), md_int(module, 32, value));
            nodes.push(module.metadata.uniqued_tuple(&[Some(function), Some(key), Some(value)]));
        }
        if !constant.is_empty() {
            let places: Vec<_> = constant.into_iter().map(|(place, _)| Some(md_int(module, 32, u64::from(place)))).collect();
            let (key, value) = (md_string(module, b"grid_constant"), module.metadata.uniqued_tuple(&places));
            nodes.push(module.metadata.uniqued_tuple(&[Some(function), Some(key), Some(value)]));
        }
        let what = Cow::Borrowed("kernel, and what attributes say about it");
        report.note(Action::Lowered, what, None, "Annotations of NVVM.", module, At::Global(id));
    }
    add(module, nodes);
}

/// The annotations that the attributes of a function stand for.
fn of_function(module: &Module, id: GlobalId) -> Vec<(String, u64)> {
    let list = module.globals[id.index()].function().map(|function| function.attrs);
    let set = list.and_then(|list| module.attrs.set_at(list, AttrIndex::Function)).map_or(&[][..], |set| module.attrs.set(set));
    let mut pairs = Vec::new();
    for attr in set {
        let Attr::String(key, value) = attr else { continue };
        let (key, value) = (module.str(*key), value.map_or(&b""[..], |value| module.str(value)));
        let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.trim().parse::<u64>().ok();
        if let Some((_, prefix)) = AXES.iter().find(|(name, _)| *name == key) {
            let numbers = value.split(|byte| *byte == b',').zip(["x", "y", "z"]);
            pairs.extend(numbers.filter_map(|(bytes, axis)| Some((format!("{prefix}{axis}"), number(bytes)?))));
        } else if let Some((_, name)) = NUMBERS.iter().find(|(name, _)| *name == key) {
            pairs.push(((*name).to_owned(), if value.is_empty() { 1 } else { number(value).unwrap_or(1) }));
        }
    }
    pairs
}

/// The places, counted as annotations do, of the result (0) and the parameters (from 1 on) that have an attribute, with its value.
fn of_parameters(module: &Module, id: GlobalId, value: impl Fn(&Module, &Attr) -> Option<u64>) -> Vec<(u32, u64)> {
    let Some(list) = module.globals[id.index()].function().map(|function| function.attrs) else { return Vec::new() };
    let mut found: Vec<(u32, u64)> = Vec::new();
    for &(index, set) in module.attrs.lists.get(list.index()).into_iter().flatten() {
        let place = match index {
            AttrIndex::Return => 0,
            AttrIndex::Param(param) => param.saturating_add(1),
            AttrIndex::Function => continue,
        };
        found.extend(module.attrs.set(set).iter().find_map(|attr| value(module, attr)).map(|value| (place, value)));
    }
    found.sort_unstable();
    found
}

/// Takes the attributes away from the function.
fn without(module: &mut Module, id: GlobalId, sets: &mut Sets) {
    let Some(mut list) = module.globals[id.index()].function().map(|function| function.attrs) else { return };
    let indices: Vec<AttrIndex> = module.attrs.lists.get(list.index()).into_iter().flatten().map(|(index, _)| *index).collect();
    let is_known = |key: &[u8]| key == GRID_CONSTANT || AXES.iter().chain(NUMBERS).any(|(name, _)| *name == key);
    for index in indices {
        list = change_set(module, list, index, sets, |module, set| {
            set.retain(|attr| match attr {
                Attr::String(key, _) => !is_known(module.str(*key)),
                Attr::Int(AttrKind::STACK_ALIGNMENT, _) => index == AttrIndex::Function,
                _ => true,
            });
        });
    }
    if let GlobalKind::Function(function) = &mut module.globals[id.index()].kind {
        function.attrs = list;
    }
}

/// Adds annotations to those that are there.
fn add(module: &mut Module, nodes: Vec<MdId>) {
    const NAME: &[u8] = b"nvvm.annotations";
    if nodes.is_empty() {
        return;
    }
    let there = module.metadata.named.iter().position(|named| module.strings.get(named.name) == NAME);
    let at = there.unwrap_or_else(|| {
        let name = module.strings.push(NAME);
        module.metadata.named.push(NamedMetadata { name, nodes: Vec::new() });
        module.metadata.named.len() - 1
    });
    let named = &mut module.metadata.named[at].nodes;
    for node in nodes {
        if !named.contains(&node) {
            named.push(node);
        }
    }
}
