//! Registers the metadata kinds that LLVM's verifier looks up, which a written module lists (`Verifier::visitFunction`,
//! `Verifier::visitInstruction` of LLVM 23).
use bctk_ir::module::Module;

/// The kind that is looked up in functions with attachments.
const OF_FUNCTION: &[u8] = b"reqd_work_group_size";
/// Attachments of functions that are checked before that; no kind is looked up for them.
const CHECKED_FIRST: [&[u8]; 2] = [b"prof", b"kcfi_type"];
/// The kind that is looked up in instructions with attachments or a location.
const OF_INSTRUCTION: &[u8] = b"amdgpu.expected.active.lanes";

/// Registers the kinds in the order in which the verifier meets the first use of each.
pub fn register(module: &mut Module) {
    register_found(module, false);
}

/// Does the same for a verifier that sees the module before its functions are read.
pub fn register_early(module: &mut Module) {
    register_found(module, true);
}

fn register_found(module: &mut Module, is_early: bool) {
    let checked: Vec<u32> =
        (0u32..).zip(&module.md_kinds).filter(|&(_, &kind)| CHECKED_FIRST.contains(&module.strings.get(kind))).map(|(at, _)| at).collect();
    let mut found: Vec<&[u8]> = Vec::new();
    let mut note = |name| {
        if !found.contains(&name) {
            found.push(name);
        }
    };
    for (_, global, function) in module.functions() {
        let body = module.body(function);
        if is_early && body.is_some() {
            continue;
        }
        let of_body = body.map_or(&[][..], |body| &body.function_attachments);
        if global.attachments.iter().chain(of_body).any(|attachment| !checked.contains(&attachment.kind)) {
            note(OF_FUNCTION);
        }
        if body.is_some_and(|body| !body.attachments.is_empty() || body.debug_locs.iter().any(|&loc| loc != 0)) {
            note(OF_INSTRUCTION);
        }
    }
    for name in found {
        if !module.md_kinds.iter().any(|&kind| module.strings.get(kind) == name) {
            let kind = module.strings.push(name);
            module.md_kinds.push(kind);
        }
    }
}
