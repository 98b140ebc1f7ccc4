//! Checks intrinsics of no other kind: assumptions, frames, exceptions, hints.
use super::{Called, Check};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::attrs::{AttrClass, AttrKind};
use bctk_ir::body::OperandBundle;
use bctk_ir::constants::ConstKind;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::keywords::ThreadLocal;
use bctk_ir::value::{Value, ValueKind};

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "assume" => assume,
        "ucmp" | "scmp" => three_way_comparison,
        "bswap" => byte_swap,
        "callbr.landingpad" => callbr_landing_pad,
        "eh.exceptioncode" | "eh.exceptionpointer" => exception,
        "experimental.deoptimize" => deoptimize,
        "experimental.guard" => guard,
        "init.trampoline" => trampoline,
        "localescape" => local_escape,
        "localrecover" => local_recover,
        "prefetch" => prefetch,
        "write_volatile_register" => register,
        "preserve.array.access.index" | "preserve.struct.access.index" => element_type_of_base,
        "reloc.none" => relocation,
        "stackprotector" => stack_protector,
        "structured.alloca" => structured_alloca,
        "structured.gep" => structured_gep,
        "threadlocal.address" => thread_local_address,
        "va_start" => va_start,
        "call.preallocated.setup" => preallocated_setup,
        "call.preallocated.arg" => preallocated_arg,
        "call.preallocated.teardown" => preallocated_teardown,
        "experimental.noalias.scope.decl" => scope_declaration,
        _ => return None,
    })
}

fn assume(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let bundles: Vec<OperandBundle> = c.body.call_bundles(of.call).to_vec();
    if !bundles.is_empty() && c.shared.llvm.assumptions_of_true() {
        let is_true = c.int(of.arg(0)).is_some_and(|int| int.bits == Some(1));
        check!(c, is_true, "assume with operand bundles must have i1 true condition", this);
    }
    let own_tags = c.shared.llvm.assumption_tags();
    for bundle in bundles {
        let (tag, inputs) = (c.tag(bundle.tag), c.body.values(bundle.inputs).collect::<Vec<Value>>());
        let is_over = match own_tags {
            true => {
                let fault = assumption_fault(c, tag, &inputs);
                if let Some(message) = fault {
                    c.fail(message, &[this]);
                }
                fault.is_some()
            }
            false => {
                let (fault, ends) = attribute_assumption_fault(c, tag, &inputs);
                if let Some(message) = fault {
                    c.fail(message, &[this]);
                }
                fault.is_some() || ends
            }
        };
        if is_over {
            return;
        }
    }
}

/// What is wrong with an assumption for LLVM 23, which has tags of its own for them.
fn assumption_fault(c: &Checker<'_, '_>, tag: &[u8], inputs: &[Value]) -> Option<&'static str> {
    let is_pointer = |at: usize| c.ty(inputs[at]).is_some_and(|ty| c.types.is_pointer(ty));
    let is_number = |at: usize| c.ty(inputs[at]).is_some_and(|ty| c.types.is_int(ty) && c.types.scalar_bits(ty) <= 64);
    const FIRST: &str = "first argument should be a pointer";
    const SECOND: &str = "second argument should be an integer with a maximum width of 64 bits";
    match tag {
        b"ignore" => None,
        b"separate_storage" => separate_storage_fault(c, inputs),
        b"align" => match inputs.len() {
            2 | 3 if !is_pointer(0) => Some(FIRST),
            2 | 3 if !is_number(1) => Some(SECOND),
            3 if !is_number(2) => Some("third argument should be an integer with a maximum width of 64 bits if present"),
            2 | 3 => None,
            _ => Some("alignment assumptions should have 2 or 3 arguments"),
        },
        b"dereferenceable" | b"dereferenceable_or_null" => match inputs.len() {
            2 if !is_pointer(0) => Some(FIRST),
            2 if !is_number(1) => Some(SECOND),
            2 => None,
            _ => Some("dereferenceable assumptions should have 2 arguments"),
        },
        b"nonnull" => match inputs.len() {
            1 if !is_pointer(0) => Some(FIRST),
            1 => None,
            _ => Some("nonnull assumptions should have 1 argument"),
        },
        b"noundef" => (inputs.len() != 1).then_some("noundef assumptions should have 1 argument"),
        b"cold" => (!inputs.is_empty()).then_some("cold assumptions should have no arguments"),
        _ => Some("tags must be valid attribute names"),
    }
}

