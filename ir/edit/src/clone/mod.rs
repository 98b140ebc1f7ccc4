//! Clones functions (LLVM `CloneFunction`).
pub(crate) mod metadata;
mod values;

use crate::attributes::list_id;
use crate::build::Pending;
use crate::values::{map_body, values_of_body};
use crate::{EditError, ModuleEdit, Result};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Attachment, Body, DbgOperand, DebugLoc};
use bctk_ir::entity::{GlobalId, MdId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;
use metadata::Copies;
use values::Mapper;

impl ModuleEdit<'_> {
    /// Clones a function, under a name that gets a number if another global value has it. Blocks, instructions and values of the clone have the
    /// ids that they have in the original.
    ///
    /// As LLVM's `CloneFunction`: the clone has all properties of the original but the comdat, calls of the function to itself call the
    /// original, and addresses of blocks that the function takes of its own become those of the clone. The clone gets a `DISubprogram` of its
    /// own, with scopes, variables, labels and types that are local to it, and its own copy of all other distinct metadata that
    /// instructions refer to.
    ///
    /// ```
    /// use bctk_edit::EditModule;
    /// use bctk_ir::module::Module;
    ///
    /// let mut module = Module::new("answer.c");
    /// let mut edit = module.edit();
    /// let int = edit.int_type(32);
    /// let answer = edit.add_function("answer", int, &[]);
    /// let mut b = edit.build(answer)?;
    /// b.block("entry");
    /// b.ret(42)?;
    /// let other = edit.clone_function(answer, "answer")?;
    /// edit.finish()?;
    /// assert_eq!(module.str(module.globals[other.index()].name), b"answer.1");
    /// assert_eq!(module.bodies[1].insts.len(), 1);
    /// # Ok::<(), bctk_edit::EditError>(())
    /// ```
    ///
    /// # Errors
    /// If it is no function.
    pub fn clone_function(&mut self, id: GlobalId, name: impl AsRef<[u8]>) -> Result<GlobalId> {
        self.clone_function_with(id, name, &HashMap::new())
    }

    /// As [`ModuleEdit::clone_function`], with other values in the place of parameters (`Value::local` of their numbers), constants and global
    /// values, also where constants refer to these. The clone does not have the parameters that are replaced, so its other values have
    /// lower numbers.
    ///
    /// # Errors
    /// If it is no function, its body is not read, or a replacement has another type or is no constant or global value.
    pub fn clone_function_with(&mut self, id: GlobalId, name: impl AsRef<[u8]>, values: &HashMap<Value, Value>) -> Result<GlobalId> {
        self.close();
        self.read_body(id)?;
        let Some(old) = self.module.global(id).filter(|global| global.function().is_some()).cloned() else {
            return Err(EditError::new("expected a function"));
        };
        let clone = GlobalId::new(self.module.globals.len());
        let Some((_, params, _)) = self.module.types.function(old.value_type) else {
            return Err(EditError::new("expected a function type"));
        };
        let count = params.len() as u32;
        let mut mapper = Mapper::new(self, [id, clone], count, values).map_err(|error| error.in_function(self.name_of(id)))?;
        let mut new = GlobalValue { comdat: None, place: OptionalId::NONE, ..old };
        let GlobalKind::Function(function) = &mut new.kind else { return Err(EditError::new("expected a function")) };
        for value in [&mut function.prefix, &mut function.prologue, &mut function.personality] {
            *value = value.get().map(|value| mapper.map(self, value)).into();
        }
        if mapper.drops_params() {
            self.drop_params(&mut new, &mapper);
        }
        let body = match &mut new.kind {
            GlobalKind::Function(function) => function.body.take(),
            _ => None,
        };
        // What is attached to a declaration tells nothing that is local to it.
        let cloned = body.map(|body| self.clone_body(body, clone, &mut new.attachments, &mut mapper)).transpose()?;
        let made = self.push(name.as_ref(), |name| GlobalValue { name, ..new });
        debug_assert_eq!(made, clone, "nothing else adds global values meanwhile");
        if let Some((body, pending)) = cloned {
            let index = self.module.bodies.len() as u32;
            self.module.bodies.push(body);
            self.pending.insert(index, pending);
            if let Some(function) = self.function_mut(clone) {
                function.body = Some(index);
            }
        }
        Ok(clone)
    }

    /// Gives a function the type and the attributes that are left without the parameters that the clone does not have.
    fn drop_params(&mut self, new: &mut GlobalValue, mapper: &Mapper<'_>) {
        let Some((ret, params, vararg)) = self.module.types.function(new.value_type) else { return };
        let params: Vec<_> = (0..).zip(params.iter()).filter(|&(at, _)| mapper.param(at).is_some()).map(|(_, ty)| ty).collect();
        let fn_ty = if vararg { self.variadic_type(ret, &params) } else { self.function_type(ret, &params) };
        (new.value_type, new.ptr_type) = (fn_ty, self.pointer_to(fn_ty, new.addrspace));
        let GlobalKind::Function(function) = &mut new.kind else { return };
        let list = self.module.attrs.lists.get(function.attrs.index()).cloned().unwrap_or_default();
        let place = |index: AttrIndex| match index {
            AttrIndex::Param(at) => mapper.param(at).map(AttrIndex::Param),
            other => Some(other),
        };
        let list = list.into_iter().filter_map(|(index, set)| Some((place(index)?, set))).collect();
        function.attrs = list_id(self.module, list);
    }

    /// Copies a body, and the changes that it is still to get.
    fn clone_body(
        &mut self,
        index: u32,
        clone: GlobalId,
        attachments: &mut [Attachment],
        mapper: &mut Mapper<'_>,
    ) -> Result<(Body, Pending)> {
        let Some(mut body) = self.module.bodies.get(index as usize).cloned() else {
            return Err(EditError::new("the function has a body that there is not"));
        };
        let pad_personality = body.provenance.pad_personality;
        body.provenance.clear();
        body.provenance.pad_personality = pad_personality.map(|value| mapper.map(self, value));
        body.block_addr_users.clear();
        body.metadata = (0, 0);
        let mut roots: Vec<MdId> = Vec::new();
        let mut consts: Vec<Value> = Vec::new();
        values_of_body(&body, &mut |value| match value.kind() {
            ValueKind::Metadata(id) => roots.push(id),
            ValueKind::Const(_) => consts.push(value),
            _ => {}
        });
        consts.into_iter().for_each(|value| mapper.prepare(self, value));
        if let Some(pending) = self.pending.get(&index) {
            let mut later = Vec::new();
            pending.values(|value| later.push(value));
            later.into_iter().for_each(|value| mapper.prepare(self, value));
        }
        roots.extend(attachments.iter().chain(&body.function_attachments).map(|attachment| attachment.node));
        roots.extend(body.attachments.iter().map(|(_, attachment)| attachment.node));
        let table = &self.module.metadata;
        let locations = body.loc_nodes.iter().filter_map(|&node| table.location_slots(table.get(node)));
        roots.extend(locations.flat_map(|[_, _, scope, inlined_at, ..]| [scope, inlined_at]).filter_map(slot_md));
        for record in &body.dbg_records {
            roots.extend([record.loc, record.variable].into_iter().chain(record.expression.get()));
            roots.extend(body.dbg_operands(record).filter_map(|operand| match operand {
                DbgOperand::Md(id) => Some(id),
                DbgOperand::Value(_) => None,
            }));
        }
        roots.extend(body.dbg_assigns.iter().flat_map(|assign| [assign.id, assign.address_expression]));
        let subprogram = self.subprogram(attachments.iter().chain(&body.function_attachments));
        let copies = self.copy_metadata(roots, subprogram, mapper);

        map_body(&mut body, &|value| copies.of_value(mapper.of(value)));
        mapper.own_addresses(&mut body);
        let attached = body.attachments.iter_mut().map(|(_, attachment)| attachment);
        for attachment in attached.chain(&mut body.function_attachments).chain(attachments) {
            attachment.node = copies.of(attachment.node);
        }
        let operand = |operand: &mut DbgOperand| {
            if let DbgOperand::Md(id) = operand {
                *id = copies.of(*id);
            }
        };
        for record in &mut body.dbg_records {
            (record.loc, record.variable) = (copies.of(record.loc), copies.of(record.variable));
            record.expression = record.expression.get().map(|id| copies.of(id)).into();
            record.value.iter_mut().for_each(operand);
        }
        for assign in &mut body.dbg_assigns {
            (assign.id, assign.address_expression) = (copies.of(assign.id), copies.of(assign.address_expression));
            operand(&mut assign.address);
        }
        self.copy_locations(&mut body, &copies);
        if mapper.drops_params() {
            drop_locals(&mut body, mapper);
        }
        let pending = match self.pending.get(&index) {
            Some(pending) => pending.copy_for(clone, |value| mapper.of(value)),
            None => Pending::none(clone, &body),
        };
        Ok((body, pending))
    }

    /// The subprogram among what is attached to a function.
    fn subprogram<'a>(&self, mut attachments: impl Iterator<Item = &'a Attachment>) -> Option<MdId> {
        let table = &self.module.metadata;
        let is_dbg = |kind: u32| self.module.md_kinds.get(kind as usize).is_some_and(|&name| self.module.str(name) == b"dbg");
        let found = attachments.find(|attachment| is_dbg(attachment.kind))?.node;
        matches!(table.get(found), Metadata::Node { kind: DiKind::Subprogram, .. }).then_some(found)
    }

    /// Gives a copied body debug locations in its own scopes, and groups of key instructions of its own.
    fn copy_locations(&mut self, body: &mut Body, copies: &Copies) {
        let mut groups: HashMap<(Option<MdId>, u64), u64> = HashMap::new();
        let mut is_done = vec![false; body.loc_nodes.len()];
        let used: Vec<u32> = body.debug_locs.iter().filter_map(|&at| at.checked_sub(1)).collect();
        // Groups get their numbers in the order of the instructions.
        for at in used.into_iter().map(|at| at as usize).chain(0..is_done.len()) {
            let Some(false) = is_done.get_mut(at).map(|done| std::mem::replace(done, true)) else { continue };
            let old = body.loc_nodes[at];
            let Some(slots) = self.module.metadata.location_slots(self.module.metadata.get(old)) else { continue };
            let [line, column, scope, inlined_at, implicit, low, high, rank] = slots;
            let old_inlined_at = slot_md(inlined_at);
            let inlined_at = old_inlined_at.map(|at| copies.of(at));
            let atom_group = match u64::from(low) | u64::from(high) << 32 {
                0 => 0,
                group => {
                    let new = *groups.entry((old_inlined_at, group)).or_insert_with(|| self.new_atom_group());
                    // In another copy of inlined code, the same number is another group.
                    if inlined_at == old_inlined_at { new } else { group }
                }
            };
            let loc = DebugLoc {
                line,
                column,
                scope: slot_md(scope).map(|scope| copies.of(scope)),
                inlined_at,
                implicit: implicit != 0,
                atom_group,
                atom_rank: rank as u8,
            };
            let is_distinct = matches!(self.module.metadata.get(old), Metadata::Node { distinct: true, .. });
            if loc.slots() != slots || is_distinct {
                body.loc_nodes[at] = match is_distinct {
                    true => self.module.metadata.push_location(true, &loc.slots()),
                    false => self.uniqued_location(&loc),
                };
                if let Some(slot) = body.locs.get_mut(at) {
                    *slot = loc;
                }
            }
        }
    }
}

/// Takes the parameters that a clone does not have out of its locals. The operands of instructions have the new numbers already.
fn drop_locals(body: &mut Body, mapper: &Mapper<'_>) {
    let is_kept = |at: u32| at >= body.args || mapper.param(at).is_some();
    let kept: Vec<bool> = (0..body.local_types.len() as u32).map(is_kept).collect();
    let mut flags = kept.iter();
    body.local_types.retain(|_| flags.next() != Some(&false));
    let mut flags = kept.iter();
    body.local_names.retain(|_| flags.next() != Some(&false));
    body.args -= kept.iter().filter(|&&kept| !kept).count() as u32;
    for result in &mut body.results {
        let number = |local: u32| match mapper.of(Value::local(local)).kind() {
            ValueKind::Local(new) => new,
            _ => local,
        };
        *result = result.get().map(number).into();
    }
}
