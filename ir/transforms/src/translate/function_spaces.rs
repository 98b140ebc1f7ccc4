//! Functions before LLVM 8, which are all in address space 0.
//!
//! The address of a function that another space had becomes a pointer into that space with the same bits: `inttoptr` of `ptrtoint`, which
//! releases take in initializers and compile for all targets. They know `addrspacecast` in neither for most (`AsmPrinter::lowerConstant`,
//! `TargetLowering::isNoopAddrSpaceCast`). A pointer into another space is cast the same way before a call.
use super::report::{Action, At, Report};
use crate::upgrade::to_opaque_pointers;
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::values::map_module;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::datalayout::DataLayout;
use bctk_ir::entity::{CallId, GlobalId, InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Lists of functions that LLVM runs at start and end, whose types state the address space of functions.
const RUN: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// Lists of what must be kept. Like those, they mean the same with pointers of any size.
const KEPT: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];

/// Moves functions to address space 0.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    if llvm.function_address_spaces() {
        return;
    }
    forget_space(module, report);
    if !is_needed(module) {
        return;
    }
    to_opaque_pointers(module);
    let zero = module.types.intern(Type::Ptr(0));
    // The type that the address of each function has until now.
    let mut moved: BTreeMap<GlobalId, TypeId> = BTreeMap::new();
    for (at, global) in module.globals.iter_mut().enumerate() {
        if is_callable(&module.types, global.value_type, &global.kind) && global.ptr_type != zero {
            moved.insert(GlobalId::new(at), global.ptr_type);
            (global.ptr_type, global.addrspace) = (zero, 0);
        }
    }
    let layout = DataLayout::parse(module.str(module.data_layout));
    let found = addresses(module, &moved);
    let is_taken: Vec<GlobalId> = moved.keys().copied().filter(|id| found.contains_key(id)).collect();
    let mut casts: HashMap<GlobalId, Value> = HashMap::new();
    let mut new: Vec<(TypeId, ConstKind)> = Vec::new();
    let first = module.consts.consts.len() as u32;
    for id in is_taken {
        let (Some(&ty), Some(&is_only_kept)) = (moved.get(&id), found.get(&id)) else { continue };
        let mut push = |ty: TypeId, op: CastOp, value: Value| {
            new.push((ty, ConstKind::Cast { op, flags: OpFlags::NONE, value }));
            Value::constant(first + new.len() as u32 - 1)
        };
        let cast = match same_bits(&layout, module, ty) {
            _ if is_only_kept => push(ty, CastOp::AddrSpaceCast, Value::global(id)),
            Some(bits) => {
                let number = push(module.types.intern(Type::Int(bits)), CastOp::PtrToInt, Value::global(id));
                push(ty, CastOp::IntToPtr, number)
            }
            None => {
                let what = Cow::Borrowed("the address of a function, whose size is another than that of the pointers to it");
                report.note(Action::Refused, what, None, "The address.", module, At::Global(id));
                continue;
            }
        };
        casts.insert(id, cast);
    }
    map_module(module, &|value| match value.kind() {
        ValueKind::Global(id) => casts.get(&id).copied().unwrap_or(value),
        _ => value,
    });
    for (ty, kind) in new {
        module.consts.push(ty, kind);
    }
    let functions: HashMap<Value, GlobalId> = casts.into_iter().map(|(id, cast)| (cast, id)).collect();
    restore(module, &functions);
    for at in 0..module.globals.len() {
        run_list(module, GlobalId::new(at), zero, &functions, report);
        kept_list(module, GlobalId::new(at), zero, &functions);
    }
    for id in moved.into_keys() {
        report.feature(Action::Lowered, Feature::FunctionAddressSpaces, module, At::Global(id));
    }
    calls(module, &layout, report);
}

