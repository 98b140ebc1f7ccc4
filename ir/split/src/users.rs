//! Which global values refer to which: directly, and through constants.
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// Lists by number of what they belong to, in one piece of memory each.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The second of the pairs, by the first, which is below `count`.
    fn new(count: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut ends = vec![0u32; count];
        for &(of, _) in pairs {
            ends[of as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            let own = *end;
            *end = sum;
            sum += own;
        }
        let mut items = vec![0; pairs.len()];
        for &(of, item) in pairs {
            let at = &mut ends[of as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        Lists { ends, items }
    }

    fn of(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) as usize };
        let end = self.ends.get(at).copied().unwrap_or(0) as usize;
        self.items.get(start..end).unwrap_or(&[])
    }
}

/// The references to global values that must stay with what refers to them.
#[derive(Debug)]
pub(crate) struct Users {
    /// By global value: those that refer to it by an operand or a constant of a body.
    globals: Lists,
    /// By global value: the constants of the module that refer to it.
    consts: Lists,
    /// By constant of the module: the global values that refer to it.
    const_globals: Lists,
    /// By constant of the module: the constants that refer to it.
    const_consts: Lists,
    /// By constant of the module: a global value that was seen together with all that refers to the constant.
    seen: Vec<Option<GlobalId>>,
}

/// Pairs without those that are repeated in a row.
struct Pairs {
    pairs: Vec<(u32, u32)>,
    /// By the first of a pair: the last second one.
    last: Vec<u32>,
}

impl Pairs {
    fn new(count: usize) -> Pairs {
        Pairs { pairs: Vec::new(), last: vec![u32::MAX; count] }
    }

    /// Adds a pair; false if it was the last one of its first.
    fn add(&mut self, of: u32, item: u32) -> bool {
        match self.last.get_mut(of as usize) {
            Some(last) if *last != item => {
                *last = item;
                self.pairs.push((of, item));
                true
            }
            _ => false,
        }
    }
}

struct Gatherer<'m> {
    /// Whether references to a global value count. Addresses of blocks always do.
    wanted: &'m [bool],
    globals: Pairs,
    const_globals: Pairs,
}

impl Gatherer<'_> {
    fn note(&mut self, value: Value, user: u32) {
        match value.kind() {
            ValueKind::Global(id) if self.wanted.get(id.index()) == Some(&true) => {
                self.globals.add(id.0, user);
            }
            ValueKind::Const(index) => {
                self.const_globals.add(index, user);
            }
            _ => {}
        }
    }

    fn body(&mut self, body: &Body, user: u32) {
        let mut seen = vec![false; body.consts.consts.len()];
        let mut open = Vec::new();
        for inst in &body.insts {
            operands(inst, body, |_, value| match value.kind() {
                ValueKind::LocalConst(index) => open.push(index),
                _ => self.note(value, user),
            });
            while let Some(index) = open.pop() {
                if seen.get_mut(index as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
                    continue;
                }
                let Some(constant) = body.consts.get(index) else { continue };
                if let ConstKind::BlockAddress { function, .. } = constant.kind {
                    self.globals.add(function.0, user);
                }
                body.consts.operands(constant.kind, |value| match value.kind() {
                    ValueKind::LocalConst(index) => open.push(index),
                    _ => self.note(value, user),
                });
            }
        }
    }
}

impl Users {
    /// The references to those that are `wanted`, and to functions by addresses of their blocks.
    pub(crate) fn new(module: &Module, wanted: &[bool]) -> Users {
        let (globals, consts) = (module.globals.len(), module.consts.consts.len());
        let mut found = Gatherer { wanted, globals: Pairs::new(globals), const_globals: Pairs::new(consts) };
        for (at, global) in module.globals.iter().enumerate() {
            global.kind.operands().for_each(|value| found.note(value, at as u32));
            if let GlobalKind::Function(function) = &global.kind
                && let Some(body) = module.body(function)
            {
                found.body(body, at as u32);
            }
        }
        let (refs, const_consts) = below(&module.consts, wanted, &found.const_globals.pairs);
        Users {
            globals: Lists::new(globals, &found.globals.pairs),
            consts: Lists::new(globals, &refs),
            const_globals: Lists::new(consts, &found.const_globals.pairs),
            const_consts: Lists::new(consts, &const_consts),
            seen: vec![None; consts],
        }
    }

    /// Gives `f` pairs of global values: `id`, and one that refers to it, or was seen together with all that refer to it by the same constants.
    pub(crate) fn each(&mut self, id: GlobalId, mut f: impl FnMut(GlobalId)) {
        self.globals.of(id.index()).iter().for_each(|&user| f(GlobalId(user)));
        let mut open: Vec<u32> = self.consts.of(id.index()).to_vec();
        while let Some(at) = open.pop() {
            if let Some(seen) = self.seen[at as usize] {
                f(seen);
                continue;
            }
            self.seen[at as usize] = Some(id);
            self.const_globals.of(at as usize).iter().for_each(|&user| f(GlobalId(user)));
            open.extend_from_slice(self.const_consts.of(at as usize));
        }
    }
}

/// Pairs of global values and the constants that refer to them, and of constants, of all that `used` ones lead to.
type Below = (Vec<(u32, u32)>, Vec<(u32, u32)>);

fn below(pool: &ConstPool, wanted: &[bool], used: &[(u32, u32)]) -> Below {
    let mut seen = vec![false; pool.consts.len()];
    let mut open: Vec<u32> = used.iter().map(|&(at, _)| at).collect();
    let (mut refs, mut consts) = (Vec::new(), Vec::new());
    while let Some(at) = open.pop() {
        if seen.get_mut(at as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        let Some(constant) = pool.get(at) else { continue };
        if let ConstKind::BlockAddress { function, .. } = constant.kind
            && function.index() < wanted.len()
        {
            refs.push((function.0, at));
        }
        pool.operands(constant.kind, |value| match value.kind() {
            ValueKind::Global(id) if wanted.get(id.index()) == Some(&true) => refs.push((id.0, at)),
            ValueKind::Const(inner) if (inner as usize) < pool.consts.len() => {
                consts.push((inner, at));
                open.push(inner);
            }
            _ => {}
        });
    }
    (refs, consts)
}
