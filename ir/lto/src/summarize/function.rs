//! The summary of one function (`computeFunctionSummary`).
use super::SummarizeError;
use super::context::{Context, Intrinsic, Target};
use super::devirtual::{Followed, VirtualCall, without_casts};
use super::import_order::in_order_of_set;
use super::memprof;
use super::metadata::{attached, attached_to, attachments, integer, of_function, string, tuple, value};
use super::ordered::{OrderedMap, OrderedSet};
use super::profile::{self, ValueProfile, hotness};
use super::references::{Node, Seen, Walker};
use bctk_analysis::ControlFlowGraph;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Attachment, Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, BlockId, GlobalId, InstId};
use bctk_ir::global::{Function, GlobalKind};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::TailKind;
use bctk_ir::mangle::aliasee_object;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::summary::{Alloc, RefKind, VirtualFunction, guid_of};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use std::cell::OnceCell;

/// What is known of the calls of one function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) hotness: u8,
    pub(super) tail: bool,
}

/// A virtual call with constant arguments.
type ConstCall = (u64, u64, Vec<u64>);

/// The summary of a function, before values have their numbers.
#[derive(Debug, Default)]
pub(super) struct FunctionFacts {
    pub(super) instructions: u64,
    pub(super) flags: u64,
    pub(super) may_not_be_imported: bool,
    pub(super) refs: Vec<(Target, RefKind)>,
    pub(super) calls: Vec<(Target, Edge)>,
    pub(super) type_tests: Vec<u64>,
    pub(super) assume_vcalls: Vec<VirtualFunction>,
    pub(super) checked_load_vcalls: Vec<VirtualFunction>,
    pub(super) assume_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    pub(super) checked_load_const_vcalls: Vec<(VirtualFunction, Vec<u64>)>,
    pub(super) callsites: Vec<(Target, Vec<u64>)>,
    pub(super) allocs: Vec<Alloc>,
    /// The identifiers of frames, in the order in which they are met.
    pub(super) stack_ids: Vec<u64>,
    /// Blocks whose addresses are used other than by `callbr`.
    pub(super) addresses: Vec<(GlobalId, BlockId)>,
    /// Values that share their GUIDs with others, as the walk met them.
    pub(super) met: Vec<u32>,
    pub(super) blocks: u64,
}

/// The function that is looked at.
struct Summarizer<'c, 'm> {
    context: &'c Context<'m>,
    module: &'m Module,
    body: &'m Body,
    walker: Walker<'c, 'm>,
    seen: Seen,
    refs: OrderedSet<Target>,
    loads: Vec<u32>,
    stores: Vec<u32>,
    calls: OrderedMap<Target, Edge>,
    type_tests: OrderedSet<u64>,
    /// Virtual calls after tests, and by checked loads.
    vcalls: [OrderedSet<(u64, u64)>; 2],
    const_vcalls: [OrderedSet<ConstCall>; 2],
    followed: Option<Followed<'c, 'm>>,
    entry: profile::Entry,
    facts: FunctionFacts,
    /// Whether what it refers to or calls keeps it from being imported.
    has_ends: bool,
    may_throw: bool,
    has_unknown_call: bool,
    has_hidden_names: bool,
    /// See [`straight_end`].
    straight: OnceCell<u32>,
}

/// Summarises a function with a body.
pub(super) fn summarize(context: &Context<'_>, id: GlobalId, function: &Function, body: &Body) -> Result<FunctionFacts, SummarizeError> {
    let module = context.module;
    let node = of_function(module, id, Some(body)).find_map(|list| attached(list, context.kinds.prof));
    let mut work = Summarizer {
        context,
        module,
        body,
        walker: Walker::new(context, Some(body)),
        seen: Seen::new(Some(body)),
        refs: OrderedSet::default(),
        loads: Vec::new(),
        stores: Vec::new(),
        calls: OrderedMap::default(),
        type_tests: OrderedSet::default(),
        vcalls: Default::default(),
        const_vcalls: Default::default(),
        followed: None,
        entry: profile::entry(module, Some(body), node),
        facts: FunctionFacts::default(),
        has_ends: false,
        may_throw: false,
        has_unknown_call: false,
        has_hidden_names: false,
        straight: OnceCell::new(),
    };
    for value in [function.personality.get(), function.prefix.get(), function.prologue.get()].into_iter().flatten() {
        work.has_ends |= work.walker.value(value, &mut work.seen, &mut work.refs);
    }
    for (inst, at) in body.insts.iter().zip(0u32..) {
        work.instruction(inst, at)?;
    }
    work.finish(function)
}

