//! Modules that LLVM reads one after the other into one context (`LLVMContext`), as `llvm-dis` does with the modules of a file.
use crate::entity::TypeId;
use crate::module::Module;
use crate::types::{StructKind, Type};
use std::collections::HashSet;

/// Renames structure types as in one shared context: a name that an earlier module took gets a dot and a number that the context counts
/// (`StructType::setName` of LLVM 13 to 22).
pub fn share_type_names<'m>(modules: impl IntoIterator<Item = &'m mut Module>) {
    let mut taken: HashSet<Vec<u8>> = HashSet::new();
    let mut next = 0u64;
    for module in modules {
        for id in (0..module.types.len()).map(TypeId::new) {
            let Type::Struct { kind, name, .. } = module.types.get(id) else { continue };
            if kind == StructKind::Literal || name.is_empty() {
                continue;
            }
            let own = module.str(name).to_vec();
            if taken.insert(own.clone()) {
                continue;
            }
            let free = loop {
                let name = [&own[..], b".", next.to_string().as_bytes()].concat();
                next += 1;
                if taken.insert(name.clone()) {
                    break name;
                }
            };
            let name = module.strings.push(&free);
            module.types.identify(id, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(names: &[&[u8]]) -> Module {
        let mut module = Module::default();
        for name in names {
            let name = module.strings.push(name);
            let fields = module.types.lists.push(&[]);
            module.types.push(Type::Struct { kind: StructKind::Opaque, packed: false, name, fields });
        }
        module
    }

    /// How llvm-dis 14 and 22 name the types of two modules in one file.
    #[test]
    fn later_modules_give_way() {
        let mut modules = [module(&[b"struct.C", b"struct.B"]), module(&[b"struct.B", b"struct.C", b"struct.D"])];
        share_type_names(&mut modules);
        let names = |module: &Module| -> Vec<String> {
            let name = |ty| {
                if let Type::Struct { name, .. } = ty { String::from_utf8_lossy(module.str(name)).into_owned() } else { String::new() }
            };
            module.types.iter().map(|(_, ty)| name(ty)).collect()
        };
        assert_eq!(names(&modules[0]), ["struct.C", "struct.B"]);
        assert_eq!(names(&modules[1]), ["struct.B.0", "struct.C.1", "struct.D"]);
    }
}
