//! Hashes of types and attributes, with and without names.
use super::{Part, short};
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange};
use bctk_ir::entity::{AttrListId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use hashbrown::HashMap;

/// A hash without names and one with them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Both {
    pub(super) plain: u64,
    pub(super) named: u64,
}

/// The hashes of all types of a module.
#[derive(Default)]
pub(super) struct Types {
    done: Vec<Both>,
    /// The first type of each hash with names, and the number of the first equal one of each type.
    first: HashMap<u64, u32>,
    same: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

impl Types {
    /// Hashes the types that the module has got since the last call.
    pub(super) fn extend(&mut self, module: &Module) {
        let (from, to) = (self.done.len(), module.types.len());
        if from == to {
            return;
        }
        self.done.resize(to, Both::default());
        let mut states = vec![State::New; to - from];
        let mut stack = Vec::new();
        for root in from..to {
            stack.push(TypeId::new(root));
            while let Some(&id) = stack.last() {
                let at = id.index() - from;
                if states[at] == State::New {
                    states[at] = State::Open;
                    let before = stack.len();
                    parts(module, id, |part| {
                        if part.index().checked_sub(from).and_then(|at| states.get(at)) == Some(&State::New) {
                            stack.push(part);
                        }
                    });
                    if stack.len() > before {
                        continue;
                    }
                }
                if states[at] != State::Done {
                    states[at] = State::Done;
                    self.done[id.index()] = Both { plain: self.render(module, id, false), named: self.render(module, id, true) };
                }
                stack.pop();
            }
        }
        for id in from..to {
            self.same.push(*self.first.entry(self.done[id].named).or_insert(id as u32));
        }
    }

    /// The hashes of a type.
    pub(super) fn get(&self, id: TypeId) -> Both {
        self.done.get(id.index()).copied().unwrap_or_default()
    }

    /// The first type that is equal to `id`: a table may have a type twice.
    pub(super) fn first(&self, id: TypeId) -> usize {
        self.same.get(id.index()).map_or(id.index(), |&first| first as usize)
    }

    fn render(&self, module: &Module, id: TypeId, named: bool) -> u64 {
        let types = &module.types;
        let mut out = Part::default();
        let of = |id: TypeId| if named { self.get(id).named } else { self.get(id).plain };
        match types.get(id) {
            Type::Void => out.byte(1),
            Type::Half => out.byte(2),
            Type::BFloat => out.byte(3),
            Type::Float => out.byte(4),
            Type::Double => out.byte(5),
            Type::X86Fp80 => out.byte(6),
            Type::Fp128 => out.byte(7),
            Type::PpcFp128 => out.byte(8),
            Type::Label => out.byte(9),
            Type::Metadata => out.byte(10),
            Type::Token => out.byte(11),
            Type::X86Amx => out.byte(12),
            Type::X86Mmx => out.byte(13),
            Type::Int(bits) => {
                out.byte(14);
                out.number(u64::from(bits));
            }
            Type::Byte(bits) => {
                out.byte(15);
                out.number(u64::from(bits));
            }
            Type::Ptr(space) => {
                out.byte(16);
                out.number(u64::from(space));
            }
            Type::TypedPtr { pointee, addrspace } => {
                out.byte(17);
                out.number(u64::from(addrspace));
                match types.get(pointee) {
                    // What it points to may contain the pointer: the name is all that counts.
                    Type::Struct { kind: StructKind::Identified | StructKind::Opaque, name, .. } => {
                        out.text(if named { module.str(name) } else { b"" })
                    }
                    _ => out.hash(of(pointee)),
                }
            }
            Type::Function { ret, params, vararg } => {
                out.byte(18);
                out.byte(u8::from(vararg));
                out.hash(of(ret));
                types.list(params).iter().for_each(|param| out.hash(of(param)));
            }
            Type::Struct { kind, packed, name, fields } => {
                out.byte(19);
                out.byte(kind as u8 * 2 + u8::from(packed));
                out.text(if named { module.str(name) } else { b"" });
                types.list(fields).iter().for_each(|field| out.hash(of(field)));
            }
            Type::Array { elem, len } => {
                out.byte(20);
                out.number(len);
                out.hash(of(elem));
            }
            Type::Vector { elem, len, scalable } => {
                out.byte(21);
                out.byte(u8::from(scalable));
                out.number(u64::from(len));
                out.hash(of(elem));
            }
            Type::TargetExt { name, types: params, ints, .. } => {
                out.byte(22);
                out.text(module.str(name));
                out.number(types.list(params).len() as u64);
                types.list(params).iter().for_each(|param| out.hash(of(param)));
                types.list(ints).iter().for_each(|int| out.number(u64::from(int)));
            }
        }
        short(&out.0)
    }
}

/// The types that `id` is made of, as far as its hash needs theirs.
fn parts(module: &Module, id: TypeId, mut f: impl FnMut(TypeId)) {
    let types = &module.types;
    match types.get(id) {
        Type::TypedPtr { pointee, .. } => {
            let is_named = matches!(types.get(pointee), Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. });
            Some(pointee).filter(|_| !is_named).into_iter().for_each(f);
        }
        Type::Function { ret, params, .. } => {
            f(ret);
            types.list(params).iter().for_each(f);
        }
        Type::Struct { fields, .. } => types.list(fields).iter().for_each(f),
        Type::Array { elem, .. } | Type::Vector { elem, .. } => f(elem),
        Type::TargetExt { types: params, .. } => types.list(params).iter().for_each(f),
        _ => {}
    }
}

