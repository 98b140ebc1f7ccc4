//! Constrained operations as plain ones, where these mean the same.
use super::super::edit::Editor;
use super::expand::Site;
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::metadata::Metadata;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred};
use bctk_ir::value::{Value, ValueKind};

/// Those that never round. They had a rounding mode before LLVM 10.
pub(super) const NEVER_ROUND: &[&str] = &[
    "experimental.constrained.ceil",
    "experimental.constrained.floor",
    "experimental.constrained.maxnum",
    "experimental.constrained.minnum",
    "experimental.constrained.round",
    "experimental.constrained.trunc",
];

/// Functions that releases before the constrained ones have as intrinsics with the same suffixes.
const FUNCTIONS: &[&str] = &[
    "ceil",
    "cos",
    "exp",
    "exp2",
    "floor",
    "fma",
    "fmuladd",
    "log",
    "log10",
    "log2",
    "maxnum",
    "minnum",
    "nearbyint",
    "pow",
    "rint",
    "round",
    "sin",
    "sqrt",
    "trunc",
];

/// `experimental.constrained.*` that ignores exceptions and, if it rounds, rounds to the nearest number. Of any other, the plain operation would
/// give the same value only, and neither the exceptions nor their order.
pub(super) fn unconstrained(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let op = site.name.strip_prefix("experimental.constrained.")?;
    let count = site.args.iter().take_while(|arg| !matches!(arg.kind(), ValueKind::Metadata(_))).count();
    let (numbers, words) = site.args.split_at(count);
    let words = words.iter().map(|&word| text(ed, word)).collect::<Option<Vec<Vec<u8>>>>()?;
    let (exceptions, mut words) = words.split_last()?;
    if exceptions != b"fpexcept.ignore" {
        return None;
    }
    let is_comparison = matches!(op, "fcmp" | "fcmps");
    let mut pred = None;
    if is_comparison {
        let (first, rest) = words.split_first()?;
        (pred, words) = (FCmpPred::from_spelling(first), rest);
    }
    if words.iter().any(|rounding| rounding != b"round.tonearest") {
        return None;
    }
    let &[first, ..] = numbers else { return None };
    let second = numbers.get(1).copied();
    let binary = |op| Some(Inst::Bin { op, flags: OpFlags::from(site.fmf), lhs: first, rhs: second? });
    let cast = |op| Some(Inst::Cast { op, flags: OpFlags::NONE, value: first });
    let inst = match op {
        "fcmp" | "fcmps" => Some(Inst::FCmp { pred: pred?, fmf: site.fmf, lhs: first, rhs: second? }),
        "fadd" => binary(BinOp::FAdd),
        "fsub" => binary(BinOp::FSub),
        "fmul" => binary(BinOp::FMul),
        "fdiv" => binary(BinOp::FDiv),
        "frem" => binary(BinOp::FRem),
        "fptosi" => cast(CastOp::FpToSi),
        "fptoui" => cast(CastOp::FpToUi),
        "sitofp" => cast(CastOp::SiToFp),
        "uitofp" => cast(CastOp::UiToFp),
        "fptrunc" => cast(CastOp::FpTrunc),
        "fpext" => cast(CastOp::FpExt),
        _ if FUNCTIONS.contains(&op) => {
            let name = site.name_for(ed, op)?;
            let value = ed.call(&name, site.ret, numbers, site.callee)?;
            ed.body_mut().calls.last_mut()?.fmf = site.fmf;
            return Some(value);
        }
        _ => None,
    };
    Some(ed.push(site.ret, inst?))
}

/// A string that is an argument.
fn text(ed: &Editor<'_>, value: Value) -> Option<Vec<u8>> {
    let ValueKind::Metadata(id) = value.kind() else { return None };
    let Metadata::String(text) = ed.module.metadata.get(id) else { return None };
    Some(ed.module.str(text).to_vec())
}