impl<'c, 'm> Summarizer<'c, 'm> {
    fn instruction(&mut self, inst: &Inst, at: u32) -> Result<(), SummarizeError> {
        let call = inst.call(self.body);
        let called = call.and_then(|call| call.callee.as_global()).and_then(|callee| self.context.intrinsic(callee));
        if called == Some(Intrinsic::Note) {
            return Ok(());
        }
        self.facts.instructions += 1;
        match *inst {
            Inst::Load { access, .. } if self.context.is_thin && !access.volatile() => {
                self.seen.insert(Node::Inst(at));
                self.loads.push(at);
                return Ok(());
            }
            Inst::Store { access, value, .. } if self.context.is_thin && !access.volatile() => {
                self.seen.insert(Node::Inst(at));
                self.stores.push(at);
                self.stored(value);
                return Ok(());
            }
            _ => {}
        }
        self.has_ends |= self.walker.inst(at, &mut self.seen, &mut self.refs);
        tables_of_profile(self.context, self.body, at, &mut self.refs);
        let Some(call) = call else {
            self.may_throw |= match inst {
                Inst::Resume(_) => true,
                Inst::CleanupRet { unwind, .. } | Inst::CatchSwitch { unwind, .. } => unwind.is_none(),
                _ => false,
            };
            return Ok(());
        };
        self.call(call, at, matches!(inst, Inst::Call(_)))
    }

    /// What is stored is neither only read nor only written.
    fn stored(&mut self, value: Value) {
        let block = self.module.pool_of(Some(self.body), value).and_then(|(pool, index)| match pool.get(index)?.kind {
            ConstKind::BlockAddress { function, block } => Some((function, block)),
            _ => None,
        });
        match (value.kind(), block) {
            (ValueKind::Global(id), _) => self.refs.insert(self.walker.target(id)),
            (_, Some((function, block))) => {
                // The walk starts at the address itself, whose function was an operand.
                if !self.context.llvm.block_address_uses_block() {
                    self.refs.insert(self.walker.target(function));
                }
                self.walker.addresses.push((function, block));
            }
            _ => self.has_ends |= self.walker.value(value, &mut self.seen, &mut self.refs),
        }
    }

    /// Looks at a call; `is_plain` says that it is no `invoke` or `callbr`.
    fn call(&mut self, call: &Call, at: u32, is_plain: bool) -> Result<(), SummarizeError> {
        let context = self.context;
        let is_asm = self.is_asm(call.callee);
        if context.has_hidden_names && is_plain && is_asm {
            self.has_hidden_names = true;
        }
        let callee = match call.callee.kind() {
            ValueKind::Global(_) => call.callee,
            _ => without_casts(context, Some(self.body), call.callee, |local| self.walker.maker(local)),
        };
        let global = callee.as_global().and_then(|id| Some((id, self.module.global(id)?)));
        let function = global.and_then(|(id, global)| match global.kind {
            GlobalKind::Function(_) => Some(id),
            GlobalKind::Alias { .. } => {
                aliasee_object(self.module, id).filter(|&object| self.module.global(object).is_some_and(|it| it.function().is_some()))
            }
            _ => None,
        });
        let own = attachments(self.body, InstId(at));
        let mut candidates = Vec::new();
        match (function, global) {
            (Some(function), Some((id, _))) => {
                if is_plain && let Some(intrinsic) = context.intrinsic(function) {
                    return self.intrinsic(intrinsic, at);
                }
                let hotness = self.hotness(own, at)?;
                let edge = self.calls.entry(self.walker.target(id));
                edge.hotness = edge.hotness.max(hotness);
                edge.tail |= matches!(call.tail, TailKind::Tail | TailKind::MustTail);
            }
            _ => {
                self.has_unknown_call = true;
                if let Some((_, global)) = global
                    && matches!(global.kind, GlobalKind::IFunc { .. })
                    && global.linkage.is_local()
                    && context.llvm.local_ifuncs_stay()
                {
                    self.has_ends = true;
                }
                if is_plain && is_asm || !matches!(callee.kind(), ValueKind::Local(_)) {
                    return Ok(());
                }
                candidates = self.indirect(own);
            }
        }
        self.memory_profile(own, function.and(global.map(|(id, _)| id)), &candidates)
    }

