//! What must hold of what edits add, so that it can be written and read again.
use crate::{EditError, Result};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::integers::signed;
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::metadata::di::NUMBER;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::limits::Limits;
use hashbrown::HashSet;

/// The widest integer type (`IntegerType::MAX_INT_BITS`).
pub(crate) const MAX_INT_BITS: u32 = 1 << 23;

/// The largest code of an alignment: that of 2^32 bytes.
const MAX_ALIGN: u8 = 33;

/// That a name has a zero byte, which assembly does not take.
pub(crate) fn zero_byte(name: &[u8]) -> EditError {
    EditError::new(format!("a name has a zero byte: {}", name.escape_ascii()))
}

/// How much a module had before edits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    types: usize,
    consts: usize,
    items: usize,
}

impl Before {
    /// What there is now.
    pub(crate) fn of(module: &Module) -> Before {
        Before { types: module.types.len(), consts: module.consts.consts.len(), items: module.metadata.items.len() }
    }

    /// Checks addresses of blocks that were added since, in bodies that are finished.
    pub(crate) fn check_addresses(self, module: &Module) -> Result<()> {
        for constant in module.consts.consts.iter().skip(self.consts) {
            let ConstKind::BlockAddress { function, block } = constant.kind else { continue };
            let body = module.global(function).and_then(|global| module.body(global.function()?));
            if body.is_none_or(|body| block.index() >= body.blocks.len()) {
                let message = format!("there is no block {} to take the address of", block.index());
                let error = EditError::new(message);
                return Err(module.global(function).map_or(error.clone(), |global| error.in_function(module.str(global.name))));
            }
        }
        Ok(())
    }

    /// Checks that readers follow types and constants that were added since: their nesting has a limit.
    fn check_depths(self, module: &Module) -> Result<()> {
        let limit = Limits::DEFAULT.depth.min(Limits::DEFAULT.printed_depth as usize);
        let too_deep = |what: &str| Err(EditError::new(format!("{what} are nested deeper than {limit}")));
        if self.types < module.types.len() {
            let mut depths = vec![0usize; module.types.len()];
            for at in 0..depths.len() {
                let mut depth = 0;
                parts(module, TypeId::new(at), |part| depth = depth.max(depths.get(part.index()).map_or(0, |depth| depth + 1)));
                if at >= self.types && depth >= limit {
                    return too_deep("types");
                }
                depths[at] = depth;
            }
        }
        if self.consts < module.consts.consts.len() {
            let mut depths = vec![0usize; module.consts.consts.len()];
            for at in 0..depths.len() {
                let mut depth = 0;
                module.consts.operands(module.consts.consts[at].kind, |value| {
                    if let ValueKind::Const(part) = value.kind() {
                        depth = depth.max(depths.get(part as usize).map_or(0, |depth| depth + 1));
                    }
                });
                if at >= self.consts && depth >= limit {
                    return too_deep("constants");
                }
                depths[at] = depth;
            }
        }
        Ok(())
    }

    /// Checks types, constants and metadata that were added since.
    pub(crate) fn check(self, module: &Module) -> Result<()> {
        for at in self.types..module.types.len() {
            let ty = TypeId::new(at);
            if !is_type(module, ty) {
                let spelled = crate::types::spell(&module.types, &module.strings, ty, 3);
                return Err(EditError::new(format!("there is no such type: {spelled}")));
            }
        }
        for (at, constant) in module.consts.consts.iter().enumerate().skip(self.consts) {
            if !is_constant(module, at, *constant) {
                let spelled = crate::types::spell(&module.types, &module.strings, constant.ty, 3);
                return Err(EditError::new(format!("constant {at} cannot have the type {spelled}: {:?}", constant.kind)));
            }
        }
        self.check_depths(module)?;
        match (self.items..module.metadata.items.len()).find(|&at| !is_metadata(module, MdId::new(at))) {
            Some(at) => Err(EditError::new(format!("metadata {at} refers to what there is not"))),
            None => Ok(()),
        }
    }
}