fn separate_storage_fault(c: &Checker<'_, '_>, inputs: &[Value]) -> Option<&'static str> {
    if inputs.len() != 2 {
        return Some("separate_storage assumptions should have 2 arguments");
    }
    let pointers = inputs.iter().all(|&input| c.ty(input).is_some_and(|ty| c.types.is_pointer(ty)));
    (!pointers).then_some("arguments to separate_storage assumptions should be pointers")
}

/// What is wrong with an assumption for LLVM 22 and older, where tags are names of attributes; also whether later ones are not looked at.
fn attribute_assumption_fault(c: &Checker<'_, '_>, tag: &[u8], inputs: &[Value]) -> (Option<&'static str>, bool) {
    let is_pointer = |at: usize| c.ty(inputs[at]).is_some_and(|ty| c.types.is_pointer(ty));
    let is_int = |at: usize| c.ty(inputs[at]).is_some_and(|ty| c.types.is_int(ty));
    const FIRST: &str = "first argument should be a pointer";
    const SECOND: &str = "second argument should be an integer";
    let ends = !c.shared.llvm.assumptions_of_true();
    if tag == b"separate_storage" {
        return (separate_storage_fault(c, inputs), ends);
    }
    let kind = AttrKind::from_spelling(tag);
    if tag != b"ignore" && kind.is_none() && !is_string_attribute(tag) {
        return (Some("tags must be valid attribute names"), true);
    }
    if kind == Some(AttrKind::ALIGNMENT) {
        let fault = match inputs.len() {
            2 | 3 if !is_pointer(0) => Some(FIRST),
            2 | 3 if !is_int(1) => Some(SECOND),
            3 if !is_int(2) => Some("third argument should be an integer if present"),
            2 | 3 => None,
            _ => Some("alignment assumptions should have 2 or 3 arguments"),
        };
        return (fault, ends);
    }
    if kind == Some(AttrKind::DEREFERENCEABLE) && c.shared.llvm.dereferenceable_assumptions() {
        let fault = match inputs.len() {
            2 if !is_pointer(0) => Some(FIRST),
            2 if !is_int(1) => Some(SECOND),
            2 => None,
            _ => Some("dereferenceable assumptions should have 2 arguments"),
        };
        return (fault, ends);
    }
    if inputs.len() > 2 {
        return (Some("too many arguments"), true);
    }
    let Some(kind) = kind else { return (None, true) };
    let fault = if kind.class() == AttrClass::Int {
        match inputs.len() {
            2 if c.int(inputs[1]).is_none() => Some("the second argument should be a constant integral value"),
            2 => None,
            _ => Some("this attribute should have 2 arguments"),
        }
    } else if kind.fits_parameter() {
        (inputs.len() != 1).then_some("this attribute should have one argument")
    } else {
        (kind.fits_function() && !inputs.is_empty()).then_some("this attribute has no argument")
    };
    (fault, false)
}

/// Whether LLVM lists a string attribute with this name (`Attributes.td`).
fn is_string_attribute(tag: &[u8]) -> bool {
    const STRINGS: [&[u8]; 12] = [
        b"no-inline-line-tables",
        b"no-jump-tables",
        b"no-signed-zeros-fp-math",
        b"less-precise-fpmad",
        b"loader-replaceable",
        b"profile-sample-accurate",
        b"use-sample-profile",
        b"approx-func-fp-math",
        b"no-infs-fp-math",
        b"no-nans-fp-math",
        b"unsafe-fp-math",
        b"no-inline",
    ];
    STRINGS.contains(&tag)
}

fn three_way_comparison(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(source) = c.arg_ty(of, 0) else { return };
    let (this, types) = (of.this(), c.types);
    check!(c, types.scalar_bits(of.ret) >= 2, "result type must be at least 2 bits wide", this);
    let same = types.is_vector(source) == types.is_vector(of.ret);
    check!(c, same, "ucmp/scmp argument and result types must both be either vector or scalar types", this);
    check!(c, c.same_count(source, of.ret), "return type and arguments must have the same number of elements", this);
}

