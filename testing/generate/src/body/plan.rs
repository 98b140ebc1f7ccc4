//! The shape of a function: its blocks, how each of them ends, and which dominates which.
use crate::draw::Gen;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;

/// What begins a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Normal,
    LandingPad,
    /// `catchswitch`.
    Dispatch {
        handlers: Vec<usize>,
        unwind: Option<usize>,
    },
    /// `catchpad` of a dispatch.
    Catch {
        dispatch: usize,
    },
    /// `cleanuppad` within a catch, or within none.
    Cleanup {
        parent: Option<usize>,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Return,
    MustTail,
    Unreachable,
    Br(usize),
    CondBr(usize, usize),
    Switch(usize, Vec<usize>),
    IndirectBr(Vec<usize>),
    Invoke(usize, usize),
    CallBr(usize, Vec<usize>),
    Resume,
    Dispatch,
    CatchRet(usize),
    CleanupRet(Option<usize>),
}

/// How a function handles exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handling {
    LandingPads = 0,
    Funclets = 1,
}

/// A block.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) kind: Kind,
    pub(crate) end: End,
    /// The block with the pad of the funclet that it is in.
    pub(crate) funclet: Option<usize>,
}

/// The shape of a function's body.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: GlobalId,
    /// How many blocks begin with nothing special; they come first.
    pub(crate) normal_blocks: u32,
    pub(crate) blocks: Vec<Plan>,
    pub(crate) handling: Option<Handling>,
    /// By block: its position in the function.
    pub(crate) position: Vec<u32>,
    /// By block: the blocks that branch to it, as often as they do.
    pub(crate) preds: Vec<Vec<usize>>,
    /// By block: its immediate dominator. For a block that cannot be reached that is the entry, whose values it may use, too.
    pub(crate) idom: Vec<Option<usize>>,
}

impl End {
    fn successors(&self, kind: &Kind) -> Vec<usize> {
        match self {
            End::Return | End::MustTail | End::Unreachable | End::Resume => Vec::new(),
            End::Br(to) | End::CatchRet(to) => vec![*to],
            End::CondBr(a, b) | End::Invoke(a, b) => vec![*a, *b],
            End::Switch(default, cases) => [&[*default], &cases[..]].concat(),
            End::IndirectBr(to) => to.clone(),
            End::CallBr(default, to) => [&[*default], &to[..]].concat(),
            End::CleanupRet(to) => to.iter().copied().collect(),
            End::Dispatch => match kind {
                Kind::Dispatch { handlers, unwind } => handlers.iter().chain(unwind).copied().collect(),
                _ => Vec::new(),
            },
        }
    }
}

impl Gen<'_, '_> {
    /// Makes the shape of a function.
    pub(super) fn plan(&mut self, function: GlobalId) -> Frame {
        let normal = 1 + self.below(self.options.blocks as usize);
        let handling = match self.below(6) {
            4 => Some(Handling::LandingPads),
            5 => Some(Handling::Funclets),
            _ => None,
        }
        .filter(|&handling| self.personalities[handling as usize].is_some());
        let plan = Plan { kind: Kind::Normal, end: End::Return, funclet: None };
        let mut blocks: Vec<Plan> = vec![plan; normal];
        for at in 0..normal {
            let end = self.plan_end(&mut blocks, normal, handling);
            blocks[at].end = end;
        }
        let count = blocks.len();
        let mut rest: Vec<usize> = (1..count).collect();
        let shuffled = self.chance(1, 2);
        let mut position = vec![0; count];
        for place in 1..count as u32 {
            let at = if shuffled { self.below(rest.len()) } else { 0 };
            position[rest.remove(at)] = place;
        }
        let mut preds = vec![Vec::new(); count];
        for (at, plan) in blocks.iter().enumerate() {
            for to in plan.end.successors(&plan.kind) {
                preds[to].push(at);
            }
        }
        let handling = if blocks.len() > normal { handling } else { None };
        let idom = dominators(&blocks, &preds);
        Frame { function, normal_blocks: normal as u32, blocks, handling, position, preds, idom }
    }

    /// A block that may be branched to; none if there is only the entry.
    fn target(&mut self, normal: usize) -> Option<usize> {
        if normal < 2 { None } else { Some(1 + self.below(normal - 1)) }
    }

    fn targets(&mut self, normal: usize, most: usize) -> Vec<usize> {
        let count = self.below(most + 1);
        (0..count).filter_map(|_| self.target(normal)).collect()
    }

    fn plan_end(&mut self, blocks: &mut Vec<Plan>, normal: usize, handling: Option<Handling>) -> End {
        let Some(to) = self.target(normal) else {
            return match self.below(6) {
                4 => End::Unreachable,
                5 => End::MustTail,
                _ => End::Return,
            };
        };
        match self.below(12) {
            0 | 1 => End::Return,
            2 => End::Unreachable,
            3 => End::Switch(to, self.targets(normal, 4)),
            4 => End::IndirectBr(self.targets(normal, 3)),
            5 => {
                let mut to_too = self.targets(normal, 2);
                to_too.retain(|&other| other != to);
                to_too.sort_unstable();
                to_too.dedup();
                End::CallBr(to, to_too)
            }
            6 | 7 if handling.is_some() => {
                let unwind = self.plan_unwind(blocks, normal, handling == Some(Handling::Funclets));
                End::Invoke(to, unwind)
            }
            8 => End::MustTail,
            9 | 10 => End::CondBr(to, self.target(normal).unwrap_or(to)),
            _ => End::Br(to),
        }
    }

