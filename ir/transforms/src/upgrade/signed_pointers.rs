//! `ptrauth` constants: those of releases that know no deactivation symbols, and those in lists of constructors.
use super::module_flags::{add, behavior, flag};
use bctk_edit::intern::md_int;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;

/// Operands of a constant before LLVM 22: pointer, key, discriminator, address discriminator.
const OLD_OPERANDS: usize = 4;

/// Removes the operand of `ptrauth` constants that says that there is no deactivation symbol: it is implied before LLVM 22.
pub fn omit_no_symbols(module: &mut Module) {
    let mut pool = std::mem::take(&mut module.consts);
    omit_in(&mut pool, |pool, value| matches!(value, ValueKind::Const(at) if is_null(pool, at)));
    module.consts = pool;
    let Module { bodies, consts: globals, .. } = module;
    let globals = &*globals;
    bodies.par_iter_mut().balanced().for_each(|body| {
        omit_in(&mut body.consts, |pool, value| match value {
            ValueKind::Const(at) => is_null(globals, at),
            ValueKind::LocalConst(at) => is_null(pool, at),
            _ => false,
        });
    });
}

fn is_null(pool: &ConstPool, at: u32) -> bool {
    pool.get(at).is_some_and(|constant| constant.kind == ConstKind::Null)
}

fn omit_in(pool: &mut ConstPool, is_null: impl Fn(&ConstPool, ValueKind) -> bool) {
    for at in 0..pool.consts.len() {
        let ConstKind::PtrAuth(list) = pool.consts[at].kind else { continue };
        let operands = pool.lists.get(list).to_vec();
        if let [rest @ .., symbol] = operands.as_slice()
            && rest.len() == OLD_OPERANDS
            && is_null(pool, symbol.kind())
        {
            pool.consts[at].kind = ConstKind::PtrAuth(pool.lists.push(rest));
        }
    }
}

/// The module flags that say how constructors and destructors are signed.
const SIGNED: &[u8] = b"ptrauth-init-fini";
const BY_ADDRESS: &[u8] = b"ptrauth-init-fini-address-discrimination";

/// The lists that they are in.
const LISTS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// The discriminator that all constructors have.
const DISCRIMINATOR: i64 = 0xd9d4;

/// Constructors and destructors become plain functions if all are signed in the same way, which flags then state
/// (LLVM 23, `upgradePtrauthInitFiniArrays`).
pub(super) fn move_to_flags(module: &mut Module) {
    let is_list = |at: &usize| LISTS.contains(&module.str(module.globals[*at].name));
    let mut found: Vec<usize> = (0..module.globals.len()).filter(is_list).collect();
    if found.is_empty() || flag(module, SIGNED).is_some() || flag(module, BY_ADDRESS).is_some() {
        return;
    }
    found.sort_by_key(|&at| module.str(module.globals[at].name));
    let mut by_address = None;
    let mut plain = Vec::new();
    for at in found {
        let GlobalKind::Variable { initializer, .. } = &module.globals[at].kind else { continue };
        let Some(list) = initializer.get() else { continue };
        match plain_entries(module, list, &mut by_address) {
            Some(entries) => plain.push((at, list, entries)),
            None => return,
        }
    }
    let Some(by_address) = by_address else { return };
    for (at, list, entries) in plain {
        let Some(ty) = constant(module, list).map(|constant| constant.ty) else { continue };
        let pool = &mut module.consts;
        let entries: Vec<Value> = entries
            .into_iter()
            .map(|(ty, parts)| {
                let kind = ConstKind::Aggregate(pool.lists.push(&parts));
                Value::constant(pool.push(ty, kind))
            })
            .collect();
        let kind = ConstKind::Aggregate(pool.lists.push(&entries));
        let new = Value::constant(pool.push(ty, kind));
        if let GlobalKind::Variable { initializer, .. } = &mut module.globals[at].kind {
            *initializer = OptionalId::some(new);
        }
    }
    for (key, value) in [(SIGNED, 1), (BY_ADDRESS, u64::from(by_address))] {
        let value = md_int(module, 32, value);
        add(module, behavior::ERROR, key, value);
    }
}

fn constant(module: &Module, value: Value) -> Option<bctk_ir::constants::Constant> {
    match value.kind() {
        ValueKind::Const(at) => module.consts.get(at),
        _ => None,
    }
}

/// The entries of a list of constructors without signatures, with their types; none if not all are signed as `by_address` says.
fn plain_entries(module: &Module, list: Value, by_address: &mut Option<bool>) -> Option<Vec<(TypeId, [Value; 3])>> {
    let pool = &module.consts;
    let kind = |value: Value| constant(module, value).map(|constant| constant.kind);
    let number = |value: Value| kind(value)?.number();
    let ConstKind::Aggregate(entries) = kind(list)? else { return None };
    let entries = pool.values(entries).map(|entry| {
        let constant = constant(module, entry)?;
        let ConstKind::Aggregate(parts) = constant.kind else { return None };
        let parts: Vec<Value> = pool.values(parts).collect();
        let &[priority, function, data] = &parts[..] else { return None };
        let ConstKind::PtrAuth(signed) = kind(function)? else { return None };
        let signed: Vec<Value> = pool.values(signed).collect();
        let &[pointer, _, discriminator, address, ..] = &signed[..] else { return None };
        let has_address = match kind(address) {
            Some(ConstKind::Null) => false,
            // This number stands for the address of the entry.
            Some(ConstKind::Cast { op: CastOp::IntToPtr, value, .. }) if number(value) == Some(1) => true,
            _ => return None,
        };
        let fits = number(discriminator) == Some(DISCRIMINATOR) && *by_address.get_or_insert(has_address) == has_address;
        fits.then_some((constant.ty, [priority, pointer, data]))
    });
    entries.collect()
}
