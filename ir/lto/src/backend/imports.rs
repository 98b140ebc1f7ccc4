//! Takes definitions from other modules (`FunctionImporter`).
use super::promote::promote;
use super::{Backend, guids_of};
use bctk_edit::EditModule;
use bctk_edit::intern::{ModuleIndex, md_string};
use bctk_edit::values::map_module;
use bctk_ir::body::Attachment;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::mangle::aliasee_object;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};
use bctk_link::{ImportFlags, Linker, Problem};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// What is imported from one module: GUIDs, and whether the definition is wanted or a declaration alone.
pub type Wanted = HashMap<u64, bool>;

/// What is imported, by the paths of the modules that it comes from.
pub type ImportList = BTreeMap<Vec<u8>, Wanted>;

/// Why nothing can be imported from a module.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportError {
    /// It only declares this symbol, which the index says it defines.
    Declared(String),
    /// It defines this symbol by an alias of what is no function.
    Alias(String),
    /// The linker cannot link it.
    Link(Box<Problem>),
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImportError::Declared(name) => write!(f, "the index wants the definition of '{name}', which is only declared"),
            ImportError::Alias(name) => write!(f, "'{name}' is an alias that cannot be imported, since it stands for no function"),
            ImportError::Link(problem) => write!(f, "Function Import: link error: {problem}"),
        }
    }
}

impl std::error::Error for ImportError {}

impl Backend<'_> {
    /// What an index for this module alone says is imported: all that it has of other modules (`initImportList`).
    pub fn import_list(&self) -> ImportList {
        let mut list = ImportList::new();
        let summary = self.index.summary();
        for entry in summary.entries.iter().filter(|entry| Some(entry.module) != self.module) {
            let Some(value) = summary.values.get(entry.value as usize) else { continue };
            let wanted = list.entry(self.index.path(entry.module).to_vec()).or_default();
            *wanted.entry(value.guid).or_default() |= !entry.flags.import_declaration;
        }
        list
    }

    /// Imports from `source`, which the index calls `path`, into the module that `linker` began with. Returns the GUIDs of definitions that are
    /// wanted and that it does not have.
    ///
    /// # Errors
    /// What keeps it from being imported. The module is of no use then.
    pub fn import(
        &self,
        linker: &mut Linker,
        mut source: Module,
        path: &[u8],
        wanted: &Wanted,
        flags: ImportFlags,
    ) -> Result<Vec<u64>, ImportError> {
        let mut missing: HashMap<u64, ()> =
            wanted.iter().filter(|(_, is_definition)| **is_definition).map(|(&guid, _)| (guid, ())).collect();
        let chosen = self.choose(&mut source, path, &mut missing, || linker.last_atom_group())?;
        let mut is_wanted = vec![false; source.globals.len()];
        chosen.iter().for_each(|id| is_wanted[id.index()] = true);
        let place = self.index.module(path);
        // A module that is imported from has no symbol that the index has to know.
        let promoted = promote(self, &mut source, place, Some(&is_wanted));
        debug_assert!(promoted.is_ok(), "all locals are promoted");
        let name = String::from_utf8_lossy(path);
        linker.import(source, &name, &chosen, flags).map_err(|problem| ImportError::Link(Box::new(problem)))?;
        let mut missing: Vec<u64> = missing.into_keys().collect();
        missing.sort_unstable();
        Ok(missing)
    }

    /// What is imported of a module, in LLVM's order: functions, variables, and copies of the functions that aliases stand for.
    fn choose(
        &self,
        source: &mut Module,
        path: &[u8],
        missing: &mut HashMap<u64, ()>,
        last_group: impl FnOnce() -> u64,
    ) -> Result<Vec<GlobalId>, ImportError> {
        let text = |source: &Module, id: GlobalId| String::from_utf8_lossy(source.str(source.globals[id.index()].name)).into_owned();
        let guids = guids_of(source, self.options.llvm);
        let wanted = missing.clone();
        let (mut functions, mut variables, mut aliases) = (Vec::new(), Vec::new(), Vec::new());
        for (at, global) in source.globals.iter().enumerate() {
            if global.name.is_empty() || !wanted.contains_key(&guids[at]) {
                continue;
            }
            let id = GlobalId::new(at);
            match global.kind {
                GlobalKind::IFunc { .. } => continue,
                GlobalKind::Function(_) => functions.push(id),
                GlobalKind::Variable { .. } => variables.push(id),
                GlobalKind::Alias { .. } => {
                    let Some(object) = aliasee_object(source, id) else { return Err(ImportError::Alias(text(source, id))) };
                    match source.globals[object.index()].kind {
                        GlobalKind::IFunc { .. } => continue,
                        GlobalKind::Function(_) => aliases.push((id, object)),
                        _ => return Err(ImportError::Alias(text(source, id))),
                    }
                }
            }
            missing.remove(&guids[at]);
        }
        let objects = functions.iter().chain(&variables).copied().chain(aliases.iter().map(|&(_, object)| object));
        for id in objects {
            if source.globals[id.index()].is_declaration() {
                return Err(ImportError::Declared(text(source, id)));
            }
        }
        let mut last = if aliases.is_empty() { 0 } else { last_group() };
        functions.iter().for_each(|&id| last = last.max(last_group_of(source, id)));
        let (clones, now) = clone_aliased(source, &aliases, last).map_err(ImportError::Alias)?;
        let now = |id: &GlobalId| now.get(id.index()).copied().flatten().unwrap_or(*id);
        let functions: Vec<GlobalId> = functions.iter().map(now).collect();
        let variables = variables.iter().map(now);
        if self.options.import_metadata {
            for &id in functions.iter().chain(&clones) {
                note_source(source, id, path);
            }
        }
        let mut chosen = functions;
        chosen.extend(variables);
        chosen.extend(clones);
        // Two aliases, or an alias and a function, are two.
        let mut seen = vec![false; source.globals.len()];
        chosen.retain(|id| !std::mem::replace(&mut seen[id.index()], true));
        Ok(chosen)
    }
}

