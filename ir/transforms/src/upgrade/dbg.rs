//! Calls of `llvm.dbg.*` become debug records (`upgradeDbgIntrinsicToDbgRecord` of LLVM 22).
use bctk_edit::globals::GlobalChanges;
use bctk_edit::instructions::{Edit, apply};
use bctk_ir::body::{Body, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{DbgAssignId, GlobalId, InstId, MdId, OptionalId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::expr::operand_count;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// The debug intrinsics that LLVM has had.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Intrinsic {
    Value,
    Declare,
    Assign,
    Label,
    /// Until LLVM 15: the address of a variable from here on.
    Addr,
}

fn intrinsic(name: &[u8]) -> Option<Intrinsic> {
    Some(match name.strip_prefix(b"llvm.dbg.")? {
        b"value" => Intrinsic::Value,
        b"declare" => Intrinsic::Declare,
        b"assign" => Intrinsic::Assign,
        b"label" => Intrinsic::Label,
        b"addr" => Intrinsic::Addr,
        _ => return None,
    })
}

/// Whether a function of this name is a debug intrinsic, whatever its type.
pub(super) fn is_debug_intrinsic(name: &[u8]) -> bool {
    intrinsic(name).is_some()
}

/// Turns the calls into records and takes the functions out.
pub(super) fn to_records(module: &mut Module, changes: &mut GlobalChanges) {
    let mut known: Vec<Option<Intrinsic>> = Vec::new();
    for (id, global, _) in module.functions().filter(|(_, _, function)| function.body.is_none()) {
        if let Some(found) = intrinsic(module.str(global.name)) {
            known.resize(module.globals.len(), None);
            known[id.index()] = Some(found);
            changes.dropped.push(id);
        }
    }
    if known.is_empty() {
        return;
    }
    let mut derefs = Derefs::default();
    let mut bodies = std::mem::take(&mut module.bodies);
    for body in &mut bodies {
        body_to_records(module, body, &known, &mut derefs);
    }
    module.bodies = bodies;
}

/// Turns calls of debug intrinsics into records.
pub(super) fn calls_to_records(module: &mut Module) {
    let mut changes = GlobalChanges::default();
    to_records(module, &mut changes);
    changes.apply(module);
}

fn body_to_records(module: &mut Module, body: &mut Body, known: &[Option<Intrinsic>], derefs: &mut Derefs) {
    let callee = |body: &Body, inst: &Inst| match *inst {
        Inst::Call(id) => match body.call(id)?.callee.kind() {
            ValueKind::Global(GlobalId(id)) => known.get(id as usize).copied().flatten(),
            _ => None,
        },
        _ => None,
    };
    let mut edits = Vec::new();
    let (mut records, mut assigns) = (Vec::new(), Vec::new());
    let mut there = body.dbg_records.iter().copied().peekable();
    for (i, inst) in body.insts.iter().enumerate() {
        records.extend(std::iter::from_fn(|| there.next_if(|record| record.before.index() <= i)));
        let (Some(intrinsic), &Inst::Call(call)) = (callee(body, inst), inst) else { continue };
        let at = InstId::new(i);
        edits.push(Edit { at, by: Vec::new(), step: 0 });
        let Some(call) = body.call(call) else { continue };
        let args: Vec<Value> = body.values(call.args).collect();
        if let Some((mut record, assign)) = record(module, body, intrinsic, &args, derefs) {
            // LLVM has records without some parts for a while, which are invalid.
            let known = |id: Option<MdId>, table: &mut MetadataTable| match id {
                Some(id) if table.is_node(id) => id,
                _ => table.push(Metadata::Missing),
            };
            let table = &mut module.metadata;
            record.loc = known(body.debug_loc(at), table);
            record.variable = known(Some(record.variable), table);
            record.expression = record.expression.get().map(|id| known(Some(id), table)).into();
            if let Some(mut assign) = assign {
                assign.id = known(Some(assign.id), table);
                assign.address_expression = known(Some(assign.address_expression), table);
                record.assign = OptionalId::some(DbgAssignId::new(body.dbg_assigns.len() + assigns.len()));
                assigns.push(assign);
            }
            records.push(DbgRecord { before: at, ..record });
        }
    }
    if edits.is_empty() {
        return;
    }
    if !body.attachments.is_empty() {
        let is_replaced = |at: InstId| edits.binary_search_by_key(&at, |edit| edit.at).is_ok();
        let lost = body.attachments.iter().filter(|(at, _)| is_replaced(*at)).count();
        module.provenance.dbg_call_attachments += lost as u32;
    }
    records.extend(there);
    body.dbg_records = records;
    body.dbg_assigns.append(&mut assigns);
    apply(body, &edits);
}

/// Takes out records that lack a part.
pub(super) fn drop_incomplete(module: &mut Module) {
    let table = &module.metadata;
    let is_known = |id: MdId| table.get(id) != Metadata::Missing;
    module.bodies.par_iter_mut().balanced().for_each(|body| {
        let mut records = std::mem::take(&mut body.dbg_records);
        records.retain(|record| {
            let assign = body.dbg_assign(record).map(|assign| [assign.id, assign.address_expression]);
            let parts = [Some(record.loc), Some(record.variable), record.expression.get()].into_iter().flatten();
            parts.chain(assign.into_iter().flatten()).all(is_known)
        });
        body.dbg_records = records;
    });
}

/// The record of a call, but for its place and location.
fn record(
    module: &mut Module,
    body: &Body,
    intrinsic: Intrinsic,
    args: &[Value],
    derefs: &mut Derefs,
) -> Option<(DbgRecord, Option<DbgAssign>)> {
    // A call may have too few arguments.
    let mut md = |at: usize| match args.get(at).map(|arg| arg.kind()) {
        Some(ValueKind::Metadata(id)) => id,
        _ => module.metadata.push(Metadata::Missing),
    };
    let first = md(0);
    let record = DbgRecord {
        before: InstId(0),
        kind: DbgKind::Value,
        loc: MdId(0),
        variable: first,
        expression: OptionalId::NONE,
        value: Some(DbgOperand::Md(first)),
        assign: OptionalId::NONE,
    };
    let mut assign = None;
    if matches!(intrinsic, Intrinsic::Assign) {
        assign = Some(DbgAssign { id: md(3), address: DbgOperand::Md(md(4)), address_expression: md(5) });
    }
    let record = match intrinsic {
        Intrinsic::Label => DbgRecord { kind: DbgKind::Label, value: None, ..record },
        Intrinsic::Declare => DbgRecord { kind: DbgKind::Declare, variable: md(1), expression: OptionalId::some(md(2)), ..record },
        Intrinsic::Assign => DbgRecord { kind: DbgKind::Assign, variable: md(1), expression: OptionalId::some(md(2)), ..record },
        Intrinsic::Addr => {
            let (variable, expression) = (md(1), md(2));
            let expression = append_deref(&mut module.metadata, expression, derefs, true);
            DbgRecord { variable, expression: OptionalId::some(expression), ..record }
        }
        // Until LLVM 5 there was an offset operand; only calls with offset 0 are kept.
        Intrinsic::Value if args.len() == 4 => {
            let offset = match args[1].kind() {
                ValueKind::Const(index) => module.consts.get(index),
                ValueKind::LocalConst(index) => body.consts.get(index),
                _ => None,
            };
            if offset?.kind != ConstKind::Null {
                return None;
            }
            DbgRecord { variable: md(2), expression: OptionalId::some(md(3)), ..record }
        }
        Intrinsic::Value => DbgRecord { variable: md(1), expression: OptionalId::some(md(2)), ..record },
    };
    Some((record, assign))
}

/// Removes additions of zero, which LLVM drops when it rebuilds an expression.
fn drop_zero_offsets(words: &mut Vec<u64>) {
    let (mut at, mut kept) = (0, 0);
    while let Some(&op) = words.get(at) {
        let end = (at + 1 + operand_count(op)).min(words.len());
        if op != u64::from(Op::PLUS_UCONST.0) || words.get(at + 1) != Some(&0) {
            words.copy_within(at..end, kept);
            kept += end - at;
        }
        at = end;
    }
    words.truncate(kept);
}

/// Expressions with `DW_OP_deref` appended, by the original, and all uniqued expressions of the module after the first lookup.
#[derive(Default)]
pub(crate) struct Derefs {
    known: HashMap<MdId, MdId>,
    there: Option<HashMap<Vec<u64>, MdId>>,
}

/// The expression with `DW_OP_deref` appended to its computation (`DIExpression::append`); if `simplify`, without additions of zero.
pub(super) fn append_deref(table: &mut MetadataTable, expression: MdId, derefs: &mut Derefs, simplify: bool) -> MdId {
    if let Some(&known) = derefs.known.get(&expression) {
        return known;
    }
    let Metadata::Expression { start, len, .. } = table.get(expression) else { return expression };
    let mut words = table.word_range(start, len).to_vec();
    let mut at = 0;
    while let Some(&op) = words.get(at) {
        if op == u64::from(Op::STACK_VALUE.0) || op == u64::from(Op::LLVM_FRAGMENT.0) {
            break;
        }
        at += 1 + operand_count(op);
    }
    let at = at.min(words.len());
    words.insert(at, u64::from(Op::DEREF.0));
    if simplify {
        drop_zero_offsets(&mut words);
    }
    let there = derefs.there.get_or_insert_with(|| {
        let uniqued = table.items.iter().enumerate().filter_map(|(id, item)| match *item {
            Metadata::Expression { distinct: false, start, len } => Some((table.word_range(start, len).to_vec(), MdId::new(id))),
            _ => None,
        });
        // The first of several equal expressions, which files may contain.
        uniqued.rev().collect()
    });
    let new = *there.entry(words).or_insert_with_key(|words| {
        let start = table.words.len() as u32;
        table.words.extend_from_slice(words);
        table.push(Metadata::Expression { distinct: false, start, len: words.len() as u32 })
    });
    derefs.known.insert(expression, new);
    new
}
