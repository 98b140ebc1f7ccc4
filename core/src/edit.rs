//! Makes and changes modules.
//!
//! [`EditModule::edit`] begins edits of a module: [`ModuleEdit`] adds and changes global values, [`FunctionBuilder`] bodies. [`extract`] and
//! [`strip`] change whole modules on request.
pub use bctk_bitcode::rewrite::{Extent, Rewriter, Rewritten};
pub use bctk_edit::{
    DIBuilder, DiValue, Dropped, EditError, EditGuard, EditModule, Finished, FunctionBuilder, InsertPoint, ModuleEdit, Operand,
    Result as EditResult,
};
use bctk_ir::attr_set::AttrTable;
use bctk_ir::entity::AttrListId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_transforms::edit;

use crate::error::ErrorKind;

/// The changes to make, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Keep only the global values of these names, and declare what they refer to; empty keeps everything.
    pub only: Vec<Vec<u8>>,
    /// Remove all debug information.
    pub strip_debug: bool,
    /// Remove the names of local values, blocks, types, and internal and private functions and variables.
    pub strip_names: bool,
}

impl Edits {
    /// Whether anything changes.
    pub fn is_empty(&self) -> bool {
        *self == Edits::default()
    }
}

/// Keeps only the global values `names` in the modules of one file. Modules without any of them are dropped.
///
/// # Errors
/// [`ErrorKind::Symbol`] names a global value that no module has.
pub fn extract(modules: &mut Vec<Module>, names: &[Vec<u8>]) -> Result<(), ErrorKind> {
    let has = |module: &Module, name: &[u8]| module.globals.iter().any(|global| module.str(global.name) == name);
    let unknown = |unknown: edit::Unknown| ErrorKind::Symbol(unknown.to_string());
    if let Some(name) = names.iter().find(|name| !modules.iter().any(|module| has(module, name))) {
        return Err(unknown(edit::Unknown(name.clone())));
    }
    modules.retain(|module| names.iter().any(|name| has(module, name)));
    for module in modules {
        let own: Vec<Vec<u8>> = names.iter().filter(|name| has(module, name)).cloned().collect();
        edit::extract(module, &own).map_err(unknown)?;
    }
    Ok(())
}

/// Gives global values other names, all at once: two may exchange theirs. Comdats of the old names are renamed with them
/// ([`ModuleEdit::rename`]); names in inline assembly and in metadata stay.
///
/// # Errors
/// [`ErrorKind::Symbol`] names a global value that the module does not have; [`ErrorKind::Edit`] a name that would be there twice.
pub fn rename(module: &mut Module, names: &[(&[u8], &[u8])]) -> Result<(), ErrorKind> {
    let mut edit = module.edit();
    let mut found = Vec::with_capacity(names.len());
    for &(old, new) in names {
        let Some(id) = edit.global(old).filter(|_| !old.is_empty()) else {
            return Err(ErrorKind::Symbol(bctk_transforms::edit::Unknown(old.to_vec()).to_string()));
        };
        found.push((id, new));
    }
    // First to names that nothing has, so that no name stands in the way of another.
    let mut number = 0;
    for &(id, _) in &found {
        let unused = loop {
            number += 1;
            let name = format!("bctk.renamed.{number}");
            if edit.global(&name).is_none() {
                break name;
            }
        };
        edit.rename(id, unused).map_err(ErrorKind::Edit)?;
    }
    for (id, new) in found {
        edit.rename(id, new).map_err(ErrorKind::Edit)?;
    }
    edit.finish().map_err(ErrorKind::Edit)?;
    Ok(())
}

/// Makes all changes of `edits` in the modules of one file.
///
/// # Errors
/// Those of [`extract`].
pub fn edit(modules: &mut Vec<Module>, edits: &Edits) -> Result<(), ErrorKind> {
    if !edits.only.is_empty() {
        extract(modules, &edits.only)?;
    }
    for module in modules {
        strip(module, edits);
    }
    Ok(())
}

/// Takes all attributes from functions, variables and calls.
pub fn drop_attributes(module: &mut Module) {
    const NONE: AttrListId = AttrListId(0);
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Variable { attrs, .. } => *attrs = NONE,
            GlobalKind::Function(function) => function.attrs = NONE,
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {}
        }
    }
    for body in &mut module.bodies {
        body.calls.iter_mut().for_each(|call| call.attrs = NONE);
    }
    module.attrs = AttrTable::default();
}

/// Takes all metadata from global values and instructions, debug locations too. What only it refers to stays in the tables.
pub fn drop_attachments(module: &mut Module) {
    module.globals.iter_mut().for_each(|global| global.attachments.clear());
    for body in &mut module.bodies {
        body.attachments.clear();
        body.function_attachments.clear();
        body.debug_locs.clear();
        body.locs.clear();
        body.loc_nodes.clear();
    }
}

/// Strips a module as `edits` says.
pub fn strip(module: &mut Module, edits: &Edits) {
    if edits.strip_debug {
        edit::strip_debug(module);
    }
    if edits.strip_names {
        edit::strip_names(module);
    }
}
