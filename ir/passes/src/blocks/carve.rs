//! Makes a body of blocks of another one.
use bctk_edit::locals::order_locals_in;
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::entity::{BlockId, CallId, InstId, MdId, OptionalId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::strings::{LocalStr, OfBody, Strings};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{map_operands, operands, with_own_lists};
use hashbrown::HashMap;

use bctk_edit::names::Names;

use super::code::Code;
use super::uses;

/// The blocks of the new body, and what it has for parameters.
pub(super) struct Part<'p> {
    pub(super) blocks: &'p [BlockId],
    /// How many blocks at the end are new; their names come before those of other blocks, or after them.
    pub(super) stubs: usize,
    pub(super) stubs_first: bool,
    /// Locals of the old body that are parameters of the new one, with their names.
    pub(super) params: &'p [(u32, Vec<u8>)],
}

/// Makes a body of copies of blocks, which refer to no other blocks, and to no locals but theirs and the parameters.
pub(super) fn carve(module: &mut Module, code: &Code, part: &Part<'_>) -> Body {
    let old = &code.body;
    let count = part.params.len() as u32;
    let params: HashMap<u32, u32> = part.params.iter().zip(0..).map(|((local, _), at)| (*local, at)).collect();
    let places: HashMap<BlockId, BlockId> = part.blocks.iter().enumerate().map(|(at, &block)| (block, BlockId::new(at))).collect();
    let mut body = old.clone();
    body.provenance.clear();
    let first_call = body.calls.len();
    body.blocks.clear();
    (body.insts, body.results) = (Vec::new(), Vec::new());
    let mut moved: HashMap<InstId, InstId> = HashMap::new();
    for &block in part.blocks {
        let first = InstId::new(body.insts.len());
        for &inst in &code.block(block).insts {
            moved.insert(inst, InstId::new(body.insts.len()));
            let copy = with_own_lists(&mut body, *code.inst(inst));
            body.insts.push(copy);
            body.results.push(old.result(inst).map_or(OptionalId::NONE, |local| OptionalId::some(local + count)));
        }
        body.blocks.push(BasicBlock { first, end: InstId::new(body.insts.len()) });
    }
    // Calls of the old body are gone.
    body.calls.drain(..first_call);
    for inst in &mut body.insts {
        if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = inst {
            *call = CallId::new(call.index() - first_call);
        }
    }
    let own = |local: u32| Value::local(params.get(&local).copied().unwrap_or(local + count));
    let mut wrapped: HashMap<MdId, MdId> = HashMap::new();
    for at in (0..body.insts.len()).map(InstId::new) {
        let mut nodes = Vec::new();
        operands(&body.insts[at.index()], &body, |_, value| nodes.extend(as_metadata(value)));
        for node in nodes {
            wrapped.entry(node).or_insert_with(|| rewrapped(module, node, &own));
        }
        let map = |value: Value| match value.kind() {
            ValueKind::Local(local) => own(local),
            ValueKind::Metadata(node) => Value::metadata(wrapped.get(&node).copied().unwrap_or(node)),
            _ => value,
        };
        map_operands(&mut body, at, map, |to| places.get(&to).copied().unwrap_or(to));
    }
    body.attachments.retain_mut(|(at, _)| moved.get(at).map(|&new| *at = new).is_some());
    body.attachments.sort_by_key(|&(at, attachment)| (at, attachment.kind));
    // Without a subprogram there is no debug information.
    body.debug_locs.clear();
    body.locs.clear();
    body.loc_nodes.clear();
    body.dbg_records.clear();
    body.dbg_assigns.clear();
    (body.function_attachments, body.block_addr_users, body.metadata) = (Vec::new(), Vec::new(), (0, 0));
    let types = part.params.iter().map(|&(local, _)| old.local_types[local as usize]);
    body.local_types = types.chain(old.local_types.iter().copied()).collect();
    body.args = count;
    name(&mut body, code, part);
    let old_locals: Vec<Option<u32>> = body.results.iter().map(|result| result.get().map(|local| local - count)).collect();
    order_locals_in(&mut body, &mut []);
    body.provenance.names_order = order_of_names(&body, part);
    let preds = |block: &BlockId| code.block(*block).preds.iter().filter_map(|pred| places.get(pred)).copied().collect::<Vec<_>>();
    let preds: Vec<Vec<BlockId>> = part.blocks.iter().map(preds).collect();
    let made = old_locals.iter().zip(&body.results).filter_map(|(&old, new)| Some((old?, new.get()?))).collect();
    let params: Vec<u32> = part.params.iter().map(|&(local, _)| local).collect();
    let orders = uses::orders(&body, &code.uses, &moved, &params, &made, &preds);
    body.provenance.use_orders = orders;
    body.set_predecessors(preds);
    body
}

