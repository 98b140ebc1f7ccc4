//! Checks aliases and ifuncs (`Verifier::visitGlobalAlias`, `visitAliaseeSubExpr`, `visitGlobalIFunc`).
use crate::function::Shared;
use crate::globals::{global_value, is_declaration_for_linker};
use crate::report::{Sink, Subject};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashSet;

/// An alias is made of fewer aliases and constants than this, or what is beyond is not looked at.
const MOST: usize = 256;

pub(crate) fn alias(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, aliasee: Value, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let is_valid = matches!(
        global.linkage,
        Linkage::External
            | Linkage::AvailableExternally
            | Linkage::Internal
            | Linkage::Private
            | Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
    );
    if !is_valid {
        return sink.fail(
            "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally linkage!",
            &this,
        );
    }
    let Some(ty) = shared.types.of(aliasee, None) else { return };
    if !shared.types.same(ty, global.ptr_type) {
        return sink.fail("Alias and aliasee types should match!", &this);
    }
    if !is_global_or_expression(shared.module, aliasee) {
        return sink.fail("Aliasee should be either GlobalValue or ConstantExpr", &this);
    }
    below(shared, id, global, aliasee, sink);
    global_value(shared, id, global, sink);
}

fn is_global_or_expression(module: &Module, value: Value) -> bool {
    match value.kind() {
        ValueKind::Global(_) => true,
        ValueKind::Const(index) => module.consts.get(index).is_some_and(|constant| constant.kind.is_expression()),
        _ => false,
    }
}

/// Checks everything that an alias is made of, through other aliases. Each constant is looked at once.
fn below(shared: &Shared<'_>, id: GlobalId, alias: &GlobalValue, aliasee: Value, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let module = shared.module;
    let only_available = alias.linkage == Linkage::AvailableExternally;
    let (mut aliases, mut seen) = (HashSet::<GlobalId>::default(), HashSet::<u32>::default());
    aliases.insert(id);
    let mut open = vec![aliasee];
    while let Some(value) = open.pop() {
        let target = match value.kind() {
            ValueKind::Global(of) => module.global(of).map(|target| (of, target)),
            _ => None,
        };
        if only_available && target.is_none_or(|(_, target)| target.linkage != Linkage::AvailableExternally) {
            sink.fail("available_externally alias must point to available_externally global value", &this);
            continue;
        }
        let mut operands = Vec::new();
        if let Some((of, target)) = target {
            if !only_available && is_declaration_for_linker(target) {
                sink.fail("Alias must point to a definition", &this);
                continue;
            }
            let GlobalKind::Alias { aliasee } = target.kind else { continue };
            if !aliases.insert(of) {
                sink.fail("Aliases cannot form a cycle", &this);
                continue;
            }
            if shared.debug.is_interposable(target) {
                sink.fail("Alias cannot point to an interposable alias", &this);
                continue;
            }
            operands.push(aliasee);
        } else if let ValueKind::Const(index) = value.kind()
            && seen.insert(index)
            && let Some(constant) = module.consts.get(index)
        {
            module.consts.operands(constant.kind, |operand| operands.push(operand));
        }
        // An alias among the operands stands for what it points to.
        let meant = |operand: Value| match operand.kind() {
            ValueKind::Global(of) => match module.global(of).map(|global| &global.kind) {
                Some(&GlobalKind::Alias { aliasee }) => aliasee,
                _ => operand,
            },
            _ => operand,
        };
        open.extend(operands.into_iter().rev().map(meant));
        if aliases.len() + seen.len() > MOST {
            break;
        }
    }
}

/// The value without casts of pointers, `getelementptr` that adds nothing, and aliases (`Value::stripPointerCastsAndAliases`).
pub(crate) fn stripped(module: &Module, mut value: Value, through_aliases: bool) -> Value {
    let mut seen = HashSet::new();
    while seen.insert(value.raw()) {
        value = match value.kind() {
            ValueKind::Global(of) => match module.global(of).map(|global| &global.kind) {
                Some(&GlobalKind::Alias { aliasee }) if through_aliases => aliasee,
                _ => return value,
            },
            ValueKind::Const(index) => match module.consts.get(index).map(|constant| constant.kind) {
                Some(ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => value,
                Some(ConstKind::Gep { ops, .. }) => {
                    let mut ops = module.consts.values(ops);
                    let base = ops.next();
                    let is_null = |index: Value| {
                        matches!(index.kind(), ValueKind::Const(index)
                            if module.consts.get(index).is_some_and(|constant| constant.kind == ConstKind::Null))
                    };
                    match base {
                        Some(base) if ops.all(is_null) => base,
                        _ => return value,
                    }
                }
                _ => return value,
            },
            _ => return value,
        };
    }
    value
}

pub(crate) fn ifunc(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, resolver: Value, sink: &mut Sink) {
    let this = [Subject::Global(id)];
    let before = sink.findings.len();
    global_value(shared, id, global, sink);
    if sink.findings.len() != before {
        return;
    }
    if !shared.debug.ifunc(shared.module, id, global, sink) {
        return;
    }
    let is_valid = matches!(
        global.linkage,
        Linkage::External
            | Linkage::Internal
            | Linkage::Private
            | Linkage::WeakAny
            | Linkage::WeakOdr
            | Linkage::LinkOnceAny
            | Linkage::LinkOnceOdr
    );
    if !is_valid {
        return sink.fail("IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!", &this);
    }
    let Some((_, function, _)) = shared.function(stripped(shared.module, resolver, true)) else {
        return sink.fail("IFunc must have a Function resolver", &this);
    };
    if is_declaration_for_linker(function) {
        return sink.fail("IFunc resolver must be a definition", &this);
    }
    let ret = shared.module.types.function(function.value_type).map(|(ret, ..)| ret);
    if !ret.is_some_and(|ret| shared.types.is_pointer(ret)) {
        return sink.fail("IFunc resolver must return a pointer", &this);
    }
    let space = shared.types.of(resolver, None).and_then(|ty| shared.types.addrspace(ty));
    if space != shared.types.addrspace(global.ptr_type) {
        sink.fail("IFunc resolver has incorrect type", &this);
    }
}