    /// Adds the possible callees of an indirect call; returns those of its profile.
    fn indirect(&mut self, own: &[(InstId, Attachment)]) -> Vec<u64> {
        let context = self.context;
        if let Some(node) = attached_to(own, context.kinds.callees) {
            for callee in tuple(self.module, node).unwrap_or_default() {
                if let Some(id) = value(self.module, callee).and_then(Value::as_global)
                    && self.module.global(id).is_some_and(|global| global.function().is_some())
                {
                    self.calls.entry(self.walker.target(id));
                }
            }
        }
        let Some(node) = attached_to(own, context.kinds.prof) else { return Vec::new() };
        let candidates = profile::call_targets(self.module, Some(self.body), node);
        for &(guid, count) in &candidates {
            let edge = self.calls.entry(context.target_of_guid(guid));
            edge.hotness = edge.hotness.max(context.profile.hotness(count));
        }
        candidates.into_iter().map(|(guid, _)| guid).collect()
    }

    /// The hotness of a call of a known function.
    fn hotness(&self, own: &[(InstId, Attachment)], at: u32) -> Result<u8, SummarizeError> {
        let profile = &self.context.profile;
        if profile.is_sampled {
            let count =
                attached_to(own, self.context.kinds.prof).and_then(|node| profile::total_weight(self.module, Some(self.body), node));
            return Ok(count.map_or(hotness::UNKNOWN, |count| profile.hotness(count)));
        }
        match self.entry.count {
            None => Ok(hotness::UNKNOWN),
            Some(_) if !profile.is_there => Ok(hotness::NONE),
            // What is never entered calls nothing.
            Some(0) => Ok(profile.hotness(0)),
            // What always follows the entry has its count.
            Some(count) if at < *self.straight.get_or_init(|| straight_end(self.body)) => Ok(profile.hotness(count)),
            Some(_) => Err(SummarizeError::BlockFrequencies),
        }
    }

    fn is_asm(&self, callee: Value) -> bool {
        self.module
            .pool_of(Some(self.body), callee)
            .and_then(|(pool, index)| pool.get(index))
            .is_some_and(|constant| matches!(constant.kind, ConstKind::InlineAsm(_)))
    }

    /// Adds what an intrinsic says of types (`addIntrinsicToSummary`).
    fn intrinsic(&mut self, intrinsic: Intrinsic, at: u32) -> Result<(), SummarizeError> {
        let number = match intrinsic {
            Intrinsic::TypeTest => 1,
            Intrinsic::CheckedLoad => 2,
            _ => return Ok(()),
        };
        let Some(call) = self.body.insts.get(at as usize).and_then(|inst| inst.call(self.body)) else { return Ok(()) };
        let Some(ValueKind::Metadata(node)) = self.body.lists.get(call.args).get(number).map(Value::kind) else { return Ok(()) };
        if !matches!(self.module.metadata.get(node), Metadata::String(_)) {
            return Ok(());
        }
        let guid = guid_of(string(self.module, Some(node)).unwrap_or_default());
        let (context, body) = (self.context, self.body);
        let followed = self.followed.get_or_insert_with(|| Followed::new(context, body));
        let (is_tested, calls) = match intrinsic {
            Intrinsic::TypeTest => followed.of_type_test(at)?,
            _ => followed.of_checked_load(at),
        };
        if is_tested {
            self.type_tests.insert(guid);
        }
        for call in calls {
            self.virtual_call(guid, call, usize::from(intrinsic != Intrinsic::TypeTest));
        }
        Ok(())
    }

    /// Adds a virtual call: with its arguments after the object, if all are constant integers (`addVCallToSet`).
    fn virtual_call(&mut self, guid: u64, (offset, at): VirtualCall, by: usize) {
        let Some(call) = self.body.insts.get(at as usize).and_then(|inst| inst.call(self.body)) else { return };
        let args: Option<Vec<u64>> = self.body.values(call.args).skip(1).map(|arg| integer(self.module, Some(self.body), arg)).collect();
        match args {
            Some(args) => self.const_vcalls[by].insert((guid, offset, args)),
            None => self.vcalls[by].insert((guid, offset)),
        }
    }

