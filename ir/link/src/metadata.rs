//! Metadata of a module that is linked: the places of its nodes in the linked module, and what its nodes lead to.
//!
//! All nodes of the module get places at once, and their contents when everything is linked. Classes of C++ with an identifier exist once
//! (`LLVMContext::enableDebugTypeODRUniquing`); other equal nodes are merged when all modules are linked.
use crate::mover::{Context, Mover};
use crate::nodes::{FORWARD, NULL, Nodes, UNKNOWN, composite, inline_numbers};
use crate::problem::Problem;
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::relocate::{Relocation, reference_slots, relocate};
use bctk_ir::metadata::{Metadata, MetadataTable, slot_md};
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};

/// How deep nodes of module flags are looked into.
const RAW_DEPTH: u32 = 64;

/// Translates references.
struct Places<'n>(&'n Nodes);

impl Relocation for Places<'_> {
    fn md(&self, id: MdId) -> Option<MdId> {
        self.0.place(id)
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}

/// Calls `f` with what a piece of metadata refers to, in the order of LLVM's operands.
pub(crate) fn operands(table: &MetadataTable, item: Metadata, mut f: impl FnMut(MdId)) {
    match item {
        Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => table.lists.get(ops).iter().flatten().for_each(f),
        Metadata::ArgList(ops) => table.lists.get(ops).iter().for_each(f),
        Metadata::Node { kind, fields, .. } => {
            let slots = table.node_fields(kind, fields);
            let refers = |slot: usize| reference_slots(kind).any(|known| known == slot);
            for &slot in kind.operand_slots() {
                let slot = usize::from(slot);
                if let Some(id) = slots.get(slot).and_then(|&value| slot_md(value))
                    && refers(slot)
                    && id.0 != u32::MAX - 1
                {
                    f(id);
                }
            }
        }
        Metadata::String(_) | Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => {}
    }
}

fn is_distinct(item: Metadata) -> bool {
    match item {
        Metadata::Tuple { distinct, .. }
        | Metadata::Generic { distinct, .. }
        | Metadata::Node { distinct, .. }
        | Metadata::Expression { distinct, .. } => distinct,
        _ => false,
    }
}

