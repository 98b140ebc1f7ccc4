//! The table `modules`.
use crate::columns::{Column, Kind};
use crate::debug;
use crate::fault::Result;
use crate::rows::Rows;
use crate::source::{Form, Stored};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::{Lang, LangName};
use bctk_ir::module::Module;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_128;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new(
        "member",
        Kind::Text,
        "Name of the module in its archive, object file or other container; null if the source is bitcode or assembly.",
    ),
    Column::new("container", Kind::Text, "Kind of the container; null if the source is bitcode or assembly."),
    Column::new("form", Kind::Text, "`bitcode` or `assembly`."),
    Column::new("bytes", Kind::U64, "Size of the bitcode file or text that has it; several modules may share a file."),
    Column::new("content_hash", Kind::Text, "XXH3 (128 bits) of these bytes."),
    Column::new("producer", Kind::Text, "Who wrote the bitcode: `LLVM22.1.8`. Null in assembly and before LLVM 3.8."),
    Column::new(
        "llvm_version",
        Kind::Text,
        "The release of LLVM, `22` or `3.7`: from the producer, else inferred from the forms in the file or text.",
    ),
    Column::new("is_version_inferred", Kind::Bool, "Whether `llvm_version` is inferred."),
    Column::new("epoch", Kind::U64, "Epoch of the bitcode; null in assembly."),
    Column::new("triple", Kind::Text, "Target triple."),
    Column::new("data_layout", Kind::Text, "Data layout."),
    Column::new("source_filename", Kind::Text, "Name of the source file as the module states it."),
    Column::new(
        "language",
        Kind::Text,
        "Language of the first compile unit: `C_plus_plus_14`, `Rust` … (`DW_LANG_`, `DW_LNAME_`); null without debug information.",
    ),
    Column::new("languages", Kind::TextList, "Languages of all compile units, each once."),
    Column::new("compiler", Kind::Text, "Producer of the first compile unit, else the first entry of `llvm.ident`."),
    Column::new("is_optimized", Kind::Bool, "Whether the first compile unit says that it is optimized."),
    Column::new("functions", Kind::U32, "Number of functions that are defined."),
    Column::new("declarations", Kind::U32, "Number of functions that are declared."),
    Column::new("variables", Kind::U32, "Number of global variables."),
    Column::new("aliases", Kind::U32, "Number of aliases and ifuncs."),
    Column::new("types", Kind::U32, "Number of types in the module's table."),
    Column::new("named_metadata", Kind::TextList, "Names of named metadata."),
    Column::new("has_debug_info", Kind::Bool, "Whether it has compile units."),
    Column::new("has_inline_asm", Kind::Bool, "Whether it has module-level inline assembly."),
    Column::new("has_summary", Kind::Bool, "Whether it has a ThinLTO or LTO summary."),
    Column::new("has_symbol_table", Kind::Bool, "Whether the file has a symbol table for linkers."),
    Column::new("hash", Kind::Text, "SHA-1 that the module states of itself (HASH), for ThinLTO caches."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, rows: &mut Rows<'_>) -> Result<()> {
    let view = stored.view()?;
    let module = view.module();
    let mut row = rows.begin(stored.number)?;
    row.some_text(stored.member.as_bytes())?.opt_text(stored.container.map(|container| container.name().as_bytes()))?;
    let (form, bytes) = match &stored.form {
        Form::Bitcode { bytes, .. } => ("bitcode", std::borrow::Cow::Borrowed(*bytes)),
        Form::Text(file) => ("assembly", file.bytes()),
    };
    row.text(form.as_bytes())?.u64(bytes.len() as u64)?.text(bctk_hash::hex(xxh3_128(&bytes)).as_bytes())?;
    row.some_text(module.str(module.provenance.producer))?;
    row.opt_text(module.version().map(|version| version.to_string()).as_deref().map(str::as_bytes))?;
    row.bool(module.producer_version().is_none())?;
    row.opt_u64(stored.part().map(|part| part.epoch()).transpose()?)?;
    row.some_text(module.str(module.triple))?.some_text(module.str(module.stated_data_layout()))?;
    row.opt_text(module.source_filename.map(|name| module.str(name)))?;
    let units = units(module);
    let mut languages: Vec<String> = units.iter().filter_map(|&unit| language(module, unit)).collect();
    row.opt_text(languages.first().map(String::as_bytes))?;
    let mut seen = std::collections::HashSet::new();
    languages.retain(|language| seen.insert(language.clone()));
    row.text_list(&languages)?;
    let compiler = units.iter().find_map(|&unit| debug::text(module, unit, DiKind::CompileUnit, "producer"));
    row.opt_text(compiler.or_else(|| ident(module)))?;
    match units.first().and_then(|&unit| debug::number(module, unit, DiKind::CompileUnit, "isOptimized")) {
        Some(flag) => row.bool(flag != 0)?,
        None => row.null()?,
    };
    let count = |of: &dyn Fn(&GlobalKind) -> bool| module.globals.iter().filter(|global| of(&global.kind)).count() as u32;
    row.u32(count(&|kind| matches!(kind, GlobalKind::Function(function) if function.body.is_some())))?;
    row.u32(count(&|kind| matches!(kind, GlobalKind::Function(function) if function.body.is_none())))?;
    row.u32(count(&|kind| matches!(kind, GlobalKind::Variable { .. })))?;
    row.u32(count(&|kind| matches!(kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. })))?;
    row.u32(module.types.len() as u32)?;
    row.text_list(module.metadata.named.iter().map(|named| module.str(named.name)))?;
    row.bool(!units.is_empty())?.bool(!module.inline_asm.is_empty())?.bool(module.summary.is_some())?;
    row.bool(module.provenance.bitcode.as_ref().is_some_and(|file| file.symtab))?;
    row.opt_text(module.provenance.hash.map(hash).as_deref().map(str::as_bytes))?;
    row.end()
}

