//! Finds what refers to each assignment: instructions and records of other functions.
use super::classes::Classes;
use crate::intrinsics::known;
use bctk_ir::body::{Body, DbgOperand, DbgRecord};
use bctk_ir::entity::{InstId, MdId};
use bctk_ir::global::GlobalValue;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// A thing of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place<T> {
    pub(super) body: u32,
    pub(super) at: T,
}

/// The first of several things, and the first in another body than that.
#[derive(Clone, Copy, Debug)]
struct Firsts<T> {
    first: Option<Place<T>>,
    other: Option<Place<T>>,
}

impl<T> Default for Firsts<T> {
    fn default() -> Self {
        Firsts { first: None, other: None }
    }
}

impl<T: Copy> Firsts<T> {
    fn add(&mut self, body: u32, at: T) {
        match self.first {
            None => self.first = Some(Place { body, at }),
            Some(first) if first.body != body && self.other.is_none() => self.other = Some(Place { body, at }),
            Some(_) => {}
        }
    }

    /// The first that is not in this body.
    fn outside(self, body: u32) -> Option<Place<T>> {
        match self.first {
            Some(first) if first.body != body => Some(first),
            _ => self.other,
        }
    }
}

/// The users of one assignment.
#[derive(Clone, Copy, Debug, Default)]
struct Users {
    insts: Firsts<InstId>,
    records: Firsts<u32>,
    /// The last record that refers to it, but is none of an assignment.
    stray: Option<Place<u32>>,
    /// The last call with it as an argument, which heads the list of its users.
    call: Option<Place<InstId>>,
}

/// The users of all assignments.
#[derive(Debug, Default)]
pub(super) struct Assigned(HashMap<MdId, Users>);

impl Assigned {
    /// Looks at a module. `kind` is that of the attachments.
    pub(super) fn new(module: &Module, classes: &Classes, kind: Option<u32>) -> Assigned {
        let mut users: HashMap<MdId, Users> = HashMap::new();
        let is_id = |id: &MdId| classes.kind(*id) == Some(DiKind::AssignID);
        let Some(kind) = kind else { return Assigned(users) };
        // Few things are of interest: all threads look for them.
        let in_bodies = module.bodies.par_iter().balanced();
        let insts = in_bodies.map(|body| {
            let attached = body.attachments.iter().filter(|(_, attachment)| attachment.kind == kind);
            attached.map(|&(inst, attachment)| (inst, attachment.node)).collect()
        });
        for (index, of_body) in insts.collect::<Vec<Vec<(InstId, MdId)>>>().into_iter().enumerate() {
            of_body.into_iter().for_each(|(inst, id)| users.entry(id).or_default().insts.add(index as u32, inst));
        }
        // Without an instruction, records need not agree with anything.
        if users.is_empty() {
            return Assigned(users);
        }
        let records = module.bodies.par_iter().balanced().map(|body| {
            let mut found = Vec::new();
            for (at, record) in body.dbg_records.iter().enumerate() {
                let stated = body.dbg_assign(record).map(|assign| assign.id);
                found.extend(stated.into_iter().chain(places(body, record).filter(is_id)).map(|id| (at as u32, id)));
            }
            found
        });
        // LLVM looks at the records that it made last first.
        for (index, of_body) in records.collect::<Vec<Vec<(u32, MdId)>>>().into_iter().enumerate().rev() {
            for (at, id) in of_body.into_iter().rev() {
                let (users, index) = (users.entry(id).or_default(), index as u32);
                match module.bodies[index as usize].dbg_records[at as usize].assign.is_some() {
                    true => users.records.add(index, at),
                    false => _ = users.stray.get_or_insert(Place { body: index, at }),
                }
            }
        }
        let takers = takers(module);
        let arguments = module.bodies.par_iter().balanced().map(|body| {
            let mut found = Vec::new();
            calls(body, &takers, |inst, id| {
                if is_id(&id) && !is_assignment(module, body, inst) {
                    found.push((inst, id));
                }
            });
            found
        });
        for (index, of_body) in arguments.collect::<Vec<Vec<(InstId, MdId)>>>().into_iter().enumerate() {
            of_body.into_iter().for_each(|(at, id)| users.entry(id).or_default().call = Some(Place { body: index as u32, at }));
        }
        Assigned(users)
    }

    /// The first instruction with this assignment in another body.
    pub(super) fn inst_outside(&self, id: MdId, body: u32) -> Option<Place<InstId>> {
        self.0.get(&id)?.insts.outside(body)
    }

    /// The last record that refers to it, but is none of an assignment or is in another body; and which of the two it is.
    pub(super) fn wrong_record(&self, id: MdId, body: u32) -> Option<(Place<u32>, bool)> {
        let users = self.0.get(&id)?;
        let place = |place: &Place<u32>| (place.body, place.at);
        match (users.stray, users.records.outside(body)) {
            (Some(stray), Some(outside)) if place(&stray) < place(&outside) => Some((outside, false)),
            (Some(stray), _) => Some((stray, true)),
            (None, outside) => outside.map(|outside| (outside, false)),
        }
    }

    /// A call with it as an argument.
    pub(super) fn call(&self, id: MdId) -> Option<Place<InstId>> {
        self.0.get(&id)?.call
    }
}

/// Whether a call is one of `llvm.dbg.assign`, as before there were records.
fn is_assignment(module: &Module, body: &Body, inst: InstId) -> bool {
    let Some(&Inst::Call(call)) = body.insts.get(inst.index()) else { return false };
    let callee = body.call(call).map(|call| call.callee.kind());
    matches!(callee, Some(ValueKind::Global(id)) if module.global(id).is_some_and(|global| module.str(global.name) == b"llvm.dbg.assign"))
}

/// Metadata that a record has as a value or an address.
fn places(body: &Body, record: &DbgRecord) -> impl Iterator<Item = MdId> {
    body.dbg_operands(record).filter_map(|operand| match operand {
        DbgOperand::Md(id) => Some(id),
        DbgOperand::Value(_) => None,
    })
}

/// By global value: whether it is a function with metadata among its parameters.
pub(super) fn takers(module: &Module) -> Vec<bool> {
    let is_taker = |global: &GlobalValue| {
        let params = module.types.function(global.value_type).map(|(_, params, _)| params);
        global.function().is_some() && params.is_some_and(|params| params.iter().any(|ty| module.types.get(ty) == Type::Metadata))
    };
    let takers: Vec<bool> = module.globals.iter().map(is_taker).collect();
    if takers.contains(&true) { takers } else { Vec::new() }
}

/// Those that `llvm` has as intrinsics. LLVM's verifier looks at the metadata that they take, and not at that of other functions.
pub(super) fn intrinsic_takers(module: &Module, llvm: LlvmVersion) -> Vec<bool> {
    let mut takers = takers(module);
    for (is_taker, global) in takers.iter_mut().zip(&module.globals) {
        *is_taker = *is_taker && known(module.str(global.name), llvm).is_some();
    }
    takers
}

/// All metadata among the arguments of calls of these functions.
pub(super) fn calls(body: &Body, takers: &[bool], mut each: impl FnMut(InstId, MdId)) {
    if takers.is_empty() {
        return;
    }
    for (at, inst) in body.insts.iter().enumerate() {
        let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = *inst else { continue };
        let Some(call) = body.call(call) else { continue };
        let ValueKind::Global(callee) = call.callee.kind() else { continue };
        if takers.get(callee.index()) != Some(&true) {
            continue;
        }
        for value in body.values(call.args) {
            if let ValueKind::Metadata(id) = value.kind() {
                each(InstId::new(at), id);
            }
        }
    }
}
