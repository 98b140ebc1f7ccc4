//! The generator's state, and how it draws its choices.
use crate::Options;
use crate::body::Frame;
use crate::debug::DebugUnits;
use crate::intrinsics::Argument;
use arbitrary::Unstructured;
use bctk_ir::body::DbgOperand;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, MdId, TypeId};
use bctk_ir::fixed;
use bctk_ir::interned::Texts;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use hashbrown::{HashMap, HashSet};

/// A pool of constants in which equal ones are one.
#[derive(Default)]
pub(crate) struct Interned {
    pub(crate) pool: ConstPool,
    index: HashMap<Vec<u64>, u32>,
}

impl Interned {
    /// The index of a constant whose parts were stored in the pool last.
    fn intern(&mut self, ty: TypeId, kind: ConstKind) -> u32 {
        let index = self.pool.push(ty, kind);
        let mut words = Vec::new();
        self.pool.words_of(index, |word| words.push(word));
        if let Some(&known) = self.index.get(&words) {
            self.pool.consts.pop();
            return known;
        }
        self.index.insert(words, index);
        index
    }
}

/// Types that come up again and again.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) void: TypeId,
    pub(crate) i1: TypeId,
    pub(crate) i8: TypeId,
    pub(crate) i32: TypeId,
    pub(crate) i64: TypeId,
    pub(crate) ptr: TypeId,
    pub(crate) token: TypeId,
    pub(crate) metadata: TypeId,
}

/// Values with their types.
pub(crate) type Typed = Vec<(TypeId, Value)>;

/// A module being made.
pub(crate) struct Gen<'g, 'b> {
    u: &'g mut Unstructured<'b>,
    pub(crate) options: Options,
    pub(crate) m: Module,
    pub(crate) common: Common,
    /// Types that values have; the usual ones come first.
    pub(crate) palette: Vec<TypeId>,
    /// Structures with a name or number.
    pub(crate) structs: Vec<TypeId>,
    pub(crate) outer: Interned,
    /// The constants of the body that is being made.
    pub(crate) inner: Option<Interned>,
    /// Names of global values.
    pub(crate) taken: HashSet<Vec<u8>>,
    /// Strings of the module by their bytes.
    texts: Texts,
    pub(crate) attr_sets: HashMap<Vec<bctk_ir::attr_set::Attr>, AttrSetId>,
    pub(crate) attr_lists: HashMap<Vec<(bctk_ir::attr_set::AttrIndex, AttrSetId)>, AttrListId>,
    pub(crate) md_strings: HashMap<Vec<u8>, MdId>,
    pub(crate) md_values: HashMap<Value, MdId>,
    /// Nodes that are no debug information.
    pub(crate) nodes: Vec<MdId>,
    pub(crate) debug: Option<DebugUnits>,
    /// Functions with a body and their blocks.
    pub(crate) plans: Vec<Frame>,
    /// Intrinsics that are declared, the type that they are for, their arguments.
    pub(crate) intrinsics: Vec<(GlobalId, TypeId, Vec<Argument>)>,
    /// Intrinsics with few possible calls, by their names without type suffixes.
    pub(crate) special: Vec<(&'static str, GlobalId)>,
    /// Argument lists of debug records: body, record, values with their types.
    pub(crate) argument_lists: Vec<(usize, usize, Typed)>,
    /// Functions that may resolve an ifunc, if they have a body.
    pub(crate) resolvers: Vec<GlobalId>,
    /// A personality for functions that handle exceptions, by kind of handling.
    pub(crate) personalities: [Option<GlobalId>; 2],
}

impl<'g, 'b> Gen<'g, 'b> {
    pub(crate) fn new(u: &'g mut Unstructured<'b>, options: Options) -> Self {
        let mut m = Module::default();
        let mut ty = |ty| m.types.intern(ty);
        let common = Common {
            void: ty(Type::Void),
            i1: ty(Type::Int(1)),
            i8: ty(Type::Int(8)),
            i32: ty(Type::Int(32)),
            i64: ty(Type::Int(64)),
            ptr: ty(Type::Ptr(0)),
            token: ty(Type::Token),
            metadata: ty(Type::Metadata),
        };
        let mut draw = Gen {
            u,
            options,
            m,
            common,
            palette: Vec::new(),
            structs: Vec::new(),
            outer: Interned::default(),
            inner: None,
            taken: HashSet::new(),
            texts: Texts::default(),
            attr_sets: HashMap::new(),
            attr_lists: HashMap::new(),
            md_strings: HashMap::new(),
            md_values: HashMap::new(),
            nodes: Vec::new(),
            debug: None,
            plans: Vec::new(),
            intrinsics: Vec::new(),
            special: Vec::new(),
            argument_lists: Vec::new(),
            resolvers: Vec::new(),
            personalities: [None; 2],
        };
        draw.m.md_kinds = fixed::MD_KINDS.iter().map(|name| draw.m.strings.push(name.as_bytes())).collect();
        draw.m.bundle_tags = fixed::BUNDLE_TAGS.iter().map(|name| draw.m.strings.push(name.as_bytes())).collect();
        draw.m.sync_scopes = fixed::SYNC_SCOPES.iter().map(|name| draw.m.strings.push(name.as_bytes())).collect();
        for custom in ["agent", "work group"] {
            let text = draw.m.strings.push(custom.as_bytes());
            draw.m.sync_scopes.push(text);
        }
        for custom in ["my.bundle", "\u{fc}ber"] {
            let text = draw.m.strings.push(custom.as_bytes());
            draw.m.bundle_tags.push(text);
        }
        for custom in ["my.kind", "other kind", "Z"] {
            let text = draw.m.strings.push(custom.as_bytes());
            draw.m.md_kinds.push(text);
        }
        draw
    }

