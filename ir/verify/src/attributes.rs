//! Checks lists of attributes against function types (`Verifier::verifyFunctionAttrs`, `verifyParameterAttrs`).
use crate::attachments::FP_CLASSES;
use crate::attribute_facts::{
    Kinds, NOT_ON_FUNCTION, NOT_ON_PARAMETER, NOT_ON_RETURN, OF_FLOATS, OF_INTEGER_VECTORS, OF_INTEGERS, OF_NUMBERS, OF_POINTER_VECTORS,
    OF_POINTERS, OF_VALUES, SetFacts,
};
use crate::attribute_strings::{Fault, Strings};
use crate::attribute_text::attribute;
use crate::function::{Shared, check};
use crate::report::{Sink, Subject};
use crate::vector_variants;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::{AttrListId, AttrSetId, ListRef, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::UnnamedAddr;
use bctk_ir::triple::Triple;
use bctk_ir::types::{StructKind, Type};
use std::borrow::Cow;

/// Sizes of arguments on the stack are below this.
const MAX_ARGUMENT: u64 = 1 << 32;
/// The largest alignment in bytes (`Value::MaximumAlignment`).
const MAX_ALIGN: u64 = 1 << 32;

/// What kind of callee a list of attributes is for.
#[derive(Clone, Copy)]
pub(crate) struct Callee<'m> {
    /// The function itself, if it is not a call of it.
    pub(crate) function: Option<&'m GlobalValue>,
    pub(crate) kind: CalleeKind,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CalleeKind {
    Intrinsic,
    Asm,
    Other,
}

/// Checks the attributes of one function or call.
pub(crate) struct AttrChecker<'a, 'm> {
    pub(crate) shared: &'a Shared<'m>,
    pub(crate) layouts: &'a mut Layouts,
    pub(crate) sink: &'a mut Sink,
    /// The function or call.
    pub(crate) this: Subject,
}

/// The parameters that only one of a function may be.
#[derive(Default)]
struct Seen {
    nest: bool,
    returned: bool,
    sret: bool,
    swift_self: bool,
    swift_async: bool,
    swift_error: bool,
}

impl<'m> AttrChecker<'_, 'm> {
    pub(crate) fn fail(&mut self, message: impl Into<Cow<'static, str>>, subjects: &[Subject]) {
        self.sink.fail(message, subjects);
    }

    fn report_all(&mut self, faults: Vec<Fault>) {
        let this = [self.this];
        for fault in faults {
            self.sink.fail(fault.message, if fault.shows { &this } else { &[] });
        }
    }

    /// Reports the first attribute of a set whose kind is among these.
    fn misfit(&mut self, set: AttrSetId, kinds: Kinds, after: &str) {
        let module = self.shared.module;
        let found = module.attrs.set(set).iter().find(|attr| attr.kind().is_some_and(|kind| kinds.has(kind)));
        if let Some(attr) = found {
            let message = format!("Attribute '{}' {after}", attribute(module, self.shared.llvm, attr));
            self.sink.fail(message, &[self.this]);
        }
    }

    /// Checks a list for a function type.
    pub(crate) fn list(&mut self, fn_ty: TypeId, list: AttrListId, callee: Callee<'_>) {
        let shared = self.shared;
        let attrs = &shared.module.attrs;
        let Some((ret, params, vararg)) = shared.module.types.function(fn_ty) else { return };
        if attrs.lists.get(list.index()).is_none_or(Vec::is_empty) {
            return;
        }
        let this = self.this;
        if let Some(set) = attrs.set_at(list, AttrIndex::Return) {
            if shared.kinds_on(Some(set), ret).meets(NOT_ON_RETURN) {
                return self.misfit(set, NOT_ON_RETURN, "does not apply to function return values");
            }
            self.parameter(set, ret);
        }
        let mut seen = Seen::default();
        let mut sets = attrs.params(list);
        for (number, ty) in (0..).zip(params.iter()) {
            let Some(set) = sets.of(number) else { continue };
            let kinds = shared.kinds_on(Some(set), ty);
            if callee.kind != CalleeKind::Intrinsic {
                check!(self, !kinds.has(AttrKind::IMMARG), "immarg attribute only applies to intrinsics", this);
                let is_misplaced = kinds.has(AttrKind::ELEMENTTYPE) && callee.kind != CalleeKind::Asm;
                check!(self, !is_misplaced, "Attribute 'elementtype' can only be applied to intrinsics and inline asm.", this);
            }
            self.parameter(set, ty);
            const COUNTED: Kinds = Kinds::of(&[
                AttrKind::NEST,
                AttrKind::RETURNED,
                AttrKind::STRUCT_RET,
                AttrKind::SWIFT_SELF,
                AttrKind::SWIFT_ASYNC,
                AttrKind::SWIFT_ERROR,
                AttrKind::IN_ALLOCA,
            ]);
            if !kinds.meets(COUNTED) {
                continue;
            }
            if kinds.has(AttrKind::NEST) {
                check!(self, !seen.nest, "More than one parameter has attribute nest!", this);
                seen.nest = true;
            }
            if kinds.has(AttrKind::RETURNED) {
                check!(self, !seen.returned, "More than one parameter has attribute returned!", this);
                let fits = shared.is_lossless(ty, ret);
                check!(self, fits, "Incompatible argument and return types for 'returned' attribute", this);
                seen.returned = true;
            }
            if kinds.has(AttrKind::STRUCT_RET) {
                check!(self, !seen.sret, "Cannot have multiple 'sret' parameters!", this);
                check!(self, number < 2, "Attribute 'sret' is not on first or second parameter!", this);
                seen.sret = true;
            }
            if kinds.has(AttrKind::SWIFT_SELF) {
                check!(self, !seen.swift_self, "Cannot have multiple 'swiftself' parameters!", this);
                seen.swift_self = true;
            }
            if kinds.has(AttrKind::SWIFT_ASYNC) {
                check!(self, !seen.swift_async, "Cannot have multiple 'swiftasync' parameters!", this);
                seen.swift_async = true;
            }
            if kinds.has(AttrKind::SWIFT_ERROR) {
                check!(self, !seen.swift_error, "Cannot have multiple 'swifterror' parameters!", this);
                seen.swift_error = true;
            }
            if kinds.has(AttrKind::IN_ALLOCA) {
                check!(self, number as usize + 1 == params.len(), "inalloca isn't on the last parameter!", this);
            }
        }
        if let Some(set) = attrs.set_at(list, AttrIndex::Function) {
            self.function(set, list, fn_ty, (ret, params, vararg), callee);
        }
    }

    /// Checks the attributes of a function or call as a whole.
    fn function(
        &mut self,
        set: AttrSetId,
        list: AttrListId,
        fn_ty: TypeId,
        (ret, params, vararg): (TypeId, ListRef<'_, TypeId>, bool),
        callee: Callee<'_>,
    ) {
        let shared = self.shared;
        let llvm = shared.llvm;
        let Some(facts) = shared.attrs.set(set) else { return };
        let this = self.this;
        let kinds = facts.kinds;
        let strings = Strings { module: shared.module, llvm, set: facts };
        self.bools(facts);
        if kinds.meets(NOT_ON_FUNCTION) {
            return self.misfit(set, NOT_ON_FUNCTION, "does not apply to functions!");
        }
        if let Some(message) = incompatible(kinds) {
            return self.fail(message, &[this]);
        }
        if shared.attrs.somewhere(list).has(AttrKind::WRITABLE) {
            // The second bit of argument memory is that of writing.
            let writes = self.number(set, AttrKind::MEMORY).is_none_or(|memory| memory & 2 != 0);
            check!(self, writes, "Attribute writable and memory without argmem: write are incompatible!", this);
        }
        if !facts.has_plain_strings
            && let Some(message) = strings.incompatible_state()
        {
            return self.fail(message, &[this]);
        }
        if kinds.has(AttrKind::JUMP_TABLE)
            && let Some(function) = callee.function
        {
            check!(self, function.unnamed_addr == UnnamedAddr::Global, "Attribute 'jumptable' requires 'unnamed_addr'", this);
        }
        if let Some(sizes) = self.number(set, AttrKind::ALLOC_SIZE) {
            // All ones in the low half: there is no count argument.
            let count = Some(sizes as u32).filter(|&count| count != u32::MAX);
            for (name, number) in [("element size", Some((sizes >> 32) as u32)), ("number of elements", count)] {
                let Some(number) = number else { continue };
                let Some(ty) = params.get(number as usize) else {
                    return self.fail(format!("'allocsize' {name} argument is out of bounds"), &[this]);
                };
                if !shared.types.is_int(ty) {
                    return self.fail(format!("'allocsize' {name} argument must refer to an integer parameter"), &[this]);
                }
            }
        }
        if let Some(kind) = self.number(set, AttrKind::ALLOC_KIND) {
            self.allocation(kind);
        }
        if !llvm.attribute_rules() {
            return;
        }
        if llvm.callable_conventions()
            && let Some(name) = strings.get("alloc-variant-zeroed")
            && let Some(message) = self.zeroed_variant(name, &strings, fn_ty, callee)
        {
            return self.fail(message, &[]);
        }
        // LLVM drops the attribute if it has no bounds.
        if let Some(range) = self.number(set, AttrKind::VSCALE_RANGE).filter(|&range| range != 0) {
            self.vscale_range((range >> 32) as u32, range as u32);
        }
        if facts.has_plain_strings {
            return;
        }
        let mut faults = Vec::new();
        strings.frame_pointer(&mut faults);
        self.report_all(std::mem::take(&mut faults));
        if strings.has_half_of_avx512() && self.takes_512_bits(ret, params) {
            return self.fail("512-bit vector arguments require 'evex512' for AVX512", &[this]);
        }
        let goes_on = strings.after_frame_pointer(&mut faults);
        self.report_all(std::mem::take(&mut faults));
        if !goes_on {
            return;
        }
        if let Some(name) = strings.get("vector-function-abi-variant").filter(|_| llvm.protection_rules())
            && !vector_variants::is_valid(name, &shared.module.types, ret, &mut params.iter())
        {
            self.fail(format!("invalid name for a VFABI variant: {}", String::from_utf8_lossy(name)), &[this]);
        }
        strings.denormals(&mut faults);
        self.report_all(std::mem::take(&mut faults));
        if let Some(message) = strings.modular_format(params.len(), vararg) {
            return self.fail(message, &[this]);
        }
        strings.target_features(&mut faults);
        self.report_all(faults);
    }

    fn bools(&mut self, facts: &SetFacts) {
        if !facts.has_plain_strings {
            let mut faults = Vec::new();
            Strings { module: self.shared.module, llvm: self.shared.llvm, set: facts }.bools(&mut faults);
            self.report_all(faults);
        }
    }

    /// The number of an attribute of a set.
    fn number(&self, set: AttrSetId, kind: AttrKind) -> Option<u64> {
        if !self.shared.attrs.kinds(Some(set)).has(kind) {
            return None;
        }
        self.shared.module.attrs.set(set).iter().find_map(|attr| match *attr {
            Attr::Int(of, number) if of == kind => Some(number),
            _ => None,
        })
    }

    /// The type of an attribute of a set.
    fn type_of(&self, set: AttrSetId, kind: AttrKind) -> Option<TypeId> {
        self.shared.module.attrs.set(set).iter().find_map(|attr| match *attr {
            Attr::Type(of, ty) if of == kind => ty,
            _ => None,
        })
    }

    /// Checks the bits of `allockind`.
    fn allocation(&mut self, kind: u64) {
        const FREE: u64 = 4;
        const UNINITIALIZED: u64 = 8;
        const ZEROED: u64 = 16;
        const ALIGNED: u64 = 32;
        let does = kind & 7;
        if does.count_ones() != 1 {
            self.fail("'allockind()' requires exactly one of alloc, realloc, and free", &[]);
        }
        if does == FREE && kind & (UNINITIALIZED | ZEROED | ALIGNED) != 0 {
            self.fail("'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.", &[]);
        }
        if kind & UNINITIALIZED != 0 && kind & ZEROED != 0 {
            self.fail("'allockind()' can't be both zeroed and uninitialized", &[]);
        }
    }

    /// What is wrong with the variant of an allocator that zeroes.
    fn zeroed_variant(&self, name: &[u8], own: &Strings<'_>, fn_ty: TypeId, callee: Callee<'_>) -> Option<&'static str> {
        const ZEROED: u64 = 16;
        if name.is_empty() {
            return Some("'alloc-variant-zeroed' must not be empty");
        }
        let shared = self.shared;
        let variant = shared.module.global(shared.attrs.function(name)?)?;
        let function = variant.function()?;
        let set = shared.module.attrs.set_at(function.attrs, AttrIndex::Function);
        let facts = set.and_then(|set| shared.attrs.set(set));
        let family = facts.and_then(|facts| facts.string("alloc-family")).map(|family| shared.module.str(family));
        if own.get("alloc-family").is_some_and(|own| family != Some(own)) {
            return Some("'alloc-variant-zeroed' must name a function belonging to the same 'alloc-family'");
        }
        let kind = set.and_then(|set| self.number(set, AttrKind::ALLOC_KIND)).unwrap_or(0);
        if kind & ZEROED == 0 {
            return Some("'alloc-variant-zeroed' must name a function with 'allockind(\"zeroed\")'");
        }
        if !shared.types.same(variant.value_type, fn_ty) {
            return Some("'alloc-variant-zeroed' must name a function with the same signature");
        }
        let cc = callee.function.and_then(GlobalValue::function).map(|function| function.cc);
        if shared.llvm.format_index_rules() && cc.is_some_and(|cc| cc != function.cc) {
            return Some("'alloc-variant-zeroed' must name a function with the same calling convention");
        }
        None
    }

    fn vscale_range(&mut self, min: u32, max: u32) {
        let this = [self.this];
        if min == 0 {
            self.fail("'vscale_range' minimum must be greater than 0", &this);
        } else if !min.is_power_of_two() {
            self.fail("'vscale_range' minimum must be power-of-two value", &this);
        }
        if max == 0 {
            return;
        }
        if min > max {
            self.fail("'vscale_range' minimum cannot be greater than maximum", &this);
        } else if !max.is_power_of_two() {
            self.fail("'vscale_range' maximum must be power-of-two value", &this);
        }
    }

    /// Whether vectors of at least 512 bits are among the types of a function for x86.
    fn takes_512_bits(&mut self, ret: TypeId, params: ListRef<'_, TypeId>) -> bool {
        let types = self.shared.types;
        let bits = |ty: TypeId| match types.element_count(ty) {
            Some((count, false)) => u64::from(count) * u64::from(types.scalar_bits(ty)),
            _ => 0,
        };
        Triple::parse(self.shared.module.str(self.shared.module.triple)).is_x86()
            && std::iter::once(ret).chain(params.iter()).any(|ty| bits(ty) >= 512)
    }

    /// Checks the attributes of a parameter, an argument or a return value (`Verifier::verifyParameterAttrs`).
    pub(crate) fn parameter(&mut self, set: AttrSetId, ty: TypeId) {
        let shared = self.shared;
        let Some(facts) = shared.attrs.set(set) else { return };
        let attrs = shared.module.attrs.set(set);
        if attrs.is_empty() {
            return;
        }
        let this = self.this;
        let kinds = shared.kinds_on(Some(set), ty);
        self.bools(facts);
        if kinds.is_empty() {
            return;
        }
        if kinds.meets(NOT_ON_PARAMETER) {
            return self.misfit(set, NOT_ON_PARAMETER, "does not apply to parameters");
        }
        if kinds.has(AttrKind::IMMARG) {
            let may_have_range = shared.llvm.callable_conventions();
            let others = attrs.len() - usize::from(may_have_range && kinds.has(AttrKind::RANGE));
            let message = match may_have_range {
                true => "Attribute 'immarg' is incompatible with other attributes except the 'range' attribute",
                false => "Attribute 'immarg' is incompatible with other attributes",
            };
            check!(self, others == 1, message, this);
        }
        if let Some(message) = incompatible_on_parameter(kinds) {
            return self.fail(message, &[this]);
        }
        let misfits = shared.unsuited(set, kinds, ty);
        if kinds.meets(misfits) {
            return self.misfit(set, misfits, "applied to incompatible type!");
        }
        const MEASURED: Kinds =
            Kinds::of(&[AttrKind::ALIGNMENT, AttrKind::BY_VAL, AttrKind::BYREF, AttrKind::IN_ALLOCA, AttrKind::PREALLOCATED]);
        if kinds.meets(MEASURED) && shared.types.is_pointer(ty) {
            let align = self.number(set, AttrKind::ALIGNMENT).unwrap_or(1);
            check!(self, align <= MAX_ALIGN, "huge alignment values are unsupported", this);
            if let Some(message) = self.too_large(set, kinds) {
                return self.fail(message, &[this]);
            }
        }
        if kinds.has(AttrKind::INITIALIZES) {
            let ranges = attrs.iter().find_map(|attr| match attr {
                Attr::RangeList(AttrKind::INITIALIZES, ranges) => Some(ranges.as_slice()),
                _ => None,
            });
            let ranges = ranges.unwrap_or_default();
            check!(self, !ranges.is_empty(), "Attribute 'initializes' does not support empty list", this);
            let bound = |words: &[u64]| words.first().copied().unwrap_or(0) as i64;
            let is_ordered = ranges.windows(2).all(|pair| bound(&pair[0].upper) < bound(&pair[1].lower))
                && ranges.iter().all(|range| bound(&range.lower) < bound(&range.upper));
            check!(self, is_ordered, "Attribute 'initializes' does not support unordered ranges", this);
        }
        if let Some(classes) = self.number(set, AttrKind::NOFPCLASS) {
            check!(self, classes != 0, "Attribute 'nofpclass' must have at least one test bit set", this);
            check!(self, classes & u64::from(u32::MAX) & !FP_CLASSES == 0, "Invalid value for 'nofpclass' test mask", this);
        }
    }

    /// What is wrong with the type that an argument on the stack has.
    fn too_large(&mut self, set: AttrSetId, kinds: Kinds) -> Option<&'static str> {
        const CHECKED: [(AttrKind, &str, &str); 4] = [
            (AttrKind::BY_VAL, "Attribute 'byval' does not support unsized types!", "huge 'byval' arguments are unsupported"),
            (AttrKind::BYREF, "Attribute 'byref' does not support unsized types!", "huge 'byref' arguments are unsupported"),
            (AttrKind::IN_ALLOCA, "Attribute 'inalloca' does not support unsized types!", "huge 'inalloca' arguments are unsupported"),
            (
                AttrKind::PREALLOCATED,
                "Attribute 'preallocated' does not support unsized types!",
                "huge 'preallocated' arguments are unsupported",
            ),
        ];
        let types = &self.shared.module.types;
        for (kind, unsized_type, huge) in CHECKED {
            if !kinds.has(kind) {
                continue;
            }
            // Old files have none.
            let Some(ty) = self.type_of(set, kind) else { continue };
            let Some(size) = self.layouts.alloc_size(types, ty) else { return Some(unsized_type) };
            if kind == AttrKind::BY_VAL && self.shared.llvm.naked_rules() && self.shared.has_global_target_type(ty) {
                return Some("'byval' argument has illegal target extension type");
            }
            if size >= MAX_ARGUMENT && self.shared.llvm.argument_size_rules() {
                return Some(huge);
            }
        }
        None
    }
}