    /// A block to which an invoke outside of all pads unwinds.
    fn plan_unwind(&mut self, blocks: &mut Vec<Plan>, normal: usize, funclets: bool) -> usize {
        let wanted = |plan: &Plan| match plan.kind {
            Kind::LandingPad | Kind::Dispatch { .. } => true,
            Kind::Cleanup { parent } => parent.is_none(),
            _ => false,
        };
        let known: Vec<usize> = (normal..blocks.len()).filter(|&at| wanted(&blocks[at])).collect();
        if self.chance(1, 3)
            && let Some(at) = self.pick_some(&known)
        {
            return at;
        }
        let at = blocks.len();
        if !funclets {
            let end = match self.target(normal) {
                Some(to) if self.chance(1, 2) => End::Br(to),
                _ => End::Resume,
            };
            blocks.push(Plan { kind: Kind::LandingPad, end, funclet: None });
            return at;
        }
        if self.chance(1, 2) { self.plan_cleanup(blocks, normal) } else { self.plan_dispatch(blocks, normal) }
    }

    fn plan_cleanup(&mut self, blocks: &mut Vec<Plan>, normal: usize) -> usize {
        let at = blocks.len();
        blocks.push(Plan { kind: Kind::Cleanup { parent: None }, end: End::Unreachable, funclet: Some(at) });
        let end = match self.below(5) {
            0 => End::Unreachable,
            1 if blocks.len() < normal + 12 => End::CleanupRet(Some(self.plan_dispatch(blocks, normal))),
            _ => End::CleanupRet(None),
        };
        blocks[at].end = end;
        at
    }

    fn plan_dispatch(&mut self, blocks: &mut Vec<Plan>, normal: usize) -> usize {
        let at = blocks.len();
        let unwind = if self.chance(1, 3) && at < normal + 12 { Some(at + 1) } else { None };
        blocks.push(Plan { kind: Kind::Normal, end: End::Dispatch, funclet: None });
        if unwind.is_some() {
            blocks.push(Plan { kind: Kind::Cleanup { parent: None }, end: End::CleanupRet(None), funclet: Some(at + 1) });
        }
        let mut handlers = Vec::new();
        for _ in 0..1 + self.below(3) {
            let handler = blocks.len();
            handlers.push(handler);
            blocks.push(Plan { kind: Kind::Catch { dispatch: at }, end: End::Unreachable, funclet: Some(handler) });
            let back = match self.target(normal) {
                Some(to) => End::CatchRet(to),
                None => End::Unreachable,
            };
            if self.chance(1, 3) && blocks.len() < normal + 12 {
                // An invoke within the handler; what cleans up leaves it the way that the dispatch would.
                let (rest, clean) = (blocks.len(), blocks.len() + 1);
                blocks.push(Plan { kind: Kind::Normal, end: back, funclet: Some(handler) });
                blocks.push(Plan { kind: Kind::Cleanup { parent: Some(handler) }, end: End::CleanupRet(unwind), funclet: Some(clean) });
                blocks[handler].end = End::Invoke(rest, clean);
            } else {
                blocks[handler].end = back;
            }
        }
        blocks[at].kind = Kind::Dispatch { handlers, unwind };
        at
    }
}

impl Frame {
    /// All blocks, each after the one that dominates it.
    pub(super) fn dominance_order(&self) -> Vec<usize> {
        let mut order = vec![0];
        let mut at = 0;
        while at < order.len() {
            let block = order[at];
            at += 1;
            order.extend((1..self.blocks.len()).filter(|&other| self.idom[other] == Some(block)));
        }
        order
    }
}

/// The immediate dominator of each block.
fn dominators(blocks: &[Plan], preds: &[Vec<usize>]) -> Vec<Option<usize>> {
    let count = blocks.len();
    let mut reached = vec![false; count];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            open.extend(blocks[at].end.successors(&blocks[at].kind));
        }
    }
    // Sets of dominators: functions are small.
    let mut sets: Vec<Vec<bool>> = vec![vec![true; count]; count];
    sets[0] = (0..count).map(|at| at == 0).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for at in (1..count).filter(|&at| reached[at]) {
            let mut set = vec![true; count];
            for &pred in preds[at].iter().filter(|&&pred| reached[pred]) {
                set.iter_mut().zip(&sets[pred]).for_each(|(a, b)| *a &= *b);
            }
            set[at] = true;
            changed |= set != sets[at];
            sets[at] = set;
        }
    }
    let depth = |at: usize| (0..count).filter(|&other| sets[at][other]).count();
    (0..count)
        .map(|at| match at {
            0 => None,
            _ if !reached[at] => Some(0),
            _ => (0..count).filter(|&other| other != at && sets[at][other]).max_by_key(|&other| depth(other)),
        })
        .collect()
}

impl Gen<'_, '_> {
    /// Whether a function may call itself by `musttail`.
    pub(super) fn may_must_tail(&self, function: GlobalId) -> bool {
        match self.m.globals.get(function.index()).map(|g| &g.kind) {
            Some(GlobalKind::Function(f)) => f.attrs.0 == 0,
            _ => false,
        }
    }
}
