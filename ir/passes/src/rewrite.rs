//! Renames symbols by a list.
use crate::Changes;
use bctk_ir::global::{Comdat, GlobalKind};
use bctk_ir::module::Module;
use hashbrown::HashMap;

/// What `rewrite-symbols` renames, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrites {
    /// Each symbol with its new name.
    pub list: Vec<Rewrite>,
}

/// A symbol with its new name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What kind of symbol.
    pub kind: SymbolKind,
    /// Its name.
    pub source: Vec<u8>,
    /// Its new name.
    pub target: Vec<u8>,
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A variable.
    Variable,
    /// An alias.
    Alias,
}

impl SymbolKind {
    fn is_of(self, kind: &GlobalKind) -> bool {
        match self {
            SymbolKind::Function => matches!(kind, GlobalKind::Function(_)),
            SymbolKind::Variable => matches!(kind, GlobalKind::Variable { .. }),
            SymbolKind::Alias => matches!(kind, GlobalKind::Alias { .. }),
        }
    }
}

/// Renames symbols (`RewriteSymbolPass`). A comdat of the old name that the symbol is in gets the new one, too, and stays that of all its
/// members. A name that another symbol has gets a number.
pub fn rewrite_symbols(module: &mut Module, rewrites: &Rewrites) -> Changes {
    let mut by_name: HashMap<Vec<u8>, usize> = module
        .globals
        .iter()
        .enumerate()
        .filter(|(_, global)| !global.name.is_empty())
        .map(|(at, global)| (module.str(global.name).to_vec(), at))
        .collect();
    let mut is_changed = false;
    let mut last = 0u32;
    for rewrite in &rewrites.list {
        let Some(&at) = by_name.get(&rewrite.source).filter(|&&at| rewrite.kind.is_of(&module.globals[at].kind)) else { continue };
        is_changed = true;
        rename_comdat(module, at, rewrite);
        if rewrite.source == rewrite.target {
            continue;
        }
        by_name.remove(&rewrite.source);
        let mut name = rewrite.target.clone();
        while by_name.contains_key(&name) {
            last += 1;
            name = [&rewrite.target[..], b".", last.to_string().as_bytes()].concat();
        }
        module.globals[at].name = module.strings.push(&name);
        by_name.insert(name, at);
    }
    Changes::in_place(is_changed)
}

/// Renames the comdat of a symbol with the same name.
fn rename_comdat(module: &mut Module, at: usize, rewrite: &Rewrite) {
    let Some(own) = module.globals[at].comdat.filter(|_| !matches!(rewrite.kind, SymbolKind::Alias)) else { return };
    let Some(&Comdat { name, kind }) = module.comdats.get(own.index()) else { return };
    if module.str(name) != rewrite.source {
        return;
    }
    let there = module.comdats.iter().position(|comdat| module.str(comdat.name) == rewrite.target);
    match there {
        // The members go to the comdat that has the name.
        Some(other) => {
            module.comdats[other].kind = kind;
            let other = bctk_ir::entity::ComdatId::new(other);
            for global in &mut module.globals {
                if global.comdat == Some(own) {
                    global.comdat = Some(other);
                }
            }
        }
        None => module.comdats[own.index()].name = module.strings.push(&rewrite.target),
    }
}
