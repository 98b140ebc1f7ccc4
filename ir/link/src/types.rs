//! The types of a module that is linked, and those that take their places.
//!
//! Structures with names are merged if their contents are equal; a name that two modules have gets a number when the second one is read
//! (`LLVMContext` has each name once), and the number goes when the two are merged.
use crate::dest::Dest;
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type, TypeTable};

/// Types of the linked module by those of the module that is linked into it.
pub(crate) struct TypeMap {
    /// The type in the place of each.
    map: Vec<Option<TypeId>>,
    /// Names of structures in LLVM's context.
    names: Vec<Option<Box<[u8]>>>,
    /// Whether a structure's contents are being mapped.
    open: Vec<bool>,
    /// Whether types have no structures with definitions of their own, where that is known.
    plain: Vec<Option<bool>>,
    /// Structures that take the place of an opaque one.
    to_define: Vec<(TypeId, TypeId)>,
}

/// The types that a type consists of, in LLVM's order.
pub(crate) fn parts(types: &TypeTable, ty: Type, at: usize) -> Option<TypeId> {
    match ty {
        Type::Function { ret, params, .. } => match at.checked_sub(1) {
            None => Some(ret),
            Some(at) => types.list(params).get(at),
        },
        Type::Struct { fields, .. } => types.list(fields).get(at),
        Type::Array { elem, .. } | Type::Vector { elem, .. } | Type::TypedPtr { pointee: elem, .. } => (at == 0).then_some(elem),
        Type::TargetExt { types: list, .. } => types.list(list).get(at),
        _ => None,
    }
}

/// Whether a type exists once for each definition.
fn is_identified(ty: Type) -> bool {
    matches!(ty, Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. })
}

/// The names of the structures of `src` in LLVM's context, which has them from now on.
fn names_in_context(dst: &mut Dest, src: &Module) -> Vec<Option<Box<[u8]>>> {
    let mut names = vec![None; src.types.len()];
    for (id, ty) in src.types.iter().filter(|(_, ty)| is_identified(*ty)) {
        let Type::Struct { name, .. } = ty else { continue };
        let own = src.str(name);
        if own.is_empty() {
            continue;
        }
        let mut free = own.to_vec();
        while dst.type_names.contains_key(&free[..]) {
            free = [own, b".", dst.next_type_name.to_string().as_bytes()].concat();
            dst.next_type_name += 1;
        }
        dst.type_names.insert(free.clone().into(), None);
        names[id.index()] = Some(free.into());
    }
    names
}

/// Gives the structures of `src` the names that they have in LLVM's context once the module is read. Returns whether any name changed.
pub(crate) fn name_types(dst: &mut Dest, src: &mut Module) -> bool {
    let mut changed = false;
    for (index, name) in names_in_context(dst, src).into_iter().enumerate() {
        let Some(name) = name else { continue };
        // The module takes it when it is linked.
        dst.type_names.remove(&name);
        let id = TypeId::new(index);
        if let Type::Struct { name: own, .. } = src.types.get(id)
            && src.str(own) != &*name
        {
            let text = src.strings.push(&name);
            src.types.identify(id, text);
            changed = true;
        }
    }
    changed
}

impl TypeMap {
    /// Begins with the structures of `src` named as LLVM does when it reads the module.
    pub(crate) fn new(dst: &mut Dest, src: &Module) -> TypeMap {
        let count = src.types.len();
        let names = names_in_context(dst, src);
        TypeMap { map: vec![None; count], names, open: vec![false; count], plain: vec![None; count], to_define: Vec::new() }
    }

    /// The type in the place of one that was mapped before.
    pub(crate) fn known(&self, ty: TypeId) -> Option<TypeId> {
        self.map.get(ty.index()).copied().flatten()
    }

    /// The type in the place of one (`TypeMapTy::get`).
    #[inline]
    pub(crate) fn get(&mut self, dst: &mut Dest, src: &Module, ty: TypeId) -> TypeId {
        match self.map.get(ty.index()) {
            Some(Some(known)) => *known,
            Some(None) => self.make(dst, src, ty),
            None => ty,
        }
    }

