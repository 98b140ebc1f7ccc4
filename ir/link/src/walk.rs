//! What a module refers to, found in the order in which LLVM's linker comes across it (`Mapper`).
use crate::mover::{Context, Mover};
use crate::problem::Problem;
use crate::types::parts;
use bctk_ir::attr_set::Attr;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, GlobalId, InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands_by_number;

/// A constant, and whether its operands were visited.
type Open = (Value, bool);

impl Mover<'_> {
    /// Visits a value of the module.
    pub(crate) fn visit(&mut self, value: Value, context: Context) -> Result<(), Problem> {
        match value.kind() {
            ValueKind::Global(id) => self.map_global(id, context).map(|_| ()),
            ValueKind::Const(index) if context == Context::Direct && self.seen_consts.get(index as usize) != Some(&false) => Ok(()),
            ValueKind::Const(_) => self.visit_constants(value, context, None, &mut []),
            ValueKind::Metadata(id) => self.visit_node(id, None),
            _ => Ok(()),
        }
    }

    /// Visits a value that may be one of a body, of whose constants `own` says which were visited.
    pub(crate) fn visit_in(&mut self, value: Value, body: &Body, own: &mut [bool]) -> Result<(), Problem> {
        match value.kind() {
            ValueKind::LocalConst(index) => match own.get(index as usize) {
                Some(false) => self.visit_constants(value, Context::Direct, Some(body), own),
                _ => Ok(()),
            },
            ValueKind::Metadata(id) => self.visit_node(id, Some((body, own))),
            _ => self.visit(value, Context::Direct),
        }
    }

    /// Visits a constant, operands first.
    fn visit_constants(&mut self, root: Value, context: Context, body: Option<&Body>, own: &mut [bool]) -> Result<(), Problem> {
        let mut stack: Vec<Open> = vec![(root, false)];
        while let Some((value, is_done)) = stack.pop() {
            let (constant, pool) = match (value.kind(), body) {
                (ValueKind::Global(id), _) => {
                    self.map_global(id, context)?;
                    continue;
                }
                (ValueKind::Const(index), _) => (self.src.consts.get(index), None),
                (ValueKind::LocalConst(index), Some(body)) => (body.consts.get(index), Some(&*body.consts)),
                _ => continue,
            };
            let Some(constant) = constant else { continue };
            if is_done {
                self.types.get(self.dst, &self.src, constant.ty);
                if let ConstKind::Gep { source, .. } = constant.kind {
                    self.types.get(self.dst, &self.src, source);
                }
                continue;
            }
            let seen = match value.kind() {
                ValueKind::Const(index) if context == Context::Direct => self.seen_consts.get_mut(index as usize),
                ValueKind::LocalConst(index) => own.get_mut(index as usize),
                _ => None,
            };
            if seen.is_some_and(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            if let ConstKind::InlineAsm(at) = constant.kind {
                let asm = pool.unwrap_or(&self.src.consts).asms.get(at as usize).map(|asm| asm.fn_ty);
                asm.map(|ty| self.types.get(self.dst, &self.src, ty));
            }
            stack.push((value, true));
            let first = stack.len();
            pool.unwrap_or(&self.src.consts).uses(constant.kind, |operand| stack.push((operand, false)));
            stack[first..].reverse();
        }
        Ok(())
    }

    /// Visits what is attached to a global value.
    pub(crate) fn visit_attachments(&mut self, id: GlobalId) -> Result<(), Problem> {
        for at in 0..self.src.globals[id.index()].attachments.len() {
            let node = self.src.globals[id.index()].attachments[at].node;
            self.visit_node(node, None)?;
        }
        Ok(())
    }

    /// Visits a function that is linked (`Mapper::remapFunction`).
    pub(crate) fn visit_function(&mut self, from: GlobalId, to: GlobalId) -> Result<(), Problem> {
        let GlobalKind::Function(function) = &self.src.globals[from.index()].kind else { return Ok(()) };
        let operands = [function.personality, function.prefix, function.prologue];
        for value in operands.into_iter().filter_map(bctk_ir::entity::OptionalId::get) {
            self.visit(value, Context::Direct)?;
        }
        self.functions.push((from, to));
        self.dst.steps.push(bctk_uselist::LinkStep::Function(to));
        let Some(at) = self.body_at[from.index()] else { return Ok(()) };
        let body = std::mem::take(&mut self.bodies[at].1);
        let result = self.visit_body(from, &body);
        self.bodies[at].1 = body;
        result
    }

    fn visit_body(&mut self, from: GlobalId, body: &Body) -> Result<(), Problem> {
        self.begin_body_nodes(body);
        for bundle in &body.bundles {
            let at = bundle.tag as usize;
            if let Some(None) = self.numbers.tags.get(at)
                && let Some(&name) = self.src.bundle_tags.get(at)
            {
                self.numbers.tags[at] = Some(self.dst.tag(self.src.str(name)));
            }
        }
        if self.flags.strips_debug && !body.attachments.is_empty() {
            self.dst.register_kind(b"heapallocsite");
        }
        let mut own = vec![false; body.consts.consts.len()];
        self.visit_attachments(from)?;
        for attachment in &body.function_attachments {
            self.visit_node(attachment.node, Some((body, &mut own)))?;
        }
        for ty in body.local_types.iter().take(body.args as usize) {
            self.types.get(self.dst, &self.src, *ty);
        }
        let mut attachments = body.attachments.iter().peekable();
        let mut records = body.dbg_records.iter().peekable();
        let mut values = Vec::new();
        for (at, inst) in body.insts.iter().enumerate() {
            let id = InstId::new(at);
            values.clear();
            operands_by_number(inst, body, |value| {
                if !value.is_of_body() {
                    values.push(value);
                }
            });
            for &value in &values {
                self.visit_in(value, body, &mut own)?;
            }
            if self.nodes.leads_anywhere()
                && let Some(node) = body.debug_loc(id)
            {
                self.visit_node(node, Some((body, &mut own)))?;
            }
            while let Some((_, attachment)) = attachments.next_if(|(inst, _)| *inst <= id) {
                self.visit_node(attachment.node, Some((body, &mut own)))?;
            }
            self.visit_types(inst, body, id);
            while let Some(record) = records.next_if(|record| record.before <= id) {
                self.visit_record(record, body, &mut own)?;
            }
        }
        for record in records {
            self.visit_record(record, body, &mut own)?;
        }
        // What no instruction has needs types, too.
        for ty in &body.local_types {
            self.types.get(self.dst, &self.src, *ty);
        }
        for call in &body.calls {
            self.types.get(self.dst, &self.src, call.fn_ty);
            self.attr_list(call.attrs);
        }
        for index in 0..own.len() {
            if !own[index] {
                self.visit_constants(Value::local_const(index as u32), Context::Direct, Some(body), &mut own)?;
            }
        }
        Ok(())
    }

    /// The types of an instruction, in the order in which LLVM looks at them.
    fn visit_types(&mut self, inst: &Inst, body: &Body, id: InstId) {
        match *inst {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
                let Some(call) = body.call(call) else { return };
                if self.types.known(call.fn_ty).is_none() {
                    let ty = self.src.types.get(call.fn_ty);
                    for at in (1..).map_while(|at| parts(&self.src.types, ty, at)).collect::<Vec<TypeId>>() {
                        self.types.get(self.dst, &self.src, at);
                    }
                    self.types.get(self.dst, &self.src, call.fn_ty);
                }
                self.attr_list(call.attrs);
            }
            Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } | Inst::Gep { source: ty, .. } => {
                self.types.get(self.dst, &self.src, ty);
            }
            _ => {}
        }
        if let Some(ty) = body.result_type(id) {
            self.types.get(self.dst, &self.src, ty);
        }
    }

    fn visit_record(&mut self, record: &bctk_ir::body::DbgRecord, body: &Body, own: &mut [bool]) -> Result<(), Problem> {
        self.visit_node(record.variable, Some((body, own)))?;
        self.visit_node(record.loc, Some((body, own)))?;
        let mut operand = |mover: &mut Self, operand: DbgOperand| match operand {
            DbgOperand::Value(value) => mover.visit_in(value, body, own),
            DbgOperand::Md(id) => mover.visit_node(id, Some((body, own))),
        };
        let assign = body.dbg_assign(record).copied();
        if let Some(assign) = assign {
            operand(self, assign.address)?;
        }
        if let Some(value) = record.value {
            operand(self, value)?;
        }
        Ok(())
    }

    /// Finds what types of the module and of the linked one are the same (`IRLinker::computeTypeMapping`).
    pub(crate) fn map_types(&mut self) {
        let order = self.in_order();
        for id in order {
            if matches!(self.src.globals[id.index()].kind, GlobalKind::IFunc { .. }) {
                continue;
            }
            let Some(to) = self.linked_prototype(id) else { continue };
            let (of_dst, of_src) = (self.dst.global(to), &self.src.globals[id.index()]);
            let is_appending = |linkage| linkage == bctk_ir::keywords::Linkage::Appending;
            let (mut old, mut new) = (of_dst.ptr_type, of_src.ptr_type);
            if is_appending(of_dst.linkage) && is_appending(of_src.linkage) {
                let elem = |types: &bctk_ir::types::TypeTable, ty| parts(types, types.get(ty), 0);
                let (Some(a), Some(b)) = (elem(&self.dst.module.types, of_dst.value_type), elem(&self.src.types, of_src.value_type)) else {
                    continue;
                };
                (old, new) = (a, b);
            }
            self.types.unify(self.dst, &self.src, old, new);
        }
        let found = self.structures();
        self.types.unify_named(self.dst, &self.src, &found);
        self.types.define(self.dst, &self.src);
    }

    /// The structures of the module that LLVM finds without reading its bodies (`TypeFinder`).
    fn structures(&self) -> Vec<TypeId> {
        let mut finder = Finder {
            mover: self,
            seen: vec![false; self.src.types.len()],
            consts: vec![false; self.src.consts.consts.len()],
            found: Vec::new(),
        };
        for id in self.in_order() {
            let global = &self.src.globals[id.index()];
            finder.ty(global.value_type);
            finder.ty(global.ptr_type);
            if let GlobalKind::Function(function) = &global.kind {
                finder.attributes(function.attrs);
            }
            global.kind.operands().for_each(|value| finder.value(value));
        }
        let read = match &self.import {
            Some(import) => import.bodies(&self.src),
            None => vec![self.flags.is_read_whole; self.src.bodies.len()],
        };
        for (body, _) in self.src.bodies.iter().zip(read).filter(|(_, is_read)| *is_read) {
            body.local_types.iter().for_each(|&ty| finder.ty(ty));
            body.consts.consts.iter().for_each(|constant| finder.ty(constant.ty));
            for call in &body.calls {
                finder.ty(call.fn_ty);
                finder.attributes(call.attrs);
            }
            for inst in &body.insts {
                if let Inst::Alloca { ty, .. } | Inst::Gep { source: ty, .. } = *inst {
                    finder.ty(ty);
                }
            }
        }
        finder.found
    }
}

