//! Renames symbols, and changes their binding and visibility by name, as `llvm-objcopy` does to those of objects.
mod gone;
mod linkage_names;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::lists::listed;
use crate::{Glob, Posix};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalValue;
use bctk_ir::guid::{self, Guids};
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::mangle::{Mangler, comdat_of};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{EntryKind, guid_of, variable_flags};
use hashbrown::HashMap;

/// A set of names of symbols.
#[derive(Clone, Debug, Default)]
pub struct SymbolNames {
    /// These names.
    pub names: HashSet<Vec<u8>>,
    /// Those that a pattern matches.
    pub patterns: Vec<Glob>,
    /// But for those that one of these matches.
    pub but: Vec<Glob>,
    /// Those that an expression matches somewhere.
    pub expressions: Vec<Posix>,
    /// Whether an expression took too long for a name.
    undecided: Arc<AtomicBool>,
}

impl SymbolNames {
    /// Whether it is certainly empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty() && self.expressions.is_empty()
    }

    /// Whether `name` is one of them.
    pub fn has(&self, name: &[u8]) -> bool {
        let matches = |patterns: &[Glob]| patterns.iter().any(|pattern| pattern.matches(name));
        let is_found = |expression: &Posix| match expression.find(name) {
            Ok(found) => found.is_some(),
            Err(_) => {
                self.undecided.store(true, Ordering::Relaxed);
                false
            }
        };
        (self.names.contains(name) || matches(&self.patterns) || self.expressions.iter().any(is_found)) && !matches(&self.but)
    }
}

/// The changes, in the order in which they are made to each symbol. Names are those that symbols have in objects.
#[derive(Clone, Debug, Default)]
pub struct SymbolChanges {
    /// Definitions, but for common symbols, become local.
    pub localize: SymbolNames,
    /// Hidden definitions become local.
    pub localize_hidden: bool,
    /// Symbols get a visibility; the last one holds.
    pub visibilities: Vec<(SymbolNames, Visibility)>,
    /// If there are any, all definitions but these become local.
    pub keep_global: SymbolNames,
    /// Definitions become global.
    pub globalize: SymbolNames,
    /// Global symbols become weak.
    pub weaken: SymbolNames,
    /// Global definitions become weak.
    pub weaken_all: bool,
    /// Symbols get other names.
    pub rename: HashMap<Vec<u8>, Vec<u8>>,
    /// All names lose this beginning.
    pub remove_prefix: Vec<u8>,
    /// All names get this beginning.
    pub prefix: Vec<u8>,
    /// Nothing is changed in these.
    pub skip: SymbolNames,
    /// Symbols of these new names go: definitions become private, and declarations must have no use.
    pub strip: SymbolNames,
    /// The same of those that nothing needs: local ones, and declarations without a use.
    pub strip_unneeded: SymbolNames,
    /// All declarations without a use go.
    pub strip_all_unneeded: bool,
    /// All local symbols go that nothing needs.
    pub strip_locals: bool,
    /// The names of source files go from objects. Bitcode has no symbols for these.
    pub strip_files: bool,
    /// Symbols of these new names do not go.
    pub keep: SymbolNames,
    /// Linkage names in debug information follow the names of symbols.
    pub linkage_names: bool,
}

/// How linkers treat a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Its object alone sees it.
    Local,
    /// All objects see it.
    Global,
    /// So they do, but others may replace it, or it may be missing.
    Weak,
}

