//! Intrinsics that libNVVM does not take: those of NVPTX get the names and arguments that LLVM 7 knows, others become instructions or functions of
//! libdevice.
use super::super::report::Action;
use super::edits::{Edits, Outcome, Site};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{FastMathFlags, Inst, OpFlags};
use bctk_ir::intrinsics::{has_been, lookup, lookup_in};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::Profile;

/// Barriers of a block (`IntrinsicsNVVM.td` of LLVM 7 and of LLVM 22): the new name, the old one, and the old one for barrier 0.
const BARRIERS: &[(&str, &str, Option<&str>)] = &[
    ("nvvm.barrier.cta.sync.aligned.all", "nvvm.barrier.n", Some("nvvm.barrier0")),
    ("nvvm.barrier.cta.sync.all", "nvvm.barrier.sync", None),
    ("nvvm.barrier.cta.sync.count", "nvvm.barrier.sync.cnt", None),
];

/// Barriers that combine a condition of all threads.
const REDUCTIONS: &[(&str, &str)] = &[
    ("nvvm.barrier.cta.red.popc.aligned.all", "nvvm.barrier0.popc"),
    ("nvvm.barrier.cta.red.and.aligned.all", "nvvm.barrier0.and"),
    ("nvvm.barrier.cta.red.or.aligned.all", "nvvm.barrier0.or"),
];

/// What has a suffix for its type since LLVM 22.
const RETYPED: &[(&str, &str)] = &[
    ("nvvm.fabs.f32", "nvvm.fabs.f"),
    ("nvvm.fabs.f64", "nvvm.fabs.d"),
    ("nvvm.fabs.ftz.f32", "nvvm.fabs.ftz.f"),
    ("nvvm.ex2.approx.f32", "nvvm.ex2.approx.f"),
    ("nvvm.ex2.approx.f64", "nvvm.ex2.approx.d"),
    ("nvvm.ex2.approx.ftz.f32", "nvvm.ex2.approx.ftz.f"),
];

/// What LLVM 7 can only express as assembly (PTX ISA): template and constraints. libNVVM refuses its `llvm.nvvm.barrier`.
const ASSEMBLY: &[(&str, &str, &str)] = &[
    ("nvvm.barrier.cta.sync.aligned.count", "bar.sync $0, $1;", "r,r,~{memory}"),
    ("nvvm.nanosleep", "nanosleep.u32 $0;", "r,~{memory}"),
    ("nvvm.exit", "exit;", "~{memory}"),
    ("nvvm.activemask", "activemask.b32 $0;", "=r"),
    ("nvvm.barrier.cta.arrive.aligned.count", "bar.arrive $0, $1;", "r,r,~{memory}"),
    ("nvvm.barrier.cta.arrive.count", "barrier.arrive $0, $1;", "r,r,~{memory}"),
    ("nvvm.fence.sc.cluster", "fence.sc.cluster;", "~{memory}"),
    ("nvvm.tanh.approx.f32", "tanh.approx.f32 $0, $1;", "=f,f"),
    ("nvvm.barrier.cluster.arrive", "barrier.cluster.arrive;", "~{memory}"),
    ("nvvm.barrier.cluster.arrive.aligned", "barrier.cluster.arrive.aligned;", "~{memory}"),
    ("nvvm.barrier.cluster.arrive.relaxed", "barrier.cluster.arrive.relaxed;", "~{memory}"),
    ("nvvm.barrier.cluster.arrive.relaxed.aligned", "barrier.cluster.arrive.relaxed.aligned;", "~{memory}"),
    ("nvvm.barrier.cluster.wait", "barrier.cluster.wait;", "~{memory}"),
    ("nvvm.barrier.cluster.wait.aligned", "barrier.cluster.wait.aligned;", "~{memory}"),
];

/// Mathematical functions, which libNVVM takes only as functions of libdevice: `float` ones end with `f`.
const LIBDEVICE: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "pow", "exp", "exp2", "exp10", "log", "log2", "log10",
    "powi", "ldexp",
];

/// Mathematical functions that may be approximate, which PTX has as instructions for `float`.
const APPROXIMATE: &[(&str, &str)] = &[
    ("sin", "nvvm.sin.approx.f"),
    ("cos", "nvvm.cos.approx.f"),
    ("exp2", "nvvm.ex2.approx.f"),
    ("log2", "nvvm.lg2.approx.f"),
    ("tanh", TANH),
];

