//! Names of things, as assembly spells them.
use bctk_ir::global::GlobalValue;
use bctk_ir::keywords::{CallConv, Linkage, Visibility};
use bctk_ir::module::Module;
use std::borrow::Cow;

/// What columns with the number of a function say.
pub(crate) const FUNCTION_INDEX: &str =
    "Number of the function in its module, from 0, declarations included: with `row` and `module`, what tells functions apart.";

/// The linkage in words; `external` is not written in assembly.
pub(crate) fn linkage(linkage: Linkage) -> &'static str {
    match linkage.spelling() {
        "" => "external",
        text => text,
    }
}

/// The visibility in words; `default` is not written in assembly.
pub(crate) fn visibility(visibility: Visibility) -> &'static str {
    match visibility.spelling() {
        "" => "default",
        text => text,
    }
}

/// The calling convention: a keyword of today or `cc N`.
pub(crate) fn calling_convention(cc: CallConv) -> Cow<'static, str> {
    match cc {
        CallConv::C => "ccc".into(),
        _ => cc.name().map_or_else(|| format!("cc {}", cc.0).into(), |name| name.trim_end().into()),
    }
}

/// The alignment in bytes; none if it is not stated.
pub(crate) fn alignment(code: u8) -> Option<u64> {
    (code > 0).then(|| 1u64.checked_shl(u32::from(code) - 1)).flatten()
}

/// The demangled name, if the name is mangled.
pub(crate) fn demangled(name: &[u8]) -> Option<Cow<'_, [u8]>> {
    // A byte 1 says that the rest is the name in the object file.
    let name = name.strip_prefix(b"\x01").unwrap_or(name);
    match bctk_demangle::demangle(name) {
        Cow::Owned(text) => Some(Cow::Owned(text)),
        Cow::Borrowed(_) => None,
    }
}

/// The name of a comdat.
pub(crate) fn comdat<'m>(module: &'m Module, global: &GlobalValue) -> Option<&'m [u8]> {
    Some(module.str(module.comdats.get(global.comdat?.index())?.name))
}

/// The name of a global value; none for one without.
pub(crate) fn global<'m>(module: &'m Module, value: &GlobalValue) -> Option<&'m [u8]> {
    Some(module.str(value.name)).filter(|name| !name.is_empty())
}

/// Whether a name is that of an intrinsic.
pub(crate) fn is_intrinsic(name: &[u8]) -> bool {
    name.starts_with(b"llvm.")
}

/// Whether a name is that of an intrinsic that only describes variables for debuggers.
pub(crate) fn is_debug_intrinsic(name: &[u8]) -> bool {
    name.starts_with(b"llvm.dbg.")
}
