//! `llvm.is.fpclass` as tests of the bits of a number.
use super::expand::Site;
use bctk_edit::editor::Editor;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The classes, as bits of the mask: signaling and quiet NaNs, and the others as negative and positive ones.
const SIGNALING: u32 = 0;
const QUIET: u32 = 1;
const INFINITE: (u32, u32) = (2, 9);
const NORMAL: (u32, u32) = (3, 8);
const SUBNORMAL: (u32, u32) = (4, 7);
const ZERO: (u32, u32) = (5, 6);

/// A format of floating-point numbers.
struct Format {
    width: u32,
    /// The bits below the exponent.
    digits: u32,
    /// Whether the highest of these is the digit before the point, which the other formats leave out.
    has_one: bool,
}

impl Format {
    fn of(ty: Type) -> Option<Format> {
        let (width, digits, has_one) = match ty {
            Type::Half => (16, 10, false),
            Type::BFloat => (16, 7, false),
            Type::Float => (32, 23, false),
            Type::Double => (64, 52, false),
            Type::Fp128 => (128, 112, false),
            Type::X86Fp80 => (80, 64, true),
            _ => return None,
        };
        Some(Format { width, digits, has_one })
    }

    /// The digit before the point; 0 if it is not stored.
    fn one(&self) -> u128 {
        if self.has_one { 1 << (self.digits - 1) } else { 0 }
    }

    fn infinity(&self) -> u128 {
        ((1 << (self.width - 1 - self.digits)) - 1) << self.digits | self.one()
    }

    fn least_quiet(&self) -> u128 {
        self.infinity() | 1 << (self.digits - 1 - u32::from(self.has_one))
    }

    fn least_normal(&self) -> u128 {
        1 << self.digits | self.one()
    }

    /// The least number above all subnormal ones. Where the digit before the point is stored, numbers that have it and the exponent of
    /// subnormal ones are in no class.
    fn above_subnormal(&self) -> u128 {
        if self.has_one { self.one() } else { 1 << self.digits }
    }
}

/// `is.fpclass`.
pub(super) fn class_test(ed: &mut Editor<'_>, site: &Site<'_>) -> Option<Value> {
    let (mut number, test) = (site.arg(0)?, site.arg(1)?);
    let mask = match ed.kind(test)? {
        ConstKind::Null => 0,
        ConstKind::Int(mask) => mask & 0x3ff,
        _ => return None,
    };
    let mut ty = ed.ty(number)?;
    if matches!(ed.get(ed.module.types.scalar(ty)), Type::PpcFp128) {
        // The first of the two numbers decides; it is what the sum rounds to.
        let double = ed.intern(Type::Double);
        ty = ed.shaped(ty, double);
        number = ed.cast(CastOp::FpTrunc, number, ty)?;
    }
    let format = Format::of(ed.get(ed.module.types.scalar(ty)))?;
    Test::new(ed, number, ty, format)?.all(mask)
}

/// The tests of one number. Numbers of a class are in a range of magnitudes.
struct Test<'e, 'm> {
    ed: &'e mut Editor<'m>,
    format: Format,
    number: Value,
    magnitude: Value,
    is_negative: Value,
    /// The type of the bits.
    ints: TypeId,
    /// The type of the result.
    truth: TypeId,
}

impl<'e, 'm> Test<'e, 'm> {
    fn new(ed: &'e mut Editor<'m>, number: Value, ty: TypeId, format: Format) -> Option<Self> {
        let ints = ed.ints(ty, format.width);
        let bits = ed.cast(CastOp::BitCast, number, ints)?;
        let magnitude_mask = ed.limit(ints, true);
        let magnitude = ed.bin(BinOp::And, bits, magnitude_mask)?;
        let zero = ed.int(ints, 0);
        let is_negative = ed.icmp(ICmpPred::Slt, bits, zero)?;
        let truth = ed.ints(ty, 1);
        Some(Test { ed, format, number, magnitude, is_negative, ints, truth })
    }

    /// Whether the number is in a class of the mask.
    fn all(&mut self, mask: i64) -> Option<Value> {
        let has = |class: u32| mask >> class & 1 != 0;
        let mut result = self.ed.int(self.truth, 0);
        let mut any = |ed: &mut Editor<'_>, test: Value| -> Option<()> {
            result = ed.bin(BinOp::Or, result, test)?;
            Some(())
        };
        let (infinity, quiet) = (self.format.infinity(), self.format.least_quiet());
        if has(SIGNALING) && has(QUIET) && self.format.has_one {
            // Numbers without the digit before the point that should have it compare as NaNs do.
            let is_nan = self.ed.fcmp(FCmpPred::Uno, self.number, self.number)?;
            any(self.ed, is_nan)?;
        } else {
            if has(SIGNALING) {
                let is_signaling = self.between(infinity + 1, quiet)?;
                any(self.ed, is_signaling)?;
            }
            if has(QUIET) {
                let is_quiet = self.compare(ICmpPred::Uge, quiet)?;
                any(self.ed, is_quiet)?;
            }
        }
        for class in [INFINITE, NORMAL, SUBNORMAL, ZERO] {
            let (has_negative, has_positive) = (has(class.0), has(class.1));
            if !has_negative && !has_positive {
                continue;
            }
            let in_class = match class {
                INFINITE => self.compare(ICmpPred::Eq, infinity)?,
                NORMAL => self.is_normal()?,
                SUBNORMAL => self.between(1, self.format.above_subnormal())?,
                _ => self.compare(ICmpPred::Eq, 0)?,
            };
            let in_class = match (has_negative, has_positive) {
                (true, true) => in_class,
                (true, false) => self.ed.bin(BinOp::And, in_class, self.is_negative)?,
                _ => {
                    let yes = self.ed.int(self.truth, 1);
                    let is_positive = self.ed.bin(BinOp::Xor, self.is_negative, yes)?;
                    self.ed.bin(BinOp::And, in_class, is_positive)?
                }
            };
            any(self.ed, in_class)?;
        }
        Some(result)
    }

    fn is_normal(&mut self) -> Option<Value> {
        let in_range = self.between(self.format.least_normal(), self.format.infinity())?;
        if !self.format.has_one {
            return Some(in_range);
        }
        let one = self.ed.bits(self.ints, self.format.one());
        let nothing = self.ed.int(self.ints, 0);
        let stated = self.ed.bin(BinOp::And, self.magnitude, one)?;
        let is_stated = self.ed.icmp(ICmpPred::Ne, stated, nothing)?;
        self.ed.bin(BinOp::And, in_range, is_stated)
    }

    fn compare(&mut self, pred: ICmpPred, bits: u128) -> Option<Value> {
        let bits = self.ed.bits(self.ints, bits);
        self.ed.icmp(pred, self.magnitude, bits)
    }

    /// Whether the magnitude is at least `from` and below `to`.
    fn between(&mut self, from: u128, to: u128) -> Option<Value> {
        let above = self.compare(ICmpPred::Uge, from)?;
        let below = self.compare(ICmpPred::Ult, to)?;
        self.ed.bin(BinOp::And, above, below)
    }
}