/// What a type consists of.
fn parts(module: &Module, ty: TypeId, mut f: impl FnMut(TypeId)) {
    let types = &module.types;
    match types.get(ty) {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => f(elem),
        Type::TypedPtr { pointee, .. } => f(pointee),
        Type::Struct { fields, .. } => types.list(fields).iter().for_each(f),
        Type::Function { ret, params, .. } => {
            f(ret);
            types.list(params).iter().for_each(f);
        }
        _ => {}
    }
}

/// Whether a type that was added is one of LLVM.
fn is_type(module: &Module, ty: TypeId) -> bool {
    let types = &module.types;
    // What it consists of was there before, so no type contains itself.
    let is_earlier = |part: TypeId| part < ty;
    let is_member =
        |part: TypeId| !matches!(types.get(part), Type::Void | Type::Label | Type::Metadata | Type::Function { .. } | Type::Token);
    match types.get(ty) {
        Type::Int(bits) | Type::Byte(bits) => (1..=MAX_INT_BITS).contains(&bits),
        Type::Ptr(space) => space < 1 << 24,
        Type::TypedPtr { pointee, addrspace } => {
            let fits = !matches!(types.get(pointee), Type::Void | Type::Label | Type::Metadata | Type::Token);
            pointee.index() < types.len() && addrspace < 1 << 24 && fits
        }
        Type::Array { elem, .. } => is_earlier(elem) && is_member(elem) && types.get(elem) != Type::X86Amx,
        Type::Vector { elem, len, .. } => {
            let scalar = types.get(elem);
            let fits = matches!(scalar, Type::Int(_) | Type::Byte(_) | Type::Ptr(_) | Type::TypedPtr { .. } | Type::TargetExt { .. });
            is_earlier(elem) && len > 0 && (fits || scalar.is_float())
        }
        Type::Struct { kind, fields, .. } => {
            let is_there = |field: TypeId| if kind == StructKind::Literal { is_earlier(field) } else { field.index() < types.len() };
            types.list(fields).iter().all(|field| is_there(field) && is_member(field))
        }
        Type::Function { ret, params, .. } => {
            let is_param = |param: TypeId| is_earlier(param) && !matches!(types.get(param), Type::Void | Type::Function { .. });
            let is_result = !matches!(types.get(ret), Type::Label | Type::Metadata | Type::Function { .. });
            is_earlier(ret) && is_result && types.list(params).iter().all(is_param)
        }
        _ => true,
    }
}

/// Whether the constant `at`, which was added, fits its type.
fn is_constant(module: &Module, at: usize, Constant { ty, kind }: Constant) -> bool {
    let pool = &module.consts;
    let mut fits = ty.index() < module.types.len();
    pool.operands(kind, |value| {
        fits &= match value.kind() {
            ValueKind::Global(id) => id.index() < module.globals.len(),
            // So no constant contains itself.
            ValueKind::Const(index) => (index as usize) < at,
            _ => false,
        };
    });
    let own = module.types.get(ty);
    let scalar = module.types.get(module.types.scalar(ty));
    let width = match scalar {
        Type::Int(bits) | Type::Byte(bits) => bits,
        _ => 0,
    };
    fits && match kind {
        ConstKind::Null => !matches!(own, Type::Void | Type::Label | Type::Metadata | Type::Function { .. }),
        ConstKind::Undef | ConstKind::Poison => {
            !matches!(own, Type::Void | Type::Label | Type::Metadata | Type::Function { .. } | Type::Token)
        }
        ConstKind::Int(number) => (1..=64).contains(&width) && signed(number as u64, width) == number,
        ConstKind::WideInt { start, len } => width > 64 && len == width.div_ceil(64) && pool.words.len() >= start as usize + len as usize,
        ConstKind::Float(_) => matches!(scalar, Type::Half | Type::BFloat | Type::Float | Type::Double),
        ConstKind::WideFloat { start } => {
            matches!(scalar, Type::X86Fp80 | Type::Fp128 | Type::PpcFp128) && pool.words.len() >= start as usize + 2
        }
        ConstKind::Data(bytes) => {
            let (elem, len) = match own {
                Type::Array { elem, len } => (elem, len),
                Type::Vector { elem, len, scalable: false } => (elem, u64::from(len)),
                _ => return false,
            };
            let width = match module.types.get(elem) {
                Type::Int(bits @ (8 | 16 | 32 | 64)) => u64::from(bits) / 8,
                Type::Half | Type::BFloat => 2,
                Type::Float => 4,
                Type::Double => 8,
                _ => return false,
            };
            len.checked_mul(width) == Some(pool.bytes.get(bytes).len() as u64)
        }
        ConstKind::Aggregate(list) => {
            let members = pool.lists.get(list);
            let count = match own {
                Type::Struct { fields, .. } => module.types.list(fields).len() as u64,
                Type::Array { len, .. } => len,
                Type::Vector { len, .. } => u64::from(len),
                _ => return false,
            };
            let is_of = |at: usize, member: Value| {
                let wanted = module.types.member(ty, at as u64);
                let found = module.type_of(member, None);
                matches!((wanted, found), (Some(a), Some(b)) if bctk_ir::value_types::Types::new(module).same(a, b))
            };
            count == members.len() as u64 && members.iter().enumerate().all(|(at, member)| is_of(at, member))
        }
        _ => true,
    }
}

