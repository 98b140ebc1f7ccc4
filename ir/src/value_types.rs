//! Types of values, and questions about types.
use crate::body::Body;
use crate::constants::ConstPool;
use crate::entity::TypeId;
use crate::global::GlobalValue;
use crate::module::Module;
use crate::types::Type;
use crate::value::{Value, ValueKind};

/// The type of a value (`Value::getType`) in parts of a module: a body, the global values, and the constants that all bodies share. None for
/// a block, for metadata, and for a value that does not exist.
#[inline]
pub fn type_of<'b>(value: Value, body: impl Into<Option<&'b Body>>, globals: &[GlobalValue], consts: &ConstPool) -> Option<TypeId> {
    match value.kind() {
        ValueKind::Global(id) => globals.get(id.index()).map(|global| global.ptr_type),
        ValueKind::Const(index) => consts.get(index).map(|constant| constant.ty),
        ValueKind::LocalConst(index) => body.into()?.consts.get(index).map(|constant| constant.ty),
        ValueKind::Local(local) => body.into()?.local_types.get(local as usize).copied(),
        ValueKind::Block(_) | ValueKind::Metadata(_) | ValueKind::None => None,
    }
}

impl Module {
    /// The type of a value (`Value::getType`); `body` is that of a local value or a constant of a body, and may be none for others. None for
    /// a block, whose type `label` need not be in the table, for metadata, and for a value that does not exist.
    #[inline]
    pub fn type_of<'b>(&self, value: Value, body: impl Into<Option<&'b Body>>) -> Option<TypeId> {
        type_of(value, body, &self.globals, &self.consts)
    }
}

/// Types in a module (LLVM `Type`). Each question takes constant time.
#[derive(Clone, Copy, Debug)]
pub struct Types<'m> {
    module: &'m Module,
}

impl<'m> Types<'m> {
    /// Those of `module`.
    pub fn new(module: &'m Module) -> Types<'m> {
        Types { module }
    }

    /// The type of a value: [`Module::type_of`].
    #[inline]
    pub fn of(self, value: Value, body: Option<&Body>) -> Option<TypeId> {
        self.module.type_of(value, body)
    }

    /// What a type is.
    pub fn get(self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    /// What a type is, or its elements if it is a vector (`Type::getScalarType`).
    pub fn scalar(self, ty: TypeId) -> Type {
        self.get(self.module.types.scalar(ty))
    }

    /// Whether two types are the same. Equal structural types of a file's table may have several numbers.
    #[inline]
    pub fn same(self, a: TypeId, b: TypeId) -> bool {
        a == b || {
            let (a, b) = (self.get(a), self.get(b));
            // Structures with an identity, and lists, are equal by their numbers alone.
            a == b && !matches!(a, Type::Struct { .. } | Type::Function { .. } | Type::TargetExt { .. })
        }
    }

    /// The number of elements of a vector, and whether it is scalable.
    pub fn element_count(self, ty: TypeId) -> Option<(u32, bool)> {
        match self.get(ty) {
            Type::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        }
    }

    /// Whether it is a vector (`isVectorTy`).
    pub fn is_vector(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Vector { .. })
    }

    /// Whether it is an integer of any width (`isIntegerTy`).
    pub fn is_int(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int(_))
    }

    /// Whether it is an integer of this width.
    pub fn is_int_of(self, ty: TypeId, width: u32) -> bool {
        self.get(ty) == Type::Int(width)
    }

    /// Whether it is an integer or a vector of integers (`isIntOrIntVectorTy`).
    pub fn is_ints(self, ty: TypeId) -> bool {
        matches!(self.scalar(ty), Type::Int(_))
    }

    /// Whether it is a floating-point number (`isFloatingPointTy`).
    pub fn is_float(self, ty: TypeId) -> bool {
        self.get(ty).is_float()
    }

    /// Whether it is a floating-point number or a vector of them (`isFPOrFPVectorTy`).
    pub fn is_floats(self, ty: TypeId) -> bool {
        self.scalar(ty).is_float()
    }

    /// Whether it is a byte of LLVM 23 or a vector of bytes.
    pub fn is_bytes(self, ty: TypeId) -> bool {
        matches!(self.scalar(ty), Type::Byte(_))
    }

    /// Whether it is a pointer (`isPointerTy`).
    pub fn is_pointer(self, ty: TypeId) -> bool {
        self.addrspace(ty).is_some()
    }

    /// Whether it is a pointer or a vector of pointers (`isPtrOrPtrVectorTy`).
    pub fn is_pointers(self, ty: TypeId) -> bool {
        matches!(self.scalar(ty), Type::Ptr(_) | Type::TypedPtr { .. })
    }

    /// The address space of a pointer.
    pub fn addrspace(self, ty: TypeId) -> Option<u32> {
        match self.get(ty) {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => Some(space),
            _ => None,
        }
    }

    /// The address space of a pointer or of the elements of a vector of pointers (`getPointerAddressSpace`).
    pub fn scalar_addrspace(self, ty: TypeId) -> Option<u32> {
        self.addrspace(self.module.types.scalar(ty))
    }

    /// Whether values may have it (`isFirstClassType`).
    pub fn is_first_class(self, ty: TypeId) -> bool {
        !matches!(self.get(ty), Type::Void | Type::Function { .. })
    }

    /// Bits of a number, or of the elements of a vector of numbers; 0 for other types (`getScalarSizeInBits`).
    pub fn scalar_bits(self, ty: TypeId) -> u32 {
        self.scalar(ty).number_bits().unwrap_or(0)
    }
}

impl Type {
    /// Whether it is a floating-point number (`isFloatingPointTy`).
    pub fn is_float(self) -> bool {
        self.float_bits().is_some()
    }

    /// Bits of a floating-point type; none for other types.
    pub fn float_bits(self) -> Option<u32> {
        match self {
            Type::Half | Type::BFloat => Some(16),
            Type::Float => Some(32),
            Type::Double => Some(64),
            Type::X86Fp80 => Some(80),
            Type::Fp128 | Type::PpcFp128 => Some(128),
            _ => None,
        }
    }

    /// Bits of an integer, byte or floating-point type; none for other types.
    pub fn number_bits(self) -> Option<u32> {
        match self {
            Type::Int(width) | Type::Byte(width) => Some(width),
            _ => self.float_bits(),
        }
    }
}
