//! Structures whose members an older data layout puts elsewhere: packed structures with explicit padding take their place in memory.
//!
//! Values keep their types, since how a value is passed follows from these. So only what has a type in memory gets another one: variables,
//! `alloca`, `getelementptr`, attributes. Loads and stores of whole structures become those of their members.
use super::instructions::align_code;
use super::layout::{in_memory, offsets};
use super::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::intern::ModuleIndex;
use bctk_ir::attr_set::Attr;
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::{InstId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{GepNoWrapFlags, Inst};
use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// The members of a structure that are loaded and stored one by one.
const MOST_PARTS: usize = 256;

/// What takes the place of a type in memory.
struct Padded {
    ty: TypeId,
    /// Where each member of a structure is now, among the padding.
    places: Vec<u32>,
    /// Its alignment by the newer layout.
    align: u64,
}

/// The types that change, by what they were.
type Types = HashMap<TypeId, Padded>;

/// Gives all that `older` moves the places that it has by `newer`, as far as it can be written. Must run before the module has the older layout.
pub(super) fn to_packed(module: &mut Module, newer: &str, older: &str, report: &mut Report) {
    let (mut before, mut after) = (Layouts::new(DataLayout::parse(newer.as_bytes())), Layouts::new(DataLayout::parse(older.as_bytes())));
    let used = in_memory(module);
    let types = padded_types(&mut module.types, &mut module.strings, used.iter().map(|used| used.ty), &mut before, &mut after);
    if types.is_empty() {
        return;
    }
    let mut work = Work { types, before, made: ModuleIndex::default() };
    let done: Vec<At> = used.iter().filter(|used| work.types.contains_key(&used.ty)).map(|used| used.at).collect();
    work.variables(module);
    work.attributes(module);
    work.addresses(module);
    work.accesses(module);
    for at in done {
        let what = Cow::Borrowed("structures whose members the data layout of an older release moves");
        report.note(Action::Lowered, what, None, "Packed structures with explicit padding.", module, at);
    }
}

/// The types that change, of those that are in memory and what these contain.
fn padded_types(
    types: &mut TypeTable,
    strings: &mut Strings,
    used: impl Iterator<Item = TypeId>,
    before: &mut Layouts,
    after: &mut Layouts,
) -> Types {
    let mut out = Types::new();
    let mut seen: HashSet<TypeId> = HashSet::new();
    let mut open: Vec<(TypeId, bool)> = Vec::new();
    for ty in used {
        open.push((ty, false));
        while let Some((ty, parts_are_done)) = open.pop() {
            if parts_are_done {
                if let Some(padded) = padded(types, strings, ty, &out, before, after) {
                    out.insert(ty, padded);
                }
                continue;
            }
            if !seen.insert(ty) {
                continue;
            }
            open.push((ty, true));
            match types.get(ty) {
                Type::Struct { fields, .. } => open.extend(types.list(fields).iter().map(|field| (field, false))),
                Type::Array { elem, .. } => open.push((elem, false)),
                _ => {}
            }
        }
    }
    out
}

/// What takes the place of one type, if its members or their members move.
fn padded(
    types: &mut TypeTable,
    strings: &mut Strings,
    ty: TypeId,
    known: &Types,
    before: &mut Layouts,
    after: &mut Layouts,
) -> Option<Padded> {
    let align = before.abi_align(types, ty)?;
    match types.get(ty) {
        Type::Array { elem, len } => {
            let elem = known.get(&elem)?.ty;
            Some(Padded { ty: types.intern(Type::Array { elem, len }), places: Vec::new(), align })
        }
        Type::Struct { kind, packed, name, fields } => {
            let fields: Vec<TypeId> = types.list(fields).to_vec();
            let wanted = offsets(before, types, &fields, packed);
            let size = before.alloc_size(types, ty)?;
            let is_same = wanted == offsets(after, types, &fields, packed) && Some(size) == after.alloc_size(types, ty);
            if is_same && !fields.iter().any(|field| known.contains_key(field)) {
                return None;
            }
            let byte = types.intern(Type::Int(8));
            let (mut members, mut places, mut end) = (Vec::new(), Vec::new(), 0u64);
            let pad = |types: &mut TypeTable, members: &mut Vec<TypeId>, len: u64| {
                if len > 0 {
                    members.push(types.intern(Type::Array { elem: byte, len }));
                }
            };
            for (&field, start) in fields.iter().zip(wanted) {
                let start = start?;
                pad(types, &mut members, start.checked_sub(end)?);
                places.push(members.len() as u32);
                let member = known.get(&field).map_or(field, |padded| padded.ty);
                members.push(member);
                let its_size = after.alloc_size(types, member).filter(|&its_size| Some(its_size) == before.alloc_size(types, field))?;
                end = start.checked_add(its_size)?;
            }
            pad(types, &mut members, size.checked_sub(end)?);
            let name = match strings.get(name) {
                b"" => name,
                own => {
                    let name = [own, b".padded"].concat();
                    strings.push(&name)
                }
            };
            let fields = types.lists.push(&members);
            let new = Type::Struct { kind, packed: true, name, fields };
            let ty = if kind == StructKind::Literal { types.intern(new) } else { types.push(new) };
            Some(Padded { ty, places, align })
        }
        _ => None,
    }
}

struct Work {
    types: Types,
    /// By the newer layout.
    before: Layouts,
    made: ModuleIndex,
}

/// A member that is loaded or stored as a whole.
struct Part {
    path: Vec<u32>,
    offset: u64,
    ty: TypeId,
}

impl Work {
    /// The type in memory for `ty`.
    fn new_type(&self, ty: TypeId) -> TypeId {
        self.types.get(&ty).map_or(ty, |padded| padded.ty)
    }

    /// Variables, their initial values and aliases. A variable whose value can't be written stays, and is refused later.
    fn variables(&mut self, module: &mut Module) {
        let mut known: HashMap<u32, Option<Value>> = HashMap::new();
        for at in 0..module.globals.len() {
            let global = &module.globals[at];
            let old = global.value_type;
            let Some(new) = self.types.get(&old).map(|padded| padded.ty) else { continue };
            match global.kind {
                GlobalKind::Variable { initializer, .. } => {
                    let value = match initializer.get() {
                        Some(value) => match self.initial(module, value, &mut known) {
                            Some(value) => Some(value),
                            None => continue,
                        },
                        None => None,
                    };
                    let align = self.before.pref_align(&module.types, old);
                    let global = &mut module.globals[at];
                    if let (0, Some(align)) = (global.align, align) {
                        global.align = align_code(align);
                    }
                    global.value_type = new;
                    if let (GlobalKind::Variable { initializer, .. }, Some(value)) = (&mut global.kind, value) {
                        *initializer = OptionalId::some(value);
                    }
                }
                GlobalKind::Alias { .. } => module.globals[at].value_type = new,
                _ => {}
            }
        }
    }

    /// The value in memory of a constant.
    fn initial(&mut self, module: &mut Module, value: Value, known: &mut HashMap<u32, Option<Value>>) -> Option<Value> {
        let mut open = vec![(value, false)];
        while let Some((value, parts_are_done)) = open.pop() {
            let ValueKind::Const(index) = value.kind() else { continue };
            let constant = module.consts.get(index)?;
            if known.contains_key(&index) || !self.types.contains_key(&constant.ty) {
                continue;
            }
            if parts_are_done {
                let new = self.of_parts(module, constant.ty, constant.kind, known);
                known.insert(index, new);
                continue;
            }
            open.push((value, true));
            if let ConstKind::Aggregate(list) = constant.kind {
                open.extend(module.consts.values(list).map(|part| (part, false)));
            }
        }
        match value.kind() {
            ValueKind::Const(index) => known.get(&index).copied().flatten(),
            _ => None,
        }
    }

    /// The value in memory of a constant whose parts are known.
    fn of_parts(&mut self, module: &mut Module, ty: TypeId, kind: ConstKind, known: &HashMap<u32, Option<Value>>) -> Option<Value> {
        let Padded { ty: new, places, .. } = self.types.get(&ty)?;
        let kind = match kind {
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison => kind,
            ConstKind::Aggregate(list) => {
                let parts = module.consts.values(list).collect::<Vec<Value>>();
                let parts = parts.into_iter().map(|part| match part.kind() {
                    ValueKind::Const(index) => known.get(&index).copied().unwrap_or(Some(part)),
                    _ => Some(part),
                });
                let mut parts = parts.collect::<Option<Vec<Value>>>()?.into_iter();
                let all: Vec<Value> = match module.types.get(*new) {
                    Type::Struct { fields, .. } => {
                        let fields: Vec<TypeId> = module.types.list(fields).to_vec();
                        let mut places = places.iter().copied().peekable();
                        let of_field = |(at, field): (u32, TypeId)| match places.next_if_eq(&at) {
                            Some(_) => parts.next(),
                            // What lies between members is zero in the object file, for every release.
                            None => Some(self.made.constant(module, field, ConstKind::Undef)),
                        };
                        (0u32..).zip(fields).map(of_field).collect::<Option<Vec<Value>>>()?
                    }
                    _ => parts.collect(),
                };
                ConstKind::Aggregate(module.consts.lists.push(&all))
            }
            _ => return None,
        };
        Some(self.made.constant(module, *new, kind))
    }

    /// The types in attributes; `byval` states its alignment, which follows from the type otherwise.
    fn attributes(&self, module: &mut Module) {
        let has_access_index = module.globals.iter().any(|global| module.strings.get(global.name).starts_with(b"llvm.preserve."));
        let is_x86_64 = Triple::parse(module.strings.get(module.triple)).arch == Arch::X86_64;
        for set in &mut module.attrs.sets {
            let mut align = None;
            for attr in set.iter_mut() {
                let Attr::Type(kind, Some(ty)) = attr else { continue };
                // The index of a member is an argument of such calls.
                if *kind == AttrKind::ELEMENTTYPE && has_access_index {
                    continue;
                }
                if let Some(padded) = self.types.get(ty) {
                    align = (*kind == AttrKind::BY_VAL && is_x86_64).then_some(padded.align).or(align);
                    *ty = padded.ty;
                }
            }
            if let Some(align) = align
                && !set.iter().any(|attr| matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _)))
            {
                set.push(Attr::Int(AttrKind::ALIGNMENT, align));
            }
        }
    }

    /// All `getelementptr`.
    fn addresses(&mut self, module: &mut Module) {
        // Changed afterwards, since `made` indexes them.
        let mut changed: Vec<(usize, ConstKind)> = Vec::new();
        for at in 0..module.consts.consts.len() {
            if let ConstKind::Gep { flags, source, ops, in_range } = module.consts.consts[at].kind
                && let Some(values) = self.indices(module, None, source, &module.consts.values(ops).collect::<Vec<_>>())
            {
                let ops = module.consts.lists.push(&values);
                changed.push((at, ConstKind::Gep { flags, source: self.new_type(source), ops, in_range }));
            }
        }
        for (_, body) in owners(module) {
            for at in 0..module.bodies[body].consts.consts.len() {
                let pool = &module.bodies[body].consts;
                if let ConstKind::Gep { flags, source, ops, in_range } = pool.consts[at].kind
                    && let Some(values) = self.indices(module, Some(body), source, &pool.values(ops).collect::<Vec<_>>())
                {
                    let pool = &mut module.bodies[body].consts;
                    let ops = pool.lists.push(&values);
                    pool.consts[at].kind = ConstKind::Gep { flags, source: self.new_type(source), ops, in_range };
                }
            }
            for at in 0..module.bodies[body].insts.len() {
                match module.bodies[body].insts[at] {
                    Inst::Gep { flags, source, ops } => {
                        let values: Vec<Value> = module.bodies[body].values(ops).collect();
                        let Some(values) = self.indices(module, Some(body), source, &values) else { continue };
                        let body = &mut module.bodies[body];
                        let ops = body.lists.push(&values);
                        body.insts[at] = Inst::Gep { flags, source: self.new_type(source), ops };
                    }
                    Inst::Alloca { mut align, in_alloca, swift_error, ty, count } => {
                        let Some(padded) = self.types.get(&ty) else { continue };
                        if align == 0 {
                            align = align_code(self.before.pref_align(&module.types, ty).unwrap_or(padded.align));
                        }
                        module.bodies[body].insts[at] = Inst::Alloca { align, in_alloca, swift_error, ty: padded.ty, count };
                    }
                    _ => {}
                }
            }
        }
        for (at, kind) in changed {
            module.consts.consts[at].kind = kind;
        }
    }

    /// The base and indices of a `getelementptr` of `source`, if that changes.
    fn indices(&mut self, module: &mut Module, body: Option<usize>, source: TypeId, ops: &[Value]) -> Option<Vec<Value>> {
        self.types.get(&source)?;
        let mut ty = source;
        let mut out = ops.to_vec();
        for op in out.iter_mut().skip(2) {
            ty = match module.types.get(ty) {
                Type::Struct { fields, .. } => {
                    let pool: &ConstPool = match (op.kind(), body) {
                        (ValueKind::LocalConst(_), Some(body)) => &module.bodies[body].consts,
                        _ => &module.consts,
                    };
                    let (index_ty, index) = number(&module.types, pool, *op)?;
                    if let Some(&new) = self.types.get(&ty).and_then(|padded| padded.places.get(index))
                        && new as usize != index
                    {
                        let kind = match module.types.get(index_ty) {
                            Type::Vector { len, .. } => {
                                let bytes: Vec<u8> = (0..len).flat_map(|_| new.to_le_bytes()).collect();
                                ConstKind::Data(module.consts.bytes.push(&bytes))
                            }
                            _ => ConstKind::Int(i64::from(new)),
                        };
                        *op = self.made.constant(module, index_ty, kind);
                    }
                    module.types.list(fields).get(index)?
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
                _ => return None,
            };
        }
        Some(out)
    }

    /// Loads and stores of whole structures and arrays.
    fn accesses(&mut self, module: &mut Module) {
        let is_access = |inst: &Inst| matches!(inst, Inst::Load { .. } | Inst::Store { .. });
        let mut editor = Editor::new(module);
        for (_, index) in owners(editor.module) {
            editor.body = index;
            for at in (0..editor.body().insts.len()).map(InstId::new) {
                let inst = editor.body().insts[at.index()];
                if is_access(&inst)
                    && let Some(value) = self.by_parts(&mut editor, at, inst)
                {
                    editor.end(at, value);
                }
            }
            editor.finish_body();
        }
        editor.finish();
    }

    /// A load or store as those of the members: its result, if it has one. Nothing if it stays as it is.
    #[allow(clippy::option_option, reason = "a store has no result")]
    fn by_parts(&mut self, editor: &mut Editor<'_>, at: InstId, inst: Inst) -> Option<Option<Value>> {
        let (ty, ptr, mut align, stored) = match inst {
            Inst::Load { align, ptr, .. } => (editor.body().result_type(at)?, ptr, align, None),
            Inst::Store { align, ptr, value, .. } => (editor.ty(value)?, ptr, align, Some(value)),
            _ => return None,
        };
        if align == 0 {
            align = align_code(self.types.get(&ty)?.align);
        }
        let parts = self.parts(&editor.module.types, ty)?;
        let mut whole = editor.constant(ty, ConstKind::Undef);
        for Part { path, offset, ty: part } in parts {
            let ptr = moved_by(editor, ptr, offset)?;
            let align = if offset == 0 { align } else { align.min(offset.trailing_zeros() as u8 + 1) };
            let indices = editor.body_mut().lists.push(&path);
            match (inst, stored) {
                (Inst::Load { access, scope, .. }, _) => {
                    let value = editor.push(part, Inst::Load { align, access, scope, ptr });
                    whole = editor.push(ty, Inst::InsertValue { aggregate: whole, value, indices });
                }
                (Inst::Store { access, scope, .. }, Some(aggregate)) => {
                    let value = editor.push(part, Inst::ExtractValue { aggregate, indices });
                    editor.push_void(Inst::Store { align, access, scope, value, ptr });
                }
                _ => {}
            }
        }
        Some(stored.is_none().then_some(whole))
    }

    /// The largest members of a type that stay as they are; nothing if it is one itself, or there are many.
    fn parts(&mut self, types: &TypeTable, ty: TypeId) -> Option<Vec<Part>> {
        self.types.get(&ty)?;
        let mut out = Vec::new();
        let mut open = vec![Part { path: Vec::new(), offset: 0, ty }];
        while let Some(part) = open.pop() {
            if out.len() + open.len() > MOST_PARTS {
                return None;
            }
            if !self.types.contains_key(&part.ty) {
                out.push(part);
                continue;
            }
            let member = |index: usize, offset: u64, ty: TypeId| {
                let mut path = part.path.clone();
                path.push(index as u32);
                Part { path, offset: part.offset + offset, ty }
            };
            match types.get(part.ty) {
                Type::Struct { packed, fields, .. } => {
                    let fields: Vec<TypeId> = types.list(fields).to_vec();
                    let offsets = offsets(&mut self.before, types, &fields, packed).into_iter().collect::<Option<Vec<u64>>>()?;
                    let members = fields.iter().zip(offsets).enumerate();
                    open.extend(members.map(|(index, (&field, offset))| member(index, offset, field)).rev());
                }
                Type::Array { elem, len } => {
                    let len = usize::try_from(len).ok().filter(|&len| len <= MOST_PARTS)?;
                    let size = self.before.alloc_size(types, elem)?;
                    open.extend((0..len).rev().map(|index| member(index, index as u64 * size, elem)));
                }
                _ => return None,
            }
        }
        Some(out)
    }
}

