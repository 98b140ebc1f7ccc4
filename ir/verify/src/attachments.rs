//! Checks metadata attached to instructions (the end of `Verifier::visitInstruction`).
use crate::function::{Checker, check};
use crate::nodes::{Int, Nodes, Operands, RangeOf, ranges, subject};
use crate::report::Subject;
use bctk_ir::body::Attachment;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_ir::visit::operands;
use hashbrown::HashSet;

/// Kinds of attachments that are checked, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    FpMath,
    Range,
    NoFpClass,
    NoAliasAddrSpace,
    InvariantGroup,
    InvariantLoad,
    NonNull,
    NoUndef,
    Dereferenceable,
    DereferenceableOrNull,
    NoFree,
    Tbaa,
    NoAlias,
    AliasScope,
    AccessGroup,
    Align,
    Prof,
    MemProf,
    Callsite,
    CalleeType,
    AssignId,
    Mmra,
    Annotation,
    Captures,
    AllocToken,
    InlineHistory,
    CacheHint,
    ActiveLanes,
}

/// The kinds that are checked since LLVM 23, and those since LLVM 22.
const LATEST: [Kind; 6] = [Kind::NoFpClass, Kind::InvariantLoad, Kind::NoUndef, Kind::InlineHistory, Kind::CacheHint, Kind::ActiveLanes];
const LATER: [Kind; 4] = [Kind::NoFree, Kind::CalleeType, Kind::Captures, Kind::AllocToken];

/// The largest alignment.
const MAX_ALIGN: u64 = 1 << 32;
/// All bits of `nofpclass`.
pub(crate) const FP_CLASSES: u64 = 0x3FF;
const CAPTURES: [&[u8]; 4] = [b"address_is_null", b"address", b"read_provenance", b"provenance"];

/// What is checked of each kind of a module.
pub(crate) fn kinds(module: &Module, llvm: LlvmVersion) -> Vec<Option<Kind>> {
    let is_known =
        |kind: &Kind| (llvm.verified_kinds() || !LATEST.contains(kind)) && (llvm.profile_names_checked() || !LATER.contains(kind));
    module.md_kinds.iter().map(|&name| kind(module.str(name)).filter(is_known)).collect()
}

fn kind(name: &[u8]) -> Option<Kind> {
    Some(match name {
        b"fpmath" => Kind::FpMath,
        b"range" => Kind::Range,
        b"nofpclass" => Kind::NoFpClass,
        b"noalias.addrspace" => Kind::NoAliasAddrSpace,
        b"invariant.group" => Kind::InvariantGroup,
        b"invariant.load" => Kind::InvariantLoad,
        b"nonnull" => Kind::NonNull,
        b"noundef" => Kind::NoUndef,
        b"dereferenceable" => Kind::Dereferenceable,
        b"dereferenceable_or_null" => Kind::DereferenceableOrNull,
        b"nofree" => Kind::NoFree,
        b"tbaa" => Kind::Tbaa,
        b"noalias" => Kind::NoAlias,
        b"alias.scope" => Kind::AliasScope,
        b"llvm.access.group" => Kind::AccessGroup,
        b"align" => Kind::Align,
        b"prof" => Kind::Prof,
        b"memprof" => Kind::MemProf,
        b"callsite" => Kind::Callsite,
        b"callee_type" => Kind::CalleeType,
        b"DIAssignID" => Kind::AssignId,
        b"mmra" => Kind::Mmra,
        b"annotation" => Kind::Annotation,
        b"captures" => Kind::Captures,
        b"alloc_token" => Kind::AllocToken,
        b"inline_history" => Kind::InlineHistory,
        b"mem.cache_hint" => Kind::CacheHint,
        b"amdgpu.expected.active.lanes" => Kind::ActiveLanes,
        _ => return None,
    })
}

