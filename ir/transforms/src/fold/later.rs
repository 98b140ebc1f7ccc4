//! Puts constants in the place of those whose records came later, as LLVM's readers until 14 do at the end of a block.
use super::Folder;
use super::arena::{Id, Node};
use hashbrown::{HashMap, HashSet};

/// Operands that are looked at; beyond, each constant is folded once when all its operands are known.
const MOST_OPERANDS: usize = 1 << 22;

/// Whether all parts are the same constant.
fn is_one(parts: &[Id]) -> bool {
    parts.first().is_some_and(|first| parts.iter().all(|part| part == first))
}

/// The state at the end of a block.
pub(super) struct Resolver<'r> {
    /// What each record of the block is.
    read: &'r [Option<Id>],
    /// What constants that changed are now.
    now: HashMap<Id, Id>,
    users: HashMap<Id, Vec<Id>>,
    left: usize,
}

impl<'r> Resolver<'r> {
    pub(super) fn new(folder: &Folder<'_>, read: &'r [Option<Id>]) -> Self {
        let mut resolver = Resolver { read, now: HashMap::new(), users: HashMap::new(), left: MOST_OPERANDS };
        let mut open: Vec<Id> = read.iter().flatten().copied().collect();
        let mut seen: HashSet<Id> = HashSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                folder.node(id).operands(|op| open.push(op));
                resolver.note_users(folder, id);
            }
        }
        resolver
    }

    fn note_users(&mut self, folder: &Folder<'_>, id: Id) {
        folder.node(id).operands(|op| self.users.entry(op).or_default().push(id));
    }

    fn current(&self, mut id: Id) -> Id {
        while let Some(&next) = self.now.get(&id) {
            id = next;
        }
        id
    }

    /// Another constant takes the place of one; false if that is it already.
    fn replace(&mut self, old: Id, new: Id) -> bool {
        let new = self.current(new);
        if self.current(old) == new || new == old {
            return false;
        }
        self.now.insert(self.current(old), new);
        let users = self.users.get(&old).cloned().unwrap_or_default();
        self.left = self.left.saturating_sub(users.len());
        self.users.entry(new).or_default().extend(users);
        true
    }

    /// The node of a constant with its operands as they are now, and with all records that are known; none if it has not changed, or for
    /// one that is too expensive.
    fn renewed(&mut self, folder: &Folder<'_>, id: Id, places: bool) -> Option<Node> {
        let mut is_same = true;
        let mut count = 0;
        let node = folder.node(id).with_operands(|op| {
            let placed = match *folder.node(op) {
                Node::Later(at) if places => self.read.get(at as usize).copied().flatten()?,
                _ => op,
            };
            let new = self.current(placed);
            is_same &= new == op;
            count += 1;
            Some(new)
        })?;
        self.left = self.left.checked_sub(count)?;
        (!is_same).then_some(node)
    }

    /// Puts a record in its place in all constants that refer to it. Those are made again; what refers to them is made again if that folds
    /// it, and changes without notice otherwise.
    pub(super) fn place(&mut self, folder: &mut Folder<'_>, later: Id) {
        for user in self.users.get(&later).cloned().unwrap_or_default() {
            let user = self.current(user);
            let Some(node) = self.renewed(folder, user, true) else { continue };
            let new = folder.make(folder.ty(user), node);
            self.note_users(folder, new);
            let mut changed = vec![user];
            if !self.replace(user, new) {
                continue;
            }
            while let Some(old) = changed.pop() {
                for user in self.users.get(&old).cloned().unwrap_or_default() {
                    let user = self.current(user);
                    let Some(node) = self.renewed(folder, user, false) else { continue };
                    let ty = folder.ty(user);
                    let made = folder.count();
                    let reduced = match &node {
                        // Arrays and structures of one undefined constant, also of poison.
                        Node::Aggregate(parts) if !folder.is_vector(ty) && is_one(parts) && folder.is_undefined(parts[0]) => {
                            Some(folder.undef(ty))
                        }
                        Node::Aggregate(parts) => {
                            let id = folder.aggregate(ty, parts.clone());
                            let stays = matches!(&*folder.node(id), Node::Aggregate(parts) if folder.data_of(ty, parts).is_none());
                            (!stays).then_some(id)
                        }
                        node if node.is_expression() => folder.deeper(|folder| folder.folded(ty, node)),
                        _ => None,
                    };
                    let (new, is_noticed) = match reduced {
                        Some(id) => (id, true),
                        // It changes in place, unless there is an equal constant, which replaces it (`replaceOperandsInPlace`).
                        None => {
                            let id = folder.intern(ty, node);
                            (id, folder.is_before(id, made) && !self.now.contains_key(&id))
                        }
                    };
                    self.note_users(folder, new);
                    if self.replace(user, new) && is_noticed {
                        changed.push(user);
                    }
                }
            }
        }
    }

    /// Whether nothing was left out for its cost.
    pub(super) fn is_complete(&self) -> bool {
        self.left > 0
    }

    /// A constant with everything in it as it is now; `folds` folds it once more.
    pub(super) fn settled(&self, folder: &mut Folder<'_>, known: &mut HashMap<Id, Id>, wanted: Id, folds: bool) -> Option<Id> {
        let place = |folder: &Folder<'_>, id: Id| match *folder.node(id) {
            Node::Later(at) => self.read.get(at as usize).copied().flatten(),
            _ => Some(id),
        };
        let mut open = vec![(wanted, false)];
        let mut active: HashSet<Id> = HashSet::new();
        while let Some((id, is_ready)) = open.pop() {
            if known.contains_key(&id) {
                continue;
            }
            let placed = place(folder, id)?;
            let now = if folds { placed } else { self.current(placed) };
            if now != id {
                // Another one is in its place.
                match (known.get(&now).copied(), is_ready) {
                    (Some(found), _) => {
                        known.insert(id, found);
                    }
                    (None, true) => return None,
                    (None, false) => open.extend([(id, true), (now, false)]),
                }
                continue;
            }
            let node = folder.node(id);
            if is_ready {
                let mut is_same = true;
                let new = node.with_operands(|op| {
                    let new = known.get(&op).copied()?;
                    is_same &= new == op;
                    Some(new)
                })?;
                let ty = folder.ty(id);
                let new = match (is_same, folds) {
                    (true, _) => id,
                    (false, true) => folder.make(ty, new),
                    (false, false) => folder.intern(ty, new),
                };
                known.insert(id, new);
                continue;
            }
            if !active.insert(id) {
                return None;
            }
            open.push((id, true));
            node.operands(|op| open.push((op, false)));
        }
        known.get(&wanted).copied()
    }
}