/// The attributes of a function that exclude each other.
fn incompatible(kinds: Kinds) -> Option<&'static str> {
    const CHECKED: Kinds =
        Kinds::of(&[AttrKind::ALWAYS_INLINE, AttrKind::OPTIMIZE_NONE, AttrKind::SANITIZE_REALTIME, AttrKind::OPTIMIZE_FOR_DEBUGGING]);
    if !kinds.meets(CHECKED) {
        return None;
    }
    let has = |kind| kinds.has(kind);
    if has(AttrKind::NO_INLINE) && has(AttrKind::ALWAYS_INLINE) {
        return Some("Attributes 'noinline and alwaysinline' are incompatible!");
    }
    if has(AttrKind::OPTIMIZE_NONE) {
        if !has(AttrKind::NO_INLINE) {
            return Some("Attribute 'optnone' requires 'noinline'!");
        }
        if has(AttrKind::OPTIMIZE_FOR_SIZE) {
            return Some("Attributes 'optsize and optnone' are incompatible!");
        }
        if has(AttrKind::MIN_SIZE) {
            return Some("Attributes 'minsize and optnone' are incompatible!");
        }
        if has(AttrKind::OPTIMIZE_FOR_DEBUGGING) {
            return Some("Attributes 'optdebug and optnone' are incompatible!");
        }
    }
    if has(AttrKind::SANITIZE_REALTIME) && has(AttrKind::SANITIZE_REALTIME_BLOCKING) {
        return Some("Attributes 'sanitize_realtime and sanitize_realtime_blocking' are incompatible!");
    }
    if has(AttrKind::OPTIMIZE_FOR_DEBUGGING) {
        if has(AttrKind::OPTIMIZE_FOR_SIZE) {
            return Some("Attributes 'optsize and optdebug' are incompatible!");
        }
        if has(AttrKind::MIN_SIZE) {
            return Some("Attributes 'minsize and optdebug' are incompatible!");
        }
    }
    None
}

