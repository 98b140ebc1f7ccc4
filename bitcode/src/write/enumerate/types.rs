//! The order of types: each after its parts, except that identified structures may be referred to earlier.
use bctk_ir::entity::TypeId;
use bctk_ir::types::{StructKind, Type, TypeTable};

/// Numbers of types in the order in which they are found (`ValueEnumerator::EnumerateType`).
pub(in crate::write) struct TypeNumbers<'m> {
    table: &'m TypeTable,
    /// Types that LLVM needs and the table lacks. Their ids follow those of the table.
    extra: Vec<Type>,
    /// Number plus one by id; 0 for none, [`OPEN`] for an identified structure whose fields are being numbered.
    numbers: Vec<u32>,
    order: Vec<TypeId>,
}

const OPEN: u32 = u32::MAX;

impl<'m> TypeNumbers<'m> {
    /// The element type of a vector; any other type itself.
    pub(in crate::write) fn scalar(&self, id: TypeId) -> Type {
        match self.get(id) {
            Type::Vector { elem, .. } => self.get(elem),
            ty => ty,
        }
    }

    pub(super) fn new(table: &'m TypeTable) -> Self {
        TypeNumbers { table, extra: Vec::new(), numbers: vec![0; table.len()], order: Vec::new() }
    }

    /// The first `count` types of the table have their ids as numbers, as in the file that they were read from.
    pub(super) fn as_read(table: &'m TypeTable, count: u32) -> Self {
        let order: Vec<TypeId> = (0..count).map(TypeId).filter(|id| id.index() < table.len()).collect();
        let numbers = (0..table.len() as u32).map(|id| if id < count { id + 1 } else { 0 }).collect();
        TypeNumbers { table, extra: Vec::new(), numbers, order }
    }

    /// The id of a type that may be missing from the table: one without parts, or a pointer to such a type.
    pub(super) fn id_of(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.table.find(&ty) {
            return id;
        }
        let at = self.extra.iter().position(|&extra| extra == ty).unwrap_or_else(|| {
            self.extra.push(ty);
            self.numbers.push(0);
            self.extra.len() - 1
        });
        TypeId::new(self.table.len() + at)
    }

    /// The type `id`.
    pub(in crate::write) fn get(&self, id: TypeId) -> Type {
        match id.index().checked_sub(self.table.len()) {
            Some(extra) => self.extra.get(extra).copied().unwrap_or(Type::Void),
            None => self.table.get(id),
        }
    }

    /// All numbered types, in order.
    pub(in crate::write) fn order(&self) -> &[TypeId] {
        &self.order
    }

    /// The number of a type, if it has one.
    #[inline]
    pub(in crate::write) fn number(&self, id: TypeId) -> Option<u32> {
        self.numbers.get(id.index())?.checked_sub(1)
    }

    /// Numbers `id` after its parts, unless it has a number.
    #[inline]
    pub(super) fn enumerate(&mut self, id: TypeId) {
        if self.numbers.get(id.index()) == Some(&0) {
            self.enumerate_new(id);
        }
    }

    fn enumerate_new(&mut self, root: TypeId) {
        // Uses an explicit stack: the input determines how deep types nest.
        let mut stack: Vec<(TypeId, usize)> = Vec::new();
        self.enter(root, &mut stack);
        while let Some((id, next)) = stack.last_mut() {
            let (id, at) = (*id, *next);
            *next += 1;
            match part(self.table, self.get(id), at) {
                Some(part) => self.enter(part, &mut stack),
                None => {
                    stack.pop();
                    if let Some(number @ (0 | &mut OPEN)) = self.numbers.get_mut(id.index()) {
                        self.order.push(id);
                        *number = self.order.len() as u32;
                    }
                }
            }
        }
    }

    fn enter(&mut self, id: TypeId, stack: &mut Vec<(TypeId, usize)>) {
        let ty = self.get(id);
        if let Some(number @ 0) = self.numbers.get_mut(id.index()) {
            if matches!(ty, Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. }) {
                *number = OPEN;
            }
            stack.push((id, 0));
        }
    }
}

/// Part number `at` of a type, in LLVM's order of contained types.
fn part(table: &TypeTable, ty: Type, at: usize) -> Option<TypeId> {
    let of = |list, at: usize| table.list(list).get(at);
    match ty {
        Type::Function { ret, params, .. } => match at.checked_sub(1) {
            None => Some(ret),
            Some(param) => of(params, param),
        },
        Type::Struct { fields, .. } => of(fields, at),
        Type::TargetExt { types, .. } => of(types, at),
        Type::Array { elem, .. } | Type::Vector { elem, .. } => (at == 0).then_some(elem),
        Type::TypedPtr { pointee, .. } => (at == 0).then_some(pointee),
        _ => None,
    }
}
