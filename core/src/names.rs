//! Names of global values as people write them: as in the file, demangled, or with wildcards.
use bctk_ir::module::Module;
use std::collections::HashSet;

pub use bctk_demangle::{NamePattern, demangle, without_parameters};

/// The names of the global values of `modules` that `patterns` mean, each once, in the order of the modules.
///
/// # Errors
/// The pattern that means none.
pub fn resolve<'p>(modules: &[Module], patterns: &'p [NamePattern]) -> Result<Vec<Vec<u8>>, &'p NamePattern> {
    let names = modules.iter().flat_map(|module| module.globals.iter().map(|global| module.str(global.name)));
    let mut chosen: Vec<Vec<u8>> = Vec::new();
    let mut seen = HashSet::new();
    for pattern in patterns {
        let found = pattern.choose(names.clone());
        if found.is_empty() {
            return Err(pattern);
        }
        chosen.extend(found.into_iter().filter(|&name| seen.insert(name)).map(<[u8]>::to_vec));
    }
    Ok(chosen)
}
