//! Checks intrinsics of floating-point and fixed-point numbers (`visitConstrainedFPIntrinsic`, `visitVPIntrinsic`).
use super::{Called, Check};
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::entity::TypeId;

/// All classes of floating-point numbers (`fcAllFlags`).
const ALL_CLASSES: u64 = 0x3ff;

pub(super) fn check_of(name: &str) -> Option<Check> {
    Some(match name {
        "is.fpclass" => class,
        "vp.is.fpclass" => class_of_vector,
        "fptrunc.round" => rounded,
        "convert.to.arbitrary.fp" => to_arbitrary,
        "convert.from.arbitrary.fp" => from_arbitrary,
        "smul.fix" | "smul.fix.sat" | "umul.fix" | "umul.fix.sat" | "sdiv.fix" | "sdiv.fix.sat" | "udiv.fix" | "udiv.fix.sat" => {
            fixed_point
        }
        "lrint" | "llrint" | "lround" | "llround" => to_integer,
        "vp.trunc" | "vp.zext" | "vp.sext" | "vp.fptoui" | "vp.fptosi" | "vp.uitofp" | "vp.sitofp" | "vp.fptrunc" | "vp.fpext"
        | "vp.ptrtoint" | "vp.inttoptr" => predicated_cast,
        "vp.fcmp" => predicated_fcmp,
        "vp.icmp" => predicated_icmp,
        _ => return name.starts_with("experimental.constrained.").then_some(constrained as Check),
    })
}

fn class(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.number(of, 1).is_some_and(|mask| mask & !ALL_CLASSES == 0);
    check!(c, fits, "unsupported bits for llvm.is.fpclass test mask");
}

fn class_of_vector(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.number(of, 1).is_some_and(|mask| mask & !ALL_CLASSES == 0);
    check!(c, fits, "unsupported bits for llvm.vp.is.fpclass test mask");
}

fn is_rounding_mode(name: &[u8]) -> bool {
    matches!(
        name,
        b"round.dynamic" | b"round.tonearest" | b"round.tonearestaway" | b"round.downward" | b"round.upward" | b"round.towardzero"
    )
}

fn is_static_rounding_mode(name: &[u8]) -> bool {
    is_rounding_mode(name) && name != b"round.dynamic"
}

fn rounded(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(node) = c.metadata_of(of.arg(1)) else { return c.fail("missing rounding mode argument", &[of.this()]) };
    let Some(mode) = c.nodes().string(Some(node)) else {
        return c
            .fail("invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)", &[Subject::Metadata(node)]);
    };
    check!(c, is_static_rounding_mode(mode), "unsupported rounding mode argument", of.this());
}

/// Bits of the small floating-point format of that name (`APFloatBase::isValidArbitraryFPFormat`).
fn arbitrary_format(name: &[u8]) -> Option<u32> {
    const FORMATS: [&[u8]; 11] = [
        b"Float8E5M2",
        b"Float8E5M2FNUZ",
        b"Float8E4M3",
        b"Float8E4M3FN",
        b"Float8E4M3FNUZ",
        b"Float8E4M3B11FNUZ",
        b"Float8E3M4",
        b"Float8E8M0FNU",
        b"Float6E3M2FN",
        b"Float6E2M3FN",
        b"Float4E2M1FN",
    ];
    FORMATS.contains(&name).then(|| u32::from(name[b"Float".len()] - b'0'))
}

/// The checks of both conversions; whether they hold.
fn arbitrary(c: &mut Checker<'_, '_>, of: &Called<'_>, float: TypeId, int: TypeId) -> bool {
    let this = [of.this()];
    if c.types.is_vector(float) {
        if !c.types.is_vector(int) {
            c.fail("if floating-point operand is a vector, integer operand must also be a vector", &this);
            return false;
        }
        if !c.same_count(float, int) {
            c.fail("floating-point and integer vector operands must have the same element count", &this);
            return false;
        }
    }
    let message = match (c.metadata_of(of.arg(1)), c.metadata_string(of.arg(1))) {
        (None, _) => "missing interpretation metadata operand",
        (_, None) => "interpretation metadata operand must be a string",
        (_, Some(b"")) => "interpretation metadata string must not be empty",
        (_, Some(name)) => match arbitrary_format(name) {
            None => "unsupported interpretation metadata string",
            Some(bits) if c.types.scalar_bits(int) != bits => "integer type bit width must equal the arbitrary FP format width",
            Some(_) => return true,
        },
    };
    c.fail(message, &this);
    false
}