/// Takes the address space of functions out of the data layout, which new functions would be in.
fn forget_space(module: &mut Module, report: &mut Report) {
    let layout = module.str(module.data_layout);
    let parts: Vec<&[u8]> = layout.split(|&c| c == b'-').collect();
    let rest: Vec<&[u8]> = parts.iter().copied().filter(|part| !matches!(part, [b'P', b'0'..=b'9', ..])).collect();
    if rest.len() != parts.len() {
        let rest = rest.join(&b'-');
        module.data_layout = module.strings.push(&rest);
        if let Some(written) = module.provenance.bitcode.as_mut() {
            written.data_layout = None;
        }
        report.feature(Action::Lowered, Feature::FunctionAddressSpaces, module, At::Module);
    }
}

/// Whether a global value is a function, or another name of one.
fn is_callable(types: &TypeTable, value_type: TypeId, kind: &GlobalKind) -> bool {
    match kind {
        GlobalKind::Function(_) => true,
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => matches!(types.get(value_type), Type::Function { .. }),
        GlobalKind::Variable { .. } => false,
    }
}

/// The address space of a pointer.
fn space_of(types: &TypeTable, ty: TypeId) -> Option<u32> {
    match types.get(ty) {
        Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => Some(space),
        _ => None,
    }
}

/// Whether a function, or what a call takes for one, is in another address space.
fn is_needed(module: &Module) -> bool {
    let is_other = |ty: TypeId| space_of(&module.types, ty).is_some_and(|space| space != 0);
    let is_callee =
        |body: &Body, call: &Call| bctk_ir::value_types::type_of(call.callee, body, &module.globals, &module.consts).is_some_and(is_other);
    module.globals.iter().any(|global| is_callable(&module.types, global.value_type, &global.kind) && is_other(global.ptr_type))
        || module.bodies.iter().any(|body| body.calls.iter().any(|call| is_callee(body, call)))
}

/// The width of pointers of type `ty`, if those to functions have the same.
fn same_bits(layout: &DataLayout, module: &Module, ty: TypeId) -> Option<u32> {
    let bytes = layout.pointer_bytes(space_of(&module.types, ty)?);
    let bits = u32::try_from(bytes).ok()?.checked_mul(8)?;
    (bytes == layout.pointer_bytes(0)).then_some(bits)
}

/// The functions whose addresses are taken, and whether only [`KEPT`] and [`RUN`] do so.
fn addresses(module: &Module, moved: &BTreeMap<GlobalId, TypeId>) -> HashMap<GlobalId, bool> {
    let mut out: HashMap<GlobalId, bool> = HashMap::new();
    let mut seen = [vec![false; module.consts.consts.len()], vec![false; module.consts.consts.len()]];
    let mut walk = |root: Value, own: Option<(&ConstPool, &mut [bool])>, is_kept: bool| {
        let seen = &mut seen[usize::from(is_kept)];
        let (pool, mut seen_own) = own.unzip();
        let mut open = vec![root];
        while let Some(value) = open.pop() {
            let (constant, flag, pool) = match value.kind() {
                ValueKind::Global(id) => {
                    if moved.contains_key(&id) {
                        *out.entry(id).or_insert(true) &= is_kept;
                    }
                    continue;
                }
                ValueKind::Const(at) => (module.consts.get(at), seen.get_mut(at as usize), &module.consts),
                ValueKind::LocalConst(at) => match (pool, seen_own.as_mut()) {
                    (Some(pool), Some(seen)) => (pool.get(at), seen.get_mut(at as usize), pool),
                    _ => continue,
                },
                _ => continue,
            };
            if let (Some(constant), Some(flag)) = (constant, flag)
                && !std::mem::replace(flag, true)
            {
                pool.operands(constant.kind, |operand| open.push(operand));
            }
        }
    };
    let is_direct = |value: Value| matches!(value.kind(), ValueKind::Global(_));
    for global in &module.globals {
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => {
                let name = module.str(global.name);
                let is_kept = KEPT.contains(&name) || RUN.contains(&name);
                initializer.get().into_iter().for_each(|value| walk(value, None, is_kept));
            }
            GlobalKind::Function(function) => {
                [function.prefix, function.prologue].into_iter().filter_map(|value| value.get()).for_each(|value| walk(value, None, false));
            }
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } if !is_direct(*value) => walk(*value, None, false),
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
        }
    }
    for body in &module.bodies {
        let mut seen = vec![false; body.consts.consts.len()];
        for inst in &body.insts {
            let mut walk = |value: Value| walk(value, Some((&body.consts, &mut seen[..])), false);
            match *inst {
                Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
                    let Some(call) = body.call(call) else { continue };
                    body.values(call.args).for_each(&mut walk);
                    body.call_bundles(call).iter().flat_map(|bundle| body.values(bundle.inputs)).for_each(&mut walk);
                    if !is_direct(call.callee) {
                        walk(call.callee);
                    }
                }
                _ => bctk_ir::visit::operands(inst, body, |_, value| walk(value)),
            }
        }
    }
    out
}

