//! The values of a clone in the place of those of the original.
use crate::{EditError, ModuleEdit, Result};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::GlobalId;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::value_types::Types;
use hashbrown::HashMap;

/// Maps values of a function to those of its clone.
#[derive(Debug)]
pub(super) struct Mapper<'v> {
    original: GlobalId,
    clone: GlobalId,
    given: &'v HashMap<Value, Value>,
    /// The replacement of each parameter.
    params: Vec<Value>,
    /// How many parameters the clone does not have.
    fewer: u32,
    /// The constant in the place of each constant of the module that was looked at.
    consts: HashMap<u32, Value>,
}

impl<'v> Mapper<'v> {
    /// Checks the values that are given, and numbers the locals of the clone of a function with `count` parameters.
    pub(super) fn new(
        edit: &ModuleEdit<'_>,
        [original, clone]: [GlobalId; 2],
        count: u32,
        given: &'v HashMap<Value, Value>,
    ) -> Result<Mapper<'v>> {
        let params = edit.module.global(original).and_then(|global| edit.module.types.function(global.value_type));
        let type_of = |value: Value| match value.kind() {
            ValueKind::Local(at) => params.and_then(|(_, params, _)| params.iter().nth(at as usize)),
            ValueKind::Const(_) | ValueKind::Global(_) => edit.module.type_of(value, None),
            _ => None,
        };
        for (&old, &new) in given {
            if matches!(new.kind(), ValueKind::Local(_)) {
                return Err(EditError::new("expected a constant or a global value in the place of a value"));
            }
            let (Some(wanted), Some(found)) = (type_of(old), type_of(new)) else {
                return Err(EditError::new("expected a parameter, a constant or a global value, and a value in its place"));
            };
            if !Types::new(edit.module).same(wanted, found) {
                let message = format!("expected a value of type {}, found {}", edit.spell(wanted), edit.spell(found));
                return Err(EditError::new(message));
            }
        }
        let mut kept = 0;
        let param = |at: u32| {
            given.get(&Value::local(at)).copied().unwrap_or_else(|| {
                kept += 1;
                Value::local(kept - 1)
            })
        };
        let params: Vec<Value> = (0..count).map(param).collect();
        Ok(Mapper { original, clone, given, params, fewer: count - kept, consts: HashMap::new() })
    }

    /// Whether the clone has the parameter `at` of the original, and which it is.
    pub(super) fn param(&self, at: u32) -> Option<u32> {
        match self.params.get(at as usize)?.kind() {
            ValueKind::Local(new) => Some(new),
            _ => None,
        }
    }

    /// Whether the clone lacks parameters of the original.
    pub(super) fn drops_params(&self) -> bool {
        self.fewer != 0
    }

    /// The value in the place of one; constants must have been [prepared](Mapper::prepare).
    pub(super) fn of(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Local(at) => match self.params.get(at as usize) {
                Some(&param) => param,
                None => Value::local(at.saturating_sub(self.fewer)),
            },
            ValueKind::Const(index) => self.consts.get(&index).copied().unwrap_or(value),
            ValueKind::Global(_) => self.given.get(&value).copied().unwrap_or(value),
            _ => value,
        }
    }

    /// As [`Mapper::of`], for a value that may be a constant which nothing has prepared.
    pub(super) fn map(&mut self, edit: &mut ModuleEdit<'_>, value: Value) -> Value {
        self.prepare(edit, value);
        self.of(value)
    }

    /// Makes the constants that take the place of those that a value leads to.
    pub(super) fn prepare(&mut self, edit: &mut ModuleEdit<'_>, value: Value) {
        let ValueKind::Const(index) = value.kind() else { return };
        let mut open = vec![(index, false)];
        while let Some((index, is_done)) = open.pop() {
            let Some(Constant { ty, mut kind }) = edit.module.consts.get(index) else { continue };
            let old = Value::constant(index);
            if is_done {
                let mut is_changed = false;
                edit.module.consts.operands(kind, |operand| is_changed |= self.of(operand) != operand);
                if !is_changed {
                    continue;
                }
                let of = |value: Value| self.of(value);
                let pool = &mut edit.module.consts;
                let members: Option<Vec<Value>> = match kind {
                    ConstKind::Aggregate(list) => Some(pool.values(list).map(of).collect()),
                    _ => None,
                };
                kind.map(of, |list| {
                    let items: Vec<Value> = pool.lists.get(list).iter().map(of).collect();
                    pool.lists.push(&items)
                });
                // Zeros and numbers in an aggregate have forms of their own.
                let new = members.and_then(|members| edit.aggregate(ty, &members).ok());
                let new = new.unwrap_or_else(|| edit.constant(ty, kind));
                self.consts.insert(index, new);
                continue;
            }
            if self.consts.contains_key(&index) {
                continue;
            }
            let new = match kind {
                ConstKind::BlockAddress { function, block } if function == self.original => {
                    edit.constant(ty, ConstKind::BlockAddress { function: self.clone, block })
                }
                _ => self.given.get(&old).copied().unwrap_or(old),
            };
            self.consts.insert(index, new);
            if new == old {
                open.push((index, true));
                edit.module.consts.operands(kind, |operand| {
                    if let ValueKind::Const(part) = operand.kind() {
                        open.push((part, false));
                    }
                });
            }
        }
    }

    /// Addresses of blocks of the original among the constants of the body become those of the clone.
    pub(super) fn own_addresses(&self, body: &mut Body) {
        for constant in &mut body.consts.consts {
            if let ConstKind::BlockAddress { function, .. } = &mut constant.kind
                && *function == self.original
            {
                *function = self.clone;
            }
        }
    }
}