fn as_metadata(value: Value) -> Option<MdId> {
    match value.kind() {
        ValueKind::Metadata(node) => Some(node),
        _ => None,
    }
}

/// Metadata that wraps the new value of what `id` wraps; `id` itself if it wraps no local.
fn rewrapped(module: &mut Module, id: MdId, own: &impl Fn(u32) -> Value) -> MdId {
    let table = &mut module.metadata;
    let copy = |id: MdId, table: &bctk_ir::metadata::MetadataTable| match table.get(id) {
        Metadata::Value { ty, value } => match value.kind() {
            ValueKind::Local(local) => Some(Metadata::Value { ty, value: own(local) }),
            ValueKind::LocalConst(_) => Some(Metadata::Value { ty, value }),
            _ => None,
        },
        _ => None,
    };
    if let Metadata::ArgList(list) = table.get(id) {
        let ids = table.lists.get(list).to_vec();
        let ids: Vec<MdId> = ids.into_iter().map(|id| copy(id, table).map_or(id, |item| table.push(item))).collect();
        let list = table.lists.push(&ids);
        return table.push(Metadata::ArgList(list));
    }
    copy(id, table).map_or(id, |item| table.push(item))
}

/// The blocks and parameters in the order in which they come to the new function, by number; nothing stands for the parameters.
fn arrivals(part: &Part<'_>) -> Vec<Option<usize>> {
    let own = part.blocks.len() - part.stubs;
    let (moved, stubs) = ((1..own).map(Some), (own..part.blocks.len()).map(Some));
    match part.stubs_first {
        true => [Some(0), None].into_iter().chain(stubs).chain(moved).collect(),
        false => [None, Some(0)].into_iter().chain(moved).chain(stubs).collect(),
    }
}

/// Gives everything the name that it has in the old body, with a number if what comes before has it.
fn name(body: &mut Body, code: &Code, part: &Part<'_>) {
    let mut names = Names::default();
    let mut unused = |name: &[u8]| if name.is_empty() { Vec::new() } else { names.unused(name) };
    let mut of_blocks: Vec<Vec<u8>> = vec![Vec::new(); part.blocks.len()];
    let mut of_locals: Vec<Vec<u8>> = vec![Vec::new(); body.local_types.len()];
    let count = part.params.len();
    for arrival in arrivals(part) {
        let Some(at) = arrival else {
            for (place, (_, name)) in part.params.iter().enumerate() {
                of_locals[place] = unused(name);
            }
            continue;
        };
        let block = code.block(part.blocks[at]);
        // The instructions of a block come to the function before it.
        for local in block.insts.iter().filter_map(|&inst| code.body.result(inst)) {
            of_locals[count + local as usize] = unused(code.body.local_name(local));
        }
        of_blocks[at] = unused(&block.name);
    }
    let mut strings: Strings<OfBody> = Strings::default();
    let mut push = |all: Vec<Vec<u8>>| -> Vec<LocalStr> {
        all.iter().map(|name| if name.is_empty() { LocalStr::EMPTY } else { strings.push(name) }).collect()
    };
    (body.block_names, body.local_names) = (push(of_blocks), push(of_locals));
    body.names = strings;
}

/// The blocks and locals in the order in which their names come to the new function.
fn order_of_names(body: &Body, part: &Part<'_>) -> Vec<Value> {
    let mut order = Vec::new();
    for arrival in arrivals(part) {
        let Some(at) = arrival else {
            order.extend((0..body.args).map(Value::local));
            continue;
        };
        let block = body.blocks[at];
        order.extend((block.first.0..block.end.0).filter_map(|inst| body.result(InstId(inst))).map(Value::local));
        order.push(Value::block(BlockId::new(at)));
    }
    order
}
