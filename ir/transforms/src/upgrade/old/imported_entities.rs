//! Imported entities of debug information.
use super::nodes::field;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;

/// An imported entity has a line only with a file, which it could not name until LLVM 5.
pub(crate) fn forget_lines_without_files(module: &mut Module) {
    let table = &mut module.metadata;
    for id in (0..table.items.len()).map(MdId::new) {
        if field(table, id, DiKind::ImportedEntity, "file").is_some_and(|file| *file == 0)
            && let Some(line) = field(table, id, DiKind::ImportedEntity, "line")
        {
            *line = 0;
        }
    }
}
