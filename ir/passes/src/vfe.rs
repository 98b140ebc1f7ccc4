//! Virtual functions that no call can reach (`GlobalDCEPass`): what `llvm.type.checked.load` may load from which vtables.
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::{GlobalId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::mangle::strip_pointer_casts;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::module_flags::module_flag;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// The flag that says that all loads from vtables can be seen.
const FLAG: &[u8] = b"Virtual Function Elim";
const LOADS: [&[u8]; 2] = [b"llvm.type.checked.load", b"llvm.type.checked.load.relative"];

/// Only code of this linkage unit calls through a vtable (`VCallVisibilityLinkageUnit`).
const LINKAGE_UNIT: u64 = 1;
/// Only code of this module does (`VCallVisibilityTranslationUnit`).
const TRANSLATION_UNIT: u64 = 2;

/// What calls of virtual functions need.
#[derive(Default)]
pub(crate) struct Virtual {
    /// Vtables of which every call is known: they do not need their functions.
    pub(crate) safe: HashSet<GlobalId>,
    /// By function, the virtual functions that it may call.
    pub(crate) callees: HashMap<GlobalId, Vec<GlobalId>>,
}

/// What identifies a type: the text of a string, or a node.
#[derive(PartialEq, Eq, Hash)]
enum TypeKey {
    Text(Vec<u8>),
    Node(MdId),
}

fn type_key(module: &Module, id: MdId) -> TypeKey {
    match module.metadata.get(id) {
        Metadata::String(text) => TypeKey::Text(module.str(text).to_vec()),
        _ => TypeKey::Node(id),
    }
}

/// A number below 2^64 that a node wraps.
fn number(module: &Module, id: MdId) -> Option<u64> {
    let ValueKind::Const(index) = module.metadata.wrapped_value(id)?.kind() else { return None };
    int(&module.consts, index)
}

fn int(pool: &ConstPool, index: u32) -> Option<u64> {
    match pool.get(index)?.kind {
        ConstKind::Null => Some(0),
        ConstKind::Int(number) => Some(number as u64),
        _ => None,
    }
}

impl Virtual {
    /// Looks at all vtables and calls. `is_linkage_unit` says that the module is all of its linkage unit.
    pub(crate) fn of(module: &Module, is_linkage_unit: bool) -> Virtual {
        let mut found = Virtual::default();
        if module_flag(module, FLAG).and_then(|flag| flag.number(module)).is_none_or(|on| on == 0) {
            return found;
        }
        let by_type = found.vtables(module, is_linkage_unit);
        if found.safe.is_empty() {
            return Virtual::default();
        }
        let layout = DataLayout::parse(module.str(module.data_layout));
        let mut layouts = Layouts::new(layout).of_release(module.llvm_version());
        for (caller, _, function) in module.functions() {
            let Some(body) = module.body(function) else { continue };
            for inst in &body.insts {
                if let Inst::Call(call) = *inst
                    && let Some(call) = body.call(call)
                    && let Some(callee) = call.callee.as_global().and_then(|id| module.global(id))
                    && LOADS.contains(&module.str(callee.name))
                {
                    let args: Vec<Value> = body.values(call.args).collect();
                    found.load(module, body, caller, &args, &by_type, &mut layouts);
                }
            }
        }
        found
    }

    /// Vtables and places in them by type; and notes which are safe.
    fn vtables(&mut self, module: &Module, is_linkage_unit: bool) -> HashMap<TypeKey, Vec<(GlobalId, u64)>> {
        let mut by_type: HashMap<TypeKey, Vec<(GlobalId, u64)>> = HashMap::new();
        let kind = |name: &[u8]| module.md_kinds.iter().position(|&kind| module.str(kind) == name).map(|at| at as u32);
        let (types, visibility) = (kind(b"type"), kind(b"vcall_visibility"));
        let ops_of = |node: MdId| match module.metadata.get(node) {
            Metadata::Tuple { ops, .. } => module.metadata.lists.get(ops).to_vec(),
            _ => Vec::new(),
        };
        for (at, global) in module.globals.iter().enumerate() {
            if !matches!(global.kind, GlobalKind::Variable { .. }) || global.is_declaration() {
                continue;
            }
            let id = GlobalId::new(at);
            let mut has_type = false;
            for attachment in global.attachments.iter().filter(|attachment| Some(attachment.kind) == types) {
                if let [Some(offset), Some(of), ..] = ops_of(attachment.node)[..]
                    && let Some(offset) = number(module, offset)
                {
                    has_type = true;
                    let places = by_type.entry(type_key(module, of)).or_default();
                    if !places.contains(&(id, offset)) {
                        places.push((id, offset));
                    }
                }
            }
            let seen_by = global.attachments.iter().find(|attachment| Some(attachment.kind) == visibility);
            let seen_by = seen_by.and_then(|attachment| number(module, ops_of(attachment.node).first().copied().flatten()?));
            if has_type && (seen_by == Some(TRANSLATION_UNIT) || is_linkage_unit && seen_by == Some(LINKAGE_UNIT)) {
                self.safe.insert(id);
            }
        }
        by_type
    }

    /// Notes what a load may load.
    fn load(
        &mut self,
        module: &Module,
        body: &Body,
        caller: GlobalId,
        args: &[Value],
        by_type: &HashMap<TypeKey, Vec<(GlobalId, u64)>>,
        layouts: &mut Layouts,
    ) {
        let &[_, offset, of, ..] = args else { return };
        let ValueKind::Metadata(of) = of.kind() else { return };
        let Some(places) = by_type.get(&type_key(module, of)) else { return };
        let offset = match offset.kind() {
            ValueKind::Const(index) => int(&module.consts, index),
            ValueKind::LocalConst(index) => int(&body.consts, index),
            _ => None,
        };
        for &(vtable, start) in places {
            let place = offset.and_then(|offset| start.checked_add(u64::from(offset as u32)));
            let callee = place.and_then(|place| function_at(module, layouts, vtable, place));
            match callee {
                Some(callee) => self.callees.entry(caller).or_default().push(callee),
                // Anything in it may be called.
                None => {
                    self.safe.remove(&vtable);
                }
            }
        }
    }
}

/// Constants are nested this deep at most in a vtable.
const DEPTH: usize = 64;

/// The function that a vtable has at a place.
fn function_at(module: &Module, layouts: &mut Layouts, vtable: GlobalId, place: u64) -> Option<GlobalId> {
    let mut value = module.global(vtable)?.kind.operands().next()?;
    let mut offset = place;
    for _ in 0..DEPTH {
        if let Some(equivalent) = equivalent_of(module, value) {
            value = equivalent;
        }
        let ty = module.type_of(value, None)?;
        if matches!(module.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. }) {
            let id = strip_pointer_casts(module, value).as_global().filter(|_| offset == 0)?;
            return module.global(id)?.function().map(|_| id);
        }
        let ValueKind::Const(index) = value.kind() else { return None };
        match module.consts.get(index)?.kind {
            ConstKind::Aggregate(members) => {
                let (member, rest) = member_at(module, layouts, ty, offset)?;
                value = module.consts.values(members).nth(member)?;
                offset = rest;
            }
            ConstKind::Cast { op: CastOp::Trunc | CastOp::PtrToInt, value: inner, .. } => value = inner,
            ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } if points_to(module, rhs, vtable) => value = lhs,
            _ => return None,
        }
    }
    None
}