    /// The type in the place of one that was mapped before, or that has no structure with a definition of its own.
    pub(crate) fn known_or_plain(&mut self, dst: &mut Dest, src: &Module, ty: TypeId) -> Option<TypeId> {
        if self.is_plain(src, ty) { Some(self.get(dst, src, ty)) } else { self.known(ty) }
    }

    /// Whether a type has no structure with a definition of its own: it is the same in all modules.
    pub(crate) fn is_plain(&mut self, src: &Module, root: TypeId) -> bool {
        let Some(&known) = self.plain.get(root.index()) else { return true };
        if let Some(known) = known {
            return known;
        }
        let mut stack = vec![(root, 0usize)];
        while let Some((ty, at)) = stack.last_mut() {
            let (id, number) = (*ty, *at);
            let content = src.types.get(id);
            *at += 1;
            let part = if is_identified(content) { None } else { parts(&src.types, content, number) };
            match part {
                Some(part) => match self.plain.get(part.index()) {
                    Some(None) => stack.push((part, 0)),
                    Some(Some(false)) => {
                        self.plain[id.index()] = Some(false);
                        stack.pop();
                    }
                    _ => {}
                },
                None => {
                    self.plain[id.index()] = Some(!is_identified(content));
                    stack.pop();
                    // The part is looked at again.
                    if let Some((_, at)) = stack.last_mut() {
                        *at -= 1;
                    }
                }
            }
        }
        self.plain[root.index()].unwrap_or(true)
    }

    fn make(&mut self, dst: &mut Dest, src: &Module, root: TypeId) -> TypeId {
        let mut stack = vec![(root, 0usize)];
        while let Some((ty, at)) = stack.last_mut() {
            let (id, number) = (*ty, *at);
            let content = src.types.get(id);
            if number == 0 && self.map.get(id.index()).is_none_or(Option::is_some) {
                stack.pop();
                continue;
            }
            if number == 0 && is_identified(content) {
                if self.open[id.index()] {
                    // It contains itself: for now, it has no contents.
                    let name = Str::EMPTY;
                    let fields = dst.module.types.lists.push(&[]);
                    let new = dst.module.types.push(Type::Struct { kind: StructKind::Opaque, packed: false, name, fields });
                    self.map[id.index()] = Some(new);
                    stack.pop();
                    continue;
                }
                self.open[id.index()] = true;
            }
            *at += 1;
            match parts(&src.types, content, number) {
                Some(part) => stack.push((part, 0)),
                None => {
                    self.finish(dst, src, id, content);
                    stack.pop();
                }
            }
        }
        self.map.get(root.index()).copied().flatten().unwrap_or(root)
    }

    /// Makes a type whose parts are there.
    fn finish(&mut self, dst: &mut Dest, src: &Module, id: TypeId, ty: Type) {
        let of = |part: TypeId| self.map.get(part.index()).copied().flatten().unwrap_or(part);
        let list = |list| -> Vec<TypeId> { src.types.list(list).iter().map(of).collect() };
        let types = &mut dst.module.types;
        let new = match ty {
            Type::Function { ret, params, vararg } => types.intern_function(of(ret), &list(params), vararg),
            Type::Array { elem, len } => types.intern(Type::Array { elem: of(elem), len }),
            Type::Vector { elem, len, scalable } => types.intern(Type::Vector { elem: of(elem), len, scalable }),
            Type::TypedPtr { pointee, addrspace } => types.intern(Type::TypedPtr { pointee: of(pointee), addrspace }),
            Type::Struct { kind: StructKind::Literal, packed, fields, .. } => {
                let fields = list(fields);
                types.find_literal(&fields, packed).unwrap_or_else(|| {
                    let fields = types.lists.push(&fields);
                    types.push(Type::Struct { kind: StructKind::Literal, packed, name: Str::EMPTY, fields })
                })
            }
            Type::TargetExt { name, types: of_target, ints, target } => {
                let (of_target, ints) = (list(of_target), src.types.list(ints).to_vec());
                let name = dst.text(src.str(name));
                let types = &mut dst.module.types;
                let is_it = |&&id: &&TypeId| match types.get(id) {
                    Type::TargetExt { name: n, types: t, ints: i, .. } => {
                        n == name && types.list(t) == *of_target && types.list(i) == *ints
                    }
                    _ => false,
                };
                match dst.targets.iter().find(is_it) {
                    Some(&known) => known,
                    None => {
                        let (of_target, ints) = (types.lists.push(&of_target), types.lists.push(&ints));
                        let new = types.push(Type::TargetExt { name, types: of_target, ints, target });
                        dst.targets.push(new);
                        new
                    }
                }
            }
            Type::Struct { kind, packed, fields, .. } => {
                let fields = list(fields);
                return self.finish_struct(dst, id, kind, packed, &fields);
            }
            other => types.intern(other),
        };
        self.map[id.index()] = Some(new);
    }

