//! Types for new code.
use crate::check::zero_byte;
use crate::{EditError, ModuleEdit};
use bctk_ir::entity::TypeId;
use bctk_ir::types::{StructKind, Type};

impl ModuleEdit<'_> {
    /// The number of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let ty = match ty {
            Type::Array { elem, len } => Type::Array { elem: self.known(elem), len },
            Type::Vector { elem, len, scalable } => Type::Vector { elem: self.known(elem), len, scalable },
            Type::TypedPtr { pointee, addrspace } => Type::TypedPtr { pointee: self.known(pointee), addrspace },
            _ => ty,
        };
        self.module.types.intern(ty)
    }

    /// A type that is there: the type itself, or any other one if edits fail because it is not.
    fn known(&mut self, ty: TypeId) -> TypeId {
        if ty.index() < self.module.types.len() {
            return ty;
        }
        self.fault(EditError::new(format!("there is no type {}", ty.index())));
        self.module.types.intern(Type::Int(8))
    }

    /// Types that are there.
    fn all_known(&mut self, types: &[TypeId]) -> Vec<TypeId> {
        types.iter().map(|&ty| self.known(ty)).collect()
    }

    /// `void`
    pub fn void_type(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// The integer type of this many bits, 1 to 2^23.
    pub fn int_type(&mut self, bits: u32) -> TypeId {
        self.intern(Type::Int(bits))
    }

    /// `float`
    pub fn float_type(&mut self) -> TypeId {
        self.intern(Type::Float)
    }

    /// `double`
    pub fn double_type(&mut self) -> TypeId {
        self.intern(Type::Double)
    }

    /// `ptr`, of address space 0.
    pub fn ptr_type(&mut self) -> TypeId {
        self.intern(Type::Ptr(0))
    }

    /// The pointer to a value of this type in an address space: `ptr`, or a typed pointer in a module that has such.
    pub fn pointer_to(&mut self, pointee: TypeId, addrspace: u32) -> TypeId {
        match self.typed_pointers {
            true => self.intern(Type::TypedPtr { pointee, addrspace }),
            false => self.intern(Type::Ptr(addrspace)),
        }
    }

    /// `[len x elem]`
    pub fn array_type(&mut self, elem: TypeId, len: u64) -> TypeId {
        self.intern(Type::Array { elem, len })
    }

    /// `<len x elem>`
    pub fn vector_type(&mut self, elem: TypeId, len: u32) -> TypeId {
        self.intern(Type::Vector { elem, len, scalable: false })
    }

    /// `{ fields }`
    pub fn struct_type(&mut self, fields: &[TypeId]) -> TypeId {
        let fields = self.all_known(fields);
        if let Some(there) = self.module.types.find_literal(&fields, false) {
            return there;
        }
        let fields = self.module.types.lists.push(&fields);
        self.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
    }

    /// A new structure type of this name, with a number after a dot if another has the name.
    pub fn named_struct_type(&mut self, name: &str, fields: &[TypeId]) -> TypeId {
        let name = self.unused_type_name(name.as_bytes());
        if name.contains(&0) {
            self.fault(zero_byte(&name));
        }
        let name = self.module.strings.push(&name);
        let fields = self.all_known(fields);
        let fields = self.module.types.lists.push(&fields);
        self.module.types.push(Type::Struct { kind: StructKind::Identified, packed: false, name, fields })
    }

    /// A name that no structure type has.
    fn unused_type_name(&self, name: &[u8]) -> Vec<u8> {
        let is_there = |wanted: &[u8]| {
            let has = |ty| matches!(ty, Type::Struct { name, .. } if !name.is_empty() && self.module.str(name) == wanted);
            self.module.types.iter().any(|(_, ty)| has(ty))
        };
        let mut unused = name.to_vec();
        let mut number = 0u32;
        while is_there(&unused) {
            unused = [name, b".", number.to_string().as_bytes()].concat();
            number += 1;
        }
        unused
    }

    /// `ret (params)`
    pub fn function_type(&mut self, ret: TypeId, params: &[TypeId]) -> TypeId {
        let (ret, params) = (self.known(ret), self.all_known(params));
        self.module.types.intern_function(ret, &params, false)
    }

    /// `ret (params, ...)`
    pub fn variadic_type(&mut self, ret: TypeId, params: &[TypeId]) -> TypeId {
        let (ret, params) = (self.known(ret), self.all_known(params));
        self.module.types.intern_function(ret, &params, true)
    }

    /// The type with the shape of `like`, a scalar or vector, and elements of type `elem`.
    pub fn shaped_type(&mut self, like: TypeId, elem: TypeId) -> TypeId {
        match self.module.types.get(like) {
            Type::Vector { len, scalable, .. } => self.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }

    /// A type as an error names it.
    pub(crate) fn spell(&self, ty: TypeId) -> String {
        spell(&self.module.types, &self.module.strings, ty, 3)
    }
}

/// A type in assembly. What is nested deeper than `depth` is left out.
pub(crate) fn spell(types: &bctk_ir::types::TypeTable, strings: &bctk_ir::strings::Strings, ty: TypeId, depth: u32) -> String {
    let Some(below) = depth.checked_sub(1) else { return "…".to_owned() };
    let of = |ty| spell(types, strings, ty, below);
    let space = |space: u32| if space == 0 { String::new() } else { format!(" addrspace({space})") };
    let list = |list| types.list(list).iter().map(of).collect::<Vec<_>>().join(", ");
    match types.get(ty) {
        Type::Void => "void".into(),
        Type::Half => "half".into(),
        Type::BFloat => "bfloat".into(),
        Type::Float => "float".into(),
        Type::Double => "double".into(),
        Type::X86Fp80 => "x86_fp80".into(),
        Type::Fp128 => "fp128".into(),
        Type::PpcFp128 => "ppc_fp128".into(),
        Type::Label => "label".into(),
        Type::Metadata => "metadata".into(),
        Type::Token => "token".into(),
        Type::X86Amx => "x86_amx".into(),
        Type::X86Mmx => "x86_mmx".into(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Byte(bits) => format!("b{bits}"),
        Type::Ptr(addrspace) => format!("ptr{}", space(addrspace)),
        Type::TypedPtr { pointee, addrspace } => format!("{}{}*", of(pointee), space(addrspace)),
        Type::Function { ret, params, vararg } => {
            let dots = if vararg { ", ..." } else { "" };
            format!("{} ({}{dots})", of(ret), list(params))
        }
        Type::Struct { kind: StructKind::Literal, fields, .. } => format!("{{ {} }}", list(fields)),
        Type::Struct { name, .. } if name.is_empty() => format!("%{}", ty.0),
        Type::Struct { name, .. } => format!("%{}", String::from_utf8_lossy(strings.get(name))),
        Type::Array { elem, len } => format!("[{len} x {}]", of(elem)),
        Type::Vector { elem, len, scalable } => format!("<{}{len} x {}>", if scalable { "vscale x " } else { "" }, of(elem)),
        Type::TargetExt { name, .. } => format!("target(\"{}\")", String::from_utf8_lossy(strings.get(name))),
    }
}