/// What `dso_local_equivalent` stands for.
fn equivalent_of(module: &Module, value: Value) -> Option<Value> {
    let ValueKind::Const(index) = value.kind() else { return None };
    match module.consts.get(index)?.kind {
        ConstKind::DsoLocalEquivalent(of) => Some(of),
        _ => None,
    }
}

/// The member of a structure or array at an offset, and the offset in it.
fn member_at(module: &Module, layouts: &mut Layouts, ty: TypeId, offset: u64) -> Option<(usize, u64)> {
    match module.types.get(ty) {
        Type::Array { elem, .. } => {
            let size = layouts.alloc_size(&module.types, elem).filter(|&size| size > 0)?;
            Some((usize::try_from(offset / size).ok()?, offset % size))
        }
        Type::Struct { fields, packed, .. } => {
            let mut start = 0u64;
            let mut found = None;
            for (at, field) in module.types.list(fields).iter().enumerate() {
                let align = if packed { 1 } else { layouts.abi_align(&module.types, field)?.max(1) };
                start = start.checked_next_multiple_of(align)?;
                if start > offset {
                    break;
                }
                found = Some((at, offset - start));
                start = start.checked_add(layouts.alloc_size(&module.types, field)?)?;
            }
            found.filter(|_| layouts.alloc_size(&module.types, ty).is_some_and(|size| offset < size))
        }
        _ => None,
    }
}

