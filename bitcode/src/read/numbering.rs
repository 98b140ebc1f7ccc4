//! Value numbers: maps the numbers of a module and of a function to values.
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::GlobalId;
use bctk_ir::value::Value;

/// Numbers of the module: the global values come first, then the module's constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModuleNumbers {
    pub(super) globals: u32,
}

impl ModuleNumbers {
    /// The value of number `n`, whether it is defined yet or not.
    #[inline]
    pub(super) fn value(self, n: u32) -> Value {
        match n.checked_sub(self.globals) {
            None => Value::global(GlobalId(n)),
            Some(c) => Value::constant(c),
        }
    }
}

/// Numbers of a function: those of the module, its arguments, its constants, the results of its instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyNumbers {
    pub(super) module: ModuleNumbers,
    /// How many numbers the module uses.
    pub(super) module_values: u32,
    pub(super) args: u32,
    /// How many constants the body has; final when the first instruction is read.
    pub(super) consts: u32,
}

impl BodyNumbers {
    /// The value of number `n`, whether it is defined yet or not.
    #[inline(always)]
    pub(super) fn value(&self, n: u32) -> Value {
        let Some(n_local) = n.checked_sub(self.module_values) else { return self.module.value(n) };
        if n_local < self.args {
            return Value::local(n_local);
        }
        match (n_local - self.args).checked_sub(self.consts) {
            None => Value::local_const(n_local - self.args),
            Some(inst) => Value::local(self.args + inst),
        }
    }
}

/// Checks that a number fits in a [`Value`].
pub(super) fn check_number(n: u64) -> Result<u32> {
    match u32::try_from(n) {
        Ok(n) if n <= Value::MAX_INDEX => Ok(n),
        _ => Err(Error::malformed(format!("expected a value number, found {n}"))),
    }
}
