//! Intrinsics that releases read before their code generator selects them, or does so rightly, on some targets.
//!
//! Most become what releases without them get. Others stay, and are told: the release's own clang makes them, too, and nothing simple has the
//! same meaning.
use super::Plan;
use super::library::{FUNCTIONS, OLD_FUNCTIONS};
use super::names;
use crate::translate::report::{Action, At, Report};
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::borrow::Cow;

/// Intrinsics that other instructions replace before a release, or that are refused if none can: names, the target, the types of an argument or
/// of the result, the first release that selects them, and what releases do before, by what `llc` makes of a call. A name that ends with a dot
/// stands for all that begin with it.
///
/// `cargo xtask select` asks the code generators.
pub type Selected = (&'static [&'static str], &'static str, ElementTypes, LlvmVersion, &'static str);

const SELECTED: &[Selected] = &[
    (&["minimumnum", "maximumnum"], "x86", ElementTypes::All, LlvmVersion::of(22.0), "wrong for some zeros and negative numbers"),
    (&["minimumnum", "maximumnum"], "AArch64", ElementTypes::All, LlvmVersion::of(21.0), "not selected, of some types"),
    (&["minimumnum", "maximumnum"], "AArch64", ElementTypes::Fp128, LlvmVersion::of(22.0), "not selected"),
    (&["canonicalize"], "x86", ElementTypes::All, LlvmVersion::of(20.0), "not selected"),
    (&["canonicalize"], "AArch64", ElementTypes::All, LlvmVersion::of(20.0), "not selected"),
    (&["canonicalize"], "x86", ElementTypes::Fp128, LlvmVersion::of(21.0), "not selected"),
    (&["canonicalize"], "AArch64", ElementTypes::Fp128, LlvmVersion::of(21.0), "not selected"),
    (&["vector.insert"], "AArch64", ElementTypes::All, LlvmVersion::of(14.0), "not selected, of vectors of fixed length"),
    (&["minimum", "maximum"], "x86", ElementTypes::All, LlvmVersion::of(17.0), "not selected"),
    (&["minimum", "maximum"], "x86", ElementTypes::FloatVectors, LlvmVersion::of(18.0), "wrong for some zeros"),
    (&["minimum", "maximum"], "x86", ElementTypes::Half, LlvmVersion::of(20.0), "wrong for NaN in vectors"),
    (&["minimum", "maximum"], "x86", ElementTypes::X86Fp80, LlvmVersion::of(23.0), "not selected"),
    (&["minimum", "maximum"], "x86", ElementTypes::Fp128, LlvmVersion::of(23.0), "not selected"),
    (&["minnum", "maxnum"], "x86", ElementTypes::HalfVectors, LlvmVersion::of(16.0), "not selected, of eight elements"),
    (&["experimental.constrained."], "x86", ElementTypes::Half, LlvmVersion::of(15.0), "not selected"),
    (&["smul.with.overflow"], "x86", ElementTypes::Int(128), LlvmVersion::of(14.0), "call `__muloti4`, which libgcc does not have"),
    (&["smul.with.overflow"], "x86", ElementTypes::LongInt, LlvmVersion::of(14.0), "not selected"),
    (&["smul.with.overflow"], "AArch64", ElementTypes::Int(128), LlvmVersion::of(20.0), "call `__muloti4`, which libgcc does not have"),
    (&["smul.with.overflow"], "AArch64", ElementTypes::LongInt, LlvmVersion::of(14.0), "not selected"),
    (PREDICATED_13, "x86", ElementTypes::All, LlvmVersion::of(13.0), "not selected"),
    (PREDICATED_13, "AArch64", ElementTypes::All, LlvmVersion::of(13.0), "not selected"),
    (PREDICATED_15, "x86", ElementTypes::All, LlvmVersion::of(15.0), "not selected"),
    (PREDICATED_15, "AArch64", ElementTypes::All, LlvmVersion::of(15.0), "not selected"),
    (PREDICATED_16, "x86", ElementTypes::All, LlvmVersion::of(16.0), "not selected"),
    (PREDICATED_16, "AArch64", ElementTypes::All, LlvmVersion::of(16.0), "not selected"),
    (PREDICATED_17, "x86", ElementTypes::All, LlvmVersion::of(17.0), "not selected"),
    (PREDICATED_17, "AArch64", ElementTypes::All, LlvmVersion::of(17.0), "not selected"),
    (PREDICATED_18, "x86", ElementTypes::All, LlvmVersion::of(18.0), "not selected"),
    (PREDICATED_18, "AArch64", ElementTypes::All, LlvmVersion::of(18.0), "not selected"),
    (PREDICATED_20, "x86", ElementTypes::All, LlvmVersion::of(20.0), "not selected"),
    (PREDICATED_20, "AArch64", ElementTypes::All, LlvmVersion::of(20.0), "not selected"),
    (PREDICATED_21, "x86", ElementTypes::All, LlvmVersion::of(21.0), "not selected"),
    (PREDICATED_21, "AArch64", ElementTypes::All, LlvmVersion::of(21.0), "not selected"),
    (PREDICATED_22, "x86", ElementTypes::All, LlvmVersion::of(22.0), "not selected"),
    (PREDICATED_22, "AArch64", ElementTypes::All, LlvmVersion::of(22.0), "not selected"),
];