fn hash(words: [u32; 5]) -> String {
    words.iter().fold(String::new(), |mut text, word| {
        // Writing to a string does not fail.
        let _ = write!(text, "{word:08x}");
        text
    })
}

/// The compile units of `llvm.dbg.cu`.
fn units(module: &Module) -> Vec<bctk_ir::entity::MdId> {
    let named = module.metadata.named.iter().find(|named| module.str(named.name) == b"llvm.dbg.cu");
    let is_unit = |id: &&bctk_ir::entity::MdId| matches!(module.metadata.get(**id), Metadata::Node { kind: DiKind::CompileUnit, .. });
    named.into_iter().flat_map(|named| named.nodes.iter().filter(is_unit).copied()).collect()
}

/// The language of a compile unit, without its prefix.
fn language(module: &Module, unit: bctk_ir::entity::MdId) -> Option<String> {
    let number = |name| debug::number(module, unit, DiKind::CompileUnit, name).filter(|&number| number != 0);
    let name = |text: Option<&'static str>, prefix: &str, number: u32| match text {
        Some(text) => text.strip_prefix(prefix).unwrap_or(text).to_owned(),
        None => number.to_string(),
    };
    if let Some(language) = number("language") {
        return Some(name(Lang(language as u16).name(), "DW_LANG_", language));
    }
    let language = number("sourceLanguageName")?;
    Some(name(LangName(language as u16).name(), "DW_LNAME_", language))
}

/// The first entry of `llvm.ident`.
fn ident(module: &Module) -> Option<&[u8]> {
    let named = module.metadata.named.iter().find(|named| module.str(named.name) == b"llvm.ident")?;
    let Metadata::Tuple { ops, .. } = module.metadata.get(*named.nodes.first()?) else { return None };
    match module.metadata.get(module.metadata.lists.get(ops).first()??) {
        Metadata::String(text) => Some(module.str(text)),
        _ => None,
    }
}
