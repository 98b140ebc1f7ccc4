//! Constrained operations as plain ones.
//!
//! If an operation ignores exceptions and rounds to the nearest number, the plain one means the same. Any other must stay between the calls around
//! it, which may change the rounding mode or look at the exceptions, and must be done once, with the numbers that it has when the program runs. Its
//! operands and its result go through memory by volatile accesses for that: no release moves these across calls, or knows what they load. Vectors
//! are done element by element: the lanes that code generators add to short ones would raise exceptions, too.
use super::super::instructions::SYSTEM;
use super::expand::{Site, each_element, extremum_by_name, library, wide_float};
use super::library::{FUNCTIONS, OLD_FUNCTIONS, slot};
use bctk_edit::editor::Editor;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst, OpFlags};
use bctk_ir::metadata::Metadata;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The function of the C library for an operation where releases have no intrinsic for it. `maxnum` and `minnum` are intrinsics, whose code raises
/// an exception for quiet NaNs.
fn of_library(op: &str) -> Option<&str> {
    match op {
        "maxnum" => Some("fmax"),
        "minnum" => Some("fmin"),
        _ => FUNCTIONS.contains(&op).then_some(op),
    }
}

/// A constrained operation.
#[derive(Clone, Copy)]
struct Constrained<'a> {
    /// Its name without `experimental.constrained.`.
    op: &'a str,
    /// What a comparison asks.
    pred: Option<FCmpPred>,
    /// Whether the mode of rounding or exceptions matter.
    is_strict: bool,
}

/// `experimental.constrained.*` as the plain operation.
pub(super) fn unconstrained(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let op = site.name.strip_prefix("experimental.constrained.")?;
    let count = site.args.iter().take_while(|arg| !matches!(arg.kind(), ValueKind::Metadata(_))).count();
    let (numbers, words) = site.args.split_at(count);
    let words = words.iter().map(|&word| text(ed, word)).collect::<Option<Vec<Vec<u8>>>>()?;
    let (exceptions, mut words) = words.split_last()?;
    let mut pred = None;
    if matches!(op, "fcmp" | "fcmps") {
        let (first, rest) = words.split_first()?;
        (pred, words) = (Some(FCmpPred::from_spelling(first)?), rest);
    }
    let is_strict = exceptions != b"fpexcept.ignore" || words.iter().any(|rounding| rounding != b"round.tonearest");
    let of = Constrained { op, pred, is_strict };
    let site = Site { args: numbers, ..*site };
    if !is_strict {
        return of.plain(ed, &site);
    }
    let ty = ed.ty(site.arg(0)?)?;
    match ed.get(ty) {
        Type::Vector { len, scalable: false, .. } => each_element(ed, &site, len, |ed, site| of.strict(ed, site)),
        Type::Vector { .. } => None,
        _ => of.strict(ed, &site),
    }
}

impl Constrained<'_> {
    /// The operation of scalars, between what surrounds it.
    fn strict(self, ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
        if of_library(self.op).is_some() {
            return self.plain(ed, site);
        }
        let args = site.args.iter().map(|&arg| opaque(ed, arg)).collect::<Option<Vec<Value>>>()?;
        let site = Site { args: &args, ..*site };
        if self.op == "fcmps" {
            signal_if_unordered(ed, &site)?;
        }
        let result = match self.op {
            // Code for it compares, and the comparisons raise other exceptions.
            "maximum" | "minimum" => return None,
            "fptoui" => to_unsigned(ed, &site)?,
            "uitofp" => from_unsigned(ed, &site)?,
            _ => self.plain(ed, &site)?,
        };
        opaque(ed, result)
    }

    /// The operation without constraints.
    fn plain(self, ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
        let first = site.arg(0)?;
        let second = site.arg(1);
        let binary = |op| Some(Inst::Bin { op, flags: OpFlags::from(site.fmf), lhs: first, rhs: second? });
        let cast = |op| Some(Inst::Cast { op, flags: OpFlags::NONE, value: first });
        let inst = match self.op {
            "fcmp" | "fcmps" => Some(Inst::FCmp { pred: self.pred?, fmf: site.fmf, lhs: first, rhs: second? }),
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
            "maximum" | "minimum" => return extremum_by_name(ed, self.op, first, second?),
            op if (op == "fmuladd" || OLD_FUNCTIONS.contains(&op)) && !(self.is_strict && matches!(op, "maxnum" | "minnum")) => {
                let name = site.name_for(ed, op)?;
                let value = ed.call(&name, site.ret, site.args, site.callee)?;
                ed.body_mut().calls.last_mut()?.fmf = site.fmf;
                return Some(value);
            }
            op => {
                let name = of_library(op)?;
                let before = ed.body().calls.len();
                let value = library(ed, &Site { name, ..*site })?;
                // Otherwise the older one would do what it knows about the function: compute results that it knows, for one.
                for at in before..ed.body().calls.len() {
                    let attrs = ed.body().calls[at].attrs;
                    let attrs = ed.change_set(attrs, AttrIndex::Function, |set| {
                        let is_before = |attr: &Attr| matches!(attr, Attr::Enum(kind) if kind.rank() < AttrKind::NO_BUILTIN.rank());
                        set.insert(set.partition_point(is_before), Attr::Enum(AttrKind::NO_BUILTIN));
                    });
                    ed.body_mut().calls[at].attrs = attrs;
                }
                return Some(value);
            }
        };
        Some(ed.push(site.ret, inst?))
    }
}

