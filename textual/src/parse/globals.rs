//! Global values at the top level, and references to them.

use super::Parser;
use crate::error::Result;
use bctk_ir::entity::TypeId;
use bctk_ir::value::Value;

impl Parser<'_, '_> {
    /// The global value that is named at hand, as a value of type `ty`. At the top level it may be defined later.
    pub(crate) fn global_value(&mut self, _ty: TypeId) -> Result<Value> {
        Err(self.error("not yet"))
    }
}
