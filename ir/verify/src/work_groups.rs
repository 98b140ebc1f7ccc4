//! Checks the sizes of work groups that functions state.
use crate::function::{Shared, check};
use crate::nodes::Nodes;
use crate::report::{Sink, Subject};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::Function;

/// Checks the form of `!reqd_work_group_size`.
pub(crate) fn required(shared: &Shared<'_>, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node).filter(|_| shared.llvm.verified_kinds()) else { return };
    let this = Subject::Metadata(node);
    check!(sink, ops.len() == 3, "reqd_work_group_size must have exactly three operands", this);
    let mut product = 1u64;
    for op in ops.iter() {
        let Some(size) = nodes.int(op) else {
            return sink.fail("reqd_work_group_size operands must be integer constants", &[this]);
        };
        let Some(size) = size.small() else { return sink.fail("reqd_work_group_size operands must fit in 64 bits", &[this]) };
        let Some(next) = product.checked_mul(size) else {
            return sink.fail("reqd_work_group_size product must fit in 64 bits", &[this]);
        };
        product = next;
    }
}

/// Checks that the attribute of GPUs of AMD states the same size (`verifyAMDGPUReqdWorkGroupSize`).
pub(crate) fn flat(shared: &Shared<'_>, id: GlobalId, function: &Function, attachments: &[Attachment], sink: &mut Sink) {
    if !shared.is_amdgpu || !shared.llvm.logical_pointers() {
        return;
    }
    let nodes = Nodes { module: shared.module, body: None };
    let required = attachments.iter().find(|attachment| shared.kind_name(attachment.kind) == b"reqd_work_group_size");
    let Some(node) = required.map(|attachment| attachment.node) else { return };
    let Some(ops) = nodes.node(node).filter(|ops| ops.len() == 3) else { return };
    let product = ops.iter().try_fold(1u64, |product, op| product.checked_mul(nodes.int(op)?.small()?));
    let Some(product) = product else { return };
    let of = [Subject::Global(id), Subject::Metadata(node)];
    let set = shared.module.attrs.set_at(function.attrs, AttrIndex::Function);
    let attrs = set.map_or(&[][..], |set| shared.module.attrs.set(set));
    let stated = attrs.iter().find_map(|attr| match attr {
        Attr::String(key, value) if shared.module.str(*key) == b"amdgpu-flat-work-group-size" => {
            Some(value.map_or(&b""[..], |value| shared.module.str(value)))
        }
        _ => None,
    });
    let Some(stated) = stated else { return sink.fail("reqd_work_group_size requires amdgpu-flat-work-group-size", &of) };
    let Some((least, most)) = pair(stated) else {
        return sink.fail("amdgpu-flat-work-group-size must be a pair of unsigned integers", &of[..1]);
    };
    if least != product || most != product {
        sink.fail("amdgpu-flat-work-group-size must equal the product of reqd_work_group_size operands", &of);
    }
}

/// The two numbers of `64,128`.
fn pair(text: &[u8]) -> Option<(u64, u64)> {
    let (first, second) = std::str::from_utf8(text).ok()?.split_once(',')?;
    Some((number(first)?, number(second)?))
}

/// A number in C's notation, with spaces around it (`llvm::to_integer`).
fn number(text: &str) -> Option<u64> {
    let text = text.trim_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then(|| u64::from_str_radix(digits, radix).ok()).flatten()
}
