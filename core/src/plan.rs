//! Plans of links: which file gives each symbol, and by which rule, found without reading a body.
use std::collections::HashMap;

use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{ComdatKind, Linkage};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// How a module is linked, as far as a plan depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanFlags {
    /// Take only what is needed so far.
    pub only_needed: bool,
    /// Its definitions replace others.
    pub overrides: bool,
}

/// Why a definition is taken, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// It is the only definition.
    Only,
    /// It is strong, and the other is not.
    Strong,
    /// Both are weak, or both are for one use: the first one.
    First,
    /// It is weak, and the other is for one use.
    WeakOverOnce,
    /// It is `common`, and the other is weak or for one use.
    CommonOverWeak,
    /// Both are `common`, and this one is larger, or the first of equal ones.
    LargerCommon,
    /// The other is only available externally.
    Definition,
    /// It comes from a file whose definitions replace others.
    Override,
    /// The comdat is taken from this file.
    Comdat,
    /// All elements of all lists are taken.
    Appended,
    /// Both are strong: the modules cannot be linked.
    Conflict,
    /// It is linked if something that is linked refers to it; of several, the first whose file does.
    IfUsed,
    /// With `--only-needed`: there is a definition already.
    Enough,
    /// With `--only-needed`: nothing before declares it; it is linked if something that is linked refers to it.
    NotNeeded,
    /// Nothing defines it.
    Undefined,
}

impl Rule {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            Rule::Only => "only",
            Rule::Strong => "strong",
            Rule::First => "first",
            Rule::WeakOverOnce => "weak-over-linkonce",
            Rule::CommonOverWeak => "common-over-weak",
            Rule::LargerCommon => "larger-common",
            Rule::Definition => "definition-over-available-externally",
            Rule::Override => "override",
            Rule::Comdat => "comdat",
            Rule::Appended => "appended",
            Rule::Conflict => "conflict",
            Rule::IfUsed => "if-used",
            Rule::Enough => "enough",
            Rule::NotNeeded => "not-needed",
            Rule::Undefined => "undefined",
        }
    }

    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Rule::Only => "the only definition",
            Rule::Strong => "a strong definition",
            Rule::First => "the first of equal definitions",
            Rule::WeakOverOnce => "weak, where the other is linkonce",
            Rule::CommonOverWeak => "common, where the other is weak or linkonce",
            Rule::LargerCommon => "the largest common variable",
            Rule::Definition => "defined, where the other is only available externally",
            Rule::Override => "from a file that overrides",
            Rule::Comdat => "its comdat is taken from this file",
            Rule::Appended => "all lists are joined",
            Rule::Conflict => "defined twice",
            Rule::IfUsed => "linked only if something refers to it; of several, from the first file that does",
            Rule::Enough => "another definition is not needed",
            Rule::NotNeeded => "not needed before; linked only if something that is linked refers to it",
            Rule::Undefined => "nothing defines it",
        }
    }
}

/// A definition or declaration of a symbol in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The number of the file.
    pub file: usize,
    /// What it is there: `function`, `variable`, `alias` or `ifunc`.
    pub kind: &'static str,
    /// Its linkage.
    pub linkage: Linkage,
    /// Whether it is only declared.
    pub is_declaration: bool,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSymbol {
    /// Its name.
    pub name: Vec<u8>,
    /// Where it is met, in the order of files.
    pub occurrences: Vec<Occurrence>,
    /// The file that gives it; none if none defines it.
    pub taken: Option<usize>,
    /// Why.
    pub rule: Rule,
    /// Definitions that are not taken, with the rule by which each lost.
    pub lost: Vec<(usize, Rule)>,
    /// Of files that lost by [`Rule::Comdat`], each with the file that gave the comdat then.
    pub comdats: Vec<(usize, usize)>,
    size: u64,
}

impl PlannedSymbol {
    /// The definition that is taken.
    fn linkage(&self) -> Option<Linkage> {
        self.taken.and_then(|file| self.occurrences.iter().find(|there| there.file == file)).map(|there| there.linkage)
    }
}

/// A plan.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The symbols in the order in which they are met.
    pub symbols: Vec<PlannedSymbol>,
    by_name: HashMap<Vec<u8>, usize>,
    comdats: HashMap<Vec<u8>, Taken>,
    files: usize,
}

/// A comdat that a file gives.
#[derive(Clone, Copy, Debug)]
struct Taken {
    file: usize,
    kind: ComdatKind,
    /// The size of its leader.
    size: u64,
    /// Whether it is linked in any case, and not only if something refers to a member.
    is_certain: bool,
}