/// The attributes of a parameter that exclude each other.
fn incompatible_on_parameter(kinds: Kinds) -> Option<&'static str> {
    let has = |kind| kinds.has(kind);
    let passed = [
        has(AttrKind::BY_VAL),
        has(AttrKind::IN_ALLOCA),
        has(AttrKind::PREALLOCATED),
        has(AttrKind::STRUCT_RET) || has(AttrKind::IN_REG),
        has(AttrKind::NEST),
        has(AttrKind::BYREF),
    ];
    if passed.iter().filter(|&&is| is).count() > 1 {
        return Some("Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!");
    }
    const PAIRS: [(AttrKind, AttrKind, &str); 8] = [
        (AttrKind::IN_ALLOCA, AttrKind::READ_ONLY, "Attributes 'inalloca and readonly' are incompatible!"),
        (AttrKind::STRUCT_RET, AttrKind::RETURNED, "Attributes 'sret and returned' are incompatible!"),
        (AttrKind::Z_EXT, AttrKind::S_EXT, "Attributes 'zeroext and signext' are incompatible!"),
        (AttrKind::READ_NONE, AttrKind::READ_ONLY, "Attributes 'readnone and readonly' are incompatible!"),
        (AttrKind::READ_NONE, AttrKind::WRITEONLY, "Attributes 'readnone and writeonly' are incompatible!"),
        (AttrKind::READ_ONLY, AttrKind::WRITEONLY, "Attributes 'readonly and writeonly' are incompatible!"),
        (AttrKind::WRITABLE, AttrKind::READ_NONE, "Attributes writable and readnone are incompatible!"),
        (AttrKind::WRITABLE, AttrKind::READ_ONLY, "Attributes writable and readonly are incompatible!"),
    ];
    PAIRS.iter().find(|&&(a, b, _)| has(a) && has(b)).map(|&(_, _, message)| message)
}