/// The address `offset` bytes behind `ptr`.
fn moved_by(editor: &mut Editor<'_>, ptr: Value, offset: u64) -> Option<Value> {
    if offset == 0 {
        return Some(ptr);
    }
    let ty = editor.ty(ptr)?;
    let (byte, word) = (editor.intern(Type::Int(8)), editor.intern(Type::Int(64)));
    let offset = editor.int(word, offset as i64);
    let ops = editor.body_mut().lists.push(&[ptr, offset]);
    Some(editor.push(ty, Inst::Gep { flags: GepNoWrapFlags::INBOUNDS, source: byte, ops }))
}

/// The type and number of the index of a member: an integer of 32 bits, or a vector that has the same one everywhere.
fn number(types: &TypeTable, pool: &ConstPool, value: Value) -> Option<(TypeId, usize)> {
    let index = match value.kind() {
        ValueKind::Const(index) | ValueKind::LocalConst(index) => index,
        _ => return None,
    };
    let constant = pool.get(index)?;
    let number = match constant.kind {
        ConstKind::Null => 0,
        ConstKind::Int(number) => usize::try_from(number).ok()?,
        ConstKind::Data(bytes) => u32::from_le_bytes(*pool.bytes.get(bytes).first_chunk()?) as usize,
        _ => return None,
    };
    matches!(types.get(types.scalar(constant.ty)), Type::Int(32)).then_some((constant.ty, number))
}