impl SymbolChanges {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        !self.changes_names()
            && !self.removes()
            && !self.localize_hidden
            && !self.weaken_all
            && self.visibilities.is_empty()
            && [&self.localize, &self.keep_global, &self.globalize, &self.weaken].iter().all(|names| names.is_empty())
    }

    /// Whether symbols may get other names. These are looked for in assembly, for which all bodies must be read.
    pub fn changes_names(&self) -> bool {
        !self.rename.is_empty() || !self.prefix.is_empty() || !self.remove_prefix.is_empty()
    }

    /// Whether symbols may go. That nothing uses them is known once all bodies are read.
    pub fn removes(&self) -> bool {
        self.strip_all_unneeded || self.strip_locals || !self.strip.is_empty() || !self.strip_unneeded.is_empty()
    }

    /// An error if an expression took too long for the name of a symbol, which may not have changed then.
    ///
    /// # Errors
    /// So it is.
    pub fn decided(&self) -> Result<(), String> {
        let own =
            [&self.localize, &self.keep_global, &self.globalize, &self.weaken, &self.skip, &self.strip, &self.strip_unneeded, &self.keep];
        let mut all = own.into_iter().chain(self.visibilities.iter().map(|(names, _)| names));
        match all.any(|names| names.undecided.load(Ordering::Relaxed)) {
            true => Err("a regular expression takes too long for the name of a symbol".into()),
            false => Ok(()),
        }
    }

    /// Whether changes are about all symbols, whatever their names.
    fn is_general(&self) -> bool {
        self.localize_hidden || self.weaken_all || !self.keep_global.is_empty() || !self.prefix.is_empty() || !self.remove_prefix.is_empty()
    }

    /// Whether something is asked for a symbol of this name.
    fn names(&self, name: &[u8]) -> bool {
        let sets = [&self.localize, &self.globalize, &self.weaken, &self.strip];
        !self.skip.has(name)
            && (sets.iter().any(|set| set.has(name))
                || self.visibilities.iter().any(|(set, _)| set.has(name))
                || self.rename.contains_key(name))
    }

    /// The name that a symbol gets.
    pub fn renamed(&self, name: &[u8]) -> Vec<u8> {
        let new = self.rename.get(name).map_or(name, Vec::as_slice);
        let new = new.strip_prefix(self.remove_prefix.as_slice()).unwrap_or(new);
        [&self.prefix, new].concat()
    }

    /// Whether a symbol of this new name and binding goes; `is_needed` says whether something refers to it.
    pub fn goes(&self, name: &[u8], binding: Binding, is_defined: bool, is_needed: bool) -> bool {
        let is_local = binding == Binding::Local && is_defined;
        let may_go = || self.strip_all_unneeded || self.strip_unneeded.has(name);
        !self.keep.has(name)
            && (self.strip.has(name) || !is_needed && (self.strip_locals && is_local || (is_local || !is_defined) && may_go()))
    }

    /// The binding and the visibility that a symbol gets.
    pub fn bound(&self, name: &[u8], symbol: &SymbolState) -> (Binding, Visibility) {
        let SymbolState { mut binding, mut visibility, is_defined, is_common } = *symbol;
        let is_hidden = self.localize_hidden && visibility == Visibility::Hidden;
        if is_defined && !is_common && (is_hidden || self.localize.has(name)) {
            binding = Binding::Local;
        }
        if let Some((_, wanted)) = self.visibilities.iter().rev().find(|(names, _)| names.has(name)) {
            visibility = *wanted;
        }
        if is_defined && !self.keep_global.is_empty() && !self.keep_global.has(name) {
            binding = Binding::Local;
        }
        if is_defined && self.globalize.has(name) {
            binding = Binding::Global;
        }
        if binding == Binding::Global && (self.weaken.has(name) || self.weaken_all && is_defined) {
            binding = Binding::Weak;
        }
        (binding, visibility)
    }
}

/// What decides about the changes of a symbol, but for its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolState {
    /// How linkers treat it.
    pub binding: Binding,
    /// Who sees it.
    pub visibility: Visibility,
    /// Whether it is defined here.
    pub is_defined: bool,
    /// Whether linkers reserve space for it.
    pub is_common: bool,
}

impl SymbolState {
    /// The symbol of a global value; none for what has none.
    fn of(module: &Module, global: &GlobalValue) -> Option<SymbolState> {
        let binding = match global.linkage {
            // No object has it.
            Linkage::Private | Linkage::Appending => return None,
            Linkage::Internal => Binding::Local,
            Linkage::External | Linkage::AvailableExternally | Linkage::Common => Binding::Global,
            _ => Binding::Weak,
        };
        let name = module.str(global.name);
        if name.is_empty() || name.starts_with(b"llvm.") {
            return None;
        }
        let is_defined = !global.is_declaration() && global.linkage != Linkage::AvailableExternally;
        Some(SymbolState { binding, visibility: global.visibility, is_defined, is_common: global.linkage == Linkage::Common })
    }
}

