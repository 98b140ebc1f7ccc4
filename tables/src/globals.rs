//! The table `globals`: variables, aliases and ifuncs.
use crate::columns::{Column, Kind};
use crate::debug;
use crate::fault::{Clock, Fault, Result};
use crate::names;
use crate::rows::Rows;
use crate::source::Stored;
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_textual::{DisplayIn, ModuleSlotTracker};

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("name", Kind::Text, "Name; null for a variable without one."),
    Column::new("demangled", Kind::Text, "The name in the source language, if the name is mangled (C++, Rust, D)."),
    Column::new("kind", Kind::Text, "`variable`, `alias` or `ifunc`. Functions are in the table `functions`."),
    Column::new("linkage", Kind::Text, "`external`, `internal`, `private` …"),
    Column::new("visibility", Kind::Text, "`default`, `hidden` or `protected`."),
    Column::new("type", Kind::Text, "Type of what it holds. Structures without names are numbered in the order of the module's table."),
    Column::new("address_space", Kind::U32, "Address space."),
    Column::new("is_constant", Kind::Bool, "Whether it is never written; null for aliases and ifuncs."),
    Column::new("is_declaration", Kind::Bool, "Whether it has no initializer."),
    Column::new("thread_local", Kind::Text, "`thread_local`, `thread_local(initialexec)` …; null for none."),
    Column::new("unnamed_addr", Kind::Text, "`unnamed_addr` or `local_unnamed_addr`; null for none."),
    Column::new("is_dso_local", Kind::Bool, "Whether it is known to be in the same linked image."),
    Column::new("dll_storage", Kind::Text, "`dllimport` or `dllexport`; null for none."),
    Column::new("alignment", Kind::U64, "Alignment in bytes, if stated."),
    Column::new("section", Kind::Text, "Section that it is placed in by name."),
    Column::new("comdat", Kind::Text, "Name of its comdat."),
    Column::new("size", Kind::U64, "Size in bytes by the module's data layout; null if the type has no size."),
    Column::new("target", Kind::Text, "Name of what an alias or ifunc stands for, behind casts and offsets."),
    Column::new("variable", Kind::Text, "Its name in debug information."),
    Column::new("file", Kind::Text, "Its file in debug information."),
    Column::new("line", Kind::U32, "Its line in debug information."),
    Column::text("initializer", "The initial value as assembly prints it, with its type; of an alias or ifunc, what it stands for."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let view = stored.view()?;
    let module = view.module();
    clock.check()?;
    let tracker = ModuleSlotTracker::of_tables(module);
    let with_text = rows.wants(&["initializer"]);
    let mut layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
    let dbg = debug::kind_number(module, b"dbg");
    for global in &module.globals {
        let (kind, value) = match global.kind {
            GlobalKind::Variable { initializer, .. } => ("variable", initializer.get()),
            GlobalKind::Alias { aliasee } => ("alias", Some(aliasee)),
            GlobalKind::IFunc { resolver } => ("ifunc", Some(resolver)),
            GlobalKind::Function(_) => continue,
        };
        clock.check()?;
        let name = names::global(module, global);
        let mut row = rows.begin(stored.number)?;
        row.opt_text(name)?.opt_text(name.and_then(names::demangled).as_deref())?.text(kind.as_bytes())?;
        row.text(names::linkage(global.linkage).as_bytes())?.text(names::visibility(global.visibility).as_bytes())?;
        row.text(global.value_type.display(&tracker).to_string().as_bytes())?.u32(global.addrspace)?;
        match global.kind {
            GlobalKind::Variable { constant, .. } => row.bool(constant)?,
            _ => row.null()?,
        };
        row.bool(global.is_declaration())?.some_text(global.thread_local.spelling().as_bytes())?;
        row.some_text(global.unnamed_addr.spelling().as_bytes())?.bool(global.dso_local)?;
        row.some_text(global.dll_storage.spelling().as_bytes())?.opt_u64(names::alignment(global.align))?;
        row.some_text(module.str(global.section))?.opt_text(names::comdat(module, global))?;
        let is_variable = matches!(global.kind, GlobalKind::Variable { .. });
        row.opt_u64(layouts.alloc_size(&module.types, global.value_type).filter(|_| is_variable))?;
        row.opt_text(value.filter(|_| !is_variable).and_then(|value| target(module, value)))?;
        match described(module, global, dbg) {
            Some((name, file, line)) => row.opt_text(name)?.opt_text(file)?.opt_u32(line)?,
            None => row.null()?.null()?.null()?,
        };
        let text = value.filter(|_| with_text).map(|value| value.display(&tracker).to_string());
        row.opt_text(text.as_deref().map(str::as_bytes))?;
        row.end()?;
    }
    tracker.check().map_err(|error| Fault::new(error.to_string()))
}

/// The name of the global value in a constant.
fn target(module: &Module, mut value: Value) -> Option<&[u8]> {
    // Constants may be nested deeper than any compiler nests them.
    for _ in 0..8 {
        let index = match value.kind() {
            ValueKind::Global(id) => return names::global(module, module.global(id)?),
            ValueKind::Const(index) => index,
            _ => return None,
        };
        value = match module.consts.get(index)?.kind {
            ConstKind::Cast { value, .. } => value,
            ConstKind::Gep { ops, .. } => module.consts.lists.get(ops).first()?,
            _ => return None,
        };
    }
    None
}

/// Name, file and line in debug information.
type Described<'m> = (Option<&'m [u8]>, Option<&'m [u8]>, Option<u32>);

fn described<'m>(module: &'m Module, global: &GlobalValue, dbg: Option<u32>) -> Option<Described<'m>> {
    let node = global.attachments.iter().find(|attachment| Some(attachment.kind) == dbg)?.node;
    let variable = match module.metadata.get(node) {
        Metadata::Node { kind: DiKind::GlobalVariableExpression, .. } => {
            debug::reference(module, node, DiKind::GlobalVariableExpression, "var")?
        }
        _ => node,
    };
    let file = debug::reference(module, variable, DiKind::GlobalVariable, "file");
    Some((
        debug::text(module, variable, DiKind::GlobalVariable, "name"),
        file.and_then(|file| debug::text(module, file, DiKind::File, "filename")),
        debug::number(module, variable, DiKind::GlobalVariable, "line"),
    ))
}
