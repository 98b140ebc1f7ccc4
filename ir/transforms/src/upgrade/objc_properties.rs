//! Objective-C properties (`DIObjCProperty`), whose getter and setter readers swapped until LLVM 21.
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;

/// Exchanges getter and setter of Objective-C properties.
pub fn swap_accessors(module: &mut Module) {
    let table = &mut module.metadata;
    let (Some(getter), Some(setter)) = (DiKind::ObjCProperty.field("getter"), DiKind::ObjCProperty.field("setter")) else { return };
    for item in &table.items {
        if let Metadata::Node { kind: DiKind::ObjCProperty, fields, .. } = *item {
            let (a, b) = (fields as usize + usize::from(getter.slot), fields as usize + usize::from(setter.slot));
            if a.max(b) < table.fields.len() {
                table.fields.swap(a, b);
            }
        }
    }
}
