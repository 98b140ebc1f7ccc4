//! The ThinLTO summary as dictionaries and lists.
use bctk_ir::module::Module;
use bctk_ir::summary::{EntryKind, RefKind, Summary, words};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::names::Name;
use crate::shared::Handle;

/// A reference or call.
struct Edge {
    value: usize,
    word: &'static str,
}

/// The summary of one value.
struct Entry {
    value: usize,
    module: usize,
    kind: &'static str,
    linkage: &'static str,
    flags: Vec<&'static str>,
    instructions: Option<u64>,
    calls: Vec<Edge>,
    refs: Vec<Edge>,
    aliasee: Option<usize>,
}

/// A summary apart from its module.
struct Facts {
    full_lto: bool,
    version: u64,
    flags: u64,
    block_count: u64,
    modules: Vec<(Option<Name>, String)>,
    values: Vec<(u64, Option<Name>)>,
    entries: Vec<Entry>,
    type_ids: Vec<(Name, u64)>,
}

fn entry(entry: &bctk_ir::summary::Entry) -> Entry {
    let flags = [
        (entry.flags.live, "live"),
        (entry.flags.dso_local, "dso_local"),
        (entry.flags.not_eligible_to_import, "not_eligible_to_import"),
        (entry.flags.can_auto_hide, "can_auto_hide"),
        (entry.flags.import_declaration, "import_declaration"),
    ];
    let reference = |it: &bctk_ir::summary::Ref| Edge {
        value: it.value as usize,
        word: match it.kind {
            RefKind::Any => "any",
            RefKind::ReadOnly => "readonly",
            RefKind::WriteOnly => "writeonly",
        },
    };
    let linkage = entry.flags.linkage.spelling();
    let mut out = Entry {
        value: entry.value as usize,
        module: entry.module as usize,
        kind: "variable",
        linkage: if linkage.is_empty() { "external" } else { linkage },
        flags: flags.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect(),
        instructions: None,
        calls: Vec::new(),
        refs: entry.refs.iter().map(reference).collect(),
        aliasee: None,
    };
    match &entry.kind {
        EntryKind::Function(function) => {
            out.kind = "function";
            out.instructions = Some(function.instructions);
            let call = |edge: &bctk_ir::summary::CallEdge| Edge {
                value: edge.callee as usize,
                word: words::HOTNESS.get(usize::from(edge.hotness)).copied().unwrap_or("unknown"),
            };
            out.calls = function.calls.iter().map(call).collect();
        }
        EntryKind::Variable { .. } => {}
        EntryKind::Alias(aliasee) => {
            out.kind = "alias";
            out.aliasee = aliasee.map(|value| value as usize);
        }
    }
    out
}

fn facts(module: &Module, summary: &Summary) -> Facts {
    let hash = |words: [u32; 5]| words.iter().map(|word| format!("{word:08x}")).collect();
    Facts {
        full_lto: summary.full_lto,
        version: summary.version,
        flags: summary.flags,
        block_count: summary.block_count,
        modules: summary.modules.iter().map(|it| (it.path.map(|path| Name(module.str(path).to_vec())), hash(it.hash))).collect(),
        values: summary.values.iter().map(|value| (value.guid, Name::some(module.str(value.name)))).collect(),
        entries: summary.entries.iter().map(entry).collect(),
        type_ids: summary.type_ids.iter().map(|id| (Name(module.str(id.name).to_vec()), id.guid)).collect(),
    }
}

/// The summary of a module.
pub(crate) fn of<'py>(py: Python<'py>, shared: &Handle) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(facts) = shared.with(py, |module| module.summary.as_deref().map(|summary| facts(module, summary)))? else { return Ok(None) };
    let out = PyDict::new(py);
    out.set_item("full_lto", facts.full_lto)?;
    out.set_item("version", facts.version)?;
    out.set_item("flags", facts.flags)?;
    out.set_item("block_count", facts.block_count)?;
    let modules = PyList::empty(py);
    for (path, hash) in facts.modules {
        let module = PyDict::new(py);
        module.set_item("path", path)?;
        module.set_item("hash", hash)?;
        modules.append(module)?;
    }
    out.set_item("modules", modules)?;
    let value = |at: usize| -> PyResult<Bound<'py, PyDict>> {
        let value = PyDict::new(py);
        let (guid, name) = facts.values.get(at).cloned().unwrap_or((0, None));
        value.set_item("guid", guid)?;
        value.set_item("name", name)?;
        Ok(value)
    };
    let edges = |edges: &[Edge], word: &str| -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for edge in edges {
            let item = value(edge.value)?;
            item.set_item(word, edge.word)?;
            list.append(item)?;
        }
        Ok(list)
    };
    let entries = PyList::empty(py);
    for entry in &facts.entries {
        let item = value(entry.value)?;
        item.set_item("module", entry.module)?;
        item.set_item("kind", entry.kind)?;
        item.set_item("linkage", entry.linkage)?;
        item.set_item("flags", &entry.flags)?;
        item.set_item("refs", edges(&entry.refs, "access")?)?;
        if let Some(instructions) = entry.instructions {
            item.set_item("instructions", instructions)?;
            item.set_item("calls", edges(&entry.calls, "hotness")?)?;
        }
        if let Some(aliasee) = entry.aliasee {
            item.set_item("aliasee", value(aliasee)?)?;
        }
        entries.append(item)?;
    }
    out.set_item("entries", entries)?;
    out.set_item("type_ids", facts.type_ids)?;
    Ok(Some(out))
}