impl<'m> Checker<'_, 'm> {
    pub(crate) fn nodes(&self) -> Nodes<'m> {
        Nodes { module: self.module, body: Some(self.body) }
    }

    /// Checks what is attached to an instruction. Returns whether no fault ended the checks.
    pub(crate) fn attachments(&mut self, id: InstId) -> bool {
        let own = self.own_attachments(id);
        if own.is_empty() {
            return true;
        }
        let mut found = std::mem::take(&mut self.scratch.attached);
        let kind_of = |attachment: &Attachment| *self.shared.kinds.get(attachment.kind as usize)?;
        found.clear();
        found.extend(own.iter().filter_map(|(_, attachment)| Some((kind_of(attachment)?, attachment.node))));
        found.sort_by_key(|&(kind, _)| kind);
        let is_valid = self.sorted_attachments(id, &found);
        self.scratch.attached = found;
        is_valid
    }

    fn sorted_attachments(&mut self, id: InstId, found: &[(Kind, MdId)]) -> bool {
        let has_callsite = found.iter().any(|&(kind, _)| kind == Kind::Callsite);
        for &(kind, node) in found {
            if kind == Kind::AssignId {
                self.locals.assignment(id, node, &mut self.sink);
                continue;
            }
            let ops = self.nodes().operands(node);
            if !self.attachment(id, kind, node, ops, has_callsite) {
                return false;
            }
        }
        true
    }

    /// What is attached to an instruction. Instructions are asked for in their order.
    pub(crate) fn own_attachments(&mut self, id: InstId) -> &'m [(InstId, Attachment)] {
        let rest = self.body.attachments.get(self.next_attachment..).unwrap_or_default();
        let skipped = rest.iter().take_while(|&&(inst, _)| inst < id).count();
        self.next_attachment += skipped;
        let rest = &rest[skipped..];
        &rest[..rest.iter().take_while(|&&(inst, _)| inst == id).count()]
    }

    /// Checks one attachment. Returns whether the others are checked, too.
    fn attachment(&mut self, id: InstId, kind: Kind, node: MdId, ops: Operands<'m>, has_callsite: bool) -> bool {
        let inst = self.body.insts[id.index()];
        let this = Subject::Inst(id);
        let before = self.sink.findings.len();
        match kind {
            Kind::FpMath => self.fp_accuracy(id, ops),
            Kind::Range => {
                if !matches!(inst, Inst::Load { .. } | Inst::Call(_) | Inst::Invoke { .. }) {
                    self.fail("Ranges are only for loads, calls and invokes!", &[this]);
                    return false;
                }
                let ty = self.body.result_type(id).map_or(Type::Void, |ty| self.types.scalar(ty));
                ranges(self.nodes(), &mut self.sink, this, node, RangeOf::Value(ty));
                return true;
            }
            Kind::NoFpClass => {
                if !matches!(inst, Inst::Load { .. }) {
                    self.fail("nofpclass is only for loads", &[this]);
                    return false;
                }
                self.fp_classes(id, node, ops);
                return true;
            }
            Kind::NoAliasAddrSpace => {
                let accesses =
                    matches!(inst, Inst::Load { .. } | Inst::Store { .. } | Inst::AtomicRmw { .. } | Inst::CmpXchg { .. } | Inst::Call(_));
                if !accesses {
                    self.fail("noalias.addrspace are only for memory operations!", &[this]);
                    return false;
                }
                ranges(self.nodes(), &mut self.sink, this, node, RangeOf::AddressSpaces);
                return true;
            }
            Kind::InvariantGroup => {
                if !matches!(inst, Inst::Load { .. } | Inst::Store { .. }) {
                    self.fail("invariant.group metadata is only for loads and stores", &[this]);
                }
            }
            Kind::InvariantLoad => {
                let may_have = matches!(inst, Inst::Load { .. }) || self.call_at(id).is_some_and(|call| self.is_reading_intrinsic(&call));
                if !may_have {
                    self.fail("invariant.load metadata is only for loads and readonly intrinsic calls", &[this]);
                }
            }
            Kind::NonNull => self.non_null(id, ops),
            Kind::NoUndef => self.no_undef(id, ops),
            Kind::Align => self.alignment(id, ops),
            _ => {
                self.independent(id, kind, node, ops, has_callsite);
                return true;
            }
        }
        self.sink.findings.len() == before
    }

    /// Checks an attachment whose faults do not keep others from being found.
    fn independent(&mut self, id: InstId, kind: Kind, node: MdId, ops: Operands<'m>, has_callsite: bool) {
        let inst = self.body.insts[id.index()];
        match kind {
            Kind::Dereferenceable | Kind::DereferenceableOrNull => self.dereferenceable(id, ops),
            Kind::NoFree => self.no_free(id, ops),
            Kind::Tbaa => self.tbaa(id, node, ops),
            Kind::NoAlias | Kind::AliasScope => self.alias_scopes(node, ops),
            Kind::AccessGroup => self.access_groups(node, ops),
            Kind::Prof => self.profile(&inst, node, ops),
            Kind::MemProf => self.memory_profile(id, node, ops, has_callsite),
            Kind::Callsite => self.callsite(id, node),
            Kind::CalleeType => self.callee_type(id, ops),
            Kind::Mmra => self.relaxations(id, node, ops),
            Kind::Annotation => self.annotation(node, ops),
            Kind::Captures => self.captures(id, ops),
            Kind::AllocToken => self.alloc_token(id, node, ops),
            Kind::InlineHistory => self.inline_history(id, node, ops),
            Kind::CacheHint => self.cache_hints(id, node, ops),
            Kind::ActiveLanes => {
                let (this, node) = (Subject::Inst(id), Subject::Metadata(node));
                check!(self, ops.len() == 1, "!amdgpu.expected.active.lanes must have exactly one operand", this, node);
                let is_number = self.nodes().int(ops.op(0)).is_some_and(|int| int.width == 32);
                check!(self, is_number, "!amdgpu.expected.active.lanes operand must be an i32 constant", this, node);
            }
            _ => {}
        }
    }

    fn result_is(&self, id: InstId, is: impl Fn(TypeId) -> bool) -> bool {
        self.body.result_type(id).is_some_and(is)
    }

    fn fp_accuracy(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let types = self.types;
        let fits = match self.shared.llvm.fpmath_of_aggregates() {
            true => self.result_is(id, |ty| self.shared.has_fast_math(ty)),
            false => self.result_is(id, |ty| types.is_floats(ty)),
        };
        check!(self, fits, "fpmath requires a floating point result!", this);
        check!(self, ops.len() == 1, "fpmath takes one operand!", this);
        let constant = self.nodes().constant(ops.op(0)).filter(|constant| types.is_float(constant.ty));
        let bits = constant.and_then(|constant| match constant.kind {
            ConstKind::Float(bits) => Some(bits),
            ConstKind::Null | ConstKind::WideFloat { .. } => Some(0),
            _ => None,
        });
        let (Some(constant), Some(bits)) = (constant, bits) else { return self.fail("invalid fpmath accuracy!", &[this]) };
        check!(self, types.get(constant.ty) == Type::Float, "fpmath accuracy must have float type", this);
        let accuracy = f32::from_bits(bits as u32);
        check!(self, accuracy.is_finite() && accuracy > 0.0, "fpmath accuracy not a positive number!", this);
    }

    fn fp_classes(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        let (this, node) = (Subject::Inst(id), Subject::Metadata(node));
        let is_float = self.result_is(id, |ty| self.is_all_floats(ty));
        check!(self, is_float, "nofpclass only applies to floating-point typed loads", this);
        check!(self, ops.len() == 1, "nofpclass must have exactly one entry", node);
        let bits = self.nodes().int(ops.op(0)).filter(|int| int.width == 32).and_then(|int| int.small());
        let Some(bits) = bits else { return self.fail("nofpclass entry must be a constant i32", &[node]) };
        check!(self, bits != 0, "'nofpclass' must have at least one test bit set", node, this);
        check!(self, bits & !FP_CLASSES == 0, "Invalid value for 'nofpclass' test mask", node, this);
    }

    /// Whether `nofpclass` makes sense for a type: numbers, also in arrays and in structures of equal fields.
    fn is_all_floats(&self, mut ty: TypeId) -> bool {
        loop {
            match self.types.get(ty) {
                Type::Array { elem, .. } => ty = elem,
                Type::Struct { fields, .. } => {
                    let mut fields = self.module.types.list(fields).iter();
                    let Some(first) = fields.next() else { return false };
                    if !fields.all(|field| self.types.same(field, first)) {
                        return false;
                    }
                    ty = first;
                }
                _ => return self.types.is_floats(ty),
            }
        }
    }

    fn non_null(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let types = self.types;
        check!(self, self.result_is(id, |ty| types.is_pointer(ty)), "nonnull applies only to pointer types", this);
        let is_load = matches!(self.body.insts[id.index()], Inst::Load { .. });
        check!(self, is_load, "nonnull applies only to load instructions, use attributes for calls or invokes", this);
        check!(self, ops.len() == 0, "nonnull metadata must be empty", this);
    }

    fn no_undef(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let is_load = matches!(self.body.insts[id.index()], Inst::Load { .. });
        check!(self, is_load, "noundef applies only to load instructions", this);
        check!(self, ops.len() == 0, "noundef metadata must be empty", this);
    }

    fn dereferenceable(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let types = self.types;
        let is_pointer = self.result_is(id, |ty| types.is_pointer(ty));
        check!(self, is_pointer, "dereferenceable, dereferenceable_or_null apply only to pointer types", this);
        let may_have = matches!(self.body.insts[id.index()], Inst::Load { .. } | Inst::Cast { op: CastOp::IntToPtr, .. });
        check!(
            self,
            may_have,
            "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or invokes",
            this
        );
        check!(self, ops.len() == 1, "dereferenceable, dereferenceable_or_null take one operand!", this);
        let is_number = self.nodes().int(ops.op(0)).is_some_and(|int| int.width == 64);
        check!(self, is_number, "dereferenceable, dereferenceable_or_null metadata value must be an i64!", this);
    }

    fn no_free(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let types = self.types;
        check!(self, self.result_is(id, |ty| types.is_pointer(ty)), "nofree applies only to pointer types", this);
        let is_cast = matches!(self.body.insts[id.index()], Inst::Cast { op: CastOp::IntToPtr, .. });
        check!(self, is_cast, "nofree applies only to inttoptr instruction", this);
        check!(self, ops.len() == 0, "nofree metadata must be empty", this);
    }

    fn alignment(&mut self, id: InstId, ops: Operands<'_>) {
        let this = Subject::Inst(id);
        let types = self.types;
        check!(self, self.result_is(id, |ty| types.is_pointer(ty)), "align applies only to pointer types", this);
        let is_load = matches!(self.body.insts[id.index()], Inst::Load { .. });
        check!(self, is_load, "align applies only to load instructions, use attributes for calls or invokes", this);
        check!(self, ops.len() == 1, "align takes one operand!", this);
        let align = self.nodes().int(ops.op(0)).filter(|int| int.width == 64).and_then(|int| int.small());
        let Some(align) = align else { return self.fail("align metadata value must be an i64!", &[this]) };
        check!(self, align.is_power_of_two(), "align metadata value must be a power of 2!", this);
        check!(self, align <= MAX_ALIGN, "alignment is larger that implementation defined limit", this);
    }

    /// Checks a list of scopes (`visitAliasScopeListMetadata`).
    pub(crate) fn alias_scopes(&mut self, node: MdId, ops: Operands<'_>) {
        // A list that was found valid is not looked at again.
        if self.scratch.valid.contains(&node) {
            return;
        }
        let before = self.sink.findings.len();
        for op in ops.iter() {
            let Some(scope) = op.filter(|_| self.nodes().is_node(op)) else {
                return self.fail("scope list must consist of MDNodes", &[Subject::Metadata(node)]);
            };
            self.alias_scope(scope);
        }
        if self.sink.findings.len() == before {
            self.scratch.valid.insert(node);
        }
    }

    fn alias_scope(&mut self, scope: MdId) {
        let nodes = self.nodes();
        let Some(ops) = nodes.node(scope) else { return };
        let this = Subject::Metadata(scope);
        let is_name = |op: Option<MdId>, node: MdId| op == Some(node) || nodes.string(op).is_some();
        check!(self, matches!(ops.len(), 2 | 3), "scope must have two or three operands", this);
        check!(self, is_name(ops.op(0), scope), "first scope operand must be self-referential or string", this);
        if ops.len() == 3 {
            check!(self, nodes.string(ops.op(2)).is_some(), "third scope operand must be string (if used)", this);
        }
        let Some(domain) = ops.op(1).filter(|_| nodes.is_node(ops.op(1))) else {
            return self.fail("second scope operand must be MDNode", &[this]);
        };
        let Some(ops) = nodes.node(domain) else { return };
        let this = Subject::Metadata(domain);
        check!(self, matches!(ops.len(), 1 | 2), "domain must have one or two operands", this);
        check!(self, is_name(ops.op(0), domain), "first domain operand must be self-referential or string", this);
        if ops.len() == 2 {
            check!(self, nodes.string(ops.op(1)).is_some(), "second domain operand must be string (if used)", this);
        }
    }

    fn access_groups(&mut self, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Metadata(node);
        let is_group = |ops: Operands<'_>| ops.distinct && ops.len() == 0;
        if is_group(ops) || self.scratch.valid.contains(&node) {
            return;
        }
        for op in ops.iter() {
            check!(self, nodes.is_node(op), "Access scope list must consist of MDNodes", this);
            let is_valid = op.and_then(|op| nodes.node(op)).is_some_and(is_group);
            check!(self, is_valid, "Access scope list contains invalid access scope", this);
        }
        self.scratch.valid.insert(node);
    }

    fn callee_type(&mut self, id: InstId, ops: Operands<'_>) {
        let nodes = self.nodes();
        check!(self, self.is_call(id), "!callee_type metadata should only exist on calls", Subject::Inst(id));
        if !self.shared.llvm.callgraph_metadata() {
            return self.callee_type_before_23(ops);
        }
        for op in ops.iter() {
            if !nodes.is_node(op) {
                return self.fail("The callee_type metadata must be a list of callgraph metadata nodes", &subject(op));
            }
            let Some((node, of)) = op.and_then(|op| Some((Subject::Metadata(op), nodes.node(op)?))) else { return };
            let any = self.shared.llvm.exact_callee_types();
            let message = match any {
                true => "Well-formed callgraph metadata must contain exactly one operand",
                false => "Well-formed generalized callgraph metadata must contain exactly one operand",
            };
            check!(self, of.len() == 1, message, node);
            let Some(name) = nodes.string(of.op(0)) else {
                return self.fail("The operand of callgraph metadata for functions must be an MDString", &[node]);
            };
            let is_generalized = any || name.ends_with(b".generalized");
            check!(self, is_generalized, "Only generalized callgraph metadata can be part of the callee_type metadata list", node);
        }
    }

    /// As [`Checker::callee_type`]: the types of callees are types of functions (`!type`).
    fn callee_type_before_23(&mut self, ops: Operands<'_>) {
        let nodes = self.nodes();
        for op in ops.iter() {
            if !nodes.is_node(op) {
                return self.fail("The callee_type metadata must be a list of type metadata nodes", &subject(op));
            }
            let Some((node, of)) = op.and_then(|op| Some((Subject::Metadata(op), nodes.node(op)?))) else { return };
            check!(self, of.len() == 2, "Well-formed generalized type metadata must contain exactly two operands", node);
            let is_zero = nodes.int(of.op(0)).is_some_and(Int::is_zero);
            check!(self, is_zero, "The first operand of type metadata for functions must be zero", node);
            let is_generalized = nodes.string(of.op(1)).is_some_and(|name| name.ends_with(b".generalized"));
            check!(self, is_generalized, "Only generalized type metadata can be part of the callee_type metadata list", node);
        }
    }

    fn relaxations(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Inst(id);
        let accesses = matches!(
            self.body.insts[id.index()],
            Inst::Load { .. } | Inst::Store { .. } | Inst::AtomicRmw { .. } | Inst::CmpXchg { .. } | Inst::Fence { .. }
        );
        let may_have = accesses || self.call_at(id).is_some_and(|call| self.accesses_memory(&call));
        check!(self, may_have, "!mmra metadata attached to unexpected instruction kind", this, Subject::Metadata(node));
        check!(self, nodes.tuple(node).is_some(), "!mmra expected to be a metadata tuple", this, Subject::Metadata(node));
        let is_tag = |ops: Operands<'_>| ops.len() == 2 && ops.iter().all(|op| nodes.string(op).is_some());
        if is_tag(ops) {
            return;
        }
        for op in ops.iter() {
            if !op.and_then(|op| nodes.tuple(op)).is_some_and(is_tag) {
                let mut subjects = vec![this];
                subjects.extend(subject(op));
                return self.fail("!mmra metadata tuple operand is not an MMRA tag", &subjects);
            }
        }
    }

    fn annotation(&mut self, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        check!(self, nodes.tuple(node).is_some(), "annotation must be a tuple");
        check!(self, ops.len() != 0, "annotation must have at least one operand");
        for op in ops.iter() {
            let are_strings = op.and_then(|op| nodes.tuple(op)).is_some_and(|ops| ops.iter().all(|op| nodes.string(op).is_some()));
            check!(self, are_strings || nodes.string(op).is_some(), "operands must be a string or a tuple of strings");
        }
    }

    fn captures(&mut self, id: InstId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Inst(id);
        let Inst::Store { value, .. } = self.body.insts[id.index()] else {
            return self.fail("!captures metadata can only be applied to store instructions", &[this]);
        };
        let is_pointer = self.ty(value).is_none_or(|ty| self.types.is_pointer(ty));
        check!(self, is_pointer, "!captures metadata can only be applied to store with value operand of pointer type", this);
        check!(self, ops.len() != 0, "!captures metadata cannot be empty", this);
        for op in ops.iter() {
            let (Some(entry), Some(op)) = (nodes.string(op), op) else {
                return self.fail("!captures metadata must be a list of strings", &[this]);
            };
            check!(self, CAPTURES.contains(&entry), "invalid entry in !captures metadata", this, Subject::Metadata(op));
        }
    }

    fn alloc_token(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let this = Subject::Metadata(node);
        check!(self, self.is_call(id), "!alloc_token should only exist on calls", Subject::Inst(id));
        check!(self, ops.len() == 2, "!alloc_token must have 2 operands", this);
        check!(self, nodes.string(ops.op(0)).is_some(), "expected string", this);
        check!(self, nodes.int(ops.op(1)).is_some(), "expected integer constant", this);
    }

    fn inline_history(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        check!(self, self.is_call(id), "!inline_history should only exist on calls", Subject::Inst(id));
        for op in ops.iter().flatten() {
            let function = self.nodes().value(Some(op)).and_then(|value| self.shared.function(value));
            check!(self, function.is_some(), "!inline_history operands must be functions or null", Subject::Metadata(node));
        }
    }

    fn cache_hints(&mut self, id: InstId, node: MdId, ops: Operands<'_>) {
        let nodes = self.nodes();
        let (this, list) = (Subject::Inst(id), Subject::Metadata(node));
        let inst = self.body.insts[id.index()];
        let accesses = matches!(
            inst,
            Inst::Call(_)
                | Inst::Invoke { .. }
                | Inst::CallBr { .. }
                | Inst::Load { .. }
                | Inst::Store { .. }
                | Inst::AtomicRmw { .. }
                | Inst::CmpXchg { .. }
                | Inst::Fence { .. }
                | Inst::VaArg(_)
                | Inst::CatchPad { .. }
                | Inst::CatchRet { .. }
        );
        check!(self, accesses, "!mem.cache_hint is only valid on memory operations", this);
        check!(self, ops.len().is_multiple_of(2), "!mem.cache_hint must have even number of operands (operand_no, hint_node pairs)", list);
        let mut values: Vec<(u32, Value)> = Vec::new();
        match self.call_at(id) {
            Some(call) => {
                let is_intrinsic = self.shared.function(call.callee).is_some_and(|(_, global, _)| self.shared.is_intrinsic(global));
                check!(self, is_intrinsic, "!mem.cache_hint is not supported on non-intrinsic calls", this);
                values.extend((0..).zip(self.body.values(call.args)));
            }
            None => operands(&inst, self.body, |number, value| values.push((number, value))),
        }
        values.sort_by_key(|&(number, _)| number);
        let mut last: Option<u64> = None;
        for at in (0..ops.len()).step_by(2) {
            let (Some(number), Some(hint)) = (nodes.int(ops.op(at)), ops.op(at + 1).filter(|&op| nodes.is_node(Some(op)))) else {
                return self.fail("!mem.cache_hint must alternate between i32 operand numbers and metadata hint nodes", &[list]);
            };
            check!(self, !number.is_negative(), "!mem.cache_hint operand number must be non-negative", list);
            // LLVM looks at the low bits of a wider number.
            let number = number.bits.unwrap_or(0) as u64;
            check!(self, last != Some(number), "!mem.cache_hint contains duplicate operand number", list);
            check!(self, last.is_none_or(|last| last < number), "!mem.cache_hint operand numbers must be in increasing order", list);
            last = Some(number);
            let Some(&(_, value)) = usize::try_from(number).ok().and_then(|number| values.get(number)) else {
                return self.fail("!mem.cache_hint operand number is out of range", &[this]);
            };
            let is_pointer = match value.kind() {
                ValueKind::Metadata(_) | ValueKind::Block(_) => false,
                _ => self.ty(value).is_none_or(|ty| self.types.is_pointers(ty)),
            };
            check!(self, is_pointer, "!mem.cache_hint operand number must refer to a pointer operand", this);
            self.cache_hint(hint);
        }
    }

    fn cache_hint(&mut self, hint: MdId) {
        let nodes = self.nodes();
        let Some(ops) = nodes.node(hint) else { return };
        let this = Subject::Metadata(hint);
        check!(self, ops.len().is_multiple_of(2), "!mem.cache_hint hint node must have even number of operands (key-value pairs)", this);
        let mut keys = HashSet::new();
        for at in (0..ops.len()).step_by(2) {
            let Some(key) = nodes.string(ops.op(at)) else { return self.fail("!mem.cache_hint key must be a string", &[this]) };
            check!(self, keys.insert(key), "!mem.cache_hint hint node contains duplicate key", this);
            let value = ops.op(at + 1);
            let is_valid = value.is_some_and(|value| matches!(nodes.get(value), Metadata::String(_))) || nodes.int(value).is_some();
            check!(self, is_valid, "!mem.cache_hint value must be a string or integer", this);
        }
    }
}