/// Changes symbols of a module. Comdats and the summary follow; a comdat without a visible member is left out. A declaration that gets the name of
/// another symbol becomes that.
///
/// # Errors
/// If assembly in the module names a symbol that would change, two definitions would have one name, or a symbol would go that something needs.
/// Nothing was changed then.
pub fn change_symbols(module: &mut Module, changes: &SymbolChanges) -> Result<bool, String> {
    let Plan { found, names, gone } = Plan::new(module, changes)?;
    if found.is_empty() {
        return Ok(false);
    }
    // Only a summary has GUIDs that follow.
    let guids = if module.summary.is_some() { computed(module) } else { Vec::new() };
    let comdats: Vec<_> = (0..module.globals.len()).map(|at| comdat_of(module, GlobalId::new(at))).collect();
    if changes.linkage_names {
        linkage_names::follow(module, &found, &names);
    }
    for (found, name) in found.iter().zip(names) {
        bind(&mut module.globals[found.id.index()], found);
        if let Some(name) = name {
            rename(module, found.id, &name);
        }
    }
    drop_local_comdats(module, &comdats);
    module.provenance.seal = None;
    follow(module, &guids);
    gone::remove(module, &gone);
    Ok(true)
}

/// Whether the changes take global values out of a module, for which all of it must be read.
///
/// # Errors
/// As [`change_symbols`].
pub fn removes_globals(module: &Module, changes: &SymbolChanges) -> Result<bool, String> {
    Plan::new(module, changes).map(|plan| !plan.gone.is_empty())
}

/// All that changes.
struct Plan {
    found: Vec<Found>,
    /// The names that these get in the module.
    names: Vec<Option<Vec<u8>>>,
    gone: Vec<gone::Gone>,
}

impl Plan {
    fn new(module: &Module, changes: &SymbolChanges) -> Result<Plan, String> {
        let mut mangler = Mangler::new(module);
        let used = if changes.removes() { gone::used(module) } else { Vec::new() };
        let assembly = if changes.removes() { module.str(module.inline_asm) } else { b"" };
        let in_assembly: HashSet<&[u8]> =
            words(assembly).map(|(_, word)| word.split(|&byte| byte == b'@').next().unwrap_or(word)).collect();
        let (mut found, mut gone) = (Vec::new(), Vec::new());
        for at in 0..module.globals.len() {
            let id = GlobalId::new(at);
            let Some(symbol) = SymbolState::of(module, &module.globals[at]) else { continue };
            let mut name = Vec::new();
            mangler.name(module, id, &mut name);
            let (binding, visibility, new) = match changes.skip.has(&name) {
                true => (symbol.binding, symbol.visibility, name.clone()),
                false => {
                    let (binding, visibility) = changes.bound(&name, &symbol);
                    (binding, visibility, changes.renamed(&name))
                }
            };
            let is_needed = used.get(at) == Some(&true) || in_assembly.contains(name.as_slice());
            // Code that there is not yet needs no local definition by name.
            let becomes_private = changes.removes() && symbol.is_defined && changes.goes(&new, binding, true, false);
            let goes = changes.removes() && !symbol.is_defined && changes.goes(&new, binding, false, is_needed);
            if goes && is_needed {
                return Err(format!("symbol '{}' cannot be removed, since something refers to it", String::from_utf8_lossy(&name)));
            }
            if goes {
                gone.push(gone::Gone { id, becomes: None });
            }
            if new != name || binding != symbol.binding || visibility != symbol.visibility || becomes_private || goes {
                let new = (new != name).then_some(new);
                found.push(Found { id, symbol, binding, visibility, new, name, goes: becomes_private || goes });
            }
        }
        changes.decided()?;
        refuse_in_assembly(module, changes, &found)?;
        let mut names = new_names(module, &mangler, &found);
        gone.extend(gone::merged(module, &found, &mut names, &gone)?);
        Ok(Plan { found, names, gone })
    }
}

/// A symbol that changes.
struct Found {
    id: GlobalId,
    symbol: SymbolState,
    binding: Binding,
    visibility: Visibility,
    /// Its name in objects.
    name: Vec<u8>,
    /// The name that it gets there.
    new: Option<Vec<u8>>,
    /// Whether no object has it any more.
    goes: bool,
}

/// Whether a byte may be part of a symbol's name in assembly.
fn is_part_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'@' | b'?') || byte >= 0x80
}

/// The words of assembly that may be names, each with the number of its line, from 1 on.
fn words(assembly: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = assembly.split(|&byte| byte == b'\n').enumerate();
    lines.flat_map(|(line, text)| {
        text.split(|&byte| !is_part_of_name(byte)).filter(|word| !word.is_empty()).map(move |word| (line + 1, word))
    })
}

