//! Constants for new code.
use crate::check::MAX_INT_BITS;
use crate::{EditError, ModuleEdit, Operand, Result};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::integers::signed;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

/// The bits of a number in another format, rounded to the nearest.
fn converted<F: Float>(number: Double) -> u128
where
    Double: FloatConvert<F>,
{
    number.convert(&mut false).value.to_bits()
}

/// The most elements of a vector that a number is repeated in.
const MAX_SPLAT: u32 = 1 << 20;

impl ModuleEdit<'_> {
    /// An integer of an integer type, or a vector of it.
    ///
    /// # Errors
    /// If the type is no integer type, or the number has more bits than the type.
    pub fn const_int(&mut self, ty: TypeId, number: i128) -> Result<Value> {
        let scalar = self.module.types.scalar(ty);
        let Type::Int(bits) = self.module.types.get(scalar) else {
            return Err(EditError::new(format!("expected an integer type for the number {number}, found {}", self.spell(ty))));
        };
        if bits == 0 || bits > MAX_INT_BITS {
            return Err(EditError::new(format!("there is no integer type of {bits} bits")));
        }
        // A number may be meant with or without a sign.
        let fits = bits >= 128 || number >> (bits - 1) == 0 || number >> (bits - 1) == -1 || number >> bits == 0;
        if !fits {
            return Err(EditError::new(format!("the number {number} has more bits than {}", self.spell(ty))));
        }
        let kind = match bits {
            _ if number == 0 => return Ok(self.const_zero(ty)),
            ..=64 => ConstKind::Int(signed(number as u64, bits)),
            _ => self.wide(bits, number),
        };
        let element = self.constant(scalar, kind);
        self.splat(ty, element)
    }

    /// A constant of a scalar type as one of that type, or of a vector of it.
    fn splat(&mut self, ty: TypeId, element: Value) -> Result<Value> {
        match self.module.types.get(ty) {
            Type::Vector { len, scalable: false, .. } if len > MAX_SPLAT => {
                Err(EditError::new(format!("a constant of {len} elements is too large")))
            }
            Type::Vector { len, scalable: false, .. } => self.aggregate(ty, &vec![element; len as usize]),
            Type::Vector { .. } => Err(EditError::new(format!("a number other than zero cannot be {}", self.spell(ty)))),
            _ => Ok(element),
        }
    }

    /// The words of a number of more than 64 bits.
    fn wide(&mut self, bits: u32, number: i128) -> ConstKind {
        let len = bits.div_ceil(64);
        let words = &mut self.module.consts.words;
        let start = words.len() as u32;
        words.extend((0..len).map(|word| if word < 2 { (number >> (64 * word)) as u64 } else { (number >> 127) as u64 }));
        let unused = len * 64 - bits;
        if let Some(last) = words.last_mut() {
            *last = *last << unused >> unused;
        }
        ConstKind::WideInt { start, len }
    }

    /// A floating-point number of a floating-point type, or a vector of it, rounded to the nearest.
    ///
    /// # Errors
    /// If the type is no floating-point type, or is `ppc_fp128`.
    pub fn const_float(&mut self, ty: TypeId, number: f64) -> Result<Value> {
        let scalar = self.module.types.scalar(ty);
        let from = Double::from_bits(u128::from(number.to_bits()));
        let kind = match self.module.types.get(scalar) {
            Type::Half => ConstKind::Float(converted::<Half>(from) as u64),
            Type::BFloat => ConstKind::Float(converted::<BFloat>(from) as u64),
            Type::Float => ConstKind::Float(u64::from((number as f32).to_bits())),
            Type::Double => ConstKind::Float(number.to_bits()),
            wide @ (Type::X86Fp80 | Type::Fp128) => {
                let bits = if wide == Type::Fp128 { converted::<Quad>(from) } else { converted::<X87DoubleExtended>(from) };
                let start = self.module.consts.words.len() as u32;
                self.module.consts.words.extend([bits as u64, (bits >> 64) as u64]);
                match bits {
                    0 => ConstKind::Null,
                    _ => ConstKind::WideFloat { start },
                }
            }
            _ => {
                let found = self.spell(ty);
                return Err(EditError::new(format!("expected a floating-point type for the number {number}, found {found}")));
            }
        };
        if matches!(kind, ConstKind::Null | ConstKind::Float(0)) {
            return Ok(self.const_zero(ty));
        }
        if self.module.llvm_version().float_splats() {
            return Ok(self.constant(ty, kind));
        }
        let element = self.constant(scalar, kind);
        self.splat(ty, element)
    }

    /// The zero of a type: `0`, `0.0`, `null`, `zeroinitializer`, `none`.
    pub fn const_zero(&mut self, ty: TypeId) -> Value {
        self.constant(ty, ConstKind::Null)
    }

    /// `undef`
    pub fn undef(&mut self, ty: TypeId) -> Value {
        self.constant(ty, ConstKind::Undef)
    }

    /// `poison`
    pub fn poison(&mut self, ty: TypeId) -> Value {
        self.constant(ty, ConstKind::Poison)
    }

    /// The array of these bytes, `c"…"`.
    pub fn const_bytes(&mut self, bytes: &[u8]) -> Value {
        let elem = self.int_type(8);
        let ty = self.array_type(elem, bytes.len() as u64);
        let kind = match bytes.iter().all(|&byte| byte == 0) {
            true => ConstKind::Null,
            false => ConstKind::Data(self.module.consts.bytes.push(bytes)),
        };
        self.constant(ty, kind)
    }

    /// An array of constants of type `elem`.
    ///
    /// # Errors
    /// If an element is no constant of this type.
    pub fn const_array(&mut self, elem: TypeId, elements: &[Value]) -> Result<Value> {
        let ty = self.array_type(elem, elements.len() as u64);
        self.aggregate(ty, elements)
    }

    /// A vector of constants.
    ///
    /// # Errors
    /// If there are none, or they differ in their types.
    pub fn const_vector(&mut self, elements: &[Value]) -> Result<Value> {
        let first = elements.first().ok_or_else(|| EditError::new("expected at least one element of a vector"))?;
        let elem = self.constant_type(*first)?;
        let ty = self.vector_type(elem, elements.len() as u32);
        self.aggregate(ty, elements)
    }

    /// A literal structure of constants.
    ///
    /// # Errors
    /// If a member is no constant.
    pub fn const_struct(&mut self, members: &[Value]) -> Result<Value> {
        let types = members.iter().map(|&member| self.constant_type(member)).collect::<Result<Vec<_>>>()?;
        let ty = self.struct_type(&types);
        self.aggregate(ty, members)
    }

    /// A constant of a structure, array or vector type with these members.
    ///
    /// # Errors
    /// If their number or types differ from those of the type's members.
    pub fn aggregate(&mut self, ty: TypeId, members: &[Value]) -> Result<Value> {
        let count = match self.module.types.get(ty) {
            Type::Struct { fields, .. } => self.module.types.list(fields).len() as u64,
            Type::Array { len, .. } => len,
            Type::Vector { len, scalable: false, .. } => u64::from(len),
            _ => return Err(EditError::new(format!("expected a structure, array or vector type, found {}", self.spell(ty)))),
        };
        if count != members.len() as u64 {
            return Err(EditError::new(format!("expected {count} members of {}, found {}", self.spell(ty), members.len())));
        }
        for (at, &member) in members.iter().enumerate() {
            let (found, wanted) = (self.constant_type(member)?, self.module.types.member(ty, at as u64));
            if Some(found) != wanted {
                let wanted = wanted.map_or_else(String::new, |wanted| self.spell(wanted));
                return Err(EditError::new(format!("member {at}: expected {wanted}, found {}", self.spell(found))));
            }
        }
        let is_all = |kind| members.iter().all(|&member| self.kind_of(member) == Some(kind));
        let plain = [ConstKind::Null, ConstKind::Undef, ConstKind::Poison].into_iter().find(|&kind| is_all(kind));
        if let Some(kind) = plain {
            return Ok(self.constant(ty, kind));
        }
        if let Some(bytes) = self.data(ty, members) {
            let kind = ConstKind::Data(self.module.consts.bytes.push(&bytes));
            return Ok(self.constant(ty, kind));
        }
        let list = self.module.consts.lists.push(members);
        Ok(self.constant(ty, ConstKind::Aggregate(list)))
    }

    /// The bytes of numbers of which LLVM makes `ConstantDataArray` or `ConstantDataVector`.
    fn data(&self, ty: TypeId, members: &[Value]) -> Option<Vec<u8>> {
        let (Type::Array { elem, .. } | Type::Vector { elem, .. }) = self.module.types.get(ty) else { return None };
        let width = match self.module.types.get(elem) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => bits as usize / 8,
            Type::Half | Type::BFloat => 2,
            Type::Float => 4,
            Type::Double => 8,
            _ => return None,
        };
        let mut bytes = Vec::with_capacity(width * members.len());
        for &member in members {
            let bits = match self.kind_of(member)? {
                ConstKind::Null => 0,
                ConstKind::Int(number) => number as u64,
                ConstKind::Float(bits) => bits,
                _ => return None,
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..width]);
        }
        Some(bytes)
    }

    /// What a constant is, if the value is one of the module.
    pub(crate) fn kind_of(&self, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index).map(|constant| constant.kind),
            _ => None,
        }
    }

    /// The type of a constant or global value.
    fn constant_type(&self, value: Value) -> Result<TypeId> {
        let ty = match value.kind() {
            ValueKind::Const(_) | ValueKind::Global(_) => self.module.type_of(value, None),
            _ => None,
        };
        ty.ok_or_else(|| EditError::new("expected a constant"))
    }

    /// The constant of this type and kind, which is added if it is new. It is not checked.
    pub fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        self.index.constant(self.module, ty, kind)
    }

    /// The value of an operand in a place that wants type `ty`, if it is known.
    pub(crate) fn operand(&mut self, operand: Operand, ty: Option<TypeId>) -> Result<Value> {
        let wanted = || ty.ok_or_else(|| EditError::new("the type of a number is not known here; make a constant of it"));
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Int(number) => self.const_int(wanted()?, number),
            Operand::Float(number) => self.const_float(wanted()?, number),
            Operand::Zero => Ok(self.const_zero(wanted()?)),
        }
    }

    /// The function that a value is, if it is one.
    pub(crate) fn function_of(&self, value: Value) -> Option<GlobalId> {
        match value.kind() {
            ValueKind::Global(id) => self.module.global(id).and_then(|global| global.function()).map(|_| id),
            _ => None,
        }
    }
}
