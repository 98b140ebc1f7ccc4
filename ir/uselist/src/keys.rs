//! The order in which LLVM visits values when it predicts use-list orders (`orderModule`): a key for each.
use super::constants::Node;
use super::memory::{Memory, User, UserKind};
use bctk_ir::module::Module;

/// Position, and number at that position. Instructions come last at their position, after the constants first used there. 0 means not
/// written.
pub(super) type Key = u64;

pub(super) fn key(position: u32, number: u32) -> Key {
    u64::from(position) << 32 | u64::from(number)
}

/// The keys of global values and constants.
pub(super) struct Keys {
    pub(super) globals: Vec<Key>,
    pub(super) constants: Vec<Key>,
    /// Global values and constants by key, if requested.
    pub(super) order: Option<Vec<Node>>,
    next: u32,
    stack: Vec<(u32, u32)>,
}

impl Keys {
    pub(super) fn new(module: &Module, memory: &Memory<'_>) -> Self {
        Keys { globals: vec![0; module.globals.len()], constants: vec![0; memory.constants.len()], order: None, next: 0, stack: Vec::new() }
    }

    fn take(&mut self, position: u32, node: Node) -> Key {
        self.next = self.next.saturating_add(1);
        if let Some(order) = &mut self.order {
            order.push(node);
        }
        key(position, self.next)
    }

    /// Gives a global value its key.
    pub(super) fn global(&mut self, index: u32, position: u32) {
        if self.globals.get(index as usize) == Some(&0) {
            self.globals[index as usize] = self.take(position, Node::Global(index));
        }
    }

    /// Gives a constant its key, after its operands. Other values have theirs already.
    pub(super) fn constant(&mut self, memory: &Memory<'_>, node: Node, position: u32) {
        let Node::Const(root) = node else { return };
        let has_none = |keys: &[Key], constant: u32| keys.get(constant as usize) == Some(&0);
        if !has_none(&self.constants, root) {
            return;
        }
        self.stack.push((root, 0));
        while let Some((constant, at)) = self.stack.pop() {
            if !has_none(&self.constants, constant) {
                continue;
            }
            match memory.constants.operands(constant).get(at as usize).copied() {
                Some(op) => {
                    self.stack.push((constant, at + 1));
                    if let Node::Const(op) = op
                        && has_none(&self.constants, op)
                    {
                        self.stack.push((op, 0));
                    }
                }
                None => self.constants[constant as usize] = self.take(position, Node::Const(constant)),
            }
        }
    }

    pub(super) fn of(&self, user: User) -> Key {
        match user.kind() {
            UserKind::Global(g) => self.globals.get(g as usize).copied().unwrap_or(0),
            UserKind::Const(c) => self.constants.get(c as usize).copied().unwrap_or(0),
            UserKind::Inst(position) => key(position, u32::MAX),
        }
    }

    /// The key of a node; 0 for one without.
    pub(super) fn of_node(&self, node: Node) -> Key {
        let key = match node {
            Node::None => None,
            Node::Global(g) => self.globals.get(g as usize),
            Node::Const(c) => self.constants.get(c as usize),
        };
        key.copied().unwrap_or(0)
    }
}

/// The uses of a node in memory, latest first, by the keys of the users. Users that are not written are left out.
pub(super) fn uses_by_key(memory: &Memory<'_>, keys: &Keys, node: Node, list: &mut Vec<(Key, u32)>) {
    list.clear();
    list.reserve(memory.count(node));
    memory.uses(node, |user, operand| {
        let key = keys.of(user);
        if key != 0 {
            list.push((key, operand));
        }
    });
}

/// The order to state for `list`, first use first, if it differs from the order that the reader would build. The reader puts late uses
/// first, latest first, and then the uses for which `is_early` is true, earliest first (`predictValueUseListOrder`).
pub(super) fn shuffle<T: Copy + Ord>(list: &[T], is_early: impl Fn(&T) -> bool) -> Option<Vec<u32>> {
    if list.len() < 2 {
        return None;
    }
    let in_place = |l: &T, r: &T| match (is_early(l), is_early(r)) {
        (false, false) => l > r,
        (true, true) => l < r,
        (l_early, _) => !l_early,
    };
    if list.windows(2).all(|w| in_place(&w[0], &w[1])) {
        return None;
    }
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    order.sort_by(|&l, &r| {
        let (l, r) = (&list[l as usize], &list[r as usize]);
        match (is_early(l), is_early(r)) {
            (false, false) => r.cmp(l),
            (true, true) => l.cmp(r),
            (l_early, _) => l_early.cmp(&!l_early),
        }
    });
    Some(order)
}
