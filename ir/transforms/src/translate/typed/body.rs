//! A body with typed pointers: which type each value has, and which its users take.
use super::casts::Casts;
use super::consts::Pool;
use super::functions::stated;
use super::types::{indexed, neutral, pointer, with_pointee};
use bctk_ir::attr_set::AttrTable;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, CallId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::map_operands;
use hashbrown::HashMap;

/// An operand that takes a certain type: its place in the order of [`map_operands`], and the type.
type Want = (usize, Value, TypeId);

/// Which type a value gets depends on the order of types that have none yet.
pub(super) struct OrderCounts;

/// The work on one body.
pub(super) struct Work<'w, 'p> {
    pub(super) pool: &'w mut Pool<'p>,
    attrs: &'w AttrTable,
    pub(super) body: Body,
    /// What the function returns.
    pub(super) returns: TypeId,
    /// Locals whose types users may choose, until that is decided.
    open: Vec<bool>,
    casts: Casts,
    /// The order of types counts only up to this number.
    first: usize,
    /// Whether the order of other types would count.
    is_open: bool,
    /// The operands of one instruction that are cast, and their places.
    new: Vec<(usize, Value)>,
}

impl<'w, 'p> Work<'w, 'p> {
    /// Begins with a body whose constants are in `pool`, and whose calls have their types. The order of types counts up to number `first`.
    pub(super) fn new(pool: &'w mut Pool<'p>, attrs: &'w AttrTable, body: Body, returns: TypeId, first: usize) -> Self {
        let casts = Casts::new(&body);
        let open = vec![false; body.local_types.len()];
        Work { pool, attrs, body, returns, open, casts, first, is_open: false, new: Vec::new() }
    }

    /// Types all values and casts operands. Returns the body, and what cannot be cast. If the order of types counts that have none yet, this is an
    /// error, and no operand is cast.
    pub(super) fn run(mut self) -> (Body, Result<Option<&'static str>, OrderCounts>) {
        self.pool.type_all();
        self.type_results();
        self.choose();
        if self.is_open {
            return (self.body, Err(OrderCounts));
        }
        self.pool.cast_operands();
        let mut wants = Vec::new();
        for at in 0..self.body.insts.len() {
            wants.clear();
            self.wants(at, &mut wants);
            self.cast_operands(at, &wants);
        }
        self.pool.cast_operands();
        self.casts.finish(&mut self.body);
        (self.body, Ok(self.casts.failed))
    }

    fn type_of(&self, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Local(local) => self.body.local_types.get(local as usize).copied(),
            _ => self.pool.type_of(value),
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        pointer(self.pool.types, ty).is_some()
    }

    fn neutral(&mut self, ty: TypeId) -> TypeId {
        neutral(self.pool.types, ty, self.pool.byte)
    }

    /// Whether two types differ only in what pointers point to. Others meet only in a module that is not valid.
    fn differ_in_pointee(&self, a: TypeId, b: TypeId) -> bool {
        let types = &*self.pool.types;
        let shape = |ty: TypeId| match types.get(ty) {
            Type::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        };
        let space = |ty: TypeId| pointer(types, ty).map(|(_, space)| space);
        a == b || shape(a) == shape(b) && space(a).is_some() && space(a) == space(b)
    }