    fn finish_struct(&mut self, dst: &mut Dest, id: TypeId, kind: StructKind, packed: bool, fields: &[TypeId]) {
        if let Some(new) = self.map[id.index()] {
            dst.module.types.define_struct(new, packed, fields);
            self.take_name(dst, id, new);
            dst.structures.defined.entry((fields.to_vec(), packed)).or_insert(new);
            return;
        }
        let is_opaque = kind == StructKind::Opaque;
        if !is_opaque && let Some(&known) = dst.structures.defined.get(&(fields.to_vec(), packed)) {
            self.forget_name(dst, id);
            self.map[id.index()] = Some(known);
            return;
        }
        let list = dst.module.types.lists.push(fields);
        let new = dst.module.types.push(Type::Struct { kind, packed, name: Str::EMPTY, fields: list });
        self.take_name(dst, id, new);
        match is_opaque {
            true => {
                dst.structures.opaque.insert(new);
            }
            false => {
                dst.structures.defined.insert((fields.to_vec(), packed), new);
            }
        }
        self.map[id.index()] = Some(new);
    }

    /// Gives a structure of the linked module the name of one of the other.
    fn take_name(&mut self, dst: &mut Dest, id: TypeId, new: TypeId) {
        let Some(name) = self.names[id.index()].take() else { return };
        let text = dst.module.strings.push(&name);
        if let Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. } = dst.module.types.get(new) {
            dst.module.types.identify(new, text);
        }
        dst.type_names.insert(name, Some(new));
    }

    fn forget_name(&mut self, dst: &mut Dest, id: TypeId) {
        if let Some(name) = self.names[id.index()].take() {
            dst.type_names.remove(&name);
        }
    }

    /// Notes that `to`, a type of the linked module, takes the place of `from`, if they have the same structure
    /// (`TypeMapTy::addTypeMapping`).
    pub(crate) fn unify(&mut self, dst: &mut Dest, src: &Module, to: TypeId, from: TypeId) {
        let mut made: Vec<TypeId> = Vec::new();
        let pending = self.to_define.len();
        let same = self.same(dst, src, to, from, &mut made);
        let completes = dst.llvm.linked_opaque_structures();
        if !same {
            self.to_define.truncate(pending);
            if completes {
                made.into_iter().for_each(|ty| self.map[ty.index()] = None);
                return;
            }
        }
        for ty in made {
            if is_identified(src.types.get(ty)) {
                self.forget_name(dst, ty);
            }
            // Since opaque structures have no contents to guess, LLVM takes the names of what was found equal, also on the way, and no note of it:
            // such a structure becomes the first one with the same parts, or a new one without a name.
            if !completes {
                self.map[ty.index()] = None;
            }
        }
    }

    /// Whether two types have the same structure; notes the types that do.
    fn same(&mut self, dst: &Dest, src: &Module, to: TypeId, from: TypeId, made: &mut Vec<TypeId>) -> bool {
        // Types, and those whose parts were compared when the stack is back there.
        let mut stack = vec![(to, from, false)];
        let completes = dst.llvm.linked_opaque_structures();
        while let Some((to, from, is_done)) = stack.pop() {
            if is_done {
                self.map[from.index()] = Some(to);
                made.push(from);
                continue;
            }
            if let Some(known) = self.known(from) {
                if known != to {
                    return false;
                }
                continue;
            }
            let (a, b) = (dst.module.types.get(to), src.types.get(from));
            if let (Type::Struct { kind: of_dst, .. }, Type::Struct { kind: of_src, .. }) = (a, b)
                && (of_dst == StructKind::Opaque || of_src == StructKind::Opaque)
            {
                let is_taken = || self.to_define.iter().any(|(known, _)| *known == to);
                if !completes || of_src != StructKind::Opaque && is_taken() {
                    return false;
                }
                if of_src != StructKind::Opaque {
                    self.to_define.push((to, from));
                }
                self.map[from.index()] = Some(to);
                made.push(from);
                continue;
            }
            let are_alike = match (a, b) {
                (Type::Function { vararg: a, .. }, Type::Function { vararg: b, .. }) => a == b,
                (Type::Struct { kind: k1, packed: a, .. }, Type::Struct { kind: k2, packed: b, .. }) => {
                    a == b && (k1 == StructKind::Literal) == (k2 == StructKind::Literal)
                }
                (Type::Array { len: a, .. }, Type::Array { len: b, .. }) => a == b,
                (Type::Vector { len: l1, scalable: a, .. }, Type::Vector { len: l2, scalable: b, .. }) => l1 == l2 && a == b,
                (Type::TypedPtr { addrspace: a, .. }, Type::TypedPtr { addrspace: b, .. }) => a == b,
                (Type::TargetExt { name: a, ints: i, .. }, Type::TargetExt { name: b, ints: j, .. }) => {
                    dst.module.str(a) == src.str(b) && dst.module.types.list(i) == src.types.list(j)
                }
                (a, b) => a == b,
            };
            if !are_alike {
                return false;
            }
            let count = |types: &TypeTable, ty: Type| (0..).take_while(|&at| parts(types, ty, at).is_some()).count();
            let number = count(&src.types, b);
            if number != count(&dst.module.types, a) {
                return false;
            }
            match completes {
                true => {
                    self.map[from.index()] = Some(to);
                    made.push(from);
                }
                false => stack.push((to, from, true)),
            }
            for at in (0..number).rev() {
                if let (Some(a), Some(b)) = (parts(&dst.module.types, a, at), parts(&src.types, b, at)) {
                    stack.push((a, b, false));
                }
            }
        }
        true
    }

    /// Gives opaque structures the contents of those that took their place (`TypeMapTy::linkDefinedTypeBodies`).
    pub(crate) fn define(&mut self, dst: &mut Dest, src: &Module) {
        for (to, from) in std::mem::take(&mut self.to_define) {
            let Type::Struct { packed, fields, .. } = src.types.get(from) else { continue };
            let fields = src.types.list(fields).to_vec();
            let fields: Vec<TypeId> = fields.into_iter().map(|field| self.get(dst, src, field)).collect();
            dst.module.types.define_struct(to, packed, &fields);
            dst.structures.opaque.remove(&to);
            dst.structures.defined.entry((fields, packed)).or_insert(to);
        }
    }

    /// Unifies structures whose names differ only by the number that reading gave to the second one.
    pub(crate) fn unify_named(&mut self, dst: &mut Dest, src: &Module, found: &[TypeId]) {
        for &ty in found {
            let Some(name) = self.names.get(ty.index()).and_then(Option::as_deref) else { continue };
            let prefix = without_number(name);
            if prefix.len() == name.len() {
                continue;
            }
            let Some(&Some(other)) = dst.type_names.get(prefix) else { continue };
            let is_in = match dst.module.types.get(other) {
                Type::Struct { kind: StructKind::Opaque, .. } => dst.structures.opaque.contains(&other),
                Type::Struct { packed, fields, .. } => {
                    let fields = dst.module.types.list(fields).to_vec();
                    dst.structures.defined.get(&(fields, packed)) == Some(&other)
                }
                _ => false,
            };
            if is_in {
                self.unify(dst, src, other, ty);
            }
        }
    }
}

/// A name without the number that reading added.
fn without_number(name: &[u8]) -> &[u8] {
    match name.iter().rposition(|&c| c == b'.') {
        Some(dot) if dot != 0 && name.get(dot + 1).is_some_and(u8::is_ascii_digit) => &name[..dot],
        _ => name,
    }
}
