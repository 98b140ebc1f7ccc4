//! Which release's bitcode a module is written as.
use crate::schema::metadata::DI_RECORDS;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, MetadataTable};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// The release that wrote the module's file or printed its text ([`Module::version`]), or that an index implies; the default if it is not
/// known.
///
/// A text has no producer, so its version is inferred. If the text lacks the pointers of that version, or has newer fields, a newer tool
/// printed it.
pub fn version_of(module: &Module) -> LlvmVersion {
    let version = module.version().map_or(LlvmVersion::DEFAULT, LlvmVersion::as_written);
    let is_inferred = module.provenance.bitcode.is_none() && module.provenance.text_version.is_some() && version < LlvmVersion::DEFAULT;
    let no_pointers = || {
        let has_writer = module.provenance.text_version.is_some_and(|text| text >= LlvmVersion::OLDEST_WRITTEN);
        has_writer && module.types.iter().all(|(_, ty)| !matches!(ty, Type::Ptr(_)))
    };
    let has_its_pointers = version.opaque_pointers() || module.types.has_typed_pointers() || no_pointers();
    if is_inferred && !(has_its_pointers && has_fields_of(&module.metadata, version)) {
        return LlvmVersion::DEFAULT;
    }
    version
}

/// Whether `version` has all fields of specialized nodes that `table` uses.
fn has_fields_of(table: &MetadataTable, version: LlvmVersion) -> bool {
    let mut newer: Vec<Vec<usize>> = vec![Vec::new(); DiKind::ALL.len()];
    for row in DI_RECORDS.iter().filter(|row| row.until.is_none()) {
        let Some(at) = DiKind::ALL.iter().position(|kind| kind.name() == row.node) else { continue };
        let fields = row.operands.iter().filter(|op| op.since.is_some_and(|since| since > version)).map(|op| op.field);
        newer[at].extend(fields.filter_map(|name| Some(usize::from(DiKind::ALL[at].field(name)?.slot))));
    }
    table.items.iter().all(|item| match *item {
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            let at = DiKind::ALL.iter().position(|known| *known == kind);
            at.is_none_or(|at| newer[at].iter().all(|&slot| slots.get(slot).is_none_or(|&word| word == 0)))
        }
        _ => true,
    })
}
