//! Use-lists of a module that is changed after it was read.
//!
//! [`UseLists`] keeps the lists that reading the module made. What passes take away leaves the order of the other uses; new uses are the
//! latest.
use super::Directives;
use super::bitcode::compare;
use super::constants::{Constants, Node};
use super::forms::Forms;
use super::memory::{Memory, Positions, User, UserKind};
use super::sketch::{Sketch, sketch};
use super::steps::LinkStep;
use bctk_ir::entity::{GlobalId, InstId};
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_support::parallel::prelude::*;
use hashbrown::{HashMap, HashSet};

/// The use-lists of global values and constants in LLVM's memory.
#[derive(Clone, Debug, Default)]
pub struct UseLists {
    /// The values that have several uses.
    nodes: Vec<Node>,
    /// The end of the list of each.
    ends: Vec<u32>,
    /// User and number of the operand, the latest first.
    uses: Vec<(Place, u32)>,
    /// Where the constants are that are used or users: number, body ([`MODULE`] for none), index in the pool. Ascending.
    places: Vec<(u32, u32, u32)>,
    /// By body, its function.
    functions: Vec<GlobalId>,
    /// By global value, its number now.
    numbers: Vec<Option<GlobalId>>,
    /// By function as it was numbered first: instructions that are gone, ascending by their first numbers.
    gone: HashMap<GlobalId, Vec<u32>>,
    /// How other modules were linked into it.
    steps: Vec<LinkStep>,
    /// Global values, by their numbers now, that replaced others, whose uses they got.
    replacing: HashSet<u32>,
}

/// Who uses a value.
#[derive(Clone, Copy, Debug)]
enum Place {
    Global(u32),
    /// By its number.
    Const(u32),
    /// Body and instruction.
    Inst(u32, u32),
}

impl UseLists {
    /// The lists of a module as it was read.
    pub fn of(module: &Module) -> UseLists {
        UseLists::of_at_least(module, 2)
    }

    /// The lists of a module as it was read, for one that others will be linked into.
    pub fn of_destination(module: &Module) -> UseLists {
        UseLists::of_at_least(module, 1)
    }

    /// The lists of values with so many uses.
    fn of_at_least(module: &Module, least: usize) -> UseLists {
        let mut lists = UseLists { numbers: (0..module.globals.len()).map(|at| Some(GlobalId::new(at))).collect(), ..UseLists::default() };
        lists.functions = vec![GlobalId(u32::MAX); module.bodies.len()];
        for (id, _, function) in module.functions() {
            if let Some(slot) = function.body.and_then(|body| lists.functions.get_mut(body as usize)) {
                *slot = id;
            }
        }
        let Some(positions) = Positions::new(module) else { return lists };
        let forms = Forms::of(module);
        let sketches: Vec<Sketch> = module.bodies.par_iter().balanced().map(|body| sketch(module, body, forms)).collect();
        let mut memory = Memory::new(module, forms, &positions, &sketches);
        let bodies = ByPosition::new(&positions);
        let mut wanted = vec![false; memory.constants.len()];
        let globals = (0..module.globals.len() as u32).map(Node::Global);
        for node in globals.chain((0..memory.constants.len() as u32).map(Node::Const)) {
            if memory.count(node) < least {
                continue;
            }
            let mut want = |number: u32| {
                if let Some(wanted) = wanted.get_mut(number as usize) {
                    *wanted = true;
                }
            };
            if let Node::Const(number) = node {
                want(number);
            }
            memory.uses(node, |user, operand| {
                let place = match user.kind() {
                    UserKind::Global(global) => Some(Place::Global(global)),
                    UserKind::Inst(position) => bodies.find(position).map(|(body, inst)| Place::Inst(body, inst)),
                    UserKind::Const(number) => {
                        want(number);
                        Some(Place::Const(number))
                    }
                };
                lists.uses.extend(place.map(|place| (place, operand)));
            });
            lists.nodes.push(node);
            lists.ends.push(lists.uses.len() as u32);
        }
        lists.places = places(&mut memory.constants, module, &wanted);
        lists
    }

