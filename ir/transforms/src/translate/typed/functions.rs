//! Function types with typed pointers: of functions, of intrinsics and of calls.
use super::types::with_pointee;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrTable};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::intrinsics::with_typed_pointers;
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// Attributes whose type is what the parameter points to.
const STATES_POINTEE: [AttrKind; 6] =
    [AttrKind::BY_VAL, AttrKind::STRUCT_RET, AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED, AttrKind::BYREF, AttrKind::ELEMENTTYPE];

/// An intrinsic as it was declared with opaque pointers.
struct Intrinsic {
    name: Vec<u8>,
    /// Its type with neutral pointers.
    fn_ty: TypeId,
}

/// The attributes, type and callee of a call.
pub(super) type CallKey = (AttrListId, TypeId, Option<GlobalId>);

/// The new type of a call, and its callee if that changes.
pub(super) type TypedCall = (TypeId, Option<GlobalId>);

/// What calls become.
pub(super) type Calls = HashMap<CallKey, TypedCall>;

/// The functions of a module.
pub(super) struct Functions {
    /// `i8`
    byte: TypeId,
    version: LlvmVersion,
    /// The type of each global value before it was typed.
    neutral: Vec<TypeId>,
    intrinsics: HashMap<GlobalId, Intrinsic>,
    /// Declarations of intrinsics by their new names.
    declared: HashMap<Vec<u8>, GlobalId>,
    /// Declarations that were added, each with the one that it is like.
    pub(super) added: Vec<(GlobalId, GlobalId)>,
    calls: Calls,
    /// What has no equivalent.
    pub(super) errors: Vec<String>,
}

/// The parameters whose pointees the attributes state.
pub(super) fn stated(attrs: &AttrTable, types: &mut TypeTable, list: AttrListId, byte: TypeId) -> Vec<(u32, TypeId)> {
    let mut out = Vec::new();
    let mut of_errors = Vec::new();
    for &(index, set) in attrs.lists.get(list.index()).map_or(&[][..], |list| list) {
        let AttrIndex::Param(param) = index else { continue };
        for attr in attrs.set(set) {
            match attr {
                Attr::Type(kind, Some(ty)) if STATES_POINTEE.contains(kind) => out.push((param, *ty)),
                Attr::Enum(AttrKind::SWIFT_ERROR) => of_errors.push(param),
                _ => {}
            }
        }
    }
    if !of_errors.is_empty() {
        // It is where a pointer is, which nothing may cast.
        let pointee = types.intern(Type::TypedPtr { pointee: byte, addrspace: 0 });
        out.extend(of_errors.into_iter().map(|param| (param, pointee)));
    }
    out
}

/// The function type with these pointees of parameters.
fn with_pointees(types: &mut TypeTable, fn_ty: TypeId, stated: &[(u32, TypeId)]) -> TypeId {
    let Type::Function { ret, params, vararg } = types.get(fn_ty) else { return fn_ty };
    let mut params = types.list(params).to_vec();
    for &(param, pointee) in stated {
        if let Some(slot) = params.get_mut(param as usize) {
            *slot = with_pointee(types, *slot, pointee);
        }
    }
    types.intern_function(ret, &params, vararg)
}

impl Functions {
    /// Gives all functions their types, and all global values types that point to theirs.
    pub(super) fn declare(module: &mut Module, byte: TypeId, version: LlvmVersion) -> Functions {
        let mut out = Functions {
            byte,
            version,
            neutral: module.globals.iter().map(|global| global.value_type).collect(),
            intrinsics: HashMap::new(),
            declared: HashMap::new(),
            added: Vec::new(),
            calls: HashMap::new(),
            errors: Vec::new(),
        };
        for index in 0..module.globals.len() {
            let Some(function) = module.globals[index].function() else { continue };
            let (attrs, is_intrinsic) = (function.attrs, function.body.is_none());
            let (name, fn_ty) = (module.str(module.globals[index].name).to_vec(), module.globals[index].value_type);
            if is_intrinsic && name.starts_with(b"llvm.") {
                let Some((ty, full)) = with_typed_pointers(module, &name, fn_ty, byte, &[], version) else {
                    out.errors.push(format!("the type of @{} with typed pointers", name.escape_ascii()));
                    continue;
                };
                if full != name {
                    module.globals[index].name = module.strings.push(&full);
                }
                module.globals[index].value_type = ty;
                out.declared.entry(full).or_insert(GlobalId::new(index));
                out.intrinsics.insert(GlobalId::new(index), Intrinsic { name, fn_ty });
            } else {
                let stated = stated(&module.attrs, &mut module.types, attrs, byte);
                module.globals[index].value_type = with_pointees(&mut module.types, fn_ty, &stated);
            }
        }
        for global in &mut module.globals {
            global.ptr_type = with_pointee(&mut module.types, global.ptr_type, global.value_type);
        }
        out
    }