fn byte_swap(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, c.types.scalar_bits(of.ret).is_multiple_of(16), "bswap must be an even number of bytes", of.this());
}

fn callbr_landing_pad(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    let Some((callbr, &Inst::CallBr { indirect, .. })) = c.maker(of.arg(0)) else {
        return c.fail("intrinstic requires callbr operand", &[this]);
    };
    let _ = callbr;
    let block = c.blocks[of.inst.index()];
    let Some(pred) = c.cfg.unique_predecessor(block) else {
        return c.fail("Intrinsic in block must have 1 unique predecessor", &[this]);
    };
    if !matches!(c.terminator(pred), Some((_, Inst::CallBr { .. }))) {
        return c.fail("Intrinsic must have corresponding callbr in predecessor", &[this]);
    }
    let goes_here = c.body.lists.get(indirect).iter().any(|dest| dest == block);
    check!(c, goes_here, "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list", this);
    let first = c.body.blocks.get(block.index()).map(|block| block.first);
    check!(c, first == Some(of.inst), "No other instructions may proceed intrinsic", this);
}

fn exception(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let is_catch = matches!(c.maker(of.arg(0)), Some((_, Inst::CatchPad { .. })));
    check!(c, is_catch, "eh.exceptionpointer argument must be a catchpad", of.this());
}

/// How many operand bundles with this tag a call has.
fn bundles_of(c: &Checker<'_, '_>, of: &Called<'_>, tag: &[u8]) -> usize {
    c.body.call_bundles(of.call).iter().filter(|bundle| c.tag(bundle.tag) == tag).count()
}

fn is_plain_call(c: &Checker<'_, '_>, of: &Called<'_>) -> bool {
    matches!(c.body.insts[of.inst.index()], Inst::Call(_))
}

fn deoptimize(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    check!(c, is_plain_call(c, of), "experimental_deoptimize cannot be invoked", this);
    let bundles = bundles_of(c, of, b"deopt");
    check!(c, bundles == 1, "experimental_deoptimize must have exactly one \"deopt\" operand bundle");
    let Some((ret, ..)) = c.module.types.function(c.global.value_type) else { return };
    check!(c, c.types.same(ret, of.ret), "experimental_deoptimize return type must match caller return type");
    let Some(&Inst::Ret(value)) = c.body.insts.get(of.inst.index() + 1) else {
        return c.fail("calls to experimental_deoptimize must be followed by a return", &[]);
    };
    let result = c.body.result(of.inst).map(Value::local);
    check!(
        c,
        c.module.types.is_void(of.ret) || value.get() == result,
        "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize"
    );
}

fn guard(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, is_plain_call(c, of), "experimental_guard cannot be invoked", of.this());
    let bundles = bundles_of(c, of, b"deopt");
    check!(c, bundles == 1, "experimental_guard must have exactly one \"deopt\" operand bundle");
}

fn trampoline(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let target = c.strip_pointer_casts(of.arg(1));
    let is_function = c.shared.function(target).is_some();
    check!(c, is_function, "llvm.init_trampoline parameter #2 must resolve to a function.", of.this());
}

fn local_escape(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let this = of.this();
    check!(c, c.blocks[of.inst.index()].index() == 0, "llvm.localescape used outside of entry block", this);
    check!(c, c.escaped.is_none(), "multiple calls to llvm.localescape in one function", this);
    for &arg in of.args {
        if c.is_null(arg) {
            continue;
        }
        let alloca = c.alloca_of(c.strip_pointer_casts(arg));
        let is_static = alloca.is_some_and(|id| c.is_static_alloca(id));
        check!(c, is_static, "llvm.localescape only accepts static allocas", this);
    }
    c.escaped = Some(of.args.len() as u32);
}

fn local_recover(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let target = c.strip_pointer_casts(of.arg(0));
    let defined = c.shared.function(target).filter(|(_, global, _)| !global.is_declaration());
    let Some((id, ..)) = defined else {
        return c.fail("llvm.localrecover first argument must be function defined in this module", &[of.this()]);
    };
    // LLVM counts with 32 bits: the largest index needs no escaped alloca.
    let index = c.number(of, 2).map_or(u32::MAX, |index| u32::try_from(index).unwrap_or(u32::MAX));
    c.recovered.push((id, index.wrapping_add(1)));
}

