//! Folds conversions between floating-point formats, as `ConstantFoldCastInstruction` does.
use super::build::Build;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::TypeId;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

impl Build<'_, '_> {
    /// A constant that is converted to another format, rounded to nearest.
    pub(crate) fn fold_conversion(&mut self, value: Value, ty: TypeId) -> Option<Value> {
        if let Some((elem, _)) = self.parts(ty) {
            let (from, _) = self.parts(self.ty(value)?)?;
            let (from, to) = (self.up.module.types.get(from), self.up.module.types.get(elem));
            let one = |number: u64| u64::try_from(convert(from, u128::from(number), to)?).ok();
            let numbers = self.elements(value)?.numbers.into_iter().map(one).collect::<Option<Vec<u64>>>()?;
            return self.of_elements(ty, &numbers);
        }
        let (pool, from, kind) = self.pool(value)?;
        let bits = match kind {
            ConstKind::Null => 0,
            ConstKind::Float(bits) => u128::from(bits),
            ConstKind::WideFloat { start } => match *pool.word_range(start, 2) {
                [low, high] => u128::from(low) | u128::from(high) << 64,
                _ => return None,
            },
            _ => return None,
        };
        let to = self.up.module.types.get(ty);
        let number = convert(self.up.module.types.get(from), bits, to)?;
        let kind = match to {
            _ if number == 0 => ConstKind::Null,
            Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => {
                let words = &mut self.up.module.consts.words;
                words.extend([number as u64, (number >> 64) as u64]);
                ConstKind::WideFloat { start: words.len() as u32 - 2 }
            }
            _ => ConstKind::Float(number as u64),
        };
        Some(Value::constant(self.up.module.consts.push(ty, kind)))
    }
}

/// The bits of a number in the format `to`.
fn convert(from: Type, bits: u128, to: Type) -> Option<u128> {
    match from {
        Type::Half => to_format(Half::from_bits(bits), to),
        Type::BFloat => to_format(BFloat::from_bits(bits), to),
        Type::Float => to_format(Single::from_bits(bits), to),
        Type::Double => to_format(Double::from_bits(bits), to),
        Type::X86Fp80 => to_format(X87DoubleExtended::from_bits(bits), to),
        Type::Fp128 => to_format(Quad::from_bits(bits), to),
        // LLVM looks at the first of the two numbers alone.
        Type::PpcFp128 => to_format(Double::from_bits(bits & u128::from(u64::MAX)), to),
        _ => None,
    }
}

fn to_format<S: Semantics>(number: IeeeFloat<S>, to: Type) -> Option<u128> {
    fn bits<S: Semantics, T: Semantics>(number: IeeeFloat<S>) -> u128 {
        let converted: IeeeFloat<T> = number.convert(&mut false).value;
        converted.to_bits()
    }
    use rustc_apfloat::ieee::{BFloatS, DoubleS, HalfS, QuadS, SingleS, X87DoubleExtendedS};
    Some(match to {
        Type::Half => bits::<S, HalfS>(number),
        Type::BFloat => bits::<S, BFloatS>(number),
        Type::Float => bits::<S, SingleS>(number),
        // The second number of two is zero: what is converted fits into the first.
        Type::Double | Type::PpcFp128 => bits::<S, DoubleS>(number),
        Type::X86Fp80 => bits::<S, X87DoubleExtendedS>(number),
        Type::Fp128 => bits::<S, QuadS>(number),
        _ => return None,
    })
}
