//! Comdats of global values.
use crate::check::zero_byte;
use crate::{EditError, ModuleEdit, Result};
use bctk_ir::entity::{ComdatId, GlobalId};
use bctk_ir::global::{Comdat, GlobalKind};
use bctk_ir::keywords::ComdatKind;

impl ModuleEdit<'_> {
    /// The comdat of this name; one that is added has this selection kind (`Module::getOrInsertComdat`).
    pub fn comdat(&mut self, name: impl AsRef<[u8]>, kind: ComdatKind) -> ComdatId {
        let name = name.as_ref();
        if name.contains(&0) {
            self.fault(zero_byte(name));
        }
        if name.is_empty() {
            self.fault(EditError::new("expected the name of a comdat"));
        }
        let module = &mut *self.module;
        let there = module.comdats.iter().position(|comdat| module.strings.get(comdat.name) == name);
        ComdatId::new(there.unwrap_or_else(|| {
            module.comdats.push(Comdat { name: module.strings.push(name), kind });
            module.comdats.len() - 1
        }))
    }

    /// Puts a variable or a function into a comdat, or takes it out of its own. A declaration has none when edits are finished.
    ///
    /// # Errors
    /// If there is no such global value or comdat, or it is an alias or an ifunc.
    pub fn set_comdat(&mut self, id: GlobalId, comdat: Option<ComdatId>) -> Result<()> {
        if comdat.is_some_and(|comdat| comdat.index() >= self.module.comdats.len()) {
            return Err(EditError::new("there is no such comdat"));
        }
        match self.global_mut(id) {
            Some(global) if matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_)) => {
                global.comdat = comdat;
                Ok(())
            }
            _ => Err(EditError::new("expected a variable or a function")),
        }
    }
}
