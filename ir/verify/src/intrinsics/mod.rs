//! Checks calls of intrinsics (`Verifier::visitIntrinsicCall`).
//!
//! What an intrinsic demands is found once for each declaration; most demand nothing but their signature.
mod coroutines;
mod floats;
mod gc;
mod general;
mod memory;
mod signatures;
mod targets;
mod vectors;

pub(crate) use signatures::{declarations, frames};

use crate::function::{Checker, Shared, check};
use crate::nodes::Int;
use crate::report::Subject;
use bctk_analysis::Funclets;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::intrinsics::{Intrinsic, lookup, lookup_in};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::borrow::Cow;

/// What is checked of calls of an intrinsic.
type Check = fn(&mut Checker<'_, '_>, &Called<'_>);

/// An intrinsic that a module declares.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) intrinsic: Intrinsic,
    /// Whether the declaration has its signature.
    fits: bool,
    /// What is wrong with the declaration, as LLVM 22 and older say at each call.
    fault: Option<Cow<'static, str>>,
    check: Option<Check>,
    /// Whether it may become a call of a function.
    may_lower: bool,
}

/// The intrinsic for a function of this name in `llvm`. Calls of debug intrinsics are verified before they become records, in releases
/// that keep no such functions.
pub(crate) fn known(name: &[u8], llvm: LlvmVersion) -> Option<Intrinsic> {
    lookup_in(name, llvm).or_else(|| lookup(name).filter(|_| name.starts_with(b"llvm.dbg.")))
}

/// The intrinsics that a module declares.
pub(crate) fn declared(module: &Module, llvm: LlvmVersion) -> HashMap<GlobalId, Declared> {
    let functions = module.functions().filter(|(_, global, _)| module.str(global.name).starts_with(b"llvm."));
    let known = functions.filter_map(|(id, global, _)| {
        let intrinsic = known(module.str(global.name), llvm)?;
        let fits = intrinsic.has_signature(&module.types, global.value_type);
        let fault = match llvm.intrinsic_declarations_verified() {
            true => None,
            false => signatures::fault_before_23(module, llvm, id, intrinsic),
        };
        Some((id, Declared { intrinsic, fits, fault, check: check_of(intrinsic.name), may_lower: may_lower_to_call(intrinsic.name) }))
    });
    known.collect()
}

fn check_of(name: &str) -> Option<Check> {
    let groups =
        [general::check_of, memory::check_of, vectors::check_of, floats::check_of, gc::check_of, coroutines::check_of, targets::check_of];
    groups.iter().find_map(|of| of(name))
}

/// A call of an intrinsic.
pub(crate) struct Called<'c> {
    pub(crate) inst: InstId,
    pub(crate) call: &'c Call,
    pub(crate) function: GlobalId,
    /// The intrinsic's name, without `llvm.` and suffixes.
    pub(crate) name: &'static str,
    pub(crate) args: &'c [Value],
    pub(crate) ret: TypeId,
}

impl Called<'_> {
    /// The instruction, as LLVM shows it.
    fn this(&self) -> Subject {
        Subject::Inst(self.inst)
    }

    fn arg(&self, at: usize) -> Value {
        self.args.get(at).copied().unwrap_or(Value::NONE)
    }
}

impl<'m> Shared<'m> {
    /// The intrinsic that a value is, by its name without `llvm.` and suffixes.
    pub(crate) fn intrinsic_name(&self, callee: Value) -> Option<&'static str> {
        let ValueKind::Global(id) = callee.kind() else { return None };
        Some(self.intrinsics.get(&id)?.intrinsic.name)
    }

    /// Whether a value is an intrinsic that may become a call of a function (`IntrinsicInst::mayLowerToFunctionCall`).
    pub(crate) fn may_lower_to_call(&self, callee: Value) -> bool {
        matches!(callee.kind(), ValueKind::Global(id) if self.intrinsics.get(&id).is_some_and(|declared| declared.may_lower))
    }
}

