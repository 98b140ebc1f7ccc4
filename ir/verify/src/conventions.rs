//! Checks the attributes and the calling convention of a function (part of `Verifier::visitFunction`), and names conventions.
use crate::attribute_facts::Kinds;
use crate::attributes::{AttrChecker, Callee, CalleeKind};
use crate::function::Shared;
use crate::report::{Sink, Subject};
use bctk_analysis::LazyUses;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{Function, GlobalValue};
use bctk_ir::keywords::CallConv;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

const FAST: CallConv = CallConv(8);
const COLD: CallConv = CallConv(9);
pub(crate) const TAIL: CallConv = CallConv(18);
pub(crate) const SWIFT_TAIL: CallConv = CallConv(20);
const PTX_DEVICE: CallConv = CallConv(72);
const INTEL_OCL_BI: CallConv = CallConv(77);
const X86_INTR: CallConv = CallConv(83);
const AMDGPU_VS: CallConv = CallConv(87);
const AMDGPU_GS: CallConv = CallConv(88);
const AMDGPU_PS: CallConv = CallConv(89);
const AMDGPU_CS: CallConv = CallConv(90);
const AMDGPU_KERNEL: CallConv = CallConv(91);
const AMDGPU_HS: CallConv = CallConv(93);
const AMDGPU_LS: CallConv = CallConv(95);
const AMDGPU_ES: CallConv = CallConv(96);
const AMDGPU_CS_CHAIN: CallConv = CallConv(104);
const AMDGPU_CS_CHAIN_PRESERVE: CallConv = CallConv(105);
const AMDGPU_GFX_WHOLE_WAVE: CallConv = CallConv(124);

impl Shared<'_> {
    /// What LLVM says of a call by this convention, if no call may have it (`isCallableCC`).
    pub(crate) fn uncallable(&self, cc: CallConv) -> Option<&'static str> {
        let is_chain = matches!(cc, AMDGPU_CS_CHAIN | AMDGPU_CS_CHAIN_PRESERVE);
        if !self.llvm.callable_conventions() {
            return is_chain.then_some(
                "Direct calls to amdgpu_cs_chain/amdgpu_cs_chain_preserve functions not allowed. Please use the @llvm.amdgpu.cs.chain \
                 intrinsic instead.",
            );
        }
        let is_kernel = matches!(
            cc,
            AMDGPU_VS | AMDGPU_GS | AMDGPU_PS | AMDGPU_CS | AMDGPU_KERNEL | AMDGPU_HS | AMDGPU_LS | AMDGPU_ES | CallConv::SPIR_KERNEL
        );
        let is_whole_wave = cc == AMDGPU_GFX_WHOLE_WAVE && self.llvm.format_rules();
        let is_ptx = cc == CallConv::PTX_KERNEL && self.llvm.format_index_rules();
        (is_chain || is_kernel || is_whole_wave || is_ptx).then_some("calling convention does not permit calls")
    }
}