impl Mover<'_> {
    /// Gives the nodes of the module places, but for those of its bodies.
    pub(crate) fn begin_nodes(&mut self) {
        let count = self.src.metadata.items.len();
        self.nodes.map = vec![UNKNOWN; count];
        self.nodes.seen = vec![false; count];
        self.find_leads();
        let of_module = (self.src.metadata.module_items as usize).min(count);
        for id in (0..of_module).map(MdId::new) {
            self.begin_node(id);
        }
        // Upgrades add nodes after those of bodies.
        for at in 0..self.src.globals.len() {
            for attachment in self.src.globals[at].attachments.clone() {
                self.begin_known(attachment.node);
            }
        }
        // Flags may be new.
        for id in self.src.metadata.named.iter().flat_map(|named| &named.nodes).copied().collect::<Vec<_>>() {
            for operand in self.operands_of(id).into_iter().chain([id]) {
                if operand.index() >= of_module && operand.index() < count {
                    self.begin_node(operand);
                }
            }
        }
    }

    /// Gives the nodes that only a body refers to places.
    pub(crate) fn begin_body_nodes(&mut self, body: &Body) {
        let (first, end) = body.metadata;
        for id in (first..end.min(self.nodes.map.len() as u32)).map(MdId) {
            self.begin_node(id);
        }
        // Locations may be those of several bodies.
        let attached = body.attachments.iter().map(|(_, attachment)| attachment).chain(&body.function_attachments);
        let records = body.dbg_records.iter().flat_map(|record| [record.loc, record.variable].into_iter().chain(record.expression.get()));
        let ids = body.loc_nodes.iter().copied().chain(attached.map(|attachment| attachment.node)).chain(records);
        ids.for_each(|id| self.begin_known(id));
        for record in &body.dbg_records {
            for operand in body.dbg_operands(record) {
                if let DbgOperand::Md(id) = operand {
                    self.begin_known(id);
                }
            }
        }
        for assign in &body.dbg_assigns {
            self.begin_known(assign.id);
            self.begin_known(assign.address_expression);
        }
        for list in body.calls.iter().map(|call| call.args).chain(body.bundles.iter().map(|bundle| bundle.inputs)) {
            for value in body.lists.get(list) {
                if let ValueKind::Metadata(id) = value.kind() {
                    self.begin_known(id);
                }
            }
        }
    }

    /// As [`Mover::begin_node`], for a reference that may be wrong.
    fn begin_known(&mut self, id: MdId) {
        if id.index() < self.nodes.map.len() {
            self.begin_node(id);
        }
    }

    fn begin_node(&mut self, id: MdId) {
        let is_unread = self.nodes.read.as_ref().is_some_and(|read| read.get(id.index()) != Some(&true));
        if is_unread || self.nodes.map[id.index()] != UNKNOWN {
            return;
        }
        let item = self.src.metadata.get(id);
        let place = match item {
            Metadata::String(text) => self.dst.md_string(self.src.str(text)),
            Metadata::Node { kind: DiKind::CompositeType, fields, .. } if !self.flags.keep_types_apart => {
                match slot_md(composite(&self.src.metadata, fields, "identifier")) {
                    Some(identifier) => self.begin_class(id, fields, identifier),
                    None => self.fresh(id),
                }
            }
            _ => self.fresh(id),
        };
        self.nodes.map[id.index()] = place.0;
    }

    fn fresh(&mut self, id: MdId) -> MdId {
        let place = self.dst.module.metadata.push(Metadata::Missing);
        self.nodes.to_fill.push((id, place));
        place
    }

    /// The place of a class with an identifier: that of the first one, whose contents a definition replaces if they are a declaration.
    fn begin_class(&mut self, id: MdId, fields: u32, identifier: MdId) -> MdId {
        if identifier.index() < self.nodes.map.len() {
            self.begin_node(identifier);
        }
        let Some(key) = self.nodes.place(identifier) else { return self.fresh(id) };
        let Some(&there) = self.dst.identified.get(&key) else {
            let place = self.fresh(id);
            let (tag, flags) = (composite(&self.src.metadata, fields, "tag"), composite(&self.src.metadata, fields, "flags"));
            self.dst.identified.insert(key, place);
            self.dst.classes.insert(place, (tag, flags));
            return place;
        };
        let tag = composite(&self.src.metadata, fields, "tag");
        let flags = composite(&self.src.metadata, fields, "flags");
        let Some(of_dst) = self.dst.classes.get_mut(&there) else { return self.fresh(id) };
        if of_dst.0 != tag {
            return self.fresh(id);
        }
        if of_dst.1 & FORWARD != 0 && flags & FORWARD == 0 {
            of_dst.1 = flags;
            self.nodes.to_fill.push((id, there));
        } else {
            self.nodes.seen[id.index()] = true;
        }
        there
    }

    /// Finds the nodes that lead to global values.
    fn find_leads(&mut self) {
        let has_global = self.consts_with_globals();
        let typed: Vec<bool> = (0..self.src.types.len()).map(|ty| !self.types.is_plain(&self.src, TypeId::new(ty))).collect();
        let table = &self.src.metadata;
        // A structure may be met there for the first time.
        let leads = |item: &Metadata| match item {
            Metadata::Value { ty, .. } if typed.get(ty.index()) == Some(&true) => true,
            Metadata::Value { value, .. } => match value.kind() {
                ValueKind::Global(_) | ValueKind::LocalConst(_) => true,
                ValueKind::Const(index) => has_global.get(index as usize) == Some(&true),
                _ => false,
            },
            _ => false,
        };
        if !table.items.iter().any(leads) {
            return;
        }
        // Who refers to each node.
        let count = table.items.len();
        let mut first = vec![0u32; count + 1];
        for &item in &table.items {
            operands(table, item, |id| {
                if let Some(slot) = first.get_mut(id.index() + 1) {
                    *slot += 1;
                }
            });
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut users = vec![0u32; first[count] as usize];
        for (user, &item) in (0..).zip(&table.items) {
            operands(table, item, |id| {
                if let Some(slot) = next.get_mut(id.index()).filter(|_| id.index() < count) {
                    users[*slot as usize] = user;
                    *slot += 1;
                }
            });
        }
        let mut found = vec![false; count];
        let mut open: Vec<usize> = (0..count).filter(|&at| leads(&table.items[at])).collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut found[at], true) {
                open.extend(users[first[at] as usize..first[at + 1] as usize].iter().map(|&user| user as usize));
            }
        }
        self.nodes.leads = found;
    }

    /// Which constants of the module refer to global values.
    fn consts_with_globals(&self) -> Vec<bool> {
        let pool = &self.src.consts;
        self.mark_consts(|index, found| {
            let mut has = false;
            if let Some(constant) = pool.get(index) {
                pool.uses(constant.kind, |value| {
                    has |= match value.kind() {
                        ValueKind::Global(_) => true,
                        ValueKind::Const(operand) => found.get(operand as usize) == Some(&true),
                        _ => false,
                    };
                });
            }
            has
        })
    }

    /// Whether something holds of each constant, by what holds of its operands.
    pub(crate) fn mark_consts(&self, holds: impl Fn(u32, &[bool]) -> bool) -> Vec<bool> {
        let pool = &self.src.consts;
        let count = pool.consts.len();
        let (mut found, mut done) = (vec![false; count], vec![false; count]);
        let mut stack: Vec<(u32, bool)> = Vec::new();
        for root in 0..count as u32 {
            stack.push((root, false));
            while let Some((index, is_visited)) = stack.pop() {
                let at = index as usize;
                if is_visited {
                    found[at] = holds(index, &found);
                    continue;
                }
                if done.get(at).is_none_or(|done| *done) {
                    continue;
                }
                done[at] = true;
                stack.push((index, true));
                pool.operands(pool.consts[at].kind, |operand| {
                    if let ValueKind::Const(operand) = operand.kind() {
                        stack.push((operand, false));
                    }
                });
            }
        }
        found
    }

    /// Visits all that a node leads to, in LLVM's order (`MDNodeMapper`).
    pub(crate) fn visit_node(&mut self, id: MdId, mut body: Option<(&Body, &mut [bool])>) -> Result<(), Problem> {
        let mut distinct = Vec::new();
        if let Some(uniqued) = self.try_node(id, &mut distinct, &mut body)? {
            self.visit_uniqued(uniqued, &mut distinct, &mut body)?;
        }
        while let Some(node) = distinct.pop() {
            for operand in self.operands_of(node) {
                if let Some(uniqued) = self.try_node(operand, &mut distinct, &mut body)? {
                    self.visit_uniqued(uniqued, &mut distinct, &mut body)?;
                }
            }
        }
        Ok(())
    }

    fn operands_of(&self, id: MdId) -> Vec<MdId> {
        let mut list = Vec::new();
        operands(&self.src.metadata, self.src.metadata.get(id), |id| list.push(id));
        list
    }

    /// Visits a value, notes a distinct node for later; gives a node that is not distinct and was not visited.
    fn try_node(&mut self, id: MdId, distinct: &mut Vec<MdId>, body: &mut Option<(&Body, &mut [bool])>) -> Result<Option<MdId>, Problem> {
        if self.nodes.leads.get(id.index()) != Some(&true) || self.nodes.seen[id.index()] {
            return Ok(None);
        }
        let item = self.src.metadata.get(id);
        match (item, body) {
            (Metadata::Value { value, .. }, Some((body, own))) if matches!(value.kind(), ValueKind::LocalConst(_)) => {
                self.visit_in(value, body, own)?;
                return Ok(None);
            }
            (Metadata::Value { value, .. }, _) => {
                self.visit(value, Context::Direct)?;
                return Ok(None);
            }
            _ => {}
        }
        self.nodes.seen[id.index()] = true;
        if is_distinct(item) {
            distinct.push(id);
            return Ok(None);
        }
        Ok(Some(id))
    }

    /// Visits nodes that are not distinct, in post-order.
    fn visit_uniqued(&mut self, root: MdId, distinct: &mut Vec<MdId>, body: &mut Option<(&Body, &mut [bool])>) -> Result<(), Problem> {
        let mut stack = vec![self.operands_of(root).into_iter()];
        while let Some(rest) = stack.last_mut() {
            let Some(operand) = rest.next() else {
                stack.pop();
                continue;
            };
            if let Some(uniqued) = self.try_node(operand, distinct, body)? {
                stack.push(self.operands_of(uniqued).into_iter());
            }
        }
        Ok(())
    }

    /// Gives the nodes in the linked module their contents. Constants have theirs.
    pub(crate) fn fill_nodes(&mut self) {
        let lost = self.lost_consts();
        // What nodes refer to has a place, too.
        let mut at = 0;
        while let Some(&(id, _)) = self.nodes.to_fill.get(at) {
            at += 1;
            for operand in self.operands_of(id) {
                self.begin_known(operand);
            }
        }
        let to_fill = std::mem::take(&mut self.nodes.to_fill);
        let mut rest = Vec::with_capacity(to_fill.len());
        for (id, place) in to_fill {
            let Metadata::Value { ty, value } = self.src.metadata.get(id) else {
                rest.push((id, place));
                continue;
            };
            let known = match value.kind() {
                ValueKind::Global(id) => self.map_global(id, Context::Direct).ok().flatten(),
                ValueKind::Const(index) if lost.get(index as usize) == Some(&true) => None,
                _ => Some(self.moved(value)),
            };
            match (known, self.types.known_or_plain(self.dst, &self.src, ty)) {
                (Some(value), Some(ty)) => self.dst.module.metadata.items[place.index()] = Metadata::Value { ty, value },
                _ => self.nodes.map[id.index()] = NULL,
            }
        }
        for (id, place) in rest {
            let item = self.src.metadata.get(id);
            let mut new = relocate(item, &self.src.metadata, &mut self.dst.module.metadata, &Places(&self.nodes));
            if let Metadata::Node { kind: DiKind::CompositeType, distinct, .. } = &mut new
                && self.dst.classes.contains_key(&place)
            {
                *distinct = true;
            }
            self.dst.module.metadata.items[place.index()] = new;
            inline_numbers(&mut self.dst.module, new);
        }
    }

    /// A node of module flags, which LLVM takes over as it is: what it says of global values of the module is gone then.
    pub(crate) fn raw_node(&mut self, id: MdId, depth: u32) -> Option<MdId> {
        if let Some(&known) = self.raw.get(&id) {
            return known;
        }
        let new = self.raw_node_anew(id, depth);
        self.raw.insert(id, new);
        new
    }

    fn raw_node_anew(&mut self, id: MdId, depth: u32) -> Option<MdId> {
        if depth > RAW_DEPTH || self.nodes.leads.get(id.index()) != Some(&true) {
            return self.nodes.place(id);
        }
        let Metadata::Tuple { distinct, ops } = self.src.metadata.get(id) else {
            return match self.src.metadata.get(id) {
                Metadata::Value { .. } => None,
                _ => self.nodes.place(id),
            };
        };
        let mut loses = false;
        let mut new = Vec::new();
        for operand in self.src.metadata.lists.get(ops).to_vec() {
            let is_value = operand.is_some_and(|id| matches!(self.src.metadata.get(id), Metadata::Value { .. }));
            let place = operand.and_then(|id| self.raw_node(id, depth + 1));
            loses |= is_value && place.is_none();
            new.push(place);
        }
        let ops = self.dst.module.metadata.lists.push(&new);
        Some(self.dst.module.metadata.push(Metadata::Tuple { distinct: distinct || loses, ops }))
    }
}
