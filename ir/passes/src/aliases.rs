//! Lets aliases stand for objects, not for other aliases.
use crate::Changes;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

/// Replaces the aliases in what aliases stand for by what these stand for (`CanonicalizeAliasesPass`).
pub fn canonicalize_aliases(module: &mut Module) -> Changes {
    let mut known: HashMap<Value, Value> = HashMap::new();
    let mut is_changed = false;
    for at in 0..module.globals.len() {
        let GlobalKind::Alias { aliasee } = module.globals[at].kind else { continue };
        let new = canonical(module, aliasee, &mut known);
        if new != aliasee {
            module.globals[at].kind = GlobalKind::Alias { aliasee: new };
            is_changed = true;
        }
    }
    Changes::in_place(is_changed)
}

/// The value with other aliases replaced. Each value is looked at once; a circle of aliases ends where it begins.
fn canonical(module: &mut Module, root: Value, known: &mut HashMap<Value, Value>) -> Value {
    let mut open = vec![(root, false)];
    while let Some((value, is_ready)) = open.pop() {
        if is_ready {
            let new = made(module, value, known);
            known.insert(value, new);
            continue;
        }
        if known.contains_key(&value) {
            continue;
        }
        // Until it is known, it stands for itself.
        known.insert(value, value);
        open.push((value, true));
        parts(module, value).into_iter().filter(|part| !known.contains_key(part)).for_each(|part| open.push((part, false)));
    }
    known.get(&root).copied().unwrap_or(root)
}

/// What a value is made of, as far as aliases can be in it.
fn parts(module: &Module, value: Value) -> Vec<Value> {
    match value.kind() {
        ValueKind::Global(id) => match module.global(id).map(|global| &global.kind) {
            Some(&GlobalKind::Alias { aliasee }) => vec![aliasee],
            _ => Vec::new(),
        },
        ValueKind::Const(index) => {
            let mut found = Vec::new();
            if let Some(constant) = module.consts.get(index).filter(|constant| constant.kind.is_expression()) {
                module.consts.operands(constant.kind, |operand| found.push(operand));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The value made of new parts.
fn made(module: &mut Module, value: Value, known: &HashMap<Value, Value>) -> Value {
    let new = |part: Value| known.get(&part).copied().unwrap_or(part);
    match value.kind() {
        ValueKind::Global(id) => match module.global(id).map(|global| &global.kind) {
            Some(&GlobalKind::Alias { aliasee }) => new(aliasee),
            _ => value,
        },
        ValueKind::Const(index) if parts(module, value).into_iter().any(|part| new(part) != part) => {
            let Some(mut constant) = module.consts.get(index) else { return value };
            let mut lists = Vec::new();
            let mut kind = constant.kind;
            kind.walk(|operand| {
                if let bctk_ir::constants::ConstOperand::List(list) = operand {
                    lists.push(*list);
                }
            });
            let lists: Vec<_> = lists
                .into_iter()
                .map(|list| {
                    let values: Vec<Value> = module.consts.values(list).map(new).collect();
                    module.consts.lists.push(&values)
                })
                .collect();
            let mut lists = lists.into_iter();
            constant.kind.map(new, |list| lists.next().unwrap_or(list));
            Value::constant(module.consts.push(constant.ty, constant.kind))
        }
        _ => value,
    }
}