    /// Gives global values the numbers that a change gave them; none for those that are gone.
    pub fn renumber(&mut self, numbers: &[Option<GlobalId>]) {
        for number in &mut self.numbers {
            *number = number.and_then(|id| numbers.get(id.index()).copied().flatten());
        }
    }

    /// Notes that other modules were linked into it by these steps. `numbers` has the new number of each global value, and whether another one
    /// took its place.
    pub fn link(&mut self, numbers: &[(Option<GlobalId>, bool)], steps: Vec<LinkStep>) {
        for number in &mut self.numbers {
            let Some(&(new, is_replaced)) = number.and_then(|id| numbers.get(id.index())) else {
                *number = None;
                continue;
            };
            *number = new;
            self.replacing.extend(new.filter(|_| is_replaced).map(|new| new.0));
        }
        self.steps = steps;
    }

    /// Notes that instructions of a function, which has this number now, are gone. `removed` has their numbers in ascending order.
    pub fn remove_instructions(&mut self, function: GlobalId, removed: &[InstId]) {
        let Some(first) = self.numbers.iter().position(|&number| number == Some(function)).map(GlobalId::new) else { return };
        let gone = self.gone.entry(first).or_default();
        let before = std::mem::take(gone);
        let mut found = before.clone();
        found.extend(removed.iter().map(|inst| as_before(&before, inst.0)));
        found.sort_unstable();
        *gone = found;
    }

    /// The contents of the USELIST blocks of the changed module, as [`crate::predict_for_bitcode`] has them.
    pub fn predict(&self, module: &Module) -> Directives {
        compare(module, |module, forms, positions, sketches| {
            let mut memory = match self.steps.is_empty() {
                true => Memory::new(module, forms, positions, sketches),
                false => Memory::linked(module, forms, positions, sketches, &self.steps),
            };
            self.recall(&mut memory, positions);
            memory
        })
    }

    /// Puts all uses that were there before into their order.
    fn recall(&self, memory: &mut Memory<'_>, positions: &Positions) {
        let module = memory.module;
        let body_of = |body: u32| {
            let id = self.numbers.get(self.functions.get(body as usize)?.index()).copied().flatten()?;
            module.global(id)?.function()?.body
        };
        let bodies: Vec<Option<u32>> = (0..self.functions.len() as u32).map(body_of).collect();
        let mut known: HashMap<u32, Node> = HashMap::new();
        let mut old: Vec<(User, u32)> = Vec::new();
        let mut new: Vec<(User, u32)> = Vec::new();
        let mut ranks: HashMap<(User, u32), u32> = HashMap::new();
        let mut start = 0;
        for (&node, &end) in self.nodes.iter().zip(&self.ends) {
            let uses = &self.uses[start as usize..end as usize];
            start = end;
            let node = match node {
                Node::None => continue,
                Node::Global(global) => match self.numbers.get(global as usize).copied().flatten() {
                    Some(id) => Node::Global(id.0),
                    None => continue,
                },
                Node::Const(number) => *known.entry(number).or_insert_with(|| self.constant(memory, number, &bodies)),
            };
            if memory.count(node) < 2 {
                continue;
            }
            old.clear();
            for &(place, operand) in uses {
                let user = match place {
                    Place::Global(global) => self.numbers.get(global as usize).copied().flatten().map(|id| User::global(id.0)),
                    Place::Const(number) => match *known.entry(number).or_insert_with(|| self.constant(memory, number, &bodies)) {
                        Node::Const(number) => Some(User::constant(number)),
                        _ => None,
                    },
                    Place::Inst(body, inst) => {
                        self.instruction(body, inst, &bodies).map(|(body, inst)| User::inst(positions.inst(body, inst)))
                    }
                };
                old.extend(user.map(|user| (user, operand)));
            }
            let replaced = match node {
                Node::Global(global) if self.replacing.contains(&global) => {
                    // Each of the uses came to the head in its turn.
                    old.reverse();
                    memory.replaced.get(&global).copied().unwrap_or(0)
                }
                _ => 0,
            };
            new.clear();
            memory.uses(node, |user, operand| new.push((user, operand)));
            if old == new {
                continue;
            }
            ranks.clear();
            ranks.extend(old.iter().copied().zip(1..));
            // What was not there before is new, and so the latest; but not what was there when another global value was replaced.
            let mut later = new.iter().filter(|of| !ranks.contains_key(*of)).count().saturating_sub(replaced);
            for of in &new {
                if !ranks.contains_key(of) {
                    ranks.insert(*of, if later > 0 { 0 } else { u32::MAX });
                    later = later.saturating_sub(1);
                }
            }
            new.sort_by_key(|of| ranks.get(of).copied().unwrap_or(0));
            memory.set_uses(node, &new);
        }
    }