/// An intrinsic of libNVVM that the release it is based on does not have: its own library of functions calls it (libdevice of CUDA 13.5). LLVM 22
/// and later read it as `llvm.tanh`.
const TANH: &str = "nvvm.tanh.approx.f32";

/// Conversions that saturate: PTX's conversions do, and make 0 of what is no number.
const SATURATING: &[(&str, &str)] = &[("fptosi.sat.i32.f32", "nvvm.f2i.rz"), ("fptoui.sat.i32.f32", "nvvm.f2ui.rz")];

/// The rule for one instruction.
pub(super) fn rule(edits: &mut Edits<'_>, profile: Profile, inst: Inst) -> Outcome {
    let Some(site) = edits.site(inst) else { return Outcome::Kept };
    let made = both(edits, profile, &site).or_else(|| if profile == Profile::Nvvm70 { old(edits, &site) } else { None });
    match made {
        Some((value, how)) => {
            edits.note(Action::Lowered, format!("intrinsic `llvm.{}`", site.name), how);
            Outcome::Replaced(value)
        }
        None => {
            if is_refused(&site.name, profile) {
                edits.note(Action::Refused, format!("intrinsic `llvm.{}`", site.name), "libNVVM does not have it.");
            }
            Outcome::Kept
        }
    }
}

