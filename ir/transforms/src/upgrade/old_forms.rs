//! Upgrades old forms as LLVM's bitcode reader does: alignments that the data layout determines, attribute types that only typed pointers
//! had, `cmpxchg` that returns only the old value, and the old links between functions and their debug information.
use super::alignments;
use super::datalayout::upgrade_data_layout_in;
use super::element_types;
use bctk_edit::attributes::{change_lists, list_id};
use bctk_edit::functions::{bodies_with, fn_type};
use bctk_edit::globals::renumber_globals;
use bctk_edit::instructions::apply;
use bctk_edit::instructions::{Edit, NewInst, new_local};
use bctk_edit::intern;
use bctk_edit::locals::order_locals;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, sort_attrs};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Attachment;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::metadata::flags::{DI_FLAG_MAIN_SUBPROGRAM, SP_DEFINITION, SP_MAIN_SUBPROGRAM};
use bctk_ir::metadata::{Metadata, MetadataTable, TASK, md_slot, slot_md};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Upgrades the module, whose pointers are still typed, to the form that `llvm` has in memory after reading it.
pub(super) fn upgrade_old_forms(module: &mut Module, llvm: LlvmVersion) {
    type_attributes(module, llvm);
    let atomics = llvm.explicit_atomic_alignments();
    let [paired, calling, open] = bodies_with(module, |inst| {
        let (exchanges, calls) = (matches!(inst, Inst::CmpXchg { .. }), matches!(inst, Inst::CallBr { .. }));
        u8::from(exchanges) | u8::from(calls) << 1 | u8::from(alignments::is_open(inst, atomics)) << 2
    });
    pair_cmpxchg(module, &paired);
    if llvm.explicit_alignments() {
        let layout = upgrade_data_layout_in(module.str(module.data_layout), module.str(module.triple), llvm);
        alignments::fill(module, &layout, atomics, &open);
    }
    if llvm.subprogram_units() {
        tie_debug_info(module);
    }
    upgrade_debug_forms(module, llvm);
    complete_structors(module);
    super::old_rest::upgrade(module, llvm, &calling);
    super::old_metadata::upgrade(module);
    if llvm.mmx_as_vector() {
        super::opaque::replace_mmx(module);
    }
}

/// Upgrades debug information whose records have the forms of a release before `llvm`, whatever the producer says.
fn upgrade_debug_forms(module: &mut Module, llvm: LlvmVersion) {
    let Some(forms) = module.provenance.bitcode.as_ref().map(|written| &written.forms) else { return };
    let (plain_variables, fileless_imports) = (forms.plain_variables, forms.fileless_imports);
    if forms.expressions.is_some_and(|version| u64::from(version) < llvm.expression_version()) {
        super::old_expressions::upgrade(module);
    }
    if llvm.expression_version() > 0 && plain_variables {
        wrap_variables(module, llvm);
    }
    if fileless_imports {
        forget_lines_without_files(module);
    }
}

/// Gives global variables whose expression is null an empty one, as readers do since LLVM 6.
pub(super) fn complete_expressions(module: &mut Module, llvm: LlvmVersion) {
    let is_needed = module.provenance.bitcode.as_ref().is_some_and(|written| written.forms.null_expressions);
    if !is_needed || !llvm.variables_with_expressions() {
        return;
    }
    let table = &mut module.metadata;
    let is_empty = |item: &Metadata| matches!(item, Metadata::Expression { distinct: false, len: 0, .. });
    let empty = match table.items.iter().position(is_empty) {
        Some(at) => MdId::new(at),
        None => table.push(Metadata::Expression { distinct: false, start: 0, len: 0 }),
    };
    for id in (0..table.items.len()).map(MdId::new) {
        if let Some(expression) = field(table, id, DiKind::GlobalVariableExpression, "expr").filter(|slot| **slot == 0) {
            *expression = md_slot(Some(empty));
        }
    }
}

