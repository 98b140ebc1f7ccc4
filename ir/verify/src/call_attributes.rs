//! Checks the attributes of calls (part of `Verifier::visitCallBase`, `verifyMustTailCall`).
use crate::attribute_facts::Kinds;
use crate::attribute_text::bound;
use crate::attributes::{AttrChecker, Callee, CalleeKind};
use crate::conventions::{SWIFT_TAIL, TAIL};
use crate::function::Checker;
use crate::report::Subject;
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, AttrSetId, InstId, ListRef, TypeId};
use bctk_ir::global::{Function, GlobalValue};
use bctk_ir::inst::{GepNoWrapFlags, Inst};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The largest alignment in bytes (`Value::MaximumAlignment`).
const MAX_ALIGN: u64 = 1 << 32;
/// Casts and indexing are followed over so many steps.
const MAX_STEPS: usize = 1 << 10;

/// The value that an address is based on.
enum Base<'m> {
    /// A variable on the stack.
    Stack(InstId, &'m Inst),
    /// Another value.
    Other,
    /// Too far away, or what a call hands back.
    Unknown,
}

/// The attributes that matter for how a parameter is passed (`getParameterABIAttributes`).
const PASSED: [AttrKind; 10] = [
    AttrKind::STRUCT_RET,
    AttrKind::BY_VAL,
    AttrKind::IN_ALLOCA,
    AttrKind::IN_REG,
    AttrKind::STACK_ALIGNMENT,
    AttrKind::SWIFT_SELF,
    AttrKind::SWIFT_ASYNC,
    AttrKind::SWIFT_ERROR,
    AttrKind::PREALLOCATED,
    AttrKind::BYREF,
];