/// An error if assembly names what would change.
fn refuse_in_assembly(module: &Module, changes: &SymbolChanges, found: &[Found]) -> Result<(), String> {
    let shown = String::from_utf8_lossy;
    let fate = |name: &[u8]| match found.iter().any(|found| found.name == name && found.goes) {
        true => "would go",
        false => "would get another name",
    };
    let renamed: HashSet<&[u8]> =
        found.iter().filter(|found| found.new.is_some() || found.goes).map(|found| found.name.as_slice()).collect();
    let global: HashSet<&[u8]> = found.iter().map(|found| found.name.as_slice()).collect();
    let assembly = module.str(module.inline_asm);
    for (line, word) in words(assembly) {
        // A version or a relocation may follow.
        let name = word.split(|&byte| byte == b'@').next().unwrap_or(word);
        if renamed.contains(name) || renamed.contains(word) {
            return Err(format!("line {line} of the module's assembly names `{}`, which {}", shown(name), fate(name)));
        }
        if changes.names(name) && !global.contains(name) {
            return Err(format!("line {line} of the module's assembly names `{}`, which is not changed there", shown(name)));
        }
        if changes.is_general() && matches!(word, b".globl" | b".global" | b".weak") {
            return Err(format!("line {line} of the module's assembly defines a symbol, which is not changed there"));
        }
    }
    if renamed.is_empty() {
        return Ok(());
    }
    let bodies = module.functions().filter_map(|(_, global, function)| Some((global.name, module.bodies.get(function.body? as usize)?)));
    let pools = bodies.map(|(name, body)| (Some(name), &*body.consts)).chain(std::iter::once((None, &module.consts)));
    for (function, pool) in pools {
        for assembly in &pool.asms {
            let mut words = words(pool.bytes.get(assembly.template)).map(|(_, word)| word);
            if let Some(name) = words.find(|word| renamed.contains(word)) {
                let place = function.map_or_else(String::new, |function| format!(" in @{}", shown(module.str(function))));
                return Err(format!("inline assembly{place} names `{}`, which {}", shown(name), fate(name)));
            }
        }
    }
    Ok(())
}

/// The names in the module that symbols get.
fn new_names(module: &Module, mangler: &Mangler, found: &[Found]) -> Vec<Option<Vec<u8>>> {
    let name = |found: &Found| {
        let new = found.new.as_ref()?;
        let old = module.str(module.globals[found.id.index()].name);
        let plain: Vec<u8> = mangler.prefix().into_iter().chain(old.iter().copied()).collect();
        let is_plain = plain == found.name;
        let own = match mangler.prefix() {
            Some(prefix) => new.strip_prefix(&[prefix]),
            None => Some(new.as_slice()),
        };
        Some(match own.filter(|own| is_plain && !own.starts_with(b"\x01")) {
            Some(own) => own.to_vec(),
            // As it is, without the marks of targets and calling conventions.
            None => [b"\x01", new.as_slice()].concat(),
        })
    };
    found.iter().map(name).collect()
}

/// Gives a global value its new binding and visibility.
fn bind(global: &mut GlobalValue, found: &Found) {
    if found.goes && found.symbol.is_defined {
        global.linkage = Linkage::Private;
        (global.visibility, global.dso_local, global.dll_storage) = (Visibility::Default, true, DllStorage::Default);
        return;
    }
    if found.binding != found.symbol.binding {
        global.linkage = match found.binding {
            Binding::Local => Linkage::Internal,
            Binding::Global => Linkage::External,
            Binding::Weak if found.symbol.is_defined => Linkage::WeakAny,
            Binding::Weak => Linkage::ExternalWeak,
        };
    }
    if found.visibility != found.symbol.visibility {
        global.visibility = found.visibility;
    }
    match found.binding {
        // Local linkage implies these.
        Binding::Local => (global.visibility, global.dso_local, global.dll_storage) = (Visibility::Default, true, DllStorage::Default),
        _ if global.visibility != Visibility::Default => {
            global.dso_local |= global.linkage != Linkage::ExternalWeak;
            global.dll_storage = DllStorage::Default;
        }
        // What another definition may replace is not certainly here.
        _ if found.symbol.binding == Binding::Local || found.binding == Binding::Weak => global.dso_local = false,
        _ => {}
    }
}