/// Whether metadata that was added refers to what there is.
fn is_metadata(module: &Module, id: MdId) -> bool {
    let table = &module.metadata;
    let is_there = |id: MdId| id.index() < table.items.len();
    match table.get(id) {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().all(is_there),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            // Some fields have a node or a number.
            let slot = |at: u8| slots.get(usize::from(at)).filter(|&&slot| slot != NUMBER).and_then(|&slot| slot_md(slot));
            kind.operand_slots().iter().all(|&at| slot(at).is_none_or(is_there))
        }
        _ => true,
    }
}

/// Checks global values that were added or changed: readers refuse those whose properties exclude each other.
pub(crate) fn globals<'i>(module: &Module, touched: impl Iterator<Item = &'i GlobalId>) -> Result<()> {
    for global in touched.filter_map(|&id| module.global(id)) {
        if let Some(message) = fault(module, global) {
            return Err(EditError::new(message).in_function(module.str(global.name)));
        }
    }
    Ok(())
}

/// What is wrong with a global value.
fn fault(module: &Module, global: &GlobalValue) -> Option<&'static str> {
    let is_declared = match &global.kind {
        GlobalKind::Variable { initializer, .. } => initializer.is_none(),
        GlobalKind::Function(function) => function.body.is_none(),
        _ => false,
    };
    let is_local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
    let is_function = matches!(global.kind, GlobalKind::Function(_));
    if module.str(global.name).contains(&0) {
        return Some("a name has a zero byte");
    }
    if is_declared && !matches!(global.linkage, Linkage::External | Linkage::ExternalWeak) {
        return Some("a declaration must be external");
    }
    if !is_declared && global.linkage == Linkage::ExternalWeak {
        return Some("what is extern_weak must be a declaration");
    }
    if !is_declared && is_function && matches!(global.linkage, Linkage::Common | Linkage::Appending) {
        return Some("a function cannot be common or appending");
    }
    if global.comdat.is_some() && (is_declared || global.linkage == Linkage::AvailableExternally) {
        return Some("a declaration cannot be in a comdat");
    }
    if is_local && (global.visibility != Visibility::Default || global.dll_storage != DllStorage::Default) {
        return Some("what is local must have default visibility and no DLL storage class");
    }
    match (global.dll_storage, global.visibility) {
        (DllStorage::Export, Visibility::Hidden) => return Some("what is exported from a DLL must have default or protected visibility"),
        (DllStorage::Import, Visibility::Hidden | Visibility::Protected) => {
            return Some("what is imported from a DLL must have default visibility");
        }
        (DllStorage::Import, _) if global.dso_local => return Some("what is imported from a DLL is not local to its own"),
        _ => {}
    }
    if global.align > MAX_ALIGN {
        return Some("an alignment is larger than 2^32");
    }
    None
}

