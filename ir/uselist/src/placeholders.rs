//! How LLVM 14 and older create the constants of a block: in file order, with placeholders for later constants.
//!
//! At the end of the block, each constant with a placeholder is created again and takes over the uses of the old one, which is deleted. So its own
//! uses come after those of later constants (LLVM 14, `BitcodeReaderValueList::resolveConstantForwardRefs`). Placeholders are resolved from last to
//! first: the order of their addresses if memory is allocated upwards.
use super::constants::Node;
use super::memory::{Memory, User};
use bctk_ir::value::Value;
use std::collections::HashMap;

/// A use of a value by a constant of the block.
struct Use {
    of: Node,
    /// The constant.
    user: u32,
    /// Number of the operand.
    number: u32,
    /// Whether it still exists.
    lives: bool,
}

/// The uses created while a block is read, oldest first.
#[derive(Default)]
struct Uses {
    list: Vec<Use>,
    /// Uses by the constant that is used.
    of: HashMap<u32, Vec<usize>>,
    /// Uses by the constant that uses, for those with placeholders.
    by: HashMap<u32, Vec<usize>>,
}

impl Uses {
    fn add(&mut self, of: Node, user: u32, number: u32) {
        if let Node::Const(id) = of {
            self.of.entry(id).or_default().push(self.list.len());
        }
        if let Some(uses) = self.by.get_mut(&user) {
            uses.push(self.list.len());
        }
        self.list.push(Use { of, user, number, lives: true });
    }

    /// Removes the uses of others by a constant.
    fn drop_uses_by(&mut self, user: u32) {
        for at in self.by.remove(&user).unwrap_or_default() {
            self.list[at].lives = false;
        }
    }

    /// Moves the uses of a constant to its replacement: user by user from the latest on, operands in order.
    fn replace(&mut self, id: u32) {
        let mut uses: Vec<(u32, u32)> = Vec::new();
        for at in self.of.remove(&id).unwrap_or_default() {
            let found = &mut self.list[at];
            if std::mem::replace(&mut found.lives, false) {
                uses.push((found.user, found.number));
            }
        }
        let mut rank: HashMap<u32, usize> = HashMap::new();
        for (at, &(user, _)) in uses.iter().enumerate() {
            rank.insert(user, at);
        }
        uses.sort_by_key(|&(user, number)| (std::cmp::Reverse(rank[&user]), number));
        for (user, number) in uses {
            self.add(Node::Const(id), user, number);
        }
    }
}

impl Memory<'_> {
    /// Makes the constants of a block.
    pub(super) fn make_block(&mut self, values: impl Iterator<Item = Value>) {
        let mut uses = Uses::default();
        // Constants used before their definition, in that order, and their users.
        let mut waiting: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        for value in values {
            let Node::Const(id) = self.constants.node(value) else { continue };
            self.grow();
            if std::mem::replace(&mut self.made[id as usize], true) {
                continue;
            }
            self.note_address(id);
            let ops = self.constants.operands(id);
            let comes_later = |op: &Node| matches!(op, Node::Const(c) if !self.made[*c as usize]);
            if ops.iter().any(comes_later) {
                uses.by.insert(id, Vec::new());
            }
            for (number, &op) in (0..).zip(ops) {
                match op {
                    Node::Const(c) if comes_later(&op) => {
                        let place = *places.entry(c).or_insert_with(|| {
                            waiting.push((c, Vec::new()));
                            waiting.len() - 1
                        });
                        waiting[place].1.push(id);
                    }
                    op => uses.add(op, id, number),
                }
            }
        }
        while let Some((_, users)) = waiting.pop() {
            for user in users.into_iter().rev() {
                // In a constant that is created again, all placeholders are already replaced.
                if !uses.by.contains_key(&user) {
                    continue;
                }
                uses.drop_uses_by(user);
                for (number, &op) in (0..).zip(self.constants.operands(user)) {
                    uses.add(op, user, number);
                }
                uses.replace(user);
            }
        }
        for found in uses.list.into_iter().filter(|found| found.lives) {
            self.add(found.of, User::constant(found.user), found.number);
        }
    }
}