fn rename(module: &mut Module, id: GlobalId, name: &[u8]) {
    let text = module.strings.push(name);
    let global = &mut module.globals[id.index()];
    let old = std::mem::replace(&mut global.name, text);
    if let Some(comdat) = global.comdat.and_then(|comdat| module.comdats.get_mut(comdat.index()))
        && module.strings.get(comdat.name) == module.strings.get(old)
    {
        comdat.name = text;
    }
    guid::forget(module, id);
    if let Some(file) = &mut module.provenance.bitcode {
        file.guids.retain(|(of, _)| *of != id);
    }
}

/// Takes definitions out of comdats that have local ones alone: nothing outside could choose among such.
fn drop_local_comdats(module: &mut Module, comdats: &[Option<bctk_ir::entity::ComdatId>]) {
    let is_local = |global: &GlobalValue| matches!(global.linkage, Linkage::Internal | Linkage::Private);
    let mut visible = vec![false; module.comdats.len()];
    for (global, comdat) in module.globals.iter().zip(comdats) {
        if let Some(place) = comdat.and_then(|comdat| visible.get_mut(comdat.index())) {
            *place |= !is_local(global);
        }
    }
    for global in &mut module.globals {
        if global.comdat.is_some_and(|comdat| visible.get(comdat.index()) == Some(&false)) {
            global.comdat = None;
        }
    }
}

/// The GUIDs of all global values, which follow from their names.
fn computed(module: &Module) -> Vec<u64> {
    let guids = Guids::new(module, module.llvm_version());
    module.globals.iter().map(|global| guids.computed(global)).collect()
}

/// Has the summary follow: GUIDs, names and flags. `before` has the GUIDs that global values had.
fn follow(module: &mut Module, before: &[u64]) {
    let Some(mut summary) = module.summary.take() else { return };
    let now = computed(module);
    let moved: HashMap<u64, (u64, Str)> = before
        .iter()
        .zip(&now)
        .zip(&module.globals)
        .filter(|((old, new), _)| old != new)
        .map(|((old, new), global)| (*old, (*new, global.name)))
        .collect();
    for value in &mut summary.values {
        if let Some((guid, name)) = moved.get(&value.guid) {
            value.guid = *guid;
            if !value.name.is_empty() {
                value.name = *name;
            }
        }
    }
    for function in summary.cfi_defs.iter_mut().chain(&mut summary.cfi_decls) {
        if let Some((guid, name)) = moved.get(&function.guid) {
            (function.guid, function.name) = (*guid, *name);
        }
    }
    let used: HashSet<GlobalId> = [&b"llvm.used"[..], b"llvm.compiler.used"].iter().flat_map(|list| listed(module, list)).collect();
    for entry in &mut summary.entries {
        let Some(id) = summary.values.get(entry.value as usize).and_then(|value| value.global) else { continue };
        let Some(global) = module.global(id) else { continue };
        if (entry.flags.linkage, entry.flags.visibility, entry.flags.dso_local) == (global.linkage, global.visibility, global.dso_local) {
            continue;
        }
        entry.flags.linkage = global.linkage;
        entry.flags.visibility = global.visibility;
        entry.flags.dso_local = global.dso_local;
        entry.flags.can_auto_hide &= global.linkage == Linkage::LinkOnceOdr;
        // Such a local value cannot get the other name that importing it takes.
        entry.flags.not_eligible_to_import |= global.linkage.is_local() && (!global.section.is_empty() || used.contains(&id));
        if let EntryKind::Variable { flags, .. } = &mut entry.kind {
            let is_final = global.comdat.is_none()
                && !global.linkage.is_interposable()
                && global.linkage != Linkage::AvailableExternally
                && global.dll_storage != DllStorage::Export;
            let both = variable_flags::READ_ONLY | variable_flags::WRITE_ONLY;
            let possible = if *flags & variable_flags::CONSTANT != 0 { variable_flags::READ_ONLY } else { both };
            *flags = *flags & !both | if is_final { possible } else { 0 };
        }
        // A local value has the GUID of its name beside that of its place.
        if let Some(original) = &mut entry.original_guid {
            *original = guid_of(module.str(global.name));
        }
    }
    module.summary = Some(summary);
}