/// Intrinsics with masks and lengths, by the release since which they are selected where the processor has no such instructions. Before, releases
/// know them, each some, and their code generators end on them.
const PREDICATED_13: &[&str] = &[
    "vp.add", "vp.and", "vp.ashr", "vp.lshr", "vp.mul", "vp.or", "vp.sdiv", "vp.shl", "vp.srem", "vp.sub", "vp.udiv", "vp.urem", "vp.xor",
];
const PREDICATED_15: &[&str] = &["vp.load", "vp.store", "vp.gather", "vp.scatter"];
const PREDICATED_16: &[&str] = &["vp.icmp", "vp.fcmp", "vp.inttoptr", "vp.ptrtoint"];
const PREDICATED_17: &[&str] = &["vp.fabs", "vp.fma", "vp.fmuladd", "vp.fneg", "vp.sqrt"];
const PREDICATED_18: &[&str] = &[
    "vp.abs",
    "vp.bitreverse",
    "vp.bswap",
    "vp.fpext",
    "vp.fptosi",
    "vp.fptoui",
    "vp.fptrunc",
    "vp.maxnum",
    "vp.minnum",
    "vp.sext",
    "vp.sitofp",
    "vp.smax",
    "vp.smin",
    "vp.trunc",
    "vp.uitofp",
    "vp.umax",
    "vp.umin",
    "vp.zext",
];
const PREDICATED_20: &[&str] =
    &["vp.ctlz", "vp.ctpop", "vp.cttz", "vp.fshl", "vp.fshr", "vp.sadd.sat", "vp.ssub.sat", "vp.uadd.sat", "vp.usub.sat"];
const PREDICATED_21: &[&str] = &["experimental.vp.splat"];
const PREDICATED_22: &[&str] = &["vp.merge", "vp.select"];

/// Intrinsics that releases have and do not select, or not rightly, on some targets; for documentation.
pub fn selected_intrinsics() -> &'static [Selected] {
    SELECTED
}

/// Whether the code generator of `llvm` does not select an intrinsic of this type, or not rightly.
pub(super) fn is_unselected(module: &Module, fn_ty: TypeId, base: &str, llvm: LlvmVersion) -> bool {
    selected_since(module, fn_ty, base, llvm).is_some()
}

/// The release since which code generators select an intrinsic of this type rightly, if that of `llvm` does not.
pub(super) fn selected_since(module: &Module, fn_ty: TypeId, base: &str, llvm: LlvmVersion) -> Option<LlvmVersion> {
    let is_it = |&&(names, target, types, since, _): &&Selected| {
        let is_of_type = || types == ElementTypes::All || types_of(&module.types, fn_ty).iter().any(|&ty| types.is(&module.types, ty));
        names.iter().any(|name| is_name(name, base)) && llvm < since && is_of_type() && target_of(module) == Some(target)
    };
    SELECTED.iter().find(is_it).map(|&(.., since, _)| since)
}