/// Changes what the reader of `llvm`, whose pointers may be typed, changes in a file that names that release: a compiler from before the
/// release may have its number.
pub(super) fn settle_own(module: &mut Module, llvm: LlvmVersion) {
    if llvm.typed_pointers() {
        settle_typed(module, llvm);
        upgrade_debug_forms(module, llvm);
    }
}

/// An imported entity has a line only with a file, which it could not name until LLVM 5.
fn forget_lines_without_files(module: &mut Module) {
    let table = &mut module.metadata;
    for id in (0..table.items.len()).map(MdId::new) {
        if field(table, id, DiKind::ImportedEntity, "file").is_some_and(|file| *file == 0)
            && let Some(line) = field(table, id, DiKind::ImportedEntity, "line")
        {
            *line = 0;
        }
    }
}

/// Changes what the reader of `llvm`, whose pointers may be typed, completes or drops in files of any release: types of attributes,
/// attributes that do not fit, types of resolvers. Compilers from before a release may have its version.
pub(super) fn settle_typed(module: &mut Module, llvm: LlvmVersion) {
    type_attributes(module, llvm);
    super::old_rest::drop_misplaced_attributes(module);
    element_types::state(module, Some(llvm));
    if llvm.typed_resolvers() {
        cast_resolvers(module);
    }
}

/// Casts the resolver of an ifunc to a function that returns a pointer to the ifunc's type.
fn cast_resolvers(module: &mut Module) {
    for at in 0..module.globals.len() {
        let global = &module.globals[at];
        let GlobalKind::IFunc { resolver } = global.kind else { continue };
        let (value_type, space) = (global.value_type, global.addrspace);
        let constant = match resolver.kind() {
            ValueKind::Const(at) => module.consts.get(at),
            _ => None,
        };
        let ty = match resolver.kind() {
            ValueKind::Global(id) => module.global(id).map(|global| global.ptr_type),
            _ => constant.map(|constant| constant.ty),
        };
        let Some(Type::TypedPtr { addrspace, .. }) = ty.map(|ty| module.types.get(ty)) else { continue };
        let ret = module.types.intern(Type::TypedPtr { pointee: value_type, addrspace: space });
        let fn_ty = fn_type(module, ret, &[]);
        let wanted = module.types.intern(Type::TypedPtr { pointee: fn_ty, addrspace });
        if ty == Some(wanted) {
            continue;
        }
        let value = match constant.map(|constant| constant.kind) {
            Some(ConstKind::Cast { op: CastOp::BitCast, value, .. }) => value,
            _ => resolver,
        };
        let is_of_type = matches!(value.kind(), ValueKind::Global(id) if module.global(id).is_some_and(|global| global.ptr_type == wanted));
        let new = match is_of_type {
            true => value,
            false => intern::constant(module, wanted, ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value }),
        };
        if let GlobalKind::IFunc { resolver } = &mut module.globals[at].kind {
            *resolver = new;
        }
    }
}

/// Gives `byval`, `sret` and `inalloca` the pointee type of the parameter (LLVM 22, `BitcodeReader::propagateAttributeTypes`).
pub(super) fn type_attributes(module: &mut Module, llvm: LlvmVersion) {
    let known = [
        (AttrKind::BY_VAL, llvm.typed_by_val()),
        (AttrKind::STRUCT_RET, llvm.typed_struct_ret()),
        (AttrKind::IN_ALLOCA, llvm.typed_in_alloca()),
    ];
    let kinds: Vec<AttrKind> = known.into_iter().filter(|(_, is_typed)| *is_typed).map(|(kind, _)| kind).collect();
    if !kinds.is_empty() && module.types.has_typed_pointers() {
        change_lists(module, |module, list, fn_ty| typed_list(module, list, fn_ty, &kinds));
    }
}

