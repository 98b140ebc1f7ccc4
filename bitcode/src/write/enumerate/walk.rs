//! The walk over a module in the order in which LLVM's writer visits what it numbers (constructor of `ValueEnumerator`).
use super::metadata::Owner;
use super::uses::{BodyUses, Context, Gathered, Gatherer, Use};
use super::{Enumerator, Names};
use bctk_ir::body::Attachment;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, InstId, MdId, OptionalId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::{Reused, by_weight, in_order};
use std::convert::Infallible;
use std::sync::Mutex;

/// Number of instructions in the bodies that one thread gathers at once.
const TASK: usize = 1 << 11;

/// Number of instructions in gathered bodies that wait until they are numbered, for each thread.
const WAITING: usize = 1 << 14;

/// The most uses that a list for other bodies has room for.
const KEPT: usize = 1 << 8;

impl Enumerator<'_> {
    /// Numbers everything; `numbers` are those of the global values.
    pub(super) fn walk(&mut self, numbers: &[u32]) {
        let module = self.module;
        let globals = std::mem::take(&mut self.globals);
        let kinds = std::mem::take(&mut self.md_kinds);
        let global = |id: GlobalId| &module.globals[id.index()];
        for list in [&globals.variables, &globals.functions, &globals.aliases, &globals.ifuncs] {
            for (id, global) in list.iter().map(|&id| (id, global(id))) {
                self.enumerate_comdat(global);
                self.types.enumerate(global.ptr_type);
                if self.llvm.ifunc_value_types() || !matches!(global.kind, GlobalKind::IFunc { .. }) {
                    self.types.enumerate(global.value_type);
                }
                if let GlobalKind::Function(function) = &global.kind {
                    self.enumerate_attrs(module.stated_attrs(id, function));
                }
            }
        }
        for global in globals.variables.iter().map(|&id| global(id)) {
            if let GlobalKind::Variable { initializer, attrs, .. } = global.kind {
                initializer.get().into_iter().for_each(|value| self.enumerate_value(value));
                self.enumerate_attrs(attrs);
            }
        }
        for global in globals.aliases.iter().chain(&globals.ifuncs).map(|&id| global(id)) {
            if let GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } = global.kind {
                self.enumerate_value(value);
            }
        }
        let together = self.llvm.function_operands();
        if !together {
            let operands: [fn(&Function) -> OptionalId<Value>; 3] = [|f| f.prefix, |f| f.prologue, |f| f.personality];
            for operand in operands {
                for function in globals.functions.iter().filter_map(|&id| global(id).function()) {
                    operand(function).get().into_iter().for_each(|value| self.enumerate_value(value));
                }
            }
        }
        let lost = module.provenance.bitcode.as_ref().map_or(&[][..], |file| &file.lost_operands);
        for &id in globals.functions.iter().filter(|_| together) {
            if let GlobalKind::Function(function) = &global(id).kind {
                let operands = [function.personality, function.prefix, function.prologue];
                // A function has all three operands or none.
                if operands.iter().any(|value| value.is_some()) || lost.binary_search(&id).is_ok() {
                    for value in operands {
                        if let Some(value) = value.get() {
                            self.enumerate_value(value);
                        } else {
                            let null = self.identities.intern_null_pointer();
                            self.enumerate_constant(null);
                        }
                    }
                }
            }
        }
        let metadata = self.types.id_of(Type::Metadata);
        self.types.enumerate(metadata);
        for named in &module.metadata.named {
            named.nodes.iter().for_each(|&node| self.enumerate_md(Owner::MODULE, u32::MAX, node));
        }
        for global in globals.variables.iter().map(|&id| global(id)) {
            self.enumerate_attachments(Owner::MODULE, u32::MAX, &kinds, &global.attachments);
        }
        self.walk_functions(&globals.functions, &kinds, numbers);
        for global in globals.ifuncs.iter().map(|&id| global(id)) {
            self.enumerate_attachments(Owner::MODULE, u32::MAX, &kinds, &global.attachments);
        }
        self.globals = globals;
        self.md_kinds = kinds;
    }

    /// Numbers what functions use; `numbers` are those of the global values.
    pub(super) fn walk_functions(&mut self, functions: &[GlobalId], kinds: &Names<'_>, numbers: &[u32]) {
        let module = self.module;
        let body_of = |id: GlobalId| {
            let index = module.globals.get(id.index())?.function()?.body?;
            Some((index, module.bodies.get(index as usize)?))
        };
        let global = |id: GlobalId| &module.globals[id.index()];
        let context =
            Context { module, llvm: self.llvm, md_kinds: kinds, void: self.types.id_of(Type::Void), label: self.types.id_of(Type::Label) };
        // Each has some memory for each constant and piece of metadata: there are as many as threads.
        let gatherers: Mutex<Vec<Gatherer<'_, '_>>> = Mutex::default();
        let spare: Reused<Vec<Use>> = Reused::default();
        let gather = |functions: &[GlobalId]| -> Vec<Gathered> {
            let free = gatherers.lock().ok().and_then(|mut free| free.pop());
            let mut gatherer = free.unwrap_or_else(|| Gatherer::new(context));
            let uses = functions.iter().map(|&id| body_of(id).map_or_else(Default::default, |(_, body)| gatherer.gather(body, &spare)));
            let uses = uses.collect();
            if let Ok(mut free) = gatherers.lock() {
                free.push(gatherer);
            }
            uses
        };
        let mut uses: Vec<BodyUses> = Vec::new();
        uses.resize_with(module.bodies.len(), BodyUses::default);
        let merge = |(functions, gathered): (&[GlobalId], Vec<Gathered>)| {
            for (&id, (mut of_module, own)) in functions.iter().zip(gathered) {
                let global = global(id);
                if let Some((_, params, _)) = module.types.function(global.value_type) {
                    params.iter().for_each(|param| self.types.enumerate(param));
                }
                let Some((index, body)) = body_of(id) else {
                    self.enumerate_attachments(Owner::MODULE, u32::MAX, kinds, &global.attachments);
                    continue;
                };
                // Without blocks of functions everything is the module's.
                let owner = if self.llvm.function_metadata() { Owner::function(numbers[id.index()]) } else { Owner::MODULE };
                if body.function_attachments.is_empty() {
                    self.enumerate_attachments(owner, index, kinds, &global.attachments);
                } else {
                    let all: Vec<Attachment> = global.attachments.iter().chain(&body.function_attachments).copied().collect();
                    self.enumerate_attachments(owner, index, kinds, &all);
                }
                self.enumerate_uses(owner, index, &of_module);
                if of_module.capacity() <= KEPT {
                    of_module.clear();
                    spare.give_back(of_module);
                }
                uses[index as usize] = own;
            }
            Ok::<(), Infallible>(())
        };
        let weight = |&id: &GlobalId| body_of(id).map_or(1, |(_, body)| body.insts.len() + 16);
        let tasks = by_weight(functions, TASK, weight);
        let Ok(()) = in_order(WAITING, tasks, |functions| (functions, gather(functions)), merge);
        self.uses = uses;
    }

    fn enumerate_comdat(&mut self, global: &GlobalValue) {
        if let Some(comdat) = global.comdat
            && matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_))
            && !self.comdats_seen.get(comdat.index()).copied().unwrap_or(true)
        {
            self.comdats_seen[comdat.index()] = true;
            self.comdats.push(comdat);
        }
    }

    /// Numbers a constant that a global value refers to.
    fn enumerate_value(&mut self, value: Value) {
        if let Some(identity) = self.identities.intern(value, None) {
            self.enumerate_constant(identity);
        }
    }

    /// Numbers attached metadata in the order of the kinds.
    fn enumerate_attachments(&mut self, owner: Owner, body: u32, kinds: &Names<'_>, attachments: &[Attachment]) {
        match attachments {
            [] => {}
            [one] => self.enumerate_md(owner, body, one.node),
            many => {
                let nodes = in_order_of_kinds(kinds, many);
                nodes.into_iter().for_each(|node| self.enumerate_md(owner, body, node));
            }
        }
    }

    /// Numbers what a body uses.
    fn enumerate_uses(&mut self, owner: Owner, index: u32, uses: &[Use]) {
        for &used in uses {
            match used {
                Use::Type(ty) => self.types.enumerate(ty),
                Use::ConstTypes(constant) => self.enumerate_constant_types(constant),
                Use::Attrs(list) => self.enumerate_attrs(list),
                Use::Md(md) => self.enumerate_md(owner, index, md),
                Use::MdOperands(node) => self.enumerate_md_operands(owner, index, node),
                Use::Value(value) => self.enumerate_value_md(owner, index, value),
            }
        }
    }

    /// Numbers the types of a constant of the module and of its parts.
    fn enumerate_constant_types(&mut self, constant: u32) {
        // The types of its parts have numbers, because its own type has one.
        if self.constants_seen.get(constant as usize) == Some(&true) {
            return;
        }
        let module = self.module;
        // Remaining work: a constant, or the source type of a constant whose operands are done.
        let mut stack = vec![Ok(Value::constant(constant))];
        while let Some(step) = stack.pop() {
            let index = match step.map(|value: Value| (value, value.kind())) {
                Err(source) => {
                    self.types.enumerate(source);
                    continue;
                }
                Ok((_, ValueKind::Const(index))) => index,
                Ok((value, _)) => {
                    if let ValueKind::Global(id) = value.kind()
                        && let Some(global) = module.globals.get(id.index())
                    {
                        self.types.enumerate(global.ptr_type);
                    }
                    continue;
                }
            };
            let Some(constant) = module.consts.get(index) else { continue };
            self.types.enumerate(constant.ty);
            // Once all types are numbered, it contains nothing new.
            if self.constants_seen.get_mut(index as usize).is_none_or(|done| std::mem::replace(done, true)) {
                continue;
            }
            if let ConstKind::Gep { source, .. } = constant.kind {
                stack.push(Err(source));
            }
            let at = stack.len();
            module.consts.operands(constant.kind, |operand| stack.push(Ok(operand)));
            stack[at..].reverse();
        }
    }
}

/// Whether the attachments of an instruction are sorted by the numbers of their kinds.
pub(super) fn are_in_order_of_kinds(kinds: &Names<'_>, attachments: &[(InstId, Attachment)]) -> bool {
    attachments.iter().is_sorted_by_key(|(_, attachment)| kinds.number(attachment.kind))
}

/// The nodes of attachments, sorted by LLVM's number of the kind.
pub(super) fn in_order_of_kinds(kinds: &Names<'_>, attachments: &[Attachment]) -> Vec<MdId> {
    let mut sorted: Vec<(u32, MdId)> = attachments.iter().map(|a| (kinds.number(a.kind), a.node)).collect();
    sorted.sort_by_key(|&(kind, _)| kind);
    sorted.into_iter().map(|(_, node)| node).collect()
}