/// Names functions themselves again where no pointer is meant, or any.
fn restore(module: &mut Module, functions: &HashMap<Value, GlobalId>) {
    let own = |value: &mut Value| {
        if let Some(&id) = functions.get(value) {
            *value = Value::global(id);
        }
    };
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => own(value),
            GlobalKind::Function(function) => {
                function.personality = function
                    .personality
                    .get()
                    .map(|mut value| {
                        own(&mut value);
                        value
                    })
                    .into();
            }
            GlobalKind::Variable { .. } => {}
        }
    }
    for item in &mut module.metadata.items {
        if let Metadata::Value { value, ty } = item {
            own(value);
            if let ValueKind::Global(id) = value.kind()
                && let Some(global) = module.globals.get(id.index())
            {
                *ty = global.ptr_type;
            }
        }
    }
    for body in &mut module.bodies {
        body.calls.iter_mut().for_each(|call| own(&mut call.callee));
    }
}

/// Gives a list of functions that LLVM runs the type that it has with functions in address space 0.
fn run_list(module: &mut Module, id: GlobalId, zero: TypeId, functions: &HashMap<Value, GlobalId>, report: &mut Report) {
    let global = &module.globals[id.index()];
    let GlobalKind::Variable { initializer, .. } = &global.kind else { return };
    let Type::Array { elem, len } = module.types.get(global.value_type) else { return };
    let Type::Struct { packed, fields, .. } = module.types.get(elem) else { return };
    let mut fields = module.types.list(fields).to_vec();
    let is_other = |ty: &TypeId| *ty != zero && space_of(&module.types, *ty).is_some();
    if !RUN.contains(&module.str(global.name)) || !fields.get(1).is_some_and(is_other) {
        return;
    }
    let initializer = initializer.get();
    fields[1] = zero;
    let fields = module.types.lists.push(&fields);
    let elem = module.types.intern(Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields });
    let ty = module.types.intern(Type::Array { elem, len });
    let list = initializer.map(|list| run_functions(&mut module.consts, list, (ty, elem, zero), functions));
    match list {
        Some(None) => {
            let what = Cow::Borrowed("a list of functions to run that holds something else");
            report.note(Action::Refused, what, None, "The list.", module, At::Global(id));
        }
        list => {
            module.globals[id.index()].value_type = ty;
            if let GlobalKind::Variable { initializer, .. } = &mut module.globals[id.index()].kind {
                *initializer = list.flatten().into();
            }
        }
    }
}

/// The same list, of the type `ty` with elements of type `elem`.
fn run_functions(
    pool: &mut ConstPool,
    list: Value,
    (ty, elem, zero): (TypeId, TypeId, TypeId),
    functions: &HashMap<Value, GlobalId>,
) -> Option<Value> {
    let kind = |pool: &ConstPool, value: Value| match value.kind() {
        ValueKind::Const(at) => pool.get(at).map(|constant| constant.kind),
        _ => None,
    };
    let elements = match kind(pool, list)? {
        ConstKind::Aggregate(elements) => pool.lists.get(elements).to_vec(),
        kind => return Some(Value::constant(pool.push(ty, kind))),
    };
    let mut new = Vec::with_capacity(elements.len());
    for element in elements {
        let made = match kind(pool, element)? {
            ConstKind::Aggregate(members) => {
                let mut members = pool.lists.get(members).to_vec();
                let member = members.get_mut(1)?;
                *member = match (functions.get(member), kind(pool, *member)) {
                    (Some(&function), _) => Value::global(function),
                    (None, Some(ConstKind::Null)) => Value::constant(pool.push(zero, ConstKind::Null)),
                    _ => return None,
                };
                ConstKind::Aggregate(pool.lists.push(&members))
            }
            kind => kind,
        };
        new.push(Value::constant(pool.push(elem, made)));
    }
    let new = pool.lists.push(&new);
    Some(Value::constant(pool.push(ty, ConstKind::Aggregate(new))))
}

