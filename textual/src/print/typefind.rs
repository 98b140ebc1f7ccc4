//! Finds the identified structures that a module uses, in the order in which LLVM finds and therefore prints and
//! numbers them (`TypeFinder::run`, LLVM 22).

use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::{AttrListId, AttrSetId, InstId, List, MdId, OptionalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_ir::visit::operands;
use bctk_support::parallel::prelude::*;
use bctk_support::slices::next_if;

use super::slots::for_each_node_operand;

/// A set of small numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }
    fn contains(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 != 0)
    }
    /// Adds `i`; returns whether it was new. Numbers past the end count as present.
    fn insert(&mut self, i: usize) -> bool {
        match self.0.get_mut(i / 64) {
            Some(word) => {
                let bit = 1u64 << (i % 64);
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            None => false,
        }
    }
}

struct Finder<'m> {
    module: &'m Module,
    types: Bits,
    consts: Bits,
    local_consts: Bits,
    nodes: Bits,
    lists: Bits,
    found: Vec<TypeId>,
    /// Number of identified structures not found yet; at zero, the search ends.
    missing: usize,
    /// By type, whether it is or contains an identified structure.
    holds: Vec<bool>,
    /// Whether operands may hide a type that is not found otherwise.
    operands_matter: bool,
    /// The same of metadata.
    metadata_matters: bool,
    llvm: LlvmVersion,
    type_stack: Vec<TypeId>,
    value_stack: Vec<Value>,
}

/// Finds the identified structures of `module`, in LLVM's order.
pub fn find_structs(module: &Module) -> Vec<TypeId> {
    let mut finder = Finder::new(module);
    finder.run();
    finder.found
}

