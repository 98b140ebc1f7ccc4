//! Cases of `switch` that are constant expressions.
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// Whether a case of a `switch` is a constant expression, which some readers refuse (`Feature::SwitchCasesAsRead`).
pub fn has_expression_case(module: &Module) -> bool {
    let has_one = |body: &Body| {
        let is_expression = |value: Value| {
            let constant = match value.kind() {
                ValueKind::Const(at) => module.consts.get(at),
                ValueKind::LocalConst(at) => body.consts.get(at),
                _ => None,
            };
            constant.is_some_and(|constant| constant.kind.is_expression())
        };
        body.insts.iter().any(|inst| match *inst {
            Inst::Switch { cases, .. } => body.lists.get(cases).iter().any(|(value, _)| is_expression(value)),
            _ => false,
        })
    };
    let has_any = |pool: &ConstPool| pool.consts.iter().any(|constant| constant.kind.is_expression());
    let of_module = has_any(&module.consts);
    module.bodies.iter().any(|body| (of_module || has_any(&body.consts)) && has_one(body))
}