    /// The module, complete.
    pub(crate) fn finish(mut self) -> arbitrary::Result<Module> {
        self.m.consts = std::mem::take(&mut self.outer.pool);
        self.m.metadata.module_items = self.m.metadata.items.len() as u32;
        let mut lists = std::mem::take(&mut self.argument_lists).into_iter().peekable();
        for at in 0..self.m.bodies.len() {
            let first = self.m.metadata.items.len() as u32;
            let mut known: HashMap<(TypeId, Value), MdId> = HashMap::new();
            while let Some((_, record, values)) = lists.next_if(|(body, ..)| *body == at) {
                let ids: Vec<MdId> = values
                    .into_iter()
                    .map(|(ty, value)| *known.entry((ty, value)).or_insert_with(|| self.m.metadata.push(Metadata::Value { ty, value })))
                    .collect();
                let list = self.m.metadata.lists.push(&ids);
                let list = self.m.metadata.push(Metadata::ArgList(list));
                self.m.bodies[at].dbg_records[record].value = Some(DbgOperand::Md(list));
            }
            self.m.bodies[at].metadata = (first, self.m.metadata.items.len() as u32);
        }
        bctk_ir::metadata::unique::unique(&mut self.m, bctk_ir::metadata::unique::Which::Equal);
        Ok(self.m)
    }

    /// A number below `n`; 0 if `n` is 0 or the bytes are used up.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        match n {
            0 | 1 => 0,
            _ => self.u.int_in_range(0..=n - 1).unwrap_or(0),
        }
    }

    /// A number up to `most`.
    pub(crate) fn up_to(&mut self, most: u32) -> u32 {
        self.u.int_in_range(0..=most).unwrap_or(0)
    }

    /// True in `num` of `den` cases; false if the bytes are used up.
    pub(crate) fn chance(&mut self, num: usize, den: usize) -> bool {
        self.below(den) + num >= den + usize::from(num == 0)
    }

    /// Any word.
    pub(crate) fn word(&mut self) -> u64 {
        self.u.arbitrary().unwrap_or(0)
    }

    /// One of `items`, which are not empty.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// One of `items`, if there are any.
    pub(crate) fn pick_some<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        match items {
            [] => None,
            _ => Some(self.pick(items)),
        }
    }

    /// A number of interesting sizes.
    pub(crate) fn number(&mut self) -> u64 {
        match self.below(6) {
            0 => self.below(8) as u64,
            1 => self.below(256) as u64,
            2 => 1 << self.below(64),
            3 => (self.below(64) as u64).wrapping_neg(),
            4 => (1u64 << self.below(64)).wrapping_sub(1),
            _ => self.word(),
        }
    }

    /// Small bits: each set with the chance of one half.
    pub(crate) fn bits(&mut self, mask: u8) -> u8 {
        self.u.arbitrary::<u8>().unwrap_or(0) & mask
    }

    /// A string of the module; equal ones are one.
    pub(crate) fn text(&mut self, bytes: &[u8]) -> Str {
        self.texts.intern(&mut self.m.strings, bytes)
    }

    /// The pool in which constants are made.
    pub(crate) fn pool(&mut self) -> &mut ConstPool {
        match &mut self.inner {
            Some(inner) => &mut inner.pool,
            None => &mut self.outer.pool,
        }
    }

    /// A constant whose parts were stored in [`Gen::pool`] last.
    pub(crate) fn intern(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        match &mut self.inner {
            Some(inner) => Value::local_const(inner.intern(ty, kind)),
            None => Value::constant(self.outer.intern(ty, kind)),
        }
    }

    /// Does what makes constants of no body.
    pub(crate) fn outside<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let inner = self.inner.take();
        let result = f(self);
        self.inner = inner;
        result
    }
}