/// Whether an entry of a list of names means the intrinsic `base`: with a dot at the end, all that begin so.
pub(super) fn is_name(entry: &str, base: &str) -> bool {
    entry == base || entry.ends_with('.') && base.starts_with(entry)
}

/// The target of a module, if the tables have rows about it.
fn target_of(module: &Module) -> Option<&'static str> {
    match Triple::parse(module.str(module.triple)).arch {
        Arch::X86 | Arch::X86_64 => Some("x86"),
        Arch::AArch64 | Arch::AArch64Be => Some("AArch64"),
        _ => None,
    }
}

/// An intrinsic that stays.
///
/// Source: the code of each release (`cargo xtask select`).
#[derive(Clone, Copy, Debug)]
pub struct Unselected {
    /// `x86` or `AArch64`.
    pub target: &'static str,
    /// Names without `llvm.`; none for all that compute.
    pub names: &'static [&'static str],
    /// The types of an argument or of the result.
    pub types: ElementTypes,
    /// The first release that does it.
    pub first: LlvmVersion,
    /// The last release that does it.
    pub last: LlvmVersion,
    /// Whether it takes optimizations.
    pub optimized: bool,
    /// What its code does.
    pub does: &'static str,
}

/// The types of an intrinsic that a row is about: by their elements, if they are vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementTypes {
    /// Any.
    All,
    /// `x86_fp80`
    X86Fp80,
    /// `fp128`
    Fp128,
    /// `half`
    Half,
    /// Vectors of `half`.
    HalfVectors,
    /// Integers of this width.
    Int(u32),
    /// Integers of more than 128 bits.
    LongInt,
    /// Any integers; some widths are selected.
    SomeInt,
    /// Vectors of floating-point numbers.
    FloatVectors,
    /// Vectors of fixed length; some are selected.
    SomeFixed,
}

impl ElementTypes {
    /// The types in words.
    pub fn words(self) -> String {
        match self {
            ElementTypes::All => "all".to_owned(),
            ElementTypes::X86Fp80 => "`x86_fp80`".to_owned(),
            ElementTypes::Fp128 => "`fp128`".to_owned(),
            ElementTypes::Half => "`half`".to_owned(),
            ElementTypes::HalfVectors => "vectors of `half`".to_owned(),
            ElementTypes::Int(width) => format!("`i{width}`"),
            ElementTypes::LongInt => "integers of more than 128 bits".to_owned(),
            ElementTypes::SomeInt => "`i8` and others".to_owned(),
            ElementTypes::FloatVectors => "vectors of floating-point numbers".to_owned(),
            ElementTypes::SomeFixed => "some of fixed length".to_owned(),
        }
    }

    fn is(self, types: &TypeTable, ty: TypeId) -> bool {
        let element = types.get(types.scalar(ty));
        let is_float = matches!(element, Type::Half | Type::BFloat | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128);
        match self {
            ElementTypes::All => true,
            ElementTypes::X86Fp80 => element == Type::X86Fp80,
            ElementTypes::Fp128 => element == Type::Fp128,
            ElementTypes::Half => element == Type::Half,
            ElementTypes::HalfVectors => element == Type::Half && matches!(types.get(ty), Type::Vector { .. }),
            ElementTypes::Int(width) => element == Type::Int(width),
            ElementTypes::LongInt => matches!(element, Type::Int(width) if width > 128),
            ElementTypes::SomeInt => matches!(element, Type::Int(_)),
            ElementTypes::FloatVectors => is_float && matches!(types.get(ty), Type::Vector { .. }),
            ElementTypes::SomeFixed => matches!(types.get(ty), Type::Vector { scalable: false, .. }),
        }
    }
}

const fn row(
    target: &'static str,
    names: &'static [&'static str],
    types: ElementTypes,
    releases: (f64, f64),
    optimized: bool,
    does: &'static str,
) -> Unselected {
    let (first, last) = (LlvmVersion::of(releases.0), LlvmVersion::of(releases.1));
    Unselected { target, names, types, first, last, optimized, does }
}