fn prefetch(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if !c.checks_types_of_calls() {
        return;
    }
    let below = |c: &Checker<'_, '_>, at: usize, end: u64| c.number(of, at).is_some_and(|number| number < end);
    let this = of.this();
    check!(c, below(c, 1, 2), "rw argument to llvm.prefetch must be 0-1", this);
    check!(c, below(c, 2, 4), "locality argument to llvm.prefetch must be 0-3", this);
    check!(c, below(c, 3, 2), "cache type argument to llvm.prefetch must be 0-1", this);
}

/// Pointers state their types in releases without the attribute.
fn element_type_of_base(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    if AttrKind::ELEMENTTYPE.row().is_some_and(|row| row.since <= c.shared.llvm) {
        element_type_of_first(c, of);
    }
}

pub(super) fn element_type_of_first(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let has = c.param_element_type(of, 0).is_some();
    check!(c, has, "Intrinsic requires elementtype attribute on first argument.", of.this());
}

fn relocation(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let is_string = c.metadata_string(of.arg(0)).is_some();
    check!(c, is_string, "llvm.reloc.none argument must be a metadata string", of.this());
}

fn register(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let ops = c.metadata_of(of.arg(0)).and_then(|node| c.nodes().tuple(node));
    let is_name = ops.is_some_and(|ops| ops.len() == 1 && c.nodes().string(ops.op(0)).is_some());
    check!(c, is_name || !c.shared.llvm.logical_pointers(), "llvm.write_volatile_register metadata must be a single MDString", of.this());
}

fn stack_protector(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let is_alloca = c.alloca_of(c.strip_pointer_casts(of.arg(1))).is_some();
    check!(c, is_alloca, "llvm.stackprotector parameter #2 must resolve to an alloca.", of.this());
}

fn structured_alloca(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let has = c.has_return_attr(of, AttrKind::ELEMENTTYPE);
    check!(c, has, "@llvm.structured.alloca calls require elementtype attribute.", of.this());
}

fn structured_gep(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    use bctk_ir::types::Type;
    let this = of.this();
    let Some(mut ty) = c.param_element_type(of, 0) else {
        return c.fail("Intrinsic first parameter is missing an ElementType attribute", &[this]);
    };
    for &index in of.args.iter().skip(1) {
        let is_int = c.ty(index).is_some_and(|ty| c.types.is_int(ty));
        check!(c, is_int, "Index operand type must be an integer", this);
        match c.types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => ty = elem,
            Type::Struct { fields, .. } => {
                let Some(number) = c.int(index) else {
                    return c.fail("Indexing into a struct requires a constant int", &[this]);
                };
                let fields = c.module.types.list(fields);
                let field = number.small().and_then(|number| fields.get(usize::try_from(number).ok()?));
                let Some(field) = field else { return c.fail("Indexing in a struct should be inbounds", &[this]) };
                ty = field;
            }
            _ => c.fail("Reached a non-composite type with more indices to process", &[this]),
        }
    }
}

fn thread_local_address(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let ValueKind::Global(id) = of.arg(0).kind() else {
        return c.fail("llvm.threadlocal.address first argument must be a GlobalValue", &[]);
    };
    let is_thread_local = c.module.global(id).is_some_and(|global| global.thread_local != ThreadLocal::NotThreadLocal);
    check!(c, is_thread_local, "llvm.threadlocal.address operand isThreadLocal() must be true");
}

fn va_start(c: &mut Checker<'_, '_>, _: &Called<'_>) {
    let vararg = c.module.types.function(c.global.value_type).is_some_and(|(_, _, vararg)| vararg);
    check!(c, vararg, "va_start called in a non-varargs function");
}

