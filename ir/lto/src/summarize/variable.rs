//! The summary of one variable: what its initial value refers to, and its functions if it is a virtual table.
use super::context::{Context, Target};
use super::devirtual::without_casts;
use super::function::is_pointer;
use super::metadata::{number, tuple};
use super::offsets::Offsets;
use super::ordered::OrderedSet;
use super::references::{Seen, Walker};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{DllStorage, Linkage};
use bctk_ir::metadata::Metadata;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::strings::Str;
use bctk_ir::summary::variable_flags;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The summary of a variable, before values have their numbers.
#[derive(Debug, Default)]
pub(super) struct VariableFacts {
    pub(super) flags: u64,
    pub(super) may_not_be_imported: bool,
    pub(super) refs: Vec<Target>,
    /// Functions of a virtual table, with their offsets.
    pub(super) functions: Vec<(Target, u64)>,
    /// Identifiers of types with which the table is compatible, each with an offset.
    pub(super) types: Vec<(Str, u64)>,
    pub(super) addresses: Vec<(GlobalId, BlockId)>,
    /// Values that share their GUIDs with others, as the walk met them.
    pub(super) met: Vec<u32>,
}

/// Summarises a variable with an initial value.
pub(super) fn summarize<'m>(context: &Context<'m>, id: GlobalId, global: &GlobalValue, offsets: &mut Offsets<'m>) -> VariableFacts {
    let GlobalKind::Variable { constant, initializer, .. } = global.kind else { return VariableFacts::default() };
    let Some(initial) = initializer.get() else { return VariableFacts::default() };
    let mut walker = Walker::new(context, None);
    let mut refs = OrderedSet::default();
    let may_not_be_imported = walker.value(initial, &mut Seen::default(), &mut refs);
    let mut facts = VariableFacts {
        flags: flags(context, global, constant),
        may_not_be_imported,
        refs: refs.into_keys(),
        addresses: walker.addresses,
        met: walker.met,
        ..VariableFacts::default()
    };
    if !context.is_split {
        let types: Vec<_> = global.attachments.iter().filter(|own| Some(own.kind) == context.kinds.ty).collect();
        if !types.is_empty() && constant {
            Table { context, offsets, table: id, size_of: global.value_type, functions: &mut facts.functions }.find(initial);
        }
        for attachment in types {
            let Some(ops) = tuple(context.module, attachment.node) else { continue };
            let [offset, name, ..] = ops[..] else { continue };
            if let (Some(offset), Some(Metadata::String(name))) =
                (number(context.module, None, offset), name.map(|name| context.module.metadata.get(name)))
            {
                facts.types.push((name, offset));
            }
        }
    }
    facts
}

/// Bits of [`variable_flags`].
fn flags(context: &Context<'_>, global: &GlobalValue, constant: bool) -> u64 {
    let can_be_internal = global.comdat.is_none()
        && !matches!(global.linkage, Linkage::Appending | Linkage::AvailableExternally)
        && !context.is_interposable(global)
        && global.dll_storage != DllStorage::Export;
    let bit = |set: bool, bit: u64| if set { bit } else { 0 };
    let visibility = super::metadata::attached(&global.attachments, context.kinds.vcall_visibility)
        .and_then(|node| number(context.module, None, *tuple(context.module, node)?.first()?))
        .unwrap_or(0);
    bit(can_be_internal, variable_flags::READ_ONLY)
        | bit(can_be_internal && !constant, variable_flags::WRITE_ONLY)
        | bit(constant, variable_flags::CONSTANT)
        | (visibility & 3) << variable_flags::VCALL_VISIBILITY
}

/// A virtual table whose functions are looked for (`findFuncPointers`).
struct Table<'t, 'c, 'm> {
    context: &'c Context<'m>,
    offsets: &'t mut Offsets<'m>,
    table: GlobalId,
    size_of: bctk_ir::entity::TypeId,
    functions: &'t mut Vec<(Target, u64)>,
}