/// What is done about an intrinsic, and its result.
type Made = Option<(Value, &'static str)>;

/// The intrinsics that no libNVVM takes.
fn both(edits: &mut Edits<'_>, profile: Profile, site: &Site) -> Made {
    let (base, _) = site.name.split_once('.').unwrap_or((&site.name, ""));
    let arg = site.args.first().copied();
    match base {
        "fabs" => Some((magnitude(edits, arg?)?, "The number without its sign bit.")),
        "rint" | "nearbyint" | "roundeven" => Some((rounded(edits, arg?)?, "Rounding by PTX's conversion.")),
        "round" => Some((away_from_zero(edits, arg?)?, "Truncation, and a comparison of what is cut off.")),
        "canonicalize" => {
            let ty = edits.ty(arg?)?;
            let one = one(edits, ty)?;
            Some((edits.bin(BinOp::FMul, arg?, one)?, "A multiplication with 1."))
        }
        "prefetch" => Some((Value::NONE, "Nothing: it is a hint.")),
        "readcyclecounter" => Some((edits.call_named("llvm.nvvm.read.ptx.sreg.clock64", site.ret, &[])?, "The clock of the processor.")),
        "objectsize" => {
            // What is said of an object whose size is not known.
            let least = edits.number(*site.args.get(1)?)? != 0;
            Some((edits.int(site.ret, if least { 0 } else { -1 }), "The value for an unknown size."))
        }
        _ if is_overflow(&site.name) => Some((overflowing(edits, profile, site)?, "The operation with twice the bits.")),
        _ if LIBDEVICE.contains(&base) => library(edits, profile, base, site),
        _ => None,
    }
}

/// The intrinsics that only libNVVM's older language does not have.
fn old(edits: &mut Edits<'_>, site: &Site) -> Made {
    const RENAMED: &str = "The older intrinsic.";
    let name = site.name.as_str();
    let arg = site.args.first().copied();
    if let Some(&(_, general, zero)) = BARRIERS.iter().find(|(new, ..)| *new == name) {
        let zero = zero.filter(|_| arg.and_then(|arg| edits.number(arg)) == Some(0));
        let (old, args) = zero.map_or((general, site.args.as_slice()), |zero| (zero, &[]));
        return Some((edits.call_named(&format!("llvm.{old}"), site.ret, args)?, RENAMED));
    }
    if let Some((_, old)) = REDUCTIONS.iter().find(|(new, _)| *new == name) {
        return Some((reduction(edits, old, site)?, RENAMED));
    }
    if let Some((_, old)) = RETYPED.iter().find(|(new, _)| *new == name) {
        return Some((edits.call_named(&format!("llvm.{old}"), site.ret, &site.args)?, RENAMED));
    }
    if let Some((_, template, constraints)) = ASSEMBLY.iter().find(|(new, ..)| *new == name) {
        return Some((edits.assembly(template, constraints, site.ret, &site.args)?, "Inline assembly."));
    }
    if let Some(register) = name.strip_prefix("nvvm.read.ptx.sreg.")
        && lookup_in(format!("llvm.{name}").as_bytes(), Profile::Nvvm70.llvm()).is_none()
        && lookup(format!("llvm.{name}").as_bytes()).is_some()
    {
        return register_value(edits, register, site.ret);
    }
    if let Some((_, old)) = SATURATING.iter().find(|(new, _)| *new == name) {
        return Some((edits.call_named(&format!("llvm.{old}"), site.ret, &[arg?])?, "PTX's conversion, which saturates."));
    }
    None
}

/// Whether libNVVM has no intrinsic of NVPTX with this name.
fn is_refused(name: &str, profile: Profile) -> bool {
    // libNVVM has its own intrinsics for these; what it makes of LLVM's is no PTX for present assemblers.
    let is_wmma = profile == Profile::Nvvm70 && name.starts_with("nvvm.wmma.");
    let is_unknown = || name != TANH && !has_been(format!("llvm.{name}").as_bytes(), profile.llvm());
    let is_wide = is_overflow(name) && !matches!(name.rsplit_once(".i"), Some((_, "16" | "32" | "64")));
    let is_function = LIBDEVICE.contains(&name.split('.').next().unwrap_or(name));
    is_wide || is_function || name.starts_with("nvvm.") && (is_wmma || is_unknown())
}

/// The value of a special register that LLVM 7 does not know (PTX ISA, "Special Registers").
fn register_value(edits: &mut Edits<'_>, register: &str, ret: TypeId) -> Made {
    let name = match register.strip_prefix("cluster.") {
        Some(rest) => format!("cluster_{rest}"),
        None => register.replace("timer.lo", "timer_lo"),
    };
    let (suffix, constraint) = match edits.get(ret) {
        Type::Int(32) => ("u32", "=r"),
        Type::Int(64) => ("u64", "=l"),
        _ => return None,
    };
    Some((edits.assembly(&format!("mov.{suffix} $0, %{name};"), constraint, ret, &[])?, "Inline assembly."))
}

/// A barrier that combines conditions; until LLVM 21 these have 32 bits, as has what they give.
fn reduction(edits: &mut Edits<'_>, name: &str, site: &Site) -> Option<Value> {
    if edits.number(*site.args.first()?) != Some(0) {
        return None;
    }
    let word = edits.intern(Type::Int(32));
    let cond = edits.cast(CastOp::ZExt, *site.args.get(1)?, word)?;
    let found = edits.call_named(&format!("llvm.{name}"), word, &[cond])?;
    if site.ret == word {
        return Some(found);
    }
    let zero = edits.int(word, 0);
    edits.icmp(ICmpPred::Ne, found, zero)
}

/// The bits of a floating-point type.
fn width(edits: &Edits<'_>, ty: TypeId) -> Option<u32> {
    match edits.get(edits.module.types.scalar(ty)) {
        Type::Half | Type::BFloat => Some(16),
        Type::Float => Some(32),
        Type::Double => Some(64),
        _ => None,
    }
}

/// The number, or a vector of numbers, without sign.
fn magnitude(edits: &mut Edits<'_>, value: Value) -> Option<Value> {
    let ty = edits.ty(value)?;
    let width = width(edits, ty)?;
    let word = edits.ints(ty, width);
    let mask = edits.limit(word, true);
    let bits = edits.cast(CastOp::BitCast, value, word)?;
    let bits = edits.bin(BinOp::And, bits, mask)?;
    edits.cast(CastOp::BitCast, bits, ty)
}

/// The number 1, or a vector of it.
fn one(edits: &mut Edits<'_>, ty: TypeId) -> Option<Value> {
    let bits = match edits.get(edits.module.types.scalar(ty)) {
        Type::Half => 0x3C00,
        Type::BFloat => 0x3F80,
        Type::Float => u64::from(1f32.to_bits()),
        Type::Double => 1f64.to_bits(),
        _ => return None,
    };
    Some(edits.constant(ty, ConstKind::Float(bits)))
}

/// The nearest integer, the even one of two: what libdevice's `rint` does.
fn rounded(edits: &mut Edits<'_>, value: Value) -> Option<Value> {
    let ty = edits.ty(value)?;
    match edits.get(ty) {
        Type::Float => edits.call_named("llvm.nvvm.round.f", ty, &[value]),
        Type::Double => edits.call_named("llvm.nvvm.round.d", ty, &[value]),
        Type::Half | Type::BFloat => {
            let float = edits.intern(Type::Float);
            let wide = edits.cast(CastOp::FpExt, value, float)?;
            let wide = edits.call_named("llvm.nvvm.round.f", float, &[wide])?;
            edits.cast(CastOp::FpTrunc, wide, ty)
        }
        _ => None,
    }
}

/// The nearest integer, of two the one with the larger magnitude.
fn away_from_zero(edits: &mut Edits<'_>, value: Value) -> Option<Value> {
    let ty = edits.ty(value)?;
    let (suffix, half) = match edits.get(ty) {
        Type::Float => ("f32", u64::from(0.5f32.to_bits())),
        Type::Double => ("f64", 0.5f64.to_bits()),
        _ => return None,
    };
    let whole = edits.call_named(&format!("llvm.trunc.{suffix}"), ty, &[value])?;
    // Exact: both have the same exponent, or the result is the fraction itself.
    let rest = edits.bin(BinOp::FSub, value, whole)?;
    let rest = magnitude(edits, rest)?;
    let (half, one) = (edits.constant(ty, ConstKind::Float(half)), one(edits, ty)?);
    let up = edits.fcmp(FCmpPred::Oge, rest, half)?;
    let step = edits.call_named(&format!("llvm.copysign.{suffix}"), ty, &[one, value])?;
    let next = edits.push(ty, Inst::Bin { op: BinOp::FAdd, flags: OpFlags::NONE, lhs: whole, rhs: step });
    edits.select(up, next, whole)
}

/// Whether this is an operation that tells whether its result fits.
fn is_overflow(name: &str) -> bool {
    name.get(4..).is_some_and(|rest| rest.starts_with(".with.overflow."))
}

/// The result of such an operation, and whether it does not fit, where libNVVM does not take the intrinsic: of other than 16, 32 and 64 bits. In
/// its newer language, it takes products of 16 and 32 bits, but generates no code for them.
fn overflowing(edits: &mut Edits<'_>, profile: Profile, site: &Site) -> Option<Value> {
    let &[lhs, rhs] = site.args.as_slice() else { return None };
    let ty = edits.ty(lhs)?;
    let (op, extend) = match site.name.get(..4)? {
        "sadd" => (BinOp::Add, CastOp::SExt),
        "uadd" => (BinOp::Add, CastOp::ZExt),
        "ssub" => (BinOp::Sub, CastOp::SExt),
        "usub" => (BinOp::Sub, CastOp::ZExt),
        "smul" => (BinOp::Mul, CastOp::SExt),
        "umul" => (BinOp::Mul, CastOp::ZExt),
        _ => return None,
    };
    let Type::Int(width @ ..64) = edits.get(ty) else { return None };
    let has_code = op != BinOp::Mul || profile == Profile::Nvvm70;
    if matches!(width, 16 | 32) && has_code {
        return None;
    }
    let twice = edits.intern(Type::Int(2 * width));
    let (wide_lhs, wide_rhs) = (edits.cast(extend, lhs, twice)?, edits.cast(extend, rhs, twice)?);
    let whole = edits.bin(op, wide_lhs, wide_rhs)?;
    let low = edits.cast(CastOp::Trunc, whole, ty)?;
    let again = edits.cast(extend, low, twice)?;
    let differs = edits.icmp(ICmpPred::Ne, again, whole)?;
    let none = edits.constant(site.ret, ConstKind::Undef);
    let pair = insert(edits, site.ret, none, low, 0)?;
    insert(edits, site.ret, pair, differs, 1)
}

fn insert(edits: &mut Edits<'_>, ty: TypeId, aggregate: Value, value: Value, at: u32) -> Option<Value> {
    let indices = edits.body_mut().lists.push(&[at]);
    Some(edits.push(ty, Inst::InsertValue { aggregate, value, indices }))
}

/// The function of libdevice, or PTX's instruction where the call may be approximate.
fn library(edits: &mut Edits<'_>, profile: Profile, base: &str, site: &Site) -> Made {
    let is_float = match edits.get(site.ret) {
        Type::Float => true,
        Type::Double => false,
        _ => return None,
    };
    let approximate = APPROXIMATE.iter().find(|(name, _)| *name == base);
    if let Some((_, name)) = approximate.filter(|_| is_float && site.fmf.contains(FastMathFlags::AFN)) {
        let newer = RETYPED.iter().find(|(_, old)| old == name && profile != Profile::Nvvm70);
        let name = newer.map_or(*name, |(new, _)| new);
        return Some((edits.call_named(&format!("llvm.{name}"), site.ret, &site.args)?, "PTX's approximation."));
    }
    let name = format!("__nv_{base}{}", if is_float { "f" } else { "" });
    Some((edits.call_named(&name, site.ret, &site.args)?, "A function of libdevice, which must be linked."))
}