fn typed_list(module: &mut Module, list: AttrListId, fn_ty: TypeId, kinds: &[AttrKind]) -> AttrListId {
    let pointee = |module: &Module, index: AttrIndex| {
        let AttrIndex::Param(param) = index else { return None };
        let (_, params, _) = module.types.function(fn_ty)?;
        match module.types.get(params.get(param as usize)?) {
            Type::TypedPtr { pointee, .. } => Some(pointee),
            _ => None,
        }
    };
    let mut positions: AttrList = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    let mut changed = false;
    for (index, set) in &mut positions {
        let Some(ty) = pointee(module, *index) else { continue };
        let mut attrs = module.attrs.set(*set).to_vec();
        for attr in &mut attrs {
            if let Attr::Enum(kind) | Attr::Type(kind, None) = *attr
                && kinds.contains(&kind)
            {
                *attr = Attr::Type(kind, Some(ty));
                changed = true;
            }
        }
        sort_attrs(&mut attrs, &module.strings);
        if attrs != module.attrs.set(*set) {
            module.attrs.sets.push(attrs);
            *set = AttrSetId::new(module.attrs.sets.len() - 1);
        }
    }
    if changed { list_id(module, positions) } else { list }
}

/// Replaces a `cmpxchg` that returns the old value, as until LLVM 3.4, by one that returns a pair, and extracts the value.
fn pair_cmpxchg(module: &mut Module, bodies: &[usize]) {
    for &at in bodies {
        let mut edits = Vec::new();
        for inst in 0..module.bodies[at].insts.len() {
            let (Inst::CmpXchg { .. }, Some(local)) = (module.bodies[at].insts[inst], module.bodies[at].result(InstId::new(inst))) else {
                continue;
            };
            let Some(&ty) = module.bodies[at].local_types.get(local as usize) else { continue };
            if matches!(module.types.get(ty), Type::Struct { .. }) {
                continue;
            }
            let bit = module.types.intern(Type::Int(1));
            let pair = module.types.find_literal(&[ty, bit], false).unwrap_or_else(|| {
                let fields = module.types.lists.push(&[ty, bit]);
                module.types.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
            });
            let body = &mut module.bodies[at];
            let whole = new_local(body, pair, b"");
            let indices = body.lists.push(&[0]);
            let new = |inst, local, keeps_attachments| NewInst { inst, local, keeps_attachments, attachments: Vec::new() };
            let value = Inst::ExtractValue { aggregate: Value::local(whole), indices };
            let by = vec![new(body.insts[inst], whole, true), new(value, local, false)];
            edits.push(Edit { at: InstId::new(inst), by, step: 0 });
        }
        if !edits.is_empty() {
            apply(&mut module.bodies[at], &edits);
            // A reader makes both instructions as it reads the record.
            module.bodies[at].provenance.late.clear();
            order_locals(module, at);
        }
    }
}

/// The first slot of a field of a node, to read and write it.
fn field<'t>(table: &'t mut MetadataTable, id: MdId, kind: DiKind, name: &str) -> Option<&'t mut u32> {
    let at = match table.get(id) {
        Metadata::Node { kind: found, fields, .. } if found == kind => fields as usize + usize::from(kind.field(name)?.slot),
        _ => return None,
    };
    table.fields.get_mut(at)
}

/// Takes what such a field holds out of it.
fn take(table: &mut MetadataTable, id: MdId, kind: DiKind, name: &str) -> Option<MdId> {
    slot_md(std::mem::take(field(table, id, kind, name)?))
}

