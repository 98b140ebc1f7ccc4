//! What the checks of attributes ask of sets and lists, found once for the whole module.
use crate::attribute_strings::{self, Strings};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::{AttrKind, Suits};
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;

/// A set of kinds of attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u128);

/// Codes of kinds are below this.
const LIMIT: u16 = u128::BITS as u16;

impl Kinds {
    pub(crate) const fn of(kinds: &[AttrKind]) -> Kinds {
        let mut set = Kinds(0);
        let mut at = 0;
        while at < kinds.len() {
            set.0 |= 1 << kinds[at].0;
            at += 1;
        }
        set
    }

    /// Those that are for these types.
    const fn suiting(suits: Suits) -> Kinds {
        let mut set = Kinds(0);
        let mut code = 1;
        while code < LIMIT {
            if AttrKind(code).suits() as u8 == suits as u8 {
                set.0 |= 1 << code;
            }
            code += 1;
        }
        set
    }

    /// Those that an attribute of this position may not have. What no table has may be anything.
    const fn misplaced(index: AttrIndex) -> Kinds {
        let mut set = Kinds(0);
        let mut code = 1;
        while code < LIMIT {
            let kind = AttrKind(code);
            let fits = match index {
                AttrIndex::Return => kind.fits_return(),
                AttrIndex::Param(_) => kind.fits_parameter(),
                AttrIndex::Function => kind.fits_function(),
            };
            if !fits {
                set.0 |= 1 << code;
            }
            code += 1;
        }
        set
    }

    pub(crate) const fn has(self, kind: AttrKind) -> bool {
        kind.0 < LIMIT && self.0 >> kind.0 & 1 == 1
    }

    pub(crate) const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    fn insert(&mut self, kind: AttrKind) {
        if kind.is_known() && kind.0 < LIMIT {
            self.0 |= 1 << kind.0;
        }
    }
}

pub(crate) const NOT_ON_RETURN: Kinds = Kinds::misplaced(AttrIndex::Return);
pub(crate) const NOT_ON_PARAMETER: Kinds = Kinds::misplaced(AttrIndex::Param(0));
pub(crate) const NOT_ON_FUNCTION: Kinds = Kinds::misplaced(AttrIndex::Function);
pub(crate) const OF_VALUES: Kinds = Kinds::suiting(Suits::Values);
pub(crate) const OF_NUMBERS: Kinds = Kinds::suiting(Suits::Numbers);
pub(crate) const OF_INTEGERS: Kinds = Kinds::suiting(Suits::Integers);
pub(crate) const OF_INTEGER_VECTORS: Kinds = Kinds::suiting(Suits::IntegerVectors);
pub(crate) const OF_POINTERS: Kinds = Kinds::suiting(Suits::Pointers);
pub(crate) const OF_POINTER_VECTORS: Kinds = Kinds::suiting(Suits::PointerVectors);
pub(crate) const OF_FLOATS: Kinds = Kinds::suiting(Suits::Floats);

/// What is known of one set.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetFacts {
    pub(crate) kinds: Kinds,
    /// String attributes that are checked, with their values, in the order of the set.
    pub(crate) strings: Vec<(&'static str, Str)>,
    /// Whether its string attributes are valid on any function.
    pub(crate) has_plain_strings: bool,
}

impl SetFacts {
    /// The value of a string attribute; empty if it has none.
    pub(crate) fn string(&self, key: &str) -> Option<Str> {
        self.strings.iter().find(|(known, _)| *known == key).map(|&(_, value)| value)
    }
}

/// What is known of one list.
#[derive(Clone, Copy, Debug, Default)]
struct ListFacts {
    /// One more than the number of the last parameter with attributes.
    params: u32,
    /// The kinds at any position.
    somewhere: Kinds,
}

/// What is known of all sets and lists of a module.
#[derive(Debug, Default)]
pub(crate) struct AttrFacts<'m> {
    sets: Vec<SetFacts>,
    lists: Vec<ListFacts>,
    /// Functions by name, if an attribute names one.
    functions: HashMap<&'m [u8], GlobalId>,
}

impl<'m> AttrFacts<'m> {
    pub(crate) fn new(module: &'m Module, llvm: LlvmVersion) -> AttrFacts<'m> {
        let sets: Vec<SetFacts> = module.attrs.sets.iter().map(|set| of_set(module, llvm, set)).collect();
        let lists = module.attrs.lists.iter().map(|list| {
            let mut facts = ListFacts::default();
            for &(index, set) in list {
                let Some(set) = sets.get(set.index()).filter(|_| !module.attrs.set(set).is_empty()) else { continue };
                facts.somewhere = facts.somewhere.and(set.kinds);
                if let AttrIndex::Param(number) = index {
                    facts.params = facts.params.max(number.saturating_add(1));
                }
            }
            facts
        });
        let lists = lists.collect();
        let names_functions = sets.iter().any(|set| set.string("alloc-variant-zeroed").is_some());
        let mut functions = HashMap::new();
        if names_functions {
            for (at, global) in module.globals.iter().enumerate() {
                if matches!(global.kind, GlobalKind::Function(_)) {
                    functions.insert(module.str(global.name), GlobalId::new(at));
                }
            }
        }
        AttrFacts { sets, lists, functions }
    }

    pub(crate) fn set(&self, id: AttrSetId) -> Option<&SetFacts> {
        self.sets.get(id.index())
    }

    /// The kinds of a set.
    pub(crate) fn kinds(&self, id: Option<AttrSetId>) -> Kinds {
        id.and_then(|id| self.set(id)).map_or(Kinds::default(), |set| set.kinds)
    }

    /// The kinds at any position of a list.
    pub(crate) fn somewhere(&self, list: AttrListId) -> Kinds {
        self.lists.get(list.index()).map_or(Kinds::default(), |list| list.somewhere)
    }

    /// Whether a list has attributes only for so many parameters (`Verifier::verifyAttributeCount`).
    pub(crate) fn fits(&self, list: AttrListId, params: usize) -> bool {
        self.lists.get(list.index()).is_none_or(|list| list.params as usize <= params)
    }

    /// The function with this name.
    pub(crate) fn function(&self, name: &[u8]) -> Option<GlobalId> {
        self.functions.get(name).copied()
    }
}

fn of_set(module: &Module, llvm: LlvmVersion, set: &[Attr]) -> SetFacts {
    let mut facts = SetFacts::default();
    for attr in set {
        match *attr {
            Attr::String(key, value) => {
                if let Some(key) = attribute_strings::known(module.str(key)) {
                    facts.strings.push((key, value.unwrap_or(Str::EMPTY)));
                }
            }
            _ => attr.kind().into_iter().for_each(|kind| facts.kinds.insert(kind)),
        }
    }
    facts.has_plain_strings = attribute_strings::are_plain(&Strings { module, llvm, set: &facts });
    facts
}