/// Numbers of global values after a change; nothing if all keep theirs.
type Now = Vec<Option<GlobalId>>;

/// Puts a copy of its function in the place of each alias (`replaceAliasWithAliasee`).
fn clone_aliased(source: &mut Module, aliases: &[(GlobalId, GlobalId)], mut last: u64) -> Result<(Vec<GlobalId>, Now), String> {
    if aliases.is_empty() {
        return Ok((Vec::new(), Now::new()));
    }
    let groups: Vec<u64> = aliases.iter().map(|&(_, function)| last_group_of(source, function)).collect();
    let mut edit = source.edit();
    let mut made = Vec::new();
    for (&(_, function), group) in aliases.iter().zip(groups) {
        last = last.max(group);
        edit.number_atom_groups_after(last);
        made.push(edit.clone_function(function, "").map_err(|error| error.to_string())?);
        last = edit.last_atom_group();
    }
    let count = made.iter().map(|id| id.index() + 1).max().unwrap_or(0);
    let finished = edit.finish().map_err(|error| error.to_string())?;
    let now: Now = (0..count).map(|at| finished.global(GlobalId::new(at))).collect();
    let at = |id: GlobalId| now.get(id.index()).copied().flatten().unwrap_or(id);
    let clones: Vec<GlobalId> = made.into_iter().map(at).collect();
    let mut target: HashMap<GlobalId, GlobalId> = HashMap::new();
    for (&(alias, _), &clone) in aliases.iter().zip(&clones) {
        let alias = at(alias);
        target.insert(alias, clone);
        let old = &mut source.globals[alias.index()];
        let (name, linkage, visibility) = (std::mem::replace(&mut old.name, Str::EMPTY), old.linkage, old.visibility);
        let new = &mut source.globals[clone.index()];
        new.name = name;
        super::access::set_linkage(new, linkage);
        super::access::set_visibility(new, visibility);
    }
    map_module(source, &|value: Value| match value.kind() {
        ValueKind::Global(id) => Value::global(target.get(&id).copied().unwrap_or(id)),
        _ => value,
    });
    Ok((clones, now))
}

/// The greatest group of key instructions in a function.
fn last_group_of(source: &Module, id: GlobalId) -> u64 {
    let Some(body) = source.global(id).and_then(|global| global.function()).and_then(|function| source.body(function)) else { return 0 };
    body.locs.iter().map(|loc| loc.atom_group).max().unwrap_or(0)
}

/// Attaches the path and the name of the source of its module to a function.
fn note_source(source: &mut Module, id: GlobalId, path: &[u8]) {
    let file = source.source_filename.map_or_else(Vec::new, |name| source.str(name).to_vec());
    for (kind, text) in [(&b"thinlto_src_module"[..], path), (b"thinlto_src_file", &file)] {
        let kind = ModuleIndex::default().md_kind(source, kind);
        let text = md_string(source, text);
        let node = source.metadata.uniqued_tuple(&[Some(text)]);
        let body = source.globals[id.index()].function().and_then(|function| function.body);
        let attachments = match body.and_then(|body| source.bodies.get_mut(body as usize)) {
            Some(body) => &mut body.function_attachments,
            None => &mut source.globals[id.index()].attachments,
        };
        attachments.retain(|attachment| attachment.kind != kind);
        attachments.push(Attachment { kind, node });
        attachments.sort_by_key(|attachment| attachment.kind);
    }
}