    /// Body and number of an instruction now.
    fn instruction(&self, body: u32, inst: u32, bodies: &[Option<u32>]) -> Option<(u32, u32)> {
        let of = *self.functions.get(body as usize)?;
        let inst = match self.gone.get(&of) {
            Some(gone) => as_after(gone, inst)?,
            None => inst,
        };
        Some((bodies.get(body as usize).copied().flatten()?, inst))
    }

    /// What the constant with this number is now.
    fn constant(&self, memory: &mut Memory<'_>, number: u32, bodies: &[Option<u32>]) -> Node {
        let first = self.places.partition_point(|&(other, ..)| other < number);
        for &(_, body, index) in self.places[first..].iter().take_while(|&&(other, ..)| other == number) {
            if body == MODULE {
                return memory.constants.node(Value::constant(index));
            }
            if let Some(body) = bodies.get(body as usize).copied().flatten() {
                memory.constants.enter_body(body);
                return memory.constants.node(Value::local_const(index));
            }
        }
        Node::None
    }
}

/// Stands for the module in the place of a body.
const MODULE: u32 = u32::MAX;

/// All places of the wanted constants, by number; those in the module first.
fn places(constants: &mut Constants<'_>, module: &Module, wanted: &[bool]) -> Vec<(u32, u32, u32)> {
    let mut found = Vec::new();
    let is_wanted = |number: &u32| wanted.get(*number as usize) == Some(&true);
    for index in 0..module.consts.consts.len() as u32 {
        found.extend(constants.number(Value::constant(index)).filter(is_wanted).map(|number| (number, MODULE, index)));
    }
    for (body, pool) in (0..).zip(module.bodies.iter().map(|body| &body.consts)) {
        if pool.consts.iter().all(|constant| constant.kind.is_data()) {
            continue;
        }
        constants.enter_body(body);
        for index in 0..pool.consts.len() as u32 {
            found.extend(constants.number(Value::local_const(index)).filter(is_wanted).map(|number| (number, body, index)));
        }
    }
    found.sort_by_key(|&(number, body, index)| (number, body != MODULE, body, index));
    found
}

/// The number that an instruction had before those of `gone`, ascending, were taken out.
fn as_before(gone: &[u32], mut inst: u32) -> u32 {
    for &gone in gone {
        if gone > inst {
            break;
        }
        inst += 1;
    }
    inst
}

/// The number of an instruction after those of `gone` were taken out.
fn as_after(gone: &[u32], inst: u32) -> Option<u32> {
    match gone.binary_search(&inst) {
        Ok(_) => None,
        Err(before) => Some(inst - before as u32),
    }
}

/// Finds instructions by their positions.
struct ByPosition {
    /// First position and body, ascending.
    starts: Vec<(u32, u32)>,
    base: u32,
}

impl ByPosition {
    fn new(positions: &Positions) -> ByPosition {
        let mut starts: Vec<(u32, u32)> = positions.first.iter().copied().zip(0..).filter(|&(first, _)| first != 0).collect();
        starts.sort_unstable();
        ByPosition { starts, base: positions.inst(u32::MAX, 0) - positions.blocks(u32::MAX) }
    }

    fn find(&self, position: u32) -> Option<(u32, u32)> {
        let at = self.starts.partition_point(|&(first, _)| first <= position).checked_sub(1)?;
        let (first, body) = self.starts[at];
        Some((body, position.checked_sub(first + self.base)?))
    }
}
