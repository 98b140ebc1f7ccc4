//! Renames symbols by a list.
use crate::{Changes, Posix};
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
    /// What `source` is as an expression: then all symbols of the kind have the part that it matches replaced by `target`
    /// ([`Posix::substitute`]).
    pub pattern: Option<Posix>,
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
/// members. A name that another symbol has gets a number. A pattern that gives a symbol the name of another one, to which LLVM gives both, or that
/// cannot be replaced, is told in [`Changes::failed`]; the module is not to be used then.
pub fn rewrite_symbols(module: &mut Module, rewrites: &Rewrites) -> Changes {
    let mut names = SymbolNames::of(module);
    let mut is_changed = false;
    for rewrite in &rewrites.list {
        let Some(pattern) = &rewrite.pattern else {
            let at = names.by_name.get(&rewrite.source).copied();
            let Some(at) = at.filter(|&at| rewrite.kind.is_of(&module.globals[at].kind)) else { continue };
            is_changed = true;
            rename_comdat(module, at, rewrite.kind, &rewrite.source, &rewrite.target);
            if rewrite.source != rewrite.target {
                names.rename(module, at, &rewrite.target);
            }
            continue;
        };
        for at in (0..module.globals.len()).filter(|&at| rewrite.kind.is_of(&module.globals[at].kind)).collect::<Vec<_>>() {
            let old = module.str(module.globals[at].name).to_vec();
            let failed = |words: String| {
                let words = format!("{}: {words}", String::from_utf8_lossy(&old));
                Changes { failed: Some(words), ..Changes::in_place(true) }
            };
            let new = match pattern.substitute(&old, &rewrite.target) {
                Ok(new) if new == old => continue,
                Ok(new) => new,
                Err(words) => return failed(words),
            };
            if names.by_name.contains_key(&new) {
                return failed(format!("there is a symbol named '{}'", String::from_utf8_lossy(&new)));
            }
            is_changed = true;
            rename_comdat(module, at, rewrite.kind, &old, &new);
            names.rename(module, at, &new);
        }
    }
    Changes::in_place(is_changed)
}

/// The names that symbols have.
struct SymbolNames {
    by_name: HashMap<Vec<u8>, usize>,
    last: u32,
}

impl SymbolNames {
    fn of(module: &Module) -> SymbolNames {
        let named = module.globals.iter().enumerate().filter(|(_, global)| !global.name.is_empty());
        SymbolNames { by_name: named.map(|(at, global)| (module.str(global.name).to_vec(), at)).collect(), last: 0 }
    }

    /// Gives a symbol a name, with a number if another has it.
    fn rename(&mut self, module: &mut Module, at: usize, target: &[u8]) {
        let mut name = target.to_vec();
        while self.by_name.contains_key(&name) {
            self.last += 1;
            name = [target, b".", self.last.to_string().as_bytes()].concat();
        }
        self.by_name.remove(module.str(module.globals[at].name));
        module.globals[at].name = module.strings.push(&name);
        if !name.is_empty() {
            self.by_name.insert(name, at);
        }
    }
}

/// Renames the comdat of a symbol with the same name.
fn rename_comdat(module: &mut Module, at: usize, kind: SymbolKind, source: &[u8], target: &[u8]) {
    let Some(own) = module.globals[at].comdat.filter(|_| !matches!(kind, SymbolKind::Alias)) else { return };
    let Some(&Comdat { name, kind: selection }) = module.comdats.get(own.index()) else { return };
    if module.str(name) != source {
        return;
    }
    let there = module.comdats.iter().position(|comdat| module.str(comdat.name) == target);
    match there {
        // The members go to the comdat that has the name.
        Some(other) => {
            module.comdats[other].kind = selection;
            let other = bctk_ir::entity::ComdatId::new(other);
            for global in &mut module.globals {
                if global.comdat == Some(own) {
                    global.comdat = Some(other);
                }
            }
        }
        None => module.comdats[own.index()].name = module.strings.push(target),
    }
}