fn is_once(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::LinkOnceAny | Linkage::LinkOnceOdr)
}

fn is_weak(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::WeakAny | Linkage::WeakOdr)
}

/// Whether a definition is linked only if something refers to it.
fn is_lazy(linkage: Linkage) -> bool {
    is_once(linkage) || linkage.is_local() || linkage == Linkage::AvailableExternally
}

impl Plan {
    /// The symbol of this name.
    pub fn symbol(&self, name: &[u8]) -> Option<&PlannedSymbol> {
        self.by_name.get(name).and_then(|&at| self.symbols.get(at))
    }

    /// Whether a symbol is defined twice, so that the modules cannot be linked.
    pub fn has_conflict(&self) -> bool {
        self.symbols.iter().any(|symbol| symbol.rule == Rule::Conflict)
    }

    /// Adds a module, which may lack its bodies but not the mark that it has them. Local symbols are left out: each file keeps its own.
    ///
    /// Cost: linear in the global values, types and constants of the module.
    pub fn add(&mut self, module: &Module, llvm: LlvmVersion, flags: PlanFlags) {
        let file = self.files;
        self.files += 1;
        let layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
        let mut layout = layouts.of_release(llvm);
        let mut size = |global: &GlobalValue| layout.alloc_size(&module.types, global.value_type).unwrap_or(0);
        let mut lost_comdats: Vec<Option<usize>> = vec![None; module.comdats.len()];
        let by_name: HashMap<&[u8], &GlobalValue> = module.globals.iter().map(|global| (module.str(global.name), global)).collect();
        let mut is_certain = vec![false; module.comdats.len()];
        for global in module.globals.iter().filter(|global| !global.is_declaration() && !is_lazy(global.linkage)) {
            if let Some(certain) = global.comdat.and_then(|comdat| is_certain.get_mut(comdat.index())) {
                *certain = true;
            }
        }
        for (at, comdat) in module.comdats.iter().enumerate() {
            let name = module.str(comdat.name).to_vec();
            let size = by_name.get(name.as_slice()).map_or(0, |global| size(global));
            let new = Taken { file, kind: comdat.kind, size, is_certain: is_certain[at] };
            match self.comdats.get(&name) {
                // Both stay.
                Some(Taken { kind: ComdatKind::NoDuplicates, .. }) => {}
                Some(there) if there.is_certain && !flags.overrides => {
                    let is_larger = [there.kind, comdat.kind].contains(&ComdatKind::Largest) && size > there.size;
                    lost_comdats[at] = (!is_larger).then_some(there.file);
                    if is_larger {
                        self.comdats.insert(name, new);
                    }
                }
                _ => drop(self.comdats.insert(name, new)),
            }
        }
        for (id, global) in module.globals.iter().enumerate() {
            let name = module.str(global.name);
            if name.is_empty() || global.linkage.is_local() || name.starts_with(b"llvm.") && global.linkage != Linkage::Appending {
                continue;
            }
            let object = match global.kind {
                GlobalKind::Alias { .. } => aliasee_object(module, bctk_ir::entity::GlobalId::new(id)).and_then(|id| module.global(id)),
                _ => Some(global),
            };
            let lost = object.and_then(|object| object.comdat).and_then(|comdat| *lost_comdats.get(comdat.index())?);
            let found = Occurrence {
                file,
                kind: match global.kind {
                    GlobalKind::Variable { .. } => "variable",
                    GlobalKind::Function(_) => "function",
                    GlobalKind::Alias { .. } => "alias",
                    GlobalKind::IFunc { .. } => "ifunc",
                },
                linkage: global.linkage,
                is_declaration: global.is_declaration(),
            };
            let common = if global.linkage == Linkage::Common { size(global) } else { 0 };
            self.occur(name, found, lost, common, flags);
        }
    }

