//! A checksum of the operands of a parsed module. If an edit does not change it, all use-list orders still apply.
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::OptionalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;

/// A CRC-32 of the values that global values, constants and instructions of `module` use, by their positions in it.
pub fn uses_crc(module: &Module) -> u32 {
    let bodies: Vec<u32> = module.bodies.par_iter().balanced().map(of_body).collect();
    let mut sum = Sum::default();
    for global in &module.globals {
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => sum.all(&[1, or_none(*initializer)]),
            GlobalKind::Function(function) => {
                sum.all(&[
                    2,
                    or_none(function.prefix),
                    or_none(function.prologue),
                    or_none(function.personality),
                    function.body.unwrap_or(NONE),
                ]);
            }
            GlobalKind::Alias { aliasee } => sum.all(&[3, aliasee.raw()]),
            GlobalKind::IFunc { resolver } => sum.all(&[4, resolver.raw()]),
        }
    }
    sum.pool(&module.consts);
    sum.all(&bodies);
    sum.hasher.finalize()
}

#[derive(Default)]
struct Sum {
    hasher: crc32fast::Hasher,
}

impl Sum {
    fn all(&mut self, words: &[u32]) {
        words.iter().for_each(|word| self.hasher.update(&word.to_le_bytes()));
    }

    /// Constants by type and operands; of data only its presence counts.
    fn pool(&mut self, pool: &ConstPool) {
        self.all(&[pool.consts.len() as u32]);
        for constant in &pool.consts {
            self.all(&[constant.ty.0]);
            pool.operands(constant.kind, |value| self.hasher.update(&value.raw().to_le_bytes()));
        }
    }
}

/// The value in a checksum for an absent item.
const NONE: u32 = u32::MAX;

fn or_none(value: OptionalId<Value>) -> u32 {
    value.get().map_or(NONE, Value::raw)
}

fn of_body(body: &Body) -> u32 {
    let mut sum = Sum::default();
    sum.all(&[body.args, body.blocks.len() as u32, body.insts.len() as u32]);
    sum.pool(&body.consts);
    for block in &body.blocks {
        sum.all(&[block.end.0]);
    }
    for inst in &body.insts {
        let mut count = 0;
        operands(inst, body, |number, value| {
            count += 1;
            sum.all(&[number, value.raw()]);
        });
        sum.all(&[count]);
    }
    sum.hasher.finalize()
}
