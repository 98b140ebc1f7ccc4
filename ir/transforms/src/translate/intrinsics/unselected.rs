//! Calls that stay although code generators do not select them, or not rightly: the release's own clang makes them, too, and nothing simple has
//! the same meaning. They are told.
use super::Plan;
use super::names;
use crate::translate::report::{Action, At, Report};
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::borrow::Cow;

/// A row: the target, the intrinsics (none for all that compute), the types, the first and last release, and what these do.
///
/// Source: the code of each release (`cargo xtask select`).
#[derive(Clone, Copy, Debug)]
pub struct Unselected {
    /// `x86` or `AArch64`.
    pub target: &'static str,
    /// Names without `llvm.`; none for all that compute.
    pub names: &'static [&'static str],
    /// The types of an argument or of the result.
    pub of: Of,
    /// The first release that does it.
    pub first: LlvmVersion,
    /// The last release that does it.
    pub last: LlvmVersion,
    /// Whether it takes optimizations.
    pub optimized: bool,
    /// What its code does.
    pub does: &'static str,
}

/// Types of which intrinsics are not selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Any.
    All,
    /// `fp128`
    Fp128,
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// Integers of this width.
    Int(u32),
    /// Any integers; some widths are selected.
    SomeInt,
    /// Vectors of floating-point numbers.
    FloatVectors,
    /// Vectors of fixed length; some are selected.
    SomeFixed,
}

impl Of {
    /// The types in words.
    pub fn words(self) -> String {
        match self {
            Of::All => "all".to_owned(),
            Of::Fp128 => "`fp128`".to_owned(),
            Of::Half => "`half`".to_owned(),
            Of::BFloat => "`bfloat`".to_owned(),
            Of::Int(width) => format!("`i{width}`"),
            Of::SomeInt => "`i8` and others".to_owned(),
            Of::FloatVectors => "vectors of floating-point numbers".to_owned(),
            Of::SomeFixed => "some of fixed length".to_owned(),
        }
    }

    fn is(self, types: &TypeTable, ty: TypeId) -> bool {
        let element = types.get(types.scalar(ty));
        let is_float = matches!(element, Type::Half | Type::BFloat | Type::Float | Type::Double | Type::X86Fp80 | Type::Fp128);
        match self {
            Of::All => true,
            Of::Fp128 => element == Type::Fp128,
            Of::Half => element == Type::Half,
            Of::BFloat => element == Type::BFloat,
            Of::Int(width) => element == Type::Int(width),
            Of::SomeInt => matches!(element, Type::Int(_)),
            Of::FloatVectors => is_float && matches!(types.get(ty), Type::Vector { .. }),
            Of::SomeFixed => matches!(types.get(ty), Type::Vector { scalable: false, .. }),
        }
    }
}

const fn row(
    target: &'static str,
    names: &'static [&'static str],
    of: Of,
    releases: (f64, f64),
    optimized: bool,
    does: &'static str,
) -> Unselected {
    let (first, last) = (LlvmVersion::of(releases.0), LlvmVersion::of(releases.1));
    Unselected { target, names, of, first, last, optimized, does }
}

/// Intrinsics that become calls of functions of the C library, which those of `long double` are on x86.
const LIBRARY: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp10",
    "exp2",
    "floor",
    "fma",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log2",
    "lrint",
    "lround",
    "maxnum",
    "minnum",
    "nearbyint",
    "pow",
    "powi",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
];

const UNSELECTED: &[Unselected] = &[
    row("x86", &[], Of::Fp128, (4.0, 9.0), false, "wrong: functions of the runtime library get other registers"),
    row("x86", LIBRARY, Of::Fp128, (11.0, 18.0), false, "wrong: they call those of `long double`, another format"),
    row("x86", &["smul.fix.sat"], Of::All, (9.0, 12.0), false, "the greatest number instead of the least one"),
    row("x86", &["powi"], Of::Half, (15.0, 19.0), false, "wrong signs for large exponents, which become floating-point numbers"),
    row("x86", &["smul.with.overflow", "smul.fix.sat"], Of::Int(128), (4.0, 13.0), false, "call `__muloti4`, which libgcc does not have"),
    row("AArch64", &[], Of::BFloat, (11.0, 17.0), false, "not selected, as most operations of the type"),
    row("AArch64", &["smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat"], Of::SomeInt, (17.0, 18.0), false, "not selected"),
    row("AArch64", &["experimental.vector.compress"], Of::FloatVectors, (19.0, 19.0), true, "not selected"),
    row("AArch64", &["roundeven"], Of::Half, (12.0, 12.0), false, "not selected"),
    row(
        "AArch64",
        &["smul.with.overflow", "smul.fix.sat"],
        Of::Int(128),
        (12.0, 19.0),
        false,
        "call `__muloti4`, which libgcc does not have",
    ),
    row(
        "AArch64",
        &["vector.interleave4", "vector.deinterleave4", "vector.deinterleave8"],
        Of::SomeFixed,
        (21.0, 21.0),
        false,
        "not selected",
    ),
    row("x86", &["frexp"], Of::Int(64), (17.0, 19.0), true, "the upper half of the exponent is undefined"),
];

/// Calls that stay although code generators do not select them; for documentation.
pub fn unselected_intrinsics() -> &'static [Unselected] {
    UNSELECTED
}

/// Tells which declared intrinsics stay that `llvm` does not select, or not rightly.
pub(super) fn tell(module: &Module, llvm: LlvmVersion, plans: &HashMap<GlobalId, Plan>, report: &mut Report) {
    let target = match Triple::parse(module.str(module.triple)).arch {
        Arch::X86 | Arch::X86_64 => "x86",
        Arch::AArch64 | Arch::AArch64Be => "AArch64",
        _ => return,
    };
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
            (row.names.is_empty() || row.names.contains(&base)) && types.iter().any(|&ty| row.of.is(&module.types, ty))
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
