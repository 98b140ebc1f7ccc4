//! Memory profiles of allocations, and the call sites on their contexts.
use super::metadata::{number, string, tuple};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::module::Module;
use bctk_ir::summary::Alloc;

/// The identifiers of the frames of a call stack.
pub(super) fn stack(module: &Module, body: Option<&Body>, node: MdId) -> Vec<u64> {
    let ops = tuple(module, node).unwrap_or_default();
    ops.into_iter().filter_map(|frame| number(module, body, frame)).collect()
}

/// The allocation that the node `memprof` describes; `inlined` is the stack of its call, which all contexts begin with. None if the node has
/// not the form of one.
pub(super) fn alloc(module: &Module, body: Option<&Body>, node: MdId, inlined: &[u64]) -> Option<Alloc> {
    let mut alloc = Alloc { versions: vec![0], contexts: Vec::new(), sizes: Vec::new() };
    for block in tuple(module, node)? {
        let ops = tuple(module, block?)?;
        let frames = stack(module, body, (*ops.first()?)?);
        let mut context: Vec<u64> = frames.into_iter().skip(inlined.len()).collect();
        // A function that calls itself is one frame.
        context.dedup();
        let kind = match string(module, *ops.get(1)?)? {
            b"cold" => 2,
            b"hot" => 4,
            _ => 1,
        };
        alloc.contexts.push((kind, context));
        if ops.len() > 2 {
            let mut sizes = Vec::new();
            for pair in &ops[2..] {
                let pair = tuple(module, (*pair)?)?;
                let [id, size] = pair[..] else { return None };
                sizes.push((number(module, body, id)?, number(module, body, size)?));
            }
            alloc.sizes.push(sizes);
        }
    }
    Some(alloc)
}