/// Whether a number is the address of a vtable, or of a place in it.
fn points_to(module: &Module, value: Value, vtable: GlobalId) -> bool {
    let mut value = value;
    for _ in 0..DEPTH {
        match value.kind() {
            ValueKind::Global(id) => return id == vtable,
            ValueKind::Const(index) => match module.consts.get(index).map(|constant| constant.kind) {
                Some(ConstKind::Cast { op: CastOp::PtrToInt | CastOp::Trunc, value: inner, .. }) => value = inner,
                Some(ConstKind::Gep { ops, .. }) => match module.consts.values(ops).next() {
                    Some(base) => value = base,
                    None => return false,
                },
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

/// Replaces functions that are not kept in the contents of what is: differences of addresses become 0, and so do addresses.
pub(crate) fn clear_slots(module: &mut Module, kept: &[bool]) {
    let is_gone = |module: &Module, value: Value| {
        let value = equivalent_of(module, value).unwrap_or(value);
        value.as_global().is_some_and(|id| kept.get(id.index()) == Some(&false) && module.globals[id.index()].function().is_some())
    };
    let mut known: HashMap<Value, Value> = HashMap::new();
    for (at, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
        let GlobalKind::Variable { initializer, .. } = module.globals[at].kind else { continue };
        let Some(root) = initializer.get() else { continue };
        let new = cleared(module, root, &mut known, &is_gone);
        if new != root
            && let GlobalKind::Variable { initializer, .. } = &mut module.globals[at].kind
        {
            *initializer = bctk_ir::entity::OptionalId::some(new);
        }
    }
}

/// The value without what is gone.
fn cleared(module: &mut Module, root: Value, known: &mut HashMap<Value, Value>, is_gone: &impl Fn(&Module, Value) -> bool) -> Value {
    let mut open = vec![(root, false)];
    while let Some((value, is_ready)) = open.pop() {
        if known.contains_key(&value) && !is_ready {
            continue;
        }
        if is_gone(module, value) {
            let ty = module.type_of(value, None);
            let null = ty.map_or(value, |ty| Value::constant(module.consts.push(ty, ConstKind::Null)));
            known.insert(value, null);
            continue;
        }
        let ValueKind::Const(index) = value.kind() else { continue };
        let Some(constant) = module.consts.get(index) else { continue };
        if !is_ready {
            known.insert(value, value);
            open.push((value, true));
            module.consts.operands(constant.kind, |operand| open.push((operand, false)));
            continue;
        }
        let new = |value: Value| known.get(&value).copied().unwrap_or(value);
        let is_null = |module: &Module, value: Value| matches!(value.kind(), ValueKind::Const(index) if module.consts.get(index).is_some_and(|it| it.kind == ConstKind::Null));
        let null = |module: &mut Module| Value::constant(module.consts.push(constant.ty, ConstKind::Null));
        let made = match constant.kind {
            ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } if new(lhs) != lhs || new(rhs) != rhs => null(module),
            ConstKind::Cast { value: inner, .. } if new(inner) != inner && is_null(module, new(inner)) => null(module),
            ConstKind::NoCfi(inner) if new(inner) != inner => null(module),
            ConstKind::Aggregate(list) => {
                let members: Vec<Value> = module.consts.values(list).collect();
                let changed: Vec<Value> = members.iter().map(|&member| new(member)).collect();
                match changed == members {
                    true => value,
                    false => {
                        use bctk_edit::EditModule;
                        let mut edit = module.edit();
                        let made = edit.aggregate(constant.ty, &changed);
                        // Nothing but a constant was added.
                        edit.raw_module();
                        made.unwrap_or(value)
                    }
                }
            }
            _ => value,
        };
        known.insert(value, made);
    }
    known.get(&root).copied().unwrap_or(root)
}