    /// Adds the memory profile of a call.
    fn memory_profile(&mut self, own: &[(InstId, Attachment)], callee: Option<GlobalId>, candidates: &[u64]) -> Result<(), SummarizeError> {
        let context = self.context;
        if !context.is_thin || !context.llvm.memory_profiles() || callee.is_none() && !context.llvm.indirect_callsites() {
            return Ok(());
        }
        let (module, body) = (self.module, Some(self.body));
        let inlined = attached_to(own, context.kinds.callsite).map_or_else(Vec::new, |node| memprof::stack(module, body, node));
        if let Some(node) = attached_to(own, context.kinds.memprof) {
            let alloc = memprof::alloc(module, body, node, &inlined).ok_or(SummarizeError::MemoryProfile)?;
            self.facts.stack_ids.extend(alloc.contexts.iter().flat_map(|(_, stack)| stack));
            self.facts.allocs.push(alloc);
        } else if !inlined.is_empty() {
            self.facts.stack_ids.extend(&inlined);
            match callee {
                Some(callee) => self.facts.callsites.push((self.walker.target(callee), inlined)),
                None => {
                    let sites = candidates.iter().map(|&guid| (context.target_of_guid(guid), inlined.clone()));
                    self.facts.callsites.extend(sites);
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, function: &Function) -> Result<FunctionFacts, SummarizeError> {
        self.sort_references();
        for guid in in_order_of_set(&self.entry.imports, self.context.llvm) {
            let edge = self.calls.entry(self.context.target_of_guid(guid));
            edge.hotness = edge.hotness.max(hotness::CRITICAL);
        }
        let may_not_be_imported = self.has_hidden_names || self.has_ends;
        let function_call = |(guid, offset): (u64, u64)| VirtualFunction { guid, offset };
        let const_call = |(guid, offset, args): ConstCall| (VirtualFunction { guid, offset }, args);
        let [assume, checked] = self.vcalls.map(|set| set.into_keys().into_iter().map(function_call).collect());
        let [assume_const, checked_const] = self.const_vcalls.map(|set| set.into_keys().into_iter().map(const_call).collect());
        let ends = Ends {
            may_throw: self.may_throw,
            has_unknown_call: self.has_unknown_call,
            is_unreachable: self.body.blocks.first().and_then(|block| self.body.insts.get(block.end.index().checked_sub(1)?))
                == Some(&Inst::Unreachable),
        };
        Ok(FunctionFacts {
            flags: flags(self.context, function.attrs, ends),
            may_not_be_imported,
            calls: self.calls.into_items(),
            type_tests: self.type_tests.into_keys(),
            assume_vcalls: assume,
            checked_load_vcalls: checked,
            assume_const_vcalls: assume_const,
            checked_load_const_vcalls: checked_const,
            addresses: self.walker.addresses,
            met: self.walker.met,
            blocks: self.body.blocks.len() as u64,
            ..self.facts
        })
    }

    /// Adds what loads and stores refer to, and orders all references by their kinds.
    fn sort_references(&mut self) {
        if !self.context.is_thin {
            let refs = std::mem::take(&mut self.refs).into_keys();
            self.facts.refs = refs.into_iter().map(|target| (target, RefKind::Any)).collect();
            return;
        }
        let (mut loaded, mut stored) = (OrderedSet::default(), OrderedSet::default());
        for &at in &self.loads {
            self.seen.remove_inst(at);
            self.has_ends |= self.walker.inst(at, &mut self.seen, &mut loaded);
            tables_of_profile(self.context, self.body, at, &mut loaded);
        }
        // What a load looked at is looked at again for stores, so that both are noticed.
        let mut seen = Seen::new(Some(self.body));
        for &at in &self.stores {
            seen.remove_inst(at);
            self.has_ends |= self.walker.inst(at, &mut seen, &mut stored);
            tables_of_profile(self.context, self.body, at, &mut stored);
        }
        let both: Vec<Target> = stored.keys().filter(|target| loaded.contains(target)).copied().collect();
        for target in both {
            self.refs.insert(target);
        }
        let any = self.refs.len();
        for &target in loaded.keys() {
            self.refs.insert(target);
        }
        let read = self.refs.len();
        for &target in stored.keys() {
            self.refs.insert(target);
        }
        let refs = std::mem::take(&mut self.refs).into_keys().into_iter().enumerate();
        let kind = |at: usize| match at {
            _ if at < any => RefKind::Any,
            _ if at < read => RefKind::ReadOnly,
            _ => RefKind::WriteOnly,
        };
        self.facts.refs = refs.map(|(at, target)| (target, kind(at))).collect();
    }
}

/// At most so many virtual tables of a profile are references (`icp-max-num-vtables`).
const MOST_TABLES: usize = 6;

/// Adds the virtual tables that a profile states for an instruction.
fn tables_of_profile(context: &Context<'_>, body: &Body, at: u32, refs: &mut OrderedSet<Target>) {
    if body.attachments.is_empty() || !context.llvm.profiled_tables() {
        return;
    }
    if let Some(node) = attached_to(attachments(body, InstId(at)), context.kinds.prof)
        && let Some((tables, _)) = profile::values(context.module, Some(body), node, ValueProfile::Tables, MOST_TABLES)
    {
        tables.into_iter().for_each(|(guid, _)| refs.insert(context.target_of_guid(guid)));
    }
}

/// The end of the blocks at the beginning that are entered once each time the function is: each follows the one before alone.
fn straight_end(body: &Body) -> u32 {
    let cfg = ControlFlowGraph::new(body);
    let mut end = 0u32;
    for (block, number) in body.blocks.iter().zip(0..) {
        let number = BlockId(number);
        let before = end.checked_sub(1).and_then(|last| body.insts.get(last as usize));
        if number.0 > 0 && (before != Some(&Inst::Br(number)) || cfg.predecessors(number).len() != 1) {
            break;
        }
        end = block.end.0;
    }
    end
}

/// How a function may end.
struct Ends {
    may_throw: bool,
    has_unknown_call: bool,
    is_unreachable: bool,
}

/// The memory that functions write, among the bits of `memory`.
const WRITES: u64 = 0xAAAA_AAAA_AAAA_AAAA;

/// The flags of a function, as [`bctk_ir::summary::FUNCTION_FLAGS`] names them.
fn flags(context: &Context<'_>, attrs: AttrListId, ends: Ends) -> u64 {
    let table = &context.module.attrs;
    let set = |index| table.set_at(attrs, index).map_or(&[][..], |set| table.set(set));
    let own = set(AttrIndex::Function);
    let has = |kind: AttrKind| own.iter().any(|attr| attr.kind() == Some(kind));
    let memory = own.iter().find_map(|attr| match *attr {
        Attr::Int(AttrKind::MEMORY, effects) => Some(effects),
        _ => None,
    });
    let (reads_nothing, writes_nothing) = match memory {
        Some(effects) => (effects == 0, effects & WRITES == 0),
        None => (has(AttrKind::READ_NONE), has(AttrKind::READ_ONLY)),
    };
    let bits = [
        reads_nothing,
        writes_nothing && !reads_nothing,
        has(AttrKind::NO_RECURSE),
        set(AttrIndex::Return).iter().any(|attr| attr.kind() == Some(AttrKind::NO_ALIAS)),
        has(AttrKind::NO_INLINE),
        has(AttrKind::ALWAYS_INLINE),
        has(AttrKind::NO_UNWIND),
        ends.may_throw,
        ends.has_unknown_call,
        ends.is_unreachable,
    ];
    let known = bctk_ir::summary::function_flags(context.llvm).len();
    bits.iter().take(known).zip(0..).fold(0, |flags, (&bit, at)| flags | u64::from(bit) << at)
}

/// The flags of a function that module assembly defines: little is known of it.
pub(super) fn flags_of_assembly(context: &Context<'_>, attrs: AttrListId) -> u64 {
    const NO_INLINE: u64 = 1 << 4;
    let ends = Ends { may_throw: true, has_unknown_call: true, is_unreachable: false };
    flags(context, attrs, ends) & !NO_INLINE
}

/// Whether a type is that of pointers.
pub(super) fn is_pointer(module: &Module, ty: bctk_ir::entity::TypeId) -> bool {
    matches!(module.types.get(ty), Type::Ptr(_) | Type::TypedPtr { .. })
}