/// A value that nothing is known about, from here on.
fn opaque(ed: &mut Editor<'_>, value: Value) -> Option<Value> {
    let ty = ed.ty(value)?;
    if ed.width(ty) == Some(1) {
        let byte = ed.ints(ty, 8);
        let wide = ed.cast(CastOp::ZExt, value, byte)?;
        let wide = opaque(ed, wide)?;
        return ed.cast(CastOp::Trunc, wide, ty);
    }
    let (ptr, align) = keep(ed, ty, value)?;
    Some(ed.push(ty, Inst::Load { align, access: Access::PLAIN.made_volatile(), scope: SYSTEM, ptr }))
}

/// Lets a value be computed here, whether or not it is used. Returns where it is in memory, and the alignment.
fn keep(ed: &mut Editor<'_>, ty: TypeId, value: Value) -> Option<(Value, u8)> {
    let place = match ed.scratch.get(&ty) {
        Some(&place) => place,
        None => slot(ed, ty)?,
    };
    ed.scratch.insert(ty, place);
    let (ptr, align) = place;
    ed.push_void(Inst::Store { align, access: Access::PLAIN.made_volatile(), scope: SYSTEM, value, ptr });
    Some(place)
}

/// The exception of comparisons that signal: that of an invalid operation if an operand is a NaN. Plain comparisons have it for signaling NaNs.
fn signal_if_unordered(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<()> {
    let float = ed.intern(Type::Float);
    let (zero, one) = (ed.constant(float, ConstKind::Null), ed.constant(float, ConstKind::Float(0x3f80_0000)));
    let unordered = ed.fcmp(FCmpPred::Uno, site.arg(0)?, site.arg(1)?)?;
    let unordered = opaque(ed, unordered)?;
    // 0 / 0 is invalid, 1 / 1 is nothing.
    let number = ed.select(unordered, zero, one)?;
    let number = opaque(ed, number)?;
    let quotient = ed.bin(BinOp::FDiv, number, number)?;
    keep(ed, float, quotient).map(|_| ())
}

/// A conversion to an unsigned integer, for which the code of older releases converts two numbers.
fn to_unsigned(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (mut number, width) = (site.arg(0)?, ed.width(site.ret)?);
    let mut ty = ed.ty(number)?;
    if ed.get(ty) == Type::Half {
        ty = ed.intern(Type::Float);
        number = ed.cast(CastOp::FpExt, number, ty)?;
    }
    let bound = match ed.get(ty) {
        Type::Float => ConstKind::Float(0x5f00_0000),
        Type::Double => ConstKind::Float(0x43e0_0000_0000_0000),
        Type::X86Fp80 => wide_float(ed, [1 << 63, 0x3fff + 63]),
        _ => return ed.cast(CastOp::FpToUi, number, site.ret),
    };
    if !(33..=64).contains(&width) {
        return ed.cast(CastOp::FpToUi, number, site.ret);
    }
    let (bound, zero) = (ed.constant(ty, bound), ed.constant(ty, ConstKind::Null));
    let long = ed.intern(Type::Int(64));
    let (sign, none) = (ed.limit(long, false), ed.int(long, 0));
    let is_above = ed.fcmp(FCmpPred::Oge, number, bound)?;
    let is_above = opaque(ed, is_above)?;
    // The difference is exact, where code does not compute it amid what changes the mode of the x87 unit to convert (LLVM 7).
    let less = ed.select(is_above, bound, zero)?;
    let rest = ed.bin(BinOp::FSub, number, less)?;
    let rest = opaque(ed, rest)?;
    let rest = ed.cast(CastOp::FpToSi, rest, long)?;
    let top = ed.select(is_above, sign, none)?;
    let whole = ed.bin(BinOp::Xor, rest, top)?;
    ed.cast(CastOp::Trunc, whole, site.ret)
}

/// A conversion of an unsigned integer. The code of older releases makes a sum of two numbers, which is -0.0 instead of 0 where sums are rounded down.
fn from_unsigned(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (number, ty) = (site.arg(0)?, site.ret);
    let width = ed.width(ed.ty(number)?)?;
    let is_sum = matches!(ed.get(ty), Type::Float | Type::Double | Type::X86Fp80);
    if !is_sum || width > 64 || width == 64 && ed.get(ty) == Type::X86Fp80 {
        return ed.cast(CastOp::UiToFp, number, ty);
    }
    let long = ed.intern(Type::Int(64));
    if width < 64 {
        let number = ed.cast(CastOp::ZExt, number, long)?;
        return ed.cast(CastOp::SiToFp, number, ty);
    }
    // Half of the number, in which the last bit says whether any bit is left; twice what it becomes is exact.
    let (zero, one) = (ed.int(long, 0), ed.int(long, 1));
    let is_large = ed.icmp(ICmpPred::Slt, number, zero)?;
    let half = ed.bin(BinOp::LShr, number, one)?;
    let last = ed.bin(BinOp::And, number, one)?;
    let half = ed.bin(BinOp::Or, half, last)?;
    let converted = ed.select(is_large, half, number)?;
    let converted = ed.cast(CastOp::SiToFp, converted, ty)?;
    let twice = ed.bin(BinOp::FAdd, converted, converted)?;
    ed.select(is_large, twice, converted)
}

/// A string that is an argument.
fn text(ed: &Editor<'_>, value: Value) -> Option<Vec<u8>> {
    let ValueKind::Metadata(id) = value.kind() else { return None };
    let Metadata::String(text) = ed.module.metadata.get(id) else { return None };
    Some(ed.module.str(text).to_vec())
}
