//! Operands of new instructions: values, and numbers that take their type from the other operand.
use bctk_ir::entity::GlobalId;
use bctk_ir::value::Value;

/// An operand of a new instruction.
///
/// A number becomes a constant of the type that its place wants: that of the other operand of `add`, of the parameter of a call, of the
/// result of the function for `ret`.
///
/// ```
/// use bctk_edit::Operand;
/// assert_eq!(Operand::from(7), Operand::Int(7));
/// assert_eq!(Operand::from(true), Operand::Int(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    /// A value.
    Value(Value),
    /// An integer, of at most 128 bits and of either sign.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A null pointer, or the zero of another type.
    Zero,
}

impl From<Value> for Operand {
    fn from(value: Value) -> Operand {
        Operand::Value(value)
    }
}

impl From<&Value> for Operand {
    fn from(value: &Value) -> Operand {
        Operand::Value(*value)
    }
}

impl From<GlobalId> for Operand {
    fn from(id: GlobalId) -> Operand {
        Operand::Value(Value::global(id))
    }
}

/// `integers! { u8 }` expands to `impl From<u8> for Operand`.
macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Operand {
            fn from(number: $ty) -> Operand {
                Operand::Int(number as i128)
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize bool }

impl From<f32> for Operand {
    fn from(number: f32) -> Operand {
        Operand::Float(f64::from(number))
    }
}

impl From<f64> for Operand {
    fn from(number: f64) -> Operand {
        Operand::Float(number)
    }
}
