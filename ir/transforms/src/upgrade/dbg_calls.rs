//! Debug records become calls of `llvm.dbg.*`, as until LLVM 18 (`BasicBlock::convertFromNewDbgValues` of LLVM 19): the reverse of `dbg`.
use super::attrs::replace_attrs;
use bctk_edit::attributes::{Sets, list_id, sets_of};
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::{InsertedInst, insert};
use bctk_edit::intrinsics::intrinsic_list;
use bctk_ir::body::{Body, Call, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstPool;
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{AttrListId, CallId, GlobalId, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::exact;
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::type_of;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// The intrinsic for a record of this kind, and its number of operands; none if there was no such intrinsic.
fn intrinsic(kind: DbgKind) -> Option<(&'static str, usize)> {
    match kind {
        DbgKind::Value => Some(("dbg.value", 3)),
        DbgKind::Declare => Some(("dbg.declare", 3)),
        DbgKind::Assign => Some(("dbg.assign", 6)),
        DbgKind::Label => Some(("dbg.label", 1)),
        DbgKind::DeclareValue => None,
    }
}

/// Turns all debug records that LLVM 18 had as calls into calls, and declares the callees.
pub fn records_to_calls(module: &mut Module) {
    if module.bodies.iter().all(|body| body.dbg_records.is_empty()) {
        return;
    }
    let declared = declare_all(module);
    let Module { bodies, metadata, globals, consts, .. } = &mut *module;
    // Each body numbers what it wraps as if nothing else was added.
    let first = metadata.items.len() as u32;
    let of_body = |body: &mut Body| match body.dbg_records.is_empty() {
        true => Converted::default(),
        false => body_to_calls(body, globals, consts, &declared, first),
    };
    let converted: Vec<Converted> = bodies.par_iter_mut().balanced().map(of_body).collect();
    let mut moved = Vec::with_capacity(converted.len());
    for Converted { calls, wrapped } in converted {
        moved.push((calls, metadata.items.len() as u32 - first));
        metadata.items.extend(wrapped);
    }
    bodies.par_iter_mut().zip(moved).balanced().for_each(|(body, (calls, by))| {
        let Body { lists, calls: all, .. } = body;
        for call in all.iter().skip(calls).filter(|_| by != 0) {
            lists.update(call.args, |value| match Value::kind(value) {
                ValueKind::Metadata(id) if id.0 >= first => Value::metadata(MdId(id.0 + by)),
                _ => value,
            });
        }
    });
}

/// The callees, by name; nothing if a function of this name has another type.
type Declared = HashMap<&'static str, Option<(GlobalId, TypeId)>>;

/// What became of the records of a body.
#[derive(Default)]
struct Converted {
    /// The number of calls that were there before.
    calls: usize,
    /// Values that metadata has to wrap.
    wrapped: Vec<Metadata>,
}

/// Declares the callees that records need, in the order in which bodies need them.
fn declare_all(module: &mut Module) -> Declared {
    let of_body = |body: &Body| {
        let mut kinds: Vec<DbgKind> = Vec::new();
        for record in &body.dbg_records {
            if !kinds.contains(&record.kind) {
                kinds.push(record.kind);
            }
        }
        kinds
    };
    let of_bodies: Vec<Vec<DbgKind>> = module.bodies.par_iter().balanced().map(of_body).collect();
    let mut declared = HashMap::new();
    let mut sets = sets_of(module);
    for (name, operands) in of_bodies.into_iter().flatten().filter_map(intrinsic) {
        declare(module, name, operands, &mut declared, &mut sets);
    }
    declared
}

/// Turns the records of a body into calls. What metadata has to wrap gets the numbers from `first` on.
fn body_to_calls(body: &mut Body, globals: &[GlobalValue], consts: &ConstPool, declared: &Declared, first: u32) -> Converted {
    let calls = body.calls.len();
    let mut added = Vec::with_capacity(body.dbg_records.len());
    let mut wrapped: HashMap<u32, MdId> = HashMap::new();
    let mut new = Vec::new();
    let mut locations: HashMap<MdId, u32> = (1..).zip(&body.loc_nodes).map(|(number, &node)| (node, number)).collect();
    body.calls.reserve_exact(body.dbg_records.len());
    for record in std::mem::take(&mut body.dbg_records) {
        let Some((name, _)) = intrinsic(record.kind) else {
            body.dbg_records.push(record);
            continue;
        };
        let Some(&Some((callee, fn_ty))) = declared.get(name) else { continue };
        let assign = body.dbg_assign(&record).copied();
        let mut wrap = |operand: DbgOperand| match operand {
            DbgOperand::Md(id) => id,
            DbgOperand::Value(value) => *wrapped.entry(value.raw()).or_insert_with(|| {
                let ty = type_of(value, &*body, globals, consts).unwrap_or(TypeId(0));
                new.push(Metadata::Value { ty, value });
                MdId(first + new.len() as u32 - 1)
            }),
        };
        let (args, count) = operands_of(&record, assign, &mut wrap);
        let args = body.lists.push_iter(args.into_iter().take(count).map(Value::metadata));
        let call = Call {
            callee: Value::global(callee),
            fn_ty,
            attrs: AttrListId(0),
            args,
            bundles: (0, 0),
            cc: CallConv::C,
            tail: TailKind::Tail,
            fmf: FastMathFlags::NONE,
        };
        body.calls.push(call);
        let loc = *locations.entry(record.loc).or_insert_with(|| {
            body.loc_nodes.push(record.loc);
            body.loc_nodes.len() as u32
        });
        added.push(InsertedInst {
            before: record.before,
            inst: Inst::Call(CallId::new(body.calls.len() - 1)),
            local: OptionalId::NONE,
            loc,
        });
    }
    insert(body, &added);
    Converted { calls, wrapped: new }
}

/// The operands of the call for a record, in order, and how many there are.
fn operands_of(record: &DbgRecord, assign: Option<DbgAssign>, wrap: &mut impl FnMut(DbgOperand) -> MdId) -> ([MdId; 6], usize) {
    let (mut operands, mut count) = ([MdId(0); 6], 0);
    let mut push = |operand: MdId| {
        operands[count] = operand;
        count += 1;
    };
    if let Some(value) = record.value {
        push(wrap(value));
    }
    push(record.variable);
    if let Some(expression) = record.expression.get() {
        push(expression);
    }
    if let Some(DbgAssign { id, address, address_expression }) = assign {
        [id, wrap(address), address_expression].into_iter().for_each(push);
    }
    (operands, count)
}

/// The declaration of a debug intrinsic, added at the end of the module if it is missing.
fn declare(
    module: &mut Module,
    name: &'static str,
    operands: usize,
    declared: &mut Declared,
    sets: &mut Sets,
) -> Option<(GlobalId, TypeId)> {
    if let Some(&known) = declared.get(name) {
        return known;
    }
    let (void, metadata) = (module.types.intern(Type::Void), module.types.intern(Type::Metadata));
    let fn_ty = fn_type(module, void, &vec![metadata; operands]);
    let full = format!("llvm.{name}");
    let there = module.functions().find(|(_, global, _)| module.str(global.name) == full.as_bytes());
    let callee = match there {
        Some((id, global, _)) => (global.value_type == fn_ty).then_some(id),
        None => Some(new_declaration(module, name, fn_ty, sets)?),
    };
    let found = callee.map(|id| (id, fn_ty));
    declared.insert(name, found);
    found
}

/// A new declaration of a debug intrinsic.
fn new_declaration(module: &mut Module, name: &'static str, fn_ty: TypeId, sets: &mut Sets) -> Option<GlobalId> {
    let intrinsic = exact(name)?;
    let space = AddressSpaces::parse(module.str(module.data_layout)).program;
    let ptr_type = module.types.intern(Type::Ptr(space));
    let name_of = module.strings.push(format!("llvm.{name}").as_bytes());
    let id = GlobalId::new(module.globals.len());
    module.globals.push(GlobalValue { addrspace: space, ..GlobalValue::declaration(name_of, fn_ty, ptr_type) });
    let list = intrinsic_list(module, intrinsic, fn_ty, sets);
    let list = list_id(module, list);
    replace_attrs(module, id, list);
    Some(id)
}