/// Whether a global value is an alias or ifunc of another, maybe through constants and aliases.
pub(crate) fn refers_to(module: &Module, from: GlobalId, to: GlobalId) -> bool {
    let mut seen: HashSet<Value> = HashSet::new();
    let mut open = vec![Value::global(from)];
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.kind() {
            ValueKind::Global(id) => match module.global(id).map(|global| &global.kind) {
                Some(GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value }) => open.push(*value),
                _ if id == to => return true,
                _ => {}
            },
            ValueKind::Const(index) => {
                if let Some(constant) = module.consts.get(index) {
                    module.consts.operands(constant.kind, |value| open.push(value));
                }
            }
            _ => {}
        }
    }
    false
}

/// Checks bodies whose structure is sound.
pub(crate) fn bodies(module: &Module, functions: &[GlobalId]) -> Result<()> {
    for global in functions.iter().filter_map(|&id| module.global(id)) {
        let Some(body) = global.function().and_then(|function| module.body(function)) else { continue };
        if let Some(message) = body_fault(module, body) {
            return Err(EditError::new(message).in_function(module.str(global.name)));
        }
    }
    Ok(())
}

fn body_fault(module: &Module, body: &Body) -> Option<String> {
    let consts = |value: Value, is_number: &dyn Fn(ConstKind) -> bool| match value.kind() {
        ValueKind::Const(index) => module.consts.get(index).is_some_and(|constant| is_number(constant.kind)),
        ValueKind::LocalConst(index) => body.consts.get(index).is_some_and(|constant| is_number(constant.kind)),
        _ => false,
    };
    for (number, block) in body.blocks.iter().enumerate() {
        let mut has_other = false;
        for at in block.first.index()..block.end.index() {
            let fault = match body.insts[at] {
                Inst::Phi { .. } if has_other => Some("a phi follows another kind of instruction"),
                Inst::Phi { incoming, .. } if body.lists.get(incoming).is_empty() => Some("a phi has no values"),
                Inst::Phi { .. } => None,
                Inst::ExtractValue { indices, .. } | Inst::InsertValue { indices, .. } if body.lists.get(indices).is_empty() => {
                    Some("expected at least one index")
                }
                Inst::Switch { cases, .. } => {
                    let is_number = |kind| matches!(kind, ConstKind::Null | ConstKind::Int(_) | ConstKind::WideInt { .. });
                    let fits = body.lists.get(cases).iter().all(|(case, _)| consts(case, &is_number));
                    (!fits).then_some("a case of a switch is no number")
                }
                Inst::Alloca { align, .. }
                | Inst::Load { align, .. }
                | Inst::Store { align, .. }
                | Inst::AtomicRmw { align, .. }
                | Inst::CmpXchg { align, .. } => (align > MAX_ALIGN).then_some("an alignment is larger than 2^32"),
                _ => None,
            };
            has_other |= !matches!(body.insts[at], Inst::Phi { .. });
            if let Some(fault) = fault {
                return Some(format!("instruction {} of block {number}: {fault}", at - block.first.index()));
            }
        }
    }
    let names = body.local_names.iter().chain(&body.block_names);
    let items = module.metadata.items.len();
    let is_missing = |id: MdId| id.index() >= items;
    if names.into_iter().any(|&name| body.names.get(name).contains(&0)) {
        return Some("a name has a zero byte".to_owned());
    }
    let attached = body.attachments.iter().find(|(_, attachment)| is_missing(attachment.node));
    attached.map(|(at, _)| place(body, *at)).map(|place| format!("{place}: metadata is attached that there is not"))
}

/// The place of an instruction in words.
pub(crate) fn place(body: &Body, at: InstId) -> String {
    let block = body.blocks.partition_point(|block| block.end <= at);
    let first = body.blocks.get(block).map_or(0, |block| block.first.index());
    format!("instruction {} of block {block}", at.index() - first)
}
