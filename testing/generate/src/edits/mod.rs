//! Random edits of valid modules by `bctk-edit`, after which they are valid again.
//!
//! Only edits are drawn that keep a module valid: operands are parameters, constants, and values that the same block makes before; what only
//! some places may have (pads, tokens, `musttail` calls, intrinsics with rules of their own) stays where it is.
mod blocks;
mod debug;
mod exceptions;
mod globals;
mod insert;

use bctk_edit::{EditModule, FunctionBuilder, InsertPoint, ModuleEdit, Result};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{BlockId, GlobalId, InstId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Names of intrinsics whose place in a function, or whose users, follow rules of their own. Blocks with calls of them stay as they are.
const TOUCHY: [&str; 16] = [
    "llvm.localescape",
    "llvm.localrecover",
    "llvm.call.preallocated",
    "llvm.experimental.convergence",
    "llvm.experimental.deoptimize",
    "llvm.experimental.guard",
    "llvm.experimental.gc",
    "llvm.coro",
    "llvm.callbr.landingpad",
    "llvm.eh",
    "llvm.lifetime",
    "llvm.gcroot",
    "llvm.swift",
    "llvm.frameaddress",
    "llvm.stackprotector",
    "llvm.amdgcn",
];

/// An edit that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The edits of the session, in words; the last one failed, unless all were made and could not be finished.
    pub edits: Vec<String>,
    /// Why.
    pub message: String,
}

/// Makes `count` random edits in one session and finishes it. `below` gives a random number below another. Returns what was done, in words.
///
/// # Errors
/// If the library refuses an edit, which it should not.
pub fn edit(module: &mut Module, count: usize, below: &mut dyn FnMut(usize) -> usize) -> std::result::Result<Vec<String>, Failure> {
    let mut edits = Vec::new();
    let mut session = Session { edit: module.edit(), below, log: &mut edits, erased: Vec::new() };
    let mut outcome = Ok(());
    for _ in 0..count {
        outcome = session.one();
        if outcome.is_err() {
            break;
        }
    }
    let outcome = outcome.and_then(|()| session.erase_unused()).and_then(|()| session.edit.finish().map(|_| ()));
    outcome.map(|()| edits.clone()).map_err(|error| Failure { edits, message: error.to_string() })
}

struct Session<'m, 'r> {
    edit: ModuleEdit<'m>,
    below: &'r mut dyn FnMut(usize) -> usize,
    log: &'r mut Vec<String>,
    /// Global values that are erased in the end, unless something has come to use them.
    erased: Vec<GlobalId>,
}

/// Builds one function with random choices.
struct Body<'b, 'e, 'm, 'r> {
    b: &'b mut FunctionBuilder<'e, 'm>,
    below: &'r mut dyn FnMut(usize) -> usize,
    log: &'r mut Vec<String>,
}

impl Session<'_, '_> {
    fn below(&mut self, count: usize) -> usize {
        (self.below)(count.max(1))
    }

    /// The functions with a body.
    fn defined(&mut self) -> Vec<GlobalId> {
        self.edit.module().functions().filter(|(.., function)| function.body.is_some()).map(|(id, ..)| id).collect()
    }

    fn one(&mut self) -> Result<()> {
        let functions = self.defined();
        if functions.is_empty() || self.below(8) == 0 {
            return self.of_module();
        }
        let id = functions[self.below(functions.len())];
        self.log.push(format!("in function {}: ", id.index()));
        let mut b = self.edit.build(id)?;
        Body { b: &mut b, below: self.below, log: self.log }.one()
    }
}

impl Body<'_, '_, '_, '_> {
    fn below(&mut self, count: usize) -> usize {
        (self.below)(count.max(1))
    }

    /// Adds to the last entry of the log.
    fn note(&mut self, text: impl AsRef<str>) {
        if let Some(last) = self.log.last_mut() {
            last.push_str(text.as_ref());
        }
    }

    fn one(&mut self) -> Result<()> {
        match self.below(19) {
            0 => self.replace_operand(),
            1 => self.replace_uses(),
            2 => self.erase(),
            3 => self.split(),
            4 => self.clone_a_block(),
            5 => self.erase_a_block(),
            6 => self.move_up(),
            7 => self.move_a_block(),
            8 => self.annotate(),
            9 => self.name(),
            10 => self.invoke(),
            11 | 12 => self.record(),
            _ => self.insert_some(),
        }
    }

    /// What a type is.
    fn get(&mut self, ty: TypeId) -> Type {
        self.b.module().module().types.get(ty)
    }