impl Shared<'_> {
    /// The kinds of a set on a value of this type. LLVM's reader of bitcode drops attributes that do not fit the type.
    pub(crate) fn kinds_on(&self, set: Option<AttrSetId>, ty: TypeId) -> Kinds {
        let kinds = self.attrs.kinds(set);
        match set {
            Some(set) if self.is_from_bitcode && !kinds.is_empty() => kinds.without(self.unsuited(set, kinds, ty)),
            _ => kinds,
        }
    }

    /// The kinds that a value of this type may not have (`AttributeFuncs::typeIncompatible`).
    fn unsuited(&self, set: AttrSetId, kinds: Kinds, ty: TypeId) -> Kinds {
        let types = self.types;
        let of = types.get(ty);
        let is_old = !self.llvm.attribute_rules();
        let mut unsuited = Kinds::default();
        let is_int = matches!(of, Type::Int(_));
        if !is_int {
            unsuited = unsuited.and(OF_INTEGERS);
            if !matches!(of, Type::Byte(_)) {
                unsuited = unsuited.and(OF_NUMBERS);
            }
        }
        if kinds.meets(OF_INTEGER_VECTORS) {
            let width = self.module.attrs.set(set).iter().find_map(|attr| match attr {
                Attr::Range(AttrKind::RANGE, range) => Some(range.width),
                _ => None,
            });
            let fits = match types.scalar(ty) {
                Type::Int(bits) | Type::Byte(bits) => width.is_none_or(|width| width == bits) && types.is_ints(ty),
                _ => false,
            };
            if !fits {
                unsuited = unsuited.and(OF_INTEGER_VECTORS);
            }
        }
        if !types.is_pointer(ty) {
            unsuited = unsuited.and(OF_POINTERS);
        }
        // What older releases checked of these is not known.
        if !is_old {
            if !types.is_pointers(ty) {
                unsuited = unsuited.and(OF_POINTER_VECTORS);
            }
            if kinds.meets(OF_FLOATS) && !self.has_fast_math(ty) {
                unsuited = unsuited.and(OF_FLOATS);
            }
            if of == Type::Void {
                unsuited = unsuited.and(OF_VALUES);
            }
        }
        unsuited
    }

    /// Whether a value of a type may be taken as one of another (`Type::canLosslesslyBitCastTo`).
    pub(crate) fn is_lossless(&self, from: TypeId, to: TypeId) -> bool {
        let types = self.types;
        if types.same(from, to) {
            return true;
        }
        let amx = |ty: TypeId, other: TypeId| {
            let bits =
                types.element_count(other).map(|(count, scalable)| (u64::from(count) * u64::from(types.scalar_bits(other)), scalable));
            types.get(ty) == Type::X86Amx && bits == Some((8192, false))
        };
        match (types.element_count(from), types.element_count(to)) {
            (Some((a, a_scales)), Some((b, b_scales))) => {
                let bits = |count: u32, ty: TypeId| u64::from(count) * u64::from(types.scalar_bits(ty));
                a_scales == b_scales && bits(a, from) == bits(b, to)
            }
            // Vectors of 64 bits were also MMX values.
            (Some(_), None) if types.get(to) == Type::X86Mmx => true,
            (None, Some(_)) if types.get(from) == Type::X86Mmx => true,
            (Some(_), None) => amx(to, from),
            (None, Some(_)) => amx(from, to),
            // Typed pointers differ in what they point to only.
            (None, None) => match (types.get(from), types.get(to)) {
                (Type::TypedPtr { addrspace: a, .. }, Type::TypedPtr { addrspace: b, .. }) => a == b,
                _ => false,
            },
        }
    }

    /// Whether operations on a type may have fast-math flags (`FPMathOperator::isSupportedFloatingPointType`).
    pub(crate) fn has_fast_math(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        match self.types.get(ty) {
            Type::Struct { kind: StructKind::Literal, fields, .. } => {
                let fields = self.module.types.list(fields);
                match fields.first() {
                    Some(first) if fields.iter().all(|field| self.types.same(field, first)) => ty = first,
                    _ => return false,
                }
            }
            _ => {
                while let Type::Array { elem, .. } = self.types.get(ty) {
                    ty = elem;
                }
            }
        }
        self.types.is_floats(ty)
    }
}
