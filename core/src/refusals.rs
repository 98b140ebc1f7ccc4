//! What the reader of an older release refuses in the bitcode of a newer one, with its words: records that are longer than it knows them, and newer
//! summaries. The language itself is a matter of the translation.
use bctk_bitcode::read::{ModulePart, read_summary};
use bctk_bitcode::schema::function;
use bctk_bitcode::{ReadOptions, undemanded_in};
use bctk_bitstream::wrapper::strip_wrapper;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// Which parts of bitcode a reader looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// Everything.
    AtAll,
    /// All but the bodies of functions.
    NotAtBodies,
    /// The summary alone.
    AtSummary,
    /// All but the summary: LLVM's linker has functions read one by one, and the summary comes after them.
    NotAtSummary,
}

/// What the reader of `llvm` says of the bitcode of a module before it looks at attributes, if it refuses it for that.
pub(crate) fn at_first(part: &ModulePart<'_>, module: &Module, llvm: LlvmVersion) -> Option<String> {
    if module.version().is_none_or(|own| own <= llvm) {
        return None;
    }
    if !llvm.string_table() && bctk_bitcode::facts(part).ok()?.version >= WITH_STRING_TABLE {
        return Some(format!("Invalid value: LLVM {llvm} does not read names in a string table"));
    }
    if !module.types.iter().any(|(_, ty)| matches!(ty, Type::Ptr(_))) {
        return None;
    }
    match () {
        () if llvm.opaque_pointers_unknown() => Some(format!("Invalid value: LLVM {llvm} does not read opaque pointers")),
        () if llvm.opaque_pointers_on_request() => Some("Opaque pointers are only supported in -opaque-pointers mode".into()),
        () => None,
    }
}

/// The version of the encoding of modules since which names are in a string table.
const WITH_STRING_TABLE: u64 = 2;

/// What the reader of `llvm` says of records that are longer than it knows them, and of a newer summary. Files of its own release and of older ones
/// have none. What is damaged is found when the module is read.
pub(crate) fn newer_records(bytes: &[u8], looks: Looks, llvm: LlvmVersion, options: &ReadOptions) -> Option<String> {
    for part in &bctk_bitcode::modules(bytes, options).ok()? {
        let facts = bctk_bitcode::facts(part).ok()?;
        if facts.llvm.is_some_and(|own| own.as_written() <= llvm) {
            continue;
        }
        let stream = bytes.get(strip_wrapper(bytes).ok()?)?;
        let is_read = |block: u32| looks == Looks::AtAll || block != function::ID;
        let refused = if looks == Looks::AtSummary { Vec::new() } else { undemanded_in(stream, llvm, 1, &is_read).unwrap_or_default() };
        if let Some(record) = refused.first() {
            let takes = match (record.demand.least, record.demand.most) {
                (least, Some(most)) if least == most => most.to_string(),
                (0, Some(most)) => format!("at most {most}"),
                (least, Some(most)) => format!("{least} to {most}"),
                (least, None) => format!("at least {least}"),
            };
            let (words, path, operands, bit) = (record.words, &record.path, record.operands, record.bit);
            return Some(format!("{words}: {path} at bit {bit} has {operands} operands, LLVM {llvm} takes {takes}"));
        }
        if facts.summary.is_some()
            && looks != Looks::NotAtSummary
            && let Some(message) = read_summary(part, options).ok()?.and_then(|module| newer_summary(&module, llvm))
        {
            return Some(message);
        }
    }
    None
}

/// What the reader of `llvm` says of the summary of a module, if it is newer than it knows them.
pub(crate) fn newer_summary(module: &Module, llvm: LlvmVersion) -> Option<String> {
    let (version, most) = (module.summary.as_ref()?.version, llvm.summary_version());
    (version > most).then(|| format!("Invalid summary version {version}. Version should be in the range [1-{most}]."))
}
