//! Symbols for linkers.
use bctk::{ErrorKind, SymbolFlags};
use pyo3::prelude::*;

use crate::error::Outcome;
use crate::module;
use crate::names::Name;
use crate::shared::Shared;

/// A symbol of a module.
#[pyclass(frozen, get_all, module = "bctk")]
pub(crate) struct Symbol {
    /// The name, as in an object file.
    name: Name,
    /// The flags: ``undefined``, ``weak``, ``common``, ``indirect``, ``used``, ``tls``, ``may_omit``, ``global``, ``format_specific``,
    /// ``unnamed_addr``, ``executable``.
    flags: Vec<&'static str>,
    /// Whether the module defines it.
    is_defined: bool,
}

#[pymethods]
impl Symbol {
    fn __repr__(&self) -> String {
        format!("<Symbol '{}'{}>", String::from_utf8_lossy(&self.name.0), if self.is_defined { "" } else { ", undefined" })
    }
}

/// The symbols of a module.
pub(crate) fn of(shared: &Shared) -> Outcome<Vec<Symbol>> {
    let written;
    let file = match &shared.file {
        Some(file) if !file.is_assembly() => file,
        _ => {
            let file = bctk::open_bytes_with(&shared.name, module::bitcode(shared)?, &shared.limits)?;
            written = file.modules()?.pop().ok_or_else(|| bctk::Error::new(&*shared.name, ErrorKind::Modules("found no module".into())))?;
            &written
        }
    };
    let symbol = |symbol: bctk::SymbolFacts| Symbol {
        is_defined: !symbol.flags.contains(SymbolFlags::UNDEFINED),
        flags: symbol.flags.names().collect(),
        name: Name(symbol.name),
    };
    Ok(bctk::inspect(file)?.symbols.into_iter().map(symbol).collect())
}