fn preallocated_setup(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(count) = c.int(of.arg(0)) else {
        return c.fail("llvm.call.preallocated.setup argument must be a constant", &[]);
    };
    let Some(token) = c.body.result(of.inst) else { return };
    let mut found = false;
    for user in c.users(token) {
        let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = c.body.insts[user.inst.index()] else {
            return c.fail("Uses of llvm.call.preallocated.setup must be calls", &[]);
        };
        let Some(&call) = c.body.call(call) else { return };
        match c.intrinsic_at(user.inst) {
            Some("call.preallocated.arg") => {
                let index = c.body.values(call.args).nth(1).and_then(|index| c.int(index));
                let Some(index) = index else {
                    return c.fail("llvm.call.preallocated.alloc arg index must be a constant", &[]);
                };
                let fits = !index.is_negative() && index.bits < count.bits;
                check!(
                    c,
                    fits,
                    "llvm.call.preallocated.alloc arg index must be between 0 and corresponding llvm.call.preallocated.setup's argument count"
                );
            }
            Some("call.preallocated.teardown") => {}
            _ => {
                check!(c, !found, "Can have at most one call corresponding to a llvm.call.preallocated.setup");
                found = true;
                let args = c.body.lists.get(call.args).len() as u32;
                let passed = (0..args).filter(|&at| c.call_param_attr(&call, at, AttrKind::PREALLOCATED).is_some()).count();
                check!(c, passed != 0, "cannot use preallocated intrinsics on a call without preallocated arguments");
                check!(
                    c,
                    count.bits == Some(passed as u128),
                    "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site",
                    of.this(),
                    Subject::Inst(user.inst)
                );
                let bundles: Vec<OperandBundle> =
                    c.body.call_bundles(&call).iter().copied().filter(|bundle| c.tag(bundle.tag) == b"preallocated").collect();
                match bundles[..] {
                    [] => {
                        return c.fail(
                            "Use of llvm.call.preallocated.setup outside intrinsics must be in \"preallocated\" operand bundle",
                            &[],
                        );
                    }
                    [bundle] => {
                        let own = c.body.values(bundle.inputs).next() == Some(Value::local(token));
                        check!(c, own, "preallocated bundle must have token from corresponding llvm.call.preallocated.setup");
                    }
                    // It is said elsewhere that there are too many.
                    _ => return,
                }
            }
        }
    }
}

fn is_setup(c: &Checker<'_, '_>, of: &Called<'_>) -> bool {
    matches!(c.intrinsic_of(of.arg(0)), Some((_, "call.preallocated.setup")))
}

fn preallocated_arg(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, is_setup(c, of), "llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup");
    let has = c.has_call_attr(of, AttrKind::PREALLOCATED);
    check!(c, has, "llvm.call.preallocated.arg must be called with a \"preallocated\" call site attribute");
}

fn preallocated_teardown(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    check!(c, is_setup(c, of), "llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup");
}

fn scope_declaration(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    c.scope_declarations.push((of.inst, of.arg(0)));
}

impl Checker<'_, '_> {
    /// Whether an `alloca` is in the entry block and of constant size (`AllocaInst::isStaticAlloca`).
    fn is_static_alloca(&self, id: bctk_ir::entity::InstId) -> bool {
        let Inst::Alloca { count, in_alloca, .. } = self.body.insts[id.index()] else { return false };
        self.blocks[id.index()].index() == 0 && self.int(count).is_some() && !in_alloca
    }

    /// Checks the declarations of scopes (`Verifier::verifyNoAliasScopeDecl`).
    pub(crate) fn scope_declarations(&mut self) {
        for (inst, scopes) in std::mem::take(&mut self.scope_declarations) {
            let this = Subject::Inst(inst);
            let ValueKind::Metadata(node) = scopes.kind() else {
                return self.fail("llvm.experimental.noalias.scope.decl must have a MetadataAsValue argument", &[this]);
            };
            let Some(ops) = self.nodes().node(node) else {
                return self.fail("!id.scope.list must point to an MDNode", &[this]);
            };
            check!(self, ops.len() == 1, "!id.scope.list must point to a list with a single scope", this);
            self.alias_scopes(node, ops);
        }
    }
}

/// Whether a variable has an initializer that no other module replaces (`GlobalVariable::hasDefinitiveInitializer`), with that.
pub(super) fn definitive_initializer(c: &Checker<'_, '_>, value: Value) -> Option<(bool, ConstKind)> {
    let ValueKind::Global(id) = value.kind() else { return None };
    let global = c.module.global(id)?;
    let GlobalKind::Variable { initializer, constant, externally_initialized, .. } = global.kind else { return None };
    let initializer = c.constant(initializer.get()?)?;
    (!externally_initialized && !global.linkage.is_interposable()).then_some((constant, initializer.kind))
}