/// Links functions to their subprograms, subprograms to their units, and variables to theirs; until LLVM 3.9 these links went the other
/// way (LLVM 22, `MetadataLoader`). Units and definitions are distinct.
fn tie_debug_info(module: &mut Module) {
    // There are many subprograms, so that their fields are looked up once.
    let at = |name: &str| DiKind::Subprogram.field(name).map_or(usize::MAX, |field| usize::from(field.slot));
    let (function, flags, sp_flags) = (at("function"), at("flags"), at("spFlags"));
    let table = &module.metadata;
    let old_kind = |(id, item): (usize, &Metadata)| match *item {
        Metadata::Node { kind: kind @ DiKind::CompileUnit, .. } => Some((MdId::new(id), kind)),
        Metadata::Node { kind: kind @ DiKind::Subprogram, distinct, fields } => {
            let slots = table.node_fields(kind, fields);
            let slot = |at: usize| slots.get(at).copied().unwrap_or(0);
            let is_uniqued_definition = !distinct && slot(sp_flags) & SP_DEFINITION != 0;
            let is_old = slot(function) != 0 || slot(flags) & DI_FLAG_MAIN_SUBPROGRAM != 0 || is_uniqued_definition;
            is_old.then_some((MdId::new(id), kind))
        }
        _ => None,
    };
    let ids: Vec<(MdId, DiKind)> = table.items.par_iter().enumerate().balanced().with_min_len(TASK).filter_map(old_kind).collect();
    let mut functions: Vec<(GlobalId, MdId)> = Vec::new();
    for (id, kind) in ids {
        let table = &mut module.metadata;
        let mut is_distinct = kind == DiKind::CompileUnit;
        if kind == DiKind::CompileUnit {
            for subprogram in tuple(table, id, "subprograms") {
                if let Some(unit) = field(table, subprogram, DiKind::Subprogram, "unit").filter(|unit| **unit == 0) {
                    *unit = md_slot(Some(id));
                }
            }
            take(table, id, kind, "subprograms");
        } else if let Metadata::Node { fields, .. } = table.get(id)
            && let Some(slots) = table.fields.get_mut(fields as usize..fields as usize + kind.slots())
        {
            let value = slots.get_mut(function).and_then(|slot| slot_md(std::mem::take(slot)));
            let flags = slots.get_mut(flags).map_or(0, |flags| {
                let old = *flags;
                *flags &= !DI_FLAG_MAIN_SUBPROGRAM;
                old
            });
            if let Some(sp_flags) = slots.get_mut(sp_flags) {
                if flags & DI_FLAG_MAIN_SUBPROGRAM != 0 {
                    *sp_flags |= SP_MAIN_SUBPROGRAM;
                }
                is_distinct = *sp_flags & SP_DEFINITION != 0;
            }
            if let Some(value) = value
                && let Metadata::Value { value, .. } = table.get(value)
                && let ValueKind::Global(function) = value.kind()
            {
                functions.push((function, id));
            }
        }
        if let (true, Some(Metadata::Node { distinct, .. })) = (is_distinct, table.items.get_mut(id.index())) {
            *distinct = true;
        }
    }
    if functions.is_empty() {
        return;
    }
    let kind = dbg_kind(module);
    for (function, node) in functions {
        let body = module.global(function).and_then(|global| global.function()?.body);
        if let Some(body) = body.and_then(|body| module.bodies.get_mut(body as usize))
            && !body.function_attachments.iter().any(|attachment| attachment.kind == kind)
        {
            body.function_attachments.insert(0, Attachment { kind, node });
        }
    }
}

/// The items of the tuple in a field of a compile unit.
fn tuple(table: &mut MetadataTable, unit: MdId, name: &str) -> Vec<MdId> {
    let list = field(table, unit, DiKind::CompileUnit, name).and_then(|slot| slot_md(*slot));
    match list.map(|list| table.get(list)) {
        Some(Metadata::Tuple { ops, .. }) => table.lists.get(ops).iter().flatten().collect(),
        _ => Vec::new(),
    }
}

/// The number of the kind `dbg`.
fn dbg_kind(module: &mut Module) -> u32 {
    let known = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == b"dbg");
    known.unwrap_or_else(|| {
        let name = module.strings.push(b"dbg");
        module.md_kinds.push(name);
        module.md_kinds.len() - 1
    }) as u32
}