/// By type, whether it is or contains an identified structure.
fn holders(module: &Module) -> Vec<bool> {
    /// Rounds after which every type counts as one: how deep literal types are nested backwards.
    const ROUNDS: usize = 16;
    let types = &module.types;
    let mut holds: Vec<bool> = types.iter().map(|(_, ty)| is_identified(&ty)).collect();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for (id, ty) in types.iter() {
            let is = |part: TypeId| holds.get(part.index()) == Some(&true);
            let found = match ty {
                Type::Function { ret, params, .. } => is(ret) || types.list(params).iter().any(is),
                Type::Struct { fields, .. } => types.list(fields).iter().any(is),
                Type::Array { elem, .. } | Type::Vector { elem, .. } => is(elem),
                Type::TypedPtr { pointee, .. } => is(pointee),
                Type::TargetExt { types: parts, .. } => types.list(parts).iter().any(is),
                _ => false,
            };
            if found && !holds[id.index()] {
                holds[id.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return holds;
        }
    }
    holds.fill(true);
    holds
}

/// Whether a value wrapped in metadata, which may be of a body, may have or contain a structure type.
fn may_hide_types(module: &Module, body: Option<&Body>, value: Value) -> bool {
    let constant = match (value.kind(), body) {
        (ValueKind::Const(index), _) => module.consts.get(index),
        (ValueKind::LocalConst(index), Some(body)) => body.consts.get(index),
        (ValueKind::LocalConst(_), None) => return true,
        _ => None,
    };
    constant.is_some_and(|constant| {
        let plain = matches!(
            constant.kind,
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison | ConstKind::Int(_) | ConstKind::WideInt { .. } | ConstKind::Float(_)
        );
        let scalar = !matches!(
            module.types.get(constant.ty),
            Type::Struct { .. } | Type::Array { .. } | Type::Vector { .. } | Type::TargetExt { .. } | Type::TypedPtr { .. }
        );
        !plain || !scalar
    })
}

fn is_identified(ty: &Type) -> bool {
    matches!(ty, Type::Struct { kind: StructKind::Identified | StructKind::Opaque, .. })
}

impl<'m> Finder<'m> {
    fn new(module: &'m Module) -> Finder<'m> {
        Finder {
            module,
            types: Bits::new(module.types.len()),
            consts: Bits::new(module.consts.consts.len()),
            local_consts: Bits::new(0),
            nodes: Bits::new(module.metadata.items.len()),
            lists: Bits::new(module.attrs.lists.len()),
            found: Vec::new(),
            missing: module.types.iter().filter(|(_, ty)| is_identified(ty)).count(),
            holds: holders(module),
            operands_matter: true,
            metadata_matters: false,
            llvm: module.llvm_version(),
            type_stack: Vec::new(),
            value_stack: Vec::new(),
        }
    }

    /// Whether any value wrapped in metadata has or contains an identified structure. What cannot be told counts as one.
    fn finds_any_in_metadata(&mut self) -> bool {
        let module = self.module;
        let items = &module.metadata.items;
        // What belongs to a body refers to the constants of that body.
        let mut next = 0;
        for body in &module.bodies {
            let (first, end) = (body.metadata.0 as usize, body.metadata.1 as usize);
            if first == end {
                continue;
            }
            let (Some(between), Some(own)) = (items.get(next..first), items.get(first..end)) else { return true };
            if self.finds_any(between, None) || self.finds_any(own, Some(body)) {
                return true;
            }
            next = end;
        }
        items.get(next..).is_none_or(|rest| self.finds_any(rest, None))
    }

    fn finds_any(&mut self, items: &[Metadata], body: Option<&Body>) -> bool {
        self.local_consts = Bits::new(body.map_or(0, |body| body.consts.consts.len()));
        items.iter().any(|item| match *item {
            Metadata::Value { value, .. } if may_hide_types(self.module, body, value) => {
                self.value(value, body);
                matches!(value.kind(), ValueKind::LocalConst(_)) && body.is_none() || !self.found.is_empty()
            }
            _ => false,
        })
    }

    fn run(&mut self) {
        let module = self.module;
        if self.missing == 0 {
            return;
        }
        for global in &module.globals {
            if let GlobalKind::Variable { initializer, .. } = global.kind {
                self.ty(global.value_type);
                initializer.get().into_iter().for_each(|value| self.value(value, None));
            }
        }
        for global in &module.globals {
            if let GlobalKind::Alias { aliasee } = global.kind {
                self.ty(global.value_type);
                self.value(aliasee, None);
            }
        }
        for global in &module.globals {
            if let GlobalKind::IFunc { .. } = global.kind {
                self.ty(global.value_type);
            }
        }
        if self.missing == 0 {
            return;
        }
        // What initializers contain is found by now. Metadata holds constants of a pool, too.
        let hidden = module.consts.consts.iter().enumerate().any(|(at, constant)| !self.consts.contains(at) && self.may_hide(constant));
        // Few bodies have anything left to find. All threads look for them.
        let in_lists: Vec<bool> = module.attrs.lists.iter().map(|list| self.is_any_hidden(list)).collect();
        let in_bodies: Vec<(bool, bool)> =
            module.bodies.par_iter().balanced().map(|body| (self.may_hide_any(body), self.names_hidden(body, &in_lists))).collect();
        if hidden || in_bodies.iter().any(|&(operands, _)| operands) {
            self.metadata_matters = Finder::new(module).finds_any_in_metadata();
        }
        for global in &module.globals {
            if self.missing == 0 {
                return;
            }
            let GlobalKind::Function(function) = &global.kind else { continue };
            self.ty(global.value_type);
            self.attributes(function.attrs);
            for value in [function.personality, function.prefix, function.prologue].into_iter().filter_map(OptionalId::get) {
                self.value(value, None);
            }
            if let Some(index) = function.body
                && let Some(body) = module.bodies.get(index as usize)
            {
                let (operands, types) = in_bodies.get(index as usize).copied().unwrap_or_default();
                self.operands_matter = hidden || self.metadata_matters || operands && self.may_hide_any(body);
                if self.operands_matter || types {
                    self.body(body);
                }
            }
        }
        for named in &module.metadata.named {
            for &node in &named.nodes {
                self.node(node, None);
            }
        }
    }

    /// Whether a constant has or names a type with an identified structure that is not found yet; its operands are constants of their own.
    fn may_hide(&self, constant: &Constant) -> bool {
        self.hides(constant.ty) || matches!(constant.kind, ConstKind::Gep { source, .. } if self.hides(source))
    }

    /// Whether a type holds an identified structure that is not found yet.
    #[inline]
    fn hides(&self, ty: TypeId) -> bool {
        self.holds.get(ty.index()) == Some(&true) && !self.types.contains(ty.index())
    }

    /// Whether attributes name a type that holds an identified structure that is not found yet.
    fn is_any_hidden(&self, list: &[(AttrIndex, AttrSetId)]) -> bool {
        let attrs = list.iter().flat_map(|&(_, set)| self.module.attrs.set(set));
        attrs.into_iter().any(|attr| matches!(*attr, Attr::Type(_, Some(ty)) if self.hides(ty)))
    }

    /// The same of what a body names besides its operands; `in_lists` has the answer for each list of attributes.
    fn names_hidden(&self, body: &Body, in_lists: &[bool]) -> bool {
        let of_inst = |inst: &Inst| matches!(*inst, Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } | Inst::Gep { source: ty, .. } if self.hides(ty));
        body.local_types.iter().any(|&ty| self.hides(ty))
            || body.calls.iter().any(|call| in_lists.get(call.attrs.index()) == Some(&true))
            || body.insts.iter().any(of_inst)
    }

    fn may_hide_any(&self, body: &Body) -> bool {
        body.consts.consts.iter().any(|constant| self.may_hide(constant))
    }

    fn ty(&mut self, id: TypeId) {
        if !self.types.insert(id.index()) {
            return;
        }
        let types = &self.module.types;
        let mut stack = std::mem::take(&mut self.type_stack);
        stack.push(id);
        while let Some(id) = stack.pop() {
            let ty = types.get(id);
            if is_identified(&ty) {
                self.found.push(id);
                self.missing -= 1;
            }
            let mut push = |part: TypeId| {
                if self.types.insert(part.index()) {
                    stack.push(part);
                }
            };
            match ty {
                Type::Function { ret, params, .. } => {
                    types.list(params).iter().rev().for_each(&mut push);
                    push(ret);
                }
                Type::Struct { fields, .. } => types.list(fields).iter().rev().for_each(&mut push),
                Type::Array { elem, .. } | Type::Vector { elem, .. } => push(elem),
                Type::TypedPtr { pointee, .. } => push(pointee),
                Type::TargetExt { types: parts, .. } => types.list(parts).iter().rev().for_each(&mut push),
                _ => {}
            }
        }
        self.type_stack = stack;
    }

    fn attributes(&mut self, list: AttrListId) {
        if !self.lists.insert(list.index()) {
            return;
        }
        let table = &self.module.attrs;
        let Some(positions) = table.lists.get(list.index()) else { return };
        // LLVM stores the set of the function itself first, then the return value, then the parameters.
        let mut positions: Vec<_> = positions.iter().collect();
        positions.sort_by_key(|(index, _)| match *index {
            AttrIndex::Function => 0,
            AttrIndex::Return => 1,
            AttrIndex::Param(n) => u64::from(n) + 2,
        });
        for &&(_, set) in &positions {
            for attr in table.set(set) {
                if let Attr::Type(_, Some(ty)) = *attr {
                    self.ty(ty);
                }
            }
        }
    }

    /// The types of a constant and of its components, operands last.
    fn value(&mut self, value: Value, body: Option<&Body>) {
        // Most operands are results and global values, whose types are found elsewhere.
        if !matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_) | ValueKind::Metadata(_)) {
            return;
        }
        let mut stack = std::mem::take(&mut self.value_stack);
        stack.push(value);
        while let Some(value) = stack.pop() {
            let (pool, index): (&ConstPool, u32) = match (value.kind(), body) {
                (ValueKind::Const(index), _) => {
                    if !self.consts.insert(index as usize) {
                        continue;
                    }
                    (&self.module.consts, index)
                }
                (ValueKind::LocalConst(index), Some(body)) => {
                    if !self.local_consts.insert(index as usize) {
                        continue;
                    }
                    (&body.consts, index)
                }
                (ValueKind::Metadata(id), _) => {
                    self.metadata_value(id, body);
                    continue;
                }
                _ => continue,
            };
            let Some(constant) = pool.get(index) else { continue };
            // An inline assembly is a value but not a constant.
            if matches!(constant.kind, ConstKind::InlineAsm(_)) {
                continue;
            }
            self.ty(constant.ty);
            let at = stack.len();
            match constant.kind {
                ConstKind::Gep { source, ops, .. } => {
                    self.ty(source);
                    stack.extend(pool.values(ops));
                }
                ConstKind::Aggregate(list)
                | ConstKind::Select(list)
                | ConstKind::InsertElement(list)
                | ConstKind::ShuffleVector(list)
                | ConstKind::PtrAuth(list) => stack.extend(pool.values(list)),
                ConstKind::Bin { lhs, rhs, .. } => stack.extend([lhs, rhs]),
                ConstKind::ICmp(_, lhs, rhs) => stack.extend([lhs, rhs]),
                ConstKind::FCmp(_, lhs, rhs) => stack.extend([lhs, rhs]),
                ConstKind::ExtractElement(lhs, rhs) => stack.extend([lhs, rhs]),
                ConstKind::FNeg(value) | ConstKind::Cast { value, .. } => stack.push(value),
                _ => {}
            }
            stack[at..].reverse();
        }
        self.value_stack = stack;
    }

    fn metadata_value(&mut self, id: MdId, body: Option<&Body>) {
        match self.module.metadata.get(id) {
            Metadata::Value { value, .. } => self.value_of_metadata(value, body),
            Metadata::ArgList(list) => {
                for item in self.module.metadata.lists.get(list) {
                    if let Metadata::Value { value, .. } = self.module.metadata.get(item) {
                        self.value_of_metadata(value, body);
                    }
                }
            }
            Metadata::String(_) | Metadata::Missing => {}
            _ => self.node(id, body),
        }
    }

    fn value_of_metadata(&mut self, value: Value, body: Option<&Body>) {
        if matches!(value.kind(), ValueKind::Const(_) | ValueKind::LocalConst(_)) {
            self.value(value, body);
        }
    }

    /// The types of constants that a node and the nodes below it hold.
    fn node(&mut self, id: MdId, body: Option<&Body>) {
        if !self.metadata_matters {
            return;
        }
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match self.module.metadata.get(id) {
                Metadata::Value { value, .. } => self.value_of_metadata(value, body),
                Metadata::String(_) | Metadata::Missing | Metadata::ArgList(_) => {}
                _ => {
                    if self.nodes.insert(id.index()) {
                        let at = stack.len();
                        for_each_node_operand(&self.module.metadata, id, self.llvm, |slot| stack.extend(slot_md(slot)));
                        stack[at..].reverse();
                    }
                }
            }
        }
    }

    fn body(&mut self, body: &'m Body) {
        self.local_consts = Bits::new(body.consts.consts.len());
        let has_results = body.local_types.iter().any(|&ty| self.hides(ty));
        let mut attachments = body.attachments.as_slice();
        let mut records = body.dbg_records.as_slice();
        for (i, inst) in body.insts.iter().enumerate() {
            if self.missing == 0 {
                return;
            }
            if has_results && let Some(ty) = body.result_type(InstId(i as u32)) {
                self.ty(ty);
            }
            self.inst(body, inst);
            if !self.operands_matter {
                continue;
            }
            while let Some((_, attachment)) = next_if(&mut attachments, |(at, _)| at.index() <= i) {
                self.node(attachment.node, Some(body));
            }
            while let Some(record) = next_if(&mut records, |record| record.before.index() <= i) {
                for operand in body.dbg_operands(record) {
                    match operand {
                        DbgOperand::Value(value) => self.value(value, Some(body)),
                        DbgOperand::Md(id) if !self.module.metadata.is_node(id) => self.metadata_value(id, Some(body)),
                        DbgOperand::Md(_) => {}
                    }
                }
            }
        }
    }

    fn inst(&mut self, body: &Body, inst: &Inst) {
        match *inst {
            Inst::Alloca { ty, count, .. } | Inst::Malloc { ty, count, .. } => {
                self.value(count, Some(body));
                self.ty(ty);
            }
            Inst::Gep { source, ops, .. } => {
                self.operands(body, ops);
                if self.hides(source) {
                    self.ty(source);
                }
            }
            Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => {
                let Some(call) = body.call(id) else { return };
                if self.operands_matter {
                    self.operands(body, call.args);
                    for bundle in body.call_bundles(call) {
                        self.operands(body, bundle.inputs);
                    }
                    self.value(call.callee, Some(body));
                }
                if !self.lists.contains(call.attrs.index()) {
                    self.attributes(call.attrs);
                }
            }
            _ if self.operands_matter => operands(inst, body, |_, value| self.value(value, Some(body))),
            _ => {}
        }
    }

    fn operands(&mut self, body: &Body, list: List<Value>) {
        if self.operands_matter {
            body.values(list).for_each(|value| self.value(value, Some(body)));
        }
    }
}