/// Names functions in a list of what must be kept in a way that LLVM looks through (`stripPointerCasts`): by `addrspacecast`.
fn kept_list(module: &mut Module, id: GlobalId, zero: TypeId, functions: &HashMap<Value, GlobalId>) {
    let Module { globals, consts, strings, .. } = module;
    let global = &mut globals[id.index()];
    let GlobalKind::Variable { initializer, .. } = &mut global.kind else { return };
    let Some(ValueKind::Const(list)) = initializer.get().map(Value::kind).filter(|_| KEPT.contains(&strings.get(global.name))) else {
        return;
    };
    let Some(Constant { ty: list_ty, kind: ConstKind::Aggregate(elements) }) = consts.get(list) else { return };
    let mut elements = consts.lists.get(elements).to_vec();
    let mut any = false;
    for element in &mut elements {
        let ValueKind::Const(at) = element.kind() else { continue };
        let Some(Constant { ty, kind: ConstKind::Cast { op, value, .. } }) = consts.get(at) else { continue };
        let function = functions.get(element).or_else(|| functions.get(&value).filter(|_| op == CastOp::AddrSpaceCast));
        if let Some(&function) = function {
            any = true;
            *element = match ty == zero {
                true => Value::global(function),
                false => Value::constant(
                    consts.push(ty, ConstKind::Cast { op: CastOp::AddrSpaceCast, flags: OpFlags::NONE, value: Value::global(function) }),
                ),
            };
        }
    }
    if any {
        let elements = consts.lists.push(&elements);
        *initializer = Some(Value::constant(consts.push(list_ty, ConstKind::Aggregate(elements)))).into();
    }
}

/// Casts what is called through a pointer into another address space.
fn calls(module: &mut Module, layout: &DataLayout, report: &mut Report) {
    let mut editor = Editor::new(module);
    for (owner, body) in owners(editor.module) {
        editor.body = body;
        for at in (0..editor.body().insts.len()).map(InstId::new) {
            let (Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) = editor.body().insts[at.index()] else {
                continue;
            };
            let Some(&call) = editor.body().call(id) else { continue };
            let Some(ty) = editor.ty(call.callee) else { continue };
            if space_of(&editor.module.types, ty).is_none_or(|space| space == 0) {
                continue;
            }
            let made = same_bits(layout, editor.module, ty).and_then(|bits| cast_callee(&mut editor, at, id, call, bits));
            let action = if made.is_some() { Action::Lowered } else { Action::Refused };
            report.feature(action, Feature::FunctionAddressSpaces, editor.module, At::Inst(owner, at));
        }
        editor.finish_body();
    }
    editor.finish();
}

fn cast_callee(editor: &mut Editor<'_>, at: InstId, id: CallId, call: Call, bits: u32) -> Option<()> {
    let int = editor.intern(Type::Int(bits));
    let zero = editor.intern(Type::Ptr(0));
    let address = editor.cast(CastOp::PtrToInt, call.callee, int)?;
    let callee = editor.cast(CastOp::IntToPtr, address, zero)?;
    let mut inst = editor.body().insts.get(at.index()).copied()?;
    editor.body_mut().calls.get_mut(id.index())?.callee = callee;
    let Inst::Call(new) = editor.call_inst(Call { callee, ..call }) else { return None };
    if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = &mut inst {
        *call = new;
    }
    match editor.body().result(at).and_then(|local| editor.body().local_types.get(local as usize).copied()) {
        Some(ty) => {
            let value = editor.push(ty, inst);
            editor.end(at, Some(value));
        }
        None => {
            editor.push_void(inst);
            editor.end(at, None);
        }
    }
    Some(())
}
