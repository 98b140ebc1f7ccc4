//! The type table: every type of a module, typed pointers included.
use crate::entity::{Element, List, ListPool, ListRef, TypeId};
use crate::strings::Str;
use crate::target_types::TargetType;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash, Hasher};

/// What kind of structure a [`Type::Struct`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StructKind {
    /// `{ i32, ptr }`: equal by its contents.
    Literal,
    /// `%name = type { … }` or `%0 = type { … }`: equal only to itself.
    Identified,
    /// `%name = type opaque`.
    Opaque,
}

/// A type (LangRef, "Type System"). Lists are in the table's pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `x86_fp80`
    X86Fp80,
    /// `fp128`
    Fp128,
    /// `ppc_fp128`
    PpcFp128,
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_amx`
    X86Amx,
    /// `x86_mmx` (until LLVM 19)
    X86Mmx,
    /// `iN`, N in bits, 1 to 2^23
    Int(u32),
    /// `bN` (since LLVM 23), N in bits, 1 to 2^23
    Byte(u32),
    /// `ptr addrspace(N)`
    Ptr(u32),
    /// `T addrspace(N)*` (until LLVM 16)
    TypedPtr {
        /// What it points to.
        pointee: TypeId,
        /// Address space.
        addrspace: u32,
    },
    /// `R (P…)`; params are type ids.
    Function {
        /// Return type.
        ret: TypeId,
        /// Parameter types.
        params: List<TypeId>,
        /// Whether it takes further arguments.
        vararg: bool,
    },
    /// A structure.
    Struct {
        /// Literal, identified or opaque.
        kind: StructKind,
        /// Whether it has no padding: `<{ … }>`.
        packed: bool,
        /// Name of an identified or opaque structure; empty if it is numbered.
        name: Str,
        /// Field types.
        fields: List<TypeId>,
    },
    /// `[N x T]`
    Array {
        /// Element type.
        elem: TypeId,
        /// Number of elements.
        len: u64,
    },
    /// `<N x T>` or `<vscale x N x T>`
    Vector {
        /// Element type.
        elem: TypeId,
        /// (Minimum) number of elements.
        len: u32,
        /// Whether the length is a multiple of `vscale`.
        scalable: bool,
    },
    /// `target("name", types…, ints…)`
    TargetExt {
        /// Name.
        name: Str,
        /// Type parameters.
        types: List<TypeId>,
        /// Integer parameters.
        ints: List<u32>,
        /// The properties that its name gives it: [`TargetType::of`].
        target: TargetType,
    },
}

/// The types of a module in file order. Structural types made by [`TypeTable::intern`] are equal if and only if their ids are.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    /// Parameter, field and target-type lists.
    pub lists: ListPool,
    index: HashTable<u32>,
    hasher: hashbrown::DefaultHashBuilder,
}

impl TypeTable {
    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
    /// All types, in order.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, Type)> + '_ {
        self.types.iter().enumerate().map(|(i, &t)| (TypeId::new(i), t))
    }
    /// The type `id`; `void` for an id that is not of this table.
    #[inline]
    pub fn get(&self, id: TypeId) -> Type {
        self.types.get(id.index()).copied().unwrap_or(Type::Void)
    }
    /// The items of a list.
    #[inline]
    pub fn list<T: Element>(&self, list: List<T>) -> ListRef<'_, T> {
        self.lists.get(list)
    }
    /// Appends `ty` even if an equal type exists, so that ids match a file's table.
    pub fn push(&mut self, ty: Type) -> TypeId {
        let id = TypeId::new(self.types.len());
        self.types.push(ty);
        // Many may have no name, so all the same hash.
        let is_itself_alone = matches!(ty, Type::Struct { kind: StructKind::Opaque | StructKind::Identified, .. } | Type::TargetExt { .. });
        if !is_itself_alone && self.find(&ty).is_none() {
            let hash = self.hash_of(&ty);
            let (types, lists, hasher) = (&self.types, &self.lists, &self.hasher);
            self.index.insert_unique(hash, id.0, |&i| structural_hash(hasher, lists, &types[i as usize]));
        }
        id
    }
    /// The id of a type equal to `ty`, if there is one (identified structures are never equal).
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        let hash = self.hash_of(ty);
        self.index.find(hash, |&i| self.equal(&self.types[i as usize], ty)).map(|&i| TypeId(i))
    }
    /// The function type of these parts, if there is one.
    pub fn find_function(&self, ret: TypeId, params: &[TypeId], vararg: bool) -> Option<TypeId> {
        let hash = hash_function(&self.hasher, ret, params.iter().copied(), vararg);
        let equal = |&i: &u32| match self.types[i as usize] {
            Type::Function { ret: r, params: p, vararg: v } => r == ret && v == vararg && self.list(p) == *params,
            _ => false,
        };
        self.index.find(hash, equal).map(|&i| TypeId(i))
    }
    /// The function type of these parts, which is added if there is none.
    pub fn intern_function(&mut self, ret: TypeId, params: &[TypeId], vararg: bool) -> TypeId {
        self.find_function(ret, params, vararg).unwrap_or_else(|| {
            let params = self.lists.push(params);
            self.push(Type::Function { ret, params, vararg })
        })
    }
    /// The literal structure with these fields, which is not packed and is added if there is none.
    pub fn intern_literal(&mut self, fields: &[TypeId]) -> TypeId {
        self.find_literal(fields, false).unwrap_or_else(|| {
            let fields = self.lists.push(fields);
            self.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Str::EMPTY, fields })
        })
    }
    /// The literal structure with these fields, if there is one.
    pub fn find_literal(&self, fields: &[TypeId], packed: bool) -> Option<TypeId> {
        let hash = hash_literal(&self.hasher, packed, fields.iter().copied());
        let equal = |&i: &u32| match self.types[i as usize] {
            Type::Struct { kind: StructKind::Literal, packed: p, fields: f, .. } => p == packed && self.list(f) == *fields,
            _ => false,
        };
        self.index.find(hash, equal).map(|&i| TypeId(i))
    }
    /// Gives the structure `id` of kind [`StructKind::Opaque`] its fields, which makes it identified. Does nothing to other types.
    pub fn define_struct(&mut self, id: TypeId, packed: bool, fields: &[TypeId]) {
        let fields = self.lists.push(fields);
        if let Some(Type::Struct { kind, packed: p, fields: f, .. }) = self.types.get_mut(id.index())
            && *kind == StructKind::Opaque
        {
            (*kind, *p, *f) = (StructKind::Identified, packed, fields);
        }
    }
    /// Makes the structure `id` an identified one of this name. Does nothing to other types.
    pub fn identify(&mut self, id: TypeId, name: Str) {
        if let Some(Type::Struct { kind, name: own, .. }) = self.types.get_mut(id.index()) {
            *own = name;
            if *kind == StructKind::Literal {
                *kind = StructKind::Identified;
            }
        }
    }
    /// Removes the names of all structures, which makes them numbered.
    pub fn forget_names(&mut self) {
        for ty in &mut self.types {
            if let Type::Struct { name, .. } = ty {
                *name = Str::EMPTY;
            }
        }
    }
    /// The id of `ty`, appended if no equal one is there.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        match self.find(&ty) {
            Some(id) => id,
            None => self.push(ty),
        }
    }

    fn hash_of(&self, ty: &Type) -> u64 {
        structural_hash(&self.hasher, &self.lists, ty)
    }

    fn equal(&self, a: &Type, b: &Type) -> bool {
        match (*a, *b) {
            (Type::Function { ret: r1, params: p1, vararg: v1 }, Type::Function { ret: r2, params: p2, vararg: v2 }) => {
                r1 == r2 && v1 == v2 && self.list(p1) == self.list(p2)
            }
            (
                Type::Struct { kind: StructKind::Literal, packed: p1, fields: f1, .. },
                Type::Struct { kind: StructKind::Literal, packed: p2, fields: f2, .. },
            ) => p1 == p2 && self.list(f1) == self.list(f2),
            (Type::Struct { .. }, _) | (Type::TargetExt { .. }, _) => false,
            (a, b) => a == b,
        }
    }

    /// The element type of a vector, else the type itself.
    #[inline]
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Vector { elem, .. } => elem,
            _ => id,
        }
    }
    /// Whether `id` is `void`.
    #[inline]
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }
    /// Return type, parameter types and variadicity of a function type.
    #[inline]
    pub fn function(&self, id: TypeId) -> Option<(TypeId, ListRef<'_, TypeId>, bool)> {
        match self.get(id) {
            Type::Function { ret, params, vararg } => Some((ret, self.list(params), vararg)),
            _ => None,
        }
    }
    /// Whether the module uses typed pointers: the table has a pointer type with a pointee.
    pub fn has_typed_pointers(&self) -> bool {
        self.types.iter().any(|t| matches!(t, Type::TypedPtr { .. }))
    }
    /// The type of member `index` of the aggregate `id`.
    pub fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id) {
            Type::Struct { fields, .. } => self.list(fields).get(usize::try_from(index).ok()?),
            Type::Array { elem, len } => (index < len).then_some(elem),
            Type::Vector { elem, .. } => Some(elem),
            _ => None,
        }
    }
}

fn structural_hash(hasher: &hashbrown::DefaultHashBuilder, lists: &ListPool, ty: &Type) -> u64 {
    match *ty {
        Type::Function { ret, params, vararg } => hash_function(hasher, ret, lists.get(params).iter(), vararg),
        Type::Struct { kind: StructKind::Literal, packed, fields, .. } => hash_literal(hasher, packed, lists.get(fields).iter()),
        // What may change when it is defined takes no part.
        Type::Struct { name, .. } => hasher.hash_one((3u8, name)),
        _ => hasher.hash_one(ty),
    }
}

fn hash_function(hasher: &hashbrown::DefaultHashBuilder, ret: TypeId, params: impl Iterator<Item = TypeId>, vararg: bool) -> u64 {
    hash_list(hasher, (1u8, ret, vararg), params)
}

fn hash_literal(hasher: &hashbrown::DefaultHashBuilder, packed: bool, fields: impl Iterator<Item = TypeId>) -> u64 {
    hash_list(hasher, (2u8, packed), fields)
}

fn hash_list(hasher: &hashbrown::DefaultHashBuilder, head: impl Hash, types: impl Iterator<Item = TypeId>) -> u64 {
    let mut state = hasher.build_hasher();
    head.hash(&mut state);
    types.for_each(|ty| state.write_u32(ty.0));
    state.finish()
}