/// The hashes of attribute lists.
#[derive(Default)]
pub(super) struct Attributes(Vec<Option<Both>>);

impl Attributes {
    pub(super) fn get(&mut self, module: &Module, types: &Types, list: AttrListId) -> Both {
        if self.0.len() <= list.index() {
            self.0.resize(module.attrs.lists.len().max(list.index() + 1), None);
        }
        if let Some(known) = self.0[list.index()] {
            return known;
        }
        let mut sets = module.attrs.lists.get(list.index()).cloned().unwrap_or_default();
        sets.retain(|&(_, set)| !module.attrs.set(set).is_empty());
        sets.sort_by_key(|&(index, _)| index);
        let render = |named| {
            let mut out = Part::default();
            for &(index, set) in &sets {
                match index {
                    AttrIndex::Return => out.number(0),
                    AttrIndex::Function => out.number(1),
                    AttrIndex::Param(number) => out.number(u64::from(number) + 2),
                }
                let attrs = module.attrs.set(set);
                out.number(attrs.len() as u64);
                attrs.iter().for_each(|attr| attribute(&mut out, module, types, attr, named));
            }
            short(&out.0)
        };
        let both = Both { plain: render(false), named: render(true) };
        self.0[list.index()] = Some(both);
        both
    }
}

fn attribute(out: &mut Part, module: &Module, types: &Types, attr: &Attr, named: bool) {
    out.number(attr.kind().map_or(0, |kind| u64::from(kind.0)));
    match attr {
        Attr::Enum(_) => out.byte(0),
        Attr::Int(_, value) => {
            out.byte(1);
            out.number(*value);
        }
        Attr::Type(_, ty) => {
            out.byte(2);
            let both = ty.map(|ty| types.get(ty)).unwrap_or_default();
            out.hash(if named { both.named } else { both.plain });
        }
        Attr::Range(_, one) => {
            out.byte(3);
            range(out, one);
        }
        Attr::RangeList(_, all) => {
            out.byte(4);
            out.number(all.len() as u64);
            all.iter().for_each(|one| range(out, one));
        }
        Attr::String(key, value) => {
            out.byte(5 + u8::from(value.is_some()));
            out.text(module.str(*key));
            out.text(value.map_or(b"", |value| module.str(value)));
        }
    }
}

fn range(out: &mut Part, range: &ConstantRange) {
    out.number(u64::from(range.width));
    for words in [&range.lower, &range.upper] {
        out.number(words.len() as u64);
        words.iter().for_each(|&word| out.number(word));
    }
}