/// Finds structures.
struct Finder<'m, 'l> {
    mover: &'m Mover<'l>,
    seen: Vec<bool>,
    consts: Vec<bool>,
    found: Vec<TypeId>,
}

impl Finder<'_, '_> {
    fn attributes(&mut self, list: AttrListId) {
        let table = &self.mover.src.attrs;
        for &(_, set) in table.lists.get(list.index()).into_iter().flatten() {
            for attr in table.set(set) {
                if let Attr::Type(_, Some(ty)) = *attr {
                    self.ty(ty);
                }
            }
        }
    }

    fn ty(&mut self, root: TypeId) {
        let types = &self.mover.src.types;
        let mut stack = vec![root];
        while let Some(ty) = stack.pop() {
            if self.seen.get_mut(ty.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let content = types.get(ty);
            if let Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. } = content {
                self.found.push(ty);
            }
            let first = stack.len();
            stack.extend((0..).map_while(|at| parts(types, content, at)));
            stack[first..].reverse();
        }
    }

    fn value(&mut self, root: Value) {
        let pool = &self.mover.src.consts;
        let mut stack = vec![root];
        while let Some(value) = stack.pop() {
            let ValueKind::Const(index) = value.kind() else { continue };
            if self.consts.get_mut(index as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let Some(constant) = pool.get(index) else { continue };
            self.ty(constant.ty);
            if let ConstKind::Gep { source, .. } = constant.kind {
                self.ty(source);
            }
            let first = stack.len();
            pool.operands(constant.kind, |operand| stack.push(operand));
            stack[first..].reverse();
        }
    }
}
