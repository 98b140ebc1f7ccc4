//! The symbols of object files with machine code change as those of bitcode do.
use bctk_ir::keywords::Visibility;
use bctk_object::rewrite::{self, ElfSymbol, elf};
use bctk_passes::{Binding, SymbolChanges, SymbolState};

use crate::error::{Error, ErrorKind, Result};

/// Changes the symbols of an object file with machine code called `name` as those of bitcode change, with all that refers to them, and removes its
/// debug information if `strip_debug` says so. None if nothing changes. Only ELF objects can change.
///
/// # Errors
/// If the file is of another kind or damaged, or a symbol would go that something needs.
pub fn with_native_symbols(name: &str, bytes: &[u8], changes: &SymbolChanges, strip_debug: bool) -> Result<Option<Vec<u8>>> {
    let refused = |message: String| Error::new(name, ErrorKind::Unrepresentable(message));
    if !rewrite::is_elf_object(bytes) {
        let kind = if bytes.starts_with(b"\x7FELF") { "ELF objects before linking" } else { "ELF objects" };
        return Err(refused(format!(
            "of machine code, only that of {kind} can change; `bctk objcopy --bitcode-only` changes bitcode alone"
        )));
    }
    let without = if strip_debug { rewrite::without_elf_debug(bytes).map_err(refused)? } else { None };
    let bytes = without.as_deref().unwrap_or(bytes);
    let changed = match changes.is_empty() && !changes.strip_files {
        true => None,
        false => rewrite::with_elf_symbols(bytes, &mut |symbol| change_elf(symbol, changes)).map_err(refused)?,
    };
    changes.decided().map_err(refused)?;
    Ok(changed.or(without))
}

/// Changes a symbol; false if it goes.
fn change_elf(symbol: &mut ElfSymbol<'_>, changes: &SymbolChanges) -> bool {
    let state = SymbolState {
        binding: match symbol.binding {
            elf::STB_LOCAL => Binding::Local,
            elf::STB_WEAK => Binding::Weak,
            _ => Binding::Global,
        },
        visibility: match symbol.visibility {
            elf::STV_DEFAULT => Visibility::Default,
            elf::STV_PROTECTED => Visibility::Protected,
            _ => Visibility::Hidden,
        },
        is_defined: symbol.is_defined,
        is_common: symbol.is_common,
    };
    let mut binding = state.binding;
    if !changes.skip.has(&symbol.name) {
        let visibility;
        (binding, visibility) = changes.bound(&symbol.name, &state);
        if binding != state.binding {
            symbol.binding = match binding {
                Binding::Local => elf::STB_LOCAL,
                Binding::Global => elf::STB_GLOBAL,
                Binding::Weak => elf::STB_WEAK,
            };
        }
        if visibility != state.visibility {
            symbol.visibility = match visibility {
                Visibility::Default => elf::STV_DEFAULT,
                Visibility::Hidden => elf::STV_HIDDEN,
                Visibility::Protected => elf::STV_PROTECTED,
            };
        }
        let new = match symbol.kind == elf::STT_SECTION {
            // These have the names of their sections.
            true => changes.rename.get(&*symbol.name).cloned(),
            false => Some(changes.renamed(&symbol.name)).filter(|new| **new != *symbol.name),
        };
        if let Some(new) = new {
            symbol.name = new.into();
        }
    }
    let name = &*symbol.name;
    match symbol.kind {
        elf::STT_SECTION => changes.keep.has(name) || !changes.strip.has(name),
        // These stay if all other local symbols go, whatever else is said.
        elf::STT_FILE => {
            let is_unneeded =
                !symbol.is_needed && binding == Binding::Local && (changes.strip_all_unneeded || changes.strip_unneeded.has(name));
            let goes = changes.strip_files || changes.strip.has(name) || is_unneeded;
            changes.strip_locals || changes.keep.has(name) || !goes
        }
        // Disassemblers need these, and linkers of some processors.
        _ if symbol.is_mark() => changes.keep.has(name) || !changes.strip.has(name),
        _ => !changes.goes(name, binding, symbol.is_defined, symbol.is_needed),
    }
}