    /// Whether values of this type may be used wherever the type fits.
    fn is_plain(&mut self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Int(_) | Type::Float | Type::Double => true,
            Type::Vector { elem, .. } => matches!(self.get(elem), Type::Int(_) | Type::Float | Type::Double),
            _ => false,
        }
    }

    /// Whether an instruction stays where it is.
    fn is_touchy(&mut self, inst: InstId) -> bool {
        match self.b.inst(inst) {
            None | Some(Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. }) => true,
            Some(Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. }) => {
                let Some(call) = self.b.call_of(inst).copied() else { return true };
                let ValueKind::Global(callee) = call.callee.kind() else { return call.tail == TailKind::MustTail };
                let mut edits = self.b.module();
                let module = edits.module();
                let name = module.global(callee).map_or(&b""[..], |global| module.str(global.name));
                call.tail == TailKind::MustTail || TOUCHY.iter().any(|touchy| name.starts_with(touchy.as_bytes()))
            }
            _ => false,
        }
    }

    /// The places of a block where instructions may be put: before each of these.
    fn places(&mut self, block: BlockId) -> Vec<InstId> {
        let Some(last) = self.b.terminator(block) else { return Vec::new() };
        if matches!(self.b.inst(last), Some(Inst::CatchSwitch { .. })) {
            return Vec::new();
        }
        let is_start = |inst: Option<&Inst>| {
            matches!(inst, Some(Inst::Phi { .. } | Inst::LandingPad { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. }))
        };
        let insts: Vec<InstId> = self.b.insts(block).collect();
        let mut places: Vec<InstId> = insts.into_iter().skip_while(|&inst| is_start(self.b.inst(inst))).collect();
        // Nothing comes between a touchy call and what was before or after it.
        if let Some(at) = places.iter().position(|&inst| self.is_touchy(inst)) {
            places.truncate(at);
        }
        places
    }

    /// A block and a place in it.
    fn place(&mut self) -> Option<(BlockId, InstId)> {
        let blocks = self.b.blocks().to_vec();
        let block = blocks[self.below(blocks.len())];
        let places = self.places(block);
        if places.is_empty() {
            return None;
        }
        let at = places[self.below(places.len())];
        Some((block, at))
    }

    /// The parameters, which a naked function must not use.
    fn params(&mut self) -> Vec<Value> {
        let id = self.b.id();
        let mut edits = self.b.module();
        let module = edits.module();
        let set = module.global(id).and_then(|global| module.attrs.set_at(global.function()?.attrs, AttrIndex::Function));
        if set.is_some_and(|set| module.attrs.set(set).iter().any(|attr| attr.kind() == Some(AttrKind::NAKED))) {
            return Vec::new();
        }
        drop(edits);
        (0..self.b.param_count()).map(|at| self.b.param(at)).collect()
    }

    /// Values that can be used before an instruction: parameters, and what the block makes before it.
    fn values(&mut self, block: BlockId, before: Option<InstId>) -> Vec<(Value, TypeId)> {
        let mut all = self.params();
        for inst in self.b.insts(block).collect::<Vec<_>>() {
            if Some(inst) == before {
                break;
            }
            all.extend(self.b.value_of(inst));
        }
        let typed: Vec<(Value, TypeId)> = all.into_iter().filter_map(|value| Some((value, self.b.type_of(value)?))).collect();
        typed.into_iter().filter(|&(_, ty)| self.is_plain(ty)).collect()
    }

    /// A value of this type: a constant, or one that is there.
    fn value_of_type(&mut self, ty: TypeId, values: &[(Value, TypeId)]) -> Result<Value> {
        let fitting: Vec<Value> = values.iter().filter(|&&(_, of)| of == ty).map(|&(value, _)| value).collect();
        if !fitting.is_empty() && self.below(3) > 0 {
            return Ok(fitting[self.below(fitting.len())]);
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: TypeId) -> Result<Value> {
        let number = self.below(7);
        let scalar = match self.get(ty) {
            Type::Vector { scalable: true, .. } => return Ok(self.b.module().const_zero(ty)),
            Type::Vector { elem, .. } => self.get(elem),
            other => other,
        };
        match (number, scalar) {
            (0, _) => Ok(self.b.module().undef(ty)),
            (_, Type::Int(1)) => self.b.module().const_int(ty, (number & 1) as i128),
            (_, Type::Int(bits)) if bits >= 4 => self.b.module().const_int(ty, number as i128 - 3),
            (_, Type::Float | Type::Double) => self.b.module().const_float(ty, number as f64 / 2.0 - 1.0),
            _ => Ok(self.b.module().const_zero(ty)),
        }
    }

    fn insert_some(&mut self) -> Result<()> {
        let Some((block, at)) = self.place() else { return Ok(()) };
        self.b.insert_at(InsertPoint::Before(at))?;
        if self.below(4) == 0 {
            self.b.set_debug_location(None);
        }
        let count = 1 + self.below(3);
        for _ in 0..count {
            self.insert(block, at)?;
        }
        Ok(())
    }

    /// A random instruction that makes a plain value, no call, and the block it is in.
    fn plain_inst(&mut self) -> Option<(BlockId, InstId)> {
        let (block, at) = self.place()?;
        let is_operator = |inst: &Inst| {
            matches!(
                inst,
                Inst::Bin { .. } | Inst::Cast { .. } | Inst::ICmp { .. } | Inst::FCmp { .. } | Inst::Select { .. } | Inst::FNeg { .. }
            )
        };
        self.b.inst(at).filter(|inst| is_operator(inst))?;
        let ty = self.b.value_of(at).and_then(|value| self.b.type_of(value))?;
        self.is_plain(ty).then_some((block, at))
    }

    fn replace_operand(&mut self) -> Result<()> {
        let Some((block, at)) = self.plain_inst() else { return Ok(()) };
        let values = self.values(block, Some(at));
        let operands = self.b.operands(at);
        let old = operands[self.below(operands.len())];
        let Some(ty) = self.b.type_of(old) else { return Ok(()) };
        if !self.is_plain(ty) {
            return Ok(());
        }
        let new = self.value_of_type(ty, &values)?;
        self.note(format!("replace operand {old:?} of {at:?} by {new:?}"));
        self.b.replace_operand(at, old, new)
    }

    fn replace_uses(&mut self) -> Result<()> {
        let Some((_, at)) = self.plain_inst() else { return Ok(()) };
        let Some(old) = self.b.value_of(at) else { return Ok(()) };
        let ty = self.b.type_of(old).unwrap_or(TypeId(0));
        let params = self.params();
        let params: Vec<(Value, TypeId)> = params.into_iter().filter_map(|value| Some((value, self.b.type_of(value)?))).collect();
        let new = self.value_of_type(ty, &params)?;
        self.note(format!("replace all uses of {old:?} with {new:?}"));
        self.b.replace_all_uses_with(old, new)
    }

    fn erase(&mut self) -> Result<()> {
        if self.below(3) == 0 {
            let Some((_, at)) = self.place() else { return Ok(()) };
            if matches!(self.b.inst(at), Some(Inst::Store { .. } | Inst::Fence { .. })) {
                self.note(format!("erase {at:?}"));
                return self.b.erase(at);
            }
            return Ok(());
        }
        let Some((_, at)) = self.plain_inst() else { return Ok(()) };
        let ty = self.b.value_of(at).and_then(|value| self.b.type_of(value)).unwrap_or(TypeId(0));
        let new = self.constant(ty)?;
        self.note(format!("replace {at:?} by {new:?}"));
        self.b.replace_inst(at, new)
    }

    fn move_up(&mut self) -> Result<()> {
        let Some((block, at)) = self.plain_inst() else { return Ok(()) };
        let places = self.places(block);
        let Some(index) = places.iter().position(|&place| place == at).filter(|&index| index > 0) else { return Ok(()) };
        let operands = self.b.operands(at);
        let made = self.b.value_of(places[index - 1]);
        if made.is_some_and(|made| operands.contains(&made)) {
            return Ok(());
        }
        self.note(format!("move {at:?} before {:?}", places[index - 1]));
        self.b.move_to(at, InsertPoint::Before(places[index - 1]))
    }

    fn annotate(&mut self) -> Result<()> {
        let Some((_, at)) = self.place() else { return Ok(()) };
        // A parser numbers kinds, which attachments are sorted by, as it meets them.
        if !self.b.attachments(at).is_empty() {
            return Ok(());
        }
        let number = self.below(3);
        self.note(format!("attach to {at:?}"));
        let text = self.b.module().md_string(format!("text {number}"));
        let node = self.b.module().md_tuple(&[Some(text), None]);
        self.b.attach(at, "random", node)
    }

    fn name(&mut self) -> Result<()> {
        let Some((block, at)) = self.place() else { return Ok(()) };
        let values = self.values(block, Some(at));
        if values.is_empty() {
            return Ok(());
        }
        let (value, _) = values[self.below(values.len())];
        let name = ["x", "a b", "7", "\u{e9}", "-", "x1", ""][self.below(7)];
        self.note(format!("name {value:?} {name:?}"));
        self.b.set_name(value, name)
    }
}