fn to_arbitrary(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(float) = c.arg_ty(of, 0) else { return };
    if !arbitrary(c, of, float, of.ret) {
        return;
    }
    let mode = of.arg(2);
    check!(c, c.metadata_of(mode).is_some(), "missing rounding mode metadata operand", of.this());
    let Some(mode) = c.metadata_string(mode) else { return c.fail("rounding mode metadata operand must be a string", &[of.this()]) };
    check!(c, is_static_rounding_mode(mode), "unsupported rounding mode argument", of.this());
}

fn from_arbitrary(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(int) = c.arg_ty(of, 0) else { return };
    arbitrary(c, of, of.ret, int);
}

fn fixed_point(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(first) = c.arg_ty(of, 0) else { return };
    let Some(scale) = c.int(of.arg(2)) else { return };
    let (scale, width) = (scale.small().unwrap_or(u64::MAX), u64::from(c.types.scalar_bits(first)));
    if of.name.starts_with('s') {
        check!(c, scale < width, "the scale of s[mul|div]_fix[_sat] must be less than the width of the operands");
    } else {
        check!(c, scale <= width, "the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands");
    }
}

fn to_integer(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(float) = c.arg_ty(of, 0) else { return };
    let this = of.this();
    let name = c.module.global(of.function).map(|global| String::from_utf8_lossy(c.module.str(global.name)).into_owned());
    let name = name.unwrap_or_default();
    let both = c.types.is_vector(float) == c.types.is_vector(of.ret);
    check!(c, both, format!("{name}: argument and result disagree on vector use"), this);
    check!(c, c.same_count(float, of.ret), format!("{name}: argument must be same length as result"), this);
}

fn predicated_cast(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let Some(from) = c.arg_ty(of, 0) else { return };
    let (this, types, to) = (of.this(), c.types, of.ret);
    check!(c, c.same_count(from, to), "VP cast intrinsic first argument and result vector lengths must be equal", this);
    let any = !c.checks_types_of_calls();
    let (from_bits, to_bits) = (types.scalar_bits(from), types.scalar_bits(to));
    match of.name {
        "vp.trunc" => {
            let ints = any || types.is_ints(from) && types.is_ints(to);
            check!(c, ints, "llvm.vp.trunc intrinsic first argument and result element type must be integer", this);
            let narrows = to_bits < from_bits;
            check!(
                c,
                narrows,
                "llvm.vp.trunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
                this
            );
        }
        "vp.zext" | "vp.sext" => {
            let ints = any || types.is_ints(from) && types.is_ints(to);
            check!(c, ints, "llvm.vp.zext or llvm.vp.sext intrinsic first argument and result element type must be integer", this);
            let widens = to_bits > from_bits;
            check!(
                c,
                widens,
                "llvm.vp.zext or llvm.vp.sext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
                this
            );
        }
        "vp.fptoui" | "vp.fptosi" => {
            let fits = any || types.is_ints(to) && types.is_floats(from);
            check!(
                c,
                fits,
                "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrintintrinsic first argument element type must be floating-point \
                 and result element type must be integer",
                this
            );
        }
        "vp.uitofp" | "vp.sitofp" => {
            let fits = any || types.is_floats(to) && types.is_ints(from);
            check!(
                c,
                fits,
                "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element type must be \
                 floating-point",
                this
            );
        }
        "vp.fptrunc" => {
            let floats = any || types.is_floats(from) && types.is_floats(to);
            check!(c, floats, "llvm.vp.fptrunc intrinsic first argument and result element type must be floating-point", this);
            let narrows = to_bits < from_bits;
            check!(
                c,
                narrows,
                "llvm.vp.fptrunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
                this
            );
        }
        "vp.fpext" => {
            let floats = any || types.is_floats(from) && types.is_floats(to);
            check!(c, floats, "llvm.vp.fpext intrinsic first argument and result element type must be floating-point", this);
            let widens = to_bits > from_bits;
            check!(
                c,
                widens,
                "llvm.vp.fpext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
                this
            );
        }
        "vp.ptrtoint" => {
            let fits = any || types.is_ints(to) && types.is_pointers(from);
            check!(
                c,
                fits,
                "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer",
                this
            );
        }
        _ => {
            let fits = any || types.is_pointers(to) && types.is_ints(from);
            check!(
                c,
                fits,
                "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer",
                this
            );
        }
    }
}

fn is_float_predicate(name: &[u8]) -> bool {
    matches!(
        name,
        b"oeq" | b"ogt" | b"oge" | b"olt" | b"ole" | b"one" | b"ord" | b"uno" | b"ueq" | b"ugt" | b"uge" | b"ult" | b"ule" | b"une"
    )
}

