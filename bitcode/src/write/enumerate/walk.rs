//! The walk over a module in the order in which LLVM 22's writer visits what it numbers (constructor of `ValueEnumerator`).
use super::metadata::Owner;
use super::{Enumerator, Names};
use bctk_ir::body::{Attachment, Body, DbgOperand, DbgRecord};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands_by_number;

/// Types that every walk needs.
#[derive(Clone, Copy)]
struct Common {
    void: TypeId,
    label: TypeId,
}

/// The parts of a body that have been visited.
#[derive(Default)]
struct Seen {
    locs: Vec<bool>,
    constants: Vec<bool>,
}

impl Enumerator<'_> {
    /// Numbers everything; `numbers` are those of the global values.
    pub(super) fn walk(&mut self, numbers: &[u32]) {
        let module = self.module;
        let globals = std::mem::take(&mut self.globals);
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
        for global in globals.functions.iter().filter(|_| together).map(|&id| global(id)) {
            if let GlobalKind::Function(function) = &global.kind {
                let operands = [function.personality, function.prefix, function.prologue];
                // A function has all three operands or none.
                if operands.iter().any(|value| value.is_some()) {
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
            self.enumerate_attachments(Owner::MODULE, u32::MAX, &global.attachments);
        }
        let common = Common { void: self.types.id_of(Type::Void), label: self.types.id_of(Type::Label) };
        for &id in &globals.functions {
            let global = global(id);
            let Some((function, (_, params, _))) = global.function().zip(module.types.function(global.value_type)) else { continue };
            params.iter().for_each(|param| self.types.enumerate(param));
            match function.body.and_then(|body| Some((body, module.bodies.get(body as usize)?))) {
                None => self.enumerate_attachments(Owner::MODULE, u32::MAX, &global.attachments),
                Some((index, body)) => {
                    // Without blocks of functions everything is the module's.
                    let owner = if self.llvm.function_metadata() { Owner::function(numbers[id.index()]) } else { Owner::MODULE };
                    if body.function_attachments.is_empty() {
                        self.enumerate_attachments(owner, index, &global.attachments);
                    } else {
                        let all: Vec<Attachment> = global.attachments.iter().chain(&body.function_attachments).copied().collect();
                        self.enumerate_attachments(owner, index, &all);
                    }
                    self.walk_body(owner, index, body, common);
                }
            }
        }
        for global in globals.ifuncs.iter().map(|&id| global(id)) {
            self.enumerate_attachments(Owner::MODULE, u32::MAX, &global.attachments);
        }
        self.globals = globals;
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
    fn enumerate_attachments(&mut self, owner: Owner, body: u32, attachments: &[Attachment]) {
        match attachments {
            [] => {}
            [one] => self.enumerate_md(owner, body, one.node),
            many => {
                let nodes = in_order_of_kinds(&self.md_kinds, many);
                nodes.into_iter().for_each(|node| self.enumerate_md(owner, body, node));
            }
        }
    }

    fn walk_body(&mut self, owner: Owner, index: u32, body: &Body, common: Common) {
        let mut seen = Seen { locs: vec![false; body.loc_nodes.len()], constants: vec![false; body.consts.consts.len()] };
        let mut attachments = body.attachments.as_slice();
        let mut records = body.dbg_records.iter().peekable();
        for block in &body.blocks {
            for i in block.first.index()..block.end.index() {
                let Some(inst) = body.insts.get(i) else { break };
                while let Some(record) = records.next_if(|record| record.before.index() <= i) {
                    self.enumerate_record(owner, index, record);
                }
                match *inst {
                    Inst::Invoke { call, normal, unwind } if !self.llvm.callee_last() => {
                        let blocks = [normal, unwind].map(Value::block);
                        let Some(call) = body.call(call) else { continue };
                        let bundles = body.call_bundles(call).iter().flat_map(|bundle| body.values(bundle.inputs));
                        for value in body.values(call.args).chain(bundles).chain([call.callee]).chain(blocks) {
                            self.enumerate_operand(owner, index, body, value, common, &mut seen);
                        }
                    }
                    _ => operands_by_number(inst, body, |value| self.enumerate_operand(owner, index, body, value, common, &mut seen)),
                }
                match *inst {
                    Inst::Gep { source, .. } => self.types.enumerate(source),
                    Inst::Alloca { ty, .. } => self.types.enumerate(ty),
                    Inst::ShuffleVector { mask, .. } => {
                        if let Some(ty) = self.type_of(body, mask) {
                            self.types.enumerate(ty);
                        }
                    }
                    _ => {}
                }
                let result = body.result_type(InstId(i as u32));
                self.types.enumerate(result.unwrap_or(common.void));
                if let Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } = *inst
                    && let Some(call) = body.call(call)
                {
                    self.enumerate_attrs(call.attrs);
                    self.types.enumerate(call.fn_ty);
                }
                let count = attachments.iter().take_while(|(at, _)| at.index() <= i).count();
                let (own, rest) = attachments.split_at(count);
                attachments = rest;
                match own {
                    [] => {}
                    [(_, one)] => self.enumerate_md(owner, index, one.node),
                    many => {
                        let own: Vec<Attachment> = many.iter().map(|&(_, attachment)| attachment).collect();
                        self.enumerate_attachments(owner, index, &own);
                    }
                }
                // A location has a record of its own; its operands are ordinary metadata.
                if let Some(&loc) = body.debug_locs.get(i)
                    && let Some(loc) = loc.checked_sub(1)
                    && !std::mem::replace(&mut seen.locs[loc as usize], true)
                    && let Some(&node) = body.loc_nodes.get(loc as usize)
                {
                    self.enumerate_md_operands(owner, index, node);
                }
            }
        }
    }

    fn type_of(&self, body: &Body, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Global(id) => Some(self.module.globals.get(id.index())?.ptr_type),
            ValueKind::Const(index) => Some(self.module.consts.get(index)?.ty),
            ValueKind::LocalConst(index) => Some(body.consts.get(index)?.ty),
            ValueKind::Local(local) => body.local_types.get(local as usize).copied(),
            _ => None,
        }
    }

    /// Numbers metadata, or the type of an operand and of the parts of a constant (`EnumerateOperandType`).
    #[inline]
    fn enumerate_operand(&mut self, owner: Owner, index: u32, body: &Body, value: Value, common: Common, seen: &mut Seen) {
        match value.kind() {
            ValueKind::Block(_) => self.types.enumerate(common.label),
            ValueKind::Metadata(md) => self.enumerate_located(owner, index, DbgOperand::Md(md)),
            ValueKind::Const(at) => match self.constants_seen.get(at as usize) {
                // The types of its parts have numbers, because its own type has one.
                Some(true) => {}
                _ => self.enumerate_constant_types(body, value, seen),
            },
            ValueKind::LocalConst(at) => match seen.constants.get(at as usize) {
                Some(true) => {}
                _ => self.enumerate_constant_types(body, value, seen),
            },
            _ => {
                if let Some(ty) = self.type_of(body, value) {
                    self.types.enumerate(ty);
                }
            }
        }
    }

    fn enumerate_constant_types(&mut self, body: &Body, value: Value, seen: &mut Seen) {
        let module = self.module;
        // Remaining work: a constant, or the source type of a constant whose operands are done.
        let mut stack = vec![Ok(value)];
        while let Some(step) = stack.pop() {
            let value = match step {
                Ok(value) => value,
                Err(source) => {
                    self.types.enumerate(source);
                    continue;
                }
            };
            let (pool, index) = match value.kind() {
                ValueKind::Const(index) => (&module.consts, index),
                ValueKind::LocalConst(index) => (&body.consts, index),
                _ => {
                    if let Some(ty) = self.type_of(body, value) {
                        self.types.enumerate(ty);
                    }
                    continue;
                }
            };
            let Some(constant) = pool.get(index) else { continue };
            self.types.enumerate(constant.ty);
            let done = match value.kind() {
                ValueKind::LocalConst(_) => seen.constants.get_mut(index as usize),
                _ => self.constants_seen.get_mut(index as usize),
            };
            // Once all types are numbered, it contains nothing new.
            if done.is_none_or(|done| std::mem::replace(done, true)) {
                continue;
            }
            if let ConstKind::Gep { source, .. } = constant.kind {
                stack.push(Err(source));
            }
            let at = stack.len();
            pool.operands(constant.kind, |operand| stack.push(Ok(operand)));
            stack[at..].reverse();
        }
    }

    /// Numbers the metadata of a debug record.
    fn enumerate_record(&mut self, owner: Owner, index: u32, record: &DbgRecord) {
        if let Some(value) = record.value {
            self.enumerate_located(owner, index, value);
        }
        if let Some(expression) = record.expression {
            self.enumerate_md(owner, index, expression);
        }
        self.enumerate_md(owner, index, record.variable);
        self.enumerate_md(owner, index, record.loc);
        if let Some((id, address, expression)) = record.assign {
            self.enumerate_located(owner, index, address);
            self.enumerate_md(owner, index, id);
            self.enumerate_md(owner, index, expression);
        }
    }

    /// Numbers metadata that an instruction or record names, except locals of the function, which are numbered with its body.
    fn enumerate_located(&mut self, owner: Owner, index: u32, operand: DbgOperand) {
        match operand {
            DbgOperand::Md(md) => match self.module.metadata.get(md) {
                Metadata::ArgList(list) => {
                    for arg in self.module.metadata.lists.get(list) {
                        self.enumerate_md(owner, index, arg);
                    }
                }
                _ => self.enumerate_md(owner, index, md),
            },
            DbgOperand::Value(value) => self.enumerate_value_md(owner, index, value),
        }
    }
}

/// The nodes of attachments, sorted by LLVM's number of the kind.
fn in_order_of_kinds(kinds: &Names<'_>, attachments: &[Attachment]) -> Vec<MdId> {
    let mut sorted: Vec<(u32, MdId)> = attachments.iter().map(|a| (kinds.number(a.kind), a.node)).collect();
    sorted.sort_by_key(|&(kind, _)| kind);
    sorted.into_iter().map(|(_, node)| node).collect()
}