const OF_LONG_DOUBLE: &str = "wrong: they call the functions of `long double`, another format";

const UNSELECTED: &[Unselected] = &[
    // The optimizer makes them of products of twice the width, too.
    row("x86", &["umul.with.overflow"], ElementTypes::LongInt, (4.0, 7.0), false, "not selected"),
    row("x86", &[], ElementTypes::Fp128, (4.0, 9.0), false, "wrong: functions of the runtime library get other registers"),
    row("x86", OLD_FUNCTIONS, ElementTypes::Fp128, (11.0, 18.0), false, OF_LONG_DOUBLE),
    row("x86", FUNCTIONS, ElementTypes::Fp128, (11.0, 18.0), false, OF_LONG_DOUBLE),
    row("x86", &["masked.expandload", "masked.compressstore"], ElementTypes::All, (4.0, 8.0), false, "not selected without AVX-512"),
    row("x86", &["smul.fix.sat"], ElementTypes::All, (9.0, 12.0), false, "the greatest number instead of the least one"),
    row("x86", &["powi"], ElementTypes::Half, (15.0, 19.0), false, "wrong signs for large exponents, which become floating-point numbers"),
    row("x86", &["smul.fix.sat"], ElementTypes::Int(128), (4.0, 13.0), false, "call `__muloti4`, which libgcc does not have"),
    row("AArch64", &["smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat"], ElementTypes::SomeInt, (17.0, 18.0), false, "not selected"),
    row("AArch64", &["experimental.vector.compress"], ElementTypes::FloatVectors, (19.0, 19.0), true, "not selected"),
    row("AArch64", &["roundeven"], ElementTypes::Half, (12.0, 12.0), false, "not selected"),
    row("AArch64", &["smul.fix.sat"], ElementTypes::Int(128), (12.0, 19.0), false, "call `__muloti4`, which libgcc does not have"),
    row(
        "AArch64",
        &["vector.interleave4", "vector.deinterleave4", "vector.deinterleave8"],
        ElementTypes::SomeFixed,
        (21.0, 21.0),
        false,
        "not selected",
    ),
    row("x86", &["frexp"], ElementTypes::Int(64), (17.0, 19.0), true, "the upper half of the exponent is undefined"),
];

/// Calls that stay although code generators do not select them; for documentation.
pub fn unselected_intrinsics() -> &'static [Unselected] {
    UNSELECTED
}

/// Tells which declared intrinsics stay that `llvm` does not select, or not rightly.
pub(super) fn tell(module: &Module, llvm: LlvmVersion, plans: &HashMap<GlobalId, Plan>, report: &mut Report) {
    let Some(target) = target_of(module) else { return };
    let rows: Vec<&Unselected> = UNSELECTED.iter().filter(|row| row.target == target && (row.first..=row.last).contains(&llvm)).collect();
    if rows.is_empty() {
        return;
    }
    for (id, global, function) in module.functions() {
        let name = module.str(global.name);
        if function.body.is_some() || !name.starts_with(b"llvm.") || plans.contains_key(&id) {
            continue;
        }
        let base = names::base(name);
        let types = types_of(&module.types, global.value_type);
        let is_meant = |row: &&&Unselected| {
            (row.names.is_empty() || row.names.contains(&base)) && types.iter().any(|&ty| row.types.is(&module.types, ty))
        };
        if let Some(row) = rows.iter().find(is_meant) {
            report.note(Action::Kept, Cow::Owned(format!("@llvm.{base}")), None, row.does, module, At::Global(id));
        }
    }
}

/// The types of the arguments and of the results of a function.
fn types_of(types: &TypeTable, fn_ty: TypeId) -> Vec<TypeId> {
    let Some((ret, params, _)) = types.function(fn_ty) else { return Vec::new() };
    let mut out: Vec<TypeId> = params.iter().collect();
    match types.get(ret) {
        Type::Struct { fields, .. } => out.extend(types.list(fields).iter()),
        _ => out.push(ret),
    }
    out
}