fn predicated_fcmp(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits = c.metadata_string(of.arg(2)).is_some_and(is_float_predicate);
    check!(c, fits, "invalid predicate for VP FP comparison intrinsic", of.this());
}

fn predicated_icmp(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let fits =
        matches!(c.metadata_string(of.arg(2)), Some(b"eq" | b"ne" | b"ugt" | b"uge" | b"ult" | b"ule" | b"sgt" | b"sge" | b"slt" | b"sle"));
    check!(c, fits, "invalid predicate for VP integer comparison intrinsic", of.this());
}

/// Checks the types of a conversion between numbers; whether they fit.
fn conversion(c: &mut Checker<'_, '_>, of: &Called<'_>, first: (bool, &'static str), result: (bool, &'static str), from: TypeId) -> bool {
    let this = [of.this()];
    let both = c.types.is_vector(from) == c.types.is_vector(of.ret);
    let message = match () {
        () if !first.0 => first.1,
        () if !both => "Intrinsic first argument and result disagree on vector use",
        () if !result.0 => result.1,
        () if !c.same_count(from, of.ret) => "Intrinsic first argument and result vector lengths must be equal",
        () => return true,
    };
    c.fail(message, &this);
    false
}

fn constrained(c: &mut Checker<'_, '_>, of: &Called<'_>) {
    let (this, types) = (of.this(), c.types);
    let Some(from) = c.arg_ty(of, 0) else { return };
    let name = of.name.trim_start_matches("experimental.constrained.");
    match name {
        "lrint" | "llrint" | "lround" | "llround" => {
            let fits = !c.checks_types_of_calls() || !types.is_vector(from) && !types.is_vector(of.ret);
            check!(c, fits, "Intrinsic does not support vectors", this);
        }
        "fcmp" | "fcmps" => {
            let fits = c.metadata_string(of.arg(2)).is_some_and(is_float_predicate);
            check!(c, fits, "invalid predicate for constrained FP comparison intrinsic", this);
        }
        "fptosi" | "fptoui" => {
            let first = (types.is_floats(from), "Intrinsic first argument must be floating point");
            if !conversion(c, of, first, (types.is_ints(of.ret), "Intrinsic result must be an integer"), from) {
                return;
            }
        }
        "sitofp" | "uitofp" => {
            let first = (types.is_ints(from), "Intrinsic first argument must be integer");
            if !conversion(c, of, first, (types.is_floats(of.ret), "Intrinsic result must be a floating point"), from) {
                return;
            }
        }
        "fptrunc" | "fpext" => {
            check!(c, types.is_floats(from), "Intrinsic first argument must be FP or FP vector", this);
            check!(c, types.is_floats(of.ret), "Intrinsic result must be FP or FP vector", this);
            let both = types.is_vector(from) == types.is_vector(of.ret);
            check!(c, both, "Intrinsic first argument and result disagree on vector use", this);
            check!(c, c.same_count(from, of.ret), "Intrinsic first argument and result vector lengths must be equal", this);
            let (from, to) = (types.scalar_bits(from), types.scalar_bits(of.ret));
            if name == "fptrunc" {
                check!(c, from > to, "Intrinsic first argument's type must be larger than result type", this);
            } else {
                check!(c, from < to, "Intrinsic first argument's type must be smaller than result type", this);
            }
        }
        _ => {}
    }
    let exceptions = of.args.last().and_then(|&arg| c.metadata_string(arg));
    let fits = matches!(exceptions, Some(b"fpexcept.ignore" | b"fpexcept.maytrap" | b"fpexcept.strict"));
    check!(c, fits, "invalid exception behavior argument", this);
    if is_rounded(name) {
        let mode = of.args.len().checked_sub(2).and_then(|at| c.metadata_string(of.arg(at)));
        check!(c, mode.is_some_and(is_rounding_mode), "invalid rounding mode argument", this);
    }
}

/// Whether a constrained intrinsic has a rounding mode (`Intrinsic::hasConstrainedFPRoundingModeOperand`).
fn is_rounded(name: &str) -> bool {
    !matches!(
        name,
        "fcmp"
            | "fcmps"
            | "fptosi"
            | "fptoui"
            | "fpext"
            | "ceil"
            | "floor"
            | "lround"
            | "llround"
            | "maxnum"
            | "minnum"
            | "maximum"
            | "minimum"
            | "round"
            | "roundeven"
            | "trunc"
    )
}