    /// Gives a call the type that its attributes and its callee state.
    pub(super) fn type_call(&mut self, module: &mut Module, call: &mut Call) {
        let key = self.key(&module.globals, call);
        let callee = key.2;
        let (fn_ty, new) = match self.calls.get(&key) {
            Some(&known) => known,
            None => {
                let found = self.type_of_call(module, call, callee);
                self.calls.insert(key, found);
                found
            }
        };
        *call = with_type(*call, (fn_ty, new));
    }

    /// What decides about the type of a call.
    fn key(&self, globals: &[GlobalValue], call: &Call) -> CallKey {
        let callee = match call.callee.kind() {
            ValueKind::Global(id) if self.neutral.get(id.index()) == Some(&call.fn_ty) => {
                globals.get(id.index()).filter(|global| global.function().is_some()).map(|_| id)
            }
            _ => None,
        };
        (call.attrs, call.fn_ty, callee)
    }

    /// The call as [`type_call`](Self::type_call) changes it, with types that are added to `types`; none if that may declare a function. `known`
    /// has what earlier calls became.
    pub(super) fn typed_call(
        &self,
        globals: &[GlobalValue],
        attrs: &AttrTable,
        types: &mut TypeTable,
        known: &mut Calls,
        call: &Call,
    ) -> Option<Call> {
        let key = self.key(globals, call);
        if let Some(&typed) = self.calls.get(&key).or_else(|| known.get(&key)) {
            return Some(with_type(*call, typed));
        }
        let stated = stated(attrs, types, call.attrs, self.byte);
        let typed = match key.2 {
            None => with_pointees(types, call.fn_ty, &stated),
            Some(callee) => {
                let of_callee = globals.get(callee.index())?.value_type;
                match stated.is_empty() {
                    true => of_callee,
                    false if self.intrinsics.contains_key(&callee) => return None,
                    false => with_pointees(types, of_callee, &stated),
                }
            }
        };
        known.insert(key, (typed, None));
        Some(with_type(*call, (typed, None)))
    }

    fn type_of_call(&mut self, module: &mut Module, call: &Call, callee: Option<GlobalId>) -> TypedCall {
        let stated = stated(&module.attrs, &mut module.types, call.attrs, self.byte);
        let Some(callee) = callee else { return (with_pointees(&mut module.types, call.fn_ty, &stated), None) };
        let of_callee = module.globals[callee.index()].value_type;
        if stated.is_empty() {
            return (of_callee, None);
        }
        let Some(Intrinsic { name, fn_ty }) = self.intrinsics.get(&callee) else {
            return (with_pointees(&mut module.types, of_callee, &stated), None);
        };
        let Some((ty, full)) = with_typed_pointers(module, name, *fn_ty, self.byte, &stated, self.version) else {
            self.errors.push(format!("the type of a call of @{} with typed pointers", name.escape_ascii()));
            return (of_callee, None);
        };
        if let Some(&there) = self.declared.get(&full) {
            if module.globals[there.index()].value_type != ty {
                self.errors.push(format!("a call of @{} with another type of pointers than its declaration", name.escape_ascii()));
            }
            return (module.globals[there.index()].value_type, (there != callee).then_some(there));
        }
        let id = GlobalId::new(module.globals.len());
        let mut global = module.globals[callee.index()].clone();
        global.name = module.strings.push(&full);
        global.value_type = ty;
        global.ptr_type = with_pointee(&mut module.types, global.ptr_type, ty);
        module.globals.push(global);
        self.neutral.push(*fn_ty);
        self.declared.insert(full, id);
        self.added.push((id, callee));
        (ty, Some(id))
    }
}

/// A call with its type, and with another callee if there is one.
fn with_type(call: Call, (fn_ty, callee): TypedCall) -> Call {
    Call { fn_ty, callee: callee.map_or(call.callee, Value::global), ..call }
}
