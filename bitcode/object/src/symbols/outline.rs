//! Lists symbols of a file without a symbol table, from the outlines of its modules.
use super::Options;
use super::asm::{self, Binding};
use bctk_bitcode::read::{self, ModulePart};
use bctk_bitstream::Result;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::mangle::Mangler;
use bctk_ir::module::{AsmSymbol, Module};
use bctk_ir::triple::{Arch, ObjectFormat, Triple};
use hashbrown::HashMap;

/// Reads the outline of a module, with the symbols of its inline assembly.
pub(super) fn read(part: &ModulePart<'_>, options: &Options) -> Result<Module> {
    let mut module = read::outline(part, &options.read, false)?;
    let format = Triple::parse(module.str(module.triple)).format;
    if options.directives && matches!(format, ObjectFormat::Elf | ObjectFormat::Coff) {
        module = read::outline(part, &options.read, true)?;
    }
    add_assembly(&mut module);
    Ok(module)
}

/// Adds the symbols of the module's inline assembly.
pub(super) fn add_assembly(module: &mut Module) {
    // LLVM has no parser of assembly for these.
    let has_parser = !matches!(Triple::parse(module.str(module.triple)).arch, Arch::Nvptx | Arch::Xcore);
    if !module.inline_asm.is_empty() && has_parser {
        let found = assembly(module);
        for (name, flags) in found {
            let name = module.strings.push(&name);
            module.asm_symbols.push(AsmSymbol { name, flags });
        }
    }
}

/// Symbols of the module's inline assembly.
fn assembly(module: &Module) -> Vec<(Vec<u8>, u32)> {
    let text = module.str(module.inline_asm);
    // By both names: assembly uses that of the object file.
    let mut by_name: HashMap<Vec<u8>, &GlobalValue> = HashMap::new();
    if text.windows(7).any(|word| word == b".symver") {
        let mut mangler = Mangler::new(module);
        for (index, global) in module.globals.iter().enumerate().filter(|(_, global)| !global.name.is_empty()) {
            let mut name = Vec::new();
            mangler.name(module, GlobalId::new(index), &mut name);
            by_name.insert(name, global);
        }
        for global in module.globals.iter().filter(|global| !global.name.is_empty()) {
            by_name.insert(module.str(global.name).to_vec(), global);
        }
    }
    let bound = |name: &[u8]| {
        let global = by_name.get(name)?;
        let binding = match global.linkage {
            Linkage::External => Binding::Global,
            linkage if linkage.is_local() => Binding::Local,
            Linkage::WeakAny | Linkage::WeakOdr | Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::Common | Linkage::ExternalWeak => {
                Binding::Weak
            }
            _ => Binding::Other,
        };
        Some((binding, !(global.linkage == Linkage::AvailableExternally || global.is_declaration())))
    };
    asm::symbols(text, &Triple::parse(module.str(module.triple)), bound)
}

/// Whether each symbol of the module is a constant variable, in the order of the table.
pub(super) fn constants(module: &Module) -> Vec<bool> {
    let (functions, others): (Vec<_>, Vec<_>) = module.globals.iter().partition(|global| matches!(global.kind, GlobalKind::Function(_)));
    let variables = others.iter().filter_map(|global| match global.kind {
        GlobalKind::Variable { constant, .. } => Some(constant),
        _ => None,
    });
    let mut flags: Vec<bool> = functions.iter().map(|_| false).chain(variables).collect();
    flags.resize(module.globals.len() + module.asm_symbols.len(), false);
    flags
}