/// Gives global variables of debug information expressions, as since LLVM 4. Attaches them to the variables, or creates them from the
/// constants that the nodes named (LLVM 22, `MetadataLoader`). Since LLVM 24, all references to a variable get the same expression.
fn wrap_variables(module: &mut Module, llvm: LlvmVersion) {
    let ids_of = |module: &Module, wanted: DiKind| -> Vec<MdId> {
        let items = (0..).map(MdId).zip(&module.metadata.items);
        items.filter(|(_, item)| matches!(item, Metadata::Node { kind, .. } if *kind == wanted)).map(|(id, _)| id).collect()
    };
    let variables = ids_of(module, DiKind::GlobalVariable);
    if variables.is_empty() {
        return;
    }
    let kind = dbg_kind(module);
    // Null stands for an empty expression until LLVM 5.
    let plain = llvm.variables_with_expressions().then(|| module.metadata.push(Metadata::Expression { distinct: false, start: 0, len: 0 }));
    let mut shared: HashMap<MdId, MdId> = HashMap::new();
    let mut with_expression = |table: &mut MetadataTable, variable: MdId| match llvm.shared_variable_expressions() {
        true => *shared.entry(variable).or_insert_with(|| with_expression(table, variable, plain)),
        false => with_expression(table, variable, plain),
    };
    for id in variables {
        let table = &mut module.metadata;
        let Some(value) = take(table, id, DiKind::GlobalVariable, "variable") else { continue };
        let expression = match table.get(value) {
            Metadata::Expression { .. } => value,
            Metadata::Value { value, .. } => match value.kind() {
                ValueKind::Global(global) => {
                    let node = with_expression(table, id);
                    if let Some(global) = module.globals.get_mut(global.index()) {
                        global.attachments.insert(0, Attachment { kind, node });
                    }
                    continue;
                }
                ValueKind::Const(at) => match module.consts.get(at).map(|constant| constant.kind) {
                    Some(ConstKind::Int(number)) => constant_expression(table, number as u64),
                    Some(ConstKind::Null) => constant_expression(table, 0),
                    _ => continue,
                },
                _ => continue,
            },
            _ => continue,
        };
        // What refers to the variable refers to both from here on.
        let variable = table.push(table.get(id));
        if let Metadata::Node { fields, .. } = with_expression_parts(table, variable, Some(expression))
            && let Some(item) = table.items.get_mut(id.index())
        {
            *item = Metadata::Node { kind: DiKind::GlobalVariableExpression, distinct: true, fields };
        }
    }
    for unit in ids_of(module, DiKind::CompileUnit) {
        let table = &mut module.metadata;
        let list = field(table, unit, DiKind::CompileUnit, "globals").and_then(|slot| slot_md(*slot));
        let Some(Metadata::Tuple { ops, .. }) = list.map(|list| table.get(list)) else { continue };
        for at in 0..table.lists.get(ops).len() {
            let Some(variable) = table.lists.get(ops).get(at).flatten() else { continue };
            if matches!(table.get(variable), Metadata::Node { kind: DiKind::GlobalVariable, .. }) {
                let node = with_expression(table, variable);
                table.lists.set(ops, at, Some(node));
            }
        }
    }
    let table = &mut module.metadata;
    for attachment in module.globals.iter_mut().flat_map(|global| &mut global.attachments) {
        if attachment.kind == kind && matches!(table.get(attachment.node), Metadata::Node { kind: DiKind::GlobalVariable, .. }) {
            attachment.node = with_expression(table, attachment.node);
        }
    }
}

/// A new distinct node for a variable and its expression, not in the table yet.
fn with_expression_parts(table: &mut MetadataTable, variable: MdId, expression: Option<MdId>) -> Metadata {
    let fields = table.fields.len() as u32;
    table.fields.extend([md_slot(Some(variable)), md_slot(expression)]);
    Metadata::Node { kind: DiKind::GlobalVariableExpression, distinct: true, fields }
}

/// The same, in the table.
fn with_expression(table: &mut MetadataTable, variable: MdId, expression: Option<MdId>) -> MdId {
    let node = with_expression_parts(table, variable, expression);
    table.push(node)
}