impl Table<'_, '_, '_> {
    fn find(&mut self, initial: Value) {
        let module = self.context.module;
        let mut open = vec![(initial, 0u64)];
        // Equal aggregates are one, and may be nested so that they have more parts than memory.
        let mut steps = 0u32;
        while let Some((value, offset)) = open.pop() {
            steps += 1;
            if steps > MOST_PARTS {
                return;
            }
            if self.is_function(value, offset) {
                continue;
            }
            let ValueKind::Const(index) = value.kind() else { continue };
            let Some(constant) = module.consts.get(index) else { continue };
            match (constant.kind, module.types.get(constant.ty)) {
                (ConstKind::Aggregate(list), Type::Struct { .. }) => {
                    let offsets = self.offsets.fields(constant.ty);
                    for &field in offsets.iter().rev() {
                        // Of several fields at an offset, which only the last can have a size, the last counts for each.
                        let last = offsets.partition_point(|&other| other <= field) - 1;
                        if let Some(value) = module.consts.lists.get(list).get(last) {
                            open.push((value, offset.wrapping_add(field)));
                        }
                    }
                }
                (ConstKind::Aggregate(list), Type::Array { elem, .. }) => {
                    let size = self.offsets.size(elem);
                    let first = open.len();
                    let parts = module.consts.values(list).zip(0u64..);
                    open.extend(parts.map(|(value, at)| (value, offset.wrapping_add(at.wrapping_mul(size)))));
                    open[first..].reverse();
                }
                (ConstKind::Cast { op: CastOp::Trunc, value, .. }, _) if self.context.llvm.relative_vtables() => {
                    if let Some(function) = self.relative(value) {
                        open.push((function, offset));
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the function that a pointer is.
    fn is_function(&mut self, value: Value, offset: u64) -> bool {
        let module = self.context.module;
        let is_pointer = match value.kind() {
            ValueKind::Global(_) => true,
            ValueKind::Const(index) => module.consts.get(index).is_some_and(|constant| is_pointer(module, constant.ty)),
            _ => false,
        };
        if !is_pointer {
            return false;
        }
        let is_function = |value: Value| value.as_global().and_then(|id| module.global(id)).is_some_and(|it| it.function().is_some());
        let Some(id) = without_casts(self.context, None, value, |_| None).as_global() else { return false };
        let Some(global) = module.global(id) else { return false };
        let found = match global.kind {
            GlobalKind::Function(_) => true,
            GlobalKind::Alias { aliasee } => self.context.llvm.vtable_aliases() && is_function(aliasee),
            _ => false,
        };
        if found && module.str(global.name) != b"__cxa_pure_virtual" {
            let target = self.context.target(id);
            self.functions.push((target, offset));
        }
        found
    }

    /// The function of a relative entry: the distance between it and a place in the table.
    fn relative(&mut self, value: Value) -> Option<Value> {
        let pool = &self.context.module.consts;
        let ValueKind::Const(index) = value.kind() else { return None };
        let ConstKind::Bin { op: BinOp::Sub, lhs, rhs, .. } = pool.get(index)?.kind else { return None };
        let ((function, 0), (base, within)) = (self.offset_of(lhs)?, self.offset_of(rhs)?) else { return None };
        (base == self.table && within as u64 <= self.offsets.size(self.size_of)).then(|| Value::global(function))
    }

    /// The global value that a constant is at a known distance from (`IsConstantOffsetFromGlobal`).
    fn offset_of(&mut self, mut value: Value) -> Option<(GlobalId, i64)> {
        let pool = &self.context.module.consts;
        let mut offset = 0i64;
        for _ in 0..MOST_PARTS {
            let index = match value.kind() {
                ValueKind::Global(id) => return Some((id, offset)),
                ValueKind::Const(index) => index,
                _ => return None,
            };
            value = match pool.get(index)?.kind {
                ConstKind::DsoLocalEquivalent(function) => function,
                ConstKind::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::BitCast, value, .. } => value,
                ConstKind::Gep { source, ops, .. } => {
                    let step = self.offsets.indexed(None, source, pool.values(ops).skip(1))?;
                    offset = offset.wrapping_add(step);
                    pool.values(ops).next()?
                }
                _ => return None,
            };
        }
        None
    }
}

/// So many parts of a virtual table are looked at.
const MOST_PARTS: u32 = 1 << 22;