    fn call(&self, inst: Inst) -> Option<(CallId, Call)> {
        match inst {
            Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. } => Some((id, *self.body.call(id)?)),
            _ => None,
        }
    }

    /// Types the results whose types do not depend on those of operands, and finds the others.
    fn type_results(&mut self) {
        for at in 0..self.body.insts.len() {
            let Some(local) = self.body.result(InstId::new(at)) else { continue };
            let Some(&old) = self.body.local_types.get(local as usize) else { continue };
            let inst = self.body.insts[at];
            let new = match inst {
                Inst::Alloca { ty, .. } => with_pointee(self.pool.types, old, ty),
                Inst::Gep { source, ops, .. } => {
                    let indices: Vec<Value> = self.body.values(ops).skip(2).collect();
                    let pointee = indexed(self.pool.types, source, indices, |index| self.pool.number(index));
                    pointee.map_or(old, |pointee| with_pointee(self.pool.types, old, pointee))
                }
                Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. } => {
                    let call = self.call(inst).and_then(|(_, call)| self.pool.types.function(call.fn_ty).map(|(ret, _, _)| ret));
                    call.unwrap_or(old)
                }
                Inst::Phi { .. } | Inst::Select { .. } | Inst::Freeze(_) | Inst::Load { .. } | Inst::Cast { .. } => {
                    self.open[local as usize] = self.is_pointer(old);
                    old
                }
                _ => old,
            };
            self.body.local_types[local as usize] = new;
        }
    }

    /// Decides the types of the other results: the one that saves most casts.
    fn choose(&mut self) {
        if !self.open.contains(&true) {
            return;
        }
        let mut votes: Vec<(u32, TypeId)> = Vec::new();
        let mut wants = Vec::new();
        for at in 0..self.body.insts.len() {
            wants.clear();
            self.wants(at, &mut wants);
            for &(_, value, ty) in &wants {
                if let ValueKind::Local(local) = value.kind()
                    && self.open.get(local as usize) == Some(&true)
                    && self.differ_in_pointee(self.body.local_types[local as usize], ty)
                {
                    votes.push((local, ty));
                }
            }
        }
        votes.sort_unstable_by_key(|&(local, ty)| (local, ty.0));
        votes.dedup();
        for at in 0..self.body.insts.len() {
            let Some(local) = self.body.result(InstId::new(at)) else { continue };
            if self.open.get(local as usize) != Some(&true) {
                continue;
            }
            let start = votes.partition_point(|&(of, _)| of < local);
            let of_users: Vec<TypeId> = votes[start..].iter().take_while(|&&(of, _)| of == local).map(|&(_, ty)| ty).collect();
            if of_users.iter().filter(|ty| ty.index() >= self.first).count() > 1 {
                // At once, before types are added that depend on the choice.
                self.is_open = true;
                return;
            }
            let own = self.body.local_types[local as usize];
            let chosen = match self.body.insts[at] {
                Inst::Load { ptr, .. } => self.choose_load(ptr, own, &of_users),
                Inst::Cast { .. } => first_or(own, &of_users),
                Inst::Phi { .. } if !self.casts.can_precede_phi(&self.body, at) => own,
                Inst::Phi { incoming, .. } => {
                    let values: Vec<Value> = self.body.lists.get(incoming).iter().map(|(value, _)| value).collect();
                    self.choose_tied(local, own, &values, of_users)
                }
                Inst::Select { if_true, if_false, .. } => self.choose_tied(local, own, &[if_true, if_false], of_users),
                Inst::Freeze(value) => self.choose_tied(local, own, &[value], of_users),
                _ => own,
            };
            self.body.local_types[local as usize] = chosen;
            self.open[local as usize] = false;
        }
    }

    /// What a loaded pointer points to: what its address says, or what all users take if the address needs a cast anyway.
    fn choose_load(&mut self, ptr: Value, own: TypeId, of_users: &[TypeId]) -> TypeId {
        let is_open = matches!(ptr.kind(), ValueKind::Local(local) if self.open.get(local as usize) == Some(&true));
        let pointee = self.type_of(ptr).and_then(|ty| pointer(self.pool.types, ty)).map(|(pointee, _)| pointee);
        match pointee {
            Some(pointee) if !is_open && self.is_pointer(pointee) && self.neutral(pointee) == own => pointee,
            _ => match of_users {
                [one] => *one,
                _ => own,
            },
        }
    }

    /// The type that most operands have and users take.
    fn choose_tied(&mut self, local: u32, own: TypeId, values: &[Value], of_users: Vec<TypeId>) -> TypeId {
        let mut counts: HashMap<TypeId, usize> = HashMap::new();
        let mut order = vec![own];
        order.extend(&of_users);
        of_users.into_iter().for_each(|ty| *counts.entry(ty).or_default() += 1);
        for &value in values {
            let is_known = match value.kind() {
                ValueKind::Local(of) => of != local && self.open.get(of as usize) == Some(&false),
                ValueKind::Global(_) => true,
                _ => false,
            };
            if let Some(ty) = self.type_of(value).filter(|&ty| is_known && self.differ_in_pointee(own, ty)) {
                *counts.entry(ty).or_default() += 1;
                order.push(ty);
            }
        }
        let mut best = own;
        for ty in order {
            if counts.get(&ty).copied().unwrap_or(0) > counts.get(&best).copied().unwrap_or(0) {
                best = ty;
            }
        }
        best
    }

    /// The operands of an instruction that take certain types. While types are chosen, only those that do not depend on the choice.
    fn wants(&mut self, at: usize, out: &mut Vec<Want>) {
        let choosing =
            |work: &Self, value: Value| matches!(value.kind(), ValueKind::Local(local) if work.open.get(local as usize) == Some(&true));
        let inst = self.body.insts[at];
        let result = self.body.result(InstId::new(at));
        let result_type = self.body.result_type(InstId::new(at));
        let is_choosing = result.is_some_and(|local| self.open.get(local as usize) == Some(&true));
        match inst {
            Inst::Load { ptr, .. } => {
                let want = result_type.and_then(|ty| self.pointing(ptr, ty));
                out.extend(want.map(|want| (0, ptr, want)));
            }
            Inst::Store { value, ptr, .. } => self.wants_of_store(value, ptr, choosing(self, value) || choosing(self, ptr), out),
            Inst::AtomicRmw { ptr, value, .. } => {
                let Some(ty) = self.type_of(value) else { return };
                let ty = self.neutral(ty);
                let want = self.pointing(ptr, ty);
                out.extend(want.map(|want| (0, ptr, want)));
                out.push((1, value, ty));
            }
            Inst::CmpXchg { ops, .. } => {
                let ops: Vec<Value> = self.body.values(ops).collect();
                let &[ptr, compared, new] = &ops[..] else { return };
                let Some(ty) = self.type_of(compared) else { return };
                let ty = self.neutral(ty);
                let want = self.pointing(ptr, ty);
                out.extend(want.map(|want| (0, ptr, want)));
                out.extend([(1, compared, ty), (2, new, ty)]);
            }
            Inst::Gep { source, ops, .. } => {
                let Some(base) = self.body.values(ops).next() else { return };
                let want = self.pointing(base, source);
                out.extend(want.map(|want| (0, base, want)));
            }
            Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. } => self.wants_of_call(inst, out),
            Inst::Ret(value) => out.extend(value.get().map(|value| (0, value, self.returns))),
            Inst::ICmp { lhs, rhs, .. } => {
                let (Some(left), Some(right)) = (self.type_of(lhs), self.type_of(rhs)) else { return };
                if left == right || !self.is_pointer(left) || choosing(self, lhs) || choosing(self, rhs) {
                    return;
                }
                let want = match (lhs.kind(), rhs.kind()) {
                    (ValueKind::Const(_) | ValueKind::LocalConst(_) | ValueKind::Global(_), _) => right,
                    (_, ValueKind::Const(_) | ValueKind::LocalConst(_) | ValueKind::Global(_)) => left,
                    _ => self.neutral(left),
                };
                out.extend([(0, lhs, want), (1, rhs, want)]);
            }
            Inst::Select { if_true, if_false, .. } if !is_choosing => {
                out.extend(result_type.into_iter().flat_map(|ty| [(1, if_true, ty), (2, if_false, ty)]));
            }
            Inst::Freeze(value) if !is_choosing => out.extend(result_type.map(|ty| (0, value, ty))),
            Inst::Phi { incoming, .. } if !is_choosing => {
                let Some(ty) = result_type.filter(|&ty| self.is_pointer(ty)) else { return };
                out.extend(self.body.lists.get(incoming).iter().enumerate().map(|(at, (value, _))| (at, value, ty)));
            }
            Inst::ExtractElement { vector, .. } => {
                let want = self.type_of(vector).map(|ty| self.neutral(ty));
                out.extend(want.map(|want| (0, vector, want)));
            }
            Inst::InsertElement { vector, element, .. } => {
                let Some(ty) = result_type else { return };
                out.extend([(0, vector, ty), (1, element, self.pool.types.scalar(ty))]);
            }
            Inst::ShuffleVector { lhs, rhs, .. } => {
                let Some(want) = self.type_of(lhs).map(|ty| self.neutral(ty)) else { return };
                out.extend([(0, lhs, want), (1, rhs, want)]);
            }
            Inst::InsertValue { aggregate, value, indices } => {
                let mut ty = self.type_of(aggregate);
                for index in self.body.lists.get(indices) {
                    ty = ty.and_then(|ty| self.pool.types.member(ty, u64::from(index)));
                }
                out.extend(ty.map(|ty| (1, value, ty)));
            }
            _ => {}
        }
    }

    /// The pointer type of `value` with another pointee.
    fn pointing(&mut self, value: Value, pointee: TypeId) -> Option<TypeId> {
        let own = self.type_of(value)?;
        Some(with_pointee(self.pool.types, own, pointee))
    }

    fn wants_of_store(&mut self, value: Value, ptr: Value, choosing: bool, out: &mut Vec<Want>) {
        let (Some(ty), Some(address)) = (self.type_of(value), self.type_of(ptr)) else { return };
        let mut stored = ty;
        if self.is_pointer(ty) {
            // A slot for pointers takes what it is for; any other is cast to one for this pointer.
            let slot = pointer(self.pool.types, address).map(|(pointee, _)| pointee).filter(|&pointee| self.is_pointer(pointee));
            stored = match slot {
                Some(slot) => slot,
                None if choosing => self.neutral(ty),
                None => ty,
            };
            if self.neutral(stored) != self.neutral(ty) {
                stored = self.neutral(ty);
            }
        }
        out.push((0, value, stored));
        let want = with_pointee(self.pool.types, address, stored);
        out.push((1, ptr, want));
    }

    fn wants_of_call(&mut self, inst: Inst, out: &mut Vec<Want>) {
        let Some((_, call)) = self.call(inst) else { return };
        let want = self.pointing(call.callee, call.fn_ty);
        out.extend(want.map(|want| (self.body.values(call.args).len(), call.callee, want)));
        let params = self.pool.types.function(call.fn_ty).map(|(_, params, _)| params);
        let count = params.as_ref().map_or(0, |params| params.len());
        out.extend((0..).zip(self.body.values(call.args)).zip(params.into_iter().flatten()).map(|((at, value), ty)| (at, value, ty)));
        if self.body.values(call.args).len() > count {
            // Attributes alone say what the pointers of variable arguments point to: `byval` copies that.
            let mut stated = stated(self.attrs, self.pool.types, call.attrs, self.pool.byte);
            stated.sort_unstable_by_key(|&(at, _)| at);
            for (at, pointee) in stated.into_iter().map(|(at, pointee)| (at as usize, pointee)).filter(|&(at, _)| at >= count) {
                let Some(value) = self.body.values(call.args).nth(at) else { continue };
                let want = self.pointing(value, pointee);
                out.extend(want.map(|want| (at, value, want)));
            }
        }
    }

    /// Casts the operands of an instruction.
    fn cast_operands(&mut self, at: usize, wants: &[Want]) {
        let mut new = std::mem::take(&mut self.new);
        new.clear();
        for &(place, value, want) in wants {
            let Some(own) = self.type_of(value).filter(|&own| own != want) else { continue };
            if !self.is_pointer(own) || !self.is_pointer(want) {
                continue;
            }
            let cast = match value.kind() {
                ValueKind::Local(local) => match self.body.insts[at] {
                    Inst::Phi { incoming, .. } => {
                        let from = self.body.lists.get(incoming).get(place).map(|(_, from)| from);
                        let Some(from) = from else { continue };
                        self.casts.on_edge(&mut self.body, local, want, from)
                    }
                    _ => self.casts.before(&mut self.body, local, want, at),
                },
                _ => match self.inline_asm(value, want) {
                    Some(asm) => asm,
                    None => self.pool.cast(value, want),
                },
            };
            new.push((place, cast));
        }
        if !new.is_empty() {
            // The callee, which comes behind the arguments, is cast before them.
            new.sort_unstable_by_key(|&(place, _)| place);
            let mut place = 0;
            let mut changes = new.iter().peekable();
            map_operands(
                &mut self.body,
                InstId::new(at),
                |value| {
                    let here = place;
                    place += 1;
                    changes.next_if(|&&(at, _)| at == here).map_or(value, |&(_, new)| new)
                },
                |block: BlockId| block,
            );
        }
        self.new = new;
    }

    /// Inline assembly of another function type; none for any other constant.
    fn inline_asm(&mut self, value: Value, want: TypeId) -> Option<Value> {
        let (pool, index) = match value.kind() {
            ValueKind::Const(index) => (self.pool.shared?, index),
            ValueKind::LocalConst(index) => (&*self.pool.own, index),
            _ => return None,
        };
        let ConstKind::InlineAsm(asm) = pool.get(index)?.kind else { return None };
        let mut asm = *pool.asms.get(asm as usize)?;
        if let Some(&known) = self.pool.casts.get(&(value, want)) {
            return Some(known);
        }
        let (template, constraints) = (pool.bytes.get(asm.template).to_vec(), pool.bytes.get(asm.constraints).to_vec());
        let (pointee, _) = pointer(self.pool.types, want)?;
        (asm.fn_ty, asm.template) = (pointee, self.pool.own.bytes.push(&template));
        asm.constraints = self.pool.own.bytes.push(&constraints);
        self.pool.own.asms.push(asm);
        let made = self.pool.push(want, ConstKind::InlineAsm(self.pool.own.asms.len() as u32 - 1));
        self.pool.casts.insert((value, want), made);
        Some(made)
    }
}

/// `own` if users take that, else the first type that one takes.
fn first_or(own: TypeId, of_users: &[TypeId]) -> TypeId {
    if of_users.contains(&own) { own } else { of_users.first().copied().unwrap_or(own) }
}