impl<'m> Checker<'_, 'm> {
    /// Strips casts of pointers from a value; returns the function that is left, if it is one.
    fn stripped_function(&self, value: Value) -> Option<(&'m GlobalValue, &'m Function)> {
        let mut value = value;
        for _ in 0..MAX_STEPS {
            match self.constant(value).map(|constant| constant.kind) {
                Some(ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: of, .. }) => value = of,
                _ => break,
            }
        }
        self.shared.function(value).map(|(_, global, function)| (global, function))
    }

    /// Checks the alignment of what a call passes and returns.
    pub(crate) fn passed_alignment(&mut self, id: InstId, ret: TypeId, params: ListRef<'_, TypeId>) {
        let types = &self.module.types;
        for (at, ty) in std::iter::once(ret).chain(params.iter()).enumerate() {
            let is_huge = match types.get(ty) {
                Type::Int(_) | Type::Ptr(_) | Type::Float | Type::Double | Type::Void => false,
                _ => self.scratch.layouts.abi_align(types, ty).is_some_and(|align| align > MAX_ALIGN),
            };
            if is_huge {
                let message = match at {
                    0 => "Incorrect alignment of return type to called function!",
                    _ => "Incorrect alignment of argument passed to called function!",
                };
                self.fail(message, &[Subject::Inst(id)]);
            }
        }
    }

    /// Checks the attributes of a call that is no `callbr`. Returns whether the checks of the call go on.
    pub(crate) fn call_attributes(&mut self, id: InstId, call: &Call, args: &[Value]) -> bool {
        let this = Subject::Inst(id);
        let shared = self.shared;
        let attrs = &self.module.attrs;
        let callee = shared.function(call.callee);
        let called = shared.called(call);
        let is_intrinsic = callee.is_some_and(|(_, global, _)| shared.is_intrinsic(global));
        let of_callee = callee.map(|(_, _, function)| function.attrs);
        let somewhere = shared.attrs.somewhere(call.attrs);
        let own = match somewhere == Kinds::default() {
            true => Kinds::default(),
            false => shared.attrs.kinds(attrs.set_at(call.attrs, AttrIndex::Function)),
        };
        if own.has(AttrKind::SPECULATABLE) {
            let set = |function: &Function| attrs.set_at(function.attrs, AttrIndex::Function);
            let may_be = self
                .stripped_function(call.callee)
                .is_some_and(|(_, function)| shared.attrs.kinds(set(function)).has(AttrKind::SPECULATABLE));
            if !may_be {
                self.fail("speculatable attribute may not apply to call sites", &[this]);
                return false;
            }
        }
        if own.has(AttrKind::PREALLOCATED) {
            let is_argument = called.is_some_and(|(_, global, _)| self.module.str(global.name) == b"llvm.call.preallocated.arg");
            if !is_argument {
                self.fail("preallocated as a call site attribute can only be on llvm.call.preallocated.arg", &[]);
                return false;
            }
        }
        if own.has(AttrKind::DENORMAL_FPENV) {
            self.fail("denormal_fpenv attribute may not apply to call sites", &[this]);
            return false;
        }
        if call.attrs != AttrListId(0) {
            let kind = match is_intrinsic {
                true => CalleeKind::Intrinsic,
                false if self.inline_asm(call.callee).is_some() => CalleeKind::Asm,
                false => CalleeKind::Other,
            };
            let key = (call.fn_ty, call.attrs, kind);
            if !self.scratch.valid_lists.contains(&key) {
                let before = self.sink.findings.len();
                let mut checker = AttrChecker { shared, layouts: &mut self.scratch.layouts, sink: &mut self.sink, this };
                checker.list(call.fn_ty, call.attrs, Callee { function: None, kind });
                if self.sink.findings.len() == before {
                    self.scratch.valid_lists.insert(key);
                }
            }
        }
        let anywhere = somewhere.and(of_callee.map_or(Kinds::default(), |list| shared.attrs.somewhere(list)));
        const OF_ARGUMENTS: Kinds = Kinds::of(&[AttrKind::IN_ALLOCA, AttrKind::SWIFT_ERROR, AttrKind::IMMARG, AttrKind::PREALLOCATED]);
        if anywhere.meets(OF_ARGUMENTS) && !self.arguments(id, call, args) {
            return false;
        }
        let Some((ret, params, vararg)) = self.module.types.function(call.fn_ty) else { return true };
        if vararg && somewhere != Kinds::default() {
            return self.further_arguments(id, call, args, params.len(), ret);
        }
        true
    }

    /// Checks the arguments of a call by their attributes. Returns whether the checks of the call go on.
    fn arguments(&mut self, id: InstId, call: &Call, args: &[Value]) -> bool {
        let this = Subject::Inst(id);
        let shared = self.shared;
        let attrs = &self.module.attrs;
        let Some((_, params, _)) = self.module.types.function(call.fn_ty) else { return true };
        let of_called = shared.called(call).map(|(_, _, function)| function.attrs);
        let of_stripped = self.stripped_function(call.callee).map(|(_, function)| function.attrs);
        let kinds_at =
            |list: Option<AttrListId>, number: u32| shared.attrs.kinds(list.and_then(|list| attrs.set_at(list, AttrIndex::Param(number))));
        let last = (args.len() as u32).wrapping_sub(1);
        let is_last_in_alloca =
            !args.is_empty() && kinds_at(Some(call.attrs), last).and(kinds_at(of_called, last)).has(AttrKind::IN_ALLOCA);
        if is_last_in_alloca
            && let Some(&arg) = params.len().checked_sub(1).and_then(|at| args.get(at))
            && let Base::Stack(at, Inst::Alloca { in_alloca: false, .. }) = self.base(arg)
        {
            self.fail("inalloca argument for call has mismatched alloca", &[Subject::Inst(at), this]);
            return false;
        }
        let mut own_sets = attrs.params(call.attrs);
        let mut called_sets = of_called.map(|list| attrs.params(list));
        let mut stripped_sets = of_stripped.map(|list| attrs.params(list));
        for ((number, ty), &arg) in (0..).zip(params.iter()).zip(args) {
            let own_set = own_sets.of(number);
            let called_set = called_sets.as_mut().and_then(|sets| sets.of(number));
            let own = shared.kinds_on(own_set, ty);
            let kinds = own.and(shared.kinds_on(called_set, ty));
            let stripped = shared.attrs.kinds(stripped_sets.as_mut().and_then(|sets| sets.of(number)));
            let subjects = [Subject::Value(arg), this];
            if kinds.has(AttrKind::SWIFT_ERROR) && !self.swift_error_argument(arg, this) {
                return false;
            }
            if own.has(AttrKind::IMMARG) && !stripped.has(AttrKind::IMMARG) {
                self.fail("immarg may not apply only to call sites", &subjects);
                return false;
            }
            if kinds.has(AttrKind::IMMARG) {
                let is_number = self.constant(arg).is_some_and(|constant| match constant.kind {
                    ConstKind::Int(_) | ConstKind::WideInt { .. } | ConstKind::Float(_) | ConstKind::WideFloat { .. } => true,
                    ConstKind::Null => matches!(self.types.get(constant.ty), Type::Int(_)) || self.types.is_float(constant.ty),
                    _ => false,
                });
                if !is_number {
                    self.fail("immarg operand has non-immediate parameter", &subjects);
                    return false;
                }
                if let Some(message) = self.out_of_range(number, arg, [own_set, called_set]) {
                    self.fail(message, &[this]);
                    return false;
                }
            }
            if kinds.has(AttrKind::PREALLOCATED) {
                let is_preallocated = self.body.call_bundles(call).iter().any(|bundle| self.tag(bundle.tag) == b"preallocated");
                let is_must_tail = call.tail == bctk_ir::keywords::TailKind::MustTail;
                if is_preallocated == is_must_tail {
                    let message = "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)";
                    self.fail(message, &subjects);
                    return false;
                }
            }
        }
        true
    }

    /// Finds the fault of an immediate argument whose attributes state a range.
    fn out_of_range(&self, number: u32, arg: Value, sets: [Option<AttrSetId>; 2]) -> Option<String> {
        if !self.shared.llvm.callable_conventions() {
            return None;
        }
        let range = |set: AttrSetId| {
            self.module.attrs.set(set).iter().find_map(|attr| match attr {
                Attr::Range(AttrKind::RANGE, range) if range.width <= 64 => Some(range),
                _ => None,
            })
        };
        let range: &ConstantRange = sets.into_iter().flatten().find_map(range)?;
        let value = self.constant_int(arg)?;
        let (low, high) = (bound(&range.lower, range.width), bound(&range.upper, range.width));
        // Ranges wrap around: bounds and value count from the lower bound.
        let mask = (1u128 << range.width) - 1;
        let distance = |number: i128| (number.wrapping_sub(low) as u128) & mask;
        let is_full = low == high;
        let is_inside = is_full || distance(value.into()) < distance(high);
        (!is_inside).then(|| format!("immarg value {value} for arg {number} out of range [{low},{high})"))
    }

    /// Checks that a `swifterror` argument is one from its origin on.
    fn swift_error_argument(&mut self, arg: Value, call: Subject) -> bool {
        match self.base(arg) {
            Base::Stack(_, Inst::Alloca { swift_error: true, .. }) | Base::Unknown => true,
            Base::Stack(at, _) => {
                self.fail("swifterror argument for call has mismatched alloca", &[Subject::Inst(at), call]);
                false
            }
            Base::Other => {
                let subjects = [Subject::Value(arg), call];
                let ValueKind::Local(local) = arg.kind() else {
                    self.fail("swifterror argument should come from an alloca or parameter", &subjects);
                    return false;
                };
                if local >= self.body.args {
                    self.fail("swifterror argument should come from an alloca or parameter", &subjects);
                    return false;
                }
                let own = self.own_kinds.get_or_init(|| {
                    let mut sets = self.module.attrs.params(self.function.attrs);
                    (0..self.body.args).map(|number| self.shared.attrs.kinds(sets.of(number))).collect()
                });
                if !own.get(local as usize).is_some_and(|kinds| kinds.has(AttrKind::SWIFT_ERROR)) {
                    self.fail("swifterror argument for call has mismatched parameter", &subjects);
                    return false;
                }
                true
            }
        }
    }

    /// Strips casts and indexing in bounds from a pointer (`Value::stripInBoundsOffsets`).
    fn base(&self, value: Value) -> Base<'m> {
        let mut value = value;
        for _ in 0..MAX_STEPS {
            if let Some(constant) = self.constant(value) {
                match constant.kind {
                    ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: of, .. } => value = of,
                    _ => return Base::Other,
                }
                continue;
            }
            match self.maker(value) {
                Some((at, inst @ Inst::Alloca { .. })) => return Base::Stack(at, inst),
                Some((_, &Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value: of, .. })) => value = of,
                Some((_, &Inst::Gep { flags, ops, .. })) if flags.contains(GepNoWrapFlags::INBOUNDS) => {
                    match self.body.values(ops).next() {
                        Some(of) => value = of,
                        None => return Base::Unknown,
                    }
                }
                // It may return an argument.
                Some((_, Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. })) => return Base::Unknown,
                _ => return Base::Other,
            }
        }
        Base::Unknown
    }

    /// Checks the arguments after those that the function type names. Returns whether the checks of the call go on.
    fn further_arguments(&mut self, id: InstId, call: &Call, args: &[Value], named: usize, ret: TypeId) -> bool {
        let this = Subject::Inst(id);
        let shared = self.shared;
        let mut sets = self.module.attrs.params(call.attrs);
        let (mut saw_nest, mut saw_returned) = (false, false);
        for number in 0..named as u32 {
            let kinds = shared.attrs.kinds(sets.of(number));
            saw_nest |= kinds.has(AttrKind::NEST);
            saw_returned |= kinds.has(AttrKind::RETURNED);
        }
        let is_statepoint =
            shared.called(call).is_some_and(|(_, global, _)| self.module.str(global.name).starts_with(b"llvm.experimental.gc.statepoint."));
        for (number, &arg) in args.iter().enumerate().skip(named) {
            let Some(set) = sets.of(number as u32) else { continue };
            let Some(ty) = self.ty(arg) else { continue };
            let kinds = shared.kinds_on(Some(set), ty);
            AttrChecker { shared, layouts: &mut self.scratch.layouts, sink: &mut self.sink, this }.parameter(set, ty);
            let message = if kinds.has(AttrKind::NEST) && saw_nest {
                "More than one parameter has attribute nest!"
            } else if kinds.has(AttrKind::RETURNED) && saw_returned {
                "More than one parameter has attribute returned!"
            } else if kinds.has(AttrKind::RETURNED) && !shared.is_lossless(ty, ret) {
                "Incompatible argument and return types for 'returned' attribute"
            } else if kinds.has(AttrKind::STRUCT_RET) && !is_statepoint {
                "Attribute 'sret' cannot be used for vararg call arguments!"
            } else if kinds.has(AttrKind::IN_ALLOCA) && number + 1 != args.len() {
                "inalloca isn't on the last argument!"
            } else {
                saw_nest |= kinds.has(AttrKind::NEST);
                saw_returned |= kinds.has(AttrKind::RETURNED);
                continue;
            };
            self.fail(message, &[this]);
            return false;
        }
        true
    }

    /// Checks the attributes of a `musttail` call by the conventions that promise tail calls.
    pub(crate) fn tail_attributes(&mut self, call: &Call) {
        let name = if call.cc == TAIL { "tailcc" } else { "swifttailcc" };
        debug_assert!(call.cc == TAIL || call.cc == SWIFT_TAIL);
        const REFUSED: [(AttrKind, &str); 5] = [
            (AttrKind::IN_ALLOCA, "inalloca"),
            (AttrKind::IN_REG, "inreg"),
            (AttrKind::SWIFT_ERROR, "swifterror"),
            (AttrKind::PREALLOCATED, "preallocated"),
            (AttrKind::BYREF, "byref"),
        ];
        const ANY: Kinds =
            Kinds::of(&[AttrKind::IN_ALLOCA, AttrKind::IN_REG, AttrKind::SWIFT_ERROR, AttrKind::PREALLOCATED, AttrKind::BYREF]);
        let sides = [(self.function.attrs, self.global.value_type, "caller"), (call.attrs, call.fn_ty, "callee")];
        for (list, fn_ty, side) in sides {
            let Some((_, params, _)) = self.module.types.function(fn_ty) else { continue };
            if !self.shared.attrs.somewhere(list).meets(ANY) {
                continue;
            }
            let mut sets = self.module.attrs.params(list);
            for number in 0..params.len() as u32 {
                let kinds = self.shared.attrs.kinds(sets.of(number));
                if let Some((_, attribute)) = REFUSED.iter().find(|&&(kind, _)| kinds.has(kind)) {
                    self.fail(format!("{attribute} attribute not allowed in {name} musttail {side}"), &[]);
                }
            }
        }
    }

    /// Checks that a `musttail` call passes its arguments as the caller got its own.
    pub(crate) fn same_passing(&mut self, id: InstId, call: &Call) {
        let Some((_, own, _)) = self.module.types.function(self.global.value_type) else { return };
        let either = self.shared.attrs.somewhere(self.function.attrs).and(self.shared.attrs.somewhere(call.attrs));
        if !either.meets(Kinds::of(&PASSED)) {
            return;
        }
        let inputs = self.body.call_bundles(call).iter().flat_map(|bundle| self.body.values(bundle.inputs));
        let operands: Vec<Value> = self.body.values(call.args).chain(inputs).chain([call.callee]).collect();
        let (mut caller, mut callee) = (self.module.attrs.params(self.function.attrs), self.module.attrs.params(call.attrs));
        for number in 0..own.len() as u32 {
            let (a, b) = (caller.of(number), callee.of(number));
            if a != b && !self.is_passed_alike(a, b) {
                let mut subjects = vec![Subject::Inst(id)];
                // LLVM prints the operand with this number.
                subjects.extend(operands.get(number as usize).map(|&operand| Subject::Value(operand)));
                let message = "cannot guarantee tail call due to mismatched ABI impacting function attributes";
                return self.fail(message, &subjects);
            }
        }
    }

    fn is_passed_alike(&self, a: Option<AttrSetId>, b: Option<AttrSetId>) -> bool {
        let kinds = [a, b].map(|set| self.shared.attrs.kinds(set));
        let find = |set: Option<AttrSetId>, kind: AttrKind| {
            set.and_then(|set| self.module.attrs.set(set).iter().find(|attr| attr.kind() == Some(kind)))
        };
        let is_same = |kind: AttrKind| match (find(a, kind), find(b, kind)) {
            (Some(&Attr::Type(_, Some(a))), Some(&Attr::Type(_, Some(b)))) => self.types.same(a, b),
            (a, b) => a == b,
        };
        // An alignment matters only for what is on the stack.
        let is_aligned = |kinds: Kinds| kinds.has(AttrKind::ALIGNMENT) && (kinds.has(AttrKind::BY_VAL) || kinds.has(AttrKind::BYREF));
        PASSED.iter().all(|&kind| (!kinds[0].has(kind) && !kinds[1].has(kind)) || is_same(kind))
            && is_aligned(kinds[0]) == is_aligned(kinds[1])
            && (!is_aligned(kinds[0]) || is_same(AttrKind::ALIGNMENT))
    }
}
