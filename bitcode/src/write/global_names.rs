//! The order of the names of global values in a module's symbol table, in releases that have them there.
use super::enumerate::Numbering;
use super::globals::names_of;
use super::hash_order::{HashOrder, NameTable};
use bctk_ir::body::Body;
use bctk_ir::constants::ConstPool;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands_by_number;

/// The global values with names in the order of the file's table, else in that of LLVM's hash table after a text parser added them.
pub(super) fn globals_in_order(numbers: &Numbering<'_>) -> Vec<GlobalId> {
    let module = numbers.module;
    let mut named: Vec<GlobalId> = names_of(numbers).collect();
    if numbers.sorted_names {
        named.sort_by_key(|id| module.str(module.globals[id.index()].name));
        return named;
    }
    if let Some(order) = module.provenance.bitcode.as_ref().map(|file| &file.names_order).filter(|order| is_order_of(order, &named)) {
        return order.clone();
    }
    let mut names = Names { module, table: HashOrder::new(NameTable::of(numbers.llvm)), added: Vec::new(), states: Vec::new() };
    names.states.resize(module.globals.len(), State::New);
    names.walk();
    let Names { table, added, .. } = names;
    table.order().filter_map(|at| added.get(at as usize).copied()).collect()
}

/// Whether `order` has each of these values once.
fn is_order_of(order: &[GlobalId], named: &[GlobalId]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    let mut wanted = named.to_vec();
    wanted.sort_unstable();
    sorted == wanted
}

/// What the parser knows of a global value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// Something refers to it: it has a name already.
    Mentioned,
    Defined,
}

/// Global values in the order in which a text parser gives them names.
struct Names<'m> {
    module: &'m Module,
    table: HashOrder,
    added: Vec<GlobalId>,
    states: Vec<State>,
}

impl Names<'_> {
    /// Adds all names. A value gets its name where something refers to it for the first time, else where it is defined.
    fn walk(&mut self) {
        let module = self.module;
        let mut seen = vec![false; module.consts.consts.len()];
        let is_variable = |id: &GlobalId| matches!(module.globals[id.index()].kind, GlobalKind::Variable { .. });
        let is_function = |id: &GlobalId| matches!(module.globals[id.index()].kind, GlobalKind::Function(_));
        let all = || (0..module.globals.len()).map(GlobalId::new);
        // Printers write variables, aliases and ifuncs, then functions.
        let others = all().filter(|id| !is_variable(id) && !is_function(id));
        for id in all().filter(is_variable).chain(others).chain(all().filter(is_function)) {
            let global = &module.globals[id.index()];
            match &global.kind {
                GlobalKind::Variable { initializer, .. } => {
                    initializer.get().into_iter().for_each(|value| self.constant(value, &module.consts, &mut seen));
                    self.mention(id);
                }
                GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => {
                    self.constant(*value, &module.consts, &mut seen);
                    // The one that stood for it goes.
                    if self.states[id.index()] == State::Mentioned {
                        self.table.remove(module.str(global.name));
                        self.states[id.index()] = State::New;
                    }
                    self.mention(id);
                }
                GlobalKind::Function(function) => {
                    for value in [function.prefix, function.prologue, function.personality] {
                        value.get().into_iter().for_each(|value| self.constant(value, &module.consts, &mut seen));
                    }
                    self.mention(id);
                    if let Some(body) = function.body.and_then(|body| module.bodies.get(body as usize)) {
                        self.body(body, &mut seen);
                    }
                }
            }
            self.states[id.index()] = State::Defined;
        }
    }

    fn body(&mut self, body: &Body, of_module: &mut [bool]) {
        let mut own = vec![false; body.consts.consts.len()];
        for block in &body.blocks {
            for inst in body.insts.get(block.first.index()..block.end.index()).unwrap_or(&[]) {
                operands_by_number(inst, body, |value| match value.kind() {
                    ValueKind::Const(_) => self.constant(value, &self.module.consts, of_module),
                    _ => self.constant(value, &body.consts, &mut own),
                });
            }
        }
    }

    /// Adds what a constant refers to, operands first to last; `seen` are the constants of `pool` that were visited.
    fn constant(&mut self, value: Value, pool: &ConstPool, seen: &mut [bool]) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let index = match value.kind() {
                ValueKind::Global(id) => {
                    self.mention(id);
                    continue;
                }
                ValueKind::Const(index) | ValueKind::LocalConst(index) => index,
                _ => continue,
            };
            let Some(constant) = pool.get(index) else { continue };
            if seen.get_mut(index as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let first = open.len();
            pool.operands(constant.kind, |operand| open.push(operand));
            open[first..].reverse();
        }
    }

    fn mention(&mut self, id: GlobalId) {
        let Some(global) = self.module.globals.get(id.index()) else { return };
        if self.states[id.index()] != State::New {
            return;
        }
        self.states[id.index()] = State::Mentioned;
        let name = self.module.str(global.name);
        if !name.is_empty() {
            self.table.add(name);
            self.added.push(id);
        }
    }
}
