//! Normalises metadata operands of calls to LLVM's only form (`MetadataAsValue`): a node of one value is the value, a node of null is the
//! empty node.
use bctk_edit::functions::bodies_where;
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{List, MdId};
use bctk_ir::metadata::{Metadata, MetadataTable, TASK};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;

/// The operand for a node.
enum Form {
    Same,
    Empty,
    Value(MdId),
}

fn form(table: &MetadataTable, id: MdId) -> Form {
    let Metadata::Tuple { ops, .. } = table.get(id) else { return Form::Same };
    let Some([operand]) = table.lists.get(ops).array() else { return Form::Same };
    match operand {
        None => Form::Empty,
        Some(inner) if matches!(table.get(inner), Metadata::Value { .. }) => Form::Value(inner),
        Some(_) => Form::Same,
    }
}

/// Normalises all metadata operands of calls.
pub(super) fn settle(module: &mut Module) {
    let table = &module.metadata;
    if (0..table.items.len()).into_par_iter().balanced().with_min_len(TASK).all(|id| matches!(form(table, MdId::new(id)), Form::Same)) {
        return;
    }
    let differs = |body: &Body, call: &Call| {
        let of_arg = |arg: Value| matches!(arg.kind(), ValueKind::Metadata(id) if !matches!(form(table, id), Form::Same));
        body.values(call.args).any(of_arg)
    };
    let mut empty = None;
    for index in bodies_where(&module.bodies, |body| body.calls.iter().any(|call| differs(body, call))) {
        let mut changes: Vec<(List<Value>, usize, Value)> = Vec::new();
        let body: &Body = &module.bodies[index];
        let mut wanting = Vec::new();
        for call in &body.calls {
            for (at, arg) in body.values(call.args).enumerate() {
                let ValueKind::Metadata(id) = arg.kind() else { continue };
                match form(&module.metadata, id) {
                    Form::Same => {}
                    Form::Empty => wanting.push((call.args, at)),
                    Form::Value(value) => changes.push((call.args, at, Value::metadata(value))),
                }
            }
        }
        for (args, at) in wanting {
            let node = *empty.get_or_insert_with(|| module.metadata.uniqued_tuple(&[]));
            changes.push((args, at, Value::metadata(node)));
        }
        for (args, at, value) in changes {
            module.bodies[index].lists.set(args, at, value);
        }
    }
}