impl<'m> Checker<'_, 'm> {
    /// The checks of a call whose callee is an intrinsic.
    pub(crate) fn intrinsic(&mut self, id: InstId, call: &Call, args: &[Value]) {
        let ValueKind::Global(function) = call.callee.kind() else { return };
        let Some(declared) = self.shared.intrinsics.get(&function) else { return };
        if let Some(fault) = &declared.fault {
            return self.fail(fault.clone(), &[Subject::Global(function)]);
        }
        // Since LLVM 23, what fits no signature is looked at all the same.
        if !declared.fits && !self.shared.llvm.intrinsic_declarations_verified() {
            return;
        }
        let before = self.sink.findings.len();
        for &arg in args {
            let is_tile = self.constant(arg).is_some_and(|constant| self.types.get(constant.ty) == Type::X86Amx);
            check!(self, !is_tile, "const x86_amx is not allowed in argument!");
        }
        let name = declared.intrinsic.name;
        if let Some(check) = declared.check {
            let Some((ret, ..)) = self.module.types.function(call.fn_ty) else { return };
            check(self, &Called { inst: id, call, function, name, args, ret });
            if self.sink.findings.len() != before {
                return;
            }
        }
        if declared.may_lower {
            self.funclet_token(id, call);
        }
    }

    /// Whether a call in a funclet names the funclet.
    fn funclet_token(&mut self, id: InstId, call: &Call) {
        let block = self.blocks[id.index()];
        if self.in_funclet(block) {
            check!(self, self.funclet_of(call).is_some(), "Missing funclet token on intrinsic call", Subject::Inst(id));
        }
    }

    /// Whether a block is in a funclet. In a function with a personality without funclets, none is.
    fn in_funclet(&mut self, block: BlockId) -> bool {
        if !self.has_funclets() {
            return false;
        }
        let funclets = self.funclets.take().unwrap_or_else(|| Funclets::new(self.body, &self.cfg));
        let is_funclet = |&color: &BlockId| matches!(self.first_non_phi(color), Some((_, Inst::CatchPad { .. } | Inst::CleanupPad { .. })));
        let is_in = funclets.colors(block).iter().any(is_funclet);
        self.funclets = Some(funclets);
        is_in
    }

    /// Whether the personality of the function is one with funclets (`isScopedEHPersonality`).
    fn has_funclets(&self) -> bool {
        let personality = self.function.personality.get().map(|value| self.strip_pointer_casts(value));
        let name = personality.and_then(|value| self.shared.function(value)).map(|(_, global, _)| self.module.str(global.name));
        matches!(
            name,
            Some(
                b"_except_handler3"
                    | b"_except_handler4"
                    | b"__C_specific_handler"
                    | b"__CxxFrameHandler3"
                    | b"ProcessCLRException"
                    | b"__gxx_wasm_personality_v0"
            )
        )
    }

    /// The name of the intrinsic that an instruction calls by its own type, without `llvm.` and suffixes.
    pub(crate) fn intrinsic_at(&self, id: InstId) -> Option<&'static str> {
        let call = self.call_at(id)?;
        self.shared.called(&call)?;
        self.shared.intrinsic_name(call.callee)
    }

    /// The call that makes a value, with the name of the intrinsic that it calls.
    pub(crate) fn intrinsic_of(&self, value: Value) -> Option<(InstId, &'static str)> {
        let (id, _) = self.maker(value)?;
        Some((id, self.intrinsic_at(id)?))
    }

    /// Whether a value is a `Constant` of LLVM: one of a pool or a global value.
    fn is_constant(&self, value: Value) -> bool {
        matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_) | ValueKind::Global(_))
    }

    /// Whether the checks of calls see to the types of arguments, too; since LLVM 23, those of the declaration do.
    fn checks_types_of_calls(&self) -> bool {
        !self.shared.llvm.intrinsic_declarations_verified()
    }

    /// The integer that a value is (`ConstantInt`).
    pub(crate) fn int(&self, value: Value) -> Option<Int> {
        self.nodes().int_of(value)
    }

    /// The number that an immediate argument is, if it has at most 64 bits.
    fn number(&self, call: &Called<'_>, at: usize) -> Option<u64> {
        self.int(call.arg(at))?.small()
    }

    /// The type of an argument.
    fn arg_ty(&self, call: &Called<'_>, at: usize) -> Option<TypeId> {
        self.ty(call.arg(at))
    }

    fn is_null(&self, value: Value) -> bool {
        self.constant(value).is_some_and(|constant| constant.kind == ConstKind::Null && self.types.is_pointer(constant.ty))
    }

    /// Whether a value is undefined or poison (`UndefValue`).
    fn is_undefined(&self, value: Value) -> bool {
        self.constant(value).is_some_and(|constant| matches!(constant.kind, ConstKind::Undef | ConstKind::Poison))
    }

    /// The metadata that a value wraps.
    fn metadata_of(&self, value: Value) -> Option<MdId> {
        match value.kind() {
            ValueKind::Metadata(id) => Some(id),
            _ => None,
        }
    }

    /// The string that a metadata argument is.
    fn metadata_string(&self, value: Value) -> Option<&'m [u8]> {
        self.nodes().string(Some(self.metadata_of(value)?))
    }

    /// The elements of two vectors are as many; two scalars also fit.
    fn same_count(&self, a: TypeId, b: TypeId) -> bool {
        self.types.element_count(a) == self.types.element_count(b)
    }

    /// An attribute of a parameter in a list.
    fn param_attr_of(&self, list: AttrListId, at: u32, kind: AttrKind) -> Option<&'m Attr> {
        self.attr_of(list, AttrIndex::Param(at), kind)
    }

    fn attr_of(&self, list: AttrListId, index: AttrIndex, kind: AttrKind) -> Option<&'m Attr> {
        let set = self.module.attrs.set_at(list, index)?;
        self.module.attrs.set(set).iter().find(|attr| attr.kind() == Some(kind))
    }

    /// An attribute of a call's argument, at the call alone.
    fn site_param_attr(&self, call: &Call, at: u32, kind: AttrKind) -> Option<&'m Attr> {
        self.param_attr_of(call.attrs, at, kind)
    }

    /// An attribute of a call's argument, at the call or the callee (`CallBase::getParamAttr`).
    fn call_param_attr(&self, call: &Call, at: u32, kind: AttrKind) -> Option<&'m Attr> {
        self.call_or_callee(call, AttrIndex::Param(at), kind)
    }

    fn call_or_callee(&self, call: &Call, index: AttrIndex, kind: AttrKind) -> Option<&'m Attr> {
        let callee = || self.attr_of(self.shared.function(call.callee)?.2.attrs, index, kind);
        self.attr_of(call.attrs, index, kind).or_else(callee)
    }

    /// An attribute of a call, at the call or the callee (`CallBase::hasFnAttr`).
    pub(crate) fn call_attr(&self, call: &Call, kind: AttrKind) -> Option<&'m Attr> {
        self.call_or_callee(call, AttrIndex::Function, kind)
    }

    /// Whether a call may access memory (`Instruction::mayReadOrWriteMemory`).
    pub(crate) fn accesses_memory(&self, call: &Call) -> bool {
        let is_none = |attr: &Attr| matches!(attr, Attr::Int(_, 0));
        let lists = [Some(call.attrs), self.shared.function(call.callee).map(|(_, _, function)| function.attrs)];
        lists.into_iter().flatten().all(|list| {
            !self.attr_of(list, AttrIndex::Function, AttrKind::MEMORY).is_some_and(is_none)
                && self.attr_of(list, AttrIndex::Function, AttrKind::READ_NONE).is_none()
        })
    }

    /// Whether a call is one of an intrinsic and writes no memory (`CallBase::onlyReadsMemory`).
    pub(crate) fn is_reading_intrinsic(&self, call: &Call) -> bool {
        /// The bits of `memory` that stand for writes, one for each kind of memory.
        const WRITES: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        let Some((_, global, function)) = self.shared.function(call.callee) else { return false };
        let effects = |list| match self.attr_of(list, AttrIndex::Function, AttrKind::MEMORY) {
            Some(&Attr::Int(_, effects)) => effects,
            _ if self.attr_of(list, AttrIndex::Function, AttrKind::READ_ONLY).is_some() => !WRITES,
            _ if self.attr_of(list, AttrIndex::Function, AttrKind::READ_NONE).is_some() => 0,
            _ => u64::MAX,
        };
        self.shared.is_intrinsic(global) && effects(call.attrs) & effects(function.attrs) & WRITES == 0
    }

    fn has_call_attr(&self, of: &Called<'_>, kind: AttrKind) -> bool {
        self.call_attr(of.call, kind).is_some()
    }

    fn has_param_attr(&self, of: &Called<'_>, at: u32, kind: AttrKind) -> bool {
        self.call_param_attr(of.call, at, kind).is_some()
    }

    fn has_return_attr(&self, of: &Called<'_>, kind: AttrKind) -> bool {
        self.call_or_callee(of.call, AttrIndex::Return, kind).is_some()
    }

    /// An attribute of a parameter of the function that is checked.
    fn own_param_attr(&self, at: u32, kind: AttrKind) -> Option<&'m Attr> {
        self.param_attr_of(self.function.attrs, at, kind)
    }

    /// An attribute of the function that is checked.
    fn function_attr(&self, kind: AttrKind) -> Option<&'m Attr> {
        self.attr_of(self.function.attrs, AttrIndex::Function, kind)
    }

    /// The type that `elementtype` of a call's argument states (`CallBase::getParamElementType`).
    fn site_element_type(&self, call: &Call, at: u32) -> Option<TypeId> {
        match self.site_param_attr(call, at, AttrKind::ELEMENTTYPE)? {
            Attr::Type(_, ty) => *ty,
            _ => None,
        }
    }

    fn param_element_type(&self, of: &Called<'_>, at: u32) -> Option<TypeId> {
        self.site_element_type(of.call, at)
    }

    /// Whether an instruction makes the value, and it is an `alloca`.
    fn alloca_of(&self, value: Value) -> Option<InstId> {
        match self.maker(value)? {
            (id, Inst::Alloca { .. }) => Some(id),
            _ => None,
        }
    }

    /// The value without casts of pointers and indices that are all zero (`Value::stripPointerCasts`).
    pub(crate) fn strip_pointer_casts(&self, mut value: Value) -> Value {
        // Chains of casts in unreachable code may be circles.
        for _ in 0..1000 {
            let next = match self.maker(value) {
                Some((_, &Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. })) => Some(value),
                Some((_, &Inst::Gep { ops, .. })) => self.zero_gep(self.body.values(ops).collect()),
                Some(_) => None,
                None => self.constant_base(value),
            };
            match next.filter(|&next| self.ty(next).is_some_and(|ty| self.types.is_pointer(ty))) {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }

    /// What a constant cast or `getelementptr` without offset is made of.
    fn constant_base(&self, value: Value) -> Option<Value> {
        let pool = match value.kind() {
            ValueKind::Const(_) => &self.module.consts,
            ValueKind::LocalConst(_) => &self.body.consts,
            _ => return None,
        };
        match self.constant(value)?.kind {
            ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => Some(value),
            ConstKind::Gep { ops, .. } => self.zero_gep(pool.values(ops).collect()),
            _ => None,
        }
    }

    /// The base of a `getelementptr` whose indices are all zero.
    fn zero_gep(&self, ops: Vec<Value>) -> Option<Value> {
        let (&base, indices) = ops.split_first()?;
        indices.iter().all(|&index| self.constant_int(index) == Some(0)).then_some(base)
    }
}

/// Whether an intrinsic may become a call of a function (`IntrinsicInst::mayLowerToFunctionCall`).
fn may_lower_to_call(name: &str) -> bool {
    const OBJC: [&str; 24] = [
        "autorelease",
        "autoreleasePoolPop",
        "autoreleasePoolPush",
        "autoreleaseReturnValue",
        "copyWeak",
        "destroyWeak",
        "initWeak",
        "loadWeak",
        "loadWeakRetained",
        "moveWeak",
        "release",
        "retain",
        "retain.autorelease",
        "retainAutorelease",
        "retainAutoreleaseReturnValue",
        "retainAutoreleasedReturnValue",
        "retainBlock",
        "retainedObject",
        "storeStrong",
        "storeWeak",
        "sync.enter",
        "sync.exit",
        "unretainedObject",
        "unretainedPointer",
    ];
    name.strip_prefix("objc.")
        .is_some_and(|name| OBJC.contains(&name) || matches!(name, "claimAutoreleasedReturnValue" | "unsafeClaimAutoreleasedReturnValue"))
}