/// The expression of a constant.
fn constant_expression(table: &mut MetadataTable, number: u64) -> MdId {
    let start = table.words.len() as u32;
    table.words.extend([u64::from(Op::CONSTU.0), number, u64::from(Op::STACK_VALUE.0)]);
    table.push(Metadata::Expression { distinct: false, start, len: 3 })
}

/// Adds the third field to items of `llvm.global_ctors` and `llvm.global_dtors`, as since LLVM 3.5 (`UpgradeGlobalVariable`). What is
/// upgraded is a new variable, which comes last.
fn complete_structors(module: &mut Module) {
    let count = module.globals.len();
    let mut moved = vec![false; count];
    for (at, moved) in moved.iter_mut().enumerate() {
        let global = &module.globals[at];
        let name = module.str(global.name);
        let (Type::Array { elem, len }, true) =
            (module.types.get(global.value_type), name == b"llvm.global_ctors" || name == b"llvm.global_dtors")
        else {
            continue;
        };
        let (Type::Struct { packed: false, fields, .. }, GlobalKind::Variable { initializer, .. }) = (module.types.get(elem), &global.kind)
        else {
            continue;
        };
        let (initializer, mut fields) = (*initializer, module.types.list(fields).to_vec());
        if fields.len() != 2 {
            continue;
        }
        let (ptr_type, types) = (global.ptr_type, &mut module.types);
        let byte = types.intern(Type::Int(8));
        let data = types.intern(Type::TypedPtr { pointee: byte, addrspace: 0 });
        fields.push(data);
        let item = types.find_literal(&fields, false).unwrap_or_else(|| {
            let fields = types.lists.push(&fields);
            types.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
        });
        let array = types.intern(Type::Array { elem: item, len });
        let ptr_type = match types.get(ptr_type) {
            Type::TypedPtr { addrspace, .. } => types.intern(Type::TypedPtr { pointee: array, addrspace }),
            _ => ptr_type,
        };
        let initializer = match initializer.get() {
            Some(initializer) => completed(&mut module.consts, initializer, [array, item, data]).map(OptionalId::some),
            None => Some(initializer),
        };
        let Some(initializer) = initializer else { continue };
        let global = &mut module.globals[at];
        (global.value_type, global.ptr_type) = (array, ptr_type);
        if let GlobalKind::Variable { initializer: own, .. } = &mut global.kind {
            *own = initializer;
        }
        *moved = true;
    }
    if moved.contains(&true) {
        let all: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        renumber_globals(module, &vec![true; count], &all, |at| if moved[at] { count } else { at });
    }
}

/// The initializer with a null added to each item; `types` are those of the array, its items and the null.
fn completed(pool: &mut ConstPool, initializer: Value, types: [TypeId; 3]) -> Option<Value> {
    let add = |pool: &mut ConstPool, ty: TypeId, kind: ConstKind| Value::constant(pool.push(ty, kind));
    let kind = |pool: &ConstPool, value: Value| match value.kind() {
        ValueKind::Const(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let [array, item, data] = types;
    let list = match kind(pool, initializer)? {
        ConstKind::Null => return Some(add(pool, array, ConstKind::Null)),
        ConstKind::Aggregate(list) => pool.lists.get(list).to_vec(),
        _ => return None,
    };
    let mut items = Vec::new();
    for old in list {
        let new = match kind(pool, old)? {
            ConstKind::Null => ConstKind::Null,
            ConstKind::Aggregate(parts) => {
                let mut parts = pool.lists.get(parts).to_vec();
                parts.push(add(pool, data, ConstKind::Null));
                ConstKind::Aggregate(pool.lists.push(&parts))
            }
            _ => return None,
        };
        items.push(add(pool, item, new));
    }
    let list = pool.lists.push(&items);
    Some(add(pool, array, ConstKind::Aggregate(list)))
}