    fn occur(&mut self, name: &[u8], found: Occurrence, lost_comdat: Option<usize>, size: u64, flags: PlanFlags) {
        let file = found.file;
        let at = *self.by_name.entry(name.to_vec()).or_insert(self.symbols.len());
        if at == self.symbols.len() {
            let (occurrences, lost, comdats) = (Vec::new(), Vec::new(), Vec::new());
            self.symbols.push(PlannedSymbol {
                name: name.to_vec(),
                occurrences,
                taken: None,
                rule: Rule::Undefined,
                lost,
                comdats,
                size: 0,
            });
        }
        let symbol = &mut self.symbols[at];
        let linkage = found.linkage;
        let (is_declaration, was_met) = (found.is_declaration, !symbol.occurrences.is_empty());
        symbol.occurrences.push(found);
        if is_declaration {
            // Something refers to it: it is linked.
            if symbol.rule == Rule::NotNeeded {
                symbol.rule = Rule::Only;
            }
            return;
        }
        let Some((there, old)) = symbol.taken.zip(symbol.linkage()) else {
            symbol.taken = Some(file);
            symbol.size = size;
            symbol.rule = match linkage {
                Linkage::Appending => Rule::Appended,
                _ if flags.only_needed && !was_met => Rule::NotNeeded,
                _ if is_once(linkage) || linkage == Linkage::AvailableExternally => Rule::IfUsed,
                _ => Rule::Only,
            };
            return;
        };
        let (takes, rule) = decide(old, linkage, (symbol.size, size), lost_comdat.is_some(), flags.overrides);
        if let Some(given) = lost_comdat.filter(|_| rule == Rule::Comdat) {
            symbol.comdats.push((file, given));
        }
        let needed = !flags.only_needed || symbol.rule == Rule::NotNeeded;
        match rule {
            Rule::Appended => symbol.rule = Rule::Appended,
            Rule::Conflict if needed => {
                symbol.rule = Rule::Conflict;
                symbol.lost.push((file, Rule::Conflict));
            }
            _ if !needed => symbol.lost.push((file, Rule::Enough)),
            Rule::First if symbol.rule == Rule::IfUsed => symbol.lost.push((file, Rule::IfUsed)),
            _ if takes => {
                symbol.lost.push((there, rule));
                (symbol.taken, symbol.size) = (Some(file), size);
                if symbol.rule != Rule::Conflict {
                    symbol.rule = rule;
                }
            }
            _ => {
                symbol.lost.push((file, rule));
                if matches!(symbol.rule, Rule::Only | Rule::IfUsed) {
                    symbol.rule = rule;
                }
            }
        }
    }
}

/// Whether a new definition is taken and not the old one, and by which rule.
fn decide(old: Linkage, new: Linkage, (old_size, new_size): (u64, u64), lost_comdat: bool, overrides: bool) -> (bool, Rule) {
    if old == Linkage::Appending || new == Linkage::Appending {
        return (true, Rule::Appended);
    }
    if overrides {
        return (true, Rule::Override);
    }
    if lost_comdat {
        return (false, Rule::Comdat);
    }
    match (old, new) {
        (Linkage::AvailableExternally, Linkage::AvailableExternally) => (false, Rule::First),
        (_, Linkage::AvailableExternally) => (false, Rule::Definition),
        (Linkage::AvailableExternally, _) => (true, Rule::Definition),
        (Linkage::Common, Linkage::Common) => (new_size > old_size, Rule::LargerCommon),
        (old, Linkage::Common) if is_weak(old) || is_once(old) => (true, Rule::CommonOverWeak),
        (_, Linkage::Common) => (false, Rule::Strong),
        (Linkage::Common, new) if is_weak(new) || is_once(new) => (false, Rule::CommonOverWeak),
        (old, new) if is_once(old) && is_weak(new) => (true, Rule::WeakOverOnce),
        (old, new) if is_weak(old) && is_once(new) => (false, Rule::WeakOverOnce),
        (old, new) if (is_weak(new) || is_once(new)) && (is_weak(old) || is_once(old)) => (false, Rule::First),
        (_, new) if is_weak(new) || is_once(new) => (false, Rule::Strong),
        (old, _) if is_weak(old) || is_once(old) || old == Linkage::Common => (true, Rule::Strong),
        _ => (false, Rule::Conflict),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules() {
        use Linkage::{AvailableExternally, Common, External, LinkOnceOdr, WeakAny};
        for (old, new, takes, rule) in [
            (External, External, false, Rule::Conflict),
            (WeakAny, External, true, Rule::Strong),
            (External, LinkOnceOdr, false, Rule::Strong),
            (LinkOnceOdr, WeakAny, true, Rule::WeakOverOnce),
            (WeakAny, LinkOnceOdr, false, Rule::WeakOverOnce),
            (WeakAny, Common, true, Rule::CommonOverWeak),
            (Common, External, true, Rule::Strong),
            (AvailableExternally, LinkOnceOdr, true, Rule::Definition),
        ] {
            assert_eq!(decide(old, new, (0, 0), false, false), (takes, rule), "{old:?} {new:?}");
        }
        assert_eq!(decide(Common, Common, (4, 8), false, false), (true, Rule::LargerCommon));
        assert_eq!(decide(External, External, (0, 0), true, false), (false, Rule::Comdat));
        assert_eq!(decide(External, External, (0, 0), true, true), (true, Rule::Override));
    }
}