/// Checks the attributes and the convention of a function. Returns whether the checks of the function go on.
pub(crate) fn attributes(
    (shared, layouts): (&Shared<'_>, &mut Layouts),
    id: GlobalId,
    global: &GlobalValue,
    function: &Function,
    uses: Option<&LazyUses<'_>>,
    sink: &mut Sink,
) -> bool {
    let this = Subject::Global(id);
    match fault((shared, layouts), this, global, function, uses, sink) {
        Some((message, subject)) => {
            sink.fail(message, &[subject]);
            false
        }
        None => true,
    }
}

fn fault(
    (shared, layouts): (&Shared<'_>, &mut Layouts),
    this: Subject,
    global: &GlobalValue,
    function: &Function,
    uses: Option<&LazyUses<'_>>,
    sink: &mut Sink,
) -> Option<(&'static str, Subject)> {
    let attrs = &shared.module.attrs;
    let (ret, params, vararg) = shared.module.types.function(global.value_type)?;
    let somewhere = shared.attrs.somewhere(function.attrs);
    if somewhere != Kinds::default() || !attrs.lists.get(function.attrs.index()).is_none_or(Vec::is_empty) {
        let takes_result = |number: u32| {
            let set = attrs.set_at(function.attrs, AttrIndex::Param(number));
            params.get(number as usize).is_some_and(|ty| shared.kinds_on(set, ty).has(AttrKind::STRUCT_RET))
        };
        let returns = shared.types.get(ret) != Type::Void;
        if returns && somewhere.has(AttrKind::STRUCT_RET) && (takes_result(0) || takes_result(1)) {
            return Some(("Invalid struct return type!", this));
        }
        if !shared.attrs.fits(function.attrs, params.len()) {
            return Some(("Attribute after last parameter!", this));
        }
        let kind = if shared.is_intrinsic(global) { CalleeKind::Intrinsic } else { CalleeKind::Other };
        let callee = Callee { function: Some(global), kind };
        AttrChecker { shared, layouts, sink, this }.list(global.value_type, function.attrs, callee);
        let own = shared.attrs.kinds(attrs.set_at(function.attrs, AttrIndex::Function));
        if own.has(AttrKind::BUILTIN) {
            return Some(("Attribute 'builtin' can only be applied to a callsite.", this));
        }
        if somewhere.has(AttrKind::ELEMENTTYPE) {
            return Some(("Attribute 'elementtype' can only be applied to a callsite.", this));
        }
        if own.has(AttrKind::NAKED)
            && shared.llvm.naked_rules()
            && let Some(uses) = uses
            && let Some(arg) = (0..uses.body().args).find(|&arg| !uses.of(arg).is_empty())
        {
            return Some(("cannot use argument of naked function", Subject::Value(Value::local(arg))));
        }
    }
    convention(shared, global, function, vararg).map(|message| (message, this))
}

/// What is wrong with a function of its calling convention.
fn convention(shared: &Shared<'_>, global: &GlobalValue, function: &Function, vararg: bool) -> Option<&'static str> {
    let cc = function.cc;
    if cc == CallConv::C {
        return None;
    }
    let attrs = &shared.module.attrs;
    let (ret, params, _) = shared.module.types.function(global.value_type)?;
    let mut sets = attrs.params(function.attrs);
    let mut kinds = (0..).zip(params.iter()).map(|(number, ty)| (shared.kinds_on(sets.of(number), ty), ty));
    match cc {
        X86_INTR => {
            let fits = kinds.next().is_none_or(|(kinds, _)| kinds.has(AttrKind::BY_VAL));
            return (!fits).then_some("Calling convention parameter requires byval");
        }
        AMDGPU_GFX_WHOLE_WAVE if shared.llvm.format_rules() => match kinds.next() {
            Some((first, ty)) if shared.types.is_int_of(ty, 1) => {
                if first.has(AttrKind::IN_REG) {
                    return Some("Calling convention requires first argument to not be inreg");
                }
            }
            _ => return Some("Calling convention requires first argument to be i1"),
        },
        AMDGPU_KERNEL
        | CallConv::SPIR_KERNEL
        | AMDGPU_CS_CHAIN
        | AMDGPU_CS_CHAIN_PRESERVE
        | AMDGPU_VS
        | AMDGPU_HS
        | AMDGPU_GS
        | AMDGPU_PS
        | AMDGPU_CS => {
            let is_shader = matches!(cc, AMDGPU_VS | AMDGPU_HS | AMDGPU_GS | AMDGPU_PS | AMDGPU_CS);
            if !is_shader && shared.types.get(ret) != Type::Void {
                return Some("Calling convention requires void return type");
            }
            let kinds: Vec<_> = kinds.collect();
            if kinds.iter().take(2).any(|(kinds, _)| kinds.has(AttrKind::STRUCT_RET)) {
                return Some("Calling convention does not allow sret");
            }
            if cc != CallConv::SPIR_KERNEL {
                for (kinds, ty) in kinds {
                    if kinds.has(AttrKind::BY_VAL) {
                        return Some("Calling convention disallows byval");
                    }
                    if kinds.has(AttrKind::PREALLOCATED) {
                        return Some("Calling convention disallows preallocated");
                    }
                    if kinds.has(AttrKind::IN_ALLOCA) {
                        return Some("Calling convention disallows inalloca");
                    }
                    if kinds.has(AttrKind::BYREF) && shared.types.scalar_addrspace(ty) == Some(shared.spaces.alloca) {
                        return Some("Calling convention disallows stack byref");
                    }
                }
            }
        }
        FAST | COLD | INTEL_OCL_BI | CallConv::PTX_KERNEL | PTX_DEVICE => {}
        _ => return None,
    }
    vararg.then_some("Calling convention does not support varargs or perfect forwarding!")
}
