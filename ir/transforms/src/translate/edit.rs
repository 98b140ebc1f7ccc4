//! Puts other instructions in the place of one, in the bodies of a module.
use super::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_ir::body::Body;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::TypeTable;
use bctk_ir::value::Value;
use bctk_ir::version::Feature;
use bctk_support::parallel::prelude::*;

/// What takes the place of an instruction: the value for its result, if it has one, or nothing where that cannot be written.
pub(super) type Replacement = Option<Option<Value>>;

/// Puts other instructions in the place of each for which `make` names a feature. It is called for every instruction, and appends what it makes.
pub(super) fn replace_each(
    module: &mut Module,
    report: &mut Report,
    mut make: impl FnMut(&mut Editor<'_>, InstId) -> Option<(Feature, Replacement)>,
) {
    let mut editor = Editor::new(module);
    for (owner, index) in owners(editor.module) {
        editor.body = index;
        for at in (0..editor.body().insts.len()).map(InstId::new) {
            let Some((feature, made)) = make(&mut editor, at) else { continue };
            let action = match made {
                Some(value) => {
                    editor.end(at, value);
                    Action::Lowered
                }
                None => {
                    editor.cancel();
                    Action::Refused
                }
            };
            report.feature(action, feature, editor.module, At::Inst(owner, at));
        }
        editor.finish_body();
    }
    editor.finish();
}

/// Drops casts of values to their own type, if `of` holds for that.
pub(super) fn drop_casts(module: &mut Module, of: impl Fn(&TypeTable, TypeId) -> bool + Sync) {
    let cast = |body: &Body, at: InstId| match body.insts[at.index()] {
        Inst::Cast { op: CastOp::BitCast, value, .. } => {
            let ty = body.result_type(at)?;
            (of(&module.types, ty) && module.type_of(value, body) == Some(ty)).then_some((at, value))
        }
        _ => None,
    };
    let casts_of =
        |body: &Body| -> Vec<(InstId, Value)> { (0..body.insts.len()).map(InstId::new).filter_map(|at| cast(body, at)).collect() };
    let found: Vec<Vec<(InstId, Value)>> = module.bodies.par_iter().balanced().map(casts_of).collect();
    let mut editor = Editor::new(module);
    for (index, casts) in found.into_iter().enumerate().filter(|(_, casts)| !casts.is_empty()) {
        editor.body = index;
        casts.into_iter().for_each(|(at, value)| editor.end(at, Some(value)));
        editor.finish_body();
    }
    editor.finish();
}
