//! Linker directives of symbols on Windows (`emitLinkerFlagsForGlobalCOFF`).
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::{DllStorage, Visibility};
use bctk_ir::mangle::Mangler;
use bctk_ir::module::Module;
use bctk_ir::triple::{Os, Triple};
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;

/// Appends the directives of a symbol: exports and, on MinGW, symbols that are excluded from exporting all others.
pub(super) fn for_symbol(
    out: &mut Vec<u8>,
    mangler: &mut Mangler,
    (triple, llvm): (&Triple<'_>, LlvmVersion),
    module: &Module,
    (id, global): (GlobalId, &GlobalValue),
) {
    if global.is_declaration() {
        return;
    }
    let name = module.str(global.name);
    let plain = |c: &u8| match c {
        b'#' => llvm.hash_unquoted(),
        b'$' | b'.' => !llvm.quoted_dots(),
        _ => c.is_ascii_alphanumeric() || matches!(c, b'_' | b'@'),
    };
    let quote: &[u8] = if !name.is_empty() && !name.iter().all(plain) { b"\"" } else { b"" };
    let msvc = triple.is_windows_msvc() || llvm.uefi_directives() && triple.os == Os::Uefi;
    let prefix = mangler.prefix();
    let mut symbol = Vec::new();
    let mut bare = |mangler: &mut Mangler| {
        symbol.clear();
        mangler.name(module, id, &mut symbol);
        // MinGW's linker adds the prefix itself. Without a prefix, LLVM looks for a zero.
        let strip = symbol.first() == Some(&prefix.unwrap_or(0));
        symbol[usize::from(strip)..].to_vec()
    };
    if global.dll_storage == DllStorage::Export {
        out.extend_from_slice(if msvc { b" /EXPORT:" } else { b" -export:" });
        out.extend_from_slice(quote);
        if triple.is_cyg_ming() {
            out.extend(bare(mangler));
        } else {
            mangler.name(module, id, out);
        }
        if triple.is_arm64ec()
            && llvm.hash_unquoted()
            && let Some(plain) = without_arm64ec(name)
        {
            out.extend_from_slice(b",EXPORTAS,");
            out.extend(plain);
        }
        out.extend_from_slice(quote);
        if !matches!(module.types.get(global.value_type), Type::Function { .. }) {
            out.extend_from_slice(if msvc { b",DATA" } else { b",data" });
        }
    }
    if llvm.hidden_directives() && global.visibility == Visibility::Hidden && triple.is_cyg_ming() {
        out.extend_from_slice(b" -exclude-symbols:");
        out.extend_from_slice(quote);
        out.extend(bare(mangler));
        out.extend_from_slice(quote);
    }
}

/// The name before ARM64EC mangling: `#name`, or Microsoft's C++ name with `$$h` in it.
fn without_arm64ec(name: &[u8]) -> Option<Vec<u8>> {
    if let Some(plain) = name.strip_prefix(b"#") {
        return Some(plain.to_vec());
    }
    let at = name.windows(3).position(|w| w == b"$$h").filter(|_| name.starts_with(b"?"))?;
    let after = &name[at + 3..];
    (!after.is_empty()).then(|| [&name[..at], after].concat())
}
